// The share of conditions that the normal form cannot represent.

import FormworkSyntax
import Foundation
import Testing

@testable import FormworkEngine

@Suite struct FormulaShareTests {
  /// At most one condition in ten of the chunks and the examples is opaque.
  @Test func fewConditionsAreOpaque() throws {
    let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../examples").standardizedFileURL
    let forms = try FileManager.default.subpathsOfDirectory(atPath: examples.path)
      .filter { $0.hasSuffix(".form") }
      .map { try String(contentsOf: examples.appendingPathComponent($0), encoding: .utf8) }
    var all = 0
    var opaque = 0
    for spec in LanguageChunk.all.map(\.spec) + forms {
      let source = Source(name: "form", bytes: Array(spec.utf8))
      guard let program = Checker.check(Parser.parse(source).tree, source: source).program else {
        continue
      }
      let branches = program.levels.flatMap(\.steps).filter { $0.kind == .branch && $0.target >= 0 }
      for condition in program.rules.map(\.condition) + branches.map(\.target) {
        all += 1
        if program.formula(of: condition).hasOpaquePart { opaque += 1 }
      }
    }
    #expect(all > 1_000)
    #expect(opaque * 10 <= all, "\(opaque) of \(all)")
  }
}

extension Formula {
  fileprivate var hasOpaquePart: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains { $0.hasOpaquePart }
    case .not(let inner): inner.hasOpaquePart
    case .constraint: false
    case .opaque: true
    }
  }
}

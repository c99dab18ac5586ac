// The code in README.md is that of the embedding package.

import Formwork
import Foundation
import Testing

@Suite struct ReadmeTests {
  @Test func theCodeIsWhatIsRunHere() throws {
    let here = URL(filePath: #filePath)
    let folder = here.deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.deletingLastPathComponent().appending(path: "README.md")
    let readme = try String(contentsOf: file, encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 2)
    let example = file.deletingLastPathComponent().appending(path: "examples/embedding")
    func text(_ path: String) throws -> String {
      try String(contentsOf: example.appending(path: path), encoding: .utf8)
    }
    let manifest = try text("Package.swift")
    for line in blocks.first?.components(separatedBy: "```")[0].split(separator: "\n") ?? [] {
      // Names, paths and brackets that are specific to the README's program.
      let ours =
        ["App", "path:"].contains { line.contains($0) } || line == "    )" || line == "  ]"
      let plain = line.trimmingCharacters(in: .init(charactersIn: ", "))
      #expect(ours || manifest.contains(plain), "\(line)")
    }
    // The embedding package builds the program, and its tests run it.
    let program = blocks.last?.components(separatedBy: "```")[0]
    #expect(try text("Sources/App/main.swift") == program)
    let form = try #require(readme.components(separatedBy: "```form\n").dropFirst().first)
    #expect(try text("Sources/App/sign-up.form") == form.components(separatedBy: "```")[0])
  }
}

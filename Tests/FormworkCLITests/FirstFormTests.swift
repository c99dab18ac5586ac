// Follows examples/README.md and others step by step, as a reader would: saves its forms and data under the names after their
// fences, and runs its commands. FORMWORK_RECORD=1 rewrites the printed output.

import Foundation
import Testing

@Suite("Write your first form", .enabled(if: CLIProgram.isBuilt))
struct FirstFormTests {
  private static let page = "examples/README.md"

  @Test(
    "every command prints what stands below it",
    arguments: [
      page, "examples/between-records.md", "examples/bring.md", "examples/take.md",
    ])
  func commands(_ page: String) throws {
    let folder = try CLIFolder()
    var lines = try DocsFile.text(page).components(separatedBy: "\n")
    var consoles: [(block: DocsBlock, printed: [String])] = []
    for block in try DocsBlock.all(in: page) {
      if let name = block.info.dropFirst().first {
        try folder.write(name, block.text)
      } else {
        consoles.append((block, try FirstFormTests.printed(by: block, in: folder)))
      }
    }
    // Last first, so that the lines of earlier blocks don't move.
    for (block, printed) in consoles.reversed() {
      let place: Testing.Comment = "\(page):\(block.line)"
      #expect(printed == block.lines || DocsFile.isRecording, place)
      lines.replaceSubrange(block.line..<block.line + block.lines.count, with: printed)
    }
    _ = try DocsFile.expected(page, recording: lines.joined(separator: "\n"))
  }

  /// Returns the commands of a block, each with its output on 20 November 2026.
  private static func printed(by block: DocsBlock, in folder: CLIFolder) throws -> [String] {
    let program = try #require(CLIProgram.path)
    return try block.lines.filter { $0.hasPrefix("$ ") }.flatMap { command in
      let formwork = #"""
        formwork() { case $1 in new | import) "$0" "$@" ;; *) "$0" "$@" --today 2026-11-20 ;; esac; }
        """#
      let run = try folder.shell("\(formwork)\n{ \(command.dropFirst(2)); } >.out 2>&1", [program])
      return [command] + run.output.components(separatedBy: "\n").dropLast()
    }
  }

  @Test("every form and all data are used below")
  func allUsed() throws {
    let blocks = try DocsBlock.all(in: FirstFormTests.page)
    for (index, block) in blocks.enumerated() {
      guard let name = block.info.dropFirst().first else { continue }
      #expect(blocks[(index + 1)...].contains { $0.text.contains(name) }, "\(name)")
    }
    #expect(blocks.count { $0.info == ["form", "members.form"] } == 6)
    #expect(blocks.count { $0.info.first == "console" } > 15)
  }
}

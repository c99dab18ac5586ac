// The code in README.md, unchanged.

import Formwork
import Foundation
import Testing

@Suite struct ReadmeTests {
  @Test func theCodeIsWhatIsRunHere() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).form").path
    try Data("field id: string  field birthday: date".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }

    let spec = try FormSpec(contentsOf: path)
    let product = try spec.validate(["id": "a1", "birthday": "1990-02-28"]).get()
    print(product["id"]?.string ?? "")

    let here = URL(filePath: #filePath)
    let folder = here.deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.deletingLastPathComponent().appending(path: "README.md")
    let readme = try String(contentsOf: file, encoding: .utf8)
    let own = try String(contentsOf: here, encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 2)
    let example = file.deletingLastPathComponent().appending(
      path: "examples/embedding/Package.swift")
    let manifest = try String(contentsOf: example, encoding: .utf8)
    for line in blocks.first?.components(separatedBy: "```")[0].split(separator: "\n") ?? [] {
      // Names, paths and resources that are specific to the README's program.
      let ours = ["App", "path:", "resources:", ".executableTarget("].contains { line.contains($0) }
      #expect(ours || manifest.contains(line), "\(line)")
    }
    for block in blocks.dropFirst() {
      let code = block.components(separatedBy: "```")[0].split(separator: "\n")
      for line in code { #expect(own.contains("    " + line + "\n"), "\(line)") }
    }
  }
}

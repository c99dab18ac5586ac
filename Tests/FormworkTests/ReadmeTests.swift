// The code in README.md, as it stands there.

import Formwork
import Foundation
import Testing

@Suite struct ReadmeTests {
  @Test func theCodeIsWhatIsRunHere() throws {
    let spec = try FormSpec(source: #"field age: int rule range(0...150)"#)
    switch spec.validate(["age": "34"]) {
    case .accepted(let product): print(product["age"]?.int ?? 0)
    case .rejected(let problems): for problem in problems { print(problem.message) }
    }

    let here = URL(filePath: #filePath)
    let folder = here.deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.deletingLastPathComponent().appending(path: "README.md")
    let readme = try String(contentsOf: file, encoding: .utf8)
    let own = try String(contentsOf: here, encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 1)
    for block in blocks {
      let code = block.components(separatedBy: "```")[0].split(separator: "\n")
      for line in code { #expect(own.contains("    " + line + "\n"), "\(line)") }
    }
  }
}

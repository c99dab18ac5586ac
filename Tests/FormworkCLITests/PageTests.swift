// `formwork page`: what it refuses, and how a page is filled. The pages themselves are tried in a browser (Tests/Page).

import Foundation
import Testing

@testable import FormworkCLI

@Suite("formwork page")
struct PageTests {
  @Test func valuesAreNotFilledAgain() {
    let page = PageTemplate(Array("<{{title}}|{{form}}|{{other}}|{{{title}}".utf8))
    let filled = page.filled([("title", Array("{{form}}".utf8)), ("form", Array("$1".utf8))])
    #expect(String(decoding: filled, as: UTF8.self) == "<{{form}}|$1|{{other}}|{{{form}}")
  }

  @Test func withoutThePageThereIsNone() throws {
    let folder = try CLIFolder(spec: "field a: string\n")
    let run = folder.run(["page", "s.form", "--out", folder("a.html")])
    #expect(run.code == 2)
    #expect(run.error.contains("Scripts/page makes it"))
    #expect(folder.names == ["s.form"])
  }

  @Test(arguments: [
    "example.org", "javascript:alert(1)", "https://", "https://a b", "https://a'b",
    "https://me@example.org", "file:///a",
    "https://*.org", "https://a;b",
  ])
  func addressesThatNothingIsSentTo(_ address: String) throws {
    let folder = try CLIFolder(spec: "field a: string\n")
    let run = folder.run(["page", "s.form", "--submit", address])
    #expect(run.code == 2)
    #expect(run.error.contains("is no address to send to"))
  }

  @Test func aFormWithErrorsMakesNoPage() throws {
    let folder = try CLIFolder(spec: "field a: strin\n")
    let run = folder.run(["page", "s.form", "--out", folder("a.html")])
    #expect(run.code == 2)
    #expect(run.error.contains("unknown-type") || run.output.contains("unknown-type"))
  }
}

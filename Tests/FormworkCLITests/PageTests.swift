// `formwork page`: its error messages, and how a page is filled in. Tests/Page tests the pages themselves in a
// browser.

import Foundation
import Testing

@testable import FormworkCLI

@Suite("formwork page")
struct PageTests {
  /// Runs the tool with a small page without a form next to it.
  static func page(_ folder: CLIFolder, _ words: String...) throws -> CLIResult {
    let tool = folder("formwork")
    if folder.bytes("formwork") == nil {
      try FileManager.default.copyItem(atPath: #require(CLIProgram.path), toPath: tool)
    }
    try folder.write("send.html", "<title>{{title}}</title>|{{submit}}|{{form}}")
    for name in [".out", ".err"] { try folder.write(name, "") }
    return try folder.shell(#"exec "$0" page "$@" >.out 2>.err"#, [tool] + words)
  }

  @Test func theFormAndItsFilesAreInThePage() throws {
    let folder = try CLIFolder(
      spec: """
        form s "A & </title>" use "common.form" choices kind from "kinds.csv" field a: choice of kind
        field b: short
        """)
    try folder.write("common.form", "define short: string rule count(...3)\n")
    try folder.write("kinds.csv", "kind,label\na,<b>\n")
    let page = try PageTests.page(folder, "s.form", "--language", "de").output
    #expect(page.hasPrefix("<title>A &amp; &lt;/title&gt;</title>|'none'|{\"name\":\"s.form\","))
    #expect(page.contains(#""common.form":"define short"#))
    #expect(page.contains(#""kinds.csv":"kind,label\na,\u003cb>"#))
    #expect(page.contains(#""language":"de""#))
    #expect(page.filter { $0 == "<" }.count == 2)
  }

  @Test func thePageWithoutAFormIsNotWrittenOver() throws {
    let folder = try CLIFolder(spec: "field a: string\n")
    let run = try PageTests.page(folder, "s.form", "--out", "send.html")
    #expect(run.code == 2)
    #expect(folder.text("send.html")?.contains("{{form}}") == true)
  }

  @Test func imagesAsText() throws {
    let folder = try CLIFolder(spec: "field a: string\n")
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for count in 0..<3 {
      let bytes = Data(start + (0..<count).map { UInt8(250 + $0) })
      try bytes.write(to: URL(filePath: folder("a.png")))
      let page = try PageTests.page(folder, "s.form", "--logo", "a.png").output
      #expect(page.contains("\"data:image/png;base64,\(bytes.base64EncodedString())\""))
    }
    for (name, text) in [("a.txt", "text"), ("a.pdf", "%PDF-1.7")] {
      try folder.write(name, text)
      let run = try PageTests.page(folder, "s.form", "--logo", name)
      #expect(run.code == 2 && run.error.contains("is not an image for a page"))
    }
    #expect(try PageTests.page(folder, "s.form", "--style", "none.css").code == 2)
    try folder.write("large.css", String(repeating: "x", count: (1 << 20) + 1))
    let large = try PageTests.page(folder, "s.form", "--style", "large.css")
    #expect(large.code == 2 && large.error.contains("is too large for a page"))
  }

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
    "example.org", "//example.org", "/a b", "javascript:alert(1)", "https://", "https://a b",
    "https://a'b",
    "https://me@example.org", "file:///a",
    "https://*.org", "https://a;b", "http://[::1]:8080/", "http://my_host/",
    "https://example.org:/",
    "https://a.org:99999/", "https://a..b/", "https://exa(mple.org/",
  ])
  func addressesThatNothingIsSentTo(_ address: String) throws {
    let folder = try CLIFolder(spec: "field a: string\n")
    let run = folder.run(["page", "s.form", "--submit", address])
    #expect(run.code == 2)
    #expect(run.error.contains("is not a web address"))
  }

  @Test func aFormWithErrorsMakesNoPage() throws {
    let folder = try CLIFolder(spec: "field a: strin\n")
    let run = folder.run(["page", "s.form", "--out", folder("a.html")])
    #expect(run.code == 2)
    #expect(run.error.contains("unknown-type") || run.output.contains("unknown-type"))
  }
}

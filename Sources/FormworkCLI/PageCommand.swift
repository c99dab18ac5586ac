// `formwork page`: makes an HTML page from a form, for users to fill in.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// One run of `formwork page`.
struct PageCommand {
  /// The file name of the page template.
  private static let template = "send.html"
  private static let templateLimit = 64 << 20
  /// The maximum size of a logo or a file of styles, in bytes.
  private static let partLimit = 1 << 20

  private let terminal: Terminal
  private let style: Style
  private let path: SystemText
  private let output: SystemText?
  private let language: String?
  private let submit: Submission?
  private let keeps: Bool
  private let title: String?
  private let thanks: String?
  private let privacy: String?
  private let logo: SystemText?
  private let styles: SystemText?
  private let files = RunFiles()

  /// The address that a page sends its record to.
  private struct Submission {
    let address: String
    /// The source expression with which the page's content security policy allows sending to the address.
    let origin: String

    init(_ address: String) throws(Arguments.Problem) {
      let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      let isPlain = address.utf8.allSatisfy {
        0x21...0x7E ~= $0 && !"\"'<>\\`{}|^;,".utf8.contains($0)
      }
      self.address = address
      // An address such as `/signup` is on the server of the page.
      if isPlain, address.hasPrefix("/"), !address.hasPrefix("//") {
        origin = "'self'"
        return
      }
      guard isPlain, parts.count >= 3, parts[1].isEmpty,
        parts[0] == "https:" || parts[0] == "http:"
      else { throw Submission.refused(address) }
      let host = parts[2].prefix { $0 != "?" && $0 != "#" }
      guard Submission.isHost(host) else { throw Submission.refused(address) }
      origin = "\(parts[0])//\(host)"
    }

    private static func refused(_ address: String) -> Arguments.Problem {
      Arguments.Problem(
        message: "\"\(address)\" is not a web address.",
        hint:
          "Write it like https://example.org/signup, or like /signup for the server that the page is on;"
          + " encode special characters as %XX.")
    }

    /// Returns whether `text` is a host, with or without a port, that a browser's content security policy can
    /// contain.
    private static func isHost(_ text: Substring) -> Bool {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count <= 2, !parts[0].isEmpty else { return false }
      let isName = parts[0].split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      }
      guard isName, parts.count == 2 else { return isName }
      return UInt16(parts[1]).map { $0 > 0 } ?? false && parts[1].first != "+"
    }
  }

  /// A file that the form uses.
  private struct UsedFile {
    let name: String
    let text: [UInt8]
  }

  init(_ arguments: Arguments, _ terminal: Terminal) throws(Arguments.Problem) {
    self.terminal = terminal
    style = Style(terminal, noColor: arguments.has(.noColor))
    path = try arguments.onlyOperand(
      orIfNone: "There is no form to make a page from.",
      orIfSeveral: "A page can have only one form.")
    output = arguments.path(.out)
    language = arguments.text(.language)
    submit = try arguments.text(.submit).map { text throws(Arguments.Problem) in
      try Submission(text)
    }
    keeps = !arguments.has(.noKeep)
    (title, thanks, privacy) = (
      arguments.text(.title), arguments.text(.thanks), arguments.text(.privacy)
    )
    (logo, styles) = (arguments.path(.logo), arguments.path(.style))
  }

  func run() -> Int32 {
    let desk = FormDesk(terminal, style, files, isQuiet: false)
    // Keep the files that were checked: they may change before the page is written.
    var used: [UsedFile] = []
    let form = desk.load(path, language: language) { name, text in
      if !used.contains(where: { $0.name == name }) {
        used.append(UsedFile(name: name, text: text))
      }
    }
    guard let form else { return ExitCode.failed }
    do throws(Failure) {
      try desk.write([(try page(form, used), output ?? "-")])
      return ExitCode.accepted
    } catch {
      desk.complain(error.message)
      return ExitCode.failed
    }
  }

  // MARK: The page

  private func page(_ form: CompiledForm, _ used: [UsedFile]) throws(Failure) -> [UInt8] {
    let title =
      self.title
      ?? (form.program.title >= 0
        ? MessageWriter(form.program, language: language).plainText(form.program.title)
        : form.source.name)
    return PageTemplate(try template()).filled([
      ("title", ByteBuffer.bytes { $0.append(xml: title) }), ("form", try content(form, used)),
      ("submit", Array((submit?.origin ?? "'none'").utf8)),
    ])
  }

  /// Returns the form, the files that it uses and the settings of the page as JSON that can't end an HTML element.
  private func content(_ form: CompiledForm, _ used: [UsedFile]) throws(Failure) -> [UInt8] {
    let image = try logo.map { path throws(Failure) in try self.image(path) }
    let css = try styles.map { path throws(Failure) in
      String(decoding: try part(path), as: UTF8.self)
    }
    let json = ByteBuffer.bytes { out in
      out.object { out in
        out.member("name", fileName)
        out.member("text", String(decoding: form.source.alone(0).bytes, as: UTF8.self))
        out.member("language", orNull: language)
        out.member("submit", orNull: submit?.address)
        out.member("keeps", keeps)
        out.member("title", title)
        out.member("logo", image)
        out.member("style", css)
        out.member("thanks", thanks)
        out.member("privacy", privacy)
        out.key("files")
        out.object { out in
          for file in used {
            out.key(named: file.name)
            out.value(String(decoding: file.text, as: UTF8.self))
          }
        }
      }
    }
    return ByteBuffer.bytes { $0.append(jsonForHTML: json) }
  }

  /// Returns the content of a file to embed in the page.
  private func part(_ path: SystemText) throws(Failure) -> [UInt8] {
    let text: FileText
    do throws(FileProblem) {
      text = try files.open(path).text(limit: PageCommand.partLimit)
    } catch {
      throw Failure(FileWords.sentence(error))
    }
    guard text.bytes.count <= PageCommand.partLimit else {
      throw Failure("\"\(path.text)\" is too large for a page. The limit is 1 MB.")
    }
    return text.bytes
  }

  /// Returns an image as a `data:` URL.
  private func image(_ path: SystemText) throws(Failure) -> String {
    let bytes = try part(path)
    let type: String
    switch FileSignature(bytes) {
    case .image(let image) where image != .tiff: type = image.rawValue
    case nil where String(decoding: bytes, as: UTF8.self).contains("<svg"): type = "svg+xml"
    default:
      throw Failure(
        "\"\(path.text)\" is not an image for a page. Use a PNG, JPEG, GIF, WebP or SVG file.")
    }
    return "data:image/\(type);base64," + base64(bytes)
  }

  private var fileName: String {
    path == "-" ? "form.form" : String(path.text.split(separator: "/").last ?? "form.form")
  }

  // MARK: The template

  /// Reads the page template from the tool's folder or the folder of shared files.
  private func template() throws(Failure) -> [UInt8] {
    guard let tool = SystemFacts.executable else {
      throw Failure(
        "The system does not show the location of the tool, so the page beside it cannot be found.")
    }
    let folder = tool.bytes[..<(tool.bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
    for place in ["/", "/../share/formwork/"] {
      let path = SystemText(bytes: folder + (place + PageCommand.template).utf8)
      do throws(FileProblem) {
        let text = try InputFile(path).text(limit: PageCommand.templateLimit)
        files.expect(path)
        return text.bytes
      } catch {
        if error.isMissing { continue }
        throw Failure(FileWords.sentence(error))
      }
    }
    throw Failure(
      "The page template \(PageCommand.template) is missing. Scripts/page makes it. Put it beside the"
        + " tool, or in ../share/formwork.")
  }
}

/// A text with placeholders: names in double braces.
struct PageTemplate {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the text with each name replaced by its value.
  func filled(_ values: [(name: String, value: [UInt8])]) -> [UInt8] {
    var out: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "{"),
        let (name, value) = values.first(where: { isName($0.name, at: index) })
      {
        out += value
        index += name.utf8.count + 4
      } else {
        out.append(bytes[index])
        index += 1
      }
    }
    return out
  }

  private func isName(_ name: String, at index: Int) -> Bool {
    bytes[index...].starts(with: "{{\(name)}}".utf8)
  }
}

/// Returns bytes in Base64 (RFC 4648).
private func base64(_ bytes: [UInt8]) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let piece = bytes[start..<min(start + 3, bytes.count)]
    let bits = (0..<3).reduce(0) {
      $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0)
    }
    for place in 0..<4 {
      text.append(place > piece.count ? UInt8(ascii: "=") : digits[bits >> (18 - 6 * place) & 63])
    }
  }
  return String(decoding: text, as: UTF8.self)
}

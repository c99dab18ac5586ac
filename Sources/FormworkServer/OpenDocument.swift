// A document that is open in an editor.

internal import FormworkAuthoring
internal import FormworkReport
internal import FormworkSyntax

/// An example that was evaluated.
struct TriedExample {
  let span: Span
  /// The result that the example states.
  let expectation: String
  /// The actual result, or nil if it matches `expectation`.
  let outcome: String?
}

/// A form in an editor, with the results of reading its current text.
package final class OpenDocument {
  let uri: String
  var version: Int?
  private(set) var source: Source
  /// The path of the file, or nil if the document isn't a file.
  let path: [UInt8]?
  private var known: (reading: FormReading, names: FormNames)?
  private var tried: [TriedExample]?

  init(uri: String, version: Int?, text: [UInt8]) {
    self.uri = uri
    self.version = version
    path = FileURI.path(of: uri)
    source = Source(name: OpenDocument.name(path), bytes: text)
  }

  private static func name(_ path: [UInt8]?) -> String {
    let last = path?.split(separator: UInt8(ascii: "/")).last ?? []
    return last.isEmpty ? "form" : String(decoding: last, as: UTF8.self)
  }

  var name: String { source.name }

  /// The folder of the document, with a slash at the end.
  var folder: [UInt8]? {
    path.map { path in Array(path[...(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]) }
  }

  /// The names of the files in the last reading, relative to the folder of the form.
  var fileNames: [String] { known?.reading.source.files.map { $0.name } ?? [] }

  /// Returns the URI of a file in the last reading.
  func uri(ofFile number: Int) -> String? {
    number == 0 ? uri : path(ofFile: number).map { FileURI.uri(of: $0) }
  }

  /// Returns the path of a file in the last reading.
  func path(ofFile number: Int) -> [UInt8]? {
    if number == 0 { return path }
    guard let folder, fileNames.indices.contains(number) else { return nil }
    return folder + Array(fileNames[number].utf8)
  }

  /// Applies a change: a new text for the whole document or for a range of it.
  func take(_ change: JSONValue, _ encoding: PositionEncoding) {
    guard let text = change["text"]?.text else { return }
    guard let range = change["range"] else {
      source = Source(name: name, bytes: Array(text.utf8))
      return
    }
    guard let start = TextPosition(range["start"]), let end = TextPosition(range["end"]) else {
      return
    }
    let lower = source.offset(of: start, encoding)
    let upper = max(lower, source.offset(of: end, encoding))
    var bytes = source.bytes
    bytes.replaceSubrange(lower..<upper, with: Array(text.utf8))
    source = Source(name: name, bytes: bytes)
  }

  func forget() { (known, tried) = (nil, nil) }

  /// The outcomes of the form's examples, computed again after a change.
  func tried(_ run: () -> [TriedExample]) -> [TriedExample] {
    if let tried { return tried }
    let outcomes = run()
    tried = outcomes
    return outcomes
  }

  /// Returns the results of reading the document. They are computed again after each change.
  func known(_ read: () -> FormReading) -> (reading: FormReading, names: FormNames) {
    if let known { return known }
    let reading = read()
    let made = (reading, FormNames(reading))
    known = made
    return made
  }
}

extension TextPosition {
  init?(_ value: JSONValue?) {
    guard let line = value?["line"]?.integer, let character = value?["character"]?.integer else {
      return nil
    }
    self.init(line: line, character: character)
  }
}

/// Converts between file paths and URIs (RFC 8089).
enum FileURI {
  private static let scheme = "file://"

  /// Returns the path in a URI, or nil if it isn't a file URI.
  static func path(of uri: String) -> [UInt8]? {
    guard uri.hasPrefix(scheme) else { return nil }
    let rest = Array(uri.utf8.dropFirst(scheme.utf8.count))
    // The host before the path, such as localhost, is always this machine.
    guard let start = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    var path: [UInt8] = []
    var index = start
    while index < rest.count {
      if rest[index] == UInt8(ascii: "%"), index + 2 < rest.count,
        let byte = UInt8(String(decoding: rest[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        path.append(byte)
        index += 3
      } else {
        path.append(rest[index])
        index += 1
      }
    }
    return path
  }

  /// Returns the URI of a path.
  static func uri(of path: [UInt8]) -> String {
    var uri = scheme
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return uri
  }
}

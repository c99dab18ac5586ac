// Forms of the examples, and a client that talks to a server.

import FormworkAuthoring
import FormworkEngine
import FormworkReport
import FormworkSyntax
import Foundation

@testable import FormworkServer

/// The forms of the examples.
enum ExampleForms {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("examples")

  /// Their paths, relative to the folder of examples.
  static let paths: [String] = {
    let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return all.filter { $0.hasSuffix(".form") }.sorted()
  }()

  static func text(_ path: String) -> [UInt8] {
    let data = FileManager.default.contents(atPath: folder.appendingPathComponent(path).path)
    return Array(data ?? Data())
  }

  /// Returns a reader for the files next to a form.
  static func reader(_ path: String) -> FormLoader.Reader {
    let folder = folder.appendingPathComponent(path).deletingLastPathComponent()
    return { file in
      guard
        let data = FileManager.default.contents(atPath: folder.appendingPathComponent(file).path)
      else { return .failure(.init(.unreadable("No such file"))) }
      return .success(FileText(bytes: Array(data)))
    }
  }
}

/// Sends a test's messages to a server and collects the answers.
final class Client {
  private(set) var messages: [JSONValue] = []
  private(set) var server: LanguageServer! = nil
  private var lastID = 0
  /// Files that are not open, by their paths.
  var files: [String: String] = [:]

  init(isInitialized: Bool = true, data: LanguageServer.DataDesk? = nil) {
    let host = LanguageServer.Host(
      reader: { [unowned self] path in
        let folder = path.map { String(decoding: $0, as: UTF8.self) }?.split(
          separator: "/", omittingEmptySubsequences: false
        ).dropLast().joined(separator: "/")
        return { file in
          guard let text = self.files[(folder ?? "") + "/" + file] else {
            return .failure(.init(.unreadable("No such file")))
          }
          return .success(FileText(bytes: Array(text.utf8)))
        }
      },
      knowsEncoding: { _ in true },
      moment: {
        let day = CalendarDate(year: 2026, month: 11, day: 20)!
        let now = CalendarInstant(utc: CalendarDateTime(date: day, time: .midnight))
        return Moment(today: day, now: now)
      },
      data: data,
      forms: { [unowned self] folder in
        let folder = String(decoding: folder, as: UTF8.self)
        return files.keys.sorted().filter { $0.hasPrefix(folder) }
          .map { String($0.dropFirst(folder.count)) }.filter { !$0.contains("/") }
      },
      folders: { [unowned self] folder in
        let folder = String(decoding: folder, as: UTF8.self)
        let inside = files.keys.filter { $0.hasPrefix(folder) }.map { $0.dropFirst(folder.count) }
        return Set(inside.filter { $0.contains("/") }.map { String($0.prefix { $0 != "/" }) })
          .sorted()
      },
      help: { $0.isEmpty ? nil : "About " + $0 },
      send: { [unowned self] in messages.append(JSONValue($0) ?? .null) })
    server = LanguageServer(version: "test", host: host)
    if isInitialized { _ = ask("initialize", "{}") }
  }

  /// Sends a request. Returns the whole answer.
  func ask(_ method: String, _ parameters: String) -> JSONValue {
    lastID += 1
    take(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(parameters)}"#)
    return messages.last ?? .null
  }

  func tell(_ method: String, _ parameters: String) {
    take(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)}"#)
  }

  func take(_ text: String) { server.take(Array(text.utf8)) }

  static func quoted(_ text: String) -> String {
    String(decoding: JSONValue.string(text).bytes, as: UTF8.self)
  }

  static let uri = "file:///forms/a.form"

  /// Opens a form. Returns its findings.
  func open(_ text: String, uri: String = Client.uri) -> [String] {
    tell(
      "textDocument/didOpen",
      #"{"textDocument":{"uri":"\#(uri)","version":1,"text":\#(Client.quoted(text))}}"#)
    return found(uri)
  }

  /// Returns the codes of the findings in a document.
  func found(_ uri: String = Client.uri) -> [String] {
    messages = []
    server.settle()
    let own = messages.last { $0["params"]?["uri"]?.text == uri }
    return (own?["params"]?["diagnostics"]?.items ?? []).compactMap { $0["code"]?.text }
  }

  /// Sends a request about a position in a document.
  func ask(
    _ method: String, _ line: Int, _ character: Int, _ more: String = "", uri: String = Client.uri
  ) -> JSONValue {
    ask(
      "textDocument/" + method,
      #"{"textDocument":{"uri":"\#(uri)"},"position":{"line":\#(line),"character":\#(character)}\#(more)}"#
    )
  }
}

extension JSONValue: CustomStringConvertible {
  var description: String { String(decoding: bytes, as: UTF8.self) }
}

// Tests in the language: files of chunks, each a form with records and their expected outcomes.
//
//   === what is tested
//   field a: int rule value > 3 message "{value}?"
//   --- {"a":7}
//   accepted {"a":7}
//   --- ja {"a":2}
//   a compare "2?" {"min":3,"actual":2}
//   --- form
//   warning no-message: value > 3
//
// The language of the messages may come before a record. `accepted` is followed by the exact product. A problem is
// its path (`-` for the record), its code and, if relevant, message, params and title (`title "…"`), in this order,
// after `warning` if that is its severity. `skipped` names a condition that stayed unknown because of an unusable
// field; without it, skipped conditions aren't checked. `--- form` is followed by all findings about the form:
// severity, code and the text that they point at. Without it, the form must have no errors and may have any warnings.
// Records of a title with `[json]` aren't tried as rows; a title with `[crlf]` has such line breaks.

import FormworkReport
import FormworkSyntax
import Foundation
import Testing

@testable import Formwork
@testable import FormworkEngine

/// A form with its records.
struct LanguageChunk: CustomTestStringConvertible {
  var title: String
  var place: String
  var spec = ""
  var records: [Record] = []
  /// The expected findings, if the chunk lists them.
  var findings: [String]?
  /// The form, compiled once for all tests.
  var form: Result<FormSpec, FormSpecError> { LanguageChunk.forms[place]! }

  struct Record {
    var line: Int
    var language: String?
    var json: String
    var wanted: [String] = []
  }

  var testDescription: String { "\(place) \(title)" }

  var onlyJSON: Bool { title.contains("[json]") }

  /// The chunks of every file in the folder `Language`.
  static let all: [LanguageChunk] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Language")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().flatMap { name in
      let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      return chunks(of: text ?? "", in: name)
    }
  }()

  private static let forms = Dictionary(
    uniqueKeysWithValues: all.map { chunk in
      let form = Result { () throws(FormSpecError) in
        try FormSpec(source: chunk.spec, name: chunk.place)
      }
      return (chunk.place, form)
    })

  private static func chunks(of text: String, in file: String) -> [LanguageChunk] {
    var chunks: [LanguageChunk] = []
    var isForm = true
    var isFindings = false
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if let title = line.after("=== ") {
        chunks.append(LanguageChunk(title: title, place: "\(file):\(index + 1)"))
        isForm = true
      } else if chunks.isEmpty {
        continue
      } else if line == "--- form" {
        chunks[chunks.count - 1].findings = []
        (isForm, isFindings) = (false, true)
      } else if let head = line.after("--- ") {
        chunks[chunks.count - 1].records.append(record(head, line: index + 1))
        (isForm, isFindings) = (false, false)
      } else if isForm {
        let lineBreak = chunks[chunks.count - 1].title.contains("[crlf]") ? "\r\n" : "\n"
        chunks[chunks.count - 1].spec += line + lineBreak
      } else if !line.isEmpty, isFindings {
        chunks[chunks.count - 1].findings?.append(line)
      } else if !line.isEmpty {
        let last = chunks[chunks.count - 1].records.count - 1
        chunks[chunks.count - 1].records[last].wanted.append(line)
      }
    }
    return chunks
  }

  private static func record(_ head: String, line: Int) -> Record {
    let brace = head.firstIndex(of: "{") ?? head.startIndex
    let language = head[..<brace].trimmingCharacters(in: .whitespaces)
    return Record(
      line: line, language: language.isEmpty ? nil : language, json: String(head[brace...]))
  }
}

extension String {
  fileprivate func after(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

// MARK: - Outcomes

/// The outcome of a record, as lines.
struct LanguageOutcome {
  /// The product, if the record was accepted.
  var product: String?
  /// Each problem at every level of detail, the fullest last.
  var problems: [[String]] = []
  var skipped: [String] = []

  var lines: [String] {
    var lines = product.map { ["accepted " + $0] } ?? []
    lines += problems.map { $0.last ?? "" }
    return lines + skipped
  }

  /// Returns whether the outcome is as expected.
  func matches(_ wanted: [String]) -> Bool {
    var rest = wanted.filter { !$0.hasPrefix("skipped ") }
    if rest.count < wanted.count, wanted.filter({ $0.hasPrefix("skipped ") }) != skipped {
      return false
    }
    if let product {
      guard let first = rest.first, first == "accepted " + product else { return false }
      rest.removeFirst()
    }
    return rest.count == problems.count
      && zip(rest, problems).allSatisfy { line, forms in forms.contains(line) }
  }
}

/// Runs the records of a chunk in several ways.
final class LanguageRunner {
  private let spec: FormSpec
  private let evaluator: Evaluator
  /// Fills and evaluates every field.
  private let slowEvaluator: Evaluator
  private let products: ProductWriter

  /// The day and the moment of every chunk.
  static let moment = {
    let day = CalendarDate(year: 2026, month: 11, day: 20) ?? .first
    let time = CalendarTime(hour: 12, minute: 0) ?? .midnight
    return Moment(
      today: day, now: CalendarInstant(utc: CalendarDateTime(date: day, time: time)))
  }()

  init(_ spec: FormSpec) {
    self.spec = spec
    evaluator = Evaluator(spec.program, moment: LanguageRunner.moment)
    slowEvaluator = Evaluator(spec.program, moment: LanguageRunner.moment, isFast: false)
    products = ProductWriter(spec.program)
  }

  /// Runs the records one by one, each as a whole JSON file, without the fast path.
  func whole(_ records: [LanguageChunk.Record]) -> [LanguageOutcome] {
    records.map { record in
      let bytes = Array(record.json.utf8)
      let outcomes = split(slowEvaluator, bytes, .json, pieceSize: bytes.count, [record])
      return outcomes.first ?? LanguageOutcome()
    }
  }

  /// The padding after the last record of a piece. With this much, every row is read the fast way if possible.
  private static let room = String(repeating: "\n", count: 64)

  /// Runs the records as lines of one stream, which arrives in pieces.
  func lines(
    _ records: [LanguageChunk.Record], pieceSize: Int = .max
  ) -> [LanguageOutcome] {
    let text = records.map { $0.json + "\n" }.joined() + LanguageRunner.room
    return split(evaluator, Array(text.utf8), .ndjson, pieceSize: pieceSize, records)
  }

  /// Runs the records with two spaces or a tab wherever JSON allows them.
  func spaced(_ records: [LanguageChunk.Record]) -> [LanguageOutcome] {
    runs(records.map { LanguageRunner.spaced($0.json) }, records).map { $0 ?? LanguageOutcome() }
  }

  /// Runs the records with all characters of texts and keys escaped.
  func escaped(_ records: [LanguageChunk.Record]) -> [LanguageOutcome] {
    runs(records.map { LanguageRunner.escaped($0.json) }, records).map { $0 ?? LanguageOutcome() }
  }

  /// Returns whether each record is accepted without output, if the records are lines of one piece, three times each,
  /// and valid ones are skipped.
  func passes(_ records: [LanguageChunk.Record]) -> [Bool] {
    let all = records + records + records
    return runs(all.map { $0.json }, all, passesAll: true).map { outcome in
      outcome.map { $0.product != nil && $0.problems.isEmpty } ?? true
    }
  }

  /// Runs each line of one piece. Returns nil for those that were skipped.
  private func runs(
    _ lines: [String], _ records: [LanguageChunk.Record], passesAll: Bool = false
  ) -> [LanguageOutcome?] {
    var outcomes: [LanguageOutcome?] = []
    LanguageRunner.withPadded(lines) { bytes in
      var at = 0
      while true {
        // With a separate evaluator, a line doesn't resemble an earlier one.
        let evaluator =
          passesAll ? evaluator : Evaluator(spec.program, moment: LanguageRunner.moment)
        let run = evaluator.passLines(bytes, from: at, isTold: !passesAll)
        outcomes += Array(repeating: nil, count: run.passed)
        guard run.next < bytes.count else { return }
        at = run.end
        let number = outcomes.count
        let span = RecordSpan(lower: run.next, upper: at, line: number + 1, column: 1)
        let record = TextBytes(rebasing: bytes[run.next..<at])
        outcomes.append(
          outcome(evaluator, record, span, number + 1, records[number].language) {
            (_) throws(MalformedRecord) in
            if let failure = run.failure { throw failure }
          })
        at += 1
      }
    }
    return outcomes
  }

  /// Runs the records as lines of one piece and returns their separate outcomes.
  func runs(_ records: [LanguageChunk.Record]) -> [LanguageOutcome] {
    runs(records.map { $0.json }, records).map { $0 ?? LanguageOutcome() }
  }

  /// Returns the output about the records, three times each, both as lines and after splitting.
  func reports(_ records: [LanguageChunk.Record]) -> (lines: Written, cut: Written) {
    var options = ReportOptions(layout: .ndjson, moment: LanguageRunner.moment)
    options.output = .ndjson
    options.wantsAccepted = true
    options.wantsRejected = true
    var linesResult = PieceResult()
    var cutResult = PieceResult()
    LanguageRunner.withPadded((records + records + records).map { $0.json }) { bytes in
      let lines = RecordReporter(spec.program, source: spec.source, options: options)
      lines.report(lines: bytes, from: 0, firstRecord: 1, line: 1, into: &linesResult)
      var splitter = RecordSplitter(.ndjson)
      var spans: [RecordSpan] = []
      _ = splitter.split(bytes, isFinal: true, into: &spans)
      let cut = RecordReporter(
        spec.program, source: spec.source, options: options, isFast: false)
      cut.report(bytes, spans, firstRecord: 1, into: &cutResult)
    }
    return (Written(linesResult), Written(cutResult))
  }

  /// Calls `body` with the lines and the bytes that `Padding` requires after them.
  private static func withPadded(_ lines: [String], _ body: (TextBytes) -> Void) {
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    let padded = text + Array(repeating: 0, count: Padding.count)
    padded.withUnsafeBufferPointer { body(TextBytes(rebasing: $0[..<text.count])) }
  }

  private static func spaced(_ json: String) -> String {
    var out = ""
    var isInText = false
    var isEscaped = false
    for character in json {
      if isInText {
        out.append(character)
        isInText = isEscaped || character != "\""
        isEscaped = !isEscaped && character == "\\"
        continue
      }
      let isMark = "{}[],:".contains(character)
      out += isMark ? "  \(character)\t " : String(character)
      isInText = character == "\""
    }
    return out
  }

  private static func escaped(_ json: String) -> String {
    var out = ""
    var isInText = false
    var rest = Array(json.utf16)[...]
    while let unit = rest.popFirst() {
      if unit == 0x22 { isInText.toggle() }
      if !isInText || unit == 0x22 {
        out.append(contentsOf: String(decoding: [unit], as: UTF16.self))
      } else if unit == 0x5C, let escape = rest.popFirst() {
        // A `u` is followed by four digits.
        let digits = escape == 0x75 ? rest.prefix(4) : []
        rest = rest.dropFirst(digits.count)
        out += String(decoding: [unit, escape] + digits, as: UTF16.self)
      } else {
        let digits = String(unit, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return out
  }

  /// Runs the records as rows of a table. Returns nil if a table cannot hold them.
  func rows(
    _ records: [LanguageChunk.Record], pieceSize: Int = .max
  ) -> [LanguageOutcome]? {
    guard let csv = LanguageTable(spec.program, records.map { $0.json }) else { return nil }
    let header = Array(csv.header.utf8)
    let comma = UInt8(ascii: ",")
    let table = header.withUnsafeBufferPointer {
      TableReader.open(header: $0, .table(delimiter: comma), program: spec.program).reader
    }
    guard let table else { return nil }
    let text = csv.rows.map { $0 + "\r\n" }.joined() + LanguageRunner.room
    return split(
      evaluator, Array(text.utf8), .table(delimiter: comma), pieceSize: pieceSize, records, table)
  }

  private func split(
    _ evaluator: Evaluator, _ bytes: [UInt8], _ format: DataLayout, pieceSize: Int,
    _ records: [LanguageChunk.Record], _ table: TableReader? = nil
  ) -> [LanguageOutcome] {
    var splitter = RecordSplitter(format)
    var outcomes: [LanguageOutcome] = []
    var pending: [UInt8] = []
    var offset = 0
    repeat {
      let end = min(bytes.count - offset, max(1, pieceSize)) + offset
      pending += bytes[offset..<end]
      offset = end
      var spans: [RecordSpan] = []
      let used = pending.withUnsafeBufferPointer { piece in
        let used = splitter.split(piece, isFinal: offset == bytes.count, into: &spans)
        for span in spans {
          let number = outcomes.count
          guard number < records.count else { break }
          let record = TextBytes(rebasing: piece[span.lower..<span.upper])
          let room = piece.count - span.upper
          outcomes.append(
            outcome(evaluator, record, span, number + 1, records[number].language) {
              (evaluator) throws(MalformedRecord) in
              try evaluator.evaluate(record, of: table, room: room)
            })
        }
        return used
      }
      pending.removeFirst(used)
    } while offset < bytes.count
    return outcomes
  }

  private func outcome(
    _ evaluator: Evaluator, _ record: TextBytes, _ span: RecordSpan, _ number: Int,
    _ language: String?,
    _ evaluate: (Evaluator) throws(MalformedRecord) -> Void
  ) -> LanguageOutcome {
    let writer = MessageWriter(spec.program, language: language)
    do throws(MalformedRecord) {
      try evaluate(evaluator)
    } catch {
      return LanguageOutcome(problems: [forms(writer.report(error, record, span))])
    }
    var outcome = LanguageOutcome()
    if evaluator.isAccepted {
      var out: [UInt8] = []
      products.write(evaluator, to: &out)
      outcome.product = String(decoding: out, as: UTF8.self)
    }
    var places = RecordPlaces(span, evaluator.record)
    outcome.problems = evaluator.problems.map {
      forms(writer.report($0, evaluator, &places, record: number))
    }
    outcome.skipped = evaluator.skipped(limit: .max).told.map { skipped in
      "skipped " + spec.source.text(spec.program.nodes[Int(skipped.condition)].span)
    }
    return outcome
  }

  /// Returns a problem with and without each of its details.
  private func forms(_ report: ProblemReport) -> [String] {
    var forms = [(report.severity == .warning ? "warning " : "") + (report.field ?? "-")]
    forms = forms.map { $0 + " " + report.code }
    let message = report.message.replacingOccurrences(of: "\n", with: "\\n")
    forms += forms.map { $0 + " \"\(message)\"" }
    if let parameters = parameters(report) { forms += forms.map { $0 + " " + parameters } }
    if let title = report.title { forms += forms.map { $0 + " title \"\(title)\"" } }
    return forms
  }

  private func parameters(_ report: ProblemReport) -> String? {
    guard !report.parameters.isEmpty else { return nil }
    var out = ByteBuffer()
    report.write(to: &out)
    let text = String(decoding: out.bytes, as: UTF8.self)
    guard let start = text.range(of: "\"params\":")?.upperBound else { return nil }
    var end = text.index(before: text.endIndex)
    if let place = text.range(of: ",\"line\":", options: .backwards) { end = place.lowerBound }
    return String(text[start..<end])
  }
}

/// Records as a table, if they have no lists, no records and no numbers in fields of texts.
struct LanguageTable {
  private(set) var header = ""
  private(set) var rows: [String] = []

  init?(_ program: Program, _ records: [String]) {
    guard program.levels.count == 1 else { return nil }
    var keys: [String] = []
    func add(_ key: String) {
      if !keys.contains(key) { keys.append(key) }
    }
    for field in program.fields { field.keys.first.map(add) }
    var objects: [[String: Any]] = []
    for record in records {
      guard
        let object = try? JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any]
      else { return nil }
      for key in object.keys.sorted() { add(key) }
      objects.append(object)
    }
    let texts = program.fields.filter { LanguageTable.wantsText($0.type) }.flatMap { $0.keys }
    header = keys.map(LanguageTable.cell).joined(separator: ",")
    for (object, record) in zip(objects, records) {
      var cells: [String] = []
      for key in keys {
        let isText = texts.contains(key)
        guard let cell = LanguageTable.text(object[key], isText: isText, in: record) else {
          return nil
        }
        cells.append(LanguageTable.cell(cell))
      }
      rows.append(cells.joined(separator: ","))
    }
  }

  /// Returns whether a number or bool in JSON differs from the same text in this type.
  private static func wantsText(_ type: FieldType) -> Bool {
    guard case .plain(let kind) = type else { return true }
    return switch kind.row.operand {
    case .int, .number, .bool: false
    default: true
    }
  }

  private static func text(_ value: Any?, isText: Bool, in record: String) -> String? {
    switch value {
    case nil, is NSNull: return ""
    case let text as String: return text
    case let number as NSNumber where !isText:
      if String(cString: number.objCType) == "c" { return number.boolValue ? "true" : "false" }
      // If Foundation writes the number differently, it may have rounded it.
      return record.contains(number.stringValue) ? number.stringValue : nil
    default: return nil
    }
  }

  private static func cell(_ text: String) -> String {
    "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}

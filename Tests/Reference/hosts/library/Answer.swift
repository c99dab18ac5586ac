// The library's answers to a case.

import Formwork
import Foundation

/// The answers from every way to pass records to the library, as a line of JSON; see hosts.py.
struct Answer {
  private let request: Request
  private let options: ValidationOptions
  private var random: SeededNumbers
  private(set) var line = ""

  init(_ request: Request) async {
    self.request = request
    let day = request.today.split(separator: "-").compactMap { Int($0) }
    let today = DateComponents(year: day[0], month: day[1], day: day[2])
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    options = ValidationOptions(
      now: calendar.date(from: today), timeZone: .gmt,
      today: today)
    random = SeededNumbers(request.seed)
    do {
      let spec = try FormSpec(contentsOf: request.folder + "/spec.form")
      let kinds = ["whole": await whole(spec), "alone": alone(spec), "values": values(spec)]
      line = "{" + kinds.map { "\"\($0)\":\(Answer.object($1))" }.joined(separator: ",") + "}"
    } catch {
      line = Answer.fault(error.description)
    }
  }

  private typealias Way = (name: String, answer: String)

  // MARK: - All records as one set of data

  private mutating func whole(_ spec: FormSpec) async -> [Way] {
    let url = URL(fileURLWithPath: request.folder + "/data." + request.format)
    guard let data = try? Data(contentsOf: url), let format = RecordFormat(rawValue: request.format)
    else { return [("file", Answer.fault("no data, or of no known format"))] }
    var ways: [Way] = [
      ("file", await Answer.records(spec.validate(contentsOf: url, options: options))),
      (
        "body",
        await Answer.records(spec.validate(body: pieces(data), as: format, options: options))
      ),
    ]
    if format == .ndjson {
      ways += [
        ("lines of a file", await Answer.records(spec.validate(lines: url, options: options))),
        (
          "lines in pieces",
          await Answer.records(spec.validate(lines: pieces(data), options: options))
        ),
        (
          "lines of bytes",
          await Answer.records(spec.validate(lines: stream(Array(data)), options: options))
        ),
      ]
    }
    return ways
  }

  /// Returns the data in chunks that end anywhere.
  private mutating func pieces(_ data: Data) -> AsyncStream<ArraySlice<UInt8>> {
    let bytes = Array(data)
    let longest = [1, 7, 40, 400, 1 << 20].randomElement(using: &random) ?? 1
    var cut: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 1...longest, using: &random))
      cut.append(bytes[start..<end])
      start = end
    }
    return stream(cut)
  }

  private func stream<Element: Sendable>(_ elements: [Element]) -> AsyncStream<Element> {
    AsyncStream { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }

  private static func records(
    _ outcomes: some AsyncSequence<RecordOutcome, any Error>
  ) async -> String {
    var records: [String] = []
    do {
      for try await record in outcomes {
        records.append(text(of: record.outcome, number: record.number))
      }
    } catch { return fault("\(error)") }
    return "[" + records.joined(separator: ",") + "]"
  }

  // MARK: - Each record alone

  private func alone(_ spec: FormSpec) -> [Way] {
    guard let records = request.alone else { return [] }
    return [("json", Answer.list(records) { spec.validate(json: Array($0), options: options) })]
  }

  private mutating func values(_ spec: FormSpec) -> [Way] {
    var ways: [Way] = []
    if let records = request.texts {
      ways.append(
        (
          "form",
          Answer.list(records) { texts in
            spec.validate(form: texts.map { ($0.name, $0.text) }, options: options)
          }
        ))
      ways.append(
        (
          "query",
          Answer.list(records) { texts in
            spec.validate(
              query: texts.map { URLQueryItem(name: $0.name, value: $0.text) }, options: options)
          }
        ))
    }
    if let records = request.boxes {
      var random = random
      ways.append(("screen", Answer.list(records) { shown($0, spec) }))
      ways.append(("typed", Answer.list(records) { typed($0, spec, &random) }))
    }
    guard let records = request.values else { return ways }
    ways.append(
      ("values", Answer.list(records) { spec.validate($0.recordValue, options: options) }))
    ways.append(
      ("encoding", Answer.list(records) { try spec.validate(encoding: $0, options: options) }))
    var random = random
    ways.append(
      (
        "untyped",
        Answer.list(records) { record in
          guard case .record(let values) = record else { throw NoRecord() }
          return try spec.validate(untyped: Native.untyped(values, &random), options: options)
        }
      ))
    return ways
  }

  private struct NoRecord: Error {}

  /// Returns the outcome of a form on screen that begins with the texts.
  private func shown(_ texts: [Request.Text], _ spec: FormSpec) -> Outcome {
    let values = texts.map { ($0.name, RecordValue.string($0.text)) }
    let unique = Dictionary(values, uniquingKeysWith: { $1 })
    return FormSession(spec, values: unique, options: options).submit()
  }

  /// Returns the outcome of a form on screen after the texts have been typed in any order, some of them after another
  /// text.
  private func typed(
    _ texts: [Request.Text], _ spec: FormSpec, _ random: inout SeededNumbers
  ) -> Outcome {
    let session = FormSession(
      spec, timing: Bool.random(using: &random) ? .change : .submit, options: options)
    for text in texts.shuffled(using: &random) {
      if Int.random(in: 0..<4, using: &random) == 0 { session[text.name]?.text = "12" }
      session[text.name]?.text = text.text
    }
    // A text that a box showed as its default isn't stored. Another field of the name may have taken the box since.
    for _ in texts {
      for text in texts { session[text.name]?.text = text.text }
    }
    return session.submit()
  }

  private static func list<Record>(
    _ records: [Record?], _ validate: (Record) throws -> Outcome
  ) -> String {
    let answers = records.map { record in
      guard let record else { return "null" }
      do { return text(of: try validate(record), number: 1) } catch {
        return fault("\(error)")
      }
    }
    return "[" + answers.joined(separator: ",") + "]"
  }

  // MARK: - JSON

  private static func text(of outcome: Outcome, number: Int?) -> String {
    let all = outcome.problems + outcome.warnings
    let problems = all.filter { $0.code != "undecided" }.map {
      String(decoding: $0.jsonBytes, as: UTF8.self)
    }
    let undecided = all.compactMap { rule(of: $0) }.sorted { $0.place < $1.place }.map { $0.json }
    let product = outcome.product.map {
      ",\"product\":" + String(decoding: $0.jsonBytes, as: UTF8.self)
    }
    let rest = undecided.isEmpty ? "}" : ",\"undecided\":[\(undecided.joined(separator: ","))]}"
    // A data set as a whole has no product.
    return "{\"record\":\(number.map { String($0) } ?? "null"),\"accepted\":\(outcome.isAccepted)"
      + (number == nil ? "" : product ?? "")
      + ",\"problems\":[\(problems.joined(separator: ","))]" + rest
  }

  /// Returns a rule that can't be decided, as lines of results have it.
  private static func rule(of problem: Problem) -> (place: Int, json: String)? {
    guard case .undecided(let record, let line, let list) = problem.reason,
      let place = problem.place
    else { return nil }
    let check = text("\(place.file.split(separator: "/").last ?? ""):\(place.line)")
    let file = list.map { ",\"file\":\(text($0))" } ?? ""
    let json = "{\"check\":\(check),\"record\":\(record),\"line\":\(line)\(file)}"
    return (place.line * 1_000 + place.column, json)
  }

  private static func object(_ ways: [Way]) -> String {
    "{" + ways.map { text($0.name) + ":" + $0.answer }.joined(separator: ",") + "}"
  }

  private static func fault(_ sentence: String) -> String { "{\"fault\":\(text(sentence))}" }

  private static func text(_ text: String) -> String {
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
  }
}

// Problems as JSON and as sentences. If the words of a problem are the same for all records, the words are written at
// the problem's first occurrence and then copied. Writing them takes as long as evaluating twenty records.

internal import FormworkEngine
internal import FormworkSyntax

/// Writes the problems of one program. Each instance belongs to one thread.
final class ProblemLines {
  /// The key of cached words. Problems with equal keys share their words, unless the words depend on the record.
  private struct Key: Hashable {
    var kind: UInt8
    var field: Int32
    var rule: Int32
    var part: Int32

    init(_ problem: Problem) {
      kind = problem.kind.rawValue
      field = problem.field
      rule = problem.rule
      part = problem.part
    }
  }

  /// The words of a problem that are the same for every record. This is a class so that a lookup retains only one
  /// reference.
  private final class Fixed {
    let texts: ProblemTexts
    /// The problem as JSON up to its parameters.
    let head: [UInt8]
    /// The problem's parameters except the actual value, without braces.
    let parameters: [UInt8]
    let sentence: String
    /// The sentence as a JSON string.
    let sentenceJSON: [UInt8]
    /// Whether the actual value is one of the problem's parameters.
    let showsActual: Bool

    init(_ report: ProblemReport, showsActual: Bool) {
      texts = ProblemTexts(report)
      head = ByteBuffer.bytes { report.writeHead(to: &$0) }
      parameters = ByteBuffer.bytes { out in
        ProblemReport.write(report.parameters.filter { $0.name != "actual" }, to: &out)
      }
      sentence = ProblemLines.sentence(report)
      let sentence = sentence
      sentenceJSON = ByteBuffer.bytes { $0.value(sentence) }
      self.showsActual = showsActual
    }
  }

  private let writer: MessageWriter
  /// The words of the problems that have occurred. Nil for a problem whose words depend on the record.
  private var known: [Fixed?] = []
  private var keys: [Key] = []
  private var numbers: OrderedDictionary<Key, Int> = [:]
  /// The number of keys to search linearly, which is faster than a dictionary for so few.
  private static let fewKeys = 16
  /// The index of the key to compare first. It is the one after the last match, because problems often occur in the
  /// same order.
  private var next = 0

  init(_ writer: MessageWriter) { self.writer = writer }

  /// Appends a problem of the evaluator's current record as JSON.
  func write(
    _ problem: Problem, _ evaluator: Evaluator, _ places: inout RecordPlaces, record: Int,
    to out: inout ByteBuffer
  ) {
    let recordPlace = RecordPlace(record: record, line: places.firstLine)
    guard let fixed = fixed(problem, evaluator, recordPlace) else {
      return writer.report(problem, evaluator, &places, record: record).write(to: &out)
    }
    out.separate()
    out.append(fixed.head)
    writeParameters(of: problem, fixed, evaluator, key: "params", to: &out)
    if let offset = evaluator.offset(of: problem) {
      let place = places.place(of: offset)
      out.member("line", place.line)
      out.member("column", place.column)
    }
    out.append("}")
  }

  /// Returns the words of a problem of the evaluator's current record. Appends its parameters as a JSON object, if it
  /// has any.
  func texts(
    of problem: Problem, _ evaluator: Evaluator, at place: RecordPlace,
    parameters out: inout ByteBuffer
  ) -> ProblemTexts {
    if let fixed = fixed(problem, evaluator, place) {
      writeParameters(of: problem, fixed, evaluator, to: &out)
      return fixed.texts
    }
    let report = writer.report(problem, evaluator, at: place)
    if !report.parameters.isEmpty {
      out.object { ProblemReport.write(report.parameters, to: &$0) }
    }
    return ProblemTexts(report)
  }

  /// Appends a key and the parameters as a JSON object, or nothing if there are none.
  private func writeParameters(
    of problem: Problem, _ fixed: Fixed, _ evaluator: Evaluator, key: StaticString? = nil,
    to out: inout ByteBuffer
  ) {
    let actual = fixed.showsActual ? evaluator.actual(of: problem) : nil
    let text = actual.flatMap { $0.kind == .text && !$0.isLongText ? $0.bytes : nil }
    let parameter = text == nil ? actual.flatMap { ProblemReport.Parameter($0) } : nil
    let showsActual = text != nil || parameter != nil
    if !showsActual, fixed.parameters.isEmpty { return }
    if let key { out.key(key) }
    out.object { out in
      out.append(fixed.parameters)
      if showsActual { out.key("actual") }
      // Most actual values are texts, which need no conversion.
      if let text { out.value(text) } else { parameter?.write(to: &out) }
    }
  }

  /// Returns the field and the message of a problem as one sentence: `age: Age must be 0 to 999`.
  func sentence(
    _ problem: Problem, _ evaluator: Evaluator, at place: RecordPlace
  ) -> String {
    if let fixed = fixed(problem, evaluator, place) { return fixed.sentence }
    let facts = evaluator.facts(of: problem, listing: MessageWriter.listedValues)
    let words = ProblemWords(problem, evaluator, at: place, facts)
    return ProblemLines.sentence(
      evaluator.numberedColumnName(of: problem) ?? evaluator.path(of: problem),
      words.message(writer))
  }

  /// Appends the sentence of a problem as a JSON string.
  func writeSentence(
    _ problem: Problem, _ evaluator: Evaluator, at place: RecordPlace, to out: inout ByteBuffer
  ) {
    if let fixed = fixed(problem, evaluator, place) {
      out.separate()
      return out.append(fixed.sentenceJSON)
    }
    out.value(sentence(problem, evaluator, at: place))
  }

  static func sentence(_ report: ProblemReport) -> String {
    sentence(report.field, report.message)
  }

  private static func sentence(_ field: String?, _ message: String) -> String {
    field.map { "\($0): \(message)" } ?? message
  }

  private func fixed(
    _ problem: Problem, _ evaluator: Evaluator, _ place: RecordPlace
  ) -> Fixed? {
    let key = Key(problem)
    let number: Int
    if next < keys.count, keys[next] == key {
      number = next
    } else if let found = keys.prefix(ProblemLines.fewKeys).firstIndex(of: key) {
      number = found
    } else if let found = numbers[key] {
      number = found
    } else {
      number = known.count
      numbers[key] = number
      var fixed: Fixed?
      if writer.isFixed(problem, evaluator) {
        fixed = Fixed(
          writer.report(problem, evaluator, at: place),
          showsActual: problem.isBrokenRule && !evaluator.actualIsSecret(problem))
      }
      keys.append(key)
      known.append(fixed)
    }
    next = number + 1 < known.count ? number + 1 : 0
    return known[number]
  }
}

/// The words of a problem in UTF-8. This is a class so that passing an instance on retains only one reference.
final class ProblemTexts {
  let field: [UInt8]?
  let code: [UInt8]
  let severity: [UInt8]
  let message: [UInt8]

  init(_ report: ProblemReport) {
    field = report.field.map { Array($0.utf8) }
    code = Array(report.code.utf8)
    severity = Array(report.severity.rawValue.utf8)
    message = Array(report.message.utf8)
  }
}

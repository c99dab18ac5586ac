// What a whole run came to: how many records were accepted and rejected, and which problems they had.

package import FormworkEngine
internal import FormworkSyntax

/// Counts of a run, or of a part of one.
package struct Summary: Sendable {
  package private(set) var accepted = 0
  package private(set) var rejected = 0
  /// Records that cannot be read; they are among the rejected.
  package private(set) var malformed = 0
  /// Problems beyond those that are kept for a record.
  package private(set) var omitted = 0
  /// Errors of the data set as a whole.
  package private(set) var dataSetErrors = 0
  private var problems: [Key: Int] = [:]

  /// What is counted together: a field and a code.
  private struct Key: Hashable, Sendable {
    var kind: UInt8
    var field: Int32
    var part: Int32
    var isWarning: Bool
  }

  package init() {}

  package mutating func countMalformed() {
    rejected += 1
    malformed += 1
  }

  package mutating func count(_ evaluator: Evaluator) {
    if evaluator.isAccepted { accepted += 1 } else { rejected += 1 }
    omitted += evaluator.omittedCount
    count(each: evaluator.problems)
  }

  /// Counts problems of the data set as a whole.
  package mutating func count(_ problems: [Problem]) {
    dataSetErrors += problems.count { $0.severity == .error }
    count(each: problems)
  }

  private mutating func count(each found: [Problem]) {
    for problem in found {
      let part = problem.kind == .rule ? problem.part : -1
      let field = problem.field >= 0 ? problem.field : -1 - problem.level
      problems[
        Key(
          kind: problem.kind.rawValue, field: field, part: part,
          isWarning: problem.severity == .warning), default: 0] += 1
    }
  }

  package mutating func add(_ other: Summary) {
    accepted += other.accepted
    rejected += other.rejected
    malformed += other.malformed
    dataSetErrors += other.dataSetErrors
    omitted += other.omitted
    for (key, count) in other.problems { problems[key, default: 0] += count }
  }

  /// One line of the list of problems.
  package struct Line: Sendable, Equatable {
    package var count: Int
    /// The path, with `[]` for the items of a list; nil for the whole record.
    package var field: String?
    package var code: String
    package var isWarning: Bool
  }

  /// The problems counted by field and code, the most frequent first, then in the spec's order.
  package func lines(_ writer: MessageWriter) -> [Line] {
    var lines: [Line] = []
    for (key, count) in problems.sorted(by: { Summary.precedes($0.key, $1.key) }) {
      let problem = Problem(
        kind: Problem.Kind(rawValue: key.kind) ?? .rule, severity: .error, field: key.field,
        level: 0, frame: 0, part: key.part)
      let line = Line(
        count: count, field: writer.program.path(of: key.field), code: writer.code(of: problem),
        isWarning: key.isWarning)
      if let same = lines.firstIndex(where: {
        $0.field == line.field && $0.code == line.code && $0.isWarning == line.isWarning
      }) {
        lines[same].count += count
      } else {
        lines.append(line)
      }
    }
    if malformed > 0 {
      lines.append(Line(count: malformed, field: nil, code: "malformed", isWarning: false))
    }
    return lines.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map { $0.element }
  }

  private static func precedes(_ first: Key, _ second: Key) -> Bool {
    (first.field, first.kind, first.part, first.isWarning ? 1 : 0)
      < (second.field, second.kind, second.part, second.isWarning ? 1 : 0)
  }
}

extension Program {
  /// The path of a field with `[]` for items; a number below 0 is the level -1 - number as a whole.
  fileprivate func path(of field: Int32) -> String? {
    if field < 0 { return path(ofLevel: -1 - field) }
    let entry = fields[Int(field)]
    let outer = path(ofLevel: entry.level)
    if entry.name.isEmpty { return outer }
    return outer.map { $0 + "." + entry.name } ?? entry.name
  }

  private func path(ofLevel level: Int32) -> String? {
    let entry = levels[Int(level)]
    guard entry.owner >= 0 else { return nil }
    let path = path(of: entry.owner)
    return entry.isList ? (path ?? "") + "[]" : path
  }
}

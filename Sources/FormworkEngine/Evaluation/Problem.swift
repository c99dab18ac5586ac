// A problem of a record, without words. FormworkReport makes a message only if the problem is shown.

package import FormworkSyntax

/// A problem of a record, which is an error or a warning.
package struct Problem {
  package enum Kind: UInt8, Sendable {
    case required, type, choice, blank, rule, unknownKey
    /// The condition of a rule, of a branch or of a `required if` has no result.
    case calculation
    /// A check of the data as a whole failed.
    case ofData
    /// Like `calculation`, but the result depends on a host rule that hasn't been called.
    case unasked
  }

  package var kind: Kind
  package var severity: Severity
  /// Fills the padding before `field`. Compilers test the sign of `field` in a word that includes the padding, so
  /// valgrind would report undefined bits.
  private let filler: UInt16 = 0
  /// The field, or -1 for the record.
  package var field: Int32
  /// The level and the frame of the problem.
  package var level: Int32
  package var frame: Int32
  /// The failed rule, and the node of its part that failed first. Both are -1 if no rule failed. For a `calculation`
  /// outside of rules, only `rule` is -1. For `blank`, `rule` is an index in `elseBlanks`. For `unknownKey`, it is the
  /// index of the key.
  package var rule: Int32 = -1
  package var part: Int32 = -1

  /// Whether a rule failed.
  package var isBrokenRule: Bool { kind == .rule || kind == .ofData }

  /// Whether a rule failed or has no result.
  package var isOfRule: Bool {
    isBrokenRule || rule >= 0 && (kind == .calculation || kind == .unasked)
  }

  package init(
    kind: Kind, severity: Severity, field: Int32, level: Int32, frame: Int32, rule: Int32 = -1,
    part: Int32 = -1
  ) {
    self.kind = kind
    self.severity = severity
    self.field = field
    self.level = level
    self.frame = frame
    self.rule = rule
    self.part = part
  }
}

/// The selection of a record's problems to report.
package enum ProblemScope: Sendable {
  case all
  case firstOfField
  case firstOfRecord
}

/// The external inputs of an evaluation.
package struct Moment: Sendable {
  /// The date of `today`.
  package var today: CalendarDate
  /// The instant of `now`.
  package var now: CalendarInstant

  package init(today: CalendarDate, now: CalendarInstant) {
    self.today = today
    self.now = now
  }

  /// Creates the moment at which `day` begins.
  package init(startOf day: CalendarDate) {
    self.init(
      today: day, now: CalendarInstant(utc: CalendarDateTime(date: day, time: .midnight)))
  }

  /// The first moment of the calendar, for evaluations that don't depend on the time.
  package static let first = Moment(startOf: .first)
}

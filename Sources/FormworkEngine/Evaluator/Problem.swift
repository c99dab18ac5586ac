// What is wrong with a record, as facts; the words are made in FormworkReport, and only for what is
// shown.

package import FormworkSyntax

/// One thing wrong with a record, or to be said of it.
package struct Problem {
  package enum Kind: UInt8, Sendable {
    case required, type, choice, blank, rule, unknownKey
    /// A condition has no result: of a rule, of a branch or of a `required if`.
    case calculation
  }

  package var kind: Kind
  package var severity: Severity
  /// Fills the padding. Compilers test the field's sign in one word with it, and valgrind reports undefined bits.
  private let filler: UInt16 = 0
  /// The field it is about, or -1 for the record.
  package var field: Int32
  /// The level and the frame it was found in.
  package var level: Int32
  package var frame: Int32
  /// The rule that failed and the node of its part that failed first, or -1, also for a `calculation` that is
  /// of no rule; for `blank` the entry of
  /// `elseBlanks`; for `unknownKey` the number of the key.
  package var rule: Int32 = -1
  package var part: Int32 = -1

  /// Whether it is of a rule that does not hold, or that cannot be calculated.
  package var isOfRule: Bool { kind == .rule || kind == .calculation && rule >= 0 }

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

/// How many of a record's problems are wanted.
package enum ProblemScope: Sendable {
  case all
  case firstOfField
  case firstOfRecord
}

/// What evaluation takes from outside.
package struct Moment: Sendable {
  /// The date that `today` means.
  package var today: CalendarDate
  /// The instant that `now` means.
  package var now: CalendarInstant

  package init(today: CalendarDate, now: CalendarInstant) {
    self.today = today
    self.now = now
  }
}

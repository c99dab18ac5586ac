// What a built-in message has to say, with its values as texts: the one thing that each language
// words for itself.

package import FormworkEngine

/// The facts of a problem for which the author wrote no message.
package enum MessageFact: Sendable, Equatable {
  case required
  /// The item with this number, from 1, is blank.
  case requiredItem(number: Int)
  case type(ExpectedType)
  /// It would be one if its characters had half their width.
  case typeInHalfWidth(ExpectedType)
  case choice([String])
  case blank
  case unknownKey(near: [String])
  /// Characters of a text, items of a list.
  case count(Bounds, isList: Bool)
  /// A number, date or time.
  case range(Bounds)
  /// A number, date or time that is below or above what it must not be.
  case outside(below: Bounds, above: Bounds)
  case decimals(Bounds)
  case age(Bounds)
  /// The text must read as a number in the range.
  case numberText(Bounds, isWhole: Bool)
  case contains(Content, Bounds?)
  /// Only characters of the classes, and these.
  case only([TextClass], [Character])
  case startsWith(String)
  case endsWith(String)
  case multipleOf(String)
  case equal(String)
  case notEqual(String)
  /// The same as another field of this label, or not.
  case sameAs(String)
  case differentFrom(String)
  case oneOf([String])
  case noneOf([String])
  /// Only letters, or letters and digits, of ASCII or of every script.
  case letters(andDigits: Bool, anyScript: Bool)
  case uuid(version: String?)
  /// The shape of the example.
  case picture(example: String)
  /// A predicate that is a single word.
  case word(Predicate)
  /// The record with this number has the same value.
  case unique(first: String)
  /// The record with this number has another value.
  case same(first: String)
  /// How many records there must be.
  case records(Bounds)
  /// A condition about which nothing can be said.
  case rule
  /// A record that cannot be read; the key that comes twice, as it stands there.
  case malformed(MalformedRecord.Reason, key: String?)

  /// A smallest and a largest value.
  package struct Bounds: Sendable, Equatable {
    package var minimum: String?
    package var maximum: String?
    /// Whether the smallest is not in.
    package var excludesMinimum = false
    /// Whether the largest is not in.
    package var excludesMaximum = false
    /// Whether they are dates or times.
    package var isMoment = false
  }

  /// What must be in a text.
  package enum Content: Sendable, Equatable {
    case text(String)
    case classes([TextClass])
  }

  /// A type, with an example where the author gave a format.
  package enum ExpectedType: Sendable, Equatable {
    case text
    case wholeNumber(example: String)
    case number(example: String)
    /// A number too long or too large for its type.
    case smallerWholeNumber
    case smallerNumber
    case bool(yes: String, no: String)
    case date(example: String)
    case time
    case dateTime
    case instant
    case list
    case record
  }
}

extension MessageFact.Bounds {
  /// Whether only one value is in.
  var isOneValue: Bool { minimum != nil && minimum == maximum }

  /// What is before these bounds and what is after them; nil where one of them is open.
  var outside: (below: Self, above: Self)? {
    guard let minimum, let maximum else { return nil }
    return (
      Self(maximum: minimum, excludesMaximum: !excludesMinimum, isMoment: isMoment),
      Self(minimum: maximum, excludesMinimum: !excludesMaximum, isMoment: isMoment)
    )
  }

  /// Counts, in which a smallest of 0 says nothing beside a largest.
  var ofCounts: Self {
    var counts = self
    if minimum == "0", let maximum, maximum != "0" { counts.minimum = nil }
    return counts
  }
}

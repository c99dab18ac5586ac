// What a built-in message has to say, with its values as texts: the one thing that each language
// words for itself.

package import FormworkEngine

/// The facts of a problem for which the author wrote no message.
package enum MessageFact: Sendable, Equatable {
  case required
  case type(ExpectedType)
  case choice([String])
  case blank
  case unknownKey(near: [String])
  /// Characters of a text, items of a list.
  case count(Bounds, isList: Bool)
  /// A number, date or time.
  case range(Bounds)
  case decimals(Bounds)
  case age(Bounds)
  /// The text must read as a number in the range.
  case numberText(Bounds, isWhole: Bool)
  case contains(Content, Bounds?)
  case startsWith(String)
  case endsWith(String)
  case multipleOf(String)
  case before(String)
  case after(String)
  case equal(String)
  case notEqual(String)
  case oneOf([String])
  case noneOf([String])
  /// A predicate that is a single word.
  case word(Predicate)
  case picture
  /// The record with this number has the same value.
  case unique(first: Int)
  /// The record with this number has another value.
  case same(first: Int)
  /// How many records there must be.
  case records(Bounds)
  /// A condition about which nothing can be said.
  case rule
  case malformed(MalformedRecord.Reason)

  /// A smallest and a largest value.
  package struct Bounds: Sendable, Equatable {
    package var minimum: String?
    package var maximum: String?
    /// Whether the largest is not reached.
    package var isHalfOpen = false
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

// The types of fields built in code.

internal import FormworkSyntax

/// The type of a field's values. The `Subject` decides which rule words its rules may have; see ``Subjects``.
public struct FormType<Subject>: Sendable {
  private let text: String
  /// The lines inside the block of a record, or of a list of records; nil for any other type.
  private let block: [String]?
  /// Whether the type has several alternatives.
  private var hasAlternatives = false

  init(_ text: String, block: [String]? = nil) { (self.text, self.block) = (text, block) }

  /// The same type, with rules that the compiler doesn't check, for a type that is known only at run time.
  public var unchecked: FormType<Subjects.Unchecked> {
    var type = FormType<Subjects.Unchecked>(text, block: block)
    type.hasAlternatives = hasAlternatives
    return type
  }

  fileprivate var item: (text: String, block: [String]?) {
    (hasAlternatives ? "(" + text + ")" : text, block)
  }

  fileprivate static func withTexts(_ name: String, _ texts: [String]) -> FormType {
    FormType(name + "(" + texts.joined(separator: ", ") + ")")
  }

  /// Returns the lines of a declaration: `head` and the type, then `clauses` at the end of the last line.
  func lines(after head: String, _ clauses: [String]) -> [String] {
    let tail = clauses.map { " " + $0 }.joined()
    guard let block else { return [head + " " + text + tail] }
    return [head + " " + text + "<"] + block.indented + [">" + tail]
  }
}

extension FormType where Subject == Subjects.Number {
  /// Returns the type of numbers written with a decimal mark other than `.`, or with separated groups of digits.
  ///
  /// - Parameters:
  ///   - decimal: the decimal mark; nil for `.`.
  ///   - group: the mark between groups of digits; nil if groups aren't separated.
  public static func number(decimal: String? = nil, group: String? = nil) -> FormType {
    withTexts(
      "number",
      [decimal.map { "decimal " + Spelling.text($0) }, group.map { "group " + Spelling.text($0) }]
        .compactMap { $0 })
  }
}

extension FormType where Subject == Subjects.Day {
  /// Returns the type of dates written in one of `formats` in the data.
  ///
  /// - Parameter formats: date formats such as `dd/MM/yyyy`; the first one that fits is used.
  public static func date(_ formats: MomentFormat...) -> FormType {
    withTexts("date", formats.map { $0.phrase.text })
  }
}

extension FormType where Subject == Subjects.Time {
  /// Returns the type of times of day written in one of `formats` in the data.
  ///
  /// - Parameter formats: formats such as `h:mm a`; the first one that fits is used.
  public static func time(_ formats: MomentFormat...) -> FormType {
    withTexts("time", formats.map { $0.phrase.text })
  }
}

extension FormType where Subject == Subjects.Moment {
  /// Returns the type of dates with times written in one of `formats` in the data.
  ///
  /// - Parameter formats: formats such as `dd.MM.yyyy HH:mm`; the first one that fits is used.
  public static func dateTime(_ formats: MomentFormat...) -> FormType {
    withTexts("datetime", formats.map { $0.phrase.text })
  }

  /// Returns the type of instants written in one of `formats` in the data.
  ///
  /// - Parameter formats: formats such as `dd.MM.yyyy HH:mm X`; the first one that fits is used.
  public static func instant(_ formats: MomentFormat...) -> FormType {
    withTexts("instant", formats.map { $0.phrase.text })
  }
}

extension FormType where Subject == Subjects.Truth {
  /// Returns the type of truth values, which are the texts `yes` and `no` in the data.
  ///
  /// - Parameters:
  ///   - yes: the text for true.
  ///   - no: the text for false.
  public static func bool(yes: String, no: String) -> FormType {
    withTexts("bool", [Spelling.text(yes), Spelling.text(no)])
  }
}

extension FormType where Subject == Subjects.Text {
  /// Returns the type of a choice from fixed values.
  ///
  /// - Parameter values: the allowed values, in the order in which users see them; at least one.
  public static func choice(_ values: FormChoice...) -> FormType { choice(values) }

  /// Returns the type of a choice from fixed values.
  ///
  /// - Parameter values: the allowed values, in the order in which users see them; at least one.
  public static func choice(_ values: [FormChoice]) -> FormType {
    withTexts("choice", values.map { $0.text })
  }

  /// Returns the type of a choice from the raw values of an enum.
  ///
  /// - Parameter type: an enum. Its raw values are the values of the choice, in the order of its cases.
  public static func choice<Value>(of type: Value.Type) -> FormType
  where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    choice(type.allCases.map { FormChoice($0.rawValue) })
  }
}

extension FormType {
  /// Returns the type of a list with any number of items.
  ///
  /// - Parameters:
  ///   - item: the type of each item.
  ///   - separator: the text between the items if the data has the whole list as one text; nil for a JSON array.
  public static func list<Item>(of item: FormType<Item>, separator: String? = nil) -> FormType
  where Subject == Subjects.Items<Item> {
    let list = separator.map { "list(" + Spelling.text($0) + ")" } ?? "list"
    return FormType(list + " of " + item.item.text, block: item.item.block)
  }

  /// Returns the type of a list by name: an object whose members are the items.
  ///
  /// - Parameters:
  ///   - key: the name of the items' keys in conditions.
  ///   - item: the type of each item.
  public static func list<Item>(by key: String, of item: FormType<Item>) -> FormType
  where Subject == Subjects.Items<Item> {
    FormType("list by \(Spelling.name(key)) of " + item.item.text, block: item.item.block)
  }

  /// Returns the type of values of this type or, if they aren't, of another. Both must be types of single values.
  ///
  /// - Parameter other: the type of the values that this type doesn't have, such as a choice of marks beside numbers.
  public func or<Other>(_ other: FormType<Other>) -> FormType<Subjects.Unchecked> {
    var type = FormType<Subjects.Unchecked>(text + " or " + other.text)
    type.hasAlternatives = true
    return type
  }

  /// Returns the type of a nested record.
  ///
  /// - Parameter content: the fields, blocks and checks of the record.
  public static func record(@FormBuilder _ content: () -> [FormPart]) -> FormType
  where Subject == Subjects.Record {
    FormType("", block: content().flatMap { $0.lines })
  }
}

/// A value of a choice. A string literal creates a value without a label.
public struct FormChoice: Sendable, ExpressibleByStringLiteral {
  fileprivate let text: String

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - value: the value in the data and in the product.
  ///   - label: the text that users read; nil for the value itself.
  public init(_ value: String, label: FormText? = nil) {
    text = Spelling.text(value) + (label.map { " " + $0.text } ?? "")
  }

  /// Creates a value without a label.
  ///
  /// - Parameter value: the value in the data and in the product, which users read, too.
  public init(stringLiteral value: String) { self.init(value) }
}

/// A format of dates or times in the data, such as `dd/MM/yyyy` or `h:mm a`. A string literal creates one.
public struct MomentFormat: Sendable, ExpressibleByStringLiteral {
  let phrase: Phrase

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - format: the letters, such as `dd.MM.yy`.
  ///   - years: the hundred years that `yy` can mean, such as `1950...2049`; nil if the format has no `yy`.
  public init(_ format: String, years: ClosedRange<Int>? = nil) {
    let range = years.map { " \($0.lowerBound)...\($0.upperBound)" } ?? ""
    phrase = Phrase(Spelling.text(format) + range)
  }

  /// Creates a format without `yy`.
  ///
  /// - Parameter format: the letters, such as `dd/MM/yyyy`.
  public init(stringLiteral format: String) { self.init(format) }
}

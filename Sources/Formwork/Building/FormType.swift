// The types of fields that are built in code.

internal import FormworkSyntax

/// What the values of a field are.
public struct FormType: Sendable {
  private let text: String
  /// The lines of the block that the type ends with, if it is a record or a list of records.
  private let block: [String]?

  private init(_ text: String, block: [String]? = nil) { (self.text, self.block) = (text, block) }

  private static func withTexts(_ name: String, _ texts: [String]) -> FormType {
    FormType(name + "(" + texts.joined(separator: ", ") + ")")
  }

  /// The type between what stands before it and the short clauses behind it.
  func lines(after head: String, _ clauses: [String]) -> [String] {
    let tail = clauses.map { " " + $0 }.joined()
    guard let block else { return [head + " " + text + tail] }
    return [head + " " + text + "<"] + block.indented + [">" + tail]
  }

  /// A text.
  public static let string = FormType("string")
  /// A whole number of 64 bits.
  public static let int = FormType("int")
  /// An exact decimal number of at most 38 digits.
  public static let number = FormType("number")
  /// True or false.
  public static let bool = FormType("bool")
  /// A day.
  public static let date = FormType("date")
  /// A time of day.
  public static let time = FormType("time")
  /// A day and a time of day, without a zone.
  public static let dateTime = FormType("datetime")
  /// A moment.
  public static let instant = FormType("instant")
  /// Whatever JSON can hold, passed on unchecked.
  public static let any = FormType("any")

  /// A number that is written differently in the data.
  ///
  /// - Parameters:
  ///   - decimal: the mark before the fraction; `.` without it.
  ///   - group: the mark between groups of digits; none without it.
  public static func number(decimal: String? = nil, group: String? = nil) -> FormType {
    withTexts(
      "number",
      [decimal.map { "decimal " + Spelling.text($0) }, group.map { "group " + Spelling.text($0) }]
        .compactMap { $0 })
  }

  /// A day that is written differently in the data.
  ///
  /// - Parameter formats: such as `dd/MM/yyyy`; the first that fits counts.
  public static func date(_ formats: String...) -> FormType {
    withTexts("date", formats.map { Spelling.text($0) })
  }

  /// True or false in words of the data.
  ///
  /// - Parameters:
  ///   - yes: what true is written as.
  ///   - no: what false is written as.
  public static func bool(yes: String, no: String) -> FormType {
    withTexts("bool", [Spelling.text(yes), Spelling.text(no)])
  }

  /// One of a list of texts.
  ///
  /// - Parameter values: what it may be, in the order in which people see them; at least one.
  public static func choice(_ values: Choice...) -> FormType { choice(values) }

  /// One of a list of texts.
  ///
  /// - Parameter values: what it may be, in the order in which people see them; at least one.
  public static func choice(_ values: [Choice]) -> FormType {
    withTexts("choice", values.map { $0.text })
  }

  /// One of the raw values of an enum.
  ///
  /// - Parameter type: the enum; its cases are the values, in their order.
  public static func choice<Value>(of type: Value.Type) -> FormType
  where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    choice(type.allCases.map { Choice($0.rawValue) })
  }

  /// Any number of items.
  ///
  /// - Parameters:
  ///   - item: the type of each.
  ///   - separator: the mark between the items of a list that stands in one text; nil for all other lists.
  public static func list(of item: FormType, separator: String? = nil) -> FormType {
    let list = separator.map { "list(" + Spelling.text($0) + ")" } ?? "list"
    return FormType(list + " of " + item.text, block: item.block)
  }

  /// Fields of its own.
  ///
  /// - Parameter content: fields, blocks and checks of the record.
  public static func record(@FormBuilder _ content: () -> [FormPart]) -> FormType {
    FormType("", block: content().flatMap { $0.lines })
  }

  /// A value of a choice. A string literal is one without a label.
  public struct Choice: Sendable, ExpressibleByStringLiteral {
    fileprivate let text: String

    /// A value.
    ///
    /// - Parameters:
    ///   - value: in the data and in the product.
    ///   - label: what people read; the value itself without it.
    public init(_ value: String, label: FormText? = nil) {
      text = Spelling.text(value) + (label.map { " " + $0.text } ?? "")
    }

    /// A value without a label.
    ///
    /// - Parameter value: in the data and in the product, and what people read.
    public init(stringLiteral value: String) { self.init(value) }
  }
}

// The types of fields that are built in code.

internal import FormworkSyntax

/// What the values of a field are.
public struct FormType: Sendable {
  private let kind: @Sendable (TreeMemory) -> TypeExpression.Kind

  private init(_ kind: @escaping @Sendable (TreeMemory) -> TypeExpression.Kind) { self.kind = kind }

  private init(_ name: String) { self.init { .named($0.name(name)) } }

  func made(in memory: TreeMemory) -> TypeExpression {
    memory.type(kind(memory), at: .built)
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
    FormType {
      .numberFormat(
        $0.name("number"), decimal: decimal.map { PlainText($0) },
        group: group.map { PlainText($0) })
    }
  }

  /// A day that is written differently in the data.
  ///
  /// - Parameter formats: such as `dd/MM/yyyy`; the first that fits counts.
  public static func date(_ formats: String...) -> FormType {
    FormType { .withTexts($0.name("date"), formats.map { PlainText($0) }) }
  }

  /// True or false in words of the data.
  public static func bool(_ yes: String, _ no: String) -> FormType {
    FormType { .withTexts($0.name("bool"), [PlainText(yes), PlainText(no)]) }
  }

  /// One of a list of texts.
  public static func choice(_ values: Choice...) -> FormType { choice(values) }

  /// One of a list of texts.
  public static func choice(_ values: [Choice]) -> FormType {
    FormType { memory in .choice(values.map { $0.made(in: memory) }) }
  }

  /// One of the raw values of an enum.
  public static func choice<Value>(of type: Value.Type) -> FormType
  where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    choice(type.allCases.map { Choice($0.rawValue) })
  }

  /// Any number of items.
  ///
  /// - Parameters:
  ///   - item: the type of each.
  ///   - separator: what sets them apart where the list stands in one text; nil for lists of their own.
  public static func list(of item: FormType, separator: String? = nil) -> FormType {
    FormType { .list(separator: separator.map { PlainText($0) }, of: item.made(in: $0)) }
  }

  /// Fields of its own.
  public static func record(@FormBuilder _ content: () -> [FormPart]) -> FormType {
    let parts = content()
    return FormType { .record(parts.made(in: $0)) }
  }

  /// A value of a choice. A string literal is one without a label.
  public struct Choice: Sendable, ExpressibleByStringLiteral {
    private let value: String
    private let label: FormText?

    /// A value.
    ///
    /// - Parameters:
    ///   - value: in the data and in the product.
    ///   - label: what people read; the value itself without it.
    public init(_ value: String, _ label: FormText? = nil) {
      (self.value, self.label) = (value, label)
    }

    fileprivate func made(in memory: TreeMemory) -> ChoiceItem {
      ChoiceItem(value: PlainText(value), label: label?.made(in: memory))
    }

    /// A value without a label.
    public init(stringLiteral value: String) { self.init(value) }
  }
}

// A field that is built in code: its type, its rules and its words.

internal import FormworkSyntax

/// A field of a form that is built in code.
///
/// ```swift
/// Field("id", label: "ID", .string) { .count(1...20) && .alphanumeric }
///   .message("ID must be 1 to 20 letters or digits")
/// Field("seats", .int) { .range(1...6) }.default(1)
/// ```
///
/// It must be filled in unless it is ``optional()``.
public struct Field: Sendable {
  let name: String
  private let head: String
  private let type: FormType
  private let rules: [Rule]
  private var modifiers: [String] = []
  private var title: FormText?
  private var hint: FormText?
  private var message: FormText?
  private var required: String?

  /// A field.
  ///
  /// - Parameters:
  ///   - name: in the data, in conditions and in the product.
  ///   - label: what people call it; nil for the name in words.
  ///   - type: of its values.
  ///   - rules: what must hold of a value: a condition, or any number of ``Rule``s.
  public init(
    _ name: String, label: FormText? = nil, _ type: FormType,
    @RuleBuilder rules: () -> [Rule] = { [] }
  ) {
    self.name = name
    head = "field " + Spelling.name(name) + (label.map { " " + $0.text } ?? "") + ":"
    (self.type, self.rules) = (type, rules())
  }

  /// The field as text: a message belongs to the rule that it follows, so words come before rules.
  var lines: [String] {
    var clauses =
      FormText.words("title", title) + FormText.words("hint", hint)
      + FormText.words("message", message)
    let isShort = clauses.isEmpty && required == "required"
    if let required, !isShort { clauses.append(required) }
    clauses += rules.flatMap { $0.lines($0.isAboutItems ? "each rule" : "rule") }
    return type.lines(after: head, modifiers + (isShort ? ["required"] : [])) + clauses.indented
  }

  private func with(_ change: (inout Field) -> Void) -> Field {
    var copy = self
    change(&copy)
    return copy
  }

  private func adding(_ modifier: String) -> Field { with { $0.modifiers.append(modifier) } }
}

// MARK: - Clauses

extension Field {
  /// The field may be left blank.
  public func optional() -> Field { adding("optional") }

  /// The field must be filled in.
  ///
  /// - Parameters:
  ///   - condition: when; nil for always. It may name any field of the level.
  ///   - message: for a blank value.
  public func required(if condition: Condition? = nil, message: FormText? = nil) -> Field {
    let words =
      (condition.map { ["if " + $0.phrase.text] } ?? []) + FormText.words("message", message)
    return with { $0.required = (["required"] + words).joined(separator: " ") }
  }

  /// The value that a blank one counts as.
  ///
  /// - Parameter value: a literal that the field can have, such as 1, "apple", `true` or `.date(2026, 1, 31)`.
  public func `default`(_ value: Operand) -> Field { adding("default " + value.phrase.text) }

  /// The keys in the data instead of the name, the preferred one first.
  ///
  /// - Parameter keys: at least one, as the data has them.
  public func from(_ keys: String...) -> Field {
    adding("from " + keys.map { Spelling.text($0) }.joined(separator: ", "))
  }

  /// These texts are taken out before anything else.
  ///
  /// - Parameter texts: such as " " and "-"; at least one.
  public func without(_ texts: String...) -> Field {
    adding("without(" + texts.map { Spelling.text($0) }.joined(separator: ", ") + ")")
  }

  /// White space around the text is taken away.
  public func trimmed() -> Field { adding("trimmed") }
  /// Full-width ASCII and half-width katakana are brought to their usual width.
  public func halfwidth() -> Field { adding("halfwidth") }
  /// The text becomes lower case.
  public func lowercased() -> Field { adding("lowercased") }
  /// The text becomes upper case.
  public func uppercased() -> Field { adding("uppercased") }
  /// The text is compared without regard to case.
  public func anyCase() -> Field { adding("anyCase") }
  /// The value is never shown.
  public func secret() -> Field { adding("secret") }

  /// Advice about filling the field in.
  ///
  /// - Parameter text: for whoever fills it in, in the language of the form, with translations.
  public func hint(_ text: FormText) -> Field { with { $0.hint = text } }

  /// A few words over the messages of the field.
  ///
  /// - Parameter text: in the language of the form, with translations.
  public func title(_ text: FormText) -> Field { with { $0.title = text } }

  /// The message of every problem of the field without one of its own.
  ///
  /// - Parameter text: in the language of the form, with translations; `{label}` and the like are placeholders.
  public func message(_ text: FormText) -> Field { with { $0.message = text } }
}

// MARK: - Rules

/// A condition with its words.
///
/// ```swift
/// Field("password", .string) {
///   Rule(.count(8...), message: "At least {min} characters")
///   Rule(.contains(.symbol), warning: "A symbol would be better")
/// }
/// ```
public struct Rule: Sendable {
  private let condition: Condition
  private let words: [String]
  fileprivate var isAboutItems = false

  /// A rule that rejects a record.
  ///
  /// - Parameters:
  ///   - condition: what must hold.
  ///   - title: a few words over the message.
  ///   - message: for a value that breaks the rule; that of the field, or a built-in one, without it.
  public init(_ condition: Condition, title: FormText? = nil, message: FormText? = nil) {
    self.condition = condition
    words = FormText.words("title", title) + FormText.words("message", message)
  }

  /// A rule that informs and never rejects.
  ///
  /// - Parameters:
  ///   - condition: what should hold.
  ///   - title: a few words over the message.
  ///   - warning: the message for a value that breaks the rule.
  public init(_ condition: Condition, title: FormText? = nil, warning: FormText) {
    self.condition = condition
    words = FormText.words("title", title) + FormText.words("warning", warning)
  }

  /// A rule about every item of a list.
  ///
  /// - Parameters:
  ///   - condition: what must hold of each.
  ///   - title: a few words over the message.
  ///   - message: for an item that breaks the rule.
  public init(each condition: Condition, title: FormText? = nil, message: FormText? = nil) {
    self.init(condition, title: title, message: message)
    isAboutItems = true
  }

  /// A line of more characters is broken before the words.
  private static let lineLimit = 90

  /// The rule as text.
  ///
  /// - Parameters:
  ///   - keyword: what it begins with.
  ///   - path: of the field that it is reported at.
  func lines(_ keyword: String, at path: String? = nil) -> [String] {
    let target = path.map { ["at " + Spelling.path($0, first: Spelling.name)] } ?? []
    let condition = keyword + " " + condition.phrase.text
    let line = ([condition] + words + target).joined(separator: " ")
    return line.count <= Rule.lineLimit ? [line] : [condition] + (words + target).indented
  }
}

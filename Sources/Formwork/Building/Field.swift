// A field built in code: its type, rules and texts.

internal import FormworkSyntax

/// A field of a form built in code.
///
/// ```swift
/// Field("id", label: "ID", .string) { .count(1...20) && .alphanumeric }
///   .message("ID must be 1 to 20 letters or digits")
/// Field("seats", .int) { .range(1...6) }.default(1)
/// ```
///
/// A field is required unless it is ``optional()``.
public struct Field: Sendable {
  let name: String
  private let head: String
  private let type: FormType<Subjects.Unchecked>
  private let ruleLines: [String]
  private var modifiers: [String] = []
  private var texts: [Keyword: FormText] = [:]
  private var required: String?

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - name: the name of the field in the data, in conditions and in the product.
  ///   - label: the name that users read; nil to derive it from `name`.
  ///   - type: the type of its values.
  ///   - rules: the rules for its values: a condition, or any number of ``Rule``s.
  public init<Subject>(
    _ name: String, label: FormText? = nil, _ type: FormType<Subject>,
    @RuleBuilder<Subject> rules: () -> [Rule<Subject>] = { [] }
  ) {
    self.name = name
    head = "field " + Spelling.name(name) + (label.map { " " + $0.text } ?? "") + ":"
    self.type = type.unchecked
    ruleLines = rules().flatMap { $0.lines($0.isAboutItems ? "each rule" : "rule") }
  }

  /// The field as form text. Texts come before rules, because a message after a rule would belong to that rule.
  var lines: [String] {
    var clauses = Keyword.allCases.flatMap { FormText.words($0.rawValue, texts[$0]) }
    let isShort = clauses.isEmpty && required == "required"
    if let required, !isShort { clauses.append(required) }
    clauses += ruleLines
    return type.lines(after: head, modifiers + (isShort ? ["required"] : [])) + clauses.indented
  }

  private func with(_ change: (inout Field) -> Void) -> Field {
    var copy = self
    change(&copy)
    return copy
  }

  private func adding(_ modifier: String) -> Field { with { $0.modifiers.append(modifier) } }

  func adding(_ word: Keyword) -> Field { adding(word.rawValue) }

  func adding(_ word: Keyword, _ text: FormText) -> Field { with { $0.texts[word] = text } }
}

// MARK: - Clauses with other arguments than a text

extension Field {
  /// Returns the field as required, always or under a condition.
  ///
  /// - Parameters:
  ///   - condition: the condition under which the field is required; nil for always. It may name any field of the same
  ///     level.
  ///   - message: the message for a blank value.
  public func required(if condition: Condition? = nil, message: FormText? = nil) -> Field {
    let words =
      (condition.map { ["if " + $0.phrase.text] } ?? []) + FormText.words("message", message)
    return with { $0.required = (["required"] + words).joined(separator: " ") }
  }

  /// Returns the field with a default, which replaces a blank value.
  ///
  /// - Parameter value: a literal of the field's type, such as 1, "apple", `true` or `.date(2026, 1, 31)`.
  public func `default`(_ value: Operand) -> Field { adding("default " + value.phrase.text) }

  /// Returns the field with keys in the data that differ from its name.
  ///
  /// - Parameter keys: the keys in the data, the preferred one first; at least one.
  public func from(_ keys: String...) -> Field {
    adding("from " + keys.map { Spelling.text($0) }.joined(separator: ", "))
  }

  /// Returns the field with texts that are removed from a value before any other processing.
  ///
  /// - Parameter texts: the texts to remove, such as " " and "-"; at least one.
  public func without(_ texts: String...) -> Field {
    adding("without(" + texts.map { Spelling.text($0) }.joined(separator: ", ") + ")")
  }
}

// MARK: - Rules

/// A condition with its messages.
///
/// ```swift
/// Field("password", .string) {
///   Rule(.count(8...), message: "At least {min} characters")
///   Rule(.contains(.symbol), warning: "A symbol would be better")
/// }
/// ```
public struct Rule<Subject>: Sendable {
  private let condition: String
  private let words: [String]
  fileprivate var isAboutItems = false

  /// Creates a rule that rejects a record.
  ///
  /// - Parameters:
  ///   - condition: the condition that must hold.
  ///   - title: a few words above the message.
  ///   - message: the message for a value that breaks the rule; nil for the field's message, or a built-in one.
  public init(
    _ condition: ConditionOn<Subject>, title: FormText? = nil, message: FormText? = nil
  ) {
    self.condition = condition.phrase.text
    words = FormText.words("title", title) + FormText.words("message", message)
  }

  /// Creates a rule that warns and never rejects.
  ///
  /// - Parameters:
  ///   - condition: the condition that should hold.
  ///   - title: a few words above the message.
  ///   - warning: the message for a value that breaks the rule.
  public init(_ condition: ConditionOn<Subject>, title: FormText? = nil, warning: FormText) {
    self.condition = condition.phrase.text
    words = FormText.words("title", title) + FormText.words("warning", warning)
  }

  /// Creates a rule about every item of a list.
  ///
  /// - Parameters:
  ///   - condition: the condition that must hold for each item.
  ///   - title: a few words above the message.
  ///   - message: the message for an item that breaks the rule.
  public init(
    each condition: ConditionOn<Subject.Item>, title: FormText? = nil, message: FormText? = nil
  ) where Subject: ListSubject {
    self.condition = condition.phrase.text
    words = FormText.words("title", title) + FormText.words("message", message)
    isAboutItems = true
  }

  /// The length in characters past which a rule's texts go on lines of their own.
  private static var lineLimit: Int { 90 }

  /// Returns the rule as form text.
  ///
  /// - Parameters:
  ///   - keyword: the first word, such as `rule` or `check`.
  ///   - path: the path of the field where a failure is reported.
  func lines(_ keyword: String, at path: String? = nil) -> [String] {
    let target = path.map { ["at " + Spelling.path($0, first: Spelling.name)] } ?? []
    let condition = keyword + " " + condition
    let line = ([condition] + words + target).joined(separator: " ")
    return line.count <= Rule.lineLimit ? [line] : [condition] + (words + target).indented
  }
}

// A field that is built in code: its type, its rules, and what is said of it.

internal import FormworkSyntax

/// A field of a form that is built in code.
///
/// ```swift
/// Field("id", "ID", .string) { .count(1...20) && .alphanumeric }
///   .message("ID must be 1 to 20 letters or digits")
/// Field("seats", .int) { .range(1...6) }.default(1)
/// ```
///
/// It must be filled in unless it is ``optional()``.
public struct Field: Sendable {
  private let name: String
  private let label: FormText?
  private let type: FormType
  private let rules: [Rule]
  private var title: FormText?
  private var hint: FormText?
  private var message: FormText?
  private var required: Said?
  private var modifiers: [Said] = []

  private typealias Said = @Sendable (TreeMemory) -> Clause.Kind

  /// A field that goes by its name.
  ///
  /// - Parameters:
  ///   - name: in the data, in conditions and in the product.
  ///   - type: of its values.
  ///   - rules: what must hold of a value: a condition, or any number of ``Rule``s.
  public init(_ name: String, _ type: FormType, @RuleBuilder rules: () -> [Rule] = { [] }) {
    (self.name, label, self.type, self.rules) = (name, nil, type, rules())
  }

  /// A field with a label.
  ///
  /// - Parameters:
  ///   - name: in the data, in conditions and in the product.
  ///   - label: what people call it.
  ///   - type: of its values.
  ///   - rules: what must hold of a value: a condition, or any number of ``Rule``s.
  public init(
    _ name: String, _ label: FormText, _ type: FormType,
    @RuleBuilder rules: () -> [Rule] = { [] }
  ) {
    (self.name, self.label, self.type, self.rules) = (name, label, type, rules())
  }

  func made(in memory: TreeMemory) -> FieldDeclaration {
    // Words first and rules last: a message belongs to the rule it follows.
    var clauses = modifiers.map { $0(memory) }
    if let title { clauses.append(.title(title.made(in: memory))) }
    if let hint { clauses.append(.hint(hint.made(in: memory))) }
    if let message { clauses.append(.message(message.made(in: memory))) }
    if let required { clauses.append(required(memory)) }
    for rule in rules {
      let made = rule.made(in: memory)
      clauses.append(rule.isAboutItems ? .eachRule(made) : .rule(made))
    }
    return memory.field(
      memory.name(name), label: label?.made(in: memory), type: type.made(in: memory),
      clauses: memory.list(clauses.map { Clause(kind: $0, span: .built) }))
  }

  private func with(_ change: (inout Field) -> Void) -> Field {
    var copy = self
    change(&copy)
    return copy
  }
}

// MARK: - What is said of a field

extension Field {
  /// The field may be left blank.
  public func optional() -> Field { with { $0.modifiers.append { _ in .optional } } }

  /// The field must be filled in.
  ///
  /// - Parameters:
  ///   - condition: when; nil for always. It may name any field of the level.
  ///   - message: what is said if it is blank.
  public func required(if condition: Condition? = nil, message: FormText? = nil) -> Field {
    with {
      $0.required = {
        .required(
          condition: condition?.expression.made(in: $0), message: message?.made(in: $0))
      }
    }
  }

  /// The value that stands in for a blank one.
  public func `default`(_ value: Operand) -> Field {
    with { $0.modifiers.append { .default(value.expression.made(in: $0)) } }
  }

  /// The keys in the data in the place of the name, the preferred one first.
  public func from(_ keys: String...) -> Field {
    with { $0.modifiers.append { _ in .from(keys.map { PlainText($0) }) } }
  }

  /// These texts are taken out before anything else.
  public func without(_ texts: String...) -> Field {
    with { $0.modifiers.append { _ in .without(texts.map { PlainText($0) }) } }
  }

  /// White space around the text is taken away.
  public func trimmed() -> Field { with { $0.modifiers.append { _ in .modifier(.trimmed) } } }

  /// Full-width ASCII and half-width katakana are brought to their usual width.
  public func halfwidth() -> Field { with { $0.modifiers.append { _ in .modifier(.halfwidth) } } }

  /// The text becomes lower case.
  public func lowercased() -> Field { with { $0.modifiers.append { _ in .modifier(.lowercased) } } }

  /// The text becomes upper case.
  public func uppercased() -> Field { with { $0.modifiers.append { _ in .modifier(.uppercased) } } }

  /// The text is compared without regard to case.
  public func anyCase() -> Field { with { $0.modifiers.append { _ in .modifier(.anyCase) } } }

  /// The value is never shown.
  public func secret() -> Field { with { $0.modifiers.append { _ in .modifier(.secret) } } }

  /// What to say about filling the field in.
  public func hint(_ text: FormText) -> Field { with { $0.hint = text } }

  /// A few words over the messages of the field.
  public func title(_ text: FormText) -> Field { with { $0.title = text } }

  /// The message of whatever has none of its own.
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
  private let title: FormText?
  private let message: FormText?
  private let severity: FormworkSyntax.Severity
  fileprivate var isAboutItems = false

  /// A rule that rejects a record.
  ///
  /// - Parameters:
  ///   - condition: what must hold.
  ///   - title: a few words over the message.
  ///   - message: what is said if it does not; that of the field, or a built-in one, without it.
  public init(_ condition: Condition, title: FormText? = nil, message: FormText? = nil) {
    (self.condition, self.title, self.message) = (condition, title, message)
    severity = .error
  }

  /// A rule that informs and never rejects.
  ///
  /// - Parameters:
  ///   - condition: what should hold.
  ///   - title: a few words over the message.
  ///   - warning: what is said if it does not.
  public init(_ condition: Condition, title: FormText? = nil, warning: FormText) {
    (self.condition, self.title, message) = (condition, title, warning)
    severity = .warning
  }

  /// A rule about every item of a list.
  ///
  /// - Parameters:
  ///   - condition: what must hold of each.
  ///   - title: a few words over the message.
  ///   - message: what is said of one for which it does not.
  public init(each condition: Condition, title: FormText? = nil, message: FormText? = nil) {
    self.init(condition, title: title, message: message)
    isAboutItems = true
  }

  func made(in memory: TreeMemory) -> FormworkSyntax.Rule {
    memory.rule(
      condition.expression.made(in: memory), title: title?.made(in: memory),
      message: message?.made(in: memory),
      severity: severity)
  }
}

/// Gathers the rules of a field.
@resultBuilder
public enum RuleBuilder {
  /// A condition without words of its own. A line that begins with a dot goes on with the line before
  /// it, so a field with more than one rule has each in a ``Rule``.
  public static func buildExpression(_ condition: Condition) -> [Rule] { [Rule(condition)] }

  /// A rule.
  public static func buildExpression(_ rule: Rule) -> [Rule] { [rule] }

  /// Rules that many fields share.
  public static func buildExpression(_ rules: [Rule]) -> [Rule] { rules }

  /// All rules, in their order.
  public static func buildBlock(_ rules: [Rule]...) -> [Rule] { rules.flatMap { $0 } }

  /// `if` without `else`.
  public static func buildOptional(_ rules: [Rule]?) -> [Rule] { rules ?? [] }

  /// `if`, or a case of a `switch`.
  public static func buildEither(first rules: [Rule]) -> [Rule] { rules }

  /// `else`, or another case.
  public static func buildEither(second rules: [Rule]) -> [Rule] { rules }

  /// `for`.
  public static func buildArray(_ rules: [[Rule]]) -> [Rule] { rules.flatMap { $0 } }
}

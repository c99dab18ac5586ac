// Forms built in code: fields, blocks and checks are Swift values that hold the text of a `.form` file. That text is
// parsed like any other form, so findings refer to it.

internal import FormworkSyntax

extension FormSpec {
  /// Builds, checks and compiles a form.
  ///
  /// ```swift
  /// let spec = try FormSpec("signUp", title: "Sign up") {
  ///   Field("id", .string) { .count(1...20) && .alphanumeric }
  ///   Field("age", .int) { Rule(.range(0...999), message: "Age must be {min} to {max}") }
  /// }
  /// print(spec.formText)
  /// ```
  ///
  /// Swift functions and constants replace the `define`, `choices` and `table` of a file.
  ///
  /// - Parameters:
  ///   - name: the name of the form, also in findings.
  ///   - title: the title of the form.
  ///   - language: the language of texts without a code, such as `ja` or `pt-BR`; nil for English.
  ///   - isClosed: whether a key that no field uses is a problem.
  ///   - rules: rules of this program; the form declares them with `needs`.
  ///   - content: the fields, blocks and checks.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error. Places of findings refer to
  ///   ``formText``.
  public init(
    _ name: String, title: FormText? = nil, language: String? = nil, isClosed: Bool = false,
    rules: [HostRule] = [], @FormBuilder content: () -> [FormPart]
  ) throws(FormSpecError) {
    var lines = ["form " + Spelling.name(name) + (title.map { " " + $0.text } ?? "")]
    if let language { lines.append("language " + Spelling.language(language)) }
    if isClosed { lines.append("closed") }
    for rule in rules {
      lines.append("needs " + Spelling.name(rule.name) + rule.signature.dropFirst(rule.name.count))
    }
    lines += content().flatMap { $0.lines }
    try self.init(source: lines.joined(separator: "\n") + "\n", name: name, rules: rules)
  }

  /// The form as the text of a `.form` file: the text that was read, or the text that was built in code. Files that the
  /// form uses aren't included.
  public var formText: String {
    let file = source.files[0]
    return String(decoding: source.bytes[file.range], as: UTF8.self)
  }
}

/// A part of a form built in code: a ``Field``, a ``When``, a ``Check``, a ``Page`` or an ``Intro``.
public struct FormPart: Sendable {
  let lines: [String]
}

/// Collects the parts of a form, or the rules of a field, in order.
@resultBuilder
public enum PartBuilder<Part> {
  /// Includes parts that several forms or fields share, such as the result of a function marked `@FormBuilder`.
  ///
  /// - Parameter parts: the parts, in order.
  public static func buildExpression(_ parts: [Part]) -> [Part] { parts }

  /// Joins the parts of all statements.
  ///
  /// - Parameter parts: the parts of each statement.
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }

  /// Supports `if` without `else`.
  ///
  /// - Parameter parts: the parts of the branch; nil if it isn't taken.
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }

  /// Supports `if` with `else`, and `switch`.
  ///
  /// - Parameter parts: the parts of the branch that is taken.
  public static func buildEither(first parts: [Part]) -> [Part] { parts }

  /// Supports `else`, and the other cases of a `switch`.
  ///
  /// - Parameter parts: the parts of the branch that is taken.
  public static func buildEither(second parts: [Part]) -> [Part] { parts }

  /// Supports `for`.
  ///
  /// - Parameter parts: the parts of each iteration.
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
}

/// Collects the parts of a form.
public typealias FormBuilder = PartBuilder<FormPart>

extension FormBuilder {
  /// Adds a field.
  ///
  /// - Parameter field: the next field of the form.
  public static func buildExpression(_ field: Field) -> [FormPart] {
    [FormPart(lines: field.lines)]
  }

  /// Adds a block.
  ///
  /// - Parameter when: the block, with its branches.
  public static func buildExpression(_ when: When) -> [FormPart] { [FormPart(lines: when.lines)] }

  /// Adds a check.
  ///
  /// - Parameter check: a rule about more than one field.
  public static func buildExpression(_ check: Check) -> [FormPart] {
    [FormPart(lines: check.lines)]
  }

  /// Adds a page.
  ///
  /// - Parameter page: a step of filling in the form.
  public static func buildExpression(_ page: Page) -> [FormPart] { [FormPart(lines: page.lines)] }

  /// Adds a text.
  ///
  /// - Parameter intro: a text between fields.
  public static func buildExpression(_ intro: Intro) -> [FormPart] {
    [FormPart(lines: [intro.line])]
  }
}

/// Collects the rules of a field.
public typealias RuleBuilder<Subject> = PartBuilder<Rule<Subject>>

extension PartBuilder {
  /// Adds a condition without a message. Use a ``Rule`` for each condition if a field has several: Swift reads a line
  /// that begins with a dot as part of the line before it.
  ///
  /// - Parameter condition: the condition that the field's value must meet.
  public static func buildExpression<Subject>(_ condition: ConditionOn<Subject>) -> [Rule<Subject>]
  where Part == Rule<Subject> {
    [Rule(condition)]
  }

  /// Adds a rule.
  ///
  /// - Parameter rule: a condition with its messages.
  public static func buildExpression<Subject>(_ rule: Rule<Subject>) -> [Rule<Subject>]
  where Part == Rule<Subject> {
    [rule]
  }
}

// MARK: - Blocks

/// Fields that are in force only if a condition holds.
///
/// ```swift
/// When(.field("includesProfile"), as: "profile") {
///   Field("age", .int)
/// }
/// .else { Field("reason", .string) }
/// ```
public struct When: Sendable {
  private var branches: [String]
  private var end = ">"

  /// Creates a block with fields that are in force if a condition holds.
  ///
  /// - Parameters:
  ///   - condition: a condition on fields declared before the block.
  ///   - name: the name in the product under which the block's values are grouped; nil to not group them.
  ///   - title: the heading of the block.
  ///   - content: the fields, blocks and checks.
  public init(
    _ condition: Condition, as name: String? = nil, title: FormText? = nil,
    @FormBuilder content: () -> [FormPart]
  ) {
    branches = When.branch(condition, name, title, content())
  }

  /// Returns the block with a branch that is in force if a condition holds and no condition before it does.
  ///
  /// - Parameters:
  ///   - condition: a condition on fields declared before the block.
  ///   - name: the name in the product under which the branch's values are grouped; nil to not group them.
  ///   - title: the heading of the branch.
  ///   - content: the fields, blocks and checks.
  public func `else`(
    when condition: Condition, as name: String? = nil, title: FormText? = nil,
    @FormBuilder content: () -> [FormPart]
  ) -> When {
    adding(When.branch(condition, name, title, content()))
  }

  /// Returns the block with a branch that is in force if none of the conditions holds.
  ///
  /// - Parameters:
  ///   - name: the name in the product under which the branch's values are grouped; nil to not group them.
  ///   - title: the heading of the branch.
  ///   - content: the fields, blocks and checks.
  public func `else`(
    as name: String? = nil, title: FormText? = nil, @FormBuilder content: () -> [FormPart]
  ) -> When {
    adding(When.branch(nil, name, title, content()))
  }

  /// Returns the block with the requirement that its fields be blank when they aren't in force.
  ///
  /// - Parameter message: the message for a field that isn't blank; nil for a built-in one.
  public func elseBlank(_ message: FormText? = nil) -> When {
    var copy = self
    copy.end = (["> else blank"] + FormText.words("message", message)).joined(separator: " ")
    return copy
  }

  private static func branch(
    _ condition: Condition?, _ name: String?, _ title: FormText?, _ content: [FormPart]
  ) -> [String] {
    let head =
      (condition.map { ["when", $0.phrase.text] } ?? [])
      + (name.map { ["as", Spelling.name($0)] } ?? []) + FormText.words("title", title) + ["<"]
    return [head.joined(separator: " ")] + content.flatMap { $0.lines }.indented
  }

  private func adding(_ branch: [String]) -> When {
    var copy = self
    copy.branches += ["> else " + branch[0]] + branch.dropFirst()
    return copy
  }

  fileprivate var lines: [String] { branches + [end] }
}

/// A step of filling in a form.
///
/// ```swift
/// Page("Your visit") {
///   Intro("Choose a day from Monday to Friday.")
///   Field("day", .date)
/// }
/// ```
public struct Page: Sendable {
  fileprivate let lines: [String]

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - title: the heading of the page, without placeholders.
  ///   - content: the fields, blocks, checks and texts.
  public init(_ title: FormText, @FormBuilder content: () -> [FormPart]) {
    lines = ["page \(title.text) <"] + content().flatMap { $0.lines }.indented + [">"]
  }
}

/// A text between the fields of a form.
public struct Intro: Sendable {
  fileprivate let line: String

  /// Creates a text.
  ///
  /// - Parameter text: the text, without placeholders.
  public init(_ text: FormText) { line = "intro " + text.text }
}

/// A rule about more than one field.
///
/// ```swift
/// Check(.field("end") >= .field("start"), message: "The end is before the start", at: "end")
/// ```
public struct Check: Sendable {
  fileprivate let lines: [String]

  /// Creates a check that rejects a record.
  ///
  /// - Parameters:
  ///   - condition: the condition that must hold.
  ///   - title: a few words above the message.
  ///   - message: the message for a record that fails the check; nil for a built-in one.
  ///   - path: the path of the field where a failure is reported; nil for the field that the condition names or, if it
  ///     names none or several, for the record.
  public init(
    _ condition: Condition, title: FormText? = nil, message: FormText? = nil, at path: String? = nil
  ) {
    lines = Rule(condition, title: title, message: message).lines("check", at: path)
  }

  /// Creates a check that warns and never rejects.
  ///
  /// - Parameters:
  ///   - condition: the condition that should hold.
  ///   - title: a few words above the message.
  ///   - warning: the message for a record that fails the check.
  ///   - path: the path of the field where a failure is reported; nil for the field that the condition names or, if it
  ///     names none or several, for the record.
  public init(
    _ condition: Condition, title: FormText? = nil, warning: FormText, at path: String? = nil
  ) {
    lines = Rule(condition, title: title, warning: warning).lines("check", at: path)
  }
}

// MARK: - Texts

/// A text of a form with its translations.
///
/// A literal is written as in a `.form` file: `{name}` is a placeholder and `\{` a brace. Interpolated values and
/// texts in variables are shown unchanged, including any braces.
///
/// ```swift
/// Rule(.count(...9), message: "At most {max} characters, \(customer.name)")
/// Field("q1", label: FormText(question.text), .int)
/// ```
public struct FormText: Sendable, ExpressibleByStringInterpolation {
  /// The quoted text with its translations, as in a form.
  let text: String

  private init(inside text: String) { self.text = "\"" + text + "\"" }

  /// Creates a text that is shown unchanged; braces in it aren't placeholders.
  ///
  /// - Parameter text: the text, in the language of the form.
  public init(_ text: String) { self.init(inside: Spelling.insideText(text, braces: true)) }

  /// Creates a text with translations.
  ///
  /// - Parameters:
  ///   - text: the text, in the language of the form.
  ///   - translations: the translations, keyed by language code, such as `ja` or `pt-BR`.
  public init(_ text: FormText, _ translations: KeyValuePairs<String, FormText>) {
    let all = translations.map { " " + Spelling.language($0.key) + " " + $0.value.text }
    self.text = text.text + all.joined()
  }

  /// Returns a text with placeholders from a string that isn't a literal, such as a message loaded from a file.
  ///
  /// - Parameter text: a text in which `{name}` is a placeholder and `\{` a brace.
  public static func template(_ text: String) -> FormText {
    FormText(inside: Spelling.insideTemplate(text))
  }

  /// Creates a text in which `{name}` is a placeholder.
  ///
  /// - Parameter text: a literal, in which `\{` is a brace.
  public init(stringLiteral text: String) { self = .template(text) }

  /// Creates a text in which `{name}` is a placeholder, except in interpolated values.
  ///
  /// - Parameter text: a literal with interpolated values.
  public init(stringInterpolation text: Interpolation) { self.init(inside: text.inside) }

  /// The parts of a literal with interpolated values.
  public struct Interpolation: StringInterpolationProtocol, Sendable {
    fileprivate var inside = ""

    /// Creates an empty interpolation.
    ///
    /// - Parameters:
    ///   - literalCapacity: the length of the literal parts, which is ignored.
    ///   - interpolationCount: the number of interpolated values, which is ignored.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a part of the literal.
    ///
    /// - Parameter literal: a text in which `{name}` is a placeholder and `\{` a brace.
    public mutating func appendLiteral(_ literal: String) {
      inside += Spelling.insideTemplate(literal)
    }

    /// Appends the description of a value; braces in it aren't placeholders.
    ///
    /// - Parameter value: the value to describe.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      inside += Spelling.insideText(value.description, braces: true)
    }
  }

  /// Returns the clause of a text, such as `message "…"`, or no clause if `text` is nil.
  static func words(_ keyword: String, _ text: FormText?) -> [String] {
    text.map { [keyword + " " + $0.text] } ?? []
  }
}

extension [String] {
  /// The lines, indented as the content of a block.
  var indented: [String] { map { "  " + $0 } }
}

// Forms built in code: fields, blocks and checks are Swift values that hold the text of a `.form` file. It is
// read as every other one, so mistakes are shown in their text.

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
  /// What a file says with `define`, `choices` and `table`, Swift says with functions and constants.
  ///
  /// - Parameters:
  ///   - name: of the form, also in findings.
  ///   - title: of the form.
  ///   - language: of texts without a code, such as `ja` or `pt-BR`; English without it.
  ///   - isClosed: whether keys that no field asks for are problems.
  ///   - rules: predicates of this program; the form declares them with `needs`.
  ///   - content: fields, blocks and checks.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error; their places are those
  ///   in ``formText``.
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

  /// The form as the text of a `.form` file: what it was read from, or what was built in code. Files
  /// that it uses are not part of it.
  public var formText: String {
    let file = source.files[0]
    return String(decoding: source.bytes[file.range], as: UTF8.self)
  }
}

/// A part of a form that is built in code: a ``Field``, a ``When`` or a ``Check``.
public struct FormPart: Sendable {
  let lines: [String]
}

/// Gathers parts in their order: those of a form, or the rules of a field.
@resultBuilder
public enum PartBuilder<Part> {
  /// Parts that many forms or fields share, such as those of a function with `@FormBuilder`.
  ///
  /// - Parameter parts: in their order.
  public static func buildExpression(_ parts: [Part]) -> [Part] { parts }

  /// All parts, in their order.
  ///
  /// - Parameter parts: the parts of each line.
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }

  /// `if` without `else`.
  ///
  /// - Parameter parts: the parts of the branch; nil where it is not taken.
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }

  /// `if`, or a case of a `switch`.
  ///
  /// - Parameter parts: the parts of the branch that is taken.
  public static func buildEither(first parts: [Part]) -> [Part] { parts }

  /// `else`, or another case.
  ///
  /// - Parameter parts: the parts of the branch that is taken.
  public static func buildEither(second parts: [Part]) -> [Part] { parts }

  /// `for`.
  ///
  /// - Parameter parts: the parts of each round.
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
}

/// Gathers the parts of a form.
public typealias FormBuilder = PartBuilder<FormPart>

extension FormBuilder {
  /// A field.
  ///
  /// - Parameter field: the next one of the form.
  public static func buildExpression(_ field: Field) -> [FormPart] {
    [FormPart(lines: field.lines)]
  }

  /// A block.
  ///
  /// - Parameter when: the block, with its branches.
  public static func buildExpression(_ when: When) -> [FormPart] { [FormPart(lines: when.lines)] }

  /// A check.
  ///
  /// - Parameter check: a rule about more than one field.
  public static func buildExpression(_ check: Check) -> [FormPart] {
    [FormPart(lines: check.lines)]
  }
}

/// Gathers the rules of a field.
public typealias RuleBuilder = PartBuilder<Rule>

extension RuleBuilder {
  /// A condition without words of its own. A line that begins with a dot goes on with the line before
  /// it, so a field with more than one rule has each in a ``Rule``.
  ///
  /// - Parameter condition: what must hold of the field's value.
  public static func buildExpression(_ condition: Condition) -> [Rule] { [Rule(condition)] }

  /// A rule.
  ///
  /// - Parameter rule: a condition with its words.
  public static func buildExpression(_ rule: Rule) -> [Rule] { [rule] }
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

  /// Fields for when a condition holds.
  ///
  /// - Parameters:
  ///   - condition: of fields declared before.
  ///   - name: under which the product has the values of the block; nil for the level of the block.
  ///   - content: fields, blocks and checks.
  public init(
    _ condition: Condition, as name: String? = nil, @FormBuilder content: () -> [FormPart]
  ) {
    branches = When.branch(condition, name, content())
  }

  /// Fields for when no condition before holds, and this one does.
  ///
  /// - Parameters:
  ///   - condition: of fields declared before.
  ///   - name: under which the product has the values of the block; nil for the level of the block.
  ///   - content: fields, blocks and checks.
  public func `else`(
    when condition: Condition, as name: String? = nil, @FormBuilder content: () -> [FormPart]
  ) -> When {
    adding(When.branch(condition, name, content()))
  }

  /// Fields for when no condition before holds.
  ///
  /// - Parameters:
  ///   - name: under which the product has the values of the block; nil for the level of the block.
  ///   - content: fields, blocks and checks.
  public func `else`(as name: String? = nil, @FormBuilder content: () -> [FormPart]) -> When {
    adding(When.branch(nil, name, content()))
  }

  /// The fields of the block must be left blank where its condition does not hold.
  ///
  /// - Parameter message: for a field that is not blank; a built-in message without it.
  public func elseBlank(_ message: FormText? = nil) -> When {
    var copy = self
    copy.end = (["> else blank"] + FormText.words("message", message)).joined(separator: " ")
    return copy
  }

  private static func branch(
    _ condition: Condition?, _ name: String?, _ content: [FormPart]
  ) -> [String] {
    let head =
      (condition.map { ["when", $0.phrase.text] } ?? [])
      + (name.map { ["as", Spelling.name($0)] } ?? []) + ["<"]
    return [head.joined(separator: " ")] + content.flatMap { $0.lines }.indented
  }

  private func adding(_ branch: [String]) -> When {
    var copy = self
    copy.branches += ["> else " + branch[0]] + branch.dropFirst()
    return copy
  }

  fileprivate var lines: [String] { branches + [end] }
}

/// A rule about more than one field.
///
/// ```swift
/// Check(.field("end") >= .field("start"), message: "The end is before the start", at: "end")
/// ```
public struct Check: Sendable {
  fileprivate let lines: [String]

  /// A check that rejects a record.
  ///
  /// - Parameters:
  ///   - condition: what must hold.
  ///   - title: a few words over the message.
  ///   - message: for a record that breaks the rule; a built-in one without it.
  ///   - path: of the field that it is reported at; nil for the one field that it names, or the record.
  public init(
    _ condition: Condition, title: FormText? = nil, message: FormText? = nil, at path: String? = nil
  ) {
    lines = Rule(condition, title: title, message: message).lines("check", at: path)
  }

  /// A check that informs and never rejects.
  ///
  /// - Parameters:
  ///   - condition: what should hold.
  ///   - title: a few words over the message.
  ///   - warning: the message for a record that breaks the rule.
  ///   - path: of the field that it is reported at; nil for the one field that it names, or the record.
  public init(
    _ condition: Condition, title: FormText? = nil, warning: FormText, at path: String? = nil
  ) {
    lines = Rule(condition, title: title, warning: warning).lines("check", at: path)
  }
}

// MARK: - Texts

/// A text of a form with its translations.
///
/// What stands in the program is as in a `.form` file: in a literal, `{name}` is a placeholder and `\{` a brace. What
/// comes from elsewhere is shown as it is, braces and all: what a literal interpolates, and a text in a variable.
///
/// ```swift
/// Rule(.count(...9), message: "At most {max} characters, \(customer.name)")
/// Field("q1", label: FormText(question.text), .int)
/// ```
public struct FormText: Sendable, ExpressibleByStringInterpolation {
  /// The text in quotes with its translations, as a form has it.
  let text: String

  private init(inside text: String) { self.text = "\"" + text + "\"" }

  /// A text that is shown as it is; braces in it are braces.
  ///
  /// - Parameter text: in the language of the form.
  public init(_ text: String) { self.init(inside: Spelling.insideText(text, braces: true)) }

  /// A text with translations.
  ///
  /// - Parameters:
  ///   - text: in the language of the form.
  ///   - translations: by the codes of their languages, such as `ja` or `pt-BR`.
  public init(_ text: FormText, _ translations: KeyValuePairs<String, FormText>) {
    let all = translations.map { " " + Spelling.language($0.key) + " " + $0.value.text }
    self.text = text.text + all.joined()
  }

  /// A text that has placeholders though it is no literal, such as one that an author keeps elsewhere.
  ///
  /// - Parameter text: in which `{name}` is a placeholder and `\{` a brace.
  public static func template(_ text: String) -> FormText {
    FormText(inside: Spelling.insideTemplate(text))
  }

  /// A text in which `{name}` is a placeholder.
  ///
  /// - Parameter text: the literal, in which `\{` is a brace.
  public init(stringLiteral text: String) { self = .template(text) }

  /// A text in which `{name}` is a placeholder, but for what is interpolated.
  ///
  /// - Parameter text: the literal with what is interpolated.
  public init(stringInterpolation text: Interpolation) { self.init(inside: text.inside) }

  /// What a literal is made of.
  public struct Interpolation: StringInterpolationProtocol, Sendable {
    fileprivate var inside = ""

    /// Begins a text; the arguments are those that Swift gives.
    ///
    /// - Parameters:
    ///   - literalCapacity: the length of the literal parts. It is not needed.
    ///   - interpolationCount: the number of values. It is not needed.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the literal.
    ///
    /// - Parameter literal: in which `{name}` is a placeholder and `\{` a brace.
    public mutating func appendLiteral(_ literal: String) {
      inside += Spelling.insideTemplate(literal)
    }

    /// Adds a value as it describes itself; braces in it are braces.
    ///
    /// - Parameter value: whose description is shown.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      inside += Spelling.insideText(value.description, braces: true)
    }
  }

  /// A clause of words: `message "…"`.
  static func words(_ keyword: String, _ text: FormText?) -> [String] {
    text.map { [keyword + " " + $0.text] } ?? []
  }
}

extension [String] {
  /// The lines as those of a block.
  var indented: [String] { map { "  " + $0 } }
}

// Specs built in code: fields, blocks and checks as Swift values, which say how the tree that a `.form`
// file makes is made. The tree is printed and read again, so that what is wrong with it is shown in its text.

internal import FormworkEngine
internal import FormworkRuntime
internal import FormworkSyntax

extension FormSpec {
  /// Builds, checks and compiles a spec.
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
  ///   - name: of the spec, and what to call it in findings.
  ///   - title: of the form.
  ///   - language: of texts without a code, such as `ja` or `pt-BR`; English without it.
  ///   - isClosed: whether keys that no field asks for are problems.
  ///   - rules: predicates of this program; the spec says that it needs them.
  ///   - content: fields, blocks and checks.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error; their places are those
  ///   in ``formText``.
  public init(
    _ name: String, title: FormText? = nil, language: String? = nil, isClosed: Bool = false,
    rules: [HostRule] = [], @FormBuilder content: () -> [FormPart]
  ) throws(FormSpecError) {
    let parts = content()
    let text = onDeepStack {
      let memory = TreeMemory()
      var kinds: [Declaration.Kind] = [.form(memory.name(name), title: title?.made(in: memory))]
      if let language { kinds.append(.language(memory.name(language))) }
      if isClosed { kinds.append(.closed) }
      for rule in rules { kinds.append(.needs(rule.declaration(in: memory))) }
      kinds += parts.map { $0.kind(memory) }
      let tree = SpecTree(declarations: kinds.map { Declaration(kind: $0, span: .built) })
      return withExtendedLifetime(memory) { SpecPrinter.print(tree) }
    }
    try self.init(source: text, name: name, rules: rules)
  }

  /// The spec as the text of a `.form` file: what it was read from, or what was built in code. Files
  /// that it uses are not part of it.
  public var formText: String {
    let file = source.files[0]
    return String(decoding: source.bytes[file.range], as: UTF8.self)
  }
}

extension HostRule {
  fileprivate func declaration(in memory: TreeMemory) -> NeedsDeclaration {
    NeedsDeclaration(
      name: memory.name(name), parameters: predicate.parameters.map { memory.name($0.rawValue) })
  }
}

/// A part of a form that is built in code: a ``Field``, a ``When`` or a ``Check``.
public struct FormPart: Sendable {
  fileprivate let kind: @Sendable (TreeMemory) -> Declaration.Kind
}

/// Gathers the parts of a form.
@resultBuilder
public enum FormBuilder {
  /// A field.
  public static func buildExpression(_ field: Field) -> [FormPart] {
    [FormPart { .field(field.made(in: $0)) }]
  }

  /// A block.
  public static func buildExpression(_ when: When) -> [FormPart] {
    [FormPart { .when(when.made(in: $0)) }]
  }

  /// A check.
  public static func buildExpression(_ check: Check) -> [FormPart] {
    [FormPart { .check(check.made(in: $0)) }]
  }

  /// Parts that many forms share, such as those of a function with `@FormBuilder`.
  public static func buildExpression(_ parts: [FormPart]) -> [FormPart] { parts }

  /// All parts, in their order.
  public static func buildBlock(_ parts: [FormPart]...) -> [FormPart] { parts.flatMap { $0 } }

  /// `if` without `else`.
  public static func buildOptional(_ parts: [FormPart]?) -> [FormPart] { parts ?? [] }

  /// `if`, or a case of a `switch`.
  public static func buildEither(first parts: [FormPart]) -> [FormPart] { parts }

  /// `else`, or another case.
  public static func buildEither(second parts: [FormPart]) -> [FormPart] { parts }

  /// `for`.
  public static func buildArray(_ parts: [[FormPart]]) -> [FormPart] { parts.flatMap { $0 } }
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
  private var branches: [Branch]
  private var elseBlank: ElseBlank?

  private struct Branch {
    var condition: Condition?
    var name: String?
    var parts: [FormPart]
  }

  private struct ElseBlank {
    var message: FormText?
  }

  /// Fields for when a condition holds.
  ///
  /// - Parameters:
  ///   - condition: of fields declared before.
  ///   - name: under which the product has the values of the block; nil for the level of the block.
  ///   - content: fields, blocks and checks.
  public init(
    _ condition: Condition, as name: String? = nil, @FormBuilder content: () -> [FormPart]
  ) {
    branches = [Branch(condition: condition, name: name, parts: content())]
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
    adding(Branch(condition: condition, name: name, parts: content()))
  }

  /// Fields for when no condition before holds.
  ///
  /// - Parameters:
  ///   - name: under which the product has the values of the block; nil for the level of the block.
  ///   - content: fields, blocks and checks.
  public func `else`(as name: String? = nil, @FormBuilder content: () -> [FormPart]) -> When {
    adding(Branch(condition: nil, name: name, parts: content()))
  }

  /// Has the fields of the block be left blank where its condition does not hold.
  ///
  /// - Parameter message: what is said of one that is not; a built-in message without it.
  public func elseBlank(_ message: FormText? = nil) -> When {
    var copy = self
    copy.elseBlank = ElseBlank(message: message)
    return copy
  }

  private func adding(_ branch: Branch) -> When {
    var copy = self
    copy.branches.append(branch)
    return copy
  }

  fileprivate func made(in memory: TreeMemory) -> WhenDeclaration {
    let branches = branches.map { branch in
      WhenDeclaration.Branch(
        condition: branch.condition?.expression.made(in: memory),
        name: branch.name.map { memory.name($0) }, body: branch.parts.made(in: memory), span: .built
      )
    }
    let blank = elseBlank.map {
      WhenDeclaration.ElseBlank(message: $0.message?.made(in: memory), span: .built)
    }
    return WhenDeclaration(branches: branches, elseBlank: blank)
  }
}

/// A rule about more than one field.
///
/// ```swift
/// Check(.field("end") >= .field("start"), message: "The end is before the start", at: "end")
/// ```
public struct Check: Sendable {
  private let rule: Rule
  private let path: String?

  /// A check that rejects a record.
  ///
  /// - Parameters:
  ///   - condition: what must hold.
  ///   - title: a few words over the message.
  ///   - message: what is said if it does not; a built-in one without it.
  ///   - path: of the field that it is reported at; nil for the one field that it names, or the record.
  public init(
    _ condition: Condition, title: FormText? = nil, message: FormText? = nil, at path: String? = nil
  ) {
    self.init(Rule(condition, title: title, message: message), path)
  }

  /// A check that informs and never rejects.
  ///
  /// - Parameters:
  ///   - condition: what should hold.
  ///   - title: a few words over the message.
  ///   - warning: what is said if it does not.
  ///   - path: of the field that it is reported at; nil for the one field that it names, or the record.
  public init(
    _ condition: Condition, title: FormText? = nil, warning: FormText, at path: String? = nil
  ) {
    self.init(Rule(condition, title: title, warning: warning), path)
  }

  private init(_ rule: Rule, _ path: String?) {
    (self.rule, self.path) = (rule, path)
  }

  fileprivate func made(in memory: TreeMemory) -> CheckDeclaration {
    CheckDeclaration(rule: rule.made(in: memory), target: path.map { memory.path($0) } ?? [])
  }
}

// MARK: - Texts

/// A text of a form with its translations. A string literal is one without.
///
/// `{name}` is a placeholder, as in a `.form` file; `\{` is a brace.
public struct FormText: Sendable, ExpressibleByStringInterpolation {
  private let text: String
  private let translations: [(language: String, text: String)]

  /// A text.
  ///
  /// - Parameters:
  ///   - text: in the language of the spec.
  ///   - translations: by the codes of their languages, such as `ja` or `pt-BR`.
  public init(_ text: String, _ translations: KeyValuePairs<String, String> = [:]) {
    self.text = text
    self.translations = translations.map { ($0.key, $0.value) }
  }

  func made(in memory: TreeMemory) -> LocalizedText {
    memory.localized(
      memory.template(text, at: .built),
      translations.map {
        .init(language: memory.name($0.language), text: memory.template($0.text, at: .built))
      },
      at: .built)
  }

  /// A text without translations.
  public init(stringLiteral text: String) { self.init(text) }
}

// MARK: - What is built has no places

extension Span {
  /// The place of what stands in no text.
  static let built = Span(UInt32(0), 0)
}

extension TreeMemory {
  func name(_ text: String) -> Name { name(text, at: .built) }

  /// `address.zip` as its steps.
  func path(_ path: String) -> [Name] {
    path.split(separator: ".", omittingEmptySubsequences: false).map { name(String($0)) }
  }
}

extension PlainText {
  init(_ text: String) { self.init(value: text, span: .built) }
}

extension [FormPart] {
  func made(in memory: TreeMemory) -> [Declaration] {
    map { Declaration(kind: $0.kind(memory), span: .built) }
  }
}

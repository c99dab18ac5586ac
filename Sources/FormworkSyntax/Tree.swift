// The tree of a spec: what the author wrote, with the place of everything, and nothing that a later
// phase finds out.

/// A parsed spec.
package struct SpecTree: Sendable {
  package var declarations: [Declaration] = []
  package var comments: [Comment] = []

  package init(declarations: [Declaration] = [], comments: [Comment] = []) {
    self.declarations = declarations
    self.comments = comments
  }
}

/// A name as written, without the backquotes.
package struct Name: Sendable {
  package var text: String
  package var span: Span

  package init(text: String, span: Span) {
    self.text = text
    self.span = span
  }
}

/// A text in quotes, with its escapes undone and its placeholders found.
package struct TextTemplate: Sendable {
  /// The text, if it has no placeholders.
  package let plain: String?
  /// The pieces of one that has.
  private let pieces: [Part]
  package var span: Span

  package init(parts: [Part], span: Span) {
    plain = TextTemplate.plain(parts)
    pieces = plain == nil ? parts : []
    self.span = span
  }

  /// Makes a text without placeholders.
  package init(plain: String, span: Span) {
    self.plain = plain
    pieces = []
    self.span = span
  }

  package var parts: [Part] {
    guard let plain else { return pieces }
    return plain.isEmpty ? [] : [.literal(plain)]
  }

  /// A piece of a text.
  package enum Part: Sendable {
    /// Characters that stand for themselves.
    case literal(String)
    /// `{name}` or `{address.zip}`.
    case placeholder(Name)
    /// `{count|one character|{count} characters}`.
    case plural(Name, one: [Part], other: [Part])
  }

  private static func plain(_ parts: [Part]) -> String? {
    var text = ""
    for part in parts {
      guard case .literal(let literal) = part else { return nil }
      text += literal
    }
    return text
  }
}

/// A text without placeholders: braces in it are braces.
package struct PlainText: Sendable {
  package var value: String
  package var span: Span

  package init(value: String, span: Span) {
    self.value = value
    self.span = span
  }
}

/// A text with its translations: `"Sign up" ja "登録"`.
package struct LocalizedText: Sendable {
  package var unmarked: TextTemplate
  package var translations: [Translation]
  package var span: Span

  package init(unmarked: TextTemplate, translations: [Translation], span: Span) {
    self.unmarked = unmarked
    self.translations = translations
    self.span = span
  }

  /// The text of one language.
  package struct Translation: Sendable {
    /// Such as `ja` or `pt-BR`.
    package var language: Name
    package var text: TextTemplate

    package init(language: Name, text: TextTemplate) {
      self.language = language
      self.text = text
    }
  }
}

/// A text that most of those that may have one lack: it takes no more room there than a reference.
private enum RareText: Sendable {
  case none
  indirect case text(LocalizedText)

  @inline(__always)
  init(_ text: consuming LocalizedText?) {
    switch consume text {
    case let text?: self = .text(text)
    case nil: self = .none
    }
  }

  var value: LocalizedText? { if case .text(let text) = self { text } else { nil } }
}

/// Something declared at the top of a spec or in a block.
package struct Declaration: Sendable {
  package var kind: Kind
  package var span: Span

  package init(kind: Kind, span: Span) {
    self.kind = kind
    self.span = span
  }

  package enum Kind: Sendable {
    /// `form register "Sign up"`
    indirect case form(Name, title: LocalizedText?)
    /// `language ja`
    indirect case language(Name)
    /// `closed`
    case closed
    /// `fields trimmed optional`
    case fields([Clause])
    case field(FieldDeclaration)
    indirect case when(WhenDeclaration)
    indirect case check(CheckDeclaration)
    /// `use "common.form"`
    indirect case use(PlainText)
    indirect case define(DefineDeclaration)
    indirect case choices(ChoicesDeclaration)
    indirect case table(TableDeclaration)
    indirect case needs(NeedsDeclaration)
    indirect case example(ExampleDeclaration)
  }
}

/// `needs inStock(string)`
package struct NeedsDeclaration: Sendable {
  package var name: Name
  /// The types of its arguments.
  package var parameters: [Name]

  package init(name: Name, parameters: [Name]) {
    self.name = name
    self.parameters = parameters
  }
}

/// `field id "ID": string rule count(1...20)`
///
/// A class, because most declarations are fields, and each is handed from phase to phase.
package final class FieldDeclaration: Sendable {
  package let name: Name
  private let rareLabel: RareText
  package let type: TypeExpression
  package let clauses: [Clause]

  package init(
    name: Name, label: consuming LocalizedText? = nil, type: TypeExpression, clauses: [Clause]
  ) {
    self.name = name
    rareLabel = RareText(consume label)
    self.type = type
    self.clauses = clauses
  }

  package var label: LocalizedText? { rareLabel.value }
}

/// A type as written.
package struct TypeExpression: Sendable {
  package enum Kind: Sendable {
    /// `string`, or a name that no type has.
    case named(Name)
    /// `date("dd/MM/yyyy")`, `bool("yes", "no")`.
    indirect case withTexts(Name, [PlainText])
    /// `number(decimal ",", group ".")`.
    indirect case numberFormat(Name, decimal: PlainText?, group: PlainText?)
    /// `choice("apple" "Apple", "pear")`.
    case choice([ChoiceItem])
    /// `choice of currency`.
    case choiceOf(Name)
    /// `list of string`, `list("|") of string`.
    indirect case list(separator: PlainText?, of: TypeExpression)
    /// `< field zip: string >`.
    case record([Declaration])
    /// Nothing that could be read; already reported.
    case invalid
  }

  package var kind: Kind
  package var span: Span

  package init(kind: Kind, span: Span) {
    self.kind = kind
    self.span = span
  }
}

/// One value of a choice, with its label.
package struct ChoiceItem: Sendable {
  package var value: PlainText
  package var label: LocalizedText?

  package init(value: PlainText, label: LocalizedText? = nil) {
    self.value = value
    self.label = label
  }
}

/// What is said of a field after its type.
package struct Clause: Sendable {
  package enum Kind: Sendable {
    case optional
    indirect case required(condition: Expression?, message: LocalizedText?)
    indirect case `default`(Expression)
    case from([PlainText])
    case without([PlainText])
    /// `halfwidth`, `trimmed`, `lowercased`, `uppercased`, `secret`.
    case modifier(Modifier)
    indirect case hint(LocalizedText)
    indirect case title(LocalizedText)
    indirect case message(LocalizedText)
    case rule(Rule)
    /// `each rule …`, for the items of a list.
    case eachRule(Rule)
  }

  /// A clause that is one word.
  package enum Modifier: String, Sendable {
    case halfwidth, trimmed, lowercased, uppercased, anyCase, secret
  }

  package var kind: Kind
  package var span: Span

  package init(kind: Kind, span: Span) {
    self.kind = kind
    self.span = span
  }
}

/// A condition with its words.
///
/// A class, as it is large and handed from phase to phase.
package final class Rule: Sendable {
  package let condition: Expression
  package let severity: Severity
  private let rareTitle: RareText
  package let message: LocalizedText?

  package init(
    condition: Expression, title: consuming LocalizedText? = nil, message: LocalizedText? = nil,
    severity: Severity
  ) {
    self.condition = condition
    self.severity = severity
    rareTitle = RareText(consume title)
    self.message = message
  }

  package var title: LocalizedText? { rareTitle.value }
}

/// `when COND as NAME < … > else when … else …`
package struct WhenDeclaration: Sendable {
  package struct Branch: Sendable {
    /// Nil for the last `else`.
    package var condition: Expression?
    package var name: Name?
    package var body: [Declaration]
    package var span: Span

    package init(condition: Expression?, name: Name?, body: [Declaration], span: Span) {
      self.condition = condition
      self.name = name
      self.body = body
      self.span = span
    }
  }

  /// At least one; only the last may lack a condition.
  package var branches: [Branch]
  package var elseBlank: ElseBlank?

  package init(branches: [Branch], elseBlank: ElseBlank? = nil) {
    self.branches = branches
    self.elseBlank = elseBlank
  }

  /// `else blank message "…"`
  package struct ElseBlank: Sendable {
    package var message: LocalizedText?
    package var span: Span

    package init(message: LocalizedText?, span: Span) {
      self.message = message
      self.span = span
    }
  }
}

/// `check COND message "…" at FIELD`
package struct CheckDeclaration: Sendable {
  package var rule: Rule
  /// The path after `at`.
  package var target: [Name]

  package init(rule: Rule, target: [Name]) {
    self.rule = rule
    self.target = target
  }
}

/// `define memberId = count(4...20) && alphanumeric message "…"`, or `define amount: number …`
package struct DefineDeclaration: Sendable {
  package enum Meaning: Sendable {
    /// A condition, a predicate or a value, with the message of a condition.
    case expression(Expression, message: LocalizedText?)
    /// A type with what is said of it.
    case type(TypeExpression, [Clause])
  }

  package var name: Name
  package var parameters: [Name]
  package var meaning: Meaning
}

/// `choices currency = "JPY" "Yen", "EUR" "Euro", others`
package struct ChoicesDeclaration: Sendable {
  package enum Entry: Sendable {
    case item(ChoiceItem)
    /// Another list of choices.
    case list(Name)
  }

  package var name: Name
  package var entries: [Entry]
  /// `from "countries.csv"`
  package var file: PlainText?
}

/// `table pieces(series) < "8" -> 572...587  else -> 1...999 >`
package struct TableDeclaration: Sendable {
  package struct Row: Sendable {
    /// For each parameter the literals and ranges it may be; empty for `else`.
    package var keys: [[Expression]]
    package var result: [Expression]
    package var span: Span
  }

  package var name: Name
  package var parameters: [Name]
  package var rows: [Row]
}

/// `example "no digit" like "the shortest" rejects password < password: "Secret" >`
package struct ExampleDeclaration: Sendable {
  /// What a record holds.
  package indirect enum Value: Sendable {
    case literal(Expression)
    case record([Member])
    case list([Value], Span)
  }

  package struct Member: Sendable {
    package var name: Name
    package var value: Value
  }

  package var name: PlainText
  package var like: PlainText?
  /// The date literal after `on`.
  package var day: Expression?
  /// Nil for `accepts`.
  package var rejects: [[Name]]?
  package var members: [Member]
}

/// A condition or an operand.
package struct Expression: Sendable {
  package enum Kind: Sendable {
    /// A field, or a predicate without arguments.
    case name(Name)
    /// `items.price`
    indirect case member(Expression, Name)
    /// `count(1...20)`
    case call(Name, [Expression])
    case value
    case today
    case now
    case bool(Bool)
    case text(TextTemplate)
    /// Digits as written, without `_`, in ASCII.
    case number(String)
    /// `2026-11-20`, `09:30`, `2026-11-20T09:30Z`, in ASCII.
    case date(String)
    case time(String)
    case dateTime(String)
    case instant(String)
    /// `18 years`: the digits and the unit.
    case duration(String, DurationUnit)
    case pattern([PatternLiteral])
    /// `1...20`, `8...`, `...20`, `0..<10`.
    indirect case range(Expression?, Expression?, halfOpen: Bool)
    /// `("a", 8, 10...14)`
    case list([Expression])
    /// `by: sku`
    indirect case labelled(Name, Expression)
    indirect case parenthesized(Expression)
    indirect case not(Expression)
    indirect case negated(Expression)
    indirect case binary(BinaryOperator, Expression, Expression)
    /// `postcode is digits`, `path endsWith("/")`; `predicate` is a name or a call.
    indirect case test(subject: Expression, negated: Bool, predicate: Expression)
    /// `x in 1...5`, `x not in ("a", "b")`.
    indirect case membership(subject: Expression, negated: Bool, container: Expression)
    /// Nothing that could be read; already reported.
    case invalid
  }

  package var kind: Kind
  package var span: Span

  package init(kind: Kind, span: Span) {
    self.kind = kind
    self.span = span
  }
}

/// A part of a pattern between slashes.
package struct PatternLiteral: Sendable {
  package var ignoresCase: Bool
  /// What is between the slashes.
  package var text: String
  /// Where that stands.
  package var body: Span

  package init(ignoresCase: Bool, text: String, body: Span) {
    self.ignoresCase = ignoresCase
    self.text = text
    self.body = body
  }
}

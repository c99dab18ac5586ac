// The tree of a spec: what the author wrote, with the place of everything, and nothing that a later
// phase finds out.

/// A parsed spec.
///
/// Whoever uses a part of it holds the tree: fields, rules and expressions lie in its memory.
package struct SpecTree: @unchecked Sendable {
  // Unchecked: what lies in its memory is never changed once the tree is read.

  package var declarations: [Declaration] = []
  package var comments: [Comment] = []
  /// The memory of the spec's own text and of the files that it uses.
  package var memories: [TreeMemory] = []
  /// Whether the text was read without errors. In a tree of one that was not, parts are missing.
  package var isWhole = true

  package init(declarations: [Declaration] = [], comments: [Comment] = []) {
    self.declarations = declarations
    self.comments = comments
  }
}

/// A name as written, without the backquotes. Names that are alike may be one text.
package struct Name: BitwiseCopyable {
  package let place: UnsafePointer<String>
  package var span: Span
}

/// A text in quotes, with its escapes undone and its placeholders found.
package struct TextTemplate: BitwiseCopyable {
  package struct Node {
    /// The text, if it has no placeholders.
    package let plain: String?
    /// The pieces of one that has.
    let pieces: UnsafeBufferPointer<Part>
    package let span: Span

    package var parts: [Part] {
      guard let plain else { return Array(pieces) }
      return plain.isEmpty ? [] : [.literal(plain)]
    }
  }

  package let node: UnsafePointer<Node>

  /// A piece of a text.
  package enum Part {
    /// Characters that stand for themselves.
    case literal(String)
    /// `{name}` or `{address.zip}`.
    case placeholder(Name)
    /// `{count|one character|{count} characters}`.
    case plural(Name, one: [Part], other: [Part])
  }

  /// The text that pieces without placeholders make up.
  static func plain(_ parts: [Part]) -> String? {
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
package struct LocalizedText: BitwiseCopyable {
  package struct Node {
    package let unmarked: TextTemplate
    package let translations: UnsafeBufferPointer<Translation>
    package let span: Span
  }

  package let node: UnsafePointer<Node>

  /// The text of one language.
  package struct Translation: BitwiseCopyable {
    /// Such as `ja` or `pt-BR`.
    package let language: Name
    package let text: TextTemplate

    package init(language: Name, text: TextTemplate) {
      self.language = language
      self.text = text
    }
  }
}

/// Something declared at the top of a spec or in a block.
package struct Declaration {
  package var kind: Kind
  package var span: Span

  package init(kind: Kind, span: Span) {
    self.kind = kind
    self.span = span
  }

  package enum Kind {
    /// `form register "Sign up"`
    case form(Name, title: LocalizedText?)
    /// `language ja`
    case language(Name)
    /// `closed`
    case closed
    /// `fields trimmed optional`
    case fields(Clauses)
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
package struct NeedsDeclaration {
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
/// It is a place in the memory of its tree, because most declarations are fields, and each is handed from
/// phase to phase.
package struct FieldDeclaration: BitwiseCopyable {
  package struct Node {
    package let name: Name
    package let label: LocalizedText?
    package let type: TypeExpression
    package let clauses: Clauses
  }

  package let node: UnsafePointer<Node>
}

/// A type as written.
package struct TypeExpression: BitwiseCopyable {
  package enum Kind {
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

  package struct Node {
    package let kind: Kind
    package let span: Span
  }

  package let node: UnsafePointer<Node>
}

/// One value of a choice, with its label.
package struct ChoiceItem {
  package var value: PlainText
  package var label: LocalizedText?

  package init(value: PlainText, label: LocalizedText? = nil) {
    self.value = value
    self.label = label
  }
}

/// What is said of a field after its type.
package struct Clause {
  package enum Kind {
    case optional
    case required(condition: Expression?, message: LocalizedText?)
    case `default`(Expression)
    case from([PlainText])
    case without([PlainText])
    /// `halfwidth`, `trimmed`, `lowercased`, `uppercased`, `secret`.
    case modifier(Modifier)
    case hint(LocalizedText)
    case title(LocalizedText)
    case message(LocalizedText)
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

/// What is said of a field, in its order, in the memory of its tree.
package typealias Clauses = UnsafeBufferPointer<Clause>

/// A condition with its words.
///
/// It is a place in the memory of its tree, as it is large and handed from phase to phase.
package struct Rule: BitwiseCopyable {
  package struct Node {
    package let condition: Expression
    package let severity: Severity
    package let title: LocalizedText?
    package let message: LocalizedText?
  }

  package let node: UnsafePointer<Node>
}

/// `when COND as NAME < … > else when … else …`
package struct WhenDeclaration {
  package struct Branch {
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
  package struct ElseBlank {
    package var message: LocalizedText?
    package var span: Span

    package init(message: LocalizedText?, span: Span) {
      self.message = message
      self.span = span
    }
  }
}

/// `check COND message "…" at FIELD`
package struct CheckDeclaration {
  package var rule: Rule
  /// The path after `at`.
  package var target: [Name]

  package init(rule: Rule, target: [Name]) {
    self.rule = rule
    self.target = target
  }
}

/// `define memberId = count(4...20) && alphanumeric message "…"`, or `define amount: number …`
package struct DefineDeclaration {
  package enum Meaning {
    /// A condition, a predicate or a value, with the message of a condition.
    case expression(Expression, message: LocalizedText?)
    /// A type with what is said of it.
    case type(TypeExpression, Clauses)
  }

  package var name: Name
  package var parameters: [Name]
  package var meaning: Meaning
}

/// `choices currency = "JPY" "Yen", "EUR" "Euro", others`
package struct ChoicesDeclaration {
  package enum Entry {
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
package struct TableDeclaration {
  package struct Row {
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
package struct ExampleDeclaration {
  /// What a record holds.
  package indirect enum Value {
    case literal(Expression)
    case record([Member])
    case list([Value], Span)
  }

  package struct Member {
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

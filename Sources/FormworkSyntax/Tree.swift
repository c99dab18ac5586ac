// The tree of a form: what the author wrote, with all spans, and no results of later phases.

/// A parsed form.
package struct FormTree: Sendable {
  package var declarations: [Declaration] = []
  package var comments: [Comment] = []
  /// Whether the text was parsed without errors. After errors, parts of the tree may be missing.
  package var isWhole = true
  /// The indices of the files from which lists take their fields, except the files that the form uses.
  package var listedFiles: OrderedSet<Int> = []
}

/// A name as written, without the backquotes.
package struct Name: Sendable {
  package let text: String
  package var span: Span

  package init(_ text: String, at span: Span) {
    self.text = text
    self.span = span
  }
}

/// The path in a placeholder: `name`, `address.zip`, `` `first name` ``.
package struct PlaceholderPath: Sendable {
  /// At least one name, without backquotes.
  package let names: [Name]
  /// Whether the first name is in backquotes, so that it is always the name of a field.
  package let isQuoted: Bool
  package let span: Span

  /// The path as messages write it.
  package var text: String {
    names.count == 1
      ? names[0].text : Spelling.path(names.map { $0.text }, first: Spelling.name)
  }

  /// The name, if it is the only one and not in backquotes. It may be the name of a placeholder, such as `min`.
  package var plainName: Name? { names.count == 1 && !isQuoted ? names[0] : nil }
}

/// A text in quotes, with its escapes decoded and its placeholders parsed.
package struct TextTemplate: Sendable {
  package enum Part: Sendable {
    /// Literal characters.
    case literal(String)
    /// `{name}` or `{address.zip}`.
    case placeholder(PlaceholderPath)
    /// `{count|one character|{count} characters}`.
    case plural(PlaceholderPath, one: [Part], other: [Part])
  }

  /// A text or its parts. Most texts have no placeholders, so they need no array.
  private enum Contents {
    case plain(String)
    case parts([Part])
  }

  private let contents: Contents
  package let span: Span

  package init(plain text: String, at span: Span) {
    contents = .plain(text)
    self.span = span
  }

  init(_ parts: [Part], at span: Span) {
    let literals = parts.compactMap { if case .literal(let text) = $0 { text } else { nil } }
    contents = literals.count == parts.count ? .plain(literals.joined()) : .parts(parts)
    self.span = span
  }

  /// The text, if it has no placeholders.
  package var plain: String? { if case .plain(let text) = contents { text } else { nil } }

  package var parts: [Part] {
    switch contents {
    case .plain(let text): text.isEmpty ? [] : [.literal(text)]
    case .parts(let parts): parts
    }
  }
}

/// A text without placeholders. Braces in it are literal.
package struct PlainText: Sendable {
  package var value: String
  package var span: Span

  package init(_ value: String, at span: Span) {
    self.value = value
    self.span = span
  }
}

/// A text with its translations: `"Sign up" ja "登録"`.
package struct LocalizedText: Sendable {
  package let unmarked: TextTemplate
  package let translations: [Translation]
  package let span: Span

  /// The text of one language.
  package struct Translation: Sendable {
    /// A language code such as `ja` or `pt-BR`.
    package let language: Name
    package let text: TextTemplate
  }

  package init(_ unmarked: TextTemplate, _ translations: [Translation] = [], at span: Span) {
    self.unmarked = unmarked
    self.translations = translations
    self.span = span
  }
}

/// A declaration at the top of a form or in a block.
package struct Declaration: Sendable {
  package var kind: Kind
  package var span: Span

  package init(_ kind: Kind, at span: Span) {
    self.kind = kind
    self.span = span
  }

  package indirect enum Kind: Sendable {
    /// `form register "Sign up"`
    case form(Name, title: LocalizedText?)
    /// `language ja`
    case language(Name)
    /// `closed`
    case closed
    /// `fields trimmed optional`
    case fields([Clause])
    case field(FieldDeclaration)
    case when(WhenDeclaration)
    case check(CheckDeclaration)
    case page(PageDeclaration)
    /// `intro "We ask this only once."`
    case intro(LocalizedText)
    /// `use "common.form"`
    case use(PlainText)
    case define(DefineDeclaration)
    case choices(ChoicesDeclaration)
    case table(TableDeclaration)
    /// `list customers from "customers.csv" < field id: string >`
    case list(ListDeclaration)
    /// `data csv < delimiter ";" >`
    case data(DataDeclaration)
    case words([OwnWords])
    case needs(NeedsDeclaration)
    case example(ExampleDeclaration)
  }
}

/// `required "{label}, please"`: the form's own text for a built-in message.
package struct OwnWords: Sendable {
  /// The code of the built-in message to replace.
  package var code: Name
  package var text: LocalizedText

  /// The codes of built-in messages that a form can replace.
  package static let codes = [
    "required", "type", "choice", "blank", "unknown", "malformed", "calculation", "unasked",
  ]
}

/// `data csv < delimiter ";" header 3 >`: the settings for a kind of data.
package struct DataDeclaration: Sendable {
  package var kind: DataKind
  package var settings: [DataSetting]
}

/// One setting of `data`, with the span of its word.
package struct DataSetting: Sendable {
  package enum Kind: Sendable {
    case delimiter(PlainText)
    case encoding(PlainText)
    /// The number of the header line as digits, or nil for `header none`.
    case header(Name?)
    case sheet(PlainText)
    case blank([PlainText])
    case columns(ColumnDemand)
    case records([Name])
  }

  /// The columns that a table must have.
  package enum ColumnDemand: String, CaseIterable, Sendable {
    /// The columns of all fields.
    case all
    /// The columns of all fields in their order, and no others.
    case exact
  }

  /// The words that begin settings.
  package enum Word: String, CaseIterable, Sendable {
    case delimiter, encoding, header, sheet, blank, columns, records
  }

  package var word: Word
  package var kind: Kind
  package var span: Span
}

/// `needs inStock(string)`, or `needs year: int`
package struct NeedsDeclaration: Sendable {
  package var name: Name
  /// The types of the arguments of a host rule.
  package var parameters: [Name]
  /// The name, type and clauses of a value that is given when the form is run; nil for a host rule.
  package var value: FieldDeclaration? = nil
}

/// `field id "ID": string rule count(1...20)`
package struct FieldDeclaration: Sendable {
  package let name: Name
  package let label: LocalizedText?
  package var type: TypeExpression
  /// `= price * quantity`: the expression from which the value is calculated instead of read.
  package let calculation: Expression?
  /// The clauses after the type, in order.
  package let clauses: [Clause]

  package init(
    _ name: Name, label: LocalizedText? = nil, type: TypeExpression,
    calculation: Expression? = nil, clauses: [Clause] = []
  ) {
    self.name = name
    self.label = label
    self.type = type
    self.calculation = calculation
    self.clauses = clauses
  }
}

/// A type as written.
package struct TypeExpression: Sendable {
  package enum Kind: Sendable {
    /// A name such as `string`. It may be unknown.
    case named(Name)
    /// `date("dd/MM/yyyy")`, `bool("yes", "no")`.
    indirect case withTexts(Name, [FormatText])
    /// `number(decimal ",", group ".")`.
    indirect case numberFormat(Name, decimal: PlainText?, group: PlainText?)
    /// `choice("apple" "Apple", "pear")`.
    case choice([ChoiceItem])
    /// `choice of currency`.
    case choiceOf(Name)
    /// `list of string`, `list("|") of string`, `list by payer of number`.
    indirect case list(separator: PlainText?, key: Name?, of: TypeExpression)
    /// `< field zip: string >`.
    case record([Declaration])
    /// `number or choice("n.d.")`: at least two types.
    case either([TypeExpression])
    /// A part that can't be parsed. The problem is already reported.
    case invalid
  }

  package var kind: Kind
  package let span: Span

  package init(_ kind: Kind, at span: Span) {
    self.kind = kind
    self.span = span
  }
}

/// A text in the parentheses after a type: `"dd.MM.yy" 1950...2049`.
package struct FormatText: Sendable {
  package var text: PlainText
  /// The hundred-year range for `yy`, or nil if none is given.
  package var years: FormatYears?

  package init(_ text: PlainText, years: FormatYears? = nil) {
    self.text = text
    self.years = years
  }
}

/// The years after a format: `1950...2049`.
package struct FormatYears: Sendable {
  /// The digits of both years, as written, without `_`. Empty if the range can't be parsed, which is already reported.
  package var first: String
  package var last: String
  package var span: Span
}

/// One value of a choice, with its label.
package struct ChoiceItem: Sendable {
  package var value: PlainText
  package var label: LocalizedText?
  /// Other texts that mean the same value.
  package var also: [PlainText]

  package init(value: PlainText, label: LocalizedText?, also: [PlainText] = []) {
    self.value = value
    self.label = label
    self.also = also
  }
}

/// A condition with its title and message.
package struct Rule: Sendable {
  package enum Word: Sendable {
    case title(LocalizedText)
    case message(LocalizedText, Severity)
  }

  package let condition: Expression
  /// The title and the message in written order, at most one of each.
  package var words: [Word] = []

  package init(condition: Expression, words: [Word] = []) {
    (self.condition, self.words) = (condition, words)
  }

  package var title: LocalizedText? {
    words.lazy.compactMap { if case .title(let text) = $0 { text } else { nil } }.first
  }

  package var message: LocalizedText? {
    words.lazy.compactMap { if case .message(let text, _) = $0 { text } else { nil } }.first
  }
}

/// `when COND as NAME title "…" < … > else when … else …`
package struct WhenDeclaration: Sendable {
  package struct Branch: Sendable {
    /// The condition, or nil for the last `else`.
    package var condition: Expression?
    package var name: Name?
    package var title: LocalizedText? = nil
    package var body: [Declaration]
    package var span: Span
  }

  /// The branches, at least one. Only the last one can lack a condition.
  package var branches: [Branch]
  package var elseBlank: ElseBlank? = nil

  /// `else blank message "…"`
  package struct ElseBlank: Sendable {
    package var message: LocalizedText?
    package var span: Span
  }
}

/// `page "Your visit" < field day: date >`: a step of filling in the form.
package struct PageDeclaration: Sendable {
  /// The title. Nil if it is missing, which is already reported, and for a list of other data.
  package var title: LocalizedText?
  package var body: [Declaration]
}

/// `check COND per FIELD message "…" at FIELD`
package struct CheckDeclaration: Sendable {
  package var rule: Rule
  /// The paths after `per`.
  package var per: [[Name]] = []
  /// The path after `at`.
  package var target: [Name]
}

/// `define memberId = count(4...20) && alphanumeric message "…"`, or `define amount: number …`
package struct DefineDeclaration: Sendable {
  package enum Meaning: Sendable {
    /// A condition, predicate or value. Only a condition can have a message.
    case expression(Expression, message: LocalizedText?)
    /// A named type and its clauses.
    case type(TypeExpression, [Clause])
  }

  package var name: Name
  package var parameters: [Name]
  package var meaning: Meaning

  package init(name: Name, parameters: [Name], meaning: Meaning) {
    (self.name, self.parameters, self.meaning) = (name, parameters, meaning)
  }
}

/// `choices currency = "JPY" "Yen", "EUR" "Euro", others`
package struct ChoicesDeclaration: Sendable {
  package enum Entry: Sendable {
    case item(ChoiceItem)
    /// The name of another list of choices.
    case list(Name)
  }

  package var name: Name
  package var entries: [Entry]
  /// `from "countries.csv"`
  package var file: PlainText? = nil
  /// `column "code"`, `label "name"`, `also "old names"`: the columns of the file. Without any, they are the file's
  /// first, second and third columns.
  package var columns: [Column] = []

  /// A column of a file, and the role of its cells.
  package struct Column: Sendable {
    package enum Role: String, CaseIterable, Sendable { case column, label, also }

    package var role: Role
    package var name: PlainText
  }
}

/// `table pieces(series) < "8" -> 572...587  else -> 1...999 >`
package struct TableDeclaration: Sendable {
  package struct Row: Sendable {
    /// The literals and ranges for each parameter, empty for `else`.
    package var keys: [[Expression]]
    package var result: [Expression]
    package var span: Span
  }

  package var name: Name
  package var parameters: [Name]
  package var rows: [Row]
}

/// `list customers "Customers" from "customers.csv" optional < field id: string >`: records of other data.
package struct ListDeclaration: Sendable {
  package var name: Name
  package var label: LocalizedText?
  /// The file, or nil if it is given when the form is run.
  package var file: PlainText?
  /// The file of the form whose fields the list has, or nil if the list has its own fields.
  package var form: PlainText?
  /// The names that the file `form` declares with `list` or `needs`. This list leaves them out.
  package var leftOut: OrderedSet<String> = []
  /// Whether the file may be missing.
  package var isOptional: Bool
  package var body: [Declaration]
}

/// `example "no digit" like "the shortest" rejects password < password: "Secret" >`
package struct ExampleDeclaration: Sendable {
  /// A value in an example record.
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
  /// The paths of the rejected fields, or nil for `accepts`.
  package var rejects: [[Name]]?
  package var members: [Member]
  /// The records that precede the example in the data, or nil without `after`.
  package var after: [[Member]]?
  /// The records of lists of other data: `with customers (< id: "A" >)`.
  package var lists: [ListContent]

  package struct ListContent: Sendable {
    package var name: Name
    package var records: [[Member]]
  }
}

// MARK: - Declarations inside of others

extension [Declaration] {
  /// The declarations, each followed by all declarations inside it.
  package var withAllInside: [Declaration] { flatMap { [$0] + $0.inner.withAllInside } }
}

extension [Declaration] {
  /// The declarations, with those of pages in their places.
  package var withoutPages: [Declaration] {
    guard contains(where: { $0.isPage }) else { return self }
    return flatMap { declaration in
      if case .page(let page) = declaration.kind { page.body.withoutPages } else { [declaration] }
    }
  }
}

extension Declaration {
  fileprivate var isPage: Bool { if case .page = kind { true } else { false } }

  /// The span of the word that begins a page.
  package var wordOfPage: Span { Span(span.lower, span.lower + 4) }

  /// The declarations directly inside.
  package var inner: [Declaration] {
    switch kind {
    case .field(let field): return field.type.declarations
    case .when(let when): return when.branches.flatMap { $0.body }
    case .define(let define):
      if case .type(let type, _) = define.meaning { return type.declarations }
      return []
    case .list(let list): return list.body
    case .page(let page): return page.body
    default: return []
    }
  }
}

extension TypeExpression {
  /// The declarations of the record, or of the records in the list.
  fileprivate var declarations: [Declaration] {
    switch kind {
    case .record(let declarations): declarations
    case .list(_, _, let item): item.declarations
    default: []
    }
  }
}

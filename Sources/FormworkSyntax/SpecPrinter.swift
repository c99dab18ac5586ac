// Writes a tree as the text of a spec. What was written with the marks of word processors comes out
// with those of the language; comments are not part of the tree and are left out. Reading the text
// gives the same tree again, but for its places.

/// Prints specs.
package struct SpecPrinter {
  /// Lines are broken before the words of a rule where they would be longer, in characters.
  private static let lineLimit = 90

  private var text = ""
  private var indentation = 0

  /// The text of a spec, its last line ended.
  package static func print(_ tree: SpecTree) -> String {
    var printer = SpecPrinter()
    printer.print(tree.declarations)
    return printer.text
  }

  private init() {}

  private mutating func line(_ words: [String]) { line(words.joined(separator: " ")) }

  private mutating func line(_ line: String) {
    text += String(repeating: "  ", count: indentation) + line + "\n"
  }

  private mutating func indented(_ body: (inout SpecPrinter) -> Void) {
    indentation += 1
    body(&self)
    indentation -= 1
  }
}

// MARK: - Declarations

extension SpecPrinter {
  private mutating func print(_ declarations: [Declaration]) {
    for declaration in declarations { print(declaration) }
  }

  private mutating func print(_ declaration: Declaration) {
    switch declaration.kind {
    case .form(let name, let title):
      line(["form", Spelling.name(name)] + Spelling.optional(title))
    case .language(let language): line(["language", Spelling.language(language)])
    case .closed: line("closed")
    case .fields(let clauses): line(["fields"] + clauses.map { Spelling.clause($0) })
    case .field(let field): print(field)
    case .when(let when): print(when)
    case .check(let check): print(check)
    case .use(let file): line(["use", Spelling.plain(file)])
    case .define(let define): print(define)
    case .choices(let choices): print(choices)
    case .table(let table): print(table)
    case .needs(let needs):
      line("needs " + Spelling.name(needs.name) + Spelling.parameters(needs.parameters))
    case .example(let example): print(example)
    }
  }

  private mutating func print(_ field: FieldDeclaration) {
    let head = ["field", Spelling.name(field.name)] + Spelling.optional(field.label)
    print(head.joined(separator: " ") + ":", field.type, field.clauses)
  }

  /// Prints a type after its head, and what is said of it.
  private mutating func print(_ head: String, _ type: TypeExpression, _ clauses: Clauses) {
    // Short clauses stand behind the type, the others each on a line of its own, all in their order:
    // a message belongs to the rule it follows.
    let short = clauses.prefix { Spelling.isShort($0) }
    let tail = short.map { " " + Spelling.clause($0) }.joined()
    let before = Spelling.typeBeforeBlock(type)
    if let body = before.body {
      line(head + " " + before.text + "<")
      indented { $0.print(body) }
      line(">" + tail)
    } else {
      line(head + " " + before.text + tail)
    }
    indented { printer in
      for clause in clauses.dropFirst(short.count) { printer.print(clause) }
    }
  }

  private mutating func print(_ clause: Clause) {
    switch clause.kind {
    case .rule(let rule): print("rule", rule)
    case .eachRule(let rule): print("each rule", rule)
    default: line(Spelling.clause(clause))
    }
  }

  private mutating func print(_ word: String, _ rule: Rule, target: [Name] = []) {
    let condition = word + " " + Spelling.condition(rule.condition)
    let words = Spelling.words(of: rule) + Spelling.target(target)
    let whole = ([condition] + words).joined(separator: " ")
    if whole.count <= SpecPrinter.lineLimit { return line(whole) }
    line(condition)
    indented { printer in for word in words { printer.line(word) } }
  }

  private mutating func print(_ check: CheckDeclaration) {
    print("check", check.rule, target: check.target)
  }

  private mutating func print(_ when: WhenDeclaration) {
    var lead = ""
    for branch in when.branches {
      var head: [String] = []
      if let condition = branch.condition { head = ["when", Spelling.condition(condition)] }
      if let name = branch.name { head += ["as", Spelling.name(name)] }
      line(lead + (head + ["<"]).joined(separator: " "))
      indented { $0.print(branch.body) }
      lead = "> else "
    }
    guard let blank = when.elseBlank else { return line(">") }
    line(["> else blank"] + Spelling.words("message", blank.message))
  }

  private mutating func print(_ define: DefineDeclaration) {
    let head = "define " + Spelling.name(define.name) + Spelling.parameters(define.parameters)
    switch define.meaning {
    case .type(let type, let clauses): print(head + ":", type, clauses)
    case .expression(let expression, let message):
      let meaning = head + " = " + Spelling.condition(expression)
      line([meaning] + Spelling.words("message", message))
    }
  }

  private mutating func print(_ choices: ChoicesDeclaration) {
    let name = Spelling.name(choices.name)
    if let file = choices.file { return line(["choices", name, "from", Spelling.plain(file)]) }
    let entries = choices.entries.map { entry in
      switch entry {
      case .item(let item): Spelling.item(item)
      case .list(let name): Spelling.operand(name)
      }
    }
    line(["choices", name, "=", entries.joined(separator: ", ")])
  }

  private mutating func print(_ table: TableDeclaration) {
    line("table " + Spelling.name(table.name) + Spelling.parameters(table.parameters) + " <")
    indented { printer in
      for row in table.rows {
        let keys = row.keys.map { key in
          key.map { Spelling.condition($0) }.joined(separator: " or ")
        }
        let result = row.result.map { Spelling.condition($0) }.joined(separator: ", ")
        printer.line([
          keys.isEmpty ? "else" : keys.joined(separator: ", "), "->",
          row.result.count == 1 ? result : "(" + result + ")",
        ])
      }
    }
    line(">")
  }

  private mutating func print(_ example: ExampleDeclaration) {
    var words = ["example", Spelling.plain(example.name)]
    if let like = example.like { words += ["like", Spelling.plain(like)] }
    if let day = example.day { words += ["on", Spelling.condition(day)] }
    if let rejects = example.rejects {
      words.append("rejects")
      if !rejects.isEmpty {
        words.append(rejects.map { Spelling.path($0) }.joined(separator: ", "))
      }
    } else {
      words.append("accepts")
    }
    line(words + ["<"])
    indented { printer in
      for member in example.members { printer.line(Spelling.member(member)) }
    }
    line(">")
  }
}

// MARK: - From a text in code

extension TreeMemory {
  /// A text with its placeholders, as it would stand between quotes, but that only `\{` is an escape.
  package func template(_ text: String, at place: Span) -> TextTemplate {
    var quoted = "\""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\\", rest.first == "{" {
        rest.removeFirst()
        quoted += "\\{"
      } else if scalar == "{" {
        quoted += "{"
      } else {
        quoted += Spelling.escaped(String(scalar))
      }
    }
    quoted += "\""
    let (template, isSound) = quoted.withUTF8 { bytes in
      let span = Span(0, bytes.count)
      var literal = TextLiteral(bytes, span, isClosed: true)
      let template = literal.readTemplate(span: span, in: self)
      return (template, literal.problems.isEmpty)
    }
    if isSound { return template }
    // Where a brace begins nothing, one is printed that begins nothing either, for the checker to find.
    return self.template([.literal(text), .placeholder(name("{", at: place))], at: place)
  }
}

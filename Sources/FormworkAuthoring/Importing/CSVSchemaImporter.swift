// Imports CSV Schema of the National Archives.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Makes a form from a CSV Schema.
struct CSVSchemaImporter {
  private let schema: CSVSchema
  private let source: Source
  private var form: ImportedForm
  private var ledger: ImportLedger

  static func importing(
    _ source: Source, name: String
  ) throws(ImportProblem) -> (ImportedForm, ImportLedger) {
    let schema = try CSVSchemaParser.parse(source)
    var importer = CSVSchemaImporter(
      schema: schema, source: source, form: ImportedForm(name: name), ledger: ImportLedger(source))
    importer.convert()
    return (importer.form, importer.ledger)
  }

  private init(schema: CSVSchema, source: Source, form: ImportedForm, ledger: ImportLedger) {
    (self.schema, self.source, self.form, self.ledger) = (schema, source, form, ledger)
  }

  private mutating func convert() {
    var settings: [(text: String, sources: [Int])] = []
    form.root.owners = [0]
    for directive in schema.directives {
      switch directive.name {
      case "separator":
        let mark = FormText.spelled(directive.argument ?? ",")
        settings.append(("delimiter \(mark)", take(directive, of: 0, "delimiter")))
      case "noHeader": settings.append(("header none", take(directive, of: 0, "header none")))
      case "totalColumns", "permitEmpty", "ignoreColumnNameCase":
        take(directive, of: 0, "as forms read tables")
      default: note(directive.offset, "@" + directive.name, of: 0, .leftOut(.format))
      }
    }
    if !schema.directives.contains(where: { $0.name == "noHeader" }) {
      settings.append(("columns exact", []))
    }
    let text = "data csv < \(settings.map { $0.text }.joined(separator: " ")) >"
    form.declarations.append(ledger.clause(text, settings.flatMap { $0.sources }))
    if schema.columns.contains(where: { $0.rules.contains { self.uses("fileExists", $0) } }) {
      form.declarations.append(ledger.clause("needs fileExists"))
    }
    for (index, column) in schema.columns.enumerated() { add(column, owner: index + 1) }
  }

  private func uses(_ name: String, _ rule: CSVSchema.Rule) -> Bool {
    if case .test(let test) = rule { test.name == name } else { false }
  }

  // MARK: Notes

  @discardableResult
  private mutating func note(
    _ offset: Int, _ keyword: String, of owner: Int, _ outcome: Coverage.Outcome
  ) -> Int {
    let line = ledger.line(at: offset)
    let column = owner > 0 ? schema.columns[owner - 1].name : "the prolog"
    return ledger.add(
      offset, of: owner,
      Coverage.Entry(path: column, line: line, constraint: keyword, outcome: outcome))
  }

  @discardableResult
  private mutating func take(
    _ directive: CSVSchema.Directive, of owner: Int, _ became: String
  ) -> [Int] {
    [note(directive.offset, "@" + directive.name, of: owner, .kept(became))]
  }
}

// MARK: - Columns

extension CSVSchemaImporter {
  private mutating func add(_ column: CSVSchema.Column, owner: Int) {
    let name =
      ImportedField.name(of: column.name, place: owner)
    var field = ImportedField(
      id: ledger.nextID(), name: name, type: .plain("string"), owners: [owner])
    if name != column.name { field.key = column.name }
    for directive in column.directives {
      switch directive.name {
      case "ignoreCase":
        field.clauses.append(ledger.clause("anyCase", take(directive, of: owner, "anyCase")))
      case "optional", "matchIsFalse", "warningOnly": take(directive, of: owner, directive.name)
      default: note(directive.offset, "@" + directive.name, of: owner, .leftOut(.unknown))
      }
    }
    if column.has("matchIsFalse") {
      addNegated(column, owner, to: &field)
    } else {
      var required: [ImportedCondition] = []
      for rule in column.rules { add(rule, of: column, owner, to: &field, &required) }
      setRequired(column, .both(required), &field)
    }
    form.root.members.append(.field(field))
  }

  /// Sets whether a field must be filled in.
  ///
  /// - Parameter accepts: the condition under which the rules accept the empty text.
  private mutating func setRequired(
    _ column: CSVSchema.Column, _ accepts: ImportedCondition, _ field: inout ImportedField
  ) {
    if column.has("optional") || column.has("warningOnly") || accepts == .always {
      field.isOptional = true
    } else if accepts != .never {
      let condition = ImportedCondition.negation(of: accepts)
      field.clauses.insert(ledger.clause("required if \(condition.text)"), at: 0)
    }
  }

  private mutating func addNegated(
    _ column: CSVSchema.Column, _ owner: Int, to field: inout ImportedField
  ) {
    let entries = column.rules.flatMap { self.entries($0, owner, .kept("not")) }
    do throws(Gap) {
      let filled = try condition(.all(column.rules), of: column)
      let empty = try condition(.all(column.rules), of: column, isEmpty: true)
      addRule(.negation(of: filled), entries, column, to: &field)
      setRequired(column, .negation(of: empty), &field)
    } catch {
      for rule in column.rules { _ = self.entries(rule, owner, .leftOut(error.lack)) }
      field.isOptional = true
    }
  }

  private mutating func add(
    _ rule: CSVSchema.Rule, of column: CSVSchema.Column, _ owner: Int,
    to field: inout ImportedField, _ required: inout [ImportedCondition]
  ) {
    if case .test(let test) = rule, test.column == nil, column.rules.count == 1 {
      if let type = type(test, column) {
        field.type = .plain(type.text)
        if let rule = type.rule {
          field.clauses.append(
            ledger.clause("rule \(rule)", entries(.test(test), owner, .kept(rule))))
        } else {
          _ = entries(.test(test), owner, .kept(type.text))
        }
        required.append(acceptsEmpty(test) ?? .never)
        return
      }
    }
    if case .test(let test) = rule, test.column == nil, addAcross(test, owner, to: &field) {
      return
    }
    do throws(Gap) {
      let filled = try condition(rule, of: column)
      let empty = try condition(rule, of: column, isEmpty: true)
      addRule(filled, entries(rule, owner, .kept("rule \(filled.text)")), column, to: &field)
      required.append(empty)
    } catch {
      _ = entries(rule, owner, .leftOut(error.lack))
    }
  }

  private mutating func addRule(
    _ condition: ImportedCondition, _ sources: [Int], _ column: CSVSchema.Column,
    to field: inout ImportedField
  ) {
    if condition == .always { return }
    var text = condition == .never ? "rule blank" : "rule \(condition.text)"
    if column.has("warningOnly") {
      // A warning needs a message, so use the definition of the column in the schema.
      text += " warning \(FormText.spelled(definition(of: column), braces: true))"
    }
    field.clauses.append(ledger.clause(text, sources))
  }

  /// Returns the line of the schema that defines a column.
  private func definition(of column: CSVSchema.Column) -> String {
    let line = source.lineRange(ledger.line(at: column.offset))
    return String(decoding: source.bytes[line], as: UTF8.self)
  }

  /// Adds a test that compares records with each other: `unique` or `identical`. Returns false for all other tests.
  private mutating func addAcross(
    _ test: CSVSchema.Test, _ owner: Int, to field: inout ImportedField
  ) -> Bool {
    guard test.name == "unique" || test.name == "identical" else { return false }
    let word = test.name == "unique" ? "unique" : "same"
    var names = [Spelling.operand(field.name)]
    for case .column(let column) in test.arguments {
      names.append(Spelling.operand(self.name(column)))
    }
    let sources = entries(.test(test), owner, .kept(word))
    if names.count == 1 {
      field.clauses.append(ledger.clause("rule \(word)", sources))
    } else {
      let text = "check \(word)(\(names.joined(separator: ", "))) at \(Spelling.name(field.name))"
      form.root.members.append(.clause(ledger.clause(text, sources)))
    }
    return true
  }

  /// Returns a type, perhaps with a range, that expresses the only rule of a column. Nil if there is no such type, or
  /// if a rule of the schema refers to the column by name.
  private func type(
    _ test: CSVSchema.Test, _ column: CSVSchema.Column
  ) -> (text: String, rule: String?)? {
    let isAsked = schema.columns.contains { $0.rules.contains { mentions(column.name, $0) } }
    if isAsked || column.has("matchIsFalse") || column.has("warningOnly") { return nil }
    switch test.name {
    case "any":
      var texts: OrderedSet<String> = []
      for argument in test.arguments {
        guard case .text(let text) = argument else { return nil }
        if !text.isEmpty { texts.insert(text) }
      }
      if texts.isEmpty { return nil }
      return ("choice(\(Spelling.list(texts)))", nil)
    case "xDate", "ukDate", "xTime":
      let type =
        test.name == "xDate" ? "date" : test.name == "xTime" ? "time" : "date(\"dd/MM/yyyy\")"
      var bounds: [String] = []
      for argument in test.arguments {
        guard case .word(let word) = argument else { return nil }
        let parts = word.split(separator: "/")
        bounds.append(parts.count == 3 ? "\(parts[2])-\(parts[1])-\(parts[0])" : word)
      }
      return (type, bounds.count == 2 ? "range(\(bounds[0])...\(bounds[1]))" : nil)
    default: return nil
    }
  }

  private func mentions(_ column: String, _ rule: CSVSchema.Rule) -> Bool {
    switch rule {
    case .test(let test):
      return test.column == column || test.arguments.contains { mentions(column, $0) }
    case .all(let rules), .any(let rules): return rules.contains { mentions(column, $0) }
    case .choice(let cases, let otherwise):
      return otherwise.contains { mentions(column, $0) }
        || cases.contains {
          mentions(column, $0.condition) || $0.rules.contains { mentions(column, $0) }
        }
    }
  }

  private func mentions(_ column: String, _ argument: CSVSchema.Argument) -> Bool {
    switch argument {
    case .column(let name): name == column
    case .call(_, let arguments): arguments.contains { mentions(column, $0) }
    case .text, .word: false
    }
  }

  /// Adds a coverage entry for each test in a rule, and returns the indices of these entries.
  private mutating func entries(
    _ rule: CSVSchema.Rule, _ owner: Int, _ outcome: Coverage.Outcome
  ) -> [Int] {
    switch rule {
    case .test(let test): return [note(test.offset, test.name, of: owner, outcome)]
    case .all(let rules), .any(let rules): return rules.flatMap { entries($0, owner, outcome) }
    case .choice(let cases, let otherwise):
      return cases.flatMap { part in
        entries(part.condition, owner, outcome) + part.rules.flatMap { entries($0, owner, outcome) }
      } + otherwise.flatMap { entries($0, owner, outcome) }
    }
  }
}

// MARK: - Conditions

extension CSVSchemaImporter {
  /// Returns a rule as a condition on the column that it belongs to.
  ///
  /// - Parameter isEmpty: whether the condition is for an empty cell of that column; otherwise it is for a filled one.
  private func condition(
    _ rule: CSVSchema.Rule, of column: CSVSchema.Column, isEmpty: Bool = false
  ) throws(Gap) -> ImportedCondition {
    func all(_ rules: [CSVSchema.Rule]) throws(Gap) -> [ImportedCondition] {
      try rules.map { rule throws(Gap) in try condition(rule, of: column, isEmpty: isEmpty) }
    }
    switch rule {
    case .all(let rules): return .both(try all(rules))
    case .any(let rules): return .either(try all(rules))
    case .choice(let cases, let otherwise):
      var result = ImportedCondition.both(try all(otherwise))
      for part in cases.reversed() {
        let condition = try condition(part.condition, of: column, isEmpty: isEmpty)
        let rules = ImportedCondition.both(try all(part.rules))
        result = .both([
          .either([.negation(of: condition), rules]), .either([condition, result]),
        ])
      }
      return result
    case .test(let test):
      guard let other = test.column, other != column.name else {
        if isEmpty { return try empty(test) }
        return try filled(test, "value")
      }
      let name = Spelling.operand(name(other))
      let (whenFilled, whenEmpty) = (try filled(test, name), try empty(test))
      return .either([
        .both([.test("\(name) is filled"), whenFilled]),
        .both([.test("\(name) is blank"), whenEmpty]),
      ])
    }
  }

  private func name(_ column: String) -> String {
    let place = schema.columns.firstIndex { $0.name == column } ?? 0
    return ImportedField.name(of: column, place: place + 1)
  }

  /// Returns the condition under which a test accepts an empty cell.
  private func empty(_ test: CSVSchema.Test) throws(Gap) -> ImportedCondition {
    guard let condition = acceptsEmpty(test) else { throw Gap(.condition) }
    return condition
  }

  private func acceptsEmpty(_ test: CSVSchema.Test) -> ImportedCondition? {
    switch test.name {
    case "empty", "upperCase", "lowerCase", "in": return .always
    case "length":
      guard case .word(let low)? = test.arguments.first else { return nil }
      return low == "0" || low == "*" && test.arguments.count > 1 ? .always : .never
    case "is", "any": return .either(test.arguments.map { isBlank($0) ?? .never })
    case "not": return test.arguments.first.flatMap { isBlank($0) }.map { .negation(of: $0) }
    case "starts", "ends": return test.arguments.first.flatMap { isBlank($0) }
    case "regex":
      guard case .text(let pattern)? = test.arguments.first else { return nil }
      return CSVSchemaImporter.takesNothing(pattern) ? .always : .never
    default: return .never
    }
  }

  private func isBlank(_ argument: CSVSchema.Argument) -> ImportedCondition? {
    switch argument {
    case .text(let text): text.isEmpty ? .always : .never
    case .column(let column): .test("\(Spelling.operand(name(column))) is blank")
    case .call, .word: nil
    }
  }

  /// Whether a pattern matches the empty text.
  private static func takesNothing(_ pattern: String) -> Bool {
    var properties = PatternProperties()
    guard case .test(let text)? = try? ECMAPattern.condition(pattern, isWhole: true, { .test($0) }),
      let compiled = try? Pattern.compile(Array(text.utf8), &properties)
    else { return false }
    var matcher = PatternMatcher(compiled)
    return matcher.matches(TextBytes(start: nil, count: 0))
  }

  /// Returns the condition under which a test accepts a filled cell.
  private func filled(_ test: CSVSchema.Test, _ name: String) throws(Gap) -> ImportedCondition {
    func word(_ word: String) -> ImportedCondition {
      .test(name == "value" ? word : "\(name) is \(word)")
    }
    switch test.name {
    case "is", "any":
      let texts = try test.arguments.map { argument throws(Gap) in try text(argument) }
      let areTexts = texts.allSatisfy { $0.hasPrefix("\"") }
      let filled = texts.filter { $0 != "\"\"" }
      if filled.isEmpty { return .never }
      if filled.count > 1, areTexts {
        let list = "(\(filled.joined(separator: ", ")))"
        return .test(name == "value" ? "oneOf\(list)" : "\(name) in \(list)")
      }
      return .either(filled.map { equals(name, $0) })
    case "not":
      guard let first = test.arguments.first else { throw Gap(.unknown) }
      let text = try text(first)
      return text == "\"\"" ? .always : .negation(of: equals(name, text))
    case "in":
      guard let first = test.arguments.first else { throw Gap(.unknown) }
      return .test("\(try text(first)) contains(\(name))")
    case "starts", "ends":
      guard let first = test.arguments.first else { throw Gap(.unknown) }
      let text = try text(first)
      if text == "\"\"" { return .always }
      return .test("\(name) \(test.name == "starts" ? "startsWith" : "endsWith")(\(text))")
    case "regex":
      guard case .text(let pattern)? = test.arguments.first else { throw Gap(.unknown) }
      return try ECMAPattern.condition(pattern, isWhole: true) { word(Spelling.matches($0)) }
    case "range", "length":
      guard let range = range(test.arguments) else { throw Gap(.unknown) }
      if range == "..." {
        return test.name == "length"
          ? .always : .either([word("number(...0)"), word("number(0...)")])
      }
      return word(test.name == "range" ? "number(\(range))" : "count(\(range))")
    case "empty": return .never
    case "notEmpty": return .always
    case "uri": return word("uri")
    case "xDateTime" where test.arguments.isEmpty:
      return .either([word("datetime"), word("instant")])
    case "xDateTimeTz" where test.arguments.isEmpty: return word("instant")
    case "xDate" where test.arguments.isEmpty: return word("date")
    case "xTime" where test.arguments.isEmpty: return word("time")
    case "ukDate" where test.arguments.isEmpty: return word("date(\"dd/MM/yyyy\")")
    case "uuid4": return word("uuid(4)")
    case "positiveInteger": return word("matches(/[0-9]+/)")
    case "upperCase": return word("uppercase")
    case "lowerCase": return word("lowercase")
    case "fileExists" where test.arguments.isEmpty: return word("fileExists")
    case "fileExists", "integrityCheck", "checksum", "fileCount": throw Gap(.files)
    case "xDateTime", "xDateTimeTz", "xDate", "xTime", "ukDate", "partUkDate", "partDate", "unique",
      "identical":
      throw Gap(.condition)
    default: throw Gap(.unknown)
    }
  }

  private func equals(_ name: String, _ text: String) -> ImportedCondition {
    let test = ImportedCondition.test("\(name) == \(text)")
    return text.hasPrefix("\"") || text.hasSuffix(")")
      ? test : .both([.test("\(text) is filled"), test])
  }

  /// Returns an argument as a form writes it.
  private func text(_ argument: CSVSchema.Argument) throws(Gap) -> String {
    switch argument {
    case .text(let text): return FormText.spelled(text, braces: true)
    case .column(let column): return Spelling.operand(name(column))
    case .word: throw Gap(.unknown)
    case .call("concat", let arguments):
      let texts = try arguments.map { argument throws(Gap) in try text(argument) }
      return "joined(\(texts.joined(separator: ", ")))"
    case .call: throw Gap(.files)
    }
  }

  private func range(_ arguments: [CSVSchema.Argument]) -> String? {
    var words: [String] = []
    for argument in arguments {
      guard case .word(let word) = argument else { return nil }
      words.append(word == "*" ? "" : word)
    }
    return words.count == 1 ? words[0] : words.count == 2 ? "\(words[0])...\(words[1])" : nil
  }
}

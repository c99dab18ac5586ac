// Numbers for the meanings of conditions and texts in two forms. Conditions or texts with the same meaning get the same
// number, regardless of their location and the names of the definitions that they use.

internal import FormworkEngine
internal import FormworkSyntax

/// Interns meanings, so that equal conditions in both forms get the same number.
final class Meanings {
  private struct Key: Hashable {
    let name: String
    let parts: [Int]
  }

  private var keys: OrderedSet<Key> = []

  func number(_ name: String, _ parts: [Int] = []) -> Int {
    keys.insert(Key(name: name, parts: parts)).place
  }
}

/// Parts of a condition that only messages show. A meaning may include them.
struct ShownParts: OptionSet {
  let rawValue: UInt8

  /// The messages of definitions.
  static let definitions = ShownParts(rawValue: 1)
  /// Numbers as they are written, because messages show limits so.
  static let literals = ShownParts(rawValue: 2)
  /// The names of tables, because a message names the table that has no row.
  static let tables = ShownParts(rawValue: 4)
  static let all: ShownParts = [.definitions, .literals, .tables]
}

/// Determines the meanings in one form.
final class MeaningReader {
  let program: Program
  private let meanings: Meanings
  /// The languages of the texts in both forms.
  private let languages: [String]
  /// The meanings of conditions, each with and without the parts that messages show.
  private var known: OrderedDictionary<Int64, Int> = [:]
  private var knownFields: OrderedDictionary<Int32, Int> = [:]
  private var knownTables: OrderedDictionary<Int, Int> = [:]

  init(_ program: Program, _ meanings: Meanings, languages: [String]) {
    self.program = program
    self.meanings = meanings
    self.languages = languages
  }

  func number(_ name: String, _ parts: [Int] = []) -> Int { meanings.number(name, parts) }

  // MARK: - Conditions

  /// Returns the meaning of a condition or an operand.
  ///
  /// - Parameter shown: the parts that only messages show and that the meaning includes.
  func meaning(_ node: Int32, _ shown: ShownParts = []) -> Int {
    guard node >= 0 else { return number("none") }
    if case .cell(_, _, let field) = program.view(node) { return meaning(ofField: field) }
    let key = Int64(node) << 3 | Int64(shown.rawValue)
    if let meaning = known[key] { return meaning }
    let meaning = read(node, shown)
    known[key] = meaning
    return meaning
  }

  private func read(_ node: Int32, _ shown: ShownParts) -> Int {
    func of(_ name: String, _ nodes: Int32...) -> Int {
      number(name, nodes.map { meaning($0, shown) })
    }
    func of(_ name: String, _ nodes: [Int32], _ list: NodeList) -> Int {
      number(name, (nodes + Array(list)).map { meaning($0, shown) })
    }
    switch program.view(node) {
    case .and(let first, let second): return of("and", first, second)
    case .or(let first, let second): return of("or", first, second)
    case .not(let inner): return of("not", inner)
    case .comparison(let comparison, let left, let right):
      return of("compare \(comparison.rawValue)", left, right)
    case .inRange(let subject, let range, let isNegated):
      return of("in range \(isNegated)", subject, range)
    case .inList(let subject, let list, let isNegated):
      return of("in list \(isNegated)", [subject], list)
    case .inTable(let subject, let table, let keys, let isNegated):
      return number("in table \(isNegated)", [of("", [subject], keys), meaning(ofTable: table)])
    case .inValues(let subject, let path, let isNegated):
      return of("in values \(isNegated)", subject, path)
    case .word(let word, let subject, let arguments):
      return of("word \(word.name)", [subject], arguments)
    case .dataSet(let word, _, let fields): return of("all \(word.name)", [], fields)
    case .host(let rule, let subject, let arguments):
      return of("host \(rule.name)", [subject], arguments)
    case .truth(let inner): return of("truth", inner)
    case .isKind(let inner, let kind): return of("kind \(kind.rawValue)", inner)
    case .defined(let inner, let use):
      let message = shown.contains(.definitions) ? program.definition(use).message : nil
      let meaning = meaning(inner, shown)
      return message.map { number("said", [meaning, self.meaning(ofText: $0)]) } ?? meaning
    case .quantified(let list, let condition, let isAll):
      return of("each \(isAll)", list, condition)
    case .constantTruth(let holds): return number("truth \(holds)")
    case .cell(_, _, let field): return meaning(ofField: field)
    case .constant(let entry):
      let (value, written) = program.constant(entry)
      let text = shown.contains(.literals) ? number(written ?? value.text) : number("")
      return number("constant \(value.kind.rawValue) " + value.text, [text])
    case .template(let entry):
      return number("text", [meaning(of: program.template(ofNode: entry).parts)])
    case .moment(let isNow): return number("moment \(isNow)")
    case .negate(let operand): return of("negate", operand)
    case .arithmetic(let operation, let left, let right):
      return of("calculate \(operation.rawValue)", left, right)
    case .conditional(let first, let condition, let otherwise):
      return of("conditional", first, condition, otherwise)
    case .count(let operand): return of("count", operand)
    case .aggregate(let aggregate, let list, let value, let condition):
      let said = [value, condition].map { $0 < 0 ? -1 : meaning($0, shown) }
      return number("aggregate \(aggregate.rawValue)", [meaning(list, shown)] + said)
    case .element(let depth): return number("element \(depth)")
    case .distinctValues(let list): return of("distinct values", list)
    case .function(let function, let arguments):
      return of("function \(function.name)", [], arguments)
    case .lookUp(let table, let keys):
      let name = shown.contains(.tables) ? program.table(table).name : ""
      return number("look up " + name, [of("", [], keys), meaning(ofTable: table)])
    case .member(let record, let field): return of("member", record, field)
    case .each(let record, let field): return of("every", record, field)
    case .values(let operands): return of("values", [], operands)
    case .columns: return number("columns")
    case .outside(let operand, let depth): return of("outside \(depth)", operand)
    case .firstInForce(let fields): return of("in force", [], fields)
    case .extreme(let operands, let isLargest): return of("extreme \(isLargest)", [], operands)
    case .question(let inner, let question):
      let asked = program.askedRecords(question)
      let keys = asked.keys.map { number("key", [meaning($0.field), meaning($0.value)]) }
      let group = asked.group.map { meaning($0) }
      return number("question", [meaning(inner, shown), number("group", group)] + keys)
    case .ofList(let query, let isFirst):
      let asked = program.askedList(query)
      let keys = asked.keys.map { number("key", [meaning($0.field), meaning($0.value)]) }
      return number("list \(isFirst) " + asked.name, keys)
    case .records: return number("records")
    case .wholeRecord: return number("record")
    case .range(let low, let high, let isHalfOpen): return of("range \(isHalfOpen)", low, high)
    case .pattern(let entry):
      let pattern = program.pattern(entry)
      let source = String(decoding: pattern.source, as: UTF8.self)
      return number("pattern \(pattern.comparesWithoutCase) " + source)
    case .picture(let entry): return number("picture " + program.picture(entry).key)
    case .selection(let entry): return meaning(of: program.selection(entry))
    case .momentFormat(let entry): return meaning(of: program.format(entry))
    case .ofItem(let operand, let depth, _): return of("item \(depth)", operand)
    case .keyword(let word): return number("keyword \(word.name)")
    case .invalid: return number("invalid")
    }
  }

  private func meaning(ofField field: Int32) -> Int {
    if let meaning = knownFields[field] { return meaning }
    let meaning = number("field " + address(ofField: field))
    knownFields[field] = meaning
    return meaning
  }

  /// Returns the path of a field. For a field of other data, the name of its list precedes the path.
  func address(ofField field: Int32) -> String {
    let path = program.path(ofField: field) ?? ""
    return program.list(ofField: field).map { MeaningReader.address(ofList: $0.name) + path }
      ?? path
  }

  /// Returns the address of a list as a whole, which is also the prefix of the addresses of its fields.
  static func address(ofList name: String) -> String { name + "\u{0}" }

  private func meaning(ofTable table: Int) -> Int {
    if let meaning = knownTables[table] { return meaning }
    let meaning = number("table", program.table(table).rows.map { self.meaning(of: $0) })
    knownTables[table] = meaning
    return meaning
  }

  func meaning(of row: TableView.Row) -> Int {
    let parts = (row.keys + [row.result]).map { number("cell", $0.map { meaning($0) }) }
    return number("row", parts)
  }

  func meaning(of selection: CharacterSelection) -> Int {
    let classes = selection.classes.map { String($0.rawValue) }.ordered()
    let characters = selection.characters.map { String($0) }.ordered()
    return number("characters " + classes.joined(separator: " "), characters.map { number($0) })
  }

  func meaning(of format: FormatView) -> Int {
    switch format {
    case .number(let example, let plain): number("decimal " + example, [number(plain ?? "")])
    case .integer(let example, let plain): number("whole " + example, [number(plain ?? "")])
    case .bool(let yes, let no): number("truth", [number(yes), number(no)])
    case .moment(let kind, let formats):
      number(
        "moment \(kind.rawValue)",
        formats.map { format in
          let years = format.years.map { "years \($0.lowerBound)" } ?? ""
          return number(
            format.example, [number(format.short), number(format.padded ?? ""), number(years)])
        })
    }
  }

  // MARK: - Texts

  /// Returns the meaning of a text in all languages.
  func meaning(ofText text: Int32?) -> Int {
    guard let text else { return number("none") }
    return number("said", languages.map { meaning(of: program.template(text, for: $0).parts) })
  }

  private func meaning(of parts: [Template.Part]) -> Int {
    number("parts", parts.map { meaning(of: $0) })
  }

  private func meaning(of part: Template.Part) -> Int {
    switch part {
    case .literal(let text): number("literal " + text)
    case .placeholder(let placeholder): meaning(of: placeholder)
    case .plural(let placeholder, let one, let other):
      number("plural", [meaning(of: placeholder), meaning(of: one), meaning(of: other)])
    }
  }

  private func meaning(of placeholder: Template.Placeholder) -> Int {
    switch placeholder {
    case .label: number("{label}")
    case .value: number("{value}")
    case .minimum: number("{min}")
    case .maximum: number("{max}")
    case .actual: number("{actual}")
    case .count: number("{count}")
    case .choices: number("{choices}")
    case .column: number("{column}")
    case .record: number("{record}")
    case .line: number("{line}")
    case .first: number("{first}")
    case .expected: number("{expected}")
    case .operand(let operand, _): number("{}", [meaning(operand, .literals)])
    }
  }
}

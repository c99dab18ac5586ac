// `formwork export --to typescript`: the types of a form's products and problems.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Writes the types of a form as TypeScript.
final class TypeScriptExport {
  private let reading: ExportReading
  private var program: Program { reading.program }
  private let layouts: [ProductLayout]
  /// The names of all types so far, and that of the type of lists by name.
  private var names: OrderedSet<String> = ["Record"]
  /// The types of named lists of choices, keyed by the index of the list.
  private var lists: OrderedDictionary<Int32, String> = [:]
  private var listTypes = ""

  private init(_ reading: ExportReading) {
    self.reading = reading
    layouts = reading.program.productLayouts
  }

  static func file(_ reading: ExportReading) -> [UInt8] {
    Array(TypeScriptExport(reading).text.utf8)
  }

  private var text: String {
    let name = TypeScriptExport.identifier(program.name ?? "record")
    let (product, problem) = (
      names.insertUnused(name + "Product"), names.insertUnused(name + "Problem")
    )
    let title = reading.title ?? name
    let body = members(ofLevel: 0, "")
    return "/** \(TypeScriptExport.comment(title)) */\nexport interface \(product) {\n\(body)}\n"
      + listTypes + """

        /** What is wrong with a record. */
        export interface \(problem) {
          /** The path of the field, such as items[2].price; null for the record as a whole. */
          field: string | null;
          code: string;
          severity: "error" | "warning";
          message: string;
          title?: string;
          params?: { [name: string]: unknown };
          line?: number;
          column?: number;
        }

        """
  }

  // MARK: - Types

  private func members(ofLevel level: Int32, _ indent: String) -> String {
    members(of: layouts[Int(level)].values, level, [], indent)
  }

  /// A property of an interface. Values with the same name in several branches are one property.
  private struct Member {
    var types: OrderedSet<String> = []
    var comments: OrderedSet<String> = []
    var isOptional = false
  }

  /// - Parameter blocks: the blocks of the level that are in force.
  private func members(
    of values: [ProductValue], _ level: Int32, _ blocks: OrderedSet<BlockPlace>, _ indent: String
  ) -> String {
    let inner = indent + "  "
    var members: OrderedDictionary<String, Member> = [:]
    for value in values {
      add(value, level, blocks, inner, to: &members[value.name, default: Member()])
    }
    return members.map { name, member in
      let comments = member.comments.joined(separator: " / ")
      let lead = comments.isEmpty ? "" : "\(inner)/** \(comments) */\n"
      let mark = member.isOptional ? "?" : ""
      return lead
        + "\(inner)\(TypeScriptExport.key(name))\(mark): \(member.types.joined(separator: " | "));\n"
    }.joined()
  }

  private func add(
    _ value: ProductValue, _ level: Int32, _ blocks: OrderedSet<BlockPlace>, _ indent: String,
    to member: inout Member
  ) {
    guard let field = value.field else {
      let place = BlockPlace(level: level, cell: Int32(value.cell))
      let body = members(of: value.values, level, blocks.union([place]), indent)
      member.types.insert("{\n\(body)\(indent)}")
      member.isOptional = true
      return
    }
    let isOptional = program.mayBeBlank(field: field, inside: blocks)
    let comment = [reading.label(ofField: field), reading.hint(ofField: field)].compactMap { $0 }
      .map { TypeScriptExport.comment($0) }
      .joined(separator: ". ")
    if !comment.isEmpty { member.comments.insert(comment) }
    addEntries(field, isOptional: isOptional)
    member.types.insert(type(of: field, indent))
    member.isOptional = member.isOptional || isOptional
  }

  private func type(of number: Int32, _ indent: String) -> String {
    let view = program.field(number)
    switch view.kind {
    case .choice: return choice(view.choices, view.choicesNumber) ?? "string"
    case .list:
      guard let item = view.item else { return "unknown[]" }
      let inner = type(of: item, indent)
      if view.key != nil { return "Record<string, \(inner)>" }
      let kind = program.field(item).kind
      let isUnion = (kind == .choice || kind == .either) && inner.contains("|")
      return (isUnion ? "(\(inner))" : inner) + "[]"
    case .either:
      let types = (program.alternatives(ofField: number) ?? []).map { alternative in
        choice(alternative.choices, alternative.choicesNumber)
          ?? TypeScriptExport.type(of: alternative.kind)
      }
      return Array(OrderedSet(types)).joined(separator: " | ")
    case .record:
      guard let level = view.level else { return "object" }
      return "{\n\(members(ofLevel: level, indent))\(indent)}"
    default: return TypeScriptExport.type(of: view.kind)
    }
  }

  private static func type(of kind: FieldKind) -> String {
    switch kind.row.operand {
    case .int, .number: "number"
    case .bool: "boolean"
    case .any: "unknown"
    default: "string"
    }
  }

  /// Returns the type of a list of choices, or nil without one.
  private func choice(_ choices: ChoiceList?, _ number: Int32?) -> String? {
    guard let choices, let number else { return nil }
    if let known = lists[number] { return known }
    let union = choices.values.map { JSONTree.text($0).line }.joined(separator: " | ")
    guard let name = choices.name else { return union }
    let type = names.insertUnused(TypeScriptExport.identifier(name))
    lists[number] = type
    listTypes += "\nexport type \(type) = \(union);\n"
    return type
  }

  /// Adds coverage entries for a field.
  private func addEntries(_ field: Int32, isOptional: Bool) {
    reading.addTypeEntries(field, isOptional: isOptional)
    for rule in program.details(ofField: field).rules where rule.severity == .error {
      reading.add(.leftOut(.kind), rule.condition, field)
    }
  }

  // MARK: - Names

  /// Converts a name to a valid type name: both `bookCourse` and `book course` become `BookCourse`.
  private static func identifier(_ name: String) -> String {
    name.split { !$0.isLetter && !$0.isNumber }.map { String($0) }.typeName
  }

  private static func key(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || Character(Unicode.Scalar(byte)).isLetter && byte < 0x80
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
    let isDigit = name.utf8.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? true
    return isPlain && !isDigit ? name : JSONTree.text(name).line
  }

  /// Returns a text for a comment, with a space in each `*/` so that it doesn't end the comment.
  private static func comment(_ text: String) -> String {
    var (comment, last) = ("", Character(" "))
    for character in visible(text) {
      if last == "*", character == "/" { comment += " " }
      comment.append(character)
      last = character
    }
    return comment
  }
}

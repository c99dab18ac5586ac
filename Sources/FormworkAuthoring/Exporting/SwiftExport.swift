// `formwork export --to swift`: an enum of a form's fields and a type of its products, for programs that embed the
// library.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Writes the fields and the products of a form as Swift.
final class SwiftExport {
  private let reading: ExportReading
  private var program: Program { reading.program }
  private let layouts: [ProductLayout]

  private init(_ reading: ExportReading) {
    self.reading = reading
    layouts = reading.program.productLayouts
  }

  /// - Parameter fileName: the name of the form's file, which names the types of a form without a name.
  static func file(_ reading: ExportReading, _ fileName: String) -> [UInt8] {
    Array(SwiftExport(reading).text(fileName).utf8)
  }

  private func text(_ fileName: String) -> String {
    let file = String(fileName.split(separator: "/").last ?? "record")
    let stem = String(file.split(separator: ".").first ?? "record")
    let type = SwiftExport.typeName(program.name ?? stem)
    let title = reading.title ?? type
    return """
      // Written by `formwork export --to swift` from \(visible(file)).

      import Formwork
      import Foundation

      /// The fields of \(visible(title)).
      enum \(type)Field: String, CaseIterable, Sendable {
      \(cases(paths(ofLevel: 0), "  "))}

      /// A product of \(visible(title)).
      struct \(type): Codable, Hashable, Sendable {
      \(members(ofLevel: 0, "  ", outer: [type]))}

      """
  }

  // MARK: - Fields

  /// Returns the names of the fields of a level. A field in a record or a list has a path, such as `items.price`.
  private func paths(ofLevel level: Int32) -> OrderedSet<String> {
    var paths: OrderedSet<String> = []
    add(layouts[Int(level)].values, "", to: &paths)
    return paths
  }

  private func add(_ values: [ProductValue], _ lead: String, to paths: inout OrderedSet<String>) {
    for value in values {
      guard let field = value.field else {
        add(value.values, lead, to: &paths)
        continue
      }
      paths.insert(lead + value.name)
      if let level = levelOfRecords(field) {
        add(layouts[Int(level)].values, lead + value.name + ".", to: &paths)
      }
    }
  }

  /// Returns the level of a field that is a record, or a list of records at any depth. Returns nil for any other field.
  private func levelOfRecords(_ field: Int32) -> Int32? {
    let view = program.field(field)
    switch view.kind {
    case .record: return view.level
    case .list: return view.item.flatMap { levelOfRecords($0) }
    default: return nil
    }
  }

  private func cases(_ values: OrderedSet<String>, _ indent: String) -> String {
    var taken: OrderedSet<String> = []
    return values.map { value in
      let name = taken.insertUnused(SwiftExport.memberName(value))
      let raw = name == value ? "" : " = " + SwiftExport.literal(value)
      return "\(indent)case \(SwiftExport.escaped(name))\(raw)\n"
    }.joined()
  }

  // MARK: - Products

  /// A property of a struct. Values of several branches that have the same name are one property.
  private struct Member {
    var types: OrderedSet<String> = []
    var comments: OrderedSet<String> = []
    var isOptional = false
  }

  /// - Parameter outer: the names of the types around the members.
  private func members(
    ofLevel level: Int32, _ indent: String, outer: OrderedSet<String>
  ) -> String {
    members(of: layouts[Int(level)].values, level, [], indent, outer)
  }

  /// - Parameter blocks: the blocks of the level that are in force.
  private func members(
    of values: [ProductValue], _ level: Int32, _ blocks: OrderedSet<BlockPlace>,
    _ indent: String, _ outer: OrderedSet<String>
  ) -> String {
    var members: OrderedDictionary<String, Member> = [:]
    // Blocks with one name are one type with the members of all of them.
    var blocksByName: OrderedDictionary<String, [ProductValue]> = [:]
    for value in values where value.field == nil {
      blocksByName[value.name, default: []] += [value]
    }
    var nested = SwiftNames(outer: outer)
    var types = ""
    for value in values {
      if let field = value.field {
        let isOptional = program.mayBeBlank(field: field, inside: blocks)
        // The program checks rules with the form itself, so they have no entries.
        reading.addTypeEntries(field, isOptional: isOptional)
        let type = self.type(of: field, value.name, indent, &nested, &types)
        let comment = [reading.label(ofField: field), reading.hint(ofField: field)]
          .compactMap { $0 }.map { visible($0) }.joined(separator: ". ")
        var member = members[value.name] ?? Member()
        member.types.insert(type)
        if !comment.isEmpty { member.comments.insert(comment) }
        member.isOptional = member.isOptional || isOptional
        members[value.name] = member
      } else if members[value.name] == nil {
        let name = nested.add(value.name)
        let branches = blocksByName[value.name] ?? []
        // A member of only one of several branches is optional.
        let inside: OrderedSet<BlockPlace> =
          branches.count == 1
          ? blocks.union([BlockPlace(level: level, cell: Int32(value.cell))]) : blocks
        let body = self.members(
          of: branches.flatMap { $0.values }, level, inside, indent + "  ", nested.all)
        types += SwiftExport.structure(name, body, indent)
        members[value.name] = Member(types: [name], isOptional: true)
      }
    }
    return properties(members, indent) + types
  }

  private func properties(
    _ members: OrderedDictionary<String, Member>, _ indent: String
  ) -> String {
    var (text, keys, isPlain) = ("", "", true)
    var taken: OrderedSet<String> = []
    for (name, member) in members {
      let property = taken.insertUnused(SwiftExport.memberName(name))
      let type = member.types.count == 1 ? member.types.joined(separator: "") : "FormValue"
      let comments = member.comments.joined(separator: " / ")
      if !comments.isEmpty { text += "\(indent)/// \(comments)\n" }
      let escaped = SwiftExport.escaped(property)
      text += "\(indent)var \(escaped): \(type)\(member.isOptional ? "?" : "")\n"
      isPlain = isPlain && property == name
      keys +=
        "\(indent)  case \(escaped)"
        + (property == name ? "\n" : " = \(SwiftExport.literal(name))\n")
    }
    return isPlain
      ? text : text + "\n\(indent)enum CodingKeys: String, CodingKey {\n\(keys)\(indent)}\n"
  }

  private static func structure(_ name: String, _ body: String, _ indent: String) -> String {
    "\n\(indent)struct \(name): Codable, Hashable, Sendable {\n\(body)\(indent)}\n"
  }

  /// Returns the type of a field's values, and appends the types that it needs to `types`.
  private func type(
    of number: Int32, _ name: String, _ indent: String, _ nested: inout SwiftNames,
    _ types: inout String
  ) -> String {
    let view = program.field(number)
    switch view.kind {
    case .choice:
      guard let values = view.choices?.values, values.count <= SwiftExport.caseLimit else {
        return "String"
      }
      let type = nested.add(name)
      types +=
        "\n\(indent)enum \(type): String, Codable, CaseIterable, Sendable {\n"
        + cases(OrderedSet(values), indent + "  ") + "\(indent)}\n"
      return type
    case .list:
      guard let item = view.item else { return "[FormValue]" }
      let inner = type(of: item, name, indent, &nested, &types)
      return view.key == nil ? "[\(inner)]" : "[String: \(inner)]"
    case .record:
      guard let level = view.level else { return "FormValue" }
      let type = nested.add(name)
      types += SwiftExport.structure(
        type, members(ofLevel: level, indent + "  ", outer: nested.all), indent)
      return type
    default:
      switch view.kind.row.operand {
      case .int: return "Int"
      case .number: return "Decimal"
      case .bool: return "Bool"
      case .date, .time, .dateTime: return "DateComponents"
      case .instant: return "Date"
      case .text: return "String"
      default: return "FormValue"
      }
    }
  }

  /// The number of choices past which they are texts.
  private static let caseLimit = 250
}

// MARK: - Names

/// The names of the types in a struct.
private struct SwiftNames {
  /// The names in this struct and of the types around it.
  private(set) var all: OrderedSet<String>

  /// Types that a nested type would hide.
  private static let known = [
    "String", "Int", "Decimal", "Bool", "Date", "DateComponents", "FormValue", "Codable",
    "CodingKey", "CodingKeys", "CaseIterable", "Hashable", "Sendable", "Type", "Protocol", "Self",
    "Any",
  ]

  init(outer: OrderedSet<String>) { all = outer }

  /// Returns a name that none of the types has.
  mutating func add(_ name: String) -> String {
    let type = SwiftExport.typeName(name)
    return all.insertUnused(SwiftNames.known.contains(type) ? type + "Value" : type)
  }
}

extension SwiftExport {
  /// Converts a name to that of a type: both `signUp` and `sign-up` become `SignUp`.
  fileprivate static func typeName(_ name: String) -> String { words(name).typeName }

  /// Converts a name to that of a property or a case: `first name` and `items.price` become `firstName` and
  /// `itemsPrice`.
  private static func memberName(_ name: String) -> String {
    let words = words(name)
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let first = words.first ?? ""
    let joined =
      (words.count > 1 ? first.prefix(1).lowercased() + first.dropFirst() : first) + rest
    if joined.isEmpty { return "value" }
    return joined.first?.isLetter == true || joined.count > 1 && joined.first == "_"
      ? joined : "_" + joined
  }

  private static func words(_ name: String) -> [String] {
    name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map {
      // Of some numbers, such as ½, and of emoji, Swift makes no names.
      $0.filter { $0.isLetter || $0 == "_" || $0.isWholeNumber && $0.isASCII }
    }
  }

  private static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  private static let keywords: OrderedSet<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
    "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Returns a text as a literal of Swift.
  private static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\" + String(Character(scalar))
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.value < 0x20: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}

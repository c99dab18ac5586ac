// What others than the checker and the evaluator ask of a program, answered in plain values: they neither
// index its arrays nor know how they refer to each other.

package import FormworkSyntax

/// What the values of a field are, by the name of their type.
package enum FieldKind: String, Sendable {
  case string, int, number, bool, date, time
  case dateTime = "datetime"
  case instant, choice, record, list, any
}

/// A field as its form describes it. Texts are numbers for `MessageWriter`.
package struct FieldView: Sendable {
  package let number: Int32
  /// The name; empty for a field that stands for the items of a list.
  package let name: String
  /// The keys of its value in the data, the preferred one first.
  package let keys: [String]
  package let kind: FieldKind
  package let presence: Field.Presence
  /// The value that a blank one counts as.
  package let fallback: Value?
  package let isSecret: Bool
  /// Whether it lies in a block, and so is not in every record.
  package let isConditional: Bool
  package let title: Int32?
  package let hint: Int32?
  /// The values of a choice, or of a list of choices.
  package let choices: ChoiceList?
  /// The level of a record's fields or of a list's items.
  package let level: Int32?
  /// The field that stands for the items of a list.
  package let item: Int32?
  /// The record or the list that it lies in.
  package let owner: Int32?
}

/// The form itself, a record, or the items of a list.
package struct LevelView: Sendable {
  /// The keys that its fields ask for, each with the level of the record or list under it.
  package let keys: [(name: String, level: Int32?)]
  /// Whether other keys are problems.
  package let isClosed: Bool
  /// Whether these are the items of a list.
  package let isList: Bool
  /// The mark between the items of a list that stands in one text; empty for all other lists.
  package let separator: String
}

/// A value of products: a field, or a block with `as`.
package struct ProductValue: Sendable {
  package let name: String
  package let cell: Int
  /// The field; nil for a block.
  package let field: Int32?
  /// What a block holds.
  package let values: [ProductValue]
}

/// Where the values of products lie in the frames of a level.
package struct ProductLayout: Sendable {
  package let values: [ProductValue]
  /// The cell of an item that is no record; nil for every other level.
  package let itemCell: Int?
}

/// A condition that failed, as far as it is described.
package enum PartView: Sendable {
  /// A rule word with the operands in its parentheses.
  case word(Predicate, OperandList)
  /// `in` with a range.
  case range
  /// `in` with a list.
  case list(OperandList)
  /// `<`, `<=`, `>` or `>=`.
  case order
  /// Every other comparison.
  case comparison
  /// A predicate of the host program.
  case host(name: String)
  /// The number of records.
  case recordCount
  case other
}

/// Operands in their order.
package struct OperandList: Sendable {
  package let numbers: Range<Int>
  package let first: Int32?
}

// MARK: - Fields

extension Program {
  package func field(_ number: Int32) -> FieldView {
    let field = fields[Int(number)]
    let item = itemField(of: field.type)
    let owner = levels[Int(field.level)].owner
    return FieldView(
      number: number, name: field.name, keys: field.keys, kind: kind(of: field.type),
      presence: field.presence, fallback: field.fallback < 0 ? nil : constants[Int(field.fallback)],
      isSecret: isSecret(field: number), isConditional: !field.blockCells.isEmpty,
      title: field.title < 0 ? nil : field.title, hint: field.hint < 0 ? nil : field.hint,
      choices: choices(of: field.type), level: field.type.level, item: item,
      owner: owner < 0 ? nil : owner)
  }

  /// The fields of a level with a name, in the order of the form. The form itself is level 0.
  package func fields(ofLevel level: Int32) -> [Int32] {
    levels[Int(level)].steps.compactMap { step in
      step.kind == .field && !fields[Int(step.target)].name.isEmpty ? step.target : nil
    }
  }

  private func itemField(of type: FieldType) -> Int32? {
    guard case .list(let level) = type else { return nil }
    let item = levels[Int(level)].itemField
    return item < 0 ? nil : item
  }

  private func choices(of type: FieldType) -> ChoiceList? {
    if case .choice(let number) = type { return choices[Int(number)] }
    return itemField(of: type).flatMap { choices(of: fields[Int($0)].type) }
  }

  private func kind(of type: FieldType) -> FieldKind {
    switch type {
    case .string: .string
    case .int: .int
    case .number: .number
    case .bool: .bool
    case .date: .date
    case .time: .time
    case .dateTime: .dateTime
    case .instant: .instant
    case .any: .any
    case .choice: .choice
    case .record: .record
    case .list: .list
    case .formatted(let format): kind(of: formats[Int(format)])
    }
  }

  private func kind(of format: FieldFormat) -> FieldKind {
    switch format {
    case .number: .number
    case .integer: .int
    case .date: .date
    case .bool: .bool
    }
  }
}

// MARK: - Levels and products

extension Program {
  package func level(_ number: Int32) -> LevelView {
    let level = levels[Int(number)]
    let keys = zip(level.keys.names, level.keys.inputs).map { name, input in
      let inner = level.structures[Int(input)]
      return (name: name, level: inner < 0 ? nil : inner)
    }
    return LevelView(
      keys: keys, isClosed: level.isClosed, isList: level.isList, separator: level.separator)
  }

  /// The keys that the fields of a level ask for.
  package func keys(ofLevel number: Int32) -> [String] { levels[Int(number)].keys.names }

  /// The layout of each level's products.
  package var productLayouts: [ProductLayout] {
    levels.map { level in
      let isOfItems = level.isList && !level.itemIsRecord
      return ProductLayout(
        values: level.product.map { productValue($0) },
        itemCell: isOfItems ? Int(level.itemCell) : nil)
    }
  }

  private func productValue(_ item: ProductItem) -> ProductValue {
    switch item {
    case .field(let number):
      let field = fields[Int(number)]
      return ProductValue(name: field.name, cell: Int(field.cell), field: number, values: [])
    case .group(let number):
      let group = groups[Int(number)]
      return ProductValue(
        name: group.name, cell: Int(group.cell), field: nil,
        values: group.items.map { productValue($0) })
    }
  }
}

// MARK: - Conditions

extension Program {
  /// The place of a condition in the form.
  package func span(ofCondition number: Int32) -> Span { nodes[Int(number)].span }

  package func part(_ number: Int32) -> PartView {
    let node = nodes[Int(number)]
    switch node.operation {
    case .predicate:
      return Predicate(rawValue: node.variant).map { .word($0, operands(of: node)) } ?? .other
    case .inRange where node.variant == 0: return .range
    case .inList where node.variant == 0: return .list(operands(of: node))
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return .order
    case .equal, .notEqual, .inRange, .inList, .inTable, .inValues: return .comparison
    case .host: return .host(name: code(ofPart: number))
    case .recordCount: return .recordCount
    default: return .other
    }
  }

  private func operands(of node: Node) -> OperandList {
    let numbers = Int(node.b)..<Int(node.b + node.c)
    return OperandList(
      numbers: numbers, first: numbers.isEmpty ? nil : lists[numbers.lowerBound])
  }

  /// Whether one of some operands shows something of a secret field.
  package func isSecret(_ operands: OperandList) -> Bool {
    operands.numbers.contains { isSecret(lists[$0]) }
  }
}

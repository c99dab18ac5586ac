// The typed values of an accepted record.

internal import FormworkEngine
internal import FormworkReport

/// The typed values of an accepted record, or of a record or block in it, in the order of the spec.
///
/// What is not there is absent: optional fields that were left blank, blocks that are not in force.
public struct Product: Sendable {
  /// A field or a block with its value.
  struct Entry: Sendable, Hashable {
    var name: String
    var value: FormValue
  }

  var entries: [Entry]
  /// What rules with `warning` said of the record; empty for a record in it.
  var warnings: [Problem] = []

  init(_ entries: [Entry]) { self.entries = entries }

  /// The value of a field, or the values of a record or of a block with `as`, by name.
  public subscript(name: String) -> FormValue? {
    for entry in entries where entry.name == name { return entry.value }
    return nil
  }

  /// The names that have values, in the order of the spec.
  public var names: [String] { entries.map { $0.name } }

  /// The product as JSON, byte for byte what the command line writes with `--accepted`.
  public var jsonBytes: [UInt8] {
    var out: [UInt8] = []
    writeJSON(to: &out)
    return out
  }
}

extension Product: Hashable {
  /// Whether the names and values are the same; warnings do not count.
  public static func == (left: Product, right: Product) -> Bool { left.entries == right.entries }

  /// Hashes the names and values.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension Product: CustomStringConvertible {
  /// The product as JSON.
  public var description: String { String(decoding: jsonBytes, as: UTF8.self) }
}

// MARK: - As JSON

extension Product {
  func writeJSON(to out: inout [UInt8]) {
    out.append(UInt8(ascii: "{"))
    for (index, entry) in entries.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      out.appendJSONString(entry.name)
      out.append(UInt8(ascii: ":"))
      entry.value.writeJSON(to: &out)
    }
    out.append(UInt8(ascii: "}"))
  }
}

extension FormValue {
  func writeJSON(to out: inout [UInt8]) {
    switch content {
    case .record(let record): record.writeJSON(to: &out)
    case .list(let items):
      out.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        item.writeJSON(to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .json(var json): json.withUTF8 { out.appendJSON($0) }
    case .integer, .number, .bool, .null: out.append(contentsOf: description.utf8)
    case .text, .date, .time, .dateTime, .instant: out.appendJSONString(description)
    }
  }
}

// MARK: - From an evaluator

/// Where the values of products are found, worked out once for a spec.
struct ProductShapes: Sendable {
  fileprivate struct Item: Sendable {
    var name: String
    var cell: Int
    /// What a block with `as` holds; nil for a field.
    var group: [Item]?
  }

  /// One for each level.
  private let levels: [[Item]]
  private let lists: [ListShape]

  private struct ListShape: Sendable {
    var itemCell: Int
    var itemIsRecord: Bool
  }

  init(_ program: Program) {
    levels = program.levels.map { ProductShapes.items($0.product, program) }
    lists = program.levels.map {
      ListShape(itemCell: Int($0.itemCell), itemIsRecord: $0.itemIsRecord)
    }
  }

  private static func items(_ items: [ProductItem], _ program: Program) -> [Item] {
    items.map { item in
      switch item {
      case .field(let number):
        let field = program.fields[Int(number)]
        return Item(name: field.name, cell: Int(field.cell), group: nil)
      case .group(let number):
        let group = program.groups[Int(number)]
        return Item(
          name: group.name, cell: Int(group.cell),
          group: ProductShapes.items(group.items, program))
      }
    }
  }

  /// The product of the record that `evaluator` holds and accepted.
  func product(_ evaluator: Evaluator) -> Product { product(levels[0], 0, 0, evaluator) }

  private func product(
    _ items: [Item], _ level: Int, _ frame: Int, _ evaluator: Evaluator
  ) -> Product {
    let cells = evaluator.cells(level, frame)
    var entries: [Product.Entry] = []
    entries.reserveCapacity(items.count)
    for item in items {
      let cell = cells[item.cell]
      guard cell.isUsable else { continue }
      if let group = item.group {
        let inner = product(group, level, frame, evaluator)
        entries.append(.init(name: item.name, value: FormValue(.record(inner))))
      } else {
        entries.append(.init(name: item.name, value: value(cell, evaluator)))
      }
    }
    return Product(entries)
  }

  /// A value of the record that `evaluator` holds.
  func value(_ value: Value, _ evaluator: Evaluator) -> FormValue {
    switch value.kind {
    case .record:
      let level = value.level
      return FormValue(.record(product(levels[level], level, value.firstFrame, evaluator)))
    case .list:
      return FormValue(.list((0..<value.itemCount).map { item(value, $0, evaluator) }))
    default: return FormValue(value)
    }
  }

  private func item(_ list: Value, _ offset: Int, _ evaluator: Evaluator) -> FormValue {
    let (level, frame) = (list.level, list.firstFrame + offset)
    if lists[level].itemIsRecord {
      return FormValue(.record(product(levels[level], level, frame, evaluator)))
    }
    return value(evaluator.cell(level, frame, lists[level].itemCell), evaluator)
  }
}

extension FormValue {
  /// A value that is no record and no list.
  init(_ value: Value) {
    switch value.kind {
    case .text: content = .text(value.bytes.makeString())
    case .number:
      if let integer = value.smallInteger {
        content = .integer(integer)
      } else {
        content = .number(value.number)
      }
    case .bool: content = .bool(value.bool)
    case .date: content = .date(value.date)
    case .time: content = .time(value.time)
    case .dateTime: content = .dateTime(value.dateTime)
    case .instant: content = .instant(value.instant)
    case .json, .jsonNumber: content = .json(value.bytes.makeString())
    case .duration: content = .text(value.text)
    case .blank, .unusable, .unknown, .null, .list, .record: content = .null
    }
  }
}

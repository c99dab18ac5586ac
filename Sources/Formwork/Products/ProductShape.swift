// The way from the shape of products back to that of the data: what validation gives out it takes in.

internal import FormworkEngine

/// How a record is laid out.
public enum RecordShape: Sendable, Hashable {
  /// As the form reads it: under the keys of `from`, with the fields of a block beside those around it, and days in
  /// the formats of their fields.
  case data
  /// As products have it: under the names of fields, with an object for each block with `as`, and days in ISO 8601.
  case product
}

extension FormSpec {
  /// The record that has become a product, as the data has it.
  ///
  /// - Parameter product: of a record that this form accepted, changed or not.
  /// - Returns: values by their keys; `validate(_:_:)` accepts them and gives the same product.
  public func record(of product: Product) -> [String: RecordValue] {
    core.shape.record(product.values)
  }

  /// The record that a value of the program's own stands for, as the data has it.
  ///
  /// - Parameter product: a value with the names of a product, such as one that was decoded from it.
  /// - Returns: values by their keys; none for a value that does not encode as an object.
  /// - Throws: what the value throws when it is encoded, and `EncodingError` for a number that is none.
  public func record(of product: some Encodable) throws -> [String: RecordValue] {
    guard case .record(let values) = try RecordValue(encoding: product) else { return [:] }
    return core.shape.record(values)
  }

  /// Validates a product again, such as one that was kept.
  ///
  /// - Parameters:
  ///   - product: of a record that this form accepted, changed or not.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the same product, or what is wrong.
  public func validate(_ product: Product, options: ValidationOptions = .init()) -> Outcome {
    validate(product.values, as: .product, options: options)
  }
}

extension Product {
  /// The values by their names.
  var values: [String: RecordValue] {
    Dictionary(entries.map { ($0.name, RecordValue($0.value)) }, uniquingKeysWith: { $1 })
  }
}

/// Where the values of a form's products stand in its data.
struct ProductShape: Sendable {
  private enum Content: Sendable {
    case plain
    /// Days that the data has in the format of a field.
    case day(field: Int32)
    case record(level: Int)
    indirect case list(of: Content)
  }

  private enum Member: Sendable {
    case field(name: String, key: String, Content)
    case block(name: String, [Member])

    var name: String {
      switch self {
      case .field(let name, _, _), .block(let name, _): name
      }
    }
  }

  /// One for each level.
  private let levels: [[Member]]
  private let program: SharedProgram

  init(_ program: SharedProgram, _ layouts: [ProductLayout]) {
    self.program = program
    levels = layouts.map { ProductShape.members($0.values, program.program, layouts) }
  }

  /// The members of a record or a block; branches with one name are one block.
  private static func members(
    _ values: [ProductValue], _ program: Program, _ layouts: [ProductLayout]
  ) -> [Member] {
    var blocks: [String: [ProductValue]] = [:]
    for value in values where value.field == nil {
      blocks[value.name, default: []] += value.values
    }
    return values.compactMap { value in
      guard let field = value.field else {
        return blocks.removeValue(forKey: value.name).map {
          .block(name: value.name, members($0, program, layouts))
        }
      }
      let key = program.field(field).keys.first ?? value.name
      return .field(name: value.name, key: key, content(field, program, layouts))
    }
  }

  private static func content(
    _ field: Int32, _ program: Program, _ layouts: [ProductLayout]
  ) -> Content {
    let view = program.field(field)
    guard let level = view.level else {
      return view.kind == .date && view.hasFormat ? .day(field: field) : .plain
    }
    if view.kind == .record { return .record(level: Int(level)) }
    guard let item = view.item, layouts[Int(level)].itemCell != nil else {
      return .list(of: .record(level: Int(level)))
    }
    return .list(of: content(item, program, layouts))
  }

  /// A record in the shape of products as the data has it.
  ///
  /// What is under no name of a product stays where it is, so that a closed form finds it, but for what would be under a
  /// key of the data.
  func record(_ values: [String: RecordValue]) -> [String: RecordValue] { record(values, level: 0) }

  private func record(_ values: [String: RecordValue], level: Int) -> [String: RecordValue] {
    var record: [String: RecordValue] = [:]
    var others: [String: RecordValue] = [:]
    var keys: Set<String> = []
    put(values, levels[level], &record, &others, &keys)
    for (name, value) in others where !keys.contains(name) { record[name] = value }
    return record
  }

  private func put(
    _ values: [String: RecordValue], _ members: [Member], _ record: inout [String: RecordValue],
    _ others: inout [String: RecordValue], _ keys: inout Set<String>
  ) {
    let names = Set(members.map { $0.name })
    others.merge(values.lazy.filter { !names.contains($0.key) }.map { ($0.key, $0.value) }) { $1 }
    for member in members {
      switch member {
      case .field(let name, let key, let content):
        keys.insert(key)
        // Of fields that share a key only one is in force.
        if let value = values[name], record[key] == nil { record[key] = self.value(value, content) }
      case .block(let name, let members):
        guard case .record(let inner) = values[name] ?? .record([:]) else { continue }
        put(inner, members, &record, &others, &keys)
      }
    }
  }

  private func value(_ value: RecordValue, _ content: Content) -> RecordValue {
    switch (value, content) {
    case (.string(let text), .day(let field)): .string(day(text, field) ?? text)
    case (.record(let values), .record(let level)): .record(record(values, level: level))
    case (.list(let items), .list(let content)): .list(items.map { self.value($0, content) })
    default: value
    }
  }

  /// A day in ISO 8601 as the data of a field has it.
  private func day(_ text: String, _ field: Int32) -> String? {
    var text = text
    let day = text.withUTF8 { CalendarDate.parse($0) }
    return day.flatMap { program.program.text(of: Value($0), inField: field) }
  }
}

// Converts products back to the layout of the data, so that they can be validated again.

internal import FormworkEngine

/// The layout of a record.
public enum RecordShape: Sendable, Hashable {
  /// The layout of the data: values under the keys of `from`, and dates in the formats of their fields. The fields of a
  /// block are in the same object as the fields around it.
  case data
  /// The layout of a product: values under the names of fields, an object for each block with `as`, and dates in ISO
  /// 8601.
  case product
}

extension FormSpec {
  /// Converts a product to a record in the layout of the data.
  ///
  /// - Parameter product: a product of this form, which may have been changed.
  /// - Returns: the values, keyed as in the data. `validate(_:_:)` accepts the values of an unchanged product and
  ///   returns the same product.
  public func record(of product: Product) -> [String: RecordValue] {
    core.shape.record(product.values)
  }

  /// Converts a value of the program to a record in the layout of the data.
  ///
  /// - Parameter product: a value that encodes with a product's names, such as a value decoded from a product.
  /// - Returns: the values, keyed as in the data; empty if the value doesn't encode as an object.
  /// - Throws: any error of encoding the value, and `EncodingError` for a number that is NaN or infinite.
  public func record(of product: some Encodable) throws -> [String: RecordValue] {
    guard case .record(let values) = try RecordValue(encoding: product) else { return [:] }
    return core.shape.record(values)
  }

  /// Validates a product again, such as one that was stored.
  ///
  /// - Parameters:
  ///   - product: a product of this form, which may have been changed.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the same product, or the problems.
  public func validate(_ product: Product, options: ValidationOptions = .init()) -> Outcome {
    validate(product.values, as: .product, options: options)
  }
}

extension Product {
  /// The values, keyed by name.
  var values: [String: RecordValue] {
    Dictionary(entries.map { ($0.name, RecordValue($0.value)) }, uniquingKeysWith: { $1 })
  }
}

/// Maps the values of a form's products to their keys in the data.
struct ProductShape: Sendable {
  private enum Content: Sendable {
    case plain
    /// A date or time that has one of the field's formats in the data.
    case moment(field: Int32)
    case record(level: Int)
    indirect case list(of: Content)
    /// A list by name.
    indirect case named(Content)
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

  /// The members of each level, indexed by level.
  private let levels: [[Member]]
  private let program: SharedProgram

  init(_ program: SharedProgram, _ layouts: [ProductLayout]) {
    self.program = program
    levels = layouts.map { ProductShape.members($0.values, program.program, layouts) }
  }

  /// Returns the members of a record or a block. Branches with the same name count as one block.
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
      return view.kind.isMoment && view.hasFormat ? .moment(field: field) : .plain
    }
    if view.kind == .record { return .record(level: Int(level)) }
    let item =
      if let item = view.item, layouts[Int(level)].itemCell != nil {
        content(item, program, layouts)
      } else {
        Content.record(level: Int(level))
      }
    return view.key == nil ? .list(of: item) : .named(item)
  }

  /// Converts a record from the layout of products to that of the data.
  ///
  /// A value whose name isn't in products of the form keeps that name, so that a closed form reports it. But if that
  /// name is the data key of a field, the value is dropped.
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
        // If fields share a key, only one of them is in force, so a product has a value for only one of them.
        if let value = values[name], record[key] == nil { record[key] = self.value(value, content) }
      case .block(let name, let members):
        guard case .record(let inner) = values[name] ?? .record([:]) else { continue }
        put(inner, members, &record, &others, &keys)
      }
    }
  }

  private func value(_ value: RecordValue, _ content: Content) -> RecordValue {
    switch (value, content) {
    case (.string(let text), .moment(let field)):
      .string(program.program.text(ofProduct: text, inField: field) ?? text)
    case (.record(let values), .record(let level)): .record(record(values, level: level))
    case (.list(let items), .list(let content)): .list(items.map { self.value($0, content) })
    case (.record(let items), .named(let content)):
      .record(items.mapValues { self.value($0, content) })
    default: value
    }
  }
}

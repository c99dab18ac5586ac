// The typed values of an accepted record.

internal import FormworkEngine
internal import FormworkReport

/// The typed values of an accepted record, or of a record or block inside it, in the order of the form.
///
/// Optional fields that are blank and blocks that aren't in force are absent.
public struct Product: Sendable {
  /// A field or block and its value.
  struct Entry: Sendable, Hashable {
    var name: String
    var value: FormValue
  }

  /// The values and warnings of a record.
  struct Content: Sendable {
    var entries: [Entry]
    /// The warnings about the record; empty for a nested record.
    var warnings: [Problem] = []
    var unjudged: [UnjudgedRule] = []
  }

  private let content: Deferred<Content>

  init(_ content: Deferred<Content>) { self.content = content }
  init(_ content: Content) { self.init(Deferred(content)) }

  init(_ entries: [Entry], warnings: [Problem] = []) {
    self.init(Content(entries: entries, warnings: warnings))
  }

  var entries: [Entry] { content.value.entries }
  var warnings: [Problem] { content.value.warnings }
  var unjudged: [UnjudgedRule] { content.value.unjudged }

  /// Accesses the value of a field, or the values of a record or a block with `as`. Nil if the field or block is
  /// absent.
  ///
  /// - Parameter path: the name of a field, or of a block with `as`, or a path such as `items[0].price`, whose items are
  ///   counted from 0, or `prices["Cash"].dollar` in a list by name.
  public subscript(path: String) -> FormValue? {
    content.inRecord { $0.value(path) } ?? value(at: path[...])
  }

  /// Returns the value at a path, or nil. A name may itself contain dots and brackets.
  fileprivate func value(at path: Substring) -> FormValue? {
    let near = entries.lazy.filter { path.hasPrefix($0.name) }
    return near.first { $0.name == path }?.value
      ?? near.compactMap { $0.value.value(at: path.dropFirst($0.name.count)) }.first
  }

  /// The names of all values, in the order of the form.
  public var names: [String] { entries.map { $0.name } }

  /// The product as JSON, byte for byte as the command line writes it with `--accepted`.
  public var jsonBytes: [UInt8] { ByteBuffer.bytes { writeJSON(to: &$0) } }
}

extension Product: Hashable {
  /// Returns whether the names and values are equal; warnings don't count.
  ///
  /// - Parameters:
  ///   - left: a product.
  ///   - right: a product, possibly of a different form.
  public static func == (left: Product, right: Product) -> Bool { left.entries == right.entries }

  /// Hashes the names and values.
  ///
  /// - Parameter hasher: the hasher to feed.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension Product: CustomStringConvertible {
  /// The product as JSON.
  public var description: String { String(decoding: jsonBytes, as: UTF8.self) }
}

extension FormValue {
  /// Returns the value at `rest`, the part of a path from the `.` or `[` after this value.
  fileprivate func value(at rest: Substring) -> FormValue? {
    switch rest.first {
    case nil: return self
    case ".": return record?.value(at: rest.dropFirst())
    case "[":
      if let (key, rest) = FormPath.key(at: rest) {
        return record?.entries.first { $0.name == key }?.value.value(at: rest)
      }
      guard let end = rest.firstIndex(of: "]"), let index = Int(rest[..<end].dropFirst()) else {
        return nil
      }
      return self[index]?.value(at: rest[end...].dropFirst())
    default: return nil
    }
  }
}

// MARK: - As JSON

extension Product {
  func writeJSON(to out: inout ByteBuffer) {
    out.object { out in
      for entry in entries {
        out.key(named: entry.name)
        entry.value.writeJSON(to: &out)
      }
    }
  }
}

extension FormValue {
  func writeJSON(to out: inout ByteBuffer) {
    switch content {
    case .record(let record): record.writeJSON(to: &out)
    case .list(let items): out.array(items) { $0.writeJSON(to: &$1) }
    case .json(var json): json.withUTF8 { out.value(json: $0) }
    case .integer, .number, .bool, .null: out.value(json: description)
    case .text, .date, .time, .dateTime, .instant: out.value(description)
    }
  }
}

// MARK: - From an evaluator

/// Reads products from the frames of evaluators.
struct ProductReader: Sendable {
  /// The layout of each level, indexed by level.
  let layouts: [ProductLayout]
  private let outermost: [ProductValue]

  init(layouts: [ProductLayout]) {
    self.layouts = layouts
    outermost = layouts[0].values
  }

  /// Returns the values of the accepted record that `evaluator` holds.
  func entries(_ evaluator: Evaluator) -> [Product.Entry] {
    entries(layouts[0].values, 0, 0, evaluator)
  }

  /// Returns the value named `name`, without reading any other value.
  func value(named name: String, _ evaluator: Evaluator) -> FormValue? {
    for index in outermost.indices where outermost[index].name == name {
      let cell = evaluator.cell(0, 0, outermost[index].cell)
      guard cell.isUsable else { continue }
      if outermost[index].field != nil { return value(cell, evaluator) }
      return FormValue(.record(Product(entries(outermost[index].values, 0, 0, evaluator))))
    }
    return nil
  }

  private func entries(
    _ values: [ProductValue], _ level: Int, _ frame: Int, _ evaluator: Evaluator
  ) -> [Product.Entry] {
    let cells = evaluator.cells(level, frame)
    var entries: [Product.Entry] = []
    entries.reserveCapacity(values.count)
    // Iterates by index to avoid copying each value with its arrays.
    for index in values.indices {
      let cell = cells[values[index].cell]
      guard cell.isUsable else { continue }
      let content =
        values[index].field == nil
        ? FormValue(.record(Product(self.entries(values[index].values, level, frame, evaluator))))
        : value(cell, evaluator)
      entries.append(.init(name: values[index].name, value: content))
    }
    return entries
  }

  /// Converts a value of the record that `evaluator` holds.
  func value(_ value: Value, _ evaluator: Evaluator) -> FormValue {
    switch value.kind {
    case .record: frame(value.level, value.firstFrame, evaluator)
    case .list:
      layouts[value.level].keyCell.map { named(value, $0, evaluator) }
        ?? FormValue(
          .list((0..<value.itemCount).map { frame(value.level, value.firstFrame + $0, evaluator) }))
    default: FormValue(value)
    }
  }

  /// Returns a list by name as a record.
  private func named(_ list: Value, _ keyCell: Int, _ evaluator: Evaluator) -> FormValue {
    let entries = (0..<list.itemCount).map { offset in
      let frame = list.firstFrame + offset
      let key = evaluator.cell(list.level, frame, keyCell).bytes.makeString()
      return Product.Entry(name: key, value: self.frame(list.level, frame, evaluator))
    }
    return FormValue(.record(Product(entries)))
  }

  /// Returns the record in a frame, or the single value of a list's item.
  private func frame(_ level: Int, _ frame: Int, _ evaluator: Evaluator) -> FormValue {
    if let cell = layouts[level].itemCell {
      return value(evaluator.cell(level, frame, cell), evaluator)
    }
    return FormValue(.record(Product(entries(layouts[level].values, level, frame, evaluator))))
  }
}

extension FormValue {
  /// Converts a value that is neither a record nor a list.
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
    case .date where value.isPartialDate: content = .text(value.text)
    case .date: content = .date(value.date)
    case .time: content = .time(value.time)
    case .dateTime: content = .dateTime(value.dateTime)
    case .instant: content = .instant(value.instant)
    case .json, .jsonNumber: content = .json(value.bytes.makeString())
    case .duration: content = .text(value.text)
    case .blank, .unusable, .unknown, .uncalculable, .null, .list, .record: content = .null
    }
  }
}

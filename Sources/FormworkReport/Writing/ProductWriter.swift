// Writes the typed product of an accepted record as JSON: keys in the order of the form, decimals with their exact
// digits, dates and times in ISO 8601.

package import FormworkEngine

/// Writes products of one program.
package struct ProductWriter: Sendable {
  private let plan: ProductPlan

  package init(_ program: Program) { plan = ProductPlan(program) }

  /// Appends the product of the evaluator's current record, which must be accepted.
  package func write(_ evaluator: Evaluator, to out: inout [UInt8]) {
    var buffer = ByteBuffer()
    write(evaluator, to: &buffer)
    out.append(contentsOf: buffer.bytes)
  }

  /// Appends the product of the evaluator's current record, which must be accepted.
  package func write(_ evaluator: Evaluator, to out: inout ByteBuffer) {
    writeFrame(0, 0, evaluator, to: &out)
  }

  /// Returns a recipe for the products of all records with the same marks as the evaluator's current record, which
  /// must be accepted.
  func recipe(_ evaluator: Evaluator) -> ProductRecipe {
    let cells = evaluator.cells(0, 0)
    var pieces: [ProductPiece] = [.literal([UInt8(ascii: "{")])]
    var isFirst = true
    var number = plan.first[0]
    while number < plan.first[1] {
      let step = plan.steps[number]
      number += 1
      if step.kind == .end {
        pieces.append(.literal([UInt8(ascii: "}")]))
        isFirst = false
        continue
      }
      guard cells[step.cell].isUsable else {
        if step.kind == .group { number = step.next }
        continue
      }
      let key = UnsafeBufferPointer(start: plan.keys + step.key, count: step.keySize)
      pieces.append(.literal((isFirst ? [] : [UInt8(ascii: ",")]) + key))
      isFirst = step.kind == .group
      pieces.append(isFirst ? .literal([UInt8(ascii: "{")]) : value(step.cell, evaluator))
    }
    return ProductRecipe(pieces + [.literal([UInt8(ascii: "}")])], cells)
  }

  /// Returns a reference to the cell if the fast path reads it. Otherwise returns its value as a literal, because all
  /// frames with the same marks have the same value.
  private func value(_ cell: Int, _ evaluator: Evaluator) -> ProductPiece {
    if evaluator.isReadShort(cell) { return .cell(cell) }
    var buffer = ByteBuffer()
    write(evaluator.cells(0, 0)[cell], evaluator, to: &buffer)
    return .literal(Array(buffer.bytes))
  }

  @inline(__always)
  private func write(number value: Value, to out: inout ByteBuffer) {
    guard let integer = value.smallInteger else { return writeRest(value, to: &out) }
    out.reserve(20)
    out.put(integer: integer)
  }

  private func writeFrame(
    _ level: Int, _ frame: Int, _ evaluator: Evaluator, to out: inout ByteBuffer
  ) {
    let cells = evaluator.cells(level, frame)
    out.reserve(1)
    out.put(UInt8(ascii: "{"))
    var isFirst = true
    var number = plan.first[level]
    while number < plan.first[level &+ 1] {
      let step = plan.steps + number
      number &+= 1
      if step.pointee.kind == .end {
        out.reserve(1)
        out.put(UInt8(ascii: "}"))
        isFirst = false
        continue
      }
      let value = cells + step.pointee.cell
      guard value.pointee.isUsable else {
        if step.pointee.kind == .group { number = step.pointee.next }
        continue
      }
      out.reserve(step.pointee.keySize &+ 2)
      if !isFirst { out.put(UInt8(ascii: ",")) }
      out.put(plan.keys + step.pointee.key, step.pointee.keySize)
      isFirst = step.pointee.kind == .group
      if isFirst {
        out.put(UInt8(ascii: "{"))
      } else {
        write(value.pointee, evaluator, to: &out)
      }
    }
    out.reserve(1)
    out.put(UInt8(ascii: "}"))
  }

  @inline(__always)
  private func write(_ value: Value, _ evaluator: Evaluator, to out: inout ByteBuffer) {
    switch value.kind {
    case .text where value.isPlainJSON:
      let text = value.bytes
      out.reserve(text.count &+ 2)
      out.put(UInt8(ascii: "\""))
      out.put(UnsafeRawPointer(text.baseAddress.unsafelyUnwrapped), text.count)
      out.put(UInt8(ascii: "\""))
    case .number: write(number: value, to: &out)
    case .bool: out.append(value.bool ? "true" : "false")
    default: writeOther(value, evaluator, to: &out)
    }
  }

  /// Appends a value of any kind.
  @inline(never)
  func writeOther(_ value: Value, _ evaluator: Evaluator, to out: inout ByteBuffer) {
    switch value.kind {
    case .record: writeFrame(value.level, value.firstFrame, evaluator, to: &out)
    case .list: writeList(value, evaluator, to: &out)
    default: writeRest(value, to: &out)
    }
  }

  @inline(never)
  private func writeRest(_ value: Value, to out: inout ByteBuffer) {
    var bytes: [UInt8] = []
    switch value.kind {
    case .text: return out.value(value.bytes)
    case .json: return out.value(json: value.bytes)
    case .number, .jsonNumber, .bool, .null: value.write(to: &bytes)
    default:
      bytes.append(UInt8(ascii: "\""))
      value.write(to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    out.append(bytes)
  }

  private func writeList(_ list: Value, _ evaluator: Evaluator, to out: inout ByteBuffer) {
    let level = list.level
    let key = plan.keyCells[level]
    out.append(key < 0 ? "[" : "{")
    for offset in 0..<list.itemCount {
      if offset > 0 { out.append(",") }
      let frame = list.firstFrame &+ offset
      if key >= 0 {
        out.value(evaluator.cells(level, frame)[key].bytes)
        out.append(":")
      }
      if plan.itemCells[level] < 0 {
        writeFrame(level, frame, evaluator, to: &out)
      } else {
        write(evaluator.cells(level, frame)[plan.itemCells[level]], evaluator, to: &out)
      }
    }
    out.append(key < 0 ? "]" : "}")
  }
}

/// The parts of a program that are needed to write its products, in flat arrays.
private final class ProductPlan: @unchecked Sendable {
  // `@unchecked`: the memory is never written after initialization.

  /// A step of writing a product.
  struct Step {
    /// `end` is the closing brace of a group.
    enum Kind: UInt8 { case field, group, end }

    var kind: Kind
    var cell = 0
    /// The offset of the key in `keys`. The bytes there include the quotes and the colon.
    var key = 0
    var keySize = 0
    /// For a group, the step after its end.
    var next = 0
  }

  let steps: UnsafePointer<Step>
  let keys: UnsafePointer<UInt8>
  /// For each level, the index of its first step. The last element is the number of all steps.
  let first: UnsafePointer<Int>
  /// For each level, the cell with the value of an item. It is -1 if the level's frames are written as records.
  let itemCells: UnsafePointer<Int>
  /// For each level, the cell with the key of an item, or -1.
  let keyCells: UnsafePointer<Int>

  init(_ program: Program) {
    var layout = Layout()
    var first: [Int] = []
    var itemCells: [Int] = []
    var keyCells: [Int] = []
    for level in program.productLayouts {
      first.append(layout.steps.count)
      layout.add(level.values)
      itemCells.append(level.itemCell ?? -1)
      keyCells.append(level.keyCell ?? -1)
    }
    first.append(layout.steps.count)
    steps = ProductPlan.copy(layout.steps)
    keys = ProductPlan.copy(Array(layout.keys.bytes))
    self.first = ProductPlan.copy(first)
    self.itemCells = ProductPlan.copy(itemCells)
    self.keyCells = ProductPlan.copy(keyCells)
  }

  deinit {
    steps.deallocate()
    keys.deallocate()
    first.deallocate()
    itemCells.deallocate()
    keyCells.deallocate()
  }

  private static func copy<T>(_ array: [T]) -> UnsafePointer<T> {
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: max(1, array.count))
    _ = memory.initialize(from: array)
    return UnsafePointer(memory.baseAddress.unsafelyUnwrapped)
  }

  private struct Layout: ~Copyable {
    var steps: [Step] = []
    var keys = ByteBuffer()

    mutating func add(_ values: [ProductValue]) {
      for value in values {
        let step = steps.count
        let key = keys.count
        keys.key(named: value.name)
        steps.append(
          Step(
            kind: value.field == nil ? .group : .field, cell: value.cell, key: key,
            keySize: keys.count - key))
        if value.field != nil { continue }
        add(value.values)
        steps.append(Step(kind: .end))
        steps[step].next = steps.count
      }
    }
  }
}

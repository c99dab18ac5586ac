// Writes the typed product of an accepted record as JSON: keys in the spec's order, decimals with
// their exact digits, dates and times in ISO 8601.

package import FormworkEngine

/// Writes products of one program.
package struct ProductWriter: Sendable {
  private let program: Program
  /// Each field's key with its quotes and colon, ready to be copied.
  private let fieldKeys: [[UInt8]]
  private let groupKeys: [[UInt8]]

  package init(_ program: Program) {
    self.program = program
    fieldKeys = program.fields.map { ProductWriter.key($0.name) }
    groupKeys = program.groups.map { ProductWriter.key($0.name) }
  }

  private static func key(_ name: String) -> [UInt8] {
    var out: [UInt8] = []
    out.appendJSONString(name)
    out.append(UInt8(ascii: ":"))
    return out
  }

  /// Appends the product of the record that `evaluator` holds and accepted.
  package func write(_ evaluator: Evaluator, to out: inout [UInt8]) {
    writeObject(program.levels[0].product, level: 0, frame: 0, evaluator, to: &out)
  }

  private func writeObject(
    _ items: [ProductItem], level: Int, frame: Int, _ evaluator: Evaluator, to out: inout [UInt8]
  ) {
    out.append(UInt8(ascii: "{"))
    var isFirst = true
    func begin(_ key: [UInt8], _ out: inout [UInt8]) {
      if !isFirst { out.append(UInt8(ascii: ",")) }
      isFirst = false
      out.append(contentsOf: key)
    }
    for item in items {
      switch item {
      case .field(let number):
        let field = program.fields[Int(number)]
        let value = evaluator.cell(level, frame, Int(field.cell))
        guard value.isUsable else { continue }
        begin(fieldKeys[Int(number)], &out)
        write(value, evaluator, to: &out)
      case .group(let number):
        let group = program.groups[Int(number)]
        guard evaluator.cell(level, frame, Int(group.cell)).isUsable else { continue }
        begin(groupKeys[Int(number)], &out)
        writeObject(group.items, level: level, frame: frame, evaluator, to: &out)
      }
    }
    out.append(UInt8(ascii: "}"))
  }

  private func write(_ value: Value, _ evaluator: Evaluator, to out: inout [UInt8]) {
    switch value.kind {
    case .text: out.appendJSONString(bytes: value.bytes)
    case .json: out.appendJSON(value.bytes)
    case .number, .bool, .jsonNumber, .null: value.write(to: &out)
    case .record: writeFrame(value.level, value.firstFrame, evaluator, to: &out)
    case .list: writeList(value, evaluator, to: &out)
    default:
      out.append(UInt8(ascii: "\""))
      value.write(to: &out)
      out.append(UInt8(ascii: "\""))
    }
  }

  private func writeFrame(
    _ level: Int, _ frame: Int, _ evaluator: Evaluator, to out: inout [UInt8]
  ) {
    writeObject(
      program.levels[level].product, level: level, frame: frame, evaluator, to: &out)
  }

  private func writeList(_ list: Value, _ evaluator: Evaluator, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "["))
    let level = program.levels[list.level]
    for offset in 0..<list.itemCount {
      if offset > 0 { out.append(UInt8(ascii: ",")) }
      let frame = list.firstFrame + offset
      if level.itemIsRecord {
        writeFrame(list.level, frame, evaluator, to: &out)
      } else {
        write(evaluator.cell(list.level, frame, Int(level.itemCell)), evaluator, to: &out)
      }
    }
    out.append(UInt8(ascii: "]"))
  }
}

// Why a rule failed: its condition as the author wrote it, with the values of its parts underneath;
// and which rules were skipped, because of what.

internal import FormworkEngine
internal import FormworkSyntax

/// Explains problems of the record that an evaluator holds.
struct Explanation {
  private let program: Program
  private let evaluator: Evaluator
  private let source: Source

  /// A value and where it belongs.
  private struct Part {
    var column: Int
    var text: String
  }

  init(_ evaluator: Evaluator, _ source: Source) {
    program = evaluator.program
    self.evaluator = evaluator
    self.source = source
  }

  /// The lines that explain a failed rule; none for problems that explain themselves.
  func lines(_ problem: Problem) -> [String] {
    guard problem.kind == .rule else { return [] }
    return block(program.rules[Int(problem.rule)].condition, problem)
  }

  /// A line for each rule that was not decided.
  func skippedLines() -> [String] {
    evaluator.skipped.map { skipped in
      let rule = program.rules[Int(skipped.rule)]
      let span = program.nodes[Int(rule.condition)].span
      let blamed = evaluator.blamed(for: skipped).map { visible(program.fields[Int($0)].name) }
      let position = source.position(span.lower)
      let place = "\(source.name(at: span.lower)):\(position.line):\(position.column)"
      return "skipped " + visible(oneLine(span), columns: 60) + " at " + visible(place)
        + (blamed.isEmpty
          ? "" : ": " + blamed.joined(separator: " and ") + " cannot be used")
    }
  }

  private func oneLine(_ span: Span) -> String {
    String(source.text(span).map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// A condition and the values under it, then the same for the definitions it uses.
  private func block(_ condition: Int32, _ problem: Problem) -> [String] {
    let span = program.nodes[Int(condition)].span
    var parts: [Part] = []
    var inner: [Int32] = []
    collect(condition, problem, in: span, &parts, &inner)
    var lines = [visible(oneLine(span))] + rows(parts)
    for definition in inner { lines += block(definition, problem) }
    return lines
  }

  private func rows(_ parts: [Part]) -> [String] {
    var rows: [String] = []
    var widths: [Int] = []
    for part in parts.sorted(by: { $0.column < $1.column }) {
      let fitting = widths.firstIndex { $0 < part.column || $0 == 0 }
      let row = fitting ?? rows.count
      if row == rows.count {
        rows.append("")
        widths.append(0)
      }
      rows[row] += String(repeating: " ", count: part.column - widths[row]) + part.text
      widths[row] = part.column + DisplayWidth.of(part.text)
    }
    return rows
  }

  private func collect(
    _ number: Int32, _ problem: Problem, in whole: Span, _ parts: inout [Part],
    _ inner: inout [Int32]
  ) {
    guard number >= 0 else { return }
    let node = program.nodes[Int(number)]
    func both(_ first: Int32, _ second: Int32) {
      collect(first, problem, in: whole, &parts, &inner)
      collect(second, problem, in: whole, &parts, &inner)
    }
    switch node.operation {
    case .and, .or, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .add,
      .subtract, .multiply, .divide, .inRange, .range:
      both(node.a, node.b)
    case .not, .truth, .negate: collect(node.a, problem, in: whole, &parts, &inner)
    case .defined: inner.append(node.a)
    case .predicate:
      let isAcross = Predicate(rawValue: node.variant)?.entry.isAcross ?? false
      if !isAcross { collect(node.a, problem, in: whole, &parts, &inner) }
      for index in Int(node.b)..<Int(node.b + node.c) {
        collect(program.lists[index], problem, in: whole, &parts, &inner)
      }
    case .inList:
      collect(node.a, problem, in: whole, &parts, &inner)
    case .inTable, .inValues, .anyItem, .allItems:
      collect(node.a, problem, in: whole, &parts, &inner)
    case .cell, .member, .firstInForce, .today, .now, .count, .round, .minimum, .maximum, .sum,
      .minimumOf, .maximumOf, .template:
      if let part = part(number, node.span, problem, in: whole) { parts.append(part) }
    default: break
    }
  }

  private func part(
    _ operand: Int32, _ span: Span, _ problem: Problem, in whole: Span
  ) -> Part? {
    guard span.lower >= whole.lower, span.upper <= whole.upper else { return nil }
    let before = oneLine(Span(whole.lower, span.lower))
    return Part(column: DisplayWidth.of(visible(before)), text: shown(operand, problem))
  }

  private func shown(_ operand: Int32, _ problem: Problem) -> String {
    if program.isSecret(operand) { return MessageWriter.secretMask }
    let value = evaluator.value(of: operand, for: problem)
    switch value.kind {
    case .blank, .null: return "(blank)"
    case .unusable: return "(cannot be used)"
    case .unknown: return "(unknown)"
    case .list: return "(\(value.itemCount) items)"
    case .record: return "(a record)"
    case .text: return visible("\"" + value.text + "\"", columns: 40)
    default: return visible(value.text, columns: 40)
    }
  }
}

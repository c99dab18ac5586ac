// Explains why a rule failed: its condition as the author wrote it, with the values of its parts underneath. Also
// lists which rules were skipped, and because of which fields.

internal import FormworkEngine
internal import FormworkSyntax

/// Explains problems of the evaluator's current record.
struct Explanation {
  private let program: Program
  private let evaluator: Evaluator
  private let source: Source
  /// The maximum number of conditions for one problem, including those of definitions and items.
  private static let blockLimit = 30
  /// The maximum numbers of items and of list values to show. Only one item is shown if it alone decides `any` or
  /// `all`.
  private static let itemLimit = 3
  private static let valueLimit = 20
  /// The maximum number of columns in which a condition is shown.
  private static let columnLimit = 1_000
  /// The maximum number of bytes of a condition that are shown.
  private static let byteLimit: UInt32 = 16_000
  /// The maximum number of unusable fields that are named for a skipped condition.
  private static let fieldLimit = 3

  /// A value and its column.
  private struct Part {
    var column: Int
    var text: String
  }

  /// The results for a condition: values under it, and conditions to show after it.
  private struct Findings {
    /// The span of the condition.
    let whole: Span
    var parts: [Part] = []
    var inner: [Int32] = []
    /// The last position whose column was computed, and that column. The next column is counted from there.
    var counted: (offset: UInt32, column: Int)

    init(whole: Span) {
      self.whole = whole
      counted = (whole.lower, 0)
    }
  }

  init(_ evaluator: Evaluator, _ source: Source) {
    program = evaluator.program
    self.evaluator = evaluator
    self.source = source
  }

  /// Returns the lines that explain a failed rule. Empty for problems that need no explanation.
  func lines(_ problem: Problem) -> [String] {
    guard problem.isOfRule || problem.kind == .calculation else { return [] }
    var lines: [String] = []
    var blocks = 0
    let whole = problem.isOfRule ? program.condition(ofRule: problem.rule) : problem.part
    addBlock(whole, problem, &blocks, to: &lines)
    return lines
  }

  /// Returns a line for each undecided rule, block and `required if`.
  ///
  /// - Parameter limit: the maximum number of lines. The others are only counted.
  func skippedLines(limit: Int, _ places: inout FormPlaces) -> [String] {
    let (told, count) = evaluator.skipped(limit: limit)
    let lines = told.map { line($0, &places) }
    return count > told.count ? lines + ["… and \(count - told.count) more skipped"] : lines
  }

  private func line(_ skipped: Skipped, _ places: inout FormPlaces) -> String {
    let span = program.span(ofCondition: skipped.condition)
    let limit = Explanation.fieldLimit
    var fields = evaluator.unusableFields(for: skipped, limit: limit + 1).map { visible($0) }
    if fields.count > limit { fields[limit] = "more" }
    let item = evaluator.path(of: skipped).map { visible($0) + ": " } ?? ""
    let what =
      switch skipped.kind {
      case .rule: ""
      case .branch: "when "
      case .presence: "required if "
      }
    return "skipped " + item + what + visible(oneLine(span), columns: 60) + " at "
      + places.text(of: span.lower)
      + (fields.isEmpty ? "" : ": " + fields.joined(separator: " and ") + " cannot be used")
  }

  /// Returns the text of a span as one line, limited to the bytes that may be shown.
  private func oneLine(_ span: Span) -> String {
    let span = Span(span.lower, min(span.upper, span.lower + Explanation.byteLimit))
    return String(source.text(span).map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// Adds a condition with the values under it, then the conditions of the definitions and items that it depends on.
  private func addBlock(
    _ condition: Int32, _ problem: Problem, under path: String? = nil, _ blocks: inout Int,
    to lines: inout [String]
  ) {
    guard countBlock(&blocks, &lines) else { return }
    if let path { lines.append(visible(path) + ":") }
    let span = program.span(ofCondition: condition)
    var findings = Findings(whole: span)
    collect(condition, problem, &findings)
    lines.append(visible(oneLine(span), columns: Explanation.columnLimit))
    lines += rows(findings.parts)
    for inner in findings.inner {
      switch program.view(inner) {
      case .quantified(_, let condition, _) where span.holds(program.span(ofCondition: inner)):
        addItems(inner, condition, problem, &blocks, to: &lines)
      // An argument is written outside of the definition, so it is treated like any other condition.
      case .defined(let condition, _): addBlock(condition, problem, &blocks, to: &lines)
      default: addBlock(inner, problem, &blocks, to: &lines)
      }
    }
  }

  /// Counts a condition. Returns false past the limit, and adds the line `…` for the first condition past it.
  private func countBlock(_ blocks: inout Int, _ lines: inout [String]) -> Bool {
    blocks += 1
    if blocks == Explanation.blockLimit + 1 { lines.append("…") }
    return blocks <= Explanation.blockLimit
  }

  private func addItems(
    _ part: Int32, _ said: Int32, _ problem: Problem, _ blocks: inout Int,
    to lines: inout [String]
  ) {
    guard case .ofItem(let condition, _, _) = program.view(said) else { return }
    let more = evaluator.forEachTellingItem(
      of: part, for: problem, limit: Explanation.itemLimit
    ) { item in
      addBlock(condition, item, under: evaluator.path(of: item), &blocks, to: &lines)
    }
    if more > 0 { lines.append("… and \(more) more") }
  }

  private func rows(_ parts: [Part]) -> [String] {
    var rows: [String] = []
    var widths: [Int] = []
    for part in parts.ordered(by: { $0.column < $1.column }) {
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

  private func collect(_ number: Int32, _ problem: Problem, _ findings: inout Findings) {
    let span = program.span(ofCondition: number)
    if let lack = evaluator.lackOfResult(of: number, for: problem) {
      if case .aggregate(_, let list, _, _) = program.view(number) {
        collect(list, problem, &findings)
      } else {
        for child in program.children(of: number) { collect(child, problem, &findings) }
      }
      // Only `earlierStep` has no words, because the earlier step shows its own reason.
      if let words = lack.words { add(number, "(no result: \(words))", &findings) }
      return
    }
    switch program.view(number) {
    case .defined: findings.inner.append(number)
    case .and, .or, .not, .truth, .isKind, .comparison, .inRange, .word, .dataSet, .host, .inList,
      .inTable,
      .inValues, .quantified:
      // An argument of a definition is written elsewhere, so it is shown as a condition of its own.
      if findings.whole.holds(span) {
        collect(condition: number, problem, &findings)
      } else {
        findings.inner.append(number)
      }
    case .arithmetic, .negate, .range:
      let parts = program.children(of: number)
      // The name of a definition is shown with its value. The parts of the definition aren't shown.
      if parts.allSatisfy({ span.holds(program.span(ofCondition: $0)) }) {
        // If a single value is both bounds of a range, it is shown once.
        for part in parts.prefix(parts.first == parts.last ? 1 : 2) {
          collect(part, problem, &findings)
        }
      } else {
        add(number, problem, &findings)
      }
    case .cell, .member, .firstInForce, .moment, .conditional, .count, .aggregate, .element,
      .distinctValues, .function, .lookUp, .extreme, .template, .outside, .values, .each,
      .question:
      add(number, problem, &findings)
    case .constant: if isNamed(span) { add(number, problem, &findings) }
    case .columns, .records, .wholeRecord, .ofList, .constantTruth, .pattern, .picture, .selection,
      .momentFormat, .ofItem, .keyword, .invalid:
      break
    }
  }

  private func collect(condition number: Int32, _ problem: Problem, _ findings: inout Findings) {
    switch program.view(number) {
    case .host(let rule, let subject, let items):
      collect(subject, problem, &findings)
      for (place, item) in items.enumerated() {
        if let known = evaluator.known(by: rule, at: place, insteadOf: item, for: problem) {
          add(item, "(\(rule.name) takes \(known.listed("or")))", &findings)
        } else {
          collect(item, problem, &findings)
        }
      }
    case .word(_, let subject, let items),
      .inList(let subject, let items, _), .inTable(let subject, _, let items, _):
      collect(subject, problem, &findings)
      collect(listed: items, problem, &findings)
    case .dataSet(_, _, let items): collect(listed: items, problem, &findings)
    case .quantified(let list, _, _):
      collect(list, problem, &findings)
      findings.inner.append(number)
    default: for child in program.children(of: number) { collect(child, problem, &findings) }
    }
  }

  /// Collects operands in parentheses. If a list of choices is named instead, all operands have the span of its name
  /// and aren't shown.
  private func collect(listed items: NodeList, _ problem: Problem, _ findings: inout Findings) {
    var last: Span?
    for (offset, item) in items.enumerated() {
      let span = program.span(ofCondition: item)
      let next = items.dropFirst(offset + 1).first.map { program.span(ofCondition: $0) }
      if span != last, span != next { collect(item, problem, &findings) }
      last = span
    }
  }

  /// Whether a span contains a name rather than a literal.
  private func isNamed(_ span: Span) -> Bool {
    let text = source.text(span)
    guard let first = text.first, text != "true", text != "false" else { return false }
    return first.isLetter || first == "_" || first == "`"
  }

  private func add(_ operand: Int32, _ problem: Problem, _ findings: inout Findings) {
    add(operand, shown(operand, problem), &findings)
  }

  private func add(_ operand: Int32, _ text: String, _ findings: inout Findings) {
    let span = program.span(ofCondition: operand)
    guard findings.whole.holds(span),
      let column = column(of: span.lower, &findings), column < Explanation.columnLimit
    else { return }
    findings.parts.append(Part(column: column, text: text))
  }

  /// Returns the column of a position in the condition, or nil if it is certainly past the limit.
  private func column(of offset: UInt32, _ findings: inout Findings) -> Int? {
    var (start, column) = findings.counted
    if offset < start { (start, column) = (findings.whole.lower, 0) }
    guard offset - start <= Explanation.byteLimit else { return nil }
    column += DisplayWidth.of(visible(oneLine(Span(start, offset))))
    findings.counted = (offset, column)
    return column
  }

  private func shown(_ operand: Int32, _ problem: Problem) -> String {
    guard case .value(let value, _, _) = evaluator.shown(operand, for: problem) else {
      return ShownValue.mask
    }
    switch program.view(operand) {
    case .range(let low, let high, let isHalfOpen):
      let bounds = [low, high].map { $0 < 0 ? "" : shown($0, problem) }
      return low == high ? bounds[0] : bounds.joined(separator: isHalfOpen ? "..<" : "...")
    case .each:
      guard
        let (values, more) = evaluator.values(
          of: operand, for: problem, limit: Explanation.valueLimit)
      else { return "(unknown)" }
      let texts = values.map { shown($0) } + (more > 0 ? ["…"] : [])
      return visible("(" + texts.joined(separator: ", ") + ")", columns: 40)
    default: return shown(value)
    }
  }

  private func shown(_ value: Value) -> String {
    switch value.kind {
    case .blank, .null: return "(blank)"
    case .unusable: return "(cannot be used)"
    case .unknown: return "(unknown)"
    case .uncalculable: return "(no result)"
    case .list: return value.itemCount == 1 ? "(1 item)" : "(\(value.itemCount) items)"
    case .record: return "(a record)"
    case .text: return visible("\"" + value.shortText + "\"", columns: 40)
    default: return visible(value.shortText, columns: 40)
    }
  }
}

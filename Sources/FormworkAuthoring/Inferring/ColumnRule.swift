// The data validations of a workbook, as rules of the form that is inferred from the workbook.

package import FormworkEngine
internal import FormworkReport
package import FormworkSyntax

/// A data validation of a column.
package struct ColumnRule {
  /// A limit as a form writes it, and the number to compare with: the limit itself or, for a date, its day number.
  fileprivate typealias Bound = (text: String, number: ExactDecimal)

  /// A text of a drop-down, and the text of its cell if a spreadsheet stores something else: a number or a truth value.
  fileprivate typealias Choice = (text: String, stored: String?)

  fileprivate enum Limit {
    case choices([Choice])
    /// Limits of values, or of lengths of texts.
    case bounds(String, low: Bound?, high: Bound?, excludesEnds: Bool)
    /// A validation that isn't translated.
    case other
  }

  fileprivate var limit: Limit?
  /// The answer of a spreadsheet to an invalid value, or nil if it takes any value.
  private let style: String?
  /// Whether a spreadsheet takes an invalid value after a warning.
  fileprivate var warns: Bool { style != nil && style != "stop" }
  /// Whether a spreadsheet does anything about an invalid value.
  fileprivate var isEnforced: Bool { style != nil }
  fileprivate let message: String?
  fileprivate let hint: String?
  /// The validation in words.
  fileprivate let text: String
  /// The rows of the column that the validation covers, in ascending order.
  private var rows: [ClosedRange<Int>] = []
  /// The texts of the drop-down, and those that a spreadsheet stores for them.
  private(set) var choices: OrderedSet<String> = []

  /// The type of the values that the validation allows, or nil if it isn't known.
  fileprivate var type: String?

  /// The longest drop-down that becomes a choice.
  private static let choiceLimit = 1_000
  /// A limit beyond these is no real limit: programs write the least or greatest number that they can represent.
  private static let widest = ExactDecimal(Int64(100_000_000_000_000))
  private static let least = ExactDecimal(Int64(-100_000_000_000_000))

  fileprivate init?(
    _ validation: CellValidation, _ book: Workbook, _ sheet: String,
    _ names: OrderedDictionary<String, String>
  ) {
    (style, message, hint) = (validation.style, validation.error, validation.prompt)
    let first = validation.formulas.first ?? ""
    let isCompared = validation.type != "list" && validation.type != "custom"
    // Some programs write a second formula even if the operation has only one limit.
    let count = isCompared && validation.operation.hasSuffix("etween") ? 2 : 1
    let formulas = validation.formulas.prefix(count)
    text = ColumnRule.words(for: validation, Array(formulas), book)
    switch validation.type {
    case "none": break
    case "list":
      guard let texts = ColumnRule.texts(of: first, book, sheet, names) else {
        limit = .other
        break
      }
      choices = OrderedSet(texts)
      limit = .choices(
        Array(choices).map { text in
          let stored = ColumnRule.stored(text)
          return (text, stored.flatMap { choices.insert($0).inserted ? $0 : nil })
        })
    case "whole", "decimal", "date", "textLength": limit = ColumnRule.bounds(validation, book)
    default: limit = .other
    }
    if limit == nil, hint == nil { return nil }
    type =
      switch validation.type {
      case "list" where !choices.isEmpty: TextGuesser.truthType(of: Array(choices)) ?? "string"
      case "whole": "int"
      case "decimal": "number"
      case "textLength": "string"
      case "date", "time": validation.type
      default: nil
      }
  }

  /// The comment that the validation isn't in the form.
  var leftOut: String {
    let parts = rows.prefix(3).map {
      $0.count == 1 ? "row \($0.lowerBound)" : "rows \($0.lowerBound) to \($0.upperBound)"
    }
    let rest = rows.count > parts.count ? " and others" : ""
    return "Its data validation of \(parts.joined(separator: ", "))\(rest) is left out: \(text)."
  }

  /// Whether the validation covers a row.
  fileprivate func covers(row: Int) -> Bool {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].upperBound < row { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].lowerBound <= row
  }

  /// Whether the validation covers all of some rows of the column.
  func covers(rows wanted: ClosedRange<Int>) -> Bool {
    rows.contains { $0.lowerBound <= wanted.lowerBound && $0.upperBound >= wanted.upperBound }
  }

  /// Adds the rows that some areas have in a column, from `firstRow` on.
  fileprivate mutating func add(rowsOf areas: [CellValidation.Area], column: Int, firstRow: Int) {
    let found = areas.filter { $0.columns.contains(column) && $0.rows.upperBound >= firstRow }
      .map { max($0.rows.lowerBound, firstRow)...$0.rows.upperBound }
    for range in found.ordered(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = rows.last, range.lowerBound <= last.upperBound + 1 {
        rows[rows.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        rows.append(range)
      }
    }
  }

  // MARK: Words

  private static func words(
    for validation: CellValidation, _ formulas: [String], _ book: Workbook
  ) -> String {
    let type = validation.type
    let limits = formulas.map { formula -> String in
      guard let number = number(formula) else { return formula }
      let text = type == "date" ? day(number, book)?.text : type == "time" ? time(number) : nil
      return text ?? formula
    }.joined(separator: " and ")
    let operation =
      switch validation.operation {
      case "notBetween": "not between"
      case "equal": "equal to"
      case "notEqual": "not equal to"
      case "greaterThan": "greater than"
      case "lessThan": "less than"
      case "greaterThanOrEqual": "at least"
      case "lessThanOrEqual": "at most"
      default: "between"
      }
    return switch type {
    case "none": "prompt \(FormText.spelled(validation.prompt ?? ""))"
    case "list": "list \(limits)"
    case "custom": "formula \(limits)"
    case "whole": "whole number \(operation) \(limits)"
    case "decimal": "number \(operation) \(limits)"
    case "textLength": "length of the text \(operation) \(limits)"
    default: "\(type) \(operation) \(limits)"
    }
  }

  /// Returns the time that a fraction of a day is, or nil if it is more than a day.
  private static func time(_ fraction: ExactDecimal) -> String? {
    let seconds = fraction.multiplied(by: ExactDecimal(86_400))?.rounded(toPlaces: 0)?.asInt64
    guard let seconds, 0..<86_400 ~= seconds else { return nil }
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
    return parts.prefix(parts[2] == 0 ? 2 : 3).map { ($0 < 10 ? "0" : "") + String($0) }
      .joined(separator: ":")
  }

  // MARK: Reading

  /// Returns the texts of a drop-down, or nil if they are calculated, too long or too many.
  private static func texts(
    of formula: String, _ book: Workbook, _ sheet: String,
    _ names: OrderedDictionary<String, String>
  ) -> [String]? {
    if formula.hasPrefix("\"") {
      let inside = formula.dropFirst().dropLast()
      return inside.split(separator: ",").map { WorkbookTable.trimmed(String($0)) }
    }
    let reference = names[formula] ?? formula
    let mark = reference.lastIndex(of: "!")
    var name = mark.map { String(reference[..<$0]) } ?? sheet
    if name.hasPrefix("'") { name = String(name.dropFirst().dropLast()) }
    let cells = mark.map { reference[reference.index(after: $0)...] } ?? reference[...]
    guard let area = CellValidation.Area(cells), area.rows.count <= choiceLimit,
      area.columns.count == 1 || area.rows.count == 1,
      let rows = try? WorkbookTable.rows(ofSheet: name, in: book)
    else { return nil }
    return rows.filter { area.rows.contains($0.number) }.flatMap { row in
      row.cells.indices.filter { area.columns.contains($0 + 1) }.map { row.cells[$0] }
    }.filter { !$0.isEmpty }
  }

  /// Returns the number or truth value that a spreadsheet stores for an entered text, or nil if it stores the text.
  private static func stored(_ text: String) -> String? {
    var text = text
    let number = text.withUTF8 { ExactDecimal.parse(text: $0).number }
    let word = text.lowercased()
    return number?.description ?? (["true", "false"].contains(word) ? word : nil)
  }

  private static func bounds(_ validation: CellValidation, _ book: Workbook) -> Limit {
    let isDay = validation.type == "date"
    var bounds: [Bound?] = []
    for formula in validation.formulas.prefix(validation.operation == "between" ? 2 : 1) {
      guard let number = number(formula) else { return .other }
      bounds.append(
        isDay
          ? day(number, book)
          : number < widest && least < number ? (number.description, number) : nil)
    }
    func limits(_ low: Bound?, _ high: Bound?) -> Limit {
      .bounds(validation.type, low: low, high: high, excludesEnds: false)
    }
    func open(_ low: Bound?, _ high: Bound?) -> Limit {
      if validation.type == "decimal" {
        return .bounds(validation.type, low: low, high: high, excludesEnds: true)
      }
      func next(_ bound: Bound?, _ step: Int64) -> Bound? {
        guard let number = bound?.number.asInt64 else { return bound }
        let next = ExactDecimal(number + step)
        let day = isDay ? CalendarDate(dayNumber: number + step) : nil
        return (day?.description ?? next.description, next)
      }
      return limits(next(low, 1), next(high, -1))
    }
    guard let first = bounds.first else { return .other }
    switch validation.operation {
    case "between" where bounds.count == 2: return limits(first, bounds[1])
    case "equal": return limits(first, first)
    case "greaterThanOrEqual": return limits(first, nil)
    case "lessThanOrEqual": return limits(nil, first)
    case "greaterThan": return open(first, nil)
    case "lessThan": return open(nil, first)
    default: return .other
    }
  }

  /// Returns the number that a formula consists of, or nil if the formula has to be calculated.
  private static func number(_ formula: String) -> ExactDecimal? {
    var formula = formula
    return formula.withUTF8 { bytes in
      if case .tooManyDigits = ExactDecimal.parse(json: bytes) {
        return bytes.first == UInt8(ascii: "-") ? least : widest
      }
      return ExactDecimal.parse(json: bytes).number
    }
  }

  /// Returns a day as a limit. Nil for the first days of the calendar: some programs write them if there is no limit.
  private static func day(_ serial: ExactDecimal, _ book: Workbook) -> Bound? {
    guard let serial = serial.asInt64, serial > 60,
      let day = CalendarDate(workbookDay: Int(clamping: serial), is1904: book.is1904)
    else { return nil }
    return (day.description, ExactDecimal(Int64(day.dayNumber)))
  }
}

extension ColumnRule {
  /// Returns the rules of a sheet's columns, keyed by the columns' names. Empty if the workbook can't be read, which
  /// its reader reports.
  ///
  /// - Parameter firstRow: the first row after the header.
  package static func rules(
    of book: Workbook, sheet: String, columns: [String], firstRow: Int
  ) -> OrderedDictionary<String, [ColumnRule]> {
    var rules: OrderedDictionary<String, [ColumnRule]> = [:]
    guard let (validations, names) = try? book.validations(ofSheet: sheet) else { return rules }
    for validation in validations {
      guard let rule = ColumnRule(validation, book, sheet, names) else { continue }
      for (place, name) in columns.enumerated()
      where validation.areas.contains(where: { $0.columns.contains(place + 1) }) {
        var rule = rule
        rule.add(rowsOf: validation.areas, column: place + 1, firstRow: firstRow)
        if !rule.rows.isEmpty { rules[name, default: []].append(rule) }
      }
    }
    return rules
  }
}

/// Counts the values of a column for which a data validation doesn't hold.
struct RuleTally {
  /// The number of values in rows that the validation doesn't cover.
  private(set) var outside = 0
  /// The number of other values that aren't in the drop-down.
  fileprivate var strays = 0

  /// Adds a value.
  ///
  /// - Parameter text: must not be blank.
  mutating func add(_ text: TextBytes, row: Int, _ rule: ColumnRule) {
    if !rule.covers(row: row) {
      outside += 1
    } else if !rule.choices.isEmpty, !rule.choices.contains(text.trimmed.makeString()) {
      strays += 1
    }
  }

  /// Adds the rows of a column without values. They count as a value if the validation doesn't cover all of them.
  mutating func add(emptyRows rows: ClosedRange<Int>, _ rule: ColumnRule) {
    if !rule.covers(rows: rows) { outside += 1 }
  }

  mutating func add(_ other: RuleTally) {
    outside += other.outside
    strays += other.strays
  }
}

// MARK: - Guesses

extension FieldGuess {
  /// Adds the rules of a workbook's column. Only a rule that covers all values is a rule of the field.
  mutating func add(_ rules: [(rule: ColumnRule, tally: RuleTally)], _ profile: FieldProfile) {
    let covering = rules.filter { $0.tally.outside == 0 }
    guard covering.count == 1, let only = covering.first else {
      return leaveOut(rules.map { $0.rule })
    }
    leaveOut(rules.filter { $0.tally.outside > 0 }.map { $0.rule })
    add(only.rule, profile, strays: only.tally.strays)
  }

  /// Adds the reasons for rules that are left out, of which only the first few are shown.
  mutating func leaveOut(_ rules: [ColumnRule]) {
    reasons += rules.prefix(3).map { $0.leftOut }
    if rules.count > 3 { reasons.append("\(rules.count - 3) more data validations are left out.") }
  }

  /// Adds a rule of the workbook, unless some values break it.
  ///
  /// - Parameter strays: the number of values that aren't in the drop-down.
  private mutating func add(_ column: ColumnRule, _ profile: FieldProfile, strays: Int) {
    if let hint = column.hint { clauses.append("hint \(FormText.spelled(hint, braces: true))") }
    guard let limit = column.limit, case .single(var type, _) = kind else { return }
    guard column.isEnforced else {
      return reasons.append("Its data validation isn't enforced: \(column.text).")
    }
    if profile.text.filled == 0, type == "any", let own = column.type {
      // The first reason is that the type is unknown.
      reasons[0] = "Always blank, so its type is that of its data validation."
      (type, kind) = (own, .single(own, rule: nil))
    }
    let words = column.message ?? (column.warns ? "Usually: \(column.text)" : nil)
    let message = words.map {
      (column.warns ? "warning " : "message ") + FormText.spelled($0, braces: true)
    }
    switch limit {
    case .other: reasons.append(column.leftOut)
    case .choices(let choices):
      guard strays == 0, !choices.isEmpty else {
        let verb = strays == 1 ? "isn't" : "aren't"
        return reasons.append("\(strays) of its values \(verb) in its drop-down.")
      }
      // A bool that takes every text of the drop-down stays one.
      let isBool = TextGuesser.truthType(of: choices.map { $0.text }) == type
      if column.warns {
        guard isBool || type == "string" || type.hasPrefix("choice") else {
          return reasons.append(column.leftOut)
        }
        reasons.append("It has a drop-down that takes other values after a warning.")
        if isBool { return }
        (kind, removed, textKind) = (.single("string", rule: nil), [], nil)
        clauses.append("rule oneOf(\(Spelling.list(Array(column.choices)))) \(message ?? "")")
        return
      }
      reasons.append("It has a drop-down.")
      if let message { clauses.append(message) }
      if isBool { return }
      let texts = choices.map { text, stored in
        Spelling.text(text) + (stored.map { " also(\(Spelling.text($0)))" } ?? "")
      }
      let list = texts.joined(separator: ", ")
      (kind, removed, textKind) = (.single("choice(\(list))", rule: nil), [], nil)
    case .bounds(let measure, let low, let high, let excludesEnds):
      guard isLimited(by: measure, type) else {
        return reasons.append("Its data validation is about another type of value: \(column.text).")
      }
      let extent = extent(of: measure, profile)
      let isWithin =
        extent.map { extent in
          (low.map { excludesEnds ? $0.number < extent.low : $0.number <= extent.low } ?? true)
            && (high.map { excludesEnds ? extent.high < $0.number : extent.high <= $0.number }
              ?? true)
        } ?? true
      let ends = (low?.text ?? "") + "..." + (high?.text ?? "")
      guard isWithin else {
        return reasons.append("Some values break its data validation: \(column.text).")
      }
      var rule = measure == "textLength" ? "count(\(ends))" : "range(\(ends))"
      if excludesEnds {
        // A rule such as `value > 5` is only possible with a message.
        let number = (low ?? high)?.text ?? ""
        if message == nil, number != "0" { return reasons.append(column.leftOut) }
        let isLow = low != nil
        rule =
          message == nil
          ? (isLow ? "positive" : "negative") : "value \(isLow ? ">" : "<") \(number)"
      }
      if low != nil || high != nil {
        clauses.append("rule " + rule)
      } else if column.warns {
        return
      }
      if let message { clauses.append(message) }
    }
  }

  /// Whether a validation of values or lengths is about values of a type.
  private func isLimited(by measure: String, _ type: String) -> Bool {
    switch measure {
    case "textLength": type == "string"
    case "date": type.hasPrefix("date") && !type.hasPrefix("datetime")
    default: type.hasPrefix("int") || type.hasPrefix("number") && measure == "decimal"
    }
  }

  /// Returns the extent of the values or lengths that a validation limits, or nil if there are no values.
  private func extent(of measure: String, _ profile: FieldProfile) -> Extent<ExactDecimal>? {
    func extent(_ low: some BinaryInteger, _ high: some BinaryInteger) -> Extent<ExactDecimal> {
      var extent = Extent(ExactDecimal(Int64(low)))
      extent.add(ExactDecimal(Int64(high)))
      return extent
    }
    switch measure {
    case "textLength": return profile.text.length.map { extent($0.low, $0.high) }
    case "date":
      return textKind.flatMap { profile.text.days($0) }
        .map { extent($0.low.dayNumber, $0.high.dayNumber) }
    default: return numbers
    }
  }
}

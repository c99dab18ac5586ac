// Results of functions. `Function.result` computes those that depend only on one or two values.

internal import FormworkSyntax

extension Evaluator {
  func calculated(_ node: Node, _ frame: Frame) -> Value {
    guard let function = Function(rawValue: node.variant) else { return .unknown }
    if function == .joined { return joined(node, frame) }
    let first = value(of: plan.lists[Int(node.b)], frame)
    if first.kind == .text, !mayRead(first.bytes) { return .unusable(.undecided) }
    switch function {
    case .part where node.c == 2: return part(of: first, plan.lists[Int(node.b + 1)], frame)
    case .weighted: return weighted(first, node, frame)
    default: break
    }
    let second = node.c > 1 ? value(of: plan.lists[Int(node.b + 1)], frame) : first
    let third = node.c > 2 ? plan.lists[Int(node.b + 2)] : -1
    if function == .workdays { return workdays(first, second, third, frame) }
    if function == .date { return date(first, second, value(of: third, frame)) }
    guard first.isUsable, second.isUsable else { return Evaluator.lacking(first, second) }
    let word = third < 0 ? nil : ArgumentWord(rawValue: plan.nodes[Int(third)].variant)
    let result =
      switch function {
      case .round: Evaluator.rounded(first.number, second, word).map { Value($0) }
      case .part: part(of: first, word == .after ? .after : .before, second)
      default: function.result(first, second)
      }
    return result ?? .uncalculable
  }

  private static func rounded(
    _ number: ExactDecimal, _ places: Value, _ word: ArgumentWord?
  ) -> ExactDecimal? {
    guard isDecimalPlaces(places), let count = places.smallInteger else { return nil }
    let rounding: ExactDecimal.Rounding =
      switch word {
      case .even: .toEven
      case .up: .up
      case .down: .down
      default: .awayFromZero
      }
    return number.rounded(toPlaces: Int(count), rounding)
  }

  /// Returns the date with a year, a month and a day.
  private func date(_ year: Value, _ month: Value, _ day: Value) -> Value {
    let first = year.isUsable && month.isUsable ? year : Evaluator.lacking(year, month)
    guard first.isUsable, day.isUsable else { return Evaluator.lacking(first, day) }
    // An Int may have 32 bits.
    let parts = [year, month, day].compactMap { $0.smallInteger.flatMap { Int(exactly: $0) } }
    guard parts.count == 3 else { return .uncalculable }
    return CalendarDate(year: parts[0], month: parts[1], day: parts[2]).map { Value($0) }
      ?? .uncalculable
  }

  /// Returns the number of days from Monday to Friday after `start`, up to and including `end`, without the dates of a
  /// list. Negative if `end` is earlier.
  ///
  /// - Parameter free: the list of dates, or -1.
  private func workdays(_ start: Value, _ end: Value, _ free: Int32, _ frame: Frame) -> Value {
    let (start, end) = (start.wholeOrUnknown, end.wholeOrUnknown)
    var lack = start.isUsable && end.isUsable ? nil : Evaluator.lacking(start, end)
    var days: OrderedSet<Int32> = []
    var hasPartialDates = false
    if free >= 0 {
      let walk = forEachValue(of: free, frame) { day in
        if day.isPartialDate { hasPartialDates = true }
        days.insert(day.date.dayNumber)
        return true
      }
      if hasPartialDates { lack = Evaluator.lacking(lack ?? .unknown, .unknown) }
      // A blank list excludes no dates.
      if walk != .finished, walk != .blank {
        lack = lack.map { Evaluator.lacking($0, missing(walk)) } ?? missing(walk)
      }
    }
    if let lack { return lack }
    let (first, last) = (min(start.date, end.date), max(start.date, end.date))
    var count = last.workdays(since: first)
    for day in days.compactMap({ CalendarDate(dayNumber: Int64($0)) })
    where day > first && day <= last && day.weekday < 6 {
      count -= 1
    }
    return Value(integer: end.date < start.date ? -count : count)
  }

  /// Returns the part of `text` before or after the first occurrence of `mark`, or an empty text if `mark` doesn't
  /// occur.
  private func part(of text: Value, _ side: TextBytes.Side, _ mark: Value) -> Value {
    let ignoresCase = (text.flags | mark.flags) & Value.ignoresCase != 0
    guard mayRead(mark.bytes), mayTake(text.bytes.count / Evaluator.shortText) else {
      return .unusable(.undecided)
    }
    let found = text.bytes.part(side, mark.bytes, ignoresCase: ignoresCase)
    let flags = text.flags & Value.ignoresCase | (found.isASCII ? 0 : Value.isBeyondASCII)
    return Value(text: found, flags: flags)
  }

  /// Whether a value is a valid number of decimal places.
  static func isDecimalPlaces(_ count: Value) -> Bool {
    count.smallInteger.map { 0...38 ~= $0 } ?? false
  }

  /// Returns the characters of a text at a range of positions.
  private func part(of text: Value, _ range: Int32, _ frame: Frame) -> Value {
    let node = plan.nodes[Int(range)]
    let low = node.a < 0 ? Value(integer: 1) : value(of: node.a, frame)
    let high = node.b < 0 ? Value(integer: .max) : value(of: node.b, frame)
    let bounds = low.isUsable && high.isUsable ? low : Evaluator.lacking(low, high)
    guard text.isUsable, bounds.isUsable else { return Evaluator.lacking(text, bounds) }
    guard let first = Evaluator.place(low), let last = Evaluator.place(high) else {
      return .uncalculable
    }
    let isOpen = node.variant == 1 && node.b >= 0 && last > .min
    let found = text.bytes.characters(from: first, through: isOpen ? last - 1 : last)
    let flags = text.flags & Value.ignoresCase | (found.isASCII ? 0 : Value.isBeyondASCII)
    return Value(text: found, flags: flags)
  }

  /// Returns a whole number as a position in a text. A number that doesn't fit 64 bits becomes a position before or
  /// after every character.
  private static func place(_ value: Value) -> Int64? {
    if let place = value.smallInteger { return place }
    guard value.kind == .number, value.number.fractionDigits == 0 else { return nil }
    return value.number < ExactDecimal.zero ? .min : .max
  }

  /// Returns the sum of the digits of a text, each multiplied by its weight.
  private func weighted(_ text: Value, _ node: Node, _ frame: Frame) -> Value {
    let weights = plan.lists[Int(node.b + 1)..<Int(node.b + node.c)].map { value(of: $0, frame) }
    var lack = text
    for weight in weights where !weight.isUsable {
      lack = lack.isUsable ? weight : Evaluator.lacking(lack, weight)
    }
    guard lack.isUsable else { return Evaluator.lacking(lack, lack) }
    var sum = ExactSum()
    var next = 0
    for byte in text.bytes where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
      let weight = weights[next].number
      for _ in UInt8(ascii: "0")..<byte { sum.add(weight) }
      next = next + 1 == weights.count ? 0 : next + 1
    }
    return sum.total.map { Value($0) } ?? .uncalculable
  }

  /// Returns a concatenation of texts, numbers and moments. A blank value is the empty text.
  private func joined(_ node: Node, _ frame: Frame) -> Value {
    var text = MadeText()
    var lacking: Value?
    for index in Int(node.b)..<Int(node.b + node.c) {
      let value = value(of: plan.lists[index], frame)
      if value.kind == .unusable || value.kind == .uncalculable {
        lacking = Evaluator.lacking(lacking ?? value, value)
      }
      text.append(value)
      guard hasRoom(forText: text.bytes.count) else { return .unusable(.undecided) }
    }
    return lacking ?? keep(text)
  }

  /// The maximum size in bytes of a text that is read without counting steps. A longer text takes one step for every
  /// eight bytes, or for every byte if it isn't ASCII.
  static let shortText = 1_000

  /// Counts the steps of reading a text, because items of a list may read the same long text repeatedly. Returns
  /// false if the record has exceeded the limit.
  func mayRead(_ text: TextBytes) -> Bool {
    text.count <= Evaluator.shortText || mayTake(text.isASCII ? text.count / 8 : text.count)
  }

  /// Counts steps. Returns false if the record has exceeded the limit already.
  func mayTake(_ steps: Int) -> Bool {
    if hasTooManySteps { return false }
    state.pointee.steps += steps
    return true
  }

  /// Whether one more text of `count` bytes may be built. If not, the record is rejected.
  func hasRoom(forText count: Int) -> Bool {
    if state.pointee.madeBytes + count <= state.pointee.madeLimit { return true }
    state.pointee.exceed(.tooMuchText(limit: state.pointee.madeLimit))
    return false
  }

  /// Stores a built text for as long as the record is evaluated.
  func keep(_ text: MadeText) -> Value {
    state.pointee.madeBytes += text.bytes.count
    let isASCII = text.bytes.allSatisfy { $0 < 0x80 }
    return Value(
      text: workspace.scratch.pointee.add(text.bytes),
      flags: text.flags | (isASCII ? 0 : Value.isBeyondASCII))
  }

  /// Returns the result of the first matching row of a table, as a value.
  func lookedUp(_ node: Node, _ frame: Frame) -> Value {
    let table = program.tables[Int(node.b)]
    switch row(of: table, keys: node.c, frame) {
    case .found(let row): return value(of: plan.lists[Int(row.result.lowerBound)], frame)
    case .open(.skipped): return .unusable(.undecided)
    case .open(.elsewhere): return .unusable(.elsewhere)
    case .open(.unknown): return .unknown
    case .open, .none: return .uncalculable
    }
  }
}

/// A text that is built from values. It is compared case-insensitively if one of these values is.
struct MadeText {
  var bytes: [UInt8] = []
  private(set) var flags: UInt8 = 0

  /// Appends a value as written in products. Appends nothing if there is no value.
  mutating func append(_ value: Value) {
    if value.kind == .text { flags |= value.flags & Value.ignoresCase }
    value.write(to: &bytes)
  }
}

extension TextBytes {
  /// Returns the characters from position `first` through position `last`. Positions count user-perceived characters,
  /// from 1.
  func characters(from first: Int64, through last: Int64) -> TextBytes {
    let first = Swift.max(first, 1)
    guard last >= first, first <= count else { return part(0, 0) }
    var (place, offset): (Int64, Int) = (1, 0)
    var (start, end) = (count, count)
    _ = allCharacters { character in
      if place == first { start = offset }
      offset += character.count
      if place == last { end = offset }
      place += 1
      return place <= last
    }
    return part(start, end)
  }
}

// Collects what all texts of a column have in common.

internal import FormworkEngine

/// The smallest and the largest of some values.
struct Extent<Value: Comparable> {
  private(set) var low: Value
  private(set) var high: Value

  init(_ value: Value) { (low, high) = (value, value) }

  @inline(__always)
  mutating func add(_ value: Value) {
    if value < low { low = value }
    if value > high { high = value }
  }

  /// Returns the combined extent of two sets of values.
  static func joined(_ first: Extent?, _ second: Extent?) -> Extent? {
    guard var both = first, let second else { return first ?? second }
    both.add(second.low)
    both.add(second.high)
    return both
  }
}

/// The numbers of a column.
struct NumberProfile {
  var extent: Extent<ExactDecimal>?
  /// Whether a number has a decimal mark, even if only zeros follow it.
  var hasFraction = false

  mutating func add(_ number: ExactDecimal, hasFraction isFraction: Bool) {
    if extent == nil { extent = Extent(number) } else { extent?.add(number) }
    hasFraction = hasFraction || isFraction
  }

  mutating func add(_ other: NumberProfile) {
    extent = .joined(extent, other.extent)
    hasFraction = hasFraction || other.hasFraction
  }
}

/// Words for "there is no value" that people and programs write in cells.
enum BlankWord {
  static let all = [
    "NA", "N/A", "n/a", "na", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None", "none", "nil",
    "-", "--", "?", ".", "missing",
  ]

  private static let longest = 7

  /// Returns the index of the word, or nil if the text isn't one of these words.
  @inline(__always)
  static func number(_ text: TextBytes) -> Int? {
    guard text.count <= longest else { return nil }
    switch Unicode.Scalar(text[0]) {
    case "N", "n", "#", "<", "-", "?", ".", "m":
      return all.firstIndex { $0.utf8.elementsEqual(text) }
    default: return nil
    }
  }
}

/// Collects the texts of a column, without the white space around them.
struct TextProfile {
  /// The number of texts.
  private(set) var filled = 0
  /// The kinds that match all texts.
  private(set) var kinds = TextKind.Set.all
  /// The kinds that match all texts except a few, whose number is in `misses`.
  private var nearKinds = TextKind.Set.none
  private var misses: [UInt8] = []
  /// The range of the texts' lengths in characters.
  private(set) var length: Extent<Int>?
  private(set) var shape = TextShape()
  private(set) var few = FewTexts()
  /// The distinct texts, or nil if they aren't needed to find a key.
  private(set) var different: DifferentTexts?

  /// The range of the short whole numbers without a plus sign or leading zeros. All kinds of numbers include these.
  private var wholes: Extent<Int64>?
  /// The other numbers that have neither group marks nor a decimal comma.
  private var points = NumberProfile()
  /// The numbers that are in neither `wholes` nor `points`, for each kind of number.
  private var numbers: [NumberProfile] = []
  /// The dates, for each kind of date.
  private var days: [Extent<Int32>?] = []

  init(looksForKey: Bool) { different = looksForKey ? DifferentTexts() : nil }

  /// - Parameters:
  ///   - text: must not be empty or have white space around it.
  ///   - times: how often the text appeared.
  mutating func add(_ text: TextBytes, times: Int = 1) {
    filled += times
    let whole = narrow(text)
    // Count each occurrence, until there are so many misses that further ones make no difference.
    for _ in 0..<max(0, min(times - 1, Int(TextProfile.missLimit) + 1)) { _ = narrow(text) }
    measure(text)
    if !few.areMany || different != nil {
      let hash = textHash(text)
      few.add(text, hash: hash, times: times)
      if different != nil { noteDifferent(text, whole, hash) }
    }
    shape.add(text)
  }

  private mutating func measure(_ text: TextBytes) {
    guard let length else {
      self.length = Extent(text.characterCount)
      return
    }
    // A text has at most as many characters as bytes, so its length is often within the range without counting.
    let isInside = text.count <= length.high && text.count >= length.low
    if isInside, length.low == 1 || text.isASCII { return }
    self.length?.add(text.characterCount)
  }

  private mutating func noteDifferent(
    _ text: TextBytes, _ whole: Int64?, _ hash: UInt64
  ) {
    if whole != nil { return noteDifferent(jsonNumber: whole) }
    if text.isASCII {
      different?.add(hash)
      return
    }
    // The same characters can be encoded in two ways, so hash their canonical encoding.
    var canonical: [UInt8] = []
    text.appendCanonical(to: &canonical)
    canonical.withUnsafeBufferPointer { different?.add(textHash($0)) }
  }

  /// Adds a JSON number to the distinct values. Gives up if `whole` is nil, which means that the number isn't whole.
  mutating func noteDifferent(jsonNumber whole: Int64?) {
    guard different != nil else { return }
    if let whole {
      different?.add(mixed(UInt64(bitPattern: whole)))
    } else {
      different?.giveUp()
    }
  }

  // MARK: Kinds

  /// Removes the kinds that don't match a text.
  ///
  /// - Returns: the number, if the text is a short whole number without a plus sign or leading zeros. Otherwise nil.
  private mutating func narrow(_ text: TextBytes) -> Int64? {
    let whole = ExactDecimal.shortInteger(text)
    if let whole {
      if wholes == nil { wholes = Extent(whole) } else { wholes?.add(whole) }
    }
    let candidates = kinds.union(nearKinds)
    if candidates.isEmpty { return whole }
    let numbers = candidates.intersection(.numbers)
    var others = candidates.subtracting(.numbers)
    let isNumber = whole != nil || !numbers.isEmpty && narrowNumbers(numbers, text)
    if isNumber { others.remove(.exponent) }
    if !others.isEmpty { narrowOthers(others, text) }
    return whole
  }

  /// - Returns: whether the text is a number without group marks.
  private mutating func narrowNumbers(_ candidates: TextKind.Set, _ text: TextBytes) -> Bool {
    if TextKind.isCode(text) {
      for kind in candidates { miss(kind) }
      return false
    }
    let plain = candidates.contains(.number) ? TextKind.number.number(text) : nil
    // All kinds with a decimal point read the text as the same number.
    if let plain { points.add(plain, hasFraction: text.contains(UInt8(ascii: "."))) }
    let rest = plain == nil ? candidates : candidates.subtracting(.points)
    if rest.isEmpty { return true }
    if numbers.isEmpty { numbers = Array(repeating: NumberProfile(), count: 8) }
    for kind in rest {
      guard let number = kind.number(text) else {
        miss(kind)
        continue
      }
      let hasFraction = text.contains(kind.decimalMark)
      numbers[Int(kind.rawValue)].add(number, hasFraction: hasFraction)
    }
    return plain != nil
  }

  private mutating func narrowOthers(_ candidates: TextKind.Set, _ text: TextBytes) {
    for kind in candidates {
      guard TextKind.Set.dates.contains(kind) else {
        if !kind.takes(text) { miss(kind) }
        continue
      }
      if let day = kind.day(text) { note(day, kind) } else { miss(kind) }
    }
  }

  /// Maximum number of texts of other kinds that are considered mistakes.
  private static let missLimit: UInt8 = 3

  /// Counts a text that doesn't match a kind.
  private mutating func miss(_ kind: TextKind, _ times: UInt8 = 1) {
    if misses.isEmpty { misses = Array(repeating: 0, count: TextKind.allCases.count) }
    let place = Int(kind.rawValue)
    misses[place] = min(misses[place] + times, TextProfile.missLimit + 1)
    kinds.remove(kind)
    nearKinds.remove(kind)
    if misses[place] <= TextProfile.missLimit { nearKinds.insert(kind) }
  }

  /// The kind with the fewest mismatches, and their number. Nil unless that number is from 1 to `missLimit`.
  var nearKind: (kind: TextKind, misses: Int)? {
    let found = nearKinds.subtracting(.partialDates).map {
      (kind: $0, misses: Int(misses[Int($0.rawValue)]))
    }
    return found.min { $0.misses < $1.misses }
  }

  private mutating func note(_ day: CalendarDate, _ kind: TextKind) {
    if days.isEmpty { days = Array(repeating: nil, count: 32) }
    let place = Int(kind.rawValue)
    if days[place] == nil {
      days[place] = Extent(day.dayNumber)
    } else {
      days[place]?.add(day.dayNumber)
    }
  }

  /// Returns the profile of the numbers in the texts when they are read as `kind`.
  func numbers(_ kind: TextKind) -> NumberProfile {
    var all = numbers.isEmpty ? NumberProfile() : numbers[Int(kind.rawValue)]
    if TextKind.Set.points.contains(kind) || kind == .integer { all.add(points) }
    if let wholes {
      all.add(ExactDecimal(wholes.low), hasFraction: false)
      all.add(ExactDecimal(wholes.high), hasFraction: false)
    }
    return all
  }

  /// Returns the first and the last date in the texts when they are read as `kind`.
  func days(_ kind: TextKind) -> (low: CalendarDate, high: CalendarDate)? {
    guard !days.isEmpty, let extent = days[Int(kind.rawValue)],
      let low = CalendarDate(dayNumber: Int64(extent.low)),
      let high = CalendarDate(dayNumber: Int64(extent.high))
    else { return nil }
    return (low, high)
  }

  // MARK: Merging

  /// Adds the profile of another part of the data. The order of the parts doesn't matter.
  mutating func add(_ other: TextProfile) {
    filled += other.filled
    if !other.misses.isEmpty {
      for kind in TextKind.allCases where other.misses[Int(kind.rawValue)] > 0 {
        miss(kind, other.misses[Int(kind.rawValue)])
      }
    }
    length = .joined(length, other.length)
    shape.add(other.shape)
    few.add(other.few)
    if let theirs = other.different { different?.add(theirs) }
    wholes = .joined(wholes, other.wholes)
    points.add(other.points)
    if numbers.isEmpty {
      numbers = other.numbers
    } else {
      for index in other.numbers.indices { numbers[index].add(other.numbers[index]) }
    }
    if days.isEmpty {
      days = other.days
    } else {
      for index in other.days.indices {
        days[index] = .joined(days[index], other.days[index])
      }
    }
  }
}

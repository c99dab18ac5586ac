// Guesses the kind of texts: the narrowest kind that matches all of them.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Guesses the kind of a field's texts.
struct TextGuesser {
  let profile: TextProfile
  let words: FieldWords
  let prefersComma: Bool

  /// The kinds that match all texts. Four digits are a year only beside dates with a month.
  private var kinds: TextKind.Set {
    arePartialDates ? profile.kinds : profile.kinds.subtracting(.partialDates)
  }

  /// Whether the texts are dates, some of them without a day.
  private var arePartialDates: Bool {
    let partial = profile.kinds.intersection(.partialDates)
    guard let kind = Array(partial).first, let length = profile.length?.high, length >= 7,
      let days = profile.days(kind)
    else { return false }
    let isWhole = length >= 10 || profile.filled >= TextGuesser.checkedCount
    return words.areDates || isWhole && days.low.year >= 1900 && days.high.year <= 2100
  }

  /// Whether the texts certainly have a kind. A word such as NA among them then means blank.
  var isOfKind: Bool { profile.filled > 0 && (!kinds.isEmpty || truthWords != nil) }

  func describe(_ guess: inout FieldGuess) {
    if let type = truthWords { return describeTruth(type, &guess) }
    if let kind = certainFormat { return describe(format: kind, &guess) }
    if let kind = numberKind { return describe(number: kind, &guess) }
    if let type = momentType {
      guess.kind = .single(type.word, rule: nil)
      guess.textKind = type.kind
      return
    }
    let dates = dateKinds
    if let kind = dates.first, areDatesClear(dates) { return describe(date: kind, &guess) }
    if let kind = formattedTime { return describe(time: kind, &guess) }
    if let kind = format { return describe(format: kind, &guess) }
    describeText(&guess)
    if kinds.contains(.exponent) {
      guess.reasons.append(
        "Numbers, but a number in a text cannot have an exponent or more than 38 digits.")
    }
    if let near = profile.nearKind, near.kind != .exponent,
      near.misses * TextGuesser.shareOfMisses <= profile.filled
    {
      guess.textKind = near.kind
      guess.reasons.append(
        "All but \(near.misses) of \(profile.filled) are \(near.kind.words): check the other\(near.misses == 1 ? "" : "s")."
      )
    }
    if !dates.isEmpty || !kinds.intersection(.dateTimes).isEmpty {
      guess.reasons.append("Dates, but it is not clear whether the day or the month comes first.")
    }
  }

  /// The minimum number of texts for each mismatch: a text that isn't of the same kind as the others. With fewer texts,
  /// mismatches aren't considered mistakes.
  private static let shareOfMisses = 5

  // MARK: Truth values

  /// Pairs of words for true and false in lower case, besides those that every `bool` accepts.
  private static let pairs = [
    ("ja", "nein"), ("oui", "non"), ("sí", "no"), ("si", "no"), ("sim", "não"), ("y", "n"),
    ("j", "n"), ("t", "f"), ("wahr", "falsch"), ("vrai", "faux"), ("vero", "falso"),
    ("はい", "いいえ"), ("是", "否"), ("예", "아니요"),
  ]
  private static let usual = ["true", "false", "yes", "no", "on", "off"]
  /// Minimum number of zeros and ones that are considered truth values.
  private static let digitCount = 20

  /// The type for truth values written like these texts; nil if they aren't truth values.
  private var truthWords: String? {
    if profile.few.areMany || profile.few.texts.count > 6 { return nil }
    let texts = profile.few.texts.map { String(decoding: $0, as: UTF8.self) }
    let type = TextGuesser.truthType(of: texts)
    let areFewDigits =
      kinds.contains(.integer) && profile.filled < TextGuesser.digitCount
    return areFewDigits ? nil : type
  }

  /// Returns the type that takes all texts as true or false, or nil.
  static func truthType(of texts: [String]) -> String? {
    let texts = texts.map { $0.lowercased() }
    if texts.allSatisfy({ usual.contains($0) }) || texts.ordered() == ["0", "1"] { return "bool" }
    for (yes, no) in pairs {
      let areBoth = texts.contains(yes) && texts.contains(no)
      if areBoth, texts.allSatisfy({ $0 == yes || $0 == no }) {
        return "bool(\(Spelling.text(yes)), \(Spelling.text(no)))"
      }
    }
    return nil
  }

  private func describeTruth(_ type: String, _ guess: inout FieldGuess) {
    guess.kind = .single(type, rule: nil)
    if kinds.contains(.integer) {
      guess.reasons.append("Only 0 and 1 in \(profile.filled) records.")
    }
  }

  // MARK: Numbers

  private var numberKind: TextKind? {
    let commas: [TextKind] =
      prefersComma ? [.commaNumber, .commaGroups] : [.commaGroups, .commaNumber]
    let order: [TextKind] =
      [.integer, .number] + commas
      + [.pointGroups, .spaceGroups, .spaceGroupsPoint, .apostropheGroups]
    return order.first { kinds.contains($0) }
  }

  private func describe(number kind: TextKind, _ guess: inout FieldGuess) {
    let numbers = profile.numbers(kind)
    let isWhole =
      !numbers.hasFraction && numbers.extent?.low.asInt64 != nil
      && numbers.extent?.high.asInt64 != nil
    guess.kind = .single(TextGuesser.type(of: kind, isWhole: isWhole), rule: nil)
    guess.seen(numbers.extent)
  }

  private static func type(of kind: TextKind, isWhole: Bool) -> String {
    let word = kind == .integer || isWhole && kind != .number ? "int" : "number"
    guard let marks = kind.marks else { return word }
    var clauses: [String] = []
    let needsDecimal = marks.decimal != "." && (!isWhole || marks.group == ".")
    if needsDecimal { clauses.append("decimal \(Spelling.text(marks.decimal))") }
    if let group = marks.group { clauses.append("group \(Spelling.text(group))") }
    return clauses.isEmpty ? word : "\(word)(\(clauses.joined(separator: ", ")))"
  }

  // MARK: Dates and times

  private var momentType: (word: String, kind: TextKind)? {
    let types: [(String, TextKind)] = [
      ("time", .time), ("datetime", .dateTime), ("instant", .instant),
    ]
    return types.first { kinds.contains($0.1) }
  }

  private var dateKinds: [TextKind] { Array(kinds.intersection(.dates)) }

  /// Whether the formats agree on the order of day and month.
  private func areDatesClear(_ kinds: [TextKind]) -> Bool {
    !kinds.contains { $0.isMonthFirst == true } || !kinds.contains { $0.isMonthFirst == false }
  }

  /// The first format of times, or of dates with a time if the formats agree on the order of day and month.
  private var formattedTime: TextKind? {
    let dateTimes = Array(kinds.intersection(.dateTimes))
    if let kind = dateTimes.first { return areDatesClear(dateTimes) ? kind : nil }
    if kinds.contains(.spacedInstant) { return .spacedInstant }
    return kinds.first { TextKind.Set.times.contains($0) }
  }

  private func describe(time kind: TextKind, _ guess: inout FieldGuess) {
    guess.textKind = kind
    let pattern = Spelling.text(kind.pattern ?? "")
    guess.kind = .single("\(kind.momentType.rawValue)(\(pattern))", rule: nil)
  }

  private func describe(date kind: TextKind, _ guess: inout FieldGuess) {
    let patterns = kind.patterns.map { Spelling.text($0) }.joined(separator: ", ")
    guess.textKind = kind
    guess.kind = .single(kind == .date ? "date" : "date(\(patterns))", rule: nil)
    guard let days = profile.days(kind), !guess.isPersonal else { return }
    guess.reasons.append("Seen: \(days.low.description) to \(days.high.description).")
  }

  // MARK: Formats

  /// Minimum number of values for a format of digits. Fewer values could match it by chance.
  private static let checkedCount = 5

  /// A format that has only digits, if the texts are unlikely to match it by chance.
  private var certainFormat: TextKind? {
    if kinds.contains(.plainYear), profile.filled >= TextGuesser.checkedCount,
      let days = profile.days(.plainYear),
      words.areDates || days.low.year >= 1900 && days.high.year <= 2100
    {
      return .plainYear
    }
    if profile.filled < TextGuesser.checkedCount || profile.few.texts.count == 1 { return nil }
    return ([.isbn, .creditCard] as [TextKind]).first { kinds.contains($0) }
  }

  private var format: TextKind? { kinds.first { $0.rule != nil } }

  private func describe(format kind: TextKind, _ guess: inout FieldGuess) {
    if kind == .plainYear { return describe(date: kind, &guess) }
    guard let rule = kind.rule else { return }
    guess.textKind = kind
    guess.kind = .single("string", rule: rule.word.name)
    guess.removed = rule.removed
    let arePersonal: [TextKind] = [
      .email, .ipv4, .ipv6, .iban, .spacedIBAN, .creditCard, .phone, .spacedPhone, .url, .uuid,
    ]
    if arePersonal.contains(kind) { guess.isPersonal = true }
  }

  // MARK: Texts

  private func describeText(_ guess: inout FieldGuess) {
    if !guess.isPersonal, let choices {
      guess.kind = .single("choice(\(choices.joined(separator: ", ")))", rule: nil)
      guess.reasons.append(
        "\(choices.count) values that are repeated in \(profile.filled) records.")
      return
    }
    guess.kind = .single("string", rule: nil)
    if !guess.isSecret, profile.filled >= 10, profile.few.texts.count != 1,
      let picture = profile.shape.picture
    {
      guess.kind = .single("string", rule: "like(\(Spelling.text(picture)))")
      guess.reasons.append("All have the same shape.")
    } else if profile.few.texts.count == 1, profile.filled > 1 {
      guess.reasons.append("Always the same text.")
    } else if let length = profile.length, !guess.isSecret {
      let count = length.low == length.high ? "\(length.low)" : "\(length.low) to \(length.high)"
      guess.reasons.append("Seen: \(count) character\(length.high == 1 ? "" : "s").")
    }
    // A text that only one record contains identifies that record.
    if profile.few.areMany || profile.few.texts.count == profile.filled {
      guess.isPersonal = true
    }
  }

  /// The texts as choices; nil if they aren't repeated often enough for a list of choices.
  private var choices: [String]? {
    let few = profile.few
    let count = few.texts.count
    guard kinds.isEmpty, !few.areMany, 2...20 ~= count,
      profile.filled >= max(10, 3 * count),
      few.counts.count(where: { $0 == 1 }) * 4 <= count
    else { return nil }
    let texts = few.texts.map { String(decoding: $0, as: UTF8.self) }.ordered()
    let areShort = texts.allSatisfy { $0.utf8.count <= 40 && !$0.utf8.contains { $0 < 0x20 } }
    // Texts that differ only in their encoding can't be separate choices.
    guard areShort, OrderedSet(texts).count == count else { return nil }
    return texts.map { FormText.spelled($0) }
  }
}

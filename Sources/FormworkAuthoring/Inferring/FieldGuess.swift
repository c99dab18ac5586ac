// The guess about a field, with the reasons.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// The guess about one field.
struct FieldGuess {
  indirect enum Kind {
    /// A type as it is written, and the rule for its values.
    case single(String, rule: String?)
    case list(Kind)
    case record([FieldGuess])
  }

  /// The key in the data.
  var key: [UInt8]
  var name: String
  var kind: Kind
  var isOptional = false
  var isTrimmed = false
  /// The strings to remove from texts.
  var removed: [String] = []
  var isUnique = false
  /// The name of a unique field whose values include all values of this field.
  var reference: String?
  var isSecret = false
  /// Whether the form must not show any of the field's values.
  var isPersonal = false
  /// Whether examples contain invented values, because the real ones are personal or identify a record.
  var isMadeUp: Bool { isPersonal || isUnique }
  /// The kind of text to invent when values must not be shown.
  var textKind: TextKind?
  var reasons: [String] = []
  /// The extent of the field's numbers.
  private(set) var numbers: Extent<ExactDecimal>?
  /// Clauses that come from a workbook.
  var clauses: [String] = []

  /// The text of the key.
  var keyText: String { String(decoding: key, as: UTF8.self) }
}

/// Guesses the fields of records.
struct FieldGuesser {
  /// The words that mean blank.
  let blankWords: OrderedSet<Int>
  /// The fields whose full guesses the checker objected to. Only their types are guessed.
  let plainFields: OrderedSet<Int>
  /// Whether an ambiguous comma is more likely a decimal mark than a group mark.
  let prefersComma: Bool
  /// Whether the records are JSON.
  let areJSON: Bool
  /// The rules of columns by their names.
  var rules: OrderedDictionary<String, [(rule: ColumnRule, tally: RuleTally)]> = [:]

  /// Returns the fields for the members of a record.
  func fields(of record: FieldProfile, isTop: Bool) -> [FieldGuess] {
    var names: OrderedDictionary<String, Int> = [:]
    let members = record.orderedMembers.filter { canName($0.key) }
    var guesses = members.enumerated().map { place, member in
      let key = String(decoding: member.key, as: UTF8.self)
      // After `from`, a `#` would mean numbered columns.
      let isNumbered = areJSON && key.contains("#")
      var name = isNumbered ? key : FieldWords.name(for: key, place: place)
      // Names that differ only in their encoding are equal, so they get different suffixes, too.
      names[name, default: 0] += 1
      while let count = names[name], count > 1 {
        name += "_\(count)"
        names[name, default: 0] += 1
      }
      let isPlain = isTop && plainFields.contains(place)
      var guess = FieldGuess(key: member.key, name: name, kind: .single("any", rule: nil))
      describe(member.profile, isKey: isTop && !isPlain, isFirst: place == 0, &guess)
      if isPlain { makePlain(&guess) }
      if isTop, let rules = rules[key] {
        if isPlain {
          guess.leaveOut(rules.map { $0.rule })
        } else {
          guess.add(rules, member.profile)
        }
      }
      let missing = record.count - member.profile.count
      note(blanks: missing + member.profile.blanks, missing, of: record.count, &guess)
      return guess
    }
    if isTop { noteReferences(members.map { $0.profile }, &guesses) }
    return guesses
  }

  /// Minimum number of values for a reference. Fewer values could all be among those of a key by chance.
  private static let referenceCount = 20

  /// Notes which fields refer to the key of other records.
  private func noteReferences(_ profiles: [FieldProfile], _ guesses: inout [FieldGuess]) {
    guard let key = guesses.firstIndex(where: { $0.isUnique }),
      let known = profiles[key].text.different, case .single(let type, _) = guesses[key].kind
    else { return }
    for place in guesses.indices where place != key && !plainFields.contains(place) {
      guard let values = profiles[place].text.different, !values.areUnknown, values.count > 1,
        profiles[place].numbers + profiles[place].text.filled >= FieldGuesser.referenceCount,
        case .single(type, _) = guesses[place].kind, guesses[place].removed.isEmpty,
        !guesses[place].isSecret, values.areAmong(known)
      else { continue }
      guesses[place].reference = guesses[key].name
      guesses[place].reasons.append("All values are among those of \(guesses[key].name).")
    }
  }

  /// Whether a form can refer to a key. It can't refer to a JSON key that contains `#` and isn't a name.
  private func canName(_ key: [UInt8]) -> Bool {
    !areJSON || !key.contains(UInt8(ascii: "#"))
      || Spelling.isName(String(decoding: key, as: UTF8.self))
  }

  /// Reduces the guess about a field to its type.
  private func makePlain(_ guess: inout FieldGuess) {
    guess.kind = plain(guess.kind)
    (guess.removed, guess.reasons) = ([], [])
  }

  private func plain(_ kind: FieldGuess.Kind) -> FieldGuess.Kind {
    switch kind {
    case .single(let type, _):
      return .single(type.utf8.starts(with: "choice".utf8) ? "string" : type, rule: nil)
    case .list(let item): return .list(plain(item))
    case .record(var fields):
      for index in fields.indices { makePlain(&fields[index]) }
      return .record(fields)
    }
  }

  /// Records how often a field is blank.
  private func note(
    blanks: Int, _ missing: Int, of count: Int, _ guess: inout FieldGuess
  ) {
    if blanks > 0 { guess.isOptional = true }
    guard guess.isOptional, blanks > 0, blanks < count else { return }
    let word = missing == blanks ? "Missing" : "Blank"
    guess.reasons.append("\(word) in \(blanks) of \(count).")
  }

  // MARK: One field

  private func describe(
    _ profile: FieldProfile, isKey: Bool, isFirst: Bool, _ guess: inout FieldGuess
  ) {
    let words = FieldWords(guess.key)
    guess.isPersonal = words.arePersonal || words.areSecret
    let blank = profile.blankCount(blankWords)
    if blank > 0 { guess.isOptional = true }
    let scalars = profile.truths + profile.numbers + profile.text.filled
    switch (profile.records, profile.lists, scalars) {
    case (0, 0, 0):
      guess.kind = .single("any", rule: nil)
      guess.isOptional = true
      guess.reasons.append("Always blank, so its type is unknown.")
    case (0, 0, _): describeSingle(profile, isKey: isKey, isFirst: isFirst, words, &guess)
    case (_, 0, 0): describeRecord(profile, &guess)
    case (0, _, 0): describeList(profile, &guess)
    default: guess.reasons.append(profile.severalKinds)
    }
    if blank > 0 {
      guess.reasons.append("\(blank) of \(profile.count) have a text that means blank.")
    }
  }

  private func describeRecord(_ profile: FieldProfile, _ guess: inout FieldGuess) {
    if profile.hasMoreKeys {
      return guess.reasons.append(
        "Its keys differ from record to record, so they may be values.")
    }
    if !profile.members.contains(where: { canName($0.key) }) {
      return guess.reasons.append("Never has any fields.")
    }
    guess.kind = .record(fields(of: profile, isTop: false))
  }

  private func describeList(_ profile: FieldProfile, _ guess: inout FieldGuess) {
    if profile.emptyLists > 0 {
      guess.isOptional = true
      guess.reasons.append("Empty in \(profile.emptyLists) of \(profile.count).")
    }
    guard let item = profile.item, item.count > 0 else {
      return guess.reasons.append("Its lists are always empty.")
    }
    guard item.blanks == 0, item.blankCount(blankWords) == 0 else {
      return guess.reasons.append("Some items of its lists are blank, which a list does not allow.")
    }
    let isOptional = guess.isOptional
    guess.isOptional = false
    describe(item, isKey: false, isFirst: false, &guess)
    // For items that may be blank, such as empty lists, only the type `any` is guessed.
    if guess.isOptional { guess.kind = .single("any", rule: nil) }
    guess.isOptional = isOptional
    if case .single("any", _) = guess.kind { return }
    guard case .list = guess.kind else {
      guess.kind = .list(guess.kind)
      return
    }
    // The guess about items applies to one list, not to lists inside it.
    guess.kind = .list(plain(guess.kind))
    (guess.removed, guess.isTrimmed) = ([], false)
  }

  private func describeSingle(
    _ profile: FieldProfile, isKey: Bool, isFirst: Bool, _ words: FieldWords,
    _ guess: inout FieldGuess
  ) {
    if profile.text.filled > 0 { guess.isTrimmed = profile.hasSpaces }
    guess.isSecret = words.areSecret && profile.truths == 0
    switch (profile.truths, profile.numbers, profile.text.filled) {
    case (_, 0, 0):
      guess.kind = .single("bool", rule: nil)
    case (0, _, 0): describeNumbers(profile, &guess)
    case (0, 0, _):
      let text = TextGuesser(profile: profile.text, words: words, prefersComma: prefersComma)
      text.describe(&guess)
    case (0, _, _): describeMixed(profile, &guess)
    default: guess.reasons.append(profile.severalKinds)
    }
    if isKey, !guess.isSecret { noteDifferent(profile, isFirst: isFirst, words, &guess) }
  }

  private func describeNumbers(_ profile: FieldProfile, _ guess: inout FieldGuess) {
    guard profile.areNumbers else {
      return guess.reasons.append("Some numbers have more than 38 digits.")
    }
    guess.kind = .single(profile.areWhole ? "int" : "number", rule: nil)
    guess.seen(profile.extent)
  }

  /// Describes numbers, some of which are in texts.
  private func describeMixed(_ profile: FieldProfile, _ guess: inout FieldGuess) {
    let kinds = profile.text.kinds
    guess.isTrimmed = false
    guard profile.areNumbers, kinds.contains(.number) else {
      return guess.reasons.append(profile.severalKinds)
    }
    let areWhole = profile.areWhole && kinds.contains(.integer)
    guess.kind = .single(areWhole ? "int" : "number", rule: nil)
    guess.seen(.joined(profile.extent, profile.text.numbers(.number).extent))
    guess.reasons.append("Some are in quotes.")
  }

  /// Minimum number of values for a key. Fewer values could all differ by chance.
  private static let keyCount = 100

  private func noteDifferent(
    _ profile: FieldProfile, isFirst: Bool, _ words: FieldWords, _ guess: inout FieldGuess
  ) {
    guard let different = profile.text.different, !different.areUnknown,
      different.count >= FieldGuesser.keyCount, guess.removed.isEmpty,
      different.count == profile.numbers + profile.text.filled,
      case .single(let type, let rule) = guess.kind, type == "int" || type == "string"
    else { return }
    // The first column of a table is usually its key, but not if it contains arbitrary texts.
    guard words.areOfKey || isFirst && !words.areDates && (type == "int" || rule != nil) else {
      return
    }
    guess.isUnique = true
    guess.reasons.append("All \(different.count) values differ, like those of a key.")
  }
}

extension FieldProfile {
  /// A sentence about values of several kinds.
  fileprivate var severalKinds: String {
    let kinds = [
      (records, "object"), (lists, "list"), (truths, "truth value"), (numbers, "number"),
      (text.filled, "text"),
    ]
    let parts = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return "Values of several kinds: \(parts.joined(separator: ", "))."
  }

  /// Returns how many values are words that mean blank.
  func blankCount(_ words: OrderedSet<Int>) -> Int {
    words.reduce(0) { $0 + count(ofBlankWord: $1) }
  }
}

extension FieldGuess {
  /// Adds the range of the values to the reasons, unless the values must not be shown.
  mutating func seen(_ extent: Extent<ExactDecimal>?) {
    numbers = extent
    guard let extent, !isPersonal else { return }
    let (low, high) = (extent.low.description, extent.high.description)
    reasons.append(low == high ? "Always \(low)." : "Seen: \(low) to \(high).")
  }
}

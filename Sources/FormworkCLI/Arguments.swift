// Words of a command line made into a verb, its flags and its operands.

internal import FormworkEngine
internal import FormworkRuntime
internal import FormworkSyntax

/// A command line that was understood.
struct Arguments {
  var verb: Verb
  /// The names of files.
  var operands: [SystemText] = []
  private var given: [Given] = []

  /// A flag with its value, which is empty for one that takes none.
  private struct Given {
    var flag: Flag
    var value: SystemText
  }

  /// What is wrong with a command line, and what would be right.
  struct Problem: Error {
    var message: String
    var hint: String?
  }

  /// Reads the words after the program's name; flags may stand anywhere.
  init(_ words: [SystemText]) throws(Problem) {
    var words = words
    verb = .help
    if let place = Arguments.placeOfVerb(words) {
      verb = try Arguments.verb(words.remove(at: place))
    }
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--" {
        operands += words[index...]
        break
      }
      guard Arguments.isFlag(word) else {
        operands.append(word)
        continue
      }
      try take(word, words, &index)
    }
    try Arguments.readOnce(operands + paths(.known))
  }

  /// Refuses what would read an open file, which is read from where it stands, twice.
  ///
  /// - Parameter hint: what to do instead.
  static func readOnce(_ paths: [SystemText], hint: String? = nil) throws(Problem) {
    guard let path = Descriptors.repeated(in: paths) else { return }
    let name =
      Descriptors.isStandardInput(path) ? "Standard input" : "\"\(path.text)\""
    throw Problem(message: "\(name) can be read only once.", hint: hint)
  }

  /// The first word that is neither a flag nor the value of the flag before it.
  private static func placeOfVerb(_ words: [SystemText]) -> Int? {
    var isValue = false
    for (place, word) in words.enumerated() {
      if isValue {
        isValue = false
      } else if isFlag(word) {
        isValue = Flag.allCases.contains { $0.long == word.text && $0.value != nil }
      } else {
        return place
      }
    }
    return nil
  }

  private static func isFlag(_ word: SystemText) -> Bool { word.hasPrefix("-") && word != "-" }

  private static func verb(_ word: SystemText) throws(Problem) -> Verb {
    let word = word.text
    if let verb = Verb(rawValue: word) { return verb }
    let near = NearNames.nearest(to: word, among: Verb.allCases.map { $0.rawValue })
    let hint =
      near.isEmpty
      ? "The verbs are " + Verb.allCases.map { $0.rawValue }.joined(separator: ", ") + "."
      : Arguments.didYouMean(near)
    throw Problem(message: "There is no verb \"\(word)\".", hint: hint)
  }

  static func didYouMean(_ near: [String]) -> String {
    "Did you mean " + near.map { "\"\($0)\"" }.joined(separator: " or ") + "?"
  }

  private mutating func take(
    _ word: SystemText, _ words: [SystemText], _ index: inout Int
  ) throws(Problem) {
    let parts = word.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
    ).map { SystemText(bytes: $0) }
    let name = parts[0].text
    guard let flag = verb.flags.first(where: { $0.long == name || $0.short == name }) else {
      throw unknown(name)
    }
    if has(flag), flag.value != nil, !flag.isRepeated {
      throw Problem(message: "\(flag.long) is given twice.", hint: nil)
    }
    guard let value = flag.value else {
      if parts.count > 1 { throw Problem(message: "\(flag.long) takes no value.", hint: nil) }
      given.append(Given(flag: flag, value: ""))
      return
    }
    if parts.count > 1, !parts[1].isEmpty {
      given.append(Given(flag: flag, value: parts[1]))
    } else if parts.count == 1, index < words.count, Arguments.isValue(words[index]) {
      given.append(Given(flag: flag, value: words[index]))
      index += 1
    } else {
      throw Problem(
        message: "\(flag.long) needs a value: \(flag.long) \(value).", hint: nil)
    }
  }

  private static func isValue(_ word: SystemText) -> Bool {
    // A negative number is no value of any flag, but it is none left out, either.
    !word.isEmpty && (!isFlag(word) || Int(word.text) != nil)
  }

  private func unknown(_ name: String) -> Problem {
    let names = verb.flags.map { $0.long }
    let near = NearNames.nearest(to: name, among: names)
    let hint =
      near.isEmpty
      ? "\"formwork help \(verb.rawValue)\" lists the flags." : Arguments.didYouMean(near)
    return Problem(
      message: "\"formwork \(verb.rawValue)\" has no flag \"\(name)\".", hint: hint)
  }

  func has(_ flag: Flag) -> Bool { given.contains { $0.flag == flag } }

  /// Whether what comes of the data is wanted in files.
  var writesFiles: Bool { [.accepted, .rejected, .report].contains(where: has) }

  /// The value of a flag that names a file.
  func path(_ flag: Flag) -> SystemText? { given.first { $0.flag == flag }?.value }

  /// The values of a flag that may be given again and again.
  func paths(_ flag: Flag) -> [SystemText] {
    given.filter { $0.flag == flag }.map { $0.value }
  }

  func text(_ flag: Flag) -> String? { path(flag)?.text }

  /// The value of a flag that must be one of some words.
  func choice(_ flag: Flag, of words: [String]) throws(Problem) -> String? {
    guard let value = text(flag) else { return nil }
    if words.contains(value) { return value }
    let near = NearNames.nearest(to: value, among: words)
    throw Problem(
      message: "\(flag.long) is \(words.joined(separator: ", ")), not \"\(value)\".",
      hint: near.isEmpty ? nil : Arguments.didYouMean(near))
  }

  /// The value of a flag that must be a whole number.
  func number(_ flag: Flag, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let value = text(flag) else { return nil }
    guard let number = Int(value), range.contains(number) else {
      let limits =
        range.upperBound == Int.max
        ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw Problem(
        message: "\(flag.long) is a whole number \(limits), not \"\(value)\".", hint: nil)
    }
    return number
  }

  /// What `today` and `now` mean, unless `--today` says otherwise.
  func moment(_ moment: Moment) throws(Problem) -> Moment {
    guard var text = text(.today) else { return moment }
    guard let today = text.withUTF8({ CalendarDate.parse($0) }) else {
      throw Problem(
        message: "\(Flag.today.long) is a date such as 2026-11-20, not \"\(text)\".", hint: nil)
    }
    // With a date of its own, a run does not depend on the clock at all.
    let now = CalendarInstant(utc: CalendarDateTime(date: today, time: .midnight))
    return Moment(today: today, now: now)
  }
}

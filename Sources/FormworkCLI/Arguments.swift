// Parses a command line into a verb, its flags and its operands.

internal import FormworkEngine
internal import FormworkRuntime
internal import FormworkSyntax

/// A parsed command line.
struct Arguments {
  var verb: Verb
  /// The operands, which are paths for most verbs.
  var operands: [SystemText] = []
  private var given: [Given] = []

  /// A flag and its value, which is empty if the flag takes none.
  private struct Given {
    var flag: Flag
    var value: SystemText
  }

  /// The error for an invalid command line, with a hint.
  struct Problem: Error {
    var message: String
    var hint: String?
  }

  /// Parses the words after the program's name. Flags may be anywhere.
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

  /// Throws if two paths refer to the same open file, which can be read only once.
  ///
  /// - Parameter hint: advice on what to do instead.
  static func readOnce(_ paths: [SystemText], hint: String? = nil) throws(Problem) {
    guard let path = Descriptors.repeated(in: paths) else { return }
    let name =
      Descriptors.isStandardInput(path) ? "Standard input" : "\"\(path.text)\""
    throw Problem(message: "\(name) can be read only once.", hint: hint)
  }

  /// Returns the index of the first word that is neither a flag nor a flag's value.
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
    // No flag accepts a negative number, but the number is still the flag's value, not another flag.
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

  /// Whether any results go to files.
  var writesFiles: Bool {
    [.accepted, .rejected, .report, .out, .coverage].contains(where: has)
  }

  /// Returns the value of a flag that takes a path.
  func path(_ flag: Flag) -> SystemText? { given.first { $0.flag == flag }?.value }

  /// Returns the values of a repeatable flag.
  func paths(_ flag: Flag) -> [SystemText] {
    given.filter { $0.flag == flag }.map { $0.value }
  }

  /// Returns the names and values that a repeatable flag such as `--list NAME=FILE` gives.
  func pairs(_ flag: Flag) throws(Problem) -> [(name: String, value: SystemText)] {
    try paths(flag).map { pair throws(Problem) in
      guard let equals = pair.bytes.firstIndex(of: UInt8(ascii: "=")) else {
        throw Problem(
          message: "\(flag.long) must be \(flag.value ?? ""), not \"\(pair.text)\".",
          hint: nil)
      }
      let value = SystemText(bytes: Array(pair.bytes[(equals + 1)...]))
      return (String(decoding: pair.bytes[..<equals], as: UTF8.self), value)
    }
  }

  func text(_ flag: Flag) -> String? { path(flag)?.text }

  /// Returns the name for a form made from a file: the value of `--name`, or the file's name without extensions, or
  /// else `data`.
  func formName(for file: SystemText) throws(Problem) -> String {
    if let name = text(.name) {
      if Spelling.isName(name) { return name }
      throw Problem(message: "\"\(name)\" cannot be the name of a form.")
    }
    return Spelling.formName(ofFile: file.text)
  }

  /// Returns the only operand. Throws `missing` if there is no operand, and `repeated` if there are several.
  func onlyOperand(
    orIfNone missing: String, orIfSeveral repeated: String
  ) throws(Problem) -> SystemText {
    if operands.count == 1 { return operands[0] }
    throw Problem(
      message: operands.isEmpty ? missing : repeated, hint: "Usage: " + verb.usage)
  }

  /// Returns the value of a flag that takes one of several words.
  func choice(_ flag: Flag, of words: [String]) throws(Problem) -> String? {
    guard let value = text(flag) else { return nil }
    if words.contains(value) { return value }
    let near = NearNames.nearest(to: value, among: words)
    throw Problem(
      message: "\(flag.long) must be \(words.joined(separator: ", ")), not \"\(value)\".",
      hint: near.isEmpty ? nil : Arguments.didYouMean(near))
  }

  /// Returns the value of a flag that takes a whole number.
  func number(_ flag: Flag, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let value = text(flag) else { return nil }
    guard let number = Int(value), range.contains(number) else {
      let limits =
        range.upperBound == Int.max
        ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw Problem(
        message: "\(flag.long) must be a whole number \(limits), not \"\(value)\".", hint: nil)
    }
    return number
  }

  /// Returns the meaning of `today` and `now`: the date of `--today`, or else `moment`.
  func moment(_ moment: Moment) throws(Problem) -> Moment {
    guard var text = text(.today) else { return moment }
    guard let today = text.withUTF8({ CalendarDate.parse($0) }) else {
      throw Problem(
        message: "\(Flag.today.long) must be a date such as 2026-11-20, not \"\(text)\".", hint: nil
      )
    }
    // With `--today`, the run doesn't depend on the clock at all.
    return Moment(startOf: today)
  }
}

// Sets of values as JSON Schema: which raw values of a field are certainly in a set, and which may be.
//
// A form reads a number from a text, removes white space and takes several words for true. A schema sees only what
// is in the JSON. So a set of values has two schemas: every raw value that matches `under` is in the set, and every raw
// value of an accepted record that is in the set matches `over`.

internal import FormworkEngine
internal import FormworkSyntax

/// A set of values of a field.
struct RawSet {
  var under: JSONTree?
  var over: JSONTree?
  /// Whether both schemas match the same values of accepted records.
  var isExact = false
  /// Keywords for the field's own schema. They express `over`, but accept every blank value, too.
  var keywords: JSONMembers?
  /// The reason why the set isn't exact.
  var lack = Coverage.Lack.kind
  /// A small difference in meaning, which `isExact` ignores.
  var note: Coverage.Note?

  static func unknown(_ lack: Coverage.Lack) -> RawSet { RawSet(lack: lack) }

  static func exact(_ schema: JSONTree, note: Coverage.Note? = nil) -> RawSet {
    RawSet(under: schema, over: schema, isExact: true, note: note)
  }
}

/// A field with everything that a schema of its raw values depends on.
struct RawField {
  let view: FieldView
  let details: FieldDetails
  let program: Program
  /// Whether a blank value is allowed under the field's first key.
  let mayBeBlank: Bool

  init(_ number: Int32, _ program: Program, mayBeBlank: Bool? = nil) {
    view = program.field(number)
    details = program.details(ofField: number)
    self.program = program
    let isRequired = if case .required = view.presence { view.fallback == nil } else { false }
    // If a field has several keys, all but one may be blank.
    self.mayBeBlank = mayBeBlank ?? (!isRequired || view.keys.count > 1)
  }

  /// The field that has the label and the hint: for an item, its list.
  var named: Int32 { view.name.isEmpty ? view.owner ?? view.number : view.number }

  /// The rules that reject records, each split into the parts that must all hold.
  var requirements: [(rule: RuleView, part: Formula)] {
    details.rules.filter { $0.severity == .error }.flatMap { rule in
      program.formula(of: rule.condition).requirements.map { (rule, $0) }
    }
  }

  /// Whether white space around a text is ignored.
  var isTrimmed: Bool {
    details.cleaning.trimmed || !program.keepsSpace(ofField: view.number)
  }

  /// Whether cleaning changes characters in a way that a pattern can reproduce for ASCII only.
  var changesCharacters: Bool {
    let cleaning = details.cleaning
    return cleaning.halfwidth || cleaning.isLowercased || cleaning.isUppercased
  }

  private var removed: [Unicode.Scalar] {
    (details.cleaning.without?.characters ?? []).flatMap { Array($0.unicodeScalars) }
  }

  // MARK: - Blank

  /// The texts that mean blank in any kind of JSON or table.
  private var blankTexts: [String] { program.blankTexts() }

  /// A class of the characters that count as blank. Nil if only `blankTexts` and the empty text are blank.
  private var blankClass: String? {
    let removed = SchemaPattern.contents(removed)
    if isTrimmed { return "[\\s\\u0085\(removed)]" }
    return removed.isEmpty ? nil : "[\(removed)]"
  }

  private var blankTextPatterns: [String] {
    let patterns = blankTexts.map { text in
      let space = SchemaPattern.space + "*"
      return "^\(space)\(SchemaPattern().atom(PatternTree(text: text, anyCase: false)))\(space)$"
    }
    // A blank text may also be encoded differently.
    return hasBlankEquivalents
      ? patterns + [SchemaPattern().atom(RawField.equivalents)] : patterns
  }

  /// Whether texts with other code points than `blankTexts` may be blank, too.
  private var hasBlankEquivalents: Bool {
    blankTexts.contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
  }

  /// A schema of all blank values.
  var blank: JSONTree {
    let patterns = (blankClass.map { ["^\($0)*$"] } ?? ["^$"]) + blankTextPatterns
    return blank(ofPattern: patterns == ["^$"] ? nil : patterns.joined(separator: "|"))
  }

  /// A schema of values that are certainly blank. It ignores `blankTexts` and the characters that cleaning removes.
  var surelyBlank: JSONTree { blank(ofPattern: isTrimmed ? "^\(SchemaPattern.space)*$" : nil) }

  /// Returns a schema of blank values.
  ///
  /// - Parameter pattern: the pattern of blank texts. If it is nil, only the empty text is blank.
  private func blank(ofPattern pattern: String?) -> JSONTree {
    var members: JSONMembers = [
      "type": view.kind == .list
        ? ["null", "string", .text(view.key == nil ? "array" : "object")] : ["null", "string"]
    ]
    if let pattern { members["pattern"] = .text(pattern) } else { members["maxLength"] = 0 }
    if view.kind == .list { members[view.key == nil ? "maxItems" : "maxProperties"] = 0 }
    return .object(members)
  }

  // MARK: - Texts

  /// The patterns of the raw texts that a tree accepts after cleaning.
  struct Patterns {
    /// Matches only texts that are certainly accepted and aren't blank.
    var under: String
    /// Matches all texts that are accepted, and blank texts if they are allowed.
    var over: String
    var isExact: Bool
    var note: Coverage.Note?
  }

  /// Combining marks, and characters that can also be encoded differently.
  private static let equivalents = PatternTree(
    source: "[\\p{M}\\u{374}\\u{37E}\\u{387}\\u{958}-\\u{95F}\\u{9DC}-\\u{9DF}\\u{A33}-\\u{A36}"
      + "\\u{A59}-\\u{A5E}\\u{B5C}\\u{B5D}\\u{F43}-\\u{F69}\\u{1160}-\\u{11FF}\\u{1F71}-\\u{1FFD}"
      + "\\u{2000}\\u{2001}\\u{2126}\\u{212A}\\u{212B}\\u{2329}\\u{232A}\\u{2ADC}\\u{F900}-\\u{FAD9}"
      + "\\u{FB1D}-\\u{FB4E}\\u{1D15E}-\\u{1D1C0}\\u{2F800}-\\u{2FA1D}]")

  /// Returns patterns for a tree.
  ///
  /// - Parameter comparesCharacters: whether texts are compared as people see them, so that texts with different code
  ///   points may be equal.
  func patterns(_ tree: PatternTree, comparesCharacters: Bool = false) -> Patterns {
    let isASCII = tree.isPlainASCII
    var over = tree
    var exempt = ""
    var note: Coverage.Note?
    let cleaning = details.cleaning
    if view.kind.isMoment {
      // The letters of a format, such as the T of a date with a time, are read in any case.
      over = tree.mapCharacters { ranges in
        let others =
          RawField.ascii(ranges, lower: true, upper: false)
          + RawField.ascii(ranges, lower: false, upper: true)
        return PatternTree.complement(of: PatternTree.complement(of: ranges + others))
      }
    } else if changesCharacters {
      over = tree.mapCharacters {
        RawField.ascii($0, lower: cleaning.isLowercased, upper: cleaning.isUppercased)
      }
    }
    if changesCharacters {
      exempt = "|[^\\u0000-\\u007F]"
      note = .cleaning
    } else if comparesCharacters, !isASCII {
      exempt = "|" + SchemaPattern().atom(RawField.equivalents)
      note = .spellings
    }
    let under = removed.isEmpty ? over : over.mapCharacters { without($0) }
    let (wide, narrow) = (
      whole(over, orBlank: mayBeBlank) + exempt, whole(under, orBlank: false)
    )
    let blanks = mayBeBlank ? blankTextPatterns.map { "|" + $0 }.joined() : ""
    return Patterns(
      under: narrow, over: wide + blanks,
      isExact: exempt.isEmpty && whole(over, orBlank: false) == narrow,
      note: note ?? (mayBeBlank && hasBlankEquivalents ? .spellings : nil))
  }

  /// Returns a pattern of the raw texts that `tree` accepts after cleaning.
  private func whole(_ tree: PatternTree, orBlank: Bool) -> String {
    let removed = SchemaPattern.contents(removed)
    let isOptional = orBlank && !tree.takesEmpty
    let writer = SchemaPattern(removed: removed)
    let body = writer.sequence(tree)
    if !isTrimmed {
      let first = removed.isEmpty ? "" : "[\(removed)]*"
      return isOptional ? "^\(first)\(writer.atom(tree))?$" : "^\(first)\(body)$"
    }
    let space = "[\\s\\u0085\(removed)]*"
    return isOptional ? "^\(space)(?:\(body)\(space))?$" : "^\(space)\(body)\(space)$"
  }

  private func without(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    let taken = removed.map { $0.value...$0.value }
    return PatternTree.complement(of: PatternTree.complement(of: ranges) + taken)
  }

  /// Returns the ASCII characters that are in `ranges` after cleaning has changed their case.
  private static func ascii(
    _ ranges: [ClosedRange<UInt32>], lower: Bool, upper: Bool
  ) -> [ClosedRange<UInt32>] {
    var found: [ClosedRange<UInt32>] = []
    for value in UInt32(0)..<0x80 {
      var changed = value
      if lower, 0x41...0x5A ~= value { changed += 0x20 }
      if upper, 0x61...0x7A ~= value { changed -= 0x20 }
      guard ranges.contains(where: { $0.contains(changed) }) else { continue }
      if let last = found.last, last.upperBound + 1 == value {
        found[found.count - 1] = last.lowerBound...value
      } else {
        found.append(value...value)
      }
    }
    return found
  }

  // MARK: - Sets

  /// Returns the set of the texts that a tree accepts.
  ///
  /// - Parameter isExact: whether the tree accepts exactly the texts of the set.
  func set(
    _ tree: PatternTree, isExact: Bool = true, comparesCharacters: Bool = false,
    isAboutChoices: Bool = false, lack: Coverage.Lack = .text
  ) -> RawSet {
    guard view.kind == .string || view.kind == .choice else { return .unknown(.kind) }
    // A rule of a choice applies to the listed value, however the data spells it.
    if view.kind == .choice, !isAboutChoices, hasSpellings { return .unknown(.spelling) }
    let patterns = patterns(tree, comparesCharacters: comparesCharacters)
    var under: JSONTree = ["type": "string", "pattern": .text(patterns.under)]
    if tree.takesEmpty || !blankTexts.isEmpty {
      under = ["allOf": [under, ["not": blank]]]
    }
    let over: JSONTree = ["type": "string", "pattern": .text(patterns.over)]
    return RawSet(
      under: isExact ? under : nil, over: over,
      isExact: isExact && (patterns.isExact || patterns.note != nil),
      keywords: ["pattern": .text(patterns.over)], lack: lack, note: patterns.note)
  }

  /// Whether a choice accepts spellings other than its listed values.
  private var hasSpellings: Bool {
    details.ignoresCase || view.choices.map { !program.spellings(in: $0).isEmpty } ?? false
  }

  /// The texts that the field's type takes, apart from limits of size. Nil if it takes every text.
  var notation: PatternTree? {
    if let choices = view.choices, view.kind == .choice {
      return spellings(of: Array(choices.values.indices), in: choices)
    }
    if let own = program.boolWords(ofField: view.number) {
      return .choice([own.yes, own.no].map { PatternTree(text: $0, anyCase: true) })
    }
    return program.notation(ofField: view.number).map { PatternTree(source: $0) }
  }

  /// Returns all spellings of some choices.
  private func spellings(of numbers: [Int], in choices: ChoiceList) -> PatternTree {
    let spellings = program.spellings(in: choices)
    return tree(ofTexts: numbers.flatMap { [choices.values[$0]] + (spellings[$0] ?? []) })
  }

  private func tree(ofTexts texts: [String]) -> PatternTree {
    .choice(texts.map { PatternTree(text: $0, anyCase: details.ignoresCase) })
  }

  /// Returns the raw values that a bool reads as true, or as false if `isTrue` is false.
  func set(ofTruth isTrue: Bool) -> RawSet {
    let words = program.boolWords(ofField: view.number)
    let tree =
      words.map { PatternTree(text: isTrue ? $0.yes : $0.no, anyCase: true) }
      ?? PatternTree(source: isTrue ? FieldKind.truths : FieldKind.falsehoods)
    let patterns = patterns(tree, comparesCharacters: true)
    func schema(_ pattern: String) -> JSONTree {
      [
        "anyOf": [
          ["enum": [.literal(isTrue ? "true" : "false"), .literal(isTrue ? "1" : "0")]],
          ["type": "string", "pattern": .text(pattern)],
        ]
      ]
    }
    return RawSet(
      under: schema(patterns.under),
      over: schema(patterns.isExact ? patterns.under : patterns.over), isExact: true,
      note: patterns.note)
  }

  // MARK: - Constraints

  /// Returns the values that a constraint would allow if it weren't negated.
  func set(of constraint: Constraint) -> RawSet {
    switch (constraint.measure, view.kind) {
    // A constraint is about one of the alternatives.
    case (_, .either): .unknown(.kind)
    case (.value, .int), (.value, .number): numbers(constraint)
    case (.value, .bool):
      switch program.values(of: constraint) {
      case .values(let values)? where values.count == 1: set(ofTruth: values[0].bool)
      default: .unknown(.kind)
      }
    case (.value, .string), (.value, .choice): texts(constraint)
    case (.value, .list): items(constraint)
    case (.count, .list): itemCount(constraint)
    case (.count, .string), (.count, .choice): characterCount(constraint)
    case (.number(let word), .string): texts(as: word, constraint)
    case (.occurrences(let content), .string): occurrences(of: content, constraint)
    case (.decimals, _): decimals(constraint)
    default: .unknown(.kind)
    }
  }

  private func numbers(_ constraint: Constraint) -> RawSet {
    if case .word(.multipleOf, let arguments) = constraint.allowed {
      guard view.kind == .int, let divisor = arguments.first.flatMap({ constant($0) }),
        let whole = divisor.number.asInt64, whole > 0
      else { return .unknown(.decimals) }
      return numbers(["multipleOf": .literal(divisor.text)])
    }
    switch program.values(of: constraint) {
    case .interval(let low, let high)?: return numbers(keywords(low, high))
    case .values(let values)?:
      return numbers(oneOf: [["enum": .array(values.map { .literal($0.text) })]])
    default: break
    }
    guard case .listed(let nodes) = constraint.allowed else { return .unknown(.otherField) }
    var parts: [JSONTree] = []
    for node in nodes {
      if let value = constant(node) {
        parts.append(["const": .literal(value.text)])
      } else if let interval = program.interval(node) {
        let (low, high) = (
          interval.low.flatMap { constant($0) }, interval.high.flatMap { constant($0) }
        )
        guard (low == nil) == (interval.low == nil), (high == nil) == (interval.high == nil) else {
          return .unknown(.otherField)
        }
        let bounds = keywords(
          low.map { ValueSet.Bound($0, isOpen: interval.excludesLow) },
          high.map { ValueSet.Bound($0, isOpen: interval.excludesHigh) })
        parts.append(.object(["type": "number"], bounds))
      } else {
        return .unknown(.otherField)
      }
    }
    return numbers(oneOf: parts)
  }

  private func keywords(
    _ low: ValueSet.Bound?, _ high: ValueSet.Bound?
  ) -> JSONMembers {
    var keywords = JSONMembers()
    if let low {
      keywords[low.isOpen ? "exclusiveMinimum" : "minimum"] = .literal(low.value.text)
    }
    if let high {
      keywords[high.isOpen ? "exclusiveMaximum" : "maximum"] = .literal(high.value.text)
    }
    return keywords
  }

  private func numbers(_ keywords: JSONMembers) -> RawSet {
    RawSet(
      under: .object(["type": "number"], keywords),
      over: .object(["type": ["number", "string"]], keywords),
      isExact: true, keywords: keywords, note: .texts)
  }

  private func numbers(oneOf parts: [JSONTree]) -> RawSet {
    RawSet(
      under: parts.count == 1 ? parts[0] : ["anyOf": .array(parts)],
      over: ["anyOf": .array([["type": "string"]] + parts)], isExact: true,
      note: .texts)
  }

  private func constant(_ node: Int32) -> Value? {
    guard case .constant(let number) = program.view(node) else { return nil }
    return program.constant(number).value
  }

  private func decimals(_ constraint: Constraint) -> RawSet {
    guard case .interval(let low, let high?)? = program.values(of: constraint),
      high.value.number.asInt64 == 0, low.map({ $0.value.number.asInt64 == 0 }) ?? true
    else { return .unknown(.decimals) }
    return numbers(["multipleOf": 1])
  }

  // MARK: - Constraints of lists

  private func itemCount(_ constraint: Constraint) -> RawSet {
    guard let bounds = counts(constraint) else { return .unknown(.otherField) }
    var keywords = JSONMembers()
    let hasKeys = view.key != nil
    let (least, most) = hasKeys ? ("minProperties", "maxProperties") : ("minItems", "maxItems")
    let type = hasKeys ? "object" : "array"
    if bounds.low > 1 { keywords[least] = .number(bounds.low) }
    keywords[most] = bounds.high.map { .number($0) }
    let isText = program.separator(ofField: view.number) != nil
    var under: JSONMembers = ["type": .text(type)]
    under[least] = .number(max(1, bounds.low))
    under[most] = keywords[most]
    return RawSet(
      under: .object(under), over: .object(["type": [.text(type), "string"]], keywords),
      isExact: !isText, keywords: bounds.low < 2 || !mayBeBlank ? keywords : nil,
      lack: isText ? .joined : .kind, note: isText ? .joinedItems : nil)
  }

  private func items(_ constraint: Constraint) -> RawSet {
    guard case .word(.distinct, let arguments) = constraint.allowed, arguments.isEmpty,
      let item = view.item, view.key == nil
    else { return .unknown(.question) }
    let field = RawField(item, program, mayBeBlank: false)
    switch field.view.kind {
    case .list, .record, .any, .either: return .unknown(.question)
    default: break
    }
    let isExact =
      field.view.kind == .string && !field.changesCharacters
      && !field.details.ignoresCase && !field.isTrimmed && field.removed.isEmpty
    return RawSet(
      under: nil, over: ["uniqueItems": true], isExact: isExact,
      keywords: ["uniqueItems": true], lack: .spelling,
      note: isExact ? .spellings : nil)
  }

  /// Returns the least and the greatest allowed count, or nil if they aren't constant whole numbers.
  private func counts(_ constraint: Constraint) -> (low: Int, high: Int?)? {
    func number(_ bound: ValueSet.Bound) -> Int? { bound.value.number.asInt64.map { Int($0) } }
    switch program.values(of: constraint) {
    case .interval(let low, let high)?:
      guard low?.isOpen != true, high?.isOpen != true else { return nil }
      let lowest = low.map { number($0) } ?? 0
      guard let lowest else { return nil }
      if let high {
        guard let highest = number(high), highest >= 0 else { return nil }
        return (max(0, lowest), highest)
      }
      return (max(0, lowest), nil)
    case .values(let values)? where values.count == 1:
      guard let count = values[0].number.asInt64, count >= 0 else { return nil }
      return (Int(count), Int(count))
    default: return nil
    }
  }

  // MARK: - Constraints of texts

  /// The largest count that is written in a pattern.
  private static let mostRepeats = 1_000

  private func characterCount(_ constraint: Constraint) -> RawSet {
    guard let bounds = counts(constraint) else { return .unknown(.otherField) }
    guard max(bounds.low, bounds.high ?? 0) <= RawField.mostRepeats else {
      return .unknown(.characters)
    }
    if let high = bounds.high, high < max(1, bounds.low) { return .unknown(.characters) }
    guard !details.cleaning.isUppercased else { return .unknown(.cleaning) }
    let isPlain = !isTrimmed && !changesCharacters && removed.isEmpty
    if isASCIIOnly {
      var set = set(.any(bounds.low, bounds.high))
      if isPlain, bounds.low < 2 || !mayBeBlank {
        set.keywords = lengths(mayBeBlank ? 0 : bounds.low, bounds.high)
      }
      return set
    }
    // A character has one code point or more, so a text has no more characters than code points.
    var over: RawSet = .unknown(.characters)
    if bounds.low > 1 {
      over = set(.any(bounds.low, nil), lack: .characters)
      if isPlain, !mayBeBlank { over.keywords = lengths(bounds.low, nil) }
    }
    let under: JSONTree? = bounds.low < 2 ? set(.any(1, bounds.high)).under : nil
    let isLowExact = bounds.low < 2 && bounds.high == nil
    return RawSet(
      under: changesCharacters ? nil : under, over: over.over, isExact: isLowExact,
      keywords: over.keywords,
      lack: .characters)
  }

  private func lengths(_ low: Int, _ high: Int?) -> JSONMembers {
    var keywords = JSONMembers()
    if low > 0 { keywords["minLength"] = .number(low) }
    keywords["maxLength"] = high.map { .number($0) }
    return keywords
  }

  /// Whether the rules of the field limit its texts to ASCII, where each character is one code point.
  private var isASCIIOnly: Bool {
    if view.kind == .choice {
      return view.choices?.values.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } ?? false
    }
    return requirements.contains { _, part in
      guard let (constraint, isNegated) = part.leaf, !isNegated, case .value = constraint.measure,
        case .cell(0, _, view.number) = program.view(constraint.subject),
        case .word(let word, let arguments) = constraint.allowed
      else { return false }
      return tree(of: word, arguments).map { $0.isExact && $0.tree.isPlainASCII } ?? false
    }
  }

  private func texts(_ constraint: Constraint) -> RawSet {
    switch constraint.allowed {
    case .word(let word, let arguments):
      guard let found = tree(of: word, arguments) else {
        return .unknown(PatternTree.isAboutTexts(word) ? .text : .kind)
      }
      var texts = set(
        found.tree, isExact: found.isExact, comparesCharacters: found.comparesCharacters)
      switch word {
      // Counts as exact: the pattern and the rule differ only if combining marks follow the text. A note says so.
      case .startsWith, .endsWith, .contains: (texts.isExact, texts.note) = (true, .spellings)
      default: break
      }
      return texts
    default: break
    }
    guard case .values(let values)? = program.values(of: constraint) else {
      return .unknown(.otherField)
    }
    let texts = values.filter { $0.kind == .text }.map { $0.text }
    guard texts.count == values.count else { return .unknown(.kind) }
    guard view.kind == .choice, let choices = view.choices else {
      return set(tree(ofTexts: texts), comparesCharacters: true, isAboutChoices: true)
    }
    return set(
      spellings(of: texts.compactMap { choices.number(of: $0) }, in: choices),
      comparesCharacters: true, isAboutChoices: true)
  }

  /// Returns a tree of the texts for which a rule word holds.
  private func tree(
    of word: Predicate, _ arguments: NodeList
  ) -> (tree: PatternTree, isExact: Bool, comparesCharacters: Bool)? {
    func own(_ source: String, isExact: Bool = true) -> (PatternTree, Bool, Bool) {
      (PatternTree(source: source), isExact, false)
    }
    let first = arguments.first
    switch word {
    case .matches:
      guard let first, case .pattern(let number) = program.view(first),
        let found = PatternTree.whole(program.pattern(number))
      else { return nil }
      return (found.tree, found.isExact, false)
    case .like:
      guard let first, case .picture(let number) = program.view(first) else { return nil }
      return (PatternTree(program.picture(number)), true, true)
    case .startsWith, .endsWith, .contains:
      guard arguments.count == 1, let first, let content = content(first) else { return nil }
      let any = PatternTree.any(0, nil)
      let before: [PatternTree] = word == .startsWith ? [] : [any]
      let after: [PatternTree] = word == .endsWith ? [] : [any]
      return (.sequence(before + [content] + after), false, true)
    case .only:
      guard let first, arguments.count == 1, case .selection(let number) = program.view(first),
        let ranges = ranges(of: program.selection(number))
      else { return nil }
      return (.repeated(.character(ranges), lower: 0, upper: nil), true, true)
    case .alphanumeric where arguments.isEmpty: return own("[0-9A-Za-z]*")
    case .letters where arguments.isEmpty: return own("[A-Za-z]*")
    case .uuid:
      let version = first.flatMap { constant($0) }?.text
      let middle = version.map { "\($0)[0-9a-fA-F]{3}-[89abAB]" } ?? "[0-9a-fA-F]{4}-[0-9a-fA-F]"
      return own("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-\(middle)[0-9a-fA-F]{3}-[0-9a-fA-F]{12}")
    case .date where arguments.isEmpty, .time where arguments.isEmpty,
      .dateTime where arguments.isEmpty, .instant where arguments.isEmpty:
      guard let notation = FieldKind(rawValue: word.name)?.notation else { return nil }
      return own("\\s*(?:\(notation))\\s*", isExact: word == .time)
    default:
      guard arguments.isEmpty, let (source, isExact) = word.entry.pattern else {
        return nil
      }
      return own(source, isExact: isExact)
    }
  }

  /// Returns a tree of the text or the characters that a rule such as `contains` searches for.
  private func content(_ node: Int32) -> PatternTree? {
    if case .constant(let number) = program.view(node) {
      let value = program.constant(number).value
      return value.kind == .text ? PatternTree(text: value.text, anyCase: details.ignoresCase) : nil
    }
    guard case .selection(let number) = program.view(node) else { return nil }
    return ranges(of: program.selection(number)).map { .character($0) }
  }

  /// Returns the characters of a selection, or nil if fixed ranges of code points can't express them.
  private func ranges(of selection: CharacterSelection) -> [ClosedRange<UInt32>]? {
    var ranges: [ClosedRange<UInt32>] = []
    for textClass in selection.classes {
      switch textClass {
      case .digit: ranges.append(0x30...0x39)
      case .letter: ranges += [0x41...0x5A, 0x61...0x7A]
      case .space: ranges += PatternTree.whiteSpace
      case .lowercase, .uppercase, .symbol: return nil
      }
    }
    for character in selection.characters {
      guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
        return nil
      }
      ranges.append(scalar.value...scalar.value)
      // A selected line feed includes CR LF, which is one character.
      if scalar == "\n" { ranges.append(0x0D...0x0D) }
    }
    return PatternTree.complement(of: PatternTree.complement(of: ranges))
  }

  private func texts(as word: Predicate, _ constraint: Constraint) -> RawSet {
    guard let notation = (word == .int ? FieldKind.int : .number).notation else {
      return .unknown(.text)
    }
    return set(PatternTree(source: "\\s*\(notation)\\s*"), isExact: false)
  }

  private func occurrences(of content: Int32, _ constraint: Constraint) -> RawSet {
    guard let bounds = counts(constraint), bounds.low > 0, bounds.low <= RawField.mostRepeats,
      case .selection(let number) = program.view(content),
      let ranges = ranges(of: program.selection(number))
    else { return .unknown(.characters) }
    let others = PatternTree.repeated(
      .character(PatternTree.complement(of: ranges)), lower: 0, upper: nil)
    return set(
      .sequence([
        .repeated(.sequence([others, .character(ranges)]), lower: bounds.low, upper: nil),
        .any(0, nil),
      ]), isExact: false, lack: .characters)
  }
}

extension PatternTree {
  /// Returns a tree of all texts with `lower` to `upper` code points.
  fileprivate static func any(_ lower: Int, _ upper: Int?) -> PatternTree {
    .repeated(.character(PatternTree.complement(of: [])), lower: lower, upper: upper)
  }

  static func isAboutTexts(_ word: Predicate) -> Bool {
    word.subject == .text || word.subject == .textOrList
  }
}

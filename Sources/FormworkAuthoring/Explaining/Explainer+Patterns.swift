// Describes patterns and pictures in words, if the words are clearer than the pattern itself.

internal import FormworkEngine
internal import FormworkReport

extension Explainer {
  /// Maximum length of the words for a pattern. If the words are longer, the pattern itself is shown.
  private static let mostWords = 400

  /// Returns words for the texts that a pattern or a picture accepts.
  func pattern(_ number: Int32) -> String {
    switch program.view(number) {
    case .pattern(let entry):
      let pattern = program.pattern(entry)
      let told = PatternTree(pattern).flatMap { shape($0) } ?? raw(pattern)
      guard pattern.comparesWithoutCase else { return told }
      return text(.caseAside).filled(("pattern", told))
    case .picture(let entry):
      return shape(PatternTree(program.picture(entry))) ?? program.picture(entry).example
    default: return ""
    }
  }

  /// Returns a text that a picture accepts.
  func example(ofPicture number: Int32) -> String {
    if case .picture(let entry) = program.view(number) {
      program.picture(entry).example
    } else {
      ""
    }
  }

  private func raw(_ pattern: Pattern) -> String {
    let source = visible(String(decoding: pattern.source, as: UTF8.self))
    return text(.rawForm).filled(("pattern", "/\(source)/"))
  }

  private func shape(_ tree: PatternTree) -> String? {
    guard let words = words(of: tree), words.utf8.count <= Explainer.mostWords else { return nil }
    return words
  }

  // MARK: - Trees

  /// Returns the words for a tree, or nil if it can't be described.
  private func words(of tree: PatternTree, isInside: Bool = false) -> String? {
    switch tree {
    case .empty: return text(.emptyText)
    case .character(let ranges): return characters(ranges, count: "1")
    case .wordEdge(let isNegated): return text(isNegated ? .noWordEdge : .wordEdge)
    case .sequence(let parts): return sequence(parts, isInside)
    case .choice(let parts): return choice(parts)
    case .repeated(let inner, let lower, let upper): return repeated(inner, lower, upper)
    }
  }

  /// Returns words for parts in sequence. Equal parts are counted, and single characters are joined.
  private func sequence(_ parts: [PatternTree], _ isInside: Bool) -> String? {
    var texts: [String] = []
    var signs = ""
    var rest = parts.flatMap { $0.parts }[...]
    func endSigns() {
      if !signs.isEmpty { texts.append(quoted(visible(signs))) }
      signs = ""
    }
    while let part = rest.popFirst() {
      if let sign = part.sign {
        signs.unicodeScalars.append(sign)
        continue
      }
      endSigns()
      guard case .character(let ranges) = part else {
        guard let words = words(of: part, isInside: true) else { return nil }
        texts.append(words)
        continue
      }
      var count = 1
      while let next = rest.first, case .character(let other) = next, other == ranges {
        rest = rest.dropFirst()
        count += 1
      }
      guard let words = characters(ranges, count: String(count)) else { return nil }
      texts.append(words)
    }
    endSigns()
    guard let last = texts.last, texts.count > 1 else { return texts.first ?? text(.emptyText) }
    let first = texts.dropLast().joined(separator: words.phrase(.comma))
    let joined = text(.then).filled(("first", first), ("last", last))
    return isInside ? text(.inParentheses).filled(("text", joined)) : joined
  }

  private func choice(_ parts: [PatternTree]) -> String? {
    let hasEmpty = parts.contains { if case .empty = $0 { true } else { false } }
    var texts: [String] = []
    for part in parts {
      if case .empty = part { continue }
      guard let words = words(of: part, isInside: true) else { return nil }
      texts.append(words)
    }
    let joined = words.listed(texts, .or)
    let whole = texts.count > 1 ? text(.inParentheses).filled(("text", joined)) : joined
    return hasEmpty ? text(.optionalPart).filled(("what", whole)) : whole
  }

  private func repeated(_ inner: PatternTree, _ lower: Int, _ upper: Int?) -> String? {
    if case .character(let ranges) = inner, let forms = forms(of: ranges), lower > 0 || upper != 1 {
      let bounds = Interval(low: String(lower), high: upper.map { String($0) })
      let counter = words.phrase(.characterCounter)
      if lower > 0 || upper != nil {
        if counter.isEmpty { return words.amount(bounds, forms) }
        return words.plural.form(of: forms, for: "")
          + words.amount(bounds, counter)
      }
    }
    guard let what = words(of: inner, isInside: true) else { return nil }
    let name: ExplainPhrase =
      switch (lower, upper) {
      case (0, 1): .optionalPart
      case (0, nil): .anyTimes
      case (1, nil): .someTimes
      case (let lower, let upper?) where lower == upper: .exactTimes
      case (_, nil): .atLeastTimes
      default: .fromToTimes
      }
    return text(name).filled(
      ("what", what), ("count", String(lower)), ("min", String(lower)),
      ("max", upper.map { String($0) } ?? ""))
  }

  // MARK: - Characters

  /// Returns words for `count` characters of a set, such as "3 digits", or nil if the set can't be described.
  private func characters(_ ranges: [ClosedRange<UInt32>], count: String) -> String? {
    guard let forms = forms(of: ranges) else {
      guard let what = listed(ranges) else { return nil }
      return count == "1" ? what : text(.exactTimes).filled(("count", count), ("what", what))
    }
    let counter = words.phrase(.characterCounter)
    if !counter.isEmpty {
      return words.plural.form(of: forms, for: "") + count + counter
    }
    let form = words.plural.form(of: forms, for: count)
    return words.phrase(.amount).filled(("count", count), ("unit", form))
  }

  /// Returns the name of a character set, in singular and plural, or nil if the set has no name.
  private func forms(of ranges: [ClosedRange<UInt32>]) -> String? {
    ExplainCharacters.named.first { $0.ranges == ranges }.map { words.characters($0.name) }
  }

  /// Lists characters one by one: "“-” or A to F".
  private func listed(_ ranges: [ClosedRange<UInt32>]) -> String? {
    var texts: [String] = []
    var rest = ranges
    for (property, name) in ExplainCharacters.properties where rest.count > 3 {
      guard let left = PatternTree.taking(property, from: rest), left.count < rest.count else {
        continue
      }
      texts.append(words.plural.form(of: words.characters(name), for: "1"))
      rest = left
    }
    if rest.count > 12 || rest.last?.upperBound == 0x10FFFF {
      let others = PatternTree.complement(of: ranges)
      guard others.count <= 12, others.last?.upperBound != 0x10FFFF, let what = listed(others)
      else { return nil }
      return text(.otherThan).filled(("what", what))
    }
    for (known, name) in ExplainCharacters.parts where known.allSatisfy({ rest.contains($0) }) {
      texts.append(words.plural.form(of: words.characters(name), for: "1"))
      rest.removeAll { known.contains($0) }
    }
    texts += rest.map { range in
      let (first, last) = (sign(range.lowerBound), sign(range.upperBound))
      if first == last { return quoted(first) }
      if range.count == 2 { return words.listed([quoted(first), quoted(last)], .or) }
      return text(.characterRange).filled(("first", first), ("last", last))
    }
    let joined = words.listed(texts, .or)
    return texts.count > 1 ? text(.inParentheses).filled(("text", joined)) : joined
  }

  private func sign(_ value: UInt32) -> String {
    Unicode.Scalar(value).map { visible(String(Character($0))) } ?? ""
  }
}

extension PatternTree {
  /// For a sequence, its parts, with nested sequences flattened. For any other tree, the tree itself.
  fileprivate var parts: [PatternTree] {
    if case .sequence(let parts) = self { parts.flatMap { $0.parts } } else { [self] }
  }

  /// The only character that the tree matches, or nil if it isn't a single character.
  fileprivate var sign: Unicode.Scalar? {
    guard case .character(let ranges) = self, ranges.count == 1,
      ranges[0].lowerBound == ranges[0].upperBound
    else { return nil }
    return Unicode.Scalar(ranges[0].lowerBound)
  }
}

extension ExplainCharacters {
  fileprivate typealias Ranges = [ClosedRange<UInt32>]

  private static let digits: Ranges = [0x30...0x39]
  private static let capitals: Ranges = [0x41...0x5A]
  private static let smalls: Ranges = [0x61...0x7A]

  /// The character sets that have a name.
  fileprivate static let named: [(ranges: Ranges, name: ExplainCharacters)] = [
    (digits, .digit), (capitals, .capitalLetter), (smalls, .smallLetter),
    (capitals + smalls, .letter), (digits + capitals + smalls, .letterOrDigit),
    (digits + capitals + [0x5F...0x5F] + smalls, .wordCharacter),
    ([0x20...0x20], .space), (PatternTree.whiteSpace, .whiteSpace),
    ([0...0xD7FF, 0xE000...0x10FFFF], .any),
    (PatternTree.complement(of: [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029]), .anyOnLine),
  ]

  /// The named sets to look for inside larger sets.
  fileprivate static let parts: [(ranges: Ranges, name: ExplainCharacters)] = [
    (capitals + smalls, .letter), (capitals, .capitalLetter), (smalls, .smallLetter),
    (digits, .digit), ([0x20...0x20], .space),
  ]

  /// Unicode properties with well-known names, the wider ones first.
  fileprivate static let properties: [(property: String, name: ExplainCharacters)] = [
    ("L", .anyLetter), ("Lu", .anyCapital), ("Ll", .anySmall), ("M", .anyMark), ("Nd", .anyDigit),
    ("P", .anyPunctuation),
    ("Script=Hiragana", .hiragana), ("Script=Katakana", .katakana), ("Script=Han", .kanji),
    ("Script=Latin", .latin), ("Script=Cyrillic", .cyrillic), ("Script=Greek", .greek),
  ]
}

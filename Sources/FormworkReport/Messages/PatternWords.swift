// The messages about invalid patterns, and about constructs of other pattern languages. Formwork's patterns lack these
// constructs, because they must be matched in linear time.

internal import FormworkEngine
internal import FormworkSyntax

extension PatternProblem {
  func words(at place: FindingPlace) -> FindingWords {
    func says(
      _ message: String, _ hint: String? = nil, _ replacement: String? = nil
    ) -> FindingWords {
      FindingRow("bad-pattern").says(
        message, hint: hint, fix: replacement.map { place.replaced(by: $0) })
    }
    return switch kind {
    case .unsupported(let construct): construct.words(at: place)
    case .unknownEscape(let letter):
      says("\\\(letter) has no meaning in a pattern.", "For the letter itself, write \(letter).")
    case .escapeNotInClass(let letter):
      says("\\\(letter) has no meaning between square brackets.")
    case .malformedEscape:
      says("This is not the number of a character.", "Write \\x41, \\u0041 or \\u{1F600}.")
    case .notACharacter: says("There is no character with this number.")
    case .trailingBackslash:
      says("The pattern ends with a backslash.", "Write a backslash itself as \\\\.", "\\\\")
    case .malformedProperty:
      says(
        "\\p must be followed by a letter, or by a name in braces.",
        "For example, \\p{L} is a letter of any script.")
    case .unknownProperty(let name, let near):
      says(
        "There are no characters called \(name.inQuotes).\(near.question)",
        near.isEmpty ? "For example, \\p{L} is a letter and \\p{Han} a kanji." : nil)
    case .unclosedGroup:
      says("This parenthesis is not closed.", "Write a parenthesis itself as \\(.")
    case .unclosedClass:
      says("This square bracket is not closed.", "Write a square bracket itself as \\[.")
    case .emptyClass:
      says("These square brackets are empty.", "Write a bracket itself as \\].")
    case .reversedClassRange(let lower, let upper):
      says(
        "No character is between \(String(lower).inQuotes) and \(String(upper).inQuotes)."
          + " Did you mean \(upper)-\(lower)?", nil, "\(upper)-\(lower)")
    case .classInRange:
      says(
        "A range in square brackets goes from one character to another.",
        "Write a hyphen itself last, as in [\\d-].")
    case .strayMark(let mark):
      says(
        "This \(String(mark).inQuotes) closes nothing.", "For the mark itself, write \\\(mark).",
        "\\\(mark)")
    case .nothingToRepeat:
      says("There is nothing before this to repeat.", "Write the mark itself as \\*, \\+ or \\?.")
    case .doubledRepeat: says("A repetition cannot be repeated again.", "Put it in (…) first.")
    case .malformedRepeat:
      says("This is not a number of repetitions.", "Write {3}, {2,} or {2,5}.")
    case .repeatTooLarge(let count, let limit):
      says(
        "\(count >= 1_000_000 ? "This" : "\(count)") is too many repetitions: the maximum is \(limit).",
        "Limit the length with count(…) instead.")
    case .reversedRepeat(let lower, let upper):
      says(
        "No number is between \(lower) and \(upper). Did you mean {\(upper),\(lower)}?", nil,
        "{\(upper),\(lower)}")
    case .nestingTooDeep(let limit):
      says("Groups are nested more than \(limit) levels deep here.")
    case .tooLong(let limit): says("This pattern is longer than \(limit) bytes.")
    case .tooLarge:
      says(
        "This pattern has too many repetitions.",
        "Use smaller repetitions, or limit the length with count(…).")
    }
  }
}

extension PatternConstruct {
  fileprivate func words(at place: FindingPlace) -> FindingWords {
    func says(_ what: String, _ hint: String, _ replacement: String? = nil) -> FindingWords {
      FindingRow("unsupported-pattern").says(
        "Patterns \(what).", hint: hint, fix: replacement.map { place.replaced(by: $0) })
    }
    let found = place.text
    return switch self {
    case .lookAhead:
      says("cannot look ahead with (?=…) or (?!…)", "Write one more rule, such as contains(digit).")
    case .lookBehind:
      says(
        "cannot look behind with (?<=…) or (?<!…)",
        "Write one more rule, such as startsWith(\"a\").")
    case .backReference:
      says("cannot refer back to a group with \\1", "Write out what should be repeated.")
    case .namedGroup: says("have no names for groups", "Write (…) without a name.", "(")
    case .atomicGroup:
      says("have no (?>…)", "It is not needed, as a pattern never tries twice.", "(?:")
    case .conditional: says("have no conditions such as (?(1)…)", "Write both alternatives with |.")
    case .recursion: says("cannot refer to themselves with (?R)", "Write out what is meant.")
    case .branchReset: says("have no (?|…)", "Write (?:…).", "(?:")
    case .inlineFlags:
      says("have no flags except (?i) at the beginning", "To ignore case, write /…/i.")
    case .comment:
      says("have no comments such as (?#…)", "Write a # comment outside the slashes.", "")
    case .unknownGroup: says("have no such group", "Write a group as (…) or (?:…).")
    case .possessiveRepeat:
      says(
        "have no possessive repetition such as *+", "It is not needed, as matching is always fast.",
        String(found.dropLast()))
    case .posixClass:
      says("have no class such as \(found)", "Write \\p{L} for letters, \\d for digits.")
    case .classIntersection:
      says("have no && in square brackets", "List the characters that both sets share.")
    case .nestedClass:
      says(
        "allow nested square brackets only as -[…] at the end",
        "Write all characters in one pair, as in [a-cx-z], or a bracket itself as \\[ and \\].")
    case .wordInBraces:
      says("allow names in braces only after \\p", "Write a brace itself as \\{ and \\}.")
    case .matchReset: says("have no \\K", "The whole text is always matched.", "")
    case .lastMatch: says("have no \\G", "The whole text is always matched.", "")
    case .quotation: says("have no \\Q…\\E", "Write a backslash before each symbol.")
    case .graphemeCluster: says("have no \\X", "Write a dot, or count characters with count(…).")
    case .lineBreak: says("have no \\R", "Write (\\r\\n|\\n).", "(\\r\\n|\\n)")
    case .textAnchor:
      says("have no \(found)", "It is not needed, as the whole text is matched.", "")
    case .horizontalSpace:
      says(
        "have no \(found)", "Write a space and \\t in square brackets.",
        found == "\\h" ? "[ \\t]" : "[^ \\t]")
    case .controlCharacter: says("have no \(found)", "Write its number, such as \\x01.")
    case .namedCharacter: says("have no \\N", "Write its number, such as \\u{1F600}.")
    }
  }
}

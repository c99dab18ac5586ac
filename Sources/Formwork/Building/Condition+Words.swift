// The rule words of the language in Swift, except those that the generated file Condition+RuleWords.swift declares.

internal import FormworkEngine
internal import FormworkSyntax

extension ConditionOn {
  static func word(_ word: Predicate, _ arguments: [Phrase]? = nil) -> ConditionOn {
    named(word.name, arguments)
  }

  private static func named(_ name: String, _ arguments: [Phrase]?) -> ConditionOn {
    ConditionOn(arguments.map { .list($0, after: name) } ?? Phrase(name))
  }

  /// The value meets a rule word that this program provides; see ``HostRule``.
  ///
  /// - Parameters:
  ///   - name: the name of the ``HostRule``.
  ///   - arguments: the arguments of the rule, in the order of its parameters; omit them if it has no parameters.
  public static func host(_ name: String, _ arguments: Operand...) -> ConditionOn {
    named(Spelling.operand(name), arguments.isEmpty ? nil : arguments.map { $0.phrase })
  }

  /// The value is one of `values`.
  ///
  /// - Parameter values: the allowed values, of the field's type; at least one.
  public static func oneOf(_ values: Operand...) -> ConditionOn {
    word(.oneOf, values.map { $0.phrase })
  }

  /// No earlier record has the same value, or the same combination of values of `fields`.
  ///
  /// - Parameter fields: the names of fields of the record to compare as a combination; omit them to compare only the
  ///   value.
  public static func unique(_ fields: String...) -> ConditionOn { across(.unique, fields) }

  /// All records have the same value, or the same combination of values of `fields`. Records with only blank values are
  /// ignored.
  ///
  /// - Parameter fields: the names of fields of the record to compare as a combination; omit them to compare only the
  ///   value.
  public static func same(_ fields: String...) -> ConditionOn { across(.same, fields) }

  private static func across(_ word: Predicate, _ fields: [String]) -> ConditionOn {
    self.word(word, fields.isEmpty ? nil : fields.map { Operand.field($0).phrase })
  }
}

/// A class of characters, such as `.digit`, or a text.
public struct CharacterClass: Sendable, ExpressibleByStringLiteral {
  fileprivate let phrase: Phrase

  private init(_ phrase: Phrase) { self.phrase = phrase }

  /// The digits 0 to 9.
  public static let digit = CharacterClass(Phrase("digit"))
  /// ASCII letters.
  public static let letter = CharacterClass(Phrase("letter"))
  /// Lowercase letters.
  public static let lowercase = CharacterClass(Phrase("lowercase"))
  /// Uppercase letters.
  public static let uppercase = CharacterClass(Phrase("uppercase"))
  /// Punctuation and symbols.
  public static let symbol = CharacterClass(Phrase("symbol"))
  /// White space.
  public static let space = CharacterClass(Phrase("space"))

  /// Creates a text, which is taken literally.
  ///
  /// - Parameter text: one or more characters.
  public init(stringLiteral text: String) { phrase = Operand(text).phrase }
}

extension ConditionOn where Subject: TextSubject {
  /// The text contains `content`.
  ///
  /// - Parameter content: a text, or a class such as `.digit`; one character of a class is enough.
  public static func contains(_ content: CharacterClass) -> ConditionOn {
    word(.contains, [content.phrase])
  }

  /// The text contains `content` a number of times in `range`.
  ///
  /// - Parameters:
  ///   - range: the allowed counts, from 0. Occurrences of a text don't overlap. For a class, every character of it
  ///     counts.
  ///   - content: a text, or a class such as `.digit`.
  public static func contains(_ range: OperandRange, _ content: CharacterClass) -> ConditionOn {
    word(.contains, [range.phrase, content.phrase])
  }

  /// The text contains the value of `operand`.
  ///
  /// - Parameter operand: an operand with a text, such as `.field("name")`.
  public static func contains(valueOf operand: Operand) -> ConditionOn {
    let content = operand.phrase
    // A name in parentheses is never parsed as a character class.
    let isClass = Checker.classNames.contains { $0.0 == content.text }
    return word(.contains, [isClass ? .list([content]) : content])
  }

  /// Every character belongs to one of `contents`.
  ///
  /// - Parameter contents: classes such as `.digit`, and texts whose characters are allowed; at least one.
  public static func only(_ contents: CharacterClass...) -> ConditionOn {
    word(.only, contents.map { $0.phrase })
  }

  /// The whole text matches `pattern`.
  ///
  /// - Parameters:
  ///   - pattern: a pattern as in a form, but without the slashes, such as `\d{3}-\d{4}`.
  ///   - ignoringCase: whether matching ignores case.
  public static func matches(_ pattern: String, ignoringCase: Bool = false) -> ConditionOn {
    word(.matches, [Phrase(Spelling.pattern(pattern, ignoringCase: ignoringCase))])
  }

  /// The text has the format of `picture`: `@` matches a letter, `#` a digit, `?` either, and any other character
  /// itself.
  ///
  /// - Parameter picture: a picture such as `@@-####`. The text must have the same number of characters.
  public static func like(_ picture: String) -> ConditionOn {
    word(.like, [Operand(picture).phrase])
  }

  /// The text can be parsed as a date in one of `formats`.
  ///
  /// - Parameter formats: date formats such as `dd/MM/yyyy`; omit them for ISO 8601.
  public static func date(_ formats: MomentFormat...) -> ConditionOn { word(.date, in: formats) }

  /// The text can be parsed as a time of day in one of `formats`.
  ///
  /// - Parameter formats: formats such as `h:mm a`; omit them for ISO 8601.
  public static func time(_ formats: MomentFormat...) -> ConditionOn { word(.time, in: formats) }

  /// The text can be parsed as a date and time in one of `formats`.
  ///
  /// - Parameter formats: formats such as `dd.MM.yyyy HH:mm`; omit them for ISO 8601.
  public static func dateTime(_ formats: MomentFormat...) -> ConditionOn {
    word(.dateTime, in: formats)
  }

  /// The text can be parsed as an instant in one of `formats`.
  ///
  /// - Parameter formats: formats such as `dd.MM.yyyy HH:mm X`; omit them for ISO 8601.
  public static func instant(_ formats: MomentFormat...) -> ConditionOn {
    word(.instant, in: formats)
  }

  private static func word(_ word: Predicate, in formats: [MomentFormat]) -> ConditionOn {
    self.word(word, formats.isEmpty ? nil : formats.map { $0.phrase })
  }

  /// The text is a UUID (RFC 9562) of the given version.
  ///
  /// - Parameter version: the version of the UUID, from 1 to 8.
  public static func uuid(version: Int) -> ConditionOn { word(.uuid, [Operand(version).phrase]) }
}

extension ConditionOn where Subject: ListSubject {
  /// No two records of the list have the same value in `field`.
  ///
  /// - Parameter field: the name of a field of the list's records.
  public static func distinct(by field: String) -> ConditionOn {
    word(.distinct, [Phrase("by: " + Spelling.operand(field))])
  }
}

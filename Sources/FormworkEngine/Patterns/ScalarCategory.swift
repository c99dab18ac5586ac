internal import FormworkSyntax

/// The general categories of Unicode with the names they go by in `\p{…}`, as the standard library
/// knows them.
struct ScalarCategory: Sendable {
  let names: [String]
  let set: ScalarSet

  static let all = rows.map { row in
    ScalarCategory(
      names: row.names.words, set: ScalarSet(row.codes.words.flatMap { ranges[$0] ?? [] }))
  }

  /// The names, short and long, and which categories they stand for.
  private static let rows: [(names: StaticString, codes: StaticString)] = [
    ("L Letter", "Lu Ll Lt Lm Lo"),
    ("LC Cased_Letter", "Lu Ll Lt"),
    ("Lu Uppercase_Letter", "Lu"),
    ("Ll Lowercase_Letter", "Ll"),
    ("Lt Titlecase_Letter", "Lt"),
    ("Lm Modifier_Letter", "Lm"),
    ("Lo Other_Letter", "Lo"),
    ("M Mark Combining_Mark", "Mn Mc Me"),
    ("Mn Nonspacing_Mark", "Mn"),
    ("Mc Spacing_Mark", "Mc"),
    ("Me Enclosing_Mark", "Me"),
    ("N Number", "Nd Nl No"),
    ("Nd Decimal_Number Digit", "Nd"),
    ("Nl Letter_Number", "Nl"),
    ("No Other_Number", "No"),
    ("P Punctuation Punct", "Pc Pd Ps Pe Pi Pf Po"),
    ("Pc Connector_Punctuation", "Pc"),
    ("Pd Dash_Punctuation", "Pd"),
    ("Ps Open_Punctuation", "Ps"),
    ("Pe Close_Punctuation", "Pe"),
    ("Pi Initial_Punctuation", "Pi"),
    ("Pf Final_Punctuation", "Pf"),
    ("Po Other_Punctuation", "Po"),
    ("S Symbol", "Sm Sc Sk So"),
    ("Sm Math_Symbol", "Sm"),
    ("Sc Currency_Symbol", "Sc"),
    ("Sk Modifier_Symbol", "Sk"),
    ("So Other_Symbol", "So"),
    ("Z Separator", "Zs Zl Zp"),
    ("Zs Space_Separator", "Zs"),
    ("Zl Line_Separator", "Zl"),
    ("Zp Paragraph_Separator", "Zp"),
    ("C Other", "Cc Cf Co Cn"),
    ("Cc Control Cntrl", "Cc"),
    ("Cf Format", "Cf"),
    ("Co Private_Use", "Co"),
    ("Cn Unassigned", "Cn"),
  ]

  /// The short name of a category.
  private static func code(_ category: Unicode.GeneralCategory) -> String {
    switch category {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .surrogate: "Cs"
    case .format: "Cf"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: ""
    }
  }

  /// The stretches of the code space that are of each category, by its short name. They are made once in the life of
  /// the process, as are the sets.
  private static let ranges: OrderedDictionary<String, [ClosedRange<UInt32>]> = {
    var ranges: OrderedDictionary<String, [ClosedRange<UInt32>]> = [:]
    func add(_ first: UInt32, _ last: UInt32) {
      guard let scalar = Unicode.Scalar(first) else { return }
      ranges[code(scalar.properties.generalCategory), default: []].append(first...last)
    }
    for stretch in ScalarPlanes.mixed {
      var first = stretch.lowerBound
      var category: Unicode.GeneralCategory?
      for value in stretch {
        let next = Unicode.Scalar(value)?.properties.generalCategory
        if next == category { continue }
        if value > first { add(first, value - 1) }
        (first, category) = (value, next)
      }
      add(first, stretch.upperBound)
    }
    for stretch in ScalarPlanes.alike { add(stretch.lowerBound, stretch.upperBound) }
    return ranges
  }()
}

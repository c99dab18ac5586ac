internal import FormworkSyntax

/// The general categories of Unicode with their names in `\p{…}`, from the standard library's data.
struct ScalarCategory: Sendable {
  let names: [String]
  let set: ScalarSet

  static let all = rows.map { row in
    let names = row.words
    let parts = ranges.filter { code, _ in
      names[0] == "LC" ? ["Lu", "Ll", "Lt"].contains(code) : code.hasPrefix(names[0])
    }
    return ScalarCategory(names: names, set: ScalarSet(parts.flatMap { $0.value }))
  }

  /// The short and long names. A category includes all categories whose short names begin with its short name. The
  /// exception is `LC`, which consists of the cased letters.
  private static let rows: [StaticString] = [
    "L Letter",
    "LC Cased_Letter",
    "Lu Uppercase_Letter",
    "Ll Lowercase_Letter",
    "Lt Titlecase_Letter",
    "Lm Modifier_Letter",
    "Lo Other_Letter",
    "M Mark Combining_Mark",
    "Mn Nonspacing_Mark",
    "Mc Spacing_Mark",
    "Me Enclosing_Mark",
    "N Number",
    "Nd Decimal_Number Digit",
    "Nl Letter_Number",
    "No Other_Number",
    "P Punctuation Punct",
    "Pc Connector_Punctuation",
    "Pd Dash_Punctuation",
    "Ps Open_Punctuation",
    "Pe Close_Punctuation",
    "Pi Initial_Punctuation",
    "Pf Final_Punctuation",
    "Po Other_Punctuation",
    "S Symbol",
    "Sm Math_Symbol",
    "Sc Currency_Symbol",
    "Sk Modifier_Symbol",
    "So Other_Symbol",
    "Z Separator",
    "Zs Space_Separator",
    "Zl Line_Separator",
    "Zp Paragraph_Separator",
    "C Other",
    "Cc Control Cntrl",
    "Cf Format",
    "Co Private_Use",
    "Cn Unassigned",
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

  /// The ranges of each category, keyed by its short name. They are computed once per process.
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

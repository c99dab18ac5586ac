internal import FormworkSyntax

/// The general categories of Unicode with the names they go by in `\p{…}`, as the standard library
/// knows them.
struct ScalarCategory: Sendable {
  let names: [String]
  let set: ScalarSet

  private init(_ names: [String], _ categories: Unicode.GeneralCategory...) {
    self.names = names
    set = ScalarSet(categories.flatMap { ScalarCategory.ranges[$0] ?? [] })
  }

  static let all: [ScalarCategory] = [
    ScalarCategory(
      ["L", "Letter"], .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
      .otherLetter),
    ScalarCategory(["LC", "Cased_Letter"], .uppercaseLetter, .lowercaseLetter, .titlecaseLetter),
    ScalarCategory(["Lu", "Uppercase_Letter"], .uppercaseLetter),
    ScalarCategory(["Ll", "Lowercase_Letter"], .lowercaseLetter),
    ScalarCategory(["Lt", "Titlecase_Letter"], .titlecaseLetter),
    ScalarCategory(["Lm", "Modifier_Letter"], .modifierLetter),
    ScalarCategory(["Lo", "Other_Letter"], .otherLetter),
    ScalarCategory(["M", "Mark", "Combining_Mark"], .nonspacingMark, .spacingMark, .enclosingMark),
    ScalarCategory(["Mn", "Nonspacing_Mark"], .nonspacingMark),
    ScalarCategory(["Mc", "Spacing_Mark"], .spacingMark),
    ScalarCategory(["Me", "Enclosing_Mark"], .enclosingMark),
    ScalarCategory(["N", "Number"], .decimalNumber, .letterNumber, .otherNumber),
    ScalarCategory(["Nd", "Decimal_Number", "Digit"], .decimalNumber),
    ScalarCategory(["Nl", "Letter_Number"], .letterNumber),
    ScalarCategory(["No", "Other_Number"], .otherNumber),
    ScalarCategory(
      ["P", "Punctuation", "Punct"], .connectorPunctuation, .dashPunctuation, .openPunctuation,
      .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation),
    ScalarCategory(["Pc", "Connector_Punctuation"], .connectorPunctuation),
    ScalarCategory(["Pd", "Dash_Punctuation"], .dashPunctuation),
    ScalarCategory(["Ps", "Open_Punctuation"], .openPunctuation),
    ScalarCategory(["Pe", "Close_Punctuation"], .closePunctuation),
    ScalarCategory(["Pi", "Initial_Punctuation"], .initialPunctuation),
    ScalarCategory(["Pf", "Final_Punctuation"], .finalPunctuation),
    ScalarCategory(["Po", "Other_Punctuation"], .otherPunctuation),
    ScalarCategory(
      ["S", "Symbol"], .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol),
    ScalarCategory(["Sm", "Math_Symbol"], .mathSymbol),
    ScalarCategory(["Sc", "Currency_Symbol"], .currencySymbol),
    ScalarCategory(["Sk", "Modifier_Symbol"], .modifierSymbol),
    ScalarCategory(["So", "Other_Symbol"], .otherSymbol),
    ScalarCategory(
      ["Z", "Separator"], .spaceSeparator, .lineSeparator, .paragraphSeparator),
    ScalarCategory(["Zs", "Space_Separator"], .spaceSeparator),
    ScalarCategory(["Zl", "Line_Separator"], .lineSeparator),
    ScalarCategory(["Zp", "Paragraph_Separator"], .paragraphSeparator),
    ScalarCategory(["C", "Other"], .control, .format, .privateUse, .unassigned),
    ScalarCategory(["Cc", "Control", "Cntrl"], .control),
    ScalarCategory(["Cf", "Format"], .format),
    ScalarCategory(["Co", "Private_Use"], .privateUse),
    ScalarCategory(["Cn", "Unassigned"], .unassigned),
  ]

  /// The stretches of the code space that are of each category, made once in the life of the process, as are
  /// the sets.
  private static let ranges: OrderedDictionary<Unicode.GeneralCategory, [ClosedRange<UInt32>]> = {
    var ranges: OrderedDictionary<Unicode.GeneralCategory, [ClosedRange<UInt32>]> = [:]
    func add(_ first: UInt32, _ last: UInt32) {
      guard let scalar = Unicode.Scalar(first) else { return }
      ranges[scalar.properties.generalCategory, default: []].append(first...last)
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

/// The general categories of Unicode with the names they go by in `\p{…}`, as the standard library
/// knows them.
struct ScalarCategory: Sendable {
  let names: [String]
  let categories: [Unicode.GeneralCategory]

  var set: ScalarSet {
    ScalarSet(ScalarCategory.runs.filter { categories.contains($0.category) }.map { $0.range })
  }

  private init(_ names: [String], _ categories: Unicode.GeneralCategory...) {
    self.names = names
    self.categories = categories
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

  private struct Run: Sendable {
    var range: ClosedRange<UInt32>
    let category: Unicode.GeneralCategory
  }

  /// The whole code space in stretches of one category, made once in the life of the process.
  private static let runs: [Run] = {
    var runs: [Run] = []
    for stretch in ScalarPlanes.mixed {
      for value in stretch {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let category = scalar.properties.generalCategory
        if let last = runs.last, last.category == category, last.range.upperBound + 1 == value {
          runs[runs.count - 1].range = last.range.lowerBound...value
        } else {
          runs.append(Run(range: value...value, category: category))
        }
      }
    }
    for stretch in ScalarPlanes.alike {
      guard let scalar = Unicode.Scalar(stretch.lowerBound) else { continue }
      runs.append(Run(range: stretch, category: scalar.properties.generalCategory))
    }
    return runs
  }()
}

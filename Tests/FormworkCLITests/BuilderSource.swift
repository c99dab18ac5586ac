// The Swift builder's rule words, functions and clauses, generated from the tables of the language.

import FormworkEngine
import FormworkSyntax
import Foundation

/// Library sources generated from the tables of rule words, functions and clauses.
enum BuilderSource {
  private static let notice = """
    // Written by BuilderWordsTests from the tables of the language, with FORMWORK_RECORD=1.
    // swift-format-ignore-file


    """

  /// The rule words whose parameters have the same notation, by what they are about.
  static let words =
    notice + "internal import FormworkEngine\n\n"
    + subjects.map { subject, name in
      let words = PredicateEntry.table.filter { $0.subject == subject }
      let constraint = name.map { " where Subject: \($0)" } ?? ""
      return "extension ConditionOn\(constraint) {\n"
        + words.flatMap { declarations(of: $0) }.joined(separator: "\n") + "}\n"
    }.joined(separator: "\n")

  /// The protocol of each subject.
  static let subjects: [(PredicateEntry.Subject, String?)] = [
    (.any, nil), (.text, "TextSubject"), (.textOrList, "CountedSubject"), (.list, "ListSubject"),
    (.number, "NumberSubject"), (.numberOrMoment, "OrderedSubject"), (.moment, "MomentSubject"),
    (.day, "DaySubject"), (.date, "DateSubject"),
  ]

  /// The functions whose arguments are operands or ranges.
  static let functions =
    notice + "internal import FormworkEngine\n\nextension Operand {\n"
    + FormworkEngine.Function.allCases.compactMap { declaration(of: $0) }.joined(separator: "\n")
    + "}\n"

  /// The clauses that consist of a word, or of a word and a text.
  static let clauses =
    notice + "internal import FormworkSyntax\n\nextension Field {\n"
    + Keyword.allCases.compactMap { declaration(of: $0) }.joined(separator: "\n") + "}\n"

  /// Returns the declaration of a clause, or nil if it has other arguments.
  private static func declaration(of word: Keyword) -> String? {
    guard let clause = word.clause, ![.required, .without, .warning].contains(word) else {
      return nil
    }
    let lead = "  /// Returns the field with the clause `\(word)`. \(clause.meaning)\n"
    switch clause.subject {
    case .presence, .cleaning, .secrecy:
      return lead + "  public func \(word)() -> Field { adding(.\(word)) }\n"
    case .text:
      return lead + """
          ///
          /// - Parameter text: the text in the language of the form, with any translations.
          public func \(word)(_ text: FormText) -> Field { adding(.\(word), text) }

        """
    case .source, .rule: return nil
    }
  }

  /// Returns the declarations of a rule word. Empty if its parameters have a notation of their own.
  static func declarations(of entry: PredicateEntry) -> [String] {
    let word = "\(entry.predicate)"
    func property(_ name: String, _ arguments: String = "") -> String {
      """
        /// \(entry.summary)
        public static var \(name): ConditionOn { word(.\(word)\(arguments)) }

      """
    }
    func function(_ name: String, _ type: String, _ meaning: String) -> String {
      """
        /// \(entry.summary)
        ///
        /// - Parameter \(name): \(meaning)
        public static func \(word)(_ \(name): \(type)) -> ConditionOn {
          word(.\(word), [\(name).phrase])
        }

      """
    }
    switch entry.parameters {
    case .none, .momentFormats, .by, .version: return [property(word)]
    case .anyScript:
      return [property(word), property(word + "OfAnyScript", ", [Phrase(\"any\")]")]
    case .counts, .numbers, .ownRange:
      let range = entry.usage.dropFirst(entry.name.count + 1).dropLast()
      return [function("range", "OperandRange", "the allowed range, such as `\(range)`.")]
    case .text, .number, .moment:
      return [function("operand", "Operand", "a value, or a field that has it.")]
    case .values, .content, .contents, .pattern, .picture, .fields: return []
    }
  }

  /// Returns the declaration of a function as in its first usage. Returns nil if the checker has special code for its
  /// arguments, or if a word may follow them.
  static func declaration(of function: FormworkEngine.Function) -> String? {
    let row = function.row
    guard !row.parameters.isEmpty, row.words.isEmpty else { return nil }
    let names = row.usages[0].dropFirst(row.name.count + 1).dropLast().lowercased()
      .components(separatedBy: ", ")
    var (documents, parameters, single): ([String], [String], [String]) = ([], [], [])
    var repeated = ""
    for (name, parameter) in zip(names, row.parameters) {
      let isRepeated = row.isRepeated && documents.count + 1 == row.parameters.count
      documents.append("  ///   - \(name): \(meaning(of: parameter))\n")
      let type = parameter == .places ? "OperandRange" : isRepeated ? "Operand..." : "Operand"
      parameters.append("_ \(name): \(type)")
      if isRepeated {
        repeated = "\(name).map { $0.phrase }"
      } else {
        single.append("\(name).phrase")
      }
    }
    let arguments = [single.isEmpty ? "" : "[\(single.joined(separator: ", "))]", repeated]
    return """
        /// Returns \(row.gives.replacing("*R*", with: "`r`")).
        ///
        /// - Parameters:
      \(documents.joined())  public static func \(row.name)(\(parameters.joined(separator: ", "))) -> Operand {
          call(.\(row.name), \(arguments.filter { !$0.isEmpty }.joined(separator: " + ")))
        }

      """
  }

  private static func meaning(of parameter: FormworkEngine.Function.Parameter) -> String {
    switch parameter {
    case .number: "a number."
    case .magnitude: "a number or a duration."
    case .text: "a text, such as `.value`."
    case .day: "a date, a date and time, or an instant, which is in UTC."
    case .clock: "a time, a date and time, or an instant, which is in UTC."
    case .places: "positions from 1, such as `1...4` for the first four characters."
    case .writable: "a text, a number, a date or a time."
    }
  }
}

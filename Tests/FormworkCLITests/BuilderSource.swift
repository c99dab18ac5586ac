// The Swift builder's rule words and functions, generated from the engine's tables.

import FormworkEngine
import Foundation

/// Library sources generated from the tables of rule words and functions.
enum BuilderSource {
  private static let notice = """
    // Written by BuilderWordsTests from the tables of FormworkEngine, with FORMWORK_RECORD=1.
    // swift-format-ignore-file

    internal import FormworkEngine


    """

  /// The rule words whose parameters have the same notation.
  static let words =
    notice + "extension Condition {\n"
    + PredicateEntry.table.flatMap { declarations(of: $0) }.joined(separator: "\n") + "}\n"

  /// The functions whose arguments are operands or ranges.
  static let functions =
    notice + "extension Operand {\n"
    + FormworkEngine.Function.allCases.compactMap { declaration(of: $0) }.joined(separator: "\n")
    + "}\n"

  /// Returns the declarations of a rule word. Empty if its parameters have a notation of their own.
  static func declarations(of entry: PredicateEntry) -> [String] {
    let word = "\(entry.predicate)"
    func property(_ name: String, _ arguments: String = "") -> String {
      """
        /// \(entry.summary)
        public static var \(name): Condition { word(.\(word)\(arguments)) }

      """
    }
    func function(_ name: String, _ type: String, _ meaning: String) -> String {
      """
        /// \(entry.summary)
        ///
        /// - Parameter \(name): \(meaning)
        public static func \(word)(_ \(name): \(type)) -> Condition {
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

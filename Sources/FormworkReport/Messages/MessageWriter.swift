// The texts of one form in one language, including the built-in ones.

package import FormworkEngine
internal import FormworkSyntax

/// The position of a record, for messages about it.
package struct RecordPlace: Sendable {
  /// The number of the record in its file, from 1.
  package var record: Int
  /// The line where the record begins, from 1.
  package var line: Int

  package init(record: Int, line: Int) {
    self.record = record
    self.line = line
  }

  /// The place for problems that concern all records. It has no line.
  package static let ofAllRecords = RecordPlace(record: 0, line: 0)
}

/// Writes the messages of problems in one language. This is a class, because copying a program would retain each of its
/// references.
package final class MessageWriter: Sendable {
  package let program: Program
  /// The language code, with or without a region after `-`.
  package let language: String
  /// The built-in texts in `language`. If the language has no built-in texts, those in the form's own language, or else
  /// in English.
  package let builtIn: BuiltInLanguage

  /// The encoding of the data.
  private let encoding: String

  /// - Parameters:
  ///   - language: the requested language, also in POSIX notation: `pt_BR.UTF-8`. Nil for the form's own.
  ///   - encoding: the encoding of the data.
  package init(_ program: Program, language: String? = nil, encoding: String = DataLayout.utf8) {
    self.program = program
    self.encoding = encoding
    let asked = language?.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
    let language = asked.map { String($0) } ?? program.language
    self.language = language
    let known = BuiltInLanguage(code: language) ?? BuiltInLanguage(code: program.language)
    builtIn = known ?? .english
  }

  /// Returns the words about a record that can't be read.
  package func words(of malformed: MalformedRecord, in record: TextBytes) -> ProblemWords {
    ProblemWords(malformed, in: record, of: program, encoding: encoding)
  }

  /// Returns one of the form's texts. The text must not have placeholders.
  package func plainText(_ number: Int32) -> String {
    var text = ""
    for case .literal(let literal) in program.template(number, for: language).parts {
      text += literal
    }
    return text
  }

  /// Returns the label of a list of other data, or its name in readable form.
  package func label(ofList name: String, _ label: Int32) -> String {
    label < 0 ? MessageWriter.readable(name) : plainText(label)
  }

  /// Returns the label of a field, or its name in readable form.
  package func label(ofField number: Int32) -> String {
    switch program.label(ofField: number) {
    case .text(let text): plainText(text)
    case .name(let name): MessageWriter.readable(name)
    }
  }

  /// Returns the label of a problem's field, followed by the name of its column if the two differ. Returns nil for a
  /// problem without a field.
  func column(of problem: Problem, _ evaluator: Evaluator) -> String? {
    guard problem.field >= 0, problem.kind != .unknownKey else { return nil }
    let column = evaluator.key(of: problem)
    let label: String
    switch program.label(ofField: problem.field) {
    case .text(let text): label = plainText(text)
    // A list's columns may have other names than the list, so both names are shown.
    case .name(let name):
      guard program.isList(field: problem.field) else { return column }
      label = name
    }
    let isSame = label == column || label == MessageWriter.readable(column)
    return isSame ? label : "\(label) (\(column))"
  }

  /// Returns the label for a record as a whole, or for all records.
  func label(ofAllRecords: Bool) -> String {
    if program.title >= 0 { return plainText(program.title) }
    return builtIn.phrase(ofAllRecords ? .theData : .theRecord)
  }

  /// Returns the label of a choice, or the choice itself if it has none.
  package func label(of place: Int, in choices: ChoiceList) -> String {
    choices.labels[place] >= 0 ? plainText(choices.labels[place]) : choices.values[place]
  }

  /// Returns the labels of the first choices, or the choices themselves if they have none.
  package func labels(_ choices: ChoiceList, first limit: Int = .max) -> [String] {
    choices.values.indices.prefix(limit).map { label(of: $0, in: choices) }
  }
}

// MARK: - Whether messages are constant

extension MessageWriter {
  /// The maximum number of listed values in a problem's parameters and in a placeholder. Ten thousand values in every
  /// problem would be more output than there is data.
  static let listedValues = 100

  /// Whether the texts of a problem depend only on its kind, rule, failed part and field. The texts are its path,
  /// message, title and parameters, except the actual value. False if uncertain.
  func isFixed(_ problem: Problem, _ evaluator: Evaluator) -> Bool {
    guard evaluator.isPlain(problem) else { return false }
    let texts = [evaluator.message(of: problem), evaluator.title(of: problem)]
    let areLimitsFixed = evaluator.limitsAreFixed(problem)
    return texts.allSatisfy { text in
      text.map { isFixed(program.template($0, for: language).parts, areLimitsFixed) } ?? true
    }
  }

  private func isFixed(_ parts: [Template.Part], _ areLimitsFixed: Bool) -> Bool {
    func isFixed(_ placeholder: Template.Placeholder) -> Bool {
      switch placeholder {
      case .label: true
      case .minimum, .maximum: areLimitsFixed
      case .value, .actual, .count, .choices, .column, .record, .line, .first, .expected, .operand:
        false
      }
    }
    return parts.allSatisfy { part in
      switch part {
      case .literal: true
      case .placeholder(let placeholder): isFixed(placeholder)
      case .plural(let placeholder, let one, let other):
        isFixed(placeholder) && self.isFixed(one + other, areLimitsFixed)
      }
    }
  }
}

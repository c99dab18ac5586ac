// The words of one form in one language: its texts, and the built-in words.

package import FormworkEngine
internal import FormworkSyntax

/// Where a record is, for the words about it.
package struct RecordPlace: Sendable {
  /// The number of the record in its file, from 1.
  package var record: Int
  /// The line it begins on, from 1.
  package var line: Int

  package init(record: Int, line: Int) {
    self.record = record
    self.line = line
  }

  /// The place of a problem of all records, which is on no line.
  package static let ofAllRecords = RecordPlace(record: 0, line: 0)
}

/// Words problems in one language. A class, because a copy of a program counts all of its references.
package final class MessageWriter: Sendable {
  package let program: Program
  /// Its code, with a region behind `-` or without.
  package let language: String
  /// The built-in words: of a language that has none, those of the form's own, else the English ones.
  let builtIn: BuiltInLanguage

  /// The encoding of the data.
  private let encoding: String

  /// - Parameters:
  ///   - language: the language asked for, also as POSIX writes it: `pt_BR.UTF-8`; nil for the form's own.
  ///   - encoding: that of the data.
  package init(_ program: Program, language: String? = nil, encoding: String = DataLayout.utf8) {
    self.program = program
    self.encoding = encoding
    let asked = language?.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
    let language = asked.map { String($0) } ?? program.language
    self.language = language
    let known = BuiltInLanguage(code: language) ?? BuiltInLanguage(code: program.language)
    builtIn = known ?? .english
  }

  /// What is said about a record that cannot be read.
  package func words(of malformed: MalformedRecord, in record: TextBytes) -> ProblemWords {
    ProblemWords(malformed, in: record, of: program, encoding: encoding)
  }

  /// A text of the form without placeholders.
  package func plainText(_ number: Int32) -> String {
    var text = ""
    for case .literal(let literal) in program.template(number, for: language).parts {
      text += literal
    }
    return text
  }

  /// What a field is called: its label, or its name made readable.
  package func label(ofField number: Int32) -> String {
    switch program.label(ofField: number) {
    case .text(let text): plainText(text)
    case .name(let name): MessageWriter.readable(name)
    }
  }

  /// The label of a problem's field with the name of its column, where these differ; nil without a field.
  func column(of problem: Problem, _ evaluator: Evaluator) -> String? {
    guard problem.field >= 0, problem.kind != .unknownKey else { return nil }
    let column = evaluator.key(of: problem)
    let label: String
    switch program.label(ofField: problem.field) {
    case .text(let text): label = plainText(text)
    // The columns of a list have names of their own.
    case .name(let name):
      guard program.isList(field: problem.field) else { return column }
      label = name
    }
    let isSame = label == column || label == MessageWriter.readable(column)
    return isSame ? label : "\(label) (\(column))"
  }

  /// What the record as a whole is called.
  var recordLabel: String {
    program.title >= 0 ? plainText(program.title) : builtIn.phrase(.theRecord)
  }

  /// The label of a choice, or the choice where it has none.
  package func label(of place: Int, in choices: ChoiceList) -> String {
    choices.labels[place] >= 0 ? plainText(choices.labels[place]) : choices.values[place]
  }

  /// The labels of the first choices, or the choices where they have none.
  package func labels(_ choices: ChoiceList, first limit: Int = .max) -> [String] {
    choices.values.indices.prefix(limit).map { label(of: $0, in: choices) }
  }
}

// MARK: - Whether words are always the same

extension MessageWriter {
  /// The most listed values that a problem has among its parameters, and that a placeholder shows: a list of
  /// ten thousand in every problem would make more output than there is data.
  static let listedValues = 100

  /// Whether path, message and title of a problem, and its parameters but the actual value, depend on
  /// nothing but its kind, its rule, the part that failed and its field. False where that is not sure.
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

// Makes the words of a problem: fills in the placeholders of the author's message, or where the author
// wrote none takes the built-in one.

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
}

/// Words problems in one language. A class, because a copy of a program counts all of its references.
package final class MessageWriter: Sendable {
  package let program: Program
  /// Its code, with a region behind `-` or without.
  package let language: String
  /// The built-in words: of a language that has none, those of the form's own, else the English ones.
  let builtIn: LanguageWords

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
    builtIn = (known ?? .english).words
  }

  /// The message of a problem of the record that `evaluator` holds.
  ///
  /// - Parameter facts: those of the problem, if they are known already.
  package func message(
    of problem: Problem, _ evaluator: Evaluator, at place: RecordPlace, _ facts: ProblemFacts? = nil
  ) -> String {
    let words = Words(writer: self, problem: problem, evaluator: evaluator, place: place)
    if let text = evaluator.message(of: problem) { return words.fill(text) }
    let facts = facts ?? evaluator.facts(of: problem, listing: MessageWriter.listedValues)
    return builtIn.message(facts, label: words.label, self)
  }

  /// The title of a problem, if the author gave its rule or its field one.
  package func title(
    of problem: Problem, _ evaluator: Evaluator, at place: RecordPlace
  ) -> String? {
    let words = Words(writer: self, problem: problem, evaluator: evaluator, place: place)
    return evaluator.title(of: problem).map { words.fill($0) }
  }

  /// The message about a record that cannot be read.
  func message(of malformed: MalformedRecord, in record: TextBytes) -> String {
    if let own = program.ownWords(for: .malformed) { return plainText(own) }
    let name = malformed.reason == .badText ? encoding : malformed.repeatedKey(in: record)
    return builtIn.unreadable(malformed.reason, name: name)
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

  /// What the record as a whole is called.
  fileprivate var recordLabel: String {
    program.title >= 0 ? plainText(program.title) : builtIn.phrase(.theRecord)
  }

  /// The labels of choices, or the choices where they have none.
  func labels(_ choices: ChoiceList) -> [String] {
    choices.values.indices.map { index in
      choices.labels[index] >= 0 ? plainText(choices.labels[index]) : choices.values[index]
    }
  }
}

// MARK: - Whether words are always the same

extension MessageWriter {
  /// The most listed values that a problem has among its parameters: a list of ten thousand in every problem
  /// would make more output than there is data.
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

// MARK: - Placeholders

/// The author's words for one problem.
private struct Words {
  let writer: MessageWriter
  let problem: Problem
  let evaluator: Evaluator
  let place: RecordPlace

  func fill(_ text: Int32) -> String {
    let template = writer.program.template(text, for: writer.language)
    return template.plain ?? fill(template.parts)
  }

  private func fill(_ parts: [Template.Part]) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .placeholder(let placeholder): text += shown(placeholder)
      case .plural(let placeholder, let one, let other):
        text += fill(shown(placeholder) == "1" ? one : other)
      }
    }
    return text
  }

  var label: String {
    if problem.kind == .unknownKey { return evaluator.shownInput(of: problem).text }
    return writer.program.field(of: problem).map { writer.label(ofField: $0) } ?? writer.recordLabel
  }

  private func shown(_ placeholder: Template.Placeholder) -> String {
    switch placeholder {
    case .label: label
    // A blank value shows nothing, also where it is `null` or white space.
    case .value: problem.kind == .required ? "" : evaluator.shownValue(of: problem).text
    case .minimum: evaluator.shownLimits(of: problem).minimum?.text ?? ""
    case .maximum: evaluator.shownLimits(of: problem).maximum?.text ?? ""
    case .actual: evaluator.shownActual(of: problem).text
    case .count: evaluator.shownCount(of: problem)?.text ?? ""
    case .choices: writer.builtIn.joined(choices)
    case .column: evaluator.key(of: problem)
    case .expected: expected
    case .record: String(evaluator.firstHolder(of: problem)?.record ?? place.record)
    case .line: String(evaluator.firstHolder(of: problem)?.line ?? place.line)
    case .first: evaluator.firstHolder(of: problem).map { writer.builtIn.name($0) } ?? ""
    case .operand(let operand, let isSecret):
      isSecret ? ShownValue.mask : evaluator.shown(operand, for: problem).text
    }
  }

  /// What the type of the field wants: of a choice, what can be chosen.
  private var expected: String {
    let type = evaluator.expectedType(problem)
    return type.kind == .choice ? writer.builtIn.joined(choices) : writer.builtIn.expected(type)
  }

  private var choices: [String] {
    if problem.field >= 0, let choices = writer.program.choices(ofField: problem.field) {
      return writer.labels(choices)
    }
    return evaluator.listedValues(of: problem)?.named ?? []
  }
}

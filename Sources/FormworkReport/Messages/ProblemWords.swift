// The words of a problem, independent of the language: the indices of the form's texts, and the values of their
// placeholders. The words outlive the record, so that a message is written only when it is requested, in the language
// of its reader.

package import FormworkEngine
internal import FormworkSyntax

/// The words of a problem.
package struct ProblemWords: Sendable {
  /// The content of the built-in message.
  private enum BuiltIn {
    case facts(ProblemFacts)
    /// The reason why a record can't be read. `name` is the duplicate key or the encoding.
    case unreadable(MalformedRecord.Reason, name: String?)
  }

  /// The value of a placeholder: a text, or data whose text depends on the language.
  private enum Shown {
    case text(String)
    /// The label of the field or of the record.
    case label
    /// The label of a choice, a text of the form.
    case choice(label: Int32)
    /// The first items of a list.
    case items([Shown], count: Int)
    case choices(ChoiceList)
    case values(FailedRule.Choices)
    case expected(ExpectedType)
    case holder(DataSetHit)
  }

  /// The field whose label is shown, or -1 for the whole record.
  private var field: Int32 = -1
  /// Whether the problem concerns all records.
  private var isOfData = false
  /// The key, if no field uses it.
  private var key: String?
  private var message: Int32?
  private var title: Int32?
  private let builtIn: BuiltIn
  private var shown: OrderedDictionary<Template.Placeholder, Shown> = [:]

  /// - Parameter facts: the facts of the problem. They must outlive the record if the words do.
  package init(
    _ problem: Problem, _ evaluator: Evaluator, at place: RecordPlace, _ facts: ProblemFacts
  ) {
    field = evaluator.program.field(of: problem) ?? -1
    isOfData = problem.kind == .ofData
    if problem.kind == .unknownKey { key = evaluator.shownInput(of: problem).text }
    message = evaluator.message(of: problem)
    title = evaluator.title(of: problem)
    builtIn = .facts(facts)
    for text in [message, title] {
      for placeholder in text.map({ evaluator.program.placeholders(ofText: $0) }) ?? [] {
        shown[placeholder] = ProblemWords.shown(placeholder, problem, evaluator, place)
      }
    }
  }

  /// Creates the words about a record that can't be read.
  ///
  /// - Parameter encoding: the encoding of the data.
  package init(
    _ malformed: MalformedRecord, in record: TextBytes, of program: Program, encoding: String
  ) {
    message = program.ownWords(for: .malformed)
    let name = malformed.reason == .badText ? encoding : malformed.repeatedKey(in: record)
    let isSecret = malformed.reason == .duplicateKey && program.hasSecretKeys
    builtIn = .unreadable(malformed.reason, name: isSecret ? ShownValue.mask : name)
  }

  private static func shown(
    _ placeholder: Template.Placeholder, _ problem: Problem, _ evaluator: Evaluator,
    _ place: RecordPlace
  ) -> Shown {
    switch placeholder {
    case .label: .label
    // A blank value shows nothing, even if it is `null` or white space.
    case .value:
      problem.kind == .required ? .text("") : shown(evaluator.shownValue(of: problem), evaluator)
    case .minimum: .text(evaluator.shownLimits(of: problem).low?.text ?? "")
    case .maximum: .text(evaluator.shownLimits(of: problem).high?.text ?? "")
    case .actual: shown(evaluator.shownActual(of: problem), evaluator)
    case .count: .text(evaluator.shownCount(of: problem)?.text ?? "")
    case .choices: choices(problem, evaluator)
    case .column: .text(evaluator.key(of: problem))
    case .expected: expected(problem, evaluator)
    case .record: number(evaluator.firstHolder(of: problem)?.record ?? place.record)
    case .line: number(evaluator.firstHolder(of: problem)?.line ?? place.line)
    case .first: evaluator.firstHolder(of: problem).map { .holder($0) } ?? .text("")
    case .operand(let operand, let isSecret):
      shown(isSecret ? .secret : evaluator.shown(operand, for: problem), evaluator)
    }
  }

  /// Returns the number of a record or line, or an empty text for a problem that concerns all records.
  private static func number(_ number: Int) -> Shown { .text(number == 0 ? "" : String(number)) }

  /// Returns a value. For a list, returns its first items and their number.
  private static func shown(_ value: ShownValue, _ evaluator: Evaluator) -> Shown {
    let items = value.open.flatMap {
      evaluator.listedItems(of: $0, listing: MessageWriter.listedValues)
    }
    guard let items else { return shown(value) }
    return .items(items.first.map { shown($0) }, count: items.count)
  }

  private static func shown(_ value: ShownValue) -> Shown {
    if case .value(_, _, let label) = value, label >= 0 {
      .choice(label: label)
    } else {
      .text(value.text)
    }
  }

  /// Returns the expected type of the field. For a choice, returns the choices.
  private static func expected(_ problem: Problem, _ evaluator: Evaluator) -> Shown {
    let type = evaluator.expectedType(problem)
    return type.kind == .choice ? choices(problem, evaluator) : .expected(type)
  }

  private static func choices(_ problem: Problem, _ evaluator: Evaluator) -> Shown {
    if problem.field >= 0, let choices = evaluator.program.choices(ofField: problem.field) {
      return .choices(choices)
    }
    let listed = evaluator.listedValues(of: problem, listing: MessageWriter.listedValues)
    return listed.map { .values($0) } ?? .text("")
  }
}

// MARK: - In a language

extension ProblemWords {
  package func message(_ writer: MessageWriter) -> String {
    if let message { return fill(message, writer) }
    switch builtIn {
    case .facts(let facts): return writer.builtIn.message(facts, label: label(writer), writer)
    case .unreadable(let reason, let name): return writer.builtIn.unreadable(reason, name: name)
    }
  }

  /// Returns the title, if the rule or the field has one.
  package func title(_ writer: MessageWriter) -> String? { title.map { fill($0, writer) } }

  /// Whether the message is built in, because the form has neither a message for the problem nor its own words for such
  /// problems.
  package var isBuiltIn: Bool { message == nil }

  /// Returns the subject: the label of a field, of the record or of the data, or a key.
  package func label(_ writer: MessageWriter) -> String {
    if let key { return key }
    return field >= 0 ? writer.label(ofField: field) : writer.label(ofAllRecords: isOfData)
  }

  private func fill(_ text: Int32, _ writer: MessageWriter) -> String {
    let template = writer.program.template(text, for: writer.language)
    return template.plain ?? fill(template.parts, writer)
  }

  private func fill(_ parts: [Template.Part], _ writer: MessageWriter) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .placeholder(let placeholder): text += self.text(of: placeholder, writer)
      case .plural(let placeholder, let one, let other):
        text += fill(self.text(of: placeholder, writer) == "1" ? one : other, writer)
      }
    }
    return text
  }

  private func text(of placeholder: Template.Placeholder, _ writer: MessageWriter) -> String {
    shown[placeholder].map { text(of: $0, writer) } ?? ""
  }

  private func text(of shown: Shown, _ writer: MessageWriter) -> String {
    switch shown {
    case .text(let text): text
    case .label: label(writer)
    case .choice(let label): writer.plainText(label)
    case .items(let items, let count):
      writer.builtIn.joined(items.map { text(of: $0, writer) }, of: count)
    case .choices(let choices):
      writer.builtIn.joined(
        writer.labels(choices, first: MessageWriter.listedValues), of: choices.values.count)
    case .values(let values):
      values.isSecret
        ? ShownValue.mask : writer.builtIn.joined(values.texts, of: values.count)
    case .expected(let type): writer.builtIn.expected(type, writer)
    case .holder(let holder): writer.builtIn.name(holder)
    }
  }
}

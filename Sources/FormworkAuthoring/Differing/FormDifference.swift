// The result of `formwork diff` without data: what a new form requires that the old one didn't, and vice versa.

package import FormworkEngine
package import FormworkReport
internal import FormworkSyntax

/// The changes from one form to another.
package struct FormDifference: Sendable {
  /// The kind of a change.
  package enum Kind: String, Sendable {
    case added, gone, moved, tighter, looser, changed, reworded

    var phrase: DifferencePhrase {
      switch self {
      case .added: .added
      case .gone: .gone
      case .moved: .moved
      case .tighter: .tighter
      case .looser: .looser
      case .changed: .changed
      case .reworded: .reworded
      }
    }
  }

  /// One change.
  package struct Change: Sendable {
    package internal(set) var kind: Kind
    /// The name of the thing that changed, such as a rule.
    package let what: String
    package var new: [Document.Item] = []
    package var old: [Document.Item] = []

    /// The number of bytes in the change's text.
    var length: Int { what.utf8.count + new.length + old.length }
  }

  /// The parts of a comparison, in their order.
  enum Part: CaseIterable {
    case form, fields, values, otherData

    var heading: DifferencePhrase {
      switch self {
      case .form: .aboutForm
      case .fields: .aboutFields
      case .values: .aboutValues
      case .otherData: .aboutOtherData
      }
    }
  }

  /// The changes of one field, of a list of other data, or of the form itself.
  package struct Topic: Sendable {
    let part: Part
    /// The path of the field; nil for the form or a list itself.
    package let path: String?
    /// The name of the list of other data that the field belongs to.
    package let list: String?
    package let label: String
    package var changes: [Change] = []

    /// The path of the field, preceded by the name of its list.
    var fullPath: String {
      [part == .otherData ? list : nil, path].compactMap { $0 }.joined(separator: ".")
    }
  }

  package internal(set) var topics: [Topic] = []
  /// The text that is shown if there are no changes.
  package let sameness: String
  let title: String
  let language: String

  /// Whether both forms have the same requirements.
  package var isEmpty: Bool { topics.isEmpty }

  /// Returns the changes from one form to another, in the words of explanations.
  ///
  /// - Parameter language: the language of the words; nil for the new form's own.
  package static func between(
    _ old: CompiledForm, _ new: CompiledForm, language: String? = nil, moment: Moment
  ) -> FormDifference {
    let language = language ?? new.program.language
    let languages = OrderedSet(old.program.languages + new.program.languages).ordered()
    let meanings = Meanings()
    func facts(_ form: CompiledForm) -> FormFacts {
      FormFacts(
        Explainer(
          form.program, form.source, MessageWriter(form.program, language: language), moment),
        MeaningReader(form.program, meanings, languages: languages))
    }
    var differ = Differ(old: facts(old), new: facts(new))
    let words = differ.new.explainer.words
    let isLayout = FormDifference.isOnlyLayout(old.source, new.source)
    let sameness: DifferencePhrase =
      old.source.bytes == new.source.bytes ? .same : isLayout ? .sameButLayout : .sameWords
    let title = differ.new.say(.title).filled(
      ("old", old.source.name), ("new", new.source.name))
    return FormDifference(
      topics: differ.topics(), sameness: words.difference(sameness), title: title,
      language: words.rawValue)
  }

  /// Returns whether two forms have the same tokens, ignoring the files that they use.
  private static func isOnlyLayout(_ old: Source, _ new: Source) -> Bool {
    func texts(_ source: Source) -> [ArraySlice<UInt8>] {
      Lexer(source).tokens.map { source.bytes[Int($0.span.lower)..<Int($0.span.upper)] }
    }
    return texts(old) == texts(new)
  }
}

// MARK: - Output

extension FormDifference {
  /// The changes as a document.
  package var document: Document {
    var document = Document(language: language, title: title, contents: "")
    func say(_ phrase: DifferencePhrase) -> String { phrase.text(in: language) }
    if isEmpty {
      document.parts = [.init(heading: say(.aboutForm), blocks: [.paragraph(sameness)])]
    }
    for part in Part.allCases {
      let topics = topics.filter { $0.part == part }
      if topics.isEmpty { continue }
      let blocks = topics.map { topic in
        let list = Document.Block.list(topic.changes.map { item($0) })
        return part == .form
          ? list
          : .entry(
            Document.Entry(
              label: topic.label, name: nil, summary: topic.fullPath, blocks: [list]))
      }
      document.parts.append(.init(heading: say(part.heading), blocks: blocks))
    }
    return document
  }

  private func item(_ change: Change) -> Document.Item {
    let head = change.kind.phrase.text(in: language).filled(("what", change.what))
    guard change.kind != .gone else { return Document.Item(text: head, items: change.old) }
    let before = Document.Item(
      text: DifferencePhrase.before.text(in: language), items: change.old)
    return Document.Item(text: head, items: change.new + (change.old.isEmpty ? [] : [before]))
  }

  /// Writes each change as a line of JSON.
  package func writeLines(to out: inout ByteBuffer) {
    for topic in topics {
      for change in topic.changes {
        out.object { out in
          if topic.part == .otherData { out.member("list", orNull: topic.list) }
          out.member("field", orNull: topic.path)
          let texts: [(StaticString, String)] = [
            ("label", topic.label), ("change", change.kind.rawValue), ("what", change.what),
            ("old", change.old.plain), ("new", change.new.plain),
          ]
          for (key, text) in texts { out.member(key, orNull: text.isEmpty ? nil : text) }
        }
        out.append("\n")
      }
    }
  }
}

extension [Document.Item] {
  /// The items as one text, each on lines of its own.
  var plain: String { map { $0.lines.joined(separator: "\n") }.joined(separator: "\n") }
}

extension Document.Item {
  fileprivate var lines: [String] {
    [text] + items.flatMap { $0.lines.map { "  " + $0 } } + notes.map { "  " + $0 }
  }
}

// Describes the fields of a form as JSON, for hosts that display the form.

package import FormworkEngine
internal import FormworkSyntax

/// The description of a form's fields.
package struct FormDescription {
  private let program: Program
  private let words: MessageWriter
  /// The fields that each field depends on. Empty for a form without pages.
  private let reads: [FieldReads]

  /// - Parameter language: the language of labels; nil for the form's own.
  package init(_ program: Program, language: String?) {
    self.program = program
    words = MessageWriter(program, language: language)
    reads = program.pages.isEmpty ? [] : program.fieldReads()
  }

  /// Returns fields and blocks as a JSON array, each field with its number, its path and its calculated value.
  package static func json(of fields: [Evaluator.PlacedField]) -> [UInt8] {
    ByteBuffer.bytes { out in
      out.array(fields) { field, out in
        out.object { out in
          if field.block < 0 {
            out.member("number", Int(field.number))
          } else {
            out.member("block", Int(field.block))
          }
          out.member("path", field.path)
          out.member("value", field.calculated)
        }
      }
    }
  }

  /// The description as a JSON object.
  package var json: [UInt8] { ByteBuffer.bytes { write(to: &$0) } }

  private func write(to out: inout ByteBuffer) {
    out.object { out in
      out.member("name", program.name)
      write("title", "titleLanguage", program.titleText, to: &out)
      out.member("language", words.language)
      out.member("languages", program.languages)
      if words.otherLanguages != nil { out.member("unknownLanguage", true) }
      let compared = program.comparedWords
      if !compared.isEmpty { out.member("comparesRecords", compared) }
      if program.needsAnswersFirst { out.member("needsAllRecords", true) }
      if program.numbersRecords { out.member("numbersRecords", true) }
      write(fieldsOf: 0, to: &out)
      write(program.pages, to: &out)
    }
  }

  private func write(_ pages: [FormPage], to out: inout ByteBuffer) {
    if pages.isEmpty { return }
    out.key("pages")
    out.array(pages) { page, out in
      out.object { out in
        write("title", "titleLanguage", page.title, to: &out)
        write(page.parts, to: &out)
      }
    }
  }

  /// Writes the parts of a level or a block that people see: the numbers of fields, texts, and blocks.
  private func write(_ parts: [PartView], to out: inout ByteBuffer) {
    out.key("parts")
    out.array(parts) { part, out in
      out.object { out in
        switch part {
        case .field(let number): out.member("field", Int(number))
        case .intro(let text): write("intro", "introLanguage", text, to: &out)
        case .block(let block):
          out.member("block", Int(block.cell))
          write("title", "titleLanguage", block.title, to: &out)
          write(block.parts, to: &out)
        }
      }
    }
  }

  private func write(fieldsOf level: Int32, to out: inout ByteBuffer) {
    out.key("fields")
    out.array(program.fields(ofLevel: level)) { field, out in
      let view = program.field(field)
      out.object { out in
        out.member("number", Int(field))
        out.member("name", view.name)
        write(labelOf: field, to: &out)
        write(view, to: &out)
      }
    }
    if program.hasTexts(level: level) { write(program.parts(ofLevel: level), to: &out) }
  }

  private func write(labelOf field: Int32, to out: inout ByteBuffer) {
    switch program.label(ofField: field) {
    case .text(let text): write("label", "labelLanguage", text, to: &out)
    case .name: out.member("label", words.label(ofField: field))
    }
  }

  /// Writes a text of the form, and the text's language if it isn't the language of the description.
  private func write(
    _ key: StaticString, _ languageKey: StaticString, _ text: Int32?, to out: inout ByteBuffer
  ) {
    guard let text else { return }
    out.member(key, words.plainText(text))
    if program.lacks(text, in: words.language) { out.member(languageKey, program.language) }
  }

  /// Writes the description of a field or an item, except its name and label.
  private func write(_ field: FieldView, to out: inout ByteBuffer) {
    if let key = field.keys.first, key != field.name { out.member("key", key) }
    out.member("type", field.kind.rawValue)
    if let alternatives = program.alternatives(ofField: field.number) {
      out.member("types", alternatives.map { $0.kind.rawValue })
    }
    if field.hasFormat { out.member("formatted", true) }
    if allowsLines(field) { out.member("long", true) }
    out.member("default", field.fallback?.text)
    switch field.presence {
    case .required: out.member("required", true)
    case .optional: out.member("required", false)
    case .requiredIf: out.member("required", orNull: nil)
    case .calculated:
      out.member("required", false)
      out.member("calculated", true)
    }
    if field.isConditional { out.member("conditional", true) }
    if field.isSecret { out.member("secret", true) }
    write("hint", "hintLanguage", field.hint, to: &out)
    write(readsOf: field, to: &out)
    write(rulesOf: field, to: &out)
    if let key = field.key { out.member("by", program.field(key).name) }
    if let item = field.item {
      out.key("items")
      out.object { out in
        write(labelOf: item, to: &out)
        write(program.field(item), to: &out)
      }
    } else if let choices = field.choices {
      write(choices, to: &out)
    } else if let level = field.level {
      write(fieldsOf: level, to: &out)
    }
  }

  /// Writes the fields that the rules of a field read, which may be on a later page.
  private func write(readsOf field: FieldView, to out: inout ByteBuffer) {
    guard field.number >= 0, !reads.isEmpty else { return }
    let own = reads[Int(field.number)]
    let asked = own.rules.union(own.presence).ordered().filter { $0 != field.number }
    if asked.isEmpty { return }
    out.key("asks")
    out.array(asked) { $1.value(Int($0)) }
  }

  /// Returns the number of characters, or of words, that fit on one line of a screen. Returns nil for other measures.
  private func lineLength(_ measure: Constraint.Measure) -> Int64? {
    switch measure {
    case .count: 100
    case .words: 15
    default: nil
    }
  }

  /// Whether a field takes texts of several lines: its rules only limit the length, and the limit is longer than a
  /// line.
  private func allowsLines(_ field: FieldView) -> Bool {
    guard field.kind == .string, field.number >= 0 else { return false }
    let rules = program.details(ofField: field.number).rules
    return !rules.isEmpty
      && rules.allSatisfy { rule in
        guard case .constraint(let constraint) = program.formula(of: rule.condition),
          let line = lineLength(constraint.measure),
          let most = program.bounds(of: constraint)?.high?.value.number.asInt64
        else { return false }
        return most > line
      }
  }

  private func write(_ choices: ChoiceList, to out: inout ByteBuffer) {
    out.key("choices")
    out.array(zip(choices.values, choices.labels)) { choice, out in
      out.object { out in
        out.member("value", choice.0)
        if choice.1 < 0 { out.member("label", choice.0) }
        write("label", "labelLanguage", choice.1 < 0 ? nil : choice.1, to: &out)
      }
    }
  }

  // MARK: Rules about single values

  /// Writes the field's rule words and limits, and examples of its formats. Omits rules about several fields.
  private func write(rulesOf field: FieldView, to out: inout ByteBuffer) {
    guard field.number >= 0 else { return }
    switch program.details(ofField: field.number).format {
    case .number(let example, _), .integer(let example, _): out.member("written", [example])
    case .moment(_, let formats): out.member("written", formats.flatMap { [$0.example, $0.short] })
    case .bool, nil: break
    }
    let constraints = program.constraints(onField: field.number)
    let words = constraints.compactMap { constraint in
      if case .word(let word, _) = constraint.allowed { word.name } else { nil }
    }
    if !words.isEmpty { out.member("words", words) }
    let limits = constraints.filter { program.bounds(of: $0) != nil && name(of: $0.measure) != nil }
    if limits.isEmpty { return }
    out.key("limits")
    out.array(limits) { write($0, of: field, to: &$1) }
  }

  private func name(of measure: Constraint.Measure) -> String? {
    switch measure {
    case .value: "value"
    case .count: "count"
    case .words: "words"
    case .decimals: "decimals"
    default: nil
    }
  }

  private func write(_ limit: Constraint, of field: FieldView, to out: inout ByteBuffer) {
    guard let (low, high) = program.bounds(of: limit) else { return }
    func text(_ bound: ValueSet.Bound?) -> String? {
      guard let value = bound?.value else { return nil }
      guard case .value = limit.measure else { return value.text }
      return program.text(of: value, inField: field.number) ?? value.text
    }
    out.object { out in
      out.member("of", name(of: limit.measure))
      out.member(low?.isOpen == true ? "above" : "least", text(low))
      out.member(high?.isOpen == true ? "below" : "most", text(high))
    }
  }
}

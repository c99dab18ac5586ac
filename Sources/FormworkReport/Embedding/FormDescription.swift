// Describes the fields of a form as JSON, for hosts that draw the form.

package import FormworkEngine

/// Writes what a form asks for.
package struct FormDescription {
  private let program: Program
  private let words: MessageWriter

  /// - Parameter language: the language of labels; nil for the form's own.
  package init(_ program: Program, language: String?) {
    self.program = program
    words = MessageWriter(program, language: language)
  }

  /// Returns fields as a JSON array, each with its number and its path.
  package static func json(of fields: [Evaluator.PlacedField]) -> [UInt8] {
    ByteBuffer.bytes { out in
      out.array(fields) { field, out in
        out.object { out in
          out.member("number", Int(field.number))
          out.member("path", field.path)
        }
      }
    }
  }

  /// The description as a JSON object.
  package var json: [UInt8] { ByteBuffer.bytes { write(to: &$0) } }

  private func write(to out: inout ByteBuffer) {
    out.object { out in
      out.member("name", program.name)
      if program.title >= 0 { out.member("title", words.plainText(program.title)) }
      out.member("language", words.language)
      out.member("languages", program.languages)
      let compared = program.comparedWords
      if !compared.isEmpty { out.member("comparesRecords", compared) }
      if program.numbersRecords { out.member("numbersRecords", true) }
      write(fieldsOf: 0, to: &out)
    }
  }

  private func write(fieldsOf level: Int32, to out: inout ByteBuffer) {
    out.key("fields")
    out.array(program.fields(ofLevel: level)) { field, out in
      let view = program.field(field)
      out.object { out in
        out.member("number", Int(field))
        out.member("name", view.name)
        out.member("label", words.label(ofField: field))
        write(view, to: &out)
      }
    }
  }

  /// Writes what is known of a field except its name. Also used for items, which have no name.
  private func write(_ field: FieldView, to out: inout ByteBuffer) {
    if let key = field.keys.first, key != field.name { out.member("key", key) }
    out.member("type", field.kind.rawValue)
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
    out.member("hint", field.hint.map { words.plainText($0) })
    if let item = field.item {
      out.key("items")
      out.object { out in
        out.member("label", words.label(ofField: item))
        write(program.field(item), to: &out)
      }
    } else if let choices = field.choices {
      write(choices, to: &out)
    } else if let level = field.level {
      write(fieldsOf: level, to: &out)
    }
  }

  /// The number of characters, or of words, that don't fit on one line of a screen. Nil for other measures.
  private func lineLength(_ measure: Constraint.Measure) -> Int64? {
    switch measure {
    case .count: 100
    case .words: 15
    default: nil
    }
  }

  /// Whether a field takes texts of several lines: its rules only limit the length, and the limit is more than a
  /// line.
  private func allowsLines(_ field: FieldView) -> Bool {
    guard field.kind == .string, field.number >= 0 else { return false }
    let rules = program.details(ofField: field.number).rules
    return !rules.isEmpty
      && rules.allSatisfy { rule in
        guard case .constraint(let constraint) = program.formula(of: rule.condition),
          !constraint.isNegated, let line = lineLength(constraint.measure),
          case .interval(_, let most?) = program.values(of: constraint),
          let most = most.value.number.asInt64
        else { return false }
        return most > line
      }
  }

  private func write(_ choices: ChoiceList, to out: inout ByteBuffer) {
    out.key("choices")
    out.array(zip(choices.values, words.labels(choices))) { choice, out in
      out.object { out in
        out.member("value", choice.0)
        out.member("label", choice.1)
      }
    }
  }
}

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
    var out = ByteBuffer()
    out.append("[")
    for (index, field) in fields.enumerated() {
      if index > 0 { out.append(",") }
      out.append("{\"number\":")
      out.append(integer: Int(field.number))
      out.append(",\"path\":")
      out.append(jsonString: field.path)
      out.append("}")
    }
    out.append("]")
    return Array(out.bytes)
  }

  /// The description as a JSON object.
  package var json: [UInt8] {
    var out = ByteBuffer()
    write(to: &out)
    return Array(out.bytes)
  }

  private func write(to out: inout ByteBuffer) {
    out.append("{")
    if let name = program.name {
      out.append("\"name\":")
      out.append(jsonString: name)
      out.append(",")
    }
    if program.title >= 0 {
      out.append("\"title\":")
      out.append(jsonString: words.plainText(program.title))
      out.append(",")
    }
    out.append("\"language\":")
    out.append(jsonString: words.language)
    out.append(",\"languages\":[")
    for (number, language) in program.languages.enumerated() {
      if number > 0 { out.append(",") }
      out.append(jsonString: language)
    }
    out.append("]")
    if program.acrossCount > 0 {
      let same = program.sameRules.count
      out.append(",\"comparesRecords\":")
      out.append(
        jsonStrings: (same < program.acrossCount ? ["unique"] : []) + (same > 0 ? ["same"] : []))
    }
    if program.numbersRecords { out.append(",\"numbersRecords\":true") }
    out.append(",\"fields\":")
    write(fieldsOf: 0, to: &out)
    out.append("}")
  }

  private func write(fieldsOf level: Int32, to out: inout ByteBuffer) {
    out.append("[")
    for (number, field) in program.fields(ofLevel: level).enumerated() {
      if number > 0 { out.append(",") }
      out.append("{\"number\":")
      out.append(integer: Int(field))
      out.append(",\"name\":")
      let view = program.field(field)
      out.append(jsonString: view.name)
      out.append(",\"label\":")
      out.append(jsonString: words.label(ofField: field))
      write(view, to: &out)
      out.append("}")
    }
    out.append("]")
  }

  /// Writes what is known of a field except its name. Also used for items, which have no name.
  private func write(_ field: FieldView, to out: inout ByteBuffer) {
    if let key = field.keys.first, key != field.name {
      out.append(",\"key\":")
      out.append(jsonString: key)
    }
    out.append(",\"type\":")
    out.append(jsonString: field.kind.rawValue)
    if field.hasFormat { out.append(",\"formatted\":true") }
    if allowsLines(field) { out.append(",\"long\":true") }
    if let fallback = field.fallback {
      out.append(",\"default\":")
      out.append(jsonString: fallback.text)
    }
    switch field.presence {
    case .required: out.append(",\"required\":true")
    case .optional: out.append(",\"required\":false")
    case .requiredIf: out.append(",\"required\":null")
    }
    if field.isConditional { out.append(",\"conditional\":true") }
    if field.isSecret { out.append(",\"secret\":true") }
    if let hint = field.hint {
      out.append(",\"hint\":")
      out.append(jsonString: words.plainText(hint))
    }
    if let item = field.item {
      out.append(",\"items\":{\"label\":")
      out.append(jsonString: words.label(ofField: item))
      write(program.field(item), to: &out)
      out.append("}")
    } else if let choices = field.choices {
      write(choices, to: &out)
    } else if let level = field.level {
      out.append(",\"fields\":")
      write(fieldsOf: level, to: &out)
    }
  }

  /// Number of characters that don't fit on one line of a screen.
  private static let lineLength = 100

  /// Whether a field takes texts of several lines: its rules only limit the length, and the limit is more than a
  /// line.
  private func allowsLines(_ field: FieldView) -> Bool {
    guard field.kind == .string, field.number >= 0 else { return false }
    let rules = program.details(ofField: field.number).rules
    return !rules.isEmpty
      && rules.allSatisfy { rule in
        guard case .constraint(let constraint) = program.formula(of: rule.condition),
          case .count = constraint.measure, !constraint.isNegated,
          case .interval(_, let most?) = program.values(of: constraint),
          let most = most.value.number.asInt64
        else { return false }
        return most > FormDescription.lineLength
      }
  }

  private func write(_ choices: ChoiceList, to out: inout ByteBuffer) {
    out.append(",\"choices\":[")
    for (number, (value, label)) in zip(choices.values, words.labels(choices)).enumerated() {
      out.append(number > 0 ? ",{\"value\":" : "{\"value\":")
      out.append(jsonString: value)
      out.append(",\"label\":")
      out.append(jsonString: label)
      out.append("}")
    }
    out.append("]")
  }
}

// The form that an importer makes from a file, before the form is written as text.

internal import FormworkEngine
internal import FormworkSyntax

/// A form made from a file in a different format.
struct ImportedForm {
  var name: String
  var title: ImportedText?
  /// Settings of the data, tables and lists of choices, as they are written.
  var declarations: [ImportedClause] = []
  /// Types with a name.
  var types: [ImportedField] = []
  var root = ImportedRecord()
  var examples: [ImportedClause] = []
}

struct ImportedRecord {
  /// The ledger's numbers for the elements that the record was made from.
  var owners: [Int] = []
  var closed: ImportedClause?
  var members: [ImportedMember] = []
}

extension ImportedRecord {
  var hasFields: Bool {
    members.contains { member in
      switch member {
      case .field: true
      case .when(let branches): branches.contains { $0.record.hasFields }
      case .page(_, let record): record.hasFields
      case .clause: false
      }
    }
  }
}

enum ImportedMember {
  case field(ImportedField)
  case when([ImportedBranch])
  case page(title: ImportedText, ImportedRecord)
  /// A check or an instruction, as it is written.
  case clause(ImportedClause)
}

/// A branch of a `when`. Only the last may have no condition.
struct ImportedBranch {
  var condition: ImportedClause?
  var record: ImportedRecord
}

/// A field, or a type with a name.
struct ImportedField {
  let id: Int
  var name: String
  /// The key or column in the data, if it isn't the name.
  var key: String?
  var label: ImportedText?
  var type: ImportedType
  var isOptional = false
  /// The `required if` of the field, which is optional if the checker objects to the clause.
  var requirement: ImportedClause?
  var clauses: [ImportedClause] = []
  /// The ledger's numbers for the elements that the field was made from.
  var owners: [Int] = []
  /// Remarks for readers.
  var comments: [String] = []

  /// Returns the name of the field for a key or column: the key itself, if it is a valid name.
  static func name(of key: String, place: Int = 0) -> String {
    Spelling.isName(key) ? key : FieldWords.name(for: key, place: place)
  }
}

indirect enum ImportedType {
  case plain(String)
  /// At least two types of single values.
  case either([String])
  case list(of: ImportedType, separator: String? = nil, key: String? = nil)
  case record(ImportedRecord)
}

/// A part of a form that can be left out if the checker objects to it.
struct ImportedClause {
  let id: Int
  var text: String
  /// The indices of the coverage entries whose constraints the clause expresses.
  var sources: [Int]
}

/// A text with its translations.
struct ImportedText {
  var text: String
  var translations: [(language: String, text: String)] = []

  init(_ text: String) { self.text = text }

  /// Whether the text, or a translation of it, refers to an answer, as `${name}` does.
  var hasReference: Bool {
    ([text] + translations.map { $0.text }).contains { text in
      zip(text.utf8, text.utf8.dropFirst()).contains {
        $0 == UInt8(ascii: "$") && $1 == UInt8(ascii: "{")
      }
    }
  }

  /// Returns the text and its translations as a form writes them.
  func spelled() -> String {
    var out = FormText.spelled(text, braces: true)
    for (language, text) in translations {
      out += " \(Spelling.language(language)) \(FormText.spelled(text, braces: true))"
    }
    return out
  }
}

// MARK: - Conditions

/// A condition that an importer puts together.
indirect enum ImportedCondition: Equatable {
  case always, never
  /// A comparison or a test, as it is written.
  case test(String)
  case not(ImportedCondition)
  case all([ImportedCondition])
  case any([ImportedCondition])

  static func both(_ conditions: [ImportedCondition]) -> ImportedCondition {
    var parts: [ImportedCondition] = []
    for condition in conditions {
      switch condition {
      case .always: continue
      case .never: return .never
      case .all(let inner): parts += inner.filter { !parts.contains($0) }
      default: if !parts.contains(condition) { parts.append(condition) }
      }
    }
    return parts.isEmpty ? .always : parts.count == 1 ? parts[0] : .all(parts)
  }

  static func either(_ conditions: [ImportedCondition]) -> ImportedCondition {
    var parts: [ImportedCondition] = []
    for condition in conditions {
      switch condition {
      case .never: continue
      case .always: return .always
      case .any(let inner): parts += inner.filter { !parts.contains($0) }
      default: if !parts.contains(condition) { parts.append(condition) }
      }
    }
    return parts.isEmpty ? .never : parts.count == 1 ? parts[0] : .any(parts)
  }

  static func negation(of condition: ImportedCondition) -> ImportedCondition {
    switch condition {
    case .always: .never
    case .never: .always
    case .not(let inner): inner
    default: .not(condition)
    }
  }

  /// Returns the condition that exactly one of `conditions` holds.
  static func one(of conditions: [ImportedCondition]) -> ImportedCondition {
    either(
      conditions.indices.map { index in
        both(
          [conditions[index]]
            + conditions.indices.filter { $0 != index }.map { negation(of: conditions[$0]) })
      })
  }

  /// The number of tests in the condition.
  var size: Int {
    switch self {
    case .always, .never, .test: 1
    case .not(let inner): inner.size
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.size }
    }
  }

  /// Counts the occurrences of each part whose text is longer than `length`.
  func countParts(longerThan length: Int, in counts: inout OrderedDictionary<String, Int>) {
    switch self {
    case .always, .never, .test: return
    case .not(let inner): inner.countParts(longerThan: length, in: &counts)
    case .all(let parts), .any(let parts):
      let text = text
      if text.utf8.count > length { counts[text, default: 0] += 1 }
      if counts[text] ?? 0 > 1 { return }
      for part in parts { part.countParts(longerThan: length, in: &counts) }
    }
  }

  /// Returns the condition with each part replaced by its name in `names`, if there is one.
  func replacing(_ names: OrderedDictionary<String, String>) -> ImportedCondition {
    switch self {
    case .always, .never, .test: return self
    case .not(let inner): return .not(inner.replacing(names))
    case .all(let parts), .any(let parts):
      if let name = names[text] { return .test(Spelling.operand(name)) }
      let replaced = parts.map { $0.replacing(names) }
      if case .all = self { return .all(replaced) }
      return .any(replaced)
    }
  }

  /// The condition as it is written.
  var text: String {
    switch self {
    case .always: "true"
    case .never: "false"
    case .test(let text): text
    case .not(let inner): "not (\(inner.text))"
    case .all(let parts): parts.map { $0.operand(of: false) }.joined(separator: " and ")
    case .any(let parts): parts.map { $0.operand(of: true) }.joined(separator: " or ")
    }
  }

  private func operand(of isAny: Bool) -> String {
    switch self {
    case .any where !isAny, .all where isAny: "(\(text))"
    default: text
    }
  }
}

extension Spelling {
  /// Returns the rule word that compares a text with a pattern.
  static func matches(_ pattern: String) -> String {
    "matches(\(Spelling.pattern(pattern, ignoringCase: false)))"
  }

  /// Returns texts in quotes, with commas between them.
  static func list(_ texts: some Sequence<String>) -> String {
    texts.map { FormText.spelled($0) }.joined(separator: ", ")
  }

  /// Returns a range, or nil if it has no bounds.
  static func range(_ low: ExactDecimal?, _ high: ExactDecimal?) -> String? {
    if low == nil, high == nil { return nil }
    return (low?.description ?? "") + "..." + (high?.description ?? "")
  }
}

// Writes the form that an importer made. The checker must accept it, so what it refuses is left out and counted so.

internal import FormworkReport
internal import FormworkSyntax

/// A form that is changed until the checker accepts it.
struct ImportWriter {
  /// A part of the text that can be left out.
  private enum Part {
    case clause(ImportedClause)
    case field(ImportedField)
  }

  /// The part of a field that is left out.
  private enum Level: Int {
    case nothing, clauses, type, all
  }

  private let form: ImportedForm
  private(set) var ledger: ImportLedger
  /// The first sentence of the form.
  private let origin: String
  private var dropped: OrderedSet<Int> = []
  private var levels: OrderedDictionary<Int, Level> = [:]

  private var bytes: [UInt8] = []
  private var parts: [(range: Range<Int>, part: Part)] = []
  /// The ledger for the comments of one text.
  private var comments: ImportLedger
  private var writesComments = false

  init(_ form: ImportedForm, _ ledger: ImportLedger, origin: String) {
    (self.form, self.ledger, comments, self.origin) = (form, ledger, ledger, origin)
  }

  /// Returns the form in the standard layout. Needs a large stack.
  mutating func written() throws(FormRefusal) -> [UInt8] {
    while true {
      write()
      let findings = FormText.findings(in: bytes)
      var errors = findings.filter { $0.severity == .error }
      if errors.isEmpty { errors = inExamples(findings) }
      if errors.isEmpty {
        ledger.count(ImportWriter.counts(findings))
        break
      }
      if !leaveOut(errors) { throw FormRefusal(message: errors[0].message) }
    }
    writesComments = true
    write()
    return FormText.formatted(bytes)
  }

  /// Returns the findings about examples, which are then of no use.
  private func inExamples(_ findings: [Diagnostic]) -> [Diagnostic] {
    let ids = form.examples.map { $0.id }
    let ranges = parts.filter { part in
      if case .clause(let clause) = part.part { ids.contains(clause.id) } else { false }
    }
    if ranges.isEmpty { return [] }
    return findings.filter { finding in
      ranges.contains { $0.range.contains(Int(finding.span.lower)) }
    }
  }

  private static func counts(_ findings: [Diagnostic]) -> [(code: String, count: Int)] {
    var counts: OrderedDictionary<String, Int> = [:]
    for finding in findings { counts[finding.code, default: 0] += 1 }
    return counts.map { ($0.key, $0.value) }
  }

  /// Leaves out what the checker refuses. Returns false if nothing more can be left out.
  private mutating func leaveOut(_ errors: [Diagnostic]) -> Bool {
    var isOther = false
    for error in errors {
      let place = Int(error.span.lower)
      var innermost: (range: Range<Int>, part: Part)?
      for part in parts where part.range.contains(place) {
        if innermost.map({ part.range.count <= $0.range.count }) ?? true { innermost = part }
      }
      switch innermost?.part {
      case .clause(let clause):
        isOther = dropped.insert(clause.id).inserted || isOther
        ledger.lose(clause.sources, error.message)
      case .field(let field):
        guard let next = Level(rawValue: (levels[field.id] ?? .nothing).rawValue + 1) else { break }
        levels[field.id] = next
        isOther = true
        lose(field, next, error.message)
      case nil: break
      }
    }
    return isOther
  }

  private mutating func lose(_ field: ImportedField, _ level: Level, _ reason: String) {
    for clause in field.clauses { ledger.lose(clause.sources, reason) }
    if level == .clauses { return }
    ledger.lose(owners: field.owners, reason)
    lose(field.type, reason)
  }

  private mutating func lose(_ type: ImportedType, _ reason: String) {
    switch type {
    case .plain: break
    case .list(let item, _): lose(item, reason)
    case .record(let record): lose(record, reason)
    }
  }

  private mutating func lose(_ record: ImportedRecord, _ reason: String) {
    ledger.lose(owners: record.owners, reason)
    ledger.lose(record.closed?.sources ?? [], reason)
    for member in record.members {
      switch member {
      case .field(let field): lose(field, .all, reason)
      case .clause(let clause): ledger.lose(clause.sources, reason)
      case .when(let branches):
        for branch in branches {
          ledger.lose(branch.condition?.sources ?? [], reason)
          lose(branch.record, reason)
        }
      }
    }
  }
}

/// The checker refuses a form, and nothing can be left out of it.
struct FormRefusal: Error {
  let message: String
}

// MARK: - The text

extension ImportWriter {
  private mutating func write() {
    bytes = []
    parts = []
    comments = ledger
    if writesComments { writeHead() }
    let name = FieldWords.name(for: form.name, place: 0)
    let title = form.title ?? (name == form.name ? nil : ImportedText(form.name))
    add("form \(Spelling.name(name))\(title.map { " " + $0.spelled() } ?? "")\n\n")
    for clause in form.declarations { add(clause, before: "", after: "\n") }
    add(form.root)
    for type in form.types { add(type, "define") }
    for example in form.examples { add(example, before: "\n", after: "\n") }
    guard writesComments else { return }
    // What belongs to nothing that is in the form.
    addLacks(of: comments.owners)
  }

  private mutating func writeHead() {
    comment(origin)
    for note in ledger.coverage.noteTexts { comment(note) }
    add("\n")
  }

  private mutating func add(_ text: String) { bytes += text.utf8 }

  private mutating func comment(_ text: String) { add(FormText.comment(text)) }

  private mutating func addLacks(of owners: [Int]) {
    guard writesComments else { return }
    for entry in comments.lacks(of: owners) {
      if let text = entry.lackText { comment(text) }
    }
  }

  private mutating func add(_ clause: ImportedClause, before: String, after: String) {
    if dropped.contains(clause.id) { return }
    add(before)
    let start = bytes.count
    add(clause.text)
    parts.append((start..<bytes.count, .clause(clause)))
    add(after)
  }

  private mutating func add(_ record: ImportedRecord) {
    addLacks(of: record.owners)
    if let closed = record.closed { add(closed, before: "", after: "\n") }
    for member in record.members {
      switch member {
      case .field(let field): add(field, "field")
      case .clause(let clause): add(clause, before: "\n", after: "\n")
      case .when(let branches): add(branches)
      }
    }
  }

  private mutating func add(_ branches: [ImportedBranch]) {
    // Without one of its conditions, the others would mean something else.
    if let lost = branches.first(where: { dropped.contains($0.condition?.id ?? -1) }) {
      if lost.condition.map({ dropped.contains($0.id) }) ?? false {
        for branch in branches { lose(branch.record, "Its condition is refused.") }
      }
      return
    }
    add("\n")
    for (index, branch) in branches.enumerated() {
      if index > 0 { add(" else") }
      if let condition = branch.condition { add(condition, before: " when ", after: "") }
      add(" <\n")
      add(branch.record)
      add(">")
    }
    add("\n")
  }

  private mutating func add(_ field: ImportedField, _ keyword: String) {
    let level = levels[field.id] ?? .nothing
    add("\n")
    addLacks(of: field.owners)
    if level == .all { return }
    if writesComments { for text in field.comments { comment(text) } }
    let start = bytes.count
    add("\(keyword) \(Spelling.name(field.name))")
    if keyword == "field", let label = field.label { add(" " + label.spelled()) }
    add(": ")
    if level == .type {
      add("any optional")
    } else {
      add(field.type)
      if field.isOptional { add(" optional") }
    }
    if let key = field.key { add(" from \(FormText.spelled(key))") }
    if level == .nothing {
      for clause in field.clauses { add(clause, before: "\n", after: "") }
    }
    parts.append((start..<bytes.count, .field(field)))
    add("\n")
  }

  private mutating func add(_ type: ImportedType) {
    switch type {
    case .plain(let name): add(name)
    case .list(let item, let separator):
      add("list" + (separator.map { "(\(FormText.spelled($0)))" } ?? "") + " of ")
      add(item)
    case .record(let record):
      add("<\n")
      add(record)
      add(">")
    }
  }
}

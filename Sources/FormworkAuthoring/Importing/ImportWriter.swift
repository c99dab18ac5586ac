// Writes an imported form, without the parts that the checker rejects.

internal import FormworkReport
internal import FormworkSyntax

/// Writes a form again and again until the checker accepts it.
struct ImportWriter {
  /// A part of the text that can be left out.
  private enum Part {
    case clause(ImportedClause)
    case field(ImportedField)
  }

  /// The extent to which a field is left out.
  private enum Level: Int {
    case nothing, clauses, type, all
  }

  private let form: ImportedForm
  private(set) var ledger: ImportLedger
  /// The first comment of the form, which names the imported file.
  private let origin: String
  /// The checker's messages about omitted clauses, keyed by the clauses' ids. `levels` has the extent to which each
  /// field is left out, and the message about it.
  private var dropped: OrderedDictionary<Int, String> = [:]
  private var levels: OrderedDictionary<Int, (level: Level, reason: String)> = [:]

  private var bytes: [UInt8] = []
  /// The parts of the text, each after the parts inside it.
  private var parts: [(range: Range<Int>, part: Part)] = []
  /// The reason why the current part is left out, or nil if it is written. A part that is left out is only counted.
  private var loss: String?
  /// The ledger from which the final text takes its comments. Nil until the final text is written.
  private var comments: ImportLedger?

  init(_ form: ImportedForm, _ ledger: ImportLedger, origin: String) {
    (self.form, self.ledger, self.origin) = (form, ledger, origin)
  }

  /// Returns the form in the standard layout. Needs a large stack.
  mutating func written() throws(ImportProblem) -> [UInt8] {
    while true {
      write()
      let findings = FormText.findings(in: bytes)
      var errors = findings.filter { $0.severity == .error }
      if errors.isEmpty { errors = inExamples(findings) }
      if errors.isEmpty {
        for finding in findings { ledger.coverage.findings[finding.code, default: 0] += 1 }
        break
      }
      if !leaveOut(errors) {
        throw ImportProblem(
          "No form can be made from this file. \(errors[0].message)", in: ledger.source)
      }
    }
    comments = ledger
    write()
    return FormText.formatted(bytes)
  }

  /// Returns the findings about examples. An example with findings is left out.
  private func inExamples(_ findings: [Diagnostic]) -> [Diagnostic] {
    let ids = form.examples.map { $0.id }
    let ranges = parts.filter { part in
      if case .clause(let clause) = part.part { ids.contains(clause.id) } else { false }
    }
    return findings.filter { finding in
      ranges.contains { $0.range.contains(Int(finding.span.lower)) }
    }
  }

  /// Leaves out the parts that the checker rejects. Returns false if nothing more can be left out.
  private mutating func leaveOut(_ errors: [Diagnostic]) -> Bool {
    var isOther = false
    for error in errors {
      switch innermostPart(at: Int(error.span.lower)) {
      case .clause(let clause):
        if dropped[clause.id] != nil { continue }
        dropped[clause.id] = error.message
      case .field(let field):
        let level = levels[field.id]?.level ?? .nothing
        guard let next = Level(rawValue: level.rawValue + 1) else { continue }
        levels[field.id] = (next, error.message)
      case nil: continue
      }
      isOther = true
    }
    return isOther
  }

  private func innermostPart(at place: Int) -> Part? {
    // The parts are sorted by their ends.
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].range.upperBound > place { high = middle } else { low = middle + 1 }
    }
    return parts[low...].first { $0.range.contains(place) }?.part
  }
}

// MARK: - The text

extension ImportWriter {
  private mutating func write() {
    bytes = []
    parts = []
    if comments != nil {
      for text in [origin] + ledger.coverage.noteTexts { comment(text) }
      add("\n")
    }
    let name = FieldWords.name(for: form.name, place: 0)
    let title = form.title ?? (name == form.name ? nil : ImportedText(form.name))
    add("form \(Spelling.name(name))\(title.map { " " + $0.spelled() } ?? "")\n\n")
    for clause in form.declarations { add(clause, after: "\n") }
    add(form.root)
    for type in form.types { add(type, "define") }
    for example in form.examples { add(example, before: "\n", after: "\n") }
    // Elements that the form doesn't contain have comments, too.
    if let comments { addComments(of: comments.owners) }
  }

  private mutating func add(_ text: String) { if loss == nil { bytes += text.utf8 } }

  private mutating func comment(_ text: String) { add(FormText.comment(text)) }

  private mutating func addComments(of owners: [Int]) {
    if let loss { return ledger.lose(owners: owners, loss) }
    for text in comments?.takeComments(of: owners) ?? [] { comment(text) }
  }

  /// Runs `write` without output, to count all of its parts as left out.
  private mutating func lose(_ reason: String, _ write: (inout ImportWriter) -> Void) {
    let outer = loss
    loss = outer ?? reason
    write(&self)
    loss = outer
  }

  private mutating func add(_ clause: ImportedClause, before: String = "", after: String = "") {
    if let reason = loss ?? dropped[clause.id] { return ledger.lose(clause.sources, reason) }
    add(before)
    let start = bytes.count
    add(clause.text)
    parts.append((start..<bytes.count, .clause(clause)))
    add(after)
  }

  private mutating func add(_ record: ImportedRecord) {
    addComments(of: record.owners)
    if let closed = record.closed { add(closed, after: "\n") }
    for member in record.members {
      switch member {
      case .field(let field): add(field, "field")
      case .clause(let clause): add(clause, before: "\n", after: "\n")
      case .when(let branches): add(branches)
      case .page(let title, let record):
        add("\npage \(title.spelled()) <\n")
        add(record)
        add(">\n")
      }
    }
  }

  private mutating func add(_ branches: [ImportedBranch]) {
    // If one condition were omitted, the later branches would change their meanings.
    let reason = branches.compactMap { $0.condition.flatMap { dropped[$0.id] } }.first
    if let reason, loss == nil {
      return lose("Its condition is refused. \(reason)") { $0.add(branches) }
    }
    add("\n")
    for (index, branch) in branches.enumerated() {
      if index > 0 { add(" else") }
      if let condition = branch.condition { add(condition, before: " when ") }
      add(" <\n")
      add(branch.record)
      add(">")
    }
    add("\n")
  }

  private mutating func add(_ field: ImportedField, _ keyword: String) {
    let (level, reason) = levels[field.id] ?? (.nothing, "")
    add("\n")
    addComments(of: field.owners)
    if level == .all, loss == nil { return lose(reason) { $0.add(field, keyword) } }
    if comments != nil { for text in field.comments { comment(text) } }
    let start = bytes.count
    add("\(keyword) \(Spelling.name(field.name))")
    if keyword == "field", let label = field.label { add(" " + label.spelled()) }
    add(": ")
    if level == .type {
      ledger.lose(owners: field.owners, reason)
      lose(reason) { $0.add(field.type) }
      add("any optional")
    } else {
      add(field.type)
      let isLost = field.requirement.map { level != .nothing || dropped[$0.id] != nil } ?? false
      if field.isOptional || isLost { add(" optional") }
    }
    if let key = field.key { add(" from \(FormText.spelled(key))") }
    let clauses = (field.requirement.map { [$0] } ?? []) + field.clauses
    if level == .nothing {
      for clause in clauses { add(clause, before: "\n") }
    } else {
      for clause in clauses { ledger.lose(clause.sources, reason) }
    }
    if loss == nil { parts.append((start..<bytes.count, .field(field))) }
    add("\n")
  }

  private mutating func add(_ type: ImportedType) {
    switch type {
    case .plain(let name): add(name)
    case .either(let names): add(names.joined(separator: " or "))
    case .list(let item, let separator, let key):
      add("list" + (separator.map { "(\(FormText.spelled($0)))" } ?? ""))
      add((key.map { " by \(Spelling.name($0))" } ?? "") + " of ")
      if case .either(let names) = item {
        add("(\(names.joined(separator: " or ")))")
      } else {
        add(item)
      }
    case .record(let record):
      add("<\n")
      add(record)
      add(">")
    }
  }
}

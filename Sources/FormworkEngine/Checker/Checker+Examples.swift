// Examples: their names and values are checked like the rest of the spec, and each becomes a record as
// it would stand in the data.

internal import FormworkSyntax

extension Checker {
  func compileExamples(_ declarations: [Declaration]) {
    var known: [String: ExampleDeclaration] = [:]
    for declaration in declarations {
      guard case .example(let example) = declaration.kind else { continue }
      if let first = known[example.name.value] {
        report(.repeatedName(example.name.value, first: first.name.span), at: example.name.span)
      } else {
        known[example.name.value] = example
      }
    }
    exampleBases = Set(known.values.lazy.compactMap { $0.like?.value })
    for declaration in declarations {
      if case .example(let example) = declaration.kind { compileExample(example, known) }
    }
  }

  private func compileExample(
    _ example: ExampleDeclaration, _ known: [String: ExampleDeclaration]
  ) {
    let rejects = example.rejects.map { paths in
      paths.compactMap { path -> String? in
        resolveExample(path) ? path.map { $0.text }.joined(separator: ".") : nil
      }
    }
    checkMembers(example.members, in: scopes[0], prefix: "", rejected: Set(rejects ?? []))
    guard let text = text(of: example, known) else { return }
    let record = [UInt8(ascii: "{")] + text + [UInt8(ascii: "}")]
    let day = dayLiteral(of: example, known).flatMap { literalValue($0, of: .date)?.date }
    var places: [String: Span] = [:]
    Checker.note(example.members, in: nil, &places)
    program.examples.append(
      SpecExample(
        name: example.name.value, record: record, day: day, rejects: rejects,
        places: places, span: example.name.span))
  }

  /// Notes where the values of an example stand, by their paths.
  private static func note(
    _ members: [ExampleDeclaration.Member], in outer: String?, _ places: inout [String: Span]
  ) {
    for member in members {
      let path = outer.map { $0 + "." + member.name.text } ?? member.name.text
      note(member.value, at: path, &places)
    }
  }

  private static func note(
    _ value: ExampleDeclaration.Value, at path: String, _ places: inout [String: Span]
  ) {
    switch value {
    case .literal(let literal): places[path] = literal.span
    case .record(let members): note(members, in: path, &places)
    case .list(let items, let span):
      places[path] = span
      for (index, item) in items.enumerated() { note(item, at: path + "[\(index)]", &places) }
    }
  }

  /// Tries every example: a value that its field cannot have is a mistake, unless the example is to
  /// be rejected for it; one that breaks a rule of its own field is told of where the record is to be
  /// accepted. What other rules say is for those who run the examples.
  func findBadExamples(_ moment: Moment) {
    if program.examples.isEmpty { return }
    let evaluator = Evaluator(program, moment: moment)
    for example in program.examples {
      evaluator.prepare(
        moment: example.moment(else: moment), scope: .all, problemLimit: Int.max)
      evaluator.state.pointee.askedForMoment = false
      let isRead = example.record.withUnsafeBufferPointer { record in
        do throws(MalformedRecord) {
          try evaluator.evaluate(json: record)
          return true
        } catch {
          return false
        }
      }
      guard isRead else { continue }
      let isTimeless = example.day != nil || !evaluator.state.pointee.askedForMoment
      let rejected = Set(example.rejects ?? [])
      for problem in evaluator.problems where problem.kind.isOfGivenValue {
        guard let path = evaluator.path(of: problem) else { continue }
        switch problem.kind {
        case .type, .choice:
          if SpecExample.holds(rejected, path) { continue }
          let type = staticType(Int(problem.field))
          report(.badExampleValue(type), at: example.places[path] ?? example.span)
        case .rule:
          guard example.rejects == nil, let place = example.places[path],
            evaluator.isOwnFault(problem, isTimeless: isTimeless)
          else { continue }
          report(.exampleBreaksRule(rule: program.rules[Int(problem.rule)].span), at: place)
        default: break
        }
      }
    }
  }

  /// The day of an example, or else of the one it is like; they are in no circle.
  private func dayLiteral(
    of example: ExampleDeclaration, _ known: [String: ExampleDeclaration]
  ) -> Expression? {
    var example = example
    var passed: [String] = []
    var day = example.day
    while day == nil, let base = example.like.flatMap({ known[$0.value] }) {
      passed.append(example.name.value)
      example = base
      if let found = exampleDays[example.name.value] {
        day = found
        break
      }
      day = example.day
    }
    for name in passed { exampleDays[name] = .some(day) }
    return day
  }

  /// The members of an example, and of the one it is like, as JSON; nil if that cannot be had.
  private func text(
    of example: ExampleDeclaration, _ known: [String: ExampleDeclaration]
  ) -> [UInt8]? {
    // What others are like is kept.
    if exampleBases.contains(example.name.value) {
      return merged(example, known, path: []).map { merged in
        mergedExamples[example.name.value] = merged
        return merged.text
      }
    }
    guard example.like != nil else { return written(example.members).text }
    return base(of: example, known, path: []).map { base in
      base.text(under: example.members) { self.write($0, in: self.scopes[0], to: &$1) }
    }
  }

  /// The members of an example with those of the one it is like; nil if that cannot be had.
  private func merged(
    _ example: ExampleDeclaration, _ known: [String: ExampleDeclaration], path: [String]
  ) -> MergedExample? {
    guard example.like != nil else { return written(example.members) }
    return base(of: example, known, path: path).map { written($0.members(under: example.members)) }
  }

  private func written(_ members: [ExampleDeclaration.Member]) -> MergedExample {
    MergedExample(members) { self.write($0, in: self.scopes[0], to: &$1) }
  }

  /// What an example is like; nil if that cannot be had.
  private func base(
    of example: ExampleDeclaration, _ known: [String: ExampleDeclaration], path: [String]
  ) -> MergedExample? {
    guard let like = example.like else { return nil }
    guard let base = known[like.value] else {
      let near = near(like.value, among: known.keys.sorted())
      report(.unknownExample(like.value, near: near), at: like.span)
      return nil
    }
    if let base = mergedExamples[like.value] { return base }
    let path = path + [example.name.value]
    if path.count > Checker.chainLimit {
      reportTooDeep(Checker.chainLimit, at: like.span)
      return nil
    }
    if let start = path.firstIndex(of: like.value) {
      // Every example of a circle comes upon it; the one that is declared first tells.
      let circle = path[start...]
      let spans = circle.compactMap { known[$0]?.name.span.lower }
      if start == 0, spans.min() == spans.first {
        report(.circle(circle + [like.value]), at: like.span)
      }
      return nil
    }
    let merged = merged(base, known, path: path)
    mergedExamples[like.value] = merged
    return merged
  }

  /// Whether a path after `rejects` names a field, or a key that a closed level does not know.
  private func resolveExample(_ path: [Name]) -> Bool {
    var scope: Scope? = scopes[0]
    for (depth, name) in path.enumerated() {
      guard let inner = scope, let field = field(name, in: inner) else {
        let isClosed = scope.map { program.levels[$0.level].isClosed } ?? false
        if isClosed, depth == path.count - 1 { return true }
        reportUnknown(name, scope, .target)
        return false
      }
      scope = program.fields[field].type.level.map { scopes[Int($0)] }
    }
    return true
  }

  private func reportUnknown(_ name: Name, _ scope: Scope?, _ place: NameMistake.FieldPlace) {
    let names = scope?.sortedNames ?? []
    report(.unknownField(name.text, near: near(name.text, among: names), place), at: name.span)
  }
}

extension Problem.Kind {
  /// Whether a value that is there is wrong.
  fileprivate var isOfGivenValue: Bool {
    switch self {
    case .type, .choice, .rule: true
    default: false
    }
  }
}

// MARK: - Values

extension Checker {
  private func checkMembers(
    _ members: [ExampleDeclaration.Member], in scope: Scope, prefix: String, rejected: Set<String>
  ) {
    for member in members {
      guard let field = field(member.name, in: scope) else {
        // A closed level may be shown what it does not know.
        if !program.levels[scope.level].isClosed { reportUnknown(member.name, scope, .example) }
        continue
      }
      let path = prefix + member.name.text
      // What is to be rejected may be anything.
      if rejected.contains(path) { continue }
      check(member.value, field, path: path, rejected: rejected)
    }
  }

  private func check(
    _ value: ExampleDeclaration.Value, _ field: Int, path: String, rejected: Set<String>
  ) {
    let type = program.fields[field].type
    switch (value, type) {
    case (.record(let members), .record(let level)):
      checkMembers(members, in: scopes[Int(level)], prefix: path + ".", rejected: rejected)
    case (.list(let items, _), .list(let level)):
      let item = Int(program.levels[Int(level)].itemField)
      for value in items { check(value, item, path: path, rejected: rejected) }
    case (.literal(let literal), _):
      if !isPossible(literal, staticType(field)) {
        report(.badExampleValue(staticType(field)), at: literal.span)
      }
    case (_, .any): break
    case (.record(let members), _):
      let span = members.first?.name.span ?? program.fields[field].span
      report(.badExampleValue(staticType(field)), at: span)
    case (.list(_, let span), _): report(.badExampleValue(staticType(field)), at: span)
    }
  }

  /// Whether a field of a type may have a literal; texts are read like those in the data.
  private func isPossible(_ literal: Expression, _ type: StaticType) -> Bool {
    switch (literal.kind, type) {
    case (.text, .record), (.text, .values): false
    case (.text, _), (_, .any), (_, .invalid): true
    case (.number, .int), (.negated, .int), (.number, .number), (.negated, .number): true
    case (.number(let digits), .bool): digits.pointee == "0" || digits.pointee == "1"
    case (.bool, .bool), (.date, .date), (.time, .time), (.dateTime, .dateTime),
      (.instant, .instant):
      true
    default: false
    }
  }

  private func field(_ name: Name, in scope: Scope) -> Int? {
    scope.field(named: name.text)
  }

  private func write(
    _ members: [ExampleDeclaration.Member], in scope: Scope?, to out: inout [UInt8]
  ) {
    out.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      write(member, in: scope, to: &out)
    }
    out.append(UInt8(ascii: "}"))
  }

  private func write(
    _ member: ExampleDeclaration.Member, in scope: Scope?, to out: inout [UInt8]
  ) {
    let number = scope.flatMap { field(member.name, in: $0) }
    // In the data the field goes by the first of its keys.
    let key = number.flatMap { program.fields[$0].keys.first } ?? member.name.text
    ExampleText.write(key, to: &out)
    out.append(UInt8(ascii: ":"))
    write(member.value, number, to: &out)
  }

  private func write(_ value: ExampleDeclaration.Value, _ field: Int?, to out: inout [UInt8]) {
    var inner: Scope?
    var item: Int?
    if let field, let level = program.fields[field].type.level {
      inner = scopes[Int(level)]
      item = Int(program.levels[Int(level)].itemField)
    }
    switch value {
    case .literal(let literal): write(literal, field, to: &out)
    case .record(let members): write(members, in: inner, to: &out)
    case .list(let items, _):
      out.append(UInt8(ascii: "["))
      for (index, value) in items.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        write(value, item, to: &out)
      }
      out.append(UInt8(ascii: "]"))
    }
  }
}

extension Checker {
  /// A date goes as the data has it, in the first of the field's formats.
  private func write(_ literal: Expression, _ field: Int?, to out: inout [UInt8]) {
    guard let field, case .formatted(let number) = program.fields[field].type,
      case .date(let formats) = program.formats[Int(number)], let format = formats.first,
      case .date(let text) = literal.kind,
      let date = Checker.read(text.pointee, { CalendarDate.parse($0) })
    else { return ExampleText.write(literal, to: &out) }
    ExampleText.write(format.text(of: date), to: &out)
  }
}

/// Literals as JSON.
private enum ExampleText {
  static func write(_ literal: Expression, to out: inout [UInt8]) {
    switch literal.kind {
    case .text(let template): write(template.plain ?? "", to: &out)
    case .number(let digits): out += Array(digits.pointee.utf8)
    case .negated(let inner):
      out.append(UInt8(ascii: "-"))
      write(inner, to: &out)
    case .bool(let value): out += Array((value ? "true" : "false").utf8)
    case .date(let text), .time(let text), .dateTime(let text), .instant(let text):
      write(text.pointee, to: &out)
    default: write("", to: &out)
    }
  }

  static func write(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        out += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}

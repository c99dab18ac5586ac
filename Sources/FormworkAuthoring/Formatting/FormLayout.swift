// Determines where lines begin in a form: at declarations, clauses, blocks, rows and members.

internal import FormworkSyntax

extension FormWriter {
  /// Writes declarations, each on lines of its own.
  mutating func put(_ declarations: [Declaration], indent: Int) {
    for declaration in declarations { put(declaration, indent: indent) }
  }

  private mutating func put(_ declaration: Declaration, indent: Int) {
    let range = form.range(of: declaration.span)
    let gap = Gap.line(indent: indent, keepsEmpty: true)
    if form.width(of: range, limit: FormWriter.lineWidth - indent) != nil {
      return putLine(range, gap, indent: indent)
    }
    switch declaration.kind {
    case .field(let field):
      put(field.type, field.clauses, in: range, gap, indent: indent)
    case .define(let define):
      guard case .type(let type, let clauses) = define.meaning else {
        return putWords(in: range, gap, indent: indent)
      }
      put(type, clauses, in: range, gap, indent: indent)
    case .fields(let clauses):
      let head =
        range
        .lowerBound..<(clauses.first.map { form.range(of: $0.span).lowerBound } ?? range.upperBound)
      putLine(head, gap, indent: indent)
      put(clauses, indent: indent + 2)
    case .check: putWords(in: range, gap, indent: indent)
    case .when(let when): put(when, in: range, gap, indent: indent)
    case .page(let page):
      let opener = form.opener(of: page, in: range)
      fill(range.lowerBound..<opener + 1, gap, indent: indent + 4)
      putBlock(page.body, closedBy: range.upperBound - 1, indent: indent)
    case .table(let table): put(table, in: range, gap, indent: indent)
    case .list(let list):
      guard let opener = range.first(where: { form.tokens[$0].kind == .less }) else {
        return fill(range, gap, indent: indent + 2)
      }
      fill(range.lowerBound..<opener + 1, gap, indent: indent + 4)
      putBlock(list.body, closedBy: range.upperBound - 1, indent: indent)
    case .example: putExample(range, gap, indent: indent)
    case .data(let data): put(data, in: range, gap, indent: indent)
    case .form, .language, .closed, .use, .intro, .choices, .needs, .words:
      fill(range, gap, indent: indent + 2)
    }
  }

  // MARK: Fields and their clauses

  /// Writes a field or a named type. Clauses that don't fit on the same line go on lines below.
  private mutating func put(
    _ type: TypeExpression, _ clauses: [Clause], in range: Range<Int>, _ gap: Gap, indent: Int
  ) {
    let end = clauses.first.map { form.range(of: $0.span).lowerBound } ?? range.upperBound
    let head = range.lowerBound..<end
    if let (declarations, block) = record(in: type) {
      fill(head.lowerBound..<block.lowerBound + 1, gap, indent: indent + 4)
      putBlock(declarations, closedBy: block.upperBound - 1, indent: indent)
    } else {
      fill(head, gap, indent: indent + 2)
    }
    put(clauses, indent: indent + 2)
  }

  /// Returns the declarations of a record, and the tokens from its `<` to its `>`. For a list, looks at the record
  /// inside. Returns nil if there is no record or the record fits on one line.
  private func record(in type: TypeExpression) -> ([Declaration], Range<Int>)? {
    switch type.kind {
    case .record(let declarations):
      let range = form.range(of: type.span)
      return form.width(of: range, limit: FormWriter.lineWidth) == nil ? (declarations, range) : nil
    case .list(_, _, let item): return record(in: item)
    default: return nil
    }
  }

  /// Writes the contents of a block, and its `>` on a line of its own.
  private mutating func putBlock(_ declarations: [Declaration], closedBy closer: Int, indent: Int) {
    put(declarations, indent: indent + 2)
    put(closer, .line(indent: indent, keepsEmpty: true), indent: indent, comments: indent + 2)
  }

  /// Writes clauses: short ones beside each other, others on lines of their own.
  private mutating func put(_ clauses: [Clause], indent: Int) {
    var isShortLine = true
    for clause in clauses {
      let range = form.range(of: clause.span)
      let isBeside =
        clause.isShort && isShortLine && form.width(of: range, limit: room - 1) != nil
        && form.commentsBefore[range.lowerBound] == form.commentsBefore[range.lowerBound - 1]
      if isBeside {
        putLine(range, .space, indent: indent)
      } else {
        putWords(in: range, .line(indent: indent), indent: indent)
        isShortLine = clause.isShort
      }
    }
  }

  /// Writes a condition and its message on one line, or puts the message, warning, title and `at` clause on lines below
  /// the condition.
  private mutating func putWords(in range: Range<Int>, _ gap: Gap, indent: Int) {
    if form.width(of: range, limit: FormWriter.lineWidth - indent) != nil {
      return putLine(range, gap, indent: indent)
    }
    var (start, gap) = (range.lowerBound, gap)
    for end in range.dropFirst() where form.depths[end] == form.depths[range.lowerBound] {
      guard let word = form.tokens[end].keyword, [.message, .warning, .title, .at].contains(word)
      else { continue }
      fill(start..<end, gap, indent: indent + 4)
      let isBeside = word == .at && form.width(of: end..<range.upperBound, limit: room - 1) != nil
      (start, gap) = (end, isBeside ? .space : .line(indent: indent + 2))
    }
    fill(start..<range.upperBound, gap, indent: indent + 4)
  }

  // MARK: Blocks

  private mutating func put(
    _ when: WhenDeclaration, in range: Range<Int>, _ gap: Gap, indent: Int
  ) {
    var (start, gap) = (range.lowerBound, gap)
    for branch in when.branches {
      let opener = form.opener(of: branch)
      let closer = form.range(of: branch.span).upperBound - 1
      if form.width(of: opener..<closer + 1, limit: FormWriter.lineWidth) != nil,
        form.width(of: start..<closer + 1, limit: roomAfter(gap)) != nil
      {
        putLine(start..<closer + 1, gap, indent: indent)
      } else {
        fill(start..<opener + 1, gap, indent: indent + 4)
        putBlock(branch.body, closedBy: closer, indent: indent)
      }
      (start, gap) = (closer + 1, .space)
    }
    if start < range.upperBound { putElseBlank(start..<range.upperBound, indent: indent) }
  }

  /// Writes `else blank` after the `>`, with its message beside or below it.
  private mutating func putElseBlank(_ range: Range<Int>, indent: Int) {
    if form.width(of: range, limit: room - 1) != nil {
      return putLine(range, .space, indent: indent)
    }
    let words = range.lowerBound + 2
    putLine(range.lowerBound..<words, .space, indent: indent)
    if words < range.upperBound {
      fill(words..<range.upperBound, .line(indent: indent + 2), indent: indent + 4)
    }
  }

  // MARK: Tables and examples

  /// Writes a table with one row per line. The arrows are aligned if there is space.
  private mutating func put(
    _ table: TableDeclaration, in range: Range<Int>, _ gap: Gap, indent: Int
  ) {
    fill(range.lowerBound..<form.opener(of: table, in: range) + 1, gap, indent: indent + 4)
    let rows = table.rows.map { form.range(of: $0.span) }
    let arrows = rows.map { row in row.first { form.tokens[$0].kind == .arrow } ?? row.upperBound }
    let limit = FormWriter.lineWidth - indent - 2
    let keys = zip(rows, arrows).map { form.width(of: $0.lowerBound..<$1, limit: limit) }
    let results = zip(rows, arrows).map { form.width(of: $1..<$0.upperBound, limit: limit) }
    let widest = keys.compactMap { $0 }.max() ?? 0
    let isAligned = results.allSatisfy { $0.map { $0 + widest + 1 <= limit } ?? false }
    for (row, arrow) in zip(rows, arrows) {
      let rowGap = Gap.line(indent: indent + 2, keepsEmpty: true)
      if isAligned, form.width(of: row, limit: limit) != nil {
        putLine(row.lowerBound..<arrow, rowGap, indent: indent + 4)
        pad(to: indent + 2 + widest)
        putLine(arrow..<row.upperBound, .space, indent: indent + 4)
      } else {
        fill(row, rowGap, indent: indent + 4)
      }
    }
    putBlock([], closedBy: range.upperBound - 1, indent: indent)
  }

  /// Writes settings beside each other, on as many lines as necessary.
  private mutating func put(
    _ data: DataDeclaration, in range: Range<Int>, _ gap: Gap, indent: Int
  ) {
    guard let opener = range.first(where: { form.opens[$0] }) else {
      return putLine(range, gap, indent: indent)
    }
    putLine(range.lowerBound..<opener + 1, gap, indent: indent)
    let closer = range.upperBound - 1
    let starts = data.settings.map { form.range(of: $0.span).lowerBound }
    for (start, end) in zip(starts, starts.dropFirst() + [closer]) {
      let isBeside = start > opener + 1 && form.width(of: start..<end, limit: room - 1) != nil
      fill(start..<end, isBeside ? .space : .line(indent: indent + 2), indent: indent + 4)
    }
    putBlock([], closedBy: closer, indent: indent)
  }

  private mutating func putExample(_ range: Range<Int>, _ gap: Gap, indent: Int) {
    guard let opener = range.first(where: { form.opens[$0] }) else {
      return fill(range, gap, indent: indent + 4)
    }
    fill(range.lowerBound..<opener + 1, gap, indent: indent + 4)
    let members = opener + 1..<range.upperBound - 1
    let isOne = members.dropFirst().allSatisfy {
      form.depths[$0] > form.depths[members.lowerBound] || !form.mayBreak(before: $0)
    }
    if !members.isEmpty {
      fill(members, .line(indent: indent + 2), indent: indent + (isOne ? 4 : 2))
    }
    putBlock([], closedBy: range.upperBound - 1, indent: indent)
  }
}

extension Clause {
  /// Whether the clause consists of a few words, without a condition or a message.
  fileprivate var isShort: Bool {
    switch kind {
    case .required(let condition, let message): condition == nil && message == nil
    default: isOfValue
    }
  }
}

// Questions about all records: `sum(records.part)`, `any(records, head)`, `regnr in records.sibling`,
// `records(id: sponsor).born`, `previous.reading`. Each has a condition or an operand about a single record. The
// results for all records are merged.

/// A question about all records, or about those that share some values with the record at hand.
struct RecordQuestion: Sendable, BitwiseCopyable {
  /// A value that the records of a question must share with the record at hand.
  struct Key: Sendable, BitwiseCopyable {
    /// The operand in the other record.
    var other: Int32
    /// The operand in the record at hand.
    var own: Int32
    /// Whether the two operands are compared case-insensitively.
    var ignoresCase = false
  }

  enum Kind: Sendable, BitwiseCopyable {
    /// The number of all records, even of those that can't be read.
    case total
    /// A count, sum, mean and the like.
    case aggregate(Aggregate)
    /// The number of values of a path.
    case count
    /// The number of distinct values.
    case distinct
    case any, all
    /// Whether a value of the record at hand is among the values of the records that the question is about.
    /// `ignoresCase` means the same as in `Key`.
    case membership(ignoresCase: Bool)
    /// The value of the first record.
    case first
    /// The value of the previous record.
    case previous
  }

  var kind = Kind.total
  /// The condition or the operand about a single record.
  var node: Int32 = -1
  /// The range of the question's keys in `Program.questionKeys`. The keys that are fields of the group come first.
  var firstKey: Int32 = 0
  var endKey: Int32 = 0
  /// The number of keys that are fields of the group.
  var groupCount: Int32 = 0
  /// The number of nodes that contain the question. Each use of a field of a record has its own question. A question
  /// about a whole record thus has 0 if only fields are used.
  var useCount: Int32 = 0
  /// Whether messages may show the value differently from products, so that its text in messages is kept, too.
  var isShown = false

  var keyCount: Int { Int(endKey - firstKey) }

  /// Whether the question has keys other than the fields of its group.
  var hasOwnKeys: Bool { endKey - firstKey > groupCount }

  /// Whether earlier records answer the question while records are judged.
  var isPrevious: Bool { if case .previous = kind { true } else { false } }
}

/// The records that a question is about.
package struct AskedRecords: Sendable {
  package enum Selection: Sendable { case all, first, previous, total }

  package var selection: Selection
  /// The fields of the group.
  package var group: [Int32]
  /// The fields of the other record, and the operands that they must equal.
  package var keys: [(field: Int32, value: Int32)]
}

extension RecordQuestion.Kind: Equatable {}

extension Collection<RecordQuestion.Key> where Index == Int {
  /// Returns the keys of `question`.
  @inline(__always)
  func of(_ question: RecordQuestion) -> SubSequence {
    self[Int(question.firstKey)..<Int(question.endKey)]
  }

  /// Returns the keys of `query`.
  @inline(__always)
  func of(_ query: ListQuery) -> SubSequence { self[Int(query.firstKey)..<Int(query.endKey)] }

  /// Returns only those keys of a question that are the fields of its group.
  @inline(__always)
  func ofGroup(_ question: RecordQuestion) -> SubSequence {
    self[Int(question.firstKey)..<Int(question.firstKey + question.groupCount)]
  }

  /// Returns the keys of a question except the fields of its group.
  @inline(__always)
  func ofRecords(_ question: RecordQuestion) -> SubSequence {
    self[Int(question.firstKey + question.groupCount)..<Int(question.endKey)]
  }
}

extension Program {
  /// Whether two questions certainly have the same answers.
  func areSame(_ one: RecordQuestion, _ other: RecordQuestion) -> Bool {
    one.kind == other.kind && one.groupCount == other.groupCount
      && one.keyCount == other.keyCount && areSame(one.node, other.node)
      && zip(questionKeys.of(one), questionKeys.of(other)).allSatisfy {
        areSame($0.other, $1.other) && areSame($0.own, $1.own) && $0.ignoresCase == $1.ignoresCase
      }
  }

  /// Returns the records that a question is about.
  package func askedRecords(_ question: Int) -> AskedRecords {
    let entry = questions[question]
    let selection: AskedRecords.Selection =
      switch entry.kind {
      case .total: .total
      case .first: .first
      case .previous: .previous
      default: .all
      }
    return AskedRecords(
      selection: selection, group: questionKeys.ofGroup(entry).map { $0.other },
      keys: questionKeys.ofRecords(entry).map { ($0.other, $0.own) })
  }

  /// Whether records are compared with earlier ones while they are judged.
  package var comparesRecords: Bool { acrossCount > 0 || questions.contains { $0.isPrevious } }

  /// Whether there are checks of the data as a whole.
  package var judgesData: Bool { rules.contains { $0.subject == .data || $0.subject == .columns } }

  /// Whether records are compared with each other, or counted.
  package var isAboutAllRecords: Bool { comparesRecords || asksAllRecords }

  /// Whether a question about all records needs more than their number.
  package var asksContents: Bool {
    questions.indices.contains { !questions[$0].isPrevious && !isTotal($0) }
  }

  /// The form's words that compare records: `unique`, `same`, `previous` and `records`. Leaves out `records` if only
  /// checks of the data as a whole use it, and only for the number of records.
  package var comparedWords: [String] {
    let same = sameRules.count
    var words: [String] = []
    if same < acrossCount { words.append(Predicate.unique.name) }
    if same > 0 { words.append(Predicate.same.name) }
    if questions.contains(where: { $0.isPrevious }) { words.append("previous") }
    if asksContents || needsAnswersFirst { words.append("records") }
    return words
  }

  /// Whether there are questions about all records.
  package var asksAllRecords: Bool { questions.contains { !$0.isPrevious } }

  /// Whether all records must be read once before any can be judged. This is so if a rule about single records, or its
  /// message, depends on all records.
  package var needsAnswersFirst: Bool {
    guard asksAllRecords else { return false }
    let asksForRecord = rules.contains { $0.subject != .data && asksAllRecords($0.condition) }
    if asksForRecord { return true }
    let messagesOfData = rules.filter { $0.subject == .data }.map { $0.message }
    return texts.indices.contains { text in
      !messagesOfData.contains(Int32(text))
        && texts[text].placeholders.contains {
          if case .operand(let node, _) = $0 { asksAllRecords(node) } else { false }
        }
    }
  }

  /// The rules that compare a record with others, or that are about the data as a whole. They aren't decided for a
  /// record by itself.
  package var rulesAboutOthers: [Int32] {
    guard isAboutAllRecords || rules.contains(where: { $0.subject == .data }) else { return [] }
    return rules.indices.filter { rules[$0].subject == .data || isAboutOthers(rules[$0].condition) }
      .map { Int32($0) }
  }

  private func isAboutOthers(_ condition: Int32) -> Bool {
    switch view(condition) {
    case .question, .dataSet: true
    default: hasChild(condition) { isAboutOthers($0) }
    }
  }

  private func asksAllRecords(_ condition: Int32) -> Bool {
    if case .question(_, let number) = view(condition), !questions[number].isPrevious {
      return true
    }
    return hasChild(condition) { asksAllRecords($0) }
  }

  /// Returns the question to which a list such as `records` or `records.sibling` belongs. Returns nil for a list of the
  /// record at hand.
  func question(ofList list: Int32) -> Int? {
    switch view(list) {
    case .records(let question): question
    case .each(let list, _), .distinctValues(let list): question(ofList: list)
    default: nil
    }
  }

  /// Whether messages show the values of a field other than products do: as in the data, in the field's format, or by a
  /// label.
  func hasNotation(_ operand: Int32) -> Bool {
    func hasNotation(_ type: FieldType) -> Bool {
      switch type {
      case .choice, .formatted, .plain(.time), .plain(.dateTime): true
      case .either(let number): alternatives[Int(number)].contains { hasNotation($0) }
      case .plain, .record, .list: false
      }
    }
    return fields(of: operand).contains { hasNotation(fields[Int($0)].type) }
  }

  /// Whether an operand is a field of the previous record or of a record that is looked up.
  func isFieldElsewhere(_ operand: Int32) -> Bool {
    guard case .question(let inner, let number) = view(operand) else { return false }
    return switch questions[number].kind {
    case .first, .previous: singleField(of: inner) != nil
    default: false
    }
  }

  /// Returns the first question of a condition.
  func firstQuestion(in condition: Int32) -> Int32? {
    if case .question(_, let number) = view(condition) { return Int32(number) }
    for child in children(of: condition) {
      if let number = firstQuestion(in: child) { return number }
    }
    return nil
  }

  /// Whether a question is nothing but the number of all records.
  func isTotal(_ question: Int) -> Bool {
    if case .total = questions[question].kind { true } else { false }
  }
}

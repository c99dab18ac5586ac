// The meaning of each predicate.

extension Evaluator {
  func test(_ node: Node, _ frame: Frame) -> Truth {
    guard let predicate = Predicate(rawValue: node.variant) else { return .unknown }
    if predicate == .unique || predicate == .same { return testDataSet(node, frame) }
    let subject = value(of: node.a, frame)
    switch predicate {
    case .filled: return isFilled(subject)
    case .blank: return isFilled(subject).negated
    default: break
    }
    guard subject.isUsable else {
      return lack(subject, beside: Int(node.b)..<Int(node.b + node.c), frame)
    }
    switch subject.kind {
    case .text: return testText(predicate, subject, node, frame)
    case .list: return testList(predicate, subject, node, frame)
    default: return testOther(predicate, subject, node, frame)
    }
  }

  func isFilled(_ value: Value) -> Truth {
    switch value.unknownAsBlank.kind {
    case .blank: .no
    case .unusable:
      switch value.failureElsewhere ?? value.failure {
      case .required, .calculation: .no
      case .type, .choice: .yes
      case .elsewhere: .elsewhere
      case .undecided, nil: value.failure == .elsewhere ? .elsewhere : .skipped
      }
    case .uncalculable: .uncalculable
    // Empty values occur only when the checker looks for a rule that rejects them.
    case .text: value.bytes.isEmpty ? .no : .yes
    case .list: value.itemCount == 0 ? .no : .yes
    default: .yes
    }
  }

  private func argument(_ node: Node, _ index: Int32) -> Int32 {
    plan.lists[Int(node.b + index)]
  }

  /// Whether a number of characters, words, items, digits or years is in the range of an argument.
  private func isCount(_ count: Int, _ node: Node, _ index: Int32, _ frame: Frame) -> Truth {
    isValue(Value(integer: Int64(count)), inRange: argument(node, index), frame)
  }

  private func testList(
    _ predicate: Predicate, _ subject: Value, _ node: Node, _ frame: Frame
  ) -> Truth {
    switch predicate {
    case .count: isCount(subject.itemCount, node, 0, frame)
    case .distinct: isDistinct(subject, node, frame)
    default: .unknown
    }
  }

  private func testText(
    _ predicate: Predicate, _ subject: Value, _ node: Node, _ frame: Frame
  ) -> Truth {
    let text = subject.bytes
    guard mayRead(text) else { return .unknown }
    if node.c == 0, let holds = predicate.holds(for: text) { return Truth(holds) }
    switch predicate {
    case .oneOf: return isValue(subject, inItems: node.b, node.c, frame)
    case .count: return testCount(text, node, frame)
    case .words: return isCount(text.wordCount, node, 0, frame)
    case .alphanumeric: return Truth(text.isAlphanumericOfAnyScript)
    case .letters: return Truth(text.isLettersOfAnyScript)
    case .uuid:
      let version = value(of: argument(node, 0), frame)
      return Truth(Formats.isUUID(text, version: Int(clamping: version.smallInteger ?? 0)))
    case .contains: return testContains(subject, node, frame)
    case .only:
      let selection = plan.nodes[Int(argument(node, 0))].a
      return Truth(text.hasOnly(program.selections[Int(selection)]))
    case .startsWith, .endsWith: return testEnd(predicate, subject, node, frame)
    case .matches:
      let pattern = Int(plan.nodes[Int(argument(node, 0))].a)
      return Truth(matches(text, pattern: pattern))
    case .like:
      return Truth(program.pictures[Int(plan.nodes[Int(argument(node, 0))].a)].matches(text))
    case .date, .time, .dateTime, .instant:
      return Truth(isMoment(text.trimmed, formats: plan.nodes[Int(argument(node, 0))].a))
    case .int:
      guard let value = ExactDecimal.parseInt64(text: text.trimmed).integer else { return .no }
      return isValue(Value(integer: value), inRange: argument(node, 0), frame)
    case .number:
      guard let value = ExactDecimal.parse(text: text.trimmed, format: .plain).number else {
        return .no
      }
      return isValue(Value(value), inRange: argument(node, 0), frame)
    default: return .unknown
    }
  }

  private func isMoment(_ text: TextBytes, formats: Int32) -> Bool {
    Evaluator.formatted(text, program.formats[Int(formats)]) != nil
  }

  /// Counts the characters only if the number of bytes doesn't decide: n > 0 bytes are between one and n characters.
  private func testCount(_ text: TextBytes, _ node: Node, _ frame: Frame) -> Truth {
    let range = plan.nodes[Int(argument(node, 0))]
    if let (low, high) = constantCounts(range) {
      return Truth(text.hasCharacterCount(in: low, high))
    }
    return isCount(text.characterCount, node, 0, frame)
  }

  /// Returns the inclusive bounds of a range of counts, if they are constants.
  func constantCounts(_ range: Node) -> (Int, Int)? {
    func bound(_ number: Int32, else open: Int) -> Int? {
      guard number >= 0 else { return open }
      let node = plan.nodes[Int(number)]
      guard node.operation == .constant else { return nil }
      return plan.constants[Int(node.a)].smallInteger.map { Int(clamping: $0) }
    }
    guard let low = bound(range.a, else: 0), let high = bound(range.b, else: Int.max) else {
      return nil
    }
    let isOpen = range.variant == 1 && range.b >= 0 && high > Int.min
    return (max(0, low), isOpen ? high - 1 : high)
  }

  /// Counts the occurrences of the argument of `contains` in a text. Returns nil if the argument is unknown.
  func occurrences(
    _ subject: Value, _ node: Node, limit: Int, _ frame: Frame
  ) -> Int? {
    let text = subject.bytes
    let content = plan.nodes[Int(argument(node, node.c - 1))]
    if content.operation == .selection {
      return text.count(of: program.selections[Int(content.a)], limit: limit)
    }
    let wanted = value(of: argument(node, node.c - 1), frame)
    guard wanted.isUsable else { return nil }
    let anyCase = (subject.flags | wanted.flags) & Value.ignoresCase != 0
    if limit == 1 { return text.contains(text: wanted.bytes, anyCase: anyCase) ? 1 : 0 }
    return text.occurrences(of: wanted.bytes, anyCase: anyCase, limit: limit)
  }

  private func testContains(_ subject: Value, _ node: Node, _ frame: Frame) -> Truth {
    let isCounted = node.c > 1
    guard let found = occurrences(subject, node, limit: isCounted ? Int.max : 1, frame) else {
      return Evaluator.lack(value(of: argument(node, node.c - 1), frame))
    }
    return isCounted ? isCount(found, node, 0, frame) : Truth(found > 0)
  }

  private func testEnd(
    _ predicate: Predicate, _ subject: Value, _ node: Node, _ frame: Frame
  ) -> Truth {
    let wanted = value(of: argument(node, 0), frame)
    guard wanted.isUsable else { return Evaluator.lack(wanted) }
    let anyCase = (subject.flags | wanted.flags) & Value.ignoresCase != 0
    return Truth(
      predicate == .startsWith
        ? subject.bytes.starts(with: wanted.bytes, anyCase: anyCase)
        : subject.bytes.ends(with: wanted.bytes, anyCase: anyCase))
  }

  private func testOther(
    _ predicate: Predicate, _ subject: Value, _ node: Node, _ frame: Frame
  ) -> Truth {
    switch predicate {
    case .oneOf: return isValue(subject, inItems: node.b, node.c, frame)
    case .range: return isValue(subject, inRange: argument(node, 0), frame)
    case .positive: return Truth(subject.number > .zero)
    case .negative: return Truth(subject.number < .zero)
    case .multipleOf:
      let step = value(of: argument(node, 0), frame)
      guard step.isUsable else { return Evaluator.lack(step) }
      return subject.number.isMultiple(of: step.number).map { Truth($0) } ?? .uncalculable
    case .decimals: return isCount(subject.number.fractionDigits, node, 0, frame)
    case .before, .after:
      let other = value(of: argument(node, 0), frame)
      guard other.isUsable else { return Evaluator.lack(other) }
      if subject.isPartialDate || other.isPartialDate {
        return predicate == .before
          ? subject.isBefore(other, orEqual: false) : other.isBefore(subject, orEqual: false)
      }
      guard let order = order(subject, other) else { return .uncalculable }
      return Truth(predicate == .before ? order < 0 : order > 0)
    case .past where subject.isPartialDate:
      return subject.isBefore(Value(moment.today), orEqual: false)
    case .future where subject.isPartialDate:
      return Value(moment.today).isBefore(subject, orEqual: false)
    case .past: return Truth(orderToToday(subject) < 0)
    case .future: return Truth(orderToToday(subject) > 0)
    case .age: return testAge(subject, node, frame)
    default: return .unknown
    }
  }

  /// Whether an age is in a range. Of a partial date, all possible ages must agree.
  private func testAge(_ born: Value, _ node: Node, _ frame: Frame) -> Truth {
    let oldest = born.date.age(at: moment.today)
    var result = isCount(oldest, node, 0, frame)
    guard born.isPartialDate else { return result }
    for age in born.lastDate.age(at: moment.today)..<oldest {
      let truth = isCount(age, node, 0, frame)
      if truth != result { result = .unknown(.unknown, .unknown(result, truth)) }
    }
    return result
  }

  /// Returns the order of a value and today. An instant is compared with now.
  private func orderToToday(_ value: Value) -> Int {
    if value.kind == .instant { return order(value, Value(moment.now)) ?? 0 }
    let (day, today) = (value.date.dayNumber, moment.today.dayNumber)
    return day < today ? -1 : day == today ? 0 : 1
  }
}

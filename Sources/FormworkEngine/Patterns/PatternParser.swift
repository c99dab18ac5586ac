/// Parses a pattern's source to nodes and records all problems. It doesn't stop at a problem, but skips the rejected
/// part, so that one pass finds all problems.
///
/// Groups are on an explicit stack, so no nesting can exhaust the call stack.
struct PatternParser {
  let scalars: [Unicode.Scalar]
  private(set) var ignoringCase: Bool

  /// The byte at which each scalar starts, and the end of the source.
  private let offsets: [Int]

  /// The index of the next scalar.
  var position = 0

  /// The first `[` inside a class, if the next `]` may have been meant to close this bracket instead of the class.
  var bracketInClass: Int?

  /// The number of open classes. Each inner class is subtracted from the class around it.
  var classDepth = 0

  /// A cache of the index of the next `]` without a backslash before it.
  var knownClose = -1

  /// The nodes, each after its parts.
  var nodes: [PatternNode] = []

  var problems: [PatternProblem] = []

  /// The first alternation in which an anchor applies only to some of the branches.
  var anchoredAlternation: Range<Int>?

  var frames: [PatternFrame]

  /// A cache of the sets of named properties.
  var properties: PatternProperties

  init(_ source: [UInt8], ignoringCase: Bool, _ properties: PatternProperties) {
    self.properties = properties
    var scalars: [Unicode.Scalar] = []
    var offsets: [Int] = []
    var offset = 0
    for scalar in String(decoding: source, as: UTF8.self).unicodeScalars {
      scalars.append(scalar)
      offsets.append(min(offset, source.count))
      offset += UTF8.width(scalar)
    }
    offsets.append(source.count)
    self.scalars = scalars
    self.offsets = offsets
    self.ignoringCase = ignoringCase
    frames = [PatternFrame(open: 0, content: 0, firstNode: 0, isRejected: false)]
  }

  /// whole ::= '(?i)'? pattern
  /// pattern ::= branch ('|' branch)*
  /// branch ::= piece*
  mutating func parse() {
    if at("(?i)") {
      ignoringCase = true
      position += 4
    }
    while let scalar = peek(), !hasManyProblems {
      // A class isn't assumed to continue past `|`, `(` or `)`.
      if scalar == "|" || scalar == "(" || scalar == ")" { bracketInClass = nil }
      switch scalar {
      case "|":
        position += 1
        endBranch()
      case "(": openGroup()
      case ")": closeGroup()
      default: parsePiece(scalar)
      }
    }
    while frames.count > 1 {
      let open = frames[frames.count - 1].open
      if !frames[frames.count - 1].isRejected {
        record(.unclosedGroup, from: open, to: open + 1)
      }
      endGroup()
    }
    endBranches()
  }

  // MARK: Pieces

  /// piece ::= '^' | '$' | '\b' | '\B' | atom repeat?
  /// atom ::= CHARACTER | '.' | escape | class | group
  private mutating func parsePiece(_ scalar: Unicode.Scalar) {
    let start = position
    switch scalar {
    case "^":
      position += 1
      addAssertion(.textStart, from: start)
    case "$":
      position += 1
      addAssertion(.textEnd, from: start)
    case ".":
      position += 1
      addAtom(.scalar(PatternParser.anyButLineBreaks))
    case "[": addAtom(.scalar(parseClass()))
    case "\\": parseEscapedPiece()
    case "*", "+", "?", "{": parseStrayRepeat()
    case "]":
      position += 1
      if let open = bracketInClass {
        record(.unsupported(.nestedClass), from: open)
        bracketInClass = nil
      } else {
        record(.strayMark(scalar), from: start)
      }
    case "}":
      position += 1
      record(.strayMark(scalar), from: start)
    default:
      position += 1
      addAtom(.scalar(folded(scalar)))
    }
  }

  private mutating func parseEscapedPiece() {
    let start = position
    switch parseEscape() {
    case .scalar(let scalar): addAtom(.scalar(folded(scalar)))
    case .set(let set): addAtom(.scalar(set))
    case .assertion(let assertion): addAssertion(assertion, from: start)
    case .rejected: addAtom(.empty)
    }
  }

  private mutating func addAtom(_ node: PatternNode) {
    nodes.append(node)
    frames[frames.count - 1].pieces += 1
    frames[frames.count - 1].endsWithAnchor = false
    parseRepeats()
  }

  private mutating func addAssertion(_ assertion: PatternAssertion, from start: Int) {
    nodes.append(.assertion(assertion))
    frames[frames.count - 1].add(assertion)
    let marks = position
    if eatWordInBraces() { return }
    if eatRepeat() != nil { record(.nothingToRepeat, from: marks) }
  }

  static let anyButLineBreaks = ScalarSet.lineBreaks.complement

  private func folded(_ scalar: Unicode.Scalar) -> ScalarSet {
    let alone = scalar.value...scalar.value
    return ignoringCase ? ScalarSet(ScalarCase.closing([alone])) : ScalarSet(scalar)
  }

  // MARK: Branches and groups

  private mutating func endBranch() {
    let index = frames.count - 1
    switch frames[index].pieces {
    case 0: nodes.append(.empty)
    case 1: break
    case let pieces: nodes.append(.sequence(pieces))
    }
    frames[index].endBranch()
  }

  /// Ends the last branch of the innermost group and combines the group's branches into one node.
  private mutating func endBranches() {
    endBranch()
    let frame = frames[frames.count - 1]
    guard frame.branches > 1 else { return }
    nodes.append(.alternation(frame.branches))
    if frame.hasUnevenAnchors, anchoredAlternation == nil {
      anchoredAlternation = range(from: frame.content, to: position)
    }
  }

  private mutating func endGroup() {
    endBranches()
    let frame = frames.removeLast()
    if frame.isRejected {
      nodes.removeSubrange(frame.firstNode...)
      nodes.append(.empty)
    }
  }

  /// group ::= '(' ('?:' | '?' 'P'? '<' GROUP '>')? pattern ')'
  private mutating func openGroup() {
    let open = position
    position += 1
    let kind = at("?") ? eatGroupKind() : .plain
    if case .rejected(let construct, let isOpen) = kind {
      record(.unsupported(construct), from: open)
      guard isOpen else { return }
    }
    let isTooDeep = frames.count > Pattern.deepestNesting
    if isTooDeep, !frames[frames.count - 1].isRejected {
      record(.nestingTooDeep(limit: Pattern.deepestNesting), from: open, to: open + 1)
    }
    frames.append(
      PatternFrame(
        open: open, content: position, firstNode: nodes.count,
        isRejected: isTooDeep || kind != .plain || frames[frames.count - 1].isRejected))
  }

  private mutating func closeGroup() {
    guard frames.count > 1 else {
      position += 1
      return record(.strayMark(")"), from: position - 1)
    }
    endGroup()
    position += 1
    frames[frames.count - 1].pieces += 1
    frames[frames.count - 1].endsWithAnchor = false
    parseRepeats()
  }

  // MARK: Peeking and consuming

  func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    position + ahead < scalars.count ? scalars[position + ahead] : nil
  }

  func at(_ scalar: Unicode.Scalar) -> Bool {
    peek() == scalar
  }

  /// Whether `text` comes next.
  func at(_ text: String) -> Bool {
    scalars[position...].starts(with: text.unicodeScalars)
  }

  mutating func eat(_ scalar: Unicode.Scalar) -> Bool {
    guard at(scalar) else { return false }
    position += 1
    return true
  }

  func range(from start: Int, to end: Int) -> Range<Int> {
    offsets[start]..<offsets[end]
  }

  /// Whether so many problems are recorded that the rest of the pattern isn't parsed.
  var hasManyProblems: Bool { problems.count >= 100 }

  mutating func record(_ kind: PatternProblem.Kind, from start: Int, to end: Int? = nil) {
    if hasManyProblems { return }
    problems.append(PatternProblem(kind, range(from: start, to: end ?? position)))
  }
}

/// An open group, or the whole pattern, while it is parsed.
struct PatternFrame {
  /// The index of the group's `(`.
  let open: Int

  /// The index after the `(` or `(?:`.
  let content: Int

  /// The index of the group's first node.
  let firstNode: Int

  /// Whether the group is rejected, so that its contents are parsed only for problems.
  let isRejected: Bool

  /// The number of nodes of the current branch.
  var pieces = 0
  var startsWithAnchor = false
  var endsWithAnchor = false

  /// The numbers of branches so far, of branches that begin with `^`, and of branches that end with `$`.
  var branches = 0
  private var anchoredAtStart = 0
  private var anchoredAtEnd = 0

  init(open: Int, content: Int, firstNode: Int, isRejected: Bool) {
    self.open = open
    self.content = content
    self.firstNode = firstNode
    self.isRejected = isRejected
  }

  var hasUnevenAnchors: Bool {
    (anchoredAtStart > 0 && anchoredAtStart < branches)
      || (anchoredAtEnd > 0 && anchoredAtEnd < branches)
  }

  mutating func add(_ assertion: PatternAssertion) {
    if pieces == 0, assertion == .textStart { startsWithAnchor = true }
    endsWithAnchor = assertion == .textEnd
    pieces += 1
  }

  mutating func endBranch() {
    branches += 1
    if startsWithAnchor { anchoredAtStart += 1 }
    if endsWithAnchor { anchoredAtEnd += 1 }
    pieces = 0
    startsWithAnchor = false
    endsWithAnchor = false
  }
}

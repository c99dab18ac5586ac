// A group of boxes that are validated together, such as those of a page.

/// A group of boxes of a form on screen, such as those of one page of a form with several pages.
///
/// ```swift
/// let page = session.group(["name", "address"])!
/// if page.validate() { showNextPage() } else { focus = page.focus }
/// ```
public struct SessionGroup {
  private let all: [Box]
  private let state: SessionState

  init(_ boxes: [Box], _ state: SessionState) { (all, self.state) = (boxes, state) }

  /// The boxes of the group except those whose rows were removed.
  private var boxes: [Box] {
    all.filter { $0.shape.lists.isEmpty || state.rows(around: $0) != nil }
  }

  /// The boxes, each record before its fields. The boxes inside a list are in its ``SessionField/rows``. Boxes of
  /// removed rows aren't included.
  public var fields: [SessionField] {
    boxes.flatMap { $0.withFields }.map { SessionField($0, state) }
  }

  /// The boxes in force. These are the boxes to show.
  public var fieldsInForce: [SessionField] { fields.filter { $0.isInForce } }

  /// Whether ``validate()`` would find no errors. Reading this shows no messages.
  public var isValid: Bool { state.isValid(boxes) }

  /// Validates the boxes and all boxes inside them, and shows their messages.
  ///
  /// A rule or `required if` that names a box outside the group isn't enforced until the user has visited that box. A
  /// box is visited once it is filled in, set, validated or submitted. The rule is enforced at once if that box is
  /// out of force and no input in other unvisited boxes could change that. An asynchronous rule isn't enforced until
  /// ``HostAnswers/isValid(isolation:validate:)`` has its answer.
  ///
  /// - Returns: whether there are no errors.
  @discardableResult
  public func validate() -> Bool { state.validate(boxes) }

  /// The path of the first box marked as wrong, to move the focus to, or nil.
  public var focus: String? { focusedField?.path }

  /// The first box marked as wrong; see ``FormSession/focusedField``.
  public var focusedField: SessionField? {
    boxes.lazy.flatMap { $0.withInner }.first { $0.isErrorActive }.map { SessionField($0, state) }
  }
}

extension SessionState {
  func validate(_ group: [Box]) -> Bool {
    updateVisibility()
    var found = judge()
    found.errors = errors(found, of: group)
    showAll(found, of: group.flatMap { $0.withInner })
    return found.errors.isEmpty
  }

  func isValid(_ group: [Box]) -> Bool { errors(judge(), of: group).isEmpty }

  /// Returns the errors that make a group invalid, keyed by the paths of the group's boxes.
  private func errors(_ found: Sorted, of group: [Box]) -> [String: [Problem]] {
    let own = Set(group.flatMap { $0.withInner }.map { ObjectIdentifier($0) })
    let placed = placed
    let others = placed.filter { !own.contains(ObjectIdentifier($0.box)) }
    let waits = reads.undecided(others.filter { $0.box.isBlank && !$0.box.isVisited })
    var errors: [String: [Problem]] = [:]
    for place in placed where own.contains(ObjectIdentifier(place.box)) {
      let left = found.errors[place.box.path]?.filter { problem in
        // Ignores the rule's own box, because it is in the group.
        let named = reads.shapes(of: problem.fieldsRead).subtracting([place.box.shape])
        return !waits.reach(place, by: named)
      }
      if let left, !left.isEmpty { errors[place.box.path] = left }
    }
    return errors
  }
}

// Some boxes of a form on screen that are validated together, such as those of a page.

/// Some of the boxes of a form on screen, such as those of a page of a form that is filled in page by page.
///
/// ```swift
/// let page = session.group(["name", "address"])!
/// if page.validate() { showNextPage() } else { focus = page.focus }
/// ```
public struct SessionGroup {
  private let all: [Box]
  private let state: SessionState

  init(_ boxes: [Box], _ state: SessionState) { (all, self.state) = (boxes, state) }

  /// Those that the form has still, because nobody removed their row.
  private var boxes: [Box] {
    all.filter { $0.shape.lists.isEmpty || state.rows(around: $0) != nil }
  }

  /// The boxes, each record before the fields in it; those inside of a list are in its ``SessionField/rows``. Those of
  /// a row that was removed are gone.
  public var fields: [SessionField] {
    boxes.flatMap { $0.withFields }.map { SessionField($0, state) }
  }

  /// The boxes in force: those to be shown.
  public var fieldsInForce: [SessionField] { fields.filter { $0.isInForce } }

  /// Whether ``validate()`` would find no error. Nothing is shown.
  public var isValid: Bool { state.isValid(boxes) }

  /// Validates the boxes and those in them, and shows their messages.
  ///
  /// A rule, or a `required if`, that names a box outside of the group waits until somebody was there: as long as that
  /// box is blank and was never set, validated or submitted, it keeps nobody from going on. It does not wait for a box
  /// that is out of force and stays so, whatever comes into boxes like it. A rule that ``HostAnswers`` have to ask waits
  /// until they have, as ``HostAnswers/isValid(isolation:validate:)`` does.
  ///
  /// - Returns: whether there is no error.
  @discardableResult
  public func validate() -> Bool { state.validate(boxes) }

  /// The path of the first box that is marked, for moving the focus; nil if there is none.
  public var focus: String? { focusedField?.path }

  /// The first box that is marked; see ``FormSession/focusedField``.
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

  /// The errors that keep a group from being right, by the paths of its boxes.
  private func errors(_ found: Sorted, of group: [Box]) -> [String: [Problem]] {
    let own = Set(group.flatMap { $0.withInner }.map { ObjectIdentifier($0) })
    let placed = placed
    let others = placed.filter { !own.contains(ObjectIdentifier($0.box)) }
    let waits = reads.undecided(others.filter { $0.box.isBlank && !$0.box.isVisited })
    var errors: [String: [Problem]] = [:]
    for place in placed where own.contains(ObjectIdentifier(place.box)) {
      let left = found.errors[place.box.path]?.filter { problem in
        // A rule names its own box, which is none of the others.
        let named = reads.shapes(of: problem.fieldsRead).subtracting([place.box.shape])
        return !waits.reach(place, by: named)
      }
      if let left, !left.isEmpty { errors[place.box.path] = left }
    }
    return errors
  }
}

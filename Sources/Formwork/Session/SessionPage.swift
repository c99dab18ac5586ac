// A step of filling in a form on screen.

internal import FormworkEngine
internal import FormworkReport

/// A step of filling in a form on screen: a `page` of the form, or the fields between two pages.
///
/// ```swift
/// let page = session.pagesInForce[step]
/// if page.validate() { step += 1 } else { focus = page.focus }
/// ```
public struct SessionPage: Identifiable {
  /// A part of a page, in the order of the form.
  public enum Part {
    /// The title of a block.
    case title(String)
    /// A text between fields.
    case intro(String)
    /// A box. Those inside it are in its ``SessionField/fields`` and ``SessionField/rows``.
    case field(SessionField)
  }

  /// The number of the page among all pages of the form, from 0.
  public let number: Int
  private let state: SessionState

  init(number: Int, _ state: SessionState) { (self.number, self.state) = (number, state) }

  /// The number of the page, which stays the same while the form is filled in.
  public var id: Int { number }

  private var page: FormPage { state.pages[number] }

  /// The title, in the language of the session. Nil for fields that are in no page.
  public var title: String? { page.title.map { text($0) } }

  /// The boxes of the page as one group. A box that several branches declare is on the page with the declaration in
  /// force.
  public var group: SessionGroup { SessionGroup(boxes, state) }

  private var boxes: [Box] {
    let fields = Set(page.parts.fields)
    return state.roots.filter { fields.contains($0.declaration.number) }
  }

  /// The parts to show for the current values.
  public var parts: [Part] { parts(page.parts) }

  private func parts(_ parts: [PartView]) -> [Part] {
    parts.flatMap { part -> [Part] in
      switch part {
      case .intro(let text): return [.intro(self.text(text))]
      case .field(let field):
        let box = state.roots.first { $0.isInForce && $0.declaration.number == field }
        return box.map { [Part.field(SessionField($0, state))] } ?? []
      case .block(let block):
        // Without texts, the boxes alone tell what is in force.
        guard state.blocks.contains(block.cell) || !state.hasTexts else { return [] }
        let inner = self.parts(block.parts)
        let title = block.title.map { [Part.title(text($0))] } ?? []
        return inner.isEmpty ? [] : title + inner
      }
    }
  }

  private func text(_ number: Int32) -> String {
    state.spec.core.writer(state.options.language).plainText(number)
  }

  /// The boxes in force. These are the boxes to show.
  public var fieldsInForce: [SessionField] { group.fieldsInForce }

  /// Whether to show the page: whether it has a box in force or, if it has no boxes, whether its block is in force.
  public var isInForce: Bool {
    let own = boxes
    return own.isEmpty ? !parts.isEmpty : own.contains { $0.isInForce }
  }

  /// Whether ``validate()`` would find no errors.
  public var isValid: Bool { group.isValid }

  /// Validates the boxes of the page; see ``SessionGroup/validate()``.
  ///
  /// - Returns: whether there are no errors.
  @discardableResult
  public func validate() -> Bool { group.validate() }

  /// The path of the first box marked as wrong, to move the focus to, or nil.
  public var focus: String? { group.focus }

  /// The first box marked as wrong; see ``FormSession/focusedField``.
  public var focusedField: SessionField? { group.focusedField }
}

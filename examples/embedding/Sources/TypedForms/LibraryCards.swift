// `LibraryCard` and `LibraryCardField` are written by the plugin from library-card.form. After a change of the form,
// this file compiles only if it fits.

import Formwork
import Foundation

struct LibraryCards {
  private let form: NamedFields<LibraryCardField>

  init() throws {
    let spec = try FormSpec(named: "library-card", in: Bundle.module.resourceURL)
    try spec.check(LibraryCard.self)
    form = try spec.fields(LibraryCardField.self)
  }

  /// Returns the card, or the page of the first problem.
  func card(_ fields: [String: String]) -> Result<LibraryCard, Page> {
    form.validate(form: fields).decode(LibraryCard.self).mapError { problems in
      switch problems.firstField {
      case .id, .kind, nil: .first
      case .guardian, .born: .childhood
      case .notes, .notesText, .notesOn: .notes
      }
    }
  }

  enum Page: Error { case first, childhood, notes }

  /// Returns a card as the data has it.
  func record(of card: LibraryCard) throws -> [String: RecordValue] {
    try form.spec.record(of: card)
  }
}

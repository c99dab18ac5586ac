// Written by BuilderWordsTests from the tables of the language, with FORMWORK_RECORD=1.
// swift-format-ignore-file

internal import FormworkSyntax

extension Field {
  /// Returns the field with the clause `optional`. Lets a value be blank, or the file of a list be missing.
  public func optional() -> Field { adding(.optional) }

  /// Returns the field with the clause `halfwidth`. Brings full-width letters, digits and marks to their usual width before the value is read.
  public func halfwidth() -> Field { adding(.halfwidth) }

  /// Returns the field with the clause `trimmed`. Removes white space at both ends before the value is read.
  public func trimmed() -> Field { adding(.trimmed) }

  /// Returns the field with the clause `lowercased`. Changes capital letters to small ones before rules see the text.
  public func lowercased() -> Field { adding(.lowercased) }

  /// Returns the field with the clause `uppercased`. Changes small letters to capital ones before rules see the text.
  public func uppercased() -> Field { adding(.uppercased) }

  /// Returns the field with the clause `anyCase`. Compares the value without regard to case.
  public func anyCase() -> Field { adding(.anyCase) }

  /// Returns the field with the clause `secret`. Keeps the value out of messages and reports.
  public func secret() -> Field { adding(.secret) }

  /// Returns the field with the clause `title`. Gives a problem a heading, or a branch of a `when`.
  ///
  /// - Parameter text: the text in the language of the form, with any translations.
  public func title(_ text: FormText) -> Field { adding(.title, text) }

  /// Returns the field with the clause `hint`. Helps people who fill in the form, and plays no part in checking.
  ///
  /// - Parameter text: the text in the language of the form, with any translations.
  public func hint(_ text: FormText) -> Field { adding(.hint, text) }

  /// Returns the field with the clause `message`. Says what people read if the rule before it fails, or about every problem of the field.
  ///
  /// - Parameter text: the text in the language of the form, with any translations.
  public func message(_ text: FormText) -> Field { adding(.message, text) }
}

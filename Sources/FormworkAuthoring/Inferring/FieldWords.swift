// The words in the name of a column, and what they suggest about its values.

internal import FormworkEngine
internal import FormworkSyntax

/// The words of a name in lower case: `userID`, `User Id` and `user_id` have the same words.
struct FieldWords {
  /// Each word as it is written in the name.
  private(set) var written: [String] = []
  private let words: [String]

  init(_ key: [UInt8]) { self.init(String(decoding: key, as: UTF8.self)) }

  init(_ name: String) {
    var wasSmall = false
    var isInside = false
    for character in name {
      guard FieldWords.isPart(character) else {
        isInside = false
        continue
      }
      let begins = !isInside || wasSmall && character.isUppercase
      if begins { written.append("") }
      written[written.count - 1].append(character)
      (isInside, wasSmall) = (true, !character.isUppercase)
    }
    words = written.map { $0.lowercased() }
  }

  private static func isPart(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.isDiacritic || scalar.value == 0x30FC
    }
  }

  private func has(_ list: [String]) -> Bool { words.contains { list.contains($0) } }

  /// Whether values with this name usually identify records.
  var areOfKey: Bool {
    let ends = [
      "id", "ids", "key", "code", "no", "nr", "num", "number", "uuid", "guid", "sku", "nummer",
      "kennung", "iban", "email", "mail", "番号",
    ]
    guard let last = words.last else { return false }
    return ends.contains(last) || ends.contains(words[0]) && words.count == 1
      || last.hasSuffix("nummer") || last.hasSuffix("番号")
  }

  /// Whether values with this name are about a person, so that no real value may be shown.
  var arePersonal: Bool {
    has([
      "name", "names", "firstname", "lastname", "surname", "forename", "fullname", "username",
      "vorname", "nachname", "familienname", "nom", "prenom", "prénom", "nombre", "apellido",
      "email", "mail", "phone", "tel", "telephone", "telefon", "mobile", "handy", "fax", "iban",
      "account", "konto", "card", "birth", "birthday", "birthdate", "dob", "born", "geburtstag",
      "geburtsdatum", "geboren", "address", "adresse", "street", "strasse", "straße", "ssn",
      "passport", "patient", "person", "owner", "contact", "guardian", "ip",
      "teacher", "doctor", "author", "employee", "customer", "staff", "lehrer", "arzt", "kunde",
      "氏名", "名前", "姓", "名", "電話", "住所", "生年月日",
    ])
  }

  /// Whether values with this name are secret.
  var areSecret: Bool {
    has(["password", "passwort", "kennwort", "passwd", "secret", "token", "pin", "パスワード"])
  }

  /// Whether values with this name are dates.
  var areDates: Bool {
    has(["date", "day", "datum", "tag", "birthday", "born", "dob", "日付", "生年月日"])
      || words.contains { $0.hasSuffix("date") || $0.hasSuffix("datum") || $0.hasSuffix("day") }
  }
}

// MARK: - Names of fields

extension FieldWords {
  /// Returns a field name for a key: the key itself if it is one word, otherwise its words joined.
  ///
  /// - Parameter place: the zero-based position of the key among the others.
  static func name(for key: String, place: Int) -> String {
    if isUsual(key) { return key }
    let parts = FieldWords(key).written
    var name = ""
    for part in parts {
      name += name.isEmpty ? lowered(part) : part.prefix(1).uppercased() + part.dropFirst()
    }
    if let first = name.first, first.isNumber { name = "_" + name }
    return isUsual(name) ? name : "column\(place + 1)"
  }

  /// Returns `word` as the first word of a name: with a lower-case letter at the start, unless it begins with an
  /// abbreviation.
  private static func lowered(_ word: String) -> String {
    let isAllCapitals = !word.contains { $0.isLowercase }
    if !isAllCapitals, word.prefix(2).allSatisfy({ $0.isUppercase }) { return word }
    return isAllCapitals ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
  }

  /// Whether a name needs no backquotes and has a readable length.
  private static func isUsual(_ name: String) -> Bool {
    name.utf8.count <= 60 && Spelling.name(name) == name
  }
}

// Readable names of fields.

extension MessageWriter {
  /// Returns "Favorite fruit" for `favoriteFruit` and `favorite_fruit`, and "User ID" for `userID`.
  package static func readable(_ name: String) -> String {
    let words = name.split(separator: "_").flatMap { MessageWriter.words(of: $0) }
    let text = words.map { MessageWriter.lowered($0) }.joined(separator: " ")
    return text.isEmpty ? name : text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Returns "HTML" and "Page2" for `HTMLPage2`.
  private static func words(of name: Substring) -> [String] {
    var words: [String] = []
    var previous: Character?
    for (index, character) in zip(name.indices, name) {
      let next = name[index...].dropFirst().first
      let isInside = previous?.isUppercase ?? false
      let begins = character.isUppercase && (!isInside || next?.isLowercase ?? false)
      if begins || previous == nil { words.append("") }
      words[words.count - 1].append(character)
      previous = character
    }
    return words
  }

  /// Returns a word in lower case, unless it consists of capitals.
  private static func lowered(_ word: String) -> String {
    let isAcronym = word.count > 1 && word.allSatisfy { !$0.isLowercase }
    return isAcronym ? word : word.lowercased()
  }
}

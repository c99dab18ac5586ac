// The columns of lists by name: those whose names are a text such as `price|*|dollar` with a key in place of each `*`.

internal import FormworkSyntax

/// The columns with keys, for each text with a `*`.
struct KeyedColumns {
  /// The names of the columns.
  private let names: [String]
  /// For each text, the columns of its keys.
  private var columns: OrderedDictionary<String, OrderedDictionary<String, Int>> = [:]

  /// - Parameters:
  ///   - texts: texts with at least one `*`.
  ///   - isTaken: whether each column belongs to a field without keys.
  init(_ names: [String], _ texts: [String], _ isTaken: [Bool]) {
    self.names = names
    let patterns = OrderedSet(texts).map { KeyPattern($0) }
    var loose: [(text: String, key: String, position: Int)] = []
    for (position, name) in names.enumerated() where !isTaken[position] && !name.isEmpty {
      let found = KeyPattern.shortest(in: name, of: patterns)
      for match in found {
        if match.isExact {
          note(match.text, match.key, position)
        } else {
          loose.append((match.text, match.key, position))
        }
      }
    }
    // A column with exactly the name comes before those that differ in case.
    for match in loose { note(match.text, match.key, match.position) }
  }

  private mutating func note(_ text: String, _ key: String, _ position: Int) {
    if columns[text]?[key] == nil { columns[text, default: [:]][key] = position }
  }

  /// Returns the keys that the columns of `texts` have, in the order of the first column of each key.
  func keys(of texts: [String]) -> [String] {
    var found: [(position: Int, key: String)] = []
    for text in texts {
      for (key, position) in columns[text] ?? [:] { found.append((position, key)) }
    }
    var keys: OrderedSet<String> = []
    for column in found.ordered(by: { $0.position < $1.position }) { keys.insert(column.key) }
    return Array(keys)
  }

  /// Returns the distinct columns of a key, in the order of `texts`.
  func positions(of texts: [String], _ key: String) -> [Int] {
    var positions: [Int] = []
    for text in texts {
      guard let position = columns[text]?[key], !positions.contains(position) else { continue }
      positions.append(position)
    }
    return positions
  }
}

/// A text with a `*` for each occurrence of a key.
private struct KeyPattern {
  let text: String
  private let parts: [[Character]]
  /// The parts in lower case.
  private let folded: [[Character]]
  /// The number of characters besides the keys.
  private let size: Int

  init(_ text: String) {
    self.text = text
    parts = text.trimmedString.split(separator: "*", omittingEmptySubsequences: false)
      .map { Array($0) }
    folded = parts.map { Array(String($0).lowercased()) }
    size = parts.reduce(0) { $0 + $1.count }
  }

  struct Match {
    let text: String
    let key: String
    let isExact: Bool
    fileprivate let keySize: Int
  }

  /// Returns the matches of a column's name that leave the fewest characters for the key.
  static func shortest(in name: String, of patterns: [KeyPattern]) -> [Match] {
    let exact = Array(name)
    let folded = Array(name.lowercased())
    let matches = patterns.compactMap { $0.match(exact, folded) }
    let least = matches.map { $0.keySize }.min()
    return matches.filter { $0.keySize == least }
  }

  private func match(_ name: [Character], _ lowercased: [Character]) -> Match? {
    let (keySize, rest) = (name.count - size).quotientAndRemainder(dividingBy: parts.count - 1)
    guard keySize > 0, rest == 0 else { return nil }
    let start = parts[0].count
    let key = name[start..<start + keySize]
    guard !String(key).trimmedString.isEmpty else { return nil }
    let isExact = isMade(name, of: parts, key)
    // Changing the case of some letters changes the length of a name, so such a name has no counterpart.
    let isLoose =
      lowercased.count == name.count
      && isMade(lowercased, of: folded, lowercased[start..<start + keySize])
    guard isExact || isLoose else { return nil }
    return Match(text: text, key: String(key), isExact: isExact, keySize: keySize)
  }

  /// Whether a name consists of `parts` with `key` between them.
  private func isMade(
    _ name: [Character], of parts: [[Character]], _ key: ArraySlice<Character>
  ) -> Bool {
    var rest = name[...]
    for (number, part) in parts.enumerated() {
      if number > 0 {
        guard rest.starts(with: key) else { return false }
        rest = rest.dropFirst(key.count)
      }
      guard rest.starts(with: part) else { return false }
      rest = rest.dropFirst(part.count)
    }
    return rest.isEmpty
  }
}

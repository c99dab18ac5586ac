internal import FormworkSyntax

/// The properties in `\p{…}`: general categories, scripts and binary properties of Unicode. Case, spaces, `_` and `-`
/// in a name are ignored, as Unicode requires (UAX #44, LM3).
enum ScalarProperty {
  /// Returns the set of a property such as `L`, `Lu`, `Uppercase Letter`, `Han`, `Script=Han`, `sc=Hani`, `gc=Lu` or
  /// `Alphabetic`.
  static func set(named written: String) -> ScalarSet? {
    let (kind, name) = parts(of: written)
    guard let kind else { return category(name) ?? script(name) ?? flag(name) }
    if kind == loose("gc") || kind == loose("General_Category") { return category(name) }
    return kind == loose("sc") || kind == loose("Script") ? script(name) : nil
  }

  /// Returns at most four names that are similar to the written one, the most similar first.
  static func names(near written: String) -> [String] {
    let wanted = parts(of: written).name
    guard wanted.count > 2, wanted.count < 40 else { return [] }
    var near: [(name: String, distance: Int)] = []
    for name in allNames {
      let distance = editDistance(wanted, loose(name))
      if distance <= max(1, wanted.count / 3) { near.append((name, distance)) }
    }
    return near.ordered { $0.distance < $1.distance }.prefix(4).map { $0.name }
  }

  private static func parts(of written: String) -> (kind: [UInt8]?, name: [UInt8]) {
    let bytes = Array(written.utf8)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (nil, loose(written)) }
    return (loose(bytes[..<equals]), loose(bytes[(equals + 1)...]))
  }

  private static func category(_ name: [UInt8]) -> ScalarSet? {
    guard let row = ScalarCategory.all.first(where: { $0.names.contains { loose($0) == name } })
    else { return nil }
    return row.set
  }

  private static func script(_ name: [UInt8]) -> ScalarSet? {
    PatternScript.all.first { loose($0.name) == name || loose($0.code) == name }?.set
  }

  private static func flag(_ name: [UInt8]) -> ScalarSet? {
    ScalarFlag.all.first { $0.names.contains { loose($0) == name } }?.set()
  }

  private static var allNames: [String] {
    ScalarCategory.all.flatMap { $0.names } + PatternScript.all.map { $0.name }
      + ScalarFlag.all.flatMap { $0.names }
  }

  private static func loose(_ name: String) -> [UInt8] {
    loose(Array(name.utf8)[...])
  }

  /// Returns a name for comparisons: in lower case, without spaces, `_` and `-`.
  fileprivate static func loose(_ name: ArraySlice<UInt8>) -> [UInt8] {
    var letters: [UInt8] = []
    for byte in name {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "-"): continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): letters.append(byte + 0x20)
      default: letters.append(byte)
      }
    }
    return letters
  }

  private static func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (line, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in second.indices {
        let replaced = diagonal + (letter == second[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}

/// A cache of the sets in the patterns of a form. Even a form with very many patterns uses few distinct sets.
package struct PatternProperties {
  private struct Question: Hashable {
    let name: [UInt8]
    let isNegated: Bool
    let ignoresCase: Bool
  }

  private var sets: OrderedDictionary<Question, ScalarSet> = [:]
  private var searches = 0

  package init() {}

  /// Returns the set of `\p{…}` or `\P{…}`, or nil if the name is unknown.
  mutating func set(named written: String, isNegated: Bool, ignoringCase: Bool) -> ScalarSet? {
    let question = Question(
      name: ScalarProperty.loose(Array(written.utf8)[...]), isNegated: isNegated,
      ignoresCase: ignoringCase)
    if let known = sets[question] { return known }
    guard var set = ScalarProperty.set(named: written) else { return nil }
    if ignoringCase { set = ScalarSet(ScalarCase.closing(set.ranges)) }
    if isNegated { set = set.complement }
    sets[question] = set
    return set
  }

  /// Returns names similar to an unknown name. The search is slow, so it is limited to the first 1,000 unknown names.
  mutating func names(near written: String) -> [String] {
    searches += 1
    return searches <= 1_000 ? ScalarProperty.names(near: written) : []
  }
}

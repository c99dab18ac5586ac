// What is declared under names, found by them.

/// Declarations by their names. Most names that are looked up are those of other things, which is seen by
/// their first byte and their length, without hashing them.
struct NamedDeclarations<Declaration> {
  private var declarations: [String: Declaration] = [:]
  /// Those of all names.
  private var bits: UInt64 = 0

  var isEmpty: Bool { declarations.isEmpty }

  var keys: Dictionary<String, Declaration>.Keys { declarations.keys }

  var values: Dictionary<String, Declaration>.Values { declarations.values }

  /// Whether there is a declaration of a name.
  @inline(__always)
  func contains(_ name: String) -> Bool {
    bits != 0 && bits & NamedDeclarations.bit(of: name) != 0 && declarations[name] != nil
  }

  subscript(name: String) -> Declaration? {
    @inline(__always) get {
      bits != 0 && bits & NamedDeclarations.bit(of: name) != 0 ? declarations[name] : nil
    }
    set {
      declarations[name] = newValue
      bits |= NamedDeclarations.bit(of: name)
    }
  }

  /// One bit for a name in ASCII. A name beyond it has all of them, as it may be canonically equivalent to
  /// one that begins differently or is longer.
  @inline(__always)
  private static func bit(of name: String) -> UInt64 {
    var (first, count) = (UInt64(0), UInt64(0))
    for byte in name.utf8 {
      if byte >= 0x80 { return UInt64.max }
      if count == 0 { first = UInt64(byte) }
      count += 1
    }
    return 1 << ((first &* 7 &+ count) & 63)
  }
}

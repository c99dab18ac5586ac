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
  private static func bit(of name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { bytes in
      guard bytes.isASCII, let first = bytes.first else { return UInt64.max }
      return 1 << UInt64((Int(first) &* 7 &+ bytes.count) & 63)
    }
  }
}

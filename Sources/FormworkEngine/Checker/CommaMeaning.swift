// Numbers with marks between their digits, which the language doesn't have.

/// The meaning of the commas in a written number.
package enum CommaMeaning: Sendable {
  case decimals, thousands, either
}

/// The parts of a written number around its commas or its points.
package enum NumberParts {
  /// Whether the parts may be groups of thousands, as in `1,250,000`. The first doesn't begin with 0. The last may have
  /// decimal places.
  package static func areThousands(_ parts: [Substring]) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1,
      1...3 ~= first.utf8.count, first.utf8.first != UInt8(ascii: "0")
    else { return false }
    let whole = parts.dropFirst().dropLast() + last.split(separator: ".").prefix(1)
    return whole.allSatisfy { $0.utf8.count == 3 }
  }
}

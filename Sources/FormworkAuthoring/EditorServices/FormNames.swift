// The names in a form: their places, their meanings, and what changes if they are renamed.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// The uses of names in a form, in source order.
package struct FormNames: Sendable {
  /// If a name has several meanings at a span, each meaning has its own use. Fields of the same name in mutually
  /// exclusive branches are one thing with several declarations.
  package let uses: [NameUse]
  /// Maps the offset of a declaration to the offset of an earlier declaration of the same thing. The first declaration
  /// has no entry and represents the others.
  private var leaders: OrderedDictionary<UInt32, UInt32> = [:]

  package init(_ reading: FormReading) {
    uses = reading.nameUses.ordered {
      ($0.span.lower, $0.declaration.lower) < ($1.span.lower, $1.declaration.lower)
    }
    var first: NameUse?
    for use in uses {
      if let first, first.span == use.span {
        join(first.declaration.lower, use.declaration.lower)
      } else {
        first = use
      }
    }
  }

  private mutating func join(_ one: UInt32, _ other: UInt32) {
    let (one, other) = (leader(of: one), leader(of: other))
    if one != other { leaders[max(one, other)] = min(one, other) }
  }

  private func leader(of declaration: UInt32) -> UInt32 {
    var leader = declaration
    while let next = leaders[leader] { leader = next }
    return leader
  }

  /// Returns the use of a name that contains `offset` or ends there, or nil if no use does.
  ///
  /// - Parameter offset: a byte offset in the source.
  package func use(at offset: UInt32) -> NameUse? {
    var (low, high) = (0, uses.count)
    while low < high {
      let middle = (low + high) / 2
      if uses[middle].span.lower <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, offset <= uses[low - 1].span.upper else { return nil }
    return uses[low - 1]
  }

  /// Returns all places of a thing's name without repetition, in source order.
  ///
  /// - Parameter use: any use of the name.
  package func places(of use: NameUse) -> [Span] {
    let thing = leader(of: use.declaration.lower)
    var places: [Span] = []
    for other in uses where leader(of: other.declaration.lower) == thing {
      if places.last != other.span { places.append(other.span) }
    }
    return places
  }

  /// Returns the declarations of a thing, in source order.
  package func declarations(of use: NameUse) -> [Span] {
    let thing = leader(of: use.declaration.lower)
    var places: OrderedSet<Span> = []
    for other in uses where other.isDeclaration && leader(of: other.declaration.lower) == thing {
      places.insert(other.span)
    }
    return places.ordered { $0.lower < $1.lower }
  }
}

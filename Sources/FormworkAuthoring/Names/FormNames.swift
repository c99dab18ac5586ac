// The names of a form: where each stands, what it means, and what another name in its place would change.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// Where the names of a form stand, in the order of the source.
package struct FormNames: Sendable {
  /// Each place as often as it has meanings: the fields of one name in branches that exclude each other are one
  /// thing, declared more than once.
  package let uses: [NameUse]
  /// For each declaration one that stands for all of the same thing.
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

  /// The name that a place is in, or right behind.
  ///
  /// - Parameter offset: in bytes of the source.
  package func use(at offset: UInt32) -> NameUse? {
    var (low, high) = (0, uses.count)
    while low < high {
      let middle = (low + high) / 2
      if uses[middle].span.lower <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, offset <= uses[low - 1].span.upper else { return nil }
    return uses[low - 1]
  }

  /// Where the name of a thing stands, each place once, in the order of the source.
  ///
  /// - Parameter use: one of its uses.
  package func places(of use: NameUse) -> [Span] {
    let thing = leader(of: use.declaration.lower)
    var places: [Span] = []
    for other in uses where leader(of: other.declaration.lower) == thing {
      if places.last != other.span { places.append(other.span) }
    }
    return places
  }

  /// Where a thing is declared, in the order of the source.
  package func declarations(of use: NameUse) -> [Span] {
    let thing = leader(of: use.declaration.lower)
    var places: OrderedSet<Span> = []
    for other in uses where other.isDeclaration && leader(of: other.declaration.lower) == thing {
      places.insert(other.span)
    }
    return places.ordered { $0.lower < $1.lower }
  }
}

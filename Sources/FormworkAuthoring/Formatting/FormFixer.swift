// Selects the fixes that preserve the meaning of a form, such as fixes for typing habits, and applies them.

package import FormworkSyntax

package enum FormFixer {
  /// Returns the fixes for a form's own text that preserve its meaning and don't overlap, in source order.
  ///
  /// - Parameters:
  ///   - source: the form's own text, without the files that it uses.
  ///   - diagnostics: the findings about the form.
  package static func fixes(_ source: Source, _ diagnostics: [Diagnostic]) -> [Diagnostic.Fix] {
    let fixes = diagnostics.compactMap { $0.fix }.filter {
      $0.keepsMeaning && Int($0.span.upper) <= source.bytes.count
    }
    var kept: [Diagnostic.Fix] = []
    for fix in fixes.ordered(by: { $0.span.lower < $1.span.lower }) {
      if let last = kept.last, fix.span.lower < last.span.upper || fix == last { continue }
      kept.append(fix)
    }
    return kept
  }

  /// Applies `fixes` to a form. They must be in source order and must not overlap.
  package static func applying(_ fixes: [Diagnostic.Fix], to source: Source) -> Source {
    var bytes: [UInt8] = []
    var place = 0
    for fix in fixes {
      bytes += source.bytes[place..<Int(fix.span.lower)]
      bytes += fix.replacement.utf8
      place = Int(fix.span.upper)
    }
    bytes += source.bytes[place...]
    return Source(name: source.name, bytes: bytes)
  }
}

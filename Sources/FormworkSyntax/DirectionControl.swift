// Invisible characters that change the order in which a line is displayed. With them, people may see a different form
// from the one that the parser reads ("Trojan Source", CVE-2021-42574).

/// A bidirectional control of Unicode (UAX #9).
package enum DirectionControl: UInt32, CaseIterable, Sendable {
  case arabicMark = 0x61C
  case leftMark = 0x200E
  case rightMark = 0x200F
  case leftEmbedding = 0x202A
  case rightEmbedding = 0x202B
  case endOfFormatting = 0x202C
  case leftOverride = 0x202D
  case rightOverride = 0x202E
  case leftIsolate = 0x2066
  case rightIsolate = 0x2067
  case firstStrongIsolate = 0x2068
  case endOfIsolate = 0x2069

  /// The kinds of source text in which controls are reported.
  package enum Place: Sendable { case text, comment, pattern, name }

  /// A replacement for a span, without the controls in it.
  package struct Mending: Sendable {
    package var span: Span
    package var text: String
  }

  package init?(_ scalar: Unicode.Scalar) { self.init(rawValue: scalar.value) }

  /// The code point and its Unicode name.
  package var title: String {
    "U+" + (rawValue < 0x1000 ? "0" : "") + String(rawValue, radix: 16, uppercase: true)
      + " (" + name + ")"
  }

  private var name: String {
    switch self {
    case .arabicMark: "Arabic letter mark"
    case .leftMark: "left-to-right mark"
    case .rightMark: "right-to-left mark"
    case .leftEmbedding: "left-to-right embedding"
    case .rightEmbedding: "right-to-left embedding"
    case .endOfFormatting: "pop directional formatting"
    case .leftOverride: "left-to-right override"
    case .rightOverride: "right-to-left override"
    case .leftIsolate: "left-to-right isolate"
    case .rightIsolate: "right-to-left isolate"
    case .firstStrongIsolate: "first strong isolate"
    case .endOfIsolate: "pop directional isolate"
    }
  }

  /// Whether the control acts as a single invisible letter, with no effect on the text after it.
  var isMark: Bool {
    switch self {
    case .arabicMark, .leftMark, .rightMark: true
    default: false
    }
  }

  /// The control that ends the effect of this control, or nil if this one opens nothing.
  var closer: DirectionControl? {
    switch self {
    case .leftEmbedding, .rightEmbedding, .leftOverride, .rightOverride: .endOfFormatting
    case .leftIsolate, .rightIsolate, .firstStrongIsolate: .endOfIsolate
    default: nil
    }
  }
}

extension Lexer {
  /// Warns about controls in comments, names and patterns, which need none. Also warns about controls in texts if they
  /// are unclosed or close nothing. Marks are allowed in comments and texts.
  mutating func noteDirections(in range: Range<Int>) {
    // The UTF-8 of every control begins with one of these bytes.
    guard range.contains(where: { bytes[$0] == 0xE2 || bytes[$0] == 0xD8 }) else { return }
    for token in tokens {
      switch token.kind {
      case .text: note(unclosed(controls(in: token.span)), in: .text, of: token.span)
      case .pattern: note(controls(in: token.span), in: .pattern, of: token.span)
      case .quotedName: note(controls(in: token.span), in: .name, of: token.span)
      default: break
      }
    }
    for comment in comments {
      note(
        controls(in: comment.span).filter { !$0.control.isMark }, in: .comment, of: comment.span)
    }
  }

  private typealias Found = (control: DirectionControl, span: Span)

  private func controls(in span: Span) -> [Found] {
    var found: [Found] = []
    var position = Int(span.lower)
    while position < Int(span.upper) {
      guard bytes[position] == 0xE2 || bytes[position] == 0xD8 else {
        position += 1
        continue
      }
      let (scalar, width) = scalar(at: position)
      if let control = DirectionControl(scalar) {
        found.append((control, Span(position, position + width)))
      }
      position += width
    }
    return found
  }

  /// Returns the controls without a counterpart, in order.
  private func unclosed(_ controls: [Found]) -> [Found] {
    var isPaired = controls.map { $0.control.isMark }
    var open: [Int] = []
    for (index, found) in controls.enumerated() where !isPaired[index] {
      if found.control.closer != nil {
        open.append(index)
      } else if let last = open.last, controls[last].control.closer == found.control {
        open.removeLast()
        isPaired[last] = true
        isPaired[index] = true
      }
    }
    return zip(controls, isPaired).filter { !$1 }.map { $0.0 }
  }

  private mutating func note(
    _ found: [Found], in place: DirectionControl.Place, of whole: Span
  ) {
    guard let first = found.first else { return }
    var controls: [DirectionControl] = []
    for (control, _) in found where !controls.contains(control) { controls.append(control) }
    report(.directions(controls, in: place, mending(found, in: place, of: whole)), at: first.span)
  }

  /// Creates the replacement that removes the controls.
  ///
  /// - Returns: The replacement, or nil where the controls can't be removed safely. A name may be used elsewhere too, a
  ///   pattern may match the controls, and a text may become empty.
  private func mending(
    _ found: [Found], in place: DirectionControl.Place, of whole: Span
  ) -> DirectionControl.Mending? {
    let span = found[0].span.joined(with: found[found.count - 1].span)
    var text = ""
    var end = Int(span.lower)
    for (_, span) in found {
      text += string(end, Int(span.lower))
      end = Int(span.upper)
    }
    switch place {
    case .name, .pattern: return nil
    case .text
    where whole.count - span.count + text.utf8.count <= 2 * scalar(at: Int(whole.lower)).width:
      return nil
    default: return .init(span: span, text: text)
    }
  }
}

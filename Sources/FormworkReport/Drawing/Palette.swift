// The colours of human output, by the part that a piece of text plays. Whoever prints decides
// between plain and coloured; no terminal is looked at here.

/// Turns a text and its role into what is printed.
package struct Palette: Sendable {
  /// The part that a piece of text plays.
  package enum Role: Sendable {
    /// An error's heading and carets.
    case error
    /// A warning's heading and carets.
    case warning
    /// What all went well.
    case success
    /// File names, line numbers, the gutter, and second places.
    case place
    /// What to do about it.
    case hint
    /// What should be read first.
    case strong
    /// What may be passed over.
    case faint
  }

  private let isColoured: Bool

  /// Text as it is.
  package static let plain = Palette(isColoured: false)
  /// Text in the sixteen colours that every terminal has, in the shades of the user's own theme.
  package static let ansi = Palette(isColoured: true)

  /// `text` as it is printed in a role; it must be safe for a terminal already (see `visible`).
  package func paint(_ text: String, _ role: Role) -> String {
    guard isColoured, !text.isEmpty else { return text }
    return "\u{1B}[" + Palette.code(role) + "m" + text + "\u{1B}[0m"
  }

  private static func code(_ role: Role) -> String {
    switch role {
    case .error: "1;31"
    case .warning: "1;33"
    case .success: "32"
    case .place: "36"
    case .hint: "32"
    case .strong: "1"
    case .faint: "2"
    }
  }
}

// The colours of output for people, by the role of each text. The caller chooses between plain and coloured output;
// this file doesn't examine the terminal.

/// Turns a text and its role into the text to print.
package struct Palette: Sendable {
  /// The role of a text in the output.
  package enum Role: Sendable {
    /// The heading and carets of an error.
    case error
    /// The heading and carets of a warning.
    case warning
    /// The message that there are no problems.
    case success
    /// File names, line numbers, the gutter and secondary places.
    case place
    /// Advice on what to do.
    case hint
    /// Text to be read first.
    case strong
    /// Text that readers may skip.
    case faint
  }

  private let isColoured: Bool

  /// The palette that prints text without colours.
  package static let plain = Palette(isColoured: false)
  /// The palette that prints text in the sixteen colours of every terminal, in the shades of the user's theme.
  package static let ansi = Palette(isColoured: true)

  /// Returns `text` as it is printed in a role. The text must already be safe for a terminal (see `visible`).
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

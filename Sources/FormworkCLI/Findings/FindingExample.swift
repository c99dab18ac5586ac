// Findings by examples: for each code a form that has the finding, and the same mended.

internal import FormworkSyntax

/// A finding with a form that has it.
struct FindingExample {
  let code: String
  let shown: Shown

  enum Shown {
    case forms(wrong: Form, right: Form)
    /// What there is to say where no text has it.
    case words(Severity, String)
  }

  /// A form with the files that it uses, by their names.
  struct Form {
    var text = ""
    var files: [String: String] = [:]
  }

  /// In the order of their codes.
  static let all = texts.flatMap { text in
    text.split(separator: "=== ").map { FindingExample($0) }
  }

  /// Reads an example: its code, the lines of the wrong form, `---`, those of the right one. Behind either,
  /// `@@@ name` begins a file that it uses; those of the wrong form are also the right one's. A line `!!! error` with a
  /// sentence stands where no form shows it.
  private init(_ text: Substring) {
    let (code, rest) = text.cut(behind: "\n")
    self.code = String(code)
    if rest.hasPrefix("!!! ") {
      let (severity, words) = rest.dropFirst(4).cut(behind: " ")
      shown = .words(severity == "warning" ? .warning : .error, String(words.cut(behind: "\n").0))
    } else {
      let (wrong, right) = rest.cut(behind: "---\n")
      let form = FindingExample.form(wrong)
      shown = .forms(wrong: form, right: FindingExample.form(right, form.files))
    }
  }

  private static func form(_ text: Substring, _ files: [String: String] = [:]) -> Form {
    var form = Form(text: "", files: files)
    for (number, part) in text.split(separator: "@@@ ", omittingEmptySubsequences: false)
      .enumerated()
    {
      if number == 0 {
        form.text = String(part)
      } else {
        let (name, lines) = part.cut(behind: "\n")
        form.files[String(name)] = String(lines)
      }
    }
    return form
  }
}

extension Substring {
  /// What stands before and behind a mark; all and nothing where it does not stand.
  fileprivate func cut(behind mark: String) -> (Substring, Substring) {
    guard let place = firstRange(of: mark) else { return (self, "") }
    return (self[..<place.lowerBound], self[place.upperBound...])
  }
}

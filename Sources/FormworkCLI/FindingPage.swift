// The pages of `formwork help CODE`, from the files in `Findings`.

internal import FormworkSyntax

/// The explanation of a finding, with a form that has the finding and the corrected form.
struct FindingPage {
  let code: String
  let severity: Severity
  let meaning: String
  /// The forms; nil if no single form has the finding.
  let forms: (wrong: Form, right: Form)?

  /// A form with the files that it uses, keyed by name.
  struct Form {
    var text = ""
    var files: [String: String] = [:]
  }

  /// All pages, sorted by code.
  static let all: [FindingPage] = {
    // A page starts with its code, severity and meaning. Each form or file follows under a title of its own.
    var pages: [[(title: Substring, body: Substring)]] = []
    for part in ("\n" + texts).split(separator: "\n=== ") {
      let (title, body) = part.halves(at: "\n")
      switch title {
      case "wrong", "right": pages[pages.count - 1].append((title, body))
      case let title where title.hasPrefix("file "): pages[pages.count - 1].append((title, body))
      default: pages.append([(title, body)])
      }
    }
    return pages.map { FindingPage($0) }
  }()

  private init(_ parts: [(title: Substring, body: Substring)]) {
    let (severity, meaning) = parts[0].body.halves(at: ": ")
    var forms: [Form] = []
    for part in parts.dropFirst() {
      let text = part.body.hasSuffix("\n") ? String(part.body) : part.body + "\n"
      switch part.title {
      case "wrong", "right": forms.append(Form(text: text, files: forms.last?.files ?? [:]))
      default: forms[forms.count - 1].files[String(part.title.dropFirst(5))] = text
      }
    }
    code = String(parts[0].title)
    self.severity = severity == "warning" ? .warning : .error
    self.meaning = String(meaning.hasSuffix("\n") ? meaning.dropLast() : meaning)
    self.forms = forms.count == 2 ? (forms[0], forms[1]) : nil
  }
}

extension Substring {
  /// Returns the parts before and after `mark`. The second part is empty if `mark` doesn't occur.
  fileprivate func halves(at mark: String) -> (Substring, Substring) {
    guard let place = firstRange(of: mark) else { return (self, "") }
    return (self[..<place.lowerBound], self[place.upperBound...])
  }
}

// `formwork manual`: the man page, generated from the table of verbs and flags, with the macros of man(7).

/// The man page.
enum ManualPage {
  static var text: String {
    var page = """
      .TH FORMWORK 1 "" "formwork \(CommandLineTool.version)" "User Commands"
      .SH NAME
      formwork \\- check data against rules written in .form files
      .SH SYNOPSIS

      """
    for verb in Verb.allCases { page += "\(line(verb.usage))\n.br\n" }
    page += ".SH DESCRIPTION\n" + paragraphs(Help.short)
    page += ".SH VERBS\n"
    for verb in Verb.allCases { page += section(verb) }
    page += ".SH EXIT STATUS\n"
    for verb in Verb.allCases {
      if let codes = Help.exitCodes(verb) {
        page += ".SS \(line("formwork " + verb.rawValue))\n.EX\n" + lines(codes) + ".EE\n"
      }
    }
    return page
  }

  private static func section(_ verb: Verb) -> String {
    var text = ".SS \(line(verb.usage))\n" + paragraphs(verb.details)
    for flag in verb.flags {
      let short = flag.short.map { "\(line($0)), " } ?? ""
      let value = flag.value(of: verb).map { " \\fI\(line($0))\\fR" } ?? ""
      text += ".TP\n\\fB\(short)\(line(flag.long))\\fR\(value)\n\(line(flag.summary(of: verb)))\n"
    }
    return text + ".PP\n.EX\n" + lines(verb.examples.joined(separator: "\n")) + ".EE\n"
  }

  /// Converts `text` to roff. Blank lines separate paragraphs, and indented lines keep their line breaks.
  private static func paragraphs(_ text: String) -> String {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
      .map {
        $0.isEmpty ? ".PP\n" : $0.hasPrefix(" ") ? ".br\n\(line($0))\n.br\n" : line($0) + "\n"
      }
      .joined()
  }

  private static func lines(_ text: String) -> String {
    text.utf8.split(separator: 0x0A).map { line(String(Substring($0))) + "\n" }.joined()
  }

  /// Returns a line in ASCII. Escapes the characters that roff would interpret.
  private static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": line += "\\e"
      case "-": line += "\\-"
      case "\"": line += "\\(dq"
      case "'": line += "\\(aq"
      case "`": line += "\\(ga"
      case "^": line += "\\(ha"
      case "~": line += "\\(ti"
      case _ where scalar.isASCII: line.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        line += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return line.hasPrefix(".") || line.hasPrefix(" ") ? "\\&" + line : line
  }
}

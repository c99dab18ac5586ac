// The words for what is wrong with files, and small words for counts.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime

enum FileWords {
  /// What is wrong with a file, in one sentence.
  static func sentence(_ problem: FileProblem) -> String {
    let stream = problem.action == .write ? "standard output" : "standard input"
    let name = problem.path == "-" ? stream : quoted(problem.path)
    let reason = visible(problem.reason)
    switch problem.action {
    case .open: return "\(name) cannot be opened: \(reason)."
    case .read: return "\(name) cannot be read to its end: \(reason)."
    case .create: return "\(name) cannot be created: \(reason)."
    case .write: return "\(name) cannot be written: \(reason)."
    case .writeDraft: return "\(name) cannot be written: \(reason). Nothing was put in its place."
    case .put: return "\(name) cannot be put in its place: \(reason)."
    case .writeOver(let other):
      return "\(name) cannot be written over: this run reads it\(alias(other, of: problem.path))."
    case .writeTwice(let other):
      let alias = alias(other, of: problem.path)
      return "\(name) cannot be written twice: this run writes it\(alias) already."
    }
  }

  private static func quoted(_ path: SystemText) -> String { "\"" + visible(path.text) + "\"" }

  /// The other name of a file, if it has one.
  private static func alias(_ other: SystemText, of path: SystemText) -> String {
    if other == path { return "" }
    return other == "-" ? " as standard input" : " as " + quoted(other)
  }

  /// What kept a stream from being read, in one sentence or a list.
  static func sentence(_ failure: CheckFailure, _ name: String, palette: Palette) -> String {
    switch failure {
    case .file(let problem): return sentence(problem)
    case .notUTF8(let line, let likely): return notUTF8(visible(name), line, likely)
    case .noList(let path, let line):
      return
        "\(visible(name)):\(line): There is no list \"\(visible(path.joined(separator: ".")))\" here that "
        + "could be that of the records."
    case .otherEncoding(let said, let likely):
      return "\(visible(name)) is not in \(visible(said)): it looks like \(likely). Say --encoding "
        + "\(likely), or in the form: data … < encoding \"\(likely)\" >"
    case .recordTooLong(let line, let limit):
      return "\(visible(name)):\(line): the record that begins here is longer than "
        + "\(limit >> 20) MiB. Nothing from this line on was read."
    case .table(let problems, let line):
      var sentences = problems.prefix(TableWords.limit).map { problem in
        let mark = problem.isError ? "" : palette.paint("warning", .warning) + ": "
        return mark + TableWords.sentence(problem)
      }
      if let rest = TableWords.rest(problems) { sentences.append(rest) }
      return visible(name) + ":\(line): "
        + sentences.joined(separator: "\n  ") + "\n  Nothing of it was read."
    }
  }
}

extension FileWords {
  /// What to do about a table whose encoding nobody has said.
  private static func notUTF8(_ name: String, _ line: Int, _ likely: String?) -> String {
    let flag = "--encoding \(likely ?? "NAME")"
    let setting = "data csv < encoding \"\(likely ?? "NAME")\" >"
    return "\(name):\(line): This line is not in UTF-8"
      + (likely.map { "; it looks like \($0)" } ?? "")
      + ".\n  Say \(flag), or in the form: \(setting)"
      + "\n  Excel writes UTF-8 with Save As, \"CSV UTF-8 (Comma delimited)\"."
  }
}

enum TableWords {
  /// How many problems of a header are told.
  static let limit = 20

  /// How many more there are; nil if all are told.
  static func rest(_ problems: [TableProblem]) -> String? {
    let rest = problems.count - limit
    return rest > 0 ? "… and \(Words.count(rest, "more problem")) of the header." : nil
  }

  /// What a header says that cannot be, or that its owner should know.
  static func sentence(_ problem: TableProblem) -> String {
    switch problem {
    case .noKnownColumn(let delimiter):
      "None of the columns is one that the form asks for."
        + (delimiter.map { mark in
          " The cells look set apart by another mark: try --delimiter "
            + (mark == "\t" ? "tab." : "'\(mark)'.")
        } ?? " Does the first line name the columns?")
    case .noHeader:
      "There is no header: the first line must name the columns."
    case .longPreamble(let limit):
      "The lines before the header are longer than \(limit >> 20) MiB. Is the header on another line?"
    case .bareReturns:
      "The lines end with CR alone. Save the file with LF or CR LF as line ends."
    case .malformedHeader(let reason, let offset):
      "The header cannot be read, from character \(offset + 1) on: \(reason.words)."
    case .repeatedColumn(let name, let first, let second):
      "Columns \(first + 1) and \(second + 1) are both \"\(shown(name))\"."
    case .filledWithoutName(let position, let line):
      "Column \(position + 1) has no name in the header, but something in it on line \(line); it is "
        + "passed over."
    case .missingColumn(let field, let keys, let near, let isError):
      "There is no column \(quoted(keys)) for the \(isError ? "required " : "")field "
        + "\"\(shown(field))\"" + (isError ? "." : "; it stays blank.")
        + (near.isEmpty ? "" : " Is it \(quoted(near))?")
    case .listWithoutNumbers(let field, let key, _):
      "\"\(shown(field))\" is a list of records; in a table its fields need numbered columns, such as "
        + "from \"\(shown(key))\"."
    case .unknownColumn(let name, let position, let near, let isError):
      "Column \(position + 1), \"\(shown(name))\", is asked for by no field"
        + (isError ? ", and the form is closed." : "; it is passed over.")
        + (near.isEmpty ? "" : " Did you mean \(quoted(near))?")
    case .otherHeader:
      "The header is not that of the first table, a column of messages included, so that their rejects "
        + "cannot go into one file."
    }
  }

  /// A name of any length, safe to be shown.
  private static func shown(_ name: String) -> String { visible(name, columns: 60) }

  private static func quoted(_ names: [String]) -> String {
    names.map { "\"" + shown($0) + "\"" }.joined(separator: " or ")
  }
}

enum Words {
  /// A list of names to choose from, such as `json, ndjson or csv`.
  static func choice(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Digits in groups of three.
  static func digits(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0, digit != "-" { text = "," + text }
      text = String(digit) + text
    }
    return text
  }

  /// `1 record`, `1,200 records`.
  static func count(_ number: Int, _ unit: String) -> String {
    digits(number) + " " + unit + (number == 1 ? "" : "s")
  }
}

// Messages about files, and formatting of counts.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime

/// The error that ends a run without a result.
struct Failure: Error {
  let message: String

  init(_ message: String) { self.message = message }

  init(_ failure: CheckFailure, _ name: String) { message = FileWords.sentence(failure, name) }

  /// Runs `body` and converts its error to a `Failure` with a sentence about the file.
  static func explaining<Result>(
    _ body: () throws(FileProblem) -> Result
  ) throws(Failure) -> Result {
    do throws(FileProblem) { return try body() } catch {
      throw Failure(FileWords.sentence(error))
    }
  }
}

enum FileWords {
  /// Returns a sentence on a file that can't be used.
  static func sentence(_ problem: FileProblem) -> String {
    let stream = problem.action == .write ? "standard output" : "standard input"
    let name = problem.path == "-" ? stream : quoted(problem.path)
    let reason = visible(problem.reason)
    switch problem.action {
    case .open where problem.isFolder:
      return "\(name) is a folder. Name the files in it."
    case .open: return "\(name) cannot be opened: \(reason)."
    case .read: return "\(name) cannot be read to its end: \(reason)."
    case .create: return "\(name) cannot be created: \(reason)."
    case .write: return "\(name) cannot be written: \(reason)."
    case .writeDraft: return "\(name) cannot be written: \(reason). It was not changed."
    case .put: return "\(name) cannot be saved: \(reason)."
    case .replaceChanged:
      return
        "\(name) was changed while being formatted, or another program is writing to it. It was not formatted."
    case .writeOver(let other):
      return "\(name) cannot be overwritten: this run reads it\(alias(other, of: problem.path))."
    case .writeOverNamed(let other):
      return "\(name) cannot be overwritten: it is \(quoted(other)), which a record may refer to."
    case .writeTwice(let other):
      let alias = alias(other, of: problem.path)
      return "\(name) cannot be written twice: this run already writes it\(alias)."
    }
  }

  /// Returns a sentence on the outputs that already have their final names, to append to an error about another output.
  /// Empty if `names` is empty.
  static func sentence(inPlace names: [String]) -> String {
    guard let last = names.last else { return "" }
    if names.count == 1 { return " \(last) is already saved." }
    let others = names.dropLast().joined(separator: ", ")
    return " \(others) and \(last) are already saved."
  }

  /// Lists the temporary files that couldn't be deleted, to append to an error message. Empty if there are none.
  static func sentence(drafts: [SystemText?]) -> String {
    drafts.compactMap { $0 }.map { " The temporary file \(visible($0.text)) could not be deleted." }
      .joined()
  }

  private static func quoted(_ path: SystemText) -> String { "\"" + visible(path.text) + "\"" }

  /// Returns the words that mention a file's second path, `other`, in a message. Empty if both paths are equal.
  private static func alias(_ other: SystemText, of path: SystemText) -> String {
    if other == path { return "" }
    return other == "-" ? " as standard input" : " as " + quoted(other)
  }

  /// Returns the reason why a stream couldn't be read, as a sentence or a list of sentences.
  static func sentence(_ failure: CheckFailure, _ name: String) -> String {
    switch failure {
    case .file(let problem): return sentence(problem)
    case .notUTF8(let line, let likely): return notUTF8(visible(name), line, likely)
    case .noList(let path, let line):
      return
        "\(visible(name)):\(line): There is no list \"\(visible(path.joined(separator: ".")))\" here "
        + "to read the records from."
    case .otherEncoding(let said, let likely):
      return "\(visible(name)) is not in \(visible(said)): it looks like \(likely). Use --encoding "
        + "\(likely), or write in the form: data … < encoding \"\(likely)\" >"
    case .recordTooLong(let line, let limit):
      return "\(visible(name)):\(line): the record that begins here is longer than "
        + "\(limit >> 20) MiB. Nothing from this line on was read."
    case .table(let problems, let line):
      // The table isn't read at all, so warnings that parts of it are ignored don't matter.
      let problems = problems.filter { problem in
        if case .listWithoutNumbers = problem { true } else { problem.isError }
      }
      var sentences = problems.prefix(TableWords.limit).map {
        TableWords.sentence(
          $0, headerLine: line, flag: FileWords.delimiterFlag, headerFlag: "--header N or ")
      }
      if let rest = TableWords.rest(problems) { sentences.append(rest) }
      return visible(name) + ":\(line): "
        + sentences.joined(separator: "\n  ") + "\n  No record was read."
    }
  }
}

extension FileWords {
  /// Returns a sentence on why a stream couldn't be compared.
  ///
  /// - Parameter old: the name of the old form.
  static func sentence(_ failure: CompareFailure, _ name: String, old: String) -> String {
    switch failure {
    case .stream(let failure): sentence(failure, name)
    case .oldForm(let failure): visible(old) + ": " + sentence(failure, name)
    case .otherCells:
      "The two forms have different formats for the cells of \(visible(name)), so they do not read the same"
        + " texts from it. Save the sheet as CSV, and compare with that."
    }
  }

  /// Returns the flag that sets the delimiter of cells.
  static func delimiterFlag(_ mark: Character) -> String {
    "--delimiter " + (mark == "\t" ? "tab" : "'\(mark)'")
  }

  /// Returns a message on a table that isn't UTF-8 and has no declared encoding.
  private static func notUTF8(_ name: String, _ line: Int, _ likely: String?) -> String {
    let flag = "--encoding \(likely ?? "NAME")"
    let setting = "data csv < encoding \"\(likely ?? "NAME")\" >"
    return "\(name):\(line): This line is not in UTF-8"
      + (likely.map { "; it looks like \($0)" } ?? "")
      + ".\n  Use \(flag), or write in the form: \(setting)"
      + "\n  Excel writes UTF-8 with Save As, \"CSV UTF-8 (Comma delimited)\"."
  }
}

enum Words {
  /// Returns a list of alternatives, such as `json, ndjson or csv`.
  static func choice(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Returns a number with its digits in groups of three.
  static func digits(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0, digit != "-" { text = "," + text }
      text = String(digit) + text
    }
    return text
  }

  /// Returns a count with its unit, such as `1 record` or `1,200 records`.
  static func count(_ number: Int, _ unit: String) -> String {
    digits(number) + " " + unit + (number == 1 ? "" : "s")
  }
}

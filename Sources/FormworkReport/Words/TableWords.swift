// The messages about the header of a table.

package import FormworkEngine

package enum TableWords {
  /// The maximum number of problems of a header that are shown.
  package static let limit = 20

  /// Returns a line with the number of problems that aren't shown, or nil if all are.
  package static func rest(_ problems: [TableProblem]) -> String? {
    let rest = problems.count - limit
    return rest > 0 ? "… and \(rest) more problem\(rest == 1 ? "" : "s") of the header." : nil
  }

  /// Returns the message about an error or warning in a header.
  ///
  /// - Parameters:
  ///   - line: the line that was read as the header, or nil for columns that don't come from a text.
  ///   - flag: returns how to set the delimiter outside of the form.
  ///   - headerFlag: how to set the line of the header outside of the form.
  package static func sentence(
    _ problem: TableProblem, headerLine line: Int? = 1,
    flag: (Character) -> String = { "delimiter \"\($0)\"" }, headerFlag: String = ""
  ) -> String {
    switch problem {
    case .noKnownColumn(let delimiter):
      "None of the columns is one that the form asks for."
        + (delimiter.map { mark in otherMark(flag(mark)) }
          ?? line.map { line in
            " Line \(line) was read as the header: if another names the columns, say \(headerFlag)"
              + "header N in the data of the form."
          } ?? "")
    case .noHeader:
      "There is no header: the file ends before a line that names the columns."
    case .blankHeader(let line):
      "Line \(line) should name the columns, but it is blank. Say \(headerFlag)header N in the data of the"
        + " form, with the line that names them."
    case .longPreamble(let limit):
      "The lines before the header are longer than \(limit >> 20) MiB. Is the header on another line?"
    case .bareReturns:
      "The lines end with CR alone. Save the file with LF or CR LF as line ends."
    case .malformedHeader(let reason, let offset, let delimiter):
      "The header cannot be read, from character \(offset + 1) on: \(reason.words)."
        + (delimiter.map { mark in otherMark(flag(mark)) } ?? "")
    case .repeatedColumn(let name, let first, let second):
      "Columns \(first + 1) and \(second + 1) are both \"\(shown(name))\"."
    case .filledWithoutName(let position, let line):
      "Column \(position + 1) has no name in the header, but something in it on line \(line); it is "
        + "passed over."
    case .trailingBytes:
      "Something follows the data that gzip packed. It is ignored."
    case .missingColumn(let field, let keys, let near, let isError, let hasDefault):
      "There is no column \(quoted(keys)) for the \(isError ? "required " : "")field \"\(shown(field))\""
        + (isError ? "." : hasDefault ? "; it has its default." : "; it stays blank.")
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
    case .otherDelimiter:
      "Its cells are set apart by another sign than those of the first table, so that their rejects cannot go "
        + "into one file."
    }
  }

  private static func otherMark(_ flag: String) -> String {
    " The cells look set apart by another mark: try \(flag)."
  }

  /// Returns a name of any length, safe to display.
  private static func shown(_ name: String) -> String { visible(name, columns: 60) }

  private static func quoted(_ names: [String]) -> String {
    names.map { "\"" + shown($0) + "\"" }.joined(separator: " or ")
  }
}

// The messages about the header of a table.

package import FormworkEngine

package enum TableWords {
  /// The maximum number of problems of a header that are shown.
  package static let limit = 20

  /// Returns a line with the number of problems that aren't shown, or nil if all problems are shown.
  package static func rest(_ problems: [TableProblem]) -> String? {
    let rest = problems.count - limit
    return rest > 0 ? "… and \(rest) more problem\(rest == 1 ? "" : "s") in the header." : nil
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
      "None of the columns is used by the form."
        + (delimiter.map { mark in otherMark(flag(mark)) }
          ?? line.map { line in
            " Line \(line) was read as the header. If another line has the names of the columns, write"
              + " \(headerFlag)header N in the form's data settings."
          } ?? "")
    case .noHeader:
      "There is no header: the file ends before a line with the names of the columns."
    case .blankHeader(let line):
      "Line \(line) should have the names of the columns, but it is blank. Write \(headerFlag)header N in"
        + " the form's data settings, with the line that has them."
    case .longPreamble(let limit):
      "The lines before the header are longer than \(limit >> 20) MiB. Is the header on another line?"
    case .bareReturns:
      "The lines end with CR only. Save the file with LF or CR LF line endings."
    case .malformedHeader(let reason, let offset, let delimiter):
      "The header cannot be read at character \(offset + 1): \(reason.words)."
        + (delimiter.map { mark in otherMark(flag(mark)) } ?? "")
    case .repeatedColumn(let name, let first, let second):
      "Columns \(first + 1) and \(second + 1) are both \"\(shown(name))\"."
    case .filledWithoutName(let position, let line):
      "Column \(position + 1) has no name in the header, but has a value on line \(line). It is "
        + "ignored."
    case .trailingBytes:
      "The extra data after the gzip data is ignored."
    case .missingColumn(let field, let keys, let near, let isError, let hasDefault, let isDemanded):
      "There is no column \(quoted(keys)) for the \(isError && !isDemanded ? "required " : "")field \"\(shown(field))\""
        + (isDemanded
          ? ", and the form asks for all columns."
          : isError ? "." : hasDefault ? "; its default is used." : "; it stays blank.")
        + (near.isEmpty ? "" : " Did you mean \(quoted(near))?")
    case .listWithoutNumbers(let field, let key, let hasKeys, _):
      (hasKeys
        ? "\"\(shown(field))\" is a list by name. In a table, it needs columns with keys, such as "
        : "\"\(shown(field))\" is a list of records. In a table, its fields need numbered columns, such as ")
        + "from \"\(shown(key))\"."
    case .unknownColumn(let name, let position, let near, let isError):
      "No field uses column \(position + 1) (\"\(shown(name))\")"
        + (isError ? ", and no other columns are allowed." : ". It is ignored.")
        + (near.isEmpty ? "" : " Did you mean \(quoted(near))?")
    case .misplacedColumn(let name, let position, let later):
      "Column \(position + 1) (\"\(shown(name))\") must come before \"\(shown(later))\", as in the form."
    case .calculatedColumn(let name, let position):
      "Column \(position + 1) (\"\(shown(name))\") is ignored: its field is calculated."
    case .otherHeader:
      "The header, including any column of messages, differs from that of the first table, so the "
        + "rejected records of both cannot go into one file."
    case .otherDelimiter:
      "The delimiter differs from that of the first table, so the rejected records of both cannot go into "
        + "one file."
    }
  }

  private static func otherMark(_ flag: String) -> String {
    " The file seems to have another delimiter: try \(flag)."
  }

  /// Returns a name, cut to 60 columns and safe to display.
  private static func shown(_ name: String) -> String { visible(name, columns: 60) }

  private static func quoted(_ names: [String]) -> String {
    names.map { "\"" + shown($0) + "\"" }.joined(separator: " or ")
  }
}

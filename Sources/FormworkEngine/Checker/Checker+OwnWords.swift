// The form's own texts for built-in messages.

internal import FormworkSyntax

extension Checker {
  /// Compiles the texts of the form and of the files that it uses. For each message, the form's own text takes
  /// precedence, then the first one from a used file.
  func compile(_ words: [OwnWords]) {
    var chosen: [(code: ProblemCode, file: Int, entry: OwnWords)] = []
    for entry in words {
      guard let code = ProblemCode(rawValue: entry.code.text) else { continue }
      let file = source.file(at: entry.code.span.lower)
      guard let known = chosen.firstIndex(where: { $0.code == code }) else {
        chosen.append((code, file, entry))
        continue
      }
      if chosen[known].file == file {
        let first = chosen[known].entry.code.span
        // The texts of a file that is used twice are declared once.
        if first != entry.code.span {
          report(.repeatedWords(code.rawValue, first: first), at: entry.code.span)
        }
      } else if file == 0 {
        chosen[known] = (code, file, entry)
      }
    }
    program.ownWords = chosen.map { ($0.code, compileText($0.entry.text, for: .builtIn($0.code))) }
  }
}

// The words of the language in the files of examples/editors. FORMWORK_RECORD=1 rewrites them.

import FormworkEngine
import FormworkSyntax
import Testing

@Suite("Files for editors")
struct EditorFilesTests {
  private let keywords = Keyword.allCases.map { $0.rawValue }

  @Test func wordsOfVim() throws {
    var known = Set(keywords)
    let functions = (Predicate.allCases.map { $0.name } + Function.names).filter {
      known.insert($0).inserted
    }
    // A word that is also an option of `:syntax`, in any case, is written as an abbreviation.
    let options: Set = ["contains", "oneLine"]
    for (name, words) in [
      ("Keyword", keywords),
      (
        "Function",
        functions.map { options.contains($0) ? "\($0.dropLast())[\($0.suffix(1))]" : $0 }
      ),
      ("Type contained", Array(Checker.typeWords.dropLast())),
    ] {
      let start = "syntax keyword formwork" + name
      try DocsFile.check(
        "examples/editors/vim/syntax/formwork.vim", after: start, before: "\n\n",
        EditorFilesTests.filled(words, after: start, indent: "  \\ "))
    }
  }

  @Test func wordsOfEmacs() throws {
    try DocsFile.check(
      "examples/editors/emacs/formwork-mode.el", after: "(defconst formwork-keywords\n  '(",
      before: ")",
      String(
        EditorFilesTests.filled(keywords.map { "\"\($0)\"" }, after: "  '", indent: "    ")
          .dropFirst()))
  }

  @Test func wordsOfVisualStudioCode() throws {
    try DocsFile.check(
      "examples/editors/vscode/syntaxes/formwork.tmLanguage.json", after: "(?<!\\\\.))(",
      before: ")(?!", keywords.joined(separator: "|"))
  }

  /// Returns words with a space before each, in lines of at most 120 characters.
  private static func filled(_ words: [String], after start: String, indent: String) -> String {
    var (text, column) = ("", start.count)
    for word in words {
      if column + 1 + word.count > 120 {
        text += "\n" + indent + word
        column = indent.count + word.count
      } else {
        text += " " + word
        column += 1 + word.count
      }
    }
    return text
  }
}

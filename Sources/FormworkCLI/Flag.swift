// The table of verbs and flags, from which help, completion and suggestions are generated.

internal import FormworkReport
internal import FormworkSyntax

/// A verb of the command line.
enum Verb: String, CaseIterable {
  case check, test, new, fmt, explain, diff, page, lsp, completion, manual, help, version

  /// A summary of what the verb does.
  var summary: String {
    switch self {
    case .check: "check data against a form"
    case .test: "run the examples in a form"
    case .new: "make a form of data"
    case .fmt: "give forms their one layout"
    case .explain: "read a form back in plain words"
    case .diff: "say what changes from one form to another"
    case .page: "make a page of a form, which people fill in"
    case .lsp: "serve an editor that shows mistakes while forms are written"
    case .completion: "write what lets a shell complete words"
    case .manual: "write the manual page"
    case .help: "show help, or help on a verb or a finding"
    case .version: "show the version"
    }
  }

  /// The usage line.
  var usage: String {
    switch self {
    case .check: "formwork check FORM [DATA …] [flags]"
    case .test: "formwork test FORM… [flags]"
    case .new: "formwork new DATA… [flags]"
    case .fmt: "formwork fmt FORM… [flags]"
    case .explain: "formwork explain FORM [flags]"
    case .diff: "formwork diff OLD NEW [DATA …] [flags]"
    case .page: "formwork page FORM --out FILE [flags]"
    case .lsp: "formwork lsp"
    case .completion: "formwork completion bash|zsh|fish"
    case .manual: "formwork manual"
    case .help: "formwork help [VERB|CODE]"
    case .version: "formwork version"
    }
  }

  /// The details beyond the summary.
  var details: String {
    switch self {
    case .check:
      """
      Reads the form, then each file of data, and shows what is wrong with each record. Without
      DATA, or with -, it reads NDJSON from standard input; if that is a terminal, without DATA, it
      only reads the form, and says what it has.

      The name of a file tells the kind of its data: .json (one record or an array), .ndjson or
      .jsonl (a record on each line), .csv, .tsv, .xlsx; all but the last may be packed, with .gz
      behind. Any other name needs --input, unless the form says with "data" how one kind of data
      is written.
      """
    case .test:
      """
      Runs every example of each form, and shows what came out instead where one fails. Then it
      shows which rules no example has made pass or fail, and which blocks none has been in or
      out of.
      """
    case .new:
      """
      Looks at all records of the data, and writes a form to standard output that accepts them, for
      you to go on with. It finds out what sets cells apart, the encoding, the line of the header,
      and the narrowest type that takes all values of a field; above each field stands why. Ranges
      are only told in comments, and nothing is guessed of which fields depend on others. It ends
      with two examples, in which what looks personal is made up.

      Several files are parts of the same data. The kind of the data is told by the names of the
      files, else by what is in them; - is standard input.
      """
    case .fmt:
      """
      Writes each form anew in the one layout of the language; - reads standard input and writes
      standard output. Only spaces, line breaks and empty lines change, never what a form means.
      A form with a mistake in its writing, such as a missing quote, is left as it is.
      """
    case .explain:
      """
      Says in plain words what a form asks for, for the people who own its rules and do not know the
      language: each field, what it may be, when it must be filled in, every rule with its message,
      and what the examples show. The words are English, Japanese or German; the texts of the form
      are in any language that it has.
      """
    case .diff:
      """
      Says in plain words what a new form asks for that an old one did not, and the other way round:
      fields, rules, messages, how data is written. "Tighter" and "looser" stand only where no value
      goes against them.

      With DATA it checks every record against both forms, and shows those of which they say
      different things. Both must read the data in one way; flags win over what the forms say.
      """
    case .page:
      """
      Makes one HTML file that shows the form to whoever is to fill it in: sections come and go with
      the answers, and what is wrong is said in the form's own words, by the engine that checks
      files. The page works from a disk, needs nothing else, and sends nothing anywhere. When all is
      well it shows the record as JSON and CSV, or posts it to --submit as the field "record".
      Without --out the page goes to standard output.

      The browser keeps the answers, except secret ones, until they are sent or saved; with --no-keep
      they are gone when the page is closed. If the server lets pages of any origin read its answers
      to HEAD and POST (CORS), the page stays and says whether the record was accepted. Else the
      answer of the server takes the place of the page.

      The page without a form, send.html, is made by Scripts/page and is beside the tool or in
      ../share/formwork.
      """
    case .lsp:
      """
      Speaks the Language Server Protocol over standard input and output. An editor starts it, and
      then shows what is wrong with a form while it is typed, mends it at a click, lays it out,
      finds and renames what has a name, and tells what a word means. examples/editors says how
      each editor is set up.
      """
    case .completion:
      """
      Writes a script to standard output that makes a shell offer verbs, flags, their values and
      files. The script says in its first lines how the shell reads it.
      """
    case .manual:
      """
      Writes all of the help as a page for man to standard output.
      """
    case .help:
      """
      Shows what a verb does and every flag that it takes; or what a finding means, by the code that
      stands beside it, with a form that is wrong and the same mended.
      """
    case .version: "Shows the version of formwork."
    }
  }

  var examples: [String] {
    switch self {
    case .check:
      [
        "formwork check signup.form signup.csv",
        "formwork check signup.form new.ndjson --accepted good.ndjson --rejected bad.ndjson",
      ]
    case .test: ["formwork test signup.form", "formwork test *.form --minimum 90"]
    case .new:
      ["formwork new members.csv > members.form", "formwork new a.xlsx --header 3 --name stock"]
    case .fmt: ["formwork fmt signup.form", "formwork fmt --check *.form"]
    case .explain:
      ["formwork explain signup.form", "formwork explain signup.form --output html > signup.html"]
    case .diff:
      ["formwork diff old.form signup.form", "formwork diff old.form signup.form signup.csv"]
    case .page:
      [
        "formwork page signup.form --out signup.html",
        "formwork page signup.form --out signup.html --submit https://example.org/signup",
        "formwork page signup.form --out signup.html --no-keep",
      ]
    case .lsp: ["formwork lsp"]
    case .completion: ["source <(formwork completion bash)", "formwork completion fish | source"]
    case .manual: ["formwork manual > formwork.1", "man -l formwork.1"]
    case .help: ["formwork help check", "formwork help no-message"]
    case .version: ["formwork version"]
    }
  }

  var flags: [Flag] { Flag.allCases.filter { $0.verbs.contains(self) } }
}

/// A flag of the command line.
enum Flag: String, CaseIterable {
  case input, delimiter, encoding, header, sheet, records
  case name
  case output, show, problems, explain, accepted, rejected, report, known, watch
  case first, today, language, jobs, minimum, quiet
  case check, diff
  case out, submit, stdio
  case noKeep = "no-keep"
  case exitZero = "exit-zero"
  case noColor = "no-color"
  case files
  case filesAll = "files-all"
  case help

  var long: String { "--" + rawValue }

  var short: String? { self == .help ? "-h" : nil }

  /// Returns the placeholder of the value in the help of a verb, or nil if the flag takes no value.
  func value(of verb: Verb) -> String? {
    switch (self, verb) {
    case (.output, .explain): "text|markdown|html"
    case (.output, .diff): "human|ndjson"
    default: value
    }
  }

  /// Returns a summary of what the flag does for a verb.
  func summary(of verb: Verb) -> String {
    switch (self, verb) {
    case (.output, .explain): "how the explanation is written (default text)"
    case (.output, .diff): "words, or a line of JSON for each change or record"
    case (.show, .diff): "how many records are shown (default 20)"
    case (.language, .diff): "the language of words and messages, such as ja"
    case (.exitZero, .diff): "exit with 0 also when something changes"
    case (.today, .explain): "the date on which the examples are checked, such as 2026-11-20"
    default: summary
    }
  }

  /// The placeholder of the value; nil if the flag takes no value.
  var value: String? {
    switch self {
    case .input: "FORMAT"
    case .delimiter: "CHARACTER"
    case .encoding, .sheet, .name: "NAME"
    case .header: "LINE|none"
    case .records: "PATH"
    case .output: "human|ndjson|github"
    case .show, .problems, .jobs: "N"
    case .accepted, .rejected, .report, .known, .out: "FILE"
    case .submit: "URL"
    case .first: "field|record|file"
    case .files: "DIR"
    case .today: "DATE"
    case .language: "CODE"
    case .minimum: "PERCENT"
    case .stdio, .explain, .watch, .quiet, .check, .diff, .exitZero, .noKeep, .noColor, .filesAll,
      .help:
      nil
    }
  }

  var summary: String {
    switch self {
    case .input: "the kind of data: \(Words.choice(DataKind.names))"
    case .delimiter: "what sets cells apart, one character or tab"
    case .encoding: "what the data is encoded in, such as windows-1252"
    case .header: "the line of a table that names the columns"
    case .sheet: "the sheet of a workbook (default the first)"
    case .records: "the path of the list of records in JSON, such as prices.items"
    case .name: "what the form is called (default the name of the first file)"
    case .output: "drawings, a line of JSON for each record, or annotations"
    case .show: "how many rejected records are drawn (default 20)"
    case .problems: "how many problems of a record are shown (default 100)"
    case .explain: "show the values in conditions that failed, and what was skipped"
    case .accepted: "write the typed records that were accepted, as NDJSON"
    case .rejected: "write the rejected records as they came, with their messages"
    case .report: "a report as \(Words.choice(ReportKind.allCases.map { $0.ending }))"
    case .watch: "check again whenever the form or the data changes"
    case .known: "data of before, for unique, same and records (may be given again)"
    case .first: "one problem of each field or record, or stop at the first reject"
    case .today: "the date that today means, such as 2026-11-20"
    case .language: "the language of messages, such as ja"
    case .minimum: "how much of the rules and blocks the examples must try"
    case .jobs: "how many cores to use (default all)"
    case .quiet: "say only what is asked for, and errors"
    case .out: "the file that the page is written to"
    case .submit: "post the record to this address, as JSON in the field \"record\""
    case .noKeep: "the browser keeps no answers for later"
    case .stdio: "standard input and output, as without it; many editors add it"
    case .check: "only name the forms whose layout differs"
    case .diff: "only show what would change"
    case .exitZero: "exit with 0 also when records are rejected"
    case .noColor: "no colours"
    case .files: "a folder with the files that records name (may be given again)"
    case .filesAll: "tell the files below --files that no record names"
    case .help: "show help"
    }
  }

  /// Whether the flag may be repeated.
  var isRepeated: Bool { [.files, .report, .known].contains(self) }

  var verbs: [Verb] {
    switch self {
    case .help, .noColor: Verb.allCases
    case .minimum: [.test]
    case .name: [.new]
    case .input, .delimiter, .encoding, .header, .sheet, .records, .jobs:
      [.check, .new, .diff]
    case .check, .diff: [.fmt]
    case .out, .submit, .noKeep: [.page]
    case .stdio: [.lsp]
    case .today: [.check, .test, .explain, .diff]
    case .language: [.check, .test, .explain, .diff, .page]
    case .output: [.check, .explain, .diff]
    case .quiet: [.check, .test, .new, .diff]
    case .files: [.check, .test]
    case .show, .problems, .exitZero: [.check, .diff]
    default: [.check]
    }
  }
}

// The table of verbs and flags, from which help, completion and suggestions are generated.

internal import FormworkAuthoring
internal import FormworkReport
internal import FormworkSyntax

/// A verb of the command line.
enum Verb: String, CaseIterable {
  case check, test, new, `import`, fmt, explain, diff, page, export, lsp, completion, manual, help
  case version

  /// A summary of what the verb does.
  var summary: String {
    switch self {
    case .check: "check data against a form"
    case .test: "run the examples in a form"
    case .new: "make a form from data"
    case .import: "make a form from a schema"
    case .fmt: "format forms"
    case .explain: "explain a form in plain words"
    case .diff: "show what changes from one form to another"
    case .page: "make a web page to fill in a form"
    case .export: "write a form as a schema for other programs"
    case .lsp: "run the language server for editors"
    case .completion: "write a completion script for a shell"
    case .manual: "write the manual page"
    case .help: "show help, or explain a verb, an error or a warning"
    case .version: "show the version"
    }
  }

  /// The usage line.
  var usage: String {
    switch self {
    case .check: "formwork check FORM [DATA …] [flags]"
    case .test: "formwork test FORM… [flags]"
    case .new: "formwork new DATA… [flags]"
    case .import: "formwork import FILE [flags]"
    case .fmt: "formwork fmt FORM… [flags]"
    case .explain: "formwork explain FORM [flags]"
    case .diff: "formwork diff OLD NEW [DATA …] [flags]"
    case .page: "formwork page FORM --out FILE [flags]"
    case .export: "formwork export FORM --to KIND [flags]"
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
      DATA, or with -, it reads NDJSON from standard input. If that is a terminal and there is no DATA,
      it only checks the form.

      The name of a file shows the kind of data: .json (one record or an array), .ndjson or .jsonl (a
      record on each line), .csv, .tsv or .xlsx. All but .xlsx may be compressed (.gz). Any other name
      needs --input, unless the form declares exactly one kind of data with "data".
      """
    case .test:
      """
      Runs every example of each form, and shows the actual result of each that fails. Then it shows
      which rules no example passes or fails, and which blocks no example uses or skips.
      """
    case .new:
      """
      Reads all records of the data, and writes a form that accepts them, as a start for your own. It
      detects the delimiter, the encoding, the line of the header, and the narrowest type for all
      values of a field. A comment above each field gives the reasons. Ranges are only mentioned in
      comments, and dependencies between fields are not guessed. The form ends with two examples, in
      which personal data is made up.

      Several files are parts of the same data. The names of the files show the kind of data;
      otherwise it is detected from their contents. A - is standard input.
      """
    case .import:
      """
      Makes a form of rules that are written in another format:

        json-schema   a JSON Schema, draft 4 to 2020-12, or with --part a schema of OpenAPI
        table-schema  a Table Schema, or with --part a resource of a Data Package
        csv-schema    a CSV Schema of the National Archives
        xlsform       a workbook with a sheet "survey", as for ODK and KoboToolbox

      What cannot be said in a form stands as a comment at its place, and what means something slightly
      different is said at the top. The last line on standard error is how much was taken over.
      Nothing that the file refers to outside of itself is read. A - is standard input.
      """
    case .fmt:
      """
      Rewrites each form in the standard layout. A - reads standard input and writes to standard
      output. Only spaces, line breaks and empty lines change, never the meaning of a form. A form with
      a syntax error, such as a missing quote, is not changed. With --fix, the fixes of warnings that
      keep the meaning are applied, too, even if there are errors: = in a condition becomes ==.
      """
    case .explain:
      """
      Explains a form in plain words, for people who own its rules but do not know the form language:
      each field, its values, when it must be filled in, every rule with its message, and the
      examples. The explanation is in English, Japanese or German; the texts of the form are in any
      language that the form has.
      """
    case .diff:
      """
      Shows in plain words what changes from an old form to a new one: fields, rules, messages and data
      settings. A rule is called "tighter" or "looser" only if this is true for every value.

      With DATA, it checks every record against both forms, and shows the records with different
      results. Both forms must read the data in the same way; flags override their data settings.
      """
    case .page:
      """
      Makes one HTML file in which the form can be filled in. Sections appear and disappear with the
      answers, and the same engine checks them with the form's own messages. If there are no errors,
      the page shows all answers to check. Then they are saved as JSON or CSV, or posted to --submit.
      The page needs no other files, and contacts no other address. Without --out, the page is written
      to standard output.

      The browser keeps the answers, except secret ones, until they are sent or saved. With --no-keep,
      they are lost when the page is closed. A link to the page can fill in fields:
      signup.html#name=Ann&items[0].price=3.

      The page posts the fields "record" (the record as JSON), "id" (the same for each attempt, and
      shown as the reference number) and "website" (only if a program filled in the box that people
      can't see). If the server allows the page to read its responses to HEAD and POST (CORS), the
      page stays and shows what became of the record: the text of a response of plain text or HTML, or
      "receipt" of a JSON object. A response with status 422 and the record's line of "formwork check
      --output ndjson" shows its problems at their fields. Otherwise, the server's response replaces
      the page. Without a connection, the page tries again until there is one.

      Scripts/page makes the template of the page, send.html. It must be beside the tool or in
      ../share/formwork.
      """
    case .export:
      """
      Writes what a form says in another format, to standard output or to --out. No record that the
      form accepts is refused by it; what it cannot say, the form alone checks. The last line on
      standard error counts what was said, and --coverage lists every constraint of the form with what
      it became, or why it is left out.
      """
    case .lsp:
      """
      Speaks the Language Server Protocol over standard input and output. An editor starts it to show
      errors and warnings while a form is typed, to fix and format the form, to find and rename
      declarations, and to explain words. See examples/editors for the setup of each editor.
      """
    case .completion:
      """
      Writes a script to standard output that lets a shell complete verbs, flags, their values and
      files. The first lines of the script explain how to load it.
      """
    case .manual:
      """
      Writes the help as a manual page (man) to standard output.
      """
    case .help:
      """
      Explains a verb and all its flags; or explains an error or warning, by its code, with a wrong
      form and the corrected one.
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
      [
        "formwork new members.csv --out members.form",
        "formwork new a.xlsx --header 3 --name stock",
      ]
    case .import:
      [
        "formwork import signup.schema.json --out signup.form",
        "formwork import openapi.json --part Order --coverage coverage.json > order.form",
      ]
    case .fmt:
      ["formwork fmt signup.form", "formwork fmt --check *.form", "formwork fmt --fix signup.form"]
    case .explain:
      ["formwork explain signup.form", "formwork explain signup.form --output html > signup.html"]
    case .diff:
      ["formwork diff old.form signup.form", "formwork diff old.form signup.form signup.csv"]
    case .page:
      [
        "formwork page signup.form --out signup.html",
        "formwork page signup.form --out signup.html --submit https://example.org/signup",
        "formwork page signup.form --out signup.html --logo club.svg --submit /signup",
      ]
    case .export:
      [
        "formwork export signup.form --to json-schema --out signup.schema.json",
        "formwork export signup.form --to json-schema --dialect openapi --coverage left-out.json",
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
  case list, set
  case first, today, language, jobs, minimum, quiet
  case check, diff, fix
  case out, title, logo, style, thanks, privacy, submit, stdio
  case from, part, to, dialect, coverage
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
    case (.output, .explain): "the format of the explanation (default text)"
    case (.output, .diff): "text, or a line of JSON for each change or record"
    case (.out, .new), (.out, .import): "the file to write the form to (default standard output)"
    case (.show, .diff): "the maximum number of records to show (default 20)"
    case (.language, .diff): "the language of the output and of messages, such as ja"
    case (.exitZero, .diff): "exit with 0 even if something changes"
    case (.today, .export): "the date for the examples on the sheet of a workbook"
    case (.out, .export): "the file to write (default standard output)"
    case (.language, .export): "the language of labels and messages, such as ja"
    case (.quiet, .export): "do not print the sum of what was said"
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
    case .accepted, .rejected, .report, .known, .out, .logo, .style, .coverage: "FILE"
    case .title, .thanks, .privacy: "TEXT"
    case .from, .to: "KIND"
    case .part, .dialect: "NAME"
    case .submit: "URL"
    case .list: "NAME=FILE"
    case .set: "NAME=VALUE"
    case .first: "field|record|file"
    case .files: "DIR"
    case .today: "DATE"
    case .language: "CODE"
    case .minimum: "PERCENT"
    case .stdio, .explain, .watch, .quiet, .check, .diff, .fix, .exitZero, .noKeep, .noColor,
      .filesAll, .help:
      nil
    }
  }

  var summary: String {
    switch self {
    case .input: "the kind of data: \(Words.choice(DataKind.names))"
    case .delimiter: "the delimiter between cells: one character or the word tab"
    case .encoding: "the encoding of the data, such as windows-1252"
    case .header: "the line with the names of the columns, or none"
    case .sheet: "the sheet of a workbook (default the first)"
    case .records: "the path of the list of records in JSON, such as prices.items"
    case .name: "the name of the form (default the name of the first file)"
    case .output: "text, a line of JSON for each record, or annotations for GitHub"
    case .show: "the maximum number of rejected records to show (default 20)"
    case .problems: "the maximum number of problems to show for a record (default 100)"
    case .explain: "show the values in conditions that failed, and what was skipped"
    case .accepted: "write the accepted records with typed values, as NDJSON"
    case .rejected: "write the rejected records as they were read, with their messages"
    case .report: "write a report as \(Words.choice(ReportKind.allCases.map { $0.ending }))"
    case .watch: "check again whenever the form or the data changes"
    case .known: "earlier data, for all that is asked between records (repeatable)"
    case .list: "the file of a list that the form names (repeatable)"
    case .set: "a value that the form needs (repeatable)"
    case .first: "show one problem per field or record, or stop at the first reject"
    case .today: "the date to use as today, such as 2026-11-20"
    case .language: "the language of messages, such as ja"
    case .minimum: "the minimum share of rules and blocks that examples must try"
    case .jobs: "the number of cores to use (default all)"
    case .quiet: "print only errors and what other flags ask for"
    case .from: "the format: \(Words.choice(ImportKind.allCases.map { $0.rawValue }))"
    case .part: "the part of the file, such as a schema of OpenAPI"
    case .coverage: "write what became of each constraint, as JSON"
    case .out: "the file to write the page to"
    case .title: "the title of the page (default that of the form)"
    case .logo: "an image to show above the title: PNG, JPEG, GIF, WebP or SVG"
    case .style: "a file of CSS that changes how the page looks"
    case .thanks: "the text to show after the answers are sent"
    case .privacy: "the text to show before the answers are sent, such as what becomes of them"
    case .submit: "post the record to this address, or to this path on the server of the page"
    case .to: "the format: \(Words.choice(ExportKind.allCases.map { $0.rawValue }))"
    case .dialect: "a variant of the format: openapi, for json-schema"
    case .noKeep: "do not keep the answers in the browser"
    case .stdio: "use standard input and output; this is the default, but many editors add it"
    case .check: "only list the forms whose layout would change"
    case .diff: "only show what would change"
    case .fix: "also apply every fix of a finding that keeps the meaning, such as == for ="
    case .exitZero: "exit with 0 even if records are rejected"
    case .noColor: "do not use colours"
    case .files: "a folder with the files that records refer to (repeatable)"
    case .filesAll: "list files in --files that no record refers to"
    case .help: "show help"
    }
  }

  /// Whether the flag may be repeated.
  var isRepeated: Bool { [.files, .report, .known, .list, .set].contains(self) }

  var verbs: [Verb] {
    switch self {
    case .help, .noColor: Verb.allCases
    case .minimum: [.test]
    case .name: [.new, .import]
    case .input, .delimiter, .encoding, .header, .sheet, .records, .jobs:
      [.check, .new, .diff]
    case .check, .diff, .fix: [.fmt]
    case .title, .logo, .style, .thanks, .privacy, .submit, .noKeep: [.page]
    case .from, .part: [.import]
    case .to, .dialect: [.export]
    case .coverage: [.import, .export]
    case .out: [.new, .import, .page, .export]
    case .stdio: [.lsp]
    case .today: [.check, .test, .explain, .diff, .export]
    case .language: [.check, .test, .explain, .diff, .page, .export]
    case .output: [.check, .explain, .diff]
    case .quiet: [.check, .test, .new, .import, .diff, .export]
    case .files: [.check, .test]
    case .list, .set: [.check, .test, .diff]
    case .show, .problems, .exitZero: [.check, .diff]
    default: [.check]
    }
  }
}

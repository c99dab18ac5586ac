// The words of a command line: verbs, flags in any order, near names, help.

import Testing

@testable import FormworkCLI

@Suite struct CLIWordsTests {
  let folder: CLIFolder

  init() throws {
    folder = try CLIFolder(spec: "field id: string")
    try folder.write("d.ndjson", "{\"id\":\"a\"}\n{}\n")
  }

  @Test func nothing() {
    let run = folder.run()
    #expect(run.code == 0 && run.error == "")
    #expect(run.lines.count { $0.contains("  formwork check") } == 2)
  }

  @Test func version() {
    for words in [["version"], ["--version"]] {
      let run = words[0] == "version" ? folder.run("version") : folder.run("--version")
      #expect(run.output == "formwork \(CommandLineTool.version)\n" && run.code == 0)
    }
  }

  @Test func helpOfEveryVerb() {
    for verb in Verb.allCases {
      let run = folder.run("help", verb.rawValue)
      #expect(run.code == 0 && run.error == "" && run.output.hasPrefix(verb.usage))
      #expect(run.output == folder.run(verb.rawValue, "--help").output || verb == .help)
      for flag in Flag.allCases where flag.verbs.contains(verb) {
        #expect(run.output.contains(flag.long) && run.output.contains(flag.summary(of: verb)))
      }
      for example in verb.examples { #expect(run.output.contains(example)) }
      #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
    let all = folder.run("help")
    #expect(all.output == folder.run("--help").output && all.output == folder.run("-h").output)
    for verb in Verb.allCases { #expect(all.output.contains("  " + verb.rawValue)) }
    #expect(folder.run("help", "chekc").code == 2)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completion(of shell: String) {
    let script = folder.run("completion", shell).output
    for flag in Flag.allCases { #expect(script.contains(flag.rawValue)) }
    for verb in Verb.allCases { #expect(script.contains(verb.rawValue)) }
  }

  @Test func completionOfNoShell() {
    for words in [["completion"], ["completion", "tcsh"], ["completion", "zsh", "fish"]] {
      let run = folder.run(words)
      #expect(run.code == 2 && run.error.contains("The shell must be bash, zsh or fish."))
    }
  }

  /// Neither a macro nor an escape of man.
  @Test func manual() {
    let page = folder.run("manual").output
    #expect(page.utf8.allSatisfy { $0 == 0x0A || 0x20..<0x7F ~= $0 })
    let macros = Set(
      page.split(separator: "\n").filter { $0.hasPrefix(".") }
        .map { String($0.prefix { $0 != " " }) })
    #expect(macros.isSubset(of: [".TH", ".SH", ".SS", ".TP", ".PP", ".br", ".EX", ".EE"]))
    for flag in Flag.allCases {
      #expect(
        page.contains("\\-\\-" + flag.rawValue.split(separator: "-").joined(separator: "\\-")))
    }
  }

  @Test func everyFlagIsSaid() {
    for flag in Flag.allCases {
      #expect(!flag.summary.isEmpty && !flag.verbs.isEmpty)
      #expect(Flag.allCases.count { $0.long == flag.long } == 1)
    }
  }

  @Test func flagsInAnyOrder() {
    let wanted = folder.run("check", "s.form", "d.ndjson", "--output", "ndjson", "--show", "3")
    #expect(wanted.code == 1 && wanted.lines.count == 2)
    let others = [
      folder.run("--output", "ndjson", "check", "--show=3", "s.form", "d.ndjson"),
      folder.run("--output=ndjson", "--quiet", "check", "s.form", "--show", "3", "d.ndjson"),
      folder.run("check", "--show", "3", "--output", "ndjson", "--", "s.form", "d.ndjson"),
      folder.run("--exit-zero", "check", "s.form", "d.ndjson", "--output=ndjson"),
    ]
    for other in others { #expect(other.output == wanted.output) }
  }

  @Test func wordsAfterTwoDashes() throws {
    let flag = folder.run("check", "s.form", "--odd.ndjson")
    #expect(flag.code == 2 && flag.error.contains("has no flag \"--odd.ndjson\""))
    let file = folder.run("check", "--", "s.form", "--odd.ndjson")
    #expect(file.code == 2 && file.error.contains("\"--odd.ndjson\" cannot be opened"))
  }

  @Test(arguments: [
    (["chekc", "s.form"], "There is no verb \"chekc\".", "Did you mean \"check\"?"),
    (["xyzzy"], "There is no verb \"xyzzy\".", "The verbs are check"),
    (["check", "s.form", "--ouput=x"], "has no flag \"--ouput\".", "Did you mean \"--output\""),
    (["check", "s.form", "-x"], "has no flag \"-x\".", "\"formwork help check\" lists the flags."),
    (["check", "s.form", "--minimum=3"], "has no flag \"--minimum\".", ""),
    (["check", "s.form", "--output", "njson"], "ndjson, github, not \"njson\".", "\"ndjson\"?"),
    (["check", "s.form", "--output"], "--output needs a value: --output human|ndjson|github.", ""),
    (["check", "s.form", "--accepted="], "--accepted needs a value: --accepted FILE.", ""),
    (["check", "s.form", "--accepted", ""], "--accepted needs a value", ""),
    (["check", "s.form", "--show", "--quiet"], "--show needs a value: --show N.", ""),
    (["check", "s.form", "--quiet=yes"], "--quiet takes no value.", ""),
    (["check", "s.form", "--show=1", "--show=2"], "--show is given twice.", ""),
    (
      ["check", "s.form", "--jobs", "0"], "--jobs must be a whole number from 1 to 256, not \"0\".",
      ""
    ),
    (["check", "s.form", "--jobs", "99999999999999999999"], "--jobs must be a whole number", ""),
    (["check"], "There is no form to check with.", "Usage: formwork check FORM"),
    (["test"], "There is no form to test.", "Usage: formwork test FORM"),
    (
      ["check", "s.form", "d.txt"], "The name \"d.txt\" does not show the kind of data.",
      "--input json"
    ),
    (["check", "s.form", "d"], "The name \"d\" does not show the kind of data.", ""),
    (["check", "d.csv"], "\"d.csv\" is data, but a form is needed here", ""),
    (["check", "d.xlsx", "d"], "\"d.xlsx\" is data, but a form is needed here", ""),
    (
      ["check", "d.csv", "s.form"], "\"d.csv\" is given as the form, and \"s.form\" as data",
      "s.form d.csv"
    ),
    (
      ["check", "s.form", "s.form"], "\"s.form\" is a form, but data is needed",
      "check s.form data.csv"
    ),
    (["check", "s.form", "folder"], "\"folder\" is a folder. Name the files in it.", ""),
    (["check", "folder", "d.csv"], "\"folder\" is a folder. Name the files in it.", ""),
    (["check", "s.form", "missing"], "\"missing\" cannot be opened: No such file", ""),
    (["check", "s.form", "--accepted=-"], "--accepted needs the name of a file", "/dev/stdout"),
    (["check", "-"], "Standard input can be read only once.", "Write the data file"),
    (["check", "s.form", "-", "-"], "Standard input can be read only once.", ""),
    (["--quiet"], "\"formwork help\" has no flag \"--quiet\".", ""),
    (["check", "s.form", "\u{1B}[31mx"], "␛[31mx", ""),
  ])
  func mistakes(_ words: [String], _ message: String, _ hint: String) throws {
    for name in ["d", "d.txt"] { try folder.write(name, "") }
    for name in ["d.csv", "d.xlsx"] { try folder.write(name, "a,b\n1,2\n") }
    try folder.makeFolder("folder")
    let run: CLIResult =
      switch words.count {
      case 1: folder.run(words[0])
      case 2: folder.run(words[0], words[1])
      case 3: folder.run(words[0], words[1], words[2])
      default: folder.run(words[0], words[1], words[2], words[3])
      }
    #expect(run.code == 2 && run.output == "")
    #expect(run.error.hasPrefix("error: ") && run.error.contains(message))
    #expect(run.error.contains(hint) && !run.error.contains("\u{1B}"))
  }
}

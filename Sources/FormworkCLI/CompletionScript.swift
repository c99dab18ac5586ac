// `formwork completion`: the completion scripts of shells, generated from the table of verbs and flags.

internal import FormworkAuthoring
internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A shell that completes words.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script for the shell to run.
  var script: String {
    switch self {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }
}

/// The possible words at a position of a command line.
private enum Candidates {
  case words([String])
  case files, folders
  /// Any text, such as a number, which can't be completed.
  case anything
}

extension Flag {
  /// Returns the possible values of the flag.
  fileprivate func candidates(for verb: Verb) -> Candidates {
    switch self {
    case .input: return .words(DataKind.names)
    case .language: return .words(BuiltInLanguage.allCases.map { $0.rawValue })
    case .accepted, .rejected, .report, .known, .out, .coverage: return .files
    case .to: return .words(ExportKind.allCases.map { $0.rawValue })
    case .dialect: return .words(ExportKind.allCases.flatMap { $0.dialects })
    case .files: return .folders
    default:
      let words = (value(of: verb) ?? "").split(separator: "|").map { String($0) }
      return words.count > 1 ? .words(words.filter { $0.allSatisfy { $0.isLowercase } }) : .anything
    }
  }
}

extension Verb {
  /// The possible operands.
  fileprivate var candidates: Candidates {
    switch self {
    case .help:
      .words(
        Verb.allCases.map { $0.rawValue } + FindingPage.all.map { $0.code } + [UndecidedPlace.code])
    case .completion: .words(Shell.allCases.map { $0.rawValue })
    case .lsp, .manual, .version: .anything
    default: .files
    }
  }

  /// The long names of the verb's flags.
  fileprivate var flagNames: [String] { flags.map { $0.long } }
}

// MARK: - bash

extension Shell {
  private var bash: String {
    let verbs = Verb.allCases.map { $0.rawValue }
    var values = ""
    for verb in Verb.allCases {
      for flag in verb.flags where flag.value(of: verb) != nil {
        let action =
          switch flag.candidates(for: verb) {
          case .words(let words):
            "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
          // An empty `COMPREPLY` makes the shell offer files.
          case .files: ":"
          case .folders: "compopt -o dirnames +o default"
          case .anything: "compopt +o default"
          }
        values += "    \"\(verb.rawValue) \(flag.long)\") \(action); return ;;\n"
      }
    }
    let flags = Verb.allCases.map {
      "      \($0.rawValue)) words=\"\($0.flagNames.joined(separator: " "))\" ;;\n"
    }.joined()
    let operands = Verb.allCases.map { verb in
      switch verb.candidates {
      case .words(let words):
        "      \(verb.rawValue)) words=\"\(words.joined(separator: " "))\" ;;\n"
      case .files, .folders: "      \(verb.rawValue)) return ;;\n"
      case .anything: "      \(verb.rawValue)) compopt +o default ;;\n"
      }
    }.joined()
    return """
      # Completion of formwork for bash. To load it: source <(formwork completion bash)
      _formwork() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb= word words=
        if [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case $word in
          \(verbs.joined(separator: "|"))) verb=$word; break ;;
          esac
        done
        COMPREPLY=()
        case "$verb $previous" in
      \(values)  esac
        if [[ -z $verb ]]; then
          words="\(verbs.joined(separator: " "))"
        elif [[ $current == -* ]]; then
          case $verb in
      \(flags)    esac
        else
          case $verb in
      \(operands)    esac
        fi
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      }
      complete -o default -F _formwork formwork

      """
  }
}

// MARK: - zsh

extension Shell {
  private var zsh: String {
    let verbs = Verb.allCases.map {
      "    " + quoted($0.rawValue + ":" + $0.summary) + "\n"
    }.joined()
    let cases = Verb.allCases.map { verb in
      let flags = verb.flags.map { "      " + quoted(specification($0, verb)) + " \\\n" }.joined()
      return "    \(verb.rawValue)) _arguments \\\n\(flags)      "
        + quoted("*:" + action(verb.candidates, "operand")) + " ;;\n"
    }.joined()
    return """
      #compdef formwork
      # Completion of formwork for zsh. Save it as _formwork in a folder of $fpath, or load it with:
      # source <(formwork completion zsh)
      _formwork() {
        local -a verbs
        verbs=(
      \(verbs)  )
        if (( CURRENT == 2 )); then
          _describe verb verbs
          return
        fi
        local verb=${words[2]}
        shift words
        (( CURRENT-- ))
        case $verb in
      \(cases)  esac
      }
      if [[ ${funcstack[1]} == _formwork ]]; then
        _formwork "$@"
      else
        compdef _formwork formwork
      fi

      """
  }

  private func specification(_ flag: Flag, _ verb: Verb) -> String {
    let summary = escaped(flag.summary(of: verb), "[]:\\")
    let repeated = flag.isRepeated ? "*" : ""
    guard let value = flag.value(of: verb) else { return "\(repeated)\(flag.long)[\(summary)]" }
    return "\(repeated)\(flag.long)=[\(summary)]:"
      + action(flag.candidates(for: verb), escaped(value, ":\\"))
  }

  private func action(_ candidates: Candidates, _ name: String) -> String {
    switch candidates {
    case .words(let words): "\(name):(\(words.joined(separator: " ")))"
    case .files: "\(name):_files"
    case .folders: "\(name):_files -/"
    case .anything: "\(name): "
    }
  }

  private func escaped(_ text: String, _ marks: String) -> String {
    text.reduce(into: "") { escaped, character in
      if marks.contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }

  /// Returns a text in single quotes.
  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

// MARK: - fish

extension Shell {
  private var fish: String {
    var script = """
      # Completion of formwork for fish. Save it in ~/.config/fish/completions, or load it with:
      # formwork completion fish | source
      complete -c formwork -f

      """
    for verb in Verb.allCases {
      script +=
        "complete -c formwork -n __fish_use_subcommand -a \(verb.rawValue) -d \(fishQuoted(verb.summary))\n"
    }
    for verb in Verb.allCases {
      let head = "complete -c formwork -n '__fish_seen_subcommand_from \(verb.rawValue)'"
      for flag in verb.flags {
        let value = flag.value(of: verb).map { _ in fishValue(flag.candidates(for: verb)) } ?? ""
        script += "\(head) -l \(flag.rawValue)\(value) -d \(fishQuoted(flag.summary(of: verb)))\n"
      }
      switch verb.candidates {
      case .words(let words): script += "\(head) -a '\(words.joined(separator: " "))'\n"
      case .files, .folders: script += "\(head) -F\n"
      case .anything: break
      }
    }
    return script
  }

  private func fishValue(_ candidates: Candidates) -> String {
    switch candidates {
    case .words(let words): " -x -a '\(words.joined(separator: " "))'"
    case .files: " -r -F"
    case .folders: " -x -a '(__fish_complete_directories)'"
    case .anything: " -x"
    }
  }

  /// Returns a text in single quotes, with the backslash escapes of fish.
  private func fishQuoted(_ text: String) -> String { "'" + escaped(text, "'\\") + "'" }
}

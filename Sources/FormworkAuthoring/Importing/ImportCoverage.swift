// The outcome of an import for each constraint of the file.

internal import FormworkReport
internal import FormworkSyntax

/// The constraints of an imported file, with the outcome for each.
package struct ImportCoverage {
  /// Something that the file says.
  package struct Entry {
    /// The path in the file: a JSON pointer, or a row and a column.
    package var path: String
    package var line: Int
    /// A keyword of the format, or the name of a column.
    package var keyword: String
    package var outcome: Outcome
  }

  package enum Outcome {
    /// It is in the form, as this.
    case became(String)
    /// It does not restrict the data, such as a title; perhaps it is in the form, too.
    case information(String)
    case leftOut(Lack, detail: String = "")
    /// The form says more than the file does.
    case assumed(String)
  }

  /// The reason why something cannot be said in a form.
  package enum Lack: UInt8, CaseIterable {
    case eitherType, namedList, lookAround, backReference, remote, circle, wholeOnly, nesting
    case pattern, format, condition, position, openRecord, emptyList, files, refused, unknown

    /// The reason with a number before it, for one and for several.
    var words: (one: String, several: String) {
      switch self {
      case .eitherType: ("needs an either type", "need either types")
      case .namedList: ("needs a list by name", "need lists by name")
      case .lookAround: ("looks ahead or behind", "look ahead or behind")
      case .backReference: ("refers back in a pattern", "refer back in a pattern")
      case .remote: ("refers to what isn't in the file", "refer to what isn't in the file")
      case .circle: ("contains itself", "contain themselves")
      case .wholeOnly: ("compares whole lists or records", "compare whole lists or records")
      case .nesting: ("is nested too deep", "are nested too deep")
      case .pattern: ("has a pattern of another kind", "have patterns of another kind")
      case .format: ("has an unknown format", "have unknown formats")
      case .condition: ("is a condition of another kind", "are conditions of another kind")
      case .position: ("depends on the position in a list", "depend on the position in a list")
      case .openRecord:
        ("depends on keys without a field", "depend on keys without a field")
      case .emptyList: ("is about blank items", "are about blank items")
      case .files: ("is about files", "are about files")
      case .refused: ("is refused by the checker", "are refused by the checker")
      case .unknown: ("is unknown", "are unknown")
      }
    }
  }

  /// Something that means slightly different things in the file and in a form.
  package enum Note: UInt8, CaseIterable {
    case blank, nullable, emptyList, characters, numbers, patterns, formats, items, order
    case tableNumbers, bools

    var words: String {
      switch self {
      case .blank:
        "A key with null, an empty text or an empty list is blank, as if it were missing: what is"
          + " required must have more than that, and what is optional may be that."
      case .nullable: "A required key that may be null may also be missing."
      case .emptyList: "A required list that may be empty may also be missing."
      case .characters:
        "A length counts characters as people see them, not code points, and two spellings of the same"
          + " characters are one text."
      case .numbers:
        "A text that reads as a number or as true or false is taken for it, and a bool takes 0 and"
          + " 1. A number has at most 38 digits, an int at most 64 bits."
      case .patterns:
        "A pattern is compared with the whole text, so a search has [\\s\\S]* at its ends. A dot and"
          + " \\s differ for U+0085, U+FEFF and form feeds."
      case .formats: "A format is checked; other tools may take it for information only."
      case .items: "An item of a list must be filled in, so it cannot be null or an empty text."
      case .tableNumbers:
        "A number has at most 38 digits and no exponent, and an int may be written as 34.0. White space around"
          + " it is ignored."
      case .bools: "A bool is also yes, no, on or off, in any case."
      case .order: "Two objects are the same only if their keys come in the same order."
      }
    }
  }

  package private(set) var entries: [Entry] = []
  private(set) var notes: OrderedSet<UInt8> = []
  /// The findings of the checker about the form, by their codes.
  package var findings: [(code: String, count: Int)] = []

  mutating func note(_ note: Note) { notes.insert(note.rawValue) }

  /// Adds an entry, and returns its number.
  mutating func add(_ entry: Entry) -> Int {
    entries.append(entry)
    return entries.count - 1
  }

  subscript(number: Int) -> Entry {
    get { entries[number] }
    set { entries[number] = newValue }
  }

}

// MARK: - Sums

extension ImportCoverage.Entry {
  /// The difference from the file in one sentence, or nil if there is none.
  var lackText: String? {
    let place = "\(keyword) (\(path), line \(line))"
    switch outcome {
    case .leftOut(let lack, let detail):
      let reason = lack.words.one + (detail.isEmpty ? "" : ": " + detail)
      return "Not taken over: \(place), which \(reason)"
    case .assumed(let text): return "Stricter here: \(place). \(text)"
    case .became, .information: return nil
    }
  }
}

extension ImportCoverage {
  package var takenCount: Int {
    entries.count { if case .became = $0.outcome { true } else { false } }
  }

  package var constraintCount: Int {
    entries.count { if case .information = $0.outcome { false } else { true } }
  }

  /// Whether the form says all that the file does, and no more.
  package var isWhole: Bool { takenCount == constraintCount }

  /// The code of each finding about the form, with its number.
  package var findingText: String {
    findings.map { "\($0.count) × \($0.code)" }.joined(separator: ", ")
  }

  /// The sum in one sentence.
  package var summary: String {
    let (taken, all) = (takenCount, constraintCount)
    let share = all == 0 ? 100 : taken * 100 / all
    var counts = [Int](repeating: 0, count: Lack.allCases.count)
    var assumed = 0
    for entry in entries {
      switch entry.outcome {
      case .leftOut(let lack, _): counts[Int(lack.rawValue)] += 1
      case .assumed: assumed += 1
      default: break
      }
    }
    var reasons: [String] = []
    for lack in Lack.allCases {
      let count = counts[Int(lack.rawValue)]
      if count == 0 { continue }
      reasons.append("\(count) \(count == 1 ? lack.words.one : lack.words.several)")
    }
    if assumed > 0 { reasons.append("\(assumed) \(assumed == 1 ? "is" : "are") stricter here") }
    let start = "\(taken) of \(all) constraint\(all == 1 ? "" : "s") taken over (\(share) %)"
    return start + (reasons.isEmpty ? "" : "; " + reasons.joined(separator: ", "))
  }

  /// The sentences about what is slightly different.
  package var noteTexts: [String] {
    Note.allCases.filter { notes.contains($0.rawValue) }.map { $0.words }
  }

  /// The coverage as JSON.
  package var json: [UInt8] {
    ByteBuffer.bytes { out in
      out.object { out in
        out.member("taken", takenCount)
        out.member("constraints", constraintCount)
        out.member("whole", isWhole)
        out.member("summary", summary)
        out.member("notes", noteTexts)
        out.key("findings")
        out.object { out in
          for (code, count) in findings {
            out.key(named: code)
            out.value(count)
          }
        }
        out.key("entries")
        out.array(entries) { entry, out in
          out.object { out in
            out.member("path", entry.path)
            out.member("line", entry.line)
            out.member("keyword", entry.keyword)
            switch entry.outcome {
            case .became(let text):
              out.member("outcome", "taken")
              out.member("became", text)
            case .information(let text):
              out.member("outcome", "information")
              if !text.isEmpty { out.member("became", text) }
            case .assumed(let text):
              out.member("outcome", "stricter")
              out.member("why", text)
            case .leftOut(let lack, let detail):
              out.member("outcome", "left out")
              out.member("why", lack.words.one + (detail.isEmpty ? "" : ": " + detail))
            }
          }
        }
      }
      out.append("\n")
    }
  }
}

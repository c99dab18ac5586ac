// What became of each constraint of an exported form.

internal import FormworkReport
internal import FormworkSyntax

/// The constraints of a form that an export has, and those that it lacks.
package struct ExportCoverage {
  /// Something that the form requires.
  package struct Entry {
    /// The path of the field, or an empty text for the record as a whole.
    package var path: String
    package var line: Int
    /// The constraint as the form has it.
    package var constraint: String
    package var outcome: Outcome
  }

  package enum Outcome {
    /// It is said in the target, by these words of it.
    case said(String)
    /// The target accepts more.
    case partly(String, Lack)
    case leftOut(Lack)
  }

  /// Why something cannot be said in the target.
  package enum Lack: UInt8, CaseIterable {
    case calculation, otherField, otherRecords, otherData, moment, host, question
    case characters, text, decimals, time, cleaning, several, spelling, condition, kind

    /// The reason after a number, for one and for several.
    var words: (one: String, several: String) {
      switch self {
      case .calculation: ("needs a calculation", "need calculations")
      case .otherField: ("compares values of a record", "compare values of a record")
      case .otherRecords: ("asks other records", "ask other records")
      case .otherData: ("asks other data", "ask other data")
      case .moment: ("depends on the day", "depend on the day")
      case .host: ("is a rule of a program", "are rules of a program")
      case .question: ("asks about a list or a table", "ask about a list or a table")
      case .characters:
        ("counts characters as people see them", "count characters as people see them")
      case .text: ("tests a text in a way of its own", "test a text in ways of their own")
      case .decimals:
        ("counts decimal places, which others do in binary", "count decimal places")
      case .time: ("compares dates or times", "compare dates or times")
      case .cleaning: ("is about a cleaned text", "are about cleaned texts")
      case .several: ("is read from several keys", "are read from several keys")
      case .spelling: ("has several spellings", "have several spellings")
      case .condition:
        ("is in a block whose condition is left out", "are in blocks whose conditions are left out")
      case .kind: ("has no counterpart there", "have no counterparts there")
      }
    }
  }

  /// A difference in meaning between the form and the target.
  package enum Note: UInt8, CaseIterable {
    case texts, sizes, calendar, formats, spellings, cleaning, items, values

    var words: String {
      switch self {
      case .texts:
        "A number that is written as a text is taken if it reads as one, whatever its size."
      case .sizes: "An int has at most 64 bits in the form, and a number at most 38 digits."
      case .calendar: "Days that a month does not have are refused by the form alone."
      case .formats:
        "`format` is an annotation: a validator that is told to check it may refuse white space"
          + " around a value, and an email address with letters beyond ASCII."
      case .spellings:
        "A letter with its mark may be typed as one character or as two; a text that has such"
          + " marks is only checked by the form."
      case .cleaning:
        "A text that the form cleans (case, width) is only checked by the form if it goes beyond"
          + " ASCII."
      case .items: "The items of a list that is written as one text are only checked by the form."
      case .values: "Values are checked as they are after cleaning and typing by the form."
      }
    }
  }

  package private(set) var entries: [Entry] = []
  private var notes: OrderedSet<UInt8> = []
  /// The number of blocks around the current place whose conditions are left out.
  private var lost = 0

  mutating func note(_ note: Note) { notes.insert(note.rawValue) }

  mutating func add(_ entry: Entry) {
    var entry = entry
    if lost > 0 { entry.outcome = .leftOut(.condition) }
    entries.append(entry)
  }

  /// Leaves out everything that is added until the block ends.
  mutating func beginLostBlock() { lost += 1 }
  mutating func endLostBlock() { lost -= 1 }
}

// MARK: - Sums

extension ExportCoverage {
  package var saidCount: Int {
    entries.count { if case .said = $0.outcome { true } else { false } }
  }

  /// Whether the target says everything that the form requires.
  package var isWhole: Bool { saidCount == entries.count }

  /// The sum in one sentence.
  package var summary: String {
    let (said, all) = (saidCount, entries.count)
    let share = all == 0 ? 100 : said * 100 / all
    var counts = [Int](repeating: 0, count: Lack.allCases.count)
    for entry in entries {
      switch entry.outcome {
      case .leftOut(let lack), .partly(_, let lack): counts[Int(lack.rawValue)] += 1
      case .said: break
      }
    }
    let reasons = Lack.allCases.filter { counts[Int($0.rawValue)] > 0 }.map { lack in
      let count = counts[Int(lack.rawValue)]
      return "\(count) \(count == 1 ? lack.words.one : lack.words.several)"
    }
    return "\(said) of \(all) constraint\(all == 1 ? "" : "s") exported (\(share) %)"
      + (reasons.isEmpty ? "" : "; " + reasons.joined(separator: ", "))
  }

  /// The sentences about what is slightly different.
  package var noteTexts: [String] {
    Note.allCases.filter { notes.contains($0.rawValue) }.map { $0.words }
  }

  /// The coverage as JSON.
  package var json: [UInt8] {
    ByteBuffer.bytes { out in
      out.object { out in
        out.member("said", saidCount)
        out.member("constraints", entries.count)
        out.member("whole", isWhole)
        out.member("summary", summary)
        out.member("notes", noteTexts)
        out.key("entries")
        out.array(entries) { entry, out in
          out.object { out in
            out.member("path", entry.path)
            out.member("line", entry.line)
            out.member("constraint", entry.constraint)
            switch entry.outcome {
            case .said(let text):
              out.member("outcome", "said")
              out.member("as", text)
            case .partly(let text, let lack):
              out.member("outcome", "in part")
              out.member("as", text)
              out.member("why", lack.words.one)
            case .leftOut(let lack):
              out.member("outcome", "left out")
              out.member("why", lack.words.one)
            }
          }
        }
      }
      out.append("\n")
    }
  }
}

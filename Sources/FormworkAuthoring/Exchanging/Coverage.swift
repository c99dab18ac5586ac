// The outcome of an import or an export for each constraint.

internal import FormworkReport
package import FormworkSyntax

/// The constraints of an imported file or an exported form, with the outcome for each.
package struct Coverage {
  package struct Entry {
    /// A path in the file or the form, or the name of a cell.
    package var path: String
    package var line: Int
    /// The constraint as the form writes it, or its keyword in the file.
    package var constraint: String
    package var outcome: Outcome
  }

  package enum Outcome {
    /// The entry isn't a constraint but, for example, a title. It may be kept or left out.
    case information(String)
    /// The result expresses the constraint exactly, in these words.
    case kept(String)
    /// The result accepts less than its source, for this reason.
    case stricter(String)
    /// The result expresses the constraint in these words, but accepts more than its source.
    case partly(String, Lack)
    case leftOut(Lack, detail: String = "")

    /// Returns the outcome for a constraint that the result expresses in `words`. If `words` is nil, the constraint is
    /// left out.
    static func of(_ words: String?, isExact: Bool, _ lack: Lack) -> Outcome {
      guard let words else { return .leftOut(lack) }
      return isExact ? .kept(words) : .partly(words, lack)
    }
  }

  /// The reason for leaving a constraint out. The raw value contains the words to write after a count: those for the
  /// count 1 and, after a bar, those for other counts.
  package enum Lack: String, CaseIterable {
    case eitherType = "needs an either type|need either types"
    case namedList = "needs a list by name|need lists by name"
    case lookAround = "looks ahead or behind|look ahead or behind"
    case backReference = "refers back in a pattern|refer back in a pattern"
    case remote = "refers to what isn't in the file|refer to what isn't in the file"
    case circle = "contains itself|contain themselves"
    case wholeOnly = "compares whole lists or records|compare whole lists or records"
    case nesting = "is nested too deep|are nested too deep"
    case pattern = "has a pattern of another kind|have patterns of another kind"
    case format = "has an unknown format|have unknown formats"
    case condition = "is a condition of another kind|are conditions of another kind"
    case position = "depends on the position in a list|depend on the position in a list"
    case openRecord = "depends on keys without a field|depend on keys without a field"
    case files = "is about files|are about files"
    case refused = "is refused by the checker|are refused by the checker"
    case unknown = "is unknown|are unknown"
    case value = "has an invalid value|have invalid values"
    case binary = "is calculated in binary there|are calculated in binary there"
    case optionalRecord = "depends on whether a record is there|depend on whether a record is there"
    case calculation = "needs a calculation|need calculations"
    case otherField = "compares values of a record|compare values of a record"
    case otherRecords = "asks other records|ask other records"
    case otherData = "asks other data|ask other data"
    case moment = "depends on the day|depend on the day"
    case host = "is a rule of a program|are rules of a program"
    case question = "asks about a list or a table|ask about a list or a table"
    case characters = "counts characters as people see them|count characters as people see them"
    case text = "tests a text in a way of its own|test a text in ways of their own"
    case decimals = "counts decimal places, which others do in binary|count decimal places"
    case time = "compares dates or times|compare dates or times"
    case cleaning = "is about a cleaned text|are about cleaned texts"
    case several = "is read from several keys|are read from several keys"
    case joined =
      "isn't checked in a list that is one text|aren't checked in lists that are one text"
    case spelling = "has several spellings|have several spellings"
    case block =
      "is in a block whose condition is left out|are in blocks whose conditions are left out"
    case notation = "is written differently there|are written differently there"
    case name = "has another name there|have other names there"
    case validation = "needs a second validation of its cell|need second validations of their cells"
    case column = "must be filled in but has no column|must be filled in but have no columns"
    case kind = "has no counterpart there|have no counterparts there"

    /// Returns the words that follow the number `count`.
    func words(_ count: Int = 1) -> String {
      let words = rawValue.split(separator: "|")
      return String(words[count == 1 ? 0 : 1])
    }
  }

  /// A small difference in meaning between a file and a form, or a form and its export.
  package enum Note: String, CaseIterable {
    case blank = """
      A key with null, an empty text or an empty list is blank, as if it were missing: what is required \
      must have more than that, and what is optional may be that.
      """
    case nullable = "A required key that may be null may also be missing."
    case emptyText = "A required key that may be an empty text may also be missing."
    case emptyList = "A required list that may be empty may also be missing."
    case characters = """
      A length counts characters as people see them, not code points, and two spellings of the same \
      characters are one text.
      """
    case numbers = """
      A text that reads as a number or a bool is taken for it, and a bool takes 0, 1, yes, no, on and \
      off. A number has at most 38 digits, an int at most 64 bits.
      """
    case space = "White space around a choice, a number, a bool or a date is ignored."
    case patterns = """
      A pattern is compared with the whole text, so a search has [\\s\\S]* at its ends. A dot and \\s \
      differ for U+0085, U+FEFF and form feeds.
      """
    case formats = """
      A format is checked as a form does it: `email` takes the usual addresses, and a time has no leap \
      second. Other tools may take a format for information only.
      """
    case items = "An item of a list must be filled in, so it cannot be null or an empty text."
    case itemKeys = "The keys of a list by name cannot be empty."
    case order = "Two objects are the same only if their keys come in the same order."
    case keywords = "Some keywords are unknown. The coverage lists them as information."
    case messages =
      "Some messages have no place in the form. The coverage lists them as information."
    case tableNumbers = """
      A number has at most 38 digits and no exponent, and an int may be written as 34.0. White space \
      around it is ignored.
      """
    case bools = "A bool is also yes, no, on or off, in any case."
    case texts =
      "A number that is written as a text is taken if it reads as one, whatever its size."
    case sizes = "An int has at most 64 bits in the form, and a number at most 38 digits."
    case calendar = "Days that a month does not have are refused by the form alone."
    case annotations = """
      `format` is an annotation: a validator that is told to check it may refuse white space around a \
      value, and an email address with letters beyond ASCII.
      """
    case spellings = """
      A letter with its mark may be typed as one character or as two; a text that has such marks is \
      only checked by the form.
      """
    case cleaning = """
      A text that the form cleans (case, width) is only checked by the form if it goes beyond ASCII.
      """
    case joinedItems =
      "The items of a list that is written as one text are only checked by the form."
    case devices = """
      On a device an int has at most nine digits unless a rule has a larger limit, and a choice of a list can be \
      ticked once.
      """
    case lists = """
      A device collects several choices as one text with spaces, and other single values as records. Write \
      `list(" ") of` for choices, and another separator for lists that are typed.
      """
    case pages = """
      A page is a group there, so its answers are in an object of their own. Leave out the names of groups when you \
      download the answers as a table.
      """
    case values = "Values are checked as they are after cleaning and typing by the form."
  }

  /// The word for translated constraints: `taken over` or `exported`.
  private let verb: String
  package var entries: [Entry] = []
  private var notes: OrderedSet<Note> = []
  /// The codes of the checker's findings about the form, with their counts.
  package var findings: OrderedDictionary<String, Int> = [:]

  init(of verb: String) { self.verb = verb }

  mutating func note(_ note: Note?) { if let note { notes.insert(note) } }
}

extension Coverage {
  package var keptCount: Int {
    entries.count { if case .kept = $0.outcome { true } else { false } }
  }

  package var constraintCount: Int {
    entries.count { if case .information = $0.outcome { false } else { true } }
  }

  /// Whether the result expresses every constraint exactly.
  package var isWhole: Bool { keptCount == constraintCount }

  /// The counts in one sentence.
  package var summary: String {
    let (kept, all) = (keptCount, constraintCount)
    var counts: OrderedDictionary<Lack, Int> = [:]
    var stricter = 0
    for entry in entries {
      switch entry.outcome {
      case .leftOut(let lack, _), .partly(_, let lack): counts[lack, default: 0] += 1
      case .stricter: stricter += 1
      case .kept, .information: break
      }
    }
    var reasons = Lack.allCases.compactMap { lack in
      counts[lack].map { "\($0) \(lack.words($0))" }
    }
    if stricter > 0 { reasons.append("\(stricter) \(stricter == 1 ? "is" : "are") stricter here") }
    let share = all == 0 ? 100 : kept * 100 / all
    return "\(kept) of \(all) constraint\(all == 1 ? "" : "s") \(verb) (\(share) %)"
      + (reasons.isEmpty ? "" : "; " + reasons.joined(separator: ", "))
  }

  /// The sentences about small differences.
  var noteTexts: [String] { Note.allCases.filter { notes.contains($0) }.map { $0.rawValue } }

  /// The coverage as JSON.
  package var json: [UInt8] {
    ByteBuffer.bytes { out in
      out.object { out in
        out.member("kept", keptCount)
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
            out.member("constraint", entry.constraint)
            let (outcome, words, reason) = entry.outcome.texts
            out.member("outcome", outcome)
            out.member("as", words)
            out.member("why", reason)
          }
        }
      }
      out.append("\n")
    }
  }
}

extension Coverage.Outcome {
  /// The outcome, the words of the result and the reason for a difference.
  fileprivate var texts: (outcome: String, words: String?, reason: String?) {
    switch self {
    case .information(let words): ("information", words.isEmpty ? nil : words, nil)
    case .kept(let words): ("kept", words, nil)
    case .stricter(let reason): ("stricter", nil, reason)
    case .partly(let words, let lack): ("in part", words, lack.words())
    case .leftOut(let lack, let detail):
      ("left out", nil, lack.words() + (detail.isEmpty ? "" : ": " + detail))
    }
  }
}

extension Coverage.Entry {
  /// A comment about a constraint that the form leaves out or makes stricter, or nil for other outcomes.
  var comment: String? {
    let place = "\(constraint) (\(path), line \(line))"
    switch outcome {
    case .leftOut: return "Not taken over: \(place), which \(outcome.texts.reason ?? "")"
    case .stricter(let reason): return "Stricter here: \(place). \(reason)"
    case .kept, .partly, .information: return nil
    }
  }
}

/// The reason why a constraint, or a part of one, can't be translated.
struct Gap: Error {
  let lack: Coverage.Lack
  var detail = ""

  init(_ lack: Coverage.Lack, _ detail: String = "") { (self.lack, self.detail) = (lack, detail) }

  var outcome: Coverage.Outcome { .leftOut(lack, detail: detail) }
}

// Evaluates each record of a piece twice, once with each of two forms, and reports the records whose results differ.

package import FormworkEngine
internal import FormworkSyntax

/// The number of records with different results in two forms.
package struct RecordComparison: Sendable {
  package var records = 0
  package var newlyRejected = 0
  package var newlyAccepted = 0
  /// The number of records with the same verdict but different problems.
  package var otherProblems = 0
  /// The number of differences in the results for the data set as a whole, 0 or 1.
  package var changesOfAll = 0

  /// The number of records with a difference.
  package var changed: Int { newlyRejected + newlyAccepted + otherProblems }
  /// The number of all differences.
  package var changes: Int { changed + changesOfAll }

  package init() {}

  package mutating func add(_ other: RecordComparison) {
    records += other.records
    newlyRejected += other.newlyRejected
    newlyAccepted += other.newlyAccepted
    otherProblems += other.otherProblems
    changesOfAll += other.changesOfAll
  }

  /// Returns the counts as a sentence.
  package func text(in language: String) -> String {
    let phrase: DifferencePhrase = changed == 0 ? .noRecordChanges : .recordCounts
    return phrase.text(in: language).filled(
      ("records", String(records)), ("changed", String(changed)),
      ("rejected", String(newlyRejected)), ("accepted", String(newlyAccepted)),
      ("other", String(otherProblems)))
  }
}

/// Evaluates records with one form. Each instance belongs to one thread.
private final class Judge {
  let evaluator: Evaluator
  let writer: MessageWriter
  let table: TableReader?
  private let isSheet: Bool

  /// The result of a record.
  struct Judgement {
    var isAccepted = false
    var omittedCount = 0
    /// The error if the record can't be read.
    var malformed: MalformedRecord?
    /// Whether there are no problems.
    var isSpotless = false
  }

  init(_ program: Program, _ options: ReportOptions, table: TableReader?) {
    evaluator = Evaluator(
      program, moment: options.moment, scope: .all, problemLimit: options.problemLimit)
    evaluator.table = table
    writer = MessageWriter(
      program, language: options.language, encoding: options.layout.encoding.value)
    self.table = table
    isSheet = options.layout.kind.isSheet
  }

  func judge(
    _ record: TextBytes, _ span: RecordSpan, _ matches: DataSetMatches?, isText: Bool, room: Int
  ) -> Judgement {
    if let matches { evaluator.expect(matches) }
    do throws(MalformedRecord) {
      if let defect = span.defect { throw MalformedRecord(defect, 0) }
      try evaluator.evaluate(record, of: table, isText: isText, room: room)
    } catch {
      return Judgement(malformed: error)
    }
    return Judgement(
      isAccepted: evaluator.isAccepted, omittedCount: evaluator.omittedCount,
      isSpotless: evaluator.isSpotless)
  }

  /// Returns the problems of the record that was judged last.
  func reports(
    _ judgement: Judgement, _ record: TextBytes, _ span: RecordSpan, number: Int,
    _ layout: DataLayout
  ) -> [ProblemReport] {
    if let malformed = judgement.malformed {
      return [writer.report(malformed.told(of: layout), record, span)]
    }
    var places = RecordPlaces(
      span, evaluator.record, cells: isSheet ? table?.starts(evaluator.record) : nil)
    return evaluator.problems.map { problem in
      var report = writer.report(problem, evaluator, &places, record: number)
      if table != nil { report.column = writer.column(of: problem, evaluator) }
      return report
    }
  }
}

/// Compares the results of two forms for records. Each instance belongs to one thread.
package final class RecordComparer {
  private let old: Judge
  private let new: Judge
  private let options: ReportOptions

  /// A form, with its reader of rows if the data is a table.
  package typealias Side = (program: Program, table: TableReader?)

  package init(_ old: Side, _ new: Side, options: ReportOptions) {
    self.old = Judge(old.program, options, table: old.table)
    self.new = Judge(new.program, options, table: new.table)
    self.options = options
  }

  /// Compares the results of the forms for the records of a piece, or only collects the records' contributions to
  /// questions about all records.
  ///
  /// - Parameters:
  ///   - firstRecord: the number of the first record in its file, from 1.
  ///   - inTurn: runs a closure once the closures of all earlier pieces have run; called at most once.
  package func compare(
    _ bytes: TextBytes, _ records: [RecordSpan], firstRecord: Int,
    _ ledgers: (old: DataSetLedger, new: DataSetLedger), inTurn: (() -> Void) -> Void,
    into result: inout PieceResult
  ) {
    var matches: (old: [DataSetMatches], new: [DataSetMatches]) = ([], [])
    if ledgers.old.needsRecords || ledgers.new.needsRecords {
      func entries(_ judge: Judge, _ ledger: DataSetLedger, _ tally: RecordTally?) -> [DataSetEntry]
      {
        if ledger.isAnswered { judge.evaluator.answers = ledger.tally }
        return judge.evaluator.entries(
          bytes, records, of: judge.table, file: ledger.file, firstRecord: firstRecord, tally: tally
        )
      }
      let tallies = (old: ledgers.old.newTally(), new: ledgers.new.newTally())
      let (was, is_) = (
        entries(old, ledgers.old, tallies.old), entries(new, ledgers.new, tallies.new)
      )
      let isCollected = [ledgers.old, ledgers.new].contains {
        $0.needsAnswersFirst && !$0.isAnswered
      }
      inTurn {
        if let tally = tallies.old { ledgers.old.add(tally) }
        if let tally = tallies.new { ledgers.new.add(tally) }
        if isCollected { return }
        matches.old = ledgers.old.add(was, records)
        matches.new = ledgers.new.add(is_, records)
      }
      if isCollected { return }
    }
    compare(bytes, records, firstRecord: firstRecord, matches: matches, into: &result)
  }

  /// Compares the results of the forms for the records of a piece.
  ///
  /// - Parameters:
  ///   - firstRecord: the number of the first record in its file, from 1.
  ///   - matches: for each form, the matches of each record among the earlier records. Empty if records aren't
  ///     compared.
  private func compare(
    _ bytes: TextBytes, _ records: [RecordSpan], firstRecord: Int,
    matches: (old: [DataSetMatches], new: [DataSetMatches]), into result: inout PieceResult
  ) {
    guard let base = bytes.baseAddress, let first = records.first, let last = records.last else {
      return
    }
    // Test whether all rows together are valid text, because testing many short rows one by one would be slower.
    let isText = new.table != nil && ByteScan.isText(bytes.part(first.lower, last.upper))
    for (index, span) in records.enumerated() {
      let record = TextBytes(start: base + span.lower, count: span.upper - span.lower)
      func judge(_ judge: Judge, _ matches: [DataSetMatches]) -> Judge.Judgement {
        judge.judge(
          record, span, matches.isEmpty ? nil : matches[index], isText: isText,
          room: bytes.count - span.upper)
      }
      let (was, is_) = (judge(old, matches.old), judge(new, matches.new))
      result.undecidedBefore += old.evaluator.undecided
      result.undecided += new.evaluator.undecided
      let malformed = was.malformed ?? is_.malformed
      if let fault = malformed?.fault(record, span, options.layout) {
        result.fault = fault
        result.didStop = true
        return
      }
      result.comparison.records += 1
      if was.isSpotless, is_.isSpotless { continue }
      let number = firstRecord + index
      tell(
        RecordChange(
          number: number, line: span.line, was, is_,
          old.reports(was, record, span, number: number, options.layout),
          new.reports(is_, record, span, number: number, options.layout)),
        into: &result)
    }
  }

  /// Compares the problems of the data as a whole, and the conditions that can't be decided.
  package func compare(
    _ ledgers: (old: DataSetLedger, new: DataSetLedger), into result: inout PieceResult
  ) {
    func reports(_ judge: Judge, _ ledger: DataSetLedger) -> [ProblemReport] {
      ledger.reports(judge.evaluator, judge.writer, namesFile: options.namesFile)
    }
    func judgement(_ reports: [ProblemReport]) -> Judge.Judgement {
      Judge.Judgement(isAccepted: !reports.contains { $0.severity == .error })
    }
    let (was, is_) = (reports(old, ledgers.old), reports(new, ledgers.new))
    tell(
      RecordChange(number: nil, line: nil, judgement(was), judgement(is_), was, is_), into: &result)
  }

  private func tell(_ change: RecordChange, into result: inout PieceResult) {
    guard change.isChange else { return }
    result.comparison.add(change.counts)
    if options.output == .ndjson {
      change.write(options, to: &result.output)
    } else if result.drawings.count < options.show {
      result.draw(change.drawing(new.writer, options), isRejected: !change.isAccepted)
    }
  }
}

/// The results of two forms for one record, or for all records.
private struct RecordChange {
  /// The number and the line of the record, or nil for all records.
  let number: Int?
  let line: Int?
  let wasAccepted: Bool
  let isAccepted: Bool
  let old: [ProblemReport]
  let new: [ProblemReport]
  private let omitted: (old: Int, new: Int)

  init(
    number: Int?, line: Int?, _ was: Judge.Judgement, _ judgement: Judge.Judgement,
    _ old: [ProblemReport], _ new: [ProblemReport]
  ) {
    (self.number, self.line, self.old, self.new) = (number, line, old, new)
    (wasAccepted, isAccepted) = (was.isAccepted, judgement.isAccepted)
    omitted = (was.omittedCount, judgement.omittedCount)
  }

  /// Whether the results differ. The order of problems doesn't matter.
  var isChange: Bool {
    wasAccepted != isAccepted || omitted.old != omitted.new || !RecordChange.rest(old, new).isEmpty
      || !RecordChange.rest(new, old).isEmpty
  }

  var counts: RecordComparison {
    var counts = RecordComparison()
    if number == nil {
      counts.changesOfAll = 1
    } else if wasAccepted == isAccepted {
      counts.otherProblems = 1
    } else if isAccepted {
      counts.newlyAccepted = 1
    } else {
      counts.newlyRejected = 1
    }
    return counts
  }

  /// Returns the problems without a counterpart in `others`. Each of `others` is the counterpart of at most one
  /// problem.
  private static func rest(
    _ problems: [ProblemReport], _ others: [ProblemReport]
  ) -> [ProblemReport] {
    var others = others
    return problems.filter { problem in
      guard let place = others.firstIndex(where: { $0.isSame(as: problem) }) else { return true }
      others.remove(at: place)
      return false
    }
  }

  func write(_ options: ReportOptions, to out: inout ByteBuffer) {
    out.object { out in
      if let number { out.member("record", number) } else { out.member("record", orNull: nil) }
      if let line { out.member("line", line) }
      if options.namesFile, number != nil { out.member("file", options.fileName) }
      write("old", wasAccepted, old, omitted.old, to: &out)
      write("new", isAccepted, new, omitted.new, to: &out)
    }
    out.append("\n")
  }

  private func write(
    _ key: StaticString, _ isAccepted: Bool, _ problems: [ProblemReport], _ omitted: Int,
    to out: inout ByteBuffer
  ) {
    out.key(key)
    out.object { out in
      out.member("accepted", isAccepted)
      out.member(problems)
      if omitted > 0 { out.member("omitted", omitted) }
    }
  }

  func drawing(_ writer: MessageWriter, _ options: ReportOptions) -> String {
    let words = writer.builtIn
    var name = words.report(.allRecords)
    if let number, let line {
      name = words.report(options.fileName == nil ? .recordOnLine : .recordInFile).filled(
        ("record", String(number)), ("line", String(line)),
        ("file", visible(options.fileName ?? "")))
    }
    let phrase: DifferencePhrase =
      wasAccepted == isAccepted ? .otherProblems : isAccepted ? .newlyAccepted : .newlyRejected
    let head = phrase.text(in: writer.language).filled(("record", name))
    var text = options.palette.paint(head, .strong) + "\n"
    let (gone, come) = (RecordChange.rest(old, new), RecordChange.rest(new, old))
    for problem in gone { text += "  − " + draw(problem, besides: come, words, options) }
    for problem in come { text += "  + " + draw(problem, besides: gone, words, options) }
    return text
  }

  /// Returns a problem as one line. If one of `others` has the same message, adds the parameters in which they differ.
  private func draw(
    _ problem: ProblemReport, besides others: [ProblemReport], _ words: BuiltInLanguage,
    _ options: ReportOptions
  ) -> String {
    let isWarning = problem.severity == .warning
    let mark = options.palette.paint(
      words.report(isWarning ? .warning : .error), isWarning ? .warning : .error)
    let name = (problem.column ?? problem.field ?? problem.file).map {
      options.palette.paint(visible($0), .strong) + ": "
    }
    let alike = others.filter { $0.field == problem.field && $0.message == problem.message }
    let details = problem.parameters.filter { own in
      alike.contains { !$0.parameters.contains { $0 == own } }
    }
    let list = details.map { $0.name + " " + $0.value.text }.joined(separator: ", ")
    return mark + " " + (name ?? "") + visible(problem.message)
      + (list.isEmpty ? "" : visible(" (" + list + ")")) + "\n"
  }
}

extension ProblemReport {
  /// Whether the problem is the same as `other`, which is a problem of the other form.
  fileprivate func isSame(as other: ProblemReport) -> Bool {
    // The message about an undecided condition contains the rule's line, which may differ between the forms.
    let hasSameMessage = code == UndecidedPlace.code || message == other.message
    return field == other.field && code == other.code && severity == other.severity
      && file == other.file && hasSameMessage && title == other.title
      && parameters.elementsEqual(other.parameters) { $0 == $1 }
  }
}

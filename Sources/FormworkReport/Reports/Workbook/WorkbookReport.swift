// Writes the original data in a workbook (Office Open XML, ECMA-376), for people who correct it: cells with problems
// are coloured and have notes. A first sheet has the counts and lists what was left out. JSON has no rows, so its sheet
// lists the problems.

internal import FormworkEngine
internal import FormworkSyntax

/// Writes a workbook with a sheet for each file of data.
final class WorkbookReport: ReportWriter {
  private var zip = ZipWriter()
  /// The names of the data sheets, and whether they have notes.
  private var sheets: [(name: String, hasNotes: Bool)] = []
  private var data: ReportedData?
  /// The notes of the current sheet.
  private var notes = CellNotes()
  /// The cells with problems in the current row, and the messages of these cells.
  private var row: (number: Int, cells: [(column: Int, text: String)]) = (0, [])
  /// The messages of problems that concern all records.
  private var general: [String] = []
  private var losses: SheetRows.Losses = []
  private var listedCount = 0
  private var listsProblems = false
  private var lostNotes = false
  private var (noteCount, noteBytes) = (0, 0)
  /// The last row of the current sheet so far.
  private var lastLine = 0
  /// The last row that fits in the workbook. If several sheets are cut off, the smallest of their last rows.
  private var cutRow = SheetRows.rowLimit

  override var wantsRows: Bool { true }
  override var fileLimit: Int? { 1_000 }

  override func begin(_ data: ReportedData, to out: inout ByteBuffer) {
    endSheet(to: &out)
    self.data = data
    sheets.append((sheetName(data), false))
    notes = CellNotes(firstBlock: notes.nextBlock)
    (listedCount, lastLine) = (0, 0)
    zip.begin("xl/worksheets/sheet\(sheets.count + 1).xml", to: &out)
    add(SheetParts.begin(headerLine: data.kind.isTable ? data.headerLine : 1), to: &out)
    var head = SheetRows()
    if data.kind.isTable {
      if let line = data.headerLine { head.append(data.columns, line: line, .head) }
    } else {
      listsProblems = true
      head.append(WorkbookReport.columns.map { frame.word($0) }, line: 1, .head)
    }
    add(head, to: &out)
  }

  private static let columns: [ReportPhrase] = [
    .row, .column, .label, .value, .severity, .message, .code,
  ]

  override func add(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    let report = problem.report
    if problem.record == nil { return general.append(problem.messageOfFile) }
    guard data?.kind.isTable == true else { return list(problem, to: &out) }
    guard let line = problem.line else { return }
    if line != row.number { endRow(line) }
    let column = report.cell?.column ?? 1
    guard let index = row.cells.firstIndex(where: { $0.column == column }) else {
      return row.cells.append((column, report.message.cut(to: CellNotes.textLimit)))
    }
    let text = row.cells[index].text
    if text.utf8.count < CellNotes.textLimit {
      row.cells[index].text = (text + "\n" + report.message).cut(to: CellNotes.textLimit)
    }
  }

  /// Adds notes for the problems of the current row.
  private func endRow(_ next: Int) {
    for cell in row.cells where row.number <= lastLine && cell.column <= SheetRows.columnLimit {
      if noteCount < CellNotes.limit, noteBytes < CellNotes.byteLimit {
        notes.add(TableCell(row: row.number, column: cell.column), cell.text)
        noteCount += 1
        noteBytes += cell.text.utf8.count
      } else {
        lostNotes = true
      }
    }
    row = (next, [])
  }

  private func list(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    let report = problem.report
    listedCount += 1
    var rows = SheetRows()
    rows.append(
      [
        problem.row.map { String($0) } ?? "", problem.column ?? "", report.label ?? "",
        report.value ?? "", frame.severity(problem), report.message, report.code,
      ], line: listedCount + 1)
    add(rows, to: &out)
  }

  override func add(_ rows: borrowing SheetRows, to out: inout ByteBuffer) {
    guard zip.hasRoom else {
      losses.insert(.rows)
      cutRow = min(cutRow, lastLine)
      return
    }
    losses.formUnion(rows.losses)
    if rows.lastLine > 0 { lastLine = rows.lastLine }
    zip.add(rows.bytes.bytes, to: &out)
  }

  private func add(_ text: String, to out: inout ByteBuffer) {
    var text = text
    text.withUTF8 { zip.add($0, to: &out) }
  }

  private func endSheet(to out: inout ByteBuffer) {
    if sheets.isEmpty { return }
    endRow(0)
    let number = sheets.count + 1
    sheets[number - 2].hasNotes = !notes.isEmpty
    add(SheetParts.end(hasNotes: !notes.isEmpty), to: &out)
    zip.end(to: &out)
    if notes.isEmpty { return }
    zip.write(
      "xl/worksheets/_rels/sheet\(number).xml.rels", SheetParts.relations(ofSheet: number), to: &out
    )
    zip.begin("xl/comments\(number).xml", to: &out)
    notes.writeTexts { self.add($0, to: &out) }
    zip.end(to: &out)
    zip.begin("xl/drawings/vmlDrawing\(number).vml", to: &out)
    notes.writeShapes { self.add($0, to: &out) }
    zip.end(to: &out)
  }

  override func finish(_ run: RunReport, to out: inout ByteBuffer) {
    endSheet(to: &out)
    zip.begin("xl/worksheets/sheet1.xml", to: &out)
    writeOverview(run, to: &out)
    zip.end(to: &out)
    let names = [uniqueName(frame.word(.overview))] + sheets.map { $0.name }
    let notes = sheets.indices.filter { sheets[$0].hasNotes }.map { $0 + 2 }
    for (name, text) in SheetParts.others(names, notes: notes) { zip.write(name, text, to: &out) }
    zip.finish(to: &out)
  }
}

// MARK: - The overview

extension WorkbookReport {
  private func writeOverview(_ run: RunReport, to out: inout ByteBuffer) {
    add(SheetParts.beginOverview, to: &out)
    var rows = SheetRows()
    var line = 1
    func write(_ texts: [String], _ style: SheetRows.Style) {
      rows.append(texts, line: line, style)
      line += 1
    }
    write([frame.title], .title)
    for text in [run.headline(frame.words)] + general + run.notes(frame.words) + told {
      write([text], .plain)
    }
    line += 1
    let lines = run.summary.lines(frame.writer)
    if lines.isEmpty {
      write([frame.word(.noProblems)], .plain)
    } else {
      write([.column, .code, .severity, .count].map { frame.word($0) }, .head)
    }
    for entry in lines {
      let severity = frame.word(entry.isWarning ? .warning : .error)
      let field = entry.place(frame.words)
      write([field, entry.code, severity, frame.words.digits(entry.count)], .plain)
    }
    add(rows, to: &out)
    add(SheetParts.end(hasNotes: false), to: &out)
  }

  /// Notes about what the sheets leave out.
  private var told: [String] {
    func told(_ phrase: ReportPhrase, _ count: Int) -> String {
      frame.word(phrase).filled(("count", frame.words.digits(count)))
    }
    var texts: [String] = []
    if listsProblems { texts.append(frame.word(.listedProblems)) }
    if losses.contains(.rows) { texts.append(told(.lastRow, cutRow)) }
    if losses.contains(.columns) { texts.append(told(.lastColumn, SheetRows.columnLimit)) }
    if losses.contains(.texts) { texts.append(told(.cutTexts, SheetRows.textLimit)) }
    if losses.contains(.secrets) { texts.append(frame.word(.maskedSecrets)) }
    if lostNotes { texts.append(told(.lastNote, noteCount)) }
    return texts
  }

  /// Returns the name of the file, changed to a valid sheet name.
  private func sheetName(_ data: ReportedData) -> String {
    let name = data.name ?? frame.word(.data)
    return uniqueName(String(name.split(separator: "/").last ?? Substring(name)))
  }

  private func uniqueName(_ name: String) -> String {
    let safe = visible(name).map { mark -> Character in
      // XML forbids these two characters, so they are written as U+FFFD. Names must be unique as written.
      if mark == "\u{FFFE}" || mark == "\u{FFFF}" { return "\u{FFFD}" }
      return "[]:*?/\\'".contains(mark) ? "_" : mark
    }
    func shortened(_ ending: String) -> String {
      var text = String(safe)
      while (text + ending).utf16.count > 31 { text.removeLast() }
      return text + ending
    }
    // "History" is the name of a sheet that Excel creates itself.
    let taken = sheets.map { $0.name.lowercased() } + ["history"]
    var number = 1
    while true {
      let name = shortened(number == 1 ? "" : " (\(number))")
      if !name.isEmpty, !taken.contains(name.lowercased()) { return name }
      number += 1
    }
  }
}

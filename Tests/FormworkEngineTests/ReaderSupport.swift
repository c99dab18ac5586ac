// Shared by the tests of the readers: a form, and the results of a stream that arrives whole or in pieces.

import FormworkSyntax
import Testing

@testable import FormworkEngine

/// Reads streams with one form.
struct ReaderBench {
  let program: Program

  init(_ spec: String) throws {
    let source = Source(name: "spec", bytes: Array(spec.utf8))
    let parsed = Parser.parse(source)
    #expect(parsed.problems.isEmpty)
    program = try #require(Checker.check(parsed.tree, source: source).program)
  }

  /// Returns one line for each record: its place, and `key=value` for each of its inputs, or its fault with the place
  /// of that. An invalid header of a table gives one line.
  ///
  /// - Parameter pieces: the number of bytes in each piece.
  func read(
    _ bytes: [UInt8], _ format: DataLayout, pieces: Int = Int.max,
    cellLimit: Int = RecordSplitter.cellLimit
  ) -> [String] {
    var splitter = RecordSplitter(format, cellLimit: cellLimit)
    var table: TableReader?
    var lines: [String] = []
    var rest: [UInt8] = []
    var next = 0
    var isFinal = false
    while !isFinal {
      let end = min(bytes.count, next + min(pieces, bytes.count))
      rest += bytes[next..<end]
      next = end
      isFinal = next == bytes.count
      if format.kind.isTable, table == nil {
        guard let header = takeHeader(&splitter, &rest, isFinal: isFinal) else { continue }
        let opened = open(header, splitter.layout.delimiter.value)
        guard let reader = opened.reader else { return ["header: \(opened.problems)"] }
        table = reader
      }
      var spans: [RecordSpan] = []
      let used = rest.withUnsafeBufferPointer {
        splitter.split($0, isFinal: isFinal, into: &spans)
      }
      lines += rest.withUnsafeBufferPointer { bytes in
        spans.map { told($0, TextBytes(rebasing: bytes[$0.lower..<$0.upper]), table) }
      }
      rest.removeFirst(used)
    }
    return lines
  }

  /// Returns the problems of a table's header.
  func headerProblems(_ header: String, delimiter: UInt8 = UInt8(ascii: ",")) -> [TableProblem] {
    open(Array(header.utf8), delimiter).problems
  }

  private func open(
    _ header: [UInt8], _ delimiter: UInt8
  ) -> (reader: TableReader?, problems: [TableProblem]) {
    header.withUnsafeBufferPointer {
      TableReader.open(header: $0, .table(delimiter: delimiter), program: program)
    }
  }

  private func takeHeader(
    _ splitter: inout RecordSplitter, _ rest: inout [UInt8], isFinal: Bool
  ) -> [UInt8]? {
    var spans: [RecordSpan] = []
    let used = rest.withUnsafeBufferPointer {
      splitter.split($0, isFinal: isFinal, limit: 1, into: &spans)
    }
    let header = spans.first.map { Array(rest[$0.lower..<$0.upper]) }
    rest.removeFirst(used)
    return header
  }

  private func told(_ span: RecordSpan, _ record: TextBytes, _ table: TableReader?) -> String {
    let evaluator = Evaluator(program, moment: ReaderBench.moment)
    let place = "\(span.line):\(span.column) "
    do throws(MalformedRecord) {
      if let defect = span.defect { throw MalformedRecord(defect, 0) }
      try evaluator.evaluate(record, of: table)
    } catch {
      var places = RecordPlaces(span, record)
      let at = places.place(of: error.offset)
      return place + error.reason.shortName + " \(at.line):\(at.column)"
    }
    return place + inputs(evaluator.workspace, level: 0, frame: 0).joined(separator: " ")
  }

  private func inputs(_ workspace: Workspace, level: Int, frame: Int) -> [String] {
    let keys = program.levels[level].keys
    return zip(keys.names, keys.inputs).compactMap { name, input in
      let value = workspace.input(level, frame, Int(input))
      switch value.kind {
      case .blank: return nil
      case .text: return "\(name)=\"\(value.text)\""
      case .record:
        let inner = inputs(workspace, level: value.level, frame: value.firstFrame)
        return "\(name)={\(inner.joined(separator: " "))}"
      default: return "\(name)=\(value.text)"
      }
    }
  }

  static let moment: Moment = {
    let day = CalendarDate(year: 2026, month: 11, day: 20)!
    return Moment(
      today: day, now: CalendarInstant(utc: CalendarDateTime(date: day, time: .midnight)))
  }()
}

extension MalformedRecord.Reason {
  /// The name of the case, with its expected and found values and its limit.
  var shortName: String {
    switch self {
    case .unexpected(let wanted): "no-\(wanted)"
    case .wrongWidth(let wanted, let found): "wrongWidth(\(wanted),\(found))"
    case .tooDeep(let limit): "tooDeep(\(limit))"
    case .controlCharacter(let code): "controlCharacter(\(code))"
    default: String(describing: self)
    }
  }
}

/// Returns the bytes of a text in which `\xNN` denotes a byte.
func readerBytes(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = Substring(text)
  while let first = rest.unicodeScalars.first {
    if rest.hasPrefix("\\x"), let byte = UInt8(rest.dropFirst(2).prefix(2), radix: 16) {
      bytes.append(byte)
      rest = rest.dropFirst(4)
    } else {
      bytes.append(contentsOf: String(first).utf8)
      rest.unicodeScalars.removeFirst()
    }
  }
  return bytes
}

/// The sizes of pieces with which every stream must work.
let readerPieces = [1, 2, 3, 7]

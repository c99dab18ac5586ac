// The options in `formwork_options`.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

#if canImport(FormworkRuntime)
  internal import FormworkRuntime
#endif

/// The options for checking records.
package struct CheckOptions {
  /// `formwork_options`, field by field. `withOptions` in engine.js writes the same fields in the same order.
  package struct Raw {
    var size = MemoryLayout<Raw>.size
    var now: UnsafePointer<CChar>?
    var language: UnsafePointer<CChar>?
    var format: UnsafePointer<CChar>?
    var delimiter: UnsafePointer<CChar>?
    var problems: UInt32 = 0
    var scope: UInt32 = 0
    var onlyProblems: UInt32 = 0
    var sharedKey: UnsafePointer<CChar>?
    var files: UnsafePointer<UnsafePointer<CChar>?>?
    var fileCount = 0

    package init() {}

    /// Reads the options at `address`, as many bytes as their `size` says.
    package init(at address: UnsafeRawPointer) throws(StreamFault) {
      let size = address.loadUnaligned(as: Int.self)
      guard size >= MemoryLayout<Int>.size else {
        throw StreamFault(sentence: "The size in the options is not set.")
      }
      withUnsafeMutableBytes(of: &self) { raw in
        raw.copyMemory(from: UnsafeRawBufferPointer(start: address, count: min(size, raw.count)))
      }
    }
  }

  /// The kind of the data, if the options name it.
  private var saidKind: DataKind?
  package var kind: DataKind { saidKind ?? .ndjson }
  package private(set) var moment: Moment
  package private(set) var language: String?
  private var delimiter: UInt8?
  private var problemLimit = 100
  private var scope = ProblemScope.all
  private var showsOnlyProblems = false
  /// The key shared by all processes that check the data, or nil if there is only one process.
  package private(set) var sharedKey: [UInt8]?
  /// The names of the data's files, for checks of columns.
  package private(set) var files: [String] = []

  /// - Parameter readsWorkbooks: Whether the caller can read workbooks.
  package init(_ raw: Raw, readsWorkbooks: Bool = false) throws(StreamFault) {
    moment = try CheckOptions.moment(raw.now.map { String(cString: $0) })
    language = raw.language.map { String(cString: $0) }
    if let format = raw.format.map({ String(cString: $0) }) {
      guard let kind = DataKind(rawValue: format), readsWorkbooks || !kind.isSheet else {
        let kinds = DataKind.allCases.filter { !$0.isSheet }.map { $0.rawValue }.listed("or")
        throw StreamFault(sentence: "The format must be \(kinds), not \"\(format)\".")
      }
      saidKind = kind
    }
    if let text = raw.delimiter.map({ String(cString: $0) }) {
      guard let delimiter = DataLayout.delimiter(text) else {
        throw StreamFault(sentence: "The delimiter must be one ASCII character, not \"\(text)\".")
      }
      self.delimiter = delimiter
    }
    showsOnlyProblems = raw.onlyProblems != 0
    sharedKey = raw.sharedKey.map { Array(String(cString: $0).utf8) }
    if let files = raw.files {
      self.files = (0..<max(0, raw.fileCount)).map { files[$0].map { String(cString: $0) } ?? "" }
    }
    if raw.problems > 0 { problemLimit = Int(min(raw.problems, 1_000_000)) }
    switch raw.scope {
    case 0: scope = .all
    case 1: scope = .firstOfField
    case 2: scope = .firstOfRecord
    default: throw StreamFault(sentence: "The scope must be 0, 1 or 2, not \(raw.scope).")
    }
  }

  /// Returns the report options for records of `kind`.
  package func report(_ program: Program, _ kind: DataKind) -> ReportOptions {
    var options = reportOfFile(program, kind)
    // The caller has already converted the bytes to UTF-8.
    if !options.layout.isUTF8 { options.layout.encoding.say(DataLayout.utf8, by: .flag) }
    return options
  }

  /// Returns the report options for a file, or nil if its kind is unknown.
  func report(_ program: Program, ofFile name: String) -> ReportOptions? {
    (saidKind ?? program.kind(ofFile: name)).map { reportOfFile(program, $0) }
  }

  private func reportOfFile(_ program: Program, _ kind: DataKind) -> ReportOptions {
    var layout = program.layout(of: kind)
    if let delimiter { layout.delimiter.say(delimiter, by: .flag) }
    return report(layout)
  }

  /// Returns the report options for JSON with the records at its top level, regardless of the form's `records at`.
  func reportOfRecords(_ program: Program) -> ReportOptions {
    var layout = program.layout(of: .json)
    layout.path.say([], by: .flag)
    return report(layout)
  }

  private func report(_ layout: DataLayout) -> ReportOptions {
    var options = ReportOptions(layout: layout, moment: moment)
    options.output = .ndjson
    options.language = language
    options.problemLimit = problemLimit
    options.scope = scope
    options.showsOnlyProblems = showsOnlyProblems
    return options
  }

  /// Parses an instant with its offset, or a date. Nil gives the present moment.
  private static func moment(_ text: String?) throws(StreamFault) -> Moment {
    guard let text else { return try ofClock() }
    return try Array(text.utf8).withUnsafeBufferPointer { bytes throws(StreamFault) in
      if let today = CalendarDate.parse(bytes) { return Moment(startOf: today) }
      guard let now = CalendarInstant.parse(bytes), bytes.count >= 10,
        let today = CalendarDate.parse(TextBytes(rebasing: bytes[..<10]))
      else {
        throw StreamFault(
          sentence:
            "The time in now must be an instant such as 2026-11-22T09:30:00+01:00 or a date, not \"\(text)\"."
        )
      }
      return Moment(today: today, now: now)
    }
  }

  private static func ofClock() throws(StreamFault) -> Moment {
    #if canImport(FormworkRuntime)
      return .ofClock
    #else
      throw StreamFault(sentence: "There is no clock here. Set now in the options.")
    #endif
  }
}

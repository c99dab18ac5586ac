// The layout of the data, merged from flags, file names and the form.

internal import FormworkEngine
internal import FormworkRuntime
internal import FormworkSyntax

/// The layout that flags declare.
struct LayoutFlags {
  /// The kind of all data; nil to derive it from each file's name or the form.
  let kind: DataKind?
  private let delimiter: UInt8?
  private let encoding: String?
  private let header: DataLayout.Header?
  private let sheet: String?
  private let path: [String]?

  init(_ arguments: Arguments) throws(Arguments.Problem) {
    kind = try arguments.choice(.input, of: DataKind.names).flatMap { DataKind(rawValue: $0) }
    delimiter = try LayoutFlags.delimiter(arguments)
    encoding = try LayoutFlags.encoding(arguments)
    header = try LayoutFlags.header(arguments)
    sheet = arguments.text(.sheet)
    path = try LayoutFlags.path(arguments)
  }

  private static func delimiter(_ arguments: Arguments) throws(Arguments.Problem) -> UInt8? {
    guard let text = arguments.text(.delimiter) else { return nil }
    if text == "tab" || text == "\\t" { return 0x09 }
    if let delimiter = DataLayout.delimiter(text) { return delimiter }
    throw Arguments.Problem(
      message:
        "--delimiter must be one ASCII character such as ; or the word tab, not \"\(text)\".",
      hint: nil)
  }

  private static func encoding(_ arguments: Arguments) throws(Arguments.Problem) -> String? {
    guard let name = arguments.text(.encoding) else { return nil }
    if TextDecoder.knows(name) { return name }
    throw Arguments.Problem(
      message: "This system has no encoding \"\(name)\".",
      hint: "Most files are in utf-8, windows-1252, iso-8859-1, shift_jis or utf-16.")
  }

  private static func header(
    _ arguments: Arguments
  ) throws(Arguments.Problem) -> DataLayout.Header? {
    guard let text = arguments.text(.header) else { return nil }
    if text == "none" { return DataLayout.Header.none }
    if let line = Int(text), 1...DataLayout.headerLimit ~= line { return .line(line) }
    throw Arguments.Problem(
      message: "--header must be a line number or the word none, not \"\(text)\".", hint: nil)
  }

  private static func path(_ arguments: Arguments) throws(Arguments.Problem) -> [String]? {
    guard let text = arguments.text(.records) else { return nil }
    let path = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    if !path.contains("") { return path }
    throw Arguments.Problem(
      message: "--records must be the path of a list such as prices.items, not \"\(text)\".",
      hint: nil)
  }

  /// Returns the kind of the data in a file: from a flag, the file's name or the form's only `data`.
  func kind(of path: SystemText, _ program: Program) -> DataKind? {
    let only = program.layouts.count == 1 ? program.layouts.first?.kind : nil
    let isStream = path == "-"
    return kind ?? (isStream ? nil : DataKind(ofName: path.text)) ?? only
      ?? (isStream ? .ndjson : nil)
  }

  /// Returns the layout of the data in a file.
  ///
  /// - Parameter example: a command line with a form and data, to show if the user gave a second form instead of
  ///   data.
  func layout(
    of path: SystemText, _ program: Program, _ files: RunFiles, example: String
  ) throws(Arguments.Problem) -> DataLayout {
    if let kind = kind(of: path, program) { return layout(of: kind, program) }
    do throws(FileProblem) {
      try files.open(path).expectData()
    } catch {
      throw Arguments.Problem(message: FileWords.sentence(error), hint: nil)
    }
    if path.text.hasSuffix(".form") {
      throw Arguments.Problem(
        message: "\"\(path.text)\" is a form, but data is needed here.",
        hint: "Write data after the form: " + example)
    }
    throw Arguments.Problem(
      message: "The name \"\(path.text)\" does not show the kind of data.",
      hint: "Set it with --input \(Words.choice(DataKind.names)).")
  }

  /// Returns the layout of data of the given kind.
  func layout(of kind: DataKind, _ program: Program) -> DataLayout {
    said(of: program.layout(of: kind))
  }

  /// Returns a layout with the settings of the flags applied.
  func said(of layout: DataLayout) -> DataLayout {
    var layout = layout
    let kind = layout.kind
    // A workbook has neither a delimiter nor an encoding.
    if let delimiter, !kind.isSheet { layout.delimiter.say(delimiter, by: .flag) }
    if let encoding, !kind.isSheet { layout.encoding.say(encoding, by: .flag) }
    if let header { layout.header.say(header, by: .flag) }
    if let sheet { layout.sheet.say(sheet, by: .flag) }
    if let path { layout.path.say(path, by: .flag) }
    return layout
  }
}

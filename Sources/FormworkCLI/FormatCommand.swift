// `formwork fmt`: formats forms.

internal import FormworkAuthoring
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// One run of `formwork fmt`.
struct FormatCommand {
  private let terminal: Terminal
  private let style: Style
  private let paths: [SystemText]
  private let isCheck: Bool
  private let isDifference: Bool
  private let isFix: Bool
  /// The maximum number of times to fix a form and read it again. More than one is needed if a fix is inside another.
  private static let rounds = 8

  init(_ arguments: Arguments, _ terminal: Terminal) throws(Arguments.Problem) {
    self.terminal = terminal
    style = Style(terminal, noColor: arguments.has(.noColor))
    paths = arguments.operands
    guard !paths.isEmpty else {
      throw Arguments.Problem(
        message: "There is no form to format.", hint: "Usage: " + Verb.fmt.usage)
    }
    isCheck = arguments.has(.check)
    isDifference = arguments.has(.diff)
    isFix = arguments.has(.fix)
  }

  func run() -> Int32 {
    var code = ExitCode.accepted
    let files = RunFiles()
    for path in paths { files.expect(path) }
    do throws(FileProblem) { try files.claimStandardStreams() } catch {
      complain(FileWords.sentence(error))
      return ExitCode.failed
    }
    for path in paths {
      do throws(FileProblem) {
        code = max(code, try format(path, files))
      } catch {
        complain(FileWords.sentence(error))
        code = ExitCode.failed
      }
    }
    return code
  }

  private func format(_ path: SystemText, _ files: RunFiles) throws(FileProblem) -> Int32 {
    let isWritten = !isCheck && !isDifference && path != "-"
    if isWritten, Descriptors.isOpenFile(path) {
      complain(
        "\"\(visible(path.text))\" is an open file, which cannot be replaced. Write the name of the form, or "
          + "\"-\" to write to standard output.")
      return ExitCode.failed
    }
    let input = try InputFile(path, mustBeRegular: isWritten)
    let source = try input.source()
    let fixed = isFix ? fixed(source, path, files) : source
    var text = fixed.bytes
    var code = ExitCode.accepted
    if case .formatted(let layout) = FormFormatter.format(fixed) {
      text = layout
    } else {
      complain(
        "\(visible(source.name)) was not formatted, because it has errors. \"formwork test\" shows them."
      )
      code = ExitCode.failed
    }
    let isChanged = text != source.bytes
    if isChanged, isDifference {
      let difference = LayoutDifference(from: source.bytes, fixed: fixed.bytes, to: text)
      terminal.output(difference.text(source.name))
    }
    if isCheck, isChanged, !isDifference { terminal.output(visible(source.name) + "\n") }
    if isCheck || isDifference { return isChanged ? max(code, ExitCode.rejected) : code }
    // Without --fix, a form with errors is left alone.
    if code == ExitCode.failed, !isFix { return code }
    if path == "-" {
      terminal.output(String(decoding: text, as: UTF8.self))
    } else if isChanged {
      let file = try OutputFile(path)
      do throws(FileProblem) {
        try file.write(text)
        try file.put(inPlaceOf: input)
      } catch {
        complain(FileWords.sentence(error) + FileWords.sentence(drafts: [file.discard()]))
        return ExitCode.failed
      }
    }
    return code
  }

  /// Applies all fixes that preserve the form's meaning.
  private func fixed(_ source: Source, _ path: SystemText, _ files: RunFiles) -> Source {
    var source = source
    for _ in 0..<FormatCommand.rounds {
      let fixes = FormFixer.fixes(source, diagnostics(source, path, files))
      if fixes.isEmpty { break }
      source = FormFixer.applying(fixes, to: source)
    }
    return source
  }

  private func diagnostics(
    _ source: Source, _ path: SystemText, _ files: RunFiles
  ) -> [Diagnostic] {
    do throws(FormError) {
      return try CompiledForm(source, at: path, files: files, isOnlyRead: true).diagnostics.told
    } catch { return error.diagnostics.told }
  }

  private func complain(_ message: String) {
    terminal.error(style.errorPalette.paint("error", .error) + ": " + message + "\n")
  }
}

/// The difference between two layouts of one text, in the unified format of `diff -u`.
///
/// Both layouts have the same letters and digits, so lines correspond if equally many letters and digits precede them.
/// Other characters may differ, because the formatter removes or replaces some.
struct LayoutDifference {
  private typealias Lines = ArraySlice<Substring>

  /// The number of unchanged lines to show around a change.
  private static let contextCount = 3

  private var rows: [(mark: Character, line: Substring)] = []

  /// - Parameter fixed: the old text after fixes, which may have changed letters.
  init(from old: [UInt8], fixed: [UInt8], to new: [UInt8]) {
    let old = LayoutDifference.groups(of: fixed, showing: old)
    let new = LayoutDifference.groups(of: new, showing: new)
    var (first, second) = (0, 0)
    while first < old.count, second < new.count {
      let (start, otherStart) = (first, second)
      (first, second) = (first + 1, second + 1)
      while first < old.count || second < new.count, old[first - 1].end != new[second - 1].end {
        let isOldNext = second == new.count || old[first - 1].end < new[second - 1].end
        if isOldNext, first < old.count { first += 1 } else { second += 1 }
      }
      add(old[start..<first].flatMap { $0.lines }, new[otherStart..<second].flatMap { $0.lines })
    }
    // Only blank lines at the end of one text can remain.
    add(old[first...].flatMap { $0.lines }, new[second...].flatMap { $0.lines })
  }

  private mutating func add(_ old: [Substring], _ new: [Substring]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let (left, right) = (old.dropFirst(start), new.dropFirst(start))
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    rows += old.prefix(start).map { (" ", $0) }
    rows += left.dropLast(end).map { ("-", $0) } + right.dropLast(end).map { ("+", $0) }
    rows += left.suffix(end).map { (" ", $0) }
  }

  /// Splits a text into groups, each ending with a line that has letters or digits. `end` is the number of letters
  /// and digits up to the group's end.
  ///
  /// - Parameter shown: the text that provides the lines of the groups, unless it has a different number of lines than
  ///   `bytes`. In that case, `bytes` provides them.
  private static func groups(
    of bytes: [UInt8], showing shown: [UInt8]
  ) -> [(lines: [Substring], end: Int)] {
    var groups: [(lines: [Substring], end: Int)] = []
    var (lines, end): ([Substring], Int) = ([], 0)
    let all = self.lines(of: bytes)
    let other = self.lines(of: shown)
    for (number, line) in all.enumerated() {
      lines.append(other.count == all.count ? other[number] : line)
      let count = line.unicodeScalars.count {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
      if count == 0 { continue }
      end += count
      groups.append((lines, end))
      lines = []
    }
    if !lines.isEmpty { groups.append((lines, end + 1)) }
    return groups
  }

  private static func lines(of bytes: [UInt8]) -> [Substring] {
    var text = Substring(String(decoding: bytes, as: UTF8.self))
    // A byte order mark isn't part of the text.
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  /// Returns the difference as text, where `name` is the name of the form.
  func text(_ name: String) -> String {
    var text = "--- \(visible(name))\n+++ \(visible(name))\n"
    var (oldLine, newLine, index) = (1, 1, 0)
    while index < rows.count {
      guard let start = rows[index...].firstIndex(where: { $0.mark != " " }) else { break }
      var end = start + 1
      // Show nearby changes together.
      while let next = rows[end...].firstIndex(where: { $0.mark != " " }),
        next - end <= 2 * LayoutDifference.contextCount
      {
        end = next + 1
      }
      let first = max(index, start - LayoutDifference.contextCount)
      let last = min(rows.count, end + LayoutDifference.contextCount)
      let shown = rows[first..<last]
      (oldLine, newLine) = (oldLine + first - index, newLine + first - index)
      let (oldCount, newCount) = (shown.count { $0.mark != "+" }, shown.count { $0.mark != "-" })
      text += "@@ -\(oldLine),\(oldCount) +\(newLine),\(newCount) @@\n"
      for (mark, line) in shown { text += "\(mark)\(visible(String(line)))\n" }
      (oldLine, newLine, index) = (oldLine + oldCount, newLine + newCount, last)
    }
    return text
  }
}

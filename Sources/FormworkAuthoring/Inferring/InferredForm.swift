// Writes the form inferred from data. The checker must have nothing to report about the form, so the parts of a field
// that it objects to are left out.

package import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// The origin of a form.
package struct FormOrigin {
  /// The name of the form.
  package var name: String
  /// The names of the data files.
  package var files: [String]
  /// The layout of the data files.
  package var layout: DataLayout
  /// Whether the form must state the kind of data, because the file names don't determine it.
  package var namesKind: Bool

  package init(name: String, files: [String], layout: DataLayout, namesKind: Bool) {
    (self.name, self.files, self.layout, self.namesKind) = (name, files, layout, namesKind)
  }
}

extension FormInference {
  /// Returns a form that accepts all the records added. There must be a record or a rule of a column. Needs a large
  /// stack.
  package func form(_ origin: FormOrigin) -> [UInt8] {
    let blankWords = findBlankWords()
    for (number, _) in BlankWord.all.enumerated() where !blankWords.contains(number) {
      root.addAsText(everyBlankWord: number)
    }
    var draft = FormDraft(self, origin, blankWords)
    while true {
      let text = draft.text()
      let findings = FormText.findings(in: text.bytes)
      if findings.isEmpty || !draft.leaveOut(findings, text) {
        return FormText.formatted(text.bytes)
      }
    }
  }

  /// Returns the indices of the words that mean blank because they appear among values of a different kind.
  private func findBlankWords() -> OrderedSet<Int> {
    var found: OrderedSet<Int> = []
    root.forEachProfile { profile, key in
      guard profile.records == 0, profile.lists == 0 else { return }
      let guesser = TextGuesser(
        profile: profile.text, words: FieldWords(key), prefersComma: false)
      guard guesser.isOfKind || profile.numbers > 0 && profile.text.filled == 0 else { return }
      for number in BlankWord.all.indices where profile.count(ofBlankWord: number) > 0 {
        found.insert(number)
      }
    }
    return found
  }
}

extension FieldProfile {
  /// Calls `body` with each profile inside this one and the key of that profile.
  func forEachProfile(_ body: (FieldProfile, [UInt8]) -> Void) {
    for member in members {
      body(member.profile, member.key)
      member.profile.forEachProfile(body)
    }
    if let item {
      body(item, [])
      item.forEachProfile(body)
    }
  }

  fileprivate func addAsText(everyBlankWord number: Int) {
    forEachProfile { profile, _ in profile.addAsText(blankWord: number) }
  }
}

/// A form that is changed until the checker reports nothing.
private struct FormDraft {
  /// A text with the ranges of its fields and examples.
  struct Text {
    var bytes: [UInt8]
    var fields: [Range<Int>] = []
    var examples: [Range<Int>] = []
  }

  private let inference: FormInference
  private let origin: FormOrigin
  private let blankWords: OrderedSet<Int>
  private var plainFields: OrderedSet<Int> = []
  private var hasExamples = true

  init(_ inference: FormInference, _ origin: FormOrigin, _ blankWords: OrderedSet<Int>) {
    (self.inference, self.origin, self.blankWords) = (inference, origin, blankWords)
  }

  /// Leaves out what the checker objects to; returns false if nothing more can be left out.
  mutating func leaveOut(_ findings: [Diagnostic], _ text: Text) -> Bool {
    var isOther = false
    for finding in findings {
      let place = Int(finding.span.lower)
      if let field = text.fields.firstIndex(where: { $0.contains(place) }) {
        isOther = plainFields.insert(field).inserted || isOther
      } else if hasExamples, text.examples.contains(where: { $0.contains(place) }) {
        (hasExamples, isOther) = (false, true)
      }
    }
    return isOther
  }
}

// MARK: - The text

extension FormDraft {
  func text() -> Text {
    let guesser = FieldGuesser(
      blankWords: blankWords, plainFields: plainFields,
      prefersComma: origin.layout.delimiter.value == UInt8(ascii: ";"),
      areJSON: inference.columns == nil, rules: inference.ruled)
    let fields = guesser.fields(of: inference.root, isTop: true)
    var text = Text(bytes: Array((head + data).utf8))
    for field in fields {
      let start = text.bytes.count
      text.bytes += FormText.field(field).utf8
      text.fields.append(start..<text.bytes.count)
    }
    if hasExamples { addExamples(fields, to: &text) }
    return text
  }

  private var head: String {
    let count = inference.recordCount
    let files = origin.files.joined(separator: ", ")
    var head = FormText.comment(
      "Made by \"formwork new\" from \(count) record\(count == 1 ? "" : "s") of \(files). Each field"
        + " has a comment with the reasons for its type. Other records may have other values.")
    for column in inference.namelessColumns.ordered() {
      head += FormText.comment("Column \(column + 1) has no name, so no field reads it.")
    }
    if case .line = origin.layout.header.value, let columns = inference.columns,
      LayoutGuess.areNumbers(columns)
    {
      head += FormText.comment(
        "The names of the columns are numbers. Check whether they are a record instead.")
    }
    let name = FieldWords.name(for: origin.name, place: 0)
    let title = name == origin.name ? "" : " " + FormText.spelled(origin.name, braces: true)
    return head + "form \(Spelling.name(name))\(title)\n\n"
  }

  /// The `data` declaration with the unusual settings of the layout, after a comment with the reasons for them.
  private var data: String {
    let found = [delimiter, encoding, header, sheet, blanks, records].compactMap { $0 }
    if found.isEmpty, !origin.namesKind { return "" }
    let reasons = found.map { $0.reason }.filter { !$0.isEmpty }
    let comment = reasons.isEmpty ? "" : FormText.comment(reasons.joined(separator: " "))
    let settings = found.map { $0.text }.joined(separator: " ")
    return comment + "data \(origin.layout.kind.rawValue) < \(settings) >\n\n"
  }

  /// A setting of the data as it is written, with the reason for it.
  private typealias Setting = (text: String, reason: String)

  private var delimiter: Setting? {
    let mark = origin.layout.delimiter.value
    let row = origin.layout.kind.row
    guard row.takesDelimiter, mark != row.delimiter else { return nil }
    return (
      "delimiter " + Spelling.text(String(Character(Unicode.Scalar(mark)))),
      "With this delimiter, all rows have the same number of cells."
    )
  }

  private var encoding: Setting? {
    if origin.layout.isUTF8 || origin.layout.kind.isSheet { return nil }
    return (
      "encoding " + Spelling.text(origin.layout.encoding.value), "The data is not in UTF-8."
    )
  }

  private var header: Setting? {
    switch origin.layout.header.value {
    case .none: ("header none", "The first line looks like the lines below it.")
    case .line(1): nil
    case .line(let line):
      ("header \(line)", "The lines before line \(line) do not look like rows of the table.")
    }
  }

  private var sheet: Setting? {
    let name = origin.layout.sheet.value
    return name.isEmpty ? nil : ("sheet " + FormText.spelled(name), "")
  }

  private var blanks: Setting? {
    if blankWords.isEmpty { return nil }
    let words = blankWords.ordered().map { Spelling.text(BlankWord.all[$0]) }
    return (
      "blank " + words.joined(separator: ", "),
      "These texts appear among values of another kind."
    )
  }

  private var records: Setting? {
    let path = origin.layout.path.value.map { Spelling.name($0) }
    if path.isEmpty { return nil }
    return ("records at " + path.joined(separator: "."), "This is the longest list of objects.")
  }

  private func addExamples(_ fields: [FieldGuess], to text: inout Text) {
    for (number, sample) in inference.samples.best.enumerated() {
      let start = text.bytes.count
      let maker = ExampleMaker(blankWords: blankWords, number: number)
      var mixer = ExampleMixer(inference.samples.all, maker)
      let members = maker.members(mixer.record(like: sample.value, fields), fields)
      let name = number == 0 ? "a record" : "another record"
      text.bytes += "\nexample \"\(name)\" accepts < \(members)>\n".utf8
      text.examples.append(start..<text.bytes.count)
    }
  }
}

/// Writes parts of forms as text.
enum FormText {
  private static let lineWidth = 96

  /// Returns the checker's diagnostics for a form.
  static func findings(in text: [UInt8]) -> [Diagnostic] {
    let source = Source(name: "new.form", bytes: text)
    do throws(FormError) {
      let form = try CompiledForm(
        source, knowsEncoding: { _ in true }, read: { _ in .failure(.init(.noFolder)) })
      return form.diagnostics.told
    } catch { return error.diagnostics.told }
  }

  /// Returns a form in the standard layout.
  static func formatted(_ text: [UInt8]) -> [UInt8] {
    guard
      case .formatted(let formatted) = FormFormatter.format(Source(name: "new.form", bytes: text))
    else { return text }
    return formatted
  }

  /// Returns a text in quotes. Hidden characters, and those that change the direction of text, are escaped.
  ///
  /// - Parameter braces: whether a brace would begin a placeholder in the text, and so needs an escape.
  static func spelled(_ text: String, braces: Bool = false) -> String {
    Spelling.replacingScalars(of: Spelling.text(text, braces: braces)) { scalar in
      let isHidden =
        scalar.value >= 0x7F
        && (scalar.value <= 0x9F || scalar.value == 0x2028 || scalar.value == 0x2029
          || DirectionControl(scalar) != nil)
      return isHidden ? "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}" : nil
    }
  }

  /// Returns a text cut to a readable length.
  static func shortened(_ text: String) -> String {
    text.count > 60 ? String(text.prefix(59)) + "…" : text
  }

  /// Returns a comment on as many lines as it needs.
  static func comment(_ text: String) -> String {
    var (out, line) = ("", "#")
    for word in visible(text).split(separator: " ") {
      if line.count + word.count >= lineWidth {
        out += line + "\n"
        line = "#"
      }
      line += " " + word
    }
    return out + line + "\n"
  }

  static func field(_ field: FieldGuess) -> String {
    var text = "\n"
    if !field.reasons.isEmpty { text += comment(field.reasons.joined(separator: " ")) }
    let key = field.keyText
    text += "field \(Spelling.name(field.name))"
    if key != field.name { text += " \(spelled(key, braces: true))" }
    text += ": \(type(field.kind))"
    var hasTexts = false
    if case .single(let type, _) = field.innermost, type == "string" { hasTexts = true }
    if field.isTrimmed, hasTexts { text += " trimmed" }
    if !field.removed.isEmpty {
      text += " without(\(field.removed.map { Spelling.text($0) }.joined(separator: ", ")))"
    }
    if field.isSecret { text += " secret" }
    if field.isOptional { text += " optional" }
    if key != field.name { text += " from \(spelled(key))" }
    if case .single(_, let rule?) = field.innermost {
      if case .list = field.kind { text += " each" }
      text += " rule \(rule)"
    }
    for clause in field.clauses { text += " " + clause }
    if field.isUnique { text += " rule unique" }
    if let key = field.reference {
      text += " rule value in records.\(Spelling.name(key))"
      text += " message \(spelled("There is no \(key) ", braces: true).dropLast()){value}\""
    }
    return text + "\n"
  }

  private static func type(_ kind: FieldGuess.Kind) -> String {
    switch kind {
    case .single(let type, _): type
    case .list(let item): "list of \(type(item))"
    case .record(let fields): "<\n\(fields.map { field($0) }.joined())>"
    }
  }
}

extension FieldGuess {
  /// The kind of the field's values or, for lists, of their items.
  fileprivate var innermost: Kind {
    var kind = kind
    while case .list(let item) = kind { kind = item }
    return kind
  }
}

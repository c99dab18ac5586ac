// Combines a form with the files it uses. Each `use` is replaced by the declarations of the file, and all texts are
// concatenated in one source. The caller reads the files; this code decides which paths are allowed.

/// A form with all files it uses.
package struct LoadedForm: Sendable {
  /// The text of the form and of the files it uses.
  package var source: Source
  package var tree: FormTree
  package var problems: [SyntaxProblem]
  /// The number of warnings left out of `problems`.
  package var untoldWarnings: Int
  /// The bytes of the files of `choices … from`, by the offset of the file's name.
  package var choiceFiles: OrderedDictionary<UInt32, [UInt8]> = [:]
}

/// Loads forms.
package struct FormLoader {
  /// The limits on the files that a form uses.
  package struct Limits: Sendable {
    /// The maximum number of files.
    package var files = 500
    /// The maximum number of declarations from used files. A file's declarations count as often as it is used.
    package var declarations = Parser.declarationLimit
    /// The maximum number of bytes in the form and its files together.
    package var bytes = 4 * Source.byteLimit

    package init() {}
  }

  /// Reads a file.
  ///
  /// - Parameter path: A path relative to the form's folder, without `..`.
  package typealias Reader = (_ path: String) -> Result<FileText, FileError>

  /// The reason why a file couldn't be read.
  package struct FileError: Error {
    package var fault: SyntaxProblem.FileFault

    package init(_ fault: SyntaxProblem.FileFault) { self.fault = fault }
  }

  private let read: Reader
  private let limits: Limits
  private var spec: LoadedForm
  /// The problems of the files themselves.
  private var problems = SyntaxProblems()
  /// The paths of the files of the source, relative to the form's folder. A file with several paths has the one it
  /// was read from.
  private var paths: [String]
  /// The index of each file in the source, by each path found in a form. Paths are compared as bytes, because
  /// canonically equivalent strings can be different files.
  private var numbers: OrderedDictionary<[UInt8], Int>
  /// The declarations of files already read, by index.
  private var known: OrderedDictionary<Int, [Declaration]> = [:]
  /// The same of files that are used for fields alone.
  private var knownFields: OrderedDictionary<Int, [Declaration]> = [:]
  /// The files that the form uses, itself included, and those that are read for fields alone.
  private var usedFiles: OrderedSet<Int> = [0]
  private var listedFiles: OrderedSet<Int> = []
  /// The forms whose fields lists have, with the names that are left out.
  private var knownForms:
    OrderedDictionary<Int, (fields: [Declaration], leftOut: OrderedSet<String>)> =
      [:]
  /// The names of lists and of values of the run in the files that are read for fields alone.
  private var leftOut: OrderedSet<String> = []
  /// Whether only the fields of a form are wanted.
  private var wantsFieldsAlone = false
  private var fileCount = 0
  private var declarationCount = 0
  private var choiceByteCount = 0

  /// Loads a form, and with `read` the files it uses.
  package static func load(
    _ source: Source, limits: Limits = Limits(), read: @escaping Reader
  ) -> LoadedForm {
    let parsed = Parser.parse(source)
    var loader = FormLoader(
      read: read, limits: limits,
      spec: LoadedForm(
        source: source, tree: parsed.tree, problems: parsed.problems,
        untoldWarnings: parsed.untoldWarnings))
    if parsed.namesFiles {
      loader.spec.tree.declarations = loader.expand(parsed.tree.declarations, path: [0])
    }
    loader.spec.tree.listedFiles = OrderedSet(
      loader.listedFiles.filter { !loader.usedFiles.contains($0) })
    loader.spec.problems += loader.problems.all
    loader.spec.problems = loader.spec.problems.ordered { $0.span.lower < $1.span.lower }
    loader.spec.tree.isWhole = !loader.spec.problems.contains { $0.severity == .error }
    return loader.spec
  }

  private init(read: @escaping Reader, limits: Limits, spec: LoadedForm) {
    self.read = read
    self.limits = limits
    self.spec = spec
    let name = spec.source.name.split(separator: "/").last.map { String($0) } ?? ""
    paths = [name]
    numbers = [Array(name.utf8): 0]
  }

  /// Replaces every `use`, also in blocks.
  ///
  /// - Parameter path: The indices of the enclosing files, the form itself first.
  private mutating func expand(_ declarations: [Declaration], path: [Int]) -> [Declaration] {
    var expanded: [Declaration] = []
    // A declaration that reaches a block twice, directly or through other files, is added once.
    var used: OrderedSet<UInt32> = []
    for declaration in declarations {
      let span = declaration.span
      switch declaration.kind {
      case .use(let name):
        expanded += use(name, path: path).filter { used.insert($0.span.lower).inserted }
      case .choices(let choices):
        if let file = choices.file { readChoices(file, path: path) }
        expanded.append(declaration)
      case .when(var when):
        for index in when.branches.indices {
          when.branches[index].body = expand(when.branches[index].body, path: path)
        }
        expanded.append(Declaration(.when(when), at: span))
      case .field(var field) where field.type.hasDeclarations:
        field.type = expand(field.type, path: path)
        expanded.append(Declaration(.field(field), at: span))
      case .list(var list):
        if let form = list.form {
          (list.body, list.leftOut) = fields(ofForm: form, path: path)
        } else {
          list.body = expand(list.body, path: path)
        }
        list.file = list.file.flatMap { file in
          resolve(file, path: path).map { PlainText($0, at: file.span) }
        }
        expanded.append(Declaration(.list(list), at: span))
      case .define(var define):
        if case .type(let type, let clauses) = define.meaning {
          define.meaning = .type(expand(type, path: path), clauses)
        }
        expanded.append(Declaration(.define(define), at: span))
      case .form, .language, .closed, .fields, .field, .check, .table, .words, .needs, .data,
        .example:
        expanded.append(declaration)
      }
    }
    return expanded
  }

  private mutating func expand(_ type: TypeExpression, path: [Int]) -> TypeExpression {
    switch type.kind {
    case .record(let body):
      TypeExpression(.record(expand(body, path: path)), at: type.span)
    case .list(let separator, let item):
      TypeExpression(.list(separator: separator, of: expand(item, path: path)), at: type.span)
    default: type
    }
  }

  private mutating func use(_ name: PlainText, path: [Int]) -> [Declaration] {
    let declarations = declarations(name, path: path)
    declarationCount += declarations.count
    guard declarationCount <= limits.declarations else {
      if declarationCount - declarations.count <= limits.declarations {
        report(name, .tooMuch)
      }
      return []
    }
    return declarations
  }

  /// Returns the fields of another form, or of this one, and what they need, with the names of what is left out.
  private mutating func fields(
    ofForm name: PlainText, path: [Int]
  ) -> (fields: [Declaration], leftOut: OrderedSet<String>) {
    guard let number = number(name, path: path) else { return ([], []) }
    if knownForms[number] == nil {
      leftOut = []
      wantsFieldsAlone = true
      defer { wantsFieldsAlone = false }
      let fields = expand(parsed(number).fieldsAlone, path: [number])
      knownForms[number] = (fields, leftOut)
    }
    guard let form = knownForms[number] else { return ([], []) }
    declarationCount += form.fields.count
    guard declarationCount <= limits.declarations else {
      if declarationCount - form.fields.count <= limits.declarations { report(name, .tooMuch) }
      return ([], [])
    }
    return form
  }

  /// Returns the declarations of a file, whose problems are told once.
  private mutating func parsed(_ number: Int) -> [Declaration] {
    let parsed = Parser.parse(spec.source, file: number)
    if !wantsFieldsAlone, usedFiles.insert(number).inserted {
      spec.problems += parsed.problems
      spec.untoldWarnings += parsed.untoldWarnings
      spec.tree.comments += parsed.tree.comments
    }
    if wantsFieldsAlone {
      // A form whose fields a list has gives only its errors.
      if listedFiles.insert(number).inserted, !usedFiles.contains(number) {
        spec.problems += parsed.problems.filter { $0.severity == .error }
      }
      for declaration in parsed.tree.declarations {
        switch declaration.kind {
        case .list(let list): leftOut.insert(list.name.text)
        case .needs(let needs): leftOut.insert(needs.name.text)
        default: break
        }
      }
    }
    return parsed.tree.declarations
  }

  /// Returns the declarations of a file, including those of the files it uses.
  private mutating func declarations(_ name: PlainText, path: [Int]) -> [Declaration] {
    guard let number = number(name, path: path) else { return [] }
    if let start = path.firstIndex(of: number) {
      report(name, .circle((path[start...] + [number]).map { paths[$0] }))
      return []
    }
    if let known = wantsFieldsAlone ? knownFields[number] : known[number] { return known }
    let all = parsed(number)
    let expanded = expand(wantsFieldsAlone ? all.fieldsAlone : all, path: path + [number])
    let declarations = expanded.filter {
      switch $0.kind {
      // The form ignores a used file's name, language, data and examples.
      case .form, .language, .data, .example: false
      default: true
      }
    }
    if wantsFieldsAlone { knownFields[number] = declarations } else { known[number] = declarations }
    return declarations
  }

  /// Returns the index in the source of a used file, reading it if it is new. A link and its target are the same
  /// file.
  private mutating func number(_ name: PlainText, path: [Int]) -> Int? {
    guard let file = resolve(name, path: path) else { return nil }
    if let number = numbers[Array(file.utf8)] { return number }
    guard let text = text(of: file, name) else { return nil }
    let other = spec.source.files.firstIndex {
      $0.identity != nil && $0.identity == text.identity
    }
    if other == nil {
      guard hasRoom(for: text.bytes, name) else { return nil }
      paths.append(file)
    }
    let number = other ?? spec.source.append(name: displayName(file), text, namedAt: name.span)
    numbers[Array(file.utf8)] = number
    return number
  }

  private mutating func readChoices(_ name: PlainText, path: [Int]) {
    guard let file = resolve(name, path: path), let text = text(of: file, name) else { return }
    guard text.bytes.count <= Source.byteLimit else {
      return report(name, .tooLarge(bytes: text.size))
    }
    guard hasRoom(for: text.bytes, name) else { return }
    choiceByteCount += text.bytes.count
    spec.choiceFiles[name.span.lower] = text.bytes
  }

  /// Whether one more file, with the line break before it, stays within the limit of bytes. Reports it if not.
  private mutating func hasRoom(for bytes: [UInt8], _ name: PlainText) -> Bool {
    let total = spec.source.bytes.count + choiceByteCount + bytes.count
    if total >= limits.bytes { report(name, .tooMuch) }
    return total < limits.bytes
  }

  private mutating func report(_ name: PlainText, _ fault: SyntaxProblem.FileFault) {
    problems.append(SyntaxProblem(.file(name.value, fault), name.span))
  }

  private mutating func text(of file: String, _ name: PlainText) -> FileText? {
    fileCount += 1
    guard fileCount <= limits.files else {
      report(name, .tooMany(limit: limits.files))
      return nil
    }
    switch read(file) {
    case .success(let text): return text
    case .failure(let error):
      report(name, error.fault)
      return nil
    }
  }

  /// Returns the path from the form's folder of a file named in the last file of `path`.
  private mutating func resolve(_ name: PlainText, path: [Int]) -> String? {
    guard !name.value.isEmpty else {
      report(name, .noName)
      return nil
    }
    guard !name.value.unicodeScalars.contains("\0") else {
      report(name, .unreadable("No file has a NUL character in its name"))
      return nil
    }
    let parts = name.value.split(separator: "/", omittingEmptySubsequences: false)
    let isAllowed =
      !name.value.hasPrefix("/") && !name.value.contains("\\") && !parts.contains("..")
    guard isAllowed else {
      report(name, .outside)
      return nil
    }
    let plain = parts.filter { $0 != "." && !$0.isEmpty }.joined(separator: "/")
    let folder = paths[path.last ?? 0].split(separator: "/").dropLast().joined(separator: "/")
    return folder.isEmpty ? plain : folder + "/" + plain
  }

  /// Returns the name of a used file for messages: its path, relative to the same folder as the form's.
  private func displayName(_ file: String) -> String {
    let name = spec.source.files[0].name
    guard let slash = name.lastIndex(of: "/") else { return file }
    return name[...slash] + file
  }
}

extension TypeExpression {
  /// Whether the type contains declarations.
  fileprivate var hasDeclarations: Bool {
    switch kind {
    case .record: true
    case .list(_, let item): item.hasDeclarations
    default: false
    }
  }
}

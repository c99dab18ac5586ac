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
  /// The bytes of the files of `choices … from`, keyed by the offset of the file's name in the source.
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
  /// The problems with loading the files, as opposed to parsing them.
  private var problems = SyntaxProblems()
  /// The paths of the files of the source, relative to the form's folder. For a file with several paths, the path from
  /// which it was read.
  private var paths: [String]
  /// The index of each file in the source, keyed by every path under which a form names the file. Paths are compared as
  /// bytes, because canonically equivalent strings can be different files.
  private var numbers: OrderedDictionary<[UInt8], Int>
  /// The declarations of files already read, by index.
  private var known: OrderedDictionary<Int, [Declaration]> = [:]
  /// Whether files are being read only for the fields of lists. All files that the form uses have been read by then.
  private var readsForLists = false
  private var fileCount = 0
  private var declarationCount = 0
  private var choiceByteCount = 0

  /// Loads a form and the files it uses, which are read with `read`.
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
      let expanded = loader.expand(parsed.tree.declarations, path: [0])
      loader.known[0] = expanded
      loader.readsForLists = true
      loader.spec.tree.declarations = expanded.map { loader.fillList($0) }
    }
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

  /// Replaces every `use`, including those in blocks.
  ///
  /// - Parameter path: The indices of the enclosing files, the form itself first.
  private mutating func expand(_ declarations: [Declaration], path: [Int]) -> [Declaration] {
    var used: OrderedSet<UInt32> = []
    return expand(declarations, path: path, &used)
  }

  /// - Parameter used: the places of the declarations that the level has from other files. Several `use` may lead to the
  ///   same declaration, directly or through other files. It is added once.
  private mutating func expand(
    _ declarations: [Declaration], path: [Int], _ used: inout OrderedSet<UInt32>
  ) -> [Declaration] {
    var expanded: [Declaration] = []
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
      case .page(var page):
        page.body = expand(page.body, path: path, &used)
        expanded.append(Declaration(.page(page), at: span))
      case .field(var field) where field.type.hasDeclarations:
        field.type = expand(field.type, path: path)
        expanded.append(Declaration(.field(field), at: span))
      case .list(var list):
        list.body = expand(list.body, path: path)
        list.file = resolved(list.file, path: path)
        list.form = resolved(list.form, path: path)
        expanded.append(Declaration(.list(list), at: span))
      case .define(var define):
        if case .type(let type, let clauses) = define.meaning {
          define.meaning = .type(expand(type, path: path), clauses)
        }
        expanded.append(Declaration(.define(define), at: span))
      case .form, .language, .closed, .fields, .field, .check, .intro, .table, .words, .needs,
        .data, .example:
        expanded.append(declaration)
      }
    }
    return expanded
  }

  private mutating func expand(_ type: TypeExpression, path: [Int]) -> TypeExpression {
    switch type.kind {
    case .record(let body):
      TypeExpression(.record(expand(body, path: path)), at: type.span)
    case .list(let separator, let key, let item):
      TypeExpression(
        .list(separator: separator, key: key, of: expand(item, path: path)), at: type.span)
    default: type
    }
  }

  /// Returns the declarations that replace a `use`.
  private mutating func use(_ name: PlainText, path: [Int]) -> [Declaration] {
    guard let number = number(name, path: path) else { return [] }
    if let start = path.firstIndex(of: number) {
      report(name, .circle((path[start...] + [number]).map { paths[$0] }))
      return []
    }
    let declarations = declarations(ofFile: number, path: path).filter {
      switch $0.kind {
      // The form ignores the `form`, `language`, `data` and `example` declarations of a used file.
      case .form, .language, .data, .example: false
      default: true
      }
    }
    return hasRoom(for: declarations, name) ? declarations : []
  }

  /// Gives a list the fields of its `form` file, if it has one. Files used in a page may declare lists.
  private mutating func fillList(_ declaration: Declaration) -> Declaration {
    if case .page(var page) = declaration.kind {
      page.body = page.body.map { fillList($0) }
      return Declaration(.page(page), at: declaration.span)
    }
    guard case .list(var list) = declaration.kind, let form = list.form,
      let number = number(form, path: [0])
    else { return declaration }
    let declarations = declarations(ofFile: number, path: [])
    guard hasRoom(for: declarations, form) else { return declaration }
    list.body = declarations.fieldsAlone
    list.leftOut = declarations.namesOfOtherData
    return Declaration(.list(list), at: declaration.span)
  }

  /// Returns the declarations of a file, including those of the files it uses.
  private mutating func declarations(ofFile number: Int, path: [Int]) -> [Declaration] {
    if let known = known[number] { return known }
    let parsed = Parser.parse(spec.source, file: number)
    if readsForLists {
      // Report only the errors of this file. Its warnings are reported when the file itself is checked.
      spec.tree.listedFiles.insert(number)
      spec.problems += parsed.problems.filter { $0.severity == .error }
    } else {
      spec.problems += parsed.problems
      spec.untoldWarnings += parsed.untoldWarnings
      spec.tree.comments += parsed.tree.comments
    }
    let all = parsed.tree.declarations
    let declarations = parsed.namesFiles ? expand(all, path: path + [number]) : all
    known[number] = declarations
    return declarations
  }

  /// Returns the index of a used file in the source. Reads the file if it is new. A link and its target count as the
  /// same file.
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

  /// Whether one more file, with the line break before it, stays within the byte limit. Reports the file if it doesn't.
  private mutating func hasRoom(for bytes: [UInt8], _ name: PlainText) -> Bool {
    let total = spec.source.bytes.count + choiceByteCount + bytes.count
    if total >= limits.bytes { report(name, .tooMuch) }
    return total < limits.bytes
  }

  /// Whether these declarations stay within the limit. Reports only the first file whose declarations don't.
  private mutating func hasRoom(for declarations: [Declaration], _ name: PlainText) -> Bool {
    let hadRoom = declarationCount <= limits.declarations
    declarationCount += declarations.count
    if declarationCount <= limits.declarations { return true }
    if hadRoom { report(name, .tooMuch) }
    return false
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

  /// Returns a file's name as the path from the form's folder.
  private mutating func resolved(_ name: PlainText?, path: [Int]) -> PlainText? {
    guard let name, let file = resolve(name, path: path) else { return nil }
    return PlainText(file, at: name.span)
  }

  /// Returns the path, from the form's folder, of a file that is named in the last file of `path`.
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

  /// Returns the name of a used file for messages: its path, relative to the folder that the form's path is relative
  /// to.
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
    case .list(_, _, let item): item.hasDeclarations
    default: false
    }
  }
}

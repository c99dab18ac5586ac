// Brings together a form and the files it uses: `use` is replaced by what the file declares, and the
// texts stand one after the other in one source. Reading files is the caller's; which paths are
// allowed at all is decided here.

/// A form with everything it uses.
package struct LoadedForm: Sendable {
  /// The form's text and those of the files it uses.
  package var source: Source
  package var tree: FormTree
  package var problems: [SyntaxProblem]
  /// How many warnings there are beyond these.
  package var untoldWarnings: Int
  /// The bytes of the files of `choices … from`, by where the file's name stands.
  package var choiceFiles: OrderedDictionary<UInt32, [UInt8]> = [:]
}

/// Loads forms.
package struct FormLoader {
  /// How much a form may use.
  package struct Limits: Sendable {
    /// The most files.
    package var files = 500
    /// The most declarations that files may add to a form, each counted as often as its file is used.
    package var declarations = Parser.declarationLimit
    /// The most bytes of the form and its files together.
    package var bytes = 4 * Source.byteLimit

    package init() {}
  }

  /// Reads a file.
  ///
  /// - Parameter path: from the form's folder, without `..`.
  package typealias Reader = (_ path: String) -> Result<FileText, FileError>

  /// Why a file could not be read.
  package struct FileError: Error {
    package var fault: SyntaxProblem.FileFault

    package init(_ fault: SyntaxProblem.FileFault) { self.fault = fault }
  }

  private let read: Reader
  private let limits: Limits
  private var spec: LoadedForm
  /// What is wrong with the files themselves.
  private var problems = SyntaxProblems()
  /// What the files of the source are called, from the form's folder; a file with several names has the one
  /// that it was read under.
  private var paths: [String]
  /// The numbers of files in the source, by each name that was met: by its bytes, because names that are equal
  /// as texts may be those of different files.
  private var numbers: OrderedDictionary<[UInt8], Int>
  /// The declarations of files already read, by number.
  private var known: OrderedDictionary<Int, [Declaration]> = [:]
  private var fileCount = 0
  private var declarationCount = 0
  private var choiceByteCount = 0

  /// Loads a form; `read` gives it the files it uses.
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
  /// - Parameter path: the numbers of the files around, the form itself first.
  private mutating func expand(_ declarations: [Declaration], path: [Int]) -> [Declaration] {
    var expanded: [Declaration] = []
    // What is used twice in a block, directly or by way of others, stands in it once.
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

  /// What a file declares, with what it uses itself.
  private mutating func declarations(_ name: PlainText, path: [Int]) -> [Declaration] {
    guard let number = number(name, path: path) else { return [] }
    if let start = path.firstIndex(of: number) {
      report(name, .circle((path[start...] + [number]).map { paths[$0] }))
      return []
    }
    if let known = known[number] { return known }
    let parsed = Parser.parse(spec.source, file: number)
    spec.problems += parsed.problems
    spec.untoldWarnings += parsed.untoldWarnings
    spec.tree.comments += parsed.tree.comments
    let all = parsed.tree.declarations
    let expanded = parsed.namesFiles ? expand(all, path: path + [number]) : all
    let declarations = expanded.filter {
      switch $0.kind {
      // A used file's own name, language, data and examples are not the form's.
      case .form, .language, .data, .example: false
      default: true
      }
    }
    known[number] = declarations
    return declarations
  }

  /// The number in the source of a file that is used, which is read if it is not there yet. A link to a file
  /// is the same file.
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

  /// Whether one more file keeps all together within their limit, with a line break between them.
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

  /// The path from the form's folder of a file named in the last file of `path`.
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

  /// What a used file is called in messages: its path beside the form's.
  private func displayName(_ file: String) -> String {
    let name = spec.source.files[0].name
    guard let slash = name.lastIndex(of: "/") else { return file }
    return name[...slash] + file
  }
}

extension TypeExpression {
  /// Whether declarations stand in it.
  fileprivate var hasDeclarations: Bool {
    switch kind {
    case .record: true
    case .list(_, let item): item.hasDeclarations
    default: false
    }
  }
}

// Requests that concern several forms, such as renaming a name that a shared file declares.

internal import FormworkAuthoring
internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// The search for declarations in all forms of the workspace.
enum WorkspaceSymbols {
  static let request = "workspace/symbol"
  /// The maximum number of declarations in an answer.
  static let limit = 500
  /// The maximum number of folders to search.
  static let folderLimit = 5_000
}

extension LanguageServer {
  /// The maximum number of forms on disk to read when searching several forms.
  private static let formLimit = 1_000

  /// Returns the other forms that may use the file at `path`: all open forms, and the forms in the file's folder and
  /// the folders around it, within the editor's workspace.
  private func forms(besides document: OpenDocument, using path: [UInt8]) -> [OpenDocument] {
    let open = documents.values.filter { $0.uri != document.uri }.ordered { $0.uri < $1.uri }
    guard let list = host.forms else { return open }
    return open + forms(in: folders(around: path), list)
  }

  /// Returns the forms on disk in some folders, except those that are open.
  private func forms(
    in folders: some Sequence<[UInt8]>, _ list: (_ folder: [UInt8]) -> [String]
  ) -> [OpenDocument] {
    let paths = OrderedSet(documents.values.compactMap { $0.path })
    var found: [OpenDocument] = []
    for folder in folders {
      for name in list(folder) where found.count < LanguageServer.formLimit {
        let path = folder + Array(name.utf8)
        guard !paths.contains(path), case .success(let text) = host.reader(path)(name) else {
          continue
        }
        found.append(OpenDocument(uri: FileURI.uri(of: path), version: nil, text: text.bytes))
      }
    }
    return found
  }

  /// Returns the folder of a file and the folders around it, up to the root of the editor's workspace.
  private func folders(around path: [UInt8]) -> [[UInt8]] {
    let slash = UInt8(ascii: "/")
    guard let end = path.lastIndex(of: slash) else { return [] }
    var folders = [Array(path[...end])]
    let root = roots.filter { path.starts(with: $0 + [slash]) }.map { $0.count }.min()
    while let root, let folder = folders.last, folder.count > root + 1,
      let end = folder.dropLast().lastIndex(of: slash)
    {
      folders.append(Array(folder[...end]))
    }
    return folders
  }

  /// Returns `use`, and one use of the same name in each related form. A form is related if it reads a file that
  /// declares the name.
  private func uses(
    of use: NameUse, in document: OpenDocument
  ) -> [(form: OpenDocument, use: NameUse)] {
    let (reading, names) = known(document)
    var all: [(form: OpenDocument, use: NameUse)] = [(document, use)]
    var seen: OrderedSet<Int> = []
    for declaration in names.declarations(of: use) {
      // One declaration in each file is enough to find the name in the forms that use the file.
      let number = reading.source.file(at: declaration.lower)
      guard seen.insert(number).inserted, let path = document.path(ofFile: number) else { continue }
      let start = Int(declaration.lower) - reading.source.files[number].range.lowerBound
      for form in forms(besides: document, using: path)
      where !all.contains(where: { $0.form.uri == form.uri }) {
        let (reading, names) = known(form)
        let number = reading.source.files.indices.first { form.path(ofFile: $0) == path }
        guard let number else { continue }
        let place = UInt32(reading.source.files[number].range.lowerBound + start)
        if let use = names.use(at: place), use.isDeclaration { all.append((form, use)) }
      }
    }
    return all
  }

  func references(
    _ offset: UInt32, _ document: OpenDocument, withDeclarations isWhole: Bool
  ) -> JSONValue {
    guard let use = known(document).names.use(at: offset) else { return .null }
    var (locations, seen): ([JSONValue], OrderedDictionary<String, OrderedSet<Int>>) = ([], [:])
    for (form, use) in uses(of: use, in: document) {
      let (reading, names) = known(form)
      let declared = isWhole ? [] : OrderedSet(names.declarations(of: use))
      for place in names.places(of: use) where !declared.contains(place) {
        guard let location = location(place, reading, form),
          seen[location.uri, default: []].insert(location.start).inserted
        else { continue }
        locations.append(location.json)
      }
    }
    return .array(locations)
  }

  func rename(_ parameters: JSONValue, _ offset: UInt32, _ document: OpenDocument) throws(Refusal)
    -> JSONValue
  {
    guard let name = parameters["newName"]?.text else { throw .badParameters }
    guard let use = known(document).names.use(at: offset) else {
      throw .failed(FormRenaming.Problem.noName.sentence)
    }
    let own = known(document).reading.source.files.indices.map { document.uri(ofFile: $0) }
    // The edits, keyed by file and offset, without duplicates. Forms that use the same file must edit it in the same
    // way.
    var changes:
      OrderedDictionary<String, OrderedDictionary<Int, (text: String, edit: JSONValue)>> = [:]
    for (form, use) in uses(of: use, in: document) {
      // A used file that isn't valid on its own is checked as part of the form that uses it.
      let isOther = form.uri != document.uri
      let isPart = isOther && own.contains(form.uri)
      if isPart, known(form).reading.program == nil { continue }
      for edit in try edits(use, in: form, to: name, isNamed: isOther) {
        let known = changes[edit.uri]?[edit.start]
        if let known, known.text != edit.text {
          throw .failed(FormRenaming.Problem.changesMeaning.sentence)
        }
        changes[edit.uri, default: [:]][edit.start] = (edit.text, edit.json)
      }
    }
    let files = changes.ordered { $0.key < $1.key }.map { uri, edits in
      (key: uri, value: JSONValue.array(edits.ordered { $0.key < $1.key }.map { $0.value.edit }))
    }
    return ["changes": .object(files)]
  }

  /// An edit with its JSON for the editor.
  private struct Edit {
    let uri: String
    let start: Int
    let text: String
    let json: JSONValue
  }

  private func edits(
    _ use: NameUse, in form: OpenDocument, to name: String, isNamed: Bool
  ) throws(Refusal) -> [Edit] {
    let reading = known(form).reading
    let edits: [FormEdit]
    do throws(FormRenaming.Problem) {
      edits = try FormRenaming(reading).edits(at: use.span.lower, to: name) { texts in
        self.reading(of: form, with: texts)
      }
    } catch {
      throw .failed((isNamed ? form.name + ": " : "") + error.sentence)
    }
    return try edits.map { edit throws(Refusal) in
      let start = reading.source.files[edit.file].range.lowerBound
      let span = Span(start + edit.range.lowerBound, start + edit.range.upperBound)
      guard let place = location(span, reading, form) else {
        throw .failed("A file of the form has no location.")
      }
      return Edit(
        uri: place.uri, start: place.start, text: edit.text,
        json: ["range": place.range, "newText": .string(edit.text)])
    }
  }

  // MARK: Declarations in the workspace

  /// Returns the declarations that match a query, from all forms of the workspace. A declaration matches if its name
  /// contains the query's letters in the same order, in any case.
  func symbols(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    guard let query = parameters["query"]?.text?.lowercased() else { throw .badParameters }
    var symbols: [JSONValue] = []
    func add(_ items: [OutlineItem], of form: OpenDocument, inside name: String) {
      for item in items {
        var rest = query[...]
        for letter in item.name.lowercased() where letter == rest.first { rest.removeFirst() }
        let isNamed = item.kind != .check && item.kind != .block
        if rest.isEmpty, isNamed, symbols.count < WorkspaceSymbols.limit {
          symbols.append([
            "name": .string(item.name), "kind": .integer(item.kind.number),
            "containerName": .string(name),
            "location": ["uri": .string(form.uri), "range": range(item.nameSpan, form)],
          ])
        }
        add(item.children, of: form, inside: item.name)
      }
    }
    let open = documents.values.ordered { $0.uri < $1.uri }
    let others = host.forms.map { forms(in: foldersOfWorkspace, $0) } ?? []
    for form in open + others {
      let tree = Parser.parse(form.source).tree
      add(FormOutline.items(of: tree, in: form.source), of: form, inside: form.name)
    }
    return .array(symbols)
  }

  /// The folders of the workspace, in breadth-first order. Only the first `folderLimit` folders are searched.
  private var foldersOfWorkspace: [[UInt8]] {
    let slash = UInt8(ascii: "/")
    var seen: OrderedSet<[UInt8]> = []
    var folders = roots.map { $0.last == slash ? $0 : $0 + [slash] }
      .filter { seen.insert($0).inserted }
    var next = 0
    while let list = host.folders, next < folders.count, next < WorkspaceSymbols.folderLimit {
      let inside = list(folders[next]).map { folders[next] + Array($0.utf8) + [slash] }
      folders += inside.filter { seen.insert($0).inserted }
      next += 1
    }
    return folders
  }

  /// Returns the names of the other forms in the document's folder, which the document can use.
  func filesToUse(_ document: OpenDocument) -> [String] {
    guard let folder = document.folder, let list = host.forms else { return [] }
    return list(folder).filter { $0 != document.name }
  }
}

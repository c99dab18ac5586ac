// Validation of what a browser sends: names with texts, a name once for each of its values.

internal import FormworkEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FormSpec {
  /// Validates the items of a URL's query.
  ///
  /// - Parameters:
  ///   - query: names and texts; an item without a value is a blank one.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong.
  public func validate(
    query: [URLQueryItem], options: ValidationOptions = .init()
  ) -> Outcome {
    validate(form: query.map { ($0.name, $0.value ?? "") }, options: options)
  }

  /// Validates the fields of a form, all of them texts.
  ///
  /// A name that comes more than once is a list, and for a field that is a list one text is a list of
  /// one, whether the name is `tags` or `tags[]`. `address.zip` and `address[zip]` are the field `zip` of the record
  /// `address`. `items[0].price`, `items[0][price]` and `items.0.price` are that of an item: items stand in the order
  /// of their numbers, and a number that is left out is no item. `items[].price` belongs to the last item, or to
  /// another one where that has a price.
  ///
  /// Names that no field asks for are ignored, as long as the form is not closed. What is below a field that has
  /// nothing below it makes its value one of another type, also where the field has a text as well.
  ///
  /// - Parameters:
  ///   - form: names and texts, in the order of the form.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong.
  public func validate(
    form: some Sequence<(String, String)>, options: ValidationOptions = .init()
  ) -> Outcome {
    var fields = FormNode()
    for (name, text) in form { fields.add(name[...], text, .record(core.keys)) }
    return validate(.record(fields.record), options: options)
  }

  /// Validates the fields of a form, all of them texts.
  ///
  /// - Parameters:
  ///   - form: texts by their names; see `validate(form:options:)` for lists and records.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong.
  public func validate(
    form: [String: String], options: ValidationOptions = .init()
  ) -> Outcome {
    validate(form: form.lazy.map { ($0.key, $0.value) }, options: options)
  }
}

/// The keys of a form's levels, as far as names of a form lead into them.
struct FormKeys: Sendable {
  enum Kind: Sendable {
    case plain
    /// A list that does not stand in one text, with the keys of its items.
    case list(FormKeys)
    case record(FormKeys)

    var isList: Bool { if case .list = self { true } else { false } }
  }

  private let kinds: [String: Kind]
  /// Whether names that no field asks for are problems.
  let isClosed: Bool

  init(_ program: Program, level: Int32 = 0) {
    let view = program.level(level)
    kinds = Dictionary(
      view.keys.map { ($0.name, FormKeys.kind($0.level, program)) }, uniquingKeysWith: { $1 })
    isClosed = view.isClosed
  }

  /// - Parameter level: of the record or list under a key.
  private static func kind(_ level: Int32?, _ program: Program) -> Kind {
    guard let level else { return .plain }
    let view = program.level(level)
    let keys = FormKeys(program, level: level)
    return !view.isList ? .record(keys) : view.separator.isEmpty ? .list(keys) : .plain
  }

  subscript(name: String) -> Kind? { kinds[name] }
}

/// What a form has under a name, on its way to a record.
private struct FormNode {
  private var texts: [String] = []
  private var members: [String: FormNode] = [:]
  private var items: [Int: FormNode] = [:]
  /// The items that have no number.
  private var added: [FormNode] = []
  /// Whether the texts are items of a list, however many there are.
  private var isList = false

  /// How deep names may lead.
  private static let deepest = 100

  /// Adds a text.
  ///
  /// - Parameters:
  ///   - rest: what stands in the name behind that of this node.
  ///   - kind: of this node.
  mutating func add(_ rest: Substring, _ text: String, _ kind: FormKeys.Kind, depth: Int = 0) {
    var rest = rest
    guard depth < FormNode.deepest, let part = FormNode.part(&rest) else {
      return add(text, isList: kind.isList)
    }
    switch kind {
    case .record(let keys) where !part.isEmpty: addMember(part, rest, text, keys, depth)
    case .record: addItem(part, rest, text, .plain, depth)
    case .list(let keys): addItem(part, rest, text, .record(keys), depth)
    case .plain:
      Int(part) == nil && !part.isEmpty
        ? members[String(part), default: FormNode()].add(rest, text, .plain, depth: depth + 1)
        : addItem(part, rest, text, .plain, depth)
    }
  }

  private mutating func add(_ text: String, isList: Bool) {
    self.isList = isList
    // An empty box of a list is not an item.
    if !text.isEmpty || !isList || !texts.isEmpty { texts.append(text) }
  }

  private mutating func addMember(
    _ part: Substring, _ rest: Substring, _ text: String, _ keys: FormKeys, _ depth: Int
  ) {
    // A key may have what elsewhere divides a name.
    let whole = String(part + rest)
    if let kind = keys[whole] {
      members[whole, default: FormNode()].add("", text, kind, depth: depth + 1)
    } else if let kind = keys[String(part)] {
      members[String(part), default: FormNode()].add(rest, text, kind, depth: depth + 1)
    } else if keys.isClosed {
      members[whole, default: FormNode()].texts.append(text)
    }
  }

  private mutating func addItem(
    _ part: Substring, _ rest: Substring, _ text: String, _ kind: FormKeys.Kind, _ depth: Int
  ) {
    if let number = Int(part) {
      items[number, default: FormNode()].add(rest, text, kind, depth: depth + 1)
    } else if part.isEmpty, rest.isEmpty {
      add(text, isList: true)
    } else if part.isEmpty {
      var item = FormNode()
      item.add(rest, text, kind, depth: depth + 1)
      let hasRoom = added.last.map { last in
        item.members.keys.allSatisfy { last.members[$0] == nil }
      }
      if hasRoom == true {
        added[added.count - 1].add(rest, text, kind, depth: depth + 1)
      } else {
        added.append(item)
      }
    } else {
      members[String(part), default: FormNode()].add(rest, text, .plain, depth: depth + 1)
    }
  }

  /// Takes the first part of a name: `a` of `a.b` and of `[a].b`, an empty one of `[].b`; nil where there is none.
  private static func part(_ name: inout Substring) -> Substring? {
    guard let first = name.first else { return nil }
    if first == "[" {
      let inner = name.dropFirst().prefix { $0 != "]" }
      name = name[inner.endIndex...].dropFirst()
      return inner
    }
    if first == "." { name.removeFirst() }
    let part = name.prefix { $0 != "." && $0 != "[" }
    name = name[part.endIndex...]
    return part
  }

  /// What has been added, nil if nothing was. What is given in several ways is a list of all of them, so that a field
  /// that takes none says so; a blank text beside something else is nothing.
  var value: RecordValue? {
    let record = record
    let items = (items.sorted { $0.key < $1.key }.map { $0.value } + added).compactMap { $0.value }
    if record.isEmpty, items.isEmpty {
      if texts.count == 1, !isList { return .string(texts[0]) }
      return texts.isEmpty ? nil : .list(texts.map { .string($0) })
    }
    let filled = texts.filter { !$0.isEmpty }.map { RecordValue.string($0) }
    if filled.isEmpty, items.isEmpty { return .record(record) }
    return .list(filled + items + (record.isEmpty ? [] : [.record(record)]))
  }

  var record: [String: RecordValue] { members.compactMapValues { $0.value } }
}

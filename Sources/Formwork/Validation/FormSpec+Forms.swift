// Validation of HTML forms and URL queries: pairs of a name and a text, where a name may repeat.

internal import FormworkEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FormSpec {
  /// Validates the items of a URL's query.
  ///
  /// A browser writes a space as `+` in the query of a form, but `URLComponents` keeps the `+`. For such a query, use
  /// `validate(body:as:options:)`.
  ///
  /// - Parameters:
  ///   - query: the items. An item without a value is blank.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    query: [URLQueryItem], options: ValidationOptions = .init()
  ) -> Outcome {
    validate(form: query.map { ($0.name, $0.value ?? "") }, options: options)
  }

  /// Validates the fields of an HTML form, all of them texts.
  ///
  /// Names map to the record as follows:
  ///
  /// - A name that repeats is a list. For a list field, a single text is a list with one item, whether the name is
  ///   `tags` or `tags[]`.
  /// - `address.zip` and `address[zip]` are the field `zip` of the record `address`.
  /// - `items[0].price`, `items[0][price]` and `items.0.price` belong to an item. Items are sorted by their numbers,
  ///   and missing numbers are skipped.
  /// - `items[].price` belongs to the last item, or to a new item if the last one already has a price.
  /// - `prices[Cash][dollar]` and `prices.Cash.dollar` belong to the item `Cash` of a list by name.
  ///
  /// Names that no field uses are ignored unless the form is closed. If a name leads into a field that has no fields
  /// inside, such as `age.x`, the value of `age` has the wrong type. This is so even if `age` also has a text.
  ///
  /// - Parameters:
  ///   - form: the names and texts, in the order of the form.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    form: some Sequence<(String, String)>, options: ValidationOptions = .init()
  ) -> Outcome {
    var fields = FormNode()
    for (name, text) in form { fields.add(name[...], text, .record(core.keys)) }
    return validate(.record(fields.record), options: options)
  }

  /// Validates the fields of an HTML form, all of them texts.
  ///
  /// - Parameters:
  ///   - form: the texts, keyed by name; see `validate(form:options:)` for lists and records.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    form: [String: String], options: ValidationOptions = .init()
  ) -> Outcome {
    validate(form: form.lazy.map { ($0.key, $0.value) }, options: options)
  }
}

/// The keys at each level of a form, to be matched with the names in an HTML form.
struct FormKeys: Sendable {
  enum Kind: Sendable {
    case plain
    /// A list stored as an array, not as one text, with the keys of its items.
    case list(FormKeys)
    case record(FormKeys)
    /// A list by name, with the kind of its items.
    indirect case named(Kind)

    var isList: Bool { if case .list = self { true } else { false } }
  }

  private let kinds: [String: Kind]
  /// Whether a name that no field uses is a problem.
  let isClosed: Bool

  init(_ program: Program, level: Int32 = 0) {
    let view = program.level(level)
    kinds = Dictionary(
      view.keys.map { ($0.name, FormKeys.kind($0.level, program)) }, uniquingKeysWith: { $1 })
    isClosed = view.isClosed
  }

  /// Returns the kind of a key, where `level` is the level of the record or list under the key.
  private static func kind(_ level: Int32?, _ program: Program) -> Kind {
    guard let level else { return .plain }
    let view = program.level(level)
    let keys = FormKeys(program, level: level)
    if view.hasKeys { return .named(view.itemIsRecord ? .record(keys) : .plain) }
    return !view.isList ? .record(keys) : view.separator.isEmpty ? .list(keys) : .plain
  }

  subscript(name: String) -> Kind? { kinds[name] }
}

/// The texts under a name, while they are being assembled into a record.
private struct FormNode {
  private var texts: [String] = []
  private var members: [String: FormNode] = [:]
  private var items: [Int: FormNode] = [:]
  /// The items without a number.
  private var added: [FormNode] = []
  /// Whether the texts are items of a list, even if there is only one.
  private var isList = false

  /// The maximum depth of names.
  private static let deepest = 100

  /// Adds a text.
  ///
  /// - Parameters:
  ///   - rest: the part of the name after this node's part.
  ///   - kind: the kind of this node.
  mutating func add(_ rest: Substring, _ text: String, _ kind: FormKeys.Kind, depth: Int = 0) {
    var rest = rest
    guard depth < FormNode.deepest, let part = FormNode.part(&rest) else {
      return add(text, isList: kind.isList)
    }
    switch kind {
    case .record(let keys) where !part.isEmpty: addMember(part, rest, text, keys, depth)
    case .record: addItem(part, rest, text, .plain, depth)
    case .named(let item) where !part.isEmpty:
      members[String(part), default: FormNode()].add(rest, text, item, depth: depth + 1)
    case .named: addItem(part, rest, text, .plain, depth)
    case .list(let keys): addItem(part, rest, text, .record(keys), depth)
    case .plain:
      Int(part) == nil && !part.isEmpty
        ? members[String(part), default: FormNode()].add(rest, text, .plain, depth: depth + 1)
        : addItem(part, rest, text, .plain, depth)
    }
  }

  private mutating func add(_ text: String, isList: Bool) {
    self.isList = isList
    // An empty input of a list isn't an item.
    if !text.isEmpty || !isList || !texts.isEmpty { texts.append(text) }
  }

  private mutating func addMember(
    _ part: Substring, _ rest: Substring, _ text: String, _ keys: FormKeys, _ depth: Int
  ) {
    // A key may itself contain the separators of names.
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

  /// Removes and returns the first part of a name: `a` of `a.b` and of `[a].b`, an empty part of `[].b`; nil if the
  /// name is empty.
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

  /// The value assembled so far, or nil. Texts, items and members under the same name become one list,
  /// so that a field that isn't a list reports the wrong type. A blank text beside items or members is dropped.
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

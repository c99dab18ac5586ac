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
    query: [URLQueryItem], _ options: ValidationOptions = .init()
  ) -> Outcome {
    validate(form: query.map { ($0.name, $0.value ?? "") }, options)
  }

  /// Validates the fields of a form, all of them texts.
  ///
  /// A name that comes more than once is a list, and for a field that is a list one text is a list of
  /// one. `address.zip` is the field `zip` of the record `address`.
  ///
  /// - Parameters:
  ///   - form: names and texts, in the order of the form.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong.
  public func validate(
    form: some Sequence<(String, String)>, _ options: ValidationOptions = .init()
  ) -> Outcome {
    var fields = FormFields()
    for (name, text) in form { fields.add(name, text, core.keys) }
    return validate(.record(fields.values(core.keys)), options)
  }

  /// Validates the fields of a form, all of them texts.
  ///
  /// - Parameters:
  ///   - form: texts by their names; see `validate(form:_:)` for lists and records.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong.
  public func validate(
    form: [String: String], _ options: ValidationOptions = .init()
  ) -> Outcome {
    validate(form: form.lazy.map { ($0.key, $0.value) }, options)
  }
}

/// The keys of a form's levels, as far as names of a form lead into them.
struct FormKeys: Sendable {
  enum Kind: Sendable {
    case plain
    /// A list that does not stand in one text.
    case list
    case record(FormKeys)
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
    if view.isList { return view.separator.isEmpty ? .list : .plain }
    return .record(FormKeys(program, level: level))
  }

  subscript(name: String) -> Kind? { kinds[name] }

  func isList(_ name: String) -> Bool {
    if case .list? = kinds[name] { true } else { false }
  }
}

/// The fields of a form on their way to a record.
private struct FormFields {
  private var texts: [String: [String]] = [:]
  private var records: [String: FormFields] = [:]

  mutating func add(_ name: String, _ text: String, _ keys: FormKeys) {
    if keys[name] == nil, let dot = name.firstIndex(of: "."),
      case .record(let inner)? = keys[String(name[..<dot])]
    {
      let rest = String(name[name.index(after: dot)...])
      return records[String(name[..<dot]), default: FormFields()].add(rest, text, inner)
    }
    switch keys[name] {
    // Only closed forms report names that no field asks for.
    case nil where !keys.isClosed: return
    // An empty box of a list is not an item.
    case .list? where text.isEmpty && texts[name] == nil: return
    default: texts[name, default: []].append(text)
    }
  }

  /// What has been added. A record that is also given as a text is that text.
  func values(_ keys: FormKeys) -> [String: RecordValue] {
    var values: [String: RecordValue] = [:]
    for (name, fields) in records {
      guard case .record(let inner)? = keys[name] else { continue }
      values[name] = .record(fields.values(inner))
    }
    for (name, texts) in texts {
      if texts.count == 1, !keys.isList(name) {
        values[name] = .string(texts[0])
      } else {
        values[name] = .list(texts.map { .string($0) })
      }
    }
    return values
  }
}

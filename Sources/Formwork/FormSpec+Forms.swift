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
    return validate(fields.values, options)
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

/// The keys of a spec's levels, as far as names of a form lead into them.
struct FormKeys: Sendable {
  enum Kind: Sendable {
    case plain
    /// A list that does not stand in one text.
    case list
    case record(FormKeys)
  }

  private let kinds: [String: Kind]

  init(_ program: Program, level: Int = 0) {
    let keys = program.levels[level].keys
    var kinds: [String: Kind] = [:]
    for (name, input) in zip(keys.names, keys.inputs) {
      let child = Int(program.levels[level].structures[Int(input)])
      if child < 0 {
        kinds[name] = .plain
      } else if program.levels[child].isList {
        kinds[name] = program.levels[child].separator.isEmpty ? .list : .plain
      } else {
        kinds[name] = .record(FormKeys(program, level: child))
      }
    }
    self.kinds = kinds
  }

  subscript(name: String) -> Kind? { kinds[name] }
}

/// The fields of a form on their way to a record.
private struct FormFields {
  private(set) var values: [String: RecordValue] = [:]

  mutating func add(_ name: String, _ text: String, _ keys: FormKeys) {
    if keys[name] == nil, let dot = name.firstIndex(of: "."),
      case .record(let inner)? = keys[String(name[..<dot])]
    {
      return add(String(name[..<dot]), String(name[name.index(after: dot)...]), text, inner)
    }
    switch values[name] {
    case .list(let items): values[name] = .list(items + [.string(text)])
    case let first?: values[name] = .list([first, .string(text)])
    case nil:
      // An empty box of a list is no item.
      if case .list? = keys[name] {
        values[name] = text.isEmpty ? nil : .list([.string(text)])
      } else {
        values[name] = .string(text)
      }
    }
  }

  private mutating func add(_ outer: String, _ name: String, _ text: String, _ keys: FormKeys) {
    var inner = FormFields()
    switch values[outer] {
    case .record(let values): inner.values = values
    case nil: break
    // The record has been given as a text already.
    default: return
    }
    values[outer] = nil
    inner.add(name, text, keys)
    values[outer] = .record(inner.values)
  }
}

// Runs every chunk of the folder Language through the library, as a program does that validates the same record as
// JSON and as native values.

import Foundation
import Testing

@testable import Formwork
@testable import FormworkEngine

@Suite struct LanguageLibraryTests {
  private static let noon = Date(timeIntervalSince1970: 1_795_176_000)  // 2026-11-20T12:00Z

  @Test(arguments: LanguageChunk.all)
  func chunk(_ chunk: LanguageChunk) {
    guard let spec = try? chunk.form.get() else { return }
    for record in chunk.records {
      let options = ValidationOptions(
        language: record.language, now: LanguageLibraryTests.noon,
        timeZone: TimeZone(secondsFromGMT: 0))
      let place = "\(chunk.place) \(chunk.title), record at line \(record.line)"
      let wanted = LanguageRunner(spec).whole([record])[0]
      let outcome = spec.validate(json: record.json, options: options)
      compare(outcome, wanted, inOrder: true, place)
      // Unchecked values keep their spelling only as JSON.
      guard !spec.program.fields.contains(where: { $0.type == .plain(.any) }),
        let value = LanguageLibraryTests.value(record.json)
      else { continue }
      compare(spec.validate(value, options: options), wanted, inOrder: false, place + " as values")
    }
  }

  /// A session that begins with a record reports the same problems, except about keys and fields that have no box:
  /// unknown keys and fields that don't apply. Besides, a session accepts values under the names of fields, omits
  /// blank records, and has one key for each field. The keys of its record are those of its boxes.
  @Test(arguments: LanguageChunk.all)
  func session(_ chunk: LanguageChunk) {
    guard let spec = try? chunk.form.get(), !spec.program.asksColumns else { return }
    for record in chunk.records {
      let options = ValidationOptions(
        language: record.language, now: LanguageLibraryTests.noon,
        timeZone: TimeZone(secondsFromGMT: 0))
      guard let value = LanguageLibraryTests.value(record.json), case .record(let values) = value,
        LanguageLibraryTests.hasRecords(values, spec.fields), !chunk.spec.contains("{column}")
      else { continue }
      func facts(_ outcome: Outcome) -> [String] {
        (outcome.problems + outcome.warnings).filter { $0.code != "unknown" && $0.code != "blank" }
          .map { "\($0.field ?? "-") \($0.code) \($0.message)" }
      }
      let wanted = spec.validate(value, options: options)
      let found = FormSession(spec, values: values, options: options).submit()
      let place = "\(chunk.place) \(chunk.title), record at line \(record.line)"
      #expect(facts(found).sorted() == facts(wanted).sorted(), "\(place)")
      if let product = wanted.product { #expect(found.product == product, "\(place)") }
    }
  }

  /// Returns whether each record that the form's fields use exists and isn't empty.
  private static func hasRecords(_ values: [String: RecordValue], _ fields: [FormField]) -> Bool {
    fields.allSatisfy { field in
      if values[field.name] != nil, !field.keys.contains(field.name) { return false }
      guard let key = field.keys.first, let value = values[key] else {
        return field.type != .record
      }
      if field.type == .record {
        guard case .record(let inner) = value,
          inner.values.contains(where: { $0 != .null && $0 != "" })
        else { return false }
        return hasRecords(inner, field.fields)
      }
      guard let item = field.item, item.type == .record, case .list(let items) = value else {
        return true
      }
      return items.allSatisfy { value in
        guard case .record(let inner) = value else { return false }
        return hasRecords(inner, item.fields)
      }
    }
  }

  /// Returns the values of a record, or nil if it is malformed or has a number that no value can represent.
  private static func value(_ json: String) -> RecordValue? {
    let isSound = (try? JSONSerialization.jsonObject(with: Data(json.utf8))) != nil
    guard isSound, let value = FormValue(json: json), case .record = value.content,
      !hasLongNumber(value), !hasRepeatedKey(value)
    else { return nil }
    return RecordValue(value)
  }

  private static func hasLongNumber(_ value: FormValue) -> Bool {
    switch value.content {
    case .json: true
    case .list(let items): items.contains { hasLongNumber($0) }
    case .record(let record): record.entries.contains { hasLongNumber($0.value) }
    default: false
    }
  }

  private static func hasRepeatedKey(_ value: FormValue) -> Bool {
    switch value.content {
    case .list(let items): items.contains { hasRepeatedKey($0) }
    case .record(let record):
      Set(record.names).count < record.names.count
        || record.entries.contains { hasRepeatedKey($0.value) }
    default: false
    }
  }

  private func compare(
    _ outcome: Outcome, _ wanted: LanguageOutcome, inOrder: Bool, _ place: String
  ) {
    #expect(outcome.product?.description == wanted.product, "\(place)")
    // The library separates errors from warnings.
    func split(_ problems: [Formwork.Problem]) -> [String] {
      problems.map { problem in
        let message = problem.message.replacingOccurrences(of: "\n", with: "\\n")
        return (problem.severity == .warning ? "warning " : "") + (problem.field ?? "-")
          + " \(problem.code) \"\(message)\""
      }
    }
    let found = split(outcome.problems) + split(outcome.warnings)
    let problems = wanted.problems.map { forms in forms.first { $0.hasSuffix("\"") } ?? "" }
    let errors = problems.filter { !$0.hasPrefix("warning ") }
    let expected = errors + problems.filter { $0.hasPrefix("warning ") }
    if inOrder {
      #expect(found == expected, "\(place)")
    } else {
      #expect(found.sorted() == expected.sorted(), "\(place)")
    }
    #expect(outcome.skipped.map { "skipped " + $0.rule } == wanted.skipped, "\(place)")
  }
}

// Shared by the targets: splitting the input, compiling a form, and ending the process on a fault.

import FormworkEngine
import FormworkReport
import FormworkRuntime
import FormworkSyntax

/// An input of the fuzzer: two bytes of options, then two parts with a NUL between them, such as a form and its data.
struct FuzzInput {
  /// Each bit is an option.
  let choices: UInt8
  /// A small number, from 1.
  let size: Int
  let first: [UInt8]
  let second: [UInt8]

  init(_ bytes: [UInt8]) {
    choices = bytes.first ?? 0
    size = Int(bytes.dropFirst().first ?? 0) + 1
    let parts = bytes.dropFirst(2).split(
      separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    first = Array(parts.first ?? [])
    second = Array(parts.dropFirst().first ?? [])
  }

  func has(_ bit: UInt8) -> Bool { choices & 1 << bit != 0 }
}

/// The moment of all evaluations.
let moment: Moment = {
  let day = CalendarDate(year: 2026, month: 11, day: 20) ?? .first
  return Moment(
    today: day, now: CalendarInstant(utc: CalendarDateTime(date: day, time: .midnight)))
}()

/// Ends the process, so that the fuzzer keeps the input, unless two values are equal.
func expect<T: Equatable>(_ found: T, equals wanted: T, _ what: String) {
  if found == wanted { return }
  func shown(_ value: T) -> String { (value as? [UInt8]).map { text($0) } ?? "\(value)" }
  fatalError("\(what)\n--- wanted\n\(shown(wanted))\n--- found\n\(shown(found))\n")
}

/// Returns the bytes as text, for messages.
func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

/// Returns the form of an input, if it is valid. The fuzzer changes data more often than forms, so some are cached.
func compiledForm(_ input: FuzzInput) -> CompiledForm? {
  if let known = FormCache.forms[input.first] { return known }
  let form = try? CompiledForm(Source(name: "s.form", bytes: input.first))
  if FormCache.forms.count >= 256 { FormCache.forms = [:] }
  FormCache.forms[input.first] = .some(form)
  return form
}

private enum FormCache {
  nonisolated(unsafe) static var forms: [[UInt8]: CompiledForm?] = [:]
}

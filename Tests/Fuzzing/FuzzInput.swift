// What every target starts with: an input taken apart, a form compiled, and the way to end where something is
// wrong.

import FormworkEngine
import FormworkReport
import FormworkRuntime
import FormworkSyntax

/// What the fuzzer made up, taken apart: two bytes that choose how things are done, then two parts with a NUL
/// between them, such as a form and its data.
struct FuzzInput {
  /// Each bit chooses something.
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

/// When everything is evaluated.
let moment: Moment = {
  let day = CalendarDate(year: 2026, month: 11, day: 20) ?? .first
  return Moment(
    today: day, now: CalendarInstant(utc: CalendarDateTime(date: day, time: .midnight)))
}()

/// Ends the process, so that the fuzzer keeps the input, unless two things are the same.
func expect<T: Equatable>(_ found: T, equals wanted: T, _ what: String) {
  if found == wanted { return }
  func shown(_ value: T) -> String { (value as? [UInt8]).map { text($0) } ?? "\(value)" }
  fatalError("\(what)\n--- wanted\n\(shown(wanted))\n--- found\n\(shown(found))\n")
}

/// Bytes as people read them.
func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

/// The form of an input, if it can be used. The fuzzer changes data more often than forms, so some are kept.
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

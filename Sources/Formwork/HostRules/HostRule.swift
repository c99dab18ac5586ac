// Predicates of the host program, typed.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A predicate of the host program that forms may use as a rule word.
///
/// ```swift
/// let inStock = HostRule("inStock", .string, parameters: .string) { article, warehouse in
///   stock[warehouse]?.contains(article) ?? false
/// }
/// let spec = try FormSpec(source: text, rules: [inStock])
/// ```
///
/// A form declares it with the types of its parameters, `needs inStock(string)`, as ``signature`` has it, and uses it like any
/// other rule word: `rule inStock("Kyoto")`. A rule without parameters has no parentheses: `needs luhn`.
/// The rule is never called for a blank value. It may be called more than once for the same values, also while
/// the form is loaded if all of them stand in the form, and must give the same answer for the same values.
/// Its name is the code of its problems.
public struct HostRule: Sendable {
  let predicate: HostPredicate

  init(predicate: HostPredicate) { self.predicate = predicate }

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - name: its name in forms; a rule word of the language with that name wins unless the form declares it
  ///     with `needs`.
  ///   - subject: the type of the value that it tests.
  ///   - parameters: the types of its arguments.
  ///   - test: whether it holds for a value and the arguments. Several threads may call it at the same time.
  public init<Subject, each Parameter>(
    _ name: String, _ subject: HostType<Subject>,
    parameters: repeat HostType<each Parameter>,
    test: @escaping @Sendable (Subject, repeat each Parameter) -> Bool
  ) {
    let convert = HostRule.converter(subject, repeat each parameters)
    predicate = HostPredicate(
      name: name, subject: subject.type, parameters: HostRule.types(repeat each parameters)
    ) { value, arguments in
      convert(FormValue(value), arguments.map { FormValue($0) }).map {
        test($0.0, repeat each $0.1)
      }
    }
  }

  /// Makes a rule that waits for its answer, such as one that asks a server.
  ///
  /// Only ``HostAnswers`` asks it, after all else in the record holds. A record that is validated without them is rejected with
  /// the problem `calculation`, because nobody can tell whether the rule holds. A ``FormSession`` keeps the answers that it was
  /// submitted with, or a page of it validated: while one types, a rule with another question waits.
  ///
  /// - Parameters:
  ///   - name: its name in forms; a rule word of the language with that name wins unless the form declares it
  ///     with `needs`.
  ///   - subject: the type of the value that it tests.
  ///   - parameters: the types of its arguments.
  ///   - test: whether it holds for a value and the arguments. Several may be waited for at the same time; what one throws
  ///     ends the validation.
  public init<Subject, each Parameter>(
    asking name: String, _ subject: HostType<Subject>,
    parameters: repeat HostType<each Parameter>,
    test: @escaping @Sendable (Subject, repeat each Parameter) async throws -> Bool
  ) {
    let convert = HostRule.converter(subject, repeat each parameters)
    predicate = HostPredicate(
      name: name, subject: subject.type, parameters: HostRule.types(repeat each parameters),
      deciding: { value, arguments in
        let (value, arguments) = (FormValue(value), arguments.map { FormValue($0) })
        guard let inquiry = HostInquiry.current, convert(value, arguments) != nil else {
          return .uncalculable
        }
        return inquiry.answer(HostQuestion(rule: name, values: [value] + arguments)) {
          guard let values = convert(value, arguments) else { return false }
          return try await test(values.0, repeat each values.1)
        }
      })
  }

  private static func types<each Parameter>(
    _ parameters: repeat HostType<each Parameter>
  ) -> [HostValueType] {
    var types: [HostValueType] = []
    for parameter in repeat each parameters { types.append(parameter.type) }
    return types
  }

  /// Makes values of the program of a value and arguments; nil where one does not fit.
  private static func converter<Subject, each Parameter>(
    _ subject: HostType<Subject>, _ parameters: repeat HostType<each Parameter>
  ) -> @Sendable (FormValue, [FormValue]) -> (Subject, (repeat each Parameter))? {
    { value, arguments in
      guard let value = subject.convert(value) else { return nil }
      var rest = arguments[...]
      func next<Value>(_ type: HostType<Value>) throws(NotConvertible) -> Value {
        guard let argument = rest.popFirst(), let value = type.convert(argument) else {
          throw NotConvertible()
        }
        return value
      }
      do throws(NotConvertible) {
        return (value, (repeat try next(each parameters)))
      } catch {
        return nil
      }
    }
  }

  /// Its name in forms.
  public var name: String { predicate.name }
  /// What a form declares after `needs`, such as `inStock(string)`.
  public var signature: String { predicate.signature }
}

private struct NotConvertible: Error {}

/// A type of the language together with the type that host rules have its values in.
public struct HostType<Value>: Sendable {
  let type: HostValueType
  /// A value that is not blank; nil if it does not fit.
  let convert: @Sendable (FormValue) -> Value?

  fileprivate init(
    _ type: HostValueType, _ convert: @escaping @Sendable (FormValue) -> Value?
  ) {
    self.type = type
    self.convert = convert
  }
}

extension HostType where Value == String {
  /// A text, or the value of a choice.
  public static var string: Self { Self(.string) { $0.string } }
}

extension HostType where Value == Int {
  /// A whole number of 64 bits.
  public static var int: Self { Self(.int) { $0.int } }
}

extension HostType where Value == Decimal {
  /// A number, exactly; whole ones as well.
  public static var number: Self { Self(.number) { $0.decimal } }
}

extension HostType where Value == Bool {
  /// A truth value.
  public static var bool: Self { Self(.bool) { $0.bool } }
}

extension HostType where Value == DateComponents {
  /// A day: year, month and day.
  public static var date: Self { Self(.date) { $0.dateComponents } }
  /// A time of day: hour, minute, second and nanosecond.
  public static var time: Self { Self(.time) { $0.dateComponents } }
  /// A day and a time of day, without a zone.
  public static var dateTime: Self { Self(.dateTime) { $0.dateComponents } }
}

extension HostType where Value == Date {
  /// A moment.
  public static var instant: Self { Self(.instant) { $0.date() } }
}

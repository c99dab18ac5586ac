// Typed rules of the host program.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A rule of the host program that forms may use as a rule word.
///
/// ```swift
/// let inStock = HostRule("inStock", .string, parameters: .string) { article, warehouse in
///   stock[warehouse]?.contains(article) ?? false
/// }
/// let spec = try FormSpec(source: text, rules: [inStock])
/// ```
///
/// A form declares the rule with the types of its parameters, as in ``signature``: `needs inStock(string)`. It then
/// uses it like any other rule word: `rule inStock("Kyoto")`. A rule without parameters has no parentheses: `needs
/// vies`.
///
/// The rule is never called for a blank value. It must always give the same answer for the same values, because it
/// may be called for them several times. It may even be called while the form is loaded, if the form itself contains
/// the values. The rule's name is the code of its problems.
public struct HostRule: Sendable {
  let predicate: HostPredicate
  /// Whether the rule is asynchronous.
  private(set) var isAsked = false

  init(predicate: HostPredicate) { self.predicate = predicate }

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - name: the name in forms. A rule word of the language with the same name takes precedence unless the form
  ///     declares this rule with `needs`.
  ///   - subject: the type of the value to test.
  ///   - parameters: the types of the arguments.
  ///   - test: returns whether the rule holds for a value and arguments. Several threads may call it at the same
  ///     time.
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

  /// Creates an asynchronous rule, such as one that queries a server.
  ///
  /// Streams and files call it for many records at a time. For any other record, only ``HostAnswers`` calls it. Both
  /// call it only if all other rules of the record hold. A record validated without `HostAnswers` is rejected with the problem
  /// `unasked`, and with a message that accuses no one. A ``FormSession`` keeps the answers from its last submission or
  /// validated page. While the user types, a rule without a known answer is skipped.
  ///
  /// - Parameters:
  ///   - name: the name in forms. A rule word of the language with the same name takes precedence unless the form
  ///     declares this rule with `needs`.
  ///   - subject: the type of the value to test.
  ///   - parameters: the types of the arguments.
  ///   - test: returns whether the rule holds for a value and arguments. Several calls may run concurrently. An error
  ///     that it throws ends the validation.
  public init<Subject, each Parameter>(
    asking name: String, _ subject: HostType<Subject>,
    parameters: repeat HostType<each Parameter>,
    test: @escaping @Sendable (Subject, repeat each Parameter) async throws -> Bool
  ) {
    let convert = HostRule.converter(subject, repeat each parameters)
    isAsked = true
    predicate = HostPredicate(
      name: name, subject: subject.type, parameters: HostRule.types(repeat each parameters),
      deciding: { value, arguments in
        let (value, arguments) = (FormValue(value), arguments.map { FormValue($0) })
        guard convert(value, arguments) != nil else { return .uncalculable }
        guard let inquiry = HostInquiry.current else { return nil }
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

  /// Returns a function that converts a value and arguments to the rule's Swift types. The function returns nil if any
  /// of them doesn't fit.
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

  /// The name in forms.
  public var name: String { predicate.name }
  /// The declaration that a form writes after `needs`, such as `inStock(string)`.
  public var signature: String { predicate.signature }
}

private struct NotConvertible: Error {}

/// A type of the language, paired with the Swift type that host rules receive.
public struct HostType<Value>: Sendable {
  let type: HostValueType
  /// Converts a value that isn't blank; nil if it doesn't fit.
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
  /// A 64-bit whole number.
  public static var int: Self { Self(.int) { $0.int } }
}

extension HostType where Value == Decimal {
  /// A number with its exact digits, including whole numbers.
  public static var number: Self { Self(.number) { $0.decimal } }
}

extension HostType where Value == Bool {
  /// A truth value.
  public static var bool: Self { Self(.bool) { $0.bool } }
}

extension HostType where Value == DateComponents {
  /// A date: year, month and day.
  public static var date: Self { Self(.date) { $0.dateComponents } }
  /// A time of day: hour, minute, second and nanosecond.
  public static var time: Self { Self(.time) { $0.dateComponents } }
  /// A date and a time of day, without a time zone.
  public static var dateTime: Self { Self(.dateTime) { $0.dateComponents } }
}

extension HostType where Value == Date {
  /// A moment in time.
  public static var instant: Self { Self(.instant) { $0.date() } }
}

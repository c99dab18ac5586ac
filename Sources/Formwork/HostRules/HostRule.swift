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
/// A form declares it, `needs inStock(string)`, and uses it like any other rule word: `rule inStock("Kyoto")`.
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
    var types: [HostValueType] = []
    for parameter in repeat each parameters { types.append(parameter.type) }
    predicate = HostPredicate(name: name, subject: subject.type, parameters: types) {
      value, arguments in
      guard let value = subject.convert(value) else { return nil }
      var rest = arguments[...]
      func next<Value>(_ type: HostType<Value>) throws(NotConvertible) -> Value {
        guard let argument = rest.popFirst(), let value = type.convert(argument) else {
          throw NotConvertible()
        }
        return value
      }
      do throws(NotConvertible) {
        return try test(value, repeat next(each parameters))
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
  let convert: @Sendable (FormworkEngine.Value) -> Value?

  fileprivate init(
    _ type: HostValueType, _ convert: @escaping @Sendable (FormworkEngine.Value) -> Value?
  ) {
    self.type = type
    self.convert = convert
  }
}

extension HostType where Value == String {
  /// A text, or the value of a choice.
  public static var string: Self { Self(.string) { FormValue($0).string } }
}

extension HostType where Value == Int {
  /// A whole number of 64 bits.
  public static var int: Self { Self(.int) { FormValue($0).int } }
}

extension HostType where Value == Decimal {
  /// A number, exactly; whole ones as well.
  public static var number: Self { Self(.number) { FormValue($0).decimal } }
}

extension HostType where Value == Bool {
  /// A truth value.
  public static var bool: Self { Self(.bool) { FormValue($0).bool } }
}

extension HostType where Value == DateComponents {
  /// A day: year, month and day.
  public static var date: Self { Self(.date) { FormValue($0).dateComponents } }
  /// A time of day: hour, minute, second and nanosecond.
  public static var time: Self { Self(.time) { FormValue($0).dateComponents } }
  /// A day and a time of day, without a zone.
  public static var dateTime: Self { Self(.dateTime) { FormValue($0).dateComponents } }
}

extension HostType where Value == Date {
  /// A moment.
  public static var instant: Self { Self(.instant) { FormValue($0).date() } }
}

// Validates a record and decodes it to a type of the program.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Outcome {
  /// Decodes the product of an accepted record.
  ///
  /// ```swift
  /// switch spec.validate(json: body).decode(RegisterRequest.self) {
  /// case .success(let request): send(request)
  /// case .failure(let problems): for problem in problems { print(problem.message) }
  /// }
  /// ```
  ///
  /// This works for any outcome, including those of ``FormSession/submit()`` and ``HostAnswers``. It decodes as
  /// ``Product/decode(_:in:userInfo:)`` does. Read the warnings of an accepted record from the outcome.
  ///
  /// If the type can't decode a record that the form accepts, the result is one problem of the whole record,
  /// ``Reason/undecodable(type:)``. ``Rejection/decodingError`` then has the error. ``FormSpec/check(_:isPartial:)``
  /// finds such a type when the program starts.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - timeZone: the time zone of dates and `datetime`s; the system's by default, as in the validation of a `Date`.
  ///   - userInfo: values to pass to the types that are decoded.
  /// - Returns: the decoded value of an accepted record, or the problems.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, in timeZone: TimeZone = .current,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) -> Result<Value, Rejection<Problem>> {
    switch self {
    case .rejected(let rejection): return .failure(rejection)
    case .accepted(let product):
      do { return .success(try product.decode(type, in: timeZone, userInfo: userInfo)) } catch {
        return .failure(Rejection(product, isNo: "\(type)", error))
      }
    }
  }
}

extension NamedOutcome {
  /// Decodes the product of an accepted record; see ``Outcome/decode(_:in:userInfo:)``.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - timeZone: the time zone of dates and `datetime`s; the system's by default, as in the validation of a `Date`.
  ///   - userInfo: values to pass to the types that are decoded.
  /// - Returns: the decoded value of an accepted record, or the problems.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, in timeZone: TimeZone = .current,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) -> Result<Value, Rejection<NamedProblem<Field>>> {
    switch self {
    case .rejected(let rejection): .failure(rejection)
    case .accepted(let product):
      Outcome.accepted(product).decode(type, in: timeZone, userInfo: userInfo)
        .mapError { $0.mapped { NamedProblem($0) } }
    }
  }
}

extension Rejection<Problem> {
  /// Creates the rejection of an accepted record that a type can't decode.
  ///
  /// - Parameters:
  ///   - product: the product of the record.
  ///   - type: the name of the type.
  ///   - error: the error that the type threw. Its description may contain a secret value, so no message includes it.
  fileprivate init(_ product: Product, isNo type: String, _ error: any Error) {
    self.init(
      .init(
        problems: [Problem(undecodableAs: type)], warnings: product.warnings, decodingError: error))
  }
}

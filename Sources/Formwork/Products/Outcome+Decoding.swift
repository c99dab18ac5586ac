// From a validation to a value of the program's own in one step.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Outcome {
  /// The record as a value of the program's own, or what is wrong.
  ///
  /// ```swift
  /// switch spec.validate(json: body).decode(RegisterRequest.self) {
  /// case .success(let request): send(request)
  /// case .failure(let problems): for problem in problems { print(problem.message) }
  /// }
  /// ```
  ///
  /// It is there for whatever was validated, also by ``FormSession/submit()`` and with ``HostAnswers``. A value is
  /// made as ``Product/decode(_:in:userInfo:)`` makes it. The warnings about an accepted record are those of the outcome.
  ///
  /// Where the type does not take what the form accepts, the one problem is that of the record as a whole with
  /// ``Reason/undecodable(type:)``, and ``Rejection/decodingError`` says why. ``FormSpec/check(_:isPartial:)`` finds such a
  /// type when the program starts.
  ///
  /// - Parameters:
  ///   - type: what to decode.
  ///   - timeZone: where dates and `datetime`s are meant to be; UTC without one, as where a `Date` is validated.
  ///   - userInfo: handed on to the types that are decoded.
  /// - Returns: the value of an accepted record, or what is wrong with it.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, in timeZone: TimeZone = .gmt,
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
  /// The record as a value of the program's own, or what is wrong; see ``Outcome/decode(_:in:userInfo:)``.
  ///
  /// - Parameters:
  ///   - type: what to decode.
  ///   - timeZone: where dates and `datetime`s are meant to be; UTC without one, as where a `Date` is validated.
  ///   - userInfo: handed on to the types that are decoded.
  /// - Returns: the value of an accepted record, or what is wrong with it.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, in timeZone: TimeZone = .gmt,
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
  /// What is wrong with an accepted record that a type does not take.
  ///
  /// - Parameters:
  ///   - product: the product of the record.
  ///   - type: the name of the type.
  ///   - error: what the type, or one in it, threw. Its words may show a secret value, so no message has them.
  fileprivate init(_ product: Product, isNo type: String, _ error: any Error) {
    self.init(
      .init(
        problems: [Problem(undecodableAs: type)], warnings: product.warnings, decodingError: error))
  }
}

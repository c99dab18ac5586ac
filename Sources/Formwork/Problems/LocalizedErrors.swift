// The `localizedDescription` of each error.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FormSpecError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension FieldNamesError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension Rejection: LocalizedError where Element: CustomStringConvertible {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension RecordStreamError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension RecordValueError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

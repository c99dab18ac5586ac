// All there is between this program and its forms, however many they become: one name for each file,
// and one way from what was typed to a value.

import Formwork
import Foundation

/// The forms of this program, by the names of their files in the folder `Forms`.
public enum Forms: String, CaseIterable, Sendable {
  case registration, password, profile, member, order, account
  case signUp = "sign-up"

  /// The form, read and checked when it is first asked for.
  public var spec: FormSpec { Forms.specs[self]! }

  // A form that does not pass the checker is a mistake in this program, as a missing image is.
  private static let specs: [Forms: FormSpec] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, try! $0.load()) })

  /// Reads and checks the form.
  public func load() throws -> FormSpec {
    let folder = Bundle.module.url(forResource: "Forms", withExtension: nil)!
    return try FormSpec(
      contentsOf: folder.appending(path: rawValue + ".form").path(percentEncoded: false),
      rules: HostRules.all)
  }
}

/// A type that is filled in by a form.
public protocol FilledIn: Decodable {
  static var form: Forms { get }
}

extension FilledIn {
  /// Makes a value of what was typed.
  ///
  /// - Throws: the problems, if not all is well.
  public init(
    _ record: RecordValue, options: ValidationOptions = .init()
  ) throws(Rejection<Problem>) {
    self = try Self.form.spec.validate(record, options: options).decode().get()
  }
}

/// The version of all that is built here (semver.org).
package enum FormworkVersion {
  package static let text: StaticString = "0.1.0"

  /// The same as a value of its own.
  package static var string: String {
    text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }
}

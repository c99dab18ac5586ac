/// The version of everything that is built here (semver.org).
package enum FormworkVersion {
  package static let text: StaticString = "0.1.0"

  /// The version as a `String`.
  package static var string: String {
    text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }
}

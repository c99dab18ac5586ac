/// The version of all that is built here (semver.org).
package enum FormworkVersion {
  package static let text: StaticString = "0.1.0"
}

// A form with its findings, for tests.

import FormworkEngine
import FormworkSyntax
import Testing

@testable import FormworkReport

/// A form with all of its findings.
struct FormAndFindings {
  var diagnostics: [Diagnostic]
  /// The code and message of each syntax error.
  private var syntaxErrors: [String]

  init(_ source: Source, files: [String: String] = [:]) {
    let spec = FormLoader.load(source) { path in
      files[path].map { .success(FileText(bytes: Array($0.utf8))) }
        ?? .failure(.init(.unreadable("No such file or directory")))
    }
    let findings =
      Checker.check(
        spec.tree, source: spec.source, choiceFiles: spec.choiceFiles,
        hostRules: FormAndFindings.hostRules
      ).findings
    diagnostics = FormDiagnostics(spec.problems, findings, in: spec.source).told
    syntaxErrors = spec.problems.filter { $0.severity == .error }
      .map { $0.words(in: spec.source) }.map { $0.row.code + " " + $0.message }
  }

  /// The host rules of the forms.
  private static let hostRules = [
    HostPredicate(name: "vies", subject: .string, parameters: []) { _, _ in true },
    HostPredicate(name: "inStock", subject: .string, parameters: [.string, .int]) { _, _ in true },
    HostPredicate(
      name: "checksum", subject: .string, parameters: [.string, .string],
      known: [[], ["SHA-256", "SHA-512"]]
    ) { _, _ in true },
  ]
}

extension FormAndFindings {
  /// Expects that each fix removes a finding of its kind, and leaves none of its kind at its place.
  ///
  /// - Parameters:
  ///   - before: the findings of the source.
  ///   - files: the files that the form uses, by their names.
  ///   - isAll: whether nothing else is wrong with the form, so that a fix cannot reveal another error.
  static func expectFixesToMend(
    _ source: Source, _ before: FormAndFindings, files: [String: String] = [:],
    isAll: Bool = false
  ) {
    for diagnostic in before.diagnostics {
      guard let fix = diagnostic.fix else { continue }
      func isSame(_ other: Diagnostic) -> Bool {
        other.code == diagnostic.code && other.message == diagnostic.message
      }
      let after = FormAndFindings(source.applying(fix), files: files)
      let comment = "\(diagnostic.message) \(fix)"
      #expect(after.syntaxErrors.count <= before.syntaxErrors.count, "\(comment)")
      #expect(
        after.diagnostics.count(where: isSame) < before.diagnostics.count(where: isSame),
        "\(comment)")
      let place = diagnostic.span.lower
      let behind = Int(place) + fix.replacement.utf8.count - fix.span.count
      #expect(
        after.count(diagnostic.code, at: place < fix.span.upper ? Int(place) : behind)
          < before.count(diagnostic.code, at: Int(place)), "\(comment)")
      if diagnostic.code == "other-wording" {
        #expect(after.errors(in: fix, beyond: before) == [], "\(comment)")
      }
      if isAll { #expect(after.errorsBeyond(before) == [], "\(comment)") }
    }
  }

  /// Returns the errors in the text of a fix that `other`, the form without the fix, has nowhere. The fix of a syntax
  /// error may show that a name is unknown.
  private func errors(in fix: Diagnostic.Fix, beyond other: FormAndFindings) -> [String] {
    let known = other.errors + other.syntaxErrors
    let text = fix.span.lower..<fix.span.lower + UInt32(fix.replacement.utf8.count)
    return diagnostics.filter { found in
      found.severity == .error && !known.contains { $0.hasPrefix(found.code + " ") }
        && found.span.lower < text.upperBound && found.span.upper > text.lowerBound
        && (other.syntaxErrors.isEmpty || !found.code.hasPrefix("unknown-"))
    }.map { $0.code + " " + $0.message }
  }

  private func count(_ code: String, at place: Int) -> Int {
    diagnostics.count { $0.code == code && $0.span.lower == place }
  }

  /// Returns the errors that `other` doesn't have. If `other` has syntax errors, only those are compared.
  private func errorsBeyond(_ other: FormAndFindings) -> [String] {
    var known = other.syntaxErrors.isEmpty ? other.errors : other.syntaxErrors
    return (other.syntaxErrors.isEmpty ? errors : syntaxErrors).filter { error in
      guard let index = known.firstIndex(of: error) else { return true }
      known.remove(at: index)
      return false
    }
  }

  private var errors: [String] {
    diagnostics.filter { $0.severity == .error }.map { $0.code + " " + $0.message }
  }
}

extension Source {
  func applying(_ fix: Diagnostic.Fix) -> Source {
    var bytes = bytes
    bytes.replaceSubrange(
      Int(fix.span.lower)..<Int(fix.span.upper), with: Array(fix.replacement.utf8))
    return Source(name: name, bytes: bytes)
  }
}

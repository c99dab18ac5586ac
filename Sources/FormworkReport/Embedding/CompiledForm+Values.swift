// The values that a form needs when it is run, as in `needs year: int`.

package import FormworkEngine
internal import FormworkSyntax

/// The reason why the values that a form needs can't be used.
package enum ValueFault: Error {
  /// The form doesn't need a value of this name.
  case unknown(String, near: [String])
  /// A value is missing or wrong.
  case wrong(String, message: String)

  /// The error as a sentence, for programs that run the form.
  var sentence: String {
    switch self {
    case .unknown(let name, let near):
      "The form needs no value \"\(name)\"." + (near.first.map { " Did you mean \($0)?" } ?? "")
    case .wrong(let name, let message): "\(message). The form needs the value \(name)."
    }
  }
}

extension CompiledForm {
  /// Fills the list of the values that the form needs. A value that isn't given has its default, or is blank.
  ///
  /// - Parameter given: the names, and the values as the contents of JSON strings. If a name is repeated, its last
  ///   value counts.
  /// - Throws: if a value is missing or wrong.
  package func readValues(
    _ given: [(name: String, value: String)], into reading: ListReading, moment: Moment
  ) throws(ValueFault) {
    var record = ByteBuffer()
    record.object { out in
      for name in program.neededValues {
        guard let (_, value) = given.last(where: { $0.name == name }) else { continue }
        out.key(named: name)
        out.value(value)
      }
    }
    reading.add(json: record.bytes)
    let evaluator = Evaluator(reading.program, moment: moment)
    do throws(MalformedRecord) { try evaluator.evaluate(json: record.bytes) } catch {
      let message = "The values cannot be read: \(error.reason.words)"
      throw .wrong(given.last?.name ?? "", message: message)
    }
    if let problem = evaluator.problems.first {
      let report = MessageWriter(program).report(
        problem, evaluator, at: RecordPlace(record: 1, line: 1))
      throw .wrong(report.field ?? "", message: report.message)
    }
  }
}

// The problems of a record that are kept if there are too many.

import FormworkSyntax
import Testing

@testable import FormworkEngine

@Suite struct ProblemListTests {
  @Test func warningsThatStay() {
    for (limit, wanted) in [
      (1, "e"), (2, "ee"), (3, "eee"), (4, "weee"), (5, "wweee"), (9, "wwewee"),
    ] {
      var list = ProblemList()
      defer { list.deallocate() }
      for letter in "wwewee" {
        let severity: Severity = letter == "w" ? .warning : .error
        let problem = Problem(kind: .rule, severity: severity, field: 0, level: 0, frame: 0)
        if list.count < limit {
          list.append(problem)
        } else if severity == .error {
          list.replaceWarning(with: problem)
        }
        list.settle()
      }
      #expect(list.all.map { $0.severity == .warning ? "w" : "e" }.joined() == wanted)
    }
  }
}

// What grammar.md says is bounded, at the bound and one past it.

import Formwork
import FormworkCLI
import FormworkEngine
import FormworkSyntax
import Testing

@Suite struct LimitsTests {
  private func codes(_ spec: String) -> [String] {
    do {
      return try FormSpec(source: spec).warnings.map { $0.code }
    } catch {
      return error.diagnostics.map { $0.code }
    }
  }

  private func nested(_ depth: Int) -> String {
    String(repeating: "(", count: depth) + "value > 1" + String(repeating: ")", count: depth)
  }

  @Test func nesting() {
    let limit = Parser.nestingLimit
    #expect(codes("field a: int rule \(nested(limit)) message \"x\"") == [])
    #expect(codes("field a: int rule \(nested(limit + 1)) message \"x\"") == ["too-deep"])
  }

  @Test func itemsOfLists() throws {
    let spec = try FormSpec(source: "field a: list of int")
    func problem(_ count: Int) -> MalformedRecord.Reason? {
      let today = CalendarDate.first
      let now = CalendarInstant(utc: CalendarDateTime(date: today, time: .midnight))
      let evaluator = Evaluator(spec.program, moment: Moment(today: today, now: now))
      let items = String(repeating: "1,", count: count - 1) + "1"
      return Array("{\"a\":[\(items)]}".utf8).withUnsafeBufferPointer { bytes in
        do throws(MalformedRecord) {
          try evaluator.evaluate(json: bytes)
          return nil
        } catch {
          return error.reason
        }
      }
    }
    #expect(problem(JSONReader.itemLimit) == nil)
    #expect(
      problem(JSONReader.itemLimit + 1) == .tooManyItems(limit: JSONReader.itemLimit))
  }

  @Test func problemsOfARecord() throws {
    let spec = try FormSpec(source: "field a: list of int")
    let today = CalendarDate.first
    let now = CalendarInstant(utc: CalendarDateTime(date: today, time: .midnight))
    for (count, omitted) in [(100, 0), (101, 1)] {
      let evaluator = Evaluator(
        spec.program, moment: Moment(today: today, now: now), problemLimit: 100)
      let items = Array(repeating: "\"x\"", count: count).joined(separator: ",")
      try Array("{\"a\":[\(items)]}".utf8).withUnsafeBufferPointer { bytes in
        try evaluator.evaluate(json: bytes)
      }
      #expect(evaluator.problems.count == 100)
      #expect(evaluator.omittedCount == omitted)
      #expect(!evaluator.isAccepted)
    }
  }

  @Test func sizeOfASpec() {
    let spec = "field a: int #"
    let filler = String(repeating: "x", count: Source.byteLimit - spec.utf8.count)
    #expect(codes(spec + filler) == [])
    #expect(codes(spec + filler + "x") == ["too-large"])
  }
}

// The outcomes of streams are created when they are read, with the same result at any time and in any task.

import Formwork
import Synchronization
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct DeferredTests {
  private let spec: FormSpec

  init() throws { spec = try FormSpec(source: signUpForm) }

  /// A line for the form; every seventh has problems, and every eleventh isn't valid JSON.
  private static func line(_ number: Int) -> String {
    if number % 11 == 10 { return "{\"id\": " }
    let id = number % 7 == 6 ? "user name!" : "user\(number)"
    let profile =
      number % 2 == 0
      ? ", \"includesProfile\": true, \"nickName\": \"花子\(number), also \\\"Hana\\\"\", \"age\": \(number % 1_000)"
      : ""
    return "{\"id\": \"\(id)\", \"favoriteFruit\": \"apple\"\(profile)}"
  }

  private static let lines = (0..<1_000).map { line($0) }

  /// The lines in chunks that end anywhere.
  private static func chunks(_ size: Int) -> AsyncStream<ArraySlice<UInt8>> {
    let text = Array(lines.joined(separator: "\n").utf8)
    return AsyncStream { stream in
      for start in stride(from: 0, to: text.count, by: size) {
        stream.yield(text[start..<min(text.count, start + size)])
      }
      stream.finish()
    }
  }

  /// Returns everything in an outcome, as text.
  private static func said(_ outcome: Outcome) -> String {
    switch outcome {
    case .accepted(let product): return product.description
    case .rejected(let rejection):
      let columns = rejection.map { "\($0.position?.column ?? 0)" }.joined(separator: ",")
      return rejection.description + " " + columns + " \(rejection.skipped.count)"
    }
  }

  private static func said(_ record: RecordOutcome) -> String {
    "\(record.number ?? 0):\(record.line) " + said(record.outcome)
  }

  /// The outcome of each line when it is validated alone.
  private var wanted: [String] {
    DeferredTests.lines.enumerated().map {
      "\($0 + 1):\($0 + 1) " + DeferredTests.said(spec.validate(json: $1))
    }
  }

  @Test(arguments: [1, 7, 100, 4_096, 1 << 20])
  func outcomesAreTheSameAtOnceLaterAndInTheEnd(size: Int) async throws {
    var (atOnce, oneLater, before) = ([String](), [String](), RecordOutcome?.none)
    var kept: [RecordOutcome] = []
    for try await record in spec.validate(lines: DeferredTests.chunks(size)) {
      if record.line % 3 == 0 { atOnce.append(DeferredTests.said(record)) }
      if let before { oneLater.append(DeferredTests.said(before)) }
      before = record
      kept.append(record)
    }
    let wanted = wanted
    #expect(atOnce == wanted.enumerated().filter { $0.offset % 3 == 2 }.map { $0.element })
    #expect(oneLater == Array(wanted.dropLast()))
    #expect(kept.map { DeferredTests.said($0) } == wanted)
  }

  /// Other tasks read the outcomes while the stream continues, several tasks each.
  @Test func otherTasksReadOutcomes() async throws {
    let spec = spec
    let said = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for try await record in spec.validate(lines: DeferredTests.chunks(500)) {
        for _ in 0..<3 { group.addTask { (record.line, DeferredTests.said(record)) } }
      }
      return try await group.reduce(into: [Int: [String]]()) { $0[$1.0, default: []].append($1.1) }
    }
    for (index, wanted) in wanted.enumerated() {
      #expect(said[index + 1] == [wanted, wanted, wanted])
    }
  }

  @Test func aStreamThatIsLeftLeavesItsOutcomes() async throws {
    var last: RecordOutcome?
    for try await record in spec.validate(lines: DeferredTests.chunks(4_096)) where record.line == 5
    {
      last = record
      break
    }
    // The next validation reuses the evaluator of the stream.
    _ = spec.validate(json: DeferredTests.lines[0])
    #expect(last.map { DeferredTests.said($0) } == wanted[4])
  }

  @Test func singleValuesAreThoseOfTheProduct() async throws {
    let names = ["id", "favoriteFruit", "includesProfile", "nickName", "age", "profile", "nothing"]
    for try await record in spec.validate(lines: DeferredTests.chunks(4_096)) {
      guard let product = record.outcome.product else { continue }
      let first = names.map { product[$0] }
      let all = Dictionary(uniqueKeysWithValues: product.names.map { ($0, product[$0]) })
      #expect(first == names.map { all[$0] ?? nil })
      #expect(first == names.map { product[$0] })
    }
  }

  /// Host rules are called when the line arrives, whichever task reads its outcome.
  @Test func rulesOfTheProgramAreAskedAtOnce() async throws {
    let asked = Asked()
    let rule = HostRule("known", .string) { id in
      asked.add(id)
      return id != "user6"
    }
    let spec = try FormSpec(
      source: "needs known  field id: string rule known", rules: [rule])
    let body = AsyncStream<[UInt8]> { stream in
      for number in 5..<8 { stream.yield(Array("{\"id\":\"user\(number)\"}\n".utf8)) }
      stream.finish()
    }
    var (kept, counts) = ([RecordOutcome](), [Int]())
    for try await record in spec.validate(lines: body) {
      kept.append(record)
      counts.append(asked.all.count)
    }
    let count = asked.all.count
    #expect(kept.map { $0.outcome.isAccepted } == [true, false, true])
    #expect(kept[1].outcome.problems.map { $0.code } == ["known"])
    #expect(kept[0].outcome.product?["id"]?.string == "user5")
    #expect(asked.all.count == count && counts.last == count)
    #expect(Set(asked.all) == ["user5", "user6", "user7"])
  }

  private final class Asked: Sendable {
    private let ids = Mutex<[String]>([])
    var all: [String] { ids.withLock { $0 } }
    func add(_ id: String) { ids.withLock { $0.append(id) } }
  }

  @Test func warningsComeWithTheirProducts() async throws {
    let spec = try FormSpec(
      source: "field a: int check a < 5 warning \"{value} is much\"")
    let body = AsyncStream<[UInt8]> { stream in
      stream.yield(Array("{\"a\":7}\n{\"a\":1}\n{\"a\":9}\n".utf8))
      stream.finish()
    }
    var kept: [Outcome] = []
    for try await record in spec.validate(lines: body) { kept.append(record.outcome) }
    #expect(kept.map { $0.warnings.count } == [1, 0, 1])
    #expect(kept.map { $0.product?["a"]?.int } == [7, 1, 9])
  }

  /// Lines split over many chunks are joined. A benchmark measures the memory, because other tests run at the same
  /// time.
  @Test func linesOfALongStream() async throws {
    let line = Array((DeferredTests.lines[0] + "\n").utf8)
    let chunk = Array(repeatElement(line, count: 400).joined())
    let spec = spec
    func count(_ chunks: Int) async throws -> Int {
      let left = Left(chunks)
      let body = AsyncStream<[UInt8]>(unfolding: { left.next() ? chunk : nil })
      var count = 0
      for try await record in spec.validate(lines: body) where record.outcome.isAccepted {
        count += record.outcome.product?["id"]?.string == "user0" ? 1 : 0
      }
      return count
    }
    #expect(try await count(20) == 8_000)
  }

  private final class Left: Sendable {
    private let count: Mutex<Int>
    init(_ count: Int) { self.count = Mutex(count) }

    func next() -> Bool {
      count.withLock {
        $0 -= 1
        return $0 >= 0
      }
    }
  }
}

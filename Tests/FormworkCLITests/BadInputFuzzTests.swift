// Random input from a fixed seed: nothing that anybody can write makes the program trap. With
// FORMWORK_FUZZ=N in the environment there are N rounds from a new seed, which is printed.

import FormworkEngine
import FormworkReport
import FormworkSyntax
import Foundation
import Testing

@testable import Formwork
@testable import FormworkCLI
@testable import FormworkRuntime

@Suite struct BadInputFuzzTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["FORMWORK_FUZZ"].flatMap { Int($0) } ?? 0
  private static let seed: UInt64 = rounds > 0 ? .random(in: 1 ... .max) : 20_261_120

  /// Specs and records to be mutated: what the examples have.
  private static let seeds: [Seed] = {
    let root =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path + "/examples/"
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return folders.sorted().flatMap { folder -> [Seed] in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
      func bytes(_ name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: root + folder + "/" + name) ?? Data())
      }
      let specs = names.filter { $0.hasSuffix(".form") }.sorted().map(bytes)
      let data = names.filter { $0.hasPrefix("data.") }.sorted()
      return specs.flatMap { spec in
        data.map { Seed(spec: spec, name: $0, data: bytes($0)) }
      }
    }
  }()

  private struct Seed {
    var spec: [UInt8]
    var name: String
    var data: [UInt8]
  }

  @Test func specs() throws {
    var random = FuzzRandom(state: BadInputFuzzTests.seed)
    let renderer = DiagnosticRenderer(palette: .ansi, width: 80)
    for _ in 0..<max(60, BadInputFuzzTests.rounds) {
      let seed = random.pick(BadInputFuzzTests.seeds)
      let spec = random.mutated(seed.spec, with: random.pick(BadInputFuzzTests.seeds).spec)
      FuzzRandom.note(spec, BadInputFuzzTests.rounds)
      let source = Source(name: "s.form", bytes: spec)
      let form: FormSpec
      do throws(FormSpecError) {
        form = try FormSpec(source)
      } catch {
        #expect(!error.diagnostics.isEmpty)
        for diagnostic in error.diagnostics { _ = renderer.render(diagnostic, in: source) }
        continue
      }
      for diagnostic in form.diagnostics { _ = renderer.render(diagnostic, in: source) }
      try BadInputFuzzTests.check(form, seed, &random)
    }
  }

  @Test func data() throws {
    var random = FuzzRandom(state: BadInputFuzzTests.seed &+ 1)
    let seeds = BadInputFuzzTests.seeds
    let forms = seeds.map { try? FormSpec(Source(name: "s.form", bytes: $0.spec)) }
    for _ in 0..<max(60, BadInputFuzzTests.rounds) {
      let place = random.next(seeds.count)
      guard let form = forms[place] else { continue }
      try BadInputFuzzTests.check(form, seeds[place], &random)
    }
  }

  /// Runs a form on mutated records, whole and in small pieces, and looks for the same result.
  private static func check(
    _ form: FormSpec, _ seed: Seed, _ random: inout FuzzRandom
  ) throws {
    let name = seed.name
    let data = random.mutated(seed.data, with: random.pick(seeds).data)
    FuzzRandom.note(data, rounds)
    let folder = try CLIFolder()
    try folder.write(name, data)
    let format: RecordFormat =
      name.hasSuffix(".csv")
      ? .table(delimiter: UInt8(ascii: ",")) : name.hasSuffix(".json") ? .json : .ndjson
    func result(_ output: ReportOptions.Output, pieceSize: Int) throws -> [Written] {
      var options = ReportOptions(format: format, moment: FuzzRandom.moment)
      options.output = output
      options.wantsAccepted = true
      options.wantsRejected = true
      options.show = 5
      var results: [Written] = []
      let run = CheckRun(form.compiled, options: options, jobs: 1, pieceSize: pieceSize)
      do throws(CheckFailure) {
        let file: InputFile
        do throws(FileProblem) { file = try InputFile(folder(name)) } catch { throw .file(error) }
        try run.run(
          file,
          .init(
            header: { _ in }, headerLine: { _ in },
            piece: { result, _ in
              results.append(Written(result))
              return true
            }))
      } catch {
        _ = FileWords.sentence(error, name, palette: .plain)
      }
      return results
    }
    _ = try result(.human, pieceSize: CheckRun.pieceSize)
    let whole = try result(.ndjson, pieceSize: CheckRun.pieceSize)
    let pieces = try result(.ndjson, pieceSize: 64)
    func joined(_ results: [Written], _ part: (Written) -> [UInt8]) -> String {
      String(decoding: results.flatMap(part), as: UTF8.self)
    }
    #expect(joined(whole) { $0.output } == joined(pieces) { $0.output })
    #expect(joined(whole) { $0.accepted } == joined(pieces) { $0.accepted })
    #expect(joined(whole) { $0.rejected } == joined(pieces) { $0.rejected })
    for line in joined(whole, { $0.output }).split(separator: "\n") {
      #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(line)")
    }
  }
}

/// Random bytes by xorshift.
private struct FuzzRandom {
  var state: UInt64

  static let moment = Moment(
    today: .first, now: CalendarInstant(utc: CalendarDateTime(date: .first, time: .midnight)))

  /// Keeps what is being tried, for the case that it ends the process.
  static func note(_ bytes: [UInt8], _ rounds: Int) {
    guard rounds > 0 else { return }
    try? Data(bytes).write(to: URL(fileURLWithPath: "/tmp/formwork-fuzz-last"))
  }

  mutating func next(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(truncatingIfNeeded: state % UInt64(max(1, limit)))
  }

  mutating func pick<T>(_ items: [T]) -> T { items[next(items.count)] }

  private static let pieces = [
    "<", ">", "(", ")", "\"", "\\", "/", "{", "}", "[", "]", ",", ":", "...", "..<", "-", "=",
    "\n", "\r\n", "\0", "é", "が", "か\u{3099}", "👨‍👩‍👧", "９", "“", "#", "`", "not ", "and ", "or ",
    "in ",
    "is ", "blank ", "value ", "today ", "field ", "when ", "else ", "check ", "message ",
    "list of ",
    "0", "9223372036854775807", "99999999999999999999999999999999999999", "1e400", "-0",
    "0.00000000000000000000000000000000000001", "2024-02-29", "9999-12-31", "0001-01-01", "24:00",
    "years", " months", "count(", "sum(", "round(", "max(", "matches(/", "{value}", "{count|a|b}",
    "null", "true", "\\u0000", "\\ud83d", "\"\"", ";", "\t", "\u{FEFF}",
  ]

  mutating func mutated(_ bytes: [UInt8], with other: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...next(6) {
      let place = next(bytes.count + 1)
      let end = min(bytes.count, place + next(next(2) == 0 ? 4 : 60))
      switch next(8) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: next(bytes.count + 1))
      case 2, 3: bytes.insert(contentsOf: Array(pick(FuzzRandom.pieces).utf8), at: place)
      case 4: if place < bytes.count { bytes[place] = UInt8(next(256)) }
      case 5: bytes.replaceSubrange(place..<end, with: Array(pick(FuzzRandom.pieces).utf8))
      case 6:
        let from = next(other.count + 1)
        let to = min(other.count, from + next(80))
        bytes.insert(contentsOf: other[from..<to], at: place)
      default: bytes.removeSubrange(min(place + 200, bytes.count)...)
      }
    }
    return bytes
  }
}

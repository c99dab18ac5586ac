// Measurements of work, and the table for them.

internal import AllocationCount

/// The best time and the least number of allocations in several runs.
struct Measure {
  var seconds: Double
  var allocations: Int

  /// Runs `work` several times and keeps the best time, which is the least disturbed.
  init(runs: Int = 5, _ work: () throws -> Void) rethrows {
    var best = Double.infinity
    var allocations = Int.max
    for _ in 0..<runs {
      let before = formwork_allocation_count()
      let start = ContinuousClock.now
      try work()
      let time = ContinuousClock.now - start
      allocations = min(allocations, Int(formwork_allocation_count() - before))
      best = min(best, Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
    }
    seconds = best
    self.allocations = allocations
  }

  /// Returns the time and the allocations by which `left` exceeds `right`.
  static func - (left: Measure, right: Measure) -> Measure {
    var left = left
    left.seconds = max(0, left.seconds - right.seconds)
    left.allocations -= right.allocations
    return left
  }
}

/// A table on standard output.
enum Table {
  static func head(
    _ title: String, _ columns: String = "MB/s   records/s   ns/record   alloc/record"
  ) {
    print("\n" + padded(title, 46) + columns)
  }

  /// Prints a row for work on records.
  static func row(_ name: String, _ measure: Measure, bytes: Int, records: Int) {
    let seconds = max(measure.seconds, 1e-9)
    print(
      padded("  " + name, 42), right(fixed(Double(bytes) / seconds / 1e6, 0), 8),
      right(fixed(Double(records) / seconds / 1e6, 2) + " M", 11),
      right(fixed(seconds / Double(max(1, records)) * 1e9, 0), 11),
      right(fixed(Double(measure.allocations) / Double(max(1, records)), 2), 14), separator: "")
  }

  static func note(_ name: String, _ value: String) { print(padded("  " + name, 46) + value) }

  /// Returns a number with `places` digits after the point.
  static func fixed(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let whole = Int((value * scale).rounded())
    if places == 0 { return String(whole) }
    let fraction = String(whole % Int(scale))
    let zeros = String(repeating: "0", count: places - fraction.count)
    return "\(whole / Int(scale)).\(zeros)\(fraction)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}

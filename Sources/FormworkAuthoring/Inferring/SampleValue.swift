// Records that are kept whole, for the examples of a form.

internal import FormworkEngine
internal import FormworkSyntax

/// A value of a record, as far as an example needs it.
indirect enum SampleValue: Equatable {
  case blank
  case text([UInt8])
  /// As JSON writes it.
  case number([UInt8])
  case truth(Bool)
  /// The first items.
  case list([SampleValue])
  case record([Member])
  /// A value of which an example shows no more than what it is like.
  case hidden(SampleValue)

  struct Member: Equatable {
    var key: [UInt8]
    var value: SampleValue
  }

  /// How many items of a list an example has.
  private static let itemLimit = 2

  /// The value whose first token has just been read.
  static func read(_ token: JSONCursor.Token, _ cursor: inout JSONCursor) -> SampleValue {
    switch token {
    case .text(let raw, let hasEscapes):
      let text = hasEscapes ? JSONCursor.plain(raw) : Array(raw)
      return text.isEmpty ? .blank : .text(text)
    case .number(let bytes): return .number(Array(bytes))
    case .truth(let truth): return .truth(truth)
    case .listStart: return list(&cursor)
    case .recordStart: return record(&cursor)
    case .null, .recordEnd, .listEnd, .end: return .blank
    }
  }

  private static func list(_ cursor: inout JSONCursor) -> SampleValue {
    var items: [SampleValue] = []
    while true {
      let token = cursor.next()
      switch token {
      case .listEnd, .end: return .list(items)
      default:
        let item = read(token, &cursor)
        if items.count < itemLimit { items.append(item) }
      }
    }
  }

  private static func record(_ cursor: inout JSONCursor) -> SampleValue {
    var members: [Member] = []
    while case .text(let raw, let hasEscapes) = cursor.next() {
      let key = hasEscapes ? JSONCursor.plain(raw) : Array(raw)
      members.append(Member(key: key, value: read(cursor.next(), &cursor)))
    }
    return .record(members)
  }

  /// How many values in it are filled in.
  var filledCount: Int {
    switch self {
    case .blank: 0
    case .text, .number, .truth: 1
    case .list(let items): items.reduce(0) { $0 + $1.filledCount }
    case .record(let members): members.reduce(0) { $0 + $1.value.filledCount }
    case .hidden(let value): value.filledCount
    }
  }
}

/// A few records out of many, the same ones whatever the order in which they come.
struct SampleRecords {
  struct Sample {
    var record: Int
    var value: SampleValue
  }

  /// Enough for forms of usual width, and no more than `ExampleMixer.Mask` has bits.
  private static let limit = 64
  /// A longer record is no example.
  private static let lengthLimit = 1 << 16

  private var kept: [(rank: UInt64, sample: Sample)] = []

  /// Keeps a record if it is among those that are.
  mutating func add(_ record: Int, length: Int, _ make: () -> SampleValue) {
    let rank = mixed(UInt64(record))
    if kept.count == SampleRecords.limit, rank >= kept[kept.count - 1].rank { return }
    if length > SampleRecords.lengthLimit { return }
    insert(rank, Sample(record: record, value: make()))
  }

  private mutating func insert(_ rank: UInt64, _ sample: Sample) {
    let place = kept.firstIndex { $0.rank > rank } ?? kept.count
    kept.insert((rank, sample), at: place)
    if kept.count > SampleRecords.limit { kept.removeLast() }
  }

  mutating func add(_ other: SampleRecords) {
    for (rank, sample) in other.kept { insert(rank, sample) }
  }

  /// All that are kept, in their order.
  var all: [SampleValue] {
    kept.map { $0.sample }.ordered { $0.record < $1.record }.map { $0.value }
  }

  /// The two that have most, in their order.
  var best: [Sample] {
    let samples = kept.map { $0.sample }.ordered { $0.record < $1.record }
    let counts = samples.map { $0.value.filledCount }
    let places = samples.indices.ordered { counts[$0] > counts[$1] }
    return places.prefix(2).ordered().map { samples[$0] }
  }
}

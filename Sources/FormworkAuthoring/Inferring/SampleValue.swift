// Whole records that are kept for the examples of a form.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A value of a record, as far as an example needs it.
indirect enum SampleValue: Equatable {
  case blank
  case text([UInt8])
  /// A number as written in JSON.
  case number([UInt8])
  case truth(Bool)
  /// The first items of a list.
  case list([SampleValue])
  case record([Member])
  /// A value that an example may only imitate.
  case hidden(SampleValue)

  struct Member: Equatable {
    var key: [UInt8]
    var value: SampleValue
  }

  /// Maximum number of list items in an example.
  private static let itemLimit = 2

  /// Reads the value whose first token has just been read.
  init(_ first: JSONTokens.Token, _ tokens: inout JSONTokens) {
    switch first {
    case .text(let text):
      let text = text.hasEscapes ? text.decoded ?? [] : Array(text.raw)
      self = text.isEmpty ? .blank : .text(text)
    case .number(let bytes): self = .number(Array(bytes))
    case .truth(let truth): self = .truth(truth)
    case .listStart: self = SampleValue.list(&tokens)
    case .recordStart:
      var members: [Member] = []
      while case .text(let key) = tokens.next() {
        let key = key.hasEscapes ? key.decoded ?? [] : Array(key.raw)
        members.append(Member(key: key, value: SampleValue(tokens.next(), &tokens)))
      }
      self = .record(members)
    case .null, .recordEnd, .listEnd, .end: self = .blank
    }
  }

  private static func list(_ tokens: inout JSONTokens) -> SampleValue {
    var items: [SampleValue] = []
    while true {
      let token = tokens.next()
      switch token {
      case .listEnd, .end: return .list(items)
      default:
        let item = SampleValue(token, &tokens)
        if items.count < itemLimit { items.append(item) }
      }
    }
  }

  /// The number of single values in this value, not counting blank ones.
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

/// A small sample of many records. The same records are chosen whatever the order in which they are added.
struct SampleRecords {
  struct Sample {
    var record: Int
    var value: SampleValue
  }

  /// Maximum number of records. It is enough for forms of the usual size, and each record has a bit in
  /// `ExampleMixer.Mask`.
  private static let limit = 64
  /// Maximum length of a record in bytes; longer ones make poor examples.
  private static let lengthLimit = 1 << 16

  private var kept: [(rank: UInt64, sample: Sample)] = []

  /// Keeps a record if it belongs to the sample.
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

  /// All kept records, in their order.
  var all: [SampleValue] {
    kept.map { $0.sample }.ordered { $0.record < $1.record }.map { $0.value }
  }

  /// The two records with the most values, in their order.
  var best: [Sample] {
    let samples = kept.map { $0.sample }.ordered { $0.record < $1.record }
    let counts = samples.map { $0.value.filledCount }
    let places = samples.indices.ordered { counts[$0] > counts[$1] }
    return places.prefix(2).ordered().map { samples[$0] }
  }
}

// Combines examples from many records. A form that others see must not reveal any record of the data, such as a
// person's salary beside the person's number.

internal import FormworkSyntax

/// Combines a record from the values of different records.
struct ExampleMixer {
  /// A set of records. There are at most `SampleRecords.limit` records, so each has a bit.
  typealias Mask = UInt64

  private let samples: [SampleValue]
  private let maker: ExampleMaker
  /// The records that contain one of the values chosen so far.
  private var used: Mask = 0
  /// The values chosen for leaves with few possible values, keyed by the index of the leaf. They are chosen first,
  /// because values of other leaves can be invented.
  private var chosen: OrderedDictionary<Int, SampleValue> = [:]
  private var leafCount = 0
  private var isChoosing = true

  init(_ samples: [SampleValue], _ maker: ExampleMaker) {
    (self.samples, self.maker) = (samples, maker)
  }

  /// Returns a record with values in the same fields as `model`.
  mutating func record(like model: SampleValue, _ fields: [FieldGuess]) -> SampleValue {
    let all = samples.map { [$0] }
    _ = record(model, fields, all)
    (isChoosing, leafCount) = (false, 0)
    return record(model, fields, all)
  }

  /// - Parameter values: the values of each sample at the position of `model`. A sample has several if the position is
  ///   in a list.
  private mutating func record(
    _ model: SampleValue, _ fields: [FieldGuess], _ values: [[SampleValue]]
  ) -> SampleValue {
    let own = model.membersByName
    let others = values.map { $0.map { $0.membersByName } }
    return .record(
      fields.compactMap { field in
        let name = String(decoding: field.key, as: UTF8.self)
        guard let value = own[name], !maker.isBlank(value) else { return nil }
        let inner = others.map { $0.compactMap { $0[name] } }
        return .init(key: field.key, value: mixed(value, field, field.kind, inner))
      })
  }

  private mutating func mixed(
    _ model: SampleValue, _ field: FieldGuess, _ kind: FieldGuess.Kind, _ values: [[SampleValue]]
  ) -> SampleValue {
    switch (model, kind) {
    case (.record, .record(let fields)): return record(model, fields, values)
    case (.list(let items), .list(let item)):
      let inner = values.map { $0.flatMap { $0.items } }
      return .list(items.map { mixed($0, field, item, inner) })
    case (_, .single(let type, _)): return leaf(model, field, type, values)
    default: return model
    }
  }

  // MARK: Leaves

  private mutating func leaf(
    _ model: SampleValue, _ field: FieldGuess, _ type: String, _ values: [[SampleValue]]
  ) -> SampleValue {
    defer { leafCount += 1 }
    // Invented values reveal nothing.
    if field.isMadeUp { return model }
    if let value = chosen[leafCount] { return value }
    let hasFew = type.utf8.starts(with: "bool".utf8) || type.utf8.starts(with: "choice".utf8)
    let first = values.lazy.flatMap { $0 }.first { !maker.isBlank($0) }
    let filled = values.count { $0.contains { !maker.isBlank($0) } }
    let isConstant =
      filled >= ExampleMixer.fewest
      && values.allSatisfy { $0.allSatisfy { $0 == first || maker.isBlank($0) } }
    if isConstant { return model }
    if isChoosing {
      if hasFew { chosen[leafCount] = rarest(values) ?? model }
      return model
    }
    return different(values) ?? .hidden(model)
  }

  /// Minimum number of records. With fewer, all values except choices are invented.
  private static let fewest = 3

  /// Returns the records that contain a value.
  private func mask(_ value: SampleValue, _ values: [[SampleValue]]) -> Mask {
    var mask: Mask = 0
    for (place, all) in values.enumerated() where all.contains(value) { mask |= 1 << Mask(place) }
    return mask
  }

  /// Returns a value of a leaf that has few possible values. Prefers values that aren't in the records used so far and,
  /// among these, the value in the fewest records.
  private mutating func rarest(_ values: [[SampleValue]]) -> SampleValue? {
    var known: [SampleValue] = []
    var best: (value: SampleValue, mask: Mask, score: Int)?
    for value in values.lazy.flatMap({ $0 }) where !known.contains(value) && !maker.isBlank(value) {
      known.append(value)
      let mask = mask(value, values)
      let overlap = mask & used == 0 ? 0 : Mask.bitWidth
      let score = overlap + (mask | used).nonzeroBitCount
      if score < best?.score ?? .max { best = (value, mask, score) }
    }
    used |= best?.mask ?? 0
    return best?.value
  }

  /// Returns a value that isn't in any record used so far, or nil if there is no such value.
  private mutating func different(_ values: [[SampleValue]]) -> SampleValue? {
    let count = values.count
    let all: Mask = count < Mask.bitWidth ? (1 << Mask(count)) - 1 : .max
    guard count >= ExampleMixer.fewest, used & all != all else { return nil }
    // Each field and each example begins its search at a different record.
    let start = leafCount * 5 + maker.number * 3
    for step in 0..<count {
      let place = (start + step) % count
      guard used & (1 << Mask(place)) == 0 else { continue }
      for value in values[place] where !maker.isBlank(value) {
        let mask = mask(value, values)
        guard mask & used == 0 else { continue }
        used |= mask
        return value
      }
    }
    return nil
  }
}

extension SampleValue {
  /// The values of a record, each under its key. Keys are compared as strings. If a key is repeated, its first value
  /// counts.
  var membersByName: OrderedDictionary<String, SampleValue> {
    guard case .record(let members) = self else { return [:] }
    var values: OrderedDictionary<String, SampleValue> = [:]
    for member in members.reversed() {
      values[String(decoding: member.key, as: UTF8.self)] = member.value
    }
    return values
  }

  fileprivate var items: [SampleValue] { if case .list(let items) = self { items } else { [] } }
}

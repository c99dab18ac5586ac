// Feeds a record value to the engine. Only values that no field inspects are written as JSON.

internal import FormworkEngine
internal import FormworkReport

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

enum RecordValueReader {
  /// Feeds the values of an object.
  ///
  /// - Parameter zone: the time zone for the dates and times of moments; nil for the system's.
  @inline(__always)
  static func read(
    _ values: [String: RecordValue], into feed: inout RecordFeed, in zone: TimeZone?
  ) throws(MalformedRecord) {
    for (key, value) in values {
      guard let key = try feed.key(key) else { continue }
      try put(value, key, &feed, zone)
    }
  }

  /// Feeds one value under its key.
  ///
  /// - Parameter zone: the time zone for the dates and times of moments; nil for the system's.
  static func put(
    _ value: RecordValue, _ key: RecordFeed.Key, _ feed: inout RecordFeed, _ zone: TimeZone?
  ) throws(MalformedRecord) {
    switch value {
    case .string(let text): feed.set(key, text: text)
    case .int(let integer): feed.set(key, integer: Int64(integer))
    case .bool(let bool): feed.set(key, bool: bool)
    case .null: feed.setNull(key)
    case .moment(let date):
      let local = CalendarDateTime(date, in: zone ?? .current)
      if let instant = CalendarInstant(date), let local {
        feed.set(key, instant: instant, local: local)
      } else {
        feed.setNothingKnown(key)
      }
    case .decimal, .double:
      if let digits = value.digits {
        feed.set(key, number: digits)
      } else {
        feed.setNothingKnown(key)
      }
    case .list(let items):
      guard feed.hasLevel(key, isArray: true) else {
        return feed.set(key, json: try json(value), isArray: true)
      }
      try feed.setList(key, count: items.count) { index, item throws(MalformedRecord) in
        try put(items[index], &item, zone)
      }
    case .record(let values):
      guard feed.hasLevel(key, isArray: false) else {
        return feed.set(key, json: try json(value), isArray: false)
      }
      try feed.setRecord(key) { inner throws(MalformedRecord) in
        try read(values, into: &inner, in: zone)
      }
    }
  }

  private static func put(
    _ value: RecordValue, _ item: inout RecordFeed.ItemFeed, _ zone: TimeZone?
  ) throws(MalformedRecord) {
    if item.isRecord, case .record(let values) = value {
      try item.setFields { feed throws(MalformedRecord) in
        try read(values, into: &feed, in: zone)
      }
    } else {
      try put(value, item.key, &item.feed, zone)
    }
  }

  /// Returns a list or record as JSON, with sorted keys.
  private static func json(_ value: RecordValue) throws(MalformedRecord) -> [UInt8] {
    var out = ByteBuffer()
    try write(value, depth: 1, to: &out)
    return Array(out.bytes)
  }

  private static func write(
    _ value: RecordValue, depth: Int, to out: inout ByteBuffer
  ) throws(MalformedRecord) {
    guard depth <= RecordValue.nestingLimit else {
      throw MalformedRecord(.tooDeep(limit: RecordValue.nestingLimit), 0)
    }
    switch value {
    case .null: out.value(json: "null")
    case .bool(let bool): out.value(bool)
    // JSON has no NaN or infinity, so they are written as null.
    case .int, .decimal, .double: out.value(json: value.digits ?? "null")
    case .string(let text): out.value(text)
    case .moment(let date):
      if let instant = CalendarInstant(date) {
        out.value(instant.description)
      } else {
        out.value(json: "null")
      }
    case .list(let items):
      try out.array(items) { item, out throws(MalformedRecord) in
        try write(item, depth: depth + 1, to: &out)
      }
    case .record(let values):
      try out.object { out throws(MalformedRecord) in
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
          out.key(named: key)
          try write(value, depth: depth + 1, to: &out)
        }
      }
    }
  }
}

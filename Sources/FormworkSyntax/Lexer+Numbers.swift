// Numbers, dates and times.

extension Lexer {
  private func digit(_ position: Int) -> Int? {
    let (ascii, width) = look(position)
    return UInt8(ascii: "0")...UInt8(ascii: "9") ~= ascii ? width : nil
  }

  /// The end of a shape such as `0000-00-00` at `position`, where `0` stands for any digit.
  private func end(of shape: StaticString, at position: Int) -> Int? {
    var position = position
    for offset in 0..<shape.utf8CodeUnitCount {
      let wanted = shape.utf8Start[offset]
      let (ascii, width) = look(position)
      let fits =
        wanted == UInt8(ascii: "0")
        ? UInt8(ascii: "0")...UInt8(ascii: "9") ~= ascii
        : ascii == wanted || (wanted == UInt8(ascii: "-") && isDash(position))
      guard fits else { return nil }
      position += width
    }
    return position
  }

  private func isDash(_ position: Int) -> Bool {
    guard position < bytes.count, bytes[position] >= 0x80 else { return false }
    return Habit.isDash(scalar(at: position).0)
  }

  mutating func scanNumber() {
    let start = index
    if let end = endOfPlainDigits(at: index) {
      index = end
      return push(.number, from: start)
    }
    if let date = end(of: "0000-00-00", at: index), digit(date) == nil {
      return scanDate(from: start, to: date)
    }
    if let time = end(of: "00:00", at: index), digit(time) == nil {
      index = endOfTime(time)
      push(.time, from: start)
      return noteLookalikes(from: start)
    }
    scanDecimal(from: start)
  }

  /// The end of digits after which comes nothing that could belong to a number, a date or a time.
  @inline(__always)
  func endOfPlainDigits(at start: Int) -> Int? {
    var end = start
    while end < bytes.count, bytes[end] &- UInt8(ascii: "0") < 10 { end += 1 }
    guard end > start, end < bytes.count else { return nil }
    switch bytes[end] {
    case 0x20, 0x0A, 0x0D, UInt8(ascii: ")"), UInt8(ascii: ","): return end
    case UInt8(ascii: "."):
      return end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: ".") ? end : nil
    default: return nil
    }
  }

  private mutating func scanDate(from start: Int, to end: Int) {
    index = end
    var kind = Token.Kind.date
    if look(end).ascii == UInt8(ascii: "T"), let time = self.end(of: "00:00", at: end + 1) {
      index = endOfTime(time)
      kind = .dateTime
      if let zone = endOfZone(index) {
        index = zone
        kind = .instant
      }
    }
    push(kind, from: start)
    noteLookalikes(from: start)
  }

  /// The end of `:15` and `.250` after `09:30`.
  private func endOfTime(_ position: Int) -> Int {
    guard var end = end(of: ":00", at: position) else { return position }
    guard look(end).ascii == UInt8(ascii: "."), digit(end + 1) != nil else { return end }
    end += 1
    while let width = digit(end) { end += width }
    return end
  }

  private func endOfZone(_ position: Int) -> Int? {
    if look(position).ascii == UInt8(ascii: "Z") { return position + look(position).width }
    return end(of: "+00:00", at: position) ?? end(of: "-00:00", at: position)
  }

  private mutating func scanDecimal(from start: Int) {
    skipDigits()
    if look(index).ascii == UInt8(ascii: "."), digit(index + look(index).width) != nil {
      index += look(index).width
      skipDigits()
    }
    let afterDigits = index
    skipNameBytes()
    if index > afterDigits {
      report(.badNumber(string(start, index)), from: start)
      return push(.unknown, from: start)
    }
    push(.number, from: start)
    noteLookalikes(from: start)
  }

  private mutating func skipDigits() {
    while true {
      if let width = digit(index) {
        index += width
      } else if index < bytes.count, bytes[index] == UInt8(ascii: "_"), digit(index + 1) != nil {
        index += 1
      } else {
        return
      }
    }
  }

  /// The bytes with full-width digits, punctuation and dashes brought to ASCII.
  static func asciiLookalikes(_ bytes: some Collection<UInt8>) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return Array(bytes) }
    var out: [UInt8] = []
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let ascii = Habit.isDash(scalar) ? UInt8(ascii: "-") : Habit.ascii(for: scalar)
      if ascii != 0 { out.append(ascii) } else { out.append(contentsOf: String(scalar).utf8) }
    }
    return out
  }
}

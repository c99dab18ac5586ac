// Numbers, dates and times.

extension Lexer {
  private func digit(_ position: Int) -> Int? {
    let (ascii, width) = look(position)
    return UInt8(ascii: "0")...UInt8(ascii: "9") ~= ascii ? width : nil
  }

  /// Returns the index after a shape such as `0000-00-00` at `position`. Each `0` matches any digit.
  private func end(of shape: String, at position: Int) -> Int? {
    var position = position
    for wanted in shape.utf8 {
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
    guard position < end, bytes[position] >= 0x80 else { return false }
    return Lookalike.isDash(scalar(at: position).0)
  }

  mutating func scanNumber() {
    let start = index
    var end = index
    var count = 0
    while let width = digit(end) { (end, count) = (end + width, count + 1) }
    if count == 4, let date = self.end(of: "-00-00", at: end), digit(date) == nil {
      return scanDate(from: start, to: date)
    }
    if count == 2, let time = self.end(of: ":00", at: end), digit(time) == nil {
      index = endOfTime(time)
      push(.time, from: start)
      return noteLookalikes(from: start)
    }
    scanDecimal(from: start)
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

  /// Returns the index after `:15` and `.250` at `position`, the parts of a time that may follow `09:30`.
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
      } else if index < end, bytes[index] == UInt8(ascii: "_"), digit(index + 1) != nil {
        index += 1
      } else {
        return
      }
    }
  }

  /// Returns the text of `bytes` with full-width digits, punctuation and dashes replaced by ASCII.
  static func asciiLookalikes(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(where: { $0 >= 0x80 }) else { return text }
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let ascii = Lookalike.isDash(scalar) ? UInt8(ascii: "-") : Lookalike.ascii(for: scalar)
      out.append(ascii != 0 ? Unicode.Scalar(ascii) : scalar)
    }
    return String(out)
  }
}

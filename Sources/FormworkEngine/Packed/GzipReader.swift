// Reads gzip (RFC 1952): one member after another, each with its check sum.

/// Unpacks a gzip file.
package struct GzipReader: ~Copyable {
  private var inflater: Inflater
  private var checksum = Checksum32()
  private var length: UInt32 = 0
  private var place = Place.header

  private enum Place { case header, contents, trailer, end }

  /// Whether bytes begin like those of a gzip file.
  package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

  private static let mark: [UInt8] = [0x1F, 0x8B]

  package init(_ refill: @escaping Inflater.Refill) { inflater = Inflater(refill) }

  /// The next bytes that were packed, which are good until the next call: none at their end, nil if more of the
  /// file has to come first.
  package mutating func next() throws(InflateProblem) -> UnsafeBufferPointer<UInt8>? {
    inflater.resume()
    while place != .end {
      if place == .contents {
        guard let part = try inflater.next() else { return nil }
        if part.isEmpty { place = .trailer }
        checksum.add(part)
        length &+= UInt32(truncatingIfNeeded: part.count)
        if !part.isEmpty { return part }
      }
      inflater.keep()
      do throws(InflateProblem) {
        place = place == .trailer ? try readTrailer() : try readHeader()
        inflater.release()
      } catch {
        guard error == .unexpectedEnd, inflater.giveBack() else { throw error }
        return nil
      }
    }
    return UnsafeBufferPointer(start: nil, count: 0)
  }

  /// Reads what comes before a member, if there is one more, and not only zeros.
  private mutating func readHeader() throws(InflateProblem) -> Place {
    var first = inflater.nextByte()
    while first == 0 {
      inflater.keep()
      first = inflater.nextByte()
    }
    guard let first else {
      if inflater.isWaiting { throw .unexpectedEnd }
      return .end
    }
    guard first == GzipReader.mark[0], try byte() == GzipReader.mark[1], try byte() == 8 else {
      throw .badCode
    }
    let flags = try byte()
    guard flags & 0xE0 == 0 else { throw .badCode }
    try skip(6)
    if flags & 0x04 != 0 { try skip(Int(try byte()) | Int(try byte()) << 8) }
    // The name of the file, and a comment.
    for flag: UInt8 in [0x08, 0x10] where flags & flag != 0 {
      while try byte() != 0 {}
    }
    if flags & 0x02 != 0 { try skip(2) }
    (checksum, length) = (Checksum32(), 0)
    inflater.startAgain()
    return .contents
  }

  private mutating func readTrailer() throws(InflateProblem) -> Place {
    guard UInt32(try inflater.takeTrailer(4)) == checksum.value else { throw .badChecksum }
    guard UInt32(try inflater.takeTrailer(4)) == length else { throw .badLength }
    return .header
  }

  private mutating func byte() throws(InflateProblem) -> UInt8 {
    guard let byte = inflater.nextByte() else { throw .unexpectedEnd }
    return byte
  }

  private mutating func skip(_ count: Int) throws(InflateProblem) {
    for _ in 0..<count { _ = try byte() }
  }
}

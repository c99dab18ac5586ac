// Reads gzip (RFC 1952): one member after another, each with its checksum.

/// Decompresses a gzip file.
package struct GzipReader: ~Copyable {
  private var inflater: Inflater
  private var checksum = Checksum32()
  private var length: UInt32 = 0
  private var place = Place.header(.mark)
  /// Whether a member has been read. After a member, bytes that aren't gzip are allowed.
  private var hasMember = false
  /// Whether the last member is followed by bytes that are neither zeros nor a member. Like the `gzip` tool, the reader
  /// ignores these bytes.
  package private(set) var hasTrailingBytes = false

  private enum Place {
    case header(Header)
    case contents, trailer, end
  }

  /// The next part of a header. A header is read byte by byte and not stored, because it may have any length.
  private enum Header {
    /// The first byte, after any number of zeros.
    case mark
    case secondMark
    case method
    case flags
    /// The time, the compression level and the operating system.
    case plain(left: Int)
    case extraLength(low: Int?)
    case extra(left: Int)
    case name
    case comment
    case checksum(left: Int)
    case end
  }

  /// The flags of the current member.
  private var flags: UInt8 = 0

  /// Whether `bytes` begin with the magic number of gzip.
  package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

  private static let mark: [UInt8] = [0x1F, 0x8B]

  package init(_ refill: @escaping Inflater.Refill) { inflater = Inflater(refill) }

  /// Returns the next decompressed bytes, which are valid until the next call. Returns an empty buffer at the end of
  /// the data, or nil if more input is needed first.
  package mutating func next() throws(InflateProblem) -> UnsafeBufferPointer<UInt8>? {
    inflater.resume()
    while true {
      switch place {
      case .header(let header):
        guard let next = try readHeader(header) else { return nil }
        place = next
      case .contents:
        guard let part = try inflater.next() else { return nil }
        checksum.add(part)
        length &+= UInt32(truncatingIfNeeded: part.count)
        if !part.isEmpty { return part }
        place = .trailer
      case .trailer:
        guard try readTrailer() else { return nil }
        hasMember = true
        place = .header(.mark)
      case .end: return UnsafeBufferPointer(start: nil, count: 0)
      }
    }
  }

  /// Reads the next byte of a header and returns the place after it, or nil if the byte isn't available yet.
  private mutating func readHeader(_ header: Header) throws(InflateProblem) -> Place? {
    if case .end = header {
      (checksum, length) = (Checksum32(), 0)
      inflater.startAgain()
      return .contents
    }
    guard let byte = inflater.nextByte() else {
      if inflater.isWaiting { return nil }
      return try endOfFile(in: header)
    }
    switch header {
    case .mark:
      // Skip zeros: tapes pad their blocks with them.
      if byte == 0 { return place }
      return byte == GzipReader.mark[0] ? .header(.secondMark) : try noMember()
    case .secondMark: return byte == GzipReader.mark[1] ? .header(.method) : try noMember()
    case .method:
      guard byte == 8 else { throw .badCode }
      return .header(.flags)
    case .flags:
      guard byte & 0xE0 == 0 else { throw .badCode }
      flags = byte
      return .header(.plain(left: 6))
    case .plain(let left): return .header(left > 1 ? .plain(left: left - 1) : after(.flags))
    case .extraLength(nil): return .header(.extraLength(low: Int(byte)))
    case .extraLength(let low?):
      let length = low | Int(byte) << 8
      return .header(length > 0 ? .extra(left: length) : after(.extra(left: 0)))
    case .extra(let left):
      return .header(left > 1 ? .extra(left: left - 1) : after(.extra(left: 0)))
    case .name: return .header(byte != 0 ? .name : after(.name))
    case .comment: return .header(byte != 0 ? .comment : after(.comment))
    case .checksum(let left): return .header(left > 1 ? .checksum(left: left - 1) : .end)
    case .end: return .contents
    }
  }

  /// Returns the part of the header that comes after `header`, depending on the flags.
  private func after(_ header: Header) -> Header {
    switch header {
    case .flags where flags & 0x04 != 0: .extraLength(low: nil)
    case .flags, .extra:
      flags & 0x08 != 0 ? .name : after(.name)
    case .name where flags & 0x10 != 0: .comment
    case .name, .comment: flags & 0x02 != 0 ? .checksum(left: 2) : .end
    default: .end
    }
  }

  /// Handles the end of the file in a header. Throws if the header is incomplete. A single byte after a member counts
  /// as trailing data.
  private mutating func endOfFile(in header: Header) throws(InflateProblem) -> Place {
    switch header {
    case .mark: return .end
    case .secondMark where hasMember: return try noMember()
    default: throw .unexpectedEnd
    }
  }

  /// Treats bytes that aren't a member as the end of the data. Throws if no member precedes them.
  private mutating func noMember() throws(InflateProblem) -> Place {
    guard hasMember else { throw .badCode }
    hasTrailingBytes = true
    return .end
  }

  /// Reads the checksum and the length. Returns false if they aren't available yet.
  private mutating func readTrailer() throws(InflateProblem) -> Bool {
    inflater.keep()
    do throws(InflateProblem) {
      guard UInt32(try inflater.takeTrailer(4)) == checksum.value else { throw .badChecksum }
      guard UInt32(try inflater.takeTrailer(4)) == length else { throw .badLength }
      inflater.release()
      return true
    } catch {
      guard error == .unexpectedEnd, inflater.giveBack() else { throw error }
      return false
    }
  }
}

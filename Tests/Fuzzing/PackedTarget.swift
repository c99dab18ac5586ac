// The target `packed`: bytes as a gzip file, whole and in parts, and as a workbook.

import FormworkEngine

/// Unpacks bytes, up to a limit.
func tryPacked(_ input: FuzzInput) {
  let bytes = input.first + [0] + input.second
  tryGzip(bytes, partSize: input.size)
  tryWorkbook(bytes, size: input.size)
}

private let limit = 64 << 20

/// Data that arrives in parts, with pauses, must equal data that arrives at once.
private func tryGzip(_ bytes: [UInt8], partSize: Int) {
  let (whole, parts) = (unpacked(bytes, partSize: nil), unpacked(bytes, partSize: partSize))
  // If a stream is truncated in the middle of a code, a part may already show that the code is invalid.
  expect(parts.problem == nil, equals: whole.problem == nil, "whether packed parts are whole")
  if whole.problem != nil { return }
  expect(parts.bytes, equals: whole.bytes, "what is packed in parts")
}

private func unpacked(
  _ bytes: [UInt8], partSize: Int?
) -> (bytes: [UInt8], problem: InflateProblem?) {
  var (rest, hasPaused) = (bytes[...], false)
  var reader = GzipReader { room in
    // At every other call, no bytes have arrived yet.
    hasPaused = partSize != nil && !hasPaused
    if hasPaused { return nil }
    let part = rest.prefix(min(room.count, partSize ?? .max))
    room.copyBytes(from: part)
    rest = rest.dropFirst(part.count)
    return part.count
  }
  var made: [UInt8] = []
  do throws(InflateProblem) {
    while made.count < limit {
      guard let part = try reader.next() else { continue }
      if part.isEmpty { break }
      made += part
    }
  } catch { return (made, error) }
  return (made, nil)
}

private func tryWorkbook(_ bytes: [UInt8], size: Int) {
  let workbook = try? Workbook(size: bytes.count) { place, room in
    guard bytes.indices.contains(place) else { return 0 }
    let part = bytes[place...].prefix(room.count)
    room.copyBytes(from: part)
    return part.count
  }
  guard let sheet = try? workbook?.sheet("", firstRow: size % 4 + 1, width: size % 3 == 0 ? 2 : nil)
  else { return }
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 16)
  defer { room.deallocate() }
  var count = 0
  while count < limit, let made = try? sheet.read(into: room), made > 0 { count += made }
}

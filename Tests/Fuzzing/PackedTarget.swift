// The target `packed`: bytes as a gzip file and as a workbook.

import FormworkEngine

/// Unpacks bytes, as far as a limit.
func tryPacked(_ input: FuzzInput) {
  let bytes = input.first + [0] + input.second
  tryGzip(bytes)
  tryWorkbook(bytes, size: input.size)
}

private let limit = 64 << 20

private func tryGzip(_ bytes: [UInt8]) {
  var rest = bytes[...]
  var reader = GzipReader { room in
    let part = rest.prefix(room.count)
    room.copyBytes(from: part)
    rest = rest.dropFirst(part.count)
    return part.count
  }
  var count = 0
  while count < limit, let part = try? reader.next(), !part.isEmpty { count += part.count }
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

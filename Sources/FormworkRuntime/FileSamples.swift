// What some places of a file held when they were read, to tell at its end whether it is still the same file.

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Samples of a file, as many of a large one as of a small one.
struct FileSamples {
  /// How many bytes a sample has.
  private static let size = 64
  /// The most samples.
  private static let limit = 2_048

  private struct Sample {
    let offset: Int
    let bytes: [UInt8]
  }

  private var samples: [Sample] = []
  /// Of how many parts that are read one is sampled, and how many have been read.
  private var (step, count) = (1, 0)

  /// Keeps the beginning and the end of a part that has been read.
  mutating func note(_ part: UnsafeRawBufferPointer, at offset: Int) {
    defer { count += 1 }
    guard count % step == 0, !part.isEmpty else { return }
    let start = max(0, part.count - FileSamples.size)
    samples.append(Sample(offset: offset, bytes: Array(part.prefix(FileSamples.size))))
    samples.append(Sample(offset: offset + start, bytes: Array(part[start...])))
    guard samples.count > FileSamples.limit else { return }
    samples = samples.enumerated().filter { $0.offset % 4 < 2 }.map { $0.element }
    step *= 2
  }

  /// Whether the file holds them still.
  func areThere(in descriptor: Int32) -> Bool {
    var room = [UInt8](repeating: 0, count: FileSamples.size)
    return samples.allSatisfy { sample in
      let got = pread(descriptor, &room, sample.bytes.count, off_t(sample.offset))
      return got == sample.bytes.count && room.prefix(got).elementsEqual(sample.bytes)
    }
  }
}

// The driver's requests.

import Foundation

/// A case, and its records in every shape that programs use.
struct Request: Decodable {
  /// The folder with `spec.form` and the file `data`.
  let folder: String
  /// The kind of the data, such as `csv`.
  let format: String
  /// The day that `today` means, such as `2026-11-20`.
  let today: String
  /// Decides how the data is cut and which native types values have.
  let seed: UInt64
  /// Each record alone, as bytes of JSON.
  let alone: [Data]?
  /// Each record alone, as native values; nil for a record that native values can't express.
  let values: [Native?]?
  /// Each record alone, as the names and texts of a web form; nil for a record that texts can't express.
  let texts: [[Text]?]?
  /// Each record alone, as the names of fields and what is typed into their boxes.
  let boxes: [[Text]?]?

  /// A name and a text.
  struct Text: Decodable {
    let name: String
    let text: String
  }
}

/// A native value: a letter for its type, then the value.
enum Native: Decodable {
  case null
  case bool(Bool)
  case int(Int)
  /// An exact number, as its digits.
  case decimal(Decimal)
  case double(Double)
  case string(String)
  case list([Native])
  case record([String: Native])

  private struct Unknown: Error {}

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    switch try container.decode(String.self) {
    case "n": self = .null
    case "b": self = .bool(try container.decode(Bool.self))
    case "i":
      guard let int = Int(try container.decode(String.self)) else { throw Unknown() }
      self = .int(int)
    case "d":
      guard let decimal = Decimal(string: try container.decode(String.self)) else {
        throw Unknown()
      }
      self = .decimal(decimal)
    case "f":
      guard let double = Double(try container.decode(String.self)) else { throw Unknown() }
      self = .double(double)
    case "s": self = .string(try container.decode(String.self))
    case "l": self = .list(try container.decode([Native].self))
    case "r": self = .record(try container.decode([String: Native].self))
    default: throw Unknown()
    }
  }
}

/// Random numbers that are the same for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

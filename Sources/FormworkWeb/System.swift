// The system functions that the module needs, because WebAssembly has no system.

/// The state of the random generator that seeds hashing. The host sets this state once.
nonisolated(unsafe) private var seed: UInt64 = 0x9E37_79B9_7F4A_7C15

/// Seeds the hashing of dictionaries, so that no form can be crafted whose names all collide.
@c(formwork_seed)
public func setSeed(_ low: UInt32, _ high: UInt32) { seed = UInt64(high) << 32 | UInt64(low) }

/// Fills memory with random bytes. The standard library calls this function.
@c(arc4random_buf)
public func fillRandomly(_ start: UnsafeMutableRawPointer, _ count: Int) {
  // SplitMix64 (Steele, Lea and Flood, 2014).
  for offset in 0..<count {
    seed &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (seed ^ (seed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    start.storeBytes(
      of: UInt8(truncatingIfNeeded: mixed >> 56), toByteOffset: offset, as: UInt8.self)
  }
}

/// Allocates memory for bytes that the host writes. The host frees it with `formwork_room_free`.
@c(formwork_room)
public func room(_ count: Int) -> UnsafeMutableRawPointer? {
  count > 0 ? .allocate(byteCount: count, alignment: 16) : nil
}

/// Frees memory from `formwork_room`.
@c(formwork_room_free)
public func freeRoom(_ room: UnsafeMutableRawPointer?) { room?.deallocate() }

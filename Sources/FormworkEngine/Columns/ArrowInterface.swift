// The Arrow C data interface (Apache Arrow, "The Arrow C data interface", ABI-stable): two structures of C, by which
// programs hand columns to each other without copying them.

/// `ArrowSchema`: what a column is like.
package struct ArrowSchema {
  package typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// The type, as a format string such as `u` or `tdD`.
  package var format: UnsafePointer<CChar>?
  package var name: UnsafePointer<CChar>?
  package var metadata: UnsafePointer<CChar>?
  package var flags: Int64
  package var childCount: Int64
  package var children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>?
  package var dictionary: UnsafeMutablePointer<ArrowSchema>?
  /// Frees what the structure owns; nil once that is done.
  package var release: Release?
  package var owner: UnsafeMutableRawPointer?

  package init(
    format: UnsafePointer<CChar>, name: UnsafePointer<CChar>, flags: Int64, childCount: Int,
    children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>?, release: @escaping Release,
    owner: UnsafeMutableRawPointer
  ) {
    (self.format, self.name, self.flags) = (format, name, flags)
    (self.childCount, self.children) = (Int64(childCount), children)
    (self.release, self.owner) = (release, owner)
  }
}

/// `ArrowArray`: the values of a column.
package struct ArrowArray {
  package typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void

  package var length: Int64
  /// -1 if nobody has counted.
  package var nullCount: Int64
  /// How many values of the buffers come before the first one.
  package var offset: Int64
  package var bufferCount: Int64
  package var childCount: Int64
  package var buffers: UnsafeMutablePointer<UnsafeRawPointer?>?
  package var children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>?
  package var dictionary: UnsafeMutablePointer<ArrowArray>?
  /// Frees what the structure owns; nil once that is done.
  package var release: Release?
  package var owner: UnsafeMutableRawPointer?

  package init(
    length: Int, nullCount: Int, bufferCount: Int, childCount: Int,
    buffers: UnsafeMutablePointer<UnsafeRawPointer?>?,
    children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>?, release: @escaping Release,
    owner: UnsafeMutableRawPointer
  ) {
    (self.length, self.nullCount, offset) = (Int64(length), Int64(nullCount), 0)
    (self.bufferCount, self.childCount) = (Int64(bufferCount), Int64(childCount))
    (self.buffers, self.children) = (buffers, children)
    (self.release, self.owner) = (release, owner)
  }
}

/// Why columns cannot be read.
package enum ColumnFault: Error, Equatable {
  /// A type that no field has, as its format string.
  case unsupported(column: String, format: String)
  /// Two columns of one name in a structure.
  case repeated(column: String, name: String)
  /// What contradicts the interface: a missing buffer, a negative length, offsets that decrease, an index without a value.
  case broken(column: String)
  /// Structures in structures in structures.
  case tooDeep(column: String)
}

// The Arrow C data interface (Apache Arrow, "The Arrow C data interface", ABI-stable): two C structures with which
// programs pass columns to each other without copying them.

/// `ArrowSchema`: the type of a column.
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
  /// Frees the memory that the structure owns. Nil afterward.
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
  /// The number of null values, or -1 if unknown.
  package var nullCount: Int64
  /// The index of the array's first value in the buffers.
  package var offset: Int64
  package var bufferCount: Int64
  package var childCount: Int64
  package var buffers: UnsafeMutablePointer<UnsafeRawPointer?>?
  package var children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>?
  package var dictionary: UnsafeMutablePointer<ArrowArray>?
  /// Frees the memory that the structure owns. Nil afterward.
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

/// Why columns can't be read.
package enum ColumnFault: Error, Equatable {
  /// A type that no field has, with its format string.
  case unsupported(column: String, format: String)
  /// Two columns in a structure have the same name.
  case repeated(column: String, name: String)
  /// A violation of the interface: a missing buffer, a negative length, decreasing offsets, an index without a value.
  case broken(column: String)
  /// Structures are nested too deeply.
  case tooDeep(column: String)
}

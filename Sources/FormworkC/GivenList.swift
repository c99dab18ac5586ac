// Values that a program gives for a form, and records for the form's lists. The records replace the files that the form
// names.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

#if canImport(FormworkRuntime)
  internal import FormworkRuntime
#endif

/// `formwork_list`
struct GivenList {
  private var name: UnsafePointer<CChar>?
  private var file: UnsafePointer<CChar>?
  private var text = ByteBlock()
  private var arrays: UnsafePointer<UnsafePointer<ArrowArray>?>?
  private var arrayCount = 0
  private var schema: UnsafePointer<ArrowSchema>?
  private var value: UnsafePointer<CChar>?

  /// The lists and values that a program gives, each with its name.
  struct All {
    var lists: [(list: String, source: ListSource<StreamFault>)] = []
    var values: [(name: String, value: String)] = []
  }

  /// Returns the records and values at `start`, or nil if an argument is missing.
  static func all(_ start: UnsafeRawPointer?, _ count: Int) -> All? {
    guard let start, count > 0 else { return count == 0 ? All() : nil }
    var all = All()
    for list in UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: GivenList.self), count: count)
    {
      guard let name = list.name.map({ String(cString: $0) }) else { return nil }
      if let value = list.value {
        all.values.append((name, String(cString: value)))
      } else if let source = list.source {
        all.lists.append((name, source))
      } else {
        return nil
      }
    }
    return all
  }

  private var source: ListSource<StreamFault>? {
    if let schema, schema.pointee.release != nil, arrayCount >= 0 {
      guard arrays != nil || arrayCount == 0 else { return nil }
      let batches = UnsafeBufferPointer(start: arrays, count: arrayCount)
      guard batches.allSatisfy({ $0?.pointee.release != nil }) else { return nil }
      return ListSource { reading throws(StreamFault) in
        for batch in batches { if let batch { try reading.read(batch, schema) } }
      }
    }
    let file = file.map { String(cString: $0) }
    if let bytes = text.bytes, !text.isNull || file == nil {
      return ListSource(file == nil ? .ndjson : nil, named: file ?? "records", Array(bytes))
    }
    #if canImport(FormworkRuntime)
      return file.map { ListSource(ListFiles(at: nil).records(of: SystemText($0))) }
    #else
      return nil
    #endif
  }
}

// Written from `DataKind` of another module. Change that, and run `FORMWORK_RECORD=1 swift test --filter
// DocsTablesTests`.

/// The format of a file of records.
public enum RecordFormat: String, Sendable, Hashable, CaseIterable {
  /// A JSON object, an array of objects, or an array inside an object, which the form names with `records at`.
  case json
  /// A JSON object on each line.
  case ndjson
  /// A table separated by commas, or by the delimiter that the form declares.
  case csv
  /// A table separated by tabs.
  case tsv
  /// A sheet of an Excel workbook.
  case xlsx
}

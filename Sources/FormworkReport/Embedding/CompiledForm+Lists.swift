// Reads the lists of other data before the form's own records. The host gives the records of the lists, or the form
// names their files.

package import FormworkEngine
package import FormworkSyntax

/// The records of a list of other data.
package struct ListSource<Failure: Error> {
  /// The kind of the data, or nil for the kind that the form declares.
  package let kind: DataKind?
  /// Adds the records to a list that is being read.
  package let read: (ListReading) throws(Failure) -> Void

  package init(
    _ kind: DataKind? = nil, _ read: @escaping (ListReading) throws(Failure) -> Void
  ) {
    (self.kind, self.read) = (kind, read)
  }
}

/// The reason why the lists of a form can't be read.
package enum ListFailure<Failure: Error>: Error {
  /// The host gives no records for a list without a file.
  case notGiven(DataList)
  /// The host gives records for a list that the form doesn't have.
  case noList(String, near: [String])
  case unreadable(DataList, Failure)
  /// A value that the form needs is missing, wrong or not known.
  case value(ValueFault)
}

extension CompiledForm {
  /// Returns the form with the records of its lists.
  ///
  /// - Parameters:
  ///   - given: sources of records, each with the name of its list. A source replaces the list's file. The last source
  ///     of a list is used.
  ///   - values: the values that the form needs, as texts.
  ///   - isForExamples: whether lists may lack records, and values may be missing, because no data is checked.
  ///   - warn: receives a sentence about each list that has unreadable records, or several records with a key by which
  ///     the form looks up a single one.
  ///   - open: returns a source of a list's records from a file that the form names, or nil if the file is optional and
  ///     missing.
  package func readingLists<Failure>(
    given: [(list: String, source: ListSource<Failure>)],
    values: [(name: String, value: String)] = [], isForExamples: Bool = false, moment: Moment,
    warn: (DataList, String) -> Void,
    open: (DataList, String) throws(Failure) -> ListSource<Failure>?
  ) throws(ListFailure<Failure>) -> CompiledForm {
    let lists = program.dataLists
    for (name, _) in given where !lists.contains(where: { $0.name == name }) {
      throw .noList(name, near: NearNames.nearest(to: name, among: lists.map { $0.name }))
    }
    let needed = program.neededValues
    for (name, _) in values where !needed.contains(name) {
      throw .value(.unknown(name, near: NearNames.nearest(to: name, among: needed)))
    }
    if lists.isEmpty { return self }
    var program = program
    for (number, list) in lists.enumerated() {
      if list.isOfValues {
        let reading = ListReading(number, of: program, moment: moment)
        do throws(ValueFault) { try readValues(values, into: reading, moment: moment) } catch {
          if !isForExamples { throw .value(error) }
        }
        program = program.with(reading)
        continue
      }
      var source = given.last { $0.list == list.name }?.source
      if source == nil, list.file == nil, !list.isOptional, !isForExamples {
        throw .notGiven(list)
      }
      do throws(Failure) {
        if source == nil, let file = list.file { source = try open(list, file) }
        let reading = ListReading(number, of: program, kind: source?.kind, moment: moment)
        if let source { try source.read(reading) }
        program = program.with(reading)
        for warning in reading.warnings(in: program) { warn(list, warning) }
      } catch { throw .unreadable(list, error) }
    }
    return with(program)
  }

  /// Returns the form with the records of its lists. The warnings about the lists become warnings about the form.
  ///
  /// - Throws: the findings of the form, the last of which is about the lists.
  package func readingLists(
    given: [(list: String, source: ListSource<StreamFault>)] = [],
    values: [(name: String, value: String)] = [], moment: Moment,
    open: (DataList, String) throws(StreamFault) -> ListSource<StreamFault>?
  ) throws(FormError) -> CompiledForm {
    var diagnostics = diagnostics
    func tell(_ sentence: String, _ severity: Severity, _ list: DataList?, hint: String? = nil) {
      let span = list?.span ?? Span(0 as UInt32, 0)
      diagnostics.told.append(
        Diagnostic("unusable-file", severity, visible(sentence), at: span, hint: hint))
    }
    do throws(ListFailure<StreamFault>) {
      let form = try readingLists(
        given: given, values: values, moment: moment, warn: { tell($1, .warning, $0) }, open: open)
      return form.with(diagnostics)
    } catch {
      switch error {
      case .notGiven(let list):
        tell(
          "The list \"\(list.name)\" has no file, and this program gives it no records.", .error,
          list)
      case .noList(let name, let near):
        tell(
          "The form has no list \"\(name)\", for which this program gives records.", .error, nil,
          hint: near.first.map { "Did you mean \($0)?" })
      case .unreadable(let list, let fault): tell(fault.sentence, .error, list)
      case .value(let fault): tell(fault.sentence, .error, nil)
      }
      throw FormError(source: source, diagnostics: diagnostics)
    }
  }
}

extension ListReading {
  /// Adds the records of a text in UTF-8.
  package func read(_ text: TextBytes) throws(StreamFault) {
    if let fault = RecordStream(self).take(text, isLast: true) { throw fault }
  }

  /// Adds the records of a batch of columns.
  package func read(
    _ array: UnsafePointer<ArrowArray>, _ schema: UnsafePointer<ArrowSchema>
  ) throws(StreamFault) {
    let problems: [TableProblem]
    do throws(ColumnFault) { problems = try add(array, schema) } catch {
      throw StreamFault(sentence: error.sentence)
    }
    if problems.contains(where: { $0.isError }) { throw StreamFault(columns: problems) }
  }
}

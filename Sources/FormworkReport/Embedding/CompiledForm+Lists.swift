// Reads the lists of other data in programs without files of their own, as the host reads the files that a form uses.

package import FormworkEngine
package import FormworkSyntax

extension CompiledForm {
  /// Returns the form with the records of its lists.
  ///
  /// - Parameter read: reads the files that the form uses.
  /// - Throws: if a list has no file, or if it can't be read.
  package func readingLists(
    moment: Moment, read: FormLoader.Reader
  ) throws(FormError) -> CompiledForm {
    if program.dataLists.isEmpty { return self }
    var program = program
    for (number, list) in program.dataLists.enumerated() {
      let kind = list.file.flatMap { DataKind(ofName: $0) }
      let reading = ListReading(number, of: program, kind: kind, moment: moment)
      if let file = list.file {
        try fill(reading, from: read(file), list)
      } else if !list.isOptional {
        throw fault(
          "The list \"\(list.name)\" has no file, and this program gives it no records.", list)
      }
      program = program.with(reading)
    }
    return with(program)
  }

  private func fill(
    _ reading: ListReading, from file: Result<FileText, FormLoader.FileError>, _ list: DataList
  ) throws(FormError) {
    let name = list.file ?? ""
    switch file {
    case .success(let text):
      let options = ReportOptions(layout: reading.layout, moment: .first)
      let stream = RecordStream(reading, source, options)
      let found = text.bytes.withUnsafeBufferPointer { stream.take($0, isLast: true) }
      if let found { throw fault("\(name): \(found.sentence)", list) }
    case .failure:
      if !list.isOptional { throw fault("The file \"\(name)\" cannot be read.", list) }
    }
  }

  private func fault(_ sentence: String, _ list: DataList) -> FormError {
    var diagnostics = diagnostics
    diagnostics.told.append(
      Diagnostic("unusable-file", .error, visible(sentence), at: list.span))
    return FormError(source: source, diagnostics: diagnostics)
  }
}

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
    var readings: [ListReading] = []
    for (number, list) in program.dataLists.enumerated() {
      let own = program.program(ofList: number)
      let reading = ListReading(number, of: program, own, moment: moment)
      readings.append(reading)
      guard let file = list.file else {
        if list.isOptional { continue }
        throw fault(
          "The list \"\(list.name)\" has no file, and this program gives it no records.", list)
      }
      switch read(file) {
      case .success(let text):
        let kind = DataKind.allCases.first { file.lowercased().hasSuffix("." + $0.rawValue) }
        let layout = program.layout(ofList: number, kind ?? program.kind(ofList: number))
        let options = ReportOptions(layout: layout, moment: moment)
        let stream = RecordStream(reading, own, source, options)
        let found = text.bytes.withUnsafeBufferPointer { stream.take($0, isLast: true) }
        if let found { throw fault("\(file): \(found.sentence)", list) }
      case .failure:
        if list.isOptional { continue }
        throw fault("The file \"\(file)\" cannot be read.", list)
      }
    }
    return with(program.with(readings))
  }

  private func fault(_ sentence: String, _ list: DataList) -> FormError {
    var diagnostics = diagnostics
    diagnostics.told.append(
      Diagnostic("unusable-file", .error, visible(sentence), at: list.span))
    return FormError(source: source, diagnostics: diagnostics)
  }
}

// Explains the data formats that a form declares.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension Explainer {
  func files() -> [Document.Block] {
    let items = files(program.layouts)
    return items.isEmpty ? [] : [.list(items)]
  }

  private func files(_ layouts: [DataLayout]) -> [Document.Item] {
    layouts.map { layout in
      Document.Item(
        text: text(.fileKind).filled(("kind", layout.kind.rawValue.uppercased())),
        items: settings(layout).map { Document.Item(text: $0) })
    }
  }

  /// Returns the sentence on where the records of a list of other data come from.
  func source(of list: DataList) -> String {
    list.file.map { text(.fromFile).filled(("file", quoted(visible($0)))) } ?? text(.givenFile)
  }

  /// Returns the values that are given when the form is run.
  func runValues() -> [Document.Block] {
    program.dataLists.filter { $0.isOfValues }.flatMap { fields(of: $0) }
  }

  /// Returns the lists of other data, each with its columns.
  func otherData() -> [Document.Block] {
    program.dataLists.filter { !$0.isOfValues }.map { list in
      let label = writer.label(ofList: list.name, list.label)
      var items = files(list.layouts)
      if list.isOptional { items.append(Document.Item(text: text(.fileMayBeMissing))) }
      return .entry(
        Document.Entry(
          label: label, name: label == list.name ? nil : list.name, summary: summary(of: list),
          blocks: (items.isEmpty ? [] : [.list(items)]) + fields(of: list)))
    }
  }

  private func fields(of list: DataList) -> [Document.Block] {
    let level = Int32(list.level)
    return blocks(of: program.outline(ofLevel: level), level: level, inside: [])
  }

  /// Returns a summary such as "3 columns of "customers.csv"".
  private func summary(of list: DataList) -> String {
    let fields = program.fields(ofLevel: Int32(list.level))
    let count = String(fields.count { !program.field($0).isCalculated })
    let unit = words.plural.form(of: words.unit(.column), for: count)
    let amount = words.phrase(.amount).filled(("count", count), ("unit", unit))
    let file = list.file.map { quoted(visible($0)) } ?? ""
    return text(list.file == nil ? .columnsGiven : .columnsOfFile).filled(
      ("amount", amount), ("file", file))
  }

  /// Returns the phrase for whether a field must be filled in. Of other data, only the columns must be there.
  ///
  /// - Parameter list: the list of other data that the field belongs to.
  func presence(isRequired: Bool, _ list: DataList?) -> ExplainPhrase {
    guard let list else { return isRequired ? .required : .optional }
    if list.isOfValues { return isRequired ? .mustBeGiven : .mayBeLeftOut }
    return isRequired ? .needsColumn : .mayLackColumn
  }

  func settings(_ layout: DataLayout) -> [String] {
    var texts: [String] = []
    if layout.delimiter.isSaid {
      let mark = layout.delimiter.value
      let name = mark == 0x09 ? text(.tab) : quoted(String(UnicodeScalar(mark)))
      texts.append(text(.delimiter).filled(("text", name)))
    }
    if layout.encoding.isSaid {
      texts.append(text(.encoding).filled(("name", quoted(layout.encoding.value))))
    }
    if layout.header.isSaid {
      switch layout.header.value {
      case .line(let line): texts.append(text(.headerLine).filled(("line", String(line))))
      case .none: texts.append(text(.noHeader))
      }
    }
    if layout.sheet.isSaid {
      texts.append(text(.sheet).filled(("name", quoted(layout.sheet.value))))
    }
    if !layout.blanks.isEmpty {
      let blanks = layout.blanks.map { quoted(visible(String(decoding: $0, as: UTF8.self))) }
      texts.append(text(.blankTexts).filled(("texts", words.listed(blanks, .or))))
    }
    switch layout.columns {
    case .all: texts.append(text(.allColumns))
    case .exact: texts.append(text(.exactColumns))
    case nil: break
    }
    if !layout.path.value.isEmpty {
      let path = quoted(visible(layout.path.value.joined(separator: ".")))
      texts.append(text(.recordsAt).filled(("path", path)))
    }
    return texts
  }
}

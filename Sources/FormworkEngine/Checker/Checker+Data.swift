// Compiles `data` declarations.

internal import FormworkSyntax

extension Checker {
  func compile(_ data: DataDeclaration) {
    var layout = DataLayout(data.kind)
    for setting in data.settings {
      if !setting.word.isTaken(by: data.kind) {
        let mistake = DataMistake.notTaken(setting.word.rawValue, data.kind)
        report(.data(mistake), at: setting.span)
        continue
      }
      compile(setting, into: &layout)
    }
    if layout.columns != nil, layout.header.value == .none,
      let columns = data.settings.first(where: { $0.word == .columns }),
      let header = data.settings.first(where: { $0.word == .header })
    {
      report(.data(.columnsWithoutHeader(header: header.span)), at: columns.span)
    }
    program.layouts.append(layout)
  }

  private func compile(_ setting: DataSetting, into layout: inout DataLayout) {
    switch setting.kind {
    case .delimiter(let text):
      guard let mark = DataLayout.delimiter(text.value) else {
        return report(.data(.badDelimiter), at: text.span)
      }
      layout.delimiter.say(mark, by: .form)
    case .encoding(let text):
      if !knowsEncoding(text.value) {
        report(.data(.unknownEncoding(text.value)), at: text.span)
      }
      layout.encoding.say(text.value, by: .form)
    case .header(let digits): compileHeader(digits, into: &layout)
    case .sheet(let text): layout.sheet.say(text.value, by: .form)
    case .blank(let texts): layout.blanks = texts.compactMap(blank)
    case .columns(let demand): layout.columns = demand
    case .records(let path): layout.path.say(path.map { $0.text }, by: .form)
    }
  }

  private func compileHeader(_ digits: Name?, into layout: inout DataLayout) {
    guard let digits else { return layout.header.say(.none, by: .form) }
    let line = Int(digits.text.filter { $0 != "_" }) ?? 0
    guard 1...DataLayout.headerLimit ~= line else {
      return report(.data(.badHeaderLine(limit: DataLayout.headerLimit)), at: digits.span)
    }
    layout.header.say(.line(line), by: .form)
  }

  /// Returns the trimmed bytes of a text that means blank, or nil after reporting that it is empty.
  private func blank(_ text: PlainText) -> [UInt8]? {
    var value = text.value
    let bytes = value.withUTF8 { Array($0.trimmed) }
    if bytes.isEmpty { report(.data(.emptyBlank), at: text.span) }
    return bytes.isEmpty ? nil : bytes
  }
}

extension DataSetting.Word {
  fileprivate func isTaken(by kind: DataKind) -> Bool {
    switch self {
    case .delimiter: kind.row.takesDelimiter
    case .encoding: !kind.isSheet
    case .header, .columns: kind.isTable
    case .sheet: kind.isSheet
    case .blank: true
    case .records: kind.shape == .document
    }
  }
}

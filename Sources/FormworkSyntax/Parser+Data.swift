// The production of `data`: the settings for a kind of data.

extension Parser {
  /// data ::= 'data' ('csv' | 'tsv' | 'json' | 'ndjson' | 'xlsx') '<' setting* '>'
  mutating func parseData() -> Declaration.Kind? {
    advance()
    if listDepth != blockDepth { reportInsideBlock("data") }
    let name = advance()
    guard let kind = DataKind(rawValue: text(of: name)) else { return nil }
    guard at(.less) else {
      reportExpected(.blockStart)
      recover()
      return nil
    }
    let opener = advance().span
    var settings: [DataSetting] = []
    while !at(.greater), !at(.end), !(token.keyword?.startsDeclaration ?? false) {
      if let setting = parseSetting() { note(setting, in: &settings) }
    }
    closeBlock(opener: opener)
    return .data(DataDeclaration(kind: kind, settings: settings))
  }

  private mutating func note(_ setting: DataSetting, in settings: inout [DataSetting]) {
    if let first = settings.first(where: { $0.word == setting.word }) {
      report(.repeated(setting.word.rawValue, first: first.span), at: setting.span)
    } else {
      settings.append(setting)
    }
  }

  /// setting ::= 'delimiter' TEXT | 'encoding' TEXT | 'header' (NUMBER | 'none') | 'sheet' TEXT
  ///   | 'blank' TEXT (',' TEXT)* | 'columns' ('all' | 'exact') | 'records' 'at' path
  private mutating func parseSetting() -> DataSetting? {
    let start = advance()
    let found = text(of: start)
    guard start.kind == .name, let word = DataSetting.Word(rawValue: found) else {
      reportUnknownSetting(found, at: start.span)
      return nil
    }
    guard let kind = parseValue(of: word) else {
      skipToSetting()
      return nil
    }
    return DataSetting(word: word, kind: kind, span: start.span)
  }

  private mutating func parseValue(of word: DataSetting.Word) -> DataSetting.Kind? {
    switch word {
    case .delimiter: expectPlainText().map { .delimiter($0) }
    case .encoding: expectPlainText().map { .encoding($0) }
    case .sheet: expectPlainText().map { .sheet($0) }
    case .blank: parseBlanks().map { .blank($0) }
    case .header: parseHeader()
    case .columns: parseColumns()
    case .records: expect(.at, .listPath) ? .records(parsePath()) : nil
    }
  }

  private mutating func parseHeader() -> DataSetting.Kind? {
    if eat(word: "none") { return .header(nil) }
    guard at(.number) else {
      reportExpected(.headerLine)
      return nil
    }
    return .header(takeName())
  }

  private mutating func parseColumns() -> DataSetting.Kind? {
    if let demand = DataSetting.ColumnDemand.allCases.first(where: { eat(word: $0.rawValue) }) {
      return .columns(demand)
    }
    reportExpected(.columnDemand)
    return nil
  }

  private mutating func parseBlanks() -> [PlainText]? {
    var texts: [PlainText] = []
    repeat {
      guard let text = expectPlainText() else { return texts.isEmpty ? nil : texts }
      texts.append(text)
    } while eatComma(beforeText: true)
    return texts
  }

  private mutating func expect(word: String, _ wanted: SyntaxProblem.Wanted) -> Bool {
    if eat(word: word) { return true }
    reportExpected(wanted)
    return false
  }

  private mutating func expect(_ keyword: Keyword, _ wanted: SyntaxProblem.Wanted) -> Bool {
    if eat(keyword) { return true }
    reportExpected(wanted)
    return false
  }

  private mutating func reportUnknownSetting(_ found: String, at span: Span) {
    let words = DataSetting.Word.allCases.map { $0.rawValue }
    report(.unknownSetting(found, near: NearNames.nearest(to: found, among: words)), at: span)
    skipToSetting()
  }

  /// Skips to the next setting, or to the end of the settings.
  private mutating func skipToSetting() {
    while !at(.greater), !at(.end), !(token.keyword?.startsDeclaration ?? false) {
      if at(.name), DataSetting.Word(rawValue: text(of: token)) != nil { return }
      advance()
    }
  }
}

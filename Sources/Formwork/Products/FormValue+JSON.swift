// Parses JSON that the engine has already checked, for fields of type `any`.

internal import FormworkEngine
internal import FormworkReport

extension FormValue {
  /// Creates the value of a JSON text; nil for a number with more digits than the language supports.
  init?(json text: String) {
    var text = text
    let value = text.withUTF8 { bytes in
      var tokens = JSONTokens(bytes)
      return FormValue(tokens.next(), &tokens)
    }
    if case .json = value.content { return nil }
    self = value
  }

  /// Reads the value whose first token has just been read.
  private init(_ first: JSONTokens.Token, _ tokens: inout JSONTokens) {
    switch first {
    case .text(let text): content = .text(text.string ?? "")
    case .truth(let bool): content = .bool(bool)
    case .number(let digits):
      if let integer = ExactDecimal.parseInt64(json: digits).integer {
        content = .integer(integer)
      } else {
        let number = ExactDecimal.parse(json: digits).number
        content = number.map { .number($0) } ?? .json(digits.makeString())
      }
    case .listStart:
      var items: [FormValue] = []
      reading: while true {
        let token = tokens.next()
        switch token {
        case .listEnd, .end: break reading
        default: items.append(FormValue(token, &tokens))
        }
      }
      content = .list(items)
    case .recordStart:
      var entries: [Product.Entry] = []
      while case .text(let name) = tokens.next() {
        let value = FormValue(tokens.next(), &tokens)
        entries.append(Product.Entry(name: name.string ?? "", value: value))
      }
      content = .record(Product(entries))
    case .null, .recordEnd, .listEnd, .end: content = .null
    }
  }
}

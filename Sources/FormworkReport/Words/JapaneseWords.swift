// The built-in messages in Japanese.

internal import FormworkEngine

enum JapaneseWords {
  /// The message of a problem with what `label` calls.
  static func message(_ facts: ProblemFacts, label: String, _ writer: MessageWriter) -> String {
    switch facts {
    case .required(nil): "\(label)を入力してください"
    case .required(let item?): "\(label)の\(item)番目が空です"
    case .type(let type) where type.missingDay != nil:
      "\(label)：\(type.missingDay.map { name($0) } ?? "")という日はありません"
    case .type(let type):
      "\(label)は\(words(type))で\(type.isRightInUsualWidth ? "、半角で" : "")入力してください"
    case .choice(let choices):
      "\(label)は\(alternatives(written(choices, writer), choices.values.count))から選んでください"
    case .blank: "\(label)は空欄にしてください"
    case .unknownKey(let near): "「\(label)」という項目はありません\(suggestion(near))"
    case .rule(let rule): message(rule, label, writer)
    case .calculation: "\(label)は計算結果が得られないため確認できません"
    }
  }

  /// 「2月30日」、うるう年にはある日なら年も。
  private static func name(_ day: WrittenDay) -> String {
    (day.isOfLeapYears ? "\(day.year)年" : "") + "\(day.month)月\(day.day)日"
  }

  /// The choices as they are to be written, with their labels where these differ.
  private static func written(_ choices: ChoiceList, _ writer: MessageWriter) -> [String] {
    zip(choices.values, writer.labels(choices)).map { $0 == $1 ? $0 : "\($0)（\($1)）" }
  }

  private static func message(
    _ rule: FailedRule, _ label: String, _ writer: MessageWriter
  ) -> String {
    let bounds = Bounds(rule.limits, of: rule)
    return switch rule.test {
    case .recordCount: "レコードは\(amount(bounds, "件"))にしてください"
    case .word(.same, .holder(let first)): "\(label)はレコード\(name(first))と同じにしてください"
    case .word(_, .holder(let first)): "\(label)はレコード\(name(first))と重複しています"
    // A condition about another field, or about none alone, cannot be worded.
    case _ where !rule.isAboutField: "\(label)の内容が正しくありません"
    case .word(let word, let argument): label + words(word, argument, bounds, rule)
    case .inside: "\(label)は\(words(bounds))にしてください"
    case .outside: "\(label)は\(words(outside: bounds))にしてください"
    case .oneOf, .notNoneOf: label + oneOf(rule)
    case .noneOf, .notOneOf: "\(label)は\(alternatives(rule))以外にしてください"
    case .equal(let value): "\(label)は\(value.text)にしてください"
    case .notEqual(let value): "\(label)は\(value.text)以外にしてください"
    case .sameAs(let field): "\(label)は\(writer.label(ofField: field))と同じにしてください"
    case .differentFrom(let field): "\(label)は\(writer.label(ofField: field))と異なるものにしてください"
    case .order(let limits): "\(label)は\(words(Bounds(limits, of: rule)))にしてください"
    case .isTrue: "\(label)はtrueにしてください"
    case .host, .comparison, .other: "\(label)の内容が正しくありません"
    }
  }

  /// The number of a record, with its file where that is another one.
  static func name(_ holder: DataSetHit) -> String {
    holder.file.map { "\($0)の\(holder.record)" } ?? String(holder.record)
  }

  private static func oneOf(_ rule: FailedRule) -> String {
    let isOne = rule.choices?.named.count ?? 0 < 2
    return "は\(alternatives(rule))\(isOne ? "" : "のいずれか")にしてください"
  }

  /// What a type wants.
  static func words(_ type: ExpectedType) -> String {
    switch type.kind {
    case .string, .any, .choice: "文字列"
    case .int where type.isTooLarge: "-9223372036854775808から9223372036854775807までの整数"
    case .int: "\(type.examples[0])のような整数"
    case .number where type.isTooLarge: "38桁以内の数値"
    case .number: "\(type.examples[0])のような数値"
    case .bool: type.examples.joined(separator: "または")
    case .date: "\(type.examples[0])のような日付"
    case .time: "09:30のような時刻"
    case .dateTime: "2026-11-20T09:30のような日時"
    case .instant: "2026-11-20T09:30:00Zのようなタイムゾーン付きの日時"
    case .list: "リスト"
    case .record: "項目をもつレコード"
    }
  }

  private static func words(outside bounds: Bounds) -> String {
    bounds.outside.map { words($0.below) + "または" + words($0.above) } ?? words(bounds)
  }

  private static func words(_ bounds: Bounds) -> String {
    switch (bounds.minimum, bounds.maximum) {
    case (let low?, let high?):
      if low == high { return low }
      if bounds.isMoment {
        return bounds.excludesMaximum ? "\(low)以降、\(high)より前" : "\(low)から\(high)まで"
      }
      return "\(low)以上\(high)" + (bounds.excludesMaximum ? "未満" : "以下")
    case (let low?, nil):
      if bounds.isMoment { return low + (bounds.excludesMinimum ? "より後" : "以降") }
      return low + (bounds.excludesMinimum ? "より大きい値" : "以上")
    case (nil, let high?):
      if bounds.isMoment { return high + (bounds.excludesMaximum ? "より前" : "以前") }
      return high + (bounds.excludesMaximum ? "未満" : "以下")
    case (nil, nil): return "範囲内"
    }
  }

  /// Bounds of an age as those of a number of years.
  private static func years(_ bounds: Bounds) -> Bounds {
    var years = bounds
    years.minimum = bounds.minimum.map { $0 + "年" }
    years.maximum = bounds.maximum.map { $0 + "年" }
    years.isMoment = false
    return years
  }

  private static func amount(_ bounds: Bounds, _ unit: String) -> String {
    let bounds = bounds.ofCounts
    let within = bounds.excludesMaximum ? "未満" : "以内"
    switch (bounds.minimum, bounds.maximum) {
    case (let low?, let high?):
      if low == high { return "\(low)\(unit)" }
      return "\(low)\(unit)以上\(high)\(unit)\(within)"
    case (let low?, nil): return "\(low)\(unit)以上"
    case (nil, let high?): return "\(high)\(unit)\(within)"
    case (nil, nil): return "任意の\(unit)数"
    }
  }

  private static func decimals(_ bounds: Bounds) -> String {
    bounds.maximum == "0" ? "は小数なしで入力してください" : "の小数部は\(amount(bounds, "桁"))で入力してください"
  }

  private static func numberText(_ bounds: Bounds, _ kind: String) -> String {
    bounds.isOneValue
      ? "は\(kind)の\(words(bounds))で入力してください" : "は\(words(bounds))の\(kind)で入力してください"
  }

  private static func contains(_ content: FailedRule.Argument, _ bounds: Bounds?) -> String {
    let (what, unit) =
      if case .characters(let characters) = content {
        (characters.classes.map { name($0) }.joined(separator: "または"), "文字")
      } else {
        ("「\(content.text)」", "回")
      }
    guard let bounds = bounds?.ofCounts else {
      return "には\(what)を\(unit == "文字" ? "1文字以上" : "")含めてください"
    }
    if bounds.maximum == "0" { return "には\(what)を含めないでください" }
    return bounds.minimum == nil
      ? "に含める\(what)は\(amount(bounds, unit))にしてください"
      : "には\(what)を\(amount(bounds, unit))含めてください"
  }

  private static func only(_ content: FailedRule.Argument) -> String {
    guard case .characters(let characters) = content else { return "" }
    let signs = characters.characters.map { $0 == " " ? "空白" : "「\($0)」" }
    return (characters.classes.map { name($0) } + signs).joined(separator: "、")
  }

  private static func letters(_ script: FailedRule.Argument, andDigits: Bool) -> String {
    if case .anyScript = script { return "は文字\(andDigits ? "と数字" : "")だけで入力してください" }
    return "は半角英\(andDigits ? "数" : "")字で入力してください"
  }

  private static func name(_ textClass: TextClass) -> String {
    switch textClass {
    case .digit: "数字"
    case .letter: "英字"
    case .lowercase: "小文字"
    case .uppercase: "大文字"
    case .symbol: "記号"
    case .space: "空白"
    }
  }

  private static func alternatives(_ rule: FailedRule) -> String {
    alternatives(rule.choices?.named ?? [], rule.choices?.count ?? 0)
  }

  private static func alternatives(_ values: [String], _ count: Int) -> String {
    if values.isEmpty { return "一覧にある値" }
    let shown = values.prefix(12).joined(separator: "、")
    return values.count > 12 ? "\(shown)など\(count)個" : shown
  }

  private static func suggestion(_ near: [String]) -> String {
    near.isEmpty ? "" : "（もしかして: " + near.joined(separator: "、") + "）"
  }

  /// What a rule word says of a label.
  private static func words(
    _ word: Predicate, _ argument: FailedRule.Argument, _ bounds: Bounds, _ rule: FailedRule
  ) -> String {
    switch word {
    case .count: "は\(amount(bounds, rule.kind == .list ? "件" : "文字"))で入力してください"
    case .range, .before, .after: "は\(words(bounds))にしてください"
    case .decimals: decimals(bounds)
    case .age: "からの経過年数は\(words(years(bounds)))である必要があります"
    case .int: numberText(bounds, "整数")
    case .number: numberText(bounds, "数値")
    case .oneOf: oneOf(rule)
    case .contains: contains(argument, rule.limits.areNone ? nil : bounds)
    case .startsWith: "は「\(argument.text)」で始めてください"
    case .endsWith: "は「\(argument.text)」で終えてください"
    case .multipleOf: "は\(argument.text)の倍数にしてください"
    case .only: "に使えるのは\(only(argument))だけです"
    case .letters: letters(argument, andDigits: false)
    case .alphanumeric: letters(argument, andDigits: true)
    case .uuid: "は\(argument.text.isEmpty ? "" : "バージョン\(argument.text)の")UUIDで入力してください"
    case .like: "は\(argument.text)のような形式で入力してください"
    case .date:
      "は\(argument.text.isEmpty ? "2026-11-20" : argument.text)のような日付で入力してください"
    case .time: "は09:30のような時刻で入力してください"
    case .dateTime: "は2026-11-20T09:30のような日時で入力してください"
    case .instant: "は2026-11-20T09:30:00Zのようなタイムゾーン付きの日時で入力してください"
    case .filled: "を入力してください"
    case .blank: "は空欄にしてください"
    case .digits: "は半角数字で入力してください"
    case .lowercase: "は小文字で入力してください"
    case .uppercase: "は大文字で入力してください"
    case .ascii: "はASCII文字で入力してください"
    case .hiragana: "はひらがなで入力してください"
    case .katakana: "はカタカナで入力してください"
    case .kanji: "は漢字で入力してください"
    case .halfwidth: "は半角で入力してください"
    case .fullwidth: "は全角で入力してください"
    case .oneLine: "は改行せずに入力してください"
    case .matches: "の形式が正しくありません"
    case .email: "はname@example.orgのようなメールアドレスで入力してください"
    case .url: "はhttps://example.orgのようなURLで入力してください"
    case .uri: "はhttps://example.org/pageのようなURIで入力してください"
    case .hostname: "はwww.example.orgのようなホスト名で入力してください"
    case .ipv4: "は192.0.2.1のようなIPv4アドレスで入力してください"
    case .ipv6: "は2001:db8::1のようなIPv6アドレスで入力してください"
    case .phone: "は+81312345678のような国番号付きの電話番号で入力してください"
    case .creditCard: "は正しいカード番号を入力してください"
    case .iban: "は正しいIBANを入力してください"
    case .isbn: "は正しいISBNを入力してください"
    case .positive: "は0より大きくしてください"
    case .negative: "は0より小さくしてください"
    case .past: "は過去の日付にしてください"
    case .future: "は未来の日付にしてください"
    case .distinct: "には同じものを2回入れないでください"
    case .unique, .same: "の内容が正しくありません"
    }
  }

  /// How the message about a record that cannot be read begins.
  static let unreadable = "レコードを読み取れません: "

  /// - Parameter name: of the key that comes twice, or of the encoding.
  static func malformed(_ reason: MalformedRecord.Reason, name: String? = nil) -> String {
    switch reason {
    case .unexpectedEnd: "途中で終わっています"
    case .unexpected(.value): "ここに値がありません"
    case .unexpected(.key): "ここに二重引用符で囲んだキーがありません"
    case .unexpected(.colon): "キーの後にコロンがありません"
    case .unexpected(.commaBefore): "この前にコンマがありません"
    case .unexpected(.commaOrEnd): "ここにコンマまたは閉じ括弧がありません"
    case .controlCharacter(let byte):
      "制御文字（コード\(byte)）は\\nや\\u0000のようなエスケープで書いてください"
    case .badEscape: "バックスラッシュの後のエスケープが正しくありません"
    case .loneSurrogate: "サロゲートペアの片方しかありません"
    case .badNumber: "JSONの数値の書き方ではありません"
    case .badLiteral: "true、false、nullのいずれでも、二重引用符で囲んだ文字列でもありません"
    case .duplicateKey: name.map { "キー \($0) が2回あります" } ?? "同じキーが2回あります"
    case .tooDeep(let limit): "入れ子が\(limit)段を超えています"
    case .notAnObject: "レコードは{ }で囲んだオブジェクトで書いてください"
    case .textAfterRecord: "レコードの終わりの後に余分な内容があります"
    case .byteOrderMark: "バイト順マーク（U+FEFF）はデータの先頭にだけ置けます"
    case .wrongWidth(let wanted, let found): "見出しの\(wanted)列に対して\(found)列あります"
    case .unclosedQuote: "引用符が閉じられていません"
    case .textAfterQuote: "閉じ引用符の後に余分な内容があります"
    case .quoteInsideCell: "引用符で囲まれていないセルの中に引用符があります"
    case .nulCharacter: "NUL文字があります"
    case .noList: "レコードの一覧がありません"
    case .badUTF8: "UTF-8ではありません"
    case .badText: "\(name ?? "この文字コード")として読めないバイトがあります"
    case .tooManyItems(let limit): "リストの項目が\(limit)件を超えています"
    case .tooManySteps(let limit): "検査に\(limit / 100_000_000)億件を超える項目の参照が必要です"
    case .tooMuchText(let limit): "検査に\(limit >> 20) MiBを超える文字列の連結が必要です"
    case .tooManyColumns(let limit): "列が\(limit)列を超えています"
    case .tooManyValues(let limit): "リストと内側のレコードの値が\(limit >> 20) MiBを超えています"
    }
  }
}

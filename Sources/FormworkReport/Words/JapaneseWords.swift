// The built-in messages in Japanese.

internal import FormworkEngine

enum JapaneseWords {
  /// The message of a problem with what `label` calls.
  static func message(_ fact: MessageFact, label: String) -> String {
    switch fact {
    case .required: "\(label)を入力してください"
    case .requiredItem(let number): "\(label)の\(number)番目が空です"
    case .type(let type): "\(label)は\(words(type))で入力してください"
    case .typeInHalfWidth(let type): "\(label)は\(words(type))で、半角で入力してください"
    case .choice(let choices): "\(label)は\(alternatives(choices))から選んでください"
    case .blank: "\(label)は空欄にしてください"
    case .unknownKey(let near): "「\(label)」という項目はありません\(suggestion(near))"
    case .count(let bounds, let isList):
      "\(label)は\(amount(bounds, isList ? "件" : "文字"))で入力してください"
    case .range(let bounds): "\(label)は\(words(bounds))にしてください"
    case .outside(let below, let above):
      "\(label)は\(words(below))または\(words(above))にしてください"
    case .decimals(let bounds): decimals(bounds, label)
    case .age(let bounds): "\(label)からの経過年数は\(words(years(bounds)))である必要があります"
    case .numberText(let bounds, let isWhole):
      numberText(bounds, isWhole ? "整数" : "数値", label)
    case .contains(let content, let bounds): contains(content, bounds, label)
    case .startsWith(let text): "\(label)は「\(text)」で始めてください"
    case .endsWith(let text): "\(label)は「\(text)」で終えてください"
    case .multipleOf(let step): "\(label)は\(step)の倍数にしてください"
    case .only(let classes, let characters):
      "\(label)に使えるのは"
        + (classes.map { name($0) } + characters.map { $0 == " " ? "空白" : "「\($0)」" })
        .joined(separator: "、") + "だけです"
    case .equal(let value): "\(label)は\(value)にしてください"
    case .notEqual(let value): "\(label)は\(value)以外にしてください"
    case .sameAs(let other): "\(label)は\(other)と同じにしてください"
    case .differentFrom(let other): "\(label)は\(other)と異なるものにしてください"
    case .oneOf(let values):
      "\(label)は\(alternatives(values))\(values.count > 1 ? "のいずれか" : "")にしてください"
    case .noneOf(let values): "\(label)は\(alternatives(values))以外にしてください"
    case .letters(let andDigits, let anyScript):
      anyScript
        ? "\(label)は文字\(andDigits ? "と数字" : "")だけで入力してください"
        : "\(label)は半角英\(andDigits ? "数" : "")字で入力してください"
    case .uuid(let version):
      "\(label)は\(version.map { "バージョン\($0)の" } ?? "")UUIDで入力してください"
    case .picture(let example): "\(label)は\(example)のような形式で入力してください"
    case .word(let predicate): "\(label)\(word(predicate))"
    case .unique(let first): "\(label)はレコード\(first)と重複しています"
    case .same(let first): "\(label)はレコード\(first)と同じにしてください"
    case .records(let bounds): "レコードは\(amount(bounds, "件"))にしてください"
    case .rule: "\(label)の内容が正しくありません"
    case .malformed(let reason, let key): unreadable + malformed(reason, key: key)
    }
  }

  private static func words(_ type: MessageFact.ExpectedType) -> String {
    switch type {
    case .text: "文字列"
    case .wholeNumber(let example): "\(example)のような整数"
    case .number(let example): "\(example)のような数値"
    case .smallerWholeNumber: "-9223372036854775808から9223372036854775807までの整数"
    case .smallerNumber: "38桁以内の数値"
    case .bool(let yes, let no): "\(yes)または\(no)"
    case .date(let example): "\(example)のような日付"
    case .time: "09:30のような時刻"
    case .dateTime: "2026-11-20T09:30のような日時"
    case .instant: "2026-11-20T09:30:00Zのようなタイムゾーン付きの日時"
    case .list: "リスト"
    case .record: "項目をもつレコード"
    }
  }

  private static func words(_ bounds: MessageFact.Bounds) -> String {
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
  private static func years(_ bounds: MessageFact.Bounds) -> MessageFact.Bounds {
    var years = bounds
    years.minimum = bounds.minimum.map { $0 + "年" }
    years.maximum = bounds.maximum.map { $0 + "年" }
    years.isMoment = false
    return years
  }

  private static func amount(_ bounds: MessageFact.Bounds, _ unit: String) -> String {
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

  private static func decimals(_ bounds: MessageFact.Bounds, _ label: String) -> String {
    bounds.maximum == "0"
      ? "\(label)は小数なしで入力してください"
      : "\(label)の小数部は\(amount(bounds, "桁"))で入力してください"
  }

  private static func numberText(
    _ bounds: MessageFact.Bounds, _ kind: String, _ label: String
  ) -> String {
    bounds.isOneValue
      ? "\(label)は\(kind)の\(words(bounds))で入力してください"
      : "\(label)は\(words(bounds))の\(kind)で入力してください"
  }

  private static func contains(
    _ content: MessageFact.Content, _ bounds: MessageFact.Bounds?, _ label: String
  ) -> String {
    let (what, unit) =
      switch content {
      case .text(let text): ("「\(text)」", "回")
      case .classes(let classes): (classes.map { name($0) }.joined(separator: "または"), "文字")
      }
    guard let bounds = bounds?.ofCounts else {
      return "\(label)には\(what)を\(unit == "文字" ? "1文字以上" : "")含めてください"
    }
    if bounds.maximum == "0" { return "\(label)には\(what)を含めないでください" }
    return bounds.minimum == nil
      ? "\(label)に含める\(what)は\(amount(bounds, unit))にしてください"
      : "\(label)には\(what)を\(amount(bounds, unit))含めてください"
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

  private static func alternatives(_ values: [String]) -> String {
    if values.isEmpty { return "一覧にある値" }
    let shown = values.prefix(12).joined(separator: "、")
    return values.count > 12 ? "\(shown)など\(values.count)個" : shown
  }

  private static func suggestion(_ near: [String]) -> String {
    near.isEmpty ? "" : "（もしかして: " + near.joined(separator: "、") + "）"
  }

  private static func word(_ predicate: Predicate) -> String {
    switch predicate {
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
    case .oneOf, .count, .alphanumeric, .letters, .contains, .only, .startsWith, .endsWith, .like,
      .int, .number, .uuid, .range, .multipleOf, .decimals, .before, .after, .age,
      .unique, .same:
      "の内容が正しくありません"
    }
  }

  /// How the message about a record that cannot be read begins.
  static let unreadable = "レコードを読み取れません: "

  static func malformed(_ reason: MalformedRecord.Reason, key: String? = nil) -> String {
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
    case .duplicateKey: key.map { "キー \($0) が2回あります" } ?? "同じキーが2回あります"
    case .tooDeep(let limit): "入れ子が\(limit)段を超えています"
    case .notAnObject: "レコードは{ }で囲んだオブジェクトで書いてください"
    case .textAfterRecord: "レコードの終わりの後に余分な内容があります"
    case .byteOrderMark: "バイト順マーク（U+FEFF）はデータの先頭にだけ置けます"
    case .wrongWidth(let wanted, let found): "見出しの\(wanted)列に対して\(found)列あります"
    case .unclosedQuote: "引用符が閉じられていません"
    case .textAfterQuote: "閉じ引用符の後に余分な内容があります"
    case .quoteInsideCell: "引用符で囲まれていないセルの中に引用符があります"
    case .nulCharacter: "NUL文字があります"
    case .badUTF8: "UTF-8ではありません"
    case .tooManyItems(let limit): "リストの項目が\(limit)件を超えています"
    case .tooManySteps(let limit): "検査に\(limit / 100_000_000)億件を超える項目の参照が必要です"
    case .tooManyValues(let limit): "リストと内側のレコードの値が\(limit >> 20) MiBを超えています"
    }
  }
}

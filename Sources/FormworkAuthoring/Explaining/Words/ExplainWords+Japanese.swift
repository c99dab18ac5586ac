// The words of explanations in Japanese.

internal import FormworkEngine
internal import FormworkReport

extension ExplainWords {
  static let japanese = ExplainWords(
    code: "ja",
    sentenceGap: "",
    builtIn: .japanese,
    phrase: { japanesePhrase($0) },
    word: { word, isNegated in
      switch word {
      case .filled: isNegated ? "{subject}は空欄である" : "{subject}は入力されている"
      case .blank: isNegated ? "{subject}は入力されている" : "{subject}は空欄である"
      case .oneOf:
        isNegated ? "{subject}は{values}のいずれでもない" : "{subject}は{values}のいずれかである"
      case .count: isNegated ? "{subject}は{amount}ではない" : "{subject}は{amount}である"
      case .alphanumeric:
        isNegated ? "{subject}には半角英数字以外のものがある" : "{subject}は半角英数字（大文字・小文字）だけである"
      case .letters:
        isNegated ? "{subject}には半角英字以外のものがある" : "{subject}は半角英字（大文字・小文字）だけである"
      case .digits:
        isNegated ? "{subject}には半角数字以外のものがある" : "{subject}は0から9までの半角数字だけである"
      case .lowercase: isNegated ? "{subject}には大文字がある" : "{subject}には大文字が無い"
      case .uppercase: isNegated ? "{subject}には小文字がある" : "{subject}には小文字が無い"
      case .ascii: isNegated ? "{subject}にはASCII以外の文字がある" : "{subject}はASCII文字だけである"
      case .hiragana: isNegated ? "{subject}にはひらがな以外のものがある" : "{subject}はひらがなだけである"
      case .katakana: isNegated ? "{subject}にはカタカナ以外のものがある" : "{subject}はカタカナだけである"
      case .kanji: isNegated ? "{subject}には漢字以外のものがある" : "{subject}は漢字だけである"
      case .halfwidth: isNegated ? "{subject}には半角以外の文字がある" : "{subject}は半角文字だけである"
      case .fullwidth: isNegated ? "{subject}には全角以外の文字がある" : "{subject}は全角文字だけである"
      case .contains: isNegated ? "{subject}は{what}を含まない" : "{subject}は{what}を含む"
      case .only: isNegated ? "{subject}には{what}以外のものがある" : "{subject}に使えるのは{what}だけである"
      case .startsWith: isNegated ? "{subject}は{value}で始まらない" : "{subject}は{value}で始まる"
      case .endsWith: isNegated ? "{subject}は{value}で終わらない" : "{subject}は{value}で終わる"
      case .oneLine: isNegated ? "{subject}には改行がある" : "{subject}には改行が無い"
      case .matches: isNegated ? "{subject}は次の形ではない: {pattern}" : "{subject}は次の形である: {pattern}"
      case .like:
        isNegated
          ? "{subject}は次の形ではない: {pattern}（例: {example}）"
          : "{subject}は次の形である: {pattern}（例: {example}）"
      case .int: isNegated ? "{subject}は整数として読めない" : "{subject}は整数として読める"
      case .number: isNegated ? "{subject}は数値として読めない" : "{subject}は数値として読める"
      case .date: isNegated ? "{subject}は2026-11-20のような日付ではない" : "{subject}は2026-11-20のような日付である"
      case .time: isNegated ? "{subject}は09:30のような時刻ではない" : "{subject}は09:30のような時刻である"
      case .dateTime:
        isNegated ? "{subject}は2026-11-20T09:30のような日時ではない" : "{subject}は2026-11-20T09:30のような日時である"
      case .instant:
        isNegated
          ? "{subject}は2026-11-20T09:30Zのようなタイムゾーン付きの日時ではない"
          : "{subject}は2026-11-20T09:30Zのようなタイムゾーン付きの日時である"
      case .email:
        isNegated
          ? "{subject}はメールアドレスではない" : "{subject}はname@example.orgのようなメールアドレスである（空白は不可、@の後にピリオドが必要）"
      case .url:
        isNegated
          ? "{subject}はURLではない" : "{subject}はhttps://example.orgのような、httpまたはhttpsのURLである"
      case .uri:
        isNegated
          ? "{subject}はURIではない" : "{subject}はhttps://example.orgやmailto:a@example.orgのようなURIである"
      case .uuid:
        isNegated
          ? "{subject}はUUIDではない" : "{subject}はf47ac10b-58cc-4372-a567-0e02b2c3d479のようなUUIDである"
      case .hostname: isNegated ? "{subject}はホスト名ではない" : "{subject}はwww.example.orgのようなホスト名である"
      case .ipv4: isNegated ? "{subject}はIPv4アドレスではない" : "{subject}は192.0.2.1のようなIPv4アドレスである"
      case .ipv6: isNegated ? "{subject}はIPv6アドレスではない" : "{subject}は2001:db8::1のようなIPv6アドレスである"
      case .phone:
        isNegated
          ? "{subject}は国番号付きの電話番号ではない" : "{subject}は国番号付きの電話番号である（+の後に7〜15桁の数字、最初は0以外）"
      case .creditCard:
        isNegated ? "{subject}はカード番号ではない" : "{subject}はカード番号である（12〜19桁で検査数字が正しく、空白は無い）"
      case .iban:
        isNegated
          ? "{subject}はIBANではない" : "{subject}はIBANである（大文字で空白なし、国ごとの長さで、検査数字が正しい）"
      case .isbn:
        isNegated
          ? "{subject}はISBNではない"
          : "{subject}はISBNである（10桁または13桁で検査数字が正しい。間にハイフンか空白を1つずつ入れてもよい）"
      case .range, .before, .after: ""
      case .positive: isNegated ? "{subject}は0以下である" : "{subject}は0より大きい"
      case .negative: isNegated ? "{subject}は0以上である" : "{subject}は0より小さい"
      case .multipleOf: isNegated ? "{subject}は{value}の倍数ではない" : "{subject}は{value}の倍数である"
      case .decimals:
        isNegated ? "{subject}の小数部は{amount}ではない" : "{subject}の小数部は{amount}である（末尾の0は数えない）"
      case .past: isNegated ? "{subject}は今日以降である" : "{subject}は過去である（今日は含まない）"
      case .future: isNegated ? "{subject}は今日以前である" : "{subject}は未来である（今日は含まない）"
      case .age:
        isNegated ? "{subject}から今日までの満年数は{amount}ではない" : "{subject}から今日までの満年数は{amount}である"
      case .distinct: isNegated ? "{subject}には同じ要素が2つある" : "{subject}には同じ要素が2つ無い"
      case .unique: isNegated ? "{subject}が前のレコードと重複する" : "{subject}が前のレコードと重複しない"
      case .same: isNegated ? "{subject}がレコードによって異なる" : "{subject}が前のレコードと同じである（不合格のレコードも数える）"
      }
    },
    function: {
      switch $0 {
      case .count: "{a}の文字数"
      case .sum: "{a}の合計"
      case .min: "{a}のうち最小のもの"
      case .max: "{a}のうち最大のもの"
      case .round: "{a}を小数{b}桁に四捨五入した値"
      case .mod: "{a}を{b}で割った余り"
      case .year: "{a}の年"
      case .month: "{a}の月（1〜12）"
      case .day: "{a}の日"
      case .weekday: "{a}の曜日（月曜日の1から日曜日の7）"
      case .hour: "{a}の時"
      case .minute: "{a}の分"
      case .second: "{a}の秒"
      case .part: "{a}の{b}文字目の部分"
      case .number: "{a}が表す数"
      case .weighted: "{a}の各数字に重み（{rest}を最初から繰り返す）を掛けた合計"
      case .joined: "{all}をつないだもの"
      }
    },
    kind: {
      switch $0 {
      case .string: "文字列"
      case .int: "整数"
      case .number: "数値"
      case .bool: "はい・いいえ"
      case .date: "日付"
      case .time: "時刻"
      case .dateTime: "日時"
      case .instant: "タイムゾーン付きの日時"
      case .choice: "選択肢"
      case .record: "項目のグループ"
      case .list: "リスト"
      case .any: "任意の値"
      }
    },
    writing: {
      switch $0 {
      case .string: "文字列: どんな文字列でもかまいません。JSONでは引用符で囲み、数値は文字列になりません。"
      case .int: "整数: 34、+34、-34、007、34.0。JSONでは引用符があってもなくてもかまいません。桁区切りは使えません。"
      case .number:
        "数値: 整数と同じ書き方、または34.5のように小数点を使います。JSONでは引用符があってもなくてもかまわず、なければ指数も使えます。"
          + "桁区切りは使えず、38桁以内で、丸められません。"
      case .bool:
        "はい・いいえ: 文字列ではtrue、yes、on、1、またはfalse、no、off、0（大文字でも小文字でもよい）。JSONではtrue、false、1、0も使えます。"
      case .date: "日付: 2026-11-20のように年、月、日を書きます。月と日は必ず2桁で、実在する日でなければなりません。"
      case .time: "時刻: 09:30のように時と分を2桁ずつ書きます。09:30:15のように秒を付けてもよく、23:59:59までです。"
      case .dateTime: "日時: 2026-11-20T09:30のように書きます。間はTまたは空白1つです。"
      case .instant: "タイムゾーン付きの日時: 2026-11-20T09:30Zや2026-11-20T09:30+09:00のように書きます。"
      case .choice: "選択肢: 挙げられた値のいずれかを、特に断りが無ければそのとおりに書きます。括弧の中の表示名は値ではありません。"
      case .record: nil
      case .list: "リスト: JSONでは[ ]で囲みます。"
      case .any: nil
      }
    },
    unit: {
      switch $0 {
      case .year: "年"
      case .month: "か月"
      case .week: "週間"
      case .day: "日"
      case .hour: "時間"
      case .minute: "分"
      case .second: "秒"
      }
    },
    characters: {
      switch $0 {
      case .any: "任意の文字"
      case .anyOnLine: "任意の文字（改行を除く）"
      case .whiteSpace: "空白・タブ・改行"
      case .symbol: "記号（句読点・通貨記号・絵文字など）"
      case .digit: "半角数字"
      case .letter: "半角英字（大文字・小文字）"
      case .smallLetter: "半角英小文字"
      case .capitalLetter: "半角英大文字"
      case .letterOrDigit: "半角英数字（大文字・小文字）"
      case .wordCharacter: "半角英数字または_"
      case .space: "空白"
      case .anyLetter: "文字（どの言語でもよい）"
      case .anyCapital: "大文字（どの言語でもよい）"
      case .anySmall: "小文字（どの言語でもよい）"
      case .anyMark: "アクセントなどの記号"
      case .anyDigit: "数字（どの言語でもよい）"
      case .anyPunctuation: "句読点などの記号"
      case .hiragana: "ひらがな"
      case .katakana: "カタカナ"
      case .kanji: "漢字"
      case .latin: "ラテン文字"
      case .cyrillic: "キリル文字"
      case .greek: "ギリシャ文字"
      }
    })
}

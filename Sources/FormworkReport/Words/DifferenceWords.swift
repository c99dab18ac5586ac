// What is said about the difference of two forms, in the languages that forms are explained in.

/// A sentence about a difference, or a part of one.
package enum DifferencePhrase: Sendable {
  // The whole.
  case title, same, sameWords, sameButLayout, aboutForm, aboutFields, aboutExamples

  // What became of something.
  case added, gone, moved, tighter, looser, changed, reworded, before, nothing, everywhere

  // What it became of.
  case field, label, source, type, presence, fallback, cleaning, anyCase, choices, secret, hint
  case message, blankMessage, section, closed, order, rule, warning, formTitle, language
  case ownWords, data, example, table, list
  case refersElsewhere, readsElsewhere, notIf, spelling, valuesAdded, valuesGone, rowsAdded,
    rowsGone, yes, no, rest, notSaid

  // Records.
  case newlyRejected, newlyAccepted, otherProblems, recordCounts, noRecordChanges, shownOf
  case onlyOld, onlyNew

  /// The phrase in each language.
  private struct Row {
    let english: String
    let german: String
    let japanese: String

    init(_ english: String, _ german: String, _ japanese: String) {
      (self.english, self.german, self.japanese) = (english, german, japanese)
    }
  }

  /// The phrase in a language; the English one where it has none.
  package func text(in language: String) -> String {
    switch language.prefix(2).lowercased() {
    case "de": row.german
    case "ja": row.japanese
    default: row.english
    }
  }

  private var row: Row {
    switch self {
    case .title: Row("From {old} to {new}", "Von {old} zu {new}", "{old} から {new} への変更")
    case .same: Row("The forms are the same.", "Die Formulare sind gleich.", "両者は同じである。")
    case .sameWords:
      Row(
        "The forms are written differently, but ask for the same.",
        "Die Formulare sind anders geschrieben, verlangen aber dasselbe.",
        "書き方は違うが、求めることは同じである。")
    case .sameButLayout:
      Row(
        "Only the layout or comments differ.", "Nur Anordnung oder Kommentare sind anders.",
        "違うのは体裁かコメントだけである。")
    case .aboutForm: Row("The form", "Das Formular", "フォーム")
    case .aboutFields: Row("Fields", "Felder", "項目")
    case .aboutExamples: Row("Examples", "Beispiele", "例")
    case .added: Row("{what}, added:", "{what}, neu:", "{what}（追加）：")
    case .gone: Row("{what}, gone:", "{what}, entfallen:", "{what}（削除）：")
    case .moved: Row("{what}, moved:", "{what}, verschoben:", "{what}（移動）：")
    case .tighter: Row("{what}, tighter:", "{what}, strenger:", "{what}（厳しくなる）：")
    case .looser: Row("{what}, looser:", "{what}, lockerer:", "{what}（緩くなる）：")
    case .changed: Row("{what}, changed:", "{what}, geändert:", "{what}（変更）：")
    case .reworded:
      Row("{what}, only its words:", "{what}, nur die Worte:", "{what}（言葉だけの変更）：")
    case .before: Row("Before:", "Vorher:", "変更前：")
    case .nothing: Row("nothing", "nichts", "なし")
    case .everywhere: Row("In every record", "In jedem Datensatz", "すべてのレコードで")
    case .field: Row("Field", "Feld", "項目")
    case .label: Row("Label", "Beschriftung", "ラベル")
    case .source: Row("Column or key", "Spalte oder Schlüssel", "列またはキー")
    case .type: Row("What its values are", "Was die Werte sind", "値の種類")
    case .presence: Row("Whether it is filled in", "Ob es ausgefüllt ist", "記入の要否")
    case .fallback: Row("What a blank one counts as", "Was leer bedeutet", "空のときの値")
    case .cleaning: Row("Cleaning", "Bereinigung", "整形")
    case .anyCase: Row("Capital and small letters", "Groß und klein", "大文字と小文字")
    case .choices: Row("Choices", "Auswahl", "選択肢")
    case .secret: Row("Secrecy", "Vertraulichkeit", "秘匿")
    case .hint: Row("Hint", "Hinweis", "ヒント")
    case .message: Row("Message", "Meldung", "メッセージ")
    case .blankMessage:
      Row("Message about a blank field", "Meldung über ein leeres Feld", "空のときのメッセージ")
    case .section: Row("Section", "Abschnitt", "区分")
    case .closed: Row("Other keys", "Andere Schlüssel", "ほかのキー")
    case .order:
      Row("Order and groups of the result", "Folge und Gruppen des Ergebnisses", "結果の順序と組")
    case .rule: Row("Rule", "Regel", "規則")
    case .warning: Row("Warning", "Warnung", "警告")
    case .formTitle: Row("Title", "Titel", "題名")
    case .language: Row("Language", "Sprache", "言語")
    case .ownWords: Row("Words for \"{code}\"", "Worte für „{code}“", "「{code}」の言葉")
    case .data: Row("How data is written", "Wie Daten geschrieben sind", "データの書き方")
    case .example: Row("Example", "Beispiel", "例")
    case .table: Row("Table", "Tabelle", "表")
    case .list: Row("List of values", "Liste von Werten", "値の一覧")
    case .refersElsewhere:
      Row(
        "It reads the same, but what it refers to has changed.",
        "Der Wortlaut ist gleich, aber etwas, worauf er sich bezieht, ist anders.",
        "文は同じだが、参照先が変わった。")
    case .readsElsewhere:
      Row(
        "It reads the same in this language, but a translation or what it refers to has changed.",
        "In dieser Sprache gleich, aber eine Übersetzung oder worauf sie sich bezieht, ist anders.",
        "この言語では文は同じだが、訳または参照先が変わった。")
    case .notIf: Row("Not if:", "Nicht, wenn:", "次の場合を除く：")
    case .spelling: Row("{text} for {value}", "{text} für {value}", "{text}（{value} の意味）")
    case .valuesAdded: Row("Added: {values}", "Neu: {values}", "追加：{values}")
    case .valuesGone: Row("Gone: {values}", "Entfallen: {values}", "削除：{values}")
    case .rowsAdded: Row("Row added: {values}", "Neue Zeile: {values}", "追加された行：{values}")
    case .rowsGone: Row("Row gone: {values}", "Entfallene Zeile: {values}", "削除された行：{values}")
    case .yes: Row("yes", "ja", "はい")
    case .no: Row("no", "nein", "いいえ")
    case .rest: Row("The rest", "Der Rest", "残り")
    case .notSaid:
      Row(
        "More changes than a comparison can hold; the others are not shown.",
        "Mehr Änderungen, als in einen Vergleich passen; die übrigen sind nicht gezeigt.",
        "変更が多すぎるため、残りは省略。")
    case .newlyRejected:
      Row(
        "{record}: accepted before, rejected with the new form",
        "{record}: bisher angenommen, mit dem neuen Formular abgelehnt",
        "{record}：受理から却下になる")
    case .newlyAccepted:
      Row(
        "{record}: rejected before, accepted with the new form",
        "{record}: bisher abgelehnt, mit dem neuen Formular angenommen",
        "{record}：却下から受理になる")
    case .otherProblems:
      Row("{record}: other problems", "{record}: andere Probleme", "{record}：問題が変わる")
    case .recordCounts:
      Row(
        "Records that change: {changed} of {records}; newly rejected: {rejected}, newly accepted: {accepted}, with other problems: {other}",
        "Datensätze, die sich ändern: {changed} von {records}; neu abgelehnt: {rejected}, neu angenommen: {accepted}, mit anderen Problemen: {other}",
        "{records}件のうち{changed}件が変わる：新たに却下{rejected}件、新たに受理{accepted}件、問題の変化{other}件")
    case .noRecordChanges:
      Row(
        "Records that change: none of {records}",
        "Datensätze, die sich ändern: keiner von {records}",
        "{records}件、変わるものはない")
    case .shownOf:
      Row(
        "Shown are {shown} of {all}; --show {all} shows all.",
        "Gezeigt werden {shown} von {all}; --show {all} zeigt alle.",
        "{all}件のうち{shown}件を表示。--show {all} ですべて表示する。")
    case .onlyOld: Row("only before", "nur vorher", "変更前のみ")
    case .onlyNew: Row("new", "neu", "変更後のみ")
    }
  }
}

// What the page itself says; what forms say comes from their authors and from the engine.

const all = {
  en: {
    optional: "optional", thereIsAProblem: "There is a problem", error: "Error", warning: "Note",
    done: "Done", send: "Send", startAgain: "Start again", add: "Add another", remove: "Remove",
    choose: "Choose…", accepted: "All is well", record: "The record", asCSV: "As lines of CSV",
    copy: "Copy", copied: "Copied", save: "Save", language: "Language", loading: "One moment…",
    sure: "Forget all answers?", kept: "What you type is kept in this browser until you start again.",
    faulty: "This form has errors and cannot be filled in.", noAnswer: "No answer", ifBlank: "If this stays empty:",
    notSent: "The answer of the other side could not be shown here. It may have got the record: ask before you send it again.",
    old: "This browser is too old for this page. A newer one shows it.",
  },
  de: {
    optional: "freiwillig", thereIsAProblem: "Bitte prüfen Sie Ihre Angaben", error: "Fehler", warning: "Hinweis",
    done: "Fertig", send: "Absenden", startAgain: "Neu beginnen", add: "Weiteren Eintrag hinzufügen",
    remove: "Entfernen", choose: "Bitte wählen …", accepted: "Alles in Ordnung", record: "Der Datensatz",
    asCSV: "Als CSV-Zeilen", copy: "Kopieren", copied: "Kopiert", save: "Speichern", language: "Sprache",
    loading: "Einen Moment …", sure: "Alle Angaben verwerfen?",
    kept: "Ihre Angaben bleiben in diesem Browser, bis Sie neu beginnen.",
    faulty: "Dieses Formular hat Fehler und kann nicht ausgefüllt werden.", noAnswer: "Keine Angabe",
    ifBlank: "Wenn dies leer bleibt:",
    notSent: "Die Antwort der Gegenseite kann hier nicht gezeigt werden. Vielleicht hat sie den Datensatz schon: fragen Sie nach, bevor Sie ihn noch einmal senden.",
    old: "Dieser Browser ist zu alt für diese Seite. Ein neuerer zeigt sie.",
  },
  ja: {
    optional: "任意", thereIsAProblem: "入力内容をご確認ください", error: "エラー", warning: "注意",
    done: "完了", send: "送信", startAgain: "最初からやり直す", add: "追加", remove: "削除",
    choose: "選択してください", accepted: "問題はありません", record: "入力データ", asCSV: "CSV",
    copy: "コピー", copied: "コピーしました", save: "保存", language: "言語", loading: "お待ちください…",
    sure: "入力内容をすべて消しますか。",
    kept: "入力した内容は、やり直すまでこのブラウザーに保存されます。",
    faulty: "このフォームには誤りがあるため、入力できません。", noAnswer: "回答しない", ifBlank: "空欄の場合：",
    notSent: "送信先の応答を表示できませんでした。届いている可能性があるため、再送信の前にご確認ください。",
    old: "お使いのブラウザーではこのページを表示できません。新しいブラウザーでご覧ください。",
  },
};

/// The words in a language such as `de` or `pt-BR`, in English where there are none.
export function words(language) {
  return all[language?.toLowerCase()] ?? all[language?.split("-")[0].toLowerCase()] ?? all.en;
}

/// The direction that a language is written in.
export function direction(language) {
  const code = language?.split("-")[0].toLowerCase();
  return ["ar", "dv", "fa", "he", "ps", "ur", "yi"].includes(code) ? "rtl" : "ltr";
}

/// The name of a language in itself.
export function languageName(language) {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  } catch {
    return language;
  }
}

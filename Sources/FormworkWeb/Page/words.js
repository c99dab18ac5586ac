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
  fr: {
    optional: "facultatif", thereIsAProblem: "Il y a un problème", error: "Erreur", warning: "Remarque",
    done: "Terminer", send: "Envoyer", startAgain: "Recommencer", add: "Ajouter", remove: "Supprimer",
    choose: "Choisissez…", accepted: "Tout est en ordre", record: "La fiche", asCSV: "En lignes CSV",
    copy: "Copier", copied: "Copié", save: "Enregistrer", language: "Langue", loading: "Un instant…",
    sure: "Effacer toutes les réponses ?",
    kept: "Vos réponses restent dans ce navigateur jusqu’à ce que vous recommenciez.",
    faulty: "Ce formulaire contient des erreurs et ne peut pas être rempli.", noAnswer: "Pas de réponse",
    ifBlank: "Si ceci reste vide :",
    notSent: "La réponse du destinataire ne peut pas être affichée ici. Il a peut-être reçu la fiche : renseignez-vous avant de l’envoyer à nouveau.",
    old: "Ce navigateur est trop ancien pour cette page. Un plus récent l’affiche.",
  },
  es: {
    optional: "opcional", thereIsAProblem: "Hay un problema", error: "Error", warning: "Nota",
    done: "Terminar", send: "Enviar", startAgain: "Empezar de nuevo", add: "Añadir otro", remove: "Quitar",
    choose: "Elija…", accepted: "Todo está bien", record: "El registro", asCSV: "Como líneas CSV",
    copy: "Copiar", copied: "Copiado", save: "Guardar", language: "Idioma", loading: "Un momento…",
    sure: "¿Borrar todas las respuestas?",
    kept: "Lo que escribe se guarda en este navegador hasta que empiece de nuevo.",
    faulty: "Este formulario tiene errores y no se puede rellenar.", noAnswer: "Sin respuesta",
    ifBlank: "Si queda en blanco:",
    notSent: "La respuesta del destinatario no se puede mostrar aquí. Puede que ya tenga el registro: pregunte antes de enviarlo otra vez.",
    old: "Este navegador es demasiado antiguo para esta página. Uno más nuevo la muestra.",
  },
  it: {
    optional: "facoltativo", thereIsAProblem: "C’è un problema", error: "Errore", warning: "Nota",
    done: "Fine", send: "Invia", startAgain: "Ricomincia", add: "Aggiungi", remove: "Rimuovi",
    choose: "Scegliere…", accepted: "Tutto a posto", record: "Il record", asCSV: "Come righe CSV",
    copy: "Copia", copied: "Copiato", save: "Salva", language: "Lingua", loading: "Un momento…",
    sure: "Cancellare tutte le risposte?",
    kept: "Ciò che scrive resta in questo browser finché non ricomincia.",
    faulty: "Questo modulo contiene errori e non può essere compilato.", noAnswer: "Nessuna risposta",
    ifBlank: "Se resta vuoto:",
    notSent: "La risposta del destinatario non può essere mostrata qui. Forse ha già ricevuto il record: chieda prima di inviarlo di nuovo.",
    old: "Questo browser è troppo vecchio per questa pagina. Uno più recente la mostra.",
  },
  pt: {
    optional: "opcional", thereIsAProblem: "Há um problema", error: "Erro", warning: "Nota",
    done: "Concluir", send: "Enviar", startAgain: "Recomeçar", add: "Adicionar", remove: "Remover",
    choose: "Escolha…", accepted: "Está tudo bem", record: "O registo", asCSV: "Como linhas CSV",
    copy: "Copiar", copied: "Copiado", save: "Guardar", language: "Idioma", loading: "Um momento…",
    sure: "Apagar todas as respostas?",
    kept: "O que escreve fica guardado neste navegador até recomeçar.",
    faulty: "Este formulário tem erros e não pode ser preenchido.", noAnswer: "Sem resposta",
    ifBlank: "Se ficar em branco:",
    notSent: "A resposta do destinatário não pode ser mostrada aqui. Talvez já tenha o registo: pergunte antes de o enviar outra vez.",
    old: "Este navegador é demasiado antigo para esta página. Um mais recente mostra-a.",
  },
  nl: {
    optional: "niet verplicht", thereIsAProblem: "Er is een probleem", error: "Fout", warning: "Opmerking",
    done: "Klaar", send: "Versturen", startAgain: "Opnieuw beginnen", add: "Toevoegen", remove: "Verwijderen",
    choose: "Kies…", accepted: "Alles in orde", record: "De gegevens", asCSV: "Als CSV-regels",
    copy: "Kopiëren", copied: "Gekopieerd", save: "Opslaan", language: "Taal", loading: "Een ogenblik…",
    sure: "Alle antwoorden wissen?",
    kept: "Wat u invult, blijft in deze browser tot u opnieuw begint.",
    faulty: "Dit formulier bevat fouten en kan niet worden ingevuld.", noAnswer: "Geen antwoord",
    ifBlank: "Als dit leeg blijft:",
    notSent: "Het antwoord van de andere kant kan hier niet worden getoond. Misschien zijn de gegevens al aangekomen: vraag het na voordat u ze opnieuw verstuurt.",
    old: "Deze browser is te oud voor deze pagina. Een nieuwere toont haar.",
  },
  zh: {
    optional: "选填", thereIsAProblem: "填写内容有问题", error: "错误", warning: "提示",
    done: "完成", send: "提交", startAgain: "重新填写", add: "添加", remove: "删除",
    choose: "请选择…", accepted: "没有问题", record: "填写的内容", asCSV: "CSV 格式",
    copy: "复制", copied: "已复制", save: "保存", language: "语言", loading: "请稍候…",
    sure: "要清除所有填写内容吗？", kept: "填写的内容会保存在此浏览器中，直到您重新填写。",
    faulty: "此表单有错误，无法填写。", noAnswer: "不回答", ifBlank: "如果留空：",
    notSent: "无法在此显示对方的回应。对方可能已收到，请先确认再重新提交。",
    old: "此浏览器版本过旧，无法显示本页。请使用较新的浏览器。",
  },
  ko: {
    optional: "선택", thereIsAProblem: "입력 내용을 확인해 주세요", error: "오류", warning: "참고",
    done: "완료", send: "보내기", startAgain: "처음부터 다시", add: "추가", remove: "삭제",
    choose: "선택하세요…", accepted: "문제가 없습니다", record: "입력한 내용", asCSV: "CSV 형식",
    copy: "복사", copied: "복사했습니다", save: "저장", language: "언어", loading: "잠시만 기다려 주세요…",
    sure: "입력한 내용을 모두 지울까요?", kept: "입력한 내용은 다시 시작할 때까지 이 브라우저에 저장됩니다.",
    faulty: "이 양식에는 오류가 있어 작성할 수 없습니다.", noAnswer: "응답하지 않음", ifBlank: "비워 두면:",
    notSent: "받는 쪽의 응답을 여기에 표시할 수 없습니다. 이미 전달되었을 수 있으니 다시 보내기 전에 확인해 주세요.",
    old: "이 브라우저는 너무 오래되어 이 페이지를 표시할 수 없습니다. 최신 브라우저를 사용해 주세요.",
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

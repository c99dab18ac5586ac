// The editor: CodeMirror 5 with colours, findings, fixes, completion and help from the engine's language server.

import { calm, make } from "./dom.js";

const { CodeMirror } = globalThis;
const uri = (name) => `file:///${name}`;

/// The pixels between a word and its explanation.
const tipGap = 18;

/// Names for changes by their origin.
const changeNames = {
  "+input": "typing", "*compose": "typing", "+delete": "deleting", cut: "cutting", paste: "pasting", complete: "completing", "+fix": "a fix",
  "+format": "formatting",
};

export class Editor {
  /// @param area the text area that the editor replaces.
  /// @param engine the client of a separate engine for the editor.
  /// @param events `changed(text)`, `findings(list)`, `steps()` after the names of the steps back and forward changed, and
  /// `stepped(word, name)` after such a step; `missed(query)` if nothing is found.
  constructor(area, engine, events) {
    this.engine = engine;
    this.events = events;
    this.name = "form.form";
    this.version = 0;
    this.count = 0;
    this.tokens = new Map();
    this.marks = [];
    CodeMirror.defineMode("formwork", () => this.mode());
    this.view = CodeMirror.fromTextArea(area, {
      mode: "formwork", lineNumbers: true, lineWrapping: true, indentUnit: 2, tabSize: 2, viewportMargin: 40,
      // Opens a dropped file instead of inserting its text.
      dragDrop: false, direction: "ltr", inputStyle: "contenteditable", screenReaderLabel: area.getAttribute("aria-label"),
      extraKeys: {
        "Ctrl-Space": (view) => view.showHint({ hint: (view) => this.hints(view, true), completeSingle: false }),
        "Ctrl-F": "findPersistent", "Cmd-F": "findPersistent", F1: () => this.help(),
        // The Tab key leaves the editor.
        Tab: false, "Shift-Tab": false,
      },
      phrases: { "Search:": "Find:", "With:": "Replace with:", "(Use /re/ syntax for regexp search)": "" }, undoDepth: 100_000,
    });
    this.prepareSearch();
    this.steps = { back: [], forward: [] };
    this.view.on("changes", (_, changes) => this.noteStep(changes[0]));
    const input = this.view.getInputField();
    input.setAttribute("role", "textbox");
    input.setAttribute("aria-multiline", "true");
    this.view.on("changes", () => this.changed());
    this.view.on("inputRead", calm(150, (view, change) => {
      if (change?.origin === "+input" && /[\w"{]/.test(change.text.at(-1).slice(-1))) {
        view.showHint({ hint: (view) => this.hints(view, false), completeSingle: false, customKeys: unaskedKeys() });
      }
    }));
    this.watchPointer();
  }

  async start() {
    const answers = await this.engine.call("edit", {
      jsonrpc: "2.0", id: 0, method: "initialize",
      params: { capabilities: { textDocument: { completion: { completionItem: { snippetSupport: false } } } } },
    });
    this.kinds = answers[0].result.capabilities.semanticTokensProvider.legend.tokenTypes;
  }

  get text() {
    return this.view.getValue();
  }

  /// Shows another form.
  async open(text, name) {
    if (this.version > 0) await this.notify("didClose", {});
    this.name = name;
    this.version = 1;
    if (text !== this.text) this.replaceText(text);
    this.events.changed(text);
    await this.notify("didOpen", { textDocument: { uri: uri(name), version: 1, text } });
    await this.color();
  }

  /// Replaces the text as a whole. No step leads back to the former one.
  replaceText(text) {
    this.isOpening = true;
    this.view.setValue(text);
    this.view.setCursor(0, 0);
    this.view.scrollTo(0, 0);
    this.view.clearHistory();
    this.isOpening = false;
    this.steps = { back: [], forward: [] };
    this.events.steps();
  }

  // MARK: Steps back and forward

  /// Keeps the names of steps beside the editor's history.
  noteStep({ origin, from }) {
    if (this.isOpening) return;
    const { back, forward } = this.steps;
    if (origin === "undo" || origin === "redo") {
      const [source, target] = origin === "undo" ? [back, forward] : [forward, back];
      const name = source.pop();
      target.push(name);
      this.events.stepped(origin === "undo" ? "Undone" : "Done again", name);
    } else {
      // Changes in quick succession are one step.
      const { undo } = this.view.historySize();
      const name = changeNames[origin] ?? "replacing";
      while (back.length < undo) back.push(origin === "+format" ? name : `${name} in line ${from.line + 1}`);
      forward.length = 0;
    }
    this.events.steps();
  }

  /// Names the boxes of the search, which have no labels, and says if nothing is found.
  prepareSearch() {
    const { view } = this;
    const { openDialog, getSearchCursor } = view;
    view.getSearchCursor = (query, start, options) => {
      const cursor = (from) => getSearchCursor.call(view, query, from, options);
      if (!cursor({ line: 0, ch: 0 }).findNext()) this.events.missed(query.source ?? query);
      return cursor(start);
    };
    view.openDialog = (template, ...rest) => {
      const label = template.querySelector(".CodeMirror-search-label").textContent.replace(/:$/, "");
      template.querySelector("input").setAttribute("aria-label", label);
      return openDialog.call(view, template, ...rest);
    };
  }

  // MARK: Requests to the server

  async request(method, parameters = {}) {
    this.count += 1;
    const message = {
      jsonrpc: "2.0", id: this.count, method: `textDocument/${method}`,
      params: { textDocument: { uri: uri(this.name) }, ...parameters },
    };
    const answers = await this.engine.call("edit", message);
    const answer = answers.find((one) => one.id === message.id);
    this.take(answers);
    return answer?.result ?? null;
  }

  async notify(method, parameters) {
    const params = { textDocument: { uri: uri(this.name), version: this.version }, ...parameters };
    this.take(await this.engine.call("edit", { jsonrpc: "2.0", method: `textDocument/${method}`, params }));
  }

  take(answers) {
    for (const { method, params } of answers) {
      if (method === "textDocument/publishDiagnostics" && params.uri === uri(this.name)) this.show(params.diagnostics);
    }
  }

  async changed() {
    if (this.isOpening) return;
    const text = this.text;
    this.version += 1;
    const version = this.version;
    this.events.changed(text);
    await this.notify("didChange", { contentChanges: [{ text }] });
    if (version === this.version) await this.color();
  }

  // MARK: Colours

  /// Returns a mode that colours the server's latest tokens. Counts lines, because CodeMirror doesn't give a mode the
  /// line number.
  mode() {
    return {
      startState: () => ({ line: 0 }),
      copyState: ({ line }) => ({ line }),
      blankLine: (state) => { state.line += 1; },
      token: (stream, state) => {
        const tokens = this.tokens.get(state.line) ?? [];
        const here = tokens.find(({ start, end }) => start <= stream.pos && stream.pos < end);
        const next = here ? null : tokens.find(({ start }) => start > stream.pos);
        const end = here ? here.end : next ? next.start : stream.string.length;
        stream.pos = Math.max(stream.pos + 1, Math.min(end, stream.string.length));
        if (stream.eol()) state.line += 1;
        return here ? `form-${here.kind}` : null;
      },
    };
  }

  async color() {
    const version = this.version;
    const answer = await this.request("semanticTokens/full");
    await this.settled();
    if (!answer || version !== this.version) return;
    this.tokens = new Map();
    let [line, start] = [0, 0];
    for (let at = 0; at < answer.data.length; at += 5) {
      const [lines, columns, length, kind] = answer.data.slice(at, at + 4);
      line += lines;
      start = lines === 0 ? start + columns : columns;
      if (!this.tokens.has(line)) this.tokens.set(line, []);
      this.tokens.get(line).push({ start, end: start + length, kind: this.kinds[kind] });
    }
    // Setting the same mode again colours all lines anew.
    this.view.setOption("mode", "formwork");
  }

  /// Waits until the editor has read the typed text. Text that is dictated, picked from a panel or composed with an
  /// input method is in the page before it is in the editor. Redrawing its line in the meantime would lose it.
  async settled() {
    const { input } = this.view.display;
    const isTyping = () => input.readDOMTimeout !== null || (input.composing && !input.composing.done);
    while (isTyping()) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  // MARK: Findings

  async show(diagnostics) {
    const { version } = this;
    await this.settled();
    // Findings for the latest text will follow.
    if (version !== this.version) return;
    this.view.operation(() => {
      for (const mark of this.marks) mark.clear();
      this.marks = diagnostics.map(({ range, severity, message }) => {
        const [from, to] = [position(range.start), position(range.end)];
        // Marks an empty range at the character before it.
        if (from.line === to.line && from.ch === to.ch) {
          if (from.ch > 0) from.ch -= 1;
          else to.ch += 1;
        }
        return this.view.markText(from, to, {
          className: severity === 1 ? "form-error" : "form-warning", attributes: { title: message },
        });
      });
    });
    this.events.findings(diagnostics);
  }

  /// Returns the fixes of a finding, each with `title` and `apply`.
  async fixes(finding) {
    const actions = await this.request("codeAction", { range: finding.range, context: { diagnostics: [finding] } });
    return (actions ?? [])
      .filter((action) => action.diagnostics[0].message === finding.message)
      .map((action) => ({ title: action.title, apply: () => this.apply(action.edit.changes[uri(this.name)]) }));
  }

  apply(edits, origin = "+fix") {
    this.view.operation(() => {
      // From the end, so that earlier positions stay valid.
      const sorted = [...edits].sort((one, other) =>
        other.range.start.line - one.range.start.line || other.range.start.character - one.range.start.character);
      for (const { range, newText } of sorted) {
        this.view.replaceRange(newText, position(range.start), position(range.end), origin);
      }
    });
    this.view.focus();
  }

  goTo(range) {
    this.view.setSelection(position(range.start), position(range.end));
    this.view.scrollIntoView(position(range.start), 80);
    this.view.focus();
  }

  /// Formats the form.
  ///
  /// @returns false if the form has syntax errors and can't be formatted.
  async format() {
    const edits = await this.request("formatting", { options: { tabSize: 2, insertSpaces: true } });
    if (edits?.length > 0) {
      const cursor = this.view.getCursor();
      this.apply(edits, "+format");
      this.view.setCursor(cursor);
    }
    return edits !== null;
  }

  // MARK: Completion and help

  /// @param isAsked whether the user asked for completions. Otherwise returns only those that begin with the typed
  /// text, and null if that is a whole word.
  async hints(view, isAsked) {
    const cursor = view.getCursor();
    const items = await this.request("completion", { position: { line: cursor.line, character: cursor.ch } });
    if (!items?.length) return null;
    const { range } = items[0].textEdit;
    const typed = view.getRange(position(range.start), cursor).toLowerCase();
    const rank = ({ label }) => (label.toLowerCase().startsWith(typed) ? 0 : label.toLowerCase().includes(typed) ? 1 : 2);
    if (!isAsked && items.some(({ label }) => label.toLowerCase() === typed)) return null;
    const fitting = items.filter((item) => rank(item) < (isAsked ? 2 : 1)).sort((one, other) => rank(one) - rank(other));
    if (fitting.length === 0) return null;
    return {
      from: position(range.start), to: position(range.end),
      list: fitting.slice(0, 30).map((item) => ({
        text: item.textEdit.newText, displayText: item.label,
        render: (element) => element.append(
          make("span", {}, item.label), make("span", { class: "hint-detail" }, item.detail)),
      })),
    };
  }

  /// Explains a word where the pointer rests. The explanation stays while the pointer is near or over it, until a key is
  /// pressed.
  watchPointer() {
    this.tip = make("div", { class: "tip", role: "status", hidden: true });
    document.body.append(this.tip);
    const look = calm(400, ({ clientX, clientY }) => {
      const at = this.view.coordsChar({ left: clientX, top: clientY }, "window");
      if (!at.outside) this.explain(at, { left: clientX, bottom: clientY });
    });
    const wrapper = this.view.getWrapperElement();
    wrapper.addEventListener("mousemove", (event) => {
      if (this.isNearTip(event)) return;
      this.tip.hidden = true;
      look(event);
    });
    const leave = (event) => { if (!this.isNearTip(event)) this.tip.hidden = true; };
    wrapper.addEventListener("mouseleave", leave);
    this.tip.addEventListener("mouseleave", leave);
    document.addEventListener("keydown", () => { this.tip.hidden = true; });
  }

  /// Whether the pointer is over the explanation, or between it and its word.
  isNearTip({ clientX, clientY }) {
    if (this.tip.hidden) return false;
    const { left, right, top, bottom } = this.tip.getBoundingClientRect();
    if (clientY < top) return clientY >= top - tipGap - 1 && Math.abs(clientX - this.tipStart) <= tipGap;
    return clientX >= left && clientX <= right && clientY <= bottom;
  }

  /// Explains the word at the cursor.
  help() {
    const cursor = this.view.getCursor();
    return this.explain(cursor, this.view.cursorCoords(cursor, "window"));
  }

  /// Shows the meaning of a word below a place on screen.
  async explain({ line, ch }, { left, bottom }) {
    const answer = await this.request("hover", { position: { line, character: ch } });
    if (!answer) return;
    const { tip } = this;
    tip.textContent = answer.contents.value.replaceAll(/^```.*$\n?|\*\*|\\(?=[^\w\s])/gm, "").trim();
    this.tipStart = left;
    tip.style.left = `${Math.max(0, Math.min(left, innerWidth - 340))}px`;
    tip.style.top = `${bottom + tipGap}px`;
    tip.hidden = false;
  }
}

/// Returns the keys of a list that opened by itself. Enter inserts a line break unless an arrow key has chosen an
/// item.
function unaskedKeys() {
  let hasChosen = false;
  const move = (step) => (_, list) => {
    hasChosen = true;
    list.moveFocus(step);
  };
  return {
    Up: move(-1), Down: move(1), PageUp: move(-10), PageDown: move(10),
    Enter: (view, list) => {
      if (hasChosen) return list.pick();
      list.close();
      return view.execCommand("newlineAndIndent");
    },
    Tab: (_, list) => list.pick(),
    Esc: (_, list) => list.close(),
  };
}

function position({ line, character }) {
  return { line, ch: character };
}

// A form to fill in. A box is checked when it is left, its mark goes when it is corrected, and sections appear and
// disappear with the answers. Problems are shown in the words of the form. The engine decides all of it.

import { Box, cells, record } from "./boxes.js";
import { now } from "./client.js";
import { copyText, keep, make, recall, saveFile } from "./dom.js";
import { isPressed, released } from "./pointer.js";
import { post, postAsPage } from "./sending.js";
import { direction, languageName, words } from "./words.js";

/// The maximum number of rounds to find the boxes in force, and so the maximum nesting of sections.
const mostRounds = 50;

/// The maximum number of problems of a record to show, which is the engine's own maximum.
const mostProblems = 1_000_000;

export class Filling {
  /// @param root the element to show the form in.
  /// @param engine the client of an engine that has the files of the form.
  /// @param options `language`, `submit` (the address to send the record to; null only shows it), `level` of the
  /// heading, `keeps` (whether the browser keeps what is typed), and `key` (the storage key; by default each form has
  /// its own).
  constructor(root, engine, options = {}) {
    this.root = root;
    this.engine = engine;
    this.options = options;
    this.turn = Promise.resolve();
    this.boxCount = 0;
    this.status = make("p", { class: "status fault", role: "alert", tabindex: "-1" });
    this.progress = make("p", { class: "out-of-sight", role: "status" });
  }

  /// Shows a form, and fills in the earlier answers.
  ///
  /// @param text the form's text.
  /// @param goesOn whether to take the answers from the current boxes instead of those that the browser has kept.
  /// @returns false for a form with errors. The previous form stays on display.
  async open(text, name, { goesOn = false } = {}) {
    const { form, ok } = await this.engine.call("open", text, name);
    if (!ok) {
      this.findings = await this.engine.call("findings", form);
      await this.engine.call("close", form);
      return false;
    }
    await this.closeForm();
    this.form = form;
    this.name = name;
    this.key = this.options.key ?? `formwork:${name}:${hash(text)}`;
    if (!this.keeps) keep(this.languageKey, null);
    this.isDone ||= recall(this.leftKey) !== null;
    if (!this.keeps || this.isNextVisitor) this.forget();
    const language = recall(this.languageKey) ?? this.options.language ?? null;
    await this.show(language, () => {
      this.kept = goesOn ? this.answers : recall(this.key) ?? {};
      return this.kept;
    });
    return true;
  }

  /// The storage key of the chosen language.
  get languageKey() {
    return `${this.key}:language`;
  }

  // MARK: Storage

  /// Whether the browser keeps what is typed.
  get keeps() {
    return this.options.keeps !== false;
  }

  /// Stores the answers until they are sent or saved.
  keepAnswers() {
    if (this.keeps && !this.isDone) keep(this.key, this.answers);
  }

  /// Forgets the stored answers until there are other answers. The boxes keep their contents.
  forget() {
    this.isDone = true;
    this.kept = {};
    keep(this.key, null);
    keep(this.leftKey, null);
  }

  /// The storage key of this tab's note that a server's answer replaced the page. It is then unknown whether the
  /// record was accepted.
  get leftKey() {
    return `${this.key}:left`;
  }

  /// Whether the page was opened anew after a server's answer replaced it. Going back to the page means the same
  /// visitor.
  get isNextVisitor() {
    const [navigation] = performance.getEntriesByType("navigation");
    return recall(this.leftKey) !== null && navigation?.type === "navigate";
  }

  async closeForm() {
    if (this.checker) await this.engine.call("closeChecker", this.checker);
    if (this.form) await this.engine.call("close", this.form);
    this.checker = this.form = null;
  }

  /// Draws the form in a language.
  ///
  /// @param answers returns the answers to fill in. Called late, after any answers given in the meantime.
  async show(language, answers) {
    this.description = await this.engine.call("describe", this.form, language);
    this.language = this.description.language;
    this.words = words(this.language);
    await this.makeChecker();
    await released();
    const given = answers();
    this.fields = this.boxes(this.description.fields, null);
    for (const box of this.fields) box.take(given);
    this.draw();
    await this.updateForce();
  }

  /// Creates a checker for the present moment.
  async makeChecker() {
    if (this.checker) await this.engine.call("closeChecker", this.checker);
    this.moment = now();
    this.checker = await this.engine.call("checker", this.form, { now: this.moment, language: this.language, problems: mostProblems });
  }

  /// The answers in the boxes by `place`, without secrets. Includes earlier answers for fields that the form lacks
  /// while its author edits it.
  get answers() {
    const answers = { ...this.kept, ...this.gathered({}) };
    for (const box of this.all()) if (box.isSecret) delete answers[box.place];
    return answers;
  }

  gathered(options) {
    const answers = {};
    for (const box of this.fields) box.gather(answers, options);
    return answers;
  }

  // MARK: Called by boxes

  /// Creates the boxes for the fields of a record, or of the form if `parent` is null.
  boxes(fields, parent) {
    const twins = new Map();
    const key = (field) => field.key ?? field.name;
    const secrets = new Set(fields.filter(({ secret }) => secret).map(key));
    return fields.filter(({ calculated }) => !calculated).map((field) => {
      const twin = twins.get(field.name) ?? 0;
      twins.set(field.name, twin + 1);
      return new Box(this, field, parent, { twin, isSecret: secrets.has(key(field)) });
    });
  }

  /// Returns a new id for a box.
  id() {
    this.boxCount += 1;
    return `box-${this.boxCount}`;
  }

  /// Handles input in a box.
  changed(box) {
    this.share(box);
    // The record on display isn't the record of these answers.
    this.result.hidden = true;
    this.isDone = false;
    keep(this.leftKey, null);
    this.keepAnswers();
    this.inTurn(() => this.updateForce());
  }

  /// Handles leaving a box.
  left(box) {
    this.keepAnswers();
    // While submitting, the record to check may be gone when the answer arrives.
    if (this.isSubmitting) return;
    this.inTurn(() => this.judge());
  }

  /// Copies the content of a box to the boxes with the same key.
  share(box) {
    for (let one = box; one; one = one.parent) {
      if (one.isItem) continue;
      for (const other of one.parent?.boxes ?? this.fields) {
        if (other !== one && other.key === one.key && other.field.type === one.field.type) other.copy(one);
      }
    }
  }

  /// Runs `body` after all earlier calls have finished.
  inTurn(body) {
    this.turn = this.turn.then(body).catch((error) => this.tell(error));
    return this.turn;
  }

  tell(error) {
    this.status.textContent = String(error.message ?? error);
  }

  all() {
    return this.fields.flatMap((box) => box.all);
  }

  // MARK: Results of the engine

  /// Shows the boxes in force, and hides the others.
  async updateForce() {
    if (this.moment !== now()) await this.makeChecker();
    // A box that comes back may bring further boxes into force.
    for (let round = 0; round < mostRounds; round += 1) {
      const base = await this.inForce(new Set());
      if (!base || !await this.update(this.fields, base, new Set())) return;
    }
  }

  async inForce(opened) {
    const text = JSON.stringify(record(this.fields, opened));
    const fields = await this.engine.call("inForce", this.checker, text);
    await released();
    return fields && new Set(fields.map(({ number, path }) => `${number} ${path}`));
  }

  /// Updates which boxes are hidden. Shows the boxes of a record that is left out, so that it can be filled in.
  ///
  /// @returns whether a box appeared or disappeared.
  async update(boxes, places, opened) {
    let isOther = false;
    for (const box of boxes) {
      if (box.field.number !== undefined) {
        const isHidden = !places.has(`${box.field.number} ${box.path}`);
        isOther ||= isHidden !== box.element.hidden;
        box.element.hidden = isHidden;
      }
      let [inside, more] = [places, opened];
      if (box.isLeftOut && !box.element.hidden) {
        more = new Set([...opened, box]);
        inside = await this.inForce(more);
      }
      if (inside) isOther = await this.update(box.boxes, inside, more) || isOther;
    }
    return isOther;
  }

  /// Checks the record and shows the problems of the boxes that were left.
  async judge() {
    let result = null;
    // A press in the meantime may change the answers.
    do {
      await released();
      result = await this.check();
    } while (isPressed());
    const found = this.sorted(result.problems);
    // Errors of the whole record are shown on submission.
    const notes = (found.get(null) ?? []).filter(({ severity }) => severity !== "error");
    this.notes.replaceChildren(...notes.map(({ message }) => make("p", { class: "warning", dir: "auto" }, message)));
    for (const box of this.all()) {
      const isTold = box.isTouched && !box.element.hidden;
      box.show(isTold ? found.get(box) ?? [] : []);
    }
    return result;
  }

  async check() {
    if (this.moment !== now()) await this.makeChecker();
    const text = JSON.stringify(record(this.fields));
    const answer = await this.engine.call("checkJSON", this.checker, text);
    if (answer.fault) throw new Error(answer.fault);
    const line = answer.lines.split("\n")[0];
    const result = JSON.parse(line);
    // Numbers are exact in the engine's JSON, but not in JavaScript.
    if (result.accepted) result.product = line.slice(line.indexOf('"product":') + 10, line.lastIndexOf(',"problems":['));
    return result;
  }

  /// Returns the problems by the box to show them at, and the problems of the record under null.
  sorted(problems) {
    const boxes = new Map();
    for (const box of this.all()) if (!box.element.hidden && !boxes.has(box.path)) boxes.set(box.path, box);
    const found = new Map();
    for (const problem of problems) {
      // Find the nearest box around the problem. Names may contain dots and brackets, so try every prefix of the
      // path.
      const path = problem.field ?? "";
      let end = path.length;
      while (end > 0 && !((end === path.length || ".[".includes(path[end])) && boxes.has(path.slice(0, end)))) end -= 1;
      const box = boxes.get(path.slice(0, end)) ?? null;
      found.set(box, [...found.get(box) ?? [], problem]);
    }
    return found;
  }

  // MARK: The whole form

  draw() {
    const { words, description } = this;
    const heading = `h${this.options.level ?? 1}`;
    this.summary = make("div", { class: "summary", role: "alert", tabindex: "-1", hidden: true });
    this.result = make("section", { class: "result", tabindex: "-1", hidden: true });
    this.status.textContent = "";
    this.notes = make("div", { class: "messages", role: "status" });
    this.title = description.title ?? this.name.replace(/\.form$/, "");
    const title = make(heading, { dir: "auto" }, this.title);
    this.sender = make("button", { type: "submit" }, this.options.submit ? words.send : words.done);
    this.emptier = make("button", { type: "button", class: "quiet", click: () => this.startAgain() }, words.startAgain);
    const buttons = make("p", { class: "buttons" }, this.sender, this.emptier);
    this.content = make("div", {}, ...this.fields.map((box) => box.element), this.notes);
    const kept = !this.keeps ? words.notKept : this.options.submit ? words.keptToSend : words.kept;
    const form = make(
      "form", {
        novalidate: true, autocomplete: this.keeps ? null : "off",
        submit: (event) => { event.preventDefault(); this.submit(); },
      },
      this.content, this.status, this.progress, buttons, make("p", { class: "hint" }, kept));
    this.root.replaceChildren(this.languageSwitch() ?? "", this.summary, title, form, this.result);
    this.root.lang = this.language;
    this.root.dir = direction(this.language);
    this.options.drawn?.();
  }

  languageSwitch() {
    const { languages } = this.description;
    if (languages.length < 2) return null;
    const select = make(
      "select", { id: "language", change: () => this.inTurn(() => this.switchTo(select.value)) },
      ...languages.map((language) => make(
        "option", { value: language, lang: language, selected: language === this.language }, languageName(language))));
    return make(
      "p", { class: "language" }, make("label", { for: "language" }, `${this.words.language}: `), select);
  }

  async switchTo(language) {
    if (this.keeps) keep(this.languageKey, language);
    let before = new Map();
    await this.show(language, () => {
      before = new Map(this.all().map((box) => [box.place, box]));
      return this.gathered({ withSecrets: true });
    });
    for (const box of this.all()) {
      const former = before.get(box.place);
      if (former) box.succeed(former);
    }
    await this.judge();
    document.getElementById("language")?.focus();
  }

  async startAgain() {
    if (this.isSubmitting || !confirm(this.words.sure)) return;
    await this.showEmpty();
  }

  async showEmpty() {
    this.forget();
    await this.inTurn(() => this.show(this.language, () => ({})));
    this.all()[0]?.focus();
  }

  /// Checks the whole record, and shows or sends it if it is accepted.
  ///
  /// @param isSure whether to send it in spite of the warnings on display.
  submit({ isSure = false } = {}) {
    if (this.isSubmitting) return this.turn;
    this.isSubmitting = true;
    return this.inTurn(async () => {
      this.status.textContent = "";
      for (const box of this.all()) box.isTouched = true;
      const { accepted, product, problems } = await this.judge();
      this.result.hidden = true;
      // Show warnings before sending anything.
      const notes = JSON.stringify(problems);
      const isRead = !this.options.submit || (isSure && notes === this.notesShown);
      this.notesShown = notes;
      if (!accepted) this.summarize(problems.filter(({ severity }) => severity === "error"));
      else this.summarize(isRead ? [] : problems, true);
      if (!accepted || !this.summary.hidden) return;
      if (this.options.submit) await this.send(product);
      else this.present();
    }).finally(() => { this.isSubmitting = false; });
  }

  /// Shows the problems at the top of the form, with links to their boxes.
  ///
  /// @param areNotes whether they are warnings, with which the record can still be sent.
  summarize(problems, areNotes = false) {
    const { words } = this;
    this.summary.hidden = problems.length === 0;
    document.title = document.title.replace(/^[^:]*: \u200b/, "");
    if (problems.length === 0) return;
    const lines = [...this.sorted(problems)].flatMap(([box, found]) => found.map(({ message }) => {
      if (!box) return make("li", { dir: "auto" }, message);
      const link = make("a", { href: `#${box.id}`, dir: "auto" }, [...box.itemsAround, message].join(": "));
      link.addEventListener("click", (event) => {
        event.preventDefault();
        box.focus();
        box.element.scrollIntoView({ block: "center" });
      });
      return make("li", {}, link);
    }));
    const heading = `h${(this.options.level ?? 1) + 1}`;
    const anyway = make("button", { type: "button", click: () => this.submit({ isSure: true }) }, words.sendAnyway);
    this.summary.classList.toggle("notes", areNotes);
    this.summary.replaceChildren(
      make(heading, {}, areNotes ? words.checkNotes : words.thereIsAProblem), make("ul", {}, ...lines),
      areNotes ? make("p", { class: "buttons" }, anyway) : "");
    document.title = `${areNotes ? words.warning : words.error}: \u200b${document.title}`;
    this.summary.focus();
    this.summary.scrollIntoView({ block: "start" });
  }

  /// Shows the record as JSON and as CSV, as `formwork check` reads it, to copy and save.
  present() {
    const { words } = this;
    const base = this.name.replace(/\.form$/, "");
    const part = (title, write, name, type) => {
      const copy = make("button", { type: "button", class: "quiet" }, words.copy);
      const text = write(false);
      copy.addEventListener("click", async () => {
        await copyText(text);
        copy.textContent = words.copied;
      });
      const save = make("button", { type: "button", class: "quiet" }, words.save);
      save.addEventListener("click", () => {
        saveFile(name, text, type);
        this.forget();
      });
      return [
        make(`h${(this.options.level ?? 1) + 2}`, {}, title),
        make("pre", { tabindex: "0", "aria-label": title }, write(true)), make("p", { class: "buttons" }, copy, save),
      ];
    };
    const json = (isShown) => JSON.stringify(this.masked(isShown, () => record(this.fields)), null, 2) + "\n";
    const csv = (isShown) => csvLines(this.masked(isShown, () => cells(this.fields)));
    const heading = `h${(this.options.level ?? 1) + 1}`;
    this.result.replaceChildren(
      make(heading, {}, words.accepted),
      ...part(words.record, json, `${base}.json`, "application/json"),
      ...part(words.asCSV, csv, `${base}.csv`, "text/csv"));
    this.result.hidden = false;
    this.result.focus();
  }

  /// Reads the boxes. With `isMasked`, shows secrets as dots in case another person can see the screen.
  masked(isMasked, read) {
    this.masksSecrets = isMasked;
    const result = read();
    this.masksSecrets = false;
    return result;
  }

  // MARK: Sending

  /// Sends the record and shows the outcome. Unless it was accepted, the answers stay and can be sent again.
  async send(product) {
    const { words, options } = this;
    this.setBusy(true);
    let answer = await post(options.submit, product).finally(() => this.setBusy(false));
    if (answer.outcome === "unreadable") answer = await this.sendAsPage(product);
    switch (answer.outcome) {
      case "sent": return this.showSent(answer.text);
      case "refused": return this.tellUnsent(words.refused.replace("{status}", answer.status), answer.text);
      case "unreachable": return this.tellUnsent(words.unreachable);
      case "unknown": return this.tellUnsent(words.notSent);
      default: return null;
    }
  }

  /// Sends the record by navigation if this page may not read the answer. The answer replaces the page.
  async sendAsPage(product) {
    // A visitor who comes back finds the answers. Keep them from other tabs, which another visitor may open.
    this.isDone = true;
    if (this.keeps) {
      keep(this.key, this.answers, true);
      keep(this.leftKey, true, true);
    }
    this.setBusy(true);
    return postAsPage(this.options.submit, product).finally(() => this.setBusy(false));
  }

  setBusy(isBusy) {
    const { words } = this;
    this.content.inert = isBusy;
    for (const button of [this.sender, this.emptier]) button.setAttribute("aria-disabled", String(isBusy));
    this.sender.textContent = isBusy ? words.sending : words.send;
    // The focused control may be gone. The button is in view.
    if (isBusy) this.sender.focus();
    this.progress.textContent = isBusy ? words.sending : "";
  }

  tellUnsent(...texts) {
    this.tell(texts.filter(Boolean).join("\n"));
    this.status.focus();
    this.status.scrollIntoView({ block: "center" });
  }

  /// Replaces the form with a confirmation and a button to fill it in again.
  showSent(text) {
    const { words, options } = this;
    this.forget();
    const [title, heading] = [0, 1].map((more) => `h${(options.level ?? 1) + more}`);
    const again = make("button", { type: "button", class: "quiet", click: () => this.showEmpty() }, words.startAgain);
    const sent = make(
      "section", { class: "result", tabindex: "-1" }, make(heading, {}, words.sent),
      text ? make("p", { class: "answer", dir: "auto" }, text) : "", make("p", { class: "buttons" }, again));
    this.root.replaceChildren(make(title, { dir: "auto" }, this.title), sent);
    sent.focus();
  }
}

/// Returns a table row as two lines of CSV (RFC 4180): the column names and the cells.
function csvLines(row) {
  const quoted = (text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [row.keys(), row.values()].map((texts) => [...texts].map(quoted).join(",") + "\n").join("");
}

/// Returns a short hash of a text (FNV-1a).
function hash(text) {
  let sum = 0x811c9dc5;
  for (const mark of text) sum = Math.imul(sum ^ mark.codePointAt(0), 0x01000193) >>> 0;
  return sum.toString(16);
}

// A form to fill in. A box is checked when it is left, its mark goes when it is corrected, and sections appear and
// disappear with the answers. Problems are shown in the words of the form. The engine decides all of it. If the form has
// pages, they are shown one after the other. A record without errors is shown to be checked. Then it is saved or sent.

import { Box, cells, fill, record } from "./boxes.js";
import { now } from "./client.js";
import { calm, copyText, keep, make, phrase, recall, saveFile, spoken } from "./dom.js";
import { outlined, Step } from "./outline.js";
import { isPressed, released } from "./pointer.js";
import { prefilled } from "./prefill.js";
import { answers } from "./review.js";
import { post, postAsPage, reference } from "./sending.js";
import { direction, filled, languageName, words } from "./words.js";

/// The maximum number of rounds to find the boxes in force, and so the maximum nesting of sections.
const mostRounds = 50;

/// The milliseconds after which a record is sent again without a connection, which double up to the longest.
const [firstWait, longestWait] = [5_000, 60_000];

/// The maximum number of problems of a record to show, which is the engine's own maximum.
const mostProblems = 1_000_000;

export class Filling {
  /// @param root the element to show the form in.
  /// @param engine the client of an engine that has the files of the form.
  /// @param options `language`, `title`, `submit` (the address to send the record to; null only saves it), `thanks` and
  /// `privacy` (texts of the page), `level` of the heading, `keeps` (whether the browser keeps what is typed), `key`
  /// (the storage key; by default each form has its own), `isPage` (whether the form is all of the page, so that it
  /// uses the address and the history), and `showsRecord` (whether the record is also shown as JSON and CSV).
  constructor(root, engine, options = {}) {
    this.root = root;
    this.engine = engine;
    this.options = options;
    this.turn = Promise.resolve();
    this.boxCount = 0;
    this.status = make("p", { class: "status fault", role: "alert", tabindex: "-1" });
    this.progress = make("p", { class: "out-of-sight", role: "status" });
    /// Problems that the engine doesn't find, with the box of each and its content at that time: those that the server
    /// reported, and secrets that were lost.
    this.refusals = [];
    /// The steps, and the step on display. A form without pages has no steps.
    this.steps = [];
    this.step = null;
    this.mend = calm(300, () => this.inTurn(() => this.removeMended()));
    for (const [name, isPrinting] of [["beforeprint", true], ["afterprint", false]]) {
      addEventListener(name, () => { for (const box of this.all()) box.printChoices(isPrinting); });
    }
    if (options.isPage) this.watchPage();
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
    }, { keepsStep: goesOn });
    if (this.options.isPage) await this.prefill();
    if (this.options.submit && this.keeps && recall(this.waitingKey) !== null) await this.sendWaiting();
    return true;
  }

  /// Fills in what the address says, once.
  async prefill() {
    const { hash } = location;
    const isDone = recall(this.prefilledKey) === hash && Object.keys(this.kept).length > 0;
    if (isDone || !prefilled(this.fields, hash)) return;
    if (this.keeps) keep(this.prefilledKey, hash, true);
    for (const box of this.all()) this.share(box);
    this.keepAnswers();
    await this.updateForce();
  }

  /// Follows the address and the buttons of the browser.
  watchPage() {
    if (history.state?.step !== undefined) history.replaceState(null, "");
    addEventListener("hashchange", () => this.inTurn(() => this.prefill()));
    addEventListener("popstate", ({ state }) => {
      if (state?.step === "check") return;
      if (this.isChecking) this.showForm();
      if (this.steps.length > 0) this.turnToStep(this.steps[state?.step ?? 0] ?? this.step, { isNoted: false });
    });
  }

  /// The storage key of the chosen language.
  get languageKey() {
    return `${this.key}:language`;
  }

  /// The storage key of what was filled in from the address.
  get prefilledKey() {
    return `${this.key}:prefilled`;
  }

  /// The storage key of a record that waits for a connection: its `reference`, without which only the user sends it, and
  /// the `secrets` that were filled in, by place.
  get waitingKey() {
    return `${this.key}:waiting`;
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
    for (const key of [this.key, this.leftKey, this.waitingKey]) keep(key, null);
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
  /// @param keepsStep whether the step on display stays, instead of the first.
  async show(language, answers, { keepsStep = false } = {}) {
    this.description = await this.engine.call("describe", this.form, language);
    this.language = this.description.language;
    this.words = words(this.language);
    await this.makeChecker();
    await released();
    const given = answers();
    this.fields = this.boxes(this.description.fields, null);
    for (const box of this.fields) box.take(given);
    this.draw(keepsStep ? Math.max(0, this.steps.indexOf(this.step)) : 0);
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
    return fields.map((field) => {
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
    this.isDone = false;
    keep(this.leftKey, null);
    this.keepAnswers();
    this.inTurn(() => this.updateForce());
    this.mend();
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
    return (this.fields ?? []).flatMap((box) => box.all);
  }

  // MARK: Results of the engine

  /// Shows the boxes in force, and hides the others.
  async updateForce() {
    if (this.moment !== now()) await this.makeChecker();
    // A box that comes back may bring further boxes into force.
    for (let round = 0; round < mostRounds; round += 1) {
      const base = await this.inForce(new Set());
      if (!base || !await this.update(this, base, new Set())) break;
    }
    this.drawStep();
  }

  async inForce(opened) {
    const text = JSON.stringify(record(this.fields, opened));
    const fields = await this.engine.call("inForce", this.checker, text);
    await released();
    return fields && new Map(fields.map(({ number, block, path, value }) => [place(number, block, path), value]));
  }

  /// Updates which boxes and blocks are hidden, and the calculated values. Shows the boxes of a record that is left out,
  /// so that it can be filled in.
  ///
  /// @param owner the form or a box, with its `blocks`.
  /// @returns whether a box appeared or disappeared.
  async update(owner, places, opened) {
    let isOther = false;
    for (const { number, element } of owner.blocks) {
      element.hidden = !places.has(place(undefined, number, owner === this ? "" : owner.path));
    }
    for (const box of owner === this ? this.fields : owner.boxes) {
      if (box.field.number !== undefined) {
        const own = place(box.field.number, undefined, box.path);
        const isHidden = !places.has(own);
        isOther ||= isHidden !== box.element.hidden;
        box.element.hidden = isHidden;
        if (box.field.calculated) box.showCalculated(places.get(own));
      }
      let [inside, more] = [places, opened];
      if (box.isLeftOut && !box.element.hidden) {
        more = new Set([...opened, box]);
        inside = await this.inForce(more);
      }
      if (inside) isOther = await this.update(box, inside, more) || isOther;
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
    this.notes.replaceChildren(...notes.map(({ message }) => make("p", { class: "warning" }, message)));
    for (const box of this.all()) {
      const isTold = box.isTouched && !box.element.hidden;
      box.show(this.problemsOf(box, isTold ? found : new Map()));
    }
    this.shortenSummary();
    return result;
  }

  /// Removes the messages of boxes that have no error any more, without the user leaving them. New errors wait until then.
  async removeMended() {
    const wrong = this.all().filter((box) => box.hasError);
    if (wrong.length === 0) return;
    const found = this.sorted((await this.check()).problems);
    await released();
    const isWrong = (box) => this.problemsOf(box, found).some(({ severity }) => severity === "error");
    const mended = wrong.filter((box) => !isWrong(box));
    for (const box of mended) box.show(this.problemsOf(box, found));
    this.shortenSummary();
    if (mended.length > 0) {
      const label = mended.map(({ title }) => title.textContent).join(", ");
      this.progress.textContent = filled(this.words.corrected, { label });
    }
  }

  /// Returns the problems to show at a box: those that the engine `found`, unless its content was refused.
  problemsOf(box, found) {
    const refused = this.refusals.filter((one) => one.box === box && one.content === contentOf(box));
    if (refused.length > 0) return refused.map(({ problem }) => problem);
    return (found.get(box) ?? []).filter((problem) => !this.isForLater(box, problem));
  }

  /// Whether a problem of a box may be solved on a later step, because its rule asks for an answer there that the user
  /// has not come to.
  isForLater({ field }, { code }) {
    const isOwn = code === "type" || code === "choice" || code === "required" && field.required === true;
    if (this.step === null || isOwn || !field.asks) return false;
    const later = this.steps.slice(this.steps.indexOf(this.step) + 1).flatMap(({ all }) => all);
    return later.some((box) => field.asks.includes(box.field.number) && !box.isTouched && box.isBlank && !box.element.hidden);
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

  /// @param index the number of the step on display.
  draw(index) {
    const { words, description } = this;
    this.summary = make("div", { class: "summary", role: "alert", tabindex: "-1", hidden: true });
    this.review = make("section", { class: "review", tabindex: "-1", hidden: true });
    for (const part of [this.status, this.progress]) {
      part.textContent = "";
      Object.assign(part, { lang: words.code, dir: direction(words.code) });
    }
    this.notes = make("div", { class: "messages", role: "status" });
    this.title = this.options.title ?? description.title ?? this.name.replace(/\.form$/, "");
    const language = this.options.title === undefined ? description.titleLanguage : null;
    const title = this.heading(0, spoken(language), this.title);
    this.forward = make("button", { type: "submit", ...words.attributes }, words.done);
    this.back = this.button(words.goBack, () => this.turnToStep(this.stepsInForce[this.stepsInForce.indexOf(this.step) - 1]));
    this.back.hidden = true;
    this.blocks = [];
    this.steps = (description.pages ?? []).map((page) => new Step(this, page));
    this.step = this.steps[index] ?? this.steps[0] ?? null;
    const parts = this.step ? this.steps.map(({ element }) => element)
      : outlined(description.parts, this.fields, this.blocks, (...heading) => this.heading(...heading), 1);
    this.content = make("div", { class: "fields" }, ...parts, this.notes);
    const kept = !this.keeps ? words.notKept : this.options.submit ? words.keptToSend : words.kept;
    this.formElement = make(
      "form", {
        novalidate: true, autocomplete: this.keeps ? null : "off",
        submit: (event) => {
          event.preventDefault();
          if (this.isLastStep) this.submit();
          else this.goOn();
        },
      },
      this.content, this.trap(), make("p", { class: "buttons" }, this.back, this.forward), make("p", { class: "hint kept", ...words.attributes }, kept), this.tools());
    this.root.replaceChildren(
      this.languageSwitch() ?? "", title, this.summary, this.formElement, this.review, this.status, this.progress);
    this.root.lang = this.language;
    this.root.dir = direction(this.language);
    this.drawStep();
    this.options.drawn?.();
  }

  heading(depth, properties, ...content) {
    return make(`h${Math.min((this.options.level ?? 1) + depth, 6)}`, properties, ...content);
  }

  /// Returns a box that people don't see. Only programs fill it in.
  trap() {
    if (!this.options.submit) return null;
    this.bait = make("input", { id: this.id(), name: "website", tabindex: "-1", autocomplete: "off" });
    const label = make("label", { for: this.bait.id, ...this.words.attributes }, this.words.leaveEmpty);
    return make("div", { class: "out-of-sight", "aria-hidden": "true" }, label, this.bait);
  }

  /// Returns the buttons for answers on paper and in files.
  tools() {
    const { words } = this;
    const button = (text, click) => make("button", { type: "button", class: "link", ...words.attributes, click }, text);
    const picker = make("input", { type: "file", accept: ".json,application/json", hidden: true });
    picker.addEventListener("change", () => { this.openAnswers(picker.files[0]); picker.value = ""; });
    return make(
      "p", { class: "tools" }, button(words.saveForLater, () => this.saveForLater()),
      button(words.openSaved, () => picker.click()), picker, button(words.print, () => print()),
      button(words.startAgain, () => this.startAgain()));
  }

  /// The name of the form's files, without an ending.
  get fileName() {
    return this.name.replace(/\.form$/, "");
  }

  /// Saves the answers so far, without secrets.
  saveForLater() {
    const text = JSON.stringify(record(this.fields.filter((box) => !box.isSecret)), null, 2);
    saveFile(`${this.fileName}.json`, `${text}\n`, "application/json");
  }

  /// Goes on from a file of answers.
  async openAnswers(file) {
    this.status.textContent = "";
    let values = null;
    try {
      values = JSON.parse(await file.text());
    } catch {
      // The file is no JSON.
    }
    const isAny = values !== null && typeof values === "object" && this.fields.some(({ key }) => Object.hasOwn(values, key));
    if (!isAny) return this.tellUnsent(this.words.noAnswersThere);
    return this.inTurn(async () => {
      this.forget();
      this.isDone = false;
      await this.show(this.language, () => ({}));
      fill(this.fields, values);
      for (const box of this.all()) this.share(box);
      this.keepAnswers();
      await this.updateForce();
      this.all()[0]?.focus();
    });
  }

  languageSwitch() {
    const { languages } = this.description;
    if (languages.length < 2) return null;
    const select = make(
      "select", { id: "language", change: () => this.inTurn(() => this.switchTo(select.value)) },
      ...languages.map((language) => make(
        "option", { value: language, lang: language, selected: language === this.language }, languageName(language))));
    return make(
      "p", { class: "language" }, make("label", { for: "language", ...this.words.attributes }, `${this.words.language}: `), select);
  }

  async switchTo(language) {
    if (this.keeps) keep(this.languageKey, language);
    let before = new Map();
    await this.show(language, () => {
      before = new Map(this.all().map((box) => [box.place, box]));
      return this.gathered({ withSecrets: true });
    }, { keepsStep: true });
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

  // MARK: Steps

  /// The steps that the present answers don't skip.
  get stepsInForce() {
    return this.steps.filter((step) => !step.isSkipped);
  }

  get isLastStep() {
    return this.step === null || this.step === (this.stepsInForce.at(-1) ?? this.step);
  }

  /// Shows the step on display, and hides the others except in print.
  drawStep() {
    if (this.step === null) return;
    const steps = this.stepsInForce;
    // An answer from elsewhere may have closed the step.
    if (!steps.includes(this.step)) this.step = steps.findLast((one) => this.steps.indexOf(one) < this.steps.indexOf(this.step)) ?? steps[0] ?? this.step;
    for (const step of this.steps) {
      step.element.hidden = !steps.includes(step);
      step.element.classList.toggle("away", step !== this.step);
      step.caption.textContent = filled(this.words.step, { number: steps.indexOf(step) + 1, count: steps.length });
    }
    this.back.hidden = this.step === steps[0];
    this.forward.textContent = this.isLastStep ? this.words.done : this.words.goOn;
  }

  /// Shows a step, and moves the focus to its heading.
  ///
  /// @param isNoted whether the browser's Back returns from it.
  turnToStep(step, { isNoted = true } = {}) {
    this.leaveStep(step, isNoted);
    this.step.heading.focus();
    this.root.scrollIntoView({ block: "start" });
  }

  leaveStep(step, isNoted = true) {
    if (step === this.step) return;
    this.step = step;
    this.summary.hidden = true;
    this.entitle("");
    this.drawStep();
    if (isNoted && this.options.isPage) history.pushState(this.position, "");
  }

  /// The state of the history for the step on display.
  get position() {
    return this.step === null ? null : { step: this.steps.indexOf(this.step) };
  }

  /// Checks the step on display. If it has no errors, shows the next one.
  goOn() {
    return this.submitting(async () => {
      this.status.textContent = "";
      const boxes = this.step.all;
      for (const box of boxes) box.isTouched = true;
      const result = await this.judge();
      const found = [...this.sorted(result.problems)].filter(([box]) => boxes.includes(box))
        .flatMap(([box, problems]) => problems.filter((problem) => !this.isForLater(box, problem)));
      this.summarize(found);
      if (!this.summary.hidden) return;
      const steps = this.stepsInForce;
      this.turnToStep(steps[steps.indexOf(this.step) + 1] ?? this.step);
    });
  }

  /// Checks the whole record. If it is accepted, shows the answers to be checked.
  submit() {
    return this.submitting(async () => {
      this.status.textContent = "";
      for (const box of this.all()) box.isTouched = true;
      this.refusals = [];
      const result = await this.judge();
      this.summarize(result.problems);
      if (result.accepted) this.showReview(result);
    });
  }

  /// Runs `body` in turn, unless the record is being submitted already.
  submitting(body) {
    if (this.isSubmitting) return this.turn;
    this.isSubmitting = true;
    return this.inTurn(body).finally(() => { this.isSubmitting = false; });
  }

  /// Shows the errors among problems at the top of the form, with links to their boxes. With a `text`, shows it also
  /// without errors.
  summarize(problems, { title = this.words.thereIsAProblem, text = null } = {}) {
    const { words } = this;
    const errors = problems.filter(({ severity }) => severity === "error");
    this.summary.hidden = errors.length === 0 && text === null;
    this.entitle("");
    if (this.summary.hidden) return;
    this.summary.replaceChildren(
      this.heading(1, words.attributes, title), text === null ? "" : make("p", words.attributes, text), this.lines(errors));
    this.entitle(words.error);
    this.summary.focus();
    this.summary.scrollIntoView({ block: "start" });
  }

  /// Puts a word before the title of the page.
  entitle(word) {
    const title = document.title.replace(/^[^:]*: \u200b/, "");
    document.title = word ? `${word}: \u200b${title}` : title;
  }

  /// Returns problems as a list of links to their boxes. A `label` names the box if the message doesn't.
  lines(problems) {
    const lines = [...this.sorted(problems)].flatMap(([box, found]) => found.map(({ label, message, language }) => {
      if (!box) return make("li", {}, message);
      const places = [...box.itemsAround, ...label ? [label] : []].map((place) => `${place}: `);
      const link = make("a", { href: `#${box.id}` }, ...places, phrase(message, language));
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.goTo(box);
      });
      const line = make("li", {}, link);
      line.box = box;
      return line;
    }));
    return make("ul", {}, ...lines);
  }

  goTo(box) {
    const step = this.steps.find(({ all }) => all.includes(box));
    if (step) this.leaveStep(step);
    box.focus();
    box.element.scrollIntoView({ block: "center" });
  }

  /// Removes the problems from the summary that are mended.
  shortenSummary() {
    if (this.summary.hidden) return;
    const lines = [...this.summary.querySelectorAll("li")];
    for (const line of lines) if (line.box && (!line.box.hasError || line.box.element.hidden)) line.remove();
    if (this.summary.querySelector("li")) return;
    this.summary.hidden = true;
    this.entitle("");
  }

  // MARK: Checking the answers

  get isChecking() {
    return !this.review.hidden;
  }

  /// Shows the answers in the place of the form, with a button to save or send them.
  ///
  /// @param result the accepted record with its warnings.
  showReview({ product, problems }) {
    const { words, options } = this;
    const notes = problems.length === 0 ? null : make(
      "div", { class: "summary notes" }, this.heading(2, words.attributes, words.checkNotes), this.lines(problems.map((one) => ({ ...one, field: null }))));
    this.answersShown = make("div", {}, ...this.answersInParts({ change: (box) => this.showForm(box) }));
    this.sender = make(
      "button", { type: "button", ...words.attributes, click: () => (options.submit ? this.trySending() : this.save("json")) },
      options.submit ? words.send : words.save);
    const others = options.submit ? [] : [this.button(words.saveAsTable, () => this.save("csv"))];
    const back = this.button(words.backToForm, () => {
      this.showForm(this.step ? null : this.fields[0]);
      this.step?.heading.focus();
    });
    this.review.replaceChildren(
      this.heading(1, words.attributes, words.check), notes ?? "", this.answersShown,
      options.privacy ? make("p", { class: "privacy" }, ...linked(options.privacy)) : "",
      make("p", { class: "buttons" }, this.sender, ...others, this.button(words.print, () => print()), back),
      options.showsRecord ? this.asData() : "");
    this.product = product;
    this.notesShown = JSON.stringify(problems);
    this.status.textContent = "";
    this.turnTo(this.review);
    if (options.isPage && history.state?.step !== "check") history.pushState({ step: "check" }, "");
  }

  /// Returns the answers as people read them, below the titles of their steps.
  answersInParts({ change = null } = {}) {
    const { words } = this;
    const level = (this.options.level ?? 1) + 2;
    if (this.step === null) return answers(this.fields, words, { level, change });
    return this.stepsInForce.flatMap((step) => {
      const parts = answers(step.boxes, words, { level: step.title ? level + 1 : level, change });
      if (parts.length === 0 || !step.title) return parts;
      return [make("section", { class: "part" }, make(`h${Math.min(level, 6)}`, spoken(step.titleLanguage), step.title), ...parts)];
    });
  }

  button(text, click) {
    return make("button", { type: "button", class: "quiet", ...this.words.attributes, click }, text);
  }

  /// Shows one part of the page: the form or the answers to check.
  turnTo(part) {
    this.formElement.hidden = part !== this.formElement;
    this.review.hidden = part !== this.review;
    if (part !== this.review) return;
    this.review.focus();
    this.root.scrollIntoView({ block: "start" });
  }

  /// Returns from the answers to the form, to the box of an answer.
  showForm(box) {
    this.stopWaiting();
    this.leaveToUser();
    this.status.textContent = "";
    this.turnTo(this.formElement);
    // Going back takes effect late, perhaps after the answers are shown again.
    if (history.state?.step === "check" && this.options.isPage) history.replaceState(this.position, "");
    if (box) this.goTo(box);
  }

  /// Saves the record in a file. The browser needs no copy any more.
  save(ending) {
    const name = `${this.fileName}.${ending}`;
    saveFile(name, ending === "csv" ? this.csv(false) : this.json(false), ending === "csv" ? "text/csv" : "application/json");
    this.forget();
    this.progress.textContent = "";
    this.status.textContent = "";
    this.review.querySelector(".saved")?.remove();
    this.sender.parentElement.before(make("p", { class: "saved", role: "status", ...this.words.attributes }, filled(this.words.saved, { name })));
  }

  json(isMasked) {
    return `${JSON.stringify(this.masked(isMasked, () => record(this.fields)), null, 2)}\n`;
  }

  csv(isMasked) {
    return csvLines(this.masked(isMasked, () => cells(this.fields)));
  }

  /// Returns the record as `formwork check` reads it, as JSON and as CSV, to look at and to copy.
  asData() {
    const { words } = this;
    const part = (title, write) => {
      const copy = this.button(words.copy, async () => {
        await copyText(write(false));
        copy.textContent = words.copied;
      });
      return [
        this.heading(2, words.attributes, title), make("pre", { tabindex: "0", "aria-label": title, dir: "ltr" }, write(true)),
        make("p", { class: "buttons" }, copy),
      ];
    };
    return make(
      "div", { class: "data" }, ...part(words.record, (isMasked) => this.json(isMasked)),
      ...part(words.asCSV, (isMasked) => this.csv(isMasked)));
  }

  /// Reads the boxes. With `isMasked`, shows secrets as dots in case another person can see the screen.
  masked(isMasked, read) {
    this.masksSecrets = isMasked;
    const result = read();
    this.masksSecrets = false;
    return result;
  }

  // MARK: Sending

  /// Sends the record unless time has made it invalid, or has brought another warning.
  trySending() {
    return this.submitting(async () => {
      this.stopWaiting();
      const result = await this.judge();
      if (!result.accepted) {
        this.showForm();
        return this.summarize(result.problems);
      }
      if (JSON.stringify(result.problems) !== this.notesShown) return this.showReview(result);
      return this.send(result.product);
    });
  }

  /// Sends a record that waited for a connection when the page was closed. If it lacks secrets, which the browser doesn't
  /// keep, or may have changed, asks the user to complete and send it.
  async sendWaiting() {
    const { words } = this;
    const { reference, secrets } = recall(this.waitingKey);
    const lost = this.all().filter(({ place, element }) => secrets.includes(place) && !element.hidden);
    this.refusals = lost.map((box) => refusal(box, { message: words.fillInAgain, language: words.attributes.lang, field: box.path, severity: "error" }));
    for (const box of this.all()) box.isTouched = true;
    const result = await this.judge();
    if (result.accepted && reference && lost.length === 0) {
      this.reference = reference;
      this.showReview(result);
      this.sentProduct = result.product;
      return this.send(result.product);
    }
    this.leaveToUser();
    const others = [...this.sorted(result.problems)].filter(([box]) => !lost.includes(box)).flatMap(([, found]) => found);
    const again = this.refusals.map(({ box, problem }) => ({ ...problem, label: box.title.textContent }));
    return this.summarize([...again, ...others], {
      title: words.unsent, text: filled(words.sendAgain, { done: words.done }),
    });
  }

  /// Notes that only the user sends the record that waits, because its answers may change.
  leaveToUser() {
    const waiting = recall(this.waitingKey);
    if (waiting) keep(this.waitingKey, { ...waiting, reference: null });
  }

  /// Sends the record and shows the outcome. Unless it was accepted, the answers stay and can be sent again.
  async send(product) {
    const { words, options } = this;
    // Each attempt with the same record has the same reference, so that the server can tell.
    if (product !== this.sentProduct) this.reference = reference();
    this.sentProduct = product;
    const fields = { record: product, id: this.reference };
    if (this.bait?.value) fields.website = this.bait.value;
    this.setBusy(true);
    let answer = await post(options.submit, fields).finally(() => this.setBusy(false));
    if (answer.outcome === "unreadable") answer = await this.sendAsPage(fields);
    if (answer.outcome !== "unreachable") {
      keep(this.waitingKey, null);
      this.waits = undefined;
    }
    switch (answer.outcome) {
      case "sent": return this.showSent(answer);
      case "refused": return this.showRefused(answer);
      case "unreachable": return this.waitForConnection();
      case "unknown": return this.tellUnsent(words.notSent);
      default: return null;
    }
  }

  /// Sends the record by navigation if this page may not read the answer. The answer replaces the page.
  async sendAsPage(fields) {
    // A visitor who comes back finds the answers. Keep them from other tabs, which another visitor may open.
    this.isDone = true;
    if (this.keeps) {
      keep(this.key, this.answers, true);
      keep(this.leftKey, true, true);
    }
    this.setBusy(true);
    return postAsPage(this.options.submit, fields).finally(() => this.setBusy(false));
  }

  setBusy(isBusy) {
    const { words } = this;
    this.answersShown.inert = isBusy;
    for (const button of this.review.querySelectorAll(".buttons button")) button.setAttribute("aria-disabled", String(isBusy));
    this.sender.textContent = isBusy ? words.sending : words.send;
    this.sender.classList.toggle("busy", isBusy);
    // A focused answer is inert. The button is in view.
    if (isBusy && this.answersShown.contains(document.activeElement)) this.sender.focus();
    this.progress.textContent = isBusy ? words.sending : "";
  }

  tellUnsent(...texts) {
    this.tell(texts.filter(Boolean).join("\n"));
    this.status.focus();
    this.status.scrollIntoView({ block: "center" });
  }

  /// Shows why the server did not accept the record. Its problems are shown at their boxes.
  showRefused({ status, text, problems }) {
    this.sentProduct = null;
    if (!problems) return this.tellUnsent(filled(this.words.refused, { status }), text);
    this.refusals = [...this.sorted(problems)].flatMap(([box, found]) => found.map((problem) => refusal(box, problem)));
    this.showForm();
    for (const box of this.all()) box.show(this.problemsOf(box, new Map()));
    return this.summarize(problems);
  }

  /// Tries again as soon as there is a connection.
  waitForConnection() {
    const { words } = this;
    const secrets = this.all().filter((box) => box.isSecret && !box.element.hidden && !box.isBlank).map(({ place }) => place);
    if (this.keeps) keep(this.waitingKey, { reference: this.reference, secrets });
    this.tell(words.waiting);
    this.sender.textContent = words.tryAgain;
    this.stopWaiting();
    this.waits = Math.min((this.waits ?? firstWait / 2) * 2, longestWait);
    this.waiting = new AbortController();
    const { signal } = this.waiting;
    const timer = setTimeout(() => this.trySending(), this.waits);
    signal.addEventListener("abort", () => clearTimeout(timer));
    addEventListener("online", () => this.trySending(), { signal });
  }

  stopWaiting() {
    this.waiting?.abort();
    this.waiting = null;
  }

  /// Replaces the form with a confirmation, the answers and a button to fill in the form again.
  showSent({ text, receipt }) {
    const { words, options } = this;
    this.forget();
    this.entitle("");
    const time = new Intl.DateTimeFormat(words.code, { dateStyle: "long", timeStyle: "short" }).format(new Date());
    const copy = make("details", { class: "copy" }, make("summary", words.attributes, words.yourAnswers), ...this.answersInParts());
    const number = receipt ?? this.reference;
    const sent = make(
      "section", { class: "result", tabindex: "-1" }, this.heading(1, words.attributes, words.sent),
      make("p", { class: "number" }, phrase(`${words.reference}: `, words.attributes.lang), make("strong", { dir: "ltr" }, number)),
      text ? make("p", { class: "answer" }, text) : "",
      options.thanks ? make("p", { class: "thanks" }, ...linked(options.thanks)) : "",
      make("p", { class: "hint", ...words.attributes }, filled(words.sentAt, { time })), copy,
      make("p", { class: "buttons" }, this.button(words.print, () => print()), this.button(words.startAgain, () => this.showEmpty())));
    // The answers are part of what is printed.
    const open = (isOpen) => () => { copy.open = isOpen; };
    addEventListener("beforeprint", open(true));
    addEventListener("afterprint", open(false));
    this.root.replaceChildren(this.heading(0, {}, this.title), sent, this.progress);
    if (options.isPage) history.replaceState(null, "");
    sent.focus();
    this.root.scrollIntoView({ block: "start" });
  }
}

/// A key for a field or a block of the form or of a record, as the engine names it.
function place(number, block, path) {
  return block === undefined ? `${number} ${path}` : `block ${block} ${path}`;
}

/// A problem with the present content of a box.
function refusal(box, problem) {
  return { problem, box, content: contentOf(box) };
}

/// The content of a box, to tell whether it was changed.
function contentOf(box) {
  return box && JSON.stringify(box.record() ?? null);
}

/// Returns a text whose web addresses are links.
function linked(text) {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).map((part, index) =>
    (index % 2 === 1 ? make("a", { href: part, rel: "noopener noreferrer", target: "_blank" }, part) : part));
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

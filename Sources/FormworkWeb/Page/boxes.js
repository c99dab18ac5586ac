// The boxes of a form: their elements and their contents.
//
// A box has `field` (from `formwork_describe`), `path`, `element` and, for a record or a list, the boxes in it.
// Fields in branches that exclude each other can have the same name, and so the same path. Their boxes are twins with
// different `place`s.

import { offset } from "./client.js";
import { make, phrase, spoken } from "./dom.js";
import { bound, hints, typing } from "./hints.js";
import { outlined } from "./outline.js";
import { dateButton, dateFormat } from "./picker.js";
import { plain, SearchBox } from "./search.js";
import { filled } from "./words.js";

/// The maximum number of choices as buttons, and of choices that are easily found without a search.
const [fewChoices, manyChoices] = [6, 12];

/// The maximum number of choices to print.
const mostPrinted = 300;

/// The maximum number of rows to fill in from a file or an address.
export const mostRows = 1_000;

/// Matches integers that JavaScript numbers represent exactly.
const shortInteger = /^(0|-?[1-9]\d{0,14})$/;

/// The value of a box with an incomplete date, which a script can't read.
const badInput = "?";

/// Returns the object that a text is in JSON, or the text if it isn't one.
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text;
  }
}

const inputTypes = { date: "date", time: "time", datetime: "datetime-local", instant: "datetime-local" };

export class Box {
  /// @param form the form on screen: `words`, `language`, `keeps`, `id()`, `heading(…)`, `changed(box)` and `left(box)`.
  /// @param parent the record or list that contains the box; null for a field of the form.
  /// @param options `twin` (the number of earlier boxes with the same path), `index` (among the items of a list) and
  /// `isSecret` (whether the value is secret, also because of another field with the same key).
  constructor(form, given, parent, { twin = 0, index = null, isSecret = Boolean(given.secret) } = {}) {
    // A list by name is written as JSON.
    const field = given.by === undefined ? given : { ...given, type: "any", items: undefined, choices: undefined };
    Object.assign(this, { form, field, parent, twin, index, isSecret });
    /// Whether the box was left. Only then are its problems shown.
    this.isTouched = false;
    /// Whether the user answered here.
    this.isSaid = false;
    /// An earlier answer that the box can't show. Undefined as soon as there is another answer.
    this.unshown = undefined;
    this.id = form.id();
    this.boxes = [];
    /// The blocks of a record, each with its `number` and its `element`.
    this.blocks = [];
    if (field.calculated) this.makeOutput();
    else if (field.type === "record") this.makeRecord();
    else if (field.type === "list" && field.choices === undefined && !field.items.choices) this.makeList();
    else if (field.type === "list") this.makeChoices("checkbox");
    else if (field.type === "choice" && field.choices.length <= fewChoices) this.makeChoices("radio");
    else if (field.type === "bool" && this.isOptional) this.makeTick();
    else if (field.type === "bool") this.makeChoices("radio");
    else this.makeInput();
    for (const control of this.controls) control.box = this;
    if (this.fromForm !== undefined) this.value = this.fromForm;
    this.show([]);
  }

  get isItem() {
    return this.index !== null;
  }

  /// The path in the engine's notation, such as `items[0].price`.
  get path() {
    if (this.isItem) return `${this.parent.path}[${this.index}]`;
    return this.parent ? `${this.parent.path}.${this.field.name}` : this.field.name;
  }

  /// A key that is unique among the boxes of the form.
  get place() {
    const outer = this.parent ? this.parent.place + "." : "";
    return `${outer}${this.index ?? this.field.name}${this.twin > 0 ? `\n${this.twin}` : ""}`;
  }

  /// The default as typed. Undefined if that is unknown; then the form applies the default to a blank box.
  get fromForm() {
    const { field } = this;
    return field.formatted || field.type === "instant" ? undefined : field.default;
  }

  /// The titles of the list items that contain the box, the outermost first.
  get itemsAround() {
    const own = this.isItem ? [this.title.textContent] : [];
    return this.parent ? [...this.parent.itemsAround, ...own] : own;
  }

  get key() {
    return this.field.key ?? this.field.name;
  }

  /// Whether the box may stay blank whatever else is filled in.
  get isOptional() {
    return this.field.required === false || this.field.default !== undefined;
  }

  /// The names of the records around the box, the innermost first.
  get recordsAround() {
    return this.parent ? [this.parent.field.name, ...this.parent.recordsAround] : [];
  }

  /// Whether the box is in a row of a list.
  get isInRow() {
    return this.isItem || Boolean(this.parent?.isInRow);
  }

  /// This box and all boxes in it.
  get all() {
    return [this, ...this.boxes.flatMap((box) => box.all)];
  }

  // MARK: Parts

  labelText() {
    const { field, form } = this;
    this.title = make("span", spoken(field.labelLanguage), field.label);
    const parts = [this.title];
    if (this.isOptional && field.type !== "bool" && !field.calculated) {
      parts.push(make("span", { class: "optional", ...form.words.attributes }, ` (${form.words.optional})`));
    }
    return parts;
  }

  /// Returns the hint and the messages, which are shown between the label and the box.
  advice() {
    const { field, id } = this;
    const { words } = this.form;
    const isPlain = !["bool", "choice", "list", "record", "any"].includes(field.type) && !field.calculated;
    const blank = isPlain && field.default !== undefined ? `${words.ifBlank} ${field.default}` : null;
    // The author of a hint has said what helps.
    const own = field.hint ? make("span", spoken(field.hintLanguage), field.hint) : null;
    const made = own || !isPlain ? [] : hints(field, words, Boolean(this.ownType));
    const rest = [...made, blank].filter(Boolean).join(" · ");
    const texts = [own, own && rest ? " " : null, rest ? phrase(rest, words.attributes.lang) : null].filter(Boolean);
    this.hint = texts.length > 0 ? make("p", { id: `${id}-hint`, class: "hint" }, ...texts) : null;
    this.message = make("div", { id: `${id}-message`, class: "messages" });
    return [this.hint, this.message];
  }

  /// Returns the listeners for the controls of the box.
  listeners() {
    return {
      input: ({ currentTarget }) => currentTarget.box.input(),
      change: ({ currentTarget }) => currentTarget.box.input(),
      blur: ({ currentTarget }) => currentTarget.box.leave(),
    };
  }

  input() {
    this.isSaid = true;
    this.unshown = undefined;
    this.form.changed(this);
  }

  leave() {
    this.isTouched = true;
    // Leaving the empty box confirms that it is empty.
    if (this.unshown === badInput) this.unshown = undefined;
    this.form.left(this);
  }

  makeInput() {
    const { field, id, form } = this;
    const label = make("label", { for: id }, ...this.labelText());
    const { choices } = field;
    const attributes = typing(field, this.recordsAround, form.keeps && !this.isInRow);
    let around = null;
    if (choices && choices.length > manyChoices) {
      this.search = new SearchBox(id, choices, field.label, form.words, this.listeners());
      this.control = this.search.control;
      around = this.search.element;
    } else if (choices) {
      this.control = make(
        "select", { id, ...this.listeners() }, make("option", { value: "", ...form.words.attributes }, form.words.choose),
        ...choices.map(({ value, label, labelLanguage }) => make("option", { value, ...spoken(labelLanguage) }, label)));
    } else if (field.long && !field.secret) {
      this.control = make("textarea", { id, rows: 4, dir: "auto", ...this.listeners() });
    } else if (this.ownType) {
      this.control = make("input", {
        id, type: this.ownType, autocomplete: attributes.autocomplete, ...this.listeners(),
        min: bound(field, "least"), max: bound(field, "most"),
      });
    } else {
      this.control = make("input", { id, dir: "auto", ...attributes, ...this.listeners() });
      around = this.withButton();
    }
    this.controls = [this.control];
    const isShort = !choices && ["int", "number", "date", "time", "datetime", "instant"].includes(field.type);
    this.element = make("div", { class: `box ${isShort ? "brief" : ""}` }, label, ...this.advice(), around ?? this.control);
  }

  /// The type of the browser's own box for a date or time, which needs no format. Undefined without one.
  get ownType() {
    const { formatted, secret, type } = this.field;
    return formatted || secret ? undefined : inputTypes[type];
  }

  /// Returns the control with its button: one that shows a secret, or a calendar. Null without one.
  withButton() {
    const { field, control, form } = this;
    const format = field.type === "date" ? dateFormat(field.written) : null;
    let button = null;
    if (field.secret) button = this.shower();
    else if (format) {
      const limits = { least: bound(field, "least"), most: bound(field, "most") };
      button = dateButton(control, format, { "aria-label": `${form.words.pickDate}: ${field.label}`, ...form.words.attributes }, limits);
    }
    return button ? make("div", { class: "with-button" }, control, button) : null;
  }

  /// Returns a button that shows and hides a secret.
  shower() {
    const { field, control } = this;
    const { words } = this.form;
    const button = make("button", { type: "button", class: "quiet", ...words.attributes });
    const say = () => {
      button.textContent = control.type === "password" ? words.show : words.hide;
      button.setAttribute("aria-label", `${button.textContent}: ${field.label}`);
    };
    button.addEventListener("click", () => {
      control.type = control.type === "password" ? "text" : "password";
      say();
    });
    say();
    return button;
  }

  /// A calculated field, whose value the form shows.
  makeOutput() {
    const { id } = this;
    this.controls = [];
    this.output = make("output", { id }, "–");
    const label = make("label", { for: id }, ...this.labelText());
    this.element = make("div", { class: "box", tabindex: "-1" }, label, ...this.advice(), this.output);
  }

  /// Shows the value of a calculated field; undefined if it has none yet.
  showCalculated(value) {
    const { text } = value === undefined ? { text: "–" } : this.inWords(value);
    if (this.output.textContent !== text) this.output.textContent = text;
  }

  makeTick() {
    const { id } = this;
    this.control = make("input", { id, type: "checkbox", ...this.listeners() });
    this.controls = [this.control];
    const label = make("label", { for: id }, ...this.labelText());
    this.element = make(
      "div", { class: "box" }, ...this.advice(), make("div", { class: "tick" }, this.control, label));
  }

  makeChoices(type) {
    const { field, id } = this;
    const { words } = this.form;
    // With a tick box, an untouched field would count as an answer.
    const labelLanguage = words.attributes.lang;
    const yesOrNo = [{ value: "true", label: words.yes, labelLanguage }, { value: "false", label: words.no, labelLanguage }];
    const choices = field.type === "bool" ? yesOrNo : [...field.choices ?? field.items.choices];
    // A radio button can't be unchecked.
    if (type === "radio" && field.required !== true && field.default === undefined) {
      choices.push({ value: "", label: words.noAnswer, labelLanguage });
    }
    const listeners = { ...this.listeners(), blur: null };
    const buttons = choices.map(({ value, label, labelLanguage }, index) => {
      const button = make("input", {
        id: index === 0 ? id : `${id}-${index}`, type, name: id, value, ...listeners,
      });
      return [button, make("div", { class: "tick" }, button, make("label", { for: button.id, ...spoken(labelLanguage) }, label))];
    });
    this.controls = buttons.map(([button]) => button);
    const lines = buttons.map(([, line]) => line);
    const isShort = field.type === "bool" && choices.length === 2;
    const ticks = make("div", { class: `ticks ${isShort ? "short" : ""}` }, ...lines);
    this.element = this.group(lines.length > manyChoices ? this.finder(lines) : null, ticks);
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget)) this.leave();
    });
  }

  /// Returns a box that hides the lines without a text.
  finder(lines) {
    const { words } = this.form;
    const count = make("span", { class: "out-of-sight", role: "status", ...words.attributes });
    const find = make("input", {
      ...words.attributes, type: "search", autocomplete: "off", placeholder: words.search, "aria-label": `${words.search}: ${this.field.label}`,
      // Enter would send the form.
      keydown: (event) => { if (event.key === "Enter") event.preventDefault(); },
      input: () => {
        for (const line of lines) line.hidden = !plain(line.textContent).includes(plain(find.value.trim()));
        const found = lines.filter((line) => !line.hidden).length;
        count.textContent = found > 0 ? filled(words.found, { count: found }) : words.nothingFound;
      },
    });
    return make("div", { class: "finder" }, find, count);
  }

  /// Shows the choices of an empty drop-down or search, to tick on paper, until the page is printed.
  printChoices(isPrinting) {
    this.printed?.remove();
    this.printed = null;
    const { choices } = this.field;
    const isOpen = isPrinting && choices && this.control?.value.trim() === "" && choices.length <= mostPrinted;
    this.control?.classList.toggle("not-printed", Boolean(isOpen));
    if (!isOpen) return;
    this.printed = make("ul", { class: "printed" }, ...choices.map(({ label, labelLanguage }) => make("li", spoken(labelLanguage), label)));
    this.element.append(this.printed);
  }

  /// Wraps boxes in a group with one label.
  group(...content) {
    const isWide = this.controls.length === 0;
    return make(
      "fieldset", { class: `box group ${isWide ? "wide" : ""}` }, make("legend", {}, ...this.labelText()),
      ...this.advice(), ...content);
  }

  makeRecord() {
    this.controls = [];
    this.boxes = this.form.boxes(this.field.fields, this);
    const heading = (...parts) => this.form.heading(...parts);
    this.element = this.group(...outlined(this.field.parts, this.boxes, this.blocks, heading, 2 + this.recordsAround.length));
    this.element.id = this.id;
    this.element.tabIndex = -1;
  }

  makeList() {
    const { form, id } = this;
    this.controls = [];
    this.items = make("div", { class: "items" });
    this.adder = make("button", { type: "button", class: "quiet", ...form.words.attributes, click: () => this.addItem(true) });
    this.element = this.group(this.items, this.adder);
    this.element.id = id;
    this.element.tabIndex = -1;
    if (this.needsRow) this.addItem();
    else this.numberItems();
  }

  /// Whether a list without a row would be a problem.
  get needsRow() {
    return this.field.required === true;
  }

  addItem(isAsked = false) {
    const index = this.boxes.length;
    const { words } = this.form;
    const box = new Box(this.form, { ...this.field.items, name: "" }, this, { index });
    box.remover = make(
      "button", { type: "button", class: "quiet", ...words.attributes, click: () => this.removeItem(box) }, words.remove);
    box.row = make("div", { class: "item" }, box.element, box.remover);
    this.boxes.push(box);
    this.items.append(box.row);
    this.numberItems(index);
    if (isAsked) {
      box.focus();
      this.form.changed(this);
    }
  }

  /// Numbers the items from an index on, and names the buttons by how many there are.
  numberItems(start = 0) {
    const { words } = this.form;
    for (const [index, box] of this.boxes.entries()) if (index >= start) box.number(index);
    if (this.boxes.length > 0) this.boxes[0].remover.hidden = this.needsRow && this.boxes.length === 1;
    this.adder.textContent = this.boxes.length === 0 ? words.addFirst : words.add;
    this.adder.setAttribute("aria-label", `${this.adder.textContent}: ${this.field.label}`);
  }

  /// Sets the box's number among the items.
  number(index) {
    this.index = index;
    this.title.textContent = `${this.field.label} ${index + 1}`;
    this.remover.setAttribute(
      "aria-label", `${this.form.words.remove}: ${this.parent.field.label} ${index + 1}`);
  }

  removeItem(box) {
    box.row.remove();
    this.boxes.splice(box.index, 1);
    this.numberItems();
    this.adder.focus();
    this.leave();
    this.form.changed(this);
  }

  focus() {
    if (this.controls.length > 0) this.controls[0].focus();
    else if (this.boxes.length > 0) this.boxes[0].focus();
    else (this.adder ?? this.element).focus();
  }

  // MARK: Values

  /// The content of a box without inner boxes: a text, a Boolean, or the texts of the chosen values. A blank text
  /// without an answer.
  get value() {
    const { field, control } = this;
    if (field.type === "list") return this.controls.filter((one) => one.checked).map(({ value }) => value);
    if (this.search) return this.search.value;
    if (field.type === "bool" && control) return control.checked;
    if (!control) {
      const chosen = this.controls.find((one) => one.checked)?.value ?? "";
      return field.type === "bool" && chosen !== "" ? chosen === "true" : chosen;
    }
    // Input that the browser can't read as a date is a value, too. The form reports what is wrong with it.
    return control.validity.badInput || this.unshown === badInput ? badInput : control.value;
  }

  set value(value) {
    const { field, control } = this;
    this.unshown = undefined;
    if (field.type === "list") {
      for (const one of this.controls) one.checked = Array.isArray(value) && value.includes(one.value);
    } else if (this.search) {
      this.search.value = typeof value === "string" ? value : "";
    } else if (!control) {
      for (const one of this.controls) one.checked = one.value === String(value);
    } else if (field.type === "bool") {
      control.checked = value === true || value === "true";
    } else {
      control.value = typeof value === "string" ? value : "";
    }
  }

  /// Collects the contents of the boxes in `answers`, by `place`. For a list, collects the number of items.
  gather(answers, { withSecrets = false } = {}) {
    if (this.isSecret && !withSecrets) return;
    if (this.items) answers[this.place] = this.boxes.length;
    else if (this.controls.length > 0) answers[this.place] = this.unshown ?? this.value;
    for (const box of this.boxes) box.gather(answers, { withSecrets });
  }

  /// Fills in collected answers.
  take(answers) {
    const answer = answers[this.place];
    // The answer can be a text if the field had another type before.
    if (this.items) while (Number.isInteger(answer) && this.boxes.length < answer) this.addItem();
    else if (this.controls.length > 0 && answer !== undefined) {
      this.value = answer;
      if (JSON.stringify(this.value) !== JSON.stringify(answer)) this.unshown = answer;
    }
    for (const box of this.boxes) box.take(answers);
  }

  /// Copies the contents of another box of the same type.
  copy(other) {
    if (this.items) {
      while (this.boxes.length > other.boxes.length) this.boxes.pop().row.remove();
      this.numberItems();
      while (this.boxes.length < other.boxes.length) this.addItem();
    } else if (this.controls.length > 0 && other.controls.length > 0) {
      this.value = other.value;
    }
    for (const [number, box] of this.boxes.entries()) {
      const same = box.isItem ? other.boxes[number] : other.boxes.find(({ field }) =>
        field.name === box.field.name && field.type === box.field.type);
      if (same) box.copy(same);
    }
  }

  /// Takes over the state of `other`, the box of the same field that this box replaces.
  succeed(other) {
    this.isTouched = other.isTouched;
    this.isSaid = other.isSaid;
    if (!other.control?.validity?.badInput || other.control.type !== this.control?.type) return;
    // A script can't read or write an incomplete date, so keep its control.
    this.control.replaceWith(other.control);
    this.control = other.control;
    this.controls = [this.control];
    // The control shows the answer again.
    this.unshown = undefined;
    Object.assign(this.control, { id: this.id, box: this });
  }

  /// Fills in a value of a record, as in the data.
  fill(value) {
    if (value === null || value === undefined || this.field.calculated) return;
    if (this.items) {
      const rows = Array.isArray(value) ? value.slice(0, mostRows) : [];
      while (this.boxes.length < rows.length) this.addItem();
      rows.forEach((row, index) => this.boxes[index].fill(row));
    } else if (this.field.type === "record") {
      fill(this.boxes, value);
    } else {
      const isObject = this.field.by !== undefined && typeof value === "object";
      this.value = Array.isArray(value) ? value.map(String) : isObject ? JSON.stringify(value) : String(value);
      this.isSaid = true;
    }
  }

  get isBlank() {
    if (this.field.calculated) return true;
    if (this.field.type === "record" || this.items) return this.boxes.every((box) => box.isBlank);
    // A default from the form isn't an answer.
    if (this.fromForm !== undefined && String(this.value) === String(this.fromForm)) return true;
    if (this.field.type === "bool" && this.control) return !this.control.checked;
    const { value } = this;
    return typeof value === "string" ? value.trim() === "" : value.length === 0;
  }

  /// Whether this is a record without answers that may be left out.
  get isLeftOut() {
    return this.field.type === "record" && !this.isItem && this.field.required !== true && this.isBlank;
  }

  /// Returns the value to check, or undefined if it is left out.
  ///
  /// @param opened the records to include although they are empty.
  record(opened) {
    const { field } = this;
    if (field.calculated) return undefined;
    if (field.type === "record") {
      if (this.isLeftOut && !opened?.has(this)) return undefined;
      return record(this.boxes, opened);
    }
    if (this.items) {
      const items = this.boxes.map((box) => box.record(opened) ?? null);
      return items.length > 0 ? items : undefined;
    }
    if (field.type === "bool" && this.control) {
      const isSaid = this.isSaid || this.control.checked || field.default !== undefined;
      return isSaid ? this.control.checked : undefined;
    }
    const value = this.value;
    if (value.length === 0) return undefined;
    if (field.secret && this.form.masksSecrets) return "•••";
    if (field.by !== undefined) return parsed(value);
    if (field.type === "instant" && !field.formatted && value !== badInput) {
      return value + offset(new Date(value));
    }
    return field.type === "int" && !field.formatted && shortInteger.test(value) ? Number(value) : value;
  }

  // MARK: Answers

  /// The answer as people read it: a list of values, each as `text` and perhaps `language`. Empty without an answer.
  get answer() {
    const { field } = this;
    if (field.calculated) return [{ text: this.output.textContent }];
    if (this.isSecret) return this.isBlank ? [] : [{ text: "•••" }];
    const value = this.record();
    if (value === undefined) return field.default === undefined ? [] : [this.inWords(field.default)];
    return Array.isArray(value) ? value.map((one) => this.inWords(one)) : [this.inWords(this.value)];
  }

  /// Returns a value as people read it: a `text`, and its `language` if that isn't the form's.
  inWords(value) {
    const { field, form } = this;
    const choice = (field.choices ?? field.items?.choices)?.find((one) => one.value === value);
    if (choice) return { text: choice.label, language: choice.labelLanguage };
    if (field.type === "bool") {
      return { text: String(value) === "true" ? form.words.yes : form.words.no, language: form.words.attributes.lang };
    }
    if (field.formatted || !["date", "datetime", "instant"].includes(field.type)) return { text: String(value) };
    const moment = new Date(field.type === "date" ? `${value}T00:00` : value);
    if (Number.isNaN(moment.getTime())) return { text: String(value) };
    const timeStyle = field.type === "date" ? undefined : "short";
    return { text: new Intl.DateTimeFormat(form.language, { dateStyle: "long", timeStyle }).format(moment) };
  }

  // MARK: Messages

  /// Whether an error is shown at the box.
  get hasError() {
    return this.element.classList.contains("has-error");
  }

  /// Shows problems in the words of the form.
  show(problems) {
    const { words } = this.form;
    const errors = problems.filter((problem) => problem.severity === "error");
    this.element.classList.toggle("has-error", errors.length > 0);
    this.message.replaceChildren(...problems.map((problem) => {
      const isError = problem.severity === "error";
      return make(
        "p", { class: isError ? "error" : "warning" },
        make("span", { class: "out-of-sight", ...words.attributes }, `${isError ? words.error : words.warning}: `),
        phrase(problem.message, problem.language));
    }));
    const described = [this.hint?.id, problems.length > 0 ? this.message.id : null].filter(Boolean).join(" ");
    const targets = this.control ? [this.control] : [this.element];
    for (const target of targets) {
      if (described) target.setAttribute("aria-describedby", described);
      else target.removeAttribute("aria-describedby");
    }
    for (const control of this.controls) {
      if (errors.length > 0) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
    }
  }
}

/// Fills in a record, by the keys of the data.
export function fill(boxes, values) {
  if (values === null || typeof values !== "object") return;
  for (const box of boxes) if (Object.hasOwn(values, box.key)) box.fill(values[box.key]);
}

/// Returns the record in the boxes, by the keys of the data.
export function record(boxes, opened) {
  // A key may have the name of a property that all objects inherit.
  const values = Object.create(null);
  for (const box of boxes) {
    if (box.element.hidden || values[box.key] !== undefined) continue;
    const value = box.record(opened);
    if (value !== undefined) values[box.key] = value;
  }
  return values;
}

/// Returns the record in the boxes as a table row, by column. Includes all fields, also those that aren't in force.
/// Lists are JSON.
export function cells(boxes, prefix = "", isHidden = false, row = new Map()) {
  for (const box of boxes) {
    const [column, isOut] = [prefix + box.key, isHidden || box.element.hidden];
    if (box.field.calculated) continue;
    if (box.field.type === "record") {
      cells(box.boxes, column + ".", isOut, row);
      continue;
    }
    const value = isOut ? undefined : box.record();
    const text = value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
    row.set(column, row.get(column) || text);
  }
  return row;
}

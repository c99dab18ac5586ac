// The boxes of a form: their elements and their contents.
//
// A box has `field` (from `formwork_describe`), `path`, `element` and, for a record or a list, the boxes in it.
// Fields in branches that exclude each other can have the same name, and so the same path. Their boxes are twins with
// different `place`s.

import { offset } from "./client.js";
import { make } from "./dom.js";

/// The maximum number of choices as buttons, and of choices to tick. More choices become a list.
const [fewChoices, manyTicks] = [6, 50];

/// Matches integers that JavaScript numbers represent exactly.
const shortInteger = /^(0|-?[1-9]\d{0,14})$/;

/// The value of a box with an incomplete date, which a script can't read.
const badInput = "?";

const inputTypes = { date: "date", time: "time", datetime: "datetime-local", instant: "datetime-local" };

export class Box {
  /// @param form the form on screen: `words`, `id()`, `changed(box)` and `left(box)`.
  /// @param parent the record or list that contains the box; null for a field of the form.
  /// @param options `twin` (the number of earlier boxes with the same path), `index` (among the items of a list) and
  /// `isSecret` (whether the value is secret, also because of another field with the same key).
  constructor(form, field, parent, { twin = 0, index = null, isSecret = Boolean(field.secret) } = {}) {
    Object.assign(this, { form, field, parent, twin, index, isSecret });
    /// Whether the box was left. Only then are its problems shown.
    this.isTouched = false;
    /// Whether the user answered here.
    this.isSaid = false;
    /// An earlier answer that the box can't show. Undefined as soon as there is another answer.
    this.unshown = undefined;
    this.id = form.id();
    this.boxes = [];
    if (field.type === "record") this.makeRecord();
    else if (field.type === "list" && field.choices === undefined && !field.items.choices) this.makeList();
    else if (field.type === "list" && field.items.choices.length > manyTicks) this.makeInput();
    else if (field.type === "list") this.makeChoices("checkbox");
    else if (field.type === "choice" && field.choices.length <= fewChoices) this.makeChoices("radio");
    else if (field.type === "bool" && this.isOptional) this.makeTick();
    else if (field.type === "bool") this.makeChoices("radio");
    else this.makeInput();
    for (const control of this.controls) control.box = this;
    if (this.fromForm !== undefined) this.value = this.fromForm;
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

  /// This box and all boxes in it.
  get all() {
    return [this, ...this.boxes.flatMap((box) => box.all)];
  }

  // MARK: Parts

  labelText() {
    const { field, form } = this;
    this.title = make("span", { dir: "auto" }, field.label);
    const parts = [this.title];
    if (this.isOptional && field.type !== "bool") {
      parts.push(make("span", { class: "optional" }, ` (${form.words.optional})`));
    }
    return parts;
  }

  /// Returns the hint and the messages, which are shown between the label and the box.
  advice() {
    const { field, id } = this;
    const isPlain = !["bool", "choice", "list", "record", "any"].includes(field.type);
    const blank = isPlain && field.default !== undefined ? `${this.form.words.ifBlank} ${field.default}` : null;
    const hints = [field.hint, blank].filter(Boolean).join(" ");
    this.hint = hints ? make("p", { id: `${id}-hint`, class: "hint", dir: "auto" }, hints) : null;
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
    this.element.classList.remove("has-error");
    for (const control of this.controls) control.removeAttribute("aria-invalid");
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
    const choices = field.choices ?? field.items?.choices;
    if (choices) {
      const isMultiple = field.type === "list";
      this.control = make(
        "select", { id, multiple: isMultiple, size: isMultiple ? 8 : null, ...this.listeners() },
        isMultiple ? null : make("option", { value: "" }, form.words.choose),
        ...choices.map(({ value, label }) => make("option", { value }, label)));
    } else if (field.long && !field.secret) {
      this.control = make("textarea", { id, rows: 4, dir: "auto", ...this.listeners() });
    } else {
      const type = field.secret ? "password" : (!field.formatted && inputTypes[field.type]) || "text";
      const mode = { int: "numeric", number: "decimal" }[field.type] ?? null;
      this.control = make("input", {
        id, type, inputmode: mode, autocomplete: field.secret ? "new-password" : null, dir: "auto",
        step: type === "time" || type === "datetime-local" ? "1" : null,
        spellcheck: field.type === "string" ? null : "false", ...this.listeners(),
      });
    }
    this.controls = [this.control];
    this.element = make("div", { class: "box" }, label, ...this.advice(), this.control);
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
    const yesOrNo = [{ value: "true", label: words.yes }, { value: "false", label: words.no }];
    const choices = field.type === "bool" ? yesOrNo : [...field.choices ?? field.items.choices];
    // A radio button can't be unchecked.
    if (type === "radio" && field.required !== true && field.default === undefined) {
      choices.push({ value: "", label: words.noAnswer });
    }
    const listeners = { ...this.listeners(), blur: null };
    const buttons = choices.map(({ value, label }, index) => {
      const button = make("input", {
        id: index === 0 ? id : `${id}-${index}`, type, name: id, value, ...listeners,
      });
      return [button, make("div", { class: "tick" }, button, make("label", { for: button.id, dir: "auto" }, label))];
    });
    this.controls = buttons.map(([button]) => button);
    this.element = this.group(...buttons.map(([, line]) => line));
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget)) this.leave();
    });
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
    this.element = this.group(...this.boxes.map((box) => box.element));
    this.element.id = this.id;
    this.element.tabIndex = -1;
  }

  makeList() {
    const { form, id } = this;
    this.controls = [];
    this.items = make("div", { class: "items" });
    this.adder = make(
      "button", {
        type: "button", class: "quiet", "aria-label": `${form.words.add}: ${this.field.label}`,
        click: () => this.addItem(true),
      }, form.words.add);
    this.element = this.group(this.items, this.adder);
    this.element.id = id;
    this.element.tabIndex = -1;
  }

  addItem(isAsked = false) {
    const index = this.boxes.length;
    const box = new Box(this.form, { ...this.field.items, name: "" }, this, { index });
    box.remover = make(
      "button", { type: "button", class: "quiet", click: () => this.removeItem(box) }, this.form.words.remove);
    box.row = make("div", { class: "item" }, box.element, box.remover);
    box.number(index);
    this.boxes.push(box);
    this.items.append(box.row);
    if (isAsked) {
      box.focus();
      this.form.changed(this);
    }
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
    this.boxes.forEach((other, index) => other.number(index));
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
    if (field.type === "list") {
      return (control ? [...control.selectedOptions] : this.controls.filter((one) => one.checked)).map(({ value }) => value);
    }
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
      const isChosen = (one) => Array.isArray(value) && value.includes(one.value);
      if (control) for (const one of control.options) one.selected = isChosen(one);
      else for (const one of this.controls) one.checked = isChosen(one);
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

  get isBlank() {
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
    if (field.type === "instant" && !field.formatted && value !== badInput) {
      return value + offset(new Date(value));
    }
    return field.type === "int" && !field.formatted && shortInteger.test(value) ? Number(value) : value;
  }

  // MARK: Messages

  /// Shows problems in the words of the form.
  show(problems) {
    const { words } = this.form;
    const errors = problems.filter((problem) => problem.severity === "error");
    this.element.classList.toggle("has-error", errors.length > 0);
    this.message.replaceChildren(...problems.map((problem) => {
      const isError = problem.severity === "error";
      return make(
        "p", { class: isError ? "error" : "warning", dir: "auto" },
        // With its own direction, the prefix doesn't decide the direction of the message.
        make("span", { class: "out-of-sight", dir: "auto" }, `${isError ? words.error : words.warning}: `), problem.message);
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

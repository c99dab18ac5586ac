// The boxes of a form: what each field looks like, and what is in it.
//
// A box has `field` (as `formwork_describe` has it), `path`, `element`, and, for a record or a list, the boxes in it.

import { offset } from "./client.js";
import { make } from "./dom.js";

/// How many choices are shown as buttons; more are a list to choose from.
const fewChoices = 6;

const inputTypes = { date: "date", time: "time", datetime: "datetime-local", instant: "datetime-local" };

export class Box {
  /// @param form the form on screen: `words`, `id(path)`, `changed(box)` and `left(box)`.
  constructor(form, field, path, { isItem = false } = {}) {
    this.form = form;
    this.field = field;
    this.path = path;
    this.isItem = isItem;
    /// Whether the box was left, so that its problems are told.
    this.isTouched = false;
    /// Whether somebody answered here.
    this.isSaid = false;
    this.id = form.id();
    this.boxes = [];
    if (field.type === "record") this.makeRecord();
    else if (field.type === "list" && field.choices === undefined && !field.items.choices) this.makeList();
    else if (field.type === "list") this.makeChoices("checkbox");
    else if (field.type === "choice" && field.choices.length <= fewChoices) this.makeChoices("radio");
    else if (field.type === "bool") this.makeTick();
    else this.makeInput();
    if (this.fromForm !== undefined) this.value = this.fromForm;
  }

  /// The default as it is typed; undefined where that is not known, and the form puts it in for what stays blank.
  get fromForm() {
    const { field } = this;
    return field.formatted || field.type === "instant" ? undefined : field.default;
  }

  get key() {
    return this.field.key ?? this.field.name;
  }

  /// Whether the box may stay blank whatever else is filled in.
  get isOptional() {
    return this.field.required === false || this.field.default !== undefined;
  }

  /// This box and all in it.
  get all() {
    return [this, ...this.boxes.flatMap((box) => box.all)];
  }

  // MARK: Parts

  labelText() {
    const { field, form } = this;
    const parts = [make("span", { dir: "auto" }, field.label)];
    if (this.isOptional && field.type !== "bool") {
      parts.push(make("span", { class: "optional" }, ` (${form.words.optional})`));
    }
    return parts;
  }

  /// Hint and messages, which stand between the label and the box.
  advice() {
    const { field, id } = this;
    const isPlain = ["string", "int", "number", "date", "time", "datetime", "instant"].includes(field.type);
    const blank = isPlain && field.default !== undefined ? `${this.form.words.ifBlank} ${field.default}` : null;
    const hints = [field.hint, blank].filter(Boolean).join(" ");
    this.hint = hints ? make("p", { id: `${id}-hint`, class: "hint", dir: "auto" }, hints) : null;
    this.message = make("div", { id: `${id}-message`, class: "messages" });
    return [this.hint, this.message];
  }

  listeners() {
    return {
      input: () => this.input(),
      change: () => this.input(),
      blur: () => this.leave(),
    };
  }

  input() {
    this.isSaid = true;
    this.element.classList.remove("has-error");
    for (const control of this.controls) control.removeAttribute("aria-invalid");
    this.form.changed(this);
  }

  leave() {
    this.isTouched = true;
    this.form.left(this);
  }

  makeInput() {
    const { field, id, form } = this;
    const label = make("label", { for: id }, ...this.labelText());
    if (field.type === "choice") {
      this.control = make(
        "select", { id, ...this.listeners() }, make("option", { value: "" }, form.words.choose),
        ...field.choices.map(({ value, label }) => make("option", { value }, label)));
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
    const choices = [...field.choices ?? field.items.choices];
    // A button cannot be taken back by itself.
    if (type === "radio" && this.isOptional && field.default === undefined) {
      choices.push({ value: "", label: this.form.words.noAnswer });
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

  /// Boxes with one label around them.
  group(...content) {
    const isWide = !this.field.choices && !this.field.items?.choices;
    return make(
      "fieldset", { class: `box group ${isWide ? "wide" : ""}` }, make("legend", {}, ...this.labelText()),
      ...this.advice(), ...content);
  }

  makeRecord() {
    this.controls = [];
    this.boxes = this.form.boxes(this.field.fields, this.path === "" ? "" : this.path + ".");
    this.element = this.group(...this.boxes.map((box) => box.element));
    this.element.id = this.id;
    this.element.tabIndex = -1;
  }

  makeList() {
    const { form, id } = this;
    this.controls = [];
    this.items = make("div", { class: "items" });
    this.adder = make("button", { type: "button", class: "quiet", click: () => this.addItem(true) }, form.words.add);
    this.element = this.group(this.items, this.adder);
    this.element.id = id;
    this.element.tabIndex = -1;
  }

  addItem(isAsked = false) {
    const index = this.boxes.length;
    const items = { ...this.field.items, name: "", label: `${this.field.items.label} ${index + 1}` };
    const box = new Box(this.form, items, `${this.path}[${index}]`, { isItem: true });
    const remover = make(
      "button", { type: "button", class: "quiet", click: () => this.removeItem(box) }, this.form.words.remove);
    remover.setAttribute("aria-label", `${this.form.words.remove}: ${this.field.label} ${index + 1}`);
    box.row = make("div", { class: "item" }, box.element, remover);
    this.boxes.push(box);
    this.items.append(box.row);
    if (isAsked) {
      box.focus();
      this.form.changed(this);
    }
  }

  removeItem(box) {
    const values = this.boxes.filter((other) => other !== box).map((other) => other.value);
    const touched = this.boxes.filter((other) => other !== box).map((other) => other.isTouched);
    // Those behind it get other numbers.
    this.value = values;
    this.boxes.forEach((other, index) => { other.isTouched = touched[index]; });
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

  /// What is in the box as it is kept: a text, a truth value, a list, or an object by the names of fields.
  get value() {
    const { field } = this;
    if (field.type === "record") {
      return Object.fromEntries(this.boxes.map((box) => [box.field.name, box.value]));
    }
    if (this.items) return this.boxes.map((box) => box.value);
    if (field.type === "list") return this.controls.filter((one) => one.checked).map((one) => one.value);
    if (field.type === "choice" && !this.control) return this.controls.find((one) => one.checked)?.value ?? "";
    if (field.type === "bool") return this.control.checked;
    // What a browser cannot take for a date is a value all the same, of which the form says what is wrong.
    return this.control.validity.badInput ? "?" : this.control.value;
  }

  set value(value) {
    const { field } = this;
    if (field.type === "record") {
      for (const box of this.boxes) if (value?.[box.field.name] !== undefined) box.value = value[box.field.name];
    } else if (this.items) {
      this.boxes = [];
      this.items.replaceChildren();
      for (const item of Array.isArray(value) ? value : []) {
        this.addItem();
        this.boxes.at(-1).value = item;
      }
    } else if (field.type === "list") {
      for (const one of this.controls) one.checked = Array.isArray(value) && value.includes(one.value);
    } else if (field.type === "choice" && !this.control) {
      for (const one of this.controls) one.checked = one.value === value;
    } else if (field.type === "bool") {
      this.control.checked = value === true || value === "true";
    } else {
      this.control.value = typeof value === "string" ? value : "";
    }
  }

  get isBlank() {
    if (this.field.type === "record" || this.items) return this.boxes.every((box) => box.isBlank);
    // What the form itself put in is no answer.
    if (this.fromForm !== undefined && String(this.value) === String(this.fromForm)) return true;
    if (this.field.type === "bool") return !this.control.checked;
    return typeof this.value === "string" ? this.value.trim() === "" : this.value.length === 0;
  }

  /// What is kept of the box in the browser: all but what is secret.
  get kept() {
    if (this.field.secret) return undefined;
    if (this.field.type === "record") {
      return Object.fromEntries(this.boxes.map((box) => [box.field.name, box.kept]));
    }
    return this.items ? this.boxes.map((box) => box.kept ?? "") : this.value;
  }

  /// Whether it is a record that nobody filled in and that may stay out.
  get isLeftOut() {
    return this.field.type === "record" && !this.isItem && this.field.required !== true && this.isBlank;
  }

  /// What is checked; undefined for what is left out.
  ///
  /// @param opened records that count as there, though nothing is filled in.
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
    if (field.type === "bool") {
      const isSaid = this.isSaid || this.control.checked || !this.isOptional || field.default !== undefined;
      return isSaid ? this.control.checked : undefined;
    }
    const value = this.value;
    if (value.length === 0) return undefined;
    if (field.type === "instant" && !field.formatted && value !== "?") {
      return value + offset(new Date(value));
    }
    return value;
  }

  // MARK: Messages

  /// Shows what is wrong, in the words of the form.
  show(problems) {
    const { words } = this.form;
    const errors = problems.filter((problem) => problem.severity === "error");
    this.element.classList.toggle("has-error", errors.length > 0);
    this.message.replaceChildren(...problems.map((problem) => {
      const isError = problem.severity === "error";
      return make(
        "p", { class: isError ? "error" : "warning", dir: "auto" },
        make("span", { class: "out-of-sight" }, `${isError ? words.error : words.warning}: `), problem.message);
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

/// The record that boxes come to, by the keys of the data.
export function record(boxes, opened) {
  const values = {};
  for (const box of boxes) {
    if (box.element.hidden || Object.hasOwn(values, box.key)) continue;
    const value = box.record(opened);
    if (value !== undefined) values[box.key] = value;
  }
  return values;
}

// Choices that are found by typing a part of them: a combobox, as in the ARIA practices.

import { make, spoken } from "./dom.js";
import { filled } from "./words.js";

/// The maximum number of choices to show at once.
const mostShown = 100;

/// Returns a text without marks and case, in which parts of it are searched.
export function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

export class SearchBox {
  /// @param choices with `value` and `label`.
  /// @param label the label of the box.
  /// @param listeners for the box.
  constructor(id, choices, label, words, listeners) {
    Object.assign(this, { id, choices, words });
    this.control = make("input", {
      id, type: "text", role: "combobox", autocomplete: "off", spellcheck: "false", "aria-autocomplete": "list",
      "aria-expanded": "false", "aria-controls": `${id}-list`, ...listeners,
    });
    this.list = make("ul", { id: `${id}-list`, role: "listbox", "aria-label": label, hidden: true });
    this.count = make("span", { class: "out-of-sight", role: "status", ...words.attributes });
    const opener = make("span", { class: "opener", "aria-hidden": "true" }, "▾");
    this.element = make("div", { class: "search" }, this.control, opener, this.list, this.count);
    const listen = (target, name, body) => target.addEventListener(name, body);
    listen(this.control, "input", () => this.open(this.control.value));
    listen(this.control, "click", () => (this.isOpen ? this.close() : this.open("")));
    listen(opener, "click", () => { this.control.focus(); this.open(""); });
    listen(this.control, "keydown", (event) => this.press(event));
    listen(this.control, "blur", () => this.close());
    // The focus stays in the box.
    listen(this.list, "pointerdown", (event) => event.preventDefault());
    listen(this.list, "mousedown", (event) => event.preventDefault());
    listen(this.list, "click", ({ target }) => {
      const option = target.closest("[role=option]:not([aria-disabled])");
      if (option) this.choose(option);
    });
  }

  /// The chosen value, or what is typed if it isn't a choice.
  get value() {
    const typed = this.control.value.trim();
    const first = (is) => this.choices.find(is)?.value;
    return first(({ label }) => label === typed) ?? first(({ value }) => value === typed)
      ?? first(({ label }) => plain(label) === plain(typed)) ?? typed;
  }

  set value(value) {
    this.control.value = this.choices.find((one) => one.value === value)?.label ?? value;
  }

  get isOpen() {
    return !this.list.hidden;
  }

  open(typed) {
    const part = plain(typed.trim());
    const found = this.choices.filter(({ label }) => plain(label).includes(part));
    // What begins with the text comes first.
    const starts = ({ label }) => (plain(label).startsWith(part) ? 0 : 1);
    if (part) found.sort((one, other) => starts(one) - starts(other));
    const chosen = this.control.value.trim();
    this.list.replaceChildren(...found.slice(0, mostShown).map(({ label, labelLanguage }, index) => make(
      "li", { id: `${this.id}-option-${index}`, role: "option", ...spoken(labelLanguage), "aria-selected": String(label === chosen) }, label)));
    if (found.length === 0) this.list.replaceChildren(make("li", { role: "option", "aria-disabled": "true", "aria-selected": "false", ...this.words.attributes }, this.words.nothingFound));
    this.count.textContent = part ? filled(this.words.found, { count: found.length }) : "";
    this.list.hidden = false;
    this.control.setAttribute("aria-expanded", "true");
    this.mark(null);
  }

  close() {
    this.list.hidden = true;
    this.control.setAttribute("aria-expanded", "false");
    this.count.textContent = "";
    this.mark(null);
  }

  get options() {
    return [...this.list.querySelectorAll("[role=option]:not([aria-disabled])")];
  }

  /// Marks the option that Enter chooses.
  mark(option) {
    for (const one of this.options) one.classList.toggle("marked", one === option);
    this.marked = option;
    if (option) this.control.setAttribute("aria-activedescendant", option.id);
    else this.control.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  press(event) {
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step) {
      event.preventDefault();
      if (!this.isOpen) this.open("");
      const { options } = this;
      const at = options.indexOf(this.marked);
      const next = at < 0 ? (step > 0 ? 0 : options.length - 1) : (at + step + options.length) % options.length;
      this.mark(options[next] ?? null);
    } else if (key === "Enter" && this.isOpen) {
      // Enter would send the form.
      event.preventDefault();
      if (this.marked) this.choose(this.marked);
      else this.close();
    } else if (key === "Escape" && this.isOpen) {
      event.preventDefault();
      this.close();
    }
  }

  choose(option) {
    this.control.value = option.textContent;
    this.close();
    this.control.dispatchEvent(new Event("change"));
  }
}

// The parts of a form besides its fields: texts, the titles of blocks, and the steps of filling in.

import { make, spoken } from "./dom.js";

/// Returns the elements of the form or of a record that people see: boxes, texts and blocks.
///
/// @param parts from `formwork_describe`; undefined if there are only fields.
/// @param boxes the boxes of all fields, of which `parts` may name some.
/// @param blocks receives each block, with its `number` and its `element`.
/// @param heading creates a heading of a depth.
export function outlined(parts, boxes, blocks, heading, depth) {
  if (!parts) return boxes.map((box) => box.element);
  return parts.map((part) => {
    if (part.intro !== undefined) return make("p", { class: "intro", ...spoken(part.introLanguage) }, part.intro);
    if (part.block === undefined) return boxes.find(({ field }) => field.number === part.field).element;
    const title = part.title === undefined ? null : heading(depth, spoken(part.titleLanguage), part.title);
    const inside = outlined(part.parts, boxes, blocks, heading, title ? depth + 1 : depth);
    const element = make("div", { class: "block" }, title, ...inside);
    blocks.push({ number: part.block, element });
    return element;
  });
}

/// A step of filling in a form: a page, or the parts before, between or after the pages.
export class Step {
  /// @param form the form on screen.
  /// @param page from `formwork_describe`.
  constructor(form, page) {
    this.title = page.title;
    this.titleLanguage = page.titleLanguage;
    const numbers = fieldsOf(page.parts);
    /// The outermost boxes of the step.
    this.boxes = form.fields.filter(({ field }) => numbers.includes(field.number));
    this.caption = make("span", { class: "caption", ...form.words.attributes });
    this.heading = form.heading(1, { tabindex: "-1" }, this.caption, " ", make("span", spoken(page.titleLanguage), page.title ?? ""));
    this.content = make("div", {}, ...outlined(page.parts, form.fields, form.blocks, (...heading) => form.heading(...heading), 2));
    this.element = make("section", { class: "step" }, this.heading, this.content);
    const [box] = this.boxes;
    // The heading of a record that is all of a page would only repeat that of the page.
    if (this.boxes.length === 1 && box.field.type === "record" && box.field.label === page.title) {
      box.element.querySelector("legend").classList.add("out-of-sight");
    }
  }

  /// Whether there is nothing in the step to show for the present answers.
  get isSkipped() {
    if (this.boxes.length > 0) return this.boxes.every(({ element }) => element.hidden);
    return [...this.content.querySelectorAll(".intro")].every((text) => {
      const around = text.closest("[hidden]");
      return around !== null && this.content.contains(around);
    });
  }

  /// The boxes of the step and all boxes in them.
  get all() {
    return this.boxes.flatMap((box) => box.all);
  }
}

/// Returns the numbers of the fields among parts, also in blocks.
function fieldsOf(parts) {
  return parts.flatMap((part) => (part.parts ? fieldsOf(part.parts) : part.field ?? []));
}

// The answers as people read them, to check before sending and to keep afterwards.

import { make, phrase, spoken } from "./dom.js";

/// Returns the answers in the boxes, without those that aren't in force.
///
/// @param change called with the box of an answer to change. Without it, the answers have no buttons.
/// @param level of the headings of records and rows.
export function answers(boxes, words, { change = null, level = 3 } = {}) {
  const parts = [];
  let list = null;
  for (const box of boxes) {
    if (box.element.hidden) continue;
    if (box.boxes.length > 0) {
      list = null;
      parts.push(...inside(box, words, { change, level }));
      continue;
    }
    if (!list) parts.push(list = make("dl", { class: "answers" }));
    list.append(line(box, words, change));
  }
  return parts;
}

/// Returns the answers in a record or in the rows of a list, below a heading. A row with one box is a line of its own.
function inside(box, words, { change, level }) {
  const isPlainList = box.items && box.boxes.every((row) => row.boxes.length === 0);
  const content = isPlainList ? answers(box.boxes, words, { change, level }) : box.items
    ? box.boxes.flatMap((row) => inside(row, words, { change, level: level + 1 }))
    : answers(box.boxes, words, { change, level: level + 1 });
  const heading = make(`h${Math.min(level, 6)}`, spoken(box.field.labelLanguage), box.title.textContent);
  return [make("section", { class: "part" }, heading, ...content)];
}

function line(box, words, change) {
  const { answer, title, field } = box;
  const label = title.textContent;
  const lines = answer.flatMap(({ text, language }, index) => [index > 0 ? "\n" : null, phrase(text, language)]);
  const value = answer.length === 0 ? make("dd", { class: "none", ...words.attributes }, words.noAnswer) : make("dd", { dir: "auto" }, ...lines);
  const button = change && !field.calculated
    ? make("dd", { class: "change" }, make(
      "button", { type: "button", class: "link", ...words.attributes, "aria-label": `${words.change}: ${label}`, click: () => change(box) }, words.change))
    : null;
  return make("div", {}, make("dt", spoken(field.labelLanguage), label), value, button);
}

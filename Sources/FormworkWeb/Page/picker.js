// A calendar for a date that is typed in the form's own format.

import { make } from "./dom.js";

/// Returns functions between a date such as `2026-11-20` and a text in a format, or null if the format is in words.
///
/// @param example 20 November 2026 in the format.
/// @param short 5 January 2026 in the format.
export function dateFormat([example, short] = []) {
  if (!example) return null;
  const parts = { 2026: "year", 26: "shortYear", 20: "day", 11: "month" };
  const pieces = example.split(/(2026|26|20|11)/);
  const names = pieces.map((piece) => parts[piece] ?? null);
  const has = (name) => names.filter((one) => one === name).length;
  if (has("day") !== 1 || has("month") !== 1 || has("year") + has("shortYear") !== 1) return null;
  const write = (isPadded) => (date) => {
    const [year, month, day] = date.split("-");
    const number = (text) => (isPadded ? text : String(Number(text)));
    const values = { year, shortYear: year.slice(2), month: number(month), day: number(day) };
    return pieces.map((piece, index) => (names[index] ? values[names[index]] : piece)).join("");
  };
  const text = [true, false].map(write).find((one) => one("2026-01-05") === short);
  if (!text) return null;
  const escaped = (piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const digits = { year: "(\\d{4})", shortYear: "(\\d{2})", month: "(\\d{1,2})", day: "(\\d{1,2})" };
  const pattern = new RegExp(`^\\s*${pieces.map((piece, index) => digits[names[index]] ?? escaped(piece)).join("")}\\s*$`);
  const order = names.filter(Boolean);
  const date = (typed) => {
    const values = pattern.exec(typed)?.slice(1);
    if (!values) return "";
    const part = (name) => values[order.indexOf(name)];
    const year = part("year") ?? `20${part("shortYear")}`;
    return [year, part("month").padStart(2, "0"), part("day").padStart(2, "0")].join("-");
  };
  return { text, date };
}

/// Returns a button that opens the browser's calendar and writes the chosen date into a box.
///
/// @param control the box for the text.
/// @param format from `dateFormat`.
/// @param attributes of the button.
export function dateButton(control, format, attributes, { least, most }) {
  const day = make("input", {
    type: "date", class: "out-of-sight", tabindex: "-1", "aria-hidden": "true",
    min: least ? format.date(least) : null, max: most ? format.date(most) : null,
  });
  day.addEventListener("change", () => {
    if (!day.value) return;
    control.value = format.text(day.value);
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus();
  });
  const open = () => {
    day.value = format.date(control.value);
    try {
      day.showPicker();
    } catch {
      // The browser has no calendar that a script may open.
      day.focus();
    }
  };
  return make("span", { class: "pick" }, make("button", { type: "button", class: "quiet", ...attributes, click: open }, calendar()), day);
}

function calendar() {
  const space = "http://www.w3.org/2000/svg";
  const image = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  for (const [name, value] of Object.entries({ viewBox: "0 0 24 24", width: "22", height: "22", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": "2" })) {
    image.setAttribute(name, value);
  }
  path.setAttribute("d", "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5M8 14h2M14 14h2");
  image.append(path);
  return image;
}

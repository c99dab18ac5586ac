// Elements of the page. Texts are never inserted as HTML.

import { direction } from "./words.js";

/// Creates an element.
///
/// @param properties the attributes. Functions become listeners, `true` an attribute without a value; null is
/// omitted.
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/// Returns the attributes of a text in another language than the text around it; none without a language.
export function spoken(language) {
  return language ? { lang: language, dir: direction(language) } : {};
}

/// Returns a text to put among others. With a `language`, it is marked as being in another one.
export function phrase(text, language) {
  return language ? make("span", spoken(language), text) : text;
}

/// Saves a file to the user's device.
export function saveFile(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/// Copies a text to the clipboard, also on a page from a disk without access to the clipboard.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { "aria-hidden": "true", class: "out-of-sight" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/// Returns a function that calls `body` once there was no further call for some milliseconds.
export function calm(milliseconds, body) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => body(...values), milliseconds);
  };
}

/// Returns the value stored in the browser under a key: this tab's value, or else the latest of any tab. Null if
/// there is no value or no storage.
export function recall(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? localStorage.getItem(key));
  } catch {
    return null;
  }
}

/// Stores a value in the browser for this tab and, unless `isForTab`, for tabs opened later. Null removes the value.
export function keep(key, value, isForTab = false) {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      if (value === null || (isForTab && storage === localStorage)) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(value));
    }
  } catch {
    // The browser has no storage, or it is full. The page works without.
  }
}

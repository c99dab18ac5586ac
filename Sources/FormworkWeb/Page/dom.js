// Elements of the page. Texts are only ever put in as texts.

/// Makes an element.
///
/// @param properties attributes; functions become listeners, `true` an attribute without a value, and null is left out.
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

/// Hands a file to whoever looks at the page.
export function saveFile(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/// Copies a text, also where a page from a disk may not use the clipboard.
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

/// Calls a function once it has not been asked for during some milliseconds.
export function calm(milliseconds, body) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => body(...values), milliseconds);
  };
}

/// What is kept in the browser under a name: what this tab kept, else what any tab kept last; null where there is nothing,
/// or nothing can be kept.
export function recall(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? localStorage.getItem(key));
  } catch {
    return null;
  }
}

/// Keeps a value in the browser, for this tab and, unless `isForTab`, for those that are opened later; null forgets it.
export function keep(key, value, isForTab = false) {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      if (value === null || (isForTab && storage === localStorage)) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(value));
    }
  } catch {
    // The browser keeps nothing, or has no room; the page works without.
  }
}

// Sending a record to the address of the page.

import { make } from "./dom.js";

/// How long an answer may take, in milliseconds, and how long one that takes the place of the page.
const [patience, pagePatience] = [60_000, 15_000];

/// The most characters of an answer that are shown.
const longestAnswer = 2_000;

/// Posts a record, in the field `record` as a form of a page does.
///
/// @returns `outcome`, with `status` and `text`, the words of the answer, where it can be read: `sent`; `refused`; `unknown`,
///   if the record may have arrived; `unreachable`; `unreadable`, if nothing was sent since this page may not read the answer.
export async function post(address, record) {
  // A record is never sent only to find out that its answer cannot be read: it would be sent twice.
  if (!await answers(address, "cors")) {
    return { outcome: await answers(address, "no-cors") ? "unreadable" : "unreachable" };
  }
  try {
    const body = new URLSearchParams({ record });
    const response = await fetch(address, { method: "POST", body, signal: AbortSignal.timeout(patience) });
    const text = await words(response).catch(() => undefined);
    return response.ok ? { outcome: "sent", text } : { outcome: "refused", status: response.status, text };
  } catch {
    return { outcome: "unknown" };
  }
}

/// Whether the server answers anything, which this page may read if `mode` is `cors`.
async function answers(address, mode) {
  // A secure page may ask nothing of such a server, though it may send people there.
  if (location.protocol === "https:" && address.startsWith("http:")) return mode === "no-cors";
  try {
    await fetch(address, { method: "HEAD", mode, signal: AbortSignal.timeout(patience) });
    return true;
  } catch {
    return false;
  }
}

/// What an answer says to people; undefined if it is for programs.
async function words(response) {
  const type = response.headers.get("content-type") ?? "";
  let text = await response.text();
  if (/^text\/html\b/i.test(type)) {
    const { body } = new DOMParser().parseFromString(text, "text/html");
    for (const one of body.querySelectorAll("script, style, template, noscript")) one.remove();
    text = body.textContent;
  } else if (!/^text\/plain\b/i.test(type)) {
    return undefined;
  }
  return text.replace(/\s*\n\s*/g, "\n").trim().slice(0, longestAnswer) || undefined;
}

/// Posts a record as a form of a page does: the answer takes the place of the page.
///
/// @returns `unknown` if the page is still there, such as after an answer without content; `back` when it is there again.
export function postAsPage(address, record) {
  const field = make("input", { type: "hidden", name: "record" });
  field.value = record;
  const form = make("form", { method: "post", action: address, hidden: true }, field);
  document.body.append(form);
  const end = new AbortController();
  return new Promise((resolve) => {
    const listen = (target, name, body) => target.addEventListener(name, body, { signal: end.signal });
    listen(globalThis, "pageshow", () => resolve({ outcome: "back" }));
    listen(document, "securitypolicyviolation", ({ violatedDirective }) => {
      if (violatedDirective.startsWith("form-action")) resolve({ outcome: "unknown" });
    });
    setTimeout(() => resolve({ outcome: "unknown" }), pagePatience);
    form.submit();
  }).finally(() => {
    end.abort();
    form.remove();
  });
}

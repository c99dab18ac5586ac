// Sending a record to the address of the page.

import { make } from "./dom.js";

/// The maximum milliseconds for an answer, and for an answer that replaces the page.
const [patience, pagePatience] = [60_000, 15_000];

/// The maximum number of characters of an answer to show.
const longestAnswer = 2_000;

/// Posts a record in the field `record`, as an HTML form does.
///
/// @returns `outcome`, with `status` and `text`, the words of the answer if they are readable: `sent`; `refused`;
/// `unknown`, if the record may have arrived; `unreachable`; `unreadable`, if nothing was sent because this page may
/// not read the answer.
export async function post(address, record) {
  // Never send a record just to find out that the answer is unreadable: it would be sent twice.
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

/// Whether the server answers a request. With `mode` `cors`, also whether this page may read the answer.
async function answers(address, mode) {
  // A secure page may not fetch from such a server, but may navigate to it.
  if (location.protocol === "https:" && address.startsWith("http:")) return mode === "no-cors";
  try {
    await fetch(address, { method: "HEAD", mode, signal: AbortSignal.timeout(patience) });
    return true;
  } catch {
    return false;
  }
}

/// Returns the readable text of an answer, or undefined if the answer isn't meant for people.
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

/// Posts a record as an HTML form does. The answer replaces the page.
///
/// @returns `unknown` if the page is still there, as after an answer without content; `back` if it is shown again.
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

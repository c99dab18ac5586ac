// Sending a record to the address of the page.

import { make } from "./dom.js";

/// The maximum milliseconds for an answer, and for an answer that replaces the page.
const [patience, pagePatience] = [60_000, 15_000];

/// The maximum number of characters of an answer to show.
const longestAnswer = 2_000;

/// Posts fields as an HTML form does.
///
/// @returns `outcome`, with what the answer says: `text`, `receipt` and `problems`. The outcome is `sent`; `refused`, with
/// the `status`; `unknown`, if the record may have arrived; `unreachable`; `unreadable`, if nothing was sent because this page may
/// not read the answer.
export async function post(address, fields) {
  // Never send a record just to find out that the answer is unreadable: it would be sent twice.
  if (!await answers(address, "cors")) {
    return { outcome: await answers(address, "no-cors") ? "unreadable" : "unreachable" };
  }
  try {
    const body = new URLSearchParams(fields);
    const response = await fetch(address, { method: "POST", body, signal: AbortSignal.timeout(patience) });
    const said = await content(response).catch(() => ({}));
    return { outcome: response.ok ? "sent" : "refused", status: response.status, ...said };
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

/// Returns what an answer says to people: `text`, and from JSON `receipt` and `problems`.
async function content(response) {
  const type = response.headers.get("content-type") ?? "";
  const text = await response.text();
  if (/\bjson\b/i.test(type) || (response.status === 422 && text.startsWith("{"))) return fromJSON(text);
  if (/^text\/html\b/i.test(type)) {
    const { body } = new DOMParser().parseFromString(text, "text/html");
    for (const one of body.querySelectorAll("script, style, template, noscript")) one.remove();
    return { text: readable(body.textContent) };
  }
  return /^text\/plain\b/i.test(type) ? { text: readable(text) } : {};
}

function readable(text) {
  return text.replace(/\s*\n\s*/g, "\n").trim().slice(0, longestAnswer) || undefined;
}

/// Reads a receipt, or the line of a record as `formwork check --output ndjson` writes it.
function fromJSON(text) {
  const { receipt, message, problems } = JSON.parse(text.split("\n")[0].trim() === "{" ? text : text.split("\n")[0]);
  const told = Array.isArray(problems) ? problems.filter((one) => typeof one?.message === "string") : [];
  return {
    receipt: ["string", "number"].includes(typeof receipt) ? readable(String(receipt)) : undefined,
    text: typeof message === "string" ? readable(message) : undefined,
    problems: told.length === 0 ? undefined : told.map(({ message, field }) => ({
      message: readable(message) ?? "", field: typeof field === "string" ? field : null, severity: "error",
    })),
  };
}

/// Returns a random number to refer to a record by, in letters and digits that aren't confused.
export function reference() {
  const marks = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[byte % 32]);
  return marks.join("").replace(/(.{4})(?!$)/g, "$1-");
}

/// Posts fields as an HTML form does. The answer replaces the page.
///
/// @returns `unknown` if the page is still there, as after an answer without content; `back` if it is shown again.
export function postAsPage(address, fields) {
  const inputs = Object.entries(fields).map(([name, value]) => make("input", { type: "hidden", name, value }));
  const form = make("form", { method: "post", action: address, hidden: true }, ...inputs);
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

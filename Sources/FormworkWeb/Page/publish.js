// Publishing: makes the page that `formwork page` makes, with the engine of the workbench.

import { keep, make, recall, saveFile } from "./dom.js";
import { unpackedLZMA } from "./lzma.js";
import { decoded, encoded, gzipped } from "./packing.js";
import { languageName } from "./words.js";

const element = (id) => document.getElementById(id);
const settingsKey = "formwork:workbench:publish";

/// The maximum number of bytes of a logo or a style file, as for `formwork page`.
const partLimit = 1 << 20;

/// The settings that are texts, by the ids of their boxes.
const texts = {
  title: "publish-heading", language: "publish-language", submit: "publish-submit", privacy: "publish-privacy", thanks: "publish-thanks",
};

/// The error for a setting that a page can't have.
class Unusable extends Error {
  constructor(id, message) {
    super(message);
    this.id = id;
  }
}

/// Lets the user choose the settings of a page, and saves it.
///
/// @param published returns what is published in a language: `form` (its `name`, `text` and `files`, their texts by path),
/// `title` and `languages`. Null if the form has errors.
/// @param say shows a sentence.
export function connectPublishing(published, say) {
  const dialog = element("publishing");
  const fault = element("publish-fault");
  /// Shows at a box what is wrong with the setting.
  const show = (id, message) => {
    const box = element(id);
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-errormessage", fault.id);
    box.before(fault);
    fault.textContent = message;
    box.focus();
  };
  const clear = () => {
    for (const box of dialog.querySelectorAll("[aria-invalid]")) box.removeAttribute("aria-invalid");
    fault.textContent = "";
  };
  element("publish").addEventListener("click", async () => {
    const content = await published(null);
    if (!content) return say("The form has errors, so it cannot be published.");
    const settings = recall(settingsKey) ?? {};
    offer(content.languages);
    for (const [name, id] of Object.entries(texts)) element(id).value = settings[name] ?? "";
    // The former form may have had a language that this one lacks.
    element(texts.language).selectedIndex = Math.max(0, element(texts.language).selectedIndex);
    clear();
    return dialog.showModal();
  });
  element("publish-cancel").addEventListener("click", () => dialog.close());
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    clear();
    try {
      const settings = Object.fromEntries(Object.entries(texts).map(([name, id]) => [name, element(id).value.trim() || undefined]));
      keep(settingsKey, settings);
      const { form, title } = await published(settings.language ?? null);
      const files = { logo: await image("publish-logo"), style: await part("publish-style", (file) => file.text()) };
      const name = form.name.replace(/\.form$/, ".html");
      saveFile(name, await page({ ...settings, keeps: element("publish-keeps").checked, ...files, ...form }, title), "text/html");
      dialog.close();
      say(`The page is saved as ${name}.`);
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      show(error.id, error.message);
    }
  });
}

/// Offers the languages of a form. A form in one language leaves no choice.
function offer(languages) {
  element("publish-languages").hidden = languages.length < 2;
  element("publish-language").replaceChildren(
    make("option", { value: "" }, `The form’s own: ${languageName(languages[0])}`),
    ...languages.slice(1).map((language) => make("option", { value: language, lang: language }, languageName(language))));
}

/// Returns the page of a form.
///
/// @param title of the form, if the page has none of its own.
async function page(content, title) {
  // Pages have the engine as gzip, which browsers decompress themselves.
  const engine = await gzipped(unpackedLZMA(decoded(element("engine").textContent)));
  const values = {
    title: escaped(content.title ?? title ?? content.name), form: JSON.stringify(content).replaceAll("<", "\\u003c"),
    submit: source(content.submit), engine: encoded(engine), worker: element("worker").textContent,
  };
  return JSON.parse(element("template").textContent).replace(/\{\{([a-z]+)\}\}/g, (whole, name) => values[name] ?? whole);
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/// Returns the source that the policy of a page lets it send to.
function source(address) {
  if (!address) return "'none'";
  const isPlain = /^[!-~]+$/.test(address) && !/["'<>\\`{}|^;,]/.test(address);
  if (isPlain && /^\/(?!\/)/.test(address)) return "'self'";
  const [, origin, host] = /^(https?:\/\/([^/?#]+))/.exec(isPlain ? address : "") ?? [];
  if (!origin || !/^[a-z0-9-]+(\.[a-z0-9-]+)*(:[1-9]\d{0,4})?$/i.test(host)) {
    throw new Unusable(texts.submit, `“${address}” is not a web address. Write it like https://example.org/signup, or like /signup.`);
  }
  return origin;
}

/// Returns the chosen image as an address that contains it.
function image(id) {
  return part(id, (file) => new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = reject;
    reader.readAsDataURL(file);
  }));
}

/// Returns what `read` makes of the file that was chosen in a box. Undefined without a file.
async function part(id, read) {
  const [file] = element(id).files;
  if (!file) return undefined;
  if (file.size > partLimit) throw new Unusable(id, `${file.name} is too large for a page. The limit is 1 MB.`);
  try {
    return await read(file);
  } catch {
    throw new Unusable(id, `${file.name} cannot be read.`);
  }
}

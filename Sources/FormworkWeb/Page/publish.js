// Publishing: makes the page that `formwork page` makes, with the engine of the workbench.

import { recall, keep, saveFile } from "./dom.js";

const element = (id) => document.getElementById(id);
const settingsKey = "formwork:workbench:publish";

/// The maximum number of bytes of a logo, as for `formwork page`.
const logoLimit = 1 << 20;

/// The settings that are texts, by the ids of their boxes.
const texts = { title: "publish-heading", submit: "publish-submit", privacy: "publish-privacy", thanks: "publish-thanks" };

/// Lets the user choose the settings of a page, and saves it.
///
/// @param form returns the form to publish: `name`, `text` and `files`, their texts by path; null if it has errors.
/// @param say shows a sentence.
export function connectPublishing(form, say) {
  const dialog = element("publishing");
  element("publish").addEventListener("click", async () => {
    if (!await form()) return say("The form has errors, so it cannot be published.");
    const settings = recall(settingsKey) ?? {};
    for (const [name, id] of Object.entries(texts)) element(id).value = settings[name] ?? "";
    element("publish-fault").textContent = "";
    return dialog.showModal();
  });
  element("publish-cancel").addEventListener("click", () => dialog.close());
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const settings = Object.fromEntries(Object.entries(texts).map(([name, id]) => [name, element(id).value.trim() || undefined]));
      keep(settingsKey, settings);
      const content = { ...settings, keeps: element("publish-keeps").checked, logo: await image(element("publish-logo").files[0]), ...await form() };
      const name = content.name.replace(/\.form$/, ".html");
      saveFile(name, page(content), "text/html");
      dialog.close();
      say(`The page is saved as ${name}.`);
    } catch (error) {
      element("publish-fault").textContent = error.message;
      element("publish-submit").focus();
    }
  });
}

/// Returns the page of a form.
function page(content) {
  const values = {
    title: escaped(content.title ?? content.heading ?? content.name), form: JSON.stringify(content).replaceAll("<", "\\u003c"),
    submit: source(content.submit), engine: element("engine").textContent, worker: element("worker").textContent,
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
    throw new Error(`“${address}” is not a web address. Write it like https://example.org/signup, or like /signup.`);
  }
  return origin;
}

/// Returns an image as an address that contains it.
async function image(file) {
  if (!file) return undefined;
  if (file.size > logoLimit) throw new Error(`${file.name} is too large for a page. The limit is 1 MB.`);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(new Error(`${file.name} cannot be read.`));
    reader.readAsDataURL(file);
  });
}

// The page that `formwork page` makes: one form to fill in.

import { EngineClient } from "./client.js";
import { Filling } from "./filling.js";
import { words } from "./words.js";

const part = (id) => document.getElementById(id).textContent;

async function start() {
  const form = JSON.parse(part("form"));
  const root = document.getElementById("page");
  const saying = words(form.language ?? navigator.language);
  root.textContent = saying.loading;
  if (!globalThis.WebAssembly || !globalThis.DecompressionStream) {
    root.textContent = saying.old;
    return;
  }
  const engine = await EngineClient.start(part("worker"), part("engine"));
  // For use in the browser's console.
  globalThis.formwork = engine;
  for (const [path, text] of Object.entries(form.files)) await engine.call("setFile", path, text);
  const filling = new Filling(root, engine, {
    language: form.language, submit: form.submit, keeps: form.keeps,
    drawn() {
      document.documentElement.lang = filling.language;
      document.title = filling.description.title ?? form.name;
    },
  });
  const isWhole = await filling.open(form.text, form.name);
  if (!isWhole) root.textContent = words(form.language).faulty;
  root.dataset.ready = "true";
}

start().catch((error) => {
  document.getElementById("page").textContent = String(error.message ?? error);
});

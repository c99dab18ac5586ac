// The page that `formwork page` makes: one form to fill in.

import { EngineClient } from "./client.js";
import { make } from "./dom.js";
import { Filling } from "./filling.js";
import { decoded, gunzipped } from "./packing.js";
import { direction, words } from "./words.js";

const part = (id) => document.getElementById(id).textContent;

async function start() {
  const form = JSON.parse(part("form"));
  const root = document.getElementById("page");
  const saying = words(form.language ?? navigator.language);
  dress(form);
  root.lang = saying.code;
  root.dir = direction(saying.code);
  root.textContent = saying.loading;
  if (!globalThis.WebAssembly || !globalThis.DecompressionStream) {
    root.textContent = saying.old;
    return;
  }
  const engine = new EngineClient(part("worker"));
  // The engine is compiled while it is decompressed.
  const headers = { "Content-Type": "application/wasm" };
  const module = await WebAssembly.compileStreaming(new Response(gunzipped(decoded(part("engine"))), { headers }));
  await engine.start(module);
  // For use in the browser's console.
  globalThis.formwork = engine;
  for (const [path, text] of Object.entries(form.files)) await engine.call("setFile", path, text);
  const filling = new Filling(root, engine, {
    ...form, isPage: true,
    drawn() {
      document.documentElement.lang = filling.language;
      document.title = filling.title;
    },
  });
  const isWhole = await filling.open(form.text, form.name);
  if (!isWhole) root.textContent = words(form.language).faulty;
  root.dataset.ready = "true";
}

/// Gives the page its logo and its styles, which its policy lets no other script add.
function dress({ logo, style }) {
  if (style) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet];
  }
  if (logo) document.getElementById("page").before(make("header", { class: "brand" }, make("img", { src: logo, alt: "" })));
}

start().catch((error) => {
  document.getElementById("page").textContent = String(error.message ?? error);
});

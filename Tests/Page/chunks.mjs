// Runs cases through the page's engine in node: what the tool says of them must be what the engine says.
//
// usage: node chunks.mjs formwork.wasm cases.json
//
// A case has `name`, `form`, `data` (lines of JSON), `now`, and what the tool said: `findings` as drawn, `lines`.
import { readFileSync } from "node:fs";
import { Engine } from "../../Sources/FormworkWeb/Page/engine.js";

const [wasm, cases] = process.argv.slice(2).map((path) => readFileSync(path));
const module = await WebAssembly.compile(wasm);
let engine = await Engine.make(module);
let differences = 0;

function compare(name, what, found, wanted) {
  if (found === wanted) return;
  differences += 1;
  if (differences > 10) return;
  console.log(`${name}: ${what}\n  engine: ${JSON.stringify(found).slice(0, 600)}\n  tool:   ${JSON.stringify(wanted).slice(0, 600)}`);
}

const all = JSON.parse(cases);
for (const { name, form, files, data, format, now, findings, lines } of all) {
  try {
    for (const [path, text] of Object.entries(files)) engine.setFile(path, text);
    const opened = engine.open(form, "a.form");
    compare(name, "findings", engine.drawnFindings(opened.form), findings);
    if (opened.ok && data !== null) {
      const checker = engine.checker(opened.form, { now, format });
      let found = "";
      // In two pieces, for a stream may be cut anywhere.
      const bytes = new TextEncoder().encode(data);
      const middle = bytes.length >> 1;
      found += engine.checkLines(checker, bytes.subarray(0, middle), false).lines;
      found += engine.checkLines(checker, bytes.subarray(middle), true).lines;
      compare(name, "records", found, lines);
      engine.closeChecker(checker);
    }
    engine.close(opened.form);
    for (const path of Object.keys(files)) engine.setFile(path, null);
  } catch (error) {
    compare(name, "ended", String(error), "");
    engine = await Engine.make(module);
  }
}
console.log(`${all.length} cases, ${differences} differences`);
process.exit(differences > 0 ? 1 : 0);

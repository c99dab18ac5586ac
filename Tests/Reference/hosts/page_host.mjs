// Answers cases by the engine of the pages; see hosts.py.
//
// usage: node page_host.mjs formwork.wasm
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Engine } from "../../../Sources/FormworkWeb/Page/engine.js";

// Node reads whole texts in windows-1252 as ISO 8859-1, and streams as browsers do.
const decode = TextDecoder.prototype.decode;
TextDecoder.prototype.decode = function (bytes) {
  return decode.call(this, bytes, { stream: true }) + decode.call(this);
};

const module = await WebAssembly.compile(readFileSync(process.argv[2]));
let engine = await Engine.make(module);

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  try {
    console.log(withForm(request, (form) => answer(form, request)));
  } catch (error) {
    console.log(JSON.stringify({ fault: String(error) }));
    engine = await Engine.make(module);
  }
}

function withForm({ folder }, body) {
  const others = readdirSync(folder).filter((name) => name.endsWith(".csv") || name.endsWith(".form"));
  for (const name of others) engine.setFile(name, readFileSync(join(folder, name)));
  const opened = engine.open(readFileSync(join(folder, "spec.form")), "spec.form");
  try {
    return opened.ok ? body(opened.form) : JSON.stringify({ fault: engine.drawnFindings(opened.form) });
  } finally {
    engine.close(opened.form);
    for (const name of others) engine.setFile(name, null);
  }
}

/// The answer as JSON. What the engine says is put in as it is, for its numbers may have more digits than ours.
function answer(form, { folder, format, today, seed, text, alone, array }) {
  const random = seededNumbers(seed);
  const options = { now: today, format };
  const ways = { whole: {}, shown: {}, array: {}, alone: {} };
  const skipped = {};
  if (text) {
    withChecker(form, options, (checker) => {
      const data = readFileSync(join(folder, text));
      ways.whole.lines = stream(checker, data, random);
      ways.whole["lines of another stream"] = stream(checker, data, random);
    });
  }
  if (alone) {
    withChecker(form, { now: today }, (checker) => {
      ways.alone.json = `[${alone.map((text) => records(engine.checkJSON(checker, bytes(text)))).join(",")}]`;
    });
  }
  if (array) {
    const data = new TextEncoder().encode(`[${array.map((text) => bytes(text).toString()).join(",\n")}]`);
    withChecker(form, { now: today, format: "json" }, (checker) => {
      ways.array["an array"] = records(engine.checkJSON(checker, data));
      ways.array["an array in pieces"] = stream(checker, data, random);
    });
  }
  try {
    ways.shown["the tab Data"] = shown(form, readFileSync(join(folder, `data.${format}`)), options);
  } catch (error) {
    // Browsers know other encodings than the command line, and nothing of text that is not in them.
    if (!/encoding|The data is not in/.test(error.message)) throw error;
    skipped["data in an encoding that browsers do not read"] = 1;
  }
  const kinds = Object.entries(ways).map(([kind, answers]) =>
    `"${kind}":{${Object.entries(answers).map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`);
  return `{${kinds.join(",")},"skipped":${JSON.stringify(skipped)}}`;
}

function withChecker(form, options, body) {
  const checker = engine.checker(form, options);
  try {
    body(checker);
  } finally {
    engine.closeChecker(checker);
  }
}

function bytes(text) {
  return Buffer.from(text, "base64");
}

/// The answers to a call, as an array of JSON, or its fault.
function records({ lines, fault }) {
  return fault === null ? `[${lines.split("\n").filter((line) => line).join(",")}]` : JSON.stringify({ fault });
}

/// The answers to data in pieces of any size.
function stream(checker, data, random) {
  const longest = [1, 7, 40, 400, 1 << 20][Math.floor(random() * 5)];
  let lines = "";
  let start = 0;
  do {
    const end = Math.min(data.length, start + Math.floor(random() * (longest + 1)));
    const said = engine.checkLines(checker, data.subarray(start, end), false);
    if (said.fault !== null) return records(said);
    lines += said.lines;
    start = end;
  } while (start < data.length);
  const last = engine.checkLines(checker, new Uint8Array(0), true);
  return records({ lines: lines + last.lines, fault: last.fault });
}

/// The records that the tab Data shows, whose counts must be those of its summary.
function shown(form, data, options) {
  const { shown, fault, summary } = engine.run(form, data, { ...options, name: "data", show: 1 << 20 });
  if (fault !== null) return JSON.stringify({ fault });
  const rejected = shown.filter((record) => record.record && !record.accepted).length;
  if (rejected !== summary.rejected || summary.accepted + summary.rejected !== summary.records) {
    return JSON.stringify({ fault: `${rejected} rejected records are shown: ${JSON.stringify(summary)}` });
  }
  return JSON.stringify(shown.map((record) => ({ record: null, ...record, ...decided(record.problems), unproduced: true })));
}

/// The problems of an answer, and the rules that can't be decided as the command line has them.
function decided(all) {
  const rules = all.filter(({ code }) => code === "undecided");
  const problems = all.filter(({ code }) => code !== "undecided");
  const undecided = rules.map(({ message }) => {
    const check = message.match(/[\w.]+\.form:\d+/)[0];
    const rest = message.replace(check, "");
    const [record, line] = rest.match(/\d+/g).map(Number);
    const file = rest.match(/(\w+): /)?.[1];
    return file ? { check, record, line, file } : { check, record, line };
  });
  return rules.length ? { problems, undecided } : { problems };
}

/// Numbers from 0 to 1 that are the same for the same seed (mulberry32).
function seededNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

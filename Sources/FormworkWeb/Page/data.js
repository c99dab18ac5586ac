// Data to check with the form: pasted or dropped data, its counts, and the rows with problems.

import { now } from "./client.js";
import { calm, make, saveFile } from "./dom.js";
import { gunzipped } from "./packing.js";
import { released } from "./pointer.js";

/// The maximum number of records with problems to show, and to find those of one rule among.
const [shownLimit, searchedLimit] = [200, 10_000];

export class DataDesk {
  /// @param engine the client of a separate engine, because large data takes time.
  /// @param faults returns elements that show why a form with these findings gives no results.
  constructor(engine, faults) {
    this.engine = engine;
    this.faults = faults;
    this.text = document.getElementById("data-text");
    this.result = document.getElementById("data-result");
    this.file = null;
    /// The count of problems, as in a summary, whose records are shown. Null for all records with problems.
    this.chosen = null;
    this.turn = Promise.resolve();
    /// The number of files taken. Reading a file has no effect once another one was taken.
    this.taken = 0;
    const check = calm(200, () => this.check());
    this.silence = calm(3_000, (status) => { status.textContent = ""; });
    this.text.addEventListener("input", () => { this.file = null; this.taken += 1; check(); });
    for (const id of ["data-format", "data-delimiter", "data-encoding"]) {
      document.getElementById(id).addEventListener("change", () => this.check());
    }
    const picker = document.getElementById("data-file");
    document.getElementById("open-data").addEventListener("click", () => picker.click());
    picker.addEventListener("change", () => { if (picker.files[0]) this.take(picker.files[0]); picker.value = ""; });
    const panel = document.getElementById("panel-data");
    panel.addEventListener("dragover", (event) => event.preventDefault());
    panel.addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer.files[0];
      // A form dropped here is opened as a form.
      if (file && !file.name.endsWith(".form")) this.take(file);
    });
  }

  /// Takes a file as the data.
  async take(file) {
    this.taken += 1;
    const number = this.taken;
    try {
      await this.read(file, () => number === this.taken);
    } catch (error) {
      if (number === this.taken) this.say(`${file.name}: ${error.message ?? error}`);
    }
  }

  async read(file, isLast) {
    let bytes = new Uint8Array(await file.arrayBuffer());
    let { name } = file;
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
      bytes = await unpacked(bytes);
      name = name.replace(/\.gz$/i, "");
    }
    if (!isLast()) return;
    this.file = { name, bytes };
    // A large or binary file isn't put into the box.
    const isShort = bytes.length < 200_000 && !bytes.includes(0);
    this.text.value = isShort ? new TextDecoder().decode(bytes) : "";
    this.text.placeholder = isShort ? "" : name;
    await this.check();
  }

  /// Checks the data against another form.
  open(text, name) {
    if (text === this.formText && name === this.formName) return this.turn;
    this.formText = text;
    this.formName = name;
    return this.check();
  }

  /// The data to check, or null if there is none.
  get data() {
    if (this.file) return this.file;
    if (this.text.value.trim() === "") return null;
    const pasted = (text) => ({ name: "data", bytes: new TextEncoder().encode(text) });
    const data = pasted(this.text.value);
    const { format, delimiter } = this.options(data);
    return format === "tsv" && (delimiter ?? "\t") === "\t" ? pasted(quoted(this.text.value)) : data;
  }

  options(data) {
    const value = (id) => document.getElementById(id).value || null;
    const format = value("data-format") ?? formatOf(data);
    // Typed or pasted text has no encoding of its own.
    const encoding = this.file ? value("data-encoding") : format === "xlsx" ? null : "utf-8";
    return { now: now(), format, delimiter: value("data-delimiter"), encoding, name: data.name, show: this.chosen ? searchedLimit : shownLimit };
  }

  check() {
    this.turn = this.turn.then(() => this.checkNow()).catch((error) => this.say(String(error.message ?? error)));
    return this.turn;
  }

  async checkNow() {
    const { data } = this;
    if (!data || this.formText === undefined) return this.result.replaceChildren();
    // The results on display are outdated, and large data takes time.
    const busy = setTimeout(() => this.result.replaceChildren(make("p", {}, "Checking the data…")), 300);
    const answer = await this.run(this.options(data), data).finally(() => clearTimeout(busy));
    await released();
    if (answer) this.show(answer, data);
    return null;
  }

  /// Checks the data once. Returns null if the form has errors.
  async run(options, data) {
    const { form, ok } = await this.engine.call("open", this.formText, this.formName);
    let findings;
    try {
      if (ok) return await this.engine.call("run", form, data.bytes, options);
      findings = await this.engine.call("findings", form);
    } finally {
      await this.engine.call("close", form);
    }
    const faults = this.faults(findings);
    this.result.replaceChildren(...faults);
    this.announce(faults[0].textContent);
    return null;
  }

  say(text) {
    this.result.replaceChildren(make("p", { class: "fault", dir: "auto" }, text));
    this.announce(text);
  }

  /// Announces a line to screen readers. Afterwards only the result has it, so that it isn't read twice.
  announce(text) {
    const status = document.getElementById("data-status");
    status.textContent = text;
    this.silence(status);
  }

  async saveReport(ending, type) {
    const { data } = this;
    const answer = await this.run({ ...this.options(data), report: ending }, data);
    if (answer) saveFile(`problems${ending}`, answer.report, type);
  }

  // MARK: Results

  show({ summary, shown, fault }, data) {
    const parts = [];
    this.chosen = summary.counts.find((count) => isSame(count, this.chosen)) ?? null;
    if (fault) {
      const told = data === this.file ? `${data.name}: ${fault}` : fault;
      parts.push(make("p", { class: "fault", dir: "auto" }, told), ...this.mends(fault));
    }
    for (const warning of summary.warnings) parts.push(make("p", { class: "warning", dir: "auto" }, warning));
    if (!fault || summary.records > 0) {
      parts.push(make("p", { class: "headline", id: "headline", dir: "auto" }, summary.headline));
    }
    for (const note of summary.notes) parts.push(make("p", { dir: "auto" }, note));
    if (summary.counts.length > 0) parts.push(...this.chart(summary.counts), this.savers(), ...this.rows(summary, shown));
    this.result.replaceChildren(...parts.filter(Boolean));
    this.announce(fault ?? summary.headline);
  }

  /// Returns buttons for the encoding or the delimiter that the fault suggests.
  mends(fault) {
    const hints = [
      ["data-encoding", /it looks like ([\w-]+)/, ({ text }) => `Read it as ${text}`],
      ["data-delimiter", /try delimiter "(.)"/, ({ text }) => `Use the delimiter ${text}`],
    ];
    return hints.map(([id, pattern, title]) => {
      const select = document.getElementById(id);
      const likely = pattern.exec(fault)?.[1];
      const option = [...select.options].find(({ value }) => value && value === likely);
      if (!option) return null;
      return make("button", { type: "button", class: "quiet", click: () => {
        select.value = likely;
        this.check();
      } }, title(option));
    });
  }

  savers() {
    const button = (text, ending, type) =>
      make("button", { type: "button", class: "quiet", click: () => this.saveReport(ending, type) }, text);
    return make(
      "p", { class: "buttons" }, button("Save problems (CSV)", ".csv", "text/csv"),
      button("Save problems (HTML)", ".html", "text/html"));
  }

  /// Returns a bar for each rule. A press shows only the records that break it.
  chart(counts) {
    const most = Math.max(...counts.map(({ count }) => count));
    const bars = counts.slice(0, 20).map((one, index) => {
      const bar = make("span", { class: "bar" });
      bar.style.width = `${Math.max(1, (one.count / most) * 80)}%`;
      const isChosen = one === this.chosen;
      return make("li", { class: one.severity }, make(
        "button", { type: "button", "aria-pressed": String(isChosen), click: () => this.choose(isChosen ? null : one, index) },
        make("span", { class: "name", dir: "auto" }, ruleName(one)), make("span", {}, bar, ` ${one.count}`)));
    });
    return [
      make("h2", {}, "Problems by rule"), make("p", { class: "hint" }, "Press a bar to see only its rows."), make("ul", { class: "bars" }, ...bars),
    ];
  }

  /// Shows the records that break a rule, or all records with problems.
  async choose(count, index) {
    this.chosen = count;
    await this.check();
    this.result.querySelectorAll(".bars button")[index]?.focus();
    if (this.result.querySelector("#found-rows")) this.announce(this.result.querySelector("#found-rows").textContent);
  }

  /// Returns the rows to show, with a sentence about rows that are left out.
  found(shown) {
    if (!this.chosen) {
      const isAll = shown.length < shownLimit;
      return { rows: shown.slice(0, shownLimit), text: isAll ? null : `Only the first ${shownLimit} are shown. “Save problems” saves all of them.` };
    }
    const rows = shown.filter(({ problems }) => problems.some((problem) => isSame(problem, this.chosen)));
    const among = shown.length < searchedLimit ? "" : ` of the first ${searchedLimit.toLocaleString("en")} with problems`;
    const rest = rows.length > shownLimit ? ` The first ${shownLimit} are shown.` : "";
    return { rows: rows.slice(0, shownLimit), text: `${ruleName(this.chosen)}: ${rows.length.toLocaleString("en")} row${rows.length === 1 ? "" : "s"}${among}.${rest}` };
  }

  rows({ columns }, shown) {
    const { rows, text } = this.found(shown);
    const isTable = columns.length > 0;
    const head = make(
      "tr", {}, make("th", { scope: "col" }, isTable ? "Row" : "Record"),
      ...columns.map((column) => make("th", { scope: "col", dir: "auto" }, column)));
    const body = rows.flatMap((record) => this.row(record, columns.length));
    return [
      make("h2", {}, "Rows with problems"), text ? make("p", { id: "found-rows", dir: "auto" }, text) : null,
      make(
        "div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Rows with problems" },
        make("table", { class: "rows" }, isTable ? make("thead", {}, head) : null, make("tbody", {}, ...body))),
    ];
  }

  row({ record, line, cells, problems }, width) {
    const broken = new Map();
    for (const { column, severity } of problems) {
      if (column && broken.get(column) !== "error") broken.set(column, severity);
    }
    const name = record === undefined ? "all" : width > 0 ? line : record;
    const row = cells && make(
      "tr", {}, make("th", { scope: "row" }, String(name)),
      ...cells.map((cell, index) => make("td", { class: broken.get(index + 1) ?? null, dir: "auto" }, cell)));
    const said = make(
      "tr", {}, row ? null : make("th", { scope: "row" }, String(name)),
      make("td", { class: "said", colspan: (cells?.length ?? width) + (row ? 1 : 0) || 1 }, make(
        "ul", {}, ...problems.map((problem) => make(
          "li", { class: problem.severity, dir: "auto" },
          [problem.severity === "warning" ? "Warning" : "", place(problem), problem.message].filter(Boolean).join(": "))))));
    return row ? [row, said] : [said];
  }
}

/// Quotes cells from a spreadsheet's clipboard as TSV. On the clipboard, only a cell with a line break or a tab is
/// quoted; in other cells a quote is an ordinary character.
function quoted(text) {
  const cell = /(^|\t|\n)(?:"(?:[^"]|"")*"(?=\t|\r?\n|$)|([^\t\r\n]*))/g;
  return text.replace(cell, (whole, before, plain) =>
    (plain?.includes('"') ? `${before}"${plain.replaceAll('"', '""')}"` : whole));
}

/// Returns the content of a gzip file. Browsers reject several members, and anything after the first.
async function unpacked(bytes) {
  try {
    return new Uint8Array(await new Response(gunzipped(bytes)).arrayBuffer());
  } catch {
    throw new Error("The browser cannot decompress the file: it is damaged, or has extra data at its end. Decompress it first.");
  }
}

/// Whether a problem, or a count of problems, is about the rule that another count is about. Items of lists are counted
/// together.
function isSame({ field, code, severity }, other) {
  const path = field?.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, "[]") ?? null;
  return path === other?.field && code === other?.code && severity === other?.severity;
}

/// Returns the name of the rule that a count is about.
function ruleName({ field, code, severity }) {
  return `${field ?? "the record"} · ${code}${severity === "warning" ? " (warning)" : ""}`;
}

/// Returns the location of a problem: its cell, or the label and the path of its field.
function place({ cell, label, field }) {
  if (cell) return cell;
  return label && label !== field ? `${label} (${field})` : field;
}

// The format for each ending of a name. `FORMWORK_RECORD=1 swift test --filter DocsTablesTests` writes it.
const formats = { json: "json", ndjson: "ndjson", jsonl: "ndjson", csv: "csv", tsv: "tsv", tab: "tsv", xlsx: "xlsx", xlsm: "xlsx" };

/// Returns the format of data, from its name and its first bytes.
function formatOf({ name, bytes }) {
  const ending = name.split(".").pop().toLowerCase();
  if (Object.hasOwn(formats, ending)) return formats[ending];
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return "xlsx";
  const start = new TextDecoder().decode(bytes.subarray(0, 4096)).trimStart();
  if (start.startsWith("[")) return "json";
  if (start.startsWith("{")) return isWholeLine(bytes) ? "ndjson" : "json";
  return /^[^\n]*\t/.test(start) ? "tsv" : "csv";
}

/// Whether the first line ends with a brace.
function isWholeLine(bytes) {
  const first = bytes.findIndex((byte) => byte > 0x20);
  const end = bytes.indexOf(0x0a, first);
  const line = bytes.subarray(first, end < 0 ? bytes.length : end);
  return new TextDecoder().decode(line.subarray(-200)).trimEnd().endsWith("}");
}

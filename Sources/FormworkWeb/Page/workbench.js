// The workbench: a form on the left, and what it does on the right.

import { EngineClient, now } from "./client.js";
import { DataDesk } from "./data.js";
import { calm, copyText, keep, make, recall, saveFile } from "./dom.js";
import { Editor } from "./editor.js";
import { Filling } from "./filling.js";

const element = (id) => document.getElementById(id);
const keptKey = "formwork:workbench";
const firstForm = `form members "Our members"

field name "Name": string rule count(1...80) message "Your name, with at most {max} letters"
field email "Email": string rule email message "{value} is no email address"
field hasCar "I come by car": bool
when hasCar <
  field plate "Number plate": string rule count(2...12) message "The plate of your car"
>
`;

class Workbench {
  async start() {
    const [script, packed] = [element("worker").textContent, element("engine").textContent];
    // Each asks an engine of its own, so that nobody waits for the others.
    [this.writing, this.trying, this.counting] = await Promise.all(
      [1, 2, 3].map(() => EngineClient.start(script, packed)));
    // For whoever looks at the page from the browser's console.
    globalThis.formwork = this.counting;
    this.examples = JSON.parse(element("examples-list").textContent);
    this.data = new DataDesk(this.counting);
    this.filling = new Filling(element("panel-form"), this.trying, { level: 2, key: "formwork:trial" });
    const refresh = calm(150, () => this.refresh());
    this.editor = new Editor(element("editor"), this.writing, {
      changed: () => { this.keep(); refresh(); },
      findings: (list) => this.showFindings(list),
    });
    await this.editor.start();
    this.connect();
    const begun = await this.beginning();
    await this.editor.open(begun.text, begun.name);
    this.say(`Ready. Engine ${this.writing.version}. Nothing leaves this page.`);
    document.body.dataset.ready = "true";
  }

  say(text) {
    element("status").textContent = text;
  }

  keep() {
    keep(keptKey, { name: this.editor.name, text: this.editor.text });
  }

  /// What stands in the address, else what was there before, else a first form.
  async beginning() {
    const packed = /^#form=(.+)$/.exec(location.hash)?.[1];
    if (packed) {
      try {
        return { name: "form.form", text: await unpack(packed) };
      } catch {
        this.say("The link is not whole.");
      }
    }
    return recall(keptKey) ?? { name: "members.form", text: firstForm };
  }

  // MARK: The form

  connect() {
    const examples = element("examples");
    examples.append(...Object.keys(this.examples).map((name) => make("option", { value: name }, name)));
    examples.addEventListener("change", () => {
      if (examples.value) this.openExample(examples.value);
      examples.value = "";
    });
    const picker = element("open-file");
    element("open").addEventListener("click", () => picker.click());
    picker.addEventListener("change", () => { this.openFiles([...picker.files]); picker.value = ""; });
    element("save").addEventListener("click", () => saveFile(this.editor.name, this.editor.text, "text/plain"));
    element("format").addEventListener("click", () => this.editor.format());
    element("link").addEventListener("click", () => this.copyLink());
    element("writing").addEventListener("dragover", (event) => event.preventDefault());
    element("writing").addEventListener("drop", (event) => {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      this.openFiles([...event.dataTransfer.files]);
    });
    connectTabs([...document.querySelectorAll("[role=tab]")], () => this.refresh());
  }

  async openExample(name) {
    const { text, files } = this.examples[name];
    for (const [path, content] of Object.entries(files)) await this.setFile(path, content);
    await this.editor.open(text, name);
  }

  /// Opens a form; further files are those that it uses.
  async openFiles(files) {
    const form = files.find((file) => file.name.endsWith(".form")) ?? null;
    for (const file of files) {
      if (file !== form) await this.setFile(file.name, new Uint8Array(await file.arrayBuffer()));
    }
    if (form) await this.editor.open(await form.text(), form.name);
    else await this.editor.open(this.editor.text, this.editor.name);
  }

  setFile(path, content) {
    // What was made of the form with other files is old.
    this.data.formText = this.wordsOf = undefined;
    return Promise.all([this.writing, this.trying, this.counting].map((engine) => engine.call("setFile", path, content)));
  }

  async copyLink() {
    const link = `${location.href.replace(/#.*$/, "")}#form=${await pack(this.editor.text)}`;
    history.replaceState(null, "", link);
    await copyText(link);
    this.say("The link with this form in it is copied.");
  }

  // MARK: Findings

  async showFindings(list) {
    const turn = (this.findingsTurn = (this.findingsTurn ?? 0) + 1);
    const lines = await Promise.all(list.slice(0, 50).map(async (finding) => {
      const fixes = await this.editor.fixes(finding);
      const isError = finding.severity === 1;
      const { line, character } = finding.range.start;
      const [message, ...more] = finding.message.split("\n");
      return make(
        "li", {},
        make("p", {}, make("span", { class: isError ? "error" : "warning" }, isError ? "Error " : "Warning "),
          make("button", { type: "button", class: "place", click: () => this.editor.goTo(finding.range) },
            `line ${line + 1}, character ${character + 1}`), `: ${message}`),
        more.length > 0 ? make("p", { class: "hint" }, more.join("\n")) : null,
        ...fixes.map(({ title, apply }) => make("button", { type: "button", class: "fix quiet", click: apply }, title)));
    }));
    if (turn === this.findingsTurn) element("findings").replaceChildren(...lines);
  }

  // MARK: What the form does

  get tab() {
    return document.querySelector("[role=tab][aria-selected=true]").id;
  }

  /// Shows what is on the open tab anew.
  async refresh() {
    const { text, name } = this.editor;
    const turn = (this.refreshTurn = (this.refreshTurn ?? 0) + 1);
    if (this.tab === "tab-data") return this.data.open(text, name);
    if (this.tab === "tab-words") return this.showWords(text, name);
    const filling = this.filling;
    await filling.inTurn(async () => {
      if (turn !== this.refreshTurn) return;
      const isWhole = await filling.open(text, name, filling.fields ? filling.values : null);
      if (!isWhole) this.noteFaulty();
      else element("faulty")?.remove();
    });
    return null;
  }

  /// The form as it was stays there while its text has errors.
  noteFaulty() {
    if (element("faulty")) return;
    element("panel-form").prepend(make(
      "p", { id: "faulty", class: "fault" }, "The form has errors; they stand below its text. This is what it was before."));
  }

  async showWords(text, name) {
    if (text === this.wordsOf) return;
    this.wordsOf = text;
    const { form, ok } = await this.trying.call("open", text, name);
    const html = ok ? await this.trying.call("explain", form, { now: now() }) : null;
    await this.trying.call("close", form);
    if (html) element("words").srcdoc = html;
  }
}

/// Tabs as the ARIA practices have them.
function connectTabs(tabs, changed) {
  const select = (tab) => {
    for (const other of tabs) {
      const isIt = other === tab;
      other.setAttribute("aria-selected", String(isIt));
      other.tabIndex = isIt ? 0 : -1;
      element(other.getAttribute("aria-controls")).hidden = !isIt;
    }
    tab.focus();
    changed();
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step) select(tabs[(index + step + tabs.length) % tabs.length]);
    });
  }
}

/// A text for an address: gzip, then base64 without marks that addresses need.
async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let marks = "";
  for (const byte of bytes) marks += String.fromCharCode(byte);
  return btoa(marks).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(packed) {
  const marks = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(marks, (mark) => mark.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

new Workbench().start().catch((error) => {
  element("status").textContent = String(error.message ?? error);
});

// The workbench: a form on the left, and its results on the right.

import { EngineClient, now } from "./client.js";
import { DataDesk } from "./data.js";
import { calm, copyText, keep, make, recall, saveFile } from "./dom.js";
import { Editor } from "./editor.js";
import { Filling } from "./filling.js";
import { unpackedLZMA } from "./lzma.js";
import { decoded, encoded, gunzipped, gzipped } from "./packing.js";
import { released } from "./pointer.js";
import { connectPublishing } from "./publish.js";
import { connectSplitter } from "./splitter.js";

const element = (id) => document.getElementById(id);
const keptKey = "formwork:workbench";
const formerKey = "formwork:workbench:former";
const welcomedKey = "formwork:workbench:welcomed";

/// The maximum number of bytes of a form from a link with its files. A short link can unpack to more than a browser
/// can hold.
const linkLimit = 20_000_000;

const firstForm = `form members "Our members"

field name "Name": string rule count(1...80) message "Your name, with at most {max} letters"
field email "Email": string rule email message "{value} is not an email address"
field hasCar "I come by car": bool
when hasCar <
  field plate "Number plate": string rule count(2...12) message "The plate of your car"
>
`;

class Workbench {
  async start() {
    const script = element("worker").textContent;
    // Separate engines, so that these parts don't wait for each other.
    const engines = [1, 2, 3].map(() => new EngineClient(script));
    [this.writing, this.trying, this.counting] = engines;
    const module = await WebAssembly.compile(unpackedLZMA(decoded(element("engine").textContent)));
    await Promise.all(engines.map((engine) => engine.start(module)));
    // For use in the browser's console.
    globalThis.formwork = this.counting;
    this.examples = JSON.parse(element("examples-list").textContent);
    this.data = new DataDesk(this.counting, (findings) => this.faults(findings));
    this.filling = new Filling(element("trial"), this.trying, { level: 2, key: "formwork:trial", showsRecord: true });
    const refresh = calm(150, () => this.refresh());
    this.editor = new Editor(element("editor"), this.writing, {
      changed: (text) => {
        if (text !== firstForm) this.endWelcome();
        this.keep();
        refresh();
      },
      findings: (list) => this.showFindings(list),
      steps: () => this.nameSteps(),
      stepped: (word, name) => this.say(`${word}: ${name}.`),
      missed: (query) => this.say(`“${query}” is not in the text.`),
    });
    await this.editor.start();
    this.connect();
    const begun = recall(keptKey) ?? { name: "members.form", text: firstForm };
    element("welcome").hidden = recall(welcomedKey) !== null;
    this.linkedText = begun.isLinked ? begun.text : null;
    await this.useFiles(begun.files ?? {});
    await this.editor.open(begun.text, begun.name);
    this.say(`Ready. Engine ${this.writing.version}. Nothing leaves this page.`);
    await this.openLink();
    this.showFormer();
    addEventListener("hashchange", () => this.openLink());
    document.body.dataset.ready = "true";
  }

  say(text) {
    element("status").textContent = text;
  }

  keep() {
    keep(keptKey, this.whole);
  }

  /// The current form with the files it uses: their bytes in base64, by path.
  get whole() {
    const { name, text } = this.editor;
    return { name, text, files: this.files, isLinked: text === this.linkedText };
  }

  /// Opens the form in the address, if there is one.
  async openLink() {
    const [, kind, packed] = /^#(form|forms)=(.+)$/.exec(location.hash) ?? [];
    if (!packed) return;
    try {
      const unpacked = await unpack(packed);
      const linked = kind === "form" ? { name: "form.form", text: unpacked } : JSON.parse(unpacked);
      const { name, text, files = {} } = linked;
      const isThere = text === this.editor.text && JSON.stringify(files) === JSON.stringify(this.files);
      if (!isThere) await this.open(text, name, files);
      this.linkedText = text;
      this.keep();
      // Reloading the page opens the edited form.
      history.replaceState(null, "", location.href.replace(/#.*$/, ""));
      const isBehind = recall(formerKey) !== null;
      this.say(`The form from the link is open.${isBehind ? " “Back to the previous form” returns to yours." : ""}`);
    } catch (error) {
      this.say(error instanceof TooLarge
        ? `The form in the link has more than ${linkLimit / 1_000_000} MB, so it is not opened.`
        : "The form in the link is incomplete.");
    }
  }

  // MARK: The first visit

  /// Lets the user choose how to begin, until that is done.
  connectWelcome() {
    element("begin-form").addEventListener("click", () => {
      this.endWelcome();
      this.editor.view.focus();
    });
    element("begin-examples").append(...Object.entries(this.examples).map(([name, { title }]) => make(
      "li", {}, make("button", { type: "button", class: "link", click: () => this.beginWith(name) }, title))));
  }

  async beginWith(name) {
    await this.openExample(name);
    this.editor.view.focus();
  }

  endWelcome() {
    keep(welcomedKey, true);
    element("welcome").hidden = true;
  }

  // MARK: The previous form

  /// Keeps the current form before another one replaces it. Skips unedited forms: our examples, or a form as it came
  /// in a link.
  keepFormer() {
    const { name, text, files, isLinked } = this.whole;
    const isOurs = text === firstForm || Object.values(this.examples).some((example) => example.text === text);
    if (isOurs || isLinked || text.trim() === "") return;
    keep(formerKey, { name, text, files });
    this.showFormer();
  }

  showFormer() {
    element("former").hidden = recall(formerKey) === null;
  }

  /// Opens a form in place of the current one, with the files it uses. Forms are opened one after the other, so that the
  /// last one stays: a name that is typed into the list of examples chooses another with nearly each letter.
  async open(text, name, files) {
    const before = this.opening;
    this.opening = (async () => {
      await before?.catch(() => {});
      this.keepFormer();
      await this.useFiles(files);
      await this.editor.open(text, name);
    })();
    await this.opening;
  }

  async openFormer() {
    const former = recall(formerKey);
    keep(formerKey, null);
    await this.open(former.text, former.name, former.files ?? {});
    this.showFormer();
  }

  // MARK: The form

  connect() {
    const examples = element("examples");
    examples.append(...Object.entries(this.examples).map(([name, { title }]) => make("option", { value: name }, title)));
    examples.addEventListener("change", () => {
      if (examples.value) this.openExample(examples.value);
      examples.value = "";
    });
    const picker = element("open-file");
    element("open").addEventListener("click", () => picker.click());
    picker.addEventListener("change", () => { this.openFiles([...picker.files]); picker.value = ""; });
    const missing = element("missing-file");
    missing.addEventListener("change", () => { this.openMissing(missing.files[0]); missing.value = ""; });
    element("save").addEventListener("click", () => saveFile(this.editor.name, this.editor.text, "text/plain"));
    element("former").addEventListener("click", () => this.openFormer());
    for (const [id, command] of Object.entries({ undo: "undo", redo: "redo", find: "findPersistent", replace: "replace" })) {
      element(id).addEventListener("click", () => this.editor.view.execCommand(command));
    }
    element("format").addEventListener("click", async () => {
      const isDone = await this.editor.format();
      this.say(isDone ? "The form is formatted." : "The form has errors, so it cannot be formatted.");
    });
    element("link").addEventListener("click", () => this.copyLink());
    connectPublishing((language) => this.published(language), (text) => this.say(text));
    // Files dropped on the editor, or anywhere together with a form, are opened in it. Other files are data.
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      const files = [...event.dataTransfer.files];
      if (files.length === 0) return;
      event.preventDefault();
      const isForm = element("writing").contains(event.target) || files.some(({ name }) => name.endsWith(".form"));
      if (isForm) this.openFiles(files);
      else if (!element("panel-data").contains(event.target)) this.openData(files[0]);
    });
    addEventListener("unhandledrejection", ({ reason }) => this.say(String(reason?.message ?? reason)));
    connectTabs([...document.querySelectorAll("[role=tab]")], () => this.refresh());
    this.connectWelcome();
    connectSplitter(element("splitter"), document.querySelector("main"), "formwork:workbench:share", () => this.editor.view.refresh());
  }

  /// Shows on the buttons what the next step back or forward undoes.
  nameSteps() {
    for (const [id, word, steps] of [["undo", "Undo", this.editor.steps.back], ["redo", "Redo", this.editor.steps.forward]]) {
      const name = steps.length > 0 ? `${word} ${steps.at(-1)}` : word;
      // A disabled button would lose the focus.
      element(id).setAttribute("aria-disabled", String(steps.length === 0));
      element(id).title = name;
      element(id).setAttribute("aria-label", name);
    }
  }

  async openExample(name) {
    const { text, files } = this.examples[name];
    await this.open(text, name, files);
  }

  async openData(file) {
    element("tab-data").click();
    await this.data.take(file);
  }

  /// Opens a form. The other files are those it uses. Without a form among them, the current form uses the files.
  async openFiles(list) {
    const texts = await Promise.all(list.map((file) => file.text()));
    const isUsed = (name) => texts.some((text) => text.includes(`"${name}"`));
    const forms = list.filter((file) => file.name.endsWith(".form"));
    const form = forms.find((file) => !isUsed(file.name)) ?? forms[0];
    const files = form ? {} : { ...this.files };
    for (const file of list) if (file !== form) files[file.name] = encoded(await bytesOf(file));
    if (form) await this.open(texts[list.indexOf(form)], form.name, files);
    else await this.takeFiles(files);
  }

  /// Reads the current form with other files.
  async takeFiles(files) {
    await this.useFiles(files);
    await this.editor.open(this.editor.text, this.editor.name);
  }

  /// Opens a file that the form uses, under the path in the form.
  async openMissing(file) {
    await this.takeFiles({ ...this.files, [this.missingPath]: encoded(await bytesOf(file)) });
  }

  /// Gives the engines the files that the form uses, and removes those of the previous form.
  async useFiles(files) {
    const gone = Object.keys(this.files ?? {}).filter((path) => !(path in files));
    this.files = files;
    // Results with other files are outdated.
    this.data.formText = this.wordsOf = this.shownText = undefined;
    const contents = [...gone.map((path) => [path, null]), ...Object.entries(files).map(([path, text]) => [path, decoded(text)])];
    const engines = [this.writing, this.trying, this.counting];
    await Promise.all(engines.flatMap((engine) => contents.map(([path, content]) => engine.call("setFile", path, content))));
  }

  async copyLink() {
    const isAlone = Object.keys(this.files).length === 0;
    const packed = await pack(isAlone ? this.editor.text : JSON.stringify(this.whole));
    await copyText(`${location.href.replace(/#.*$/, "")}#${isAlone ? "form" : "forms"}=${packed}`);
    this.say(`A link that contains this form${isAlone ? "" : " and the files that it uses"} was copied.`);
  }

  /// Returns the `form` as a page has it, with its `languages` and its `title` in a language. Null if it has errors.
  async published(language) {
    const { text, name } = this.editor;
    const { form, ok } = await this.trying.call("open", text, name);
    const described = ok ? await this.trying.call("describe", form, language) : null;
    await this.trying.call("close", form);
    if (!described) return null;
    const decoder = new TextDecoder();
    const files = Object.fromEntries(Object.entries(this.files).map(([path, content]) => [path, decoder.decode(decoded(content))]));
    return { form: { name, text, files }, title: described.title, languages: described.languages };
  }

  // MARK: Findings

  async showFindings(list) {
    const turn = (this.findingsTurn = (this.findingsTurn ?? 0) + 1);
    const shown = list.slice(0, 50);
    const lines = await Promise.all(shown.map(async (finding) => {
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
        finding.code === "unusable-file" ? this.fileButton(finding.range) : null,
        ...fixes.map(({ title, apply }) => make("button", { type: "button", class: "fix quiet", click: apply }, title)));
    }));
    if (list.length > shown.length) lines.push(make("li", {}, `and ${list.length - shown.length} more`));
    await released();
    if (turn !== this.findingsTurn) return;
    element("findings").replaceChildren(...lines);
    const errors = list.filter(({ severity }) => severity === 1).length;
    element("found").textContent = list.length === 0 ? "" : [[errors, "error"], [list.length - errors, "warning"]]
      .filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}${count === 1 ? "" : "s"}`).join(", ");
  }

  /// Returns a button that asks for a file whose path is in the form.
  fileButton({ start, end }) {
    return this.opener(this.editor.text.split("\n")[start.line].slice(start.character, end.character).replace(/^"|"$/g, ""));
  }

  /// Returns a button that asks for the file at a path.
  opener(path) {
    const ask = () => {
      this.missingPath = path;
      element("missing-file").click();
    };
    return make("button", { type: "button", class: "fix quiet", click: ask }, `Open ${path}…`);
  }

  // MARK: Results

  get tab() {
    return document.querySelector("[role=tab][aria-selected=true]").id;
  }

  /// Updates the contents of the open tab.
  async refresh() {
    const { text, name } = this.editor;
    const turn = (this.refreshTurn = (this.refreshTurn ?? 0) + 1);
    if (this.tab === "tab-data") return this.data.open(text, name);
    if (this.tab === "tab-words") return this.showWords(text, name);
    // The answers stay as long as the form is unchanged.
    if (text === this.shownText) return null;
    const filling = this.filling;
    await filling.inTurn(async () => {
      if (turn !== this.refreshTurn) return;
      const isWhole = await filling.open(text, name, { goesOn: filling.fields !== undefined });
      this.shownText = text;
      this.noteFaults(element("panel-form"), isWhole ? null : filling.findings, filling.fields !== undefined);
    });
    return null;
  }

  /// Shows on a panel that the form has errors. The previous content of the panel stays.
  ///
  /// @param findings the engine's findings; null for a form without errors.
  noteFaults(panel, findings, hasFormer) {
    panel.querySelector(".faulty")?.remove();
    if (!findings) return;
    panel.prepend(make("div", { class: "faulty" }, ...this.faults(findings, hasFormer ? " This is what it was before." : "")));
  }

  /// Returns elements that show why a form with errors gives no results. The files of lists are read only for results, so
  /// the findings below the form don't say that one is missing.
  faults(findings, rest = "") {
    const isListed = element("findings").querySelector(".error") !== null;
    const [first] = findings.filter(({ severity }) => severity === "error");
    const why = isListed || !first ? "The form has errors. They are listed below its text." : first.message;
    const [, path] = /^The file "(.+)" cannot be read\.$/.exec(why) ?? [];
    const shown = make("p", { class: "fault", dir: "auto" }, why + rest);
    return path ? [shown, make("p", {}, this.opener(path))] : [shown];
  }

  async showWords(text, name) {
    if (text === this.wordsOf) return;
    this.wordsOf = text;
    const { form, ok } = await this.trying.call("open", text, name);
    const html = ok ? await this.trying.call("explain", form, { now: now() }) : null;
    const findings = ok ? null : await this.trying.call("findings", form);
    await this.trying.call("close", form);
    if (html) element("words").srcdoc = html;
    this.noteFaults(element("panel-words"), findings, element("words").srcdoc !== "");
  }
}

/// Makes tabs work as in the ARIA practices.
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

const bytesOf = async (file) => new Uint8Array(await file.arrayBuffer());

/// Packs a text for an address: gzip, then base64 without characters that addresses reserve.
async function pack(text) {
  return encoded(await gzipped(text)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(packed) {
  const content = decoded(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const reader = gunzipped(content).getReader();
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > linkLimit) {
      reader.cancel();
      throw new TooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}

/// The error for a form in a link that is larger than `linkLimit`.
class TooLarge extends Error {}

new Workbench().start().catch((error) => {
  element("status").textContent = String(error.message ?? error);
});

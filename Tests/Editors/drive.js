// Loads the extension for VS Code from its unpacked .vsix in Node, with a stand-in for the editor's API and the packed
// server, and does what an author does. Ends with 1 if anything is wrong.
// usage: node Tests/Editors/drive.js FOLDER
"use strict";

const assert = require("assert");
const fs = require("fs");
const Module = require("module");
const os = require("os");
const path = require("path");

const ROOT = path.resolve(process.argv[2]);
const FOLDER = path.join(ROOT, "extension");
const PACKAGE = JSON.parse(fs.readFileSync(path.join(FOLDER, "package.json")));

// MARK: The stand-in

class Position {
  constructor(line, character) {
    assert(Number.isInteger(line) && Number.isInteger(character) && line >= 0 && character >= 0);
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(...numbers) {
    if (numbers.length === 2) [this.start, this.end] = numbers;
    else [this.start, this.end] = [new Position(numbers[0], numbers[1]), new Position(numbers[2], numbers[3])];
  }
}

class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  static file(name) { return new Uri("file://" + name); }
  get scheme() { return this.text.split(":")[0]; }
  toString() { return this.text; }
}

class Emitter {
  all = new Set();
  event = (listener) => { this.all.add(listener); return { dispose: () => this.all.delete(listener) }; };
  fire(value) { for (const listener of [...this.all]) listener(value); }
}

class Document {
  constructor(uri, languageId, text) { Object.assign(this, { uri, languageId, text, version: 1 }); }
  getText() { return this.text; }
  offset({ line, character }) {
    return this.text.split("\n").slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  }
  /** Returns the place of `|` in a part of the text. */
  place(part) {
    const lines = this.text.slice(0, this.text.indexOf(part.replace("|", "")) + part.indexOf("|")).split("\n");
    return new Position(lines.length - 1, lines.at(-1).length);
  }
  edit(edits) {
    for (const { range, newText } of [...edits].sort((a, b) => this.offset(b.range.start) - this.offset(a.range.start))) {
      this.text = this.text.slice(0, this.offset(range.start)) + newText + this.text.slice(this.offset(range.end));
      this.version += 1;
      events.onDidChangeTextDocument.fire({ document: this, contentChanges: [{ range, text: newText }] });
    }
  }
}

const events = Object.fromEntries(["onDidOpenTextDocument", "onDidChangeTextDocument", "onDidSaveTextDocument",
  "onDidCloseTextDocument", "onDidChangeConfiguration"].map((name) => [name, new Emitter()]));
const providers = {}, commands = {}, contents = {}, shown = [], findings = new Map(), settings = {};
const disposable = (store, key, value) => {
  assert(!(key in store), `${key} is registered twice`);
  store[key] = value;
  return { dispose: () => delete store[key] };
};
/** A class with the given fields, in the order of its parameters. */
const record = (...fields) => class {
  constructor(...values) { fields.forEach((field, index) => (this[field] = values[index])); }
};
const show = (kind) => (text, ...actions) => {
  shown.push({ kind, text, actions });
  return Promise.resolve(undefined);
};
class Kind {
  constructor(value) { this.value = value; }
  append(more) { return new Kind(this.value ? `${this.value}.${more}` : more); }
}

const vscode = {
  version: "1.75.0", Position, Range, Uri,
  Location: record("uri", "range"), TextEdit: record("range", "newText"), MarkdownString: record("value"),
  Hover: record("contents", "range"), Diagnostic: record("range", "message", "severity"),
  DiagnosticRelatedInformation: record("location", "message"), CompletionItem: record("label", "kind"),
  SnippetString: record("value"), SignatureHelp: record(), SignatureInformation: record("label", "documentation"),
  ParameterInformation: record("label"), DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
  SymbolInformation: record("name", "kind", "containerName", "location"), CodeAction: record("title", "kind"),
  CodeLens: record("range", "command"), DocumentHighlight: record("range"), FoldingRange: record("start", "end", "kind"),
  FoldingRangeKind: { Comment: 1, Imports: 2, Region: 3 }, SelectionRange: record("range", "parent"),
  InlayHint: record("position", "label"), DocumentLink: record("range", "target"), SemanticTokens: record("data"),
  SemanticTokensLegend: record("types", "modifiers"), CodeActionKind: { Empty: new Kind("") },
  WorkspaceEdit: class { changes = new Map(); set(uri, edits) { this.changes.set(uri.toString(), edits); } },
  languages: new Proxy({}, { get: (_, name) => {
    if (name === "match") return (selector, { uri, languageId }) =>
      selector.some((one) => one.language === languageId && one.scheme === uri.scheme) ? 10 : 0;
    if (name === "createDiagnosticCollection") return () => ({
      set: (uri, found) => findings.set(uri.toString(), found), clear: () => findings.clear(), dispose() {} });
    assert(name.startsWith("register"), name);
    const kind = name.replace(/^register|Provider$/g, "");
    return (...args) => disposable(providers, kind, kind === "WorkspaceSymbol" ? args[0] : args[1]);
  } }),
  window: {
    createOutputChannel: () => ({ appendLine: (text) => process.env.VERBOSE && console.log(text), show() {}, dispose() {} }),
    showErrorMessage: show("error"), showWarningMessage: show("warning"), showInformationMessage: show("information"),
    showTextDocument: async (document) => document },
  commands: {
    registerCommand: (name, body) => disposable(commands, name, body),
    executeCommand: (name, ...args) => commands[name]?.(...args) },
  workspace: {
    textDocuments: [], workspaceFolders: [],
    getConfiguration: (section) => ({ get: (name) => settings[`${section}.${name}`] }),
    createFileSystemWatcher: () => ({ onDidCreate() {}, onDidChange() {}, onDidDelete() {}, dispose() {} }),
    registerTextDocumentContentProvider: (scheme, provider) => disposable(contents, scheme, provider),
    openTextDocument: async ({ language, content }) => open(new Uri("untitled:1"), content, language),
    ...Object.fromEntries(Object.entries(events).map(([name, emitter]) => [name, emitter.event])) } };

function open(uri, text, languageId = "formwork") {
  const document = new Document(uri, languageId, text);
  vscode.workspace.textDocuments.push(document);
  events.onDidOpenTextDocument.fire(document);
  return document;
}

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

// MARK: Steps

async function wait(what, condition) {
  const end = Date.now() + 20_000;
  for (let answer; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    if ((answer = condition())) return answer;
  }
  assert.fail(`not within 20 s: ${what}`);
}

/** Every file that the package names is in it, and every ending has a type. */
function checkFiles() {
  const { contributes } = PACKAGE;
  const named = [PACKAGE.icon, PACKAGE.main, ...contributes.languages.map((one) => one.configuration),
    ...contributes.grammars.map((one) => one.path),
    ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown))];
  const manifest = fs.readFileSync(path.join(ROOT, "extension.vsixmanifest"), "utf8");
  const assets = [...manifest.matchAll(/Path="([^"]*)"/g)].map(([, asset]) => asset);
  assert.strictEqual(assets.length, 5);
  for (const file of [...named.map((file) => path.join("extension", file)), ...assets]) {
    assert(fs.existsSync(path.join(ROOT, file)), `${file} is missing`);
  }
  const types = fs.readFileSync(path.join(ROOT, "[Content_Types].xml"), "utf8");
  for (const file of fs.readdirSync(FOLDER, { withFileTypes: true, recursive: true })) {
    const ending = path.extname(file.name);
    assert(file.isDirectory() || !ending || types.includes(`Extension="${ending}"`), `${file.name} has no type`);
  }
  const version = fs.readFileSync(path.join(FOLDER, "CHANGELOG.md"), "utf8").match(/^## (.*)$/m)[1];
  assert.strictEqual(PACKAGE.version, version);
}

async function main() {
  checkFiles();
  fs.chmodSync(path.join(FOLDER, "bin/formwork"), 0o755);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "forms-"));
  const file = path.join(folder, "a.form");
  const extension = require(path.join(FOLDER, PACKAGE.main));
  const context = {
    subscriptions: [], extension: { id: `${PACKAGE.publisher}.${PACKAGE.name}` },
    asAbsolutePath: (name) => path.join(FOLDER, name) };
  vscode.workspace.workspaceFolders.push({ uri: Uri.file(folder), name: "forms" });

  // Without the tool, one message says what to do.
  settings["formwork.path"] = path.join(folder, "none");
  await extension.activate(context);
  const { kind, text, actions } = await wait("the message", () => shown.shift());
  assert(kind === "error" && /was not found/.test(text) && actions.includes("Open Settings"), text);
  for (const { command } of PACKAGE.contributes.commands) assert(command in commands, command);

  // A form is open before the server runs.
  const source = 'field  age: strin\nfield b: int rule value > 5 message "{label} {value}"\n';
  fs.writeFileSync(file, source);
  const document = open(Uri.file(file), source);
  const found = () => findings.get(document.uri.toString());
  const options = { tabSize: 2, insertSpaces: true };
  delete settings["formwork.path"];
  events.onDidChangeConfiguration.fire({ affectsConfiguration: (name) => name === "formwork.path" });
  const [finding] = await wait("the finding", () => found()?.length && found());
  assert(/no type/.test(finding.message) && finding.severity === 0, finding.message);
  assert.deepStrictEqual(finding.range, new Range(0, 12, 0, 17));

  // Its code leads to the page about it.
  assert.strictEqual(finding.code.value, "unknown-type");
  const page = await contents[finding.code.target.scheme].provideTextDocumentContent(finding.code.target);
  assert(page.startsWith("unknown-type (error): "), page);

  const [fix] = await providers.CodeActions.provideCodeActions(document, finding.range, {});
  assert.strictEqual(fix.kind.value, "quickfix");
  document.edit(fix.edit.changes.get(document.uri.toString()));
  await wait("no finding", () => found().length === 0);
  document.edit(await providers.DocumentFormattingEdit.provideDocumentFormattingEdits(document, options));
  assert.strictEqual(document.text, source.replace("  age: strin", " age: string"));

  const hover = await providers.Hover.provideHover(document, document.place("a|ge"));
  assert(hover.contents.value.includes("field age"), hover.contents.value);
  const offers = await providers.CompletionItem.provideCompletionItems(document, document.place("str|ing"));
  const offer = offers.find(({ label }) => label === "string");
  assert.strictEqual(offer.insertText.value, "string");
  assert((await providers.Definition.provideDefinition(document, document.place("a|ge"))).length === 1);
  const symbols = await providers.DocumentSymbol.provideDocumentSymbols(document);
  assert.deepStrictEqual(symbols.map(({ name }) => name), ["age", "b"]);
  assert((await providers.DocumentSemanticTokens.provideDocumentSemanticTokens(document)).data.length > 20);
  const { changes } = await providers.Rename.provideRenameEdits(document, document.place("a|ge"), "years");
  document.edit(changes.get(document.uri.toString()));
  assert(document.text.startsWith("field years: string"), document.text);

  // Words of the language, calls, definitions and files.
  fs.writeFileSync(path.join(folder, "lib.form"), "define small(limit) = value < limit\n");
  const end = document.text.split("\n").length - 1;
  document.edit([{ range: new Range(end, 0, end, 0), newText: 'use "lib.form"\nfield d: int rule small(5) message "m"\n'
    + 'field e: <\n  # more\n  # to come\n  field f: string\n>\nexample "no" rejects years < years: "x" b: 6 d: 1 e: < f: "y" > >\n' }]);
  const [failure] = await wait("the failing example", () => found()?.length === 1 && found());
  assert(/^This example failed.\nexpected: rejected for years\nactual: accepted/.test(failure.message), failure.message);
  const word = await providers.Hover.provideHover(document, document.place("fi|eld"));
  assert(word.contents.value.startsWith("Declares a field"), word.contents.value);
  const call = await providers.SignatureHelp.provideSignatureHelp(document, document.place("small(5|)"));
  assert.strictEqual(call.signatures[0].label, "small(limit)");
  assert.deepStrictEqual(call.signatures[0].parameters.map(({ label }) => label), ["limit"]);
  const hints = await providers.InlayHints.provideInlayHints(document, new Range(0, 0, 20, 0));
  assert.deepStrictEqual(hints.map(({ label }) => label), ["= value < 5"]);
  const links = await providers.DocumentLink.provideDocumentLinks(document);
  assert.deepStrictEqual(links.map(({ target }) => target.toString()), [Uri.file(path.join(folder, "lib.form")).toString()]);
  const folds = await providers.FoldingRange.provideFoldingRanges(document);
  assert.deepStrictEqual(folds.map(({ start, end, kind }) => [start, end, kind]), [[4, 8, undefined], [5, 6, 1]]);
  const [selection] = await providers.SelectionRange.provideSelectionRanges(document, [document.place("small(|5)")]);
  assert.deepStrictEqual(selection.range, new Range(3, 24, 3, 25));
  assert.deepStrictEqual(selection.parent.range, new Range(3, 18, 3, 26));
  const shared = await providers.WorkspaceSymbol.provideWorkspaceSymbols("small");
  assert.deepStrictEqual(shared.map(({ name, containerName }) => [name, containerName]), [["small", "lib.form"]]);

  // Data next to the form.
  fs.writeFileSync(path.join(folder, "data.ndjson"), ["6", "1"].map((b) =>
    `{"years":"x","b":${b},"d":1,"e":{"f":"y"}}\n`).join(""));
  const lenses = await providers.CodeLens.provideCodeLenses(document);
  const { command } = lenses.find((lens) => lens.command.command);
  await vscode.commands.executeCommand(command.command, ...command.arguments);
  assert(/^data.ndjson: 2 records: 1 accepted, 1 rejected/.test(shown.shift().text));

  // A server that crashes is started again, and knows the form.
  document.edit([{ range: new Range(0, 13, 0, 19), newText: "strin" }]);
  await wait("the finding", () => found()?.length);
  const before = Object.values(providers)[0];
  process.kill(Number(fs.readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ").at(-1)), "SIGKILL");
  await wait("another server", () => Object.values(providers)[0] !== before);
  await wait("the finding again", () => found()?.length);

  await vscode.commands.executeCommand("formwork.newForm");
  await wait("the mistake of a new form", () => findings.get("untitled:1")?.length === 1);
  await extension.deactivate();
  assert(Object.keys(providers).length === 0 && Object.keys(contents).length === 0);
  for (const one of context.subscriptions) one.dispose();
  fs.rmSync(folder, { recursive: true });
  console.log("VS Code: the finding, the fix, the layout, the offers, the new name, words, calls, definitions, files, a crash");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});

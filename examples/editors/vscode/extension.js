// Forms in VS Code: starts `formwork lsp`, tells it which forms are open, and shows what it answers.
"use strict";

const fs = require("fs");
const vscode = require("vscode");
const { Server } = require("./server");
const to = require("./convert");

const SELECTOR = [{ language: "formwork", scheme: "file" }, { language: "formwork", scheme: "untitled" }];
/** The functions of the editor for the types of messages. */
const MESSAGES = { 1: "showErrorMessage", 2: "showWarningMessage" };
/** A server that ends more often than this in three minutes isn't started again. */
const STARTS = 4;

let context, output, findings;
/** The running server, or undefined. */
let server;
/** What is registered for the running server. */
let registered = [];
/** When the server was started, in milliseconds. */
let starts = [];

async function activate(extension) {
  context = extension;
  output = vscode.window.createOutputChannel("Formwork");
  findings = vscode.languages.createDiagnosticCollection("formwork");
  const own = (document) => vscode.languages.match(SELECTOR, document) > 0;
  const id = (document) => ({ uri: document.uri.toString() });
  context.subscriptions.push(
    output, findings,
    vscode.commands.registerCommand("formwork.restart", restart),
    vscode.commands.registerCommand("formwork.newForm", newForm),
    vscode.workspace.onDidOpenTextDocument((document) => own(document) && open(document)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!own(document) || contentChanges.length === 0) return;
      const changes = contentChanges.map(({ range, text }) => ({ range: to.range(range), text }));
      server?.notify("textDocument/didChange", {
        textDocument: { ...id(document), version: document.version }, contentChanges: changes });
    }),
    vscode.workspace.onDidSaveTextDocument((document) =>
      own(document) && server?.notify("textDocument/didSave", { textDocument: id(document) })),
    vscode.workspace.onDidCloseTextDocument((document) =>
      own(document) && server?.notify("textDocument/didClose", { textDocument: id(document) })),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("formwork.path") && restart()));
  await start();
}

function open(document) {
  server?.notify("textDocument/didOpen", {
    textDocument: {
      uri: document.uri.toString(), languageId: "formwork", version: document.version, text: document.getText() } });
}

async function newForm() {
  const content = 'form library "Library card"\n\nfield name "Name": strin\n'
    + 'field birthday "Birthday": date rule past message "A birthday lies before today"\n';
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "formwork", content }));
}

// MARK: The server

/** Returns the tool: the setting, the one in the extension, or the one on the path. */
function tool() {
  const set = vscode.workspace.getConfiguration("formwork").get("path");
  if (set) return set;
  const packed = context.asAbsolutePath(process.platform === "win32" ? "bin/formwork.exe" : "bin/formwork");
  return fs.existsSync(packed) ? packed : "formwork";
}

async function start() {
  starts = [...starts, Date.now()].filter((time) => time > Date.now() - 180_000);
  const command = tool();
  const own = new Server(command, {
    notification: notified, request: requested, log: (text) => output.appendLine(text),
    exit: (error) => own === server && ended(command, error) });
  server = own;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name }));
  try {
    const { capabilities } = await own.request("initialize", {
      processId: process.pid, clientInfo: { name: "Visual Studio Code", version: vscode.version },
      workspaceFolders: folders, rootUri: folders[0]?.uri ?? null, capabilities: CAPABILITIES });
    own.capabilities = capabilities;
  } catch (error) {
    // The end of the server is reported by `ended`.
    return output.appendLine(error.message);
  }
  if (own !== server) return;
  own.notify("initialized", {});
  registered = providers(own);
  for (const document of vscode.workspace.textDocuments) {
    if (vscode.languages.match(SELECTOR, document) > 0) open(document);
  }
}

async function stop() {
  const own = server;
  forget();
  await own?.stop();
}

function forget() {
  server = undefined;
  for (const one of registered) one.dispose();
  registered = [];
  findings.clear();
}

async function restart() {
  starts = [];
  await stop();
  await start();
}

/** Starts the server again, or says why it can't. */
async function ended(command, error) {
  forget();
  output.appendLine(error.message);
  if (error.code) {
    const text = error.code === "ENOENT" ? "was not found" : `cannot be started (${error.code})`;
    return choose(`The tool “${command}” ${text}. Install Formwork, or say in the settings where it is.`, {
      "Open Settings": () => vscode.commands.executeCommand("workbench.action.openSettings", "formwork.path"),
      "How to Install": () => vscode.commands.executeCommand(
        "workbench.action.openWalkthrough", `${context.extension.id}#formwork`) });
  }
  if (starts.length <= STARTS) return start();
  return choose("The Formwork server ended several times within three minutes.", {
    "Restart": restart, "Show Output": () => output.show() });
}

async function choose(text, actions) {
  const chosen = await vscode.window.showErrorMessage(text, ...Object.keys(actions));
  return actions[chosen]?.();
}

function notified(method, params) {
  switch (method) {
    case "textDocument/publishDiagnostics":
      return findings.set(vscode.Uri.parse(params.uri), params.diagnostics.map(to.diagnostic));
    case "window/showMessage":
      return vscode.window[MESSAGES[params.type] ?? "showInformationMessage"](params.message);
    case "window/logMessage": return output.appendLine(params.message);
  }
}

function requested(method, params) {
  if (method !== "client/registerCapability") return;
  for (const one of params.registrations) {
    if (one.method !== "workspace/didChangeWatchedFiles") continue;
    for (const { globPattern } of one.registerOptions.watchers) {
      const watcher = vscode.workspace.createFileSystemWatcher(globPattern);
      const tell = (type) => (uri) =>
        server?.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
      watcher.onDidCreate(tell(1));
      watcher.onDidChange(tell(2));
      watcher.onDidDelete(tell(3));
      registered.push(watcher);
    }
  }
}

// MARK: Requests

const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  workspace: {
    didChangeWatchedFiles: { dynamicRegistration: true }, textDocumentContent: {}, workspaceFolders: true },
  textDocument: {
    completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ["markdown"] },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
    rename: { prepareSupport: true } } };

/** Registers a provider for everything that the server can do. */
function providers(own) {
  const offered = own.capabilities;
  const all = [];
  const { languages } = vscode;
  const ask = async (method, params, convert) => {
    const answer = await own.request(method, params);
    return answer === null ? null : convert(answer);
  };
  const about = (document, more) => ({ textDocument: { uri: document.uri.toString() }, ...more });
  const at = (document, place, more) => about(document, { position: to.position(place), ...more });
  /** Registers what the server can do under a key of its capabilities. */
  const add = (key, register) => offered[key] && all.push(register(offered[key]));
  const each = (convert) => (answers) => answers.map(convert);

  add("hoverProvider", () => languages.registerHoverProvider(SELECTOR, {
    provideHover: (document, place) => ask("textDocument/hover", at(document, place), to.hover) }));
  add("completionProvider", ({ triggerCharacters }) => languages.registerCompletionItemProvider(SELECTOR, {
    provideCompletionItems: (document, place) =>
      ask("textDocument/completion", at(document, place), each(to.completion)) }, ...triggerCharacters));
  add("signatureHelpProvider", ({ triggerCharacters }) => languages.registerSignatureHelpProvider(SELECTOR, {
    provideSignatureHelp: (document, place) =>
      ask("textDocument/signatureHelp", at(document, place), to.signatures) }, ...triggerCharacters));
  add("definitionProvider", () => languages.registerDefinitionProvider(SELECTOR, {
    provideDefinition: (document, place) => ask("textDocument/definition", at(document, place), each(to.location)) }));
  add("referencesProvider", () => languages.registerReferenceProvider(SELECTOR, {
    provideReferences: (document, place, { includeDeclaration }) => ask(
      "textDocument/references", at(document, place, { context: { includeDeclaration } }), each(to.location)) }));
  add("documentHighlightProvider", () => languages.registerDocumentHighlightProvider(SELECTOR, {
    provideDocumentHighlights: (document, place) => ask(
      "textDocument/documentHighlight", at(document, place),
      each(({ range }) => new vscode.DocumentHighlight(to.vsRange(range)))) }));
  add("documentSymbolProvider", () => languages.registerDocumentSymbolProvider(SELECTOR, {
    provideDocumentSymbols: (document) => ask("textDocument/documentSymbol", about(document), each(to.symbol)) }));
  add("workspaceSymbolProvider", () => languages.registerWorkspaceSymbolProvider({
    provideWorkspaceSymbols: (query) => ask("workspace/symbol", { query }, each(to.workspaceSymbol)) }));
  add("codeActionProvider", ({ codeActionKinds }) => languages.registerCodeActionsProvider(SELECTOR, {
    provideCodeActions: (document, range, { only }) => ask(
      "textDocument/codeAction",
      about(document, { range: to.range(range), context: { diagnostics: [], ...(only && { only: [only.value] }) } }),
      each(to.action)) },
  { providedCodeActionKinds: codeActionKinds.map((kind) => vscode.CodeActionKind.Empty.append(kind)) }));
  add("codeLensProvider", () => languages.registerCodeLensProvider(SELECTOR, {
    provideCodeLenses: (document) => ask(
      "textDocument/codeLens", about(document),
      each(({ range, command }) => new vscode.CodeLens(to.vsRange(range), command))) }));
  add("documentFormattingProvider", () => languages.registerDocumentFormattingEditProvider(SELECTOR, {
    provideDocumentFormattingEdits: (document, options) => ask(
      "textDocument/formatting", about(document, { options }), each(to.edit)) }));
  add("documentRangeFormattingProvider", () => languages.registerDocumentRangeFormattingEditProvider(SELECTOR, {
    provideDocumentRangeFormattingEdits: (document, range, options) => ask(
      "textDocument/rangeFormatting", about(document, { range: to.range(range), options }), each(to.edit)) }));
  add("renameProvider", () => languages.registerRenameProvider(SELECTOR, {
    prepareRename: (document, place) => own.request("textDocument/prepareRename", at(document, place)).then((range) => {
      if (range === null) throw new Error("There is no name to change here.");
      return to.vsRange(range);
    }),
    provideRenameEdits: (document, place, newName) => ask(
      "textDocument/rename", at(document, place, { newName }), to.workspaceEdit) }));
  add("foldingRangeProvider", () => languages.registerFoldingRangeProvider(SELECTOR, {
    provideFoldingRanges: (document) => ask("textDocument/foldingRange", about(document), each(to.folding)) }));
  add("selectionRangeProvider", () => languages.registerSelectionRangeProvider(SELECTOR, {
    provideSelectionRanges: (document, places) => ask(
      "textDocument/selectionRange", about(document, { positions: places.map(to.position) }), each(to.selection)) }));
  add("inlayHintProvider", () => languages.registerInlayHintsProvider(SELECTOR, {
    provideInlayHints: (document, range) => ask(
      "textDocument/inlayHint", about(document, { range: to.range(range) }), each(to.inlay)) }));
  add("documentLinkProvider", () => languages.registerDocumentLinkProvider(SELECTOR, {
    provideDocumentLinks: (document) => ask(
      "textDocument/documentLink", about(document),
      each(({ range, target }) => new vscode.DocumentLink(to.vsRange(range), vscode.Uri.parse(target)))) }));
  add("semanticTokensProvider", ({ legend }) => languages.registerDocumentSemanticTokensProvider(SELECTOR, {
    provideDocumentSemanticTokens: (document) => ask(
      "textDocument/semanticTokens/full", about(document),
      ({ data }) => new vscode.SemanticTokens(new Uint32Array(data))) },
  new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)));
  for (const command of offered.executeCommandProvider?.commands ?? []) {
    all.push(vscode.commands.registerCommand(command, (...args) =>
      own.request("workspace/executeCommand", { command, arguments: args })));
  }
  for (const scheme of offered.workspace?.textDocumentContent?.schemes ?? []) {
    all.push(vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) =>
        ask("workspace/textDocumentContent", { uri: uri.toString() }, ({ text }) => text) }));
  }
  return all;
}

module.exports = { activate, deactivate: stop };

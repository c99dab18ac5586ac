// Converts between the types of the protocol and those of VS Code's API.
"use strict";

const vscode = require("vscode");

const position = ({ line, character }) => ({ line, character });
const range = ({ start, end }) => ({ start: position(start), end: position(end) });
const vsRange = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);
const location = (one) => new vscode.Location(vscode.Uri.parse(one.uri), vsRange(one.range));
const edit = ({ range, newText }) => new vscode.TextEdit(vsRange(range), newText);
const text = (markup) => (markup === undefined ? undefined : new vscode.MarkdownString(markup.value ?? markup));

function workspaceEdit({ changes }) {
  const whole = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(changes)) whole.set(vscode.Uri.parse(uri), edits.map(edit));
  return whole;
}

function diagnostic(found) {
  const one = new vscode.Diagnostic(vsRange(found.range), found.message, found.severity - 1);
  one.source = found.source;
  const link = found.codeDescription;
  one.code = link ? { value: found.code, target: vscode.Uri.parse(link.href) } : found.code;
  one.relatedInformation = found.relatedInformation?.map(({ location: place, message }) =>
    new vscode.DiagnosticRelatedInformation(location(place), message));
  return one;
}

const hover = ({ contents, range }) => new vscode.Hover(text(contents), vsRange(range));

function completion(offer) {
  // The protocol counts kinds from 1, the API from 0.
  const item = new vscode.CompletionItem(offer.label, offer.kind - 1);
  Object.assign(item, { detail: offer.detail, sortText: offer.sortText, filterText: offer.filterText });
  item.documentation = text(offer.documentation);
  const { newText, range } = offer.textEdit;
  item.insertText = offer.insertTextFormat === 2 ? new vscode.SnippetString(newText) : newText;
  item.range = vsRange(range);
  return item;
}

function signatures(help) {
  const answer = new vscode.SignatureHelp();
  answer.signatures = help.signatures.map((one) => {
    const signature = new vscode.SignatureInformation(one.label, text(one.documentation));
    signature.parameters = (one.parameters ?? []).map(({ label }) => new vscode.ParameterInformation(label));
    return signature;
  });
  answer.activeSignature = help.activeSignature ?? 0;
  answer.activeParameter = help.activeParameter ?? 0;
  return answer;
}

function symbol(one) {
  const item = new vscode.DocumentSymbol(
    one.name, one.detail ?? "", one.kind - 1, vsRange(one.range), vsRange(one.selectionRange));
  item.children = (one.children ?? []).map(symbol);
  return item;
}

const workspaceSymbol = (one) =>
  new vscode.SymbolInformation(one.name, one.kind - 1, one.containerName ?? "", location(one.location));

function action(one) {
  const kind = one.kind && vscode.CodeActionKind.Empty.append(one.kind);
  const item = new vscode.CodeAction(one.title, kind);
  item.isPreferred = one.isPreferred;
  item.diagnostics = one.diagnostics?.map(diagnostic);
  if (one.edit) item.edit = workspaceEdit(one.edit);
  return item;
}

const folding = ({ startLine, endLine, kind }) => new vscode.FoldingRange(
  startLine, endLine, { comment: vscode.FoldingRangeKind.Comment }[kind]);

const selection = ({ range, parent }) => new vscode.SelectionRange(vsRange(range), parent && selection(parent));

function inlay(hint) {
  const { line, character } = hint.position;
  const item = new vscode.InlayHint(new vscode.Position(line, character), hint.label);
  item.paddingLeft = hint.paddingLeft;
  item.tooltip = text(hint.tooltip);
  return item;
}

module.exports = {
  action, completion, diagnostic, edit, folding, hover, inlay, location, position, range, selection, signatures, symbol,
  vsRange, workspaceEdit, workspaceSymbol };

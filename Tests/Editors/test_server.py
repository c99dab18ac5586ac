"""`formwork lsp` driven by pytest-lsp, with the forms of the examples: what is asked while typing, what is offered, what is
mended, what is renamed. FORMWORK is the path of the tool."""

import asyncio
import os
import pathlib
import random
import re
import shutil
import subprocess

import lsprotocol.types as lsp
import pytest
import pytest_lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("FORMWORK", str(ROOT / ".build/release/formwork"))
EXAMPLES = sorted(ROOT.glob("examples/*/*.form"))
TOLD = "textDocument/publishDiagnostics"

# A text, comment, pattern, number or name in backquotes, or a word.
PART = re.compile(r'"(?:\\.|[^"\\])*"|#[^\n]*|(?<=[(\s])/(?:\\.|[^/\\\n])+/|(?<![\w.])\d[\w.:\-+]*|`[^`]*`|[^\W\d]\w*')
GRAMMAR_WORDS = set(re.findall(r"'([A-Za-z]+)'", (ROOT / "grammar.md").read_text().split("```grammar")[1].split("```")[0]))
# Words behind which a name is made up.
DECLARING = {"field", "define", "choices", "table", "needs", "form", "as"}


def make_client():
    """A client that keeps, for each version of each document, what is found in it."""
    client = pytest_lsp.make_test_lsp_client()
    client.found, client.news = {}, asyncio.Event()
    handle = client.protocol._handle_notification

    def note(method, params):
        if method == TOLD:
            client.found[params.uri, params.version] = list(params.diagnostics)
            client.news.set()
        handle(method, params)

    client.protocol._handle_notification = note
    return client


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[TOOL, "lsp"], client_factory=make_client))
async def client(client: LanguageClient):
    capabilities = client_capabilities("neovim")
    capabilities.general = lsp.GeneralClientCapabilities(position_encodings=["utf-16"])
    await client.initialize_session(lsp.InitializeParams(capabilities=capabilities, root_uri=ROOT.as_uri()))
    yield
    await client.shutdown_session()


class Document:
    """A form that is open."""

    def __init__(self, client, path, text):
        self.client, self.uri, self.text, self.version = client, path.as_uri(), text, 0
        self.id = lsp.TextDocumentIdentifier(self.uri)

    async def _findings(self):
        """What is found in this version, as soon as the server tells it."""
        while (self.uri, self.version) not in self.client.found:
            self.client.news.clear()
            await asyncio.wait_for(self.client.news.wait(), 60)
        return self.client.found.pop((self.uri, self.version))

    async def open(self):
        item = lsp.TextDocumentItem(self.uri, "formwork", 0, self.text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self._findings()

    async def change(self, text):
        """Replaces all of the text; returns what is found in it."""
        self.text = text
        return await self._tell(lsp.TextDocumentContentChangeWholeDocument(text))

    async def type(self, addition):
        """Adds to the end of the text; returns what is found in it."""
        end = self.place(len(self.text))
        self.text += addition
        return await self._tell(lsp.TextDocumentContentChangePartial(lsp.Range(end, end), addition))

    async def _tell(self, change):
        self.version += 1
        id = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(id, [change]))
        return await self._findings()

    def close(self):
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(self.id))

    def place(self, index):
        start = self.text.rfind("\n", 0, index) + 1
        units = len(self.text[start:index].encode("utf-16-le")) // 2
        return lsp.Position(self.text.count("\n", 0, index), units)

    def index(self, place):
        start = 0
        for _ in range(place.line):
            start = self.text.index("\n", start) + 1
        line = self.text[start:].encode("utf-16-le")[:place.character * 2]
        return start + len(line.decode("utf-16-le"))

    def edited(self, edits):
        text = self.text
        for lower, upper, new in sorted(
                ((self.index(e.range.start), self.index(e.range.end), e.new_text) for e in edits), reverse=True):
            text = text[:lower] + new + text[upper:]
        return text

    async def offers(self, index):
        params = lsp.CompletionParams(self.id, self.place(index))
        answer = await self.client.text_document_completion_async(params)
        return sorted(answer, key=lambda item: item.sort_text)


def borders(text):
    """Where words begin that are no names made up there, with the words."""
    last = before = None
    inside = None
    for part in PART.finditer(text):
        word = part[0]
        if word[0] == "#":
            continue
        # The parameters of a definition are made up, too.
        between = text[last.end():part.start()].strip() if last else ""
        if before in DECLARING:
            inside = "head"
        elif inside == "head" and between == "(" or inside == "parameters" and between == ",":
            inside = "parameters"
        else:
            inside = None
        if word[0] not in "\"/`" and not word[0].isdigit() and not inside:
            yield part.start(), word
        before, last = word, part


def run(*words):
    return subprocess.run([TOOL, *map(str, words)], capture_output=True, text=True)


def copy(tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path / "examples"


async def ask_everything(document):
    """Asks all that an editor asks of a place, for the end of the text."""
    client, id = document.client, document.id
    place = document.place(len(document.text))
    here = lsp.Range(place, place)
    await document.offers(len(document.text))
    await client.text_document_hover_async(lsp.HoverParams(id, place))
    await client.text_document_definition_async(lsp.DefinitionParams(id, place))
    await client.text_document_references_async(lsp.ReferenceParams(lsp.ReferenceContext(True), id, place))
    await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(id, place))
    await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(id))
    await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(id))
    await client.text_document_formatting_async(lsp.DocumentFormattingParams(id, lsp.FormattingOptions(2, True)))
    await client.text_document_range_formatting_async(
        lsp.DocumentRangeFormattingParams(id, here, lsp.FormattingOptions(2, True)))
    await client.text_document_code_lens_async(lsp.CodeLensParams(id))
    await client.text_document_code_action_async(lsp.CodeActionParams(id, here, lsp.CodeActionContext([])))
    await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(id, place))
    await client.text_document_folding_range_async(lsp.FoldingRangeParams(id))
    await client.text_document_selection_range_async(lsp.SelectionRangeParams(id, [place]))
    await client.text_document_document_link_async(lsp.DocumentLinkParams(id))
    await client.text_document_signature_help_async(lsp.SignatureHelpParams(id, place))
    whole = lsp.Range(lsp.Position(0, 0), place)
    await client.text_document_inlay_hint_async(lsp.InlayHintParams(id, whole))
    await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("a"))


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["order/order.form", "register/register.form"])
async def test_typing(client, tmp_path, name):
    """Letter by letter through 200 states, and by larger pieces to the end."""
    whole = (ROOT / "examples" / name).read_text()
    path = copy(tmp_path) / name
    document = Document(client, path, "")
    await document.open()
    for end in [*range(1, 201), *range(240, len(whole), 97), len(whole)]:
        findings = await document.type(whole[len(document.text):end])
        await ask_everything(document)
    assert document.text == whole
    # The same form with a mistake has the same findings as on the command line.
    broken = whole + "\nfield broken: strin\n"
    findings = await document.change(broken)
    path.write_text(broken)
    told = run("check", path, "--input", "ndjson")
    assert findings and told.returncode == 2
    for finding in findings:
        assert f":{finding.range.start.line + 1}:" in told.stderr
        assert finding.message.split("\n")[0] in told.stderr


@pytest.mark.asyncio
async def test_what_stands_there_is_among_the_first_offers(client):
    count = first = 0
    late = []
    for path in EXAMPLES:
        document = Document(client, path, path.read_text())
        await document.open()
        for index, word in borders(document.text):
            labels = [item.label for item in await document.offers(index)]
            count += 1
            if word in labels[:10]:
                first += 1
            else:
                late.append(f"{path.name}:{document.place(index).line + 1} {word}")
        document.close()
    print(f"{first} of {count} borders")
    assert first >= count * 0.95, "\n".join(late)


@pytest.mark.asyncio
async def test_what_is_offered_is_known(client):
    """At some borders of each form, each offer is put in, and the checker knows it."""
    generator = random.Random(int(os.environ.get("FORMWORK_SEED", "3")))
    share = int(os.environ.get("FORMWORK_BORDERS", "8"))
    count, unknown = 0, []
    for path in EXAMPLES:
        whole = path.read_text()
        document = Document(client, path, whole)
        await document.open()
        places = list(borders(whole))
        for index, word in generator.sample(places, min(share, len(places))):
            await document.change(whole)
            for item in await document.offers(index):
                document.text = whole
                findings = await document.change(document.edited([item.text_edit]))
                count += 1
                unknown += [
                    f"{path.name}:{document.place(index).line + 1} {item.label}: {finding.message}" for finding in findings
                    if str(finding.code).startswith("unknown") and document.index(finding.range.start) == index]
        document.close()
    print(f"{count} offers")
    assert not unknown, "\n".join(unknown)


@pytest.mark.asyncio
async def test_fixes_mend(client):
    generator = random.Random(7)
    mended = 0
    for path in EXAMPLES:
        whole = path.read_text()
        document = Document(client, path, whole)
        await document.open()
        words = [part for part in PART.finditer(whole) if part[0].isascii() and part[0].isalpha() and len(part[0]) > 3]
        for part in generator.sample(words, 12):
            swapped = part[0][:-2] + part[0][-1] + part[0][-2]
            broken = whole[:part.start()] + swapped + whole[part.end():]
            for finding in await document.change(broken):
                context = lsp.CodeActionContext([finding])
                params = lsp.CodeActionParams(document.id, finding.range, context)
                for action in await client.text_document_code_action_async(params) or []:
                    document.text = broken
                    left = await document.change(document.edited(action.edit.changes[document.uri]))
                    same = [f for f in left if f.code == action.diagnostics[0].code and f.range.start == action.diagnostics[0].range.start]
                    assert not same, f"{path.name}: {action.title}"
                    mended += 1
                await document.change(broken)
        document.close()
    assert mended > 40


@pytest.mark.asyncio
async def test_renaming_keeps_the_meaning(client, tmp_path):
    """What a form with a new name is explained as is the same but for the name."""
    copies = copy(tmp_path)
    renamed = 0
    for path in EXAMPLES:
        original = path.read_text()
        copied = copies / path.relative_to(ROOT / "examples")
        before = run("explain", copied)
        document = Document(client, copied, original)
        await document.open()
        names = {}
        previous = None
        for part in PART.finditer(original):
            if part[0][0] == "#":
                continue
            if previous in DECLARING - {"form", "needs"} and part[0][0] not in "\"`":
                names.setdefault(part[0], part.start())
            previous = part[0]
        for name, index in list(names.items())[:12]:
            params = lsp.RenameParams(document.id, document.place(index), new_name=name + "Zq")
            answer = await client.text_document_rename_async(params)
            saved = {}
            for uri, edits in answer.changes.items():
                file = pathlib.Path(uri.removeprefix("file://"))
                saved[file] = file.read_text()
                file.write_text(Document(client, file, saved[file]).edited(edits))
            after = run("explain", copied)
            assert after.returncode == before.returncode
            assert plain(after.stdout) == plain(before.stdout), f"{path.name}: {name}"
            for file, text in saved.items():
                file.write_text(text)
            renamed += 1
        document.close()
    assert renamed > 100


def plain(text):
    """An explanation without what comes of the new names and of their lengths."""
    return re.sub(r"[\s=-]+", " ", re.sub(" ?zq", "", text.lower()))


@pytest.mark.asyncio
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
async def test_structure(client, path):
    """Folds end after they begin, selections are within each other, and links lead to files. Every word of the language is
    explained."""
    document = Document(client, path, path.read_text())
    assert await document.open() == []
    lines = document.text.count("\n") + 1
    for fold in await client.text_document_folding_range_async(lsp.FoldingRangeParams(document.id)):
        assert 0 <= fold.start_line < fold.end_line < lines
    for link in await client.text_document_document_link_async(lsp.DocumentLinkParams(document.id)):
        assert pathlib.Path(link.target.removeprefix("file://")).exists()
    parts = [part for part in PART.finditer(document.text) if part[0][0] not in "#\"/`"]
    places = [document.place(part.start()) for part in parts]
    params = lsp.SelectionRangeParams(document.id, places)
    for place, selection in zip(places, await client.text_document_selection_range_async(params)):
        assert selection.range.start == place
        while selection.parent:
            inner, outer = selection.range, selection.parent.range
            assert outer.start <= inner.start and inner.end <= outer.end and inner != outer
            selection = selection.parent
    for part, place in zip(parts, places):
        if part[0] in GRAMMAR_WORDS:
            assert await client.text_document_hover_async(lsp.HoverParams(document.id, place)), part[0]
    hints = await client.text_document_inlay_hint_async(
        lsp.InlayHintParams(document.id, lsp.Range(lsp.Position(0, 0), document.place(len(document.text)))))
    assert all(hint.label.startswith("= ") and "\n" not in hint.label for hint in hints)
    document.close()


@pytest.mark.asyncio
async def test_declarations_of_the_workspace_are_found(client):
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("cardnumber"))
    assert any(item.location.uri.endswith("/common.form") for item in found)
    assert all(set("cardnumber") <= set(item.name.lower()) for item in found)


@pytest.mark.asyncio
async def test_data_beside_a_form_is_checked(client):
    """A lens offers the data that lies beside, and what comes of it is what `formwork check` counts."""
    path = ROOT / "examples/adult/adult.form"
    document = Document(client, path, path.read_text())
    await document.open()
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document.id))
    (lens,) = [lens for lens in lenses if lens.command.command]
    assert lens.command.title == "check data.csv"
    await client.workspace_execute_command_async(
        lsp.ExecuteCommandParams(lens.command.command, lens.command.arguments))
    message = client.messages[-1].message
    run = subprocess.run(
        [TOOL, "check", path, path.with_name("data.csv"), "--show", "0"], capture_output=True, text=True)
    assert message.startswith("data.csv: " + run.stdout.strip())

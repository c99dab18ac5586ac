"""The grammar of colours for VS Code, over every example with VS Code's engine of patterns (Oniguruma): it colours what the
lexer says. FORMWORK is the path of the tool."""

import json
import pathlib

import onigurumacffi
import pytest

from server import Server

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = sorted(ROOT.glob("examples/*/*.form"))
GRAMMAR = json.loads((ROOT / "examples/editors/vscode/syntaxes/formwork.tmLanguage.json").read_text())

# For each kind of token the beginning of the scope that it has.
SCOPES = {
    "comment": "comment.", "string": "string.quoted", "regexp": "string.regexp", "number": "constant.numeric", "keyword": "keyword.control",
    "operator": "keyword.operator"}


def rules(patterns):
    return [GRAMMAR["repository"][one["include"][1:]] if "include" in one else one for one in patterns]


def search(pattern, line, start):
    return onigurumacffi.compile(pattern).search(line, start)


def first(patterns, line, at):
    """The rule that matches first, and its match."""
    best = None
    for rule in rules(patterns):
        match = search(rule.get("match") or rule["begin"], line, at)
        if match and (best is None or match.start() < best[1].start()):
            best = rule, match
    return best or (None, None)


def scopes(text):
    """The scopes of each letter of each line, the outer first, as TextMate's grammars give them."""
    lines = []
    open_rule = None
    for line in text.split("\n"):
        given = [[] for _ in line]

        def note(match, *names):
            for index in range(match.start(), match.end()):
                given[index] = list(names)

        at = 0
        while at <= len(line):
            if open_rule is None:
                rule, match = first(GRAMMAR["patterns"], line, at)
                if rule is None:
                    break
                note(match, rule["name"])
                if "begin" in rule:
                    open_rule = rule
                at = match.end() if match.end() > match.start() or "begin" in rule else at + 1
                continue
            end = search(open_rule["end"], line, at)
            inner, match = first(open_rule.get("patterns", []), line, at)
            limit = min([one.start() for one in (end, match) if one], default=len(line))
            for index in range(at, limit):
                given[index] = [open_rule["name"]]
            if match and (end is None or match.start() < end.start()):
                note(match, open_rule["name"], inner["name"])
                at = max(match.end(), at + 1)
            elif end:
                note(end, open_rule["name"])
                open_rule = None
                at = end.end() if end.end() > at else at
                if end.end() == end.start() == len(line):
                    break
            else:
                break
        lines.append(given)
    return lines


@pytest.fixture(scope="module")
def server():
    server = Server()
    server.legend = server.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
    yield server
    server.end()


def tokens(server, path, text):
    uri = path.as_uri()
    server.open(uri, text)
    data = server.about("semanticTokens/full", uri)["data"]
    server.close(uri)
    line = start = 0
    for index in range(0, len(data), 5):
        lines, columns, length, kind, _ = data[index:index + 5]
        line += lines
        start = columns if lines else start + columns
        yield line, start, length, server.legend[kind]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_colours_are_those_of_the_lexer(server, path):
    text = path.read_text()
    lines = text.split("\n")
    given = scopes(text)
    count = 0
    for line, start, length, kind in tokens(server, path, text):
        # The server tells places in bytes.
        row = lines[line].encode()
        place = len(row[:start].decode())
        width = len(row[start:start + length].decode())
        for index in range(place, place + width):
            outer = given[line][index][:1]
            wanted = SCOPES.get(kind)
            where = f"{path.name}:{line + 1}:{index + 1} {lines[line][place:place + width]!r} is {kind}, coloured {given[line][index]}"
            if wanted:
                assert outer and outer[0].startswith(wanted), where
            else:
                assert not outer or not outer[0].startswith(("comment.", "constant.")), where
        count += 1
    assert count > 20

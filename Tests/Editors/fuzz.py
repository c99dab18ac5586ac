"""Sends `formwork lsp` what no editor should: requests in any order about any place, broken edits, JSON that is none,
requests that are cancelled, floods. The server must answer every request once and go on.

    python3 Tests/Editors/fuzz.py [--seconds N] [--seed N]
"""

import argparse
import glob
import json
import random
import time

from server import Server

METHODS = [
    "hover", "definition", "references", "documentHighlight", "documentSymbol", "formatting", "codeAction",
    "prepareRename", "rename", "completion", "semanticTokens/full", "foldingRange", "nothing",
    "rangeFormatting", "codeLens", "selectionRange", "documentLink", "signatureHelp", "inlayHint",
]
ODD = [None, True, -1, 2**31, 2**63, 2**64, 1e300, -0.5, "", "\u0000", "\U0001F600", [], {}, [[]] * 3, {"line": 0}]
URIS = ["file:///tmp/a.form", "file:///tmp/b.form", "untitled:1", "", "file://", "file:///%zz/%", "http://x/y"]


def place(rng):
    return {"line": rng.choice([0, 1, 5, 40, 10**9]), "character": rng.choice([0, 1, 7, 30, 10**9])}


def spoiled(rng, value):
    """A value with some part of it replaced or left out."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        rest = {k: v for k, v in value.items() if k != key}
        return rest if rng.random() < 0.3 else {**rest, key: spoiled(rng, value[key])}
    return rng.choice(ODD)


def request(rng):
    params = {
        "textDocument": {"uri": rng.choice(URIS)}, "position": place(rng), "newName": rng.choice(["a", "", "field", "ä b"]),
        "range": {"start": place(rng), "end": place(rng)}, "positions": [place(rng)], "context": {"diagnostics": [], "includeDeclaration": False},
    }
    if rng.random() < 0.05:
        data = rng.choice(["a.csv", "data.json", "../a.csv", "", 5])
        return "workspace/executeCommand", {"command": "formwork.check", "arguments": [rng.choice(URIS), data]}
    if rng.random() < 0.05:
        return "workspace/symbol", {"query": rng.choice(["", "a", "ß", 5])}
    if rng.random() < 0.05:
        code = rng.choice(["unknown-type", "", "/", "x" * 99])
        return "workspace/textDocumentContent", {"uri": f"formwork:/help/{code}.txt"}
    return "textDocument/" + rng.choice(METHODS), params


def note(rng, texts):
    uri, version = rng.choice(URIS), rng.randrange(10**6)
    text = rng.choice(texts)
    cut = text[rng.randrange(len(text)):][: rng.choice([0, 1, 5, 200, 10**6])]
    item = {"uri": uri, "version": version, "languageId": "formwork", "text": text}
    change = {"range": {"start": place(rng), "end": place(rng)}, "text": rng.choice([cut, "\ud800", "\r", "<" * 500])}
    if rng.random() < 0.1:
        del change["range"]
    return rng.choice([
        ("textDocument/didOpen", {"textDocument": item}),
        ("textDocument/didChange", {"textDocument": item, "contentChanges": [change] * rng.choice([0, 1, 3])}),
        ("textDocument/didChange", {"textDocument": item, "contentChanges": [change]}),
        ("textDocument/didClose", {"textDocument": item}),
        ("$/cancelRequest", {"id": rng.choice([1, "x", None, 10**6])}),
        ("workspace/didChangeConfiguration", {"settings": rng.choice(ODD)}),
    ])


def frame(body):
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def garbage(rng):
    """A framed message that is no request: the server may refuse it, without an id."""
    return rng.choice([
        b"", b"{", b"null", b"[]", b"[" * 5000, b'{"jsonrpc":"2.0"}', b"\xff\xfe\x00", b'{"method":5}',
        b'{"method":"\\ud800"}', bytes(rng.randrange(256) for _ in range(rng.randrange(300))),
        b'{"a":' * 3000, b'{"id":{},"result":1}',
    ])


def run(seconds, seed):
    rng = random.Random(seed)
    texts = [open(path).read() for path in sorted(glob.glob("examples/*/*.form"))]
    server = Server()
    asked = sent = 0
    most = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        batch, ids = b"", set()
        for _ in range(rng.choice([1, 5, 50, 400])):
            sent += 1
            kind = rng.random()
            if kind < 0.15:
                batch += frame(garbage(rng))
                continue
            method, params = request(rng) if kind < 0.6 else note(rng, texts)
            if rng.random() < 0.3:
                params = spoiled(rng, params)
            message = {"jsonrpc": "2.0", "method": method, "params": params}
            if kind < 0.6:
                asked += 1
                ids.add(asked)
                message["id"] = asked
                if rng.random() < 0.2:
                    cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": asked}}
                    batch += frame(json.dumps(message).encode()) + frame(json.dumps(cancel).encode())
                    continue
            batch += frame(json.dumps(message).encode())
        server.send_bytes(batch)
        while ids:
            message = server.take(30)
            if isinstance(message.get("id"), int) and "method" not in message:
                assert message["id"] in ids, f"twice or never asked: {message}"
                ids.discard(message["id"])
                assert message.get("error", {}).get("code") != -32603, message
        most = max(most, server.memory())
    server.last_id = asked
    code = server.end()
    assert code == 0, code
    print(f"fuzz: seed {seed}, {sent} messages, {asked} requests answered, at most {most >> 20} MiB, ended with {code}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    run(options.seconds, options.seed)

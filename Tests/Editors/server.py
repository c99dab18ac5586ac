"""A small client of `formwork lsp`: it starts the tool, sends requests, and reads what comes back. Places are in bytes
(UTF-8), so that they can be used on encoded texts as they are."""

import json
import os
import subprocess
import threading
import queue

TOOL = os.environ.get("FORMWORK", ".build/release/formwork")


class Refused(Exception):
    """An error that the server answered with."""


class Server:
    def __init__(self, snippets=False):
        self.process = subprocess.Popen([TOOL, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.incoming = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.last_id = 0
        self.findings = {}
        capabilities = {
            "general": {"positionEncodings": ["utf-8"]},
            "textDocument": {"completion": {"completionItem": {"snippetSupport": snippets}}},
        }
        self.capabilities = self.ask("initialize", {"capabilities": capabilities})["capabilities"]
        self.tell("initialized", {})

    def _read(self):
        pipe = self.process.stdout
        while True:
            length = None
            while (line := pipe.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if length is None:
                return self.incoming.put(None)
            self.incoming.put(json.loads(pipe.read(length)))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def take(self, timeout=60):
        message = self.incoming.get(timeout=timeout)
        if message is None:
            raise EOFError(f"The server ended with {self.process.wait()}.")
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.findings[params["uri"]] = (params.get("version"), params["diagnostics"])
        return message

    def ask(self, method, params, timeout=60):
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        while True:
            message = self.take(timeout)
            if message.get("id") == self.last_id and "method" not in message:
                if "error" in message:
                    raise Refused(message["error"]["message"])
                return message["result"]

    def open(self, uri, text, version=0):
        self.tell("textDocument/didOpen", {
            "textDocument": {"uri": uri, "languageId": "formwork", "version": version, "text": text}})

    def change(self, uri, version, changes):
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": changes})

    def close(self, uri):
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def findings_of(self, uri, version):
        """What is wrong with a version of a document, as soon as the server tells it."""
        while self.findings.get(uri, (None,))[0] != version:
            self.take()
        return self.findings[uri][1]

    def about(self, method, uri, place=None, **more):
        params = {"textDocument": {"uri": uri}, **more}
        if place is not None:
            params["position"] = place
        return self.ask("textDocument/" + method, params)

    def memory(self):
        """The resident bytes of the process."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(10)


def position(text, offset):
    """The place of a byte in an encoded text."""
    line = text.count(b"\n", 0, offset)
    return {"line": line, "character": offset - (text.rfind(b"\n", 0, offset) + 1)}


def offset(text, place):
    """The byte at a place in an encoded text."""
    start = 0
    for _ in range(place["line"]):
        start = text.index(b"\n", start) + 1
    return start + place["character"]


def applied(text, edits):
    """An encoded text with edits of the protocol made in it."""
    spans = sorted(
        ((offset(text, e["range"]["start"]), offset(text, e["range"]["end"]), e["newText"]) for e in edits), reverse=True)
    for lower, upper, new in spans:
        text = text[:lower] + new.encode() + text[upper:]
    return text

"""The syntax file for Vim, over every example in Vim itself: it colours what the lexer says. FORMWORK is the path of the tool."""

import json
import os
import subprocess

import pytest

from test_vscode import EXAMPLES, ROOT, server, tokens  # noqa: F401

GROUPS = {
    "comment": "Comment", "string": "Text", "regexp": "Pattern", "number": "Number", "keyword": "Keyword",
    "operator": "Operator", "type": "Type"}
SCRIPT = """
set nocompatible encoding=utf-8
let &runtimepath = $FOLDER . ',' . $VIMRUNTIME
filetype plugin on
syntax on
for file in split($FORMS, "\\n")
  execute 'edit' file
  let lines = []
  for line in range(1, line('$'))
    call add(lines, map(range(1, col([line, '$']) - 1), 'join(map(synstack(line, v:val), "synIDattr(v:val, \\"name\\")"))'))
  endfor
  call writefile(map(lines, 'json_encode(v:val)'), $OUT . '/' . fnamemodify(file, ':t'))
endfor
qall!
"""


@pytest.fixture(scope="module")
def groups(tmp_path_factory):
    """The names of the syntax groups at each byte of each line of each example."""
    out = tmp_path_factory.mktemp("vim")
    (out / "script.vim").write_text(SCRIPT)
    environment = {
        **os.environ, "FOLDER": str(ROOT / "examples/editors/vim"), "FORMS": "\n".join(map(str, EXAMPLES)), "OUT": str(out)}
    subprocess.run(["vim", "-u", "NONE", "-es", "-S", out / "script.vim"], env=environment, check=True, timeout=120)
    return {path: [json.loads(line) for line in (out / path.name).read_text().splitlines()] for path in EXAMPLES}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_colours_are_those_of_the_lexer(server, groups, path):
    text = path.read_text()
    lines = text.encode().split(b"\n")
    count = 0
    for line, start, length, kind in tokens(server, path, text):
        for index in range(start, start + length):
            given = groups[path][line][index]
            where = f"{path.name}:{line + 1}: {lines[line][start:start + length].decode()!r} is {kind}, coloured {given!r}"
            if kind in GROUPS:
                assert "formwork" + GROUPS[kind] in given.split(), where
            else:
                assert not any(name in given for name in ("Comment", "Text", "Pattern", "Number")), where
        count += 1
    assert count > 20

"""The decoder of the workbench's engine, in Node, against Python's encoder."""
import base64
import importlib.util
import random
import re
import subprocess

import pytest
from conftest import HOME, PAGES

spec = importlib.util.spec_from_file_location("page", HOME / "Scripts" / "page.py")
pages = importlib.util.module_from_spec(spec)
spec.loader.exec_module(pages)

DECODE = """
import { readFileSync, writeFileSync } from "node:fs";
import { unpackedLZMA } from "%s";
for (const path of process.argv.slice(1)) writeFileSync(`${path}.out`, unpackedLZMA(new Uint8Array(readFileSync(path))));
""" % (HOME / "Sources" / "FormworkWeb" / "Page" / "lzma.js")


def decoded(folder, files):
    """What the decoder makes of files."""
    paths = [folder / f"{number}.lzma" for number in range(len(files))]
    for path, content in zip(paths, files):
        path.write_bytes(content)
    subprocess.run(["node", "--input-type=module", "-e", DECODE, *paths], check=True)
    return [path.with_suffix(".lzma.out").read_bytes() for path in paths]


def contents():
    """Contents with literals alone, and with matches of every length and many distances."""
    numbers = random.Random(7)
    noise = numbers.randbytes(100_000)
    yield from (b"", b"a", b"ab" * 3, bytes(100_000), noise)
    words = [numbers.randbytes(numbers.randint(1, 400)) for _ in range(300)]
    yield b"".join(numbers.choice(words) for _ in range(1_000))
    # Copies with changes, from near and from far.
    copies = bytearray(noise)
    for _ in range(1_000):
        start, length = numbers.randrange(len(copies)), numbers.randint(2, 600)
        copies += copies[start:start + length] + numbers.randbytes(numbers.randint(0, 2))
    yield bytes(copies)
    yield (HOME / "README.md").read_bytes()


@pytest.mark.parametrize("lc, lp, pb", [(4, 0, 0), (3, 0, 2), (0, 4, 4), (0, 0, 0), (1, 2, 3)])
def test_what_was_packed(tmp_path, lc, lp, pb):
    wanted = list(contents())
    assert decoded(tmp_path, [pages.lzma_file(one, lc, lp, pb) for one in wanted]) == wanted


def test_the_engine(tmp_path):
    packed = re.search(r'id="engine">(.*?)</script>', (PAGES / "workbench.html").read_text())[1]
    assert decoded(tmp_path, [base64.b64decode(packed)]) == [(PAGES / "formwork.wasm").read_bytes()]

"""Puts the pages together: each is one file, with the engine, the styles and the scripts in it.

usage: python3 Scripts/page.py FOLDER     with `formwork.wasm` and `filling.wasm` in it
"""
import base64
import hashlib
import json
import lzma
import pathlib
import re
import subprocess
import sys

HOME = pathlib.Path(__file__).resolve().parent.parent
PARTS = HOME / "Sources" / "FormworkWeb" / "Page"
CODEMIRROR = pathlib.Path("/usr/share/javascript/codemirror")
# The folders of examples, with names for people.
EXAMPLES = {
    "register": "Sign up, in English and Japanese", "order": "Order from a shop", "clinic": "Questions before a visit to a clinic",
    "stock": "Stock of a warehouse, as a table", "survey": "Survey among French readers, as a table",
    "tour": "A tour of what a form can say"}


def script(name):
    """A module with all that it uses, as one script."""
    made = subprocess.run(
        ["esbuild", str(PARTS / name), "--bundle", "--format=iife", "--minify", "--charset=utf8", "--target=es2022"],
        check=True, capture_output=True, text=True)
    # No script can end in the middle.
    return made.stdout.replace("</script", "<\\/script")


def codemirror(ending):
    """The editor's files with their licence."""
    names = ["lib/codemirror", "addon/hint/show-hint", "addon/dialog/dialog"]
    if ending == "js":
        names += ["addon/search/searchcursor", "addon/search/search"]
    text = "\n".join((CODEMIRROR / f"{name}.{ending}").read_text() for name in names)
    made = subprocess.run(
        ["esbuild", f"--loader={ending}", "--minify", "--charset=utf8", "--legal-comments=inline"],
        input=text, check=True, capture_output=True, text=True).stdout
    licence = "CodeMirror 5, (c) Marijn Haverbeke and others, MIT licence: https://codemirror.net/5/LICENSE"
    return f"/* {licence} */\n" + made.replace("</script", "<\\/script")


def examples():
    """Forms to begin with, and in base64 the files that they use: other forms, and the data of lists."""
    found = {}
    for folder, title in EXAMPLES.items():
        form = HOME / "examples" / folder / f"{folder}.form"
        text = form.read_text()
        files = {path.name: base64.b64encode(path.read_bytes()).decode() for path in sorted(form.parent.iterdir())
                 if path != form and f'"{path.name}"' in text}
        found[form.name] = {"title": title, "text": text, "files": files}
    return json.dumps(found, ensure_ascii=False).replace("<", "\\u003c")


def lzma_file(content, lc=4, lp=0, pb=0):
    """A content as a `.lzma` file whose header has its size. The bytes of WebAssembly depend on those before, and on no position."""
    kind = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 22, "nice_len": 273, "depth": 1000}
    packed = lzma.compress(content, format=lzma.FORMAT_ALONE, filters=[{**kind, "lc": lc, "lp": lp, "pb": pb}])
    return packed[:5] + len(content).to_bytes(8, "little") + packed[13:]


def sums(tag, text):
    """Sources of a policy for the elements of a page, so that nothing that a form says can run or change how it looks."""
    found = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    return " ".join(f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in found)


def page(name, values, submit="'none'"):
    text = (PARTS / name).read_text()

    def filled(match):
        kind, _, file = match.group(1).partition(" ")
        if kind == "style":
            return (PARTS / file).read_text()
        return script(file) if kind == "script" else values.get(match.group(1), match.group(0))

    text = re.sub(r"\{\{([a-z]+(?:[ .][a-z.]+)?)\}\}", filled, text)
    # The workbench shows explanations and an editor, which bring styles of their own.
    styles = sums("style", text) if name == "send.html" else "'unsafe-inline'"
    policy = (
        f"default-src 'none'; script-src {sums('script', text)} 'wasm-unsafe-eval'; worker-src blob:; style-src {styles}; "
        f"img-src data:; connect-src {submit}; form-action {submit}; base-uri 'none'")
    return text.replace("{{policy}}", policy)


def main(folder):
    # Half a minute of zopfli saves a twentieth of what gzip makes.
    filling = subprocess.run(["zopfli", "-c", str(folder / "filling.wasm")], check=True, capture_output=True).stdout
    worker = script("worker.js")
    # `formwork page` fills in the form, the title and where it may be sent.
    (folder / "send.html").write_text(page(
        "send.html", {"engine": base64.b64encode(filling).decode(), "worker": worker}, submit="{{submit}}"))
    # The workbench publishes forms in the same page, with its own engine.
    template = page("send.html", {}, submit="{{submit}}")
    (folder / "workbench.html").write_text(page("workbench.html", {
        "template": json.dumps(template, ensure_ascii=False).replace("<", "\\u003c"),
        "engine": base64.b64encode(lzma_file((folder / "formwork.wasm").read_bytes())).decode(), "worker": worker,
        "examples": examples(), "codemirror.js": codemirror("js"), "codemirror.css": codemirror("css")}))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))

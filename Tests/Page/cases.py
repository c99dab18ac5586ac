"""The cases that every host must answer alike: the chunks of the language's tests, the examples, and the acceptance
cases beside the project, with what the tool says of them.

usage: python3 cases.py TOOL OUT
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
NOW = "2026-11-20"


def chunks():
    folder = HOME / "Tests" / "FormworkCLITests" / "Language"
    for path in sorted(folder.glob("*.txt")):
        for chunk in path.read_text().split("\n=== ")[1:]:
            title, _, body = chunk.partition("\n")
            form, *parts = body.split("\n--- ")
            heads = [part.partition("\n")[0] for part in parts]
            records = [head[head.index("{"):] for head in heads if "{" in head]
            yield f"{path.name}: {title}", form, {}, ("\n".join(records) + "\n", "ndjson")


def examples():
    folders = [path for path in (HOME / "examples").iterdir() if path.is_dir()]
    shared = HOME.parent / "shared" / "acceptance"
    folders += [path.parent for path in shared.glob("*/*.form")]
    for folder in sorted(set(folders)):
        files = {path.name: text for path in folder.iterdir()
                 if path.suffix in (".form", ".csv") and (text := text_of(path)) is not None}
        for form in sorted(folder.glob("*.form")):
            yield from of_example(folder, form, files)


def text_of(path):
    """None for data in another encoding, which the page decodes before."""
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        return None


def of_example(folder, form, files):
    data = [path for path in sorted(folder.iterdir())
            if path.suffix in (".csv", ".ndjson", ".tsv") and "expected" not in path.name]
    for path in data:
        if (text := text_of(path)) is None:
            continue
        yield f"{folder.name}/{form.name} {path.name}", form.read_text(), files, (text, path.suffix[1:])


def answer(tool, form, files, data):
    text, kind = data
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, content in files.items():
            (folder / name).write_text(content)
        (folder / "a.form").write_text(form)
        (folder / f"data.{kind}").write_text(text)

        def run(*arguments):
            made = subprocess.run([tool, *arguments], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL)
            return made.stdout.decode(), made.stderr.decode(), made.returncode

        _, findings, _ = run("check", "a.form", f"data.{kind}", "--output", "ndjson", "--today", NOW)
        lines, _, code = run("check", "a.form", f"data.{kind}", "--output", "ndjson", "--today", NOW, "--quiet")
        # The counts at the end are the tool's own, and what it says of the data is no finding.
    drawn = re.split(r"^\n?a\.form: \d+ (?:error|warning)s?.*$|^(?:error|warning): ", findings, flags=re.MULTILINE)[0]
    return drawn, lines, code


def main(tool, out):
    tool = str(pathlib.Path(tool).resolve())
    cases = []
    for name, form, files, data in [*chunks(), *examples()]:
        drawn, lines, code = answer(tool, form, files, data)
        # Rules of a program, and files of records, are not there in a page.
        if code == 2 and lines == "" and "error[" not in drawn:
            continue
        cases.append({
            "name": name, "form": form, "files": files, "data": data[0], "format": data[1], "now": NOW,
            "findings": drawn, "lines": lines})
    pathlib.Path(out).write_text(json.dumps(cases))
    print(len(cases), "cases")


if __name__ == "__main__":
    main(*sys.argv[1:])

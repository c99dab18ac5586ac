"""The examples in C run clean under valgrind with the library of the package, which is built for release: in a debug build,
Swift's own runtime is not."""

import gzip
import pathlib
import re
import shutil
import subprocess
from typing import Optional

import formwork
import pytest

HOME = pathlib.Path(__file__).resolve().parents[3]
LIBRARIES = pathlib.Path(formwork.__file__).parent
# valgrind answers with this where the memory is misused, which no program here does.
MISUSED = 99


@pytest.mark.skipif(not shutil.which("valgrind") or not shutil.which("cc"), reason="There is no valgrind or no compiler.")
@pytest.mark.parametrize("data", ["register/data.ndjson", "order/data.json", "clinic/data.ndjson", "verein/data.csv", None])
def test_examples_are_clean_under_valgrind(data: Optional[str], tmp_path: pathlib.Path) -> None:
    name = "columns" if data is None else "check"
    program = tmp_path / name
    subprocess.run(
        ["cc", "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", HOME / "Sources/FormworkC/include",
         HOME / f"examples/c/{name}.c", "-o", program, "-L", LIBRARIES, "-lformwork-c", f"-Wl,-rpath,{LIBRARIES}"],
        check=True)
    file = HOME / "examples" / (data or "")
    words = [str(next(file.parent.glob("*.form"))), "2026-11-20", file.suffix[1:]] if data else []
    if data and data.startswith("verein"):
        words.append(f"ordnung={file.parent / 'beitraege.csv'}")
    run = subprocess.run(
        ["valgrind", "-q", f"--error-exitcode={MISUSED}", "--leak-check=full", "--show-leak-kinds=definite",
         "--errors-for-leak-kinds=definite", program, *words], input=file.read_bytes() if data else b"", capture_output=True)
    assert run.returncode in (0, 1), run.stderr.decode()
    assert run.stderr == b"" and run.stdout.count(b"\n") > 2


@pytest.mark.skipif(not shutil.which("c++"), reason="There is no compiler.")
def test_the_example_in_cpp(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "check"
    subprocess.run(
        ["c++", "-std=c++17", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", HOME / "Sources/FormworkC/include",
         HOME / "examples/c/check.cpp", "-o", program, "-L", LIBRARIES, "-lformwork-c", f"-Wl,-rpath,{LIBRARIES}"],
        check=True)
    (tmp_path / "own.form").write_text(
        'list known from "known.csv" < field id: string >\nfield id: string rule value in known.id message "No {value}"')
    (tmp_path / "known.csv").write_text("id\na\n")
    (tmp_path / "good.csv.gz").write_bytes(gzip.compress(b"id\na\na\n"))
    (tmp_path / "bad.ndjson").write_text('{"id":"a"}\n{"id":"b"}\n')

    def run(*files: str) -> "tuple[int, bytes, bytes]":
        done = subprocess.run([program, *(str(tmp_path / file) for file in files)], capture_output=True)
        return done.returncode, done.stdout, done.stderr

    assert run("own.form", "good.csv.gz") == (0, b"", b"")
    code, lines, told = run("own.form", "good.csv.gz", "bad.ndjson")
    assert (code, told) == (1, b"") and b'"record":2' in lines and b"No b" in lines and lines.count(b"\n") == 1
    assert run("own.form", "lost.csv")[0] == 2
    code, _, told = run("good.csv.gz", "own.form")
    assert code == 2 and b"not UTF-8" in told


@pytest.mark.skipif(not shutil.which("nm") or not (LIBRARIES / "libformwork-c.so").exists(), reason="There is no nm, or no ELF.")
def test_nothing_else_is_exported() -> None:
    told = subprocess.run(
        ["nm", "-D", "--defined-only", "--extern-only", LIBRARIES / "libformwork-c.so"],
        check=True, capture_output=True, text=True).stdout
    names = [line.split()[-1] for line in told.splitlines()]
    header = (HOME / "Sources/FormworkC/include/formwork.h").read_text(encoding="utf-8")
    declared = set(re.findall(r"\b(formwork_\w+)\(", header))
    assert len(declared) > 10 and sorted(names) == sorted(declared)

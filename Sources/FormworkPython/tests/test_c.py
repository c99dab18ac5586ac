"""The examples in C run clean under valgrind with the library of the package, which is built for release: in a debug build,
Swift's own runtime is not."""

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
@pytest.mark.parametrize("data", ["register/data.ndjson", "order/data.json", "clinic/data.ndjson", None])
def test_examples_are_clean_under_valgrind(data: Optional[str], tmp_path: pathlib.Path) -> None:
    name = "columns" if data is None else "check"
    program = tmp_path / name
    subprocess.run(
        ["cc", "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", HOME / "Sources/FormworkC/include",
         HOME / f"examples/c/{name}.c", "-o", program, "-L", LIBRARIES, "-lformwork-c", f"-Wl,-rpath,{LIBRARIES}"],
        check=True)
    file = HOME / "examples" / (data or "")
    words = [str(next(file.parent.glob("*.form"))), "2026-11-20", file.suffix[1:]] if data else []
    run = subprocess.run(
        ["valgrind", "-q", f"--error-exitcode={MISUSED}", "--leak-check=full", "--show-leak-kinds=definite",
         "--errors-for-leak-kinds=definite", program, *words], input=file.read_bytes() if data else b"", capture_output=True)
    assert run.returncode in (0, 1), run.stderr.decode()
    assert run.stderr == b"" and run.stdout.count(b"\n") > 2


@pytest.mark.skipif(not shutil.which("nm") or not (LIBRARIES / "libformwork-c.so").exists(), reason="There is no nm, or no ELF.")
def test_nothing_else_is_exported() -> None:
    told = subprocess.run(
        ["nm", "-D", "--defined-only", "--extern-only", LIBRARIES / "libformwork-c.so"],
        check=True, capture_output=True, text=True).stdout
    names = [line.split()[-1] for line in told.splitlines()]
    header = (HOME / "Sources/FormworkC/include/formwork.h").read_text(encoding="utf-8")
    declared = set(re.findall(r"\b(formwork_\w+)\(", header))
    assert len(declared) > 10 and sorted(names) == sorted(declared)

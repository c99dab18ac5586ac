"""The installed wheel: its tag, and the tool in it."""

import importlib.metadata
import pathlib
import subprocess
import sys
import sysconfig

import formwork
import pytest


def test_the_wheel_is_for_any_python_on_this_platform() -> None:
    told = importlib.metadata.distribution("formwork").read_text("WHEEL")
    assert told is not None
    lines = dict(line.split(": ", 1) for line in told.splitlines() if ": " in line)
    assert lines["Root-Is-Purelib"] == "false"
    python, abi, platform = lines["Tag"].split("-")
    assert (python, abi) == ("py3", "none")
    if sys.platform == "linux":
        assert platform == f"manylinux_2_34_{sysconfig.get_platform().split('-')[1]}"


COMMANDS = [
    [sys.executable, "-m", "formwork"],
    [str(pathlib.Path(sysconfig.get_path("scripts"), "formwork"))],
]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_tool_is_in_the_wheel(command: list[str], tmp_path: pathlib.Path) -> None:
    def run(*words: str) -> "tuple[int, str]":
        done = subprocess.run([*command, *words], capture_output=True, text=True, cwd=tmp_path)
        return done.returncode, done.stdout

    assert run("--version") == (0, f"formwork {formwork.version()}\n")
    (tmp_path / "a.form").write_text("field n: int")
    (tmp_path / "a.csv").write_text("n\n1\nx\n")
    code, told = run("check", "a.form", "a.csv")
    assert code == 1 and "2 records: 1 accepted, 1 rejected" in told


@pytest.mark.parametrize("command", COMMANDS)
def test_the_tool_starts_without_the_library(
    command: list[str], monkeypatch: pytest.MonkeyPatch, without_library: pathlib.Path
) -> None:
    # The folder of the tests has the package without the tool.
    monkeypatch.chdir(without_library)
    monkeypatch.setenv("PYTHONPATH", str(without_library))
    subprocess.run([*command, "--version"], check=True)
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run([sys.executable, "-c", "import formwork; formwork.Form"], check=True)


def test_names_are_those_of_the_package() -> None:
    assert {*formwork.__all__, "__version__"} <= set(dir(formwork))
    for name in formwork.__all__:
        assert getattr(formwork, name).__name__ == name
    with pytest.raises(AttributeError, match="'formwork' has no attribute 'Forms'"):
        getattr(formwork, "Forms")

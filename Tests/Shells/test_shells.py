"""`formwork completion` in shells with somebody at the keyboard, and `formwork manual` as man shows it. FORMWORK is the
path of the tool."""

import os
import pathlib
import re
import subprocess

import pexpect
import pytest

TOOL = pathlib.Path(os.environ["FORMWORK"])
ENVIRONMENT = {
    "PATH": f"{TOOL.parent}:{os.environ['PATH']}", "HOME": "/nonexistent", "TERM": "dumb", "LANG": "C.UTF-8", "PS1": "ready> "}

SHELLS = {
    "bash": (["--norc", "--noprofile", "-i"], "source <(formwork completion bash)"),
    "zsh": (["-f", "-i"], "autoload -U compinit && compinit -D -u; setopt no_beep no_list_ambiguous; source <(formwork completion zsh)"),
}


@pytest.fixture(params=SHELLS)
def shell(request, tmp_path):
    words, begin = SHELLS[request.param]
    (tmp_path / "sign up.form").write_text("field a: string\n")
    process = pexpect.spawn(request.param, words, env=ENVIRONMENT, cwd=str(tmp_path), encoding="utf-8", timeout=20, dimensions=(24, 200))
    process.sendline(begin + "; PS1='go''> '")
    process.expect_exact("go> ")
    yield process
    process.close(force=True)


@pytest.mark.parametrize("typed, whole", [
    ("formwork che\t", "formwork check "),
    ("formwork check --rej\t", "formwork check --rejected"),
    ("formwork check --output nd\t", "formwork check --output ndjson"),
    ("formwork explain --output mark\t", "formwork explain --output markdown"),
    ("formwork completion fi\t", "formwork completion fish"),
    ("formwork help expl\t", "formwork help explain"),
    ("formwork fmt --che\t", "formwork fmt --check"),
    ("formwork check sig\t", "formwork check sign\\ up.form"),
    ("formwork check --report sig\t", "formwork check --report sign\\ up.form"),
])
def test_words_are_completed(shell, typed, whole):
    shell.send(typed)
    # The completion is drawn after the typed text.
    shell.expect_exact(whole[len(typed) - 1:].rstrip())


def fish(line):
    script = "formwork completion fish | source; complete -C $argv[1]"
    answer = subprocess.run(["fish", "--no-config", "-c", script, line], env=ENVIRONMENT, capture_output=True, text=True)
    assert answer.stderr == ""
    return dict((*row.split("\t"), "")[:2] for row in answer.stdout.splitlines())


def test_fish():
    assert fish("formwork che")["check"] == "check data against a form"
    assert set(fish("formwork check --output ")) == {"human", "ndjson", "github"}
    assert set(fish("formwork completion ")) == {"bash", "zsh", "fish"}
    flags = fish("formwork check --")
    assert "--rejected" in flags and "--minimum" not in flags
    helped = subprocess.run([TOOL, "help", "check"], capture_output=True, text=True).stdout
    assert set(re.findall(r"^  (?:-h, )?(--[\w-]+)", helped, re.M)) == set(flags)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_read_without_a_word(shell, tmp_path):
    script = tmp_path / "script"
    script.write_text(subprocess.run([TOOL, "completion", shell], capture_output=True, text=True, check=True).stdout)
    checked = subprocess.run([shell, "-n", script], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")


def test_the_manual(tmp_path):
    page = tmp_path / "formwork.1"
    page.write_bytes(subprocess.run([TOOL, "manual"], capture_output=True, check=True).stdout)
    assert page.read_bytes().isascii()
    drawn = subprocess.run(["groff", "-ww", "-man", "-Tutf8", "-rLL=100n", page], capture_output=True, text=True)
    assert drawn.stderr == ""
    shown = subprocess.run(
        ["man", "-l", page], env={**os.environ, "MANPAGER": "cat", "MANWIDTH": "120", "LANG": "C.UTF-8"}, capture_output=True, text=True)
    assert shown.stderr == "" and shown.returncode == 0
    plain = re.sub(r".\x08|\x1b\[[\d;]*m", "", shown.stdout)
    for verb in ["check", "explain", "completion"]:
        assert f"formwork {verb}" in plain
    assert "--rejected FILE" in plain and "EXIT STATUS" in plain

"""neovim with the set-up of examples/editors, driven by keys as a user drives it. FORMWORK is the path of the tool."""

import json
import os
import pathlib
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("FORMWORK", str(ROOT / ".build/release/formwork"))
SETUP = ROOT / "examples/editors/nvim/formwork.lua"
FINDINGS = "vim.tbl_map(function(one) return { one.lnum, one.message } end, vim.diagnostic.get(0))"
TEXT = "table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')"
# The texts of all windows but the first.
OTHERS = """vim.tbl_map(function(one)
  return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(one), 0, -1, false), ' ')
end, vim.list_slice(vim.api.nvim_list_wins(), 2))"""


class Editor:
    def __init__(self, folder):
        self.socket = str(folder / "socket")
        command = ["nvim", "--headless", "--clean", "-n", "-u", SETUP, "--cmd", f"let g:formwork = '{TOOL}'", "--listen", self.socket]
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(self.socket):
            time.sleep(0.02)

    def _run(self, *arguments, timeout=60):
        done = subprocess.run(["nvim", "--server", self.socket, *arguments], capture_output=True, text=True, timeout=timeout)
        return done.stdout + done.stderr

    def keys(self, *keys):
        self._run("--remote-send", "".join(keys))

    def ask(self, lua):
        return json.loads(self._run("--remote-expr", f"json_encode(luaeval({json.dumps(lua)}))"))

    def wait(self, lua, condition):
        end = time.monotonic() + 30
        while not condition(answer := self.ask(lua)):
            assert time.monotonic() < end, f"not within 30 s: {lua}: {answer!r}"
            time.sleep(0.05)
        return answer

    def wait_for_prompt(self):
        """Waits until neovim answers nothing else, because it asks the user."""
        for _ in range(600):
            try:
                self._run("--remote-expr", "1", timeout=2)
            except subprocess.TimeoutExpired:
                return
            time.sleep(0.05)
        raise AssertionError("no prompt")

    def wait_for_text(self, *lines):
        self.wait(TEXT, lambda text: text == "\n".join(lines))

    def wait_for_window(self, text):
        self.wait(OTHERS, lambda windows: any(text in window for window in windows))
        # Moving the cursor closes it.
        self.keys("G", "gg")
        self.wait(OTHERS, lambda windows: not windows)


def typed(text):
    return text.replace("<", "<lt>").replace("\n", "<CR>")


@pytest.fixture
def editor(tmp_path):
    (tmp_path / "lib.form").write_text("define small(limit) = value < limit\n")
    (tmp_path / "data.csv").write_text("years,b,c,d\nx,6,y,1\nx,1,y,1\n")
    editor = Editor(tmp_path)
    yield editor
    editor.keys("<Esc>:qall!<CR>")
    editor.process.wait(20)


def test_a_form_is_written(editor):
    second = 'field b: int rule value > 5 message "{label} {value}"'
    editor.keys(":edit a.form<CR>i", typed("field  age: strin\n" + second), "<Esc>")
    editor.wait(FINDINGS, lambda found: len(found) == 1 and found[0][0] == 0 and "no type" in found[0][1])
    editor.keys("gg:FormworkHelp<CR>")
    editor.wait_for_window("unknown-type (error)")
    editor.keys("gg$:FormworkFix<CR>")
    editor.wait_for_prompt()
    editor.keys("1<CR>")
    editor.wait_for_text("field  age: string", second)
    editor.wait(FINDINGS, lambda found: not found)
    editor.keys(":FormworkFormat<CR>")
    editor.wait_for_text("field age: string", second)

    # The offers after a word.
    editor.keys("Gofield c: str<C-x><C-o>")
    editor.wait_for_text("field age: string", second, "field c: string")
    editor.keys(typed(' rule value != age message "not {age}"'), "<Esc>")
    third = 'field c: string rule value != age message "not {age}"'
    editor.wait_for_text("field age: string", second, third)
    editor.keys("gg0w:FormworkRename years<CR>")
    lines = ["field years: string", second, third.replace("!= age", "!= years").replace("{age}", "{years}")]
    editor.wait_for_text(*lines)

    # The meanings of words and calls, and the declarations of names.
    editor.keys("gg0K")
    editor.wait_for_window("Declares a field")
    lines += ['use "lib.form"', 'field d: int rule small(5) message "m"']
    editor.keys("Go", typed('use "lib.form"\nfield d: int rule small('), "<C-s>")
    editor.wait(OTHERS, lambda windows: any("small(limit)" in window for window in windows))
    editor.keys(typed('5) message "m"'), "<Esc>")
    editor.wait_for_text(*lines)
    editor.keys("G0fsgd")
    editor.wait("vim.api.nvim_buf_get_name(0)", lambda name: name.endswith("/lib.form"))
    editor.keys("<C-o>")
    editor.keys(":lua vim.lsp.buf.workspace_symbol('small')<CR>")
    editor.wait("vim.tbl_map(function(one) return one.text end, vim.fn.getqflist())", lambda found: len(found) == 1)
    editor.keys(":cclose<CR>")

    # An example that fails, and data in the form's folder.
    editor.keys("Go", typed('example "no" rejects years < years: "x" b: 6 c: "y" d: 1 >'), "<Esc>")
    editor.wait(FINDINGS, lambda found: [line for line, text in found if "This example failed" in text] == [5])
    editor.keys("dd")
    editor.wait(FINDINGS, lambda found: not found)
    editor.keys(":write<CR>:FormworkCheck<CR>")
    editor.wait("vim.fn.execute('messages')", lambda text: "data.csv: 2 records: 1 accepted, 1 rejected" in text)

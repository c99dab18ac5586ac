"""Measures the pages in Chromium, for the closing of a change: `python3 Tests/Page/measure.py` after Scripts/page. It is no
test, for machines differ."""
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import conftest
from selenium import webdriver

def start():
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(word)
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path="/usr/bin/chromedriver"))


# Notes when the page is ready, in milliseconds from its opening.
READY = """
  new MutationObserver(() => {
    if (document.querySelector("[data-ready]")) window.readyAt ??= performance.now();
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready"] });"""


def until_usable(driver, path, rate):
    """The seconds from opening a page until it can be used, on a processor that is slower by a rate: the median of nine."""
    driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": rate})
    times = []
    for _ in range(9):
        page = conftest.Page(driver, path)
        times.append(page.run("return window.readyAt") / 1000)
    driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
    return statistics.median(times)


def main():
    driver = start()
    driver.downloads = Path(tempfile.mkdtemp())
    driver.set_script_timeout(120)
    for path in sorted(conftest.PAGES.iterdir()):
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": READY})
    clinic = driver.downloads / "clinic.html"
    subprocess.run([conftest.TOOL, "page", conftest.HOME / "examples" / "clinic" / "clinic.form", "--out", clinic], check=True)
    for path in (clinic, conftest.PAGES / "workbench.html"):
        print(f"{path.stem} until it can be used: {until_usable(driver, path, 1):.2f} s, "
              f"six times slower {until_usable(driver, path, 6):.2f} s")
    page = conftest.Page(driver, conftest.PAGES / "workbench.html")
    form = "".join(f'field f{n} "Field {n}": string rule count(1...20) message "At most {{max}}"\n' for n in range(100))
    key = driver.execute_async_script("""
      const [form, done] = arguments;
      const e = globalThis.formwork;
      (async () => {
        const uri = "file:///m.form";
        const say = (method, params) => e.call("edit", { jsonrpc: "2.0", method, params });
        const ask = (method, params) => e.call("edit", { jsonrpc: "2.0", id: 1, method, params });
        await ask("initialize", {});
        await say("textDocument/didOpen", { textDocument: { uri, version: 1, text: form } });
        const times = [];
        for (let n = 2; n < 60; n += 1) {
          const t = performance.now();
          await say("textDocument/didChange", { textDocument: { uri, version: n }, contentChanges: [{ text: form + "field x" + n }] });
          await ask("textDocument/semanticTokens/full", { textDocument: { uri } });
          times.push(performance.now() - t);
        }
        const completions = [];
        for (let n = 0; n < 10; n += 1) {
          const t = performance.now();
          await ask("textDocument/completion", { textDocument: { uri }, position: { line: 100, character: 4 } });
          completions.push(performance.now() - t);
        }
        const { form: handle } = await e.call("open", form, "m.form");
        const checker = await e.call("checker", handle, { now: "2026-11-20" });
        const record = JSON.stringify(Object.fromEntries([...Array(100).keys()].map((n) => ["f" + n, "abc"])));
        const fills = [];
        for (let n = 0; n < 30; n += 1) {
          const t = performance.now();
          await e.call("inForce", checker, record);
          await e.call("checkJSON", checker, record);
          fills.push(performance.now() - t);
        }
        const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1].toFixed(1);
        const most = (list) => Math.max(...list).toFixed(1);
        return `a letter in a form of 100 fields, findings and colours: ${middle(times)} ms (at most ${most(times)}); ` +
          `completion: ${middle(completions)} ms; a box that is left: ${middle(fills)} ms`;
      })().then(done, (error) => done(String(error)));""", form)
    print(key)
    rows = driver.execute_async_script("""
      const done = arguments[0];
      const e = globalThis.formwork;
      (async () => {
        const form = "field id: int rule unique\\nfield name: string rule count(1...40)\\nfield email: string rule email\\n" +
          "field age: int rule range(0...120)\\nfield kind: choice(\\"a\\", \\"b\\")\\n";
        let text = "id,name,email,age,kind\\n";
        for (let n = 0; n < 100000; n += 1) text += `${n},Ann Lee ${n},ann${n}@example.org,${n % 130},${n % 2 ? "a" : "b"}\\n`;
        const bytes = new TextEncoder().encode(text);
        const { form: handle } = await e.call("open", form, "m.form");
        const times = [];
        let summary;
        for (let n = 0; n < 5; n += 1) {
          const t = performance.now();
          summary = (await e.call("run", handle, bytes, { now: "2026-11-20", format: "csv", name: "m" })).summary;
          times.push(performance.now() - t);
        }
        return `100,000 rows of CSV (${(bytes.length / 1e6).toFixed(1)} MB): ${times.map((t) => t.toFixed(0)).join(", ")} ms; ${summary.headline}`;
      })().then(done, (error) => done(String(error)));""")
    print(rows)
    driver.quit()


if __name__ == "__main__":
    main()

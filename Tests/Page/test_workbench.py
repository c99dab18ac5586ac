"""The workbench in a real browser."""
import base64
import gzip
import json
import re
import subprocess
import time
import zlib

import pytest
from conftest import HOME, PAGES, TOOL, Page, button
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from test_sending import receiver, send


def type_form(page, text):
    page.run("document.querySelector('.CodeMirror').CodeMirror.setValue(arguments[0])", text)


def text_of(page):
    return page.run("return document.querySelector('.CodeMirror').CodeMirror.getValue()")


def open_tab(page, name):
    page.one(f"#tab-{name}").click()


def paste(page, text):
    page.run("const t = document.getElementById('data-text'); t.value = arguments[0]; t.dispatchEvent(new Event('input'))", text)


@pytest.mark.parametrize("name", ["send.html", "workbench.html"])
def test_a_page_is_small(name):
    assert len(gzip.compress((PAGES / name).read_bytes(), 9)) <= 1_500_000


def test_a_mistake_is_shown_while_typing_and_its_fix_is_a_click(workbench):
    page = workbench
    type_form(page, "")
    page.run("document.querySelector('.CodeMirror').CodeMirror.focus()")
    page.driver.switch_to.active_element.send_keys("field a: strin")
    page.until(lambda: "There is no type" in "".join(one.text for one in page.all("#findings li")), "the finding")
    assert page.all(".form-error"), "the word is underlined"
    page.one("#findings .fix").click()
    page.until(lambda: text_of(page) == "field a: string", "the fix")
    page.until(lambda: not page.all("#findings li"), "the finding goes")


def test_the_form_beside_follows_the_text(workbench):
    type_form(workbench, 'field name "Your name": string\nfield age "Age": int rule value >= 18 message "Grown up?"\n')
    workbench.until(lambda: workbench.box("Your name") is not None, "the form")
    workbench.fill("Age", "17")
    workbench.until(lambda: workbench.message("Age") == "Grown up?", "the problem")
    type_form(workbench, 'field name "Your name": string\nfield age "Age": int rule value >= 17 message "Grown up?"\n')
    workbench.until(lambda: workbench.message("Age") == "", "the rule is another")
    assert workbench.box("Age").get_attribute("value") == "17", "what was typed stays"


def test_completion_offers_what_fits(workbench):
    type_form(workbench, "")
    workbench.run("document.querySelector('.CodeMirror').CodeMirror.focus()")
    workbench.driver.switch_to.active_element.send_keys("field a: str")
    workbench.until(lambda: workbench.all(".CodeMirror-hint"), "the offers")
    assert workbench.one(".CodeMirror-hint-active").text.startswith("string")
    # Nothing was chosen, so Enter begins a line.
    workbench.driver.switch_to.active_element.send_keys(Keys.ENTER)
    workbench.until(lambda: text_of(workbench) == "field a: str\n", "the line")
    assert not workbench.all(".CodeMirror-hint")
    workbench.driver.switch_to.active_element.send_keys(Keys.BACKSPACE, Keys.BACKSPACE, "r")
    workbench.until(lambda: workbench.all(".CodeMirror-hint"), "the offers")
    workbench.driver.switch_to.active_element.send_keys(Keys.TAB)
    workbench.until(lambda: text_of(workbench) == "field a: string", "the word")


def rows(page):
    return page.run("return document.querySelector('.rows').textContent")


def headline(page):
    return page.run("return document.getElementById('headline')?.textContent")


ROWS = [f"{number},{number % 7 if number % 5 else 'x'}" for number in range(1, 201)]


def test_rows_with_problems(workbench, tmp_path):
    form = 'field id "ID": int\nfield n "Number": int message "{label} is a number"\n'
    type_form(workbench, form)
    open_tab(workbench, "data")
    data = "id,n\n" + "\n".join(ROWS) + "\n"
    paste(workbench, data)
    workbench.until(lambda: headline(workbench) == "200 records: 160 accepted, 40 rejected", "the counts")
    assert workbench.run("return document.querySelectorAll('.rows td.error').length") == 40
    assert "Number is a number" in workbench.run("return document.querySelector('.rows .said').textContent")
    (tmp_path / "form.form").write_text(form)
    (tmp_path / "data").write_text(data)
    for ending in (".csv", ".html"):
        button(workbench, f"Save problems ({ending[1:].upper()})").click()
        saved = workbench.download(f"problems{ending}")
        subprocess.run([TOOL, "check", "form.form", "data", "--input", "csv", "--report", f"report{ending}"],
                       cwd=tmp_path, capture_output=True)
        assert saved.decode() == (tmp_path / f"report{ending}").read_text().replace("form.form", form_name(workbench))


def note(page):
    return page.run("return document.getElementById('found-rows')?.textContent")


def test_a_bar_shows_only_its_rows(browser):
    page = Page(browser, PAGES / "workbench.html").fresh()
    type_form(page, 'field id "ID": int\nfield n "Number": int message "{label} is a number"\n'
                    '  rule value < 6 warning "{value} is much"\n')
    open_tab(page, "data")
    paste(page, "id,n\n" + "\n".join(ROWS) + "\nx,9\n")
    page.until(lambda: headline(page) == "201 records: 160 accepted, 41 rejected", "the counts")

    def bars():
        return page.run("return [...document.querySelectorAll('.bars button')].map((one) => [one.innerText.replace(/\\s+/g, ' '), one.ariaPressed])")

    def lines():
        return page.run("return [...document.querySelectorAll('.rows tbody th')].map((one) => Number(one.textContent))")

    assert bars() == [["n · type 40", "false"], ["n · compare (warning) 23", "false"], ["id · type 1", "false"]]
    everything = lines()
    page.all(".bars button")[1].click()
    page.until(lambda: note(page) == "n · compare (warning): 23 rows.", "the filter")
    assert page.run("return document.activeElement.ariaPressed") == "true"
    # The header is line 1.
    assert lines() == [number + 1 for number in range(1, 201) if number % 5 and number % 7 == 6] + [202]
    # The rule stays chosen while the form is written.
    type_form(page, 'field id "ID": int\nfield n "Number": int message "{label} is a number"\n'
                    '  rule value < 5 warning "{value} is much"\n')
    page.until(lambda: note(page) == "n · compare (warning): 45 rows.", "the same rule")
    page.run("document.querySelectorAll('.bars button')[2].focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.until(lambda: note(page) == "id · type: 1 row." and lines() == [202], "another bar")
    page.driver.switch_to.active_element.send_keys(Keys.SPACE)
    page.until(lambda: note(page) is None, "all rows")
    assert set(everything) < set(lines()) and bars()[2][1] == "false"


def test_the_rows_of_a_bar_in_much_data(workbench):
    """Of the rows with problems, the first 10,000 are searched."""
    type_form(workbench, "field id: int\nfield n: int rule value < 9\n")
    open_tab(workbench, "data")
    drop(workbench, "a.csv", b"id,n\n" + b"".join(b"%d,9\n" % n for n in range(9_700)) + b"".join(b"x,1\n" for _ in range(9_700)))
    workbench.until(lambda: headline(workbench) == "19,400 records: 0 accepted, 19,400 rejected", "the counts")
    button(workbench, "id · type 9700").click()
    workbench.until(lambda: note(workbench) == "id · type: 300 rows of the first 10,000 with problems. The first 200 are shown.", "the filter")
    assert len(workbench.run("return document.querySelectorAll('.rows td.error')")) == 200
    # A rule that nothing breaks any more gives way to all rows.
    type_form(workbench, "field id: string\nfield n: int rule value < 9\n")
    workbench.until(lambda: note(workbench) == "Only the first 200 are shown. “Save problems” saves all of them.", "all rows")
    assert len(workbench.run("return document.querySelectorAll('.rows td.error')")) == 200


def form_name(page):
    return page.run("return JSON.parse(localStorage.getItem('formwork:workbench')).name")


def drop(page, name, content):
    """Puts a file into the data tab as if it was dropped there."""
    page.run("""
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(arguments[1])], arguments[0]));
      document.getElementById("panel-data").dispatchEvent(
        new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));""", name, list(content))


def test_windows_1252_and_workbooks(workbench):
    form = 'field name "Name": string\nfield price "Preis (€)": number from "Preis (€)"\n'
    type_form(workbench, form)
    open_tab(workbench, "data")
    drop(workbench, "a.csv", "name,Preis (€)\nKäse,12\nBröd,x\n".encode("windows-1252"))
    workbench.until(lambda: workbench.all("#data-result .fault + button"), "that it is no UTF-8")
    workbench.one("#data-result .fault + button").click()
    workbench.until(lambda: headline(workbench) == "2 records: 1 accepted, 1 rejected", "the counts")
    assert "Bröd" in rows(workbench)
    workbench.run("document.getElementById('data-encoding').value = ''; document.getElementById('headline').remove()")
    drop(workbench, "a.xlsx", (HOME / "Tests" / "Page" / "a.xlsx").read_bytes())
    workbench.until(lambda: headline(workbench) == "2 records: 1 accepted, 1 rejected", "the counts")
    assert "Bröd" in rows(workbench)


def test_byte_order_mark_over_the_encoding_of_the_form(workbench):
    type_form(workbench, 'data csv < encoding "windows-1252" >\nfield name: string\nfield age: int\n')
    open_tab(workbench, "data")
    drop(workbench, "a.csv", "\ufeffname,age\nBröd,x\n".encode())
    workbench.until(lambda: headline(workbench) == "1 record: 0 accepted, 1 rejected", "the counts")
    assert "Bröd" in rows(workbench)


def test_bytes_that_are_not_text_in_the_encoding(workbench):
    type_form(workbench, 'data csv < encoding "windows-1252" >\nfield name: string\n')
    open_tab(workbench, "data")
    drop(workbench, "a.csv", b"name\nBr\xf6d\nBr\x81d\n")
    workbench.until(lambda: headline(workbench) == "2 records: 1 accepted, 1 rejected", "the counts")
    type_form(workbench, 'data csv < encoding "ISO-8859-1" >\nfield name: string rule not contains("’")\n')
    drop(workbench, "b.csv", b"name\nBr\xf6d\nBr\x92d\n")
    workbench.until(lambda: headline(workbench) == "2 records: 2 accepted, 0 rejected", "the counts")


def test_in_words(workbench):
    type_form(workbench, 'field age "Age": int rule range(0...150) message "An age"\n')
    open_tab(workbench, "words")
    frame = workbench.one("#words")
    workbench.driver.switch_to.frame(frame)
    workbench.until(lambda: "at least 0 and at most 150" in workbench.driver.find_element(By.TAG_NAME, "body").text, "the words")
    workbench.driver.switch_to.default_content()


def test_saved_and_kept(workbench):
    type_form(workbench, "field kept: string\n")
    workbench.until(lambda: workbench.box("Kept") is not None, "the form")
    workbench.one("#save").click()
    assert workbench.download(form_name(workbench)) == b"field kept: string\n"
    workbench.driver.refresh()
    workbench.wait_for_start()
    assert text_of(workbench) == "field kept: string\n"
    workbench.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    workbench.one("#link").click()
    workbench.until(lambda: workbench.run("return window.copied"), "the link")
    link = workbench.run("return window.copied")
    type_form(workbench, "field mine: string\n")
    workbench.driver.get("about:blank")
    workbench.driver.get(link)
    workbench.wait_for_start()
    assert text_of(workbench) == "field kept: string\n"
    assert "#" not in workbench.driver.current_url, "loading again opens what came of the form"
    workbench.one("#former").click()
    workbench.until(lambda: text_of(workbench) == "field mine: string\n", "the form before")


def test_links_that_are_looked_at_leave_the_own_form(workbench):
    workbench.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    links = []
    for name in ("a", "b"):
        type_form(workbench, f"field {name}: string\n")
        workbench.run("window.copied = null")
        workbench.one("#link").click()
        workbench.until(lambda: workbench.run("return window.copied"), "the link")
        links.append(workbench.run("return window.copied"))
    type_form(workbench, "field mine: string\n")
    # In the page that is open already.
    workbench.run("location.href = arguments[0]", links[0])
    workbench.until(lambda: text_of(workbench) == "field a: string\n", "the first link")
    workbench.until(lambda: "returns to yours" in workbench.one("#status").text, "that it is open")
    workbench.driver.get("about:blank")
    workbench.driver.get(links[1])
    workbench.wait_for_start()
    assert text_of(workbench) == "field b: string\n"
    workbench.one("#former").click()
    workbench.until(lambda: text_of(workbench) == "field mine: string\n", "the own form")


def test_answers_stay_while_the_form_is_written(workbench):
    whole = 'field name "Name": string\nfield zed "Zed": string\n'
    type_form(workbench, whole)
    workbench.until(lambda: workbench.box("Zed") is not None, "the form")
    workbench.fill("Zed", "z")
    type_form(workbench, 'field name "Name": string\n')
    workbench.until(lambda: workbench.box("Zed") is None, "the form without the field")
    workbench.fill("Name", "n")
    type_form(workbench, whole.replace('"Zed": string', '"Zed": date'))
    workbench.until(lambda: workbench.run("return arguments[0]?.type", workbench.box("Zed")) == "date", "another type")
    workbench.fill("Name", "m")
    type_form(workbench, whole)
    workbench.until(lambda: workbench.run("return arguments[0]?.value", workbench.box("Zed")) == "z", "the answer")
    assert workbench.box("Name").get_attribute("value") == "m"
    workbench.fill("Zed", "5")
    type_form(workbench, whole.replace('"Zed": string', '"Zed": list of int'))
    workbench.until(lambda: workbench.all(".group.wide"), "the list")
    assert len(workbench.all(".item")) == 1, "a text is no number of items"


def test_long_lines_do_not_cover_others(workbench):
    choices = ", ".join(f'"c{n}" "Country number {n}"' for n in range(150))
    type_form(workbench, f"field a: choice({choices})\nfield b: int\n")
    first, second = workbench.run(
        "return [...document.querySelectorAll('.CodeMirror-line')].slice(0, 2).map((one) => one.getBoundingClientRect().toJSON())")
    assert first["height"] > 400 and second["top"] >= first["bottom"] - 1
    assert workbench.run("return document.querySelector('pre.CodeMirror-line').scrollHeight") <= first["height"] + 1


def test_cells_as_spreadsheets_copy_them(workbench):
    type_form(workbench, "field item: string\nfield price: number\nfield note: string optional rule value == \"x\"\n")
    open_tab(workbench, "data")
    cells = ['Pipe 5" steel', '"Best" pipe', '"two\nlines"', '"a ""b"""', '""', '"', 'plain', '"open']
    paste(workbench, "item\tprice\tnote\r\n" + "".join(f"{cell}\t12\ty\r\n" for cell in cells) + "last\t1\ty")
    workbench.until(lambda: headline(workbench) == "9 records: 0 accepted, 9 rejected", "the counts")
    shown = workbench.run("return [...document.querySelectorAll('.rows tbody td:not(.said):nth-child(2)')].map((one) => one.textContent)")
    assert shown == ['Pipe 5" steel', '"Best" pipe', "two\nlines", 'a "b"', "", '"', "plain", '"open', "last"]


def test_faults_of_data_say_what_to_do(workbench):
    type_form(workbench, "field a: int\nfield b: int\n")
    open_tab(workbench, "data")
    paste(workbench, "a;b\n1;2\n")
    workbench.until(lambda: workbench.all("#data-result .fault + button"), "what the cells are set apart by")
    workbench.one("#data-result .fault + button").click()
    workbench.until(lambda: headline(workbench) == "1 record: 1 accepted, 0 rejected", "the counts")
    drop(workbench, "a.csv.gz", b"\x1f\x8b\x08\x00nonsense")
    workbench.until(lambda: workbench.all("#data-result .fault"), "the damaged file")
    assert workbench.one("#data-result .fault").text.startswith("a.csv.gz: The browser cannot decompress the file: it is damaged")


def test_a_layout_at_a_click(workbench):
    type_form(workbench, "field   a:string\nfield b :int\n")
    workbench.one("#format").click()
    workbench.until(lambda: text_of(workbench) == "field a: string\nfield b: int\n", "the layout")


def test_hostile_data(workbench):
    type_form(workbench, 'field a: string rule value == "x" message "{value} <img src=x onerror=alert(1)>"\n')
    open_tab(workbench, "data")
    paste(workbench, '{"a":"<script>alert(2)</script>"}\n')
    workbench.until(lambda: headline(workbench), "the counts")
    assert "<script>alert(2)</script> <img src=x onerror=alert(1)>" in rows(workbench)
    assert workbench.run("return document.querySelectorAll('img').length") == 0
    assert workbench.complaints() == []


def test_every_example(workbench):
    names = workbench.run("return [...document.getElementById('examples').options].slice(1).map((one) => [one.text, one.value])")
    assert len(names) >= 6
    for title, name in names:
        assert re.fullmatch("[A-Z][A-Za-z ,]+", title), "a name for people"
        workbench.one("#examples").send_keys(title, Keys.ENTER)
        workbench.until(lambda: form_name(workbench) == name and workbench.all("#panel-form form"), name)
        assert not [one.text for one in workbench.all("#findings .error")]


def test_every_case_is_answered_as_the_tool_does(workbench, tmp_path):
    """The chunks of the language's tests, the examples and the acceptance cases, through the engine in the browser."""
    subprocess.run(["python3", HOME / "Tests" / "Page" / "cases.py", TOOL, tmp_path / "cases.json"], check=True)
    cases = json.loads((tmp_path / "cases.json").read_text())
    assert len(cases) > 400
    workbench.driver.set_script_timeout(120)
    different = workbench.driver.execute_async_script("""
      const [cases, done] = arguments;
      const engine = globalThis.formwork;
      (async () => {
        const different = [];
        for (const one of cases) {
          for (const [path, text] of Object.entries(one.files)) await engine.call("setFile", path, text);
          const { form, ok } = await engine.call("open", one.form, "a.form");
          const findings = await engine.call("drawnFindings", form);
          let lines = "";
          if (ok) {
            const checker = await engine.call("checker", form, { now: one.now, format: one.format });
            lines = (await engine.call("checkLines", checker, one.data, true)).lines;
            await engine.call("closeChecker", checker);
          }
          await engine.call("close", form);
          for (const path of Object.keys(one.files)) await engine.call("setFile", path, null);
          if (findings !== one.findings || lines !== one.lines) different.push([one.name, lines, one.lines]);
        }
        return different;
      })().then(done, (error) => done([String(error)]));""", cases)
    assert different == []
    print(f"{len(cases)} cases")


def findings(page):
    return [one.text for one in page.all("#findings li")]


def test_used_files_stay_with_their_form(workbench, tmp_path):
    """A file that is missing is asked for, is there after a reload and in a link, and goes with its form."""
    (tmp_path / "other-name.form").write_text('field street "Street": string\n')
    type_form(workbench, 'use "lib/address.form"\nfield name "Name": string\n')
    workbench.until(lambda: any("cannot be read" in text for text in findings(workbench)), "the missing file")
    button = [one for one in workbench.all("#findings button") if one.text == "Open lib/address.form…"]
    assert button
    # The dialog of the browser is out of reach: the button is pressed without it.
    workbench.run("document.getElementById('missing-file').addEventListener('click', (event) => event.preventDefault())")
    button[0].click()
    workbench.driver.find_element("id", "missing-file").send_keys(str(tmp_path / "other-name.form"))
    workbench.until(lambda: workbench.box("Street") is not None, "the form with its file")
    workbench.driver.refresh()
    workbench.wait_for_start()
    workbench.until(lambda: workbench.box("Street") is not None, "the file after a reload")
    workbench.run("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    workbench.one("#link").click()
    workbench.until(lambda: workbench.run("return window.copied"), "the link")
    link = workbench.run("return window.copied")
    assert "#forms=" in link
    workbench.run("document.getElementById('examples').value = 'register.form';"
                  "document.getElementById('examples').dispatchEvent(new Event('change'))")
    workbench.until(lambda: workbench.box("ID") is not None, "the example")
    type_form(workbench, 'use "lib/address.form"\nfield name "Name": string\n')
    workbench.until(lambda: any("cannot be read" in text for text in findings(workbench)), "the file is gone with its form")
    workbench.driver.get(link)
    workbench.driver.refresh()
    workbench.wait_for_start()
    workbench.until(lambda: workbench.box("Street") is not None, "the form of the link")


def test_data_that_asks_a_list(workbench, tmp_path):
    """The file of a list is asked for, is read as the form says, and stays with the form. Records are asked of each other, too."""
    form = """list customers "Customers" from "customers.csv" <
  data csv < delimiter ";" >
  field id: string
  field since: date("d.M.yyyy")
>
field customer: string rule value in customers.id message "No customer {value}"
field ordered: date
  rule value >= customers(id: customer).since message "Not yet a customer"
check count(records) <= 2 per customer message "{actual} orders of {customer}" at customer
"""
    type_form(workbench, form)
    open_tab(workbench, "data")
    orders = "customer,ordered\na,2026-05-01\nb,2026-05-01\nc,2026-05-01\n"
    paste(workbench, orders)
    workbench.until(lambda: workbench.all("#data-result .fault"), "that the file is missing")
    assert workbench.one("#data-result .fault").text == 'The file "customers.csv" cannot be read.'
    assert findings(workbench) == [], "the form has no errors"
    (tmp_path / "old.csv").write_text("id;since\na;1.1.2026\nb;1.1.2027\n")
    # The dialog of the browser is out of reach: the button is pressed without it.
    workbench.run("document.getElementById('missing-file').addEventListener('click', (event) => event.preventDefault())")
    workbench.run("[...document.querySelectorAll('#data-result button')].find((one) => one.textContent === arguments[0]).click()",
                  "Open customers.csv…")
    workbench.driver.find_element("id", "missing-file").send_keys(str(tmp_path / "old.csv"))
    workbench.until(lambda: headline(workbench) == "3 records: 1 accepted, 2 rejected", "the counts")
    assert "No customer c" in rows(workbench) and "Not yet a customer" in rows(workbench)
    for name, text in {"form.form": form, "customers.csv": (tmp_path / "old.csv").read_text(), "data": orders}.items():
        (tmp_path / name).write_text(text)
    button(workbench, "Save problems (CSV)").click()
    saved = workbench.download("problems.csv").decode()
    subprocess.run([TOOL, "check", "form.form", "data", "--input", "csv", "--report", "report.csv"], cwd=tmp_path, capture_output=True)
    assert saved == (tmp_path / "report.csv").read_text().replace("form.form", form_name(workbench))

    # A file of the same name is the list from then on, also after a reload.
    (tmp_path / "customers.csv").write_text("id;since\na;1.1.2026\nb;1.1.2026\nc;31.12.2025\n")
    workbench.driver.find_element("id", "open-file").send_keys(str(tmp_path / "customers.csv"))
    workbench.until(lambda: headline(workbench) == "3 records: 3 accepted, 0 rejected", "the counts with the other file")
    workbench.driver.refresh()
    workbench.wait_for_start()
    open_tab(workbench, "data")
    paste(workbench, orders + "a,2026-05-02\na,2026-05-03\n")
    workbench.until(lambda: headline(workbench) == "5 records: 2 accepted, 3 rejected", "the counts of a group")
    assert "3 orders of a" in rows(workbench)
    assert workbench.complaints() == []


def test_of_two_forms_the_one_that_is_not_used_is_opened(workbench, tmp_path):
    (tmp_path / "a.form").write_text('field street "Street": string\n')
    (tmp_path / "b.form").write_text('use "a.form"\nfield name "Name": string\n')
    workbench.driver.find_element("id", "open-file").send_keys(f"{tmp_path / 'a.form'}\n{tmp_path / 'b.form'}")
    workbench.until(lambda: workbench.box("Street") is not None and workbench.box("Name") is not None, "both forms")


def long_form(page, lines):
    """The workbench with a long form, and the cursor at the end of its first line."""
    page.driver.set_script_timeout(60)
    type_form(page, "# \n" + "".join(f'field f{n} "Field {n}": string rule count(1...80)\n' for n in range(lines)))
    page.until(lambda: page.all(".cm-form-comment"), "the colours")
    page.run("const { CodeMirror: view } = document.querySelector('.CodeMirror'); view.focus(); view.setCursor(0, 2)")


def first_line(page):
    return page.run("return document.querySelector('.CodeMirror').CodeMirror.getLine(0)")


@pytest.mark.parametrize("lines", [10, 300, 1000])
def test_text_without_keys(browser, lines):
    """Voice, emoji panels and text expanders put texts into the page, and no key is pressed."""
    page = Page(browser, PAGES / "workbench.html").fresh()
    long_form(page, lines)
    page.driver.execute_async_script("""
      const [done] = arguments;
      let count = 0;
      (function insert() {
        if (count === 40) return done();
        document.execCommand("insertText", false, `w${count} `);
        count += 1;
        setTimeout(insert, 85 + (count * 37) % 150);
      })();""")
    spoken = "# " + "".join(f"w{n} " for n in range(40))
    page.until(lambda: first_line(page) == spoken, "the whole text", 5)


def test_text_of_an_input_method(driver):
    """Japanese is written in the page before it is chosen: nothing is drawn there meanwhile."""
    page = Page(driver, PAGES / "workbench.html").fresh()
    long_form(page, 300)
    for word, steps in [("かな", "kかかnかな"), ("漢字", "kかかんかんj漢字")]:
        page.driver.execute_cdp_cmd("Input.insertText", {"text": "x"})
        # A letter that is composed before the editor has read the text before it stays in the text.
        time.sleep(0.3)
        for end in range(1, len(steps) + 1):
            page.driver.execute_cdp_cmd("Input.imeSetComposition", {"text": steps[:end], "selectionStart": end, "selectionEnd": end})
            time.sleep(0.05)
        page.driver.execute_cdp_cmd("Input.insertText", {"text": word})
    page.until(lambda: first_line(page) == "# xかなx漢字", "the words", 5)
    # A composition that is given up leaves nothing behind, and colours go on.
    page.driver.execute_cdp_cmd("Input.imeSetComposition", {"text": "a", "selectionStart": 1, "selectionEnd": 1})
    page.driver.execute_cdp_cmd("Input.imeSetComposition", {"text": "", "selectionStart": 0, "selectionEnd": 0})
    type_form(page, "field a: strin\n")
    page.until(lambda: page.all(".form-error") and page.all(".cm-form-keyword"), "the colours")


@pytest.mark.parametrize("kind", ["form", "forms"])
def test_a_short_link_to_a_huge_form(browser, kind):
    page = Page(browser, PAGES / "workbench.html").fresh()
    type_form(page, "field mine: string\n")
    page.until(lambda: page.box("Mine") is not None, "the own form")
    here = page.driver.current_url
    packed = zlib.compressobj(9, wbits=31)
    link = packed.compress(b"# ") + b"".join(packed.compress(b"a" * 1_000_000) for _ in range(300)) + packed.flush()
    page.driver.get("about:blank")
    page.driver.get(f"{here}#{kind}={base64.urlsafe_b64encode(link).decode().rstrip('=')}")
    page.wait_for_start()
    assert page.one("#status").text == "The form in the link has more than 20 MB, so it is not opened."
    assert text_of(page) == "field mine: string\n"
    type_form(page, "field other: string\n")
    page.until(lambda: page.box("Other") is not None, "work goes on")


def test_a_form_is_published(workbench, receiver, tmp_path):
    """The page that the workbench saves is one like those of `formwork page`."""
    type_form(workbench, 'form visit "Your </title> visit"\nfield name "Name": string\nfield kind "Kind": choice("a", "b")\n')
    workbench.until(lambda: workbench.box("Name") is not None, "the form")
    button(workbench, "Publish…").click()
    workbench.until(lambda: workbench.all("dialog[open]"), "the settings")
    assert workbench.run("return document.activeElement.closest('dialog') !== null")
    for address in ("example.org", "javascript:alert(1)", "//example.org", "https://me@example.org", "https://*.org"):
        workbench.run("arguments[0].value = arguments[1]", workbench.one("#publish-submit"), address)
        button(workbench, "Save the page").click()
        workbench.until(lambda: address in workbench.run("return document.getElementById('publish-fault').textContent"), address)
    here = f"http://127.0.0.1:{receiver.server_port}/open/"
    workbench.run("arguments[0].value = arguments[1]", workbench.one("#publish-submit"), here)
    workbench.one("#publish-thanks").send_keys("We will call you.")
    button(workbench, "Save the page").click()
    workbench.until(lambda: "is saved as" in workbench.one("#status").text, "the end")
    assert not workbench.all("dialog[open]")
    name = workbench.one("#status").text.removeprefix("The page is saved as ").removesuffix(".")
    (tmp_path / "page.html").write_bytes(workbench.download(name))
    assert len(gzip.compress((tmp_path / "page.html").read_bytes(), 9)) <= 1_500_000
    page = Page(workbench.driver, tmp_path / "page.html").fresh()
    assert page.one("h1").text == "Your </title> visit" == page.driver.title
    page.fill("Name", "Ann")
    page.box("a").click()
    send(page)
    page.until(lambda: page.all(".result"), "it is sent")
    assert receiver.records == ['{"name":"Ann","kind":"a"}'] and page.one(".thanks").text == "We will call you."
    assert [one for one in page.complaints() if "405" not in one and "inline style" not in one] == []


def test_a_published_page_has_its_language_and_its_look(workbench, tmp_path):
    """The page has the same settings as that of `formwork page` with the same flags."""
    form = tmp_path / "visit.form"
    form.write_text('form visit "Your visit" de "Ihr Besuch"\nlanguage en\nfield name "Name": string\n')
    (tmp_path / "l.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'></svg>")
    (tmp_path / "a.css").write_text(":root { --accent: #0a5c2b; }\nh1 { color: rgb(1, 2, 3) } /* </style> */\n")
    (tmp_path / "large.css").write_text("/*" + "x" * (1 << 20) + "*/")
    workbench.driver.find_element("id", "open-file").send_keys(str(form))
    workbench.until(lambda: text_of(workbench) == form.read_text() and workbench.box("Name") is not None, "the form")
    button(workbench, "Publish…").click()
    workbench.until(lambda: workbench.all("dialog[open]"), "the settings")
    assert workbench.run("return [...document.getElementById('publish-language').options].map((one) => one.text)") == \
        ["The form’s own: English", "Deutsch"]
    workbench.one("#publish-language").send_keys("Deutsch")
    workbench.one("#publish-logo").send_keys(str(tmp_path / "l.svg"))
    workbench.one("#publish-style").send_keys(str(tmp_path / "large.css"))
    button(workbench, "Save the page").click()
    workbench.until(lambda: workbench.all("#publish-fault:not(:empty)"), "the sentence")
    assert workbench.one("#publish-fault").text == "large.css is too large for a page. The limit is 1 MB."
    assert workbench.run("return [document.activeElement.id, document.querySelectorAll('dialog [aria-invalid]').length]") == ["publish-style", 1]
    workbench.one("#publish-style").send_keys(str(tmp_path / "a.css"))
    button(workbench, "Save the page").click()
    (tmp_path / "page.html").write_bytes(workbench.download("visit.html"))
    page = Page(workbench.driver, tmp_path / "page.html").fresh()
    assert page.one("h1").text == "Ihr Besuch" == page.driver.title and page.one("button[type=submit]").text == "Fertig"
    assert page.run("return getComputedStyle(document.querySelector('h1')).color") == "rgb(1, 2, 3)"
    subprocess.run([TOOL, "page", form, "--out", tmp_path / "tool.html", "--language", "de", "--style", tmp_path / "a.css",
                    "--logo", tmp_path / "l.svg"], check=True)
    settings = [json.loads(re.search(r'id="form">(.*?)</script>', (tmp_path / f"{name}.html").read_text(), re.DOTALL)[1])
                for name in ("page", "tool")]
    settings = [{name: value for name, value in one.items() if value is not None} for one in settings]
    assert settings[0] == settings[1]


def test_a_faulty_form_is_not_published(workbench):
    type_form(workbench, "field a: strin\n")
    button(workbench, "Publish…").click()
    workbench.until(lambda: "cannot be published" in workbench.one("#status").text, "the sentence")
    assert not workbench.all("dialog[open]")


def widths(page):
    """Where the text ends and the other part begins, and where it ends, in pixels."""
    return page.run("return ['writing', 'trying'].map((id) => Math.round(document.getElementById(id).getBoundingClientRect().width))")


def test_the_bar_between_the_parts(browser):
    page = Page(browser, PAGES / "workbench.html").fresh()
    left, right = widths(page)
    assert abs(left - right) < 30
    bar = page.one("#splitter")
    ActionChains(browser, duration=50).drag_and_drop_by_offset(bar, 200, 0).perform()
    page.until(lambda: abs(widths(page)[0] - left - 200) < 20, "it is dragged")
    assert page.run("return document.activeElement.id") == "splitter"
    bar.send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    page.until(lambda: widths(page)[0] < left + 170, "by keys")
    share = int(bar.get_attribute("aria-valuenow"))
    browser.refresh()
    page.wait_for_start()
    assert int(page.one("#splitter").get_attribute("aria-valuenow")) == share
    bar = page.one("#splitter")
    bar.send_keys(Keys.HOME)
    assert page.one("#splitter").get_attribute("aria-valuenow") == "20"
    # Without dragging: each press goes to the next of three places.
    found = []
    for _ in range(3):
        bar.click()
        found.append(bar.get_attribute("aria-valuenow"))
    assert found == ["50", "67", "33"]
    page.width(800)
    assert not page.all("#splitter"), "below each other there is none"
    page.width(1440)


def test_the_editor_has_the_whole_height(workbench):
    """The text, its findings and the form are in view at once. Each part scrolls by itself."""
    workbench.width(1440, 700)
    choices = "".join(f'field f{n} "Field {n}": strin\n' for n in range(60))
    type_form(workbench, 'field name "Name": string\n')
    workbench.until(lambda: workbench.box("Name") is not None and len(workbench.all("#panel-form input")) == 1, "the form")
    assert workbench.run("return document.querySelector('.CodeMirror').getBoundingClientRect().bottom") == 700
    type_form(workbench, choices)
    workbench.until(lambda: len(workbench.all("#findings li")) > 10, "the findings")
    bottom, top, end = workbench.run("""
      const editor = document.querySelector('.CodeMirror').getBoundingClientRect(), list = document.getElementById('findings').getBoundingClientRect();
      return [editor.bottom, list.top, list.bottom]""")
    assert bottom <= top and end == 700 and bottom > 300
    type_form(workbench, choices.replace("strin", "string"))
    workbench.until(lambda: workbench.box("Field 59") is not None, "the form")
    workbench.one("#panel-form button[type=submit]").click()
    workbench.until(lambda: workbench.all(".summary"), "the summary")
    assert workbench.run("return document.documentElement.scrollHeight") == 700
    assert 0 < workbench.run("return document.querySelector('.summary').getBoundingClientRect().top") < 300
    workbench.width(1440)


def name_of(page, id):
    return page.run("return document.getElementById(arguments[0]).ariaLabel", id)


def test_undo_says_what_it_undoes(browser):
    page = Page(browser, PAGES / "workbench.html").fresh()
    assert name_of(page, "undo") == "Undo" and page.one("#undo").get_attribute("aria-disabled") == "true"
    type_form(page, "field  a: string\n# end\n")
    page.run("const { CodeMirror: view } = document.querySelector('.CodeMirror'); view.focus(); view.setCursor(1, 5)")
    page.one("#format").click()
    page.until(lambda: text_of(page) == "field a: string\n# end\n", "the layout")
    page.run("const { CodeMirror: view } = document.querySelector('.CodeMirror'); view.focus(); view.setCursor(1, 5)")
    page.driver.switch_to.active_element.send_keys("ing")
    page.until(lambda: text_of(page) == "field a: string\n# ending\n" and name_of(page, "undo") == "Undo typing in line 2", "typing")
    page.one("#undo").click()
    page.until(lambda: text_of(page) == "field a: string\n# end\n", "it is undone")
    assert page.one("#status").text == "Undone: typing in line 2." and name_of(page, "undo") == "Undo formatting"
    assert name_of(page, "redo") == "Redo typing in line 2"
    page.run("document.querySelector('.CodeMirror').CodeMirror.focus()")
    page.driver.switch_to.active_element.send_keys(Keys.CONTROL, "z")
    page.until(lambda: text_of(page) == "field  a: string\n# end\n", "by keys")
    assert page.one("#status").text == "Undone: formatting."
    page.one("#redo").click()
    page.until(lambda: page.one("#status").text == "Done again: formatting.", "it is done again")
    # Another form has no steps back.
    page.one("#examples").send_keys("Order", Keys.ENTER)
    page.until(lambda: form_name(page) == "order.form", "the example")
    assert name_of(page, "undo") == "Undo" and name_of(page, "redo") == "Redo"
    page.one("#undo").click()
    assert text_of(page).startswith("# The orders of a day")


def test_find_and_replace(browser):
    page = Page(browser, PAGES / "workbench.html").fresh()
    type_form(page, "field cat: string\nfield dog: string\nfield catalogue: string\n")
    page.run("document.querySelector('.CodeMirror').CodeMirror.focus()")
    place = lambda: page.run("const { line, ch } = document.querySelector('.CodeMirror').CodeMirror.getCursor('from'); return [line, ch]")
    page.one("#find").click()
    assert page.run("return [document.activeElement.closest('.CodeMirror-dialog') !== null, document.activeElement.ariaLabel]") == [True, "Find"]
    page.driver.switch_to.active_element.send_keys("cat", Keys.ENTER)
    page.until(lambda: place() == [0, 6] and len(page.all(".cm-searching")) == 2, "the first")
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.until(lambda: place() == [2, 6], "the next")
    page.driver.switch_to.active_element.send_keys(Keys.HOME, "no", Keys.ENTER)
    page.until(lambda: page.one("#status").text == "“nocat” is not in the text.", "nothing is found")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.until(lambda: not page.all(".CodeMirror-dialog, .cm-searching"), "it is closed")
    page.driver.switch_to.active_element.send_keys(Keys.CONTROL, "f")
    page.until(lambda: page.all(".CodeMirror-dialog"), "by keys")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.run("document.querySelector('.CodeMirror').CodeMirror.setCursor(0, 0)")
    page.one("#replace").click()
    page.driver.switch_to.active_element.send_keys("cat", Keys.ENTER)
    page.until(lambda: page.run("return document.activeElement.ariaLabel") == "Replace with", "what to write")
    page.driver.switch_to.active_element.send_keys("cow", Keys.ENTER)
    page.until(lambda: page.all(".CodeMirror-dialog button"), "the question")
    button(page, "All").click()
    page.until(lambda: text_of(page) == "field cow: string\nfield dog: string\nfield cowalogue: string\n", "both")
    assert name_of(page, "undo").startswith("Undo replacing")


def test_the_first_visit(browser):
    page = Page(browser, PAGES / "workbench.html").fresh()
    assert [one.text for one in page.all("#welcome h3")] == ["A form to fill in", "An example"]
    titles = page.run("return [...document.querySelectorAll('#begin-examples button')].map((one) => one.textContent)")
    assert titles == page.run("return [...document.getElementById('examples').options].slice(1).map((one) => one.text)")
    browser.refresh()
    page.wait_for_start()
    assert page.all("#welcome"), "nothing was chosen yet"
    button(page, titles[1]).click()
    page.until(lambda: form_name(page) == "order.form" and not page.all("#welcome"), "the example")
    assert page.run("return document.activeElement.closest('.CodeMirror') !== null")
    browser.refresh()
    page.wait_for_start()
    assert not page.all("#welcome")
    page.fresh()
    button(page, "Begin with this form").click()
    assert not page.all("#welcome") and text_of(page).startswith("form members")
    # The text has the focus, and can be written at once.
    page.driver.switch_to.active_element.send_keys("# mine")
    page.until(lambda: text_of(page).startswith("# mine"), "writing")
    page.fresh()
    page.run("const { CodeMirror: view } = document.querySelector('.CodeMirror'); view.focus(); view.setCursor(0, 0)")
    page.driver.switch_to.active_element.send_keys("# mine")
    page.until(lambda: not page.all("#welcome"), "writing is a choice, too")

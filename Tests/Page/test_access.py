"""What people hear who use a screen reader, and what they reach with the keyboard: the tests behind
examples/page/accessibility.md, beside those of test_looks.py."""
import re

from conftest import HOME, PAGES, Page, button, checked, form_page, written_page
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from test_workbench import ROWS, open_tab, paste, text_of, type_form

# Roles that are read with their name. What is inside is part of the name.
NAMED = {"heading", "link", "button", "textbox", "combobox", "checkbox", "radio", "option", "tab", "columnheader", "rowheader", "cell", "spinbutton",
         "searchbox", "separator"}
# Roles around others, which are announced when they are entered.
AROUND = {"group", "alert", "form", "main", "region", "dialog", "tabpanel", "tablist", "toolbar", "list", "table", "banner", "status"}
STATES = ("checked", "selected", "pressed", "expanded", "invalid")


def reading(driver, root="main"):
    """The page as assistive technology gets it from Chromium, line by line: the role, the name, the states and the description."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    lines = []

    def text_in(node):
        if node["role"]["value"] == "StaticText":
            return node["name"]["value"]
        return " ".join(text_in(by_id[one]) for one in node.get("childIds", []) if one in by_id)

    def walk(node):
        role, name = node["role"]["value"], node.get("name", {}).get("value", "").strip()
        if node["ignored"] or role in ("generic", "none", "RootWebArea"):
            for one in node.get("childIds", []):
                if one in by_id:
                    walk(by_id[one])
            return
        if role in ("InlineTextBox", "ListMarker"):
            return
        if role in ("LabelText", "Legend"):
            # The texts of labels are the names of boxes.
            for one in node.get("childIds", []):
                if one in by_id and by_id[one]["role"]["value"] != "StaticText":
                    walk(by_id[one])
            return
        if role in ("paragraph", "StaticText", "term", "definition", "DescriptionListTerm", "DescriptionListDetail"):
            inner = [by_id[one] for one in node.get("childIds", []) if one in by_id]
            if not any(one["role"]["value"] in NAMED for one in inner):
                lines.append(re.sub(r"\s+", " ", text_in(node)).strip())
                return
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        level = f" {states['level']}" if role == "heading" else ""
        said = [one if states[one] in (True, "true") else f"not {one}" for one in STATES
                if one in states and not (one in ("invalid", "pressed", "selected") and states[one] in (False, "false"))]
        said += [node["description"]["value"]] if node.get("description", {}).get("value") else []
        if role in NAMED or (role in AROUND and (name or role == "alert")):
            lines.append(f"{role}{level}: {name}".strip() + (f" ({'; '.join(said)})" if said else ""))
        if role not in NAMED:
            for one in node.get("childIds", []):
                if one in by_id:
                    walk(by_id[one])

    walk(next(node for node in nodes if node["role"]["value"] == root))
    return [line for line in lines if line]


VISIT = """form visit "Your visit"
field name "Name": string hint "As in your passport"
field kind "Kind": choice("a" "First", "b" "Second") optional
field isMember "Member": bool
when isMember < field number "Number": int rule value in 1...9000 message "From {min} to {max}" >
field guests "Guests": list of < field guest "Guest": string > optional
field pin "PIN": string secret optional
field total "Total": int = 2
"""

EMPTY = """heading 1: Your visit
As in your passport
textbox: Name (As in your passport)
group: Kind (optional)
radio: First (not checked)
radio: Second (not checked)
radio: No answer (not checked)
group: Member
radio: Yes (not checked)
radio: No (not checked)
group: Guests (optional)
button: Add: Guests
textbox: PIN (optional)
button: Show: PIN
status: Total
2
button: Done
Your answers are kept in this browser until you save them or start again.
button: Save for later
button: Open saved answers
button: Print
button: Start again"""

WRONG = """heading 1: Your visit
alert:
heading 2: There is a problem
link: Name is required
link: Number is required
link: Guests 1: Guest is required
As in your passport
Error: Name is required
textbox: Name (invalid; As in your passport Error: Name is required)
group: Kind (optional)
radio: First (not checked)
radio: Second (not checked)
radio: No answer (not checked)
group: Member
radio: Yes (checked)
radio: No (not checked)
From 1 to 9000
Error: Number is required
textbox: Number (invalid; From 1 to 9000 Error: Number is required)
group: Guests (optional)
group: Guests 1
Error: Guest is required
textbox: Guest (invalid; Error: Guest is required)
button: Remove: Guests 1
button: Add another: Guests
textbox: PIN (optional)
button: Show: PIN
status: Total
2
button: Done"""

CHECKED = """heading 1: Your visit
heading 2: Check your answers
Name
Ann
button: Change: Name
Kind
No answer
button: Change: Kind
Member
No
button: Change: Member
Guests
No answer
button: Change: Guests
PIN
No answer
button: Change: PIN
Total
2
button: Save
button: Save as CSV
button: Print
button: Back to the form"""


def test_the_order_in_which_a_page_is_read(driver, tmp_path):
    page = written_page(driver, tmp_path, VISIT)
    assert reading(driver) == EMPTY.split("\n")
    page.box("Yes").click()
    page.until(lambda: page.box("Number") is not None, "the branch")
    button(page, "Add").click()
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    assert reading(driver)[:len(WRONG.split("\n"))] == WRONG.split("\n")
    assert driver.title == "Error: \u200bYour visit"
    page.box("No").click()
    button(page, "Remove").click()
    page.fill("Name", "Ann")
    checked(page)
    assert reading(driver) == CHECKED.split("\n") and driver.title == "Your visit"


WORKBENCH = """heading 1: Formwork
toolbar: The form
combobox: Start with an example (not expanded)
button: Open…
button: Save
button: Copy a link
button: Publish…
Ready. Engine 0.1.0. Nothing leaves this page.
region: How do you want to begin?
heading 2: How do you want to begin?
heading 3: A form to fill in
Below is a small one: its text, and beside it what people see. Change the text, and the form follows.
button: Begin with this form
heading 3: An example
Look at a finished form, try it, and change what you like.
button: Sign up, in English and Japanese
button: Order from a shop
button: Questions before a visit to a clinic
button: Stock of a warehouse, as a table
button: Survey among French readers, as a table
button: A tour of what a form can say
region: Write
group: The text
button: Undo
button: Redo
button: Find…
button: Replace…
button: Format
textbox: The form's text
separator: Width of the text (Drag, press, or use the arrow keys)
region: Try
tablist: Try
tab: Form (selected)
tab: Data
tab: In words
tabpanel: Form
heading 2: Our members
textbox: Name
textbox: Email
group: I come by car
radio: Yes (not checked)
radio: No (not checked)
button: Done"""

DATA = """tabpanel: Data
button: Open data…
combobox: Format (not expanded)
combobox: Delimiter (not expanded)
combobox: Encoding (not expanded)
textbox: Paste data here, or drop a file: CSV, JSON, NDJSON, Excel
6 records: 5 accepted, 1 rejected
heading 2: Problems by rule
Press a bar to see only its rows.
button: n · type 1
button: n · compare (warning) 1
button: Save problems (CSV)
button: Save problems (HTML)
heading 2: Rows with problems
region: Rows with problems
columnheader: Row
columnheader: id
columnheader: n
rowheader: 6
cell: 5
cell: x
cell: B6: Number is a number
rowheader: 7
cell: 6
cell: 6
cell: Warning: B7: 6 is much"""


def test_the_order_in_which_the_workbench_is_read(workbench):
    workbench.until(lambda: workbench.box("Name") is not None, "the form")
    assert reading(workbench.driver, "RootWebArea")[:len(WORKBENCH.split("\n"))] == WORKBENCH.split("\n")
    type_form(workbench, 'field id "ID": int\nfield n "Number": int message "{label} is a number"\n  rule value < 6 warning "{value} is much"\n')
    open_tab(workbench, "data")
    paste(workbench, "id,n\n" + "\n".join(ROWS[:6]) + "\n")
    announced = lambda: workbench.run("return document.getElementById('data-status').textContent")
    workbench.until(lambda: announced() == "6 records: 5 accepted, 1 rejected", "the counts are announced")
    workbench.until(lambda: announced() == "", "and then only shown")
    assert reading(workbench.driver, "tabpanel") == DATA.split("\n")


def test_names_have_the_words_that_are_seen(driver, tmp_path):
    """Voice control presses what is read aloud (WCAG 2.5.3)."""
    different = """
      return [...document.querySelectorAll("button[aria-label], a[aria-label], [role=tab][aria-label], [role=option][aria-label]")]
        .filter((one) => one.checkVisibility() && !one.ariaLabel.toLowerCase().includes(one.innerText.trim().toLowerCase().replace("…", "")))
        .map((one) => [one.ariaLabel, one.innerText])"""
    page = form_page(driver, tmp_path, HOME / "examples" / "order" / "order.form")
    assert page.run("return document.querySelectorAll('button[aria-label]').length") > 2
    assert page.run(different) == []
    page = Page(driver, PAGES / "workbench.html").fresh()
    assert page.run(different) == []


def focused(page):
    return page.run("""
      const { activeElement: one } = document;
      return one.closest(".CodeMirror") ? "editor" : one.id || one.textContent""")


def test_tab_goes_through_the_workbench(browser):
    """Every part is reached, and none keeps the focus (WCAG 2.1.1, 2.1.2)."""
    page = Page(browser, PAGES / "workbench.html").fresh()
    page.one("#examples").click()
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.run("document.getElementById('examples').focus()")
    seen = [focused(page)]
    while seen[-1] != "Start again" and len(seen) < 60:
        page.driver.switch_to.active_element.send_keys(Keys.TAB)
        seen.append(focused(page))
    wanted = ["examples", "open", "save", "link", "publish", "begin-form", "Order from a shop", "undo", "redo", "find", "replace", "format", "editor",
              "splitter", "tab-form", "panel-form", "Done", "Start again"]
    assert [one for one in seen if one in wanted] == wanted
    # Back again, through the editor, too.
    for _ in range(len(seen) - 1):
        page.driver.switch_to.active_element.send_keys(Keys.SHIFT, Keys.TAB)
    assert focused(page) == "examples"
    page.run("document.getElementById('tab-form').focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    assert page.all("#panel-data") and focused(page) == "tab-data"


def test_explanations_can_be_pointed_at_and_ended(browser):
    """WCAG 1.4.13, and the same by a key."""
    page = Page(browser, PAGES / "workbench.html").fresh()
    type_form(page, "field a: string trimmed\n")
    page.until(lambda: len(page.all(".cm-form-keyword")) == 2, "the colours")
    word = page.all(".cm-form-keyword")[1]
    ActionChains(browser, duration=0).move_to_element(word).move_by_offset(1, 0).perform()
    page.until(lambda: page.all(".tip"), "the explanation")
    text = page.one(".tip").text
    assert "trimmed" in text or "space" in text
    # The pointer goes to it in steps, as a hand does.
    ActionChains(browser, duration=30).move_by_offset(0, 8).move_by_offset(0, 8).move_by_offset(2, 12).perform()
    page.run("return new Promise((resolve) => setTimeout(resolve, 700))")
    assert page.all(".tip") and page.one(".tip").text == text
    page.run("document.querySelector('.CodeMirror').CodeMirror.focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not page.all(".tip")
    page.run("document.querySelector('.CodeMirror').CodeMirror.setCursor(0, 18)")
    page.driver.switch_to.active_element.send_keys(Keys.F1)
    page.until(lambda: page.all(".tip") and page.one(".tip").text == text, "by a key")
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    assert not page.all(".tip") and text_of(page) == "field a: string trimmed\n"


def test_an_answer_is_given_once(driver, tmp_path):
    page = written_page(driver, tmp_path, 'field a "Invoice to": string from "name"\nfield b "Deliver to": string from "name"\n')
    page.fill("Invoice to", "Ann")
    assert page.box("Deliver to").get_attribute("value") == "Ann"
    page.fill("Deliver to", "Bob")
    assert page.box("Invoice to").get_attribute("value") == "Bob"


# The criteria of WCAG 2.2 at the levels A and AA.
CRITERIA = """1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13
2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8
3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3"""


def test_the_document_has_every_criterion_and_names_tests():
    text = (HOME / "examples" / "page" / "accessibility.md").read_text()
    rows = re.findall(r"^\| (\d+\.\d+\.\d+) [^|]+\| [^|]+ \| ([^|]+) \|$", text, re.MULTILINE)
    assert [number for number, _ in rows] == CRITERIA.split() and len(rows) == 55
    tests = {name for path in (HOME / "Tests" / "Page").glob("test_*.py") for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)}
    for number, tried in rows:
        assert tried in ("does not apply", "by design", "widths of axe") or "`test_" in tried, number
    assert set(re.findall(r"`(test_\w+)`", text)) <= tests

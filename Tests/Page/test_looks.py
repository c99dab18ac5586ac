"""How the pages look and whether they can be used by everybody. The pictures are kept for the documentation:
FORMWORK_RECORD=1 writes them into examples/page."""
import importlib.util
import os
import pathlib

import pytest
from conftest import HOME, checked, form_page
from test_sending import address, filled_page, receiver, send
from test_workbench import ROWS, open_tab, paste, type_form

PICTURES = HOME / "examples" / "page"
LOOKS = [(width, dark) for width in (320, 768, 1440) for dark in (False, True)]

KEPT = [(320, False), (768, True), (1440, False)]


def violations(page):
    """What axe finds on a page."""
    folder = importlib.util.find_spec("axe_core_python").submodule_search_locations[0]
    page.run(pathlib.Path(folder, "axe.min.js").read_text())
    return page.driver.execute_async_script("axe.run().then(({ violations }) => arguments[0](violations))")


def check(page, name, is_kept=True):
    """Looks at a page in each width, light and dark: axe finds nothing, and nothing is wider than the screen."""
    for width, dark in LOOKS:
        page.width(width, dark=dark)
        found = violations(page)
        assert [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found] == [], (name, width, dark)
        wide = page.run("return document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name} is {wide} pixels too wide at {width}"
        if is_kept and os.environ.get("FORMWORK_RECORD") and (width, dark) in KEPT:
            PICTURES.mkdir(exist_ok=True)
            page.run("scrollTo(0, 0); for (const one of document.querySelectorAll('.scroll')) one.scrollTo(0, 0)")
            page.driver.save_screenshot(str(PICTURES / f"{name}-{width}-{'dark' if dark else 'light'}.png"))
    page.width(1440)


@pytest.mark.parametrize("form", ["register", "order", "clinic"])
def test_a_form_with_problems(driver, tmp_path, form):
    page = form_page(driver, tmp_path, HOME / "examples" / form / f"{form}.form")
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    check(page, form)


@pytest.mark.parametrize("path", ["/open/slow", "/open/fails", "/open/"])
def test_what_became_of_a_record(driver, tmp_path, receiver, path):
    page = filled_page(driver, tmp_path, address(receiver, path))
    page.fill("Amount", "5000")
    checked(page)
    if path == "/open/":
        check(page, "check", is_kept=False)
    send(page)
    page.until(lambda: page.all(".result, .status.fault, button[aria-disabled=true]"), "what became of it")
    if path != "/open/slow":
        page.until(lambda: page.all(".result, .status.fault"), "what became of it")
    if path == "/open/":
        page.one(".copy summary").click()
    check(page, "sent", is_kept=False)


def test_the_workbench(workbench):
    workbench.run("const e = document.getElementById('examples'); e.value = 'register.form'; e.dispatchEvent(new Event('change'))")
    workbench.until(lambda: workbench.box("Favorite fruit") or workbench.box("Apple"), "the sign-up")
    workbench.fill("ID", "a b")
    workbench.until(lambda: workbench.message("ID"), "a problem")
    check(workbench, "workbench")


def test_data(workbench):
    type_form(workbench, 'field id "ID": int\nfield n "Number": int message "{label} is a number"\n'
                         '  rule value < 6 warning "{value} is much"\n')
    open_tab(workbench, "data")
    paste(workbench, "id,n\n" + "\n".join(ROWS) + "\n")
    workbench.until(lambda: workbench.all("#headline"), "the counts")
    check(workbench, "data")


def test_findings(workbench):
    type_form(workbench, "field a: strin\nfield b: int rule value > 5\n")
    workbench.until(lambda: len(workbench.all("#findings li")) == 2, "the findings")
    check(workbench, "findings")


def test_letters_from_right_to_left(driver, tmp_path):
    form = tmp_path / "a.form"
    form.write_text('form a "نموذج"\nlanguage ar\nfield name "الاسم": string message "الاسم مطلوب"\n')
    page = form_page(driver, tmp_path, form)
    assert page.run("return getComputedStyle(document.getElementById('page')).direction") == "rtl"
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    assert page.run("return document.querySelector('.summary a').getBoundingClientRect().right > innerWidth / 2")

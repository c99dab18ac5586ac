"""How the pages look and whether they can be used by everybody. The pictures are kept for the documentation:
FORMWORK_RECORD=1 writes them into examples/page."""
import importlib.util
import os
import pathlib

import pytest
from conftest import HOME, PAGES, Page, button, checked, form_page, written_page
from selenium.webdriver.common.keys import Keys
from test_sending import address, filled_page, gone, receiver, restarted, send
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
    workbench.one("#find").click()
    workbench.driver.switch_to.active_element.send_keys("field", Keys.ENTER)
    workbench.until(lambda: workbench.all(".cm-searching"), "what is found")
    check(workbench, "find", is_kept=False)


def test_the_welcome(workbench):
    check(workbench, "welcome")


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


VISIT = """form visit "{title}"
language {language}
field name "{name}": string
field born "{born}": date("d.M.yyyy") rule past
field isMember "{member}": bool
when isMember <
  field number "{number}": int rule value in 1...9000
>
field land "{land}": choice({lands})
field pin "{pin}": string secret optional
field guests "{guests}": list of < field guest "{name}": string field age "{age}": int optional >
field total "{total}": int = count(guests) * 2
"""
LANDS = ", ".join(f'"land{n}"' for n in range(14))
WORDS = {
    "en": dict(title="Your visit", name="Name", born="Born", member="Member?", number="Number", land="Country", pin="PIN", guests="Guests",
               age="Age", total="Total"),
    "ar": dict(title="زيارتك", name="الاسم", born="تاريخ الميلاد", member="عضو؟", number="الرقم", land="البلد", pin="الرمز", guests="الضيوف",
               age="العمر", total="المجموع"),
    "he": dict(title="הביקור שלך", name="שם", born="תאריך לידה", member="חבר?", number="מספר", land="ארץ", pin="קוד", guests="אורחים",
               age="גיל", total="סך הכול"),
}


@pytest.mark.parametrize("language", WORDS)
def test_every_state(driver, tmp_path, receiver, language):
    """Empty, with errors, a branch and rows, a search open, the answers, waiting for a connection, printed, sent."""
    words = WORDS[language]
    # Nothing is at the address until the answers wait.
    port = gone(receiver)
    form = VISIT.format(language=language, lands=LANDS, **words)
    page = written_page(driver, tmp_path, form, "--submit", f"http://127.0.0.1:{port}/open/", "--privacy", "https://example.org/privacy")
    assert page.run("return getComputedStyle(document.getElementById('page')).direction") == ("ltr" if language == "en" else "rtl")
    check(page, f"empty-{language}", is_kept=False)
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    side = page.run("const { left, right } = document.querySelector('.summary a').getBoundingClientRect(); return (left + right) / 2 / innerWidth")
    assert side < 0.5 if language == "en" else side > 0.5
    check(page, f"errors-{language}", is_kept=False)
    page.all(".ticks input")[0].click()
    page.until(lambda: page.box(words["number"]) is not None, "the branch")
    page.press(page.one(".group > button"), 0)
    page.until(lambda: len(page.all(".item")) == 2, "another row")
    for label, text in {"name": "Ann", "born": "1.2.1990", "number": "7"}.items():
        page.fill(words[label], text)
    for box in page.run("return [...document.querySelectorAll('.item')].map((one) => one.querySelector('input'))"):
        box.send_keys("Bob")
    page.box(words["land"]).send_keys("land1")
    page.until(lambda: page.all("[role=option]"), "the choices")
    check(page, f"open-{language}", is_kept=False)
    page.run("arguments[0].blur()", page.box(words["land"]))
    assert checked(page)[words["total"]] == "4"
    check(page, f"check-{language}", is_kept=False)
    page.one(".review .buttons button").click()
    page.until(lambda: page.all(".status.fault"), "no connection")
    check(page, f"offline-{language}", is_kept=False)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert violations(page) == []
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    with restarted(port):
        page.run("dispatchEvent(new Event('online'))")
        page.until(lambda: page.all(".result"), "it is sent")
    page.one(".copy summary").click()
    check(page, f"sent-{language}", is_kept=False)


def test_built_in_words_from_right_to_left(driver, tmp_path):
    for language, required, end in [("ar", "الاسم: هذا الحقل مطلوب", "تم"), ("he", "שם: שדה חובה", "סיום")]:
        page = written_page(driver, tmp_path, f'language {language}\nfield a "{WORDS[language]["name"]}": string\n')
        assert page.one("button[type=submit]").text == end
        page.one("button[type=submit]").click()
        page.until(lambda: page.all(".summary"), "the summary")
        assert page.one(".summary li").text == required
        assert page.run("return getComputedStyle(document.querySelector('.messages .error')).direction") == "rtl"


def test_texts_that_fall_back_say_their_language(driver, tmp_path):
    page = written_page(driver, tmp_path, """language ar
field a "اسم" en "Name": string hint "تلميح"
field b "نوع" en "Kind": choice("x" "نعم" en "Yes", "y" "لا")
field c "عمر": int
""", "--language", "en")
    assert page.run("return [document.documentElement.lang, document.getElementById('page').dir]") == ["en", "ltr"]
    marked = page.run("return [...document.querySelectorAll('#page [lang=ar]:not(option)')].map((one) => [one.textContent, one.dir])")
    assert marked == [["تلميح", "rtl"], ["لا", "rtl"], ["عمر", "rtl"]]
    # The first letter of an answer or a message decides nothing.
    assert page.run("return document.querySelectorAll('#page :not(input, textarea, dd)[dir=auto]').length") == 0


FALLING_BACK = """form besuch "بازدید"
language fa
words required "{{label}} را بنویسید"
field name "نام": string rule count(3...10) message "نام کوتاه است"
field pin "رمز": string secret optional
field day "روز": date("d.M.yyyy") optional
field member "عضو": bool optional
field land "کشور": choice({lands}) optional message "کشوری از فهرست"
field kinds "انواع": list of choice({lands}) optional
field guests "مهمانان": list of < field guest "نام": string > optional
field total "جمع": int = 2
"""


def test_the_page_s_words_say_their_language(driver, tmp_path, receiver):
    """There are no built-in words in Persian. English ones, and only those, are marked as English from left to right."""
    port = gone(receiver)
    lands = ", ".join(f'"{n}" "کشور {n}"' for n in range(14))
    page = written_page(driver, tmp_path, FALLING_BACK.format(lands=lands), "--submit", f"http://127.0.0.1:{port}/open/")

    def unmarked():
        return page.run("""
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const wrong = [];
          while (texts.nextNode()) {
            const { data, parentElement: element } = texts.currentNode;
            // The number and the sentence of the server have no language.
            if (element.closest("script, .number strong, .answer") || !/\\p{L}/u.test(data)) continue;
            const language = /[a-z]/.test(data) ? "en" : "fa";
            if (element.closest("[lang]").lang !== language || (element.closest("[dir]:not([dir=auto])").dir === "rtl") !== (language === "fa")) wrong.push(data);
          }
          return wrong;""")

    assert page.run("return [document.documentElement.lang, document.getElementById('page').dir]") == ["fa", "rtl"]
    assert unmarked() == []
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    button(page, "Add").click()
    page.box("کشور").send_keys("nowhere")
    page.until(lambda: page.one("[role=option]").text == "Nothing found", "the search")
    assert unmarked() == []
    page.fill("کشور", "")
    for box in page.run("return document.querySelectorAll('input[dir=auto]:not([type=password])')"):
        if box.is_displayed() and box.get_attribute("value") == "":
            box.send_keys("1.1.2026" if box.get_attribute("inputmode") == "decimal" else "علی رضا")
    page.fill("رمز", "x")
    checked(page)
    assert unmarked() == []
    send(page)
    page.until(lambda: page.all(".status.fault"), "no connection")
    assert unmarked() == []
    here = driver.current_url
    driver.get("about:blank")
    driver.get(here)
    page.wait_for_start()
    page.until(lambda: page.all(".summary"), "that it was not sent")
    assert unmarked() == []
    page.fill("رمز", "x")
    with restarted(port):
        send(page)
        page.until(lambda: page.all(".result"), "it is sent")
    page.one(".copy summary").click()

    assert unmarked() == []


def luminance(colour):
    parts = [int(colour[place:place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_the_focus_is_seen(driver, tmp_path, dark):
    page = written_page(driver, tmp_path, 'field a "A": string\n')
    page.width(1440, dark=dark)
    colour = lambda name: page.run("return getComputedStyle(document.documentElement).getPropertyValue(arguments[0]).trim()", f"--{name}")
    for ground in ("page", "panel", "error-page", "good-page"):
        assert contrast(colour("focus"), colour(ground)) >= 3, ground
    for word, ground in [("text", "page"), ("quiet", "page"), ("quiet", "panel"), ("accent", "page"), ("on-accent", "accent"), ("error", "page"),
                         ("warning", "page"), ("good", "page"), ("quiet", "good-page"), ("accent", "good-page")]:
        assert contrast(colour(word), colour(ground)) >= 4.5, (word, ground)
    assert contrast(colour("line"), colour("page")) >= 3
    page.box("A").send_keys("x")
    assert page.run("return getComputedStyle(document.activeElement).outlineWidth") == "3px"
    page.width(1440)


def test_forced_colours(driver, tmp_path):
    page = written_page(driver, tmp_path, 'field a "A": string\nfield b "B": int\n')
    page.fill("B", "x")
    page.until(lambda: page.message("B"), "the problem")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]})
    bars = page.run("return [...document.querySelectorAll('.box')].map((one) => getComputedStyle(one).borderInlineStartWidth)")
    assert bars == ["0px", "8px"], "only the box with an error has a bar"
    assert violations(page) == []
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_little_motion(driver, tmp_path, receiver):
    page = filled_page(driver, tmp_path, address(receiver, "/open/slow"))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    send(page)
    page.until(lambda: page.all(".busy"), "the sign")
    assert page.run("return getComputedStyle(document.querySelector('.busy'), '::before').animationName") == "none"
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    receiver.go.set()


@pytest.mark.parametrize("name", ["clinic", "workbench"])
def test_large_letters_and_spacing(driver, tmp_path, name):
    """Text four times as large on 1280 pixels, and the spacing of WCAG 1.4.12, cut nothing off."""
    if name == "clinic":
        page = form_page(driver, tmp_path, HOME / "examples" / "clinic" / "clinic.form")
    else:
        page = Page(driver, PAGES / "workbench.html").fresh()
        page.until(lambda: page.box("Name") is not None, "the form")
    page.width(1280)
    page.run("document.documentElement.style.fontSize = '400%'")
    assert page.run("return document.documentElement.scrollWidth - innerWidth") <= 0
    page.run("document.documentElement.style.fontSize = ''; const sheet = new CSSStyleSheet(); sheet.replaceSync("
             "'* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }');"
             "document.adoptedStyleSheets = [sheet]")
    page.width(320)
    assert page.run("return document.documentElement.scrollWidth - innerWidth") <= 0
    cut = page.run("return [...document.querySelectorAll('label, legend, button, p')].filter((one) => one.scrollWidth > one.clientWidth + 1"
                   " && getComputedStyle(one).display !== 'inline' && !one.matches('.out-of-sight, .out-of-sight *')).map((one) => one.textContent)")
    assert cut == []
    page.width(1440)


def small_targets(page):
    """What is pressed and is smaller than 24 pixels. Text in sentences may be (WCAG 2.5.8)."""
    return page.run("""
      return [...document.querySelectorAll("button, input, select, textarea, summary, [role=separator]")].filter((one) => one.checkVisibility())
        .filter((one) => !one.matches(".out-of-sight, .out-of-sight *, .pick input, .place, .CodeMirror *:not(.CodeMirror-dialog *)"))
        .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()]).filter(([, { width, height }]) => width < 24 || height < 24)
        .map(([text]) => text)""")


def test_targets_of_the_workbench(workbench):
    assert small_targets(workbench) == []
    workbench.one("#find").click()
    assert small_targets(workbench) == []
    type_form(workbench, 'field id "ID": int\nfield b: int rule value > 5\n')
    workbench.until(lambda: workbench.all("#findings .fix"), "the findings")
    open_tab(workbench, "data")
    paste(workbench, "id,b\nx,7\n")
    workbench.until(lambda: workbench.all(".bars button"), "the bars")
    assert small_targets(workbench) == []
    workbench.one("#publish").click()
    workbench.until(lambda: workbench.all("dialog[open]"), "the settings")
    assert small_targets(workbench) == []
    assert violations(workbench) == []


def test_targets_and_order(driver, tmp_path):
    """What is pressed is large enough, and Tab goes down the page."""
    page = form_page(driver, tmp_path, HOME / "examples" / "order" / "order.form")
    page.width(390)
    assert small_targets(page) == []
    tops = page.run("""
      return [...document.querySelectorAll("a, button, input, select, textarea")].filter((one) => one.checkVisibility() && one.tabIndex >= 0)
        .map((one) => one.getBoundingClientRect().top)""")
    assert all(later >= earlier - 30 for earlier, later in zip(tops, tops[1:]))
    page.width(1440)

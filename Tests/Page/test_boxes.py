"""Boxes that help: hints, keyboards, calendars, searches, rows and calculated values."""
import pytest
from conftest import button, checked, done, shown, written_page
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


def hint(page, label):
    """The hint that describes a box."""
    return page.run("""
      const ids = arguments[0].getAttribute("aria-describedby")?.split(" ") ?? [];
      return ids.map((id) => document.getElementById(id)).find((one) => one.matches(".hint"))?.textContent ?? "";
      """, page.box(label)) or page.run("return arguments[0].closest('.box').querySelector(':scope > .hint')?.textContent ?? ''", page.box(label))


def attributes(page, label):
    names = ["type", "inputmode", "autocomplete"]
    return [page.box(label).get_dom_attribute(name) for name in names]


def test_hints_from_rules(driver, tmp_path):
    page = written_page(driver, tmp_path, """field a "A": int rule value in 1...30
field b "B": number(decimal ",", group ".") rule value > 0 and value < 5000
field c "C": date("dd.MM.yyyy")
field d "D": string rule count(4...4) and digits
field e "E": string rule count(...80)
field f "F": string rule count(...500)
field g "G": string rule phone hint "Ours begins with +43"
field h "H": string default "none"
field i "I": date rule value >= 2026-01-01
field j "J": int rule value <= k
field k "K": int
""")
    assert {label: hint(page, label) for label in "ABCDEFGHIJK"} == {
        "A": "From 1 to 30", "B": "For example, 1.234,5 · More than 0 · Less than 5.000", "C": "For example, 20.11.2026",
        "D": "Digits only · 4 characters", "E": "", "F": "At most 500 characters", "G": "Ours begins with +43",
        "H": "If this stays empty: none", "I": "2026-01-01 or later", "J": "", "K": ""}
    assert page.box("I").get_attribute("min") == "2026-01-01"


def test_keyboards_and_autofill(driver, tmp_path):
    form = """field email "Email": string rule email
field mobile "Mobile": string rule phone
field code "Code": string rule digits
field age "Age": int rule value >= 0
field change "Change": int
field dateOfBirth "Born": date
field postcode "Postcode": string
field otp "One-time code": string secret
field pass "Password": string secret
field site "Site": string rule url
field billing "Billing": < field postcode "Billing postcode": string >
field rows "Rows": list of < field email "Row email": string rule email >
"""
    page = written_page(driver, tmp_path, form)
    assert {label: attributes(page, label) for label in
            ["Email", "Mobile", "Code", "Age", "Change", "Born", "Postcode", "One-time code", "Password", "Site", "Billing postcode", "Row email"]} == {
        "Email": ["text", "email", "email"], "Mobile": ["tel", "tel", "tel"], "Code": ["text", "numeric", None],
        "Age": ["text", "numeric", None], "Change": ["text", None, None], "Born": ["date", None, "bday"],
        "Postcode": ["text", None, "postal-code"], "One-time code": ["password", None, "one-time-code"],
        "Password": ["password", None, "new-password"], "Site": ["text", "url", None],
        "Billing postcode": ["text", None, "billing postal-code"], "Row email": ["text", "email", None]}
    # A page for a computer that several people use suggests nothing.
    page = written_page(driver, tmp_path, form, "--no-keep")
    assert attributes(page, "Email")[2] is None and page.one("form").get_attribute("autocomplete") == "off"


@pytest.mark.parametrize("format, written, typed", [
    ("dd.MM.yyyy", "05.01.2027", "20.11.2026"), ("d/M/yyyy", "5/1/2027", "20/11/2026"), ("yyyy年M月d日", "2027年1月5日", "2026年11月20日"),
    ("MM-dd-yy", "01-05-27", "11-20-26")])
def test_a_calendar_writes_the_form_s_format(browser, tmp_path, format, written, typed):
    page = written_page(browser, tmp_path, f'field day "Day": date("{format}"{" 2000...2099" if "yyyy" not in format else ""})\nfield b "B": int\n')
    page.box("Day").send_keys(typed)
    calendar = page.run("return arguments[0].parentElement.querySelector('input[type=date]')", page.box("Day"))
    page.press(page.one(".pick button"), 0)
    page.until(lambda: calendar.get_attribute("value") == "2026-11-20", "the calendar has the day in the box")
    ActionChains(browser).send_keys(Keys.ESCAPE).perform()
    # Does what a browser does when a day is chosen, because its calendar isn't part of the page.
    page.run("arguments[0].value = '2027-01-05'; arguments[0].dispatchEvent(new Event('change'))", calendar)
    assert page.box("Day").get_attribute("value") == written
    assert page.run("return document.activeElement === arguments[0]", page.box("Day"))
    page.box("B").send_keys("1")
    assert checked(page) == {"Day": written, "B": "1"}


def test_formats_with_times_have_no_calendar(driver, tmp_path):
    page = written_page(driver, tmp_path, 'field a "A": time("h:mm a")\nfield b "B": datetime("d.M.yyyy H:mm")\n')
    assert hint(page, "A") == "For example, 6:30 PM" and hint(page, "B") == "For example, 20.11.2026 18:30"
    assert not page.all(".pick")


COUNTRIES = ["Austria", "Belgium", "Bulgaria", "Croatia", "Czechia", "Denmark", "Estonia", "Finland", "France", "Germany", "Greece",
             "Ireland", "Italy", "Österreichisch-Ungarn"]


def test_a_search_in_many_choices(browser, tmp_path):
    choices = ", ".join(f'"c{n}" "{name}"' for n, name in enumerate(COUNTRIES))
    page = written_page(browser, tmp_path, f'field land "Country": choice({choices})\nfield b "B": int\n')
    box = page.box("Country")
    options = lambda: [one.text for one in page.all("[role=option]")]
    assert box.get_attribute("role") == "combobox" and box.get_attribute("aria-expanded") == "false"
    box.send_keys("aus")
    page.until(lambda: options() == ["Austria"], "the choices with the letters")
    box.clear()
    box.send_keys("oster")
    page.until(lambda: options() == ["Österreichisch-Ungarn"], "marks don't matter")
    box.clear()
    box.send_keys("qq")
    page.until(lambda: options() == ["Nothing found"], "nothing")
    box.clear()
    box.send_keys("ia", Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    marked = page.run("return document.getElementById(arguments[0].getAttribute('aria-activedescendant')).textContent", box)
    assert marked == options()[1] == "Bulgaria"
    box.send_keys(Keys.ENTER)
    assert box.get_attribute("value") == "Bulgaria" and not options() and not page.all(".summary"), "Enter chooses and sends nothing"
    box.send_keys(Keys.ARROW_DOWN, Keys.ESCAPE)
    assert box.get_attribute("value") == "Bulgaria" and not options()
    # With the mouse.
    page.press(box, 0)
    page.until(lambda: len(options()) == len(COUNTRIES), "all choices")
    page.press(page.all("[role=option]")[9], 90)
    page.until(lambda: box.get_attribute("value") == "Germany", "the choice")
    page.box("B").send_keys("1")
    assert checked(page)["Country"] == "Germany"
    button(page, "Back to the form").click()
    page.driver.refresh()
    page.wait_for_start()
    assert page.box("Country").get_attribute("value") == "Germany", "it is kept"
    page.box("Country").clear()
    page.box("Country").send_keys("Nowhere", Keys.TAB)
    page.until(lambda: page.message("Country"), "a problem")


def test_a_required_list_begins_with_a_row(driver, tmp_path):
    page = written_page(driver, tmp_path, """field guests "Guests": list of < field name "Name": string >
field pets "Pets": list of string optional
""")
    assert [one.text for one in page.all("button")][:2] == ["Add another", "Add"]
    assert len(page.all(".item")) == 1
    page.fill("Name", "Ann")
    assert done(page) == {"guests": [{"name": "Ann"}]}
    button(page, "Add").click()
    page.until(lambda: len(page.all(".item")) == 2, "the first pet")
    assert page.run("return document.activeElement === arguments[0]", page.box("Pets 1"))
    assert [one.text for one in page.all(".item > button")] == ["Remove"], "an optional list can be empty again"


def test_calculated_values_follow(browser, tmp_path):
    page = written_page(browser, tmp_path, """field price "Price": number
field code "Code": string secret
field gross "Gross": number = round(price * 1.2, 2)
field dear "Dear": bool = price > 100
field copy "Copy": string = code
field rows "Rows": list of < field n "N": int field twice "Twice": int = n * 2 >
""")
    value = lambda label: page.run("return arguments[0].textContent", page.box(label))
    assert value("Gross") == "–" and page.box("Gross").tag_name == "output"
    page.box("Price").send_keys("99")
    page.until(lambda: value("Gross") == "118.8" and value("Dear") == "No", "the values")
    page.box("Price").send_keys("9")
    page.until(lambda: value("Gross") == "1198.8" and value("Dear") == "Yes", "while typing")
    page.box("N").send_keys("4")
    page.until(lambda: value("Twice") == "8", "in a row")
    page.box("Code").send_keys("abcd")
    answers = checked(page)
    assert answers["Gross"] == "1198.8" and answers["Copy"] in ("–", "•••"), "what tells of a secret is not shown"
    assert "abcd" not in page.run("return document.body.textContent")
    labels = page.run("return [...document.querySelectorAll('.change button')].map((one) => one.getAttribute('aria-label'))")
    assert "Change: Gross" not in labels and "Change: Price" in labels


def test_secrets_can_be_shown(browser, tmp_path):
    page = written_page(browser, tmp_path, 'field pin "PIN": string secret\n')
    page.box("PIN").send_keys("1234")
    button(page, "Show").click()
    assert page.box("PIN").get_attribute("type") == "text"
    assert page.one(".with-button button").get_attribute("aria-label") == "Hide: PIN"
    button(page, "Hide").click()
    assert page.box("PIN").get_attribute("type") == "password" and page.box("PIN").get_attribute("value") == "1234"


def test_times_have_seconds_only_where_the_answer_has(driver, tmp_path):
    page = written_page(driver, tmp_path, 'field at "At": time\n')
    page.box("At").send_keys("0930AM")
    assert page.box("At").get_attribute("value") == "09:30"
    assert done(page) == {"at": "09:30"}


def test_errors_go_when_they_are_mended(browser, tmp_path):
    page = written_page(browser, tmp_path, 'field a "A": int\nfield b "B": int\n')
    page.one("button[type=submit]").click()
    page.until(lambda: len(page.all(".summary li")) == 2, "the summary")
    page.box("A").send_keys("x")
    ActionChains(browser).pause(0.6).perform()
    assert len(page.all(".summary li")) == 2
    page.box("A").clear()
    page.box("A").send_keys("1")
    page.until(lambda: len(page.all(".summary li")) == 1, "one is mended")
    said = "return [...document.querySelectorAll('[role=status]')].map((one) => one.textContent).filter(Boolean)"
    assert page.run(said) == ["Corrected: A"]
    assert page.run("return document.activeElement === arguments[0]", page.box("A")), "typing goes on"
    page.box("B").send_keys("1")
    page.until(lambda: not page.all(".summary"), "all are mended")
    assert not page.driver.title.startswith("Error")
    assert shown(page) == {}

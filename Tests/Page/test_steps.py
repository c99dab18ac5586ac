"""A form with pages is filled in step by step."""
import pytest
from conftest import button, checked, done, shown, written_page
from selenium.webdriver.common.keys import Keys

FORM = """form visit "Visit"
page "You" <
  intro "Who are you?"
  field name "Name": string rule count(2...) message "Two letters at least"
  field new "New": bool
  field phone "Phone": string required if email is blank message "A phone number or an email address"
>
when new title "For new ones" <
  page "Before" <
    intro "Welcome"
    field before "Before": string optional
  >
  page "Read this" < intro "Long" >
>
page "Contact" <
  field email "Email": string optional rule email
  field home "Home": <
    intro "Where you live"
    field abroad "Abroad": bool default false
    when abroad title "Abroad" < intro "Use Latin letters" field country "Country": string >
  >
>
field remark "Remark": string optional
"""


def heading(page):
    """The caption and the title of the step on display, whose heading has the focus."""
    return page.run("const heading = [...document.querySelectorAll('.step > :first-child')].find((one) => one.checkVisibility());"
                    "return [...heading.querySelectorAll('span')].map((one) => one.textContent)")


def go_on(page, caption):
    button(page, "Continue").click()
    page.until(lambda: heading(page)[0] == caption, caption)


def focused(page):
    return page.run("return document.activeElement.textContent")


@pytest.fixture
def visit(driver, tmp_path):
    return written_page(driver, tmp_path, FORM)


def test_steps_with_errors_of_their_own(browser, tmp_path):
    page = written_page(browser, tmp_path, FORM)
    assert heading(page) == ["Step 1 of 3", "You"] and page.one(".intro").text == "Who are you?"
    assert page.box("Email") is None and not any(one.text == "Back" for one in page.all("button"))
    button(page, "Continue").click()
    page.until(lambda: page.all(".summary"), "the errors of the step")
    assert [one.text for one in page.all(".summary li")] == ["Two letters at least", "New is required"], "the phone number waits for the email address"
    page.fill("Name", "Ann")
    page.box("No").click()
    page.until(lambda: not page.all(".summary"), "no more errors")
    go_on(page, "Step 2 of 3")
    assert heading(page)[1] == "Contact" and "Contact" in focused(page) and page.box("Name") is None
    button(page, "Back").click()
    assert heading(page) == ["Step 1 of 3", "You"] and "You" in focused(page)
    assert page.box("Name").get_attribute("value") == "Ann"


def test_branches_skip_steps(visit):
    visit.box("Yes").click()
    visit.until(lambda: heading(visit)[0] == "Step 1 of 5", "two more steps")
    visit.fill("Name", "Ann")
    visit.fill("Phone", "123")
    go_on(visit, "Step 2 of 5")
    assert heading(visit)[1] == "Before" and visit.one(".intro").text == "Welcome"
    go_on(visit, "Step 3 of 5")
    assert heading(visit)[1] == "Read this" and visit.one(".intro").text == "Long" and not visit.all("input:not([type=file])")
    button(visit, "Back").click()
    button(visit, "Back").click()
    visit.box("No").click()
    visit.until(lambda: heading(visit)[0] == "Step 1 of 3", "no more steps")
    go_on(visit, "Step 2 of 3")
    assert heading(visit)[1] == "Contact"


def filled(page):
    page.fill("Name", "Ann")
    page.box("No").click()
    go_on(page, "Step 2 of 3")
    page.fill("Email", "ann@example.org")
    go_on(page, "Step 3 of 3")


def test_the_answers_are_grouped_by_step(visit):
    filled(visit)
    assert heading(visit) == ["Step 3 of 3", ""]
    visit.fill("Remark", "None")
    answers = checked(visit)
    assert answers["Name"] == "Ann" and answers["Remark"] == "None" and answers["Abroad"] == "No"
    assert [one.text for one in visit.all(".review h3, .review h4")] == ["You", "Contact", "Home"]
    visit.run("[...document.querySelectorAll('.change button')].find((one) => one.ariaLabel === 'Change: Email').click()")
    visit.until(lambda: visit.all("form"), "the form")
    assert heading(visit) == ["Step 2 of 3", "Contact"]
    assert visit.run("return document.activeElement === arguments[0]", visit.box("Email"))


def test_an_error_on_an_earlier_step(visit):
    visit.fill("Name", "Ann")
    visit.box("No").click()
    go_on(visit, "Step 2 of 3")
    go_on(visit, "Step 3 of 3")
    visit.one("button[type=submit]").click()
    visit.until(lambda: visit.all(".summary li"), "the error")
    assert [one.text for one in visit.all(".summary li")] == ["A phone number or an email address"]
    visit.one(".summary a").click()
    assert heading(visit) == ["Step 1 of 3", "You"]
    assert visit.run("return document.activeElement === arguments[0]", visit.box("Phone"))


def test_the_browser_goes_back_a_step(browser, tmp_path):
    page = written_page(browser, tmp_path, FORM)
    filled(page)
    page.driver.back()
    page.until(lambda: heading(page)[0] == "Step 2 of 3", "the step before")
    page.driver.forward()
    page.until(lambda: heading(page)[0] == "Step 3 of 3", "the last step")
    checked(page)
    page.driver.back()
    page.until(lambda: page.all("form"), "the form")
    assert heading(page)[0] == "Step 3 of 3"
    page.driver.refresh()
    page.wait_for_start()
    assert heading(page)[0] == "Step 1 of 3" and page.box("Name").get_attribute("value") == "Ann"


def test_texts_and_titles_in_records(visit):
    visit.fill("Name", "Ann")
    visit.box("No").click()
    go_on(visit, "Step 2 of 3")
    assert [one.text for one in visit.all(".intro")] == ["Where you live"] and visit.box("Country") is None
    visit.box("Abroad").click()
    visit.until(lambda: visit.box("Country") is not None, "the branch")
    assert [one.text for one in visit.all(".intro")] == ["Where you live", "Use Latin letters"]
    assert "Abroad" in [one.text for one in visit.all(".block > :first-child")]


def test_enter_goes_on(visit):
    visit.fill("Name", "Ann")
    visit.box("No").click()
    visit.box("Name").send_keys(Keys.ENTER)
    visit.until(lambda: heading(visit)[0] == "Step 2 of 3", "the next step")


def test_all_steps_are_printed(visit):
    visit.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert visit.box("Name") is not None and visit.box("Email") is not None and visit.box("Remark") is not None
        assert visit.box("Before") is None, "a step that is skipped"
    finally:
        visit.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_texts_without_pages(driver, tmp_path):
    page = written_page(driver, tmp_path, 'form f "F"\nintro "Hello" de "Hallo"\nfield a "A" de "Ä": bool\n'
                                          'when a title "More" < intro "Go on" field b "B": int optional >\n')
    assert [one.text for one in page.all(".intro")] == ["Hello"] and not page.all("h2")
    page.box("Yes").click()
    page.until(lambda: page.box("B") is not None, "the branch")
    assert [one.text for one in page.all(".intro")] == ["Hello", "Go on"] and page.one("h2").text == "More"
    page.fill("B", "1")
    assert done(page) == {"a": True, "b": 1}


def test_languages_of_steps(driver, tmp_path):
    page = written_page(driver, tmp_path, 'page "One" de "Eins" < field a "A" de "A": int >\npage "Two" < field b "B": int >\n')
    page.fill("A", "1")
    go_on(page, "Step 2 of 2")
    page.run("const select = document.getElementById('language'); select.value = 'de'; select.dispatchEvent(new Event('change'))")
    page.until(lambda: heading(page)[0] == "Schritt 2 von 2", "the other language")
    assert heading(page)[1] == "Two"
    assert page.run("return document.querySelector('.step:not(.away) span[lang]').lang") == "en"
    page.fill("B", "2")
    assert checked(page) == {"A": "1", "B": "2"} and shown(page)

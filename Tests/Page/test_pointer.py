"""A click does what was clicked, though leaving a box says what is wrong with it."""
import pytest
from conftest import HOME, form_page
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

PRESSES = [0, 40, 90, 150]


def wrongly_filled(browser, folder):
    """The sign-up with the cursor in a box that is wrong, and with nothing said of it yet."""
    page = form_page(browser, folder, HOME / "examples" / "register" / "register.form")
    page.box("Email").send_keys("nonsense")
    return page


@pytest.mark.parametrize("milliseconds", PRESSES)
def test_done_is_pressed_out_of_a_wrong_box(browser, tmp_path, milliseconds):
    page = wrongly_filled(browser, tmp_path)
    page.press(page.one("button[type=submit]"), milliseconds)
    page.until(lambda: page.all(".summary"), "the summary", 5)
    assert page.message("Email") == "nonsense is not an email address"


@pytest.mark.parametrize("milliseconds", PRESSES)
def test_a_tick_is_set_out_of_a_wrong_box(browser, tmp_path, milliseconds):
    page = wrongly_filled(browser, tmp_path)
    page.press(page.box("With a profile"), milliseconds)
    page.until(lambda: page.box("Nickname") is not None, "the section", 5)
    page.until(lambda: page.message("Email"), "the message")


@pytest.mark.parametrize("milliseconds", PRESSES)
def test_radios_and_further_rows_out_of_a_wrong_box(browser, tmp_path, milliseconds):
    form = tmp_path / "f.form"
    form.write_text("""field email "Email": string rule email message "{value} is no email address, such as ann@example.org"
field fruit "Fruit": choice("apple", "pear")
field rows "Rows": list of string
""")
    page = form_page(browser, tmp_path, form)
    page.box("Email").send_keys("nonsense")
    # The label of a button, whose press takes the focus away before its click chooses.
    page.press(page.run("return document.querySelector(`label[for='${arguments[0].id}']`)", page.box("pear")), milliseconds)
    page.until(lambda: page.message("Email"), "the message")
    assert page.box("pear").is_selected()
    page.box("Email").send_keys(Keys.END, "@example.org")
    # Its message goes when it is left, and what is below moves up.
    page.press([one for one in page.all("button") if one.text == "Add another"][0], milliseconds)
    page.until(lambda: len(page.all(".item")) == 2, "the row", 5)
    page.until(lambda: page.message("Email") == "", "the message goes")


def test_a_press_without_a_click_is_no_end(browser, tmp_path):
    """What was said while the button was down is told after it."""
    page = wrongly_filled(browser, tmp_path)
    title = page.one("h1")
    page.run("arguments[0].scrollIntoView()", title)
    ActionChains(browser, duration=0).move_to_element(title).click_and_hold().pause(0.3).perform()
    assert page.message("Email") == "", "nothing moves below a button that is down"
    ActionChains(browser, duration=0).move_by_offset(0, 300).release().perform()
    page.until(lambda: page.message("Email"), "the message")


def test_touch(driver, tmp_path):
    page = wrongly_filled(driver, tmp_path)
    button = page.one("button[type=submit]")
    page.run("arguments[0].scrollIntoView({ block: 'center' })", button)
    finger = ActionBuilder(driver, mouse=PointerInput("touch", "finger"), duration=0)
    finger.pointer_action.move_to(button).pointer_down().pause(0.09).pointer_up()
    finger.perform()
    page.until(lambda: page.all(".summary"), "the summary", 5)


def test_keys(browser, tmp_path):
    page = wrongly_filled(browser, tmp_path)
    page.box("Email").send_keys(Keys.TAB)
    page.until(lambda: page.message("Email"), "the message")
    ActionChains(browser).send_keys(Keys.TAB).perform()
    assert page.run("return document.activeElement.type") == "submit"
    ActionChains(browser, duration=0).key_down(Keys.SPACE).pause(0.09).key_up(Keys.SPACE).perform()
    page.until(lambda: page.all(".summary"), "the summary", 5)

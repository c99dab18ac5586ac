"""What the tests of the pages have in common: the tool, the pages that it makes, and a real browser."""
import pathlib
import subprocess
import time

import pytest
from selenium import webdriver

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


class Page:
    """A page in the browser."""

    def __init__(self, driver, path):
        self.driver = driver
        self.path = path
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
            if condition():
                return
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

    def message(self, label):
        return self.run("""
          const box = arguments[0].closest(".box");
          return [...box.querySelectorAll(":scope > .messages p")].map((one) => one.lastChild.textContent).join("; ");
          """, self.box(label))

    def width(self, width, height=1000, dark=False):
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
        return [line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"]


def form_page(driver, folder, form, *flags):
    """The page of a form."""
    out = folder / "page.html"
    subprocess.run([TOOL, "page", form, "--out", out, *flags], check=True)
    return Page(driver, out).fresh()


@pytest.fixture
def register(driver, tmp_path):
    return form_page(driver, tmp_path, HOME / "examples" / "register" / "register.form")


@pytest.fixture
def workbench(driver):
    return Page(driver, PAGES / "workbench.html").fresh()

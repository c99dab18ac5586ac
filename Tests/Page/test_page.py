"""What a page does as a whole: its look, its address, its files, its history and its print."""
import json
import subprocess

import pytest
from conftest import HOME, TOOL, button, checked, done, shown, written_page
from selenium.webdriver.common.keys import Keys

FORM = """form visit "Your visit"
field name "Name": string
field kind "Kind": choice("a" "First", "b" "Second")
field day "Day": date optional
field tags "Tags": list of choice("x", "y", "z") optional
field home "Home": < field zip "Postcode": string > optional
field rows "Rows": list of < field n "N": int > optional
field agreed "Agreed": bool
field pin "PIN": string secret optional
"""


def opened(driver, folder, fragment, *flags):
    """A page with something in its address."""
    page = written_page(driver, folder, FORM, *flags)
    driver.get(page.driver.current_url + fragment)
    page.until(lambda: page.run("return document.querySelector('[data-ready]') !== null"), "the page starts")
    return page


ANSWERS = "#name=Ann%20Lee&kind=b&tags=x&tags=z&home.zip=1010&rows[1].n=7&agreed=true&pin=1234&unknown=1"


def test_answers_in_the_address(browser, tmp_path):
    page = opened(browser, tmp_path, ANSWERS)
    page.until(lambda: page.box("Name").get_attribute("value") == "Ann Lee", "the answers")
    assert page.box("Second").is_selected() and page.box("x").is_selected() and not page.box("y").is_selected()
    assert page.box("Postcode").get_attribute("value") == "1010" and page.box("Yes").is_selected()
    assert len(page.all(".item")) == 2
    assert page.box("PIN").get_attribute("value") == "", "an address has no secrets"
    # A later answer stays when the page is opened again with the same address.
    page.fill("Name", "Bob")
    page.driver.refresh()
    page.wait_for_start()
    assert page.box("Name").get_attribute("value") == "Bob"
    page.run("location.hash = '#name=Eve'")
    page.until(lambda: page.box("Name").get_attribute("value") == "Eve", "another address")


def test_hostile_addresses(driver, tmp_path):
    page = opened(driver, tmp_path, "#rows[99999999].n=1&rows[-1].n=2&rows[x].n=3&name=%3Cimg%20src%3Dx%3E&constructor=1&%E0=1&kind=none&day=nonsense")
    page.until(lambda: page.box("Name").get_attribute("value") == "<img src=x>", "the answers")
    assert len(page.all(".item")) <= 1_000 and page.complaints() == []


def test_going_on_from_a_file(driver, tmp_path):
    page = written_page(driver, tmp_path, FORM)
    page.fill("Name", "Ann")
    page.box("Second").click()
    page.fill("PIN", "1234")
    button(page, "Add").click()
    page.fill("N", "7")
    button(page, "Save for later").click()
    saved = page.download("f.json")
    assert json.loads(saved) == {"name": "Ann", "kind": "b", "rows": [{"n": 7}]}
    page.fresh()
    file = tmp_path / "saved.json"
    picker = page.run("return document.querySelector('input[type=file]')")
    for content in (b"nonsense", b"[1]", b'{"other": 1}', b"null"):
        file.write_bytes(content)
        picker.send_keys(str(file))
        page.until(lambda: page.all(".status.fault"), "what is wrong with the file")
        assert page.one(".status.fault").text == "This file has no answers to this form."
    file.write_bytes(saved)
    picker.send_keys(str(file))
    page.until(lambda: page.box("Name").get_attribute("value") == "Ann", "the answers")
    assert page.box("Second").is_selected() and page.box("N").get_attribute("value") == "7"
    assert not page.all(".status.fault")
    page.box("Yes").click()
    assert done(page) == {**json.loads(saved), "agreed": True}
    # The record that is saved in the end is such a file, too.
    file.write_text(json.dumps({"name": "Eve", "rows": "nonsense", "home": 5, "agreed": "no", "day": 7, "kind": ["a"], "tags": "x"}))
    page.run("return document.querySelector('input[type=file]')").send_keys(str(file))
    page.until(lambda: page.box("Name").get_attribute("value") == "Eve", "a file with other types")
    assert page.complaints() == []


def test_the_browser_goes_back_to_the_form(browser, tmp_path):
    page = written_page(browser, tmp_path, 'field a "A": int\n')
    page.fill("A", "1")
    checked(page)
    page.driver.back()
    page.until(lambda: page.all("form"), "the form")
    assert page.box("A").get_attribute("value") == "1" and not page.all(".review")
    checked(page)
    button(page, "Change").click()
    page.until(lambda: page.run("return document.activeElement === arguments[0]", page.box("A")), "the box")
    checked(page)
    page.driver.refresh()
    page.wait_for_start()
    assert page.all("form") and page.box("A").get_attribute("value") == "1"


def test_the_look_of_an_office(browser, tmp_path):
    logo, style = tmp_path / "l.svg", tmp_path / "a.css"
    logo.write_text("<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40' onload='top.isHurt = 1'><script>top.isHurt = 2</script></svg>")
    style.write_text("@import 'https://example.org/x.css';\n:root { --accent: #0a5c2b; }\n"
                     "h1 { color: rgb(1, 2, 3); background: url(https://example.org/y.png) } </style><script>isHurt = 3</script>")
    page = written_page(browser, tmp_path, FORM, "--title", "Town <Hall>", "--logo", logo, "--style", style, "--privacy", "Kept for a year.")
    assert page.one("h1").text == "Town <Hall>" and page.driver.title == "Town <Hall>"
    assert page.run("return getComputedStyle(document.querySelector('h1')).color") == "rgb(1, 2, 3)"
    page.until(lambda: page.run("return document.querySelector('.brand img').naturalWidth") == 40, "the logo")
    assert page.run("return getComputedStyle(document.querySelector('button[type=submit]')).backgroundColor") == "rgb(10, 92, 43)"
    assert page.run("return window.isHurt") is None
    page.fill("Name", "Ann")
    page.box("First").click()
    page.box("No").click()
    checked(page)
    assert page.one(".privacy").text == "Kept for a year."


def test_no_style_but_the_page_s_own(driver, tmp_path):
    """A form can't change how the page looks."""
    page = written_page(driver, tmp_path, FORM)
    page.run("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\" id=p>x</p><style>body { color: red }</style>')")
    assert page.run("return getComputedStyle(document.getElementById('p')).color") == page.run("return getComputedStyle(document.body).color")
    page.until(lambda: page.complaints(), "the policy")


def test_printed(driver, tmp_path):
    page = written_page(driver, tmp_path, FORM)
    page.fill("Name", "Ann")
    page.box("First").click()
    page.box("No").click()
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert page.all("form") and page.all("input") and not page.all("button")
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        checked(page)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        assert shown(page)["Name"] == "Ann" and not page.all("button")
    finally:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_choices_on_paper(browser, tmp_path):
    """An empty form has all choices to tick. An answer stands alone."""
    lands = ", ".join(f'"{number}" "Land {number}"' for number in range(20))
    kinds = ", ".join(f'"{number}" "Kind {number}"' for number in range(8))
    many = ", ".join(f'"{number}" "City {number}"' for number in range(301))
    page = written_page(browser, tmp_path, f"""field kind "Kind": choice({kinds})
field land "Land": choice({lands}) optional
field city "City": choice({many}) optional
field isMember "Member": bool
when isMember < field other "Other kind": choice({kinds}) >
""")
    page.run("addEventListener('beforeprint', () => { window.printed = [...document.querySelectorAll('.box:not([hidden]) > .printed')].map("
             "(one) => [one.closest('.box').querySelector('label').textContent, [...one.children].map((choice) => choice.textContent)]); })")

    def printed():
        page.run("window.printed = null")
        assert page.driver.print_page()
        assert not page.all(".printed, .not-printed"), "the screen is as before"
        return dict(page.run("return window.printed"))

    assert {label: len(choices) for label, choices in printed().items()} == {"Kind": 8, "Land (optional)": 20}
    page.box("Land").send_keys("Land 1")
    page.box("Land").send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    page.box("Yes").click()
    page.until(lambda: page.box("Other kind") is not None, "the branch")
    assert printed() == {"Kind": [f"Kind {number}" for number in range(8)], "Other kind": [f"Kind {number}" for number in range(8)]}


def test_choices_on_paper_are_seen(driver, tmp_path):
    page = written_page(driver, tmp_path, 'field kind "Kind": choice("a", "b", "c", "d", "e", "f", "g")\n')
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert page.all("select") and not page.all(".printed li")
        page.run("dispatchEvent(new Event('beforeprint'))")
        assert [one.text for one in page.all(".printed li")] == list("abcdefg") and not page.all("select")
        page.run("dispatchEvent(new Event('afterprint'))")
        assert page.all("select") and not page.all(".printed li")
    finally:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_a_page_on_its_own_server(browser, tmp_path):
    """`--submit /path` sends to the server that the page came from, without its permission for others."""
    import http.server
    import threading
    page_text = {}

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.reply(page_text["page"])

        def do_HEAD(self):
            self.reply(b"")

        def do_POST(self):
            records.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.reply(b"<p>Thanks")

        def reply(self, content):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    records = []
    form = tmp_path / "f.form"
    form.write_text('field a "A": int\n')
    page_text["page"] = subprocess.run([TOOL, "page", form, "--submit", "/sign/up?x=1"], check=True, capture_output=True).stdout
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = written_page(browser, tmp_path, 'field a "A": int\n')
    browser.get(f"http://127.0.0.1:{server.server_port}/form")
    page.wait_for_start()
    page.fill("A", "5")
    checked(page)
    page.one(".review .buttons button").click()
    page.until(lambda: page.all(".result"), "it is sent")
    assert page.one(".answer").text == "Thanks" and len(records) == 1
    server.shutdown()
    server.server_close()

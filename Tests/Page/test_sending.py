"""Where records go, what is said of that, and what stays in the browser."""
import http.server
import json
import subprocess
import threading
import time
import urllib.parse

import pytest
from conftest import TOOL, done, written_page

FORM = """field amount "Amount": number
  rule value < 1000 warning "{value} is much"
field name "Name": string trimmed
field pin "PIN": string secret optional
"""


class Receiver(http.server.BaseHTTPRequestHandler):
    """Answers as its path says; below /open, pages of any origin may read the answer."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.records.append(urllib.parse.parse_qs(body)["record"][0])
        path = urllib.parse.urlsplit(self.path).path
        if path.endswith("/slow"):
            self.server.go.wait(20)
        if path.endswith("/ends"):
            self.connection.close()
            return
        status, kind, text = {
            "nothing": (204, None, ""), "refuses": (422, "application/json", '{"errors": ["raw"]}'),
            "fails": (500, "text/plain", "The disk is full"), "elsewhere": (303, None, ""), "there": (303, None, ""),
        }.get(path.split("/")[-1], (200, "text/html", "<style>p { }</style><p>Thank <b>you</b><script>let a</script>"))
        location = {"elsewhere": f"http://localhost:{self.server.server_port}/thanks", "there": "/open/thanks"}
        self.answer(status, kind, text, location.get(path.split("/")[-1]))

    def do_HEAD(self):
        self.answer(405, None, "")

    def do_GET(self):
        self.answer(200, "text/html", "<p>Thanks, page")

    @property
    def is_open(self):
        return self.path.startswith("/open") or self.path.startswith("/thanks")

    def answer(self, status, kind, text, location=None):
        self.send_response(status)
        if self.is_open and not (self.command == "POST" and "late-refusal" in self.path):
            self.send_header("Access-Control-Allow-Origin", "*")
        if kind:
            self.send_header("Content-Type", kind)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def receiver():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.records = []
    server.go = threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.go.set()
    server.shutdown()
    server.server_close()


def filled_page(browser, folder, address, *flags):
    page = written_page(browser, folder, FORM, "--submit", address, *flags)
    page.fill("Amount", "12.50")
    page.fill("Name", "Ann")
    page.fill("PIN", "1234")
    return page


def address(receiver, path):
    return f"http://127.0.0.1:{receiver.server_port}{path}"


def send(page):
    page.one("button[type=submit]").click()


def kept(page):
    return page.run("return JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")


def told(page):
    page.until(lambda: page.all(".status.fault"), "the sentence")
    return page.one(".status.fault").text


def notes(page):
    return page.run("return [...document.querySelectorAll('.summary a')].map((one) => one.textContent)")


def can_send_again(page):
    assert page.box("Name").get_attribute("value") == "Ann"
    assert page.one("button[type=submit]").text == "Send"
    assert page.run("return document.activeElement.className") == "status fault"


def test_an_answer_that_can_be_read(browser, tmp_path, receiver):
    page = filled_page(browser, tmp_path, address(receiver, "/open/signup?x=1"))
    assert "Ann" in kept(page)
    send(page)
    page.until(lambda: page.all(".result"), "what became of it")
    assert page.one(".result h2").text == "Your answers have been sent."
    assert page.one(".result .answer").text == "Thank you"
    assert page.run("return document.activeElement.className") == "result"
    assert [json.loads(one) for one in receiver.records] == [{"amount": 12.5, "name": "Ann", "pin": "1234"}]
    assert "Ann" not in kept(page), "the next visitor finds nothing"
    page.one(".result button").click()
    page.until(lambda: page.box("Name") is not None, "the empty form")
    assert page.box("Name").get_attribute("value") == ""
    page.driver.refresh()
    page.wait_for_start()
    assert page.box("Name").get_attribute("value") == ""


@pytest.mark.parametrize("path", ["/open/nothing", "/open/there"])
def test_answers_without_words(browser, tmp_path, receiver, path):
    page = filled_page(browser, tmp_path, address(receiver, path))
    send(page)
    page.until(lambda: page.all(".result"), "what became of it")
    assert "Your answers have been sent." in page.one(".result").text
    assert len(receiver.records) == 1 and "Ann" not in kept(page)


@pytest.mark.parametrize("path, words", [
    ("/open/refuses", "Your answers were not accepted (error 422). They are still here. Check them, or send them again later."),
    ("/open/fails", "Your answers were not accepted (error 500). They are still here. Check them, or send them again later.\n"
                    "The disk is full"),
])
def test_answers_that_refuse(browser, tmp_path, receiver, path, words):
    page = filled_page(browser, tmp_path, address(receiver, path))
    for count in (1, 2):
        send(page)
        page.until(lambda: len(receiver.records) == count, "the record")
        assert told(page) == words
        page.until(lambda: page.one("button[type=submit]").text == "Send", "the end")
        can_send_again(page)
    assert "Ann" in kept(page) and "1234" not in kept(page)


@pytest.mark.parametrize("path", ["/open/elsewhere", "/open/late-refusal", "/open/ends"])
def test_records_that_may_have_arrived_are_sent_once(browser, tmp_path, receiver, path):
    page = filled_page(browser, tmp_path, address(receiver, path))
    send(page)
    assert told(page).startswith("The server's answer cannot be shown here. It may have received the record")
    can_send_again(page)
    assert len(receiver.records) == 1
    assert "Ann" in kept(page)


def test_no_server(browser, tmp_path, receiver):
    port = receiver.server_port
    receiver.shutdown()
    receiver.server_close()
    page = filled_page(browser, tmp_path, f"http://127.0.0.1:{port}/open/")
    send(page)
    assert told(page) == "Your answers could not be sent, because there is no connection. They are still here. Try again later."
    can_send_again(page)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    server.records = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    send(page)
    page.until(lambda: page.all(".result"), "it is sent")
    server.shutdown()
    server.server_close()


def test_a_slow_answer(browser, tmp_path, receiver):
    page = filled_page(browser, tmp_path, address(receiver, "/open/slow"))
    send(page)
    page.until(lambda: page.one("button[type=submit]").text == "Sending…", "the sign")
    assert page.run("return document.querySelector('form [role=status].out-of-sight').textContent") == "Sending…"
    # Neither a second press nor another answer comes between.
    send(page)
    page.until(lambda: receiver.records, "the record")
    page.run("arguments[0].focus()", page.box("Name"))
    assert page.run("return document.activeElement.tagName") != "INPUT"
    receiver.go.set()
    page.until(lambda: page.all(".result"), "what became of it")
    assert len(receiver.records) == 1


def test_an_answer_that_takes_the_place_of_the_page(browser, tmp_path, receiver):
    """A server that knows nothing of pages of other origins."""
    page = filled_page(browser, tmp_path, address(receiver, "/signup"))
    here = browser.current_url
    send(page)
    page.until(lambda: browser.current_url == address(receiver, "/signup"), "the answer")
    assert "Thank you" in page.run("return document.body.textContent") and len(receiver.records) == 1
    browser.back()
    page.wait_for_start()
    assert page.box("Name").get_attribute("value") == "Ann"
    assert page.one("button[type=submit]").text == "Send"
    assert page.run("return localStorage.length") == 0, "in other tabs there is nothing"
    send(page)
    page.until(lambda: browser.current_url == address(receiver, "/signup"), "the answer")
    browser.get("about:blank")
    browser.get(here)
    page.wait_for_start()
    assert page.box("Name").get_attribute("value") == "", "this is another visitor"
    assert "Ann" not in kept(page)


def test_an_answer_without_content_in_the_place_of_the_page(browser, tmp_path, receiver):
    page = filled_page(browser, tmp_path, address(receiver, "/nothing"))
    send(page)
    page.until(lambda: page.one("button[type=submit]").text == "Sending…", "the sign")
    page.until(lambda: page.all(".status.fault"), "the sentence", 25)
    assert told(page).startswith("The server's answer cannot be shown here")
    can_send_again(page)
    assert len(receiver.records) == 1


def test_a_redirect_that_the_policy_stops(driver, tmp_path, receiver):
    page = filled_page(driver, tmp_path, address(receiver, "/elsewhere"))
    send(page)
    assert told(page).startswith("The server's answer cannot be shown here")
    can_send_again(page)


def test_what_is_wrong_is_not_sent_and_numbers_are_exact(driver, tmp_path, receiver):
    page = written_page(driver, tmp_path, FORM, "--submit", address(receiver, "/open/"))
    page.fill("Amount", "12.345678901234567890123")
    send(page)
    page.until(lambda: page.all(".summary"), "the summary")
    assert receiver.records == []
    page.fill("Name", "  Käte ")
    send(page)
    page.until(lambda: receiver.records, "the record is sent")
    assert receiver.records == ['{"amount":12.345678901234567890123,"name":"Käte"}']


def test_warnings_are_read_before_sending(browser, tmp_path, receiver):
    page = filled_page(browser, tmp_path, address(receiver, "/open/"))
    page.fill("Amount", "5000")
    send(page)
    page.until(lambda: page.all(".summary"), "the notes")
    assert page.one(".summary h2").text == "Please read these notes before you send"
    assert notes(page) == ["5000 is much"]
    assert page.run("return document.activeElement.className") == "summary notes"
    assert page.message("Amount") == "5000 is much"
    # Another answer may have other notes.
    page.fill("Amount", "6000")
    page.one(".summary button").click()
    page.until(lambda: notes(page) == ["6000 is much"], "the other note")
    assert receiver.records == []
    page.one(".summary button").click()
    page.until(lambda: page.all(".result"), "it is sent")
    assert json.loads(receiver.records[0])["amount"] == 6000


def test_what_was_saved_is_forgotten(driver, tmp_path):
    page = written_page(driver, tmp_path, FORM)
    page.fill("Amount", "1")
    page.fill("Name", "Ann")
    done(page)
    assert "Ann" in kept(page)
    [one for one in page.all(".result button") if one.text == "Save"][0].click()
    page.download("f.json")
    assert "Ann" not in kept(page)
    page.run("arguments[0].focus(); arguments[0].blur()", page.box("Name"))
    time.sleep(0.1)
    assert "Ann" not in kept(page), "a look at it is no other answer"
    page.fill("Name", "Anna")
    assert "Anna" in kept(page)


def test_a_page_that_keeps_nothing(browser, tmp_path):
    page = written_page(browser, tmp_path, "language en\n" + FORM.replace('"Name"', '"Name" de "Vorname"'))
    page.fill("Name", "Ann")
    assert "Ann" in kept(page)
    subprocess.run([TOOL, "page", tmp_path / "f.form", "--out", page.path, "--no-keep"], check=True)
    page.driver.refresh()
    page.wait_for_start()
    assert "Ann" not in kept(page), "what a page of the same form kept before goes"
    page.fill("Name", "Ann")
    page.run("const s = document.getElementById('language'); s.value = 'de'; s.dispatchEvent(new Event('change'))")
    page.until(lambda: page.box("Vorname") is not None, "German")
    assert "Ann" not in kept(page) and "language" not in kept(page)
    assert page.all(".hint")[-1].text.startswith("Ihre Angaben bleiben nicht in diesem Browser")
    assert page.one("form").get_attribute("autocomplete") == "off"


def test_a_key_that_is_secret_elsewhere_is_kept_nowhere(driver, tmp_path):
    page = written_page(driver, tmp_path, 'field a "A": string secret from "k"\nfield b "B": string from "k"\nfield c "C": string\n')
    page.fill("A", "Secret77")
    page.fill("C", "open")
    assert "open" in kept(page) and "Secret77" not in kept(page)

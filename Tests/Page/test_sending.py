"""Where records go, what is said of that, and what stays in the browser."""
import contextlib
import http.server
import json
import re
import subprocess
import threading
import time
import urllib.parse

import pytest
from conftest import TOOL, button, checked, shown, written_page

FORM = """field amount "Amount": number
  rule value < 1000 warning "{value} is much"
field name "Name": string trimmed
field pin "PIN": string secret optional
"""


class Receiver(http.server.BaseHTTPRequestHandler):
    """Answers as its path says; below /open, pages of any origin may read the answer."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        fields = {name: values[0] for name, values in urllib.parse.parse_qs(body).items()}
        self.server.records.append(fields["record"])
        self.server.fields = fields
        path = urllib.parse.urlsplit(self.path).path
        if path.endswith("/slow"):
            self.server.go.wait(20)
        if path.endswith("/ends"):
            self.connection.close()
            return
        status, kind, text = {
            "nothing": (204, None, ""), "refuses": (422, "application/json", '{"errors": ["raw"]}'),
            "receipt": (200, "application/json", '{"receipt": 4711, "message": "We answer within two days"}'),
            "problems": (422, "application/x-ndjson", json.dumps({"accepted": False, "problems": [
                {"field": "name", "message": "Ann is on the list already <b>"}, {"message": "Too late today"}]}) + "\n"),
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
    """Checks the answers if that wasn't done yet, and sends them."""
    if not page.all(".review"):
        checked(page)
    page.one(".review .buttons button").click()


def kept(page):
    return page.run("return JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")


def told(page):
    page.until(lambda: page.all(".status.fault"), "the sentence")
    return page.one(".status.fault").text


def can_send_again(page):
    assert shown(page)["Name"] == "Ann"
    assert page.one(".review .buttons button").text == "Send"
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
    number = page.one(".result .number strong").text
    assert re.fullmatch("[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", number) and receiver.fields["id"] == number
    assert "website" not in receiver.fields
    page.one(".copy summary").click()
    assert shown(page) == {"Amount": "12.50", "Name": "Ann", "PIN": "•••"}
    button(page, "Start again").click()
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
        page.until(lambda: page.one(".review .buttons button").text == "Send", "the end")
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


WAITING = "There is no connection. Your answers are sent as soon as there is one. Please leave this page open."


@contextlib.contextmanager
def restarted(port):
    """The server at a port, after a time without one."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    server.records = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def gone(receiver):
    receiver.shutdown()
    receiver.server_close()
    return receiver.server_port


def waiting_page(driver, folder, receiver, pin="1234"):
    """A page whose answers wait for a connection, and the port of its server."""
    port = gone(receiver)
    page = filled_page(driver, folder, f"http://127.0.0.1:{port}/open/")
    page.box("PIN").clear()
    page.box("PIN").send_keys(pin)
    send(page)
    assert told(page) == WAITING
    page.until(lambda: page.one(".review .buttons button").text == "Try again now", "the button")
    return page, port


def test_answers_wait_for_a_connection(browser, tmp_path, receiver):
    page, port = waiting_page(browser, tmp_path, receiver)
    with restarted(port) as server:
        # Without a press: after some seconds, or as soon as the browser knows of a connection.
        page.until(lambda: page.all(".result"), "it is sent", 30)
        assert len(server.records) == 1


def test_trying_again_by_hand_and_by_the_network(browser, tmp_path, receiver):
    page, port = waiting_page(browser, tmp_path, receiver)
    button(page, "Try again now").click()
    page.until(lambda: page.one(".review .buttons button").text == "Try again now", "the button again")
    with restarted(port) as server:
        page.run("dispatchEvent(new Event('online'))")
        page.until(lambda: page.all(".result"), "it is sent", 4)
        assert len(server.records) == 1


def test_answers_wait_while_the_page_is_closed(browser, tmp_path, receiver):
    """Without secrets, which the browser doesn't keep."""
    page, port = waiting_page(browser, tmp_path, receiver, pin="")
    here = browser.current_url
    browser.get("about:blank")
    with restarted(port) as server:
        browser.get(here)
        page.until(lambda: page.all(".result"), "it is sent")
        assert [json.loads(one) for one in server.records] == [{"amount": 12.5, "name": "Ann"}]


@pytest.mark.parametrize("clause", ["", " optional"])
def test_secrets_are_asked_for_again(browser, tmp_path, receiver, clause):
    """The browser doesn't keep a secret, so a record with one isn't sent by itself when the page is opened again."""
    port = gone(receiver)
    form = f'field name "Name": string\nfield pin "PIN": string secret{clause}\n'
    page = written_page(browser, tmp_path, form, "--submit", f"http://127.0.0.1:{port}/open/")
    page.fill("Name", "Ann")
    page.fill("PIN", "1234")
    send(page)
    assert told(page) == WAITING
    page.until(lambda: page.one(".review .buttons button").text == "Try again now", "the button")
    here = browser.current_url
    with restarted(port) as server:
        # Looking at it again changes nothing.
        for _ in range(2):
            browser.get("about:blank")
            browser.get(here)
            page.wait_for_start()
            page.until(lambda: page.all(".summary"), "the sentence")
        assert page.one(".summary h2").text == "Your answers have not been sent"
        assert page.one(".summary p").text == "There was no connection. Check your answers, press “Done” and send them again."
        again = "Please fill this in again. Secret answers are not kept in this browser."
        assert [one.text for one in page.all(".summary li")] == [f"PIN: {again}"] and page.message("PIN") == again
        assert page.run("return document.activeElement.className") == "summary" and page.box("Name").get_attribute("value") == "Ann"
        page.one(".summary a").click()
        assert page.run("return document.activeElement === arguments[0]", page.box("PIN"))
        page.box("PIN").send_keys("1234")
        page.until(lambda: page.message("PIN") == "" and not page.all(".summary"), "it is filled in")
        time.sleep(0.5)
        assert server.records == [], "only the user sends it"
        send(page)
        page.until(lambda: page.all(".result"), "it is sent")
        assert [json.loads(one) for one in server.records] == [{"name": "Ann", "pin": "1234"}]
        page.driver.refresh()
        page.wait_for_start()
        assert not page.all(".summary") and page.box("Name").get_attribute("value") == ""


def test_changing_answers_ends_the_waiting(driver, tmp_path, receiver):
    page, port = waiting_page(driver, tmp_path, receiver)
    button(page, "Back to the form").click()
    with restarted(port) as server:
        page.run("dispatchEvent(new Event('online'))")
        time.sleep(0.5)
        assert server.records == [] and not page.all(".status.fault")
        page.driver.refresh()
        page.wait_for_start()
        assert page.box("Name").get_attribute("value") == "Ann"
        assert page.one(".summary h2").text == "Your answers have not been sent"
        time.sleep(0.5)
        assert server.records == [], "nor when the page is opened again"


def test_the_problems_of_the_server_are_at_their_boxes(browser, tmp_path, receiver):
    page = filled_page(browser, tmp_path, address(receiver, "/open/problems"))
    send(page)
    page.until(lambda: page.all(".summary"), "the summary")
    assert page.run("return [...document.querySelectorAll('.summary li')].map((one) => one.textContent)") == \
        ["Ann is on the list already <b>", "Too late today"]
    assert page.message("Name") == "Ann is on the list already <b>"
    assert page.box("Name").get_attribute("aria-invalid") == "true"
    assert page.box("PIN").get_attribute("value") == "1234", "nothing is lost"
    page.run("arguments[0].focus(); arguments[0].blur()", page.box("Name"))
    assert page.message("Name") != "", "it stays as long as the answer does"
    page.box("Name").send_keys("a")
    page.until(lambda: page.message("Name") == "", "another answer may be accepted")
    # The server decides again.
    send(page)
    page.until(lambda: len(receiver.records) == 2, "the other record")
    assert [json.loads(one)["name"] for one in receiver.records] == ["Ann", "Anna"]


def test_a_receipt(browser, tmp_path, receiver):
    page = filled_page(browser, tmp_path, address(receiver, "/open/receipt"), "--thanks", "Bring your passport.\nSee https://example.org/visit.")
    send(page)
    page.until(lambda: page.all(".result"), "what became of it")
    assert page.one(".result .number strong").text == "4711"
    assert page.one(".result .answer").text == "We answer within two days"
    assert page.one(".thanks").text.startswith("Bring your passport.\nSee ")
    link = page.one(".thanks a")
    assert link.get_attribute("href") == "https://example.org/visit" and "noopener" in link.get_attribute("rel")


def test_a_program_that_fills_in_everything_is_told_apart(driver, tmp_path, receiver):
    page = filled_page(driver, tmp_path, address(receiver, "/open/"))
    bait = page.run("return document.querySelector('[name=website]')")
    assert page.run("return arguments[0].closest('[aria-hidden=true]') !== null && arguments[0].tabIndex === -1", bait)
    page.run("arguments[0].value = 'https://spam.example'", bait)
    send(page)
    page.until(lambda: receiver.records, "the record")
    assert receiver.fields["website"] == "https://spam.example"


def test_the_same_record_has_the_same_number(driver, tmp_path, receiver):
    """So a server can tell a second attempt."""
    page = filled_page(driver, tmp_path, address(receiver, "/open/ends"))
    send(page)
    told(page)
    first = receiver.fields["id"]
    send(page)
    page.until(lambda: len(receiver.records) == 2, "the second attempt")
    assert receiver.fields["id"] == first
    page.until(lambda: page.one(".review .buttons button").text == "Send", "the end")
    button(page, "Back to the form").click()
    page.fill("Name", "Anna")
    send(page)
    page.until(lambda: len(receiver.records) == 3, "another record")
    assert receiver.fields["id"] != first


def test_a_slow_answer(browser, tmp_path, receiver):
    page = filled_page(browser, tmp_path, address(receiver, "/open/slow"))
    send(page)
    page.until(lambda: page.one(".review .buttons button").text == "Sending…", "the sign")
    assert page.run("return [...document.querySelectorAll('[role=status]')].some((one) => one.textContent === 'Sending…')")
    # Neither a second press nor another answer comes between.
    send(page)
    page.until(lambda: receiver.records, "the record")
    page.run("document.querySelector('.change button').focus()")
    assert page.run("return document.activeElement.closest('.change')") is None
    assert page.run("return document.querySelector('.busy') !== null")
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
    page.until(lambda: page.one(".review .buttons button").text == "Sending…", "the sign")
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
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    assert receiver.records == []
    page.fill("Name", "  Käte ")
    send(page)
    page.until(lambda: receiver.records, "the record is sent")
    assert receiver.records == ['{"amount":12.345678901234567890123,"name":"Käte"}']


def test_warnings_are_read_before_sending(browser, tmp_path, receiver):
    page = filled_page(browser, tmp_path, address(receiver, "/open/"))
    page.fill("Amount", "5000")
    checked(page)
    assert page.one(".summary.notes h3").text == "Please read these notes before you send"
    assert page.one(".summary.notes li").text == "5000 is much"
    button(page, "Back to the form").click()
    assert page.message("Amount") == "5000 is much"
    # Another answer has other notes.
    page.fill("Amount", "6000")
    checked(page)
    assert page.one(".summary.notes li").text == "6000 is much"
    assert receiver.records == []
    send(page)
    page.until(lambda: page.all(".result"), "it is sent")
    assert json.loads(receiver.records[0])["amount"] == 6000


def test_what_was_saved_is_forgotten(driver, tmp_path):
    page = written_page(driver, tmp_path, FORM)
    page.fill("Amount", "1")
    page.fill("Name", "Ann")
    checked(page)
    assert "Ann" in kept(page)
    button(page, "Save").click()
    page.download("f.json")
    assert "Ann" not in kept(page)
    button(page, "Back to the form").click()
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
    assert page.one(".kept").text.startswith("Ihre Angaben bleiben nicht in diesem Browser")
    assert page.one("form").get_attribute("autocomplete") == "off"


def test_a_key_that_is_secret_elsewhere_is_kept_nowhere(driver, tmp_path):
    page = written_page(driver, tmp_path, 'field a "A": string secret from "k"\nfield b "B": string from "k"\nfield c "C": string\n')
    page.fill("A", "Secret77")
    page.fill("C", "open")
    assert "open" in kept(page) and "Secret77" not in kept(page)

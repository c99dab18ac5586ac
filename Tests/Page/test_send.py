"""Forms that fill themselves in, as people do."""
import json

from conftest import HOME, TOOL, button, checked, done, form_page, shown, written_page
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


def fill_rightly(page):
    page.fill("ID", "ken1")
    page.fill("Password", "Secret77")
    page.fill("Password again", "Secret77")
    page.box("Apple").click()
    page.fill("Email", "ken@example.org")


def test_a_box_is_judged_when_it_is_left_and_mended(register):
    register.fill("ID", "a b")
    register.until(lambda: register.message("ID"), "the problem of the ID")
    assert "ID" in register.message("ID")
    assert register.box("ID").get_attribute("aria-invalid") == "true"
    assert register.message("Password") == "", "nobody was there yet"
    described = register.box("ID").get_attribute("aria-describedby")
    assert register.message("ID") in register.run("return document.getElementById(arguments[0]).textContent", described.split()[-1])
    register.box("ID").send_keys(Keys.BACKSPACE)
    register.box("ID").send_keys(Keys.BACKSPACE)
    register.until(lambda: register.message("ID") == "", "the problem is mended without leaving the box")
    assert register.box("ID").get_attribute("aria-invalid") is None
    assert register.run("return document.querySelector('[role=status].out-of-sight:not(.search *)').textContent").startswith("Corrected: ID")
    register.box("ID").send_keys(" !")
    register.until(lambda: "ID" not in register.run("return document.activeElement.value"), "typing")
    assert register.message("ID") == "", "new problems wait until the box is left"


def test_wrongly_then_rightly(register):
    register.fill("ID", "a b")
    register.one("button[type=submit]").click()
    register.until(lambda: register.all(".summary"), "the summary of problems")
    assert "There is a problem" in register.one(".summary").text
    assert register.run("return document.activeElement.className") == "summary"
    links = register.all(".summary a")
    assert len(links) >= 4
    links[0].click()
    assert register.run("return document.activeElement === arguments[0]", register.box("ID"))
    fill_rightly(register)
    register.one("button[type=submit]").click()
    register.until(lambda: register.all(".review"), "the answers to check")
    assert not register.all(".summary")
    assert shown(register)["ID"] == "ken1" and shown(register)["Password"] == "•••"
    button(register, "Save as CSV").click()
    head, row, *_ = register.download("register.csv").decode().split("\n")
    assert dict(zip(head.split(","), row.split(",")))["email"] == "ken@example.org"
    button(register, "Save").click()
    assert json.loads(register.download("register.json"))["id"] == "ken1"
    assert register.one(".saved").text == "Saved as register.json."


def test_a_section_comes_and_goes(register):
    assert register.box("Age") is None
    register.box("With a profile").click()
    register.until(lambda: register.box("Age") is not None, "the section")
    register.fill("Age", "1000")
    register.until(lambda: register.message("Age"), "the problem of the age")
    register.box("With a profile").click()
    register.until(lambda: register.box("Age") is None, "the section goes")


def test_the_record_is_what_the_tool_accepts(register, tmp_path):
    import subprocess
    fill_rightly(register)
    register.one("button[type=submit]").click()
    register.until(lambda: register.all(".review"), "the answers to check")
    data = tmp_path / "record.json"
    # Who looks over a shoulder sees no secrets.
    assert "Secret77" not in register.one(".review").text
    button(register, "Save").click()
    data.write_bytes(register.download("register.json"))
    form = HOME / "examples" / "register" / "register.form"
    said = subprocess.run([TOOL, "check", form, data, "--output", "ndjson"], capture_output=True, text=True).stdout
    assert json.loads(said)["accepted"] is True
    assert json.loads(data.read_text())["password"] == "Secret77"


def test_what_is_typed_is_kept_but_no_secrets(register):
    register.fill("ID", "ken1")
    register.fill("Password", "Secret77")
    register.driver.refresh()
    register.wait_for_start()
    assert register.box("ID").get_attribute("value") == "ken1"
    assert register.box("Password").get_attribute("value") == ""
    assert "Secret77" not in register.run("return JSON.stringify(localStorage)")


def test_other_languages(register):
    register.one("button[type=submit]").click()
    register.until(lambda: register.all(".summary"), "the summary")
    register.run("const s = document.getElementById('language'); s.value = 'ja'; s.dispatchEvent(new Event('change'))")
    register.until(lambda: "完了" in register.one("button[type=submit]").text, "Japanese")
    assert register.run("return document.getElementById('page').lang") == "ja"
    register.until(lambda: register.run("return document.activeElement.id") == "language", "the choice keeps the focus")


def test_by_keyboard_alone(register):
    """Every box is reached with Tab, in the order of the form, and the record is made with Enter."""
    register.run("document.getElementById('language').focus()")
    def press(*keys):
        ActionChains(register.driver).send_keys(*keys).perform()
    press(Keys.TAB, "ken1", Keys.TAB, "Secret77", Keys.TAB, Keys.TAB, "Secret77", Keys.TAB, Keys.TAB, Keys.SPACE)
    for _ in range(12):
        press(Keys.TAB)
        if register.run("return document.activeElement === arguments[0]", register.box("Email")):
            break
    press("ken@example.org", Keys.ENTER)
    register.until(lambda: register.all(".review"), "the answers to check")
    assert register.run("return document.activeElement.className") == "review"
    # Change the first answer, and come back.
    press(Keys.TAB, Keys.ENTER)
    register.until(lambda: register.run("return document.activeElement === arguments[0]", register.box("ID")), "the first box")
    press("2", Keys.ENTER)
    register.until(lambda: register.all(".review"), "the answers to check again")
    assert shown(register)["ID"] in ("ken12", "2ken1")
    while register.run("return document.activeElement.textContent") != "Save":
        press(Keys.TAB)
    press(Keys.ENTER)
    assert json.loads(register.download("register.json"))["email"] == "ken@example.org"


HOSTILE = """form evil "</script><img src=x onerror=alert(1)>"
field a "<b>bold</b><script>alert(2)</script>": choice("<i>" "<img src=x onerror=alert(3)>", "b") hint "</style>\\{\\{policy}}"
  message "<svg onload=alert(4)>"
field b "c": string rule value == "x" message "<img src=x onerror=alert(5)> {value}"
"""


def test_hostile_forms_and_answers_are_shown_as_they_are(driver, tmp_path):
    form = tmp_path / "evil.form"
    form.write_text(HOSTILE)
    page = form_page(driver, tmp_path, form)
    page.fill("c", "<script>alert(6)</script>")
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    assert "<img src=x onerror=alert(5)> <script>alert(6)</script>" in page.one(".summary").text
    assert "</script><img src=x onerror=alert(1)>" in page.one("h1").text
    assert page.run("return document.querySelectorAll('img, svg, b, i').length") == 0
    assert page.complaints() == []
    # Scripts that someone else writes into the page do not run.
    page.run("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.isHurt = 1\">')")
    page.run("const s = document.createElement('script'); s.textContent = 'window.isHurt = 2'; document.body.append(s)")
    page.until(lambda: page.complaints(), "the policy keeps it from running")
    assert page.run("return window.isHurt") is None


def group(page, name):
    """The fieldset with a name."""
    return page.run(
        "return [...document.querySelectorAll('fieldset')].find((one) => "
        "one.querySelector(':scope > legend').textContent.startsWith(arguments[0]))", name)


def test_a_whole_order(driver, tmp_path):
    page = form_page(driver, tmp_path, HOME / "examples" / "order" / "order.form")
    page.fill("Order number", "AB-0123")
    page.run("const box = arguments[0]; box.value = '2026-11-19T10:00'; box.dispatchEvent(new Event('input'))", page.box("Placed at"))
    page.box("guest").click()
    for label, text in {"Name": "Ann Lee", "Email": "ann@example.org", "Street": "1-1 Chiyoda", "City": "Tokyo",
                        "Postcode": "100-0001", "Sum of the goods": "25", "Shipping": "6", "Total": "31"}.items():
        page.fill(label, text)
    page.box("Japan").click()
    for label, text in {"Article": "A12-345", "Quantity": "2", "Price": "12.50", "Amount": "25", "Weight": "0.8"}.items():
        page.fill(label, text)
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".review"), "the answers to check")
    button(page, "Save as CSV").click()
    csv_text = page.download("order.csv").decode()
    button(page, "Save").click()
    record = json.loads(page.download("order.json"))
    button(page, "Back to the form").click()
    page.fill("Name", "Ann Lee")
    assert record["items"][0]["quantity"] == 2 and record["delivery"]["country"] == "JP" and "billing" not in record
    assert '""quantity"":2,""price"":""12.50""' in csv_text
    assert csv_text.startswith("number,") and "billing.street" in csv_text.split("\n")[0]

    # An optional record is left out until something is in it.
    box = page.run("return arguments[0].querySelector('input')", group(page, "Billing"))
    box.send_keys("1 Main Street")
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    assert [link.text for link in page.all(".summary a")] == ["City is required", "Postcode is required", "Country is required"]
    page.driver.refresh()
    page.wait_for_start()
    assert page.box("Article").get_attribute("value") == "A12-345" and page.box("Japan").is_selected()


def test_an_order_with_lists_and_records(driver, tmp_path):
    page = form_page(driver, tmp_path, HOME / "examples" / "order" / "order.form")
    page.fill("Article", "nonsense")
    page.until(lambda: page.message("Article"), "the problem of the article")
    assert page.message("Article") == "An article is such as A12-345"
    page.until(lambda: page.box("Approved by") is None, "the section in a line goes")
    page.fill("Quantity", "60")
    page.until(lambda: page.box("Approved by") is not None, "the section in a line")
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    links = [link.text for link in page.all(".summary a")]
    assert "Lines 1: An article is such as A12-345" in links
    assert not page.all(".item > button"), "the only row of a required list stays"
    page.press(button(page, "Add another"), 0)
    page.until(lambda: len(page.all(".item > button")) == 2, "another row")
    page.all(".item > button")[0].click()
    page.until(lambda: page.box("Article").get_attribute("value") == "", "the line is removed")


def test_many_problems_are_all_told(driver, tmp_path):
    fields = "".join(f'field f{n} "Field {n}": string rule count(1...20) message "At most {{max}}"\n' for n in range(130))
    page = written_page(driver, tmp_path, fields)
    page.fill("Field 129", "x" * 30)
    page.until(lambda: page.message("Field 129") == "At most 20", "the problem of the last box")
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    assert len(page.all(".summary a")) == 130


def test_long_words_and_messages_from_right_to_left(driver, tmp_path):
    word = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft"
    page = written_page(driver, tmp_path, f"""language ar
field a "{word}": choice("{word}", "b")
field b "الاسم": string rule count(1...2) message "الاسم {{max}}"
""")
    page.fill("الاسم", "abc")
    page.until(lambda: page.message("الاسم"), "the problem")
    assert page.run("return getComputedStyle(document.querySelector('.messages .error')).direction") == "rtl"
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    page.width(320)
    assert page.run("return document.documentElement.scrollWidth") <= 320


def test_half_a_date_is_not_lost_in_silence(driver, tmp_path):
    page = written_page(driver, tmp_path, 'field at "At": datetime optional\nfield b "B": string\n')
    page.fill("B", "x")
    page.box("At").send_keys("20")
    page.run("arguments[0].blur()", page.box("At"))
    page.until(lambda: page.message("At"), "the problem")
    page.driver.refresh()
    page.wait_for_start()
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary a"), "what the browser cannot keep is a problem")
    # Who leaves the empty box means it.
    page.box("At").send_keys("")
    page.run("arguments[0].focus()", page.box("At"))
    page.run("arguments[0].blur()", page.box("At"))
    assert done(page) == {"b": "x"}


def test_fields_of_one_name_in_blocks_that_exclude_each_other(driver, tmp_path):
    page = written_page(driver, tmp_path, """field kind "Kind": choice("text", "number", "other", "x", "y", "z", "none")
when kind == "text" <
  field answer "Words": string
>
else when kind == "number" <
  field answer "Number": int
  when answer > 5 <
    field more "More": string
  >
>
""")
    def choose(kind):
        page.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))", page.box("Kind"), kind)
    choose("text")
    page.until(lambda: page.box("Words") is not None, "the words")
    page.fill("Words", "hello")
    choose("number")
    page.until(lambda: page.box("Number") is not None and page.box("Words") is None, "the number")
    assert page.box("More") is None
    page.fill("Number", "9")
    page.until(lambda: page.box("More") is not None, "the section of a large number")
    page.fill("More", "because")
    choose("text")
    page.until(lambda: page.box("Words") is not None, "the words again")
    page.driver.refresh()
    page.wait_for_start()
    assert page.box("Words").get_attribute("value") == "hello"
    choose("number")
    page.until(lambda: page.box("More") is not None, "both sections at once")
    assert done(page) == {"kind": "number", "answer": 9, "more": "because"}


def test_texts_of_several_lines(driver, tmp_path):
    page = written_page(driver, tmp_path, """field short "Short": string rule count(...20)
field long "Long": string rule count(...500)
field line "Line": string rule count(...500) and oneLine
""")
    assert [page.box(label).tag_name for label in ("Short", "Long", "Line")] == ["input", "textarea", "input"]
    page.fill("Short", "a")
    page.fill("Long", "one\ntwo")
    page.fill("Line", "b")
    assert done(page)["long"] == "one\ntwo"


def test_half_a_date_is_not_forgotten(driver, tmp_path):
    page = written_page(driver, tmp_path, """language en
field day "Day" de "Tag": date optional
field rows "Rows" de "Zeilen": list of <
  field when "When" de "Wann": date
> optional
""")
    page.box("Day").send_keys("1")
    half = "return arguments[0].validity.badInput"
    assert page.run(half, page.box("Day"))
    page.run("const s = document.getElementById('language'); s.value = 'de'; s.dispatchEvent(new Event('change'))")
    page.until(lambda: page.box("Tag (freiwillig)") is not None, "German")
    assert page.run(half, page.box("Tag (freiwillig)"))
    adder = "[...document.querySelectorAll('.group > button')].at(-1).click()"
    page.run(adder)
    page.run(adder)
    boxes = "return [...document.querySelectorAll('.item input')]"
    page.run(boxes)[1].send_keys("1")
    page.run("document.querySelector('.item > button').click()")
    left = page.run(boxes)
    assert len(left) == 1 and page.run(half, left[0])
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    assert len(page.all(".summary a")) == 2


def test_many_choices_to_tick(driver, tmp_path):
    values = ", ".join(f'"c{number}"' for number in range(80))
    page = written_page(driver, tmp_path, f'field codes "Codes": list of choice({values})\n')
    find = page.one("input[type=search]")
    for text in ("c3", "C70"):
        find.clear()
        find.send_keys(text)
        page.until(lambda: len(page.all(".tick")) < 12, "the choices with the text")
        page.box(text.lower()).click()
    assert done(page) == {"codes": ["c3", "c70"]}


def test_a_chosen_language_stays(register):
    register.run("const s = document.getElementById('language'); s.value = 'ja'; s.dispatchEvent(new Event('change'))")
    register.until(lambda: "完了" in register.one("button[type=submit]").text, "Japanese")
    register.driver.refresh()
    register.wait_for_start()
    assert "完了" in register.one("button[type=submit]").text


def test_the_page_speaks_the_languages_of_built_in_messages(driver, tmp_path):
    for language, word in {"fr": "Terminer", "es": "Terminar", "it": "Fine", "pt": "Concluir", "nl": "Klaar",
                           "zh": "完成", "ko": "완료"}.items():
        page = written_page(driver, tmp_path, f'language {language}\nfield a "A": int\n')
        assert page.one("button[type=submit]").text == word


def test_a_required_question_with_yes_or_no_is_answered_by_somebody(driver, tmp_path):
    page = written_page(driver, tmp_path, """field member "Are you a member?": bool
field news "News": bool default false
field cats "Cats": bool optional
when member <
  field since "Since": int
>
field pets "Pets": list of < field tame "Tame?": bool > optional
""")
    questions = "return [...document.querySelectorAll('fieldset')].filter((one) => one.checkVisibility() && one.querySelector(':scope > .ticks [type=radio]')).length"
    assert page.run(questions) == 1
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    assert [link.text for link in page.all(".summary a")] == ["Are you a member? is required"]
    page.box("No").click()
    assert done(page) == {"member": False, "news": False}
    page.box("Yes").click()
    page.until(lambda: page.box("Since") is not None, "the section")
    page.fill("Since", "2020")
    assert done(page) == {"member": True, "news": False, "since": 2020}
    page.driver.refresh()
    page.wait_for_start()
    button(page, "Add").click()
    page.until(lambda: page.run(questions) == 2, "the question in the row")
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    assert [link.text for link in page.all(".summary a")] == ["Pets 1: Tame? is required"]


def test_a_question_that_is_required_at_times(driver, tmp_path):
    """It is not answered until somebody does, and the answer can be taken back."""
    page = written_page(driver, tmp_path, """language de
field age "Alter": int
field agrees "Eltern einverstanden?": bool required if age < 18
""")
    page.fill("Alter", "17")
    page.one("button[type=submit]").click()
    page.until(lambda: page.all(".summary"), "the summary")
    page.fill("Alter", "18")
    assert done(page) == {"age": 18}
    page.box("Nein").click()
    assert done(page) == {"age": 18, "agrees": False}
    page.box("Keine Angabe").click()
    assert done(page) == {"age": 18}

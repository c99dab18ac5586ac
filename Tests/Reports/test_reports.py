"""The reports of `formwork check`, opened with the programs that they are for. FORMWORK is the path of the tool."""

import csv
import json
import os
import pathlib
import subprocess
import time

import jsonschema
import openpyxl
import pytest
import xmlschema
from PIL import Image
from selenium import webdriver

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("FORMWORK", str(ROOT / ".build/release/formwork"))
SCHEMAS = ROOT / ".build/reports"
# Comma, quote, UTF-8, from the first line, every column as text.
AS_TEXT = "44,34,76,1," + "/".join(f"{column}/2" for column in range(1, 20))

# Texts that a spreadsheet could take for formulas, and texts that break a table.
ODD = """id,note,amount
1,"a ""quoted"" word, and a comma",5
x,=1+1,500
2,"two
lines",-1
y,  spaces  ,1e3
3,Käse 日本語 😀,007
4,'quote,x
5,+49 30,1/2
6,-,2026-11-20
"""
FORM = """form odd "Odd cells"
field id "Number": int rule positive
field note "Note": string optional rule count(...12) message "{value} has more than {max} characters"
field amount "Amount": int rule range(0...100) message "=HYPERLINK(""evil"") {value}"
"""


def examples():
    """Forms with their data, and how the data is named."""
    for form in sorted(ROOT.glob("examples/*/*.form")):
        for data in sorted(form.parent.glob("data.*")):
            yield form, data


@pytest.fixture
def odd(tmp_path):
    (tmp_path / "odd.form").write_text(FORM.replace('""', '\\"'))
    (tmp_path / "odd.csv").write_text(ODD)
    return tmp_path / "odd.form", tmp_path / "odd.csv"


def check(form, data, report, *flags):
    run = subprocess.run(
        [TOOL, "check", form, data, "--report", report, "--quiet", *flags], capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    return report


def convert(path, kind, out, *flags):
    """What LibreOffice makes of a file: the files in `out`."""
    profile = f"-env:UserInstallation=file://{out}/profile"
    subprocess.run(
        ["soffice", "--headless", profile, *flags, "--convert-to", kind, "--outdir", out, path],
        check=True, capture_output=True, timeout=120)
    return sorted(file for file in out.iterdir() if file.is_file())


def rows(path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        return list(csv.reader(file))


def test_the_csv_comes_back_from_a_spreadsheet_cell_by_cell(odd, tmp_path):
    report = check(*odd, tmp_path / "r.csv")
    out = tmp_path / "out"
    out.mkdir()
    book, = convert(report, "xlsx", out, f"--infilter=CSV:{AS_TEXT}")
    sheet = openpyxl.load_workbook(book).active
    cells = [["" if cell is None else str(cell).replace("\r\n", "\n") for cell in row] for row in sheet.values]
    assert cells == rows(report) and len(cells) > 8
    # No message is a formula, also where a spreadsheet guesses what a cell is.
    book, = convert(report, "xlsx", tmp_path / "out", "--infilter=CSV:44,34,76,1,,0,false")
    for row in openpyxl.load_workbook(book).active.iter_rows():
        assert all(cell.data_type != "f" for cell in row)


def test_the_workbook_has_the_data_as_it_came(odd, tmp_path):
    report = check(*odd, tmp_path / "r.xlsx")
    out = tmp_path / "out"
    out.mkdir()
    # All sheets, one file each.
    files = convert(report, "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1", out)
    data, = [file for file in files if file.name.endswith("-odd.csv.csv")]
    # The row of a record has the number of its line in the data.
    assert [row for row in rows(data) if any(row)] == rows(odd[1])
    overview, = [file for file in files if file != data]
    assert "8 records: 1 accepted, 7 rejected" in {cell for row in rows(overview) for cell in row}


def test_broken_cells_are_coloured_and_have_their_messages(odd, tmp_path):
    report = check(*odd, tmp_path / "r.xlsx")
    sheet = openpyxl.load_workbook(report)["odd.csv"]
    problems = rows(check(*odd, tmp_path / "r.csv"))
    head = problems[0]
    told = {}
    for problem in (dict(zip(head, row)) for row in problems[1:]):
        told.setdefault(problem["cell"], []).append(problem["message"])
    for row in sheet.iter_rows():
        for cell in row:
            messages = told.get(cell.coordinate, [])
            assert (cell.comment is not None) == bool(messages), cell.coordinate
            for message in messages:
                assert message.lstrip("'") in cell.comment.text
            is_coloured = cell.row > 1 and cell.fill.fill_type == "solid"
            assert is_coloured == bool(messages), cell.coordinate
    # And so it looks on paper.
    out = tmp_path / "out"
    out.mkdir()
    page, = convert(report, "pdf", out)
    subprocess.run(["pdftoppm", "-png", "-r", "60", page, out / "page"], check=True)
    colours = set()
    for picture in out.glob("page*.png"):
        image = Image.open(picture).convert("RGB")
        colours |= {colour for count, colour in image.getcolors(1 << 24) if count > 200}
    reddish = [colour for colour in colours if colour[0] > colour[1] + 15 and colour[0] > colour[2] + 15]
    assert reddish, f"no cell is coloured: {sorted(colours)[:20]}"


@pytest.mark.parametrize("form, data", [*examples(), ("odd", None)], ids=lambda value: getattr(value, "parent", value) and str(value))
def test_ci_reports_keep_to_their_schemas(form, data, odd, tmp_path):
    form, data = odd if form == "odd" else (form, data)
    sarif = json.loads(check(form, data, tmp_path / "r.sarif", "--today", "2026-11-20").read_text())
    schema = json.loads((SCHEMAS / "sarif-schema-2.1.0.json").read_text())
    kind = jsonschema.validators.validator_for(schema)
    assert not [error.message for error in kind(schema, format_checker=kind.FORMAT_CHECKER).iter_errors(sarif)]
    # The requirements of code scanning that the schema doesn't express.
    for result in sarif["runs"][0]["results"]:
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    junit = check(form, data, tmp_path / "r.junit.xml", "--today", "2026-11-20")
    xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd").validate(str(junit))


def test_a_page_of_100_000_problems_opens_and_is_searched(tmp_path):
    form, data = tmp_path / "a.form", tmp_path / "a.csv"
    form.write_text('field id: int rule positive\nfield name "Name": string rule count(2...) message "{value} is short"\n')
    lines = (f"{number},{'x' if number != 70_001 else 'ß'}" for number in range(1, 100_001))
    data.write_text("id,name\n" + "\n".join(lines) + "\n")
    report = check(form, data, tmp_path / "r.html")
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(flag)
    options.binary_location = "/usr/bin/chromium"
    driver = webdriver.Chrome(options, webdriver.ChromeService("/usr/bin/chromedriver"))
    try:
        driver.get(report.as_uri())
        count = lambda: driver.execute_script("return document.getElementById('count').textContent")
        end = time.time() + 60
        while not count() and time.time() < end:
            time.sleep(0.1)
        assert count() == "200 / 100000"
        driver.execute_script(
            "const box = document.getElementById('search'); box.value = 'ß is'; box.dispatchEvent(new Event('input'))")
        assert count() == "1 / 1"
        assert "70002" in driver.execute_script("return document.getElementById('rows').textContent")
        driver.execute_script(
            "const box = document.getElementById('search'); box.value = ''; box.dispatchEvent(new Event('input'));"
            "const heads = document.querySelectorAll('th button'); heads[1].click(); heads[1].click()")
        assert "100001" in driver.execute_script("return document.getElementById('rows').firstChild.textContent")
        assert not [line for line in driver.get_log("browser") if line["level"] == "SEVERE"]
    finally:
        driver.quit()

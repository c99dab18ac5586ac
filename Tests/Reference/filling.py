"""A workbook to fill in, as `formwork export --to xlsx` makes it: filled by openpyxl with good and bad rows, saved again by
LibreOffice, and checked. Every bad cell must be found, and nothing else."""
import datetime
import json
import pathlib
import random
import subprocess
import tempfile

FORM = """
form harvest "Harvest"
choices crop = "wheat" "Wheat", "rye" "Rye", "oats, hulled" "Oats"
field id "Number": string rule matches(/[A-Z]{2}[0-9]{4}/) message "Two letters and four digits" rule unique
field crop: choice of crop
field sown "Sown on": date rule range(2020-01-01...2026-12-31) message "{min} to {max}"
field at: time optional
field seen: datetime("dd.MM.yyyy HH:mm") optional
field hectares: number rule value > 0 and decimals(...2) message "An area such as 12.50"
field bags: int rule range(1...500)
field share: number(decimal ",") optional rule range(0...1)
field organic: bool
field owner: < field email: string rule email > optional
when organic <
  field label: string from "Label no." rule digits and count(6) message "Six digits"
>
field tags: list(";") of string optional rule count(...3) message "At most three"
"""

DAY = datetime.date(2025, 3, 1)
# The good values of each column, and bad ones.
COLUMNS = {
    "id": (lambda n: f"AB{n:04}", ["ab1234", "AB12345", 1234, None]),
    "crop": (lambda n: ["wheat", "rye", "oats, hulled"][n % 3], ["maize", "Wheat", True, None]),
    "sown": (lambda n: DAY + datetime.timedelta(n), [datetime.date(2019, 12, 31), "2025-02-30", "soon", 12.5, None]),
    "at": (lambda n: [None, datetime.time(9, 30), "17:45"][n % 3], ["25:00", "noon"]),
    "seen": (lambda n: [None, datetime.datetime(2026, 1, 2, 3, 4), "02.01.2026 03:04"][n % 3], ["2026-01-02", "yesterday"]),
    "hectares": (lambda n: [1, 2.5, 0.25, "3.75"][n % 4], [0, -1, 1.125, "1,5", "many", None]),
    "bags": (lambda n: [1, 500, "77"][n % 3], [0, 501, 2.5, "two", None]),
    "share": (lambda n: [None, 0.5, "0,25", 1][n % 4], [2, "0.5", "half"]),
    "organic": (lambda n: [True, "yes", False, "no"][n % 4], ["perhaps", 2, None]),
    "owner.email": (lambda n: [None, "ann@example.org"][n % 2], ["ann", "ann@"]),
    "Label no.": (lambda n: "123456" if n % 4 < 2 else None, ["12345", "12345x"]),
    "tags": (lambda n: [None, "a", "a; b;c"][n % 3], ["a;b;c;d"]),
}


def run(binary, *words):
    return subprocess.run([binary, *map(str, words)], capture_output=True, text=True, timeout=300)


def saved_again(path, folder):
    """Opens a workbook in LibreOffice, and saves it."""
    out = folder / "saved"
    profile = f"-env:UserInstallation=file://{folder}/profile"
    subprocess.run(["soffice", "--headless", profile, "--convert-to", "xlsx", "--outdir", out, path], check=True, capture_output=True,
                   timeout=300)
    return out / path.name


def test(binary, seed):
    """-> 1 if a cell is missed, or one is found that is right"""
    import openpyxl
    r = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        form, empty, filled = folder / "harvest.form", folder / "empty.xlsx", folder / "filled.xlsx"
        form.write_text(FORM)
        run(binary, "export", form, "--to", "xlsx", "--out", empty)
        workbook = openpyxl.load_workbook(empty)
        sheet = workbook.worksheets[0]
        places = {cell.value: cell.column for cell in sheet[1]}
        wanted = set()
        for n in range(100):
            row = {column: good(n if column == "id" else n // 2) for column, (good, _) in COLUMNS.items()}
            if n % 2:
                column = r.choice([c for c in COLUMNS if c != "Label no." or n // 2 % 4 < 2])
                row[column] = r.choice(COLUMNS[column][1])
                if column == "organic":
                    row["Label no."] = None
                wanted.add((n + 2, places[column]))
            for column, value in row.items():
                sheet.cell(n + 2, places[column]).value = value
        workbook.save(filled)
        failed = 0
        for path in (filled, saved_again(filled, folder)):
            done = run(binary, "check", form, path, "--output", "ndjson")
            records = [json.loads(line) for line in done.stdout.splitlines()]
            found = {(p["line"], p["column"]) for record in records for p in record["problems"]}
            bad = {record["line"] for record in records if not record["accepted"]}
            print(f"filled, {path.parent.name}: {len(bad)} of {len(records)} rows refused; missed {sorted(wanted - found)}, "
                  f"found {sorted(found - wanted)} {done.stderr if not records else ''}")
            failed |= found != wanted or len(bad) != 50 or len(records) != 100
        return int(failed)

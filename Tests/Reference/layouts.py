"""Files of data made of the pieces of a case: lines, an array of JSON, or the rows of a workbook."""
import codecs
import datetime
import io
import zipfile
from decimal import Decimal
from xml.sax.saxutils import escape


class Lines:
    """CSV, TSV and NDJSON: the lines as they are, perhaps after a byte order mark, perhaps without a last line break."""

    def __init__(self, mark=b"", ending=b"\n", line_break=b"\n"):
        self.mark, self.ending, self.line_break = mark, ending, line_break

    def file(self, lines):
        return self.mark + self.line_break.join(lines) + (self.ending if lines else b"")


class Array:
    """JSON: records in an array, at a path of keys; `alone` is one record without brackets."""

    def __init__(self, before=b"[", after=b"]", alone=False):
        self.before, self.after, self.alone = before, after, alone

    def file(self, records):
        if self.alone and len(records) == 1:
            mark = codecs.BOM_UTF8 if self.before.startswith(codecs.BOM_UTF8) else b""
            return mark + records[0]
        return self.before + b",\n".join(records) + self.after


class Sheet:
    """A workbook with one sheet. A row is a list of cells: None, texts, numbers, bools, dates, times and datetimes."""

    def __init__(self, name="Sheet1"):
        self.name = name

    def file(self, rows):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zip:
            for name, text in PARTS.items():
                zip.writestr(name, HEAD + text.replace("NAME", escape(self.name, {'"': "&quot;"})))
            zip.writestr("xl/worksheets/sheet1.xml", HEAD + sheet(rows))
        return out.getvalue()


HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
# The formats of the cells that show a date, a date with its time, and a time.
DAY, MOMENT, CLOCK = 1, 2, 3
PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{TYPES}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{TYPES}.worksheet+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{TYPES}.styles+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" Type="{RELATIONS}/officeDocument" '
    'Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets><sheet name="NAME" sheetId="1" r:id="rId1"/>'
    '</sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="{RELATIONS}/styles" '
    'Target="styles.xml"/></Relationships>',
    "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1">'
    '<border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/>'
    '<xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="21" applyNumberFormat="1"/>'
    "</cellXfs></styleSheet>",
}


def sheet(rows):
    body = "".join(f'<row r="{y}">{"".join(cell(value, x, y) for x, value in enumerate(row) if value is not None)}</row>'
                   for y, row in enumerate(rows, 1) if row)
    return f'<worksheet xmlns="{MAIN}"><sheetData>{body}</sheetData></worksheet>'


def cell(value, x, y):
    place = f'r="{letters(x)}{y}"'
    if isinstance(value, bool):
        return f'<c {place} t="b"><v>{int(value)}</v></c>'
    if isinstance(value, (int, Decimal)):
        return f"<c {place}><v>{value:f}</v></c>"
    if isinstance(value, str):
        return f'<c {place} t="inlineStr"><is><t xml:space="preserve">{escaped(value)}</t></is></c>'
    return f'<c {place} s="{style(value)}"><v>{serial(value)}</v></c>'


def escaped(text):
    """As XML has a text; a line feed and a carriage return are written by their numbers, so that they stay."""
    return escape(text, {"\r": "&#13;", "\n": "&#10;"})


def style(value):
    return MOMENT if isinstance(value, datetime.datetime) else DAY if isinstance(value, datetime.date) else CLOCK


def serial(value):
    """The number that a workbook has for a day or a time: days since the end of 1899."""
    if isinstance(value, datetime.time):
        return repr((value.hour * 3600 + value.minute * 60 + value.second) / 86400)
    if isinstance(value, datetime.datetime):
        passed = value - datetime.datetime(1899, 12, 30)
        return repr(passed.days + passed.seconds / 86400)
    return str((value - datetime.date(1899, 12, 30)).days)


def letters(x):
    return (letters(x // 26 - 1) if x >= 26 else "") + chr(ord("A") + x % 26)

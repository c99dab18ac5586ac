#!/usr/bin/env python3
"""Makes the workbooks beside it, with two writers that are not ours: pip install openpyxl XlsxWriter.

Run it in this folder; the workbooks are kept, so that the tests need neither.
"""
import datetime as dt
import openpyxl
import xlsxwriter
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

MOMENT = dt.datetime(2026, 11, 20, 9, 30, 15, 250000)


def by_openpyxl(name, epoch=None):
    book = openpyxl.Workbook()
    if epoch:
        book.epoch = epoch
    sheet = book.active
    sheet.title = "Stock"
    sheet.append(["Stock of 20 November", None, None])
    sheet.append([])
    sheet.append(["id", "amount", "day", "moment", "time", "note", "open"])
    sheet.append(["a1", 0.1, MOMENT.date(), MOMENT, MOMENT.time(), 'a "b", c\nd', True])
    sheet.append(["007", 1e21, dt.date(1904, 1, 2), MOMENT.replace(microsecond=0), dt.time(23, 59, 59), None, False])
    sheet["A6"] = "a3"
    sheet["B6"] = 0.1 + 0.2
    sheet["C6"] = 46346.5
    sheet["C6"].number_format = 'dd/mm/yyyy hh:mm'
    sheet["F6"] = CellRichText("plain ", TextBlock(InlineFont(b=True), "bold"), " <&> _x0041_")
    sheet["G6"] = "=1=1"
    sheet["A8"] = "a5"
    sheet["B8"] = -1234567890123456789
    sheet["I8"] = "beside"
    sheet.merge_cells("F8:G8")
    sheet["F8"] = "Ü 会員 😀"
    sheet.row_dimensions[6].hidden = True
    other = book.create_sheet("Other")
    other.append(["x"])
    other.append(["only"])
    other.sheet_state = "hidden"
    book.move_sheet("Other", offset=-1)
    book.save(name)


def by_xlsxwriter(name, **options):
    book = xlsxwriter.Workbook(name, options)
    book.set_properties({"created": dt.datetime(2026, 11, 20)})
    sheet = book.add_worksheet("Data")
    day = book.add_format({"num_format": "d mmm yyyy"})
    moment = book.add_format({"num_format": 22})
    clock = book.add_format({"num_format": "[$-407]hh:mm;@"})
    lasting = book.add_format({"num_format": "[h]:mm"})
    red = book.add_format({"num_format": "[Red]0.00 \"days\""})
    bold = book.add_format({"bold": True})
    for column, text in enumerate(["id", "amount", "day", "moment", "time", "note", "open"]):
        sheet.write(0, column, text, bold)
    sheet.write_row(1, 0, ["a1", 0.1])
    sheet.write_datetime(1, 2, MOMENT.date(), day)
    sheet.write_datetime(1, 3, MOMENT, moment)
    sheet.write_datetime(1, 4, MOMENT.time(), clock)
    sheet.write_string(1, 5, 'a "b", c\nd')
    sheet.write_boolean(1, 6, True)
    sheet.write_string(2, 0, "007")
    sheet.write_number(2, 1, 1e21)
    sheet.write_datetime(2, 2, dt.date(1904, 1, 2), day)
    sheet.write_blank(2, 5, None, bold)
    sheet.write_formula(2, 6, "=1=0", None, False)
    sheet.write_string(3, 0, "a3")
    sheet.write_formula(3, 1, "=0.1+0.2", red, 0.30000000000000004)
    sheet.write_rich_string(3, 5, "plain ", bold, "bold", " <&> é")
    sheet.write_number(4, 1, 1.5, lasting)
    sheet.write_string(4, 0, "a4")
    sheet.write_formula(4, 5, '="x"&"y"', None, "xy")
    sheet.write_string(6, 0, "a6")
    sheet.write_number(6, 1, 1e-7)
    sheet.write_formula(6, 5, "=NA()", None, "#N/A")
    sheet.set_row(4, None, None, {"hidden": True})
    book.add_worksheet("Empty")
    book.close()


by_openpyxl("openpyxl.xlsx")
by_openpyxl("openpyxl-1904.xlsx", openpyxl.utils.datetime.CALENDAR_MAC_1904)
by_xlsxwriter("xlsxwriter.xlsx")
by_xlsxwriter("xlsxwriter-1904.xlsx", date_1904=True)

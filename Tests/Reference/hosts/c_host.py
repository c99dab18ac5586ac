"""Answers cases by the C functions, which the Python package `formwork` calls, and by the package itself; see hosts.py."""

import csv
import datetime
import decimal
import io
import json
import re

from formwork._library import FAILED, MISUSED, ffi, lib, taken
from host import loaded, serve


class Checker:
    def __init__(self, request, format, delimiter=None):
        self.handle = request.form._open_checker(request.today, None, 100, format, delimiter)

    def lines(self, pieces):
        """The answers of a stream, or its fault."""
        found = b""
        for number, piece in enumerate(pieces, 1):
            code, lines, fault = self.call(lib.formwork_check_lines, piece, number == len(pieces))
            found += lines
            if code == FAILED:
                return {"fault": fault}
        return answers(found)

    def json(self, text):
        """The answers of a record, or of an array of records."""
        code, lines, fault = self.call(lib.formwork_check_json, text)
        return {"fault": fault} if code == FAILED else answers(lines)

    def call(self, function, text, *more):
        block, fault = ffi.new("formwork_bytes *"), ffi.new("formwork_bytes *")
        code = function(self.handle, ffi.from_buffer("uint8_t[]", text), len(text), *more, block, fault)
        lines, sentence = taken(block), taken(fault).decode("utf-8")
        assert code != MISUSED
        rejected = any(not answer["accepted"] for answer in answers(lines))
        assert code == FAILED or code == int(rejected), (code, lines)
        return code, lines, sentence


def answers(lines):
    return [loaded(line) for line in lines.decode("utf-8").split("\n") if line]


def cut(data, chance):
    """The data in pieces of any size, some of them empty."""
    longest = chance.choice([1, 7, 40, 400, 1 << 20])
    pieces, start = [], 0
    while start < len(data):
        size = chance.randint(0, longest)
        pieces.append(data[start : start + size])
        start += size
    # The last piece may be empty.
    return pieces if pieces and chance.random() < 0.5 else [*pieces, b""]


def array(request):
    """The records that can be read as an array of JSON."""
    space = request.chance.choice([b"", b" ", b"\n", b"\r\n  "])
    return space + b"[" + space + (b"," + space).join(request.array) + space + b"]" + space


def table(request, delimiter):
    """The rows that can be read with another delimiter, and all cells in quotes."""
    out = io.StringIO(newline="")
    end = request.chance.choice(["\n", "\r\n"])
    csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator=end).writerows(request.rows)
    return out.getvalue().encode("utf-8")


def answer(request):
    found = {"whole": {}, "records": {}, "array": {}, "alone": {}, "skipped": {}}
    if request.text is None:
        return {"skipped": {"data in another encoding, or a workbook": 1}}
    checker = Checker(request, request.format)
    for name in "lines", "lines of another stream":
        found["whole"][name] = checker.lines(cut(request.text, request.chance))
    if request.array is not None:
        text = array(request)
        found["array"]["an array"] = checker.json(text)
        found["array"]["an array in pieces"] = Checker(request, "json").lines(cut(text, request.chance))
    if request.alone is not None:
        found["alone"]["json"] = [checker.json(text) for text in request.alone]
        found["alone"]["values of Python"] = [of_values(request, text) for text in request.alone]
    if request.rows is not None:
        for name, format, delimiter in [("tabs", "tsv", "\t"), ("semicolons", "csv", ";")]:
            way = Checker(request, format, delimiter)
            found["records"]["a table with " + name] = way.lines(cut(table(request, delimiter), request.chance))
    return found


def of_values(request, line):
    """What the package says of a record of Python's values; None for a line that has none.

    It says of the record what is to be said of all records: forms that ask for their number are left out.
    """
    if re.search(r"\bcheck records\b", request.form._source[0].decode("utf-8")):
        return None
    try:
        record = values(line)
    except (ValueError, RecursionError):
        return None
    result = request.form.check(record, now=request.today)
    problems = [
        {"field": problem.field, "code": problem.code, "severity": problem.severity, "message": problem.message}
        for problem in result.problems
    ]
    found = {"record": 1, "accepted": result.accepted, "problems": problems}
    return {**found, "product": plain(result.product)} if result.accepted else found


def values(line):
    """A record of JSON as Python has it."""

    def members(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key twice")
        return dict(pairs)

    def no_constant(name):
        raise ValueError(name)

    record = json.loads(
        line.decode("utf-8"), object_pairs_hook=members, parse_float=decimal.Decimal, parse_constant=no_constant
    )
    # Half of a surrogate pair is no text.
    json.dumps(record, default=str, ensure_ascii=False).encode("utf-8")
    if not isinstance(record, dict):
        raise ValueError("no object")
    return record


def plain(value):
    """A typed value as JSON has it."""
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, (datetime.date, datetime.time)):
        text = value.isoformat().replace("+00:00", "Z")
        # Python writes microseconds with all of their zeros.
        return re.sub(r"(\.\d*?)0+(?=Z|$)", r"\1", text)
    return value


if __name__ == "__main__":
    serve(answer)

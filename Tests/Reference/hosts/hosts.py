#!/usr/bin/env python3
"""Random forms and records through every host of Formwork and through the reference; tells where they differ.

usage: hosts.py [--count N] [--seed S] [--show K] HOST…

HOST is one or more of:

    library   the Swift module, by `formwork-library-host` (swift build --product formwork-library-host)
    c         the C functions, by the Python package `formwork`
    arrow     columns of Apache Arrow, by the same package and pyarrow
    page      the engine of the pages in node, by .build/page/formwork.wasm (Scripts/page)
    spark     data frames of Spark, in one partition and in five, by the same package and PySpark (Scripts/spark)

c and arrow need a Python with the package, such as .build/python/venv/bin/python (Scripts/python). The cases are those of
`differential.py`, and so is what is compared. Where a host can't express a record, the record is skipped and counted.

A host is a process. It reads a request from each line of its standard input: an object with `folder` (with `spec.form`,
`data.FORMAT` and perhaps the same in UTF-8, `text`), `format`, `today`, `seed` and the records in other shapes. It answers
with a line:

    whole      for each way to hand in the data, an array of answers
    shown      the same, without the records that have no problems
    records    the same, for `records` of the request: those that can be read, for Spark without those whose values don't
               fit the columns of the others
    array      the same, for `array` of the request, as an array of JSON
    alone      for each way to hand in JSON alone (`alone` of the request), an array with an element for each record: its
               answer, or an array of answers if they include what is said of all records
    values     the same, for each way to hand in values or texts
    skipped    how many records were skipped, by the reason
    fault      a sentence, if the form could not be opened

An object with `fault` replaces an array where the host gave up. Answers are as `formwork check --output ndjson` writes
them, null for a record that was skipped, and with `unproduced` if the host was not asked for products.
"""
import argparse
import base64
import codecs
import collections
import json
import multiprocessing
import os
import pathlib
import random
import re
import select
import subprocess
import sys
import tempfile
from decimal import Decimal

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parents[2]
sys.path.insert(0, str(HERE.parent))

import between
import differential
import layouts
import readers
from differential import expected, load, make, record_difference
from syntax import DELIMITERS, parse

#: The words of forms whose answers may depend on other records, or on where a record stands.
BETWEEN = re.compile(r"\b(unique|same|records?|first|line|previous|per)\b")
#: The list of the names of the columns, which a record of a table does not have in another shape.
COLUMNS = re.compile(r"\bcolumns\b(?! (?:all|exact)\b)")
#: Seconds that a host may take for a case.
PATIENCE = 120


# ---- other shapes of a case --------------------------------------------------------------------

class Shapes:
    """A case with what the reference says of it, and its records in other arrangements."""

    def __init__(self, case, folder):
        self.case, self.folder, self.kept = case, folder, {}
        self.want = expected(case, folder)
        self.tree = parse(folder / "spec.form") if self.want is not None else None

    def once(self, name, find):
        if name not in self.kept:
            self.kept[name] = find()
        return self.kept[name]

    # ---- the data as a whole

    def encoding(self):
        """The encoding of the data, if it is not UTF-8."""
        data = self.case.layout.file(self.case.lines)
        if data.startswith(codecs.BOM_UTF8):
            return None
        for mark, name in ENCODINGS_BY_MARK.items():
            if data.startswith(mark):
                return name
        said = self.settings(self.case.ext)
        name = said and said.encoding
        return name if name and codecs.lookup(name).name != "utf-8" else None

    def settings(self, kind):
        """What the form says of data of this kind; None if it says nothing."""
        return self.tree.data.get(kind)

    def text(self):
        """The data in UTF-8; None where it has bytes that are not in its encoding, and for workbooks."""
        data, encoding = self.case.layout.file(self.case.lines), self.encoding()
        if self.case.ext == "xlsx":
            return None
        return data if encoding is None else in_utf8(data, encoding)

    # ---- record by record

    def alone(self):
        """-> (piece, record, answers) of each record alone; a record is what the reference reads, None for a malformed one."""
        return self.once("alone", self.find_alone)

    def find_alone(self):
        case, head = self.case, self.case.lines[:self.case.head]
        pieces = case.lines[case.head:]
        read = [list(case.records([*head, piece], self.tree)) for piece in pieces]
        if all(len(records) == 1 for records in read) and len(read) == len(self.want) and not BETWEEN.search(case.spec.text()):
            answers = [[{**answer, "record": Decimal(1)}] for answer in self.want]
        else:
            answers = [expected(case.with_(lines=[*head, piece]), self.folder, by_itself=True) for piece in pieces]
        found = []
        for piece, records, said in zip(pieces, read, answers):
            # A line without anything in it is no record. A byte order mark is right before a record that is alone.
            is_json = self.case.ext in ("json", "ndjson")
            has_mark = is_json and piece.strip().startswith(codecs.BOM_UTF8)
            # An array is the data as a whole, and more is said of it.
            is_data = is_json and piece.strip().startswith(b"[") and BETWEEN.search(case.spec.text())
            if len(records) == 1 and said and not has_mark and not is_data:
                found.append((piece, records[0][1], said))
        return found

    def readable(self):
        """-> (pieces, records, what the reference says) of the records that can be read."""
        return self.once("readable", lambda: self.some(lambda record: True))

    def alike(self):
        """The same of those whose values under a key are of one kind, as in a column."""
        return self.once("alike", self.find_alike)

    def find_alike(self):
        kinds = {}

        def fits(record):
            own = dict(kinds)
            if all(own.setdefault(path, kind) == kind for path, kind in kinds_of(record)):
                kinds.update(own)
                return True
            return False

        return self.some(fits)

    def some(self, fits):
        some = [(piece, record) for piece, record, _ in self.alone() if record is not None and fits(record)]
        pieces = [piece for piece, _ in some]
        head = self.case.lines[:self.case.head]
        want = self.want if len(pieces) == len(self.want) else expected(self.case.with_(lines=[*head, *pieces]), self.folder)
        return pieces, [record for _, record in some], want

    def keeps_columns(self, in_columns=False):
        """Whether nothing is asked of the names of columns that other shapes of the records lack."""
        asks = any(COLUMNS.search(text) for text in (self.case.spec.text(), *map(str, self.case.files.values())))
        return not asks or not in_columns and self.case.ext in ("json", "ndjson")

    # ---- JSON

    def is_json(self):
        """Whether the records are JSON that can be handed in alone and as an array."""
        if self.case.ext not in ("json", "ndjson") or any(text is None for text, _, _ in self.json_pieces()):
            return False
        said = self.settings("json")
        return not said or not (said.records or said.encoding)

    def json_pieces(self):
        """-> (text, record, answers) of each record alone; the text is None if it has bytes that are not in its encoding."""
        encoding = self.encoding()
        return [(in_utf8(piece, encoding) if encoding else piece.strip(b" \t\r"), *rest) for piece, *rest in self.alone()]

    def as_json(self, texts, by_itself=False):
        """What the reference says of these texts as an array."""
        case = differential.Case(self.case.spec, texts, "json", self.case.today, self.case.files, layout=layouts.Array())
        return expected(case, self.folder, by_itself)

    def json_alone(self):
        """What the reference says of each of the JSON texts alone."""
        return self.once("json", self.find_json_alone)

    def find_json_alone(self):
        if not self.settings("json") and not self.settings("ndjson"):
            return [said for _, _, said in self.json_pieces()]
        return [said if record is None else self.as_json([text], by_itself=True) for text, record, said in self.json_pieces()]

    def json_array(self):
        """-> (texts, what the reference says) of the records that can be read."""
        return self.once("array", self.find_json_array)

    def find_json_array(self):
        texts = [text for text, record, _ in self.json_pieces() if record is not None]
        return texts, self.as_json(texts)

    # ---- tables

    def rows(self):
        """The header and the rows that can be read, as lists of cells; None for a table in another layout than the usual."""
        if self.case.ext not in DELIMITERS or self.tree.data or self.case.head != 1 or self.encoding():
            return None
        delimiter = DELIMITERS[self.case.ext]
        pieces = [self.case.lines[0], *self.readable()[0]]
        return [next(readers.csv_rows(piece.decode("utf-8") + "\n", delimiter))[1] for piece in pieces]


def kinds_of(value, path=()):
    """-> (path, kind) of each value, with 0 for items."""
    if value is not None:
        yield path, bool if isinstance(value, bool) else Decimal if isinstance(value, (int, Decimal)) else type(value)
    for name, inner in value.items() if isinstance(value, dict) else ((0, item) for item in value) if isinstance(value, list) else ():
        yield from kinds_of(inner, (*path, name))


ENCODINGS_BY_MARK = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def in_utf8(data, encoding):
    try:
        return data.decode(encoding).removeprefix("\ufeff").encode("utf-8")
    except UnicodeError:
        return None


def in_base64(texts):
    return [base64.b64encode(text).decode() for text in texts]


# ---- native values -----------------------------------------------------------------------------

class Unsayable(Exception):
    """What a record has that a host cannot express."""


def has_gaps(value):
    """Whether a list has an item that numbered columns pass over."""
    if value is readers.GAP:
        return True
    inside = value if isinstance(value, list) else value.values() if isinstance(value, dict) else ()
    return any(map(has_gaps, inside))


def native(value, chance):
    """A value of JSON as [letter, value], for hosts whose records are native values; see `Native` of the library."""
    if value is None:
        return ["n"]
    if isinstance(value, bool):
        return ["b", value]
    if isinstance(value, str):
        return ["s", value]
    if value is readers.GAP:
        raise Unsayable("an item that numbered columns pass over")
    if isinstance(value, list):
        return ["l", [native(item, chance) for item in value]]
    if isinstance(value, dict):
        if len({readers.nfc(key) for key in value}) < len(value):
            raise Unsayable("a key in two spellings of the same letters")
        return ["r", {key: native(item, chance) for key, item in value.items()}]
    return chance.choice(numbers(value))


def numbers(value):
    """The native numbers that are exactly this one."""
    found = []
    whole = value == value.to_integral_value()
    if whole and -(2**63) <= value < 2**63:
        found.append(["i", str(int(value))])
    if len(value.as_tuple().digits) <= 38 and -127 <= value.as_tuple().exponent <= 127:
        found.append(["d", format(value, "f")])
    if abs(value) < Decimal("1e300") and Decimal(repr(float(value))) == value:
        found.append(["f", repr(float(value))])
    if not found:
        raise Unsayable("a number that no native type holds")
    return found


# ---- hosts -------------------------------------------------------------------------------------

class Host:
    """A process that answers cases."""

    def __init__(self, name, command, errors_first=False):
        self.name, self.command, self.process = name, command, None
        #: Whether it lists errors before warnings.
        self.errors_first, self.has_answered = errors_first, False
        #: Whether its records begin on the lines of the file.
        self.is_columnar = name in ("arrow", "spark")
        self.has_lines, self.compares_lines, self.hides_messages = not self.is_columnar, False, False
        self.cases = self.records = self.differ = 0
        self.skipped, self.ways = collections.Counter(), collections.Counter()

    def ask(self, request):
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            line = self.process.stdout.readline() if ready else b""
        except OSError:
            line = b""
        if line:
            self.has_answered = True
            return load(line.decode("utf-8"))[0]
        self.close()
        if not self.has_answered:
            # A process of a pool must not exit.
            raise RuntimeError(f"{self.name}: {self.command[0]} gives no answer. Was it built? See hosts.py --help.")
        return {"fault": "the host ended, or took too long"}

    def close(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def chosen(self, shapes):
        """The records that the host is given as values."""
        return shapes.alike() if self.name == "spark" else shapes.readable()

    def request(self, shapes, seed):
        """What the host is asked of a case."""
        case = shapes.case
        _, records, _ = self.chosen(shapes)
        request = {"folder": str(shapes.folder), "format": case.ext, "today": case.today, "seed": seed}
        if case.ext != "xlsx" and not has_gaps(records) and shapes.keeps_columns(in_columns=True):
            request["records"] = in_base64(readers.dump(record).encode("utf-8") for record in records)
        if shapes.is_json():
            request["alone"], request["array"] = in_base64(text for text, _, _ in shapes.json_pieces()), in_base64(shapes.json_array()[0])
        if rows := shapes.rows():
            request["rows"] = rows
        case.write(shapes.folder)
        if (text := shapes.text()) is not None:
            request["text"] = f"text.{case.ext}"
            (shapes.folder / request["text"]).write_bytes(text)
        return request

    def difference(self, shapes, seed=1):
        """-> what differs, or None; a case whose form the reference itself refuses differs in nothing."""
        case = shapes.case
        if shapes.want is None:
            return None
        answer = self.ask(self.request(shapes, seed))
        if "fault" in answer:
            return f"exit: {answer['fault']}"

        self.skipped.update({reason: int(count) for reason, count in answer.get("skipped", {}).items()})
        wanted = {
            "whole": lambda: shapes.want,
            "shown": lambda: [answer for answer in shapes.want if answer["problems"] or "undecided" in answer],
            "records": lambda: self.chosen(shapes)[2],
            "array": lambda: shapes.json_array()[1],
            "alone": shapes.json_alone,
            "values": lambda: [said for _, _, said in shapes.alone()],
        }
        for kind, ways in answer.items():
            for way, got in ways.items() if kind in wanted else ():
                compare = self.of_each if kind in ("alone", "values") else self.of_all
                has_lines = self.compares_lines = self.has_lines and kind in ("whole", "shown")
                # A native number may have zeros at its end that the record has not.
                unlike = ["{line}"] * (not has_lines) + ["{value}"] * (kind == "values" or self.is_columnar)
                texts = [case.spec.text(), *map(str, case.files.values())]
                self.hides_messages = any(placeholder in text for placeholder in unlike for text in texts)
                if bad := compare(way, wanted[kind](), got):
                    return bad
        return None

    def of_all(self, way, want, got):
        if isinstance(got, dict):
            return f"{way}: {got['fault']}"
        if got and got[-1] is None and len(got) > len(want):
            got = got[:-1]
        if len(want) != len(got):
            return f"{way}: wanted {len(want)} records, got {len(got)}"
        for number, (one, other) in enumerate(zip(want, got), 1):
            if other is None:
                continue
            self.ways[way] += 1
            self.records += 1
            if bad := self.of_one(one, other):
                return f"{way}, record {number}: {bad}"
        return None

    def of_each(self, way, alone, got):
        for number, (want, answer) in enumerate(zip(alone, got, strict=True), 1):
            if answer is None:
                continue
            bad = None
            if isinstance(answer, list):
                bad = self.of_all(way, want, answer)
            elif "fault" in answer:
                bad = answer["fault"]
            else:
                self.ways[way] += 1
                self.records += 1
                bad = self.of_one(want[0], answer)
            if bad:
                return f"{way}, record {number} alone: {bad}"
        return None

    def of_one(self, want, got):
        if self.errors_first:
            problems = sorted(want["problems"], key=lambda problem: problem["severity"] != "error")
            want = {**want, "problems": problems}
        if got.get("unproduced") and "product" in want:
            got = {**got, "product": want["product"]}
        if self.is_columnar and "product" in want and "product" in got:
            # Fields of one name in several branches share a column, which has one place.
            got = {**got, "product": as_structures(want["product"], got["product"])}
            want, got = ({**one, "product": sort_names(one["product"])} for one in (want, got))
        if not self.compares_lines:
            want, got = map(without_lines, (want, got))
        if self.hides_messages:
            want = {**want, "problems": [{**problem, "authored": False} for problem in want["problems"]]}
        # Some ways to hand in data tell no params.
        return record_difference(want, got, params=any("params" in problem for problem in got.get("problems", [])))


def without_lines(answer):
    """An answer without the lines of records that are in the way of a rule."""
    if "undecided" not in answer:
        return answer
    rules = [{name: part for name, part in rule.items() if name != "line" or "file" in rule} for rule in answer["undecided"]]
    return {**answer, "undecided": rules}


def as_structures(want, got):
    """A product of columns, in which lists and records are texts of JSON where branches have different ones under one name."""
    if isinstance(got, str) and isinstance(want, (list, dict)):
        return load(got)[0]
    if isinstance(got, dict) and isinstance(want, dict):
        return {name: as_structures(want.get(name), value) for name, value in got.items()}
    return got


def sort_names(value):
    """A product with its names in alphabetical order."""
    if isinstance(value, dict):
        return {name: sort_names(value[name]) for name in sorted(value)}
    return [sort_names(item) for item in value] if isinstance(value, list) else value


def clashes(value):
    """Whether a row has several values for fields of one name, which no record has."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return getattr(value, "clashes", False) or any(map(clashes, inner))


class Library(Host):
    def __init__(self, options):
        super().__init__("library", [options.library], errors_first=True)

    def request(self, shapes, seed):
        request, chance = super().request(shapes, seed), random.Random(seed)
        records = [record for _, record, _ in shapes.alone()]
        if shapes.case.ext == "xlsx":
            self.skipped["records of a workbook, as values"] += len(records)
            return request
        if not shapes.keeps_columns():
            self.skipped["rows of a form that asks for the columns, as values"] += len(records)
            return request
        request["values"] = [self.values(record, chance) for record in records]
        if any(shape.type.kind == "list" and shape.type.separator is None for shape in shapes.tree.block.fields()):
            self.skipped["rows of a form whose lists are several texts of a web form"] += len(records)
        elif shapes.case.ext in DELIMITERS:
            request["texts"] = [self.texts(record) for record in records]
            self.add_boxes(request, shapes)
        return request

    def values(self, record, chance):
        try:
            if record is None:
                raise Unsayable("a record that cannot be read, as values")
            if clashes(record):
                raise Unsayable("a row in which fields of one name have columns of their own, as values")
            return native(record, chance)
        except Unsayable as error:
            self.skipped[str(error)] += 1
            return None

    def texts(self, record):
        """A row as the names and texts of a web form."""
        if record is None or any(isinstance(value, (dict, list)) for value in record.values()):
            self.skipped["a row with records or numbered columns, or one that cannot be read, as a web form"] += 1
            return None
        return [{"name": name, "text": cell or ""} for name, cell in record.items()]

    def add_boxes(self, request, shapes):
        """Adds the texts by the names of their fields, as a form on screen has them."""
        shaped = any(shape.type.kind == "record" for shape in shapes.tree.block.fields())
        if shaped or "else blank" in shapes.case.spec.text():
            # A form on screen shows a record that is required although it is blank, and submits nothing that it hides.
            self.skipped["records of a form with records or else blank, on screen"] += len(request["texts"])
            return
        names = {}
        for shape in shapes.tree.block.fields():
            for key in readers.keys_of(shape):
                names.setdefault(key, shape.name)
        request["boxes"] = [
            record and [{**entry, "name": names[entry["name"]]} for entry in record] for record in request["texts"]]


HOSTS = {
    "library": Library,
    "c": lambda options: Host("c", [options.python, HERE / "c_host.py"]),
    "arrow": lambda options: Host("arrow", [options.python, HERE / "arrow_host.py"]),
    "page": lambda options: Host("page", ["node", HERE / "page_host.mjs", options.page]),
    "spark": lambda options: Host("spark", [options.spark, HERE / "spark_host.py"]),
}


# ---- the run -----------------------------------------------------------------------------------

def of_one_file(case):
    """Only the command line takes records of before and several files."""
    return differential.Case(case.spec, case.lines, case.ext, case.today, case.files, (), case.head, case.layout)


def show(host, seed, case, folder):
    """Reduces a case that differs and prints it."""
    counted = host.records, host.skipped.copy(), host.ways.copy()
    # The reduction asks a program; here it asks the host.
    differential.difference = lambda _, case, folder: host.difference(Shapes(case, folder), seed)
    small = differential.reduce(None, case, folder)
    print(f"--- {host.name}")
    differential.show(seed, small, host.difference(Shapes(small, folder), seed))
    host.records, host.skipped, host.ways = counted


def run(options, seeds):
    """Asks all hosts of these cases -> the hosts with what they counted, and how many forms the reference refuses."""
    hosts = [HOSTS[name](options) for name in dict.fromkeys(options.hosts)]
    refused = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed in seeds:
            for file in folder.iterdir():
                file.unlink()
            case = of_one_file(make(seed))
            shapes = Shapes(case, folder)
            if shapes.want is None:
                refused += 1
                print(f"--- seed {seed}: the reference refuses this form ({expected.error})\n{case.spec.text()}", flush=True)
                continue
            for host in hosts:
                host.cases += 1
                if bad := host.difference(shapes, seed):
                    host.differ += 1
                    if host.differ <= options.show:
                        show(host, seed, case, folder)
                    else:
                        print(f"--- {host.name}, seed {seed}: {bad[:200]}", flush=True)
    for host in hosts:
        host.close()
    return hosts, refused


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hosts", nargs="+", choices=HOSTS, metavar="HOST", help=", ".join(HOSTS))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes work at once")
    parser.add_argument("--show", type=int, default=5, help="how many differences of a host to reduce and print, in each process")
    parser.add_argument("--library", type=pathlib.Path, default=HOME / ".build/debug/formwork-library-host")
    parser.add_argument("--page", type=pathlib.Path, default=HOME / ".build/page/formwork.wasm")
    parser.add_argument("--spark", default=HOME / ".build/spark/venv/bin/python", help="a Python that also has PySpark")
    parser.add_argument("--python", default=sys.executable, help="a Python with the package formwork; this one if not given")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    refused, found = 0, {}
    with multiprocessing.Pool(options.jobs) as pool:
        for hosts, some in pool.starmap(run, [(options, seeds[job::options.jobs]) for job in range(options.jobs)]):
            refused += some
            for host in hosts:
                found.setdefault(host.name, []).append(host)
    differ = 0
    for name, parts in found.items():
        cases, records, bad = (sum(getattr(part, what) for part in parts) for what in ("cases", "records", "differ"))
        ways, skipped = (sum((getattr(part, what) for part in parts), collections.Counter()) for what in ("ways", "skipped"))
        print(f"{name}: {cases} cases, {records} records, {bad} differ, {sum(skipped.values())} skipped")
        for title, counts in ("by", ways), ("skipped:", skipped):
            for what, count in sorted(counts.items()):
                print(f"    {title} {what}: {count}")
        differ += bad
    return 1 if refused or differ else 0


if __name__ == "__main__":
    sys.exit(main())

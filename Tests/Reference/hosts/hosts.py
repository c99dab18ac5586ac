#!/usr/bin/env python3
"""Random forms and records through every host of Formwork and through the reference; tells where they differ.

usage: hosts.py [--count N] [--seed S] [--show K] [--third] HOST…

HOST is one or more of:

    library   the Swift module, by `formwork-library-host` (swift build --product formwork-library-host)
    c         the C functions, by the Python package `formwork`
    arrow     columns of Apache Arrow, by the same package and pyarrow
    page      the engine of the pages in node, by .build/page/formwork.wasm (Scripts/page)

c and arrow need a Python with the package, such as .build/python/venv/bin/python (Scripts/python). The cases are those of
`differential.py`, and so is what is compared. Where a host can't express a record, the record is skipped and counted.

A host is a process. It reads a request from each line of its standard input: an object with `folder` (with `spec.form` and
`data.FORMAT`), `format`, `today`, `seed` and, for some hosts, records in other shapes. It answers with a line:

    whole      for each way to hand in all records as one set of data, an array of answers
    readable   the same, for the records that can be read (`readable` of the request)
    shown      the same, without the records that have no problems
    alone      for each way to hand in a record alone, an array with an element for each record: its answer, or an array of
               answers if they include what is said of all records
    skipped    how many records were skipped, by the reason
    fault      a sentence, if the form could not be opened

An object with `fault` replaces an array where the host gave up. Answers are as `formwork check --output ndjson` writes
them, null for a record that was skipped, and with `unproduced` if the host was not asked for products.
"""
import argparse
import base64
import collections
import json
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
import generate
import readers
from differential import expected, load, make, record_difference
from syntax import parse

#: The words of forms whose answers may depend on other records, or on where a record stands.
BETWEEN = re.compile(r"\b(unique|same|records?|first|line|previous|per)\b")
#: Seconds that a host may take for a case.
PATIENCE = 120


# ---- other shapes of a case --------------------------------------------------------------------

class Shapes:
    """A case with what the reference says of it, and of its records in other arrangements."""

    def __init__(self, case, folder, want=None):
        self.case, self.folder, self.kept = case, folder, {}
        self.want = expected(case, folder) if want is None else want

    def alone(self):
        """-> (line, answers) of each record alone; None if a line is no record by itself."""
        return self.once("alone", self.find_alone)

    def once(self, name, find):
        if name not in self.kept:
            self.kept[name] = find()
        return self.kept[name]

    def find_alone(self):
        case = self.case
        if case.ext not in ("csv", "ndjson") or self.has_layout():
            return None
        head, lines = (case.lines[:1], case.lines[1:]) if case.ext == "csv" else ([], case.lines)
        lines = [line for line in lines if line.strip(b" \t\r")]
        if len(lines) == len(self.want) and not BETWEEN.search(case.spec.text()):
            return [(line, [{**answer, "record": Decimal(1)}]) for line, answer in zip(lines, self.want)]
        found = [(line, expected(case.with_(lines=[*head, line]), self.folder)) for line in lines]
        return [(line, answers) for line, answers in found if answers]

    def readable(self):
        """The case without the records that cannot be read."""
        return self.once("readable", self.find_readable)

    def find_readable(self):
        alone = self.alone()
        if alone is None:
            return None
        lines = [line for line, answers in alone if not is_malformed(answers[0])]
        case = self.case.with_(lines=[*self.case.lines[:self.case.ext == "csv"], *lines])
        return Shapes(case, self.folder, self.want if len(lines) == len(alone) else None)

    def has_layout(self):
        """Whether the form says how its data is written."""
        return re.search(r"^\s*data\b", self.case.spec.text(), re.MULTILINE) is not None

    def objects(self):
        """Each record alone as names and values; None for one that cannot be read or has a name twice."""
        if self.alone() is None:
            return None
        if self.case.ext == "ndjson":
            return [next(readers.ndjson(line))[1] for line, _ in self.alone()]
        head = self.cells(self.case.lines[0])
        rows = [self.cells(line) for line, _ in self.alone()]
        return [dict(zip(head, row)) if row and len(row) == len(head) else None for row in rows]

    @staticmethod
    def cells(line):
        _, cells, bad = next(readers.csv_rows(line.decode("utf-8") + "\n", ","))
        return None if bad else cells


def is_malformed(answer):
    return any(problem["code"] == "malformed" for problem in answer["problems"])


# ---- native values -----------------------------------------------------------------------------

class Unsayable(Exception):
    """What a record has that a host cannot express."""


def native(value, chance):
    """A value of JSON as [letter, value], for hosts whose records are native values; see `Native` of the library."""
    if value is None:
        return ["n"]
    if isinstance(value, bool):
        return ["b", value]
    if isinstance(value, str):
        return ["s", value]
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
        self.errors_first = errors_first
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
            return load(line.decode("utf-8"))[0]
        self.close()
        return {"fault": "the host ended, or took too long"}

    def close(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def request(self, shapes, seed):
        """What the host is asked of a case."""
        alone, readable = shapes.alone(), shapes.readable()
        shapes.case.write(shapes.folder)
        request = {"folder": str(shapes.folder), "format": shapes.case.ext, "today": shapes.case.today, "seed": seed}
        if shapes.case.ext == "ndjson" and alone is not None:
            request["alone"] = [base64.b64encode(line).decode() for line, _ in alone]
        if readable is not None:
            request["readable"] = [base64.b64encode(line).decode() for line in readable.case.lines]
        return request

    def difference(self, case, folder, seed=1):
        """-> what differs, or None; a case whose form the reference itself refuses differs in nothing."""
        shapes = Shapes(case, folder)
        if shapes.want is None:
            return None
        answer = self.ask(self.request(shapes, seed))
        if "fault" in answer:
            return f"exit: {answer['fault']}"
        self.skipped.update({reason: int(count) for reason, count in answer.get("skipped", {}).items()})
        found = []
        for way, got in answer.get("whole", {}).items():
            found.append(self.of_all(way, shapes.want, got))
        for way, got in answer.get("readable", {}).items():
            found.append(self.of_all(way, shapes.readable().want, got))
        for way, got in answer.get("shown", {}).items():
            found.append(self.of_all(way, [w for w in shapes.want if w["problems"]], got))
        for way, got in answer.get("alone", {}).items():
            found.append(self.of_each(way, shapes.alone(), got))
        return next(filter(None, found), None)

    def of_all(self, way, want, got):
        if isinstance(got, dict):
            return f"{way}: {got['fault']}"
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
        for number, ((_, want), answer) in enumerate(zip(alone, got, strict=True), 1):
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
        return record_difference(want, got)


class Library(Host):
    def __init__(self, options):
        super().__init__("library", [options.library], errors_first=True)

    def request(self, shapes, seed):
        request = super().request(shapes, seed)
        objects = shapes.objects()
        if objects is None:
            self.skipped["records of a table whose layout the form says, as values"] += len(shapes.want)
            return request
        chance = random.Random(seed)
        is_table = shapes.case.ext == "csv"
        request["values"] = [self.values(record, chance, is_table) for record in objects]
        if is_table:
            request["texts"] = [
                record and [{"name": name, "text": text} for name, text in record.items()] for record in objects]
            self.add_boxes(request, shapes)
        return request

    def add_boxes(self, request, shapes):
        """Adds the texts by the names of their fields, as a form on screen has them."""
        if " else blank" in shapes.case.spec.text():
            # A form on screen submits nothing of what it does not show.
            self.skipped["records of a form with else blank, on screen"] += len(request["texts"])
            return
        names = {}
        for shape in parse(shapes.folder / "spec.form").block.fields():
            for key in readers.keys_of(shape):
                names.setdefault(key, shape.name)
        request["boxes"] = [
            record and [{**entry, "name": names[entry["name"]]} for entry in record if entry["name"] in names]
            for record in request["texts"]]

    def values(self, record, chance, is_row):
        try:
            if record is None:
                raise Unsayable("a record that cannot be read, as values")
            if is_row:
                # A cell without a text is one that is not there.
                record = {name: cell for name, cell in record.items() if cell or chance.random() < 0.5}
            return native(record, chance)
        except Unsayable as error:
            self.skipped[str(error)] += 1
            return None


HOSTS = {
    "library": Library,
    "c": lambda options: Host("c", [options.python, HERE / "c_host.py"]),
    "arrow": lambda options: Host("arrow", [options.python, HERE / "arrow_host.py"]),
    "page": lambda options: Host("page", ["node", HERE / "page_host.mjs", options.page]),
}


# ---- the run -----------------------------------------------------------------------------------

def without_known(case):
    """Only the command line takes records of before."""
    return differential.Case(case.spec, case.lines, case.ext, case.today, case.files)


def show(host, seed, case, folder):
    """Reduces a case that differs and prints it."""
    counted = host.records, host.skipped.copy(), host.ways.copy()
    # The reduction asks a program; here it asks the host.
    differential.difference = lambda _, case, folder: host.difference(case, folder, seed)
    small = differential.reduce(None, case, folder)
    print(f"--- {host.name}")
    differential.show(seed, small, host.difference(small, folder, seed))
    host.records, host.skipped, host.ways = counted


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("hosts", nargs="+", choices=HOSTS, metavar="HOST", help=", ".join(HOSTS))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5, help="how many differences of a host to reduce and print")
    parser.add_argument("--third", action="store_true", help="forms with what records.md brings")
    parser.add_argument("--library", type=pathlib.Path, default=HOME / ".build/debug/formwork-library-host")
    parser.add_argument("--page", type=pathlib.Path, default=HOME / ".build/page/formwork.wasm")
    parser.add_argument("--python", default=sys.executable, help="a Python with the package formwork; this one if not given")
    options = parser.parse_args()
    between.Between.blank_items_are_left_out = options.third
    hosts = [HOSTS[name](options) for name in dict.fromkeys(options.hosts)]
    refused = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed in range(options.seed, options.seed + options.count):
            case = without_known(make(seed, options.third))
            if expected(case, folder) is None:
                refused += 1
                print(f"--- seed {seed}: the reference refuses this form ({expected.error})\n{case.spec.text()}")
                continue
            for host in hosts:
                host.cases += 1
                if host.difference(case, folder, seed):
                    host.differ += 1
                    if host.differ <= options.show:
                        show(host, seed, case, folder)
    for host in hosts:
        host.close()
        print(f"{host.name}: {host.cases} cases, {host.records} records, {host.differ} differ, {sum(host.skipped.values())} skipped")
        for title, counts in ("by", host.ways), ("skipped:", host.skipped):
            for what, count in sorted(counts.items()):
                print(f"    {title} {what}: {count}")
    return 1 if refused or any(host.differ for host in hosts) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Random specs and records through a program and through the reference; tells where they differ.

usage: differential.py BINARY [--count N] [--seed S] [--keep DIR] [--show K] [--jobs N]

A case is one spec and one data file. Per record these must agree: accepted, the product (exact),
the list of (field, code, severity), and the messages that the author wrote. Half of the cases
are read from a pipe, and half are checked with seven jobs. The first differences are shown with
the smallest spec and record found that still differ; --keep writes them to folders in the form
of the acceptance cases.
"""
import argparse
import copy
import datetime
import itertools
import json
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import traceback
import zlib
from decimal import Decimal

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import between
import generate
import instants
import layouts
import names
import readers
import sources
from between import Entry
from meaning import Judge
from syntax import RUN, SpecError, parse


class Case:
    """A form, data for it, and what both need. `lines` are the data piece by piece: its lines, rows or records, of which
    the first `head` always stay (what stands before the records); `layout` makes a file of them. `known` are the lines of
    earlier data, `more` those of a second file."""

    def __init__(self, spec, lines, ext, today, files=(), known=(), head=0, layout=None, more=()):
        self.spec, self.lines, self.ext, self.today, self.more = spec, lines, ext, today, list(more)
        self.files, self.known, self.head, self.layout = dict(files), list(known), head, layout or layouts.Lines()

    def with_(self, spec=None, lines=None, more=None):
        return Case(spec or self.spec, self.lines if lines is None else lines, self.ext, self.today, self.files, self.known,
                    self.head, self.layout, self.more if more is None else more)

    def write(self, folder):
        (folder / "spec.form").write_text(self.spec.text(), encoding="utf-8")
        (folder / f"data.{self.ext}").write_bytes(self.layout.file(self.lines))
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        arguments = f"--today {self.today}"
        for name, lines, flag in ("known", self.known, "--known "), ("more", self.more, ""):
            if lines:
                (folder / f"{name}.{self.ext}").write_bytes(self.layout.file(lines))
                arguments += f" {flag}{{case}}/{name}.{self.ext}"
        (folder / "args").write_text(arguments + "\n")

    def records(self, lines, spec, found=None):
        """What the reference reads of these lines: (line, record) of each record."""
        if self.ext == "xlsx":
            return readers.rows_of_sheet(lines, spec, found)
        return readers.records(self.ext, self.layout.file(lines), spec, found=found)


def make(seed):
    """A case, the same for the same seed."""
    g = generate.Generator(seed)
    spec, infos, flat = g.spec()
    today = g.pick(generate.DAYS[:3])
    settle(spec, g.files)
    faults = faults_of(spec, today, g.files)
    lines, head = g.data(infos, g.r.randint(4, 12), faults)
    known, _ = g.data(infos, g.r.randint(1, 4), faults) if g.chance(0.15) else ([], 0)
    more, _ = g.data(infos, g.r.randint(1, 4), faults) if g.chance(0.2) else ([], 0)
    return Case(spec, lines, g.ext, today, g.files, known, head, g.layout, more)


def settle(spec, files):
    """What stands between ⟦ and ⟧ in a message becomes a placeholder if something can fill it in, else nothing."""
    with tempfile.TemporaryDirectory() as folder:
        Case(spec, [], "ndjson", "2026-11-20", files).write(pathlib.Path(folder))
        try:
            known = sources.of(parse(pathlib.Path(folder) / "spec.form"))
        except SpecError:
            known = {}

    def settled(text):
        return re.sub(r'"(m\d+)((?:[^"\\]|\\.)*)"', lambda m: '"' + m[1] + re.sub(
            " ?⟦(.*?)⟧", lambda mark: f" {{{mark[1]}}}" if mark[1] in known.get(m[1], ()) else "", m[2]) + '"', text)

    def walk(piece):
        piece.before, piece.after = settled(piece.before), settled(piece.after)
        for part in piece.parts:
            walk(part)

    walk(spec)
    for name in files:
        if name.endswith(".form"):
            files[name] = settled(files[name])


def lists_of(spec, folder):
    return {name: [(1, {})] if name == RUN else readers.of_file(one.file, one) for name, one in spec.lists.items()}


def faults_of(spec, today, files=()):
    """-> record -> the top-level fields with errors, by which the generator mends most records."""
    with tempfile.TemporaryDirectory() as folder:
        case = Case(spec, [], "ndjson", today, files)
        case.write(pathlib.Path(folder))
        try:
            tree = parse(pathlib.Path(folder) / "spec.form")
            lists = lists_of(tree, pathlib.Path(folder))
        except SpecError:
            return lambda record: ()

    def faults(record):
        record = readers.DECODER.decode(generate.to_json(record))
        try:
            problems = Judge(tree, None, datetime.date.fromisoformat(today), lists).alone(record)
        except SpecError:
            return ()
        return {re.split(r"[.[]", p["field"])[0] for p in problems if p["severity"] == "error" and p["field"]}
    return faults


# ---- two answers -------------------------------------------------------------------------------

def read(case, folder):
    """-> the form and its lists; kept for the cases that follow with the same form."""
    form = case.spec.text(), tuple(sorted(case.files.items()))
    if read.form != form:
        spec = parse(folder / "spec.form")
        names.check(spec)
        read.form, read.found = form, (spec, lists_of(spec, folder))
    return read.found


read.form = None


def expected(case, folder, by_itself=False):
    """The reference's answer, in this process: a list of records, or None for a spec at fault.

    by_itself: whether each record is by itself, and not one of a data set.
    """
    case.write(folder)
    try:
        spec, lists = read(case, folder)
        judge = Judge(spec, None, datetime.date.fromisoformat(case.today), lists)
        entries = []
        for name, lines in ("known", case.known), ("data", case.lines), ("more", case.more):
            found = readers.Found()
            records = case.records(lines, spec, found) if lines else ()
            file = str(folder / f"{name}.{case.ext}")
            entries += [Entry(file, number, *record, name == "known") for number, record in enumerate(records, 1)]
            if lines and name != "known":
                judge.files.append(file)
                if found.columns is not None:
                    judge.headers.append((found.columns, file))
        answers = map(judge.answer_by_itself, entries) if by_itself else judge.answers(entries)
        return load("\n".join(map(readers.dump, answers)))
    except SpecError as error:
        expected.error = str(error)
        return None


def run(binary, case, folder, *words):
    """Runs the program on a file or a pipe, with one job or seven. The form decides which, so that a case can be repeated."""
    known = ["--known", folder / f"known.{case.ext}"] if case.known else []
    data = [folder / f"{name}.{case.ext}" for name in ("data", *(["more"] if case.more else []))]
    by_pipe, jobs = divmod(zlib.crc32(case.spec.text().encode()) % 4, 2)
    piped = None
    if by_pipe and not case.more:
        piped, data = data[0].read_bytes(), ["-", "--input", case.ext]
    return subprocess.run([binary, "check", folder / "spec.form", *data, *words, "--today", case.today, *known,
                           "--jobs", str(1 + 6 * jobs)], input=piped, capture_output=True, timeout=60)


def explained(binary, case, folder, code):
    """What went wrong where the product explains what it found and what it skipped; nobody else says that."""
    try:
        done = run(binary, case, folder, "--explain", "--show", "1000")
    except subprocess.TimeoutExpired:
        return "no explanation within 60 s"
    return None if done.returncode == code else f"exit {done.returncode} with --explain"


def actual(binary, case, folder):
    """-> (records, what went wrong)."""
    try:
        done = run(binary, case, folder, "--output", "ndjson")
    except subprocess.TimeoutExpired:
        return [], "no answer within 60 s"
    try:
        records = load(done.stdout.decode("utf-8"))
    except ValueError as error:
        return [], f"its output is not NDJSON: {error}"
    if done.returncode not in (0, 1):
        told = done.stderr.decode("utf-8", "replace")
        return records, f"exit {done.returncode}: {told[max(told.find('error'), 0):][:800]}"
    good = all(r.get("accepted") for r in records)
    if done.returncode != (0 if good else 1):
        return records, f"exit {done.returncode}"
    return records, explained(binary, case, folder, done.returncode)


def load(text):
    return [json.loads(line, parse_float=Decimal, parse_int=Decimal) for line in text.split("\n") if line.strip()]


def same(a, b):
    """Equal, with the keys in the same order; the seconds of an instant may have zeros behind."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, str) and a != b and a.endswith("Z") and b.endswith("Z"):
        return instants.read(a) is not None and instants.read(a) == instants.read(b)
    return a == b


def ordered(problems):
    """The order of unknown keys that follow each other is not compared."""
    found = []
    for is_unknown, some in itertools.groupby(problems, lambda p: p.get("code") == "unknown"):
        found += sorted(some, key=lambda p: p["field"]) if is_unknown else some
    return found


COMPARED = ("min", "max", "exclusive", "actual")          # of the params


def in_any_order(answer):
    """The undecided conditions, which may stand on one line."""
    return sorted(answer.get("undecided", []), key=readers.dump)


def record_difference(want, got, params=True):
    if want["record"] != got.get("record"):
        return f"record: wanted {want['record']}, got {got.get('record')}"
    if want["accepted"] != got.get("accepted"):
        return f"accepted: wanted {want['accepted']}, got {got.get('accepted')}"
    if want["accepted"] and not same(want.get("product"), got.get("product")):
        return f"product: wanted {readers.dump(want.get('product'))}, got {readers.dump(got.get('product'))}"
    wanted, found = ordered(want["problems"]), ordered(got.get("problems", []))
    brief = [[(p.get("field"), p.get("code"), p.get("severity"), p.get("file")) for p in ps] for ps in (wanted, found)]
    if brief[0] != brief[1]:
        return f"problems: wanted {brief[0]}, got {brief[1]}"
    if not same(in_any_order(want), in_any_order(got)):
        return f"undecided: wanted {readers.dump(want.get('undecided'))}, got {readers.dump(got.get('undecided'))}"
    for w, g in zip(wanted, found):
        if w["authored"] and w["message"] != g.get("message"):
            return f"message of {w['field']} {w['code']}: wanted {w['message']!r}, got {g.get('message')!r}"
        if not params:
            continue
        wanted_params, got_params = ({k: v for k, v in p.get("params", {}).items() if k in COMPARED} for p in (w, g))
        if g.get("code") in ("unique", "same") and "actual" not in wanted_params:
            got_params.pop("actual", None)                    # of type `any`
        if sorted(wanted_params) != sorted(got_params) or not all(same(v, got_params[k]) for k, v in wanted_params.items()):
            return f"params of {w['field']} {w['code']}: wanted {readers.dump(wanted_params)}, got {readers.dump(got_params)}"
    return None


def difference(binary, case, folder):
    """-> what differs, or None; a case whose spec the reference itself refuses differs in nothing."""
    want = expected(case, folder)
    if want is None:
        return None
    got, wrong = actual(binary, case, folder)
    return wrong or answers_difference(want, got)


def answers_difference(want, got):
    if len(want) != len(got):
        return f"wanted {len(want)} records, got {len(got)}"
    for i, (w, g) in enumerate(zip(want, got), 1):
        if bad := record_difference(w, g):
            return f"record {i}: {bad}"
    return None


# ---- the smallest case that still differs ------------------------------------------------------

def reduce(binary, case, folder, budget=250):
    """Takes away records, then parts of the spec, then keys of records, as long as it differs."""
    tries, kind = 0, lambda bad: bad and (bad[:24] if bad.startswith("exit") else "answer")
    first = kind(difference(binary, case, folder))

    def still(candidate):
        nonlocal tries
        tries += 1
        return tries <= budget and kind(difference(binary, candidate, folder)) == first

    again = True
    while again and tries < budget:
        again = False
        for i in reversed(range(case.head, len(case.lines))):
            smaller = case.with_(lines=case.lines[:i] + case.lines[i + 1:])
            if len(smaller.lines) > case.head and still(smaller):
                case, again = smaller, True
        if case.more and still(smaller := case.with_(more=())):
            case, again = smaller, True
        for path in reversed(list(removable(case.spec))):
            smaller = case.with_(spec=without(case.spec, path))
            if still(smaller):
                case, again = smaller, True
    if case.ext == "ndjson":
        for i, line in enumerate(case.lines):
            case = fewer_keys(case, i, line, still)
    return case


def fewer_keys(case, i, line, still):
    try:
        record = json.loads(line, parse_float=Decimal, parse_int=Decimal)
    except ValueError:
        return case
    for name in list(record) if isinstance(record, dict) else []:
        fewer = {k: v for k, v in record.items() if k != name}
        lines = case.lines[:i] + [generate.to_json(fewer).encode()] + case.lines[i + 1:]
        smaller = case.with_(lines=lines)
        if still(smaller):
            case, record = smaller, fewer
    return case


def removable(piece, path=()):
    for i, part in enumerate(piece.parts):
        if not part.fixed:
            yield (*path, i)
        yield from removable(part, (*path, i))


def without(spec, path):
    spec = copy.deepcopy(spec)
    piece = spec
    try:
        for i in path[:-1]:
            piece = piece.parts[i]
        del piece.parts[path[-1]]
    except IndexError:
        pass
    return spec


# ---- the run -----------------------------------------------------------------------------------

def show(seed, case, bad):
    print(f"--- seed {seed}: {bad}\n# --today {case.today}\n{case.spec.text().rstrip()}")
    for mark, lines in ("|", case.lines), ("| more:", case.more):
        for line in lines:
            print(mark, line.decode("utf-8", "backslashreplace") if isinstance(line, bytes) else line)
    sys.stdout.flush()


def keep(folder, seed, case, want):
    folder = folder / f"seed-{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    case.write(folder)
    for answer in want:
        for problem in answer["problems"]:
            if not problem.pop("authored"):
                del problem["message"]
    (folder / "expected.ndjson").write_text("".join(readers.dump(a) + "\n" for a in want), encoding="utf-8")


# What each process needs, set once when it begins.
OPTIONS = None


def begin(options):
    global OPTIONS
    OPTIONS = options


def one(seed):
    """-> (seed, records, accepted, what differs or None, what the reference refuses or None)"""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            case = make(seed)
            want = expected(case, folder)
            if want is None:
                return seed, 0, 0, None, f"{expected.error}\n{case.spec.text()}"
            got, wrong = actual(OPTIONS.binary, case, folder)
            return seed, len(want), sum(w["accepted"] for w in want), wrong or answers_difference(want, got), None
        except Exception:
            return seed, 0, 0, None, traceback.format_exc()


def smallest(seed):
    """-> the reduced case of this seed, what differs, and what the reference answers"""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        case = reduce(OPTIONS.binary, make(seed), folder)
        return case, difference(OPTIONS.binary, case, folder), expected(case, folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=5, help="how many differences to reduce and print")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes work at once")
    options = parser.parse_args()
    begin(options)
    differ, refused, records, accepted = [], 0, 0, 0
    with multiprocessing.Pool(options.jobs, begin, (options,)) as pool:
        for seed, some, good, bad, fault in pool.imap(one, range(options.seed, options.seed + options.count), 8):
            records, accepted = records + some, accepted + good
            if fault:
                refused += 1
                print(f"--- seed {seed}: the reference refuses this spec ({fault})", flush=True)
            elif bad:
                differ.append((seed, bad))
        for (seed, bad), (case, less, want) in zip(differ, pool.imap(smallest, [seed for seed, _ in differ[:options.show]])):
            show(seed, case, less or bad)
            if options.keep:
                keep(options.keep, seed, case, want)
    for seed, bad in differ[options.show:]:
        print(f"--- seed {seed}: {bad[:200]}")
    print(f"{records} records, {accepted} accepted by the reference, {refused} specs refused")
    print(f"{options.count - refused} cases, {len(differ)} differ")
    return 1 if differ or refused else 0


if __name__ == "__main__":
    sys.exit(main())

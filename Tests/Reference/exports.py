#!/usr/bin/env python3
"""Random forms through `formwork export`, and random records through the form and through what was exported.

usage: exports.py BINARY [--kind KIND] [--again] [--count N] [--records R] [--seed S] [--show K] [--jobs N]

No record that the form accepts may be refused by what was exported. Where the coverage is whole and has no notes, the
verdicts must be the same. The peers are other people's programs: jsonschema-rs for json-schema, frictionless for
table-schema, openpyxl for xlsx, pyxform for xlsform, which has no verdicts. These are those of the form that is made of it
by `formwork import`, as of every other kind with --again. The kind `plain` has forms of which an XLSForm says everything,
and `filled` is a workbook that filling.py fills in.
"""
import argparse
import csv
import io
import json
import multiprocessing
import pathlib
import random
import subprocess
import sys
import tempfile
import traceback
import types
from collections import Counter
from decimal import Decimal

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import differential
import filling
import generate

OPTIONS = None


def begin(options):
    global OPTIONS
    OPTIONS = options


def case(seed, kinds=("ndjson", "json")):
    """-> (generator, form, fields) with data of these kinds"""
    for extra in range(200):
        g = generate.Generator(seed * 1000 + extra)
        spec, infos, flat = g.spec()
        if g.ext in kinds and g.encoding in (None, "UTF-8") and (kinds != ("csv",) or not g.how and not g.blanks):
            differential.settle(spec, g.files)
            return g, spec, infos
    raise ValueError("no form with such data")


def exact(value):
    """Whether a validator in binary has the numbers of a value as they are."""
    if isinstance(value, dict):
        return all(map(exact, value.values()))
    if isinstance(value, list):
        return all(map(exact, value))
    if isinstance(value, Decimal):
        return abs(value) < 2**53 and Decimal(repr(float(value))) == value
    return not isinstance(value, int) or abs(value) < 2**53


def run(*words, text=None, codes=(0, 1)):
    done = subprocess.run([OPTIONS.binary, *map(str, words)], capture_output=True, timeout=300, input=text)
    if done.returncode not in codes:
        raise ValueError(f"exit {done.returncode} of {words[0]}: {done.stderr.decode()[-600:]}")
    return done


# ---- JSON Schema ---------------------------------------------------------------------------------

def json_schema(folder, g, infos, faults):
    """-> (lines, the peer's verdicts)"""
    import jsonschema_rs
    validator = jsonschema_rs.validator_for(json.loads((folder / "out").read_text()))
    lines, verdicts = [], []
    for record in g.records(infos, OPTIONS.records, False, faults):
        line = generate.to_json(record)
        if isinstance(record, dict) and exact(json.loads(line, parse_float=Decimal)):
            lines.append(line)
            verdicts.append(validator.is_valid(json.loads(line)))
    return lines, verdicts


# ---- tables --------------------------------------------------------------------------------------

def table(g, infos, faults):
    """-> rows of cells with their header, without what no other reader takes for a row"""
    lines, head = g.table(infos, OPTIONS.records, faults)
    rows = []
    for line in lines:
        try:
            text = line.decode("utf-8") if isinstance(line, bytes) else line
            rows += [row for row in csv.reader(io.StringIO(text + "\n"), strict=True) if row]
        except (UnicodeDecodeError, csv.Error):
            pass
    if head != 1 or not rows:
        return []
    header = [name.strip() for name in rows[0]] if rows else []
    return [header] + [r for r in rows[1:] if len(r) == len(header) and any(c.strip() for c in r) and not any("\0" in c for c in r)]


def written(row):
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="").writerow(row)
    return out.getvalue()


def table_schema(folder, g, infos, faults):
    from frictionless import Detector, Resource, Schema
    rows = table(g, infos, faults)
    if len(rows) < 2:
        return [], []
    schema = json.loads((folder / "out").read_text())
    schema.pop("fieldsMatch")                                  # the reader's own way of saying it:
    resource = Resource(data=rows, schema=Schema.from_descriptor(schema), detector=Detector(schema_sync=True))
    report = resource.validate(limit_errors=1_000_000)
    bad = {error.row_number for task in report.tasks for error in task.errors if hasattr(error, "row_number")}
    others = [error.message for task in report.tasks for error in task.errors if not hasattr(error, "row_number")]
    if others and others[0].startswith("None of the fields"):
        return [], []
    if others and "duplicate" not in others[0].lower() and "label" not in others[0].lower():
        raise ValueError(others[0])
    return [written(row) for row in rows], [None] + [number not in bad for number in range(2, len(rows) + 1)]


# ---- workbooks -----------------------------------------------------------------------------------

def xlsx(folder, g, infos, faults):
    """Fills the workbook with the rows of a table; the form must say of it what it says of the table."""
    import openpyxl
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE as ILLEGAL
    rows = table(g, infos, faults)
    workbook = openpyxl.load_workbook(folder / "out.xlsx")
    sheet = workbook.worksheets[0]
    loose = {cell.value.strip().lower(): cell.column for cell in sheet[1] if cell.value}
    known = [(place, loose[name.lower()]) for place, name in enumerate(rows[0]) if name.lower() in loose] if rows else []
    filled = [[rows[0][place] for place, _ in known]]
    for row in rows[1:]:
        if not any(row[place].strip() for place, _ in known):
            continue                                           # a blank row is no record
        filled.append([ILLEGAL.sub("", row[place]) for place, _ in known])
        for (_, column), text in zip(known, filled[-1]):
            cell = sheet.cell(len(filled), column)
            cell.value = text or None
            if text:
                cell.data_type = "s"                           # a text, whatever it looks like
    workbook.save(folder / "filled.xlsx")
    return [written(row) for row in filled], None


# ---- XLSForm -------------------------------------------------------------------------------------

def questions(workbook):
    """-> the survey as a tree of [name, type, children], and the names of each list of choices"""
    rows = {sheet.title: [dict(zip([c.value for c in sheet[1]], row)) for row in sheet.iter_rows(min_row=2, values_only=True)]
            for sheet in workbook}
    stack = [[]]
    for row in rows["survey"]:
        if row["type"].startswith("begin"):
            stack[-1].append((row["name"], row["type"], []))
            stack.append(stack[-1][-1][2])
        elif row["type"].startswith("end"):
            stack.pop()
        elif row["type"] not in ("calculate", "note"):
            stack[-1].append((row["name"], row["type"], []))
    lists = {}
    for row in rows.get("choices", []):
        lists.setdefault(row["list_name"], []).append(row["name"])
    return stack[0], lists


def has_twins(tree):
    """Whether fields of several branches share a name, so that a value may belong to either."""
    names = [name for name, _, _ in tree]
    return any(name.rpartition("_")[0] in names for name in names) or any(has_twins(inner) for _, _, inner in tree)


def found(record, names, groups=True):
    """-> the value under one of some names, also in the groups of a product"""
    for name in names:
        if name in record:
            return record[name]
    for value in record.values() if groups else ():
        if isinstance(value, dict) and (inner := found(value, names)) is not None:
            return inner


def submission(tree, lists, record, infos, typed):
    """-> a product, or a record as it is, as a device would send it"""
    if not isinstance(record, dict):
        return record
    sent = {}
    for name, type_, children in tree:
        names = {name, name.rpartition("_")[0]}
        info = next((i for i in infos if i.name in names or i.keys and i.keys[0] in names), None)
        if info is None and type_ == "begin group" and name.startswith("page_"):      # a group that is no record
            sent[name] = submission(children, lists, record, infos, typed)
            continue
        if info is None:
            raise ValueError(f"no field {name}")
        fields = info.fields or info.item and info.item.fields or []
        value = found(record, [info.name] if typed else info.keys or [info.name], typed)
        if value is None:
            continue
        if type_ == "begin group":
            value = submission(children, lists, value, fields, typed)
        elif type_ == "begin repeat" and isinstance(value, list):
            value = [submission(children, lists, item, fields, typed) if fields else {"item": item} for item in value]
        elif isinstance(value, bool) and type_.startswith("select_one"):
            value = lists[type_.split()[1]][not value]
        elif isinstance(value, list) and typed:
            value = (info.separator or " ").join(map(str, value))
        elif type_ == "text" and not isinstance(value, str):
            value = json.dumps(value, default=str)
        sent[name] = value
    return sent


def xlsform(folder, g, infos, faults):
    """-> (lines, None): the records, whose submissions `again` sends"""
    from pyxform.xls2xform import convert
    convert(xlsform=str(folder / "out.xlsx"), validate=False)      # refuses wrong forms
    records = [r for r in g.records(infos, OPTIONS.records, False, faults) if isinstance(r, dict)]
    return [generate.to_json(record) for record in records], None


class Plain:
    """A random form of which an XLSForm says everything, and records for it."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lists = 0
        self.text, self.infos = self.block([], 0)

    def block(self, known, depth):
        """-> the text of some declarations, and what their fields are"""
        r, text, infos = self.r, "", []
        for n in range(r.randint(2, 5)):
            name = "abcdefgh"[depth] + str(n + len(known))
            kind = r.choice(["int", "number", "string", "choice", "bool", "date", "list", "record" if depth < 2 else "int"])
            info = types.SimpleNamespace(name=name, keys=None, kind=kind, fields=None, item=None, separator=None)
            type_, rules = kind, []
            others = [i for i in known + infos if i.kind == kind and not i.hidden]
            if kind == "int":
                rules = [f"range({r.randint(0, 4)}...{r.randint(5, 9)})", "multipleOf(2)", "value in (1, 3...5)"]
                rules += [f"value {r.choice(['>=', '<', '!=', '=='])} {o.name} + 1" for o in others]
            elif kind == "number":
                rules = ["value > 0.5", "range(...3)"] + [f"value <= {o.name}" for o in others]
            elif kind == "string":
                rules = ["count(2...4) and digits", "matches(/[ab]{1,3}/)", 'value == "ab" or value == "12"', "count(2...)"]
            elif kind == "choice":
                type_, rules = 'choice("x", "y", "z")', ['value != "x"', 'value in ("x", "z")']
                rules += [f"value != {o.name}" for o in others]
            elif kind == "date":
                rules = ["range(2026-01-01...2026-06-30)", "past"] + [f"value > {o.name}" for o in others]
            elif kind == "list":
                type_, rules = 'list(" ") of choice("x", "y", "z")', ["count(...2)", '"x" in value', "distinct"]
            info.hidden = kind in ("record", "list")
            optional = " optional" if r.random() < 0.5 else ""
            if kind == "record":
                inner, info.fields = self.block(known + infos, depth + 1)
                type_, optional, rules = f"<\nfield {name}k: int\n{inner}>", "", []
                info.fields.insert(0, types.SimpleNamespace(name=name + "k", keys=None, kind="int", fields=None, item=None, separator=None))
            elif optional and known + infos and r.random() < 0.3:
                optional = f" required if {self.condition(known + infos)}"
            rule = "".join(f" rule {x}" for x in r.sample(rules, min(len(rules), r.randint(0, 2))))
            declared = f"field {name}: {type_}{optional}{rule}\n"
            if infos and r.random() < 0.25 and kind != "record":
                text += f"when {self.condition(known + infos)} <\n{declared}>\n"
                if r.random() < 0.5:
                    text = text[:-1] + f" else <\nfield {name}e: int optional\n>\n"
                    infos.append(types.SimpleNamespace(name=name + "e", keys=None, kind="int", fields=None, item=None, separator=None, hidden=False))
            else:
                text += declared
            infos.append(info)
            asked = r.choice(infos)
            if not asked.hidden and r.random() < 0.3:
                text += f'when {self.condition(known + infos)} <\ncheck {self.condition([asked])} message "m" at {asked.name}\n>\n'
        return text, infos

    def condition(self, known):
        asked = self.r.choice([i for i in known if not i.hidden] or [None])
        if asked is None:
            return "true"
        tests = {"int": ["> 4", "== 3", "!= 5", "in 2...6"], "number": ["> 1.5"], "string": ["is digits", '== "ab"'],
                 "choice": ['== "x"', '!= "y"'], "date": ["> 2026-03-01"], "bool": [""]}[asked.kind]
        first = f"{asked.name} {self.r.choice(tests + ['is filled', 'is blank'])}"
        if asked.kind == "bool":
            first = asked.name
        if self.r.random() < 0.3:
            return f"not ({first})"
        return first if self.r.random() < 0.6 else f"{first} {self.r.choice(['and', 'or'])} {self.condition(known)}"

    def record(self, infos):
        r, record = self.r, {}
        values = {"int": [0, 1, 2, 3, 4, 5, 6, 8, 10, "x"], "number": [0, 0.5, 0.75, 2, 3, 3.5], "string": ["ab", "12", "a", "1234", "abba", "é1"],
                  "choice": ["x", "y", "z", "w"], "bool": [True, False], "date": ["2026-01-01", "2026-03-02", "2026-07-01", "2026-02-30"],
                  "list": [["x"], ["y", "z"], ["x", "y", "z"], ["w"]]}
        for info in infos:
            if r.random() < 0.2:
                continue
            good = values.get(info.kind, [None])
            record[info.name] = self.record(info.fields) if info.kind == "record" else r.choice(good[:-1] if r.random() < 0.95 else good)
        return record


def plain(seed):
    """-> (seed, counts, what is wrong or None) of a form of which an XLSForm says everything"""
    made = Plain(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            form, today = folder / "plain.form", "2026-04-01"
            form.write_text(made.text)
            done = run("export", form, "--to", "xlsform", "--out", folder / "out.xlsx", "--coverage", folder / "coverage.json", codes=(0, 1, 2))
            if done.returncode == 2:
                return seed, Counter({"refused forms": 1}), None
            coverage = json.loads((folder / "coverage.json").read_text())
            lines = [json.dumps(made.record(made.infos)) for _ in range(OPTIONS.records)]
            (folder / "data").write_text("".join(line + "\n" for line in lines))
            here = answers_of(form, today, folder / "data", "ndjson")
            whole, sent, verdicts = again(folder, form, today, lines, "xlsform", made.infos)
            exact = coverage["whole"] and whole
            counts = Counter({"plain forms": 1, "exact forms": int(exact), "records": len(lines), "accepted": sum(here.values())})
            for number, (line, there) in enumerate(zip(lines, verdicts), 1):
                if here[number] and not there or exact and here[number] != there:
                    return seed, counts, f"{here[number]} here, {there} there\n{made.text}\n| {line}\n| {sent[number - 1]}\n{(folder / 'made.form').read_text()}"
            return seed, counts, None
        except Exception:
            return seed, Counter(), traceback.format_exc() + made.text


def again(folder, form, today, lines, kind, infos):
    """-> (whether the import says everything, the verdicts of the form that is made of an exported file)"""
    made = folder / "made.form"
    source = folder / ("out.xlsx" if kind == "xlsform" else "out")
    done = run("import", source, "--from", kind, "--out", made, "--coverage", folder / "made.json", codes=(0, 1, 2))
    if b"This form has no fields" in done.stderr:
        return False, [], []
    coverage = json.loads((folder / "made.json").read_text())
    if kind == "xlsform":
        import openpyxl
        tree, lists = questions(openpyxl.load_workbook(source))
        if has_twins(tree):
            return False, [], []
        done = run("check", form, folder / "data", "--input", "ndjson", "--encoding", "utf-8", "--output", "ndjson",
                   "--today", today)
        answers = {a["record"]: a for a in (json.loads(l, parse_float=Decimal) for l in done.stdout.decode().splitlines()) if a["record"]}
        lines = [generate.to_json(submission(
            tree, lists, answer["product"] if answer["accepted"] else json.loads(line, parse_float=Decimal), infos, answer["accepted"]))
                 for line, answer in zip(lines, (answers[number] for number in sorted(answers)))]
    (folder / "sent").write_text("".join(line + "\n" for line in lines), encoding="utf-8", errors="surrogatepass")
    there = answers_of(made, today, folder / "sent", "csv" if kind == "table-schema" else "ndjson")
    return coverage["whole"], lines, [there[number] for number in sorted(there)]


PEERS = {"json-schema": json_schema, "table-schema": table_schema, "xlsx": xlsx, "xlsform": xlsform}


def answers_of(form, today, data, kind):
    """-> by the number of each record whether the form accepts it"""
    done = run("check", form, data, "--input", kind, *(() if kind == "xlsx" else ("--encoding", "utf-8")), "--output", "ndjson",
               "--today", today)
    return {a["record"]: a["accepted"] for a in map(json.loads, done.stdout.decode().splitlines()) if a["record"]}


def one(seed):
    """-> (seed, counts, what is wrong or None)"""
    counts = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            isJSON = OPTIONS.kind in ("json-schema", "xlsform")
            g, spec, infos = case(seed, ("ndjson", "json") if isJSON else ("csv",))
            today = g.pick(generate.DAYS[:3])
            differential.Case(spec, [], "ndjson", today, g.files).write(folder)
            form = folder / "spec.form"
            if subprocess.run([OPTIONS.binary, "test", form, "--quiet"], capture_output=True).returncode == 2:
                return seed, Counter({"refused forms": 1}), None
            out = folder / ("out.xlsx" if OPTIONS.kind.startswith("xls") else "out")
            run("export", form, "--to", OPTIONS.kind, "--out", out, "--coverage", folder / "coverage.json")
            coverage = json.loads((folder / "coverage.json").read_text())
            faults = differential.faults_of(spec, today, g.files) if OPTIONS.mend else lambda record: ()
            lines, verdicts = PEERS[OPTIONS.kind](folder, g, infos, faults)
            (folder / "data").write_text("".join(line + "\n" for line in lines), encoding="utf-8", errors="surrogatepass")
            if not isJSON and subprocess.run([OPTIONS.binary, "check", form, folder / "data", "--input", "csv", "--encoding", "utf-8"],
                                             capture_output=True).returncode == 2:
                return seed, Counter({"forms without a table": 1}), None
            here = answers_of(form, today, folder / "data", "ndjson" if isJSON else "csv") if len(lines) > 1 - isJSON else {}
            written_rows = lines
            if not isJSON:
                verdicts, lines = (verdicts or [None] * len(lines))[1:], lines[1:]
            if OPTIONS.kind == "xlsx" and here:
                there = answers_of(form, today, folder / "filled.xlsx", "xlsx")
                verdicts = [there[number] for number in sorted(there)]
            notes = [note for note in coverage["notes"] if not note.startswith("On a device")]
            whole = coverage["whole"] and not notes and isJSON
            if OPTIONS.again or OPTIONS.kind == "xlsform":
                isTaken, sent, verdicts = again(folder, form, today, lines if isJSON else written_rows, OPTIONS.kind, infos)
                whole = whole and isTaken
            counts += Counter({"forms": 1, "whole forms": int(coverage["whole"]), "exact forms": int(whole),
                               "constraints": coverage["constraints"], "said": coverage["kept"]})
            for number, (line, there) in enumerate(zip(lines, verdicts), 1):
                mine = here[number]
                counts += Counter({"records": 1, "accepted": int(mine), "refused by both": int(not mine and not there),
                                   "refused here alone": int(there and not mine)})
                if mine and not there or whole and mine != there:
                    wanted = "accepted" if mine else "refused"
                    made = folder / "made.form"
                    more = f"\n| {sent[number - 1]}\n{made.read_text()}" if made.exists() and isJSON else ""
                    return seed, counts, f"{wanted} by the form alone\n{spec.text().rstrip()}\n| {line}{more}\n{coverage['summary']}"
        except Exception:
            return seed, counts, traceback.format_exc()
    return seed, counts, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--kind", choices=[*PEERS, "plain", "filled"])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="compare with the form that is made of the exported file")
    parser.add_argument("--mend", action="store_true", help="mend records by the reference, so that more are accepted")
    options = parser.parse_args()
    if options.kind == "filled":
        return filling.test(options.binary, options.seed)
    if options.kind:
        return run_all(options)
    failed = filling.test(options.binary, options.seed)
    for options.kind, options.again in [(kind, False) for kind in PEERS] + [("plain", True), ("json-schema", True), ("table-schema", True)]:
        failed |= run_all(options)
    return failed


def run_all(options):
    """-> 1 if a form differs"""
    total, wrong = Counter(), 0
    with multiprocessing.Pool(options.jobs, begin, (options,)) as pool:
        for seed, counts, bad in pool.imap_unordered(plain if options.kind == "plain" else one, range(options.seed, options.seed + options.count)):
            total += counts
            if bad:
                wrong += 1
                if wrong <= options.show:
                    print(f"--- seed {seed}: {bad}", flush=True)
    name = options.kind + (" again" if options.again else "")
    print(f"{name}: " + ", ".join(f"{number} {name}" for name, number in total.items()) + f"; {wrong} forms differ", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

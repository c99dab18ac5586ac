"""Imports the schemas of public suites, and compares the verdicts of the forms with those of the schemas.

Where the coverage of an import is whole, a form must give the verdict of the schema; where it is not, the form may be
weaker, but what it refuses must be invalid unless the coverage has something that is stricter.
"""

import argparse
import collections
import copy
import csv
import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time
import unicodedata

import frictionless
import jsonschema_rs
import openpyxl
import pyxform.xls2xform

from xlsforms import FORMS


class Tool:
    """The command line tool, with a folder for its files."""

    def __init__(self, path, folder):
        self.path, self.folder = path, pathlib.Path(folder)

    def run(self, *arguments):
        done = subprocess.run([self.path, *map(str, arguments)], capture_output=True, text=True)
        if done.returncode not in (0, 1, 2):
            sys.exit(f"{arguments}: exit code {done.returncode}\n{done.stderr}")
        return done

    def load(self, source, *flags):
        """Imports a file; returns the form and the coverage, or the message."""
        form, coverage = self.folder / "made.form", self.folder / "coverage.json"
        done = self.run("import", source, "--out", form, "--coverage", coverage, *flags)
        if done.returncode == 2:
            return None, done.stderr.strip().splitlines()[0]
        facts = json.loads(coverage.read_text())
        if facts["whole"] != (done.returncode == 0):
            sys.exit(f"{source}: the exit code is {done.returncode}, but whole is {facts['whole']}")
        layout = self.run("fmt", "--check", form)
        if layout.returncode != 0:
            sys.exit(f"{source}: the form is not formatted: {layout.stdout}{layout.stderr}")
        return form, facts

    def verdicts(self, form, records):
        """Returns for each record whether the form accepts it, and its first problem."""
        data = self.folder / "records.ndjson"
        data.write_text("".join(json.dumps(record) + "\n" for record in records))
        done = self.run("check", form, data, "--output", "ndjson")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        found = [line for line in lines if "accepted" in line]
        if len(found) != len(records):
            sys.exit(f"{form}: {len(found)} verdicts of {len(records)} records\n{done.stderr}")
        return [(line["accepted"], (line.get("problems") or [{}])[0]) for line in found]


class Tally:
    """The agreements and disagreements of a suite."""

    def __init__(self, name, show):
        self.name, self.show = name, show
        self.counts, self.lines = collections.Counter(), []
        self.reasons = collections.Counter()

    def add(self, label, facts, expected, verdict, record):
        kind = "whole" if facts["whole"] else "partial"
        accepted, problem = verdict
        if accepted == expected:
            self.counts[f"{kind}: agreed"] += 1
            return
        way = "stricter" if expected else "weaker"
        if kind == "partial" and way == "weaker":
            self.counts["partial: weaker"] += 1
            return
        why = excuse(record, expected, problem)
        if way == "weaker" and any("may also be missing" in note for note in facts["notes"]):
            why = why or "a required key may be missing"
        if way == "stricter" and any(entry["outcome"] == "stricter" for entry in facts["entries"]):
            why = "the coverage has something stricter"
        self.counts[f"{kind}: {way}, {'as the notes say' if why else 'NOT SAID'}"] += 1
        self.reasons[why or "not said"] += 1
        if self.show == 0 or why and self.show < 2:
            return
        self.lines.append(f"  {label}: {way} ({why}): {json.dumps(record)[:160]} {json.dumps(problem)[:160]}")

    def tell(self):
        print(f"{self.name}:")
        for key, count in sorted(self.counts.items()):
            print(f"  {count:6} {key}")
        for key, count in sorted(self.reasons.items()):
            print(f"         {count} differ: {key}")
        print("\n".join(self.lines))


def parts(value):
    """Yields every value inside a value."""
    yield value
    if isinstance(value, dict):
        for inner in value.values():
            yield from parts(inner)
    if isinstance(value, list):
        for inner in value:
            yield from parts(inner)


FORMATS = ("email", "uri", "uuid", "hostname", "ipv4", "ipv6", "date", "instant")


def excuse(record, expected, problem):
    """Returns the note at the top of a form that explains a disagreement, as far as the record shows it."""
    inner = list(parts(record))[1:]
    if expected:
        if problem.get("code") in ("required", "calculation") and any(
            value in (None, "", []) for value in inner if not isinstance(value, (bool, int, float))
        ):
            return "a blank value"
        if problem.get("code") in FORMATS or problem.get("params", {}).get("expected") in FORMATS:
            return "a format is checked"
        return None
    if any(value is None or value == "" or value == [] for value in inner):
        return "a blank value"
    if any(isinstance(value, str) and is_number(value) for value in inner):
        return "a text that is a number"
    if any(isinstance(value, (int, float)) and not isinstance(value, bool) and value in (0, 1) for value in inner):
        return "0 and 1 are bools"
    if any(isinstance(value, str) and not unicodedata.is_normalized("NFC", value) for value in inner):
        return "the same characters"
    return None


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return text in ("true", "false")


# The official tests


def moved(value):
    """Returns a schema whose references are those of a schema in the property `value`."""
    if isinstance(value, list):
        return [moved(item) for item in value]
    if not isinstance(value, dict):
        return value
    out = {key: moved(inner) for key, inner in value.items()}
    for key in ("$ref", "$dynamicRef"):
        if isinstance(out.get(key), str) and (out[key] == "#" or out[key].startswith("#/")):
            out[key] = "#/properties/value" + out[key][1:]
    return out


def official(tool, suites, tally):
    files = sorted((suites / "json-schema").glob("*.json"))
    groups = whole = 0
    for file in files:
        if file.stem in ("refRemote", "vocabulary"):
            continue
        for group in json.loads(file.read_text()):
            schema, tests = group["schema"], group["tests"]
            instances = [test["data"] for test in tests]
            wraps = not isinstance(schema, dict) or not all(isinstance(item, dict) for item in instances)
            if wraps:
                inner = schema if not isinstance(schema, dict) or "$id" in schema else moved(schema)
                inner = {key: item for key, item in inner.items() if key != "$schema"} if isinstance(inner, dict) else inner
                schema = {
                    "$schema": "https://json-schema.org/draft/2020-12/schema",
                    "type": "object", "required": ["value"], "properties": {"value": inner},
                }
                instances = [{"value": item} for item in instances]
            source = tool.folder / "schema.json"
            source.write_text(json.dumps(schema))
            form, facts = tool.load(source)
            groups += 1
            if form is None:
                tally.counts["refused: " + facts[:70]] += 1
                continue
            whole += facts["whole"]
            for test, record, verdict in zip(tests, instances, tool.verdicts(form, instances)):
                label = f"{file.stem}, {group['description']}, {test['description']}"
                tally.add(label, facts, test["valid"], verdict, record)
    print(f"json-schema: {groups} schemas, {whole} whole")


# Public schemas with documents


def store(tool, suites, tally):
    folders = sorted(path for path in (suites / "schemastore").iterdir() if path.is_dir())
    whole = read = 0
    shares = []
    for folder in folders:
        form, facts = tool.load(folder / "schema.json")
        if form is None:
            print(f"  {folder.name}: {facts[:150]}")
            continue
        read += 1
        whole += facts["whole"]
        shares.append(facts["kept"] / max(1, facts["constraints"]))
        for kind in ("valid", "invalid"):
            files, records = [], []
            for file in sorted((folder / kind).rglob("*")):
                if file.suffix != ".json":
                    continue
                try:
                    record = json.loads(file.read_text())
                except ValueError:
                    continue
                if isinstance(record, dict):
                    files.append(file)
                    records.append(record)
            if not records:
                continue
            for file, record, verdict in zip(files, records, tool.verdicts(form, records)):
                tally.add(f"{folder.name}/{kind}/{file.name}", facts, kind == "valid", verdict, record)
    print(f"schemastore: {read} of {len(folders)} read, {whole} whole, {sum(shares) / len(shares):.0%} of constraints")


# Schemas without documents, whose records are made up


def sample(schema, root, random, depth=0):
    """Returns a random value that a schema may accept."""
    if not isinstance(schema, dict) or depth > 12:
        return random.choice(["a", 1, True])
    if "$ref" in schema:
        target = root
        for step in schema["$ref"].lstrip("#/").split("/"):
            target = target.get(step.replace("~1", "/").replace("~0", "~"), {}) if isinstance(target, dict) else {}
        return sample(target, root, random, depth + 1)
    if "const" in schema:
        return copy.deepcopy(schema["const"])
    if "enum" in schema:
        return copy.deepcopy(random.choice(schema["enum"]))
    for key in ("oneOf", "anyOf"):
        if key in schema and "properties" not in schema:
            return sample(random.choice(schema[key]), root, random, depth + 1)
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = random.choice(kind)
    if kind == "object" or kind is None and "properties" in schema:
        out = {}
        properties = dict(schema.get("properties", {}))
        for inner in schema.get("allOf", []) + [random.choice(schema.get("oneOf", schema.get("anyOf", [{}])))]:
            if isinstance(inner, dict):
                properties.update(inner.get("properties", {}))
        for key, inner in properties.items():
            if key in schema.get("required", []) or random.random() < 0.4:
                out[key] = sample(inner, root, random, depth + 1)
        return out
    if kind == "array":
        items = schema.get("items", {})
        if isinstance(items, list):
            return [sample(item, root, random, depth + 1) for item in items]
        count = random.randint(schema.get("minItems", 0), min(schema.get("maxItems", 3), schema.get("minItems", 0) + 2))
        return [sample(items, root, random, depth + 1) for _ in range(count)]
    if kind in ("integer", "number"):
        low, high = schema.get("minimum", 0), schema.get("maximum", schema.get("minimum", 0) + 100)
        return random.randint(int(low), max(int(low), int(high)))
    if kind == "boolean":
        return random.random() < 0.7
    if kind == "null":
        return None
    return text(schema, random)


TEXTS = [
    "2020-01-31", "XXXX-12-XX", "2021-02-29", "123456789", "12345", "12345-6789", "a@b.org", "5551234567",
    "Smith", "https://example.org/x", "USA", "CA", "a", "A1", " ", "  x", "-", "12:30", "2020-01", "XXXX-01", "é",
    "2020-01-31T10:00:00Z", "00", "AB12345", "C1234567", "1", "0.5", "5.00", "x" * 40, "line\nbreak", "555-123-4567",
]


def text(schema, random):
    found = random.choice(TEXTS)
    low, high = schema.get("minLength", 0), schema.get("maxLength", 10 ** 6)
    while len(found) < low:
        found += random.choice("ab1 ")
    return found[:high] if random.random() < 0.9 else found


def mutated(record, random):
    """Returns a record with one value changed."""
    record = copy.deepcopy(record)
    places = []

    def walk(value):
        if isinstance(value, dict):
            for key in value:
                places.append((value, key))
                walk(value[key])
        elif isinstance(value, list):
            for index, item in enumerate(value):
                places.append((value, index))
                walk(item)

    walk(record)
    if not places:
        return {"unheard-of": 1}
    container, key = random.choice(places)
    way = random.random()
    if way < 0.3 and isinstance(container, dict):
        del container[key]
    elif way < 0.8:
        container[key] = random.choice([random.choice(TEXTS), 1, 1.5, True, False, ["a"], {"a": "b"}, -1, 10 ** 9])
    elif isinstance(container, dict):
        container["unheard-of"] = "x"
    return record


def made_up(tool, suites, tally):
    files = sorted((suites / "va-forms").glob("*.json"))
    whole = 0
    lacking = collections.Counter()
    for file in files:
        schema = json.loads(file.read_text())
        form, facts = tool.load(file)
        if form is None:
            print(f"  {file.name}: {facts[:150]}")
            continue
        whole += facts["whole"]
        if not facts["whole"]:
            reasons = {entry["why"] for entry in facts["entries"] if entry["outcome"] in ("left out", "stricter")}
            print(f"  {file.name}: {facts['summary']}")
            lacking.update(reasons)
        try:
            judge = jsonschema_rs.validator_for(schema, validate_formats=True)
        except Exception as error:
            print(f"  {file.name}: no peer: {str(error)[:100]}")
            continue
        chance = random.Random(file.name)
        records = [sample(schema, schema, chance) for _ in range(20)]
        records += [mutated(record, chance) for record in records for _ in range(2)]
        records = [record for record in records if isinstance(record, dict)]
        for number, (record, verdict) in enumerate(zip(records, tool.verdicts(form, records))):
            tally.add(f"{file.stem} record {number}", facts, judge.is_valid(record), verdict, record)
    print(f"va-forms: {whole} of {len(files)} whole")
    for reason, count in lacking.most_common(12):
        print(f"  {count} {reason[:120]}")


def processor_time():
    """The seconds that processes started by this one have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def large(tool, suites, tally):
    """Times a schema of 1 MB, and tries hostile ones."""
    properties = {
        f"field_{number}": {
            "type": "string", "title": f"Field {number}", "description": "Some words about this field. " * 2,
            "pattern": "^[A-Z]{2}[0-9]{1,9}$", "maxLength": 20,
        }
        for number in range(4_500)
    }
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": properties}
    source = tool.folder / "large.json"
    source.write_text(json.dumps(schema))
    form, facts = tool.load(source)
    print(f"large: {source.stat().st_size / 1e6:.2f} MB")
    took = 9.9
    for _ in range(3):
        start = processor_time()
        tool.run("import", source, "--out", tool.folder / "large.form")
        took = min(took, processor_time() - start)
    print(f"  imported in {took:.2f} s of processor time")
    # 0.3 s where nothing else runs; other processes make it slower, but not twice as slow.
    tally.counts["whole: agreed" if took < 0.6 else "whole: slower than 0.6 s, NOT SAID"] += 1
    deep = '{"properties":{"a":' * 10_000 + "{}" + "}}" * 10_000
    chain = {f"d{number}": {"allOf": [{"$ref": f"#/$defs/d{number + 1}"}] * 2} for number in range(200)}
    hostile = {
        "deep": deep,
        "circle": json.dumps({"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"$ref": "#/$defs/a"}}}),
        "tree": json.dumps({"properties": {"a": {"$ref": "#"}, "b": {"type": "string"}}}),
        "remote": json.dumps({"properties": {"a": {"$ref": "file:///etc/passwd"}}}),
        "pattern": json.dumps({"properties": {"a": {"type": "string", "pattern": "(a{1000}){1000}" * 50}}}),
        "doubling": json.dumps({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": chain}),
        "fan": json.dumps({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {
            f"d{n}": {"properties": {k: {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}, {"title": k}]} for k in "abcdefghij"}}
            for n in range(12)}}),
        "not JSON": "{", "empty": "", "list": "[]", "number": "1",
    }
    for name, text_ in hostile.items():
        source.write_text(text_)
        start = time.monotonic()
        form, facts = tool.load(source)
        told = facts if form is None else facts["summary"]
        took = time.monotonic() - start
        print(f"  {name}: {told[:100]} ({took:.2f} s)")
        tally.counts["whole: agreed" if took < 5 else "whole: slower than 5 s, NOT SAID"] += 1


def table_schemas(tool, suites, tally):
    """Checks the example of each field, and damaged cells, which frictionless judges as well."""
    files = sorted((suites / "table-schema").glob("*.json"))
    whole = examples = 0
    for file in files:
        schema = json.loads(file.read_text())
        form, facts = tool.load(file)
        if form is None:
            print(f"  {file.name}: {facts[:150]}")
            continue
        whole += facts["whole"]
        if not facts["whole"]:
            print(f"  {file.name}: {facts['summary']}")
        fields = schema["fields"]
        row = {}
        for field in fields:
            several = field.get("examples")
            example = field.get("example", several[0] if isinstance(several, list) and several else several)
            if isinstance(example, (list, dict)):
                example = json.dumps(example, ensure_ascii=False)
            if example not in (None, ""):
                row[field["name"]] = str(example) if not isinstance(example, bool) else str(example).lower()
        examples += len(row)
        chance = random.Random(file.name)
        rows = [row]
        for field in fields:
            for cell in ["", chance.choice(CELLS), chance.choice(CELLS), chance.choice(CELLS)]:
                rows.append({**row, field["name"]: cell})
        mine = table_verdicts(tool, form, [field["name"] for field in fields], rows)
        peer = frictionless_verdicts(schema, [field["name"] for field in fields], rows)
        for name in mine[0]:
            if name in row:
                print(f"  {file.name}: the example of {name} is refused: {row[name]!r}"
                      + (", as frictionless does" if name in peer[0] else ""))
        for number, (own, other) in enumerate(zip(mine[1:], peer[1:])):
            field = fields[number // 4]["name"]
            cell = rows[number + 1].get(field, "")
            kind = "whole" if facts["whole"] else "partial"
            if (field in own) == (field in other):
                tally.counts[f"{kind}: agreed"] += 1
                continue
            way = "stricter" if field in own else "weaker"
            tally.counts[f"{kind}: {way}"] += 1
            if tally.show:
                tally.lines.append(f"  {file.stem} {field}: {way} for {cell!r}, {json.dumps(fields[number // 4].get('constraints'))[:100]} {fields[number // 4].get('type')}")
    print(f"table-schema: {whole} of {len(files)} whole, {examples} examples")


CELLS = [
    "0", "1", "-1", "12", "0.5", "-0.25", "1e3", "2020-01-31", "2020-02-30", "31/01/2020", "10:30", "10:30:00",
    "2020-01-31T10:30:00", "2020-01-31T10:30:00Z", "true", "false", "oui", "x", "75056", "2.35,48.85", "a@b.org",
    "https://example.org", "12345678901234", "FR", "1 000", "1,5", "007", "2020", "NaN",
]


def table_verdicts(tool, form, names, rows):
    data = tool.folder / "records.csv"
    with data.open("w", newline="") as file:
        writer = csv.DictWriter(file, names, restval="")
        writer.writeheader()
        writer.writerows(rows)
    done = tool.run("check", form, data, "--output", "ndjson")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if len(lines) < len(rows):
        sys.exit(f"{form}: {len(lines)} verdicts of {len(rows)} rows\n{done.stderr}")
    return [
        {problem["field"] for problem in line["problems"] if problem["code"] != "unique"}
        for line in lines if line["record"] is not None
    ]


def frictionless_verdicts(schema, names, rows):
    schema = {key: value for key, value in schema.items() if key in ("fields", "missingValues")}
    resource = frictionless.Resource(
        data=[names] + [[row.get(name, "") for name in names] for row in rows],
        schema=frictionless.Schema.from_descriptor(json.loads(json.dumps(schema))),
    )
    report = resource.validate(limit_errors=100_000)
    found = [set() for _ in rows]
    for error in report.tasks[0].errors if report.tasks else []:
        name = getattr(error, "field_name", None)
        if name and error.type != "unique-error":
            found[error.row_number - 2].add(name)
    return found


# Workbooks


def xlsforms(tool, suites, tally):
    """Imports XLSForms, and checks records against five of our own."""
    for file in sorted((suites / "xlsform").glob("*.xlsx")):
        form, facts = tool.load(file, "--from", "xlsform")
        told = facts if form is None else facts["summary"]
        try:
            pyxform.xls2xform.convert(str(file))
            peer = ""
        except Exception as error:
            peer = f"; pyxform: {str(error).splitlines()[0][:60]}"
        print(f"  {file.name}: {told[:170]}{peer}")
    for name, (sheets, records) in FORMS.items():
        book = openpyxl.Workbook()
        book.remove(book.active)
        for title, rows in sheets.items():
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append([cell or None for cell in row])
        file = tool.folder / "made.xlsx"
        book.save(file)
        pyxform.xls2xform.convert(str(file))
        form, facts = tool.load(file)
        print(f"  {name}: {facts['summary'] if form else facts}")
        for (record, expected), verdict in zip(records, tool.verdicts(form, [record for record, _ in records])):
            tally.add(name, facts, expected, verdict, record)


SUITES = {"json-schema": official, "schemastore": store, "va-forms": made_up, "table-schema": table_schemas, "xlsform": xlsforms, "large": large}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("suites", type=pathlib.Path)
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--show", type=int, default=1, help="0: none, 1: what is not said, 2: every disagreement")
    given = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        tool = Tool(given.binary, folder)
        for kind in given.kinds or SUITES:
            tally = Tally(kind, given.show)
            SUITES[kind](tool, given.suites, tally)
            tally.tell()
            wrong += sum(count for key, count in tally.counts.items() if "NOT SAID" in key)
    print(f"{wrong} disagreements that no note and no coverage explains")
    sys.exit(wrong > 0)


main()

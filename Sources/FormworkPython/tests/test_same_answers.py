"""The cases that every host answers alike, as columns: each record is a batch of one row, whose columns have the types of
its values."""

import collections
import decimal
import json
import re
import unicodedata
from typing import Any, Optional

import formwork
import pyarrow as pa
import pytest

NOW = "2026-11-20"


class Unsayable(Exception):
    """What a record has that columns do not."""


class Pairs(list[tuple[str, Any]]):
    """An object of JSON as it is written."""


def is_number(value: Any) -> bool:
    return isinstance(value, (int, decimal.Decimal)) and not isinstance(value, bool)


def array(values: list[Any], is_closed: bool = False) -> pa.Array:
    """Values of one kind, or none, as a column; those of an object are fields, those of a list are items."""
    there = [value for value in values if value is not None]
    if not there:
        return pa.array(values, pa.null())
    if all(isinstance(value, Pairs) for value in there):
        return structs(values, is_closed)
    if all(isinstance(value, list) and not isinstance(value, Pairs) for value in there):
        items = array([item for value in there for item in value], is_closed)
        ends = [0]
        for value in values:
            ends.append(ends[-1] + len(value or []))
        mask = pa.array([value is None for value in values])
        return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), items, mask=mask)
    for kind, type in [(bool, pa.bool_()), (str, pa.string())]:
        if all(isinstance(value, kind) for value in there):
            return pa.array(values, type)
    if not all(is_number(value) for value in there):
        raise Unsayable("values of several kinds in one list")
    return numbers(values, there)


def numbers(values: list[Any], there: list[Any]) -> pa.Array:
    if all(isinstance(value, int) and -(2**63) <= value < 2**63 for value in there):
        return pa.array(values, pa.int64())
    parts = [decimal.Decimal(value).as_tuple() for value in there]
    if any(not isinstance(part.exponent, int) for part in parts):
        raise Unsayable("a number without end")
    scale = max(-int(part.exponent) for part in parts)
    whole = max(len(part.digits) + int(part.exponent) for part in parts)
    if abs(scale) > 38 or max(whole + scale, 1) > 76:
        raise Unsayable("a number of more than 76 digits")
    return pa.array([None if value is None else decimal.Decimal(value) for value in values], pa.decimal256(76, scale))


def structs(values: list[Any], is_closed: bool) -> pa.Array:
    keys: list[str] = []
    for value in values:
        names = [name for name, _ in value or []]
        if len(set(names)) < len(names):
            raise Unsayable("a key twice")
        keys += [name for name in names if name not in keys]
    rows = [dict(value or []) for value in values]
    if is_closed and any(len(row) < len(keys) for value, row in zip(values, rows) if value is not None):
        raise Unsayable("items with different keys in a closed form")
    if not keys:
        raise Unsayable("an object without keys")
    inner = [array([row.get(key) for row in rows], is_closed) for key in keys]
    return pa.StructArray.from_arrays(inner, names=keys, mask=pa.array([value is None for value in values]))


def read(line: str) -> Pairs:
    """A record; raises Unsayable for what is none."""
    try:
        record = json.loads(line, object_pairs_hook=Pairs, parse_float=decimal.Decimal, parse_constant=None)
        line.encode("utf-8")
        json.dumps(record, default=str, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise Unsayable("no JSON, or no text in it") from error
    if not isinstance(record, Pairs):
        raise Unsayable("no object")
    return record


def batch(records: list[Pairs], form: formwork.Form) -> pa.RecordBatch:
    """Records as a batch; a field without a value has a column without one."""
    names: list[str] = []
    for record in records:
        own = [name for name, _ in record]
        if len(set(own)) < len(own):
            raise Unsayable("a key twice")
        names += [name for name in own if name not in names]
    known = known_keys(form)
    # Columns are found as those of tables are: in any case, with a point and with a number.
    for name in names:
        if nfc(name) not in known and (re.search(r"^$|[.\s]", name) or any(alike(name, key) for key in known)):
            raise Unsayable("a key that is another one as a column's name")
    is_closed = re.search(r"\bclosed\b", form._source[0].decode("utf-8")) is not None
    rows = [dict(record) for record in records]
    columns = {name: array([row.get(name) for row in rows], is_closed) for name in names}
    there = {nfc(name) for name in names}
    for key, (others, field) in known.items():
        if not there & set(others):
            columns[key] = pa.array([None] * len(rows), nothing(field))
            there.add(key)
    return pa.RecordBatch.from_pydict(columns)


def nothing(field: dict[str, Any]) -> pa.DataType:
    """The type of a column whose field has no value: a record needs columns for its fields."""
    if field["type"] != "record" or not field["fields"]:
        return pa.null()
    inside = {inner.get("key", inner["name"]): nothing(inner) for inner in field["fields"]}
    return pa.struct(list(inside.items()))


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def alike(name: str, key: str) -> bool:
    def letters(text: str) -> str:
        return "".join(character for character in text.casefold() if character.isalnum())

    return letters(name) == letters(key)


def known_keys(form: formwork.Form) -> dict[str, tuple[list[str], dict[str, Any]]]:
    """The keys of the outermost fields, with those that stand for the same, and the field."""
    text = form._source[0].decode("utf-8")
    known: dict[str, tuple[list[str], dict[str, Any]]] = {}
    for field in form.describe()["fields"]:
        first = field.get("key", field["name"])
        together = re.search(r"\bfrom\s+(" + re.escape(json.dumps(first, ensure_ascii=False)) + r'(?:\s*,\s*"[^"]*")*)', text)
        own = [nfc(key) for key in (re.findall(r'"([^"]*)"', together[1]) if together else [first])]
        known.update({key: (own, field) for key in own})
    return known


#: Faults of columns that are problems of records, which have no columns.
REFUSED = {
    "and no other columns are allowed": "a key of no field in a closed form",
    "There is no column": "a value in the place of a record",
    "its fields need numbered columns": "a text in the place of a record with a list of records",
}


def told(problem: formwork.Problem) -> tuple[Any, ...]:
    return problem.field, problem.code, problem.severity, problem.message, dict(problem.params)


def told_column(problem: dict[str, Any]) -> tuple[Any, ...]:
    params = json.loads(problem["params"], parse_float=decimal.Decimal) if problem["params"] else {}
    return problem["field"], problem["code"], problem["severity"], problem["message"], params


def answer(columns: Any, part: pa.RecordBatch, number: int) -> tuple[bool, list[tuple[Any, ...]]]:
    """Whether the record is accepted, and its problems."""
    try:
        row = columns.check(part, products=False, first=number).to_pylist()[0]
    except formwork.ColumnError as error:
        for part_of_it, why in REFUSED.items():
            if part_of_it in str(error):
                raise Unsayable(why) from error
        raise
    return row["accepted"], [told_column(problem) for problem in row["problems"]]


def opened(text: str, files: dict[str, str]) -> Optional[formwork.Form]:
    """The form; None for one with errors."""
    try:
        return formwork.Form(text, "a.form", lambda path: files[path].encode() if path in files else None)
    except formwork.FormError:
        return None


def test_columns_answer_every_case_as_lines_do(
    cases: list[tuple[str, str, dict[str, str], tuple[str, str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    count, same, different = 0, 0, []
    unsayable: collections.Counter[str] = collections.Counter()
    for name, text, files, (data, kind) in cases:
        if kind != "ndjson":
            continue
        form = opened(text, files)
        # A record in columns has them all, also without a value.
        if form is None or re.search(r"\bcolumns\b(?! (?:all|exact)\b)", text):
            continue
        lines = [line for line in data.split("\n") if line.strip()]
        wanted = [result for result in form.check_lines(data.encode(), now=NOW) if result.record is not None]
        assert len(wanted) == len(lines), name
        columns = form._columns(NOW, None, 100)
        for number, (line, result) in enumerate(zip(lines, wanted), start=1):
            try:
                row = answer(columns, batch([read(line)], form), number)
            except Unsayable as error:
                unsayable[str(error)] += 1
                # Later records are compared with it.
                if form.compares_records:
                    break
                continue
            count += 1
            if row == (result.accepted, [told(problem) for problem in result.problems]):
                same += 1
            else:
                different.append((name, line, row, result))
    with capsys.disabled():
        print(f"\ncolumns: {count} records run, {same} same, {len(different)} different; not in columns: {dict(unsayable)}")
    assert not different, different[:20]
    assert count > 1000

"""Columns against the same records as lines of JSON, of every type, whole and sliced."""

import datetime
import decimal
import json
import os
import pathlib
import pickle
import random
from typing import Any, Callable, Optional

import formwork
import formwork.duckdb
import formwork.polars
import pyarrow as pa
import pytest

#: How many records are made at a time; with the seeds they are a hundred thousand.
COUNT = 4000

NOW = "2026-11-22T09:30:00Z"

FORM = """
define short = count(1...6)
field id: string rule count(1...8) and alphanumeric message "ID is 1 to 8 letters or digits, not {value}"
field name: string optional trimmed rule short
field fruit: choice("apple", "pear", "fig") optional
field kind: string optional rule value in ("a", "b", "é")
field small: int optional rule range(-5...100)
field large: int optional rule multipleOf(2)
field unsigned: number optional rule range(0...)
field price: number optional rule decimals(...2) and positive
field wide: number optional
field weight: number optional rule range(-10...10)
field half: number optional
field gift: bool default false
when gift as wrapping <
  field paper: string optional rule lowercase
  field ribbon: int default 1 rule range(...3)
>
field day: date optional rule value <= today
field german: date("dd.MM.yyyy") optional
field at: time optional
field opens: time("h:mm a") optional
field local: datetime optional
field began: datetime("dd.MM.yyyy HH:mm:ss") optional
field seen: instant optional rule value > 2000-01-01T00:00Z
field tags: list of string optional rule count(...3) and distinct
field address: < field street: string field zip: string optional rule digits > optional
field items: list of < field code: string rule count(2) field amount: int > optional rule count(...4)
field extra: any optional
check price is blank or weight is blank or price > weight message "Dear: {price} is not above {weight}"
"""

#: A column: its type, and how a random value is made, in Python and in JSON (the latter None where it is the same).
Column = tuple[pa.DataType, Callable[[random.Random], tuple[Any, Any]]]


def text(letters: str, most: int) -> Callable[[random.Random], tuple[Any, Any]]:
    def make(random: random.Random) -> tuple[Any, Any]:
        value = "".join(random.choice(letters) for _ in range(random.randint(0, most)))
        return value, value

    return make


def number(make: Callable[[random.Random], Any], digits: Callable[[Any], str] = str) -> Callable[[random.Random], Any]:
    def both(random: random.Random) -> tuple[Any, Any]:
        value = make(random)
        return value, Digits(digits(value))

    return both


class Digits(str):
    """A number as JSON has it."""


def same(make: Callable[[random.Random], Any]) -> Callable[[random.Random], tuple[Any, Any]]:
    def both(random: random.Random) -> tuple[Any, Any]:
        value = make(random)
        return value, value

    return both


def moment(make: Callable[[random.Random], Any], write: Callable[[Any], str]) -> Callable[[random.Random], tuple[Any, Any]]:
    def both(random: random.Random) -> tuple[Any, Any]:
        value = make(random)
        return value, write(value)

    return both


def day(random: random.Random) -> datetime.date:
    return datetime.date(1990, 1, 1) + datetime.timedelta(days=random.randint(0, 15000))


def clock(random: random.Random) -> datetime.time:
    return datetime.time(random.randint(0, 23), random.randint(0, 59), random.randint(0, 59), random.choice([0, 250000, 1]))


def instant(random: random.Random) -> datetime.datetime:
    return datetime.datetime.combine(day(random), clock(random), datetime.timezone.utc)


def fraction(places: int, most: int) -> Callable[[random.Random], decimal.Decimal]:
    return lambda random: decimal.Decimal(random.randint(-most, most)).scaleb(-places)


def half(random: random.Random) -> Any:
    return pa.scalar(random.choice([0.1, 1.5, -2.25, 100.0, 0.0]), pa.float16()).as_py()


def shortest(value: float) -> str:
    return repr(value).removesuffix(".0")


def digits_of_half(value: float) -> str:
    return shortest({0.0999755859375: 0.1}.get(value, value))


def columns(random: random.Random) -> dict[str, Column]:
    letters = random.choice([pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())])
    return {
        "id": (letters, text("ab1!é", 9)),
        "name": (pa.string(), text("xy é\u0301", 8)),
        "fruit": (
            random.choice([pa.string(), pa.dictionary(pa.int32(), pa.string())]),
            same(lambda random: random.choice(["apple", "pear", "fig", "plum", " fig"])),
        ),
        "kind": (random.choice([pa.string_view(), pa.string()]), same(lambda random: random.choice(["a", "é", "e\u0301", "c"]))),
        "small": (random.choice([pa.int8(), pa.int16(), pa.int32(), pa.int64()]), number(lambda random: random.randint(-9, 120))),
        "large": (pa.int64(), number(lambda random: random.choice([2**63 - 1, -(2**63), 4, 5]))),
        "unsigned": (pa.uint64(), number(lambda random: random.choice([2**64 - 1, 2**63, 0, 7]))),
        "price": (pa.decimal128(12, 3), number(fraction(3, 20000))),
        "wide": (random.choice([pa.decimal256(60, 5), pa.decimal128(38, 0)]), number(fraction(0, 10**30))),
        "weight": (
            random.choice([pa.float64(), pa.float64(), pa.float32()]),
            number(lambda random: random.choice([0.5, -3.25, 11.0, 1e-5, 12345678.0, 7.0]), shortest),
        ),
        "half": (pa.float16(), number(half, digits_of_half)),
        "gift": (pa.bool_(), same(lambda random: random.random() < 0.5)),
        "paper": (pa.string(), text("aB", 5)),
        "ribbon": (pa.uint8(), number(lambda random: random.randint(0, 5))),
        "day": (random.choice([pa.date32(), pa.date64()]), moment(day, str)),
        "german": (pa.date32(), moment(day, lambda day: day.strftime("%d.%m.%Y"))),
        "at": (random.choice([pa.time64("us"), pa.time64("ns")]), moment(clock, lambda time: time.isoformat())),
        "opens": (pa.time64("us"), moment(lambda r: clock(r).replace(second=0, microsecond=0), lambda t: t.strftime("%I:%M %p"))),
        "began": (
            pa.timestamp("us"),
            moment(lambda r: instant(r).replace(tzinfo=None, microsecond=0), lambda t: t.strftime("%d.%m.%Y %H:%M:%S")),
        ),
        "local": (pa.timestamp("us"), moment(lambda r: instant(r).replace(tzinfo=None), lambda t: t.isoformat())),
        "seen": (
            random.choice([pa.timestamp("us", "UTC"), pa.timestamp("ns", "+00:00"), pa.timestamp("us", "Europe/Berlin")]),
            moment(instant, lambda t: t.isoformat().replace("+00:00", "Z")),
        ),
        "tags": (
            random.choice([pa.list_(pa.string()), pa.large_list(pa.string()), pa.list_(pa.string_view())]),
            same(lambda random: [random.choice(["a", "b", "", None]) for _ in range(random.randint(0, 4))]),
        ),
        "address": (
            pa.struct([("street", pa.string()), ("zip", pa.string())]),
            same(lambda random: {"street": random.choice(["A", None]), "zip": random.choice(["12", "x", None])}),
        ),
        "items": (
            pa.list_(pa.struct([("code", pa.string()), ("amount", pa.int32())])),
            same(
                lambda random: [
                    random.choice([None, {"code": random.choice(["ab", "abc"]), "amount": random.choice([1, None])}])
                    for _ in range(random.randint(0, 5))
                ]
            ),
        ),
        "extra": (
            pa.struct([("a", pa.list_(pa.int8())), ("b\"", pa.string())]),
            same(lambda random: {"a": random.choice([[1, 2], [], None]), "b\"": random.choice(["x\n\"", None])}),
        ),
    }


def line(values: dict[str, Any]) -> str:
    """A record as JSON."""
    members = [json.dumps(key) + ":" + (value if isinstance(value, Digits) else json.dumps(value)) for key, value in values.items()]
    return "{" + ",".join(members) + "}"


#: Fields that columns are tested for alone, of each kind of test.
FLAT = """
field id: string rule count(1...8) and alphanumeric message "ID is 1 to 8 letters or digits, not {value}"
field name: string optional rule count(...6)
field word: string optional rule count(2...5) and lowercase
field fruit: choice("apple", "pear", "a fruit with a name of more than sixteen bytes")
field small: int optional rule range(-5...100)
field large: int optional
field price: number optional rule decimals(...2) and range(0...)
field even: int optional rule multipleOf(2)
field gift: bool default false
when gift <
  field paper: string optional rule letters
>
when fruit == "pear" <
  field ripe: bool
>
when small > 90 <
  field reason: string rule count(...300)
>
"""


def mostly(chance: random.Random, right: list[Any], wrong: list[Any]) -> Any:
    """One of the right values, but for one in thirty."""
    return chance.choice(wrong if wrong and chance.random() < 0.03 else right)


def flat_columns(chance: random.Random) -> dict[str, Column]:
    def texts() -> pa.DataType:
        kinds = [pa.string(), pa.large_string(), pa.string_view()]
        return chance.choice([*kinds, pa.dictionary(chance.choice([pa.int16(), pa.uint32()]), chance.choice(kinds[:2]))])

    def integers(least: int, most: int) -> pa.DataType:
        kinds = [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()]
        bits = [(kind, kind.bit_width, str(kind).startswith("u")) for kind in kinds]
        fit = [k for k, b, u in bits if (0 if u else -(2 ** (b - 1))) <= least and most < 2 ** (b if u else b - 1)]
        return chance.choice(fit)

    def one(right: list[Any], wrong: list[Any]) -> Callable[[random.Random], tuple[Any, Any]]:
        return same(lambda chance: mostly(chance, right, wrong))

    def one_number(right: list[Any], wrong: list[Any]) -> Callable[[random.Random], tuple[Any, Any]]:
        return number(lambda chance: mostly(chance, right, wrong), repr)

    signed = chance.choice([True, False])
    ids = ["".join(chance.choice("abz019AZ") for _ in range(chance.randint(1, 8))) for _ in range(chance.choice([5, 900]))]
    names = ["Zo\u00eb", "ab", "\u30ab\u3099\u30ab", "abcdef", "\U0001f600", "e\u0301e\u0301e\u0301e\u0301"]
    prices = chance.choice([(pa.float64(), float), (pa.float32(), float), (pa.decimal128(9, 2), decimal.Decimal), (pa.decimal256(40, 3), decimal.Decimal)])
    price = prices[1]
    return {
        "id": (texts(), one(ids, ["", "a b", "abcdefghi", "\u00e9", "x" * 300])),
        "name": (texts(), one(names, ["abcdefg", "\u00e9" * 7])),
        "word": (texts(), one(["ab", "\u00fcber", "abcde"], ["a", "Ab", "abcdef"])),
        "fruit": (texts(), one(["apple", "pear", "a fruit with a name of more than sixteen bytes"], ["Apple", "plum", "", "a fruit with a name of more than sixteen bites"])),
        "small": (
            integers(-9 if signed else 0, 120),
            one_number([1, 50, 90, 100], [91, 101, 120, *([-6, -9] if signed else [])]),
        ),
        "large": (integers(0, 2**63), one_number([0, 2**63 - 1], [2**63]) if chance.random() < 0.5 else one_number([0, 7], [])),
        "price": (prices[0], number(lambda chance: price(mostly(chance, ["0.5", "12.25", "0", "99999.5"], ["-0.25", "-1"])), str)),
        "even": (integers(0, 9), one_number([2, 4, 8], [3])),
        "gift": (pa.bool_(), one([True, False], [])),
        "paper": (texts(), one(["abc", "ABCDEFGHIJKLMNOPQRST"], ["a1", ""])),
        "ripe": (pa.bool_(), one([True, False], [])),
        "reason": (texts(), one(["x" * 280, "\u00e9" * 200], ["x" * 301])),
    }


def made(
    seed: int, count: int, columns: Callable[[random.Random], dict[str, Column]] = columns
) -> tuple[pa.Table, list[str]]:
    """Records as a table and as lines of JSON."""
    chance = random.Random(seed)
    kinds = columns(chance)
    blank = chance.choice([0, 0.02, 0.2])
    values: dict[str, list[Any]] = {name: [] for name in kinds}
    lines = []
    for _ in range(count):
        record = {}
        for name, (_, make) in kinds.items():
            here, there = (None, None) if chance.random() < blank else make(chance)
            values[name].append(here)
            record[name] = there
        lines.append(line(record))
    return pa.table({name: pa.array(values[name], kind) for name, (kind, _) in kinds.items()}), lines


def told(problem: formwork.Problem) -> tuple[Any, ...]:
    return problem.field, problem.code, problem.severity, problem.message, dict(problem.params)


def told_column(problem: dict[str, Any]) -> tuple[Any, ...]:
    params = json.loads(problem["params"], parse_float=decimal.Decimal) if problem["params"] else {}
    return problem["field"], problem["code"], problem["severity"], problem["message"], params


@pytest.mark.parametrize("seed", range(25))
def test_columns_say_what_lines_say(seed: int) -> None:
    form, count = formwork.Form(FORM), COUNT
    table, lines = made(seed, count)
    wanted = list(form.check_lines("\n".join(lines).encode(), now=NOW))
    start = seed % 7
    for part, first in [(table, 0), (table.slice(start, 501), start)]:
        found = form.check_arrow(part, now=NOW, jobs=1 + seed % 2)
        rows = found.to_pylist()
        assert len(rows) == part.num_rows
        for number, row in enumerate(rows):
            result = wanted[first + number]
            assert row["accepted"] == result.accepted, lines[first + number]
            assert [told_column(problem) for problem in row["problems"]] == [
                told(problem) for problem in result.problems
            ], lines[first + number]


@pytest.mark.parametrize("seed", range(12))
def test_columns_that_are_tested_alone_say_what_lines_say(seed: int) -> None:
    form = formwork.Form(FLAT)
    table, lines = made(seed, COUNT, flat_columns)
    wanted = list(form.check_lines("\n".join(lines).encode(), now=NOW))
    assert 0 < sum(result.accepted for result in wanted) < COUNT
    start = 1 + seed % 70
    for part, first in [(table, 0), (table.slice(start, 3000 + seed), start)]:
        rows = form.check_arrow(part, products=True, now=NOW, jobs=1).to_pylist()
        plain = form.check_arrow(part, now=NOW, jobs=1).to_pylist()
        for number, (row, other) in enumerate(zip(rows, plain, strict=True)):
            result = wanted[first + number]
            assert row["accepted"] == other["accepted"] == result.accepted, lines[first + number]
            assert row["problems"] == other["problems"]
            assert [told_column(problem) for problem in row["problems"]] == [
                told(problem) for problem in result.problems
            ], lines[first + number]
            if result.product is None:
                assert row["product"] is None
            else:
                assert lacking(row["product"]) == lacking(result.product), lines[first + number]


@pytest.mark.parametrize("seed", range(3))
def test_products_are_those_of_lines(seed: int) -> None:
    form, count = formwork.Form(FORM), COUNT // 2
    table, lines = made(seed, count)
    wanted = list(form.check_lines("\n".join(lines).encode(), now=NOW))
    found = form.check_arrow(table, products=True, now=NOW)["product"].to_pylist()
    for product, result in zip(found, wanted):
        if result.product is None:
            assert product is None
            continue
        extra = product.pop("extra")
        assert (json.loads(extra) if extra else None) == result.product.pop("extra", None)
        assert lacking(product) == lacking(result.product)


@pytest.mark.parametrize("value", ["x", "1", "true", 'say "é"', True, 1, 1.5, [True, None], {"k": ["x"]}])
def test_products_have_values_of_any_type_as_json(value: Any) -> None:
    table = pa.table({"a": pa.array([value])})
    found = formwork.Form("field a: any").check_arrow(table, products=True, now=NOW)
    assert json.loads(found["product"][0]["a"].as_py()) == value


def test_fields_of_one_name_share_a_column_of_products() -> None:
    form = formwork.Form(
        """
        field kind: choice("a", "b", "c")
        when kind == "a" as inner < field n: number rule decimals(...1) field x: int field y: list of int >
        else when kind == "b" as inner < field n: number rule decimals(...3) field x: string field y: int >
        else < field x: any >
        """
    )
    table = pa.table(
        {"kind": ["a", "b", "c"], "n": pa.array(["1.5", "2.125", None]), "x": ["7", "x", "[1]"], "y": ["1", "2", None]}
    )
    table = table.set_column(3, "y", pa.array([[1], None, None], pa.list_(pa.int64())))
    found = form.check_arrow(table, products=True, now=NOW)
    rows = found.filter(found["accepted"])["product"].to_pylist()
    assert rows[0] == {"kind": "a", "inner": {"n": decimal.Decimal("1.500"), "x": "7", "y": "[1]"}, "x": None}
    assert rows[1]["x"] == '"[1]"' and rows[1]["inner"] is None


def lacking(value: Any) -> Any:
    """A value without members that have none."""
    if isinstance(value, dict):
        return {key: lacking(inner) for key, inner in value.items() if lacking(inner) is not None}
    if isinstance(value, list):
        return [lacking(inner) for inner in value]
    return value


def problems(form: formwork.Form, **columns: Any) -> list[list[Optional[str]]]:
    found = form.check_arrow(pa.table(columns), now=NOW).to_pylist()
    return [[problem["code"] for problem in row["problems"]] for row in found]


def test_floats_without_a_number_are_no_numbers() -> None:
    form = formwork.Form("field x: number optional")
    assert problems(form, x=pa.array([1.5, float("nan"), float("inf"), None])) == [[], ["type"], ["type"], []]


def test_timestamps_at_midnight_are_days() -> None:
    form = formwork.Form('field d: date field g: date("dd.MM.yyyy") field t: datetime')
    times = pa.array([datetime.datetime(2026, 1, 2), datetime.datetime(2026, 1, 2, 3)], pa.timestamp("us"))
    assert problems(form, d=times, g=times, t=times) == [[], ["type", "type"]]
    berlin = times.cast(pa.timestamp("us", "+01:00"))
    assert problems(form, d=berlin, g=berlin, t=berlin) == [[], []]


def test_moments_keep_what_formats_lack() -> None:
    form = formwork.Form(
        'field t: time("H:mm") rule value < 09:30:15 message "{value}, {max}" field d: date("d.M.yy" 1950...2049)\n'
        'field l: datetime("d.M.yyyy HH:mm") field i: instant("d.M.yyyy HH:mm X") rule value != 2026-01-02T03:04:05Z message "{value}"'
    )
    local = datetime.datetime(2026, 1, 2, 3, 4, 5)
    table = pa.table(
        {
            "t": pa.array([datetime.time(9, 30, 14), datetime.time(9, 30, 15)]),
            "d": pa.array([datetime.date(1920, 1, 2), datetime.date(2026, 1, 2)]),
            "l": pa.array([local, local], pa.timestamp("us")),
            "i": pa.array([local, local + datetime.timedelta(seconds=1)], pa.timestamp("us", "UTC")),
        }
    )
    found = form.check_arrow(table, now=NOW).to_pylist()
    assert [[problem["message"] for problem in row["problems"]] for row in found] == [["2.1.2026 03:04 Z"], ["9:30, 9:30"]]


def test_dates_beyond_the_calendar_are_no_dates() -> None:
    form = formwork.Form("field d: date optional")
    assert problems(form, d=pa.array([0, 2_932_896, 2_932_897, -2**31], pa.int32()).cast(pa.date32())) == [
        [],
        [],
        ["type"],
        ["type"],
    ]


def test_columns_are_found_as_those_of_tables() -> None:
    form = formwork.Form(
        'field id: string from "ID Nr" field address: < field zip: string rule digits >\n'
        'field code: list of string from "code #" rule count(...2)'
    )
    columns = {
        "id nr": ["a", "b"],
        "address.zip": ["12", "x"],
        "code 1": ["p", "r"],
        "code 2": ["q", None],
        "other": [1, 2],
    }
    assert problems(form, **columns) == [[], ["digits"]]
    noted = form.check_arrow(pa.table(columns)).schema.metadata
    assert b'No field uses column' in noted[b"formwork_warnings"]


def test_columns_that_cannot_be_read_are_named() -> None:
    form = formwork.Form("field id: string field n: int optional")
    with pytest.raises(formwork.ColumnError, match='no column "id" for the required field'):
        form.check_arrow(pa.table({"n": [1]}))
    with pytest.raises(formwork.ColumnError, match='Column "n" has a type that no field can have \\("tDs"'):
        form.check_arrow(pa.table({"id": ["a"], "n": pa.array([1], pa.duration("s"))}))
    with pytest.raises(formwork.ColumnError, match="None of the columns"):
        form.check_arrow(pa.table({"x": [1]}))
    with pytest.raises(formwork.ColumnError, match="no other columns are allowed"):
        formwork.Form("closed field id: string").check_arrow(pa.table({"id": ["a"], "x": [1]}))
    with pytest.raises(TypeError, match="but this is a dict"):
        list(form.check_batches({"id": ["a"]}))  # type: ignore[dict-item]


def test_bytes_that_are_no_text_are_told_of_their_row() -> None:
    form = formwork.Form("field id: string rule count(1...3)")
    broken = pa.array([b"abc", b"\xff\xfe", b"\xc3\xa9"]).view(pa.string())
    assert problems(form, id=broken) == [[], ["malformed"], []]
    # Two texts that are UTF-8 only end to end.
    halves = pa.array([b"a", b"\xc3", b"\xa9", b"\xc3\xa9"] * 40).view(pa.string())
    assert problems(form, id=halves) == [[], ["malformed"], ["malformed"], []] * 40
    assert problems(form, id=halves.slice(1, 2)) == [["malformed"], ["malformed"]]


def test_the_names_of_columns() -> None:
    form = formwork.Form(
        'field a: int\ncheck count(columns) <= 2 and "B" in columns message "{actual}"\n'
        'check "c" not in columns or a > 1 message "c"'
    )

    def found(table: pa.Table, jobs: int) -> list[list[str]]:
        checked = form.check_arrow(table, jobs=jobs)
        whole = json.loads(checked.schema.metadata.get(b"formwork_problems", b"[]"))
        rows = [row["problems"] for row in checked.to_pylist()]
        return [[problem["message"] for problem in some] for some in [*rows, whole]]

    for jobs in 1, 4:
        assert found(pa.table({"a": [1], "b": ["x"]}), jobs) == [[], []]
        assert found(pa.table({"a": [1, 2], "b": ["x", "y"], "c": ["", ""]}), jobs) == [["c"], [], ["3"]]
        assert found(pa.table({"a": pa.array([], pa.int64())}), jobs) == [["B"]]
    assert form.check({"a": 1, "b": 2}).accepted
    assert [problem.message for problem in form.check({"a": 1, "c": 2}).problems] == ["B", "c"]


def test_no_rows() -> None:
    form = formwork.Form("field id: string check records in 1...2 message \"One or two\"")
    found = form.check_arrow(pa.table({"id": pa.array([], pa.string())}))
    assert found.num_rows == 0 and found.column_names == ["accepted", "problems"]
    assert json.loads(found.schema.metadata[b"formwork_problems"])[0]["message"] == "One or two"


def test_records_are_compared_over_batches() -> None:
    form = formwork.Form(
        'field id: string rule unique message "Was in record {record}"\nfield unit: string rule same'
    )
    table = pa.concat_tables(
        [pa.table({"id": ["a", "b"], "unit": ["kg", "kg"]}), pa.table({"id": ["c", "a"], "unit": ["kg", "t"]})]
    )
    found = form.check_arrow(table, jobs=4).to_pylist()
    assert [[problem["message"] for problem in row["problems"]] for row in found[:3]] == [[], [], []]
    assert [problem["code"] for problem in found[3]["problems"]] == ["unique", "same"]
    assert found[3]["problems"][0]["message"] == "Was in record 1"


BETWEEN = """field id: string
field group: string
field n: int rule unique message "{value} twice"
check sum(records.n) <= 10 per group message "Too many"
field before: int optional rule value == previous.n message "Not {value}"
check share(records, n > 3) <= 40 % message "Large"
"""


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_all_records_are_asked_over_batches(size: int) -> None:
    form = formwork.Form(BETWEEN)
    rows = [
        {"id": str(number), "group": "ab"[number % 2], "n": number, "before": before}
        for number, before in enumerate([None, 0, 9, 2, 3, 4, 5])
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows).encode()
    wanted = [[problem.message for problem in one.problems] for one in form.check_lines(lines)]
    table = pa.Table.from_pylist(rows)
    batches = pa.Table.from_batches([table.slice(at, size).combine_chunks().to_batches()[0] for at in range(0, 7, size)])
    found = form.check_arrow(batches, jobs=3)
    messages = [[problem["message"] for problem in row["problems"]] for row in found.to_pylist()]
    of_all = [problem["message"] for problem in json.loads(found.schema.metadata[b"formwork_problems"])]
    assert [*messages, of_all] == [*wanted[:7], *wanted[7:]] and any(messages)
    # The same columns begin another stream, and results are the same.
    columns = form._columns(None, None, 100)
    for _ in range(2):
        checked = columns.check_all(iter(batches.to_batches()), products=False, collects=True)
        again = [[problem["message"] for problem in row["problems"]] for _, batch in checked for row in batch.to_pylist()]
        assert again == messages
    with pytest.raises(formwork.ColumnError, match="Collect the batches"):
        form._columns(None, None, 100).check(batches.to_batches()[0], products=False, first=1)


def test_what_cannot_be_decided_is_told() -> None:
    form = formwork.Form("field n: int\ncheck sum(records.n) <= 10 message \"Many\"", "own.form")
    found = form.check_arrow(pa.table({"n": ["1", "x", "3"]}))
    problems = json.loads(found.schema.metadata[b"formwork_problems"])
    assert [(problem["code"], problem["params"]) for problem in problems] == [("undecided", {"record": 2, "line": 2})]
    assert "own.form:2" in problems[0]["message"]


def test_hits_of_other_batches_are_told() -> None:
    form = formwork.Form('field id: string rule unique message "Was in record {record}"')
    hit = pa.list_(pa.struct([("rule", pa.int64()), ("record", pa.int64()), ("file", pa.string())]))
    hits = pa.array([[], [{"rule": 0, "record": 7, "file": None}]], hit)
    found = form.check_arrow(pa.table({"id": ["a", "a"], "formwork_hits": hits})).to_pylist()
    assert [[problem["message"] for problem in row["problems"]] for row in found] == [[], ["Was in record 7"]]


def test_dictionaries_of_any_size_say_what_plain_columns_say() -> None:
    form = formwork.Form("field id: string rule alphanumeric and count(...4)")
    ids = pa.array([f"{number % 3000}{'!' if number % 7 == 0 else ''}" if number % 11 else None for number in range(9000)])
    for column in [ids, ids.cast(pa.string_view())]:
        assert form.check_arrow(pa.table({"id": ids.dictionary_encode()})) == form.check_arrow(pa.table({"id": column}))


def test_numbers_of_records_are_whole() -> None:
    form = formwork.Form('field id: string rule digits message "Record {record}"')
    numbers = pa.table({"id": ["a", "b"], "formwork_record": pa.array([7, 9], pa.int32())})
    found = form.check_arrow(numbers).to_pylist()
    assert [row["problems"][0]["message"] for row in found] == ["Record 7", "Record 9"]
    with pytest.raises(formwork.ColumnError, match="formwork_record"):
        form.check_arrow(pa.table({"id": ["a"], "formwork_record": [1.5]}))


@pytest.mark.skipif(not os.access("/proc/self/clear_refs", os.W_OK), reason="only Linux tells the peak of a while")
def test_memory_does_not_grow_with_the_rows() -> None:
    def memory(key: str) -> int:
        lines = pathlib.Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(key))

    form = formwork.Form("field id: string rule digits field n: int rule range(0...98)")
    part = pa.table({"id": [str(number) for number in range(100_000)], "n": [number % 100 for number in range(100_000)]})
    table = pa.concat_tables([part] * 100)
    for jobs in [1, 2]:
        pathlib.Path("/proc/self/clear_refs").write_text("5")
        before = memory("VmRSS")
        rejected = sum(batch.num_rows - batch["accepted"].true_count for batch in form.check_batches(table, jobs=jobs))
        assert rejected == 100_000
        assert memory("VmHWM") - before < 32 << 10


def test_filter_parts_the_rows() -> None:
    form = formwork.Form("field id: string rule digits")
    good, bad = form.filter(pa.table({"id": ["1", "a", "2"], "n": [1, 2, 3]}))
    assert good.to_pylist() == [{"id": "1", "n": 1}, {"id": "2", "n": 3}]
    assert [(row["n"], row["formwork_problems"][0]["code"]) for row in bad.to_pylist()] == [(2, "digits")]
    again, still = form.filter(bad)
    assert (again.num_rows, still.column_names) == (0, ["id", "n", "formwork_problems"])


def test_data_frames() -> None:
    import duckdb
    import pandas
    import polars

    form = formwork.Form("field id: string rule digits")
    frame = polars.DataFrame({"id": ["1", "a", "a long one that is no view of twelve bytes"]})
    assert formwork.polars.check(frame, form)["accepted"].to_list() == [True, False, False]
    assert [part.height for part in formwork.polars.filter(frame, form)] == [1, 2]
    relation = duckdb.sql("select unnest(['1', 'a']) as id")
    checked = formwork.duckdb.check(relation, form)
    assert duckdb.sql("select count(*) from checked where accepted").fetchall() == [(1,)]
    assert [part.num_rows for part in formwork.duckdb.filter(relation, form)] == [1, 1]
    assert form.check_arrow(pandas.DataFrame({"id": ["1", "a"]}))["accepted"].to_pylist() == [True, False]


def test_a_form_goes_to_another_process(tmp_path: pathlib.Path) -> None:
    (tmp_path / "used.form").write_text("define short = count(...2)")
    (tmp_path / "own.form").write_text('use "used.form" field id: string rule short')
    form = pickle.loads(pickle.dumps(formwork.Form.load(tmp_path / "own.form")))
    assert not form.check({"id": "abc"}).accepted


def test_problems_are_a_flat_table(tmp_path: pathlib.Path) -> None:
    import polars
    import pyarrow.dataset
    import pyarrow.parquet

    form = formwork.Form(
        'field id: string rule alphanumeric message "Not {value}"\nfield n: int rule value < 5\ncheck records > 9 message "Few"'
    )
    table = pa.table({"id": ["a", "?", "c"], "n": [9, 9, 1]})
    pyarrow.parquet.write_table(table, tmp_path / "x.parquet")
    wanted = [(1, "n", "compare"), (2, "id", "alphanumeric"), (2, "n", "compare"), (None, None, "records")]
    for data in (
        table,
        str(tmp_path / "x.parquet"),
        tmp_path / "x.parquet",
        pyarrow.dataset.dataset(tmp_path / "x.parquet"),
        pyarrow.dataset.dataset(tmp_path / "x.parquet").scanner(),
        polars.scan_parquet(tmp_path / "x.parquet"),
        polars.DataFrame({"id": ["a", "?", "c"], "n": [9, 9, 1]}),
        table.to_reader(max_chunksize=2),
        iter(table.to_batches(max_chunksize=1)),
        table.to_pylist(),
    ):
        found = form.problems(data)
        assert found.column_names == ["row", "field", "code", "severity", "message", "params"]
        rows = found.to_pylist()
        assert [(row["row"], row["field"], row["code"]) for row in rows] == wanted
        assert rows[1]["message"] == "Not ?" and json.loads(rows[0]["params"])["actual"] == 9
    assert form.problems(table.slice(0, 0)).num_rows == 1
    counts = found.group_by(["field", "code"]).aggregate([([], "count_all")]).to_pylist()
    assert {(one["field"], one["count_all"]) for one in counts} == {("n", 2), ("id", 1), (None, 1)}


@pytest.mark.parametrize("data", [7, "x.csv", b"", {"id": [1]}, [], ["a"], [b"a"]])
def test_what_has_no_columns_is_told(data: Any) -> None:
    with pytest.raises(TypeError, match="Columns must be"):
        formwork.Form("field id: string").check_arrow(data)


def test_columns_of_results_never_replace_those_of_the_data() -> None:
    import duckdb
    import formwork.duckdb

    relation = duckdb.sql("select 'a' as id, true as accepted")
    with pytest.raises(ValueError, match="column 'accepted' itself"):
        formwork.duckdb.check(relation, formwork.Form("field id: string"))

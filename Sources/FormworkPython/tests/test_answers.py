"""What checkers of parts of the same data tell each other, as in Spark."""

import json
import pathlib
import pickle
import random
import subprocess
import sys
from typing import Any, Iterator, Optional

import formwork
import pyarrow as pa
import pytest
from formwork import _arrow

#: A question of every kind: of numbers that no short sum holds, of values of every sort, and with keys that are unusable.
FORM = """
field id: string rule unique message "Was in record {record}"
field team: string optional
field wide: number optional
field day: date optional
field flag: bool
field boss: string optional rule value in records.id message "{value} is nobody"
field address: < field street: string field zip: string > optional
field tags: list of string optional
define chief = records(id: boss)
define known = records(wide: wide)
check sum(records.wide) == 0 per team message "{team}: {actual}"
check mean(records.wide) > 0 or min(records.day) > 2026-01-03 per team message "Mean"
check sum(records, day - 2026-01-01) < 9 days per team message "Long"
check share(records, flag) <= 50 % per team message "{actual} of {team}"
check any(records, flag) per team, day message "None on {day}"
check all(records, count(tags) < 2) per team message "Many tags"
check count(distinct(records.day)) <= 1 per team message "Days"
check count(records.tags) <= 5 per team message "Tags"
check chief.address.street != address.street message "{chief.address.street} is the chief's, as {chief.day}"
check chief.tags is blank or "x" not in chief.tags message "The chief has x"
check count(records) == 1 per team, flag warning "Several"
check known.id == id message "{known.id} has {known.wide}"
check previous.wide < wide per team message "{previous.wide} is before {wide}"
check previous.flag or flag message "Twice none"
check max(records.wide) < 1000000000000 message "Large"
check records <= 20 message "Many"
"""


def rows(chance: random.Random) -> list[dict[str, Any]]:
    numbers = ["1", "-1", "0.5", "99999999999999999999999999999.123456789", "-99999999999999999999999999999", "x", None]
    people = [f"p{number}" for number in range(18)]

    def row() -> dict[str, Any]:
        street = {"street": chance.choice("abc"), "zip": "1"}
        return {
            "id": chance.choice(people),
            "team": chance.choice(["a", "b", None]),
            "wide": chance.choice(numbers),
            "day": chance.choice(["2026-01-02", "2026-01-04", "2026-02-30", None]),
            "flag": chance.choice(["true", "true", "false", "no"]),
            "boss": chance.choice([*people, "nobody", None]),
            "address": chance.choice([street, None]),
            "tags": chance.choice([["x"], ["y", "z"], [], None]),
        }

    return [row() for _ in range(24)]


TYPES = pa.schema(
    [
        *[(name, pa.string()) for name in ("id", "team", "wide", "day", "flag", "boss")],
        ("address", pa.struct([("street", pa.string()), ("zip", pa.string())])),
        ("tags", pa.list_(pa.string())),
    ]
)


def columns_of(form: formwork.Form, key: Optional[str] = "secret", files: tuple[str, ...] = ()) -> _arrow.Columns:
    return form._columns("2026-11-22", None, 100, key, files)


def parts(table: pa.Table, chance: random.Random, count: int) -> list[pa.RecordBatch]:
    """The rows with their numbers, in any order and in so many batches."""
    numbered = table.append_column("formwork_record", pa.array(range(1, table.num_rows + 1)))
    shuffled = list(range(table.num_rows))
    chance.shuffle(shuffled)
    batches = [numbered.take(shuffled[start::count]) for start in range(count)]
    return [batch.combine_chunks().to_batches()[0] for batch in batches if batch.num_rows]


def merged(form: formwork.Form, answers: list[bytes]) -> bytes:
    columns = columns_of(form)
    for part in answers:
        columns.add_answers(part)
    return columns.answers()


def collected(form: formwork.Form, batch: Any) -> bytes:
    columns = columns_of(form)
    columns.collect(batch, first=1)
    return columns.answers()


def with_hits(form: formwork.Form, batches: list[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The batches with what Spark finds by its shuffle: the first record with a key, and the value before."""
    found: dict[Any, list[Any]] = {}
    for batch in batches:
        for number, keys in zip(batch.column("formwork_record").to_pylist(), columns_of(form).keys(batch).to_pylist()):
            for key in keys["keys"]:
                found.setdefault((key["rule"], key["key"]), []).append((number, key["value"]))
    hits: dict[int, list[Any]] = {}
    for (rule, _), records in found.items():
        records.sort()
        for before, (number, value) in zip(records, records[1:]):
            hit = {"rule": rule, "record": records[0][0], "file": None, "value": value and before[1]}
            hits.setdefault(number, []).append(hit)
    item = [("rule", pa.int64()), ("record", pa.int64()), ("file", pa.string()), ("value", pa.string())]
    for batch in batches:
        own = [hits.get(number, []) for number in batch.column("formwork_record").to_pylist()]
        yield batch.append_column("formwork_hits", pa.array(own, pa.list_(pa.struct(item))))


@pytest.mark.parametrize("seed", range(30))
def test_parts_in_any_order_answer_as_the_whole(seed: int) -> None:
    chance = random.Random(seed)
    form = formwork.Form(FORM)
    table = pa.Table.from_pylist(rows(chance), TYPES)
    whole = form.check_arrow(table, now="2026-11-22")
    batches = parts(table, chance, 1 + seed % 7)
    answers = [collected(form, batch) for batch in batches]
    chance.shuffle(answers)
    half = len(answers) // 2
    all_answers = merged(form, [merged(form, answers[:half]), merged(form, answers[half:])])
    found: dict[int, Any] = {}
    last = columns_of(form)
    count = last.add_answers(all_answers)
    assert count == table.num_rows
    for batch in with_hits(form, batches):
        columns = columns_of(form)
        columns.add_answers(all_answers)
        results = columns.check(batch, products=False, first=1).to_pylist()
        found.update(zip(batch.column("formwork_record").to_pylist(), results))
        # Compared with the answers so far, only the rules that can't be decided are new.
        assert last.add_answers(columns.answers()) == count
    assert [found[number] for number in sorted(found)] == whole.to_pylist()
    assert json.loads(last.count_problems(count)) == json.loads(whole.schema.metadata[b"formwork_problems"])


def test_the_questions_are_all_asked() -> None:
    form = formwork.Form(FORM)
    messages: set[str] = set()
    for seed in range(30):
        whole = form.check_arrow(pa.Table.from_pylist(rows(random.Random(seed)), TYPES), now="2026-11-22")
        problems = [problem for row in whole.to_pylist() for problem in row["problems"]]
        messages.update(problem["message"].split()[-1] for problem in problems)
    assert messages >= {"nobody", "Mean", "Long", "tags", "Days", "Tags", "x", "Several", "none"}, messages


def test_another_process_hashes_values_alike(tmp_path: pathlib.Path) -> None:
    form = formwork.Form(FORM)
    table = pa.Table.from_pylist(rows(random.Random(1)), TYPES)
    batches = parts(table, random.Random(1), 2)
    (tmp_path / "given").write_bytes(pickle.dumps((form, batches[0])))
    program = """if True:
        import pickle, sys
        form, batch = pickle.load(open(sys.argv[1], "rb"))
        columns = form._columns("2026-11-22", None, 100, "secret")
        columns.collect(batch, first=1)
        sys.stdout.buffer.write(columns.answers())
    """
    command = [sys.executable, "-c", program, "given"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=tmp_path)
    here = [collected(form, batch) for batch in batches]
    judged = []
    for answers in merged(form, here), merged(form, [done.stdout, here[1]]):
        columns = columns_of(form)
        columns.add_answers(answers)
        judged.append([columns.check(batch, products=False, first=1) for batch in batches[:1]])
    assert judged[0] == judged[1]


def test_bytes_from_elsewhere_are_refused() -> None:
    form = formwork.Form(FORM)
    batch = parts(pa.Table.from_pylist(rows(random.Random(2)), TYPES), random.Random(2), 1)[0]
    good = collected(form, batch)
    columns = columns_of(form)
    count = columns.add_answers(good)
    bad = [good[:length] for length in range(0, len(good), 7)]
    bad += [good + b"\0", b"\xff" * 64, good[:-16] + bytes(16)]
    for place in range(0, len(good), 11):
        bad.append(good[:place] + bytes([good[place] ^ 0x55]) + good[place + 1 :])
    other = formwork.Form(FORM + " ")
    bad += [collected(other, batch)]
    keyed = columns_of(form, "another")
    keyed.collect(batch, first=1)
    bad.append(keyed.answers())
    for answers in bad:
        with pytest.raises(formwork.ColumnError, match="damaged"):
            columns.add_answers(answers)
    # Nothing of them was added.
    assert columns.add_answers(collected(form, batch)) == 2 * count


def test_a_checker_without_a_key_shares_nothing() -> None:
    columns = columns_of(formwork.Form(FORM), None)
    with pytest.raises(formwork.ColumnError, match="shared_key"):
        columns.answers()
    with pytest.raises(formwork.ColumnError, match="shared_key"):
        columns.add_answers(b"")


@pytest.mark.parametrize("value", ["", "zz", "00", "0" * 200, "é"])
def test_values_from_elsewhere_are_refused(value: str) -> None:
    form = formwork.Form("field n: int check previous.n < n message \"{previous.n}\"")
    item = [("rule", pa.int64()), ("record", pa.int64()), ("file", pa.string()), ("value", pa.string())]
    hits = pa.array([[{"rule": 0, "value": value}]], pa.list_(pa.struct(item)))
    batch = pa.RecordBatch.from_arrays([pa.array([1]), hits], names=["n", "formwork_hits"])
    with pytest.raises(formwork.ColumnError, match="formwork_hits"):
        columns_of(form).check(batch, products=False, first=1)


def test_the_file_of_a_record_is_named() -> None:
    form = formwork.Form("field n: int\ncheck sum(records.n) <= 10 message \"Many\"", "own.form")
    columns = columns_of(form, files=("a.csv", "b.csv"))
    for file, number in (1, 2), (0, 3), (0, 4):
        batch = pa.table({"n": ["x"], "formwork_record": [number], "formwork_file": [file]}).to_batches()[0]
        columns.add_answers(collected(form, batch))
    problem = json.loads(columns.count_problems(3))[0]
    assert problem["params"] == {"record": 3, "line": 3, "file": "a.csv"} and "a.csv" in problem["message"]


def test_columns_have_no_file() -> None:
    form = formwork.Form('field a: int\ncheck "b" in columns message "no b"')
    columns = columns_of(form, files=("a.csv", "b.csv"))
    columns.check(pa.table({"a": [1]}).to_batches()[0], products=False, first=1)
    problem = json.loads(columns.count_problems(1))[0]
    assert problem["message"] == "no b" and "file" not in problem

import copy
import dataclasses
import datetime
import decimal
import json
import pathlib
import pickle
import signal
import sys
import threading
from typing import Any, Callable, Iterator, Optional

import formwork
import pydantic
import pytest

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"

@pytest.fixture
def order() -> formwork.Form:
    return formwork.Form(
        """form order "Order"
field id "ID": string rule count(1...8) and alphanumeric message "ID is 1 to 8 letters or digits, not {value}" de "ID: {value}"
field price: number rule positive
field day: date optional
field at: time optional
field seen: instant optional
field unit: choice("kg" "Kilogram", "piece") default "piece"
field gift: bool default false
when gift as wrapping < field paper: string >
field items: list of < field code: string field amount: int > optional
check price < 1000 or day > today message "Too dear"
"""
    )


GOOD: dict[str, Any] = {"id": "a1", "price": decimal.Decimal("12.50"), "day": datetime.date(2026, 11, 22)}


def test_accepted_values_are_typed(order: formwork.Form) -> None:
    record = {
        **GOOD,
        "at": datetime.time(9, 30),
        "seen": datetime.datetime(2026, 11, 22, 9, 30, tzinfo=datetime.timezone.utc),
        "gift": True,
        "paper": "red",
        "items": [{"code": "x", "amount": 2}],
    }
    result = order.check(record)
    assert result.problems == []
    assert result.product == {
        "id": "a1",
        "price": decimal.Decimal("12.5"),
        "day": datetime.date(2026, 11, 22),
        "at": datetime.time(9, 30),
        "seen": datetime.datetime(2026, 11, 22, 9, 30, tzinfo=datetime.timezone.utc),
        "unit": "piece",
        "gift": True,
        "wrapping": {"paper": "red"},
        "items": [{"code": "x", "amount": 2}],
    }
    assert isinstance(result.product["price"], decimal.Decimal)


def test_problems_are_in_the_words_of_the_form(order: formwork.Form) -> None:
    result = order.check({"id": "no id", "price": -1, "items": [{"code": "", "amount": "x"}]})
    assert not result.accepted and result.product is None
    found = {problem.field: problem for problem in result.problems}
    assert str(found["id"]) == "ID is 1 to 8 letters or digits, not no id"
    assert found["id"].params["actual"] == "no id"
    assert found["items[0].amount"].code == "type"
    assert order.check({"id": "no id", "price": 1}, language="de").problems[0].message == "ID: no id"
    assert len(order.check({}, problems=1).problems) == 1 and order.check({}, problems=1).omitted == 1


def test_the_day_is_the_callers(order: formwork.Form) -> None:
    dear = {"id": "a", "price": 5000, "day": "2026-11-22"}
    assert order.check(dear, now=datetime.date(2026, 11, 21)).accepted
    assert order.check(dear, now="2026-11-22").problems[0].message == "Too dear"
    assert order.check(dear, now="2026-11-22T23:30:00+01:00").problems[0].message == "Too dear"
    with pytest.raises(ValueError, match="tomorrow"):
        order.check(dear, now="tomorrow")
    with pytest.raises(ValueError, match="-1"):
        order.check(dear, problems=-1)


@dataclasses.dataclass
class Order:
    id: str
    price: decimal.Decimal
    day: Optional[datetime.date] = None


class Model(pydantic.BaseModel):
    id: str
    price: decimal.Decimal
    day: Optional[datetime.date] = None


@pytest.mark.parametrize(
    "record",
    [
        GOOD,
        Order(**GOOD),
        Model(**GOOD),
        b'{"id":"a1","price":12.50,"day":"2026-11-22"}',
        '{"id":"a1","price":12.50,"day":"2026-11-22"}',
    ],
)
def test_records_come_in_many_shapes(order: formwork.Form, record: Any) -> None:
    result = order.check(record)
    assert result.product is not None and result.product["price"] == decimal.Decimal("12.5")


def test_a_name_may_have_a_type_for_each_branch() -> None:
    form = formwork.Form(
        """
        field as_text: bool
        when as_text < field day: string field n: string > else < field day: date field n: number >
        """
    )
    texts = {"as_text": True, "day": "2026-11-22", "n": "-0.1"}
    assert form.check(texts).product == texts
    numbers = {"as_text": False, "day": "2026-11-22", "n": decimal.Decimal("-0.1")}
    assert form.check(numbers).product == numbers


def test_a_block_may_have_the_name_of_a_field() -> None:
    form = formwork.Form("field n: bool when n as day < field at: date > else < field day: date >")
    assert form.check({"n": False, "day": "2026-11-22"}).product == {"n": False, "day": datetime.date(2026, 11, 22)}
    assert form.check({"n": True, "at": "2026-11-22"}).product == {"n": True, "day": {"at": "2026-11-22"}}


@pytest.mark.parametrize("record", [{"id": object()}, {1: 2}, {"id": b"x"}, {"id": ({1: 2},)}])
def test_what_is_no_record_is_refused(order: formwork.Form, record: Any) -> None:
    with pytest.raises(TypeError):
        order.check(record)


@pytest.mark.parametrize("record", [b"[]", b"[{},{}]", b"\xef\xbb\xbf [1]", [{}], [1]])
def test_one_record_is_checked(order: formwork.Form, record: Any) -> None:
    with pytest.raises(ValueError, match="must be one object"):
        order.check(record)


def test_a_record_by_itself_tells_what_is_not_judged() -> None:
    form = formwork.Form(
        """field id: int rule value > 0 and unique
field n: int rule value == previous.n + 1 message "Not the next"
check any(records, n == 9) message "No 9"
check records in 2... message "Few"
""",
        "own.form",
    )
    for _ in range(2):
        result = form.check({"id": 1, "n": 5})
        assert result.accepted and result.problems == []
        assert result.unjudged == ("own.form:1", "own.form:2", "own.form:3", "own.form:4")
    # Rules that need no other records are judged.
    assert [problem.field for problem in form.check({"id": -1, "n": 5}).problems] == ["id"]
    found = list(form.check_lines(b'{"id":1,"n":1}\n{"id":1,"n":3}\n'))
    assert [(one.record, one.accepted, one.unjudged) for one in found] == [(1, True, ()), (2, False, ()), (None, False, ())]
    assert formwork.Form("field id: int").check({"id": 1}).unjudged == ()


def test_files_are_those_of_the_command_line(tmp_path: pathlib.Path) -> None:
    import gzip

    rules = 'field id: int field to: int optional rule value in records.id message "No {value}" check records < 900 message "Many"'
    form = formwork.Form('data csv < delimiter ";" encoding "utf-16" >\n' + rules)
    rows = ["id;to", *(f"{row};{row + 1 if row % 100 else -1}" for row in range(1000))]
    path = tmp_path / "rows.csv.gz"
    path.write_bytes(gzip.compress("\n".join(rows).encode("utf-16")))
    for jobs in (None, 1, 3):
        found = list(form.check_file(path, jobs=jobs))
        assert [one.record for one in found] == [*range(1, 1001), None]
        bad = [one for one in found if one.problems]
        assert [one.problems[0].message for one in bad] == [*["No -1"] * 10, "No 1000", "Many"]
        assert list(form.check_file(path, jobs=jobs, only_problems=True)) == bad
    # A generator may be left, and the threads end.
    before = threading.active_count()
    for one in form.check_file(path):
        break
    del one
    generator: Any = form.check_file(path)
    next(generator)
    generator.close()
    assert threading.active_count() <= before + 1
    with pytest.raises(formwork.StreamError, match="format"):
        (tmp_path / "x.dat").write_text("id\n1\n")
        list(formwork.Form("field id: int").check_file(tmp_path / "x.dat"))


def test_only_problems_of_lines() -> None:
    form = formwork.Form("field id: int rule value < 3\nfield n: int optional rule value > 0 warning \"Small\"")
    lines = b'{"id":1}\n{"id":2,"n":0}\n{"id":3}\nx\n{"id":2}\n'
    found = list(form.check_lines(lines, only_problems=True))
    assert [(one.record, one.accepted) for one in found] == [(2, True), (3, False), (4, False)]
    assert found[0].product == {"id": 2, "n": 0}


def test_a_form_tells_what_it_is() -> None:
    form = formwork.Form("field id: int", "own.form")
    assert repr(form) == "<formwork.Form 'own.form' with 1 fields>"
    assert formwork.__version__ == formwork.version()


def test_unknown_languages_are_refused() -> None:
    form = formwork.Form('field id: int message "x" nl "y"')
    for language in ("nl", "de", "de-AT", "ja"):
        form.check({}, language=language)
    with pytest.raises(ValueError, match="'xx'"):
        form.check({}, language="xx")


def test_a_checker_in_use_is_told(tmp_path: pathlib.Path) -> None:
    from formwork._library import MISUSED, ffi, lib, taken

    form = formwork.Form("field id: int")
    checker = form._open_checker(None, None, 100)
    codes = []

    @ffi.callback("formwork_take_results")  # type: ignore[untyped-decorator]
    def take(_: Any, start: Any, length: int) -> int:
        block, fault = ffi.new("formwork_bytes *"), ffi.new("formwork_bytes *")
        codes.append(lib.formwork_check_json(checker, b"{}", 2, block, fault))
        assert b"in use" in taken(fault)
        return 0

    path = tmp_path / "in-use.ndjson"
    path.write_text('{"id":1}')
    lib.formwork_check_file(checker, str(path).encode(), 1, take, ffi.NULL, ffi.NULL)
    assert codes == [MISUSED]


LISTS = """list customers from "customers.csv" < field id: string field since: date optional >
list countries < field code: string >
field id: string rule value in customers.id message "No customer {value}"
field country: string rule value in countries.code message "No country {value}"
"""


def good(form: formwork.Form) -> list[bool]:
    records = [{"id": "a", "country": "NL"}, {"id": "x", "country": "NL"}, {"id": "b", "country": "x"}]
    return [form.check(record).accepted for record in records]


def test_lists_are_paths_tables_or_rows(tmp_path: pathlib.Path) -> None:
    import gzip

    import pandas
    import polars
    import pyarrow as pa

    (tmp_path / "own.form").write_text(LISTS)
    (tmp_path / "customers.csv").write_text("id,since\na,2020-01-31\nb,\n")
    (tmp_path / "other.csv.gz").write_bytes(gzip.compress("id,since\nä,\na,2020-01-31\nb,\n".encode()))
    rows = [{"code": "NL"}, {"code": "BE"}]
    for countries in (
        rows,
        iter(rows),
        ['{"code":\n"NL"}', b'{"code": "BE"}'],
        pa.table({"code": ["NL", "BE"]}),
        pa.Table.from_batches([pa.record_batch({"code": [code]}) for code in ("BE", "NL")]),
        pandas.DataFrame({"code": ["NL", "BE"]}),
        polars.DataFrame({"code": ["NL", "BE"]}),
    ):
        form = formwork.Form.load(tmp_path / "own.form", lists={"countries": countries})
        assert good(form) == [True, False, False] and form.findings == []
        assert good(pickle.loads(pickle.dumps(form))) == [True, False, False]
    form = formwork.Form(LISTS, lists={"countries": rows, "customers": tmp_path / "other.csv.gz"})
    assert good(form) == [True, False, False]
    packed = pickle.dumps(form)
    (tmp_path / "other.csv.gz").unlink()
    assert good(pickle.loads(packed)) == [True, False, False]


def test_values_that_a_form_needs() -> None:
    text = 'needs year: int\nneeds day: date\nfield n: int rule value <= year message "Not {value}"\nfield d: date rule value > day'
    values: dict[str, Any]
    for values in ({"year": 2026, "day": "2026-01-31"}, {"year": "2026", "day": datetime.date(2026, 1, 31)}):
        form = pickle.loads(pickle.dumps(formwork.Form(text, values=values)))
        assert form.check({"n": 2026, "d": "2026-02-01"}).accepted
        assert [problem.field for problem in form.check({"n": 2027, "d": "2026-01-31"}).problems] == ["n", "d"]
    for values in ({}, {"year": 2026}, {"year": "x", "day": "2026-01-31"}, {"year": 1, "day": "2026-01-31", "other": 1}):
        with pytest.raises(formwork.FormError):
            formwork.Form(text, values=values)
    with pytest.raises(TypeError, match="year"):
        formwork.Form(text, values={"year": [1], "day": None})


def test_lists_that_cannot_be_read() -> None:
    with pytest.raises(formwork.FormError, match="list \"customers\"|customers.csv"):
        formwork.Form(LISTS, lists={"countries": []})
    customers: list[Any] = []
    with pytest.raises(formwork.FormError, match="countries"):
        formwork.Form(LISTS, lists={"customers": customers})
    with pytest.raises(formwork.FormError, match="Did you mean countries"):
        formwork.Form(LISTS, lists={"customers": customers, "contries": []})
    with pytest.raises(formwork.FormError, match="lost.csv cannot be read"):
        formwork.Form(LISTS, lists={"customers": customers, "countries": "lost.csv"})
    wrong: Any
    for wrong in ({"code": ["NL"]}, b"code\nNL\n", 7):
        with pytest.raises(TypeError, match='The list "countries" must be'):
            formwork.Form(LISTS, lists={"customers": customers, "countries": wrong})
    form = formwork.Form(LISTS, lists={"customers": [{"id": "a", "since": "x"}, 7, {"id": "b"}], "countries": [{"code": "NL"}]})
    assert [(one.severity, one.message) for one in form.findings] == [
        (
            "warning",
            "2 of the records of the list customers cannot be read as the form says, the first on line 1 (\"since\").",
        )
    ]


@pytest.mark.parametrize("record", [b"", b" ", b"{", b"7", '"x"', b"\xff", {"id": "\0"}])
def test_broken_records_are_rejected(order: formwork.Form, record: Any) -> None:
    assert not order.check(record).accepted


def test_numbers_keep_their_digits() -> None:
    form = formwork.Form("field a: number field b: int")
    long = decimal.Decimal("12345678901234567890.123456789012345678")
    result = form.check({"a": long, "b": 2**63 - 1})
    assert result.product == {"a": long, "b": 2**63 - 1}
    assert form.check({"a": decimal.Decimal("1E+3"), "b": 0}).product == {"a": decimal.Decimal(1000), "b": 0}


@pytest.mark.parametrize("number", [float("nan"), float("inf"), decimal.Decimal("NaN"), decimal.Decimal("-Infinity")])
def test_numbers_without_a_value_are_refused(number: Any) -> None:
    with pytest.raises(ValueError, match="Use None"):
        formwork.Form("field a: string").check({"a": number})


def test_anything_is_kept() -> None:
    form = formwork.Form("field a: any optional field b: list of any optional")
    assert form.check({"a": [1, {"c": [None]}], "b": [[1], {}]}).product == {"a": [1, {"c": [None]}], "b": [[1], {}]}


def test_results_are_true_or_false_and_problems_can_be_in_sets(order: formwork.Form) -> None:
    assert order.check(GOOD) and not order.check({})
    assert len(set(order.check({}).problems + order.check({}).problems)) == 2


def test_results_are_the_same_before_and_after_they_are_read(order: formwork.Form) -> None:
    def unread() -> list[formwork.Result]:
        lines = [b'{"id":"a","price":1,"gift":false}\n', b'{"id":"a b","price":-1}\n{"accepted":true}\n']
        return [*order.check_lines(lines, problems=1), order.check(GOOD)]

    read = unread()
    for result in read:
        assert isinstance(result.problems, list)
    assert [result.accepted for result in unread()] == [True, False, False, True]
    assert [bool(result) for result in unread()] == [True, False, False, True]
    assert read[0].product == {"id": "a", "price": 1, "unit": "piece", "gift": False}
    assert (read[1].record, read[1].line, read[1].omitted) == (2, 2, 1)
    names = [field.name for field in dataclasses.fields(formwork.Result)]
    change: Callable[[formwork.Result], formwork.Result]
    for change in (
        lambda result: result,
        lambda result: pickle.loads(pickle.dumps(result)),
        copy.copy,
        copy.deepcopy,
        dataclasses.replace,
        lambda result: formwork.Result(**{name: getattr(result, name) for name in names}),
    ):
        assert [change(result) for result in unread()] == read
        assert list(map(change, read)) == unread()
    assert list(map(repr, unread())) == list(map(repr, read))
    assert list(map(dataclasses.asdict, unread())) == list(map(dataclasses.asdict, read))
    assert dataclasses.replace(unread()[1], omitted=7).omitted == 7
    assert unread()[0] != unread()[1]
    for result in (*unread(), formwork.Result(True, None, [])):
        assert (result.record is None) == (result.line is None)
        for wrong in ("Accepted", "_unread", "__len__"):
            assert not hasattr(result, wrong)
        with pytest.raises(dataclasses.FrozenInstanceError):
            result.accepted = True  # type: ignore[misc]
        with pytest.raises(TypeError, match="unhashable"):
            hash(result)


def test_threads_that_read_a_result_get_the_same_values() -> None:
    form = formwork.Form("field days: list of date")
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            result = form.check({"days": ["2026-11-22"] * 200})
            barrier = threading.Barrier(4)
            found: list[Any] = []

            def read() -> None:
                barrier.wait()
                found.append((result.product, result.problems))

            threads = [threading.Thread(target=read) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert len(found) == 4 and {id(product) for product, _ in found} == {id(result.product)}
            assert {id(problems) for _, problems in found} == {id(result.problems)}
    finally:
        sys.setswitchinterval(before)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="There are no timers.")
def test_a_signal_handler_may_check_records(order: formwork.Form) -> None:
    wrong: list[Any] = []

    def handle(*_: Any) -> None:
        result = order.check({"id": "handler", "price": 2})
        if result.product is None or result.product["id"] != "handler":
            wrong.append(result)

    before = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
    try:
        for number in range(5000):
            result = order.check({"id": f"n{number}", "price": 1})
            if result.product is None or result.product["id"] != f"n{number}":
                wrong.append(result)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert wrong == []


def test_errors_are_sent_between_processes() -> None:
    with pytest.raises(formwork.FormError) as caught:
        formwork.Form("field a: nope")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value) and copy.findings == caught.value.findings


def test_what_is_no_stream_is_refused() -> None:
    form = formwork.Form("field id: int")
    assert [one.accepted for one in form.check_lines(b'{"id":1}\n{"id":2}')] == [True, True]
    assert [one.accepted for one in form.check_lines([memoryview(b'{"id":1}')])] == [True]  # type: ignore[list-item]
    wrong: Any
    for wrong in (["{}"], [1], [{}]):
        with pytest.raises(TypeError, match="pieces of bytes"):
            list(form.check_lines(wrong))
    with pytest.raises(TypeError, match="not a int"):
        formwork.Form(1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="NUL"):
        form.check({"id": 1}, language="en\0")


def test_findings() -> None:
    with pytest.raises(formwork.FormError) as caught:
        formwork.Form("field a: strin", "x.form")
    assert "x.form:1:10" in str(caught.value)
    assert [(one.code, one.line, one.column) for one in caught.value.findings] == [("unknown-type", 1, 10)]
    warned = formwork.Form("field a: int rule true message \"x\"")
    assert [one.severity for one in warned.findings] == ["warning"]


def test_files_of_a_form() -> None:
    def read(path: str) -> Optional[bytes]:
        return {"inner/base.form": b"field b: choice of unit\nchoices unit from \"units.csv\"", "inner/units.csv": b"kg\nm\n"}.get(path)

    form = formwork.Form('use "inner/base.form"', read=read)
    assert form.check({"b": "m"}).accepted and not form.check({"b": "x"}).accepted
    with pytest.raises(formwork.FormError, match="other.form"):
        formwork.Form('use "other.form"', read=read)
    with pytest.raises(formwork.FormError):
        formwork.Form('use "inner/base.form"')

    def fails(path: str) -> Optional[bytes]:
        raise RuntimeError(path)

    with pytest.raises(RuntimeError, match="inner/base.form"):
        formwork.Form('use "inner/base.form"', read=fails)
    with pytest.raises(TypeError, match="not a str"):
        formwork.Form('use "inner/base.form"', read=lambda path: "field b: int")  # type: ignore[arg-type, return-value]


def test_links_do_not_lead_out(tmp_path: pathlib.Path) -> None:
    (tmp_path / "out.form").write_text("field b: int")
    inside = tmp_path / "in"
    inside.mkdir()
    (inside / "link.form").symlink_to(tmp_path / "out.form")
    (inside / "a.form").write_text('use "link.form"')
    with pytest.raises(formwork.FormError):
        formwork.Form.load(inside / "a.form")


def test_links_are_the_same_file(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.form").write_text("field b: int")
    (tmp_path / "b.form").symlink_to(tmp_path / "a.form")
    (tmp_path / "s.form").write_text('use "a.form"\nuse "b.form"')
    assert formwork.Form.load(tmp_path / "s.form").check({"b": 1}).accepted


def test_records_are_not_looked_for_in_records() -> None:
    form = formwork.Form("data json < records at items >\nfield id: int")
    assert form.check({"id": 1}).accepted
    assert [one.accepted for one in form.check_lines([b'{"items":[{"id":1},{"id":2}]}'], format="json")] == [True, True]


def test_what_comes_before_a_fault_is_given() -> None:
    form = formwork.Form("field id: int")
    results = form.check_lines([b"id,n\n1,a\n2,\xfc\n3,b\n"], format="csv")
    assert next(results).product == {"id": 1}
    with pytest.raises(formwork.StreamError, match="Line 3"):
        next(results)


def test_long_records_in_small_pieces() -> None:
    form = formwork.Form("field id: string")
    long = "x\n" * 500_000
    for data, kind in [
        (json.dumps({"id": long}).encode(), "ndjson"),
        (json.dumps([{"id": long}]).encode(), "json"),
        (f'id\n"{long}"\n'.encode(), "csv"),
    ]:
        assert [one.accepted for one in form.check_lines(pieces(data, 512), format=kind)] == [True]


def test_times_keep_what_python_cannot_hold() -> None:
    form = formwork.Form("field at: time")
    assert form.check({"at": "09:30:00.5"}).product == {"at": datetime.time(9, 30, 0, 500_000)}
    assert form.check({"at": "09:30:00.123456789"}).product == {"at": "09:30:00.123456789"}


def pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


@pytest.mark.parametrize("size", [1, 2, 7, 1 << 16])
def test_streams_may_be_cut_anywhere(size: int) -> None:
    form = formwork.Form("field id: int rule unique message \"{value} twice\" check records in 3... message \"Few\"")
    lines = b'\xef\xbb\xbf{"id":1}\n\n{"id":2}\r\n{"id":1}'
    found = list(form.check_lines(pieces(lines, size)))
    assert [(one.record, one.line, one.accepted) for one in found] == [(1, 1, True), (2, 3, True), (3, 4, False)]
    assert found[2].problems[0].message == "1 twice"
    table = '\ufeffid;ä\n1;"x\n"\n2;y\n'.encode()
    found = list(form.check_lines(pieces(table, size), format="csv", delimiter=";"))
    assert [(one.record, one.line) for one in found] == [(1, 2), (2, 4), (None, None)]
    assert found[2].problems[0].message == "Few"
    array = b' [{"id":1} , {"id":2},{"id":3}]'
    assert [one.accepted for one in form.check_lines(pieces(array, size), format="json")] == [True] * 3


def test_streams_that_cannot_be_read() -> None:
    form = formwork.Form("field id: int")
    with pytest.raises(formwork.StreamError, match="None of the columns"):
        list(form.check_lines([b"a,b\n1,2\n"], format="csv"))
    with pytest.raises(formwork.StreamError, match="header"):
        list(form.check_lines([], format="csv"))
    with pytest.raises(formwork.StreamError, match="UTF-8"):
        list(form.check_lines([b"id\n1\n\xe4\n"], format="csv"))
    with pytest.raises(ValueError, match="xlsx"):
        list(form.check_lines([], format="xlsx"))
    with pytest.raises(FileNotFoundError, match="x.dat"):
        list(form.check_file("x.dat"))


def test_threads_share_a_form(order: formwork.Form) -> None:
    wrong: list[Any] = []

    def work(number: int) -> None:
        for turn in range(200):
            record = {"id": f"t{number}x{turn}"[:8], "price": number + 1}
            result = order.check(record, now="2026-11-22")
            if result.product is None or result.product["price"] != number + 1:
                wrong.append(result)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_description(order: formwork.Form) -> None:
    described = order.describe()
    assert described["title"] == "Order"
    fields = {field["name"]: field for field in described["fields"]}
    assert fields["unit"]["choices"][0] == {"value": "kg", "label": "Kilogram"}
    assert fields["paper"]["conditional"] and fields["items"]["items"]["fields"][1]["type"] == "int"


def test_readme(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = README.read_text(encoding="utf-8").split("```")
    form, code = (next(block for block in blocks if block.startswith(kind)) for kind in ("form\n", "python\n"))
    (tmp_path / "signup.form").write_text(form[5:], encoding="utf-8")
    (tmp_path / "signups.csv").write_text("id,born\ntaro,1990-02-28\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(code[7:], {})
    wanted = [line.split("  # ")[1] for line in code.splitlines() if "  # " in line]
    assert capsys.readouterr().out.splitlines() == wanted + ["2 True []"]


def test_a_form_goes_elsewhere_and_comes_back() -> None:
    form = formwork.Form('form a "A" field b: int rule range(1...9) field c: string rule words(...3) message "Three"')
    schema = form.export("json-schema")
    assert json.loads(schema.data)["properties"]["b"]["maximum"] == 9
    assert not schema.whole and "left out" in [entry["outcome"] for entry in schema.coverage["entries"]]
    assert form.export("json-schema", dialect="openapi").data.startswith(b'{\n  "openapi"')
    for kind in ("xlsx", "xlsform"):
        assert form.export(kind).data.startswith(b"PK")
    made = formwork.import_form(schema.data, name="b.json")
    assert b"\nform b" in made.data and formwork.Form(made.data.decode()).check({"b": 9}).problems[0].code == "required"
    survey = formwork.import_form(form.export("xlsform").data, kind="xlsform")
    assert formwork.Form(survey.data.decode()).check({"b": 9, "c": "x"})
    for data, wrong in ((b"{", None), (b"{}", "yaml")):
        with pytest.raises(ValueError):
            formwork.import_form(data, kind=wrong)
    with pytest.raises(ValueError):
        form.export("json-schema", dialect="draft-04")

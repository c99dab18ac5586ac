"""Data frames of pandas: their index, their types, and columns that cannot be read."""

import datetime
from typing import Any, Callable

import formwork
import formwork.pandas
import pandas
import pyarrow as pa
import pytest

FORM = """
field id: string rule alphanumeric
field n: int optional rule value < 5
"""


@pytest.fixture
def form() -> formwork.Form:
    return formwork.Form("closed" + FORM)


@pytest.fixture
def frame() -> Any:
    values = {"id": ["a", "?", "c"], "n": pandas.array([1, 9, None], dtype="Int64")}
    return pandas.DataFrame(values, index=["x", "y", "z"])


def test_an_index_without_a_name_is_left_out(form: formwork.Form, frame: Any) -> None:
    days = pandas.date_range("2026-11-22", periods=3)
    parts = pandas.MultiIndex.from_tuples([(1, 2), (3, 4), (5, 6)])
    for index in (["x", "y", "z"], days, parts, pandas.RangeIndex(7, 10)):
        data = frame.set_axis(index)
        assert form.check_arrow(data)["accepted"].to_pylist() == [True, False, True]
        assert [part.column_names for part in form.filter(data)] == [
            ["id", "n"],
            ["id", "n", "formwork_problems"],
        ]


def test_an_index_with_a_name_is_a_column(form: formwork.Form, frame: Any) -> None:
    assert form.check_arrow(frame.set_index("id"))["accepted"].to_pylist() == [True, False, True]
    alone = frame[["id"]].set_index("id")
    assert form.check_arrow(alone)["accepted"].to_pylist() == [True, False, True]
    both = frame.set_index([pandas.Index([1, 1, 1]), "n"])
    assert form.problems(both)["row"].to_pylist() == [2, 2]
    with pytest.raises(formwork.ColumnError, match="label"):
        form.check_arrow(frame.rename_axis("label"))
    assert form.filter(frame.set_index("id"))[0].column_names == ["id", "n"]
    # A column has the values.
    assert form.problems(frame.rename_axis("id"))["row"].to_pylist() == [2, 2]


LISTED = "list l < field id: string >\nfield a: string rule value in l.id"
Method = Callable[[formwork.Form, Any], Any]

#: Every method that takes columns.
METHODS: list[Method] = [
    lambda form, data: form.check_arrow(data),
    lambda form, data: form.filter(data),
    lambda form, data: form.problems(data),
    lambda form, data: list(form.check_batches(data)),
    lambda form, data: formwork.Form(LISTED, lists={"l": data}),
    lambda form, data: formwork.pandas.check(data, form),
    lambda form, data: formwork.pandas.filter(data, form),
    lambda form, data: formwork.pandas.problems(data, form),
]


@pytest.mark.parametrize("method", METHODS)
def test_columns_of_several_types_are_named(form: formwork.Form, method: Method) -> None:
    values: list[Any]
    for values in (["a", 1], [1, "a"], [1, [2]], [object()], [2**70], [1 + 2j], ["\ud800"]):
        frame = pandas.DataFrame({"n": [1] * len(values), "id": pandas.Series(values, dtype=object)})
        with pytest.raises(formwork.ColumnError, match='Column "id" cannot be read: .*one type'):
            method(form, frame)
        with pytest.raises(formwork.ColumnError, match='Column "id" cannot be read: .*one type'):
            method(form, frame.set_index("id"))
    with pytest.raises(formwork.ColumnError, match='Two columns have the name "id"'):
        method(form, pandas.DataFrame([["a", "b"]], columns=["id", "id"]))
    with pytest.raises(TypeError, match="this Series is a single column"):
        method(form, pandas.Series(["a"]))


def test_single_columns_are_refused(form: formwork.Form) -> None:
    import polars

    for column in (polars.Series(["a"]), pa.chunked_array([["a"]]), pandas.Index(["a"])):
        with pytest.raises(TypeError, match="is a single column. Make a table of it"):
            form.check_arrow(column)


def _rows(*rows: Any) -> list[dict[str, Any]]:
    return list(rows)


def test_rows_of_several_types_are_named(form: formwork.Form) -> None:
    with pytest.raises(formwork.ColumnError, match='Column "id" cannot be read'):
        form.problems(_rows({"n": 1, "id": "a"}, {"n": 2, "id": 2}))
    with pytest.raises(TypeError, match="The key 1 of a row is not text"):
        form.problems(_rows({"id": "a"}, {1: "a"}))
    # A key that the first row lacks is a column too.
    assert form.problems(_rows({"id": "a"}, {"id": "b", "n": 9}))["field"].to_pylist() == ["n"]


def test_filter_keeps_the_index_and_the_types(form: formwork.Form, frame: Any) -> None:
    frame["n"] = frame["n"].astype("Int8")
    for index in (frame.index, pandas.Index(["x", "x", "x"])):
        data = frame.set_axis(index)
        good, bad = formwork.pandas.filter(data, form)
        pandas.testing.assert_frame_equal(good, data.iloc[[0, 2]])
        pandas.testing.assert_frame_equal(bad[["id", "n"]], data.iloc[[1]])
        assert [one["code"] for one in bad["formwork_problems"].iloc[0]] == ["alphanumeric", "compare"]
    again, still = formwork.pandas.filter(bad, formwork.Form("field id: string rule digits"))
    assert len(again) == 0 and list(still.columns) == ["id", "n", "formwork_problems"]
    good, bad = formwork.pandas.filter(frame.iloc[:0], form)
    assert len(good) == len(bad) == 0 and list(bad.columns) == ["id", "n", "formwork_problems"]


def test_what_is_wrong_with_the_data_as_a_whole_is_in_attributes(frame: Any) -> None:
    form = formwork.Form('field id: string check records > 9 message "Few"')
    for found in (formwork.pandas.check(frame, form), formwork.pandas.filter(frame, form)[1]):
        assert [one["message"] for one in found.attrs["formwork_problems"]] == ["Few"]
        assert "n" in found.attrs["formwork_warnings"][0]


def test_check_has_a_row_for_each(form: formwork.Form, frame: Any) -> None:
    found = formwork.pandas.check(frame, form, products=True)
    assert list(found.index) == ["x", "y", "z"] and list(found["accepted"]) == [True, False, True]
    assert [len(problems) for problems in found["problems"]] == [0, 2, 0]
    assert list(found["product"]) == [{"id": "a", "n": 1}, None, {"id": "c", "n": None}]


def test_problems_have_the_labels_of_rows(frame: Any) -> None:
    form = formwork.Form(FORM + "check records > 9")
    days = pandas.Index([datetime.date(2026, 11, day) for day in (1, 2, 3)], name="day")
    parts = pandas.MultiIndex.from_tuples([(1, 2), (3, 4), (5, 6)], names=[None, None])
    for index in (frame.index, parts, days):
        found = formwork.pandas.problems(frame.set_axis(index), form)
        assert list(found["row"].dropna()) == [2, 2] and found["row"].dtype == "Int64"
        assert list(found.index[:2]) == [index[1]] * 2 and found.index.names == index.names
        assert list(found["code"]) == ["alphanumeric", "compare", "records"]
        assert pandas.isna(found.index.get_level_values(0)[2])
    assert len(formwork.pandas.problems(frame.iloc[:1], formwork.Form(FORM))) == 0

"""What mypy knows of tables. An unused `type: ignore` is an error of mypy's."""

import pathlib
from typing import Any

import duckdb
import formwork
import formwork.duckdb
import formwork.polars
import pandas
import polars
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet
import pytest
from formwork.typing import Table

LISTED = "list ids < field id: string >\nfield id: string rule value in ids.id"
ROWS: list[dict[str, Any]] = [{"id": "a"}, {"id": "b"}]


class Stream:
    """A table of a package that Formwork doesn't know."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return pa.Table.from_pylist(ROWS).__arrow_c_stream__(requested_schema)


def test_tables_of_every_kind_are_taken(tmp_path: pathlib.Path) -> None:
    form = formwork.Form("field id: string")
    table = pa.Table.from_pylist(ROWS)
    pyarrow.parquet.write_table(table, tmp_path / "a.parquet")
    dataset = pyarrow.dataset.dataset(tmp_path)
    relation = duckdb.from_arrow(table)
    frame = polars.DataFrame(ROWS)
    tables: list[Table] = [
        table,
        table.to_reader(),
        iter(table.to_batches()),
        dataset,
        dataset.scanner(),
    ]
    tables += [
        pandas.DataFrame(ROWS),
        relation,
        tmp_path / "a.parquet",
        str(tmp_path / "a.parquet"),
    ]
    # Each by itself, because a list has one type for all.
    for results in (
        form.check_arrow(frame),
        form.check_arrow(frame.lazy()),
        form.check_arrow(Stream()),
        form.check_arrow(ROWS),
        form.check_arrow([{"id": "a", "n": 1}, {"id": "b", "n": 2}]),
        *map(form.check_arrow, tables),
    ):
        assert results["accepted"].to_pylist() == [True, True]
    good: polars.DataFrame = formwork.polars.filter(frame.lazy(), form)[0]
    assert good.columns == ["id"] and formwork.polars.check(frame, form).height == 2
    assert formwork.duckdb.check(relation, form).num_rows == 2
    assert formwork.Form(LISTED, lists={"ids": frame})


def test_other_things_are_not() -> None:
    form = formwork.Form("field id: string")
    with pytest.raises(TypeError):
        form.check_arrow(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        form.problems(["a"])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        formwork.Form(LISTED, lists={"ids": 5})  # type: ignore[dict-item]

"""Records in columns (Apache Arrow): batches in, batches of results out, without a Python object for a value."""

from __future__ import annotations

import collections
import concurrent.futures
import contextlib
import itertools
import os
import sys
from typing import Any, Callable, Iterable, Iterator

from ._library import ffi, lib, raise_fault, taken

#: The most rows that are checked at a time: their results are held together.
ROWS = 1 << 16


def pyarrow() -> Any:
    """The package pyarrow; ImportError with what to do where it is missing."""
    try:
        import pyarrow
        import pyarrow.compute
    except ImportError as error:
        raise ImportError("Columns need pyarrow: pip install 'formwork[arrow]'") from error
    return pyarrow


class ColumnError(Exception):
    """Columns that cannot be read, such as a required field without one."""


def batches(data: Any) -> Iterator[Any]:
    """Record batches of a bounded size: of whatever gives its columns as `__arrow_c_stream__`."""
    for batch in _reader(data):
        for start in range(0, batch.num_rows, ROWS):
            yield batch.slice(start, ROWS)


def table(data: Any) -> Any:
    """A table of the same."""
    return _reader(data).read_all()


def _reader(data: Any) -> Any:
    """Batches of a table, a file in Parquet, a dataset, a lazy frame of polars, rows or batches."""
    pa = pyarrow()
    if is_pandas(data):
        return _from_pandas(data).to_reader()
    if hasattr(data, "to_frame") or isinstance(data, pa.ChunkedArray):
        raise TypeError(
            f"Columns must be a table, but this {type(data).__name__} is a single column. Make a table "
            "of it, such as by to_frame()."
        )
    if hasattr(data, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(data)
    if hasattr(data, "to_reader"):  # A scanner.
        return data.to_reader()
    if hasattr(data, "scanner"):  # A dataset.
        return data.scanner().to_reader()
    if hasattr(data, "collect") and hasattr(data, "collect_schema"):  # A lazy frame.
        return pa.RecordBatchReader.from_stream(data.collect())
    if isinstance(data, (str, os.PathLike)) and os.fspath(data).lower().endswith((".parquet", ".pq")):
        from pyarrow import parquet

        file = parquet.ParquetFile(data)
        return pa.RecordBatchReader.from_batches(file.schema_arrow, file.iter_batches(ROWS))
    if isinstance(data, list) and data and all(isinstance(row, dict) for row in data):
        return _from_rows(data).to_reader()
    if hasattr(data, "__iter__") and not isinstance(data, (str, bytes, dict)):
        batches = iter(data)
        first = next(batches, None)
        if isinstance(first, pa.RecordBatch):
            return pa.RecordBatchReader.from_batches(first.schema, itertools.chain([first], batches))
    raise TypeError(
        "Columns must be an Arrow table, a data frame, the path of a Parquet file, a dataset, batches or rows, "
        f"but this is a {type(data).__name__}."
    )


def is_pandas(data: Any) -> bool:
    """Whether `data` is a data frame of pandas, which then has been imported."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(data, pandas.DataFrame)


def _from_pandas(frame: Any) -> Any:
    """Returns a table of a data frame. The named parts of its index are its first columns."""
    pa = pyarrow()
    names = [str(name) for name in frame.columns]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ColumnError(f'Two columns have the name "{twice}". Rename one of them.')

    def whole() -> Any:
        return pa.Table.from_pandas(frame, preserve_index=False)

    try:
        table = whole()
    except _UNREADABLE:
        for at, name in enumerate(names):
            _column(name, lambda: pa.Table.from_pandas(frame.iloc[:, [at]], preserve_index=False))
        raise
    # A column replaces a part of the index that has its name.
    index = {
        str(name): _column(name, lambda: pa.array(frame.index.get_level_values(level)))
        for level, name in enumerate(frame.index.names)
        if name is not None and str(name) not in names
    }
    joined = pa.Table.from_arrays([*index.values(), *table.columns], [*index, *table.column_names])
    # The types of pandas are in the metadata.
    return joined.replace_schema_metadata(table.schema.metadata)


def _from_rows(rows: list[dict[str, Any]]) -> Any:
    """Returns a table with the keys of all rows as columns."""
    pa = pyarrow()
    names = list(dict.fromkeys(itertools.chain.from_iterable(rows)))
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"The key {name!r} of a row is not text.")
    columns = [_column(name, lambda: pa.array([row.get(name) for row in rows])) for name in names]
    return pa.Table.from_arrays(columns, names)


#: What pyarrow raises for values that it does not hold, or not in one column.
_UNREADABLE = (TypeError, ValueError, OverflowError, NotImplementedError)


def _column(name: Any, convert: Callable[[], Any]) -> Any:
    """Returns a converted column. Raises ColumnError with its name if it cannot be converted."""
    try:
        return convert()
    except _UNREADABLE as error:
        reason = str(error.args[0] if error.args else error).rstrip(".")
        raise ColumnError(
            f'Column "{name}" cannot be read: {reason}. All its values must have one type, such as text.'
        ) from error


def beside(names: Iterable[str], results: Iterable[str]) -> None:
    """Raises ValueError if columns of results have the names of columns of the data."""
    if both := set(names) & set(results):
        raise ValueError(
            f"The data has a column {min(both)!r} itself. Rename it, or use Form.check_arrow, whose results are apart."
        )


def empty(schema: Any) -> Any:
    """A batch without rows."""
    pa = pyarrow()
    return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)


class Columns:
    """A checker of batches, for one thread.

    open_checker: opens the checker, and others for other threads.
    """

    def __init__(self, open_checker: Callable[[], Any]) -> None:
        self._open_checker = open_checker
        self._checker = open_checker()

    def check(self, batch: Any, *, products: bool, first: int) -> Any:
        """The results of a batch, as a batch with `accepted`, `problems` and perhaps `product`.

        first: the number of its first record, from 1; with 1 another stream begins.
        """
        return self._call(
            batch,
            lambda array, schema, results, types, fault: lib.formwork_check_arrow(
                self._checker, array, schema, int(products), first, results, types, fault
            ),
        )

    def collect(self, batch: Any, *, first: int) -> None:
        """Collects what the records of a batch answer to questions about all records, before the first batch is checked."""
        fault = ffi.new("formwork_bytes *")
        with exported(batch) as (array, schema):
            code = lib.formwork_collect_arrow(self._checker, array, schema, first, fault)
        raise_fault(code, taken(fault), ColumnError)

    def answers(self) -> bytes:
        """What the records of all batches answer, or which rules about them cannot be decided, for `add_answers`."""
        block, fault = ffi.new("formwork_bytes *"), ffi.new("formwork_bytes *")
        code = lib.formwork_answers(self._checker, block, fault)
        raise_fault(code, taken(fault), ColumnError)
        return taken(block)

    def add_answers(self, answers: bytes) -> int:
        """Adds what other records answer, in any order; gives the number of all records so far."""
        count, fault = ffi.new("uint64_t *"), ffi.new("formwork_bytes *")
        code = lib.formwork_add_answers(
            self._checker, ffi.from_buffer("uint8_t[]", answers), len(answers), count, fault
        )
        raise_fault(code, taken(fault), ColumnError)
        return int(count[0])

    def check_all(self, data: Iterator[Any], *, products: bool, collects: bool) -> Iterator[tuple[Any, Any]]:
        """Each batch of a stream with its results.

        collects: whether all batches are collected, and kept, before the first is checked.
        """
        if collects:
            kept, first = list(data), 1
            for batch in kept:
                self.collect(batch, first=first)
                first += batch.num_rows
            data = iter(kept)
        first = 1
        for batch in data:
            yield batch, self.check(batch, products=products, first=first)
            first += batch.num_rows

    def check_each(self, data: Iterator[Any], *, products: bool, jobs: int) -> Iterator[tuple[Any, Any]]:
        """Does the same with several threads, for records that have nothing to do with each other."""
        idle: collections.deque[Columns] = collections.deque([self])

        def check(batch: Any, first: int) -> Any:
            try:
                columns = idle.pop()
            except IndexError:
                columns = Columns(self._open_checker)
            try:
                return columns.check(batch, products=products, first=first)
            finally:
                idle.append(columns)

        first = 1
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            running: collections.deque[tuple[Any, concurrent.futures.Future[Any]]] = collections.deque()
            for batch in data:
                running.append((batch, pool.submit(check, batch, first)))
                first += batch.num_rows
                if len(running) > 2 * jobs:
                    done, results = running.popleft()
                    yield done, results.result()
            for done, results in running:
                yield done, results.result()

    def keys(self, batch: Any) -> Any:
        """The keys of `unique`, `same` and `previous` of each record, as a batch with `keys`."""
        return self._call(
            batch,
            lambda array, schema, results, types, fault: lib.formwork_keys_arrow(
                self._checker, array, schema, results, types, fault
            ),
        )

    def count_problems(self, count: int) -> bytes:
        """What is wrong with the data as a whole, as JSON."""
        block = ffi.new("formwork_bytes *")
        lib.formwork_count_problems(self._checker, count, block)
        return taken(block)

    def warnings(self) -> bytes:
        """What the owner of the columns should know, as JSON."""
        block = ffi.new("formwork_bytes *")
        lib.formwork_warnings(self._checker, block)
        return taken(block)

    @staticmethod
    def _call(batch: Any, call: Callable[..., int]) -> Any:
        results, types = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
        fault = ffi.new("formwork_bytes *")
        with exported(batch) as (array, schema):
            code = call(array, schema, results, types, fault)
        raise_fault(code, taken(fault), ColumnError)
        return pyarrow().RecordBatch._import_from_c(_address(results), _address(types))


@contextlib.contextmanager
def exported(batch: Any) -> Iterator[tuple[Any, Any]]:
    """A batch as an array and its schema in C."""
    array, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
    batch._export_to_c(_address(array), _address(schema))
    try:
        yield array, schema
    finally:
        array.release(array)
        schema.release(schema)


def _address(pointer: Any) -> int:
    return int(ffi.cast("uintptr_t", pointer))

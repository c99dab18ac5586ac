"""Types for annotations: what the methods for columns and lists take."""

from __future__ import annotations

import os
from typing import Any, Iterable, Optional, Protocol, Union

Path = Union[str, "os.PathLike[str]"]


class ArrowStream(Protocol):
    """A table or stream of pyarrow, a frame of pandas (2.2) or polars, a relation of DuckDB."""

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object: ...


class ArrowBatch(Protocol):
    """A record batch of pyarrow."""

    def __arrow_c_array__(self, requested_schema: Optional[object] = None) -> object: ...


class Scanner(Protocol):
    """A scanner of pyarrow."""

    def to_reader(self) -> ArrowStream: ...


class Dataset(Protocol):
    """A dataset of pyarrow."""

    def scanner(self) -> Scanner: ...


class LazyFrame(Protocol):
    """A lazy frame of polars."""

    def collect(self) -> ArrowStream: ...

    def collect_schema(self) -> object: ...


class SparkFrame(Protocol):
    """A data frame of Spark."""

    def toArrow(self) -> ArrowStream: ...


#: Records in columns: a table, the path of a Parquet file, a list of rows, or batches.
#:
#: As two alternatives, rows and batches would leave mypy without a type for rows in a call.
Table = Union[
    ArrowStream, Scanner, Dataset, LazyFrame, Path, Iterable[Union[ArrowBatch, dict[str, Any]]]
]
#: The records of a list of other data: a path, a table, or rows, each of which `Form.check` takes.
Records = Union[Path, ArrowStream, SparkFrame, Iterable[Any]]

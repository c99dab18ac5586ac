"""Records of a Spark cluster (PySpark 3.5 or later), checked where they are.

The form travels in the plan and is opened once in each Python worker; rows come and go as Arrow columns. Rules that compare
records (`unique`, `same`, `previous`) are the engine's keys and Spark's own shuffle, so nothing grows with the data on any one
machine. Questions about all records (`records`, `per`) are answered by each part of the data; the answers are merged, and every
worker has them all. They grow with the number of groups and of different values, not with that of records.
"""

from __future__ import annotations

import dataclasses
import datetime
import functools
import json
import secrets
from typing import Any, Iterable, Iterator, Optional, Union

from . import _arrow
from ._form import Form, Now
from .typing import Path

#: The columns that are added for a while: the parts of the order of the records, the number of a record and of its file, and
#: what other records mean for a row.
_ORDER = "formwork_order_{}"
_HITS, _RECORD, _FILE = "formwork_hits", "formwork_record", "formwork_file"


def check(
    frame: Any,
    form: Union[Form, Path],
    *,
    order_by: Union[None, str, list[str]] = None,
    products: bool = False,
    now: Optional[Now] = None,
    language: Optional[str] = None,
    problems: int = 100,
) -> Any:
    """A data frame with the columns of `frame`, and `accepted`, `problems` and, if wanted, `product`.

    form: a form, or the path of its file.
    order_by: the columns that say the order of the records, which decides of two equal ones which was there first, and which
        record is before another. The last is the number of the record, from 1, and the others say what it is counted in, such
        as a file. Without it, the order of files and of the rows in them, which Spark knows of Parquet files as long as nothing
        was done to the frame; a form that compares records needs one of the two.
    products: whether the results have the typed values of what is accepted.
    now: what `today` and `now` mean; the clock of this machine if it is not given.
    language: of messages; the form's own if it is not given.
    problems: the most that are reported for a record, from 1.
    Raises ValueError for a frame that has columns of these names itself, for a form that compares records without an order, and
    if a form asks so many groups of records that a machine could not keep the answers; ColumnError for columns that cannot be
    read.
    """
    opened = form if isinstance(form, Form) else Form.load(form)
    run = _Run.of(opened, now, language, problems)
    schema = _schema(frame, run, products)
    _arrow.beside(frame.columns, schema.names)
    data = _Data.of(frame, opened, order_by)
    answers = _answers(data.numbered, run) if opened._needs_all else None
    return _checked(data.with_hits(run), data.added, run, products, schema, answers)


def data_problems(
    frame: Any,
    form: Union[Form, Path],
    *,
    order_by: Union[None, str, list[str]] = None,
    now: Optional[Now] = None,
    language: Optional[str] = None,
) -> list[dict[str, Any]]:
    """What is wrong with the data as a whole: the problems of checks about all records, each with code, severity, message and
    params, and with the code `undecided` the rules that could not be decided because of a record, which the params name.

    Everything is as for `check`, beside which it reads the data again.
    """
    opened = form if isinstance(form, Form) else Form.load(form)
    run = _Run.of(opened, now, language, 100)
    data = _Data.of(frame, opened, order_by)
    found = [_answers(data.numbered, run)]
    if opened._needs_all or "previous" in opened.compares_records:
        found.append(_answers(data.with_hits(run), run, judged_by=found[0]))
    columns = dataclasses.replace(run, files=data.files).columns()
    count = max([columns.add_answers(answers) for answers in found])
    problems: list[dict[str, Any]] = json.loads(columns.count_problems(count))
    return problems


@dataclasses.dataclass(frozen=True)
class _Run:
    """The form and the options with which every worker checks its part of the data."""

    source: Any
    now: Now
    language: Optional[str]
    problems: int
    #: With it, the workers hash values alike and take only each other's answers.
    shared_key: str
    #: The names of the files of the data, if their records are told from each other.
    files: tuple[str, ...] = ()

    @classmethod
    def of(cls, form: Form, now: Optional[Now], language: Optional[str], problems: int) -> _Run:
        text, name, files, lists = form._source
        moment = now if now is not None else datetime.datetime.now().astimezone()
        source = text, name, tuple(sorted(files.items())), lists
        return cls(source, moment, language, problems, secrets.token_hex(16))

    def columns(self) -> _arrow.Columns:
        return _opened(self.source)._columns(self.now, self.language, self.problems, self.shared_key, self.files)


@functools.lru_cache(maxsize=8)
def _opened(source: Any) -> Form:
    """The form of a task, which is opened once in a worker."""
    text, name, files, lists = source
    return Form(text, name, dict(files).get, lists)


def _schema(frame: Any, run: _Run, products: bool) -> Any:
    """The types of the results, which are those of an empty batch; columns that cannot be read are told here."""
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    empty = _arrow.empty(to_arrow_schema(frame.schema))
    return from_arrow_schema(run.columns().check(empty, products=products, first=1).schema)


def _checked(
    frame: Any, added: list[str], run: _Run, products: bool, results: Any, answers: Optional[bytes]
) -> Any:
    """Checks each partition, with the answers of all records; the columns that were added go again."""
    from pyspark.sql.types import StructType

    own = [field for field in frame.schema.fields if field.name not in added]
    names = [field.name for field in own]

    def check(batches: Iterable[Any]) -> Iterator[Any]:
        pa = _arrow.pyarrow()
        for batch, found in _judged(batches, run, products, answers):
            kept = batch.select(names)
            yield pa.RecordBatch.from_arrays([*kept.columns, *found.columns], names=[*names, *found.schema.names])

    return frame.mapInArrow(check, StructType([*own, *results.fields]))


def _judged(
    batches: Iterable[Any], run: _Run, products: bool, answers: Optional[bytes], columns: Optional[_arrow.Columns] = None
) -> Iterator[tuple[Any, Any]]:
    """Each batch of a partition with its results."""
    columns, first = columns or run.columns(), 1
    if answers is not None:
        columns.add_answers(answers)
    for whole in batches:
        for batch in _arrow.batches(whole):
            yield batch, columns.check(batch, products=products, first=first)
            first += batch.num_rows


# ---- questions about all records

#: How many bytes the answers of all records may have. A worker needs some three times as much to use them.
_MOST = 256 << 20
#: How many partitions the answers of the data's partitions are merged in, before they are merged here.
_MERGING = 8


def _answers(frame: Any, run: _Run, judged_by: Optional[bytes] = None) -> bytes:
    """What all records answer to the form's questions; with these answers, the rules that still cannot be decided."""

    def collect(batches: Iterable[Any]) -> Iterator[Any]:
        columns, first = run.columns(), 1
        if judged_by is not None:
            for _ in _judged(batches, run, False, judged_by, columns):
                first += 1
        else:
            for whole in batches:
                for batch in _arrow.batches(whole):
                    columns.collect(batch, first=first)
                    first += batch.num_rows
        # A partition without records answers nothing.
        if first > 1:
            yield _row(columns.answers())

    def merge(batches: Iterable[Any]) -> Iterator[Any]:
        yield _row(_merged((part.as_py() for batch in batches for part in batch.column(0)), run))

    parts = frame.mapInArrow(collect, "answers binary").repartition(_MERGING).mapInArrow(merge, "answers binary")
    answers = _bounded(_merged((row["answers"] for row in parts.collect()), run))
    if answers is None:
        raise ValueError(
            f"The answers to what the form asks of all records take more than {_MOST >> 20} MiB, and every worker would keep them. "
            "Ask about fewer groups or fewer different values, or check the data in parts."
        )
    return answers


def _merged(parts: Iterable[Optional[bytes]], run: _Run) -> Optional[bytes]:
    """The answers of all parts; None if those of one are too large."""
    columns = run.columns()
    for part in parts:
        if part is None:
            return None
        columns.add_answers(bytes(part))
    return columns.answers()


def _row(answers: Optional[bytes]) -> Any:
    """A batch with answers, or with null if they are too large. An error would let Spark try again."""
    pa = _arrow.pyarrow()
    return pa.RecordBatch.from_arrays([pa.array([_bounded(answers)], pa.binary())], names=["answers"])


def _bounded(answers: Optional[bytes]) -> Optional[bytes]:
    return answers if answers is not None and len(answers) <= _MOST else None


# ---- the order of the records


@dataclasses.dataclass(frozen=True)
class _Data:
    """A frame with what the form needs of the order of its records."""

    #: The frame with the columns of the order, and those with the numbers of records and files if the form needs them.
    frame: Any
    form: Form
    #: The columns of the order. Empty if the form needs none.
    order: list[str]
    #: The names of the files, in their order. Empty if there is only one, or if nothing says in which a record is.
    files: tuple[str, ...]

    @classmethod
    def of(cls, frame: Any, form: Form, order_by: Union[None, str, list[str]]) -> _Data:
        from pyspark.sql import functions as F

        ordered, order = _ordered(frame, order_by)
        if order is None and form.compares_records:
            raise ValueError("The form compares records. Give their order as columns in order_by.")
        # Otherwise each worker would receive columns that the form doesn't use.
        if order is None or not (form.compares_records or form.numbers_records):
            return cls(frame, form, [], ())
        ordered = ordered.withColumn(_RECORD, F.col(order[-1]).cast("long"))
        if len(order) > 1 and {"records", "previous"} & form.compares_records:
            return cls(*_with_files(ordered, form, order))
        return cls(ordered, form, order, ())

    @property
    def added(self) -> list[str]:
        """The columns that the user's frame does not have."""
        return [*self.order, _RECORD, _FILE, _HITS] if self.order else []

    @property
    def numbered(self) -> Any:
        """The frame without the columns of the order."""
        return self.frame.drop(*self.order)

    def with_hits(self, run: _Run) -> Any:
        """The same, with a column of what other records mean for a row if the form compares them."""
        if not {"unique", "same", "previous"} & self.form.compares_records:
            return self.numbered
        return _with_hits(self.frame, self.order, self.form, run).drop(*self.order)


#: How many files are told from each other.
_FILES = 1_000_000


def _with_files(frame: Any, form: Form, order: list[str]) -> tuple[Any, Form, list[str], tuple[str, ...]]:
    """The frame with a column of the number of each record's file, and the names of the files."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import LongType, StructField, StructType

    places = order[:-1]
    name = F.concat_ws("/", *places).alias("name")
    rows = frame.select(*places, name).distinct().orderBy(*places).limit(_FILES + 1).collect()
    if len(rows) > _FILES:
        raise ValueError(
            f"The columns {', '.join(places)} of order_by have more than {_FILES:,} values. The last column alone should number "
            "the records."
        )
    if len(rows) == 1:
        return frame, form, order, ()
    fields = [field for field in frame.schema.fields if field.name in places]
    fields.sort(key=lambda field: places.index(field.name))
    known = [StructField(f"formwork_file_{number}", field.dataType) for number, field in enumerate(fields)]
    numbered = frame.sparkSession.createDataFrame(
        [(*row[:-1], number) for number, row in enumerate(rows)], StructType([*known, StructField(_FILE, LongType())])
    )
    is_same = [F.col(place).eqNullSafe(F.col(field.name)) for place, field in zip(places, known)]
    joined = frame.join(F.broadcast(numbered), functools.reduce(lambda one, other: one & other, is_same), "left")
    return joined.drop(*[field.name for field in known]), form, order, tuple(row["name"] for row in rows)


def _ordered(frame: Any, order_by: Union[None, str, list[str]]) -> tuple[Any, Optional[list[str]]]:
    """The frame with the columns of its order under names of their own; None for these if there is no order."""
    from pyspark.errors import AnalysisException
    from pyspark.sql import functions as F

    if order_by is not None:
        given = [order_by] if isinstance(order_by, str) else list(order_by)
        parts = [F.col(name) for name in given]
    else:
        parts = [F.col("_metadata.file_path"), F.col("_metadata.row_index") + 1]
    names = [_ORDER.format(number) for number in range(len(parts))]
    try:
        return frame.select("*", *[part.alias(name) for part, name in zip(parts, names)]), names
    except AnalysisException:
        if order_by is not None:
            raise
        return frame, None


# ---- rules that compare records

#: How many rows go to each worker whole instead of being shuffled with the others.
_FEW = 100_000


def _few(frame: Any) -> Any:
    """The rows of a frame, which are counted here: where there are few, no other frame is shuffled to meet them."""
    from pyspark.sql import functions as F

    rows = frame.limit(_FEW + 1).collect()
    if len(rows) > _FEW:
        return frame
    return F.broadcast(frame.sparkSession.createDataFrame(rows, frame.schema))


def _with_hits(frame: Any, order: list[str], form: Form, run: _Run) -> Any:
    """The frame with a column of what other records mean for a row."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    place = F.struct(*order).alias("place")
    keys = _keys(frame, order, run)
    plain = keys.where(F.col("value").isNull())
    number = F.col(f"first.{order[-1]}").cast("long")
    # The names of what records are counted in, where it is not the row's own.
    mine, first = (F.concat_ws("/", *[F.col(f"{of}.{name}") for name in order[:-1]]) for of in ("place", "first"))
    file = F.when(mine != first, first)
    nothing = F.lit(None).cast("string")
    hit = ["rule", "place", number.alias("record"), file.alias("file"), nothing.alias("value")]
    found = []
    if "unique" in form.compares_records:
        own = plain.where(~F.col("same"))
        # Counting needs no order, so that little is shuffled, and a key that everybody has is added up before.
        shared = _few(own.groupBy("rule", "key").count().where(F.col("count") > 1).drop("count"))
        own = own.select("rule", "key", place)
        firsts = _few(own.join(shared, ["rule", "key"]).groupBy("rule", "key").agg(F.min("place").alias("first")))
        found.append(own.join(firsts, ["rule", "key"]).where(F.col("place") > F.col("first")).select(*hit))
    if "same" in form.compares_records:
        all_same = plain.where(F.col("same")).select("rule", "key", place)
        standards = (
            all_same.groupBy("rule")
            .agg(F.min(F.struct("place", "key")).alias("standard"))
            .select("rule", "standard", F.col("standard.place").alias("first"))
        )
        others = all_same.join(F.broadcast(standards), "rule").where(F.col("key") != F.col("standard.key"))
        found.append(others.select(*hit))
    if "previous" in form.compares_records:
        before = F.lag("value").over(Window.partitionBy("rule", "key").orderBy("place"))
        valued = keys.where(F.col("value").isNotNull()).select("rule", "key", "value", place)
        none = [nothing.cast("long").alias("record"), nothing.alias("file")]
        valued = valued.select("rule", "place", *none, before.alias("value"))
        found.append(valued.where(F.col("value").isNotNull()))
    hits = (
        functools.reduce(lambda some, more: some.unionByName(more), found)
        .groupBy("place")
        .agg(F.sort_array(F.collect_list(F.struct("rule", "record", "file", "value"))).alias(_HITS))
        .select("place.*", _HITS)
    )
    # Nearly every record has one before it.
    return frame.join(hits if "previous" in form.compares_records else _few(hits), order, "left")


def _keys(frame: Any, order: list[str], run: _Run) -> Any:
    """A row for each key of `unique`, `same` and `previous` that a record has, with the place of the record in the order."""
    from pyspark.sql.types import BinaryType, BooleanType, LongType, StringType, StructField, StructType

    columns_of_order = [field for field in frame.schema.fields if field.name in order]

    def keys(batches: Iterable[Any]) -> Iterator[Any]:
        pa = _arrow.pyarrow()
        columns = run.columns()
        for whole in batches:
            for batch in _arrow.batches(whole):
                shown = batch.select([name for name in batch.schema.names if name not in order])
                found = columns.keys(shown).column("keys")
                rows, flat = pa.compute.list_parent_indices(found), found.flatten()
                yield pa.RecordBatch.from_arrays(
                    [
                        *[batch.column(name).take(rows) for name in order],
                        flat.field("rule"),
                        flat.field("key").cast(pa.binary()),
                        flat.field("same"),
                        flat.field("value"),
                    ],
                    names=[*order, "rule", "key", "same", "value"],
                )

    types = [
        StructField("rule", LongType()),
        StructField("key", BinaryType()),
        StructField("same", BooleanType()),
        StructField("value", StringType()),
    ]
    by_name = {field.name: field for field in columns_of_order}
    return frame.mapInArrow(keys, StructType([*[by_name[name] for name in order], *types]))

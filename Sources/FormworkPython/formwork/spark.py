"""Records of a Spark cluster (PySpark 3.5 or later), checked where they are.

The form travels in the plan and is opened once in each Python worker; rows come and go as Arrow columns. Rules that compare
records (`unique`, `same`) are the engine's keys and Spark's own shuffle, so nothing grows with the data on any one machine.
"""

from __future__ import annotations

import datetime
import functools
import json
from typing import Any, Iterable, Iterator, Optional, Union

from . import _arrow
from ._form import Form, Now, Path

#: The columns that are added for a while: the parts of the order of the records, and what other records mean for a row.
_ORDER = "formwork_order_{}"
_HITS, _RECORD = "formwork_hits", "formwork_record"


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
    order_by: the columns that say the order of the records, which decides of two equal ones which was there first. The last
        is the number of the record, from 1, and the others say what it is counted in, such as a file. Without it, the order of
        files and of the rows in them, which Spark knows of Parquet files as long as nothing was done to the frame; a form that
        compares records needs one of the two.
    products: whether the results have the typed values of what is accepted.
    now: what `today` and `now` mean; the clock of this machine if it is not given.
    language: of messages; the form's own if it is not given.
    problems: the most that are reported for a record, from 1.
    Raises ValueError for a frame that has columns of these names itself, and for a form that compares records without an
    order, ColumnError for columns that cannot be read.
    """
    opened = form if isinstance(form, Form) else Form.load(form)
    moment = now if now is not None else datetime.datetime.now().astimezone()
    options = (moment, language, problems)
    schema = _schema(frame, opened, products, options)
    _arrow.beside(frame.columns, schema.names)
    ordered, order = _ordered(frame, order_by)
    if {"records", "previous"} & opened.compares_records:
        raise ValueError(
            "The form asks other records (records, previous), which Spark cannot answer. Check a file of the data."
        )
    if order is None and opened.compares_records:
        raise ValueError("The form compares records. Give their order as columns in order_by.")
    added = []
    # Columns that nobody asks for would go through each worker.
    if order is not None and (opened.compares_records or opened.numbers_records):
        from pyspark.sql import functions as F

        ordered = ordered.withColumn(_RECORD, F.col(order[-1]).cast("long"))
        added = [_RECORD]
        if opened.compares_records:
            ordered = _with_hits(ordered, order, opened, options)
            added.append(_HITS)
        frame = ordered.drop(*order)
    return _checked(frame, added, opened, products, options, schema)


@functools.lru_cache(maxsize=8)
def _opened(source: Any) -> Form:
    """The form of a task, which is opened once in a worker."""
    text, name, files, lists = source
    return Form(text, name, dict(files).get, lists)


def _source(form: Form) -> Any:
    text, name, files, lists = form._source
    return text, name, tuple(sorted(files.items())), lists


def _schema(frame: Any, form: Form, products: bool, options: Any) -> Any:
    """The types of the results, which are those of an empty batch; columns that cannot be read are told here."""
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    empty = _arrow.empty(to_arrow_schema(frame.schema))
    found = form._columns(*options).check(empty, products=products, first=1)
    return from_arrow_schema(found.schema)


def _checked(frame: Any, added: list[str], form: Form, products: bool, options: Any, results: Any) -> Any:
    """Checks each partition; the columns that were added go again."""
    from pyspark.sql.types import StructType

    own = [field for field in frame.schema.fields if field.name not in added]
    names = [field.name for field in own]
    source = _source(form)

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        pa = _arrow.pyarrow()
        columns, first = _opened(source)._columns(*options), 1
        for whole in batches:
            for batch in _arrow.batches(whole):
                found = columns.check(batch, products=products, first=first)
                first += batch.num_rows
                kept = batch.select(names)
                yield pa.RecordBatch.from_arrays(
                    [*kept.columns, *found.columns], names=[*names, *found.schema.names]
                )

    return frame.mapInArrow(run, StructType([*own, *results.fields]))


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


#: How many rows go to each worker whole instead of being shuffled with the others.
_FEW = 100_000


def _few(frame: Any) -> Any:
    """The rows of a frame, which are counted here: where there are few, no other frame is shuffled to meet them."""
    from pyspark.sql import functions as F

    rows = frame.limit(_FEW + 1).collect()
    if len(rows) > _FEW:
        return frame
    return F.broadcast(frame.sparkSession.createDataFrame(rows, frame.schema))


def _with_hits(frame: Any, order: list[str], form: Form, options: Any) -> Any:
    """The frame with a column of what other records mean for a row."""
    from pyspark.sql import functions as F

    place = F.struct(*order).alias("place")
    keys = _keys(frame, order, form, options)
    found = []
    if "unique" in form.compares_records:
        own = keys.where(~F.col("same"))
        # Counting needs no order, so that little is shuffled, and a key that everybody has is added up before.
        shared = _few(own.groupBy("rule", "key").count().where(F.col("count") > 1).drop("count"))
        own = own.select("rule", "key", place)
        firsts = _few(own.join(shared, ["rule", "key"]).groupBy("rule", "key").agg(F.min("place").alias("first")))
        found.append(own.join(firsts, ["rule", "key"]).where(F.col("place") > F.col("first")))
    if "same" in form.compares_records:
        all_same = keys.where(F.col("same")).select("rule", "key", place)
        standards = (
            all_same.groupBy("rule")
            .agg(F.min(F.struct("place", "key")).alias("standard"))
            .select("rule", "standard", F.col("standard.place").alias("first"))
        )
        found.append(
            all_same.join(F.broadcast(standards), "rule").where(F.col("key") != F.col("standard.key"))
        )
    number = F.col(f"first.{order[-1]}").cast("long")
    hit = [F.col("rule"), number.alias("record")]
    if len(order) > 1:
        # The names of what records are counted in, where it is not the row's own.
        mine = F.concat_ws("/", *[F.col(f"place.{name}") for name in order[:-1]])
        first = F.concat_ws("/", *[F.col(f"first.{name}") for name in order[:-1]])
        hit.append(F.when(mine != first, first).alias("file"))
    wanted = [rows.select("rule", "place", "first") for rows in found]
    hits = (
        functools.reduce(lambda some, more: some.unionByName(more), wanted)
        .groupBy("place")
        .agg(F.sort_array(F.collect_list(F.struct(*hit))).alias(_HITS))
        .select("place.*", _HITS)
    )
    return frame.join(_few(hits), order, "left")


def _keys(frame: Any, order: list[str], form: Form, options: Any) -> Any:
    """A row for each key of `unique` and `same` that a record has, with the place of the record in the order."""
    from pyspark.sql.types import BinaryType, BooleanType, LongType, StructField, StructType

    source = _source(form)
    columns_of_order = [field for field in frame.schema.fields if field.name in order]

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        pa = _arrow.pyarrow()
        columns = _opened(source)._columns(*options)
        for whole in batches:
            for batch in _arrow.batches(whole):
                shown = batch.select([name for name in batch.schema.names if name not in order])
                keys = columns.keys(shown).column("keys")
                rows, flat = pa.compute.list_parent_indices(keys), keys.flatten()
                yield pa.RecordBatch.from_arrays(
                    [
                        *[batch.column(name).take(rows) for name in order],
                        flat.field("rule"),
                        flat.field("key").cast(pa.binary()),
                        flat.field("same"),
                    ],
                    names=[*order, "rule", "key", "same"],
                )

    types = [
        StructField("rule", LongType()),
        StructField("key", BinaryType()),
        StructField("same", BooleanType()),
    ]
    by_name = {field.name: field for field in columns_of_order}
    return frame.mapInArrow(run, StructType([*[by_name[name] for name in order], *types]))


def count_problems(count: int, form: Union[Form, Path], **options: Any) -> list[dict[str, Any]]:
    """Returns the problems of the rules about `records` for the number of records, such as `frame.count()`."""
    opened = form if isinstance(form, Form) else Form.load(form)
    columns = opened._columns(options.get("now"), options.get("language"), 100)
    found: list[dict[str, Any]] = json.loads(columns.count_problems(count))
    return found

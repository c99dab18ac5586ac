"""Answers cases by Spark; see hosts.py.

The records of a case become a data frame as `arrow_host.py` makes columns of them, in one partition and in five. A column
of their numbers is their order; how they are spread over the five partitions is left to chance. Products, whose columns are
those of Arrow, are not compared.
"""

import collections
import json
import os
import re
import sys

import formwork
import formwork.spark
import pyarrow as pa
from arrow_host import SAME, Stream, Unsayable, rows_of, undecided
from host import loaded, serve
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

#: The column of the order, which is no field of a form.
ORDER = "formwork_place"

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
SESSION = (
    SparkSession.builder.master("local[1]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.memory", "1g")
    .config("spark.ui.showConsoleProgress", "false")
    .config("spark.log.level", "OFF")
    .config("spark.sql.shuffle.partitions", "2")
    .config("spark.sql.adaptive.enabled", "false")
    .config("spark.sql.execution.arrow.maxRecordsPerBatch", "3")
    .config("spark.sql.session.timeZone", "UTC")
    .getOrCreate()
)


def answer(request):
    if request.records is None:
        return {"skipped": {"a workbook, or a table with items that are passed over": 1}}
    if not request.form.describe()["fields"]:
        return {"skipped": {"a form without fields, which has no columns": 1}}
    skipped = collections.Counter()
    try:
        frame = Frame(request, skipped)
        ways = {f"{count} partitions": frame.partitions(count) for count in (1, 5)}
    except Unsayable as error:
        skipped[str(error)] += len(request.records)
        ways = {}
    return {"records": ways, "skipped": dict(skipped)}


class Frame(Stream):
    """The records of a case as a data frame."""

    def __init__(self, request, skipped):
        super().__init__(request, skipped)
        if re.search(r"\bcolumns\b", request.form._source[0].decode("utf-8")):
            raise Unsayable("a form that asks for the columns, of which the order is one")
        if not self.records:
            raise Unsayable("a frame without rows")
        batch = self.plain(self.records)
        places = pa.array(range(1, batch.num_rows + 1), pa.int64())
        table = pa.table([*batch.columns, places], names=[*batch.schema.names, ORDER])
        try:
            self.frame = SESSION.createDataFrame(table)
        except (PySparkException, ValueError) as error:
            raise Unsayable("columns of types that Spark does not have") from error

    def partitions(self, count):
        """An answer for each record, and what is said of all, with the records in so many partitions."""
        frame = self.frame.coalesce(1) if count == 1 else self.frame.repartition(count)
        options = {"order_by": ORDER, "now": self.today}
        try:
            table = self.told(lambda: formwork.spark.check(frame, self.form, **options)).toArrow()
            found = formwork.spark.data_problems(frame, self.form, **options)
        except PySparkException as error:
            return {"fault": str(error)}
        results = table.sort_by(ORDER).select(["accepted", "problems"]).combine_chunks().to_batches()[0]
        answers = [self.answer(row, number, products=False) for number, row in enumerate(rows_of(results), 1)]
        if problems := loaded(json.dumps(found)):
            accepted = all(problem["severity"] != "error" for problem in problems)
            answers.append({"record": None, "accepted": accepted, **undecided(problems)})
        return answers


if __name__ == "__main__":
    serve(answer)

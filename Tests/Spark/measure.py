"""Checks records on Spark and prints a table of what it took; see Scripts/spark."""

from __future__ import annotations

import csv
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from typing import Any, Iterator

FILES = 8
FORM = """
field id "ID": string rule count(1...20) && alphanumeric message "ID must be 1 to 20 letters or digits"{unique}
field password: string rule count(1...20) message "Password must be 1 to 20 characters"
field favoriteFruit: choice("apple", "orange", "banana", "peach", "grape") message "Please choose a fruit"
field includesProfile: bool default false
when includesProfile as profile <
  field nickName: string rule count(1...20) message "Nickname must be 1 to 20 characters"
  field age: int rule range(0...999) message "Age must be 0 to 999"
>
"""

#: Asks all records, each group and the record before. Bad fruits are in the way of the record after them.
BETWEEN = """
check share(records, favoriteFruit == "apple") <= 15 % message "{actual} are apples"
check count(records, includesProfile) * 2 >= count(records) per favoriteFruit message "Few profiles of {favoriteFruit}"
check favoriteFruit != previous.favoriteFruit or includesProfile message "{previous.favoriteFruit} twice"
"""


def make(folder: pathlib.Path, rows: int) -> None:
    """Writes the same sign-ups as Parquet and as CSV, FILES of each; every twentieth is bad, every two-thousandth a repeated id."""
    import numpy
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.parquet

    random = numpy.random.default_rng(7)
    each, at = rows // FILES, 0
    for number in range(FILES):
        count = rows - at if number + 1 == FILES else each
        numbers = numpy.arange(at, at + count)
        numbers = numpy.where(random.random(count) < 0.0005, random.integers(0, rows, count), numbers)
        ids = numpy.char.add("u", numbers.astype(str))
        bad = random.random(count)
        ids = numpy.where(bad < 0.02, numpy.char.add(ids, "!"), ids)
        fruits = numpy.array(["apple", "orange", "banana", "peach", "grape", "kiwi"])
        fruit = fruits[numpy.where((bad > 0.02) & (bad < 0.04), 5, random.integers(0, 5, count))]
        has = random.random(count) < 0.5
        ages = numpy.where((bad > 0.04) & (bad < 0.06), 1200, random.integers(0, 120, count))
        table = pa.table(
            {
                "id": ids.astype(object),
                "password": numpy.char.add("pass!", numbers.astype(str)).astype(object),
                "favoriteFruit": fruit.astype(object),
                "includesProfile": has,
                "nickName": pa.array(numpy.char.add("花子", (numbers % 100).astype(str)).astype(object), mask=~has),
                "age": pa.array(ages, mask=~has),
            }
        )
        pyarrow.parquet.write_table(table, folder / f"{number}.parquet", row_group_size=200_000)
        pyarrow.csv.write_csv(table, folder / f"{number}.csv", pyarrow.csv.WriteOptions(quoting_style="none"))
        at += count


def workers() -> Iterator[int]:
    """The Python workers of Spark."""
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                command = pathlib.Path(f"/proc/{entry}/cmdline").read_bytes()
                parent = pathlib.Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[1]
                outer = pathlib.Path(f"/proc/{parent}/cmdline").read_bytes()
            except OSError:
                continue
            # The daemon forks a worker for each task.
            if b"pyspark.daemon" in command and b"pyspark.daemon" in outer:
                yield int(entry)


class Watch(threading.Thread):
    """Looks at the workers while a job runs, and kills one if it is asked to."""

    def __init__(self, kills: bool) -> None:
        super().__init__(daemon=True)
        self.peak, self.killed, self.kills, self.done = 0, 0, kills, False

    def run(self) -> None:
        started = time.monotonic()
        while not self.done:
            for worker in workers():
                try:
                    for line in pathlib.Path(f"/proc/{worker}/status").read_text().splitlines():
                        if line.startswith("VmHWM"):
                            self.peak = max(self.peak, int(line.split()[1]))
                    if self.kills and not self.killed and time.monotonic() - started > 5:
                        os.kill(worker, signal.SIGKILL)
                        self.killed = worker
                except OSError:
                    continue
            time.sleep(0.1)


def run(job: dict[str, Any]) -> dict[str, Any]:
    """Runs one job in this process."""
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F

    import formwork.spark

    folder = pathlib.Path(job["folder"])
    session = (
        SparkSession.builder.master(job["master"])
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "4g")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "65536")
        .config("spark.sql.session.timeZone", "UTC")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF" if job.get("kills") else "ERROR")
    frame = session.read.parquet(*[str(folder / f"{number}.parquet") for number in range(FILES)])
    # The first job of a session starts the workers.
    session.range(1000).mapInArrow(lambda batches: batches, "id long").count()
    watch = Watch(job.get("kills", False))
    watch.start()
    started = time.monotonic()
    if job["form"] is None:
        passed = frame.mapInArrow(lambda batches: batches, frame.schema)
        found: Any = passed.agg(F.count("id")).collect()
        counts = {}
    else:
        checked = formwork.spark.check(frame, folder / job["form"], now="2026-11-25")
        if job.get("uniques"):
            told = checked.select("id", F.explode("problems").alias("problem")).where("problem.code = 'unique'")
            found = told.select("id", "problem.message").collect()
            (folder / "uniques.json").write_text(json.dumps([[row["id"], row["message"]] for row in found]))
            counts = {"unique": len(found)}
        else:
            counts = {str(row["accepted"]).lower(): row["count"] for row in checked.groupBy("accepted").count().collect()}
        if job.get("of_all"):
            counts["of_all"] = formwork.spark.data_problems(frame, folder / job["form"], now="2026-11-25")
    took = time.monotonic() - started
    watch.done = True
    watch.join()
    session.stop()
    return {"seconds": took, "peak": watch.peak, "killed": watch.killed, **counts}


def child(**job: Any) -> dict[str, Any]:
    """Runs one job in a process of its own."""
    done = subprocess.run([sys.executable, __file__, "--job", json.dumps(job)], stdout=subprocess.PIPE, check=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def tool(command: list[str], form: pathlib.Path, folder: pathlib.Path, *flags: str) -> tuple[str, float]:
    """The tool's last lines about the same records, and its time with one job."""
    started = time.monotonic()
    data = [str(folder / f"{number}.csv") for number in range(FILES)]
    done = subprocess.run(
        [*command, "check", str(form), *data, "--jobs", "1", "--show", "0", "--today", "2026-11-25", *flags],
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout, time.monotonic() - started


def counts_of(text: str) -> dict[str, int]:
    """How many records the tool accepted and rejected."""
    summary = text.splitlines()[0].replace(",", "").split()
    return {"true": int(summary[2]), "false": int(summary[4])}


def uniques_of_tool(folder: pathlib.Path) -> list[list[str]]:
    """The repeated ids with the messages of their problems, from the tool's report."""
    with open(folder / "report.csv", newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    return sorted([row["value"], row["message"]] for row in rows if row["code"] == "unique")


def of_all(problems: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Problems of the data as a whole, with files by their numbers."""
    return [
        (problem["code"], pathlib.Path(problem["params"]["file"]).stem, str(problem["params"]["record"]))
        if problem["code"] == "undecided"
        else (problem["code"], problem["message"])
        for problem in problems
    ]


def of_all_by_tool(binary: str, folder: pathlib.Path) -> list[tuple[str, ...]]:
    """The same, by the last line of the tool's results."""
    text, _ = tool([binary], folder / "between.form", folder, "--output", "ndjson")
    found = json.loads(text.splitlines()[-1])
    undecided = [{"code": "undecided", "params": rule} for rule in found["undecided"]]
    return of_all([*found["problems"], *undecided])


def main(binary: str, rows: int, folder: pathlib.Path) -> None:
    (folder / "signup.form").write_text(FORM.replace("{unique}", ""))
    (folder / "unique.form").write_text(FORM.replace("{unique}", ' rule unique message "Was in record {record}"'))
    (folder / "between.form").write_text(FORM.replace("{unique}", "") + BETWEEN)
    if not (folder / f"made-{rows}").exists():
        make(folder, rows)
        (folder / f"made-{rows}").touch()
    base = {"folder": str(folder)}
    lines = [("", "seconds", "MiB of a worker", "accepted", "rejected")]

    def add(name: str, found: dict[str, Any]) -> dict[str, Any]:
        peak = f"{found['peak'] / 1024:.0f}" if found.get("peak") else ""
        row = (name, f"{found['seconds']:.1f}", peak, str(found.get("true", "")), str(found.get("false", "")))
        lines.append(row)
        print("  ".join(row), flush=True)
        return found

    text, took = tool([binary], folder / "signup.form", folder)
    counts = counts_of(text)
    add("tool, CSV, one job", {"seconds": took, **counts})
    for cores in [1, 2]:
        add(f"Spark's own, {cores}", child(master=f"local[{cores}]", form=None, **base))
        found = add(f"check, {cores}", child(master=f"local[{cores}]", form="signup.form", **base))
        assert {key: found[key] for key in counts} == counts, (found, counts)
    found = add("check, 2, a worker killed", child(master="local[2,3]", form="signup.form", kills=True, **base))
    assert found["killed"], "The job was done before a worker was killed: use more rows."
    assert {key: found[key] for key in counts} == counts, (found, counts)
    text, took = tool([binary], folder / "unique.form", folder, "--report", str(folder / "report.csv"))
    add("tool, unique, one job", {"seconds": took})
    for cores in [1, 2]:
        add(f"unique, {cores}", child(master=f"local[{cores}]", form="unique.form", uniques=True, **base))
        told, wanted = json.loads((folder / "uniques.json").read_text()), uniques_of_tool(folder)
        assert sorted(told) == wanted, f"{len(told)} against {len(wanted)}"
    text, took = tool([binary], folder / "between.form", folder)
    counts = counts_of(text)
    add("tool, records, one job", {"seconds": took, **counts})
    said = of_all_by_tool(binary, folder)
    for cores in [1, 2]:
        found = add(f"records, {cores}", child(master=f"local[{cores}]", form="between.form", of_all=True, **base))
        assert {key: found[key] for key in counts} == counts, (found, counts)
        assert of_all(found["of_all"]) == said, (found["of_all"], said)
    print(f"\n{len(wanted)} problems of unique and {len(said)} of all records, the same as the tool's.\n")
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    for line in lines:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |")


if __name__ == "__main__":
    if sys.argv[1] == "--job":
        print(json.dumps(run(json.loads(sys.argv[2]))))
    else:
        main(sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3]))

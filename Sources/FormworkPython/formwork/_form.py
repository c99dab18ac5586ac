"""Forms, and what becomes of records."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import json
import os
import pathlib
import queue
import threading
import time
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, Optional, Union

from . import _arrow, _lists
from ._json import record_bytes
from ._library import OK, REJECTED, ffi, lib, raise_fault, taken
from .typing import Path, Records, Table

if TYPE_CHECKING:
    import pyarrow

    from . import models

Now = Union[str, datetime.date, datetime.datetime]


def version() -> str:
    """The version of the library."""
    return str(ffi.string(lib.formwork_version()).decode("ascii"))


@dataclasses.dataclass(frozen=True)
class Exchanged:
    """A form in another format, or one that was made of a file."""

    #: The exported file, or the text of the form.
    data: bytes
    #: The outcome for each constraint, as `--coverage` writes it.
    coverage: dict[str, Any]

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return bool(self.coverage["whole"])


def import_form(data: bytes, *, name: str = "form", kind: Optional[str] = None, part: Optional[str] = None) -> Exchanged:
    """Makes a form of a file in another format. Raises ValueError if none can be made of it.

    name: the name of the file, by which the form is named.
    kind: "json-schema", "table-schema", "csv-schema" or "xlsform"; found out if it is not given.
    part: the part of the file to take, such as a schema of OpenAPI.
    """
    blocks = [ffi.new("formwork_bytes *") for _ in range(3)]
    words = [_word(word) for word in (name, kind, part)]
    code = lib.formwork_import(ffi.from_buffer("uint8_t[]", data), len(data), *words, *blocks)
    return _exchanged(code, *blocks)


def _word(text: Optional[str]) -> Any:
    return ffi.NULL if text is None else ffi.new("char[]", text.encode("utf-8"))


def _exchanged(code: int, *blocks: Any) -> Exchanged:
    data, coverage, fault = map(taken, blocks)
    if code not in (OK, REJECTED):
        raise ValueError(fault.decode("utf-8"))
    return Exchanged(data, json.loads(coverage))


@dataclasses.dataclass(frozen=True)
class Finding:
    """What is wrong with a form, or what its author should know."""

    code: str
    severity: str
    message: str
    file: str
    #: From 1, in characters.
    line: int
    column: int
    hint: Optional[str] = None


class FormError(Exception):
    """A form that cannot be used; as a text, its findings as the command line draws them."""

    def __init__(self, drawn: str, findings: list[Finding]) -> None:
        # With both, so that it can be copied and sent between processes.
        super().__init__(drawn, findings)
        self.drawn, self.findings = drawn, findings

    def __str__(self) -> str:
        return self.drawn


class StreamError(ValueError):
    """Data that cannot be read on, such as a table without a column that the form needs."""


@dataclasses.dataclass(frozen=True)
class Problem:
    """What is wrong with a record, in the words of the form."""

    #: The path, such as `items[0].price`; None for the record as a whole.
    field: Optional[str]
    code: str
    severity: str
    message: str
    title: Optional[str] = None
    params: Mapping[str, Any] = dataclasses.field(default_factory=dict, hash=False)
    #: Where it is in the data, from 1; None where nothing stands.
    line: Optional[int] = None
    column: Optional[int] = None

    def __str__(self) -> str:
        return self.message


@dataclasses.dataclass(frozen=True)
class Result:
    """What became of a record.

    A result that the engine made reads its line by the first use of a field other than `accepted`.
    """

    accepted: bool
    #: The typed values of an accepted record: numbers as int and Decimal, dates and times as those of datetime.
    #: If branches have fields of one name and several types, its values are as JSON has them.
    product: Optional[dict[str, Any]]
    problems: list[Problem]
    #: The number of the record in its stream, and its line, from 1; None for what is said of all records.
    record: Optional[int] = None
    line: Optional[int] = None
    #: How many more problems there are.
    omitted: int = 0
    #: The files and lines of the rules about several records, which are not judged for a record by itself.
    unjudged: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.accepted

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Reads the line if `name` is a field."""
            held = self.__dict__
            if name in _FIELDS:
                if (unread := held.get("_unread")) is not None:
                    # If two threads read the line, both get the values of the first.
                    for field, value in zip(_FIELDS, _read(*unread)):
                        held.setdefault(field, value)
                    held.pop("_unread", None)
                if name in held:
                    return held[name]
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getstate__(self) -> dict[str, Any]:
        """Returns the fields, without the line."""
        return {**{name: getattr(self, name) for name in _FIELDS}, **self.__dict__}


_FIELDS = tuple(field.name for field in dataclasses.fields(Result))

# Without these attributes of the class, `__getattr__` is asked for a field with a default.
for _name in _FIELDS:
    if hasattr(Result, _name):
        delattr(Result, _name)


class _FileBytes(bytes):
    """The bytes of a file that is told from others by its device and inode, so that a link to it is the same file."""

    identity: tuple[int, int]


class Form:
    """A form. It may be used from any number of threads at the same time."""

    def __init__(
        self,
        text: Union[str, bytes],
        name: str = "form",
        read: Optional[Callable[[str], Optional[bytes]]] = None,
        lists: Optional[Mapping[str, Records]] = None,
        values: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Loads a form.

        text: what the form says.
        name: what findings call it.
        read: gives the bytes of a file that the form uses, by its path from the form's folder; None if there is none.
        lists: the records of its lists of other data, by their names, in place of the files that it names. Each is the path of
            a file, which may be packed or a workbook; a table of Arrow, pandas or polars; or rows, each of them whatever
            `check` takes.
        values: the values that it needs (`needs year: int`), by their names.
        Raises FormError if the form has errors, or a list or a value cannot be used.
        """
        if not isinstance(text, (str, bytes)):
            raise TypeError(f"A form must be text or bytes, not a {type(text).__name__}.")
        source = text.encode("utf-8") if isinstance(text, str) else text
        held: list[Any] = []
        raised: list[BaseException] = []
        given = lists if isinstance(lists, _lists.Given) else _lists.Given(lists or {}, values or {})
        #: What makes the same form in another process: its text, its name, the files that it uses and the lists that it has.
        self._source = (source, name, dict[str, bytes](), given)
        files = self._source[2]

        def answer(_: Any, path: Any, length: int, block: Any, identity: Any) -> int:
            try:
                inner = bytes(ffi.buffer(path, length)).decode("utf-8")
                found = read(inner) if read else None
                if found is None:
                    return 1
                if not isinstance(found, bytes):
                    raise TypeError(f"read must return bytes or None, not a {type(found).__name__}.")
                files[inner] = found
                held.append(ffi.from_buffer("uint8_t[]", found))
                block.data, block.length = held[-1], len(found)
                identity[0], identity[1] = getattr(found, "identity", (0, 0))
                return 0
            except BaseException as error:  # It must not cross the C functions between.
                raised.append(error)
                return 1

        callback = ffi.callback("formwork_read_file", answer, error=1) if read else ffi.NULL
        handle = ffi.new("formwork_form **")
        with given.opened() as (entries, count):
            code = lib.formwork_form_open_with(
                ffi.from_buffer("uint8_t[]", source),
                len(source),
                name.encode("utf-8"),
                callback,
                ffi.NULL,
                entries,
                count,
                handle,
            )
        if raised:
            lib.formwork_form_close(handle[0])
            raise raised[0]
        self._handle = ffi.gc(handle[0], lib.formwork_form_close)
        #: What the author should know; errors are raised.
        self.findings = [_finding(entry) for entry in json.loads(self._found(0))]
        if code != OK:
            raise FormError(self._found(1).decode("utf-8"), self.findings)
        described = self.describe()
        self._fields = _types(described["fields"])
        #: Those of the words `unique`, `same`, `previous` and `records` that it has.
        self.compares_records = frozenset(described.get("comparesRecords", []))
        #: Whether all records are read once before the first is judged.
        self._needs_all = bool(described.get("needsAllRecords", False))
        #: Whether a message says the number of a record.
        self.numbers_records = bool(described.get("numbersRecords", False))
        self._checkers = threading.local()
        self._languages: set[Optional[str]] = {None}
        self._title = f"{name!r} with {len(described['fields'])} fields"

    def __repr__(self) -> str:
        return f"<formwork.Form {self._title}>"

    def __reduce__(self) -> Any:
        return _opened, self._source

    @classmethod
    def load(
        cls, path: Path, lists: Optional[Mapping[str, Records]] = None, values: Optional[Mapping[str, Any]] = None
    ) -> Form:
        """Loads a form from a file; the files that it uses are in the same folder or below.

        lists: the records of its lists of other data, and values: those that it needs, as for `Form`.
        Raises OSError if the file cannot be read, FormError if the form has errors.
        """
        file = pathlib.Path(path)
        folder = file.resolve().parent

        def read(inner: str) -> Optional[bytes]:
            target = (folder / inner).resolve()
            if folder not in target.parents or not target.is_file():
                return None
            found, status = _FileBytes(target.read_bytes()), target.stat()
            found.identity = (status.st_dev, status.st_ino)
            return found

        return cls(file.read_bytes(), str(path), read, lists, values)

    def _found(self, drawn: int) -> bytes:
        block = ffi.new("formwork_bytes *")
        lib.formwork_findings(self._handle, drawn, block)
        return taken(block)

    def describe(self, language: Optional[str] = None) -> dict[str, Any]:
        """The fields of the form, with their labels, types, hints and choices: what a program needs to draw it."""
        block = ffi.new("formwork_bytes *")
        lib.formwork_describe(self._handle, language.encode("utf-8") if language else ffi.NULL, block)
        described: dict[str, Any] = json.loads(taken(block))
        return described

    def export(self, kind: str, *, dialect: Optional[str] = None, language: Optional[str] = None) -> Exchanged:
        """The form in another format, which refuses no record that the form accepts.

        kind: "json-schema", "table-schema", "xlsx", "xlsform", "typescript" or "swift".
        dialect: "openapi" for "json-schema".
        language: of labels and messages; the form's own if it is not given.
        """
        blocks = [ffi.new("formwork_bytes *") for _ in range(3)]
        words = [_word(word) for word in (kind, dialect, language)]
        return _exchanged(lib.formwork_export(self._handle, *words, *blocks), *blocks)

    def model(self, kind: models.Kind = "dataclass") -> type[Any]:
        """Returns the class of the form's products, with the types of the fields.

        kind: "dataclass", whose `from_product` takes `Result.product`; "pydantic", whose
            `model_validate` does; or "typed_dict", the type of `Result.product` as it is.
        `formwork.models.source` writes the class as a module, for mypy and editors.
        """
        from . import models

        return models.model(self, kind)

    def check(
        self, record: Any, *, now: Optional[Now] = None, language: Optional[str] = None, problems: int = 100
    ) -> Result:
        """Checks a record by itself; `unjudged` in its result lists the rules about several records.

        record: JSON as bytes or text, a mapping, a dataclass, or a model of pydantic.
        now: what `today` and `now` mean; the system's clock if it is not given.
        language: of messages; the form's own if it is not given.
        problems: the most that are reported, from 1.
        Raises TypeError for a value that no record can have, ValueError for JSON of no record or of several, for a text with
        half of a surrogate pair, and for options that cannot be.
        """
        data = record_bytes(record)
        if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"[":
            raise ValueError("A record must be one object, not a list. For several, use check_lines.")
        checker, idle = self._checker(now, language, problems)
        # A signal handler that checks a record meanwhile takes blocks of its own.
        blocks = idle.pop() if idle else (ffi.new("formwork_bytes *"), ffi.new("formwork_bytes *"))
        code = lib.formwork_check_json(checker, data, len(data), *blocks)
        line, sentence = taken(blocks[0]), taken(blocks[1])
        idle.append(blocks)
        raise_fault(code, sentence, StreamError)
        return _unread(line, self._fields)

    def check_lines(
        self,
        pieces: Union[bytes, Iterable[bytes]],
        *,
        format: str = "ndjson",
        delimiter: Optional[str] = None,
        now: Optional[Now] = None,
        language: Optional[str] = None,
        problems: int = 100,
        only_problems: bool = False,
    ) -> Iterator[Result]:
        """Checks a stream of records, in memory that does not grow with it, unless the form asks all records about each: then
        the stream and its results are in memory.

        pieces: the stream in bytes, cut anywhere.
        format: "json", "ndjson", "csv" or "tsv".
        delimiter: what sets the cells of a table apart; what the form says if it is not given, else that of the format.
        only_problems: whether the results of records without problems are left out.
        Yields the results in the order of the records, and at the end the problems of all records together.
        Raises StreamError where the stream cannot be read on.
        """
        checker = self._open_checker(now, language, problems, format, delimiter, only_problems)
        block, fault = ffi.new("formwork_bytes *"), ffi.new("formwork_bytes *")
        for data in _small(pieces):
            code = lib.formwork_check_lines(checker, data, len(data), 0, block, fault)
            yield from self._results(code, block, fault)
        code = lib.formwork_check_lines(checker, ffi.NULL, 0, 1, block, fault)
        yield from self._results(code, block, fault)

    def check_file(
        self,
        path: Path,
        *,
        format: Optional[str] = None,
        delimiter: Optional[str] = None,
        now: Optional[Now] = None,
        language: Optional[str] = None,
        problems: int = 100,
        only_problems: bool = False,
        jobs: Optional[int] = None,
    ) -> Iterator[Result]:
        """Checks a file of records as the command line does: also packed (gzip), in another encoding, or a workbook.

        Its format is told by its name if it is not given.
        only_problems: whether the results of records without problems are left out, which is much faster.
        jobs: how many threads check; as many as there are processors if it is not given.
        Raises OSError if it cannot be opened, StreamError if its format is not known or where it cannot be read on.
        """
        open(path, "rb").close()
        jobs = _jobs(jobs)
        checker = self._open_checker(now, language, problems, format, delimiter, only_problems)
        blocks: queue.Queue[Optional[bytes]] = queue.Queue(4)
        stopped, fault = threading.Event(), ffi.new("formwork_bytes *")

        def put(block: Optional[bytes]) -> int:
            while not stopped.is_set():
                try:
                    blocks.put(block, timeout=0.1)
                    return 0
                except queue.Full:
                    pass
            return 1

        def run() -> None:
            take = ffi.callback(
                "formwork_take_results", lambda _, start, length: put(bytes(ffi.buffer(start, length))), error=1
            )
            lib.formwork_check_file(checker, os.fsencode(path), jobs, take, ffi.NULL, fault)
            put(None)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            while (block := blocks.get()) is not None:
                yield from self._unread(block)
        finally:
            stopped.set()
            thread.join()
        if sentence := taken(fault):
            raise StreamError(sentence.decode("utf-8"))

    def check_batches(
        self,
        data: Table,
        *,
        products: bool = False,
        jobs: Optional[int] = None,
        now: Optional[Now] = None,
        language: Optional[str] = None,
        problems: int = 100,
    ) -> Iterator[pyarrow.RecordBatch]:
        """Checks records in columns, in memory that does not grow with them, unless the form asks all records about each: then
        all batches are kept, and the first is checked after the last has come.

        data: a table or a stream of Apache Arrow, or anything with `__arrow_c_stream__`, such as data frames of pandas (2.2)
            and polars.
        products: whether the results have the typed values of what is accepted.
        jobs: how many threads check; as many as there are processors if it is not given, and one for forms that compare
            records.
        Gives for each batch of at most 65,536 rows a `pyarrow.RecordBatch` with `accepted`, `problems` (each with field, code,
        severity, message and params, an object of JSON) and, if wanted, `product`.
        Raises ColumnError for columns that cannot be read.
        """
        for _, results in self._checked(self._columns(now, language, problems), data, products, jobs):
            yield results

    def _checked(
        self, columns: _arrow.Columns, data: Table, products: bool, jobs: Optional[int]
    ) -> Iterator[tuple[Any, Any]]:
        """Each batch with its results. Records that are compared are all checked by `columns`."""
        jobs, batches = _jobs(jobs), _arrow.batches(data)
        if jobs == 1 or self.compares_records:
            return columns.check_all(batches, products=products, collects=self._needs_all)
        return columns.check_each(batches, products=products, jobs=jobs)

    def check_arrow(
        self,
        data: Table,
        *,
        products: bool = False,
        jobs: Optional[int] = None,
        now: Optional[Now] = None,
        language: Optional[str] = None,
        problems: int = 100,
    ) -> pyarrow.Table:
        """Checks records in columns, as `check_batches` does.

        Gives a `pyarrow.Table` with a row for each record. What is wrong with the data as a whole stands in the metadata of its
        schema, as JSON under `formwork_problems`.
        """
        pa = _arrow.pyarrow()
        columns = self._columns(now, language, problems)
        table = _arrow.table(data)
        schema = columns.check(_arrow.empty(table.schema), products=products, first=1).schema
        found = [results for _, results in self._checked(columns, table, products, jobs)]
        count = sum(batch.num_rows for batch in found)
        noted = {"formwork_problems": columns.count_problems(count), "formwork_warnings": columns.warnings()}
        return pa.Table.from_batches(found, schema).replace_schema_metadata(noted)

    def problems(
        self,
        data: Table,
        *,
        jobs: Optional[int] = None,
        now: Optional[Now] = None,
        language: Optional[str] = None,
        problems: int = 100,
    ) -> pyarrow.Table:
        """Checks records in columns, as `check_batches` does.

        Gives a `pyarrow.Table` with a row for each problem: `row` (the number of the record, from 1; null for the data as a
        whole), `field`, `code`, `severity`, `message` and `params` (an object of JSON).
        """
        pa = _arrow.pyarrow()
        columns = self._columns(now, language, problems)
        found: list[Any] = []
        count = 0
        texts = [(name, pa.string()) for name in ("field", "code", "severity", "message", "params")]
        schema = pa.schema([("row", pa.int64()), *texts])
        for _, results in self._checked(columns, data, False, jobs):
            lists = results.column("problems")
            rows = pa.compute.add(pa.compute.list_parent_indices(lists).cast(pa.int64()), count + 1)
            found.append(pa.RecordBatch.from_arrays([rows, *lists.flatten().flatten()], schema=schema))
            count += results.num_rows
        of_all = json.loads(columns.count_problems(count) or b"[]", parse_float=decimal.Decimal)
        for problem in of_all:
            if "params" in problem:
                problem["params"] = record_bytes(problem["params"]).decode("utf-8")
        return pa.concat_tables([pa.Table.from_batches(found, schema), pa.Table.from_pylist(of_all, schema)])

    def filter(
        self,
        data: Table,
        *,
        jobs: Optional[int] = None,
        now: Optional[Now] = None,
        language: Optional[str] = None,
        problems: int = 100,
    ) -> tuple[pyarrow.Table, pyarrow.Table]:
        """Parts records in columns into those that are accepted and those that are rejected.

        Gives two tables with the columns of `data`; the second has the problems of each record in a column
        `formwork_problems` beside them.
        """
        pa = _arrow.pyarrow()
        table = _arrow.table(data)
        # Not every version of pyarrow chooses among views.
        views = [field.with_type(pa.large_string()) if field.type == pa.string_view() else field for field in table.schema]
        table = table.cast(pa.schema(views))
        results = self.check_arrow(table, jobs=jobs, now=now, language=language, problems=problems)
        kept = table.drop_columns(["formwork_problems"]) if "formwork_problems" in table.column_names else table
        rejected = pa.compute.invert(results["accepted"])
        bad = kept.append_column("formwork_problems", results["problems"]).filter(rejected)
        return table.filter(results["accepted"]), bad.replace_schema_metadata(results.schema.metadata)

    def _columns(
        self,
        now: Optional[Now],
        language: Optional[str],
        problems: int,
        shared_key: Optional[str] = None,
        files: Iterable[str] = (),
    ) -> _arrow.Columns:
        # Checkers of other threads have the same clock.
        now = now if now is not None else datetime.datetime.now().astimezone()
        return _arrow.Columns(
            lambda: self._open_checker(now, language, problems, shared_key=shared_key, files=files)
        )

    def _checker(
        self, now: Optional[Now], language: Optional[str], problems: int
    ) -> tuple[Any, list[tuple[Any, Any]]]:
        """The checker of this thread for single records, and its blocks for results and faults.

        The clock is read to the second.
        """
        known: dict[Any, Any] = self._checkers.__dict__
        key = (int(time.time()) if now is None else str(now), language, problems)
        if key not in known:
            known.clear()
            clock = datetime.datetime.now().astimezone().replace(microsecond=0)
            known[key] = self._open_checker(clock if now is None else now, language, problems), []
        found: tuple[Any, list[tuple[Any, Any]]] = known[key]
        return found

    def _open_checker(
        self,
        now: Optional[Now],
        language: Optional[str],
        problems: int,
        format: Optional[str] = None,
        delimiter: Optional[str] = None,
        only_problems: bool = False,
        shared_key: Optional[str] = None,
        files: Iterable[str] = (),
    ) -> Any:
        if not 1 <= problems < 1 << 32:
            raise ValueError(f"The maximum number of problems must be at least 1, not {problems}.")
        if language not in self._languages:
            if self.describe(language).get("unknownLanguage"):
                raise ValueError(f"There are no messages in {language!r}.")
            self._languages.add(language)
        kept: list[Any] = []

        def text(value: Optional[str]) -> Any:
            if value is None:
                return ffi.NULL
            if "\0" in value:
                raise ValueError(f"{value!r} contains a NUL character.")
            kept.append(ffi.new("char[]", value.encode("utf-8")))
            return kept[-1]

        options = ffi.new("formwork_options *")
        options.size = ffi.sizeof("formwork_options")
        options.now = text(_moment(now))
        options.language = text(language)
        options.format = text(format)
        options.delimiter = text(delimiter)
        options.problems = problems
        options.only_problems = only_problems
        options.shared_key = text(shared_key)
        names = ffi.new("char *[]", [text(name) for name in files])
        options.files, options.file_count = names, len(names)
        handle, fault = ffi.new("formwork_checker **"), ffi.new("formwork_bytes *")
        code = lib.formwork_checker_open(self._handle, options, handle, fault)
        if code != OK:
            raise ValueError(taken(fault).decode("utf-8"))
        return ffi.gc(handle[0], lib.formwork_checker_close)

    def _results(self, code: int, block: Any, fault: Any) -> Iterator[Result]:
        """The results of a call, and then its fault."""
        lines, sentence = taken(block), taken(fault)
        yield from self._unread(lines)
        raise_fault(code, sentence, StreamError)

    def _unread(self, lines: bytes) -> Iterator[Result]:
        for line in lines.split(b"\n")[:-1]:
            yield _unread(line, self._fields)


def _unread(line: bytes, types: dict[str, Any]) -> Result:
    """Returns the result with this line of JSON, which is read later."""
    result = object.__new__(Result)
    held = result.__dict__
    # Only numbers are before the first `accepted`.
    held["accepted"] = line.startswith(b"true", line.find(b'"accepted":') + 11)
    held["_unread"] = line, types
    return result


#: One decoder for all lines, because making one takes longer than reading a line.
_DECODER = json.JSONDecoder(parse_float=decimal.Decimal)


def _read(line: bytes, types: dict[str, Any]) -> tuple[Any, ...]:
    """Returns the fields of a result, in their order."""
    entry = _DECODER.raw_decode(line.decode("utf-8"))[0]
    product = entry.get("product")
    return (
        entry["accepted"],
        _typed_record(product, types) if product is not None else None,
        [_problem(problem) for problem in entry["problems"]],
        entry.get("record"),
        entry.get("line"),
        entry.get("omitted", 0),
        tuple(entry.get("unjudged", ())),
    )


def _jobs(jobs: Optional[int]) -> int:
    """How many threads check; as many as there are processors if it is not given."""
    if jobs is not None and jobs < 1:
        raise ValueError(f"The number of jobs must be at least 1, not {jobs}.")
    return jobs or os.cpu_count() or 1


def _opened(source: bytes, name: str, files: Mapping[str, bytes], lists: Any) -> Form:
    """A form from another process."""
    return Form(source, name, files.get, lists)


def _small(pieces: Union[bytes, Iterable[bytes]]) -> Iterator[bytes]:
    """The same stream in pieces of a bounded size, because the results of a piece are held together."""
    for piece in [pieces] if isinstance(pieces, (bytes, bytearray, memoryview)) else pieces:
        if not isinstance(piece, (bytes, bytearray, memoryview)):
            raise TypeError(f"A stream must have pieces of bytes, not of {type(piece).__name__}.")
        data = bytes(piece)
        for start in range(0, len(data), 1 << 16):
            yield data[start : start + (1 << 16)]


def _finding(entry: dict[str, Any]) -> Finding:
    return Finding(
        entry["code"],
        entry["severity"],
        entry["message"],
        entry["file"],
        entry["line"],
        entry["column"],
        entry.get("hint"),
    )


def _problem(entry: dict[str, Any]) -> Problem:
    return Problem(
        entry.get("field"),
        entry["code"],
        entry["severity"],
        entry["message"],
        entry.get("title"),
        entry.get("params", {}),
        entry.get("line"),
        entry.get("column"),
    )


def _moment(now: Optional[Now]) -> Optional[str]:
    if now is None or isinstance(now, str):
        return now
    if isinstance(now, datetime.datetime):
        now = now if now.tzinfo else now.astimezone()
    return now.isoformat()


# The conversions of a product's values, by the type of their field.
_SCALARS: dict[str, Callable[[Any], Any]] = {
    "number": lambda value: value if isinstance(value, decimal.Decimal) else decimal.Decimal(value),
    "date": datetime.date.fromisoformat,
    "time": lambda value: datetime.time.fromisoformat(_micro(value)),
    "datetime": lambda value: datetime.datetime.fromisoformat(_micro(value)),
    "instant": lambda value: datetime.datetime.fromisoformat(_micro(value).replace("Z", "+00:00")),
}


def _micro(value: str) -> str:
    """A time of day whose fraction has the three or six digits that Python reads; ValueError if it has more."""
    whole, point, fraction = value.partition(".")
    if not point:
        return value
    digits = len(fraction) - len(fraction.lstrip("0123456789"))
    if digits > 6:
        raise ValueError(value)
    return whole + "." + fraction[:digits].ljust(6, "0") + fraction[digits:]


def _types(fields: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """What the values of the fields become, by name."""
    named: dict[str, list[dict[str, Any]]] = {}
    for field in fields:
        named.setdefault(field["name"], []).append(field)
    return {name: _type(alike) for name, alike in named.items()}


def _type(alike: list[dict[str, Any]]) -> dict[str, Any]:
    """The type of the fields that share a name; `any` if branches give them different ones."""
    if len({field["type"] for field in alike}) != 1:
        return {"type": "any"}
    return {
        "type": alike[0]["type"],
        "items": _type([field["items"] for field in alike if "items" in field]),
        "inner": _types([inner for field in alike for inner in field.get("fields", [])]),
    }


def _typed_record(values: dict[str, Any], fields: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The values of a record; those of a block with a name stand in a record of their own."""
    return {
        name: _typed(value, fields[name])
        if name in fields
        else _typed_record(value, fields)
        if isinstance(value, dict)
        else value
        for name, value in values.items()
    }


def _typed(value: Any, field: dict[str, Any]) -> Any:
    if value is None:
        return None
    if isinstance(value, list) and field["type"] == "list":
        return [_typed(entry, field["items"]) for entry in value]
    if isinstance(value, dict) and field["type"] == "list":
        return {key: _typed(entry, field["items"]) for key, entry in value.items()}
    if isinstance(value, dict):
        # A block may have the name of a field in another branch.
        return _typed_record(value, field["inner"]) if field["type"] == "record" else value
    convert = _SCALARS.get(field["type"])
    try:
        return convert(value) if convert else value
    except ValueError:
        # Beyond what Python's types hold: nanoseconds.
        return value

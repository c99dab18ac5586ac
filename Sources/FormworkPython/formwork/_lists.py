"""The records of a form's lists of other data, and the values that it needs, as C takes them."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
from typing import Any, Iterator, Mapping, Optional

from . import _arrow
from ._json import record_bytes
from ._library import ffi


@dataclasses.dataclass(frozen=True)
class _Bytes:
    """A file that was read elsewhere, or JSON records on lines, which have no name."""

    content: bytes
    name: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class _Value:
    """A value as text."""

    text: str


class Given:
    """The lists and values that a program gives: paths, bytes, tables and texts by name. A pickled one has the bytes of its
    files."""

    def __init__(self, lists: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        for what, given in ("lists", lists), ("values", values):
            if not isinstance(given, Mapping):
                raise TypeError(f"{what} must be a mapping from names, not a {type(given).__name__}.")
        self._lists = {name: _records(name, value) for name, value in lists.items()}
        self._lists.update((name, _value(name, value)) for name, value in values.items())

    def __reduce__(self) -> Any:
        # Another process may not have the files.
        def kept(value: Any) -> Any:
            return _Bytes(pathlib.Path(value).read_bytes(), pathlib.Path(value).name) if isinstance(value, str) else value

        return Given, ({name: kept(value) for name, value in self._lists.items()}, {})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Given) and self._lists == other._lists

    def __hash__(self) -> int:
        return hash(tuple(self._lists))

    @contextlib.contextmanager
    def opened(self) -> Iterator[tuple[Any, int]]:
        """An array of `formwork_list` and its length."""
        entries = ffi.new("formwork_list[]", max(1, len(self._lists)))
        with contextlib.ExitStack() as stack:
            held = [_fill(entry, *item, stack) for entry, item in zip(entries, self._lists.items())]
            yield entries, len(held)


def _records(name: str, value: Any) -> Any:
    """A path, bytes or a table."""
    if isinstance(value, (_Bytes, _Value)):
        return value
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if hasattr(value, "toArrow"):  # A data frame of Spark.
        return value.toArrow()
    if hasattr(value, "__arrow_c_stream__"):
        return _arrow.table(value)
    if isinstance(value, (bytes, bytearray, memoryview, Mapping)) or not hasattr(value, "__iter__"):
        raise TypeError(
            f'The list "{name}" must be a path, a table or rows (a list of records), not a {type(value).__name__}.'
        )
    # Line breaks of JSON are only between its parts.
    return _Bytes(b"".join(record_bytes(row).translate(_ONE_LINE) + b"\n" for row in value))


def _value(name: str, value: Any) -> _Value:
    """A value as the text that data would have."""
    text = json.loads(record_bytes({"": value}), parse_int=str, parse_float=str)[""]
    if isinstance(text, bool):
        text = "true" if text else "false"
    if not isinstance(text, str) or "\0" in text:
        raise TypeError(f"The value of {name!r} must be a text, a number, a bool or a date, not {value!r}.")
    return _Value(text)


_ONE_LINE = bytes.maketrans(b"\r\n", b"  ")


def _fill(entry: Any, name: str, value: Any, stack: contextlib.ExitStack) -> list[Any]:
    """Fills an entry, and returns what must be kept meanwhile."""
    held = [ffi.new("char[]", name.encode("utf-8"))]
    entry.name = held[0]
    file = value if isinstance(value, str) else value.name if isinstance(value, _Bytes) else None
    if file is not None:
        held.append(ffi.new("char[]", os.fsencode(file)))
        entry.file = held[-1]
    if isinstance(value, _Bytes):
        held.append(ffi.from_buffer("uint8_t[]", value.content))
        entry.text.data, entry.text.length = held[-1], len(value.content)
    elif isinstance(value, _Value):
        held.append(ffi.new("char[]", value.text.encode("utf-8")))
        entry.value = held[-1]
    elif not isinstance(value, str):
        # An empty batch shows the columns of a table without batches.
        batches = [stack.enter_context(_arrow.exported(batch)) for batch in (*value.to_batches(), _arrow.empty(value.schema))]
        held.append(ffi.new("struct ArrowArray *[]", [array for array, _ in batches]))
        entry.arrays, entry.array_count, entry.schema = held[-1], len(batches), batches[0][1]
        held.append(batches)
    return held

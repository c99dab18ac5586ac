"""Records as JSON: what Python programs have records in, without a number losing a digit."""

import dataclasses
import datetime
import decimal
import enum
import json
import math
import uuid
from typing import Any, Mapping


def record_bytes(record: Any) -> bytes:
    """The JSON of a record.

    record: JSON as bytes or text, a mapping, a dataclass, or a model of pydantic.
    Raises TypeError for a value that no record can have, ValueError for a number that is NaN or infinite.
    """
    if isinstance(record, (bytes, bytearray, memoryview)):
        return bytes(record)
    if isinstance(record, str):
        return record.encode("utf-8")
    if type(record) is dict and _is_plain(record):
        return _encode(record).encode("utf-8")
    return _text(record).encode("utf-8")


#: The types that `_encode` writes as `_text` does.
_PLAIN = frozenset([str, int, bool, type(None), datetime.date, datetime.datetime, datetime.time, uuid.UUID])


def _is_plain(value: Any) -> bool:
    """Whether `_encode` writes a value with its members as `_text` does."""
    kind = type(value)
    if kind is float:
        return math.isfinite(value)
    if kind is not dict and kind is not list:
        return kind in _PLAIN
    if kind is dict:
        for key in value:
            if type(key) is not str:
                return False
        value = value.values()
    for item in value:
        if type(item) not in _PLAIN and not _is_plain(item):
            return False
    return True


#: Written in C, unlike `_text`.
_encode = json.JSONEncoder(
    ensure_ascii=False,
    separators=(",", ":"),
    default=lambda value: str(value) if isinstance(value, uuid.UUID) else _moment(value),
).encode


def _text(value: Any) -> str:
    if value is None or isinstance(value, (bool, str)) and not isinstance(value, enum.Enum):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, enum.Enum):
        return _text(value.value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, (float, decimal.Decimal)):
        if not math.isfinite(value):
            raise ValueError(f"A record cannot have {value}. Use None if there is no value.")
        return str(value) if isinstance(value, decimal.Decimal) else repr(float(value))
    if isinstance(value, (datetime.date, datetime.time)):
        return json.dumps(_moment(value))
    if isinstance(value, uuid.UUID):
        return json.dumps(str(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _object({field.name: getattr(value, field.name) for field in dataclasses.fields(value)})
    if isinstance(value, Mapping):
        return _object(value)
    if hasattr(value, "model_dump"):
        return _object(value.model_dump())
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_text(item) for item in value) + "]"
    raise TypeError(f"A record cannot have a {type(value).__name__}.")


def _object(values: Mapping[Any, Any]) -> str:
    members = []
    for key, value in values.items():
        if not isinstance(key, str):
            raise TypeError(f"The key {key!r} of a record is not text.")
        members.append(json.dumps(key, ensure_ascii=False) + ":" + _text(value))
    return "{" + ",".join(members) + "}"


def _moment(value: "datetime.date | datetime.time") -> str:
    text = value.isoformat()
    return text[:-6] + "Z" if text.endswith("+00:00") else text

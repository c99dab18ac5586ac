"""The types of single values: what the parser, the readers and the generator need to know of each."""
from collections.abc import Callable
from dataclasses import dataclass, field as slot

DAYS = ["2026-11-20", "2024-02-29", "2026-11-21", "2008-11-20", "2008-11-21", "1999-12-31", "2027-03-01"]


@dataclass
class Kind:
    sample: str                                 # what messages call a value
    family: str                                 # values of one family can be compared, and have the same tests
    weight: int = 1                             # of 20 random fields, about how many have the type
    values: list = slot(default_factory=list)   # for random records, unless the generator makes them
    wrong: list = slot(default_factory=list)
    read: Callable = None                       # from a text or a Decimal; None if that isn't a value


KINDS = {
    "string": Kind("text", "text", 5),
    "int": Kind("a whole number such as 12", "number", 4),
    "number": Kind("a number such as 3.14", "number", 3),
    "bool": Kind("yes or no", "bool", 2),
    "date": Kind("a date such as 2026-11-20", "date", 2),
    "time": Kind(
        "a time such as 09:30", "time",
        values=["09:30", "17:30:15", "00:00", "23:59:59", "09:30:15.25", "09:30:15.250", "12:00:00.000001"],
        wrong=["24:00", "9h", 930, "09:60", "09:30:61"]),
    "datetime": Kind(
        "a date and time such as 2026-11-20T09:30", "datetime",
        values=[d + t for d in DAYS for t in ("T00:00", "T09:30:15", " 09:30", "t23:59:59.5")],
        wrong=["2026-11-20", "2026-11-20T25:00", "2026-11-20T09:30Z", "x", 5]),
    "instant": Kind(
        "2026-11-20T09:30Z", "instant",
        values=["2026-11-20T00:30:00Z", "2026-11-20T09:30:00+09:00", "2026-11-19T23:30:00-01:00", "2026-11-20T00:30:01Z",
                "2026-11-20T00:30:00.000000001Z", "2026-11-20T01:30:00.5+01:00"],
        wrong=["2026-11-20T00:30:00", "2026-11-20", "2026-11-20T00:30:00+25:00", {}, "2026-11-20T00:30:00.0000000001Z"]),
    "any": Kind("", "any"),
}

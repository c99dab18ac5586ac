"""Answers cases by columns of Apache Arrow; see hosts.py.

The values of a record become columns of the types that they have in JSON, as in `test_same_answers.py`; the cells of a
table become columns of texts, or of the type of their field where that has the same values.
"""

import collections
import datetime
import importlib.util
import pathlib
import re
from decimal import Decimal

import formwork
import pyarrow as pa
from host import loaded, serve

HOME = pathlib.Path(__file__).resolve().parents[3]


def same_answers():
    """The module that makes columns of records."""
    path = HOME / "Sources/FormworkPython/tests/test_same_answers.py"
    spec = importlib.util.spec_from_file_location("test_same_answers", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SAME = same_answers()
Unsayable = SAME.Unsayable


class Misfit(Exception):
    """A product that its columns cannot hold, such as a number with too many digits after the point."""


def answer(request):
    if request.records is None:
        return {"skipped": {"a workbook, or a table with items that are passed over": 1}}
    if not request.form.describe()["fields"]:
        return {"skipped": {"a form without fields, which has no columns": 1}}
    skipped = collections.Counter()
    stream = Stream(request, skipped)
    ways = {}
    for name, size in ("rows", 1), ("batches of 3", 3), ("a batch", 1 << 20):
        ways[name] = stream.answers(size, products=True)
    ways["a batch without products"] = stream.answers(1 << 20, products=False)
    return {"records": ways, "skipped": dict(skipped)}


class Stream:
    """The records of a case as batches."""

    def __init__(self, request, skipped):
        self.form, self.today, self.chance, self.skipped = request.form, request.today, request.chance, skipped
        self.types = types_of(self.form.describe()["fields"])
        self.paths, self.json_paths, has_several = paths_of(self.form.describe()["fields"])
        #: Whether a field may have a column of its own type in a branch with a name, which descriptions don't tell.
        self.hides_products = has_several and re.search(r" as \w+ <", request.form._source[0].decode("utf-8")) is not None
        #: Whether a record that is left out changes what is said of others.
        self.compares = bool(self.form.compares_records)
        self.is_numbered = re.search(r'\bfrom "[^"]*#', request.form._source[0].decode("utf-8")) is not None
        self.records, self.is_table = request.records, request.format not in ("json", "ndjson", "xlsx")

    def answers(self, size, products):
        """An answer for each record, None for one that was skipped, and what is said of their number."""
        columns = self.form._columns(self.today, None, 100)
        found, self.is_over = [], False
        try:
            if self.form._needs_all:
                self.collect(columns, size)
            for start in range(0, len(self.records), size):
                found += self.check(columns, self.records[start : start + size], start + 1, products)
        except Misfit:
            self.skipped["a product that columns cannot hold"] += 1
            return self.answers(size, products=False)
        except formwork.ColumnError as error:
            return {"fault": str(error)}
        if self.is_over or None in found:
            return [*found, None]  # nothing is said of the data as a whole
        if problems := loaded(columns.count_problems(len(self.records))):
            accepted = all(problem["severity"] != "error" for problem in problems)
            found.append({"record": None, "accepted": accepted, **undecided(problems)})
        return found

    def collect(self, columns, size):
        """Collects all records. If one cannot be expressed, it and all others are skipped."""
        try:
            for start in range(0, len(self.records), size):
                batch = self.varied(self.records[start : start + size])
                self.told(lambda: columns.collect(batch, first=start + 1))
        except Unsayable as error:
            self.skipped[str(error)] += 1
            self.is_over = True

    def check(self, columns, part, first, products):
        """An answer for each of some records, None for one that cannot be expressed or is compared with such a one."""
        if self.is_over:
            return [None] * len(part)
        try:
            results = self.results(columns, self.varied(part), first, products)
        except Unsayable as error:
            if len(part) > 1:
                return [
                    answer
                    for number, record in enumerate(part, first)
                    for answer in self.check(columns, [record], number, products)
                ]
            self.skipped[str(error)] += 1
            self.is_over = self.compares
            return [None]
        return [self.answer(row, number, products) for number, row in enumerate(rows_of(results), first)]

    def results(self, columns, batch, first, products):
        return self.told(lambda: columns.check(batch, products=products, first=first))

    @staticmethod
    def told(call):
        """What a call gives; what columns cannot express is told."""
        try:
            return call()
        except formwork.ColumnError as error:
            for part, why in SAME.REFUSED.items():
                if part in str(error):
                    raise Unsayable(why) from error
            if "does not fit the column" in str(error):
                raise Misfit from error
            raise

    def answer(self, row, number, products):
        problems = [{name: problem[name] for name in ("field", "code", "severity", "message")} for problem in row["problems"]]
        found = {"record": number, "accepted": row["accepted"], "problems": problems}
        products = products and not self.hides_products
        if products and row["accepted"]:
            found["product"] = self.product(row["product"])
        # Without its product a record is compared by its problems alone.
        return {**found, "unproduced": not products}

    def product(self, value, path=()):
        """A product without what is blank; values of the type `any` are JSON."""
        if isinstance(value, dict):
            # A name that is no field is that of a branch.
            inside = lambda name: (*path, name) if (*path, name) in self.paths else path
            return {name: self.product(inner, inside(name)) for name, inner in value.items() if inner is not None}
        if isinstance(value, list):
            return [self.product(inner, (*path, 0)) for inner in value]
        return loaded(value) if path in self.json_paths else value

    # ---- batches

    def plain(self, records):
        """Records as a batch."""
        if self.is_numbered:
            raise Unsayable("a list with numbered columns, as one column")
        batch = SAME.batch([SAME.read(record.decode("utf-8")) for record in records], self.form)
        if batch.num_columns == 0:
            raise Unsayable("a record without a value, of a form without fields")
        return batch

    def varied(self, records):
        """Records as a batch, perhaps in the middle of a longer one, with other types that have the same values."""
        batch = self.plain(records)
        columns = [self.other(self.typed(name, column)) for name, column in zip(batch.schema.names, batch.columns)]
        batch = pa.RecordBatch.from_arrays(columns, names=batch.schema.names)
        if self.chance.random() < 0.5:
            return batch
        longer = pa.Table.from_batches([batch, batch, batch]).combine_chunks().to_batches()[0]
        return longer.slice(batch.num_rows, batch.num_rows)

    def other(self, column):
        try:
            other = column.cast(self.other_type(column.type))
            # Some casts of pyarrow give columns that are broken.
            other.validate(full=True)
            return other
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            return column

    def other_type(self, kind, inside=False):
        if pa.types.is_string(kind):
            words = pa.dictionary(self.chance.choice([pa.int8(), pa.uint16(), pa.int32(), pa.int64()]), pa.string())
            return self.chance.choice([kind, pa.large_string(), pa.string_view(), words])
        if pa.types.is_int64(kind):
            narrow = [pa.int8(), pa.int16(), pa.int32(), pa.uint8(), pa.uint32(), pa.uint64()]
            # Values of the type `any` are the same if they are written the same, and 1.000 is not written like 1.
            decimal = [] if inside and self.compares else [pa.decimal128(38, 3)]
            return self.chance.choice([kind, *narrow, *decimal])
        if pa.types.is_list(kind):
            return self.chance.choice([pa.list_, pa.large_list])(self.other_type(kind.value_type, True))
        if pa.types.is_struct(kind):
            return pa.struct([(field.name, self.other_type(field.type, True)) for field in kind])
        return kind

    # ---- columns of a table

    def typed(self, name, column):
        """The cells of a table as a column of their field's type where it has the same values."""
        if not self.is_table or not pa.types.is_string(column.type) or self.chance.random() < 0.3:
            return column
        for convert, kinds in CONVERSIONS.get(self.types.get(name), []):
            try:
                values = [convert(cell) if cell else None for cell in column.to_pylist()]
                typed = pa.array(values, self.chance.choice(kinds))
                # pyarrow drops fractions of a second that a type has no place for.
                if typed.to_pylist() == values:
                    return typed
            except (ValueError, ArithmeticError, pa.ArrowInvalid):
                continue
        return column


def undecided(problems):
    """Problems of the data as a whole, with those that are rules that can't be decided as lines of results have them."""
    others = [problem for problem in problems if problem["code"] != "undecided"]
    rules = [
        {"check": re.search(r"[\w.]+\.form:\d+", problem["message"])[0], **problem["params"]}
        for problem in problems
        if problem["code"] == "undecided"
    ]
    return {"problems": others, **({"undecided": rules} if rules else {})}


def paths_of(fields):
    """The paths of all fields, with 0 for items, and those of the values that are JSON in products: those of the type `any`
    or of alternatives, and of fields of one level that share a name and have several types of columns; and whether there
    are such fields."""
    types = {}

    def add(field, path):
        # Texts and choices have one type of columns.
        types.setdefault(path, set()).add("string" if field["type"] == "choice" else field["type"])
        for inner in field.get("fields", []):
            add(inner, (*path, inner["name"]))
        if "items" in field:
            add(field["items"], (*path, 0))

    for field in fields:
        add(field, (field["name"],))
    several = {path for path, all in types.items() if len(all) > 1}
    return set(types), {path for path, all in types.items() if all <= {"any", "either"}} | several, bool(several)


def types_of(fields):
    """The types of fields by their names and keys, those in records too. Fields with a format are texts, and fields of one
    name with several types are `any`."""
    found = {}

    def add(name, type):
        found[name] = type if found.get(name, type) == type else "any"

    for field in fields:
        for name in {field["name"], field.get("key", field["name"])}:
            add(name, "text" if field.get("formatted") else field["type"])
        for inner in (field.get("fields", []), field.get("items", {}).get("fields", [])):
            for name, type in types_of(inner).items():
                add(name, type)
    return found


# ---- cells as values that are written just like them -------------------------------------------

def exactly(convert, write):
    def converted(cell):
        value = convert(cell)
        if write(value) != cell:
            raise ValueError(cell)
        return value

    return converted


def digits(value):
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


INTEGERS = [pa.int64(), pa.int32(), pa.int16(), pa.decimal128(38, 0), pa.decimal256(60, 2)]
WHOLE = exactly(int, str)
EXACT = exactly(Decimal, digits)
FLOAT = exactly(float, lambda value: digits(Decimal(repr(value))))
TRUTH = exactly(lambda cell: {"true": True, "false": False}.get(cell), lambda value: str(value).lower())
DAY = exactly(datetime.date.fromisoformat, str)
TIME = exactly(datetime.time.fromisoformat, lambda value: value.isoformat())
MOMENT = exactly(datetime.datetime.fromisoformat, lambda value: value.isoformat())
INSTANT = exactly(
    lambda cell: datetime.datetime.fromisoformat(cell.replace("Z", "+00:00")).astimezone(datetime.timezone.utc),
    lambda value: value.isoformat().replace("+00:00", "Z"),
)
MOMENTS = [pa.timestamp("us"), pa.timestamp("ms"), pa.timestamp("s"), pa.timestamp("ns")]

CONVERSIONS = {
    "int": [(WHOLE, INTEGERS), (FLOAT, [pa.float64()])],
    "number": [(WHOLE, INTEGERS), (FLOAT, [pa.float64()]), (EXACT, [pa.decimal128(38, 10), pa.decimal256(70, 30)])],
    "bool": [(TRUTH, [pa.bool_()])],
    "date": [(DAY, [pa.date32(), pa.date64()])],
    "time": [(TIME, [pa.time32("s"), pa.time32("ms"), pa.time64("us"), pa.time64("ns")])],
    "datetime": [(MOMENT, MOMENTS)],
    "instant": [(INSTANT, [pa.timestamp(kind.unit, "UTC") for kind in MOMENTS])],
}


# ---- results -----------------------------------------------------------------------------------

def rows_of(batch):
    return [plain(pa.StructArray.from_arrays(batch.columns, names=batch.schema.names)[row]) for row in range(batch.num_rows)]


def plain(scalar):
    """A value of Arrow as JSON has it, dates and times as products write them."""
    if not scalar.is_valid:
        return None
    if pa.types.is_struct(scalar.type):
        return {name: plain(scalar[name]) for name in (field.name for field in scalar.type)}
    if pa.types.is_list(scalar.type) or pa.types.is_large_list(scalar.type):
        return [plain(item) for item in scalar.values]
    if pa.types.is_time(scalar.type):
        return moment(scalar.value, scalar.type.unit)[11:]
    if pa.types.is_timestamp(scalar.type):
        return moment(scalar.value, scalar.type.unit) + ("Z" if scalar.type.tz else "")
    value = scalar.as_py()
    return str(value) if isinstance(value, datetime.date) else value


def moment(value, unit):
    """What calendar and clock show so many units after the beginning of 1970."""
    scale = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    second = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=value // scale)
    fraction = f".{value % scale * 10**9 // scale:09}".rstrip("0").rstrip(".")
    return second.isoformat() + fraction


if __name__ == "__main__":
    serve(answer)

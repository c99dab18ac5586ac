"""What a spec means: a record is read into values, then judged into a product or problems.

Reading (fill) goes through the fields in order and decides which `when` branch is in force.
Judging goes through them again, in order, and tells what is wrong. Between the two every value is
known, so a rule may name any field.
"""
import datetime
import functools
from calendar import monthrange
from dataclasses import dataclass, field as slot, replace
from decimal import Decimal
from fractions import Fraction

import regex

import formats
import instants
import predicates
import words
from words import FAMILIES
from between import (BLANK, BROKEN, ELSEWHERE, LISTY, MISSING, NO_ROW, UNDECIDED, UNDEFINED, Along, Between, Entry, OfList, Records, Unknown, block_of, secrets,
                     from_afar, is_all_records, leads_to_bool, number_if_records, of_list, of_others, unknown, with_path,
                     without_result)
from functions import FUNCTIONS, OF_LISTS, Nothing, beside
from instants import Instant, Lapse, Partial, from_to, possible
from kinds import KINDS
from predicates import AnyCase, folded, nfc, strip
from readers import GAP, PROBLEMS, Native, Row, cleaned, is_blank, keys_of
from syntax import (BRACE, And, Arithmetic, AsWritten, Block, Call, Compare, Duration, Format, In, Is, Literal, Member, Name, Not, Or, Percent, Range, Several,
                    Rule, Shape, SpecError, Text, Type, When, flat, percent)


@dataclass
class Span:
    """A range: two comparisons joined with `and`, so that one end may be unknown."""
    low: object
    high: object
    closed: bool = True

    def holds(self, value):
        ends = (">=", self.low), ("<=" if self.closed else "<", self.high)
        found = [end if isinstance(end, Unknown) else compare(op, value, end) for op, end in ends if end is not None]
        return False if False in found else unknown(*found) or True

    def params(self):
        return {k: v for k, v in (("min", self.low), ("max", self.high)) if v is not None}


class Items(list):
    """The value of a list field; `codes` has what each item failed with, `raws` what it was, `type` what it should be."""
    type = None
    of_records = False
    keys = levels = ()                # of a list by name: the keys of its items, and the level around each
    secret_keys = False

    def paths(self, path): return [f"{path}[{in_quotes(words.SECRET if self.secret_keys else key)}]" for key in self.keys]

    def around(self, number, level):
        """Where the names stand that an item has around it."""
        return self.levels[number] if self.levels else level


def in_quotes(text): return '"' + regex.sub(r'["\\\x00-\x1f]', lambda m: "\\" + m[0] if m[0] in '"\\' else f"\\u{ord(m[0]):04x}", text) + '"'


class Keyed(dict):
    """A record that is an item of a list by name."""
    key = None

    @staticmethod
    def of(key, raw):
        """What stands under a key. Rows are records already."""
        if isinstance(raw, dict):
            raw = raw if isinstance(raw, Row) else Keyed(raw)
            raw.key = key
        return raw


class Level:
    """One record while it is read: its fields by name, and the record around it."""
    optional_now = frozenset()        # the fields that count as blank if they are missing
    shape = None                      # the field or item that the record is the value of

    def __init__(self, block, raw, parent=None, prefix=""):
        self.block, self.raw, self.parent, self.prefix = block, raw, parent, prefix
        self.values, self.failed, self.branches, self.shapes = {}, {}, {}, {}
        self.pending = {}             # calculated fields -> what calculates them, once they are asked for
        self.passed = set()           # the names of the fields that have been read, or left out with their block
        for shape in block.fields():
            self.shapes.setdefault(shape.name, shape)

        self.noted = []               # (a field or branch, the unknown that keeps it from being decided)

    def owner(self, name):
        """The nearest level, from the inside out, that has a field of this name."""
        level = self
        while level and name not in level.shapes:
            level = level.parent
        return level

    def value(self, name):
        if name in self.pending:
            self.pending.pop(name)()
        value = self.values.get(name, BLANK)
        if isinstance(value, str) and self.ignores_case(name):
            value = AnyCase(value)
        return BLANK if value is MISSING and self.shapes[name] in self.optional_now else value


    def ignores_case(self, name):
        """Is one of the fields of this name, which may be in several branches, compared so?"""
        return any(shape.any_case for shape in self.block.fields() if shape.name == name)


def note(level, place, truth):
    """A condition or calculation of a record that cannot be decided because of a list of other data."""
    while level.parent:
        level = level.parent
    level.noted.append((place, truth))


def within(item, level):
    """A level inside this one, for the fields of a record or of the records of a list, all of which have been read with it."""
    inner = Level(item.type.block, {}, level)
    inner.passed = {one.name for one in item.type.block.fields()}
    return inner


@dataclass
class Context:
    """Where an expression is evaluated."""
    level: Level
    value: object = None              # the field's own value, or the subject of a predicate
    shape: Shape = None               # None: there is no own value
    params: dict = None
    path: str = ""                    # of the field or record, for `unique` and `same`
    secret: bool = False              # may `value` not be shown?
    entry: object = None              # the record that is judged, where others may be asked
    group: list = None                # those that `per` puts together
    of_secret: bool = False           # is one of the fields of `per` secret?
    inside: bool = False              # in a condition about `records`: names are those of another record
    at_end: bool = False              # about the data as a whole
    raw: object = None                # what the data has for `value`
    subject: tuple = None             # (expression, context) of what `value` is, if it is not the field's own
    given: dict = slot(default_factory=dict)      # parameter -> (expression, context) of what it is given

    def about(self, value, secret=False, subject=None):
        return replace(self, value=value, shape=self.shape or Shape(), secret=secret,
                       subject=(subject, self) if subject is not None else None)


@dataclass
class Limit:
    """An end of what is allowed: `e` is what stands there in the form."""
    value: object
    excluded: bool
    e: object
    context: object

    def shown(self, judge, shape):
        """In the format of the field that the problem is about, if it has one for such values."""
        if isinstance(self.value, Unknown):
            return words.SECRET if judge.is_secret(self.e, self.context) else ""
        text, type = judge.shown(self.e, self.context, shape), shape and shape.type
        while type and type.kind == "list":
            type = type.item.type
        type = words.alternative(type, self.value)
        has_format = type and (isinstance(self.value, Decimal) and (type.decimal or type.group) or words.own_format(self.value, type))
        return words.show(self.value, type) if has_format and text != words.SECRET else text


@dataclass
class Failed:
    """What went wrong in a rule: the code, the parts that are to blame from the innermost to the whole, each with its context."""
    code: str
    context: Context
    parts: list = slot(default_factory=list)
    message: dict = None
    of_define: bool = False           # is the message that of a definition?
    actual: object = None
    shown: object = None              # about whom -> the text of what was found
    first: dict = None                # of `unique` and `same`: the record that came first
    rule_context: Context = None


# ---- comparing ---------------------------------------------------------------------------------

def kind(value): return "duration" if isinstance(value, Lapse) else words.family(value)


def key(value):
    """Equal values have equal keys."""
    if isinstance(value, str):
        return nfc(predicates.folded(nfc(value))) if isinstance(value, AnyCase) else nfc(value)
    if isinstance(value, Level):
        return tuple((name, key(v)) for name, v in sorted(value.values.items()))
    if isinstance(value, bool):
        return "bool", value
    if isinstance(value, dict):                           # of type `any`: written the same
        return tuple((name, key(v)) for name, v in value.items())
    return tuple(map(key, value)) if isinstance(value, list) else value


def compare(op, a, b):
    if isinstance(a, Lapse) != isinstance(b, Lapse):        # the sum of no durations
        a, b = (Lapse() if isinstance(x, Nothing) else x for x in (a, b))
    if kind(a) != kind(b) or op not in ("==", "!=") and kind(a) in ("text", "bool"):      # one of them is of several types
        return BLANK
    if isinstance(a, Partial) or isinstance(b, Partial):
        return compare_days(op, possible(a), possible(b))
    if isinstance(a, AnyCase) or isinstance(b, AnyCase):
        a, b = (AnyCase(x) for x in (a, b))
    a, b = key(a), key(b)
    if isinstance(a, Lapse) and a != b and a.against(b) is None:
        raise SpecError("months have no fixed length")
    if op in ("==", "!="):
        return (a == b) == (op == "==")
    return {"<": a < b, "<=": a <= b, ">": b < a, ">=": b <= a}[op]


def compare_days(op, a, b):
    """A comparison of dates, each from its first to its last possible day: blank if it depends on the day."""
    if op in ("==", "!="):
        return (op == "!=") if a[1] < b[0] or b[1] < a[0] else BLANK
    found = {compare(op, one, other) for one in a for other in b}
    return BLANK if len(found) > 1 else found.pop()


def same(a, b):
    """As `unique` has it: partial dates are the same if their days are."""
    return a == b if isinstance(a, Partial) or isinstance(b, Partial) else compare("==", a, b)


def found_in(value, items):
    """Is the value one of those of a list? A partial date is what is the same."""
    if not isinstance(value, Partial):
        return holds(value, [i for i in items if isinstance(i, Unknown) or not isinstance(i, Partial)])
    return value in items or unknown(*(i for i in items if isinstance(i, Unknown))) or False


def holds(value, wanted):
    """Is the value the wanted one, in the wanted range, or among the wanted ones?"""
    if isinstance(wanted, Span):
        return wanted.holds(value)
    if isinstance(wanted, list):
        found = [w if isinstance(w, Unknown) else holds(value, w) for w in wanted if isinstance(w, Unknown) or is_of(kind(value), w)]
        return True if True in found else unknown(*found) or (BLANK if wanted and not found else False)
    return compare("==", value, wanted)


def is_of(family, wanted):
    """Is a wanted value, or an end of a wanted range that is known, of this family of types?"""
    ends = [end for end in (wanted.low, wanted.high) if end is not None] if isinstance(wanted, Span) else [wanted]
    return all(isinstance(end, Unknown) or kind(end) == family for end in ends)


# ---- dates -------------------------------------------------------------------------------------

UNITS = {"week": 7 * 86400, "day": 86400, "hour": 3600, "minute": 60, "second": 1}


def shift(value, lapse):
    if isinstance(value, Partial):
        ends = [shift(day, lapse) for day in possible(value)]
        return UNDEFINED if UNDEFINED in ends else from_to(*ends)
    if isinstance(value, Instant):
        second = shift(value.second, Lapse(lapse.months))
        nanos = value.nanos + lapse.seconds * 10**9
        if second is UNDEFINED or nanos.denominator != 1:
            return UNDEFINED
        try:
            return Instant(second + datetime.timedelta(seconds=int(nanos // 10**9)), int(nanos % 10**9))
        except OverflowError:
            return UNDEFINED
    try:
        if kind(value) == "time":                       # it stays on its day
            if lapse.months:
                raise SpecError("a time has no months")
            moved = datetime.datetime.combine(datetime.date(2000, 1, 1), value) + timedelta(lapse.seconds)
            return moved.time() if moved.date() == datetime.date(2000, 1, 1) else UNDEFINED
        months = value.year * 12 + value.month - 1 + lapse.months
        year, month = divmod(months, 12)
        value = value.replace(year=year, month=month + 1, day=min(value.day, monthrange(year, month + 1)[1]))
        if kind(value) == "date" and lapse.seconds % 86400:
            return UNDEFINED                             # part of a day
        return value + timedelta(lapse.seconds)
    except (OverflowError, ValueError):
        return UNDEFINED


def timedelta(seconds): return datetime.timedelta(seconds=int(seconds // 1), microseconds=int(seconds % 1 * 10**6))


def lapse_between(a, b):
    """a - b, of two dates, times, datetimes or instants."""
    if isinstance(a, Instant):
        return lapse_between(a.second, b.second) + Lapse(0, Fraction(a.nanos - b.nanos, 10**9))
    if isinstance(a, datetime.time):
        a, b = (datetime.datetime.combine(datetime.date(2000, 1, 1), t) for t in (a, b))
    found = a - b
    return Lapse(0, found.days * 86400 + found.seconds + Fraction(found.microseconds, 10**6))


def full_years(born, today):
    """The largest n with born <= today - n years: a 29 February comes on 1 March in other years."""
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


# ---- reading one value -------------------------------------------------------------------------

class Mistyped(Exception):
    pass


class Malformed(Exception):
    """A record that has a key twice that a field asks for."""


def scalar(shape, raw):
    """The value of declared type that the cleaned raw value stands for, or Mistyped."""
    type = shape.type
    if type.kind == "either":
        for one in type.alternatives:                         # the first that takes it
            try:
                return scalar(replace(shape, type=one), raw if one.kind in ("string", "any") or not isinstance(raw, str) else raw.__class__(strip(raw)))
            except Mistyped:
                pass
        raise Mistyped
    if isinstance(raw, Native) and not (raw.is_number and type.kind in ("date", "time", "datetime", "instant")):
        type = replace(type, formats=None, decimal=None, group=None)
    if type.kind == "any":
        return str(raw) if isinstance(raw, Native) else raw
    if type.kind == "string" and isinstance(raw, str):
        return (AnyCase if shape.any_case else str)(raw)
    if type.kind == "choice" and isinstance(raw, str):
        same_case = AnyCase if shape.any_case else str
        by_value, by_also = lambda value, also: [value], lambda value, also: also
        for case, texts in ((str, by_value), (str, by_also), (same_case, by_value), (same_case, by_also)):
            for value, _, also in type.choices:           # as it stands, then in any case
                if key(case(raw)) in [key(case(v)) for v in texts(value, also)]:
                    return same_case(value)
    if type.kind in ("int", "number"):
        number = raw if isinstance(raw, Decimal) else number_of(type, raw)
        if number is not None and predicates.fits(number):
            if type.kind == "number" or number == number.to_integral_value() and -2**63 <= number < 2**63:
                return number
    if type.kind == "bool":
        return boolean(type, raw)
    if type.kind in KINDS and (read := KINDS[type.kind].read) and isinstance(raw, (str, Decimal)):
        if (found := read(raw)) is not None:
            return found
    if type.kind in ("date", "time", "datetime", "instant") and isinstance(raw, str):
        return calendar_value(type, raw)
    raise Mistyped


def number_of(type, raw):
    if not isinstance(raw, str):
        return None
    point, group = alike(type.decimal or "."), alike(type.group or "")
    if type.kind == "int" and type.group and type.decimal is None:
        point = "(?!)"
    whole = r"[0-9]+" + (rf"|[1-9][0-9]{{0,2}}(?:{group}[0-9]{{3}})+" if group else "")
    m = regex.fullmatch(rf"([+-]?)({whole})?(?:{point}([0-9]+))?", raw)
    if not m or m[2] is None and m[3] is None:
        return None
    return Decimal(f"{m[1]}{regex.sub('[^0-9]', '', m[2] or '0')}.{m[3] or '0'}")


def alike(mark):
    """A mark of numbers, as a pattern: spaces that look alike are one, and so are the straight and the curly apostrophe."""
    for some in " \u00a0\u2007\u2009\u202f", "'’":
        if mark and mark in some:
            return f"[{some}]"
    return regex.escape(mark)


def boolean(type, raw):
    if isinstance(raw, bool):
        return raw
    yes, no = ([type.formats[0].lower()], [type.formats[1].lower()]) if type.formats else (
        ["true", "yes", "on", "1"], ["false", "no", "off", "0"])
    text = raw.lower() if isinstance(raw, str) else None
    if isinstance(raw, Decimal) and raw in (0, 1):
        return raw == 1
    if isinstance(raw, (list, dict)) or text not in yes + no:
        raise Mistyped
    return text in yes


ISO_DATE = "(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
ISO_TIME = r"(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:\.(?P<fraction>[0-9]{1,6})0{0,3})?)?"
ISO = {"date": ISO_DATE, "time": ISO_TIME, "datetime": f"{ISO_DATE}[Tt ]{ISO_TIME}"}


def calendar_value(type, raw):
    try:
        for one in type.formats or ():
            found = formats.read(type.kind, one, raw, getattr(one, "century", None))
            if found is not None:
                return found
    except formats.BadFormat:
        raise SpecError(f"{one} is no format of a {type.kind}") from None
    if type.formats:
        raise Mistyped
    if type.kind == "instant":
        if found := instants.read(raw):
            return found
        raise Mistyped
    if m := regex.fullmatch(ISO[type.kind], raw):
        part = {k: int(v) for k, v in m.groupdict().items() if v and k != "fraction"}
        if fraction := m.groupdict().get("fraction"):          # Python's clock stops at microseconds
            part["microsecond"] = int(fraction.ljust(6, "0"))
        try:
            return getattr(datetime, type.kind)(**part)
        except ValueError:
            pass
    raise Mistyped


def find(record, shape):
    """What the record has for this field: the first of its names that is filled in counts."""
    if shape.is_key:
        return None if is_blank(shape, cleaned(shape, record.key)) else record.key
    if isinstance(record, Row):
        found = record.of_field.get(id(shape))
        return None if is_blank(shape, cleaned(shape, found)) else found
    for name in keys_of(shape):
        found = [value for other, value in record.items() if nfc(other) == nfc(name)]
        if len(found) > 1:
            raise Malformed
        if found and not is_blank(shape, cleaned(shape, found[0])):
            return found[0]
    return None


# ---- a data set --------------------------------------------------------------------------------

class Judge(Between):
    """Judges the records of one data set, in order."""

    def __init__(self, spec, language, today, lists=None):
        self.spec, self.today, self.lists = spec, today, {}
        self.language = language or spec.language
        self.unmarked = self.language == spec.language
        self.seen, self.circles = {}, {}  # (rule, path without indexes) -> key -> its first record; field -> those of its circle
        self.undecided = {}           # rule -> the first record in the way
        self.left_out = {}            # list -> how many of its records
        self.number, self.file, self.entries, self.total, self.needed = 0, "", [], 0, {}
        self.files, self.headers = [], []     # the files of the run; the columns of each table, with its file
        self.scopes = {}
        self.requires = True          # whether a field must be filled in; not in the records of a list
        for name, records in (lists or {}).items():
            self.lists[name] = OfList(self.typed(name, records))

    def typed(self, name, records):
        """The records of a list that can be read; a value that cannot be typed is unusable, nothing else is asked of them."""
        one = self.spec.lists[name]
        judge = Judge(one.spec, None, self.today) if one.spec else self
        for number, (line, raw) in enumerate(records, 1):
            judge.requires = False
            try:
                level = judge.settled(raw, one.block) if isinstance(raw, dict) else None
            except Malformed:
                level = None
            judge.requires = True
            if level is None or mistyped(level):
                self.left_out[name] = self.left_out.get(name, 0) + 1
            if level is not None:
                level.entry = Entry(name, number, line, raw, True)
                level.entry.index = -1
                yield level

    def answers(self, entries):
        """The answer to each entry, then one to them all if something is wrong with them all."""
        self.entries, self.total = entries, len(entries)
        for index, entry in enumerate(entries):
            entry.index = index
            entry.level = self.read_entry(entry)
        for entry in entries:
            accepted, product, problems = self.record(entry)
            if not entry.known:
                yield {"record": entry.number, "line": entry.line, **({"file": entry.file} if len(self.files) > 1 else {}),
                       "accepted": accepted, **({"product": product} if accepted else {}), "problems": problems}
        problems = self.data_set()
        named = {(e.file, e.number) for rule, e in self.undecided.items() if isinstance(rule, Rule)}
        self.undecided = {rule: e for rule, e in self.undecided.items()            # one record in the way is told once
                          if isinstance(rule, Rule) or (e.file, e.number) not in named}
        if problems or self.undecided:
            undecided = [{"check": f"{rule.file}:{rule.line}", "record": e.number, "line": e.line,
                          **({"file": e.file} if len(self.files) > 1 or e.known else {})} for rule, e in sorted(self.undecided.items(), key=lambda pair: pair[0].line)]
            accepted = accepted_with(problems) and all(getattr(rule, "warns", False) for rule in self.undecided)
            yield {"record": None, "accepted": accepted, "problems": problems,
                   **({"undecided": undecided} if undecided else {})}

    def answer_by_itself(self, entry):
        """The answer to a record that isn't one of a data set, for which rules about others aren't judged."""
        self.is_by_itself, self.entries, self.total = True, [entry], 1
        entry.level = self.read_entry(entry)
        accepted, product, problems = self.record(entry)
        return {"record": entry.number, "line": entry.line, "accepted": accepted,
                **({"product": product} if accepted else {}), "problems": problems}

    def read_entry(self, entry):
        try:
            level = self.settled(entry.raw, self.spec.block) if isinstance(entry.raw, dict) else None
        except Malformed:
            return None
        if level:
            level.entry = entry
        return level

    def alone(self, raw):
        """The problems of one record by itself."""
        entry = Entry("", 1, 1, raw)
        self.entries, self.total = [entry], 10**6
        entry.level = self.read_entry(entry)
        return self.record(entry)[2]

    def data_set(self):
        """-> problems of the checks that are about the data as a whole."""
        self.number = self.line = ""
        self.problems, level = [], Level(self.spec.block, {})
        for check in self.spec.block.items:
            scope = self.scope(check, level) if isinstance(check, Rule) else ""
            for self.header, file in {"data": [((), None)], "columns": self.different_headers()}.get(scope, []):
                context = Context(level, at_end=True)
                truth = self.truth(check.condition, context)
                self.note_undecided(check, truth)
                if truth is False or without_result(truth):
                    self.failed_check(check, context, None, None, None, None, "records")
                    if file and len(self.files) > 1:
                        self.problems[-1]["file"] = file
        return self.problems

    def different_headers(self):
        """The columns of the tables, each with its first file; their order makes no difference."""
        first = {}
        for columns, file in self.headers:
            first.setdefault(tuple(sorted(map(nfc, columns))), (columns, file))
        return first.values()

    def note_undecided(self, rule, truth):
        if isinstance(truth, Unknown) and truth.entry and not self.entry_is_known:
            before = self.undecided.get(rule)
            if before is None or truth.entry.place < before.place:
                self.undecided[rule] = truth.entry

    entry_is_known = False

    def record(self, entry):
        """-> (accepted, product, problems) of this record."""
        self.number, self.line, self.file, self.entry_is_known = entry.number, entry.line, entry.file, entry.known
        self.problems, self.asked = [], {}
        product, level = {}, entry.level
        if level is None:
            self.problem(None, "malformed", None, None)
        else:
            self.judge(self.spec.block, level, product)
            self.unknown_keys(self.spec.block, level)
            for place, truth in level.noted:
                self.note_undecided(place, truth)
        self.entry_is_known = False
        return accepted_with(self.problems), product, self.problems

    # reading
    def settled(self, raw, block):
        """`required if` may name later fields, so all is read again until it asks for the same."""
        self.needed = {}
        for _ in range(99):
            level, self.required_ifs, self.later, self.calculated = Level(block, raw), [], [], []
            self.fill(block, level)
            needed = {path: self.demands(s, l) for path, s, l in self.required_ifs}
            if needed == self.needed:
                break
            self.needed = needed
        return level

    def fill(self, block, level):
        for item in block.items:
            if isinstance(item, Shape) and item.calculated is not None:
                self.calculated.append((item, level))
                self.put_off(item, level)
                level.passed.add(item.name)
            elif isinstance(item, Shape):
                level.shapes[item.name] = item                # of the branch in force, if several have the name
                value, code = self.read(item, find(level.raw, item), level, level.prefix + item.name)
                level.values[item.name], level.failed[item.name] = value, code
                level.passed.add(item.name)
            elif isinstance(item, When):
                self.choose(item, level)
                level.passed |= {shape.name for branch in item.branches for shape in branch.block.fields()}
            for one in [one for one in self.later if self.all_passed(*one[1:])]:
                self.later.remove(one)
                path, shape, inner = one
                inner.values[shape.name], inner.failed[shape.name] = self.demanded(path, shape, inner)
                for calculated in self.calculated:            # a `when` may have asked for what comes of it
                    self.put_off(*calculated)

    def put_off(self, shape, level):
        """A calculated field is calculated when it is asked for."""
        level.values.pop(shape.name, None)
        level.pending[shape.name] = lambda: self.calculate(shape, level)

    def all_passed(self, shape, level):
        """Has everything been read that this field's `required if` depends on?"""
        return self.passed(shape.required_if, level, {shape})

    def passed(self, e, level, seen):
        """Have all the fields been read that this needs, and those that they depend on?"""
        for shape, its in self.reads(e, level):
            if shape.name not in its.passed:
                return False
            if shape not in seen:
                seen.add(shape)
                if not all(self.passed(one, its, seen) for one in (shape.calculated, shape.required_if) if one is not None):
                    return False
        return True

    def reads(self, e, level, given=None, whole=False):
        """-> the fields, each with its level, whose values an expression needs.

        What is in a list counts only if it is named, or if items are compared (`whole`): a list is counted without its items.
        `given`: parameter of a definition -> (argument, its level, what was given there); None for a field of other data."""
        given = given or {}
        if isinstance(e, Name) and e.path[0] in given:
            argument = given[e.path[0]]
            if argument:
                inner = Name([*argument[0].path, *e.path[1:]]) if isinstance(argument[0], Name) else argument[0]
                yield from self.reads(inner, *argument[1:], whole)
        elif isinstance(e, Name) and level.owner(e.path[0]):
            yield from self.along_path(e.path, level.owner(e.path[0]), whole)
        elif isinstance(e, Text):
            for name in words.placeholder_names(e.text):
                yield from self.reads(Name(list(words.path_of(name))), level, given)
        elif isinstance(e, (Name, Call)) and (called := e.path[0] if isinstance(e, Name) else e.name) in self.spec.defines:
            define = self.spec.defines[called]
            yield from self.reads(define.body, level, {name: (argument, level, given) for name, argument in zip(define.params, getattr(e, "args", ()))})
        elif isinstance(e, Call):
            first, rest = e.args[:1], e.args[1:]
            for one in first:
                yield from self.reads(one, level, given, whole=e.name == "distinct")
            inside, hidden = level, given
            if e.name in LISTY and rest and self.leads_to_list(meant := self.list_named(first[0], level, given), level):
                if is_all_records(meant) and not level.owner("records"):
                    return
                inside = self.inside_items(first[0], level, given)
                if inside is level:
                    hidden = given | {name: None for name in self.item_names(meant, level)}
            for one in rest + [n.value for n in e.named]:
                yield from self.reads(one, inside, hidden)
        elif isinstance(e, Is):
            yield from self.reads(e.subject, level, given, whole=self.compares_items(e.predicate))
            by = isinstance(e.predicate, Call) and e.predicate.name == "distinct" and e.predicate.named
            yield from self.reads(e.predicate, self.inside_items(e.subject, level, given) if by else level, given)
        else:
            for inner in vars(e).values() if type(e).__module__ == "syntax" else ():
                for part in inner if isinstance(inner, list) else [inner]:
                    yield from self.reads(part, level, given)

    def compares_items(self, predicate):
        """Does this compare whole items, as `distinct` does?"""
        if isinstance(predicate, (And, Or)):
            return self.compares_items(predicate.left) or self.compares_items(predicate.right)
        if isinstance(predicate, Not):
            return self.compares_items(predicate.inner)
        name = predicate.path[0] if isinstance(predicate, Name) else getattr(predicate, "name", None)
        if name in self.spec.defines:
            return self.compares_items(self.spec.defines[name].body)
        return name == "distinct" and not getattr(predicate, "named", None)

    def inside_items(self, e, level, given):
        """A level for the records of the list that a path leads to; the level itself if it leads to no such list of this record."""
        while isinstance(e, Name) and e.path[0] in given and given[e.path[0]]:
            argument, level, outer = given[e.path[0]]
            e, given = Name([*argument.path, *e.path[1:]]) if isinstance(argument, Name) else argument, outer
        if not isinstance(e, Name) or not level.owner(e.path[0]):
            return level
        found = list(self.along_path(e.path, level.owner(e.path[0])))
        shape, its = found[-1] if found else (None, level)
        while shape is not None and shape.type.kind == "list":
            shape = shape.type.item
        return within(shape, its) if shape is not None and shape.type.kind == "record" else level

    def along_path(self, path, level, whole=False):
        """-> the fields that a path names, each with its level; with all that is in the last one, if that is asked for (`whole`)."""
        for shape in level.block.fields():
            if shape.name == path[0]:
                yield shape, level
                item = shape
                while item.type.kind == "list":
                    item = item.type.item
                if item.type.kind == "record" and (whole or len(path) > 1):
                    inner = within(item, level)
                    for name in [path[1]] if len(path) > 1 else {one.name: None for one in item.type.block.fields()}:
                        yield from self.along_path([name, *path[2:]], inner, whole)

    def circle(self, shape, level):
        """The fields whose `required if` this one's depends on while they depend on this one's."""
        if shape not in self.circles:
            self.circles[shape] = {other for other, inner in self.depends_on(shape, level)
                                   if any(one is shape for one, _ in self.depends_on(other, inner))}
        return self.circles[shape]

    def depends_on(self, shape, level):
        """-> the fields, each with its level, on which a `required if` depends."""
        found, left = {}, [(shape, level)]
        while left:
            one, its = left.pop()
            for e in (one.calculated, one.required_if):
                for other, inner in self.reads(e, its) if e is not None else ():
                    if other not in found:
                        found[other] = inner
                        left.append((other, inner))
        return found.items()

    def demands(self, shape, level):
        """What a field's `required if` comes to; those of its circle count as optional."""
        Level.optional_now = self.circle(shape, level)
        truth = self.truth(shape.required_if, Context(level))
        Level.optional_now = frozenset()
        return truth

    def demanded(self, path, shape, level):
        """-> (value, code) of a blank field with `required if`."""
        needed = self.needed.get(path, False)
        note(level, shape, needed)
        if without_result(needed):
            return MISSING, "calculation"
        return (MISSING, "required") if needed is True else (BLANK, None)

    def calculate(self, shape, level):
        """The value of a calculated field; blank if what it needs is, unusable without a word if what it needs is."""
        value, code = number_if_records(self.evaluate(shape.calculated, Context(level))), None
        if not isinstance(value, Unknown) and self.alternatives(shape.calculated, Context(level)) and kind(value) != FAMILIES[shape.type.kind]:
            value = BLANK                                   # the value of another alternative
        note(level, shape, value)
        if without_result(value):
            value, code = MISSING, "calculation"            # there is no value
        elif isinstance(value, Unknown):
            value, code = (UNDECIDED, "quiet") if value.unusable else (BLANK, None)
        elif value == "" and isinstance(value, str):
            value = BLANK
        else:
            try:
                if shape.type.kind == "number" and not isinstance(value, Decimal) or isinstance(value, Lapse):
                    raise SpecError(f"{shape.name} is not a {shape.type.kind}")
                if shape.type.kind not in ("date", "time", "datetime", "instant"):
                    value = scalar(shape, Decimal(value) if isinstance(value, Decimal) else value)
                elif kind(value) != shape.type.kind:
                    raise SpecError(f"{shape.name} is not a {shape.type.kind}")
                elif isinstance(value, Partial) and not any(formats.exactly(value, "date", one) for one in shape.type.formats or ()):
                    value = BLANK                               # the field has no partial dates of this kind
            except Mistyped:
                value, code = MISSING, "calculation"
        level.values[shape.name], level.failed[shape.name] = value, code

    def choose(self, when, level):
        """Notes the branch in force, None if none is, and looks at nothing else."""
        level.branches[when] = None
        for i, branch in enumerate(when.branches):
            truth = True if branch.condition is None else self.truth(branch.condition, Context(level))
            note(level, branch, truth)
            if truth is True:
                level.branches[when] = branch
                return self.fill(branch.block, level)
            if without_result(truth):
                level.branches[when] = "calculation"
            if isinstance(truth, Unknown) and not truth.empty or truth is MISSING:
                return self.spoil(when, level, i)
        level.branches[when] = "blank" if when.else_blank else None

    def spoil(self, when, level, first=0):
        """The fields of a block that cannot be decided, and of those after it, are unusable to whatever names them."""
        for branch in when.branches[first:]:
            for item in branch.block.items:
                if isinstance(item, Shape):
                    level.values[item.name] = UNDECIDED
                elif isinstance(item, When):
                    self.spoil(item, level)

    def read(self, shape, raw, level, path, item=False):
        """-> (value, code it failed with)."""
        raw = cleaned(shape, raw)
        if is_blank(shape, raw):
            if shape.default is not None and not item:
                if isinstance(shape.default, Percent):            # a value of a field is not written with %
                    return Decimal(shape.default), None
                return (scalar(shape, shape.default) if isinstance(shape.default, str) else shape.default), None
            if not self.requires:
                return BLANK, None
            if shape.required_if is not None:
                self.required_ifs.append((path, shape, level))
                if self.all_passed(shape, level):
                    return self.demanded(path, shape, level)
                self.later.append((path, shape, level))       # a `when` before those fields takes it as optional
                return BLANK, None
            return (MISSING, "required") if item or not shape.optional else (BLANK, None)
        try:
            if shape.type.kind == "record":
                return self.read_record(shape, raw, level, path), None
            if shape.type.kind == "list":
                return self.read_list(shape, raw, level, path), None
            return scalar(shape, raw), None
        except Mistyped:
            return BROKEN, "choice" if shape.type.kind == "choice" else "type"

    def read_record(self, shape, raw, level, path):
        if not isinstance(raw, dict):
            raise Mistyped
        inner = Level(shape.type.block, raw, level, path + ".")
        inner.shape = shape
        if path == level.prefix + shape.name:
            level.values[shape.name] = inner                  # what is inside may name what it is in
        self.fill(shape.type.block, inner)
        return inner

    def read_list(self, shape, raw, level, path):
        if isinstance(raw, str) and shape.type.separator is not None:
            text = predicates.clean(raw, {"halfwidth": True}) if "halfwidth" in shape.cleaning else raw
            kind = Native if isinstance(raw, Native) else str        # a cell that is a date is one in a list, too
            raw = [kind(strip(one)) for one in text.split(shape.type.separator)]
        if not isinstance(raw, dict if shape.type.by else list):
            raise Mistyped
        items = Items()
        if shape.type.by:
            return self.read_named(items, shape, raw, level, path)
        items.type = shape.type.item.type
        items.codes, items.raws, items.of_records = [], raw, shape.type.item.type.kind == "record"
        items.places = [i for i, one in enumerate(raw) if one is not GAP]
        items.raws = [one for one in raw if one is not GAP]
        if path == level.prefix + shape.name:
            level.values[shape.name] = Items([BLANK] * len(items.raws))   # inside, it may be counted
        for i, one in zip(items.places, items.raws):
            value, code = self.read(shape.type.item, one, level, f"{path}[{i}]", item=True)
            items.append(value)
            items.codes.append(code)
        return items

    def read_named(self, items, shape, raw, level, path):
        """The items of an object; their keys are fields of theirs."""
        item, key = shape.type.item, shape.type.key
        items.type, items.of_records, items.secret_keys = item.type, item.type.kind == "record", key.secret
        items.keys = list(raw)
        items.raws = [Keyed.of(name, one) if items.of_records else one for name, one in raw.items()]
        items.codes, items.levels = [], []
        if path == level.prefix + shape.name:
            level.values[shape.name] = Items([BLANK] * len(items.raws))
        for place, name, one in zip(items.paths(path), items.keys, items.raws):
            around = level
            if not items.of_records:
                around = Level(Block([key]), Keyed.of(name, {}), level, place + ".")
                around.entry = getattr(level, "entry", None)
                self.fill(around.block, around)
            items.levels.append(around)
            value, code = self.read(item, one, around, place, item=True)
            items.append(value)
            items.codes.append(code)
        return items

    # judging
    def judge(self, block, level, product):
        for item in block.items:
            if isinstance(item, Shape):
                self.judge_field(item, level, product)
            elif isinstance(item, When):
                self.judge_when(item, level, product)
            else:
                self.judge_check(item, level)

    def unknown_keys(self, block, level):
        if block.closed:
            known = {nfc(name) for shape in block.fields() if not shape.is_key for name in keys_of(shape)} | ({PROBLEMS} if level.parent is None else set())
            for name in level.raw:
                if nfc(name) not in known:
                    self.problem(level.prefix + name, "unknown", None, Shape(name=name, label={"": name.replace("{", BRACE)}))

    def judge_field(self, shape, level, product):
        value, code = level.value(shape.name), level.failed[shape.name]
        if isinstance(value, AnyCase) and not shape.any_case:
            value = str(value)                # another branch has a field of this name that is compared so
        path = level.prefix + shape.name
        if code == "calculation":
            return self.problem(path, code, next(iter(shape.messages), None), shape, level=level, title=shape.title)
        if value is BLANK or code == "quiet":
            return
        raw = None if shape.calculated is not None else find(level.raw, shape)
        found = self.judge_value(shape, value, code, raw, level, path)
        if not shape.is_key:
            product[shape.name] = found

    def judge_value(self, shape, value, code, raw, level, path, item=False):
        """Reports what is wrong with a value and gives its product."""
        context = Context(level, value, shape, path=path, secret=shape.secret, entry=getattr(level, "entry", None), raw=raw)
        if code == "required":
            return self.required(shape, level, path, context, item)
        if code:
            return self.problem(path, code, next(iter(shape.messages), None), shape, value=raw, level=level, title=shape.title, raw=raw)
        self.rules(shape, context, path, raw)
        if shape.type.kind == "record":
            product = {}
            self.judge(shape.type.block, value, product)
            self.unknown_keys(shape.type.block, value)
            return product
        if shape.type.by:
            return self.judge_named(shape, value, path)
        if shape.type.kind == "list":
            return [self.judge_value(shape.type.item, v, c, r, level, f"{path}[{i}]", item=True)
                    for i, v, c, r in zip(value.places, value, value.codes, value.raws)]
        return value

    def judge_named(self, shape, items, path):
        product = {}
        for place, value, code, raw, level in zip(items.paths(path), items, items.codes, items.raws, items.levels):
            if not items.of_records:
                self.judge(level.block, level, {})
            key = (value if isinstance(value, Level) else level).values.get(shape.type.by)
            product[key] = self.judge_value(shape.type.item, value, code, raw, level, place, item=True)
        return product

    def required(self, shape, level, path, context, item=False):
        """An item has the words of its list, but its rules lend it none."""
        empty = {"string": "", "list": Items()}.get(shape.type.kind)
        message, failed = shape.required_message or next((m for m in shape.messages if not self.shows_value(m, shape)), None), None
        if message is None and not item and empty is not None and "required" not in self.spec.words:
            message, failed = self.lend_message(shape, replace(context, value=empty))
        self.problem(path, "required", message, shape, value=empty, level=level, title=shape.title, failed=failed)

    def lend_message(self, shape, context):
        """The message of the first rule about the value alone that an empty value would fail."""
        for rule in shape.rules:
            if rule.warns or not self.about_value_alone(rule.condition, context.level, shape):
                continue
            truth = self.truth(rule.condition, context)
            if truth is False or without_result(truth):
                failed = self.blame(rule.condition, context)
                message = rule.message or failed.message
                if message and not self.shows_value(message, shape):
                    return message, failed
        return None, None

    def shows_value(self, message, shape):
        return bool(message) and bool({"value", shape.name} & set(words.placeholder_names(words.in_language(message, self.language))))

    def about_value_alone(self, condition, level, shape):
        hidden = [inner.name for inner in block_of(shape).fields()] if block_of(shape) else ()
        return not self.names_fields(condition, level, hidden) and not self.asks(condition, level) and not any(
            {"unique", "same"} & {getattr(e, "name", None), *getattr(e, "path", ())} for e in self.parts(condition))

    def rules(self, shape, context, path, raw):
        for rule in shape.rules:
            here = context
            if rule.of_item and isinstance(context.value, Level):
                here = replace(context, level=context.value)
            truth = self.truth(rule.condition, here)
            self.note_undecided(rule, truth)
            if truth is False or without_result(truth):
                self.failed_rule(rule, here, path, raw)

    def failed_rule(self, rule, context, path, raw):
        failed, shape = self.blame(rule.condition, context), context.shape
        text = None if self.no_row(rule, context) else rule.message or failed.message or next(iter(shape.messages), None)
        self.problem(path, failed.code, text, shape, context.value, context.level,
                     "warning" if rule.warns else "error", rule.title or shape.title, raw, failed)

    def judge_check(self, rule, level):
        entry = getattr(level, "entry", None)
        context = Context(level, path=level.prefix, entry=entry)
        if entry:
            if rule not in self.scopes:
                self.scopes[rule] = self.scope(rule, level)
            if self.scopes[rule] == "data" or self.scopes[rule] == "columns" and isinstance(level.raw, Row) and rule in self.spec.block.items:
                return
            if rule.per:
                group = self.group_of(rule, level)
                if not group:
                    return
                context = replace(context, group=group, of_secret=any(self.leads_to_secret(name.path, level) for name in rule.per))
        truth = self.truth(rule.condition, context)
        self.note_undecided(rule, truth)
        if truth is False or without_result(truth):
            names = [rule.at] if rule.at else self.names_fields(rule.condition, level)
            path, shape, value, raw = level.prefix.rstrip(".") or None, None, None, None
            of_group = rule.per and self.scopes[rule] == "group"
            if len(names) == 1 and (rule.at or level.owner(names[0].split(".")[0]) is level and not of_group
                                and not self.through_list(rule.condition, level)):
                owner, name = level.owner(names[0].split(".")[0]) or level, names[0]
                path = owner.prefix + name
                shape, value, raw = self.follow(owner, name.split("."))
            self.failed_check(rule, context, path, shape, value, raw)

    def failed_check(self, rule, context, path, shape, value, raw, known_code=None):
        failed = self.blame(rule.condition, context)
        text = None if self.no_row(rule, context) else rule.message or failed.message
        self.problem(path, known_code or failed.code, text, shape, value, context.level,
                     "warning" if rule.warns else "error", rule.title, raw, failed)

    def through_list(self, condition, level):
        """Does it name what is in the items of a list? That is no field of this level or of a record in it."""
        for path in self.own_paths(condition, level):
            shape = level.owner(path[0]).shapes[path[0]]
            for name in path[1:]:
                if shape is None or shape.type.kind == "list":
                    return True
                shape = {s.name: s for s in shape.type.block.fields()}.get(name) if shape.type.kind == "record" else None
        return False

    def no_row(self, rule, context):
        """A message of the rule's own would be false where a table has no row."""
        return not context.at_end and self.truth(rule.condition, context) is NO_ROW

    def follow(self, level, path):
        """-> (shape, value, raw value) of a field named by a path from this level."""
        shape, value = level.shapes.get(path[0]), level.value(path[0])
        for name in path[1:]:
            if shape is None or shape.type.kind != "record":
                break
            inner = {s.name: s for s in shape.type.block.fields()}
            level = value if isinstance(value, Level) else Level(shape.type.block, {})
            shape, value = inner.get(name), level.value(name)
        return shape, value, shape and shape.calculated is None and find(level.raw, shape) or None

    def judge_when(self, when, level, product):
        branch = level.branches.get(when)
        if branch == "calculation":
            self.problem(level.prefix.rstrip(".") or None, branch, None, level.shape, level=level)
        elif branch == "blank":
            named = {}
            for shape in (s for b in when.branches for s in b.block.fields()):
                named.setdefault(shape.name, []).append(shape)     # fields of one name are told once
            for shapes in named.values():
                for shape in sorted(shapes, key=lambda s: not s.secret):
                    raw = find(level.raw, shape)
                    if is_blank(shape, cleaned(shape, raw)):
                        continue
                    self.problem(level.prefix + shape.name, "blank", when.message, shape, value=raw, level=level)
                    break
        elif branch:
            inner = product
            if branch.group:
                inner = product[branch.group] = {}
            self.judge(branch.block, level, inner)

    def problem(self, path, code, message, shape, value=None, level=None, severity="error", title=None, raw=None, failed=None):
        of_rule = failed is not None and code != "required"       # `is choice` has the code of what is none of the choices
        own_words = None if code in ("blank", "choice") and failed is not None else self.spec.words.get(code)     # of `else blank`, not of a rule
        message, type = message or own_words, shape and shape.type
        secret = shape is not None and shape.secret and code != "required"      # of what is blank nothing is secret
        found = {"field": path, "code": code, "severity": severity, "message": None}
        own = value if of_rule else {"required": MISSING, "type": BROKEN, "choice": BROKEN}.get(code, value)
        limits = functools.cache(lambda: self.limits_for(shape, failed, Context(
            self.home(level, path) if level else Level(Block(), {}), own, shape, path=path or "", entry=getattr(level, "entry", None))))

        def value_of(name):
            if name == "value" and failed and failed.of_define and failed.context.subject and code != "required":
                return self.shown(Name(["value"]), failed.context, shape)
            if name == "value" or secret and name == "count" and code != "type":
                return words.SECRET if secret else words.as_it_came(raw) if code in ("type", "choice") and not of_rule else \
                    words.as_given(raw, value, type, self.language)
            if name == "actual" and code == "required":
                return "0" if any(self.counts(rule.condition, shape) for rule in shape.rules) else ""
            if name == "actual" and failed:
                percents = isinstance(failed.actual, Decimal) and failed.code not in ("distinct", "unique", "same") and [one.value for one in limits().values() if isinstance(one.value, Percent)]
                if percents and (shown := words.in_percent(failed.actual, type, *percents)):
                    return shown
                return failed.shown and failed.shown(shape) or ""
            if name in ("min", "max") and name in limits():
                return limits()[name].shown(self, shape)
            if name == "choices" and failed and (listed := self.listed(failed, shape)) is not None and not choices_of(shape, self.language):
                return ", ".join(listed)
            if name in ("record", "line", "first") and failed and failed.first:
                return failed.first[name]
            if failed and name in failed.context.given:
                return self.shown(*failed.context.given[name], shape)
            simple = {"label": lambda: words.label_of(shape, self.language, code == "records"),
                      "record": lambda: str(self.number), "line": lambda: str(self.line),
                      "column": lambda: self.column(shape, level, path) if shape else "",
                      "count": lambda: "" if code == "type" or code == "choice" and not isinstance(value, str) else str(words.size_of(strip(value) if code == "choice" and not of_rule else value)),
                      "choices": lambda: choices_of(shape, self.language),
                      "sample": lambda: words.SAMPLES.get(shape.type.kind, "")}.get(name)
            if simple:
                return simple()
            if name == "code" and not message:                # of the built-in texts
                return code
            return self.placeholder(words.path_of(name), level, failed, shape)

        text = self.text(message) if message else words.built_in(code, self.language)
        found["message"] = words.fill(text, value_of)
        if title:
            found["title"] = words.fill(self.text(title), value_of)
        params = self.params(failed, shape) if failed and code not in ("required", "calculation") else {}
        if params:
            found["params"] = params
        found["authored"] = bool(message)
        self.problems.append(found)

    def home(self, level, path):
        """The level of the field at a path: a check may be about a field in a record."""
        for name in (path or "").removeprefix(level.prefix).split(".")[:-1]:
            inner = level.values.get(name)
            if not isinstance(inner, Level):
                break
            level = inner
        return level

    def column(self, shape, level, path):
        """The key that the value was read from, or else the first."""
        keys = keys_of(shape)
        owner = level and level.owner(shape.name)
        for key in keys if owner else ():
            if not is_blank(shape, cleaned(shape, owner.raw.get(key))):
                return key
        return keys[0] if keys else shape.name

    def limits_for(self, shape, failed, context):
        """The limits that a message shows: those of the part that failed, inside and outside of defines, of its rule, of the
        rules of the field."""
        found = {}
        if failed:
            for part, c in (failed.parts[0], *failed.parts[-2:]):
                if context.value is MISSING:                      # judged as if it were empty, but blank all the same
                    c = replace(c, value=MISSING)
                found = {**self.limits(part, c), **found}
        for rule in shape.of_list + shape.rules if shape else ():
            if not {"min", "max"} <= set(found):
                c = context
                if rule.of_item and shape.type.kind == "record":
                    c = replace(c, level=c.value if isinstance(c.value, Level) else Level(shape.type.block, {}, c.level))
                found = {**self.limits(rule.condition, c), **found}
        return found

    def params(self, failed, shape):
        """What a problem has for programs: of the part that failed alone."""
        limits = self.limits(*failed.parts[0]) if failed.parts else {}
        found = {n: limits[n].value for n in ("min", "max") if n in limits and not isinstance(limits[n].value, Unknown)
                 and limits[n].shown(self, shape) != words.SECRET}
        last = limits["max"] if "max" in found else limits.get("min") if "min" in found else None
        if last and last.excluded:
            found["exclusive"] = True
        if failed.actual is not None and not isinstance(failed.actual, Unknown):
            found["actual"] = failed.actual
        return {k: words.show(v) if isinstance(v, Lapse) else v for k, v in found.items()
                if not isinstance(v, (Items, Along, Level)) and not (
                    k == "actual" and failed.first and shape and shape.type.kind == "any")}

    def listed(self, failed, shape):
        """The values that the part that failed lists, as messages show them; None if it lists none."""
        if not failed.parts:
            return None
        e, c = failed.parts[0]
        while isinstance(e, Is):
            e = e.predicate
        items = e.args if isinstance(e, Call) and e.name == "oneOf" else None
        if isinstance(e, In):
            right = e.right
            if isinstance(right, Name) and right.path[0] in c.given:
                right, c = c.given[right.path[0]]
            if isinstance(right, Name) and not c.level.owner(right.path[0]) and right.path[0] in self.spec.defines:
                right = self.spec.defines[right.path[0]].body
            items = right.items if isinstance(right, Several) else [right] if isinstance(right, Literal) else None
        if items and any(self.is_secret(item, c) for item in items):
            return [words.SECRET]
        return items and [self.one_listed(item, c, shape) for item in items]

    def one_listed(self, e, c, shape):
        if isinstance(e, Range):
            ends = [self.shown(end, c, shape) if end else "" for end in (e.low, e.high)]
            return ("..." if e.closed else "..<").join(ends)
        return self.shown(e, c, shape)

    def placeholder(self, path, level, failed=None, about=None):
        """What a placeholder shows that is no word of the problem: a field, or something defined."""
        context = failed and failed.rule_context
        if context and len(path) > 1:
            other = None
            if path[0] == "previous" and not level.owner("previous"):
                other = self.previous(context)
            elif path[0] in self.spec.defines and not level.owner(path[0]):
                other = self.evaluate(self.spec.defines[path[0]].body, context)
                other = other if isinstance(other, (Level, Unknown)) else None
            if other is not None:
                if context.of_secret:
                    return words.SECRET
                return self.show_field(other, path[1:], is_own=False) if isinstance(other, Level) else ""
        owner = level and level.owner(path[0])
        if owner:
            return self.show_field(owner, path)
        if path[0] in self.spec.defines:
            body = self.spec.defines[path[0]].body
            while isinstance(body, Name) and body.path[0] in self.spec.defines and not level.owner(body.path[0]):
                body = self.spec.defines[body.path[0]].body
            other = self.lookup(body.inner, context or Context(level)) if isinstance(body, Member) and self.is_by_key(body.inner) else None
            if isinstance(other, Level) and not self.is_secret(body, context or Context(level)):
                return self.show_field(other, body.path, is_own=False)      # as it is written there
            return self.shown(Name(path), context or Context(level), about)
        return ""                                         # a limit that the failed rule does not have

    def show_field(self, level, path, is_own=True):
        shape, value, raw = self.follow(level, path)
        if is_own and len(path) == 1 and shape.type.kind == "bool" and isinstance(value, Unknown) and value.empty:
            value = False                                         # a blank bool is false
        return words.SECRET if shape.secret else words.as_given(raw, value, shape.type, self.language)

    def shown(self, e, c, about):
        """What a message shows of an operand: a field as that field does, all else as the field that the problem is about."""
        other, path = self.of_another_record(e, c)
        if isinstance(other, Level):
            text = words.SECRET if self.is_secret(e, c) else self.show_field(other, path, is_own=False)
            if text:
                return text
            field = self.follow(other, path)[0]
            if field and field.type.kind == "bool":               # blank, which is false where it is compared
                return words.show(False, field.type)
        if isinstance(e, Name):
            first = e.path[0]
            if first in c.given:
                return self.shown(*c.given[first], about)
            if first == "value" and c.shape is not None:
                if c.subject:
                    return self.shown(Name([*c.subject[0].path, *e.path[1:]]) if isinstance(c.subject[0], Name) else c.subject[0], c.subject[1], about)
                if len(e.path) == 1:
                    return words.SECRET if c.secret else words.as_given(c.raw, c.value, c.shape.type, self.language)
                if isinstance(c.value, Level):
                    return self.show_field(c.value, e.path[1:])
            elif owner := c.level.owner(first):
                if not self.through_list(e, c.level):
                    return self.show_field(owner, e.path)
            elif first in self.spec.defines and not self.is_predicate_body(first):
                return self.shown(self.spec.defines[first].body, replace(c, params={}, given={}), about)
        if self.is_secret(e, c):
            return words.SECRET
        if isinstance(e, Duration):                           # as it is written
            return f"{e.amount} {e.unit}{'' if e.amount == 1 else 's'}"
        value = number_if_records(self.evaluate(e, c))
        if isinstance(value, Percent) and not isinstance(e, Literal):
            value = percent(Decimal(words.plain(Decimal(value.shown))))        # what is calculated is not as it is written
        shown = words.show(value, about and about.type)
        as_written = isinstance(e, Literal) and e.written and shown == words.show(value)
        return e.written if as_written and not (about and self.has_own_format(value, about.type)) else shown

    def has_own_format(self, value, type):
        while type and type.kind == "list":
            type = type.item.type
        type = words.alternative(type, value)
        return bool(type and words.own_format(value, type))

    def of_another_record(self, e, c):
        """The record that an operand takes a field from, and the path of the field there."""
        if isinstance(e, Member) and self.is_by_key(e.inner):
            return self.lookup(e.inner, c), e.path
        if isinstance(e, Member) and isinstance(e.inner, Call) and e.inner.name in self.spec.defines:
            body = self.spec.defines[e.inner.name].body
            if self.is_by_key(body):
                return self.lookup(body, self.inside(e.inner.name, e.inner.args, c)), e.path
        if isinstance(e, Name) and len(e.path) > 1 and e.path[0] not in c.given:
            if e.path[0] == "previous" and not c.level.owner("previous"):
                return self.previous(c), e.path[1:]
            if e.path[0] in self.spec.defines and not c.level.owner(e.path[0]):
                body = self.spec.defines[e.path[0]].body
                if self.is_by_key(body):
                    return self.lookup(body, replace(c, params={}, given={})), e.path[1:]
        return None, []

    def type_of(self, e, c):
        """The type of the field that an operand is, or None."""
        if not isinstance(e, Name):
            return None
        if e.path[0] in c.given:
            return self.type_of(*c.given[e.path[0]])
        if e.path == ["value"] and c.shape is not None:
            return self.type_of(*c.subject) if c.subject else c.shape.type
        owner = c.level.owner(e.path[0])
        return owner and self.follow(owner, e.path)[0].type

    def is_predicate_body(self, name): return bool(self.spec.defines[name].params)

    def text(self, message):
        return message[""] if self.unmarked else words.in_language(message, self.language)

    # names
    def names_fields(self, expression, level, hidden=()):
        """The fields of this record an expression speaks of, each once: `a`, `customer.name`, `items`."""
        found = []
        for path in self.own_paths(expression, level, frozenset(hidden)):
            shape, name = level.owner(path[0]).shapes[path[0]], path[0]
            for part in path[1:]:
                if shape is None or shape.type.kind != "record":
                    break
                shape = {s.name: s for s in shape.type.block.fields()}.get(part)
                name += "." + part
            if name not in found:
                found.append(name)
        return found

    # conditions
    def truth(self, e, c):
        """True, False or an Unknown."""
        if self.asks_type(e, c):
            return self.has_type(c.value, e.path[0], self.alternatives(Name(["value"]), c))
        if isinstance(e, Name) and len(e.path) == 1 and self.is_predicate(e.path[0], c):
            truth = self.apply(e, c)[0]
            return truth if isinstance(truth, (bool, Unknown)) else BLANK       # the value of another alternative
        if isinstance(e, (And, Or)):
            a, b, decides = self.truth(e.left, c), self.truth(e.right, c), isinstance(e, Or)
            return decides if a is decides or b is decides else unknown(a, b) or not decides
        if isinstance(e, Not):
            return negate(self.truth(e.inner, c))
        value = self.evaluate(e, c)
        if not isinstance(value, (bool, Unknown)):
            if self.alternatives(e, c):
                return BLANK
            raise SpecError("a condition was expected, not a value")
        return value

    def asks_type(self, e, c):
        """Is this a word that stands alone, and asks which of several types the own value has?"""
        return (isinstance(e, Name) and len(e.path) == 1 and e.path[0] in FAMILIES and c.shape is not None and e.path[0] not in (c.params or {})
                and e.path[0] not in self.spec.defines and not c.level.owner(e.path[0]) and bool(self.alternatives(Name(["value"]), c)))

    def is_predicate(self, name, c):
        """Does a bare name, where a condition stands, mean a predicate or define?"""
        if name in (c.params or {}):
            return False
        if name in self.spec.defines:
            return True
        owner = c.level.owner(name)
        if owner and owner.shapes[name].type.kind == "bool":
            return False
        return c.shape is not None and name in BARE

    def evaluate(self, e, c):
        """A value: True/False, text, Decimal, date, Items, Level, Span, or an Unknown."""
        if isinstance(e, (And, Or, Not)):
            return self.truth(e, c)
        return getattr(self, "evaluate_" + type(e).__name__.lower())(e, c)

    def evaluate_literal(self, e, c): return e.value

    def evaluate_pattern(self, e, c): return e

    def evaluate_duration(self, e, c):
        if e.unit in ("year", "month"):
            return Lapse(e.amount * (12 if e.unit == "year" else 1))
        return Lapse(0, Fraction(e.amount * UNITS[e.unit]))

    def evaluate_ifelse(self, e, c):
        """The one or the other, as a `when` takes its branches."""
        truth = self.truth(e.condition, c)
        if truth is not True and truth is not False and not (truth.empty and not truth.unusable):
            return truth
        value = self.evaluate(e.yes if truth is True else e.no, c)
        # Both sides are of one kind: if one of them is `anyCase`, the value is.
        return AnyCase(value) if isinstance(value, str) and self.names_without_case(e.yes, e.no, c) else value

    def names_without_case(self, *expressions):
        *expressions, c = expressions
        for path in (path for e in expressions for path in self.own_paths(e, c.level, frozenset(c.params or ()))):
            for shape, _ in self.along_path(path, c.level.owner(path[0])):
                if shape.any_case or shape.type.kind == "list" and shape.type.item.any_case:
                    return True
        return False

    def evaluate_text(self, e, c):
        parts = [piece.replace(BRACE, "{") if isinstance(piece, str) else self.named(words.path_of(piece[0]), c)
                 for piece in words.split_placeholders(e.text)]
        doubt = unknown(*parts)
        return put_together(parts) if doubt is None else doubt

    def evaluate_several(self, e, c): return [number_if_records(self.evaluate(x, c)) for x in e.items]

    def evaluate_range(self, e, c):
        low, high = (x and number_if_records(self.evaluate(x, c)) for x in (e.low, e.high))
        return Span(low, high, e.closed)

    def evaluate_negative(self, e, c):
        value = number_if_records(self.evaluate(e.inner, c))
        if isinstance(value, Unknown):
            return value
        if kind(value) not in ("number", "duration"):
            return BLANK
        if isinstance(value, Percent):
            return percent(Decimal("-" + value.shown))
        if isinstance(value, Decimal):                        # Python's minus rounds to 28 digits
            return AsWritten(value.copy_negate()) if isinstance(value, AsWritten) else value.copy_negate()
        return -value

    def evaluate_compare(self, e, c):
        a, b = (number_if_records(self.evaluate(x, c)) for x in (e.left, e.right))
        doubt = unknown(a, b)
        if doubt is None and kind(a) != kind(b) and e.op in ("==", "!=") and self.alternatives(e.left, c) and self.alternatives(e.right, c):
            return e.op == "!="
        return compare(e.op, a, b) if doubt is None else doubt

    def alternatives(self, e, c):
        """The types of a field that has one of several, or None."""
        type = self.type_of(e, c)
        return type and type.alternatives

    def evaluate_in(self, e, c):
        a, b = number_if_records(self.evaluate(e.left, c)), self.in_parentheses(e.right, c)
        others = [] if b is NO_ROW else [b]
        if isinstance(a, Unknown):
            others = b if isinstance(b, list) else [b.low, b.high] if isinstance(b, Span) else others
        doubt = unknown(a, *others)
        if doubt is not None:
            return doubt
        truth = False if b is NO_ROW else found_in(a, b) if isinstance(b, (Along, Items, OfList)) else holds(a, b)
        return negate(truth) if e.negated else truth

    def evaluate_is(self, e, c):
        bare = isinstance(e.predicate, Name) and e.predicate.path[0]
        if bare in ("filled", "blank") and bare not in self.spec.defines:
            empty = self.is_empty(e.subject, c)
            truth = empty if isinstance(empty, Unknown) else empty == (bare == "blank")
        elif bare and (types := self.alternatives(e.subject, c)) and bare in FAMILIES:
            truth = self.has_type(self.evaluate(e.subject, c), bare, types)
        else:
            truth = self.apply(e.predicate, c.about(number_if_records(self.evaluate(e.subject, c))))[0]
        return negate(truth) if e.negated else truth

    @staticmethod
    def has_type(value, word, types):
        """Is this the type, of several, that the value has?"""
        if word not in [one.kind for one in types]:
            raise SpecError(f"this is never of the type {word}")
        return value if isinstance(value, Unknown) else kind(value) == FAMILIES[word]

    def is_empty(self, e, c):
        value = self.named(e.path, c, blank_bool=BLANK) if isinstance(e, Name) else \
            self.evaluate_member(e, c, BLANK) if isinstance(e, Member) else self.evaluate(e, c)
        if value is UNDECIDED or value is ELSEWHERE or getattr(value, "undecided", False):
            return value
        if isinstance(value, Unknown) and value is not BLANK and self.is_calculation(e, c, value):
            return value
        return value.empty if isinstance(value, Unknown) else value == "" or isinstance(value, Along) and not value

    def is_calculation(self, e, c, value):
        """Does this stand for no field? What a record by key has is like a field; what its key is calculated from is not."""
        if isinstance(e, Name):
            if e.path[0] not in self.spec.defines or c.level.owner(e.path[0]):
                return False
            e = self.spec.defines[e.path[0]].body
        by_key = e.inner if isinstance(e, Member) else e
        return not (value.entry and self.is_by_key(by_key))

    def evaluate_name(self, e, c):
        return self.named(e.path, c)

    def named(self, path, c, blank_bool=False):
        first, meant, inner = path[0], None, c
        if len(path) > 1 and first in c.given:
            meant, inner = c.given[first]
        elif len(path) > 1 and first in self.spec.defines and not c.level.owner(first):
            meant, inner = self.spec.defines[first].body, replace(c, params={}, given={})
        if isinstance(meant, Name):
            return self.named([*meant.path, *path[1:]], inner, blank_bool)
        if isinstance(meant, (Member, Call)):
            return self.evaluate_member(with_path(meant, path[1:]), inner, blank_bool)
        if first in (c.params or {}):
            value = c.params[first]
        elif first == "value" and c.shape is not None:
            value = c.value
        elif owner := c.level.owner(first):
            value = of_list(owner, owner.value(first))
            if value is BLANK and owner.shapes[first].type.kind == "bool":
                value = blank_bool
        elif first == "today":
            value = self.today
        elif first == "now":
            value = Instant(datetime.datetime.combine(self.today, datetime.time()))
        elif first == "records":
            value = self.records(c)
        elif first == "columns":
            value = self.columns(c)
        elif first == "previous":
            before = self.previous(c)
            value = self.along(before, path[1:])
            return blank_bool if value is BLANK and leads_to_bool(before, path[1:]) else value
        elif first in self.spec.lists:
            value = self.lists[first]
        elif first in self.spec.choices:
            value = [v for v, _, _ in flat(self.spec, [first])]
        elif first in self.spec.defines:
            value = self.evaluate(self.spec.defines[first].body, replace(c, params={}))
        elif c.shape is not None and first in BARE:
            return self.apply(Name(path), c)[0]
        else:
            raise SpecError(f"unknown name {first}")
        start = value
        for part in path[1:]:
            value = step(value, part)
        if value is BLANK and leads_to_bool(start, path[1:]) and not c.level.owner(first):
            return blank_bool
        if value is BLANK and len(path) > 1 and (owner := c.level.owner(first)) and first not in (c.params or {}):
            shape = self.follow(owner, path)[0]
            value = blank_bool if shape and shape.type.kind == "bool" else value
        return value

    def evaluate_arithmetic(self, e, c):
        a, b = (number_if_records(self.evaluate(x, c)) for x in (e.left, e.right))
        for own, value, other, beside in (e.left, a, b, e.right), (e.right, b, a, e.left):     # an alternative that doesn't fit is blank
            if other is UNDEFINED and not isinstance(value, Unknown) and kind(value) != "number" and self.alternatives(own, c) and (
                    kind(value) in ("text", "bool") or isinstance(beside, Arithmetic) and beside.op in "*/"):
                return BLANK
        doubt = unknown(a, b)
        if doubt is not None:
            return doubt
        if self.alternatives(e.left, c) or self.alternatives(e.right, c):
            sorts = [kind(a), kind(b)]
            fit = sorts in (["number"] * 2, ["duration"] * 2) or e.op in "*/" and set(sorts) <= {"number", "duration"} or e.op in "+-" and kind(a) in MOMENTS and kind(b) == "duration" or e.op == "-" and kind(a) == kind(b) in MOMENTS
            if not fit:
                return BLANK
        if isinstance(a, Lapse) or isinstance(b, Lapse) or e.op == "-" and kind(a) == kind(b) != "number":
            found = with_lapse(e.op, a, b)
            return UNDEFINED if found is None else found
        if kind(a) != "number" or kind(b) != "number":
            raise SpecError(f"{kind(a)} {e.op} {kind(b)} has no meaning")
        a, b = Fraction(a), Fraction(b)
        if e.op == "/" and b == 0:
            return UNDEFINED
        found = predicates.exact({"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b,
                                  "/": lambda: a / b}[e.op]())
        return UNDEFINED if found is None else found

    def evaluate_call(self, e, c):
        if self.is_by_key(e):
            return self.lookup(e, c)
        if e.name in self.spec.tables:
            return self.table(e, c)
        if e.name in self.spec.defines:
            return self.apply(e, c)[0]
        if e.name in ("any", "all"):
            return self.quantifier(e, c)
        if e.name in LISTY and len(e.args) > 1 and (e.name not in ("min", "max") or self.is_list_here(e.args[0], c)):
            return self.over_items(e, c)
        if e.name == "distinct" and e.args:
            return self.different(e, c)
        if is_function(e):
            how = e.name == "round" and len(e.args) == 3         # its third place is a word, not a value
            args = [self.items_of(a, c) if len(e.args) == 1 and (e.name in OF_LISTS or e.name == "count") else number_if_records(self.evaluate(a, c))
                    for a in e.args[:2 if how else None]]
            args = [a if e.name == "count" else number_if_records(a) for a in args]
            for place, (one, a) in enumerate(zip(e.args, args)):
                families = ABOUT.get(e.name) if place == 0 or e.name in ("round", "mod", "workdays") else None
                if e.name in ("min", "max") and len(args) > 1:
                    families = {kind(x) for x, own in zip(args, e.args) if not isinstance(x, Unknown) and not self.alternatives(own, c)}
                if families and not isinstance(a, Unknown) and self.alternatives(one, c) and kind(a) not in families:
                    args[place] = BLANK
            return self.function(e.name, args + ([e.args[2].path[0]] if how else []),
                                 {n.name: self.evaluate(n.value, c) for n in e.named})
        return self.apply(e, c)[0]

    def in_parentheses(self, e, c):
        """What `in` searches: each value in parentheses, or the values of a list."""
        meant, inner = self.list_meant(e, c)
        return self.evaluate(meant, inner) if isinstance(meant, Several) else self.items_of(e, c)

    def is_list_here(self, e, c):
        """Does this stand for a list, `value` too?"""
        if isinstance(e, Name) and e.path[0] == "value" and c.shape is not None and not c.subject:
            return c.shape.type is not None and c.shape.type.kind == "list"
        e, c = self.list_meant(e, c)
        return self.leads_to_list(e, c.level)

    def table(self, e, c):
        """The result of the first row that fits; unknown if the first that is not ruled out cannot be told to fit."""
        table = self.spec.tables[e.name]
        args = [number_if_records(self.evaluate(a, c)) for a in e.args]
        for keys, result in table.rows:
            fits = [a if isinstance(a, Unknown) else holds(a, self.evaluate(k, c)) for a, k in zip(args, keys)]
            if False not in fits:
                doubt = unknown(*fits)
                return self.evaluate(result, c) if doubt is None else doubt
        return self.evaluate(table.otherwise, c) if table.otherwise else NO_ROW

    def function(self, name, args, named):
        if name == "joined":
            return self.joined(args)
        if name == "count" and isinstance(args[0], Records):
            return Decimal(args[0].total)
        args = [a if not isinstance(a, Span) else unknown(a.low, a.high) or a for a in args]
        if name in OF_LISTS and len(args) == 1 and isinstance(args[0], list):
            args = args[0]
        free = named.pop("except", [])
        free = [free] if isinstance(free, Unknown) else free
        free = [v for v in free if v is not BLANK]
        doubt = unknown(*(args if name != "count" or isinstance(args[0], Unknown) else
                          [] if isinstance(args[0], (Items, OfList)) else args[0]),
                        *free, *named.values())
        if doubt is not None:
            return doubt
        if not args and name != "sum":
            return BLANK
        if name in OF_DAYS and any(isinstance(v, Partial) for v in (*args, *free)):
            return of_partial(name, args[0])
        found = beside(args[0], **named) if named and name == "part" else \
            FUNCTIONS[name](*args, free) if name == "workdays" else FUNCTIONS[name](*args)
        return UNDEFINED if found is None else found

    @staticmethod
    def joined(args):
        """Blank parts leave nothing behind; if nothing but the form's own texts is filled in, all is blank."""
        doubt = unknown(*(a for a in args if a is not BLANK))
        if doubt is not None:
            return doubt
        return put_together(args)

    # predicates
    def apply(self, e, c):
        """A predicate or define about c.value -> (truth, params)."""
        name, args = (e.name, e.args) if isinstance(e, Call) else (e.path[0], [])
        if name in self.spec.defines:
            inner = self.inside(name, args, c)
            return self.evaluate_body(name, inner), dict(inner.params)
        if name in ("unique", "same"):
            return self.across(e, name, args, c)
        if c.shape is None:
            raise SpecError(f"{name} has no value to speak of here")
        if name in ("filled", "blank"):
            if c.value is UNDECIDED or getattr(c.value, "undecided", False):
                return unknown(c.value), {}
            empty = isinstance(c.value, Unknown) and c.value.empty
            return empty == (name == "blank"), {}
        if isinstance(c.value, Unknown):
            named = [self.named(n.split("."), c) for a in args for n in self.names_fields(a, c.level, c.params or ())]
            return unknown(c.value, *named), {}
        by = next((n.value for n in getattr(e, "named", ()) if n.name == "by"), None)
        return self.built_in(name, args, by, c)

    def inside(self, name, args, c):
        define = self.spec.defines[name]
        if len(args) != len(define.params):
            raise SpecError(f"{name} takes {len(define.params)} arguments")
        return replace(c, params=dict(zip(define.params, (self.evaluate(a, c) for a in args))),
                       given=dict(zip(define.params, ((a, c) for a in args))))

    def evaluate_body(self, name, inner):
        body = self.spec.defines[name].body
        if isinstance(body, Name) and self.is_predicate(body.path[0], inner):
            return self.truth(body, inner)
        return self.evaluate(body, inner)

    def across(self, e, name, args, c):
        """`unique` and `same`: asked once per record and path, remembered for the later records."""
        values = [self.named(a.path, c, blank_bool=BLANK) for a in args] if args else [c.value]
        if all(isinstance(v, Unknown) and v.empty for v in values):
            return BLANK, {}
        doubt = unknown(*values, *(v for value in values for v in inside(value)))
        if doubt is not None and doubt.unusable:
            return doubt, {}
        mark = id(e), c.path
        if mark not in self.asked:
            found = tuple(None if isinstance(v, Unknown) else key(v) for v in values)
            seen = self.seen.setdefault((id(e), regex.sub(r"\[[0-9]+\]", "[]", c.path)), {})
            before = found in seen if name == "unique" else bool(seen) and found not in seen
            here = self.file, self.number, self.line
            file, first, line = seen.get(found, here) if name == "unique" else next(iter(seen.values()), here)
            if name == "unique" or not seen:
                seen.setdefault(found, here)
            self.asked[mark] = not before, {"record": str(first), "line": str(line),
                                            "first": str(first) if file == self.file else f"{first} of {file}"}
        return self.asked[mark]

    def built_in(self, name, args, by, c):
        value = c.value
        if kind(value) not in SUBJECTS.get(name, {kind(value)} if name in ("range", "oneOf", "before", "after", "distinct") else {"text"}):
            return BLANK, {}
        if name in ("count", "range", "decimals", "age", "int", "number", "words"):
            return self.measured(name, args[0], value, c)
        if name == "contains":
            return self.contains(args, value, c)
        if name == "distinct":
            return self.distinct(value, by, c), {}
        if name in ("letters", "alphanumeric") and args:
            return predicates.ANY_SCRIPT[name](nfc(text_of(value))), {}
        if name == "uuid" and args:
            return predicates.uuid_of(text_of(value), args[0].value), {}
        if name in TYPES_AS_WORDS:
            return self.reads_as(name, args, strip(text_of(value))), {}
        if name in predicates.WHOLE_TEXT:
            text = text_of(value)
            return predicates.WHOLE_TEXT[name](nfc(text) if name in predicates.OF_SCRIPTS else text), {}
        if name == "only":
            return predicates.only(text_of(value), [self.class_or_text(a, c) for a in args]), {}
        if name in ("positive", "negative"):
            return (value > 0 if name == "positive" else value < 0), {}
        if name in ("past", "future"):
            if isinstance(value, Partial):
                return compare("<" if name == "past" else ">", value, self.today), {}
            day = value.second if isinstance(value, Instant) else value
            day = day.date() if isinstance(day, datetime.datetime) else day
            return (day < self.today if name == "past" else day > self.today), {}
        values = [self.evaluate(a, c) for a in args]
        if name == "oneOf":
            return holds(value, values), {}
        doubt = unknown(*values)
        if doubt is not None:
            return doubt, {}
        return self.with_arguments(name, value, values)

    @staticmethod
    def reads_as(name, formats, text):
        """Is the text one that this type takes?"""
        if name == "duration":
            return predicates.duration(text)
        try:
            calendar_value(Type(name, formats=[f.text for f in formats] or None), text)
        except Mistyped:
            return False
        return True

    def with_arguments(self, name, value, args):
        first = args[0]
        if name in ("startsWith", "endsWith"):
            text, wanted = (predicates.broken(predicates.characters(t)) for t in in_one_case(text_of(value), first))
            return (text[:len(wanted)] if name == "startsWith" else text[max(len(text) - len(wanted), 0):]) == wanted, {}
        if name == "matches":
            return predicates.matches(text_of(value), first), {}
        if name == "like":
            return predicates.like(text_of(value), first), {}
        if name == "multipleOf":
            return (UNDEFINED if first == 0 else Fraction(value) % Fraction(first) == 0), {"of": first}
        if name == "before":
            return compare("<", value, first), {}
        if name == "after":
            return compare(">", value, first), {}
        raise SpecError(f"unknown predicate {name}")

    def measured(self, name, argument, value, c):
        wanted = self.evaluate(argument, c)
        if isinstance(wanted, Unknown):
            return wanted, {}
        wanted = wanted if isinstance(wanted, Span) else Span(wanted, wanted)
        actual = value
        if name == "count":
            actual = Decimal(words.size_of(value))
        elif name == "decimals":
            actual = Decimal(predicates.written_digits(value)[1])
        elif name == "words":
            actual = FUNCTIONS["words"](text_of(value))
        elif name == "age" and isinstance(value, Partial):
            ages = range(full_years(value.last, self.today), full_years(value.first, self.today) + 1)
            found = [wanted.holds(Decimal(n)) for n in ages]
            truth = found[0] if all(f is found[0] for f in found) else unknown(BLANK, *found)
            return truth, {**wanted.params(), "actual": Decimal(ages[0]) if len(ages) == 1 else BLANK}
        elif name == "age":
            actual = Decimal(full_years(value, self.today))
        elif name in ("int", "number"):
            actual = predicates.number_in_text(text_of(value), name == "int")
            if actual is None:
                return False, wanted.params()
        return wanted.holds(actual), {**wanted.params(), "actual": value if name in ("int", "number") else actual}

    def class_or_text(self, e, c):
        if isinstance(e, Name) and e.path[0] in predicates.CLASSES:
            return "class", e.path[0]
        return "text", self.evaluate(e, c)

    def contains(self, args, value, c):
        what = self.class_or_text(args[-1], c)
        if isinstance(what[1], Unknown):
            return what[1], {}
        text = text_of(value)
        if what[0] == "text":
            text, wanted = in_one_case(text, what[1])
            what = "text", wanted
        times = predicates.occurrences(text, what)
        if len(args) == 1:
            return times > 0, {"actual": Decimal(times)}
        wanted = self.evaluate(args[0], c)
        wanted = wanted if isinstance(wanted, Span) else Span(wanted, wanted)
        return wanted.holds(Decimal(times)), {**wanted.params(), "actual": Decimal(times)}

    def distinct(self, items, by, c):
        values = list(items)
        if by is not None:
            values = [i if isinstance(i, Unknown) else self.evaluate(by, replace(c, level=i if isinstance(i, Level) else items.around(n, c.level)))
                      for n, i in enumerate(items)]
        values = [in_whole(v) for v in values]
        known = [key(v) for v in values if not isinstance(v, Unknown)]
        if len(known) != len(set(known)):
            return False
        doubt = unknown(*(v for v in values if v is not BLANK))
        return True if doubt is None else doubt

    # what went wrong
    def blame(self, e, c):
        """What a failed condition is to be told with."""
        truth = self.truth(e, c)
        if without_result(truth):
            part, inner = e, c
            while True:
                name = part.name if isinstance(part, Call) else part.path[0] if isinstance(part, Name) else None
                if isinstance(part, And):
                    part = part.left if self.truth(part.left, inner) is truth else part.right
                elif name in self.spec.defines and not inner.level.owner(name):
                    args = part.args if isinstance(part, Call) else []
                    part, inner = self.spec.defines[name].body, self.inside(name, args, inner)
                else:
                    break
            return Failed("calculation", c, [(part, inner), (e, c)], self.message_within(e, truth, c), rule_context=c)
        failed = self.blamed(e, c)
        failed.parts.append((e, c))
        failed.rule_context = c
        return failed

    def blamed(self, e, c):
        if self.asks_type(e, c):
            return Failed(e.path[0], c, [(e, c)])
        if isinstance(e, And):
            return self.blamed(e.left if self.truth(e.left, c) is False else e.right, c)
        if isinstance(e, Name) and e.path[0] in c.given and len(e.path) == 1:
            return self.blamed(*c.given[e.path[0]])
        if isinstance(e, Is) and not e.negated:
            if isinstance(e.predicate, Name) and e.predicate.path[0] in ("filled", "blank"):
                failed = Failed(e.predicate.path[0], c, [(e, c)])
                return failed if self.is_empty(e.subject, c) is True else self.found(failed, e.subject, c)
            if isinstance(e.predicate, Name) and e.predicate.path[0] in FAMILIES and self.alternatives(e.subject, c):
                return Failed(e.predicate.path[0], c, [(e, c)])
            failed = self.blamed(e.predicate, self.of_subject(e, c))
            failed.parts.append((e, c))
            return failed
        if isinstance(e, In):
            return self.found(Failed("compare", c, [(e, c)]), e.left, c)
        if isinstance(e, Compare):
            sides = [e.left, e.right]
            fixed = [self.constant(side, c) for side in sides]
            return self.found(Failed("compare", c, [(e, c)]), sides[fixed == [True, False]], c, *sides)   # the left one, unless only that is constant
        name = e.name if isinstance(e, Call) else e.path[0] if isinstance(e, Name) else None
        if name in self.spec.defines:
            inner = self.inside(name, e.args if isinstance(e, Call) else [], c)
            define = self.spec.defines[name]
            failed = self.blamed(define.body, inner)
            failed.code = name
            if define.message:
                failed.message, failed.of_define, failed.context = define.message, True, inner
            failed.parts.append((e, c))
            return failed
        if isinstance(e, Call) and name not in ("any", "all") and not (is_function(e) and name not in ("unique", "same")) and name not in self.spec.tables or (
                isinstance(e, Name) and len(e.path) == 1 and self.is_predicate(name, c)):
            return self.word_failed(Failed(name, c, [(e, c)]), e, name, c)
        return Failed("rule", c, [(e, c)])

    def of_subject(self, e, c):
        return c.about(number_if_records(self.evaluate(e.subject, c)), self.is_secret(e.subject, c), e.subject)

    def found(self, failed, e, c, *others):
        """What a part found on this side, unless it is a secret or compared with one."""
        if any(self.is_secret(x, c) for x in (e, *others)):
            failed.shown = lambda about: words.SECRET
            return failed
        failed.actual = number_if_records(self.evaluate(e, c))
        failed.shown = lambda about: self.shown(e, c, about)
        return failed

    def word_failed(self, failed, e, name, c):
        """What a rule word found: how many, what comes again, else the value itself."""
        args = e.args if isinstance(e, Call) else []
        if name in ("unique", "same"):
            failed.first = self.apply(e, c)[1]
            return failed if len(args) > 1 else self.found(failed, args[0] if args else Name(["value"]), c)
        own = Name(["value"])
        if c.secret or name == "contains" and self.is_secret(args[-1], c):
            failed.shown = lambda about: words.SECRET
            return failed
        actual = self.apply(e, c)[1].get("actual")
        if name == "distinct":
            by = next((n.value for n in getattr(e, "named", ()) if n.name == "by"), None)
            return self.repeated(failed, e, c, by)
        if actual is None or name in ("int", "number"):
            return self.found(failed, own, c)
        failed.actual = actual
        failed.shown = lambda about: words.show(actual, about and about.type) if name in ("count", "decimals", "age", "contains", "words") else self.shown(own, c, about)
        return failed

    def repeated(self, failed, e, c, by):
        """The first item that there is already."""
        if self.secret_items(e, c):
            failed.shown = lambda about: words.SECRET
            return failed
        seen, items, type = set(), c.value, self.type_of(Name(["value"]), c)
        for i, item in enumerate(items):
            one = replace(c, level=item if isinstance(item, Level) else items.around(i, c.level)) if by is not None else c
            value = item if by is None or isinstance(item, Unknown) else self.evaluate(by, one)
            if isinstance(value, Unknown):
                continue
            if key(value) in seen:
                failed.actual = value
                failed.shown = lambda about: self.shown(by, one, about) if by is not None else words.as_given(items.raws[i], item, type and type.item.type, self.language)
                return failed
            seen.add(key(value))
        return failed

    def message_within(self, e, truth, c):
        """The message of the outermost define that would be to blame if the part without a result had failed."""
        if isinstance(e, And):
            part = e.left if self.truth(e.left, c) is truth else e.right
            return self.message_within(part, truth, c)
        if isinstance(e, Is) and not e.negated:
            return self.message_within(e.predicate, truth, c.about(self.evaluate(e.subject, c)))
        define = self.spec.defines.get(e.name if isinstance(e, Call) else e.path[0] if isinstance(e, Name) else None)
        return define and define.message

    def limits(self, e, c, turned=False):
        """name -> Limit of a condition; each is the first that there is. `turned`: under `not`."""
        if isinstance(e, (And, Or)):
            return {**self.limits(e.right, c, turned), **self.limits(e.left, c, turned)}
        if isinstance(e, Not):
            return self.limits(e.inner, c, not turned)
        if isinstance(e, Is):
            if isinstance(e.predicate, Name) and e.predicate.path[0] in ("filled", "blank"):
                return {}
            return self.limits(e.predicate, self.of_subject(e, c), turned != e.negated)
        if isinstance(e, In):
            return self.of_range(*self.range_of(e.right, c), turned != e.negated)
        if isinstance(e, Compare):
            return self.of_comparison(e, c, turned)
        name = e.name if isinstance(e, Call) else e.path[0] if isinstance(e, Name) else None
        if isinstance(e, Name) and name in c.given:
            return self.limits(*c.given[name], turned)
        if name in self.spec.defines and not (isinstance(e, Name) and c.level.owner(name)):
            return self.limits(self.spec.defines[name].body, self.inside(name, e.args if isinstance(e, Call) else [], c), turned)
        if not isinstance(e, Call) or c.shape is None or is_function(e) or e.name == "count" and len(e.args) > 1:
            return {}
        if name in ("count", "range", "decimals", "age", "int", "number", "words") or name == "contains" and len(e.args) > 1:
            return self.of_range(*self.range_of(e.args[0], c), turned)
        if name in ("before", "after"):
            return self.of_comparison(Compare("<" if name == "before" else ">", Name(["value"]), e.args[0]), c, turned, True)
        return {}

    def range_of(self, e, c):
        """-> (a range, or a value that stands for one, with its context)"""
        while isinstance(e, Name) and len(e.path) == 1:
            if e.path[0] in c.given:
                e, c = c.given[e.path[0]]
            elif e.path[0] in self.spec.defines and not c.level.owner(e.path[0]):
                e, c = self.spec.defines[e.path[0]].body, replace(c, params={}, given={})
            else:
                break
        return e, c

    def of_range(self, e, c, turned):
        if isinstance(e, (Several, Member)) or isinstance(e, Call) and (e.name in self.spec.tables or e.name == "distinct") or isinstance(e, Name) and self.is_list(e, c):
            return {}
        e = e if isinstance(e, Range) else Range(e, e)
        low, high = (x and Limit(number_if_records(self.evaluate(x, c)), False, x, c) for x in (e.low, e.high))
        if high and not e.closed:
            high.excluded = True
        if turned and not (low and high):                     # both limits of one range stay as they are
            low, high = high, low
            for one in (low, high):
                if one:
                    one.excluded = not one.excluded
        return {name: limit for name, limit in (("min", low), ("max", high)) if limit}

    def is_list(self, e, c):
        return e.path[0] in self.spec.choices or isinstance(self.evaluate(e, c), list) or bool(
            c.level.owner(e.path[0])) or e.path[0] == "value"

    def of_comparison(self, e, c, turned, anything=False):
        """The limit of a comparison: its right side, or the left one if only that is fixed. `18 <= value` has min 18."""
        if e.op in ("==", "!="):
            return {}
        on_right = anything or not self.constant(e.left, c) or self.constant(e.right, c)
        name = "max" if (("<" in e.op) == on_right) != turned else "min"
        side = e.right if on_right else e.left
        value = number_if_records(self.evaluate(side, c))
        common = self.families(e.left, c) & self.families(e.right, c) - {"text", "bool"}
        if common and not isinstance(value, Unknown) and kind(value) not in common:
            value = BLANK                                     # of an alternative that this is not about
        return {name: Limit(value, ("=" in e.op) == turned, side, c)}

    def families(self, e, c):
        """The families that a field of several types may have; none for anything else."""
        return {FAMILIES[one.kind] for one in self.alternatives(e, c) or ()}

    def constant(self, e, c):
        """Does this speak of no value, no field and not of `records`?"""
        names = {part.path[0] for part in walk(e) if isinstance(part, Name)}
        for name in names & set(c.given):
            if not self.constant(*c.given[name]):
                return False
        names -= set(c.given)
        return not (names & {"value"} or self.asks(e, c.level) or self.names_fields(e, c.level, c.params or ())) and all(
            self.constant(self.spec.defines[n].body, c) for n in names if n in self.spec.defines)

    def is_secret(self, e, c):
        """Does this speak of a secret field, of this record or of others, or of those that a secret field puts together?"""
        if c.of_secret and self.asks(e, c.level) & {"records", "previous"}:
            return True
        inner = c.shape and c.shape.type and block_of(c.shape)
        own = [part.path for part in walk(e) if isinstance(part, Name) and part.path[0] == "value"]
        return (own and c.secret or inner and any(set(path[1:]) & set(secrets(inner)) for path in own)
                or any(self.leads_to_secret(path, c.level) for path in self.own_paths(e, c.level, frozenset(c.params or ())))
                or self.asks_secrets(e) or self.secret_items(e, c))

    def leads_to_secret(self, path, level):
        """Is the field at the end of a path secret? The path may go through lists."""
        shape = level.owner(path[0]).shapes[path[0]]
        for name in path[1:]:
            block = shape and block_of(shape)
            shape = block and {inner.name: inner for inner in block.fields()}.get(name)
        return bool(shape and shape.secret)

    def secret_items(self, e, c):
        """Does this ask for a secret inside the items of a list, as `count(lines, price > 5)` and `distinct(by: price)` may?"""
        for part in walk(e):
            asked = []
            if isinstance(part, Call) and part.name in LISTY and len(part.args) > 1:
                list, *asked = part.args
            elif isinstance(part, Call) and part.name == "distinct":
                list, asked = Name(["value"]), [n.value for n in getattr(part, "named", ())]
            type = self.type_of(list, c) if asked else None
            block = type and type.kind == "list" and block_of(type.item)
            names = {name for one in asked for inner in self.parts(one) if isinstance(inner, (Name, Member)) for name in inner.path}
            names |= {name for one in asked for inner in self.parts(one) if isinstance(inner, Text)
                      for piece in words.split_placeholders(inner.text) if not isinstance(piece, str) for name in words.path_of(piece[0])}
            if block and names & set(secrets(block)):
                return True
        return False

    def counts(self, e, shape, own=("value",)):
        """Does a condition count the characters or items of the value, by itself or by a define? `own`: the names of the value."""
        def is_own(one): return isinstance(one, Name) and len(one.path) == 1 and (one.path[0] in own or one.path[0] == shape.name)
        if isinstance(e, Is):
            return self.counts(e.predicate, shape, own) if is_own(e.subject) else False
        name = e.name if isinstance(e, Call) else e.path[0] if isinstance(e, Name) else None
        if define := self.spec.defines.get(name):
            args = e.args if isinstance(e, Call) else []
            return any(self.counts(arg, shape, own) for arg in args) or self.counts(define.body, shape, ("value", *(param for param, arg in zip(define.params, args) if is_own(arg))))
        if isinstance(e, Call) and name in ("count", "contains", "words"):
            return is_own(e.args[0]) and len(e.args) == 1 if is_function(e) else "value" in own
        if isinstance(e, (And, Or, Compare)):
            return self.counts(e.left, shape, own) or self.counts(e.right, shape, own)
        if isinstance(e, In):
            return self.counts(e.left, shape, own)
        return isinstance(e, Not) and self.counts(e.inner, shape, own)


OF_DAYS = ("year", "month", "day", "weekday", "workdays")


def of_partial(name, day):
    """The year or month of a partial date if all its days are of one; nothing else of it is known."""
    first, last = possible(day)
    parts = {"year": ["year"], "month": ["year", "month"]}.get(name)
    is_known = parts and all(getattr(first, part) == getattr(last, part) for part in parts)
    return Decimal(getattr(first, name)) if is_known else BLANK


def is_function(e):
    """`count(`, `number(` and `words(` are predicates if a range or a literal stands there, else functions; so are
    `date(` with texts and `distinct(` with `by`."""
    if e.name == "date":
        return len(e.args) == 3 and not all(isinstance(a, Text) for a in e.args)
    return e.name in FUNCTIONS and not (e.name in ("count", "number", "words") and isinstance(e.args[0], (Range, Literal)))


def bounded(lapse):
    """The duration, or None if it is too long."""
    return lapse if lapse and max(abs(lapse.months), abs(lapse.seconds)) <= 10**15 else None


def with_lapse(op, a, b):
    """What is calculated with a duration; None where there is no result."""
    if isinstance(a, Lapse) and isinstance(b, Lapse):
        if op in "+-":
            return bounded(a + (b if op == "+" else -b))
        if op == "/" and (both := a.against(b)):
            return predicates.exact(Fraction(both[0]) / both[1]) if both[1] else None
    elif op == "*" and "number" in (kind(a), kind(b)):
        return bounded(a.times(b) if isinstance(a, Lapse) else b.times(a))
    elif op == "-" and kind(a) == kind(b) in ("date", "time", "datetime", "instant"):
        return BLANK if isinstance(a, Partial) or isinstance(b, Partial) else lapse_between(a, b)
    elif isinstance(b, Lapse) and op in "+-" and kind(a) in ("date", "time", "datetime", "instant"):
        return shift(a, b if op == "+" else -b)
    raise SpecError(f"{kind(a)} {op} {kind(b)} has no meaning")


MOMENTS = ("date", "time", "datetime", "instant")
#: What a rule word is about, if not about texts.
SUBJECTS = {"count": {"text", "items", "along"}, **dict.fromkeys(("decimals", "positive", "negative", "multipleOf"), {"number"}),
            **dict.fromkeys(("past", "future", "age"), {"date", "datetime", "instant"})}
#: What a function is about, if its first value may be of several types.
ABOUT = {**dict.fromkeys(("abs", "round", "mod", "sum", "mean"), {"number", "duration"}), **dict.fromkeys(("words", "number", "weighted", "part"), {"text"}),
         **dict.fromkeys(("year", "month", "day", "weekday", "workdays"), {"date", "datetime", "instant"}), "count": {"text", "items", "along", "list", "oflist"},
         **dict.fromkeys(("hour", "minute", "second"), {"time", "datetime", "instant"})}
TYPES_AS_WORDS = {"date", "time", "datetime", "instant", "duration"}
BARE = set(predicates.WHOLE_TEXT) | TYPES_AS_WORDS | {"filled", "blank", "unique", "same", "positive", "negative", "past",
                                     "future", "distinct"}
WITH_ARGUMENTS = {"count", "range", "decimals", "age", "int", "number", "words", "contains", "distinct", "letters",
                  "alphanumeric", "uuid", "only", "oneOf", "startsWith", "endsWith", "matches", "like",
                  "multipleOf", "before", "after", "unique", "same", *TYPES_AS_WORDS}


def mistyped(level):
    """Is any value of this record, or within it, none of its type?"""
    def bad(value, code):
        return (code in ("type", "choice") or isinstance(value, Level) and mistyped(value)
                or isinstance(value, Items) and any(bad(v, c) for v, c in zip(value, value.codes)))
    return any(bad(level.value(name), level.failed.get(name)) for name in level.shapes)


def accepted_with(problems): return all(p["severity"] != "error" for p in problems)


def in_one_case(*texts):
    """The texts as they are compared: without their case if one of them does not care."""
    return [key(AnyCase(t)) for t in texts] if any(isinstance(t, AnyCase) for t in texts) else texts


def put_together(parts):
    return (AnyCase if any(isinstance(p, AnyCase) for p in parts) else str)("".join(map(words.show, parts)))


def negate(truth): return truth if isinstance(truth, Unknown) else not truth


def text_of(value):
    if not isinstance(value, str):
        raise SpecError(f"a text was expected, not {kind(value)}")
    return value


def step(value, name):
    """One step along a path: into a record, or through a list to the filled-in values there."""
    if isinstance(value, Unknown):
        return UNDECIDED if value is BROKEN else value         # of what is no record nothing is known
    if isinstance(value, Level):
        if name not in value.shapes:
            raise SpecError(f"unknown name {name}")
        return value.value(name)
    found = Along()
    found.of_all, found.levels = getattr(value, "of_all", False), []
    for item in value:
        inner = step(item, name)
        if getattr(inner, "levels", ()):
            found.levels += inner.levels
        if isinstance(item, Level):
            found.type = item.shapes[name].type
            if found.type.kind == "list":
                found.type = found.type.item.type
        if isinstance(inner, list):
            found += [from_afar(item, i) for i in inner] if of_others(value) else inner
        elif inner is not BLANK:
            found.append(from_afar(item, inner) if of_others(value) else inner)
    return found


def in_whole(value):
    """The value, or what is unusable in it."""
    return next((v for v in inside(value) if v.unusable), value)


def inside(value):
    """What cannot be known within a list or a record."""
    for one in value if isinstance(value, Items) else map(value.value, value.shapes) if isinstance(value, Level) else ():
        yield from [one] if isinstance(one, Unknown) else inside(one)


def walk(e):
    """Every part of an expression."""
    yield e
    for inner in vars(e).values() if hasattr(e, "__dict__") else ():
        for part in inner if isinstance(inner, list) else [inner]:
            if type(part).__module__ == "syntax":
                yield from walk(part)


def choices_of(shape, language):
    type = shape and shape.type
    while type and type.kind == "list":
        type = type.item.type
    types = (type.alternatives or [type]) if type else []
    return ", ".join(words.in_language(w, language) if w else v for type in types if type.kind == "choice" for v, w, _ in type.choices)

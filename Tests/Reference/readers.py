"""Data in (NDJSON, JSON, CSV, TSV) and answers out, one JSON text per line.

A reader yields (line, record); the record is None where it is malformed.
"""
import codecs
import copy
import datetime
import json
import re
from decimal import Decimal

import regex

from instants import Instant, Partial
from predicates import clean, nfc, strip
from syntax import DELIMITERS, Data, SpecError
from words import iso, plain


# ---- JSON --------------------------------------------------------------------------------------

def without_duplicates(pairs):
    if len({nfc(k) for k, _ in pairs}) < len(pairs):
        raise ValueError("a key twice")
    return dict(pairs)


def no_constant(name): raise ValueError(name)


DECODER = json.JSONDecoder(parse_float=Decimal, parse_int=Decimal, parse_constant=no_constant,
                           object_pairs_hook=without_duplicates)
SURROGATE = re.compile("[\ud800-\udfff]")
SPACE = re.compile(r"[ \t\r\n]*")


def checked(value, depth=1):
    """The value, if every text in it is real text, and not too much is inside of each other."""
    if isinstance(value, str) and SURROGATE.search(value):
        raise ValueError("a lone surrogate")
    if isinstance(value, (list, dict)) and depth > 256:
        raise ValueError("too deep")
    for inner in value if isinstance(value, list) else [*value, *value.values()] if isinstance(value, dict) else ():
        checked(inner, depth + 1)
    return value


def record_or_none(value): return value if isinstance(value, dict) else None


def ndjson(data, encoding):
    for line, raw in enumerate(decoded(data, encoding or "utf-8").split("\n"), 1):
        if not raw.strip(" \t\r"):
            continue
        try:
            yield line, record_or_none(checked(DECODER.decode(raw.strip(" \t\r"))))
        except (ValueError, RecursionError, ArithmeticError):
            yield line, None


def json_file(data, path, encoding):
    """One record or an array, or the list at the path; what cannot be read ends where its brackets do."""
    text = decoded(data, encoding or "utf-8")
    at = SPACE.match(text).end()
    try:
        for name in path or ():
            at = value_at(text, at, name)
    except (ValueError, RecursionError, ArithmeticError):
        yield 1, None
        return
    single = text[at:at + 1] != "["
    if single and path:
        raise SpecError(f"no list at {'.'.join(path)}")
    if not single:
        at = SPACE.match(text, at + 1).end()
        if text[at:at + 1] == "]":
            return
    while True:
        line = text.count("\n", 0, at) + 1
        try:
            value, at = DECODER.raw_decode(text, at)
            yield line, record_or_none(checked(value))
        except (ValueError, RecursionError, ArithmeticError):
            yield line, None
            if single:
                return
            at = end_of_element(text, at)
        at = SPACE.match(text, at).end()
        if single or text[at:at + 1] != ",":
            return
        at = SPACE.match(text, at + 1).end()


PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|.', re.DOTALL)


def end_of_element(text, at):
    """Where the comma or the bracket after an element of an array stands that cannot be read."""
    depth = 0
    for piece in PIECE.finditer(text, at):
        if depth == 0 and piece[0] in ",]":
            return piece.start()
        depth += (piece[0] in "[{") - (piece[0] in "]}")
    return len(text)


def value_at(text, at, name):
    """Where the value of this key begins in the object that begins here."""
    while text[at:at + 1] in ("{", ","):
        at = SPACE.match(text, at + 1).end()
        if text[at:at + 1] == "}":
            break
        found, at = DECODER.raw_decode(text, at)
        at = SPACE.match(text, at).end()
        if text[at:at + 1] != ":":
            raise ValueError("no colon")
        at = SPACE.match(text, at + 1).end()
        if found == name:
            return at
        at = SPACE.match(text, DECODER.raw_decode(text, at)[1]).end()
    raise SpecError(f"nothing at {name}")


# ---- CSV ---------------------------------------------------------------------------------------

def csv_rows(text, delimiter):
    """-> (line, cells, malformed?) for each row that has more than delimiters and white space."""
    at, line = 0, 1
    while at < len(text):
        start, begin = line, at
        cells, at, bad = csv_row(text, at, delimiter)
        if at is None:                           # a quote is never closed: the row is the line that it begins on
            at = text.find("\n", begin) + 1 or len(text)
        line += text.count("\n", begin, at)
        if strip(text[begin:at].replace(delimiter, "")):
            yield start, cells, bad


def csv_row(text, at, delimiter):
    """-> (cells, where the next row begins, is it malformed?); no place if a quote is never closed"""
    cells, begin, stop, bad = [], at, (delimiter, "\n", ""), False
    while True:
        cell, is_quoted = "", text[at:at + 1] == '"'
        if is_quoted:
            cell, at, closed = quoted(text, at + 1)
            if not closed:
                return [], None, True
        end = at
        while text[end:end + 1] not in stop:
            end += 1
        rest, at = text[at:end], end
        if text[at:at + 1] != delimiter:
            rest = rest.removesuffix("\r")
        if is_quoted and rest:
            if "\n" in cell:                      # its end is in a later line, and is none
                return [], None, True
            bad = True
        bad |= '"' in rest
        cells.append(cell + rest)
        if text[at:at + 1] != delimiter:
            return cells, at + 1, bad or "\0" in text[begin:at] or bool(SURROGATE.search(text, begin, at))
        at += 1


def quoted(text, at):
    """-> (the quoted text from here, where it ends, was it closed?)"""
    out = []
    while (end := text.find('"', at)) >= 0:
        out.append(text[at:end])
        if text[end + 1:end + 2] != '"':
            return "".join(out), end + 1, True
        out.append('"')
        at = end + 2
    return "", len(text), False


def keep_bytes(error):
    """What is no text in an encoding stands as half of a pair, which no text has."""
    return "".join(chr(0xDC00 + byte) for byte in error.object[error.start:error.end]), error.end


codecs.register_error("keep", keep_bytes)


def decoded(data, encoding):
    """The text of a file: as its byte order mark says, else in this encoding, else in UTF-8, which it must be then."""
    errors = "keep" if encoding else "strict"
    for mark, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            data, encoding = data[len(mark):], name
    try:
        return data.decode(encoding or "utf-8", errors)
    except LookupError:
        raise SpecError(f"no encoding {encoding}") from None
    except UnicodeDecodeError as e:
        line = data[:e.start].count(b"\n") + 1
        raise SpecError(f"line {line} is not in {encoding or 'UTF-8'}; say --encoding, or encoding \"windows-1252\" "
                        "in the form's data") from None


def delimiter_of(text):
    """Of , ; and a tab the one that the first line has most of outside of quotes."""
    line = re.sub('"[^"]*"', "", text.split("\n")[0])
    return max(",;\t", key=line.count)


def csv_file(data, spec, how, delimiter, encoding=None, found=None):
    text = decoded(data, encoding or how.encoding)
    usual = how.delimiter or delimiter
    if said := re.match("sep=(.)(?=\r?\n|$)", text, re.IGNORECASE):
        usual, text = said[1], text[said.end():]              # its line break keeps the lines' numbers
    if isinstance(how.header, int):
        text = "\n" * (how.header - 1) + "\n".join(text.split("\n")[how.header - 1:])
    return rows_of_table(csv_rows(text, usual), spec, how, found=found)


def rows_of_table(rows, spec, how, of_sheet=False, found=None):
    columns, rows = Columns(spec.block, how.columns), iter(rows)
    if how.header == "none":
        columns.in_order(spec.block)
    else:
        line, head, _ = next(rows, (None, [], False))
        if line != how.header is not None:
            raise SpecError(f"line {how.header} is no header")
        while of_sheet and head and not strip(head[-1]):      # the header ends with its last name
            head.pop()
        columns.of_header(spec.block, head)
    if found is not None:
        found.columns = columns.names
    for line, cells, bad in rows:
        if of_sheet:                                          # what is right of the header belongs to no column
            cells = (cells + [""] * columns.width)[:columns.width]
            if not any(map(strip, cells)):
                continue
        bad = bad or len(cells) != columns.width
        record = None if bad else columns.record(spec.block, cells, set(map(nfc, how.blank)))
        if record is not None:
            record.columns = columns.names
        yield line, record


class Native(str):
    """The text of a cell of a workbook that is a number, a date, a time or a bool: it is what it is, whatever the formats of
    the field. A number that may be a date, as 20261120 in the format yyyyMMdd, follows the format."""

    @property
    def is_number(self): return re.fullmatch(r"-?[0-9.]+", self) is not None


def rows_of_sheet(rows, spec, found=None):
    """-> (line, record) of rows with cells as they are in a workbook."""
    how = spec.data.get("xlsx", Data())
    read = [(n, ["" if v is None else v if isinstance(v, str) else Native(cell_text(v)) for v in row], False)
            for n, row in enumerate(rows, 1)]
    if isinstance(how.header, int):
        read = read[how.header - 1:]
    return rows_of_table([row for row in read if any(map(strip, row[1]))], spec, how, of_sheet=True, found=found)


def cell_text(value):
    if isinstance(value, bool):
        return str(value).lower()
    return plain(Decimal(value)) if isinstance(value, (int, Decimal)) else iso(value)


class Columns:
    """Which columns hold which field; told once, before the first row."""

    def __init__(self, block, wanted):
        self.wanted = wanted                             # all, exact or None
        self.names = []                                  # of all columns that have one
        self.used = {}                                   # (path, its field) -> its columns, in the order of its names
        self.width = 0
        self.keys, self.keys_at = None, {}               # name with `*` -> key -> column; path of a list -> its keys

    def in_order(self, block, prefix=""):
        """Without a header columns belong to the fields in their order; branches share those of one name."""
        for shape in read_fields(block):
            path = prefix + shape.name
            if shape.type.kind == "record":
                self.in_order(shape.type.block, path + ".")
            elif not (shape.numbered or shape.type.by or shape.type.kind == "list" and shape.type.item.type.kind == "record"):
                shared = next((columns for (other, _), columns in self.used.items() if other == path), None)
                self.used[path, shape] = shared or [self.width]
                self.names += [] if shared else [prefix + keys_of(shape)[0]]
                self.width += shared is None

    def of_header(self, block, head):
        self.width = len(head)
        asks = any(loose(key) == PROBLEMS for shape in block.fields() for key in keys_of(shape))
        self.names = [strip(name) for name in head if strip(name) and (asks or loose(name) != PROBLEMS)]
        self.exact = {nfc(name): i for i, name in reversed(list(enumerate(head))) if strip(name)}
        self.loose = {loose(name): i for i, name in reversed(list(enumerate(head))) if strip(name)}
        if len(self.exact) < sum(bool(strip(name)) for name in head):
            raise SpecError("a column twice")
        self.plain = set()                               # the columns of fields that have no keys
        self.assign(block, "", [""])
        self.plain, self.used = {column for columns in self.used.values() for column in columns}, {}
        self.find_keys(block, [""], head)
        self.assign(block, "", [""])
        calculated = {loose(s.name) for s in block.fields() if s.calculated is not None}
        used = {column for columns in self.used.values() for column in columns}
        unknown = [name for i, name in enumerate(head)
                   if strip(name) and i not in used and loose(name) not in calculated | {PROBLEMS}]
        if (block.closed or self.wanted == "exact") and unknown:
            raise SpecError(f"unknown columns: {unknown}")
        for shape in block.items:
            if self.needed(shape) and not self.reaches(shape):
                raise SpecError(f"no column for the required field {shape.name}")
        if self.wanted:
            self.check_all(block)
        own = [i for i, name in enumerate(head) if i in used or loose(name) != PROBLEMS]
        placed = [column for columns in self.used.values() for column in sorted(columns)]
        if self.wanted == "exact" and list(dict.fromkeys(placed)) != own:
            raise SpecError("the columns are in another order")

    def columns(self, names):
        """The columns of these names; of (a name with `*`, a key) those that have the key."""
        found = [self.keys[name[0]].get(nfc(name[1])) if isinstance(name, tuple) else
                 self.exact.get(nfc(name), self.loose.get(loose(name))) for name in names]
        return list(dict.fromkeys(column for column in found if column is not None))

    def find_keys(self, block, spellings, head):
        """Finds the keys of all lists by name: for each name with `*` the column of each key. A column belongs to the names
        that leave the shortest key for it."""
        self.head, names = head, list(dict.fromkeys(self.names_with_keys(block, spellings)))
        self.keys = {name: {} for name in names}
        taken = {loose(name) for name in self.own_names(block, spellings)} | {PROBLEMS}
        for exactly in (True, False):
            for column, text in enumerate(head):
                if column in self.plain or loose(text) in taken:
                    continue
                found = [(name, key) for name in names if (key := key_in(name, text)) is not None]
                shortest = min((len(characters(key)) for _, key in found), default=0)
                for name, key in found:
                    if len(characters(key)) == shortest and exactly == (nfc(strip(name).replace("*", key)) == nfc(strip(text))):
                        self.keys[name].setdefault(nfc(key), column)
        keyed = {column for keys in self.keys.values() for column in keys.values()}
        if any(loose(text) in {loose(head[c]) for c in keyed} for c, text in enumerate(head) if c not in keyed | self.plain):
            raise SpecError("a column twice")

    def own_names(self, block, spellings):
        """The names that belong to fields without keys, also where a table has nothing under them."""
        for shape in block.fields():
            names = [s + key for s in spellings for key in keys_of(shape)]
            yield from names
            if shape.type.kind == "record":
                yield from self.own_names(shape.type.block, [name + "." for name in names])

    def names_with_keys(self, block, spellings):
        for shape in read_fields(block):
            if shape.type.kind == "record":
                yield from self.names_with_keys(shape.type.block, [s + key + "." for s in spellings for key in keys_of(shape)])
            elif shape.type.by:
                for names in self.names_of_items(shape, spellings):
                    yield from names

    def names_of_items(self, shape, spellings):
        """The names with `*` of a list by name, or of each field of its records."""
        if shape.type.item.type.kind == "record":
            yield from self.names_in_record(shape.type.item.type.block, spellings, [])
        else:
            yield [s + key for s in spellings for key in shape.numbered]

    def names_in_record(self, block, spellings, within):
        for shape in read_fields(block):
            names = [s + key for s in spellings for key in shape.numbered] or [w + "." + key for w in within for key in keys_of(shape)]
            if shape.type.kind == "record":
                yield from self.names_in_record(shape.type.block, spellings, names)
            elif shape.type.kind != "list":
                yield names

    def keys_of_list(self, shape, spellings):
        """The keys of a list, in the order of the first column of each."""
        names = [name for names in self.names_of_items(shape, spellings) for name in names]
        columns = sorted({(column, n) for n, name in enumerate(names) for column in self.keys[name].values()})
        found = {}
        for column, n in columns:
            key = key_in(names[n], self.head[column])
            found.setdefault(nfc(key), Key(key))
        return list(found.values())

    def assign(self, block, prefix, spellings, around=(), number=None):
        """`prefix` is the path in the spec, `spellings` are what the names of columns begin with; in items, `number` is that
        of numbered columns, which begin as what is `around` the list. Tells whether there was any."""
        any_found = False
        for shape in read_fields(block):
            path, names = prefix + shape.name, [joined(s, key) for s in spellings for key in keys_of(shape)]
            if number and shape.numbered:
                names = [joined(s, key) for s in around for key in at_number(shape, number)]
            if shape.type.kind == "record":
                any_found |= self.assign(shape.type.block, path + ".", [joined(n, ".") for n in names], around, number)
            elif shape.type.by:
                keys = self.keys_of_list(shape, spellings) if self.keys is not None and not number else []
                self.keys_at[path] = keys
                for n, key in enumerate(keys, 1):
                    if shape.type.item.type.kind == "record":
                        self.assign(shape.type.item.type.block, f"{path}[{n}].", [], spellings, key)
                    else:
                        self.used[f"{path}[{n}]", shape] = self.columns([joined(s, one) for s in spellings for one in at_number(shape, key)])
            elif shape.type.kind == "list" and shape.type.item.type.kind == "record":
                n = 1
                while not number and self.assign(shape.type.item.type.block, f"{path}[{n}].", [], spellings, n):
                    n += 1
            elif shape.type.kind == "list" and shape.numbered:
                n = 1
                while not number and (found := self.columns([s + key for s in spellings for key in at_number(shape, n)])):
                    self.used[f"{path}[{n}]", shape], n = found, n + 1
            elif found := self.columns(names):
                self.used[path, shape], any_found = found, True
        return any_found

    @staticmethod
    def needed(shape):
        return (hasattr(shape, "default") and shape.calculated is None and not shape.optional and shape.default is None
                and shape.required_if is None)

    def reaches(self, shape, prefix=""):
        path = prefix + shape.name
        if shape.type.kind == "record":
            return any(self.reaches(s, path + ".") for s in read_fields(shape.type.block))
        return any((p, s) == (path, shape) or p.startswith(path + "[1]") for p, s in self.used)

    def check_all(self, block, prefix=""):
        for shape in read_fields(block):
            if shape.type.kind == "record":
                self.check_all(shape.type.block, prefix + shape.name + ".")
            elif not self.reaches(shape, prefix):
                raise SpecError(f"no column for {prefix}{shape.name}")

    def cell(self, path, shape, cells, blanks):
        """What stands in the first column of a field that is filled in, else in its first."""
        found = [None if nfc(strip(cells[i])) in blanks else cells[i] for i in self.used[path, shape]]
        one = shape.type.item if path.endswith("]") else shape
        return next((cell for cell in found if not is_blank(one, cleaned(one, cell))), found[0])

    def record(self, block, cells, blanks, prefix=""):
        """A record as JSON would have it; a group of fields with only blank cells is blank."""
        found = Row()
        for shape in read_fields(block):
            path, key = prefix + shape.name, keys_of(shape)[0]
            if (path, shape) in self.used:
                found[key] = self.cell(path, shape, cells, blanks)
            elif shape.type.kind == "record":
                found[key] = self.group(shape.type.block, cells, blanks, path)
            elif shape.type.kind == "list" and self.reaches(shape, prefix):
                found[key] = self.items(shape, cells, blanks, path)
            else:
                continue
            found.clashes |= any(value != found[key] for name, value in found.names if name == key)
            found.names.append((key, found[key]))
            found.of_field[id(shape)] = found[key]
        return found

    def group(self, block, cells, blanks, path):
        inner = self.record(block, cells, blanks, path + ".")
        filled = any(not is_blank(s, cleaned(s, inner.of_field.get(id(s)))) for s in read_fields(block))
        return inner if filled else None

    def items(self, shape, cells, blanks, path):
        """What stands in numbered columns, up to the last number that has a filled cell; or by name, what has one."""
        if shape.type.by:
            return self.named_items(shape, cells, blanks, path)
        item, found, n = shape.type.item, [], 1
        while any(p == f"{path}[{n}]" or p.startswith(f"{path}[{n}].") for p, _ in self.used):
            if item.type.kind == "record":
                group = self.group(item.type.block, cells, blanks, f"{path}[{n}]")
                gap = group is None and may_be_empty(item.type.block)
                found.append(GAP if gap else group)
            else:
                cell = self.cell(f"{path}[{n}]", shape, cells, blanks)
                found.append(None if is_blank(item, cleaned(item, cell)) else cell)
            n += 1
        while found and (found[-1] is None or found[-1] is GAP):
            found.pop()
        return found


    def named_items(self, shape, cells, blanks, path):
        item, found = shape.type.item, {}
        for n, key in enumerate(self.keys_at[path], 1):
            if item.type.kind == "record":
                one = self.group(item.type.block, cells, blanks, f"{path}[{n}]")
            else:
                cell = self.cell(f"{path}[{n}]", shape, cells, blanks)
                one = None if is_blank(item, cleaned(item, cell)) else cell
            if one is not None:
                found[str(key)] = one
        return found


def joined(start, end):
    """Two parts of the name of a column, one of which may be (a name with `*`, a key)."""
    parts = [part if isinstance(part, tuple) else (part, None) for part in (start, end)]
    key = parts[0][1] or parts[1][1]
    return (parts[0][0] + parts[1][0], key) if key else start + end


class Key(str):
    """The key of an item, in the place of its number."""


def characters(text): return regex.findall(r"\X", text)


def key_in(name, text):
    """What stands in the name of a column in place of each `*`, if it is like the name otherwise."""
    text = strip(text)
    parts = strip(name).split("*")
    rest = len(characters(text)) - sum(len(characters(part)) for part in parts)
    size, over = divmod(rest, len(parts) - 1)
    start = len(characters(parts[0]))
    key = "".join(characters(text)[start:start + max(size, 0)])
    return key if size > 0 and not over and strip(key) and loose(key.join(parts)) == loose(text) else None


class Row(dict):
    """What a row has by the keys of fields, and by the fields themselves: those of one name may have columns of their own."""

    def __init__(self):
        self.of_field, self.names = {}, []
        self.clashes = False                             # do fields of one name have different values?
        self.columns = []                                # the names of its table's columns


class Gap:
    """An item of numbered columns with nothing in it, where nothing has to be: it is passed over."""


GAP = Gap()


def may_be_empty(block):
    return all(s.optional and s.default is None and s.required_if is None for s in read_fields(block))


PROBLEMS = "formwork_problems"                           # what the rejects have of the messages; no form has to ask for it


def read_fields(block): return (s for s in block.fields() if s.calculated is None and not s.is_key)


def at_number(shape, n): return [(key, n) if isinstance(n, Key) else key.replace("#", str(n)) for key in shape.numbered]


def without_blanks(value, blanks):
    """A record of JSON without the texts that mean blank."""
    if isinstance(value, str):
        return None if nfc(strip(value)) in blanks else value
    if isinstance(value, dict):
        return {k: without_blanks(v, blanks) for k, v in value.items()}
    return [without_blanks(v, blanks) for v in value] if isinstance(value, list) else value


# ---- one value ---------------------------------------------------------------------------------

def keys_of(shape):
    """What the data may call a field: its `from` names, else its own."""
    return shape.keys or [shape.name]


def loose(name): return strip(nfc(name)).casefold()


def cleaned(shape, raw):
    if shape.type.kind == "list" or not isinstance(raw, str):
        return raw
    text = type(raw)(clean(raw, shape.cleaning))
    return text if keeps_space(shape.type) else type(raw)(strip(text))


def keeps_space(type): return type.kind in ("string", "any") or type.kind == "either" and any(map(keeps_space, type.alternatives))


def is_blank(shape, raw):
    if raw is None or raw == "" and isinstance(raw, str):
        return True
    if shape.type.kind != "list":
        return False
    return raw == ({} if shape.type.by else []) or isinstance(raw, str) and strip(clean(raw, shape.type.item.cleaning)) == ""


# ---- a file ------------------------------------------------------------------------------------

KINDS = {".ndjson": "ndjson", ".jsonl": "ndjson", ".json": "json", **{"." + kind: kind for kind in DELIMITERS}}


def of_file(path, spec, delimiter=None, encoding=None):
    """-> (line, record) of a file of the spec's data, or of a list's."""
    try:
        data = path.read_bytes()
    except OSError as e:
        raise SpecError(f"cannot read {path.name}: {e}") from None
    found = Found()
    found += records(KINDS.get(path.suffix, "csv"), data, spec, delimiter, encoding, found)
    return found


class Found(list):
    """What a file has: its records with their lines, and if it is a table the names of its columns."""
    columns = None


def records(kind, data, spec, delimiter=None, encoding=None, found=None):
    """-> (line, record) of the data of one kind; what the command line says wins over the form."""
    how = copy.copy(spec.data.get(kind, Data()))
    if kind in DELIMITERS:
        how.delimiter = delimiter or how.delimiter
        yield from csv_file(data, spec, how, DELIMITERS[kind], encoding, found)
    else:
        blanks = set(map(nfc, how.blank))
        encoding = encoding or how.encoding
        for line, record in ndjson(data, encoding) if kind == "ndjson" else json_file(data, how.records, encoding):
            yield line, without_blanks(record, blanks) if blanks else record


# ---- out ---------------------------------------------------------------------------------------

def dump(value):
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, Decimal):
        return plain(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (datetime.date, datetime.time, Instant, Partial)):
        return json.dumps(iso(value))
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k, ensure_ascii=False)}:{dump(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(dump, value)) + "]"
    return json.dumps(value, ensure_ascii=False)

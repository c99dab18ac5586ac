"""Random specs and random records for them, the same for the same seed.

A spec is a tree of Pieces, so that `differential.py` can take parts away and see whether a
difference stays. What grammar.md leaves open is not generated (see README.md).
"""
import collections
import datetime
import formats
import json
import layouts
import predicates
import random
import re
from dataclasses import dataclass, field as slot, replace
from decimal import Decimal
from functions import OF_NUMBERS

from instants import Instant
from kinds import DAYS, KINDS
from syntax import DELIMITERS, literal_value

MARKS = [(",", "."), (None, ","), (",", None), (".", " "), (",", "'"), (None, " "), (",", "\u00a0"), (None, "\u202f"), (",", "’")]
ASCII = ["a", "b", "abc", "ABC", "abc123", "x-1", "AB-12", "12", "007", "a b", "12345", "Secret7", "a_b", "#1",
         "ann@example.org", "+819012345678", "https://example.org/a", "1.5", "-3", "a" * 21, "x/y", "{q}", 'say "hi"']
WORLD = ["é", "e\u0301", "が", "か\u3099", "👨‍👩‍👧‍👦", "🇯🇵🇫🇷", "Zoë", "日本", "a\nb", "ａ１", " a ", "\u3000b", "한국", "각", "ｶﾞｷ", "ﾊﾟ1", "aﾞﾊﾟﾟ"]
SENTENCES = ["Don't stop at 3.5 km", "can’t", "a.b", "a. b", "...", "_", "a_1 b", "1,234.5;6", "1:2", "well-known", "one two three", "x  y", 'צה"ל', "א'1",
             "カタカナ", "漢字かな", "한국어 문장", "ไทย", "👨‍👩‍👧 a", "🇯🇵🇫🇷", "é\u0301 t", "a\u200db", "a\r\nb", "½ Ⅷ 〇", "ｶﾞ_ｷﾞ", "٣٫٤"]
JAPANESE = ["かな", "カナ", "漢字", "カー", "abc", "かカ", "が", "か\u3099"]
CASES = ["a-1", "A-1", "Straße", "STRASSE", "STRAẞE", "ΣΊΣΥΦΟΣ", "Σίσυφος", "σίσυφοσ", "É", "é", "e\u0301", "Ａ", "ａ", "İ", "i", "ı", "I", "\u212a", "k", "ǅ", "ǆ", "Ⅷ", "ⓐ", "ⓐb", "ΑΣ", "ΑΣ.", "Σ", "ΑΣΑ Σ'Σ", "ᴬΣ", "a\\b", "a\0b", "〇", "ª"]
NAMES = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "名前", "größe", "mu_1",
         "nuNu", "omicron", "rho", "sigma", "tau", "upsilon", "chi", "psi", "omega", "Fläche", "住所", "aleph", "bet",
         "gimel", "dalet", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "ichi", "ni", "san", "shi", "go", "roku", "shichi", "hachi", "kyu", "ju",
          "vav", "zayin", "het", "tet", "yod", "kaf", "lamed", "mem", "nun",
         "samekh", "ayin", "pe"]

# Formats of times, and texts that are in none of them or only in some.
CLOCKS = [(9, 30), (0, 0), (12, 0), (12, 59), (23, 59, 59), (13, 5, 15, 250000), (9, 30, 15)]
FORMATS = {
    "time": [["H:mm"], ["h:mm a", "H:mm"], ["HH:mm:ss"], ["hh:mma"], ["HHmm", "HH:mm"], ["H:mm:ss.SSS", "H:mm"], ["H時mm分"], ["h 'o''clock' mm ssa"], ["a hh.mm"]],
    "datetime": [["d.M.yyyy HH:mm"], ["dd.MM.yyyy H:mm", "yyyy-MM-dd'T'HH:mm:ss"], ["M/d/yyyy h:mm a"], ["yyyyMMddHHmmss"], ["dd.MM.yy HH:mm"],
                 ["yyyy年M月d日 H時mm分"], ["H:mm, d.M.yy", "d.M.yyyy H:mm"]],
    "instant": [["yyyy-MM-dd HH:mm:ss.SSS X"], ["d/M/yyyy h:mm a X"], ["yyyyMMddHHmmX", "yyyy-MM-dd HH:mm:ssX"], ["X d.M.yy H:mm"], ["d.M.yyyy H:mm:ss X"]],
}
# Formats of dates that may lack the day, or the month and the day.
PARTIAL = [["yyyy-MM-dd", "yyyy-MM", "yyyy"], ["yyyy-MM-dd", "yyyy-MM", "yyyy"], ["yyyy-MM-dd", "yyyy-MM"], ["dd.MM.yyyy", "MM.yyyy", "yyyy"], ["yyyy-MM"],
           ["M/yyyy", "d/M/yyyy"], ["dd.MM.yy", "MM.yy"], ["yyyy年M月d日", "yyyy年M月", "yyyy年"], ["yyyy", "yyyy-MM-dd"], ["yy"]]
BROKEN = ["24:00", "9:5", "13:00 PM", "0:30 AM", "9:60", "９:30", "1230", "12:30 XM", "31.4.2026 09:30", "29.2.2025 9:30", "1.2.2026 9:30", "1.2.2026 09:30 +24",
          "1/2/2026 9:30 AM +0960", "1/2/2026 9:30 AM +9", "2026-11-20 09:30:00.25 Z", "2026-11-20 09:30:00.250", "20261120093000", "1.2.26 09:30", "29.02.00 00:00"]

# The rule words of whole texts. README.md leaves open how wide signs are.
WHOLE_TEXT = [name for name in predicates.WHOLE_TEXT if name not in ("halfwidth", "fullwidth")]

# Keys of lists by name, and what stands for them in the names of columns.
KEYS_OF_ITEMS = ["a", "a", "A", " a", "b c", "x-1", "Zoë", "12", "007", "", "e\u0301", "b.c", 'say "q"', "日本", "Ａ", "a\\b", "c\nd", "-"]
KEYS_OF_COLUMNS = ["a", "A", "b c", "x-1", "Zoë", "12", "日本", "Ａ", "b.c", "a*", "c-d", "-"]

TABLES = (*DELIMITERS, "xlsx")
# Bytes that are not text, for encodings that have some.
NO_TEXT = {"UTF-8": b"\x81\xff", "windows-1252": b"\x81\x8d", "EUC-JP": b"\xff"}


def encodable(text, encoding):
    try:
        return bool(text.encode(encoding)) or True
    except UnicodeEncodeError:
        return False


@dataclass
class Piece:
    """A part of a spec: some text, parts that may be left out, and some text."""
    before: str
    parts: list = slot(default_factory=list)
    after: str = ""
    fixed: bool = False               # this part itself cannot be left out

    def text(self): return self.before + "".join(p.text() for p in self.parts) + self.after


@dataclass
class Info:
    """What the generator knows of a field."""
    name: str
    kind: str
    values: list                      # raw values that are mostly good
    wrong: list = slot(default_factory=list)
    fields: list = None               # of a record, or of the records of a list
    item: object = None               # of a list
    separator: str = None
    by: str = None                    # of a list by name: what its keys are called
    keys: list = None                 # in the data, if those are not its name
    numbered: str = None              # the names of its columns in a table
    prefixed: bool = False            # a record in numbered columns whose own name has the number
    optional: bool = False
    default: str = None               # a text that stands for a value, where the type has a format
    hidden: bool = False              # not to be named outside of its branch
    has_label: bool = False
    anycase: bool = False
    named: bool = False               # of a named type
    type_name: str = None             # what the form calls a named type
    codes: str = None                 # the rule word that takes its values
    parts: list = None                # of an either type: what is known of each alternative


MOMENTS = ("date", "time", "datetime", "instant")


def kind_of(info): return "text" if info.kind == "choice" else KINDS[info.kind].family


def quoted(text):
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("{", "\\{").replace("\n", "\\n").replace("\r", "\\u{d}").replace("\0", "\\u{0}")
    return f'"{text}"'


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.files = {}
        self.other = {}               # the fields of the list of other data, if there is one
        self.names = NAMES[:]
        self.r.shuffle(self.names)
        self.head, self.words, self.defines, self.types, self.choices = [], 0, [], [], []
        self.tables, self.worded = [], []
        self.shows_lists = False          # lists in messages have no items that are null
        self.any_across = False           # values of type `any` must then be written the same in all records
        self.in_list, self.items_of_table, self.named_items, self.record_prefix = 0, False, False, None
        self.ext, self.how, self.blanks, self.encoding, self.closed, self.layout = "ndjson", {}, [], None, False, None

    def chance(self, p): return self.r.random() < p
    def pick(self, xs): return self.r.choice(xs)

    def message(self, info=None, more="", known=()):
        """A message of the author, with placeholders that must be known here; `more` are some of them. What stands between
        ⟦ and ⟧ becomes a placeholder where something can fill it in (see `settle`)."""
        self.words += 1
        text = f"m{self.words}"
        if info:
            if info.has_label and self.chance(0.3):
                text += " {label}"
            if info.kind not in ("any", "record") and not (info.item and info.item.kind in ("record", "list")) and self.chance(0.25):
                text += " <{value}>"
                self.shows_lists |= info.kind == "list"
            if info.kind in ("string", "list") and self.chance(0.2):
                text += self.pick([" {count}", " {count|one|{count} of them}"])
        if (info or known) and self.chance(0.04):
            text += self.pick([" {record}", " {line}"])
        known = [k for k in known if not k.hidden and k.kind != "any" and k.kind != "bool"]
        if known and self.chance(0.2):
            other = self.pick(known)
            text += f" [{{{other.name}}}]"
            self.shows_lists |= other.kind == "list"
        if more and self.chance(0.4):
            text += " " + more + (" {actual}" if self.words % 3 == 0 and self.has_actual(more) else "")
        elif self.chance(0.5) or more:
            text += "".join(" " + one for one in (more if more.startswith("{") else "", *(
                mark for mark in ("⟦min⟧", "⟦max⟧", "⟦actual⟧", "⟦choices⟧") if self.chance(0.5))) if one)
        return f'"{text}"'

    @staticmethod
    def has_actual(more):
        """Does what these placeholders are of find something, and do they not show it?"""
        return not more.startswith(("{first}", "{previous")) and "{actual}" not in more

    # ---- a spec
    def spec(self):
        for _ in range(self.r.randrange(5)):
            self.declaration()
        flat = self.chance(0.45)
        self.ext = self.pick(["csv"] * 3 + [*DELIMITERS, "xlsx", "xlsx", "ndjson", "json"] if flat else ["ndjson"] * 3 + ["json"])
        self.headerless = self.ext in TABLES and self.chance(0.1)
        asks = self.chance(0.5)                                  # between records, and perhaps other data
        if asks and self.chance(0.4):
            self.other_data()
        has_pages = self.chance(0.2)
        self.pages_in_whens = has_pages and self.chance(0.5)
        infos, parts = self.block(self.r.randint(1, 12), 0, [], flat)
        top = []
        if self.chance(0.15):
            self.closed = True
            top.append(Piece("closed\n"))
        self.settings(top, infos)
        if self.chance(0.15):
            parts += self.across(infos)
        if self.chance(0.15):
            condition, more = self.about_columns(infos)
            word = self.pick(["message", "message", "warning"])
            parts.insert(self.r.randint(0, len(parts)), Piece(f"check {condition} {word} {self.message(None, more)}\n"))
        if self.chance(0.15):
            test, more = self.pick([("in 2...8", "{min}-{max}"), ("<= 7", "{max}"), ("> 5", "{min}"), ("in ...9", "{max}")])
            parts.insert(self.r.randint(0, len(parts)), Piece(f"check records {test} message {self.message(None, more)}\n"))
        if asks:
            self.of_records(infos, parts)
        elif self.chance(0.4):
            self.calculations(infos, parts)
        if self.head and self.chance(0.12):       # definitions in a file of their own, perhaps used twice
            self.files["more.form"] = "".join(piece.text() for piece in self.head)
            self.head = [Piece('use "more.form"\n', fixed=True)] + ([Piece('use "more.form"\n')] if self.chance(0.2) else [])
        return Piece("", top + self.head + (self.paged(parts) if has_pages else parts)), infos, flat

    def settings(self, top, infos):
        """`data` of the form, and how the file is laid out."""
        how, said, table = self.how, [], self.ext in TABLES
        if self.ext == "csv" and self.chance(0.25):
            how["delimiter"] = self.pick([";", "|", "\t", ":"])
            said.append(f"delimiter {quoted(how['delimiter'])}")
        if self.headerless:
            how["header"] = "none"
        elif table and self.chance(0.12):
            how["header"] = self.r.randint(1, 4)
        if table and "header" in how:
            said.append(f"header {how['header']}")
        if table and not self.headerless and self.chance(0.1):
            how["columns"] = self.pick(["all", "exact"])
            said.append(f"columns {how['columns']}")
        if self.chance(0.15):
            self.blanks = self.pick([["NA"], ["-", "n/a"], ["ABC", "NA"], ["0"], ["é"], ["e\u0301", "が"]])
            said.append("blank " + ", ".join(map(quoted, self.blanks)))
        mark, names = b"", "".join(name + " " for name, _ in self.all_columns(infos))
        if self.ext != "xlsx" and self.chance(0.15):
            fitting = [e for e in ("windows-1252", "ISO-8859-1", "UTF-8", "UTF-8", "CP932", "EUC-JP") if encodable(names, e) or not table]
            how["encoding"] = self.encoding = self.pick(fitting)
            said.append(f'encoding "{self.encoding}"')
        if self.ext != "xlsx" and self.chance(0.08):
            mark, self.encoding = self.pick([(b"\xef\xbb\xbf", None), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")]
                                            if self.ext == "csv" else [(b"\xef\xbb\xbf", None)])
        before, after = b"[", b"]"
        if self.ext == "json" and self.chance(0.4):
            said.append("records at prices.items")
            before = self.pick([b'{"prices":{"items":[', b'{"a":[1,{"items":[2]}], "prices" : {"b":"]", "items" :\n['])
            after = self.pick([b"]}}", b'],"c":[]},"d":{"prices":1}}\n'])
        if self.ext == "xlsx" and self.chance(0.3):
            said.append('sheet "Stock"')
        self.r.shuffle(said)
        if said:
            top.append(Piece(f"data {self.ext} < {' '.join(said)} >\n", fixed=True))
        if self.chance(0.05):
            other = self.pick([k for k in ("csv", "json", "ndjson", "xlsx") if k != self.ext])
            top.append(Piece(f'data {other} < blank "abc" >\n'))
        self.layout = {"json": lambda: layouts.Array(mark + before, after, before == b"[" and self.chance(0.3)),
                       "xlsx": lambda: layouts.Sheet("Stock" if 'sheet "Stock"' in said else "Sheet1")}.get(
            self.ext, lambda: layouts.Lines(mark, self.pick([b"\n", b"\n", b""]).decode().encode(self.encoding or "utf-8"),
                                            "\n".encode(self.encoding or "utf-8")))()

    def all_columns(self, infos):
        self.most = 6
        return list(self.columns(infos))

    # ---- between records, other data, calculations
    def sort(self, infos):
        """Sorts the fields by what can be calculated with them."""
        self.plain = [i for i in infos if i.kind not in ("record", "any") and not i.hidden]
        self.of = {kinds: [i for i in self.plain if i.kind in kinds] for kinds in
                   (("int", "number"), ("string",), ("date",), ("string", "int", "choice", "date", "time"))}
        self.numbers, self.texts, self.days, self.keys = self.of.values()

    def calculations(self, infos, parts):
        """Calculated fields, and checks with conditionals, durations, functions, percentages and several values as a list."""
        self.sort(infos)
        for _ in range(self.r.randint(0, 2) if self.plain else 0):
            if calculated := self.calculated():
                parts.insert(self.r.randint(0, len(parts)), calculated)
        for _ in range(self.r.randint(1, 3) if self.plain else 0):
            if found := self.calculation():
                condition, more, at = found
                word = self.pick(["message", "message", "warning"])
                parts.append(Piece(f"check {condition} {word} {self.message(None, more)}{' at ' + at if at else ''}\n"))

    def calculation(self):
        """-> (condition, placeholders, field that has the problem)"""
        if self.chance(0.4):
            return self.by_function()
        roll = self.r.random()
        if roll < 0.4 and self.numbers:
            a, b = self.pick(self.numbers).name, self.pick(self.numbers).name
            test = self.item_test()
            return self.pick([f"{a} < 10 if {test} else {b}", f"{a} - 1 if {test} else {b} > 3", f"{a} in 1...(5 if {test} else {b})",
                              f"2026-01-31 + {a} * 1 month > today", f"{a} / 4 * 3 days < {b} * 1 week", f"{a} * 1 hour / 30 minutes != {b}",
                              f"today + {a} / 2 * 1 day > 2026-01-01"]), "", a
        if roll < 0.6 and self.days:
            a, b = self.pick(self.days).name, self.pick(self.days).name
            return self.pick([f"({a} - {b}) / 1 day >= -1000", f"{a} - {b} <= 2 * 30 days",
                              f"({a} if {self.item_test()} else {b}) < 2026-01-01"]), "", a
        if roll < 0.7 and self.texts:
            a, b = self.pick(self.texts).name, self.pick(self.texts).name
            return f'{a} != {self.pick([b, chr(34) + "x" + chr(34)])} if {self.item_test()} else "a"', "", a
        numbers = len(self.numbers) > 1 and self.chance(0.5)
        some = list(dict.fromkeys(self.pick(self.numbers if numbers else self.plain).name for _ in range(3)))
        some = ", ".join(some if len(some) > 1 else some * 2)          # one in parentheses is no list
        bound = f"{self.pick(['>=', '==', '<='])} {self.r.randint(0, 3)}"
        if numbers and self.chance(0.7):
            return self.pick([f"{self.pick(['sum', 'min', 'max', 'mean', 'count'])}(({some})) {bound}",
                              f"count(distinct(({some}))) {bound}",
                              f"sum(({some}), value * 2, value > 1) {bound}", f"share(({some}), value > 3) <= {self.percentage()}"]), "{actual}", None
        if numbers and self.chance(0.3):
            return self.pick([f"{self.pick(['any', 'all'])}(({some}), value > {self.r.randint(0, 12)})", f"7 in distinct(({some}))"]), "", None
        return self.pick([(f"count(({some})) {bound}", "{actual}"), (f"{self.pick(['any', 'all'])}(({some}), value is filled)", "")]) + (None,)

    def percentage(self): return self.pick(["5", "20", "33.33", "50.0", "66.67", "-5", "0", "1250"]) + self.pick([" %", "%"])

    def of_records(self, infos, parts):
        self.sort(infos)
        if not self.plain:
            return
        for _ in range(self.r.randint(0, 2)):
            if calculated := self.calculated():
                parts.insert(self.r.randint(0, len(parts)), calculated)
        makers = [self.of_the_data, self.of_the_data, self.of_groups, self.of_groups, self.by_key, self.before, self.among,
                  self.by_function, self.by_function] + [self.with_other_data] * (5 if self.other else 0) + [self.by_definition] * 2
        for _ in range(self.r.randint(1, 6)):
            if found := self.pick(makers)():
                condition, more, at = found
                word = self.pick(["message", "message", "warning"])
                info = self.pick(self.plain)
                piece = self.piece_of(info, parts)
                # A default must not break a rule of its own field.
                takes_rule = piece and " per " not in condition and not any(part.before.startswith(" default") for part in piece.parts)
                if takes_rule and self.chance(0.2):
                    asks_each = any(word + "(" in condition for word in ("any", "all", "count", "sum", "min", "max", "mean", "share"))
                    if self.chance(0.5) and info.kind != "list" and not asks_each:
                        condition = condition.replace(f" {info.name} ", " value ").replace(f": {info.name})", ": value)")
                    piece.parts.append(Piece(f" rule {condition} {word} {self.message()}"))
                    continue
                parts.append(Piece(f"check {condition} {word} {self.message(None, more)}{' at ' + at if at else ''}\n"))

    #: What a list of other data may have: name -> (types with clauses, cells).
    OTHERS = {"code": (["string", "string trimmed", "string lowercased", "string anyCase", "string optional"],
                       ["a", "b", "abc", "12", "x-1", "Zoë", "", "007", " a", "A"]),
              "ref": (["string", "string optional anyCase", 'string default "a"'], ["a", "abc", "", "A", "x-1"]),
              "amount": (["number optional", "number default 7", 'number(decimal ",") optional'], ["1", "5", "12.5", "", "30", "x", "2,5"]),
              "day": (["date optional", 'date("dd.MM.yyyy", "yyyy-MM-dd")', 'date("yyyy-MM-dd", "dd.MM.yyyy", "yyyy-MM", "yyyy") optional'],
                      ["2026-11-20", "2024-02-29", "", "20.11.2008", "2026-11", "2008"]),
              "paid": (["bool optional", "bool", 'bool("ja", "nein") optional'], ["true", "false", "", "ja", "nein"]),
              "sort": (['choice("red", "dark blue" "Navy", "JP") optional'], ["red", "JP", "", "dark blue", "x"]),
              "marks": (['list(";") of string optional', 'list("|") of string'], ["a", "a;b", "a|a", "", "12"]),
              "most": (["number = amount * 2", "int = round(amount, 0, down)"], None)}

    def other_data(self):
        names = ["code"] + self.r.sample(list(self.OTHERS)[1:-1], self.r.randint(1, 5))
        if "amount" in names and self.chance(0.3):
            names.append("most")
        fields = {name: self.pick(self.OTHERS[name][0]) for name in names}
        columns = [name for name in names if name != "most"]
        self.r.shuffle(columns)
        mark = self.pick([",", ",", ",", ";", "\t"])
        header = self.pick([1, 1, 1, 2])
        said = ([f"delimiter {quoted(mark)}"] if mark != "," else []) + (["header 2"] if header == 2 else []) + (['blank "12"'] if self.chance(0.2) else [])
        cell = lambda text: '"' + text.replace('"', '""') + '"' if mark in text or self.chance(0.05) else text
        rows = [columns] + [[self.pick(self.OTHERS[name][1]) for name in columns] for _ in range(self.r.randint(1, 7))]
        self.files["other.csv"] = "about\n" * (header - 1) + "".join(mark.join(map(cell, row)) + "\n" for row in rows if any(row))
        data = f"data csv < {' '.join(said)} >\n" if said else ""
        self.other = fields
        if self.chance(0.4):
            return self.as_form(data, fields)
        self.head.append(Piece('list other from "other.csv" <\n' + data + "".join(f"field {name}: {what}\n" for name, what in fields.items()) + ">\n"))

    def as_form(self, data, fields):
        """The fields of the other data are those of a form, whose definitions are its own, and which has more than fields."""
        lines, kinds = [], {}
        taken = [found[1] for piece in self.head if (found := re.match(r"(?:define|choices|table) (\w+)", piece.before))]
        for name, what in fields.items():
            if " = " in what or self.chance(0.5):
                lines.append(f"field {name}: {what}\n")
                continue
            kind, *clauses = re.match(r"((?:list\([^)]*\) of )?\w+(?:\([^)]*\))?)(.*)", what).groups()
            own = self.pick(taken) if taken and self.chance(0.6) else f"{name}Type"
            if own in kinds:
                own = f"{name}Type"
            kinds[own] = f"define {own}: {kind}{self.pick(['', ' rule count(value) < 3' if kind == 'string' else ''])}\n"
            lines.append(f"field {name}: {own}{''.join(clauses)}{self.pick(['', ' rule value is filled'])}\n")
        more = ["check code is filled message \"no code\"\n", "check count(records) > 100 message \"few\"\n", "closed\n",
                'list nothing from "nothing.csv" as "spec.form"\ncheck code in nothing.code message \"none\"\n',
                'example "one" accepts < code: "a" >\n', "field extra: string required if code == \"a\"\n",
                "when code == \"a\" < field within: string check within is filled message \"in\" > else blank\n"]
        more = [one for one in more if self.chance(0.4)]
        before, behind = [*kinds.values(), *more[:-2]], more[-2:]
        self.r.shuffle(before)
        self.files["other.form"] = data + "".join(before + lines + behind)
        self.head.append(Piece('list other from "other.csv" as "other.form"' + self.pick(["", " optional"]) + "\n"))

    def about_other(self, texts, numbers):
        """-> a condition that asks the list of other data."""
        text = self.pick(texts).name
        number = self.pick(numbers).name if numbers else "7"
        found = f"other(code: {text})"
        if "ref" in self.other and self.chance(0.3):
            found = f"other(code: {text}, ref: {self.pick(texts).name})"
        tests = [f"{text} {self.pick(['in', 'not in'])} other.code", f"{found} is {self.pick(['filled', 'blank'])}", f"count(other, code == {text}) <= 1",
                 f"count(distinct(other.code)) > {number}", f"{found}.code != {text}", f"count({found}) > 1"]
        amounts = [f"{found}.{{}} <= {number}", f"{number} > max(other.{{}})", f"sum(other, {{}} * 2, code == {text}) < {number}",
                   f"any(other, code == {text} and {{}} > 3)", f"sum({found}.{{}}) != {number}", f"{number} in other.{{}}"]
        for name, more in {"ref": [f"{text} == {found}.{{}}", f"count(other, {{}} == code and code != {text}) == 0", f"any(other, {{}} is blank and code == {text})"],
                           "amount": amounts, "most": amounts, "day": [f"{found}.{{}} < today", f"{found}.{{}} is filled"],
                           "paid": [f"{found}.{{}}", f"not {found}.{{}}", f"any(other, {{}} and code == {text})", f"all(other, {{}})", f"{found}.{{}} is blank",
                                    f"({found}.{{}} or {text} is filled)", f"count(other, not {{}}) > {number}"],
                           "sort": [f'{found}.{{}} == "red"', f'{found}.{{}} != "dark blue"', f'count(other, {{}} in ("red", "JP")) > {number}'],
                           "marks": [f"{text} in {found}.{{}}", f"count({found}.{{}}) > {number}", f"any(other.{{}}, value == {text})"]}.items():
            if name in self.other:
                tests += [test.format(name) for test in more]
        return self.pick(tests)

    def calculated(self):
        name = self.fresh()
        a, b = self.pick(self.numbers or [None]), self.pick(self.numbers or [None])
        choices = []
        if a:
            choices += [("number", f"{a.name} + {b.name}"), ("number", f"{a.name} * 5 %"), ("number", f"{a.name} / {b.name}"),
                        ("number", f"{a.name} if {self.condition(self.plain)} else {b.name}"), ("int", f"round({a.name}, 0, down)"),
                        ("int", f"{a.name} - {b.name}"), ("date", f"date(2026, {a.name}, 31)")]
        if self.texts:
            text = self.pick(self.texts)
            choices += [("string", f'joined({text.name}, "-", {self.pick(self.texts).name})'), ("int", f"words({text.name})"),
                        ("string", f'part({text.name}, before: "1")'), ("string", f'"<{{{text.name}}}>"')]
        if self.days:
            choices += [("date", f"{self.pick(self.days).name} + 1 month")]
        if self.plain:
            choices += [("bool", self.item_test())]
        if not choices:
            return None
        kind, text = self.pick(choices)
        info = Info(name, kind, ["abc", "x"])
        words = self.pick(["", "", " anyCase" if kind == "string" else "", f" message {self.message()}"])
        rule = words + (f" rule {self.test('value', info, [])[0]} message {self.message()}" if self.chance(0.5) else "")
        for group, kinds in ((self.numbers, ("int", "number")), (self.texts, ("string",)), (self.days, ("date",))):
            if kind in kinds:
                group.append(info)
        self.plain.append(info)
        self.keys.append(info)
        return Piece(f"field {name}: {kind} = {text}{rule}\n", fixed=True)

    def item_test(self):
        info = self.pick(self.plain)
        if self.chance(0.2):
            return f"{info.name} is {self.pick(['filled', 'blank'])}"
        return self.test(info.name, info, self.plain)[0]

    def question(self):
        """-> (a condition that names nothing of this record, placeholders)"""
        roll = self.r.random()
        if roll < 0.25:
            op = self.pick(["<=", "<", ">=", ">"])
            return f"share(records, {self.item_test()}) {op} {self.pick(['5', '20', '33.33', '50', '66.67'])} %", \
                "{actual} {max}" if op[0] == "<" else "{actual} {min}"
        if roll < 0.4:
            return f"count(records, {self.item_test()}) {self.pick(['<=', '>=', '==', '!='])} {self.r.randint(0, 5)}", "{actual}"
        if roll < 0.55:
            return self.pick([f"any(records, {self.item_test()})", f"all(records, {self.item_test()})",
                              f"not any(records, {self.item_test()})", f"not all(records, {self.item_test()})"]), ""
        if roll < 0.65 and self.keys:
            return f"count(distinct(records.{self.pick(self.keys).name})) {self.pick(['<=', '>='])} 3", "{actual}"
        if self.numbers:
            a, b = self.pick(self.numbers).name, self.pick(self.numbers).name
            return self.pick([(f"sum(records.{a}) <= 50", "{actual} {max}"), (f"mean(records.{a}) in -5...20", "{actual}"),
                              (f"max(records.{a}) - min(records.{b}) <= 30", ""), (f"sum(records, {a} * 2, {self.item_test()}) >= 3", "{actual}"),
                              (f"min(records, {a} / {b}) < 1", ""), (f"sum(records.{a}) == sum(records.{b})", ""),
                              (f"mean(records, {a}, {self.item_test()}) > mean(records.{b})", "")])
        return "count(records) in 2...7", "{min}-{max}: {actual}"

    def about_columns(self, known):
        """-> (a condition about the names of the columns, placeholders)"""
        names = [key for info in known for key in (info.keys or [info.name])] + ["nowhere", "x"]
        one, other = (quoted(self.pick([str.upper, str.lower, str, str])(self.pick(names))) for _ in range(2))
        texts = [info.name for info in known if info.kind == "string" and not info.hidden]
        return self.pick([
            (f"count(columns) in {self.pick(['2...6', '...5', '3...'])}", "{actual}"),
            (f"count(columns) {self.pick(['<=', '>', '==', '!='])} {self.r.randint(1, 9)}", "{actual}"),
            (f"{one} {self.pick(['in', 'not in'])} columns", ""), (f"{one} {self.pick(['in', 'not in'])} columns", ""),
            (f"{one} in columns {self.pick(['or', 'and'])} {other} not in columns", ""),
            (f"{self.pick(['any', 'all', 'not any'])}(columns, {self.pick(['value is startsWith', 'value !=', 'value =='])}({one}))", ""),
            (f"count(columns, value not in ({one}, {other})) >= {self.r.randint(0, 4)}", "{actual}"),
            (f"share(columns, count(value) <= {self.r.randint(1, 6)}) < 50 %", "{actual} {max}"),
            (f"count(distinct(columns)) == count(columns)", ""),
            *([(f"{self.pick(texts)} {self.pick(['in', 'not in'])} columns", "")] if texts else [])])

    def of_the_data(self):
        if self.chance(0.15):
            text, more = self.about_columns(self.plain)
            return self.pick([(text, more, None), (f"{text} or {self.question()[0]}", "", None)])
        text, more = self.question()
        if self.chance(0.2):
            return f"{text} {self.pick(['and', 'or'])} {self.question()[0]}", "", None
        return text, more, None

    def per(self):
        return ", ".join(dict.fromkeys(self.pick(self.keys).name for _ in range(self.pick([1, 1, 2]))))

    def of_groups(self):
        if not self.keys:
            return None
        roll, per = self.r.random(), self.per()
        if roll < 0.3 and self.numbers:
            a = self.pick(self.numbers).name
            return f"{a} {self.pick(['<=', '>', '=='])} {self.pick(['max', 'min', 'mean'])}(records.{a}) per {per}", "", a
        if roll < 0.45:
            own = self.pick(self.plain)
            return f"{own.name} is filled or {self.question()[0]} per {per}", "", own.name
        text, more = self.question()
        lists = [i for i in self.plain if i.kind == "list"]
        if lists and self.chance(0.25):                      # asked in a condition about a list of the record
            info = self.pick(lists)
            return f"{self.pick(['any', 'all'])}({info.name}, {self.pick(['', 'not '])}({text})) per {per}", "", info.name
        return f"{text} per {per}", more, None

    def pair(self):
        """Two keys of one kind."""
        pairs = [(a, b) for a in self.keys for b in self.keys if a.kind == b.kind]
        return self.pick(pairs) if pairs else (None, None)

    def text_of(self, info):
        """The name of a field, or of a text a text that is made of it."""
        if info.kind != "string" or self.chance(0.7):
            return info.name
        other = self.pick(self.texts).name
        return self.pick([f'"{{{info.name}}}"', f"joined({info.name})", f"({info.name} if {self.item_test()} else {other})", f'part({info.name}, before: "zz")'])

    def by_key(self):
        a, b = self.pair()
        if not a:
            return None
        at, b = b.name, replace(b, name=self.text_of(b))
        found = f"records({a.name}: {b.name})"
        lists = [i for i in self.plain if i.kind == "list"]
        if lists and self.chance(0.3):
            info = self.pick(lists)
            test = self.list_test(f"{found}.{info.name}", info)[0]
            return None if "sum(distinct" in test or re.search(r"distinct\(.*\), ", test) else (test, "", at)
        bools = [i.name for i in self.plain if i.kind == "bool"]
        if bools and self.chance(0.3):
            flag = f"{found}.{self.pick(bools)}"
            return self.pick([flag, f"not {flag}", f"({flag} or {b.name} is filled)", f"{flag} is blank"]), "", at
        if self.chance(0.3) or not self.numbers:
            return f"{found} is {self.pick(['filled', 'blank'])}", "", at
        x, y = self.pick(self.numbers).name, self.pick(self.numbers).name
        tables = [(name, kinds[0]) for name, kinds, result in self.tables if len(kinds) == 1 and result == "number"]
        asked = [(name, i) for name, kind in tables for i in self.plain if i.kind == kind]
        if asked and self.chance(0.6):
            table, key = self.pick(asked)
            record = self.pick([found, "previous"])
            return f"{table}({record}.{key.name}) {self.pick(['<', '>=', '!='])} {y}", "", y
        return f"{found}.{x} {self.pick(['<', '>=', '==', '!='])} {y}", "{actual}", y

    def before(self):
        info = self.pick(self.keys or [None])
        per = f" per {self.per()}" if info and self.chance(0.5) else ""
        lists = [i for i in self.plain if i.kind == "list"]
        if lists and self.chance(0.4):
            asked = self.pick(lists)
            return self.pick([f"previous.{asked.name} is {self.pick(['filled', 'blank'])}", self.list_test(f"previous.{asked.name}", asked)[0]]) + per, "", asked.name
        bools = [i.name for i in self.plain if i.kind == "bool"]
        if bools and self.chance(0.2):
            flag = self.pick(bools)
            return self.pick([f"previous.{flag}{per}", f"not previous.{flag}{per}", f"previous.{flag} == {flag}{per}"]), "", flag
        if self.chance(0.3) or not self.numbers:
            return info and (f"previous.{info.name} != {info.name}{per}", f"{{previous.{info.name}}}", info.name)
        a = self.pick(self.numbers).name
        return self.pick([f"{a} >= previous.{a}{per}", f"abs({a} - previous.{a}) <= 20{per}",
                          f"previous is blank or {a} != previous.{a} + 1{per}"]), f"{{previous.{a}}}", a

    def among(self):
        a, b = self.pair()
        return a and (f"{self.text_of(a)} {self.pick(['in', 'not in'])} {self.pick(['records.' + b.name] * 2 + [f'distinct(records.{b.name})'])}", "", a.name)

    def with_other_data(self):
        if not self.other or not self.texts:
            return None
        return self.about_other(self.texts, self.numbers), "", self.pick(self.texts).name

    def by_definition(self):
        """What `records` and lists of other data are asked by the name of a definition, or as its argument."""
        name, (a, b) = self.fresh(), self.pair()
        if not a or not self.numbers:
            return None
        x, y = self.pick(self.numbers).name, self.pick(self.numbers).name
        whole, found, number = "records", f"records({a.name}: {b.name})", x
        if self.other and self.texts and self.chance(0.5):
            whole, found = "other", f"other(code: {self.pick(self.texts).name})"
            number = self.pick([n for n in ("amount", "most") if n in self.other] or [None])
        of_found = [f"count({{}}) {self.pick(['<=', '!='])} 1", "{} is filled", "{} is blank"]
        if number:
            of_found += [f"{{}}.{number} <= {y}", f"sum({{}}.{number}) != {y}", f"sum({{}}, {number} * 2) < {y}", f"any({{}}, {number} > 3)"]
        meaning, uses = self.pick([
            (f"{name} = {found}", [use.format(name) for use in of_found]),
            (f"{name}(p) = {found.split(': ')[0]}: p)", [use.format(f"{name}({b.name if whole == 'records' else self.pick(self.texts).name})") for use in of_found]),
            *([(f"{name}(l) = {self.pick(['sum', 'max'])}(l, {number})", [f"{name}({of}) {self.pick(['<', '!='])} {self.pick([y, '20'])}" for of in (whole, found)]),
               (f"{name}(l) = any(l, {number} > 7) and count(l) > 1", [f"{name}({whole})", f"not {name}({found})"]),
               (f"{name} = {whole}.{number}", [f"{y} in {name}", f"sum({name}) > {y}", f"count(distinct({name})) < 4", f"any({name}, value > 7)"])] if number else []),
            (f"{name} = {whole}", [f"count({name}) > 3", f"any({name}, {number or 'code'} is filled)"]),
            (f"{name}(l) = count(l)", [f"{name}({whole}) > {self.r.randint(1, 6)}", f"{name}({found}) != 1"]),
            (f"{name} = ({x}, {y})", [f"sum({name}) < 20", f"7 in {name}", f"any({name}, value > 12)"])])
        if self.chance(0.15):                                # used only by a message
            shown = self.pick(["count(records)", f"max(records.{x})", f"count(records({a.name}: {b.name}))", f"records({a.name}: {b.name}).{x}"])
            self.head.append(Piece(f"define {name} = {shown}\n"))
            return f"{y} > 7", f"{{{name}}}", y
        self.head.append(Piece(f"define {meaning}\n"))
        return None if self.chance(0.1) else (self.pick(uses), "", y)          # perhaps nothing uses it

    def by_function(self):
        roll = self.r.random()
        if roll < 0.3 and self.numbers:
            a, b = self.pick(self.numbers).name, self.pick(self.numbers).name
            return self.pick([(f"abs({a} - {b}) <= 20", ""), (f"round({a} / 3, 1, {self.pick(['up', 'down'])}) != {b}", ""),
                              (f"{a} <= 20 % * {b} + 12", ""), (f"date(2026, {a}, {b}) < 2026-06-01", ""),
                              (f"{a} <= {self.percentage()}", "{actual}/{max}/{value}"), (f"{a} in -50 %...{self.percentage()}", "{min} {max} {actual}"),
                              (f"{a} >= ({self.percentage()} if {b} > 3 else {b})", "{actual}")]) + (a,)
        if roll < 0.6 and self.texts:
            text = self.pick(self.texts).name
            mark = self.pick(['"a"', '"-"', '"B1"', '"é"', '"\\n"', '""', self.pick(self.texts).name])
            tests = [f'count(part({text}, after: {mark})) < 2', f'part({text}, before: {mark}) != "x"', f'part({text}, before: {mark}) == part({text}, after: {mark})']
            return self.pick([*tests, f"words({text}) <= 1", f"{text} is words(1...2)"]), "", text
        if roll < 0.8 and self.days:
            a, b = self.pick(self.days).name, self.pick(self.days).name
            return self.pick([(f"workdays({a}, {b}) < 300", "{actual}"), (f"workdays({a}, {b}, except: ({a}, {b})) != 5", ""),
                              (f"abs({a} - {b}) > 30 days", "")]) + (a,)
        some = list(dict.fromkeys(self.pick(self.plain).name for _ in range(3)))
        some = ", ".join(some if len(some) > 1 else some * 2)          # one in parentheses is no list
        return f"count(({some})) {self.pick(['>=', '==', '<='])} {self.r.randint(0, 3)}", "{actual}", None

    def declaration(self):
        kind = self.pick(["predicate", "predicate", "limited", "limited", "type", "type", "type", "choices", "limit", "table", "table", "compared",
                          "working", "starts", "words", "either", "given"])
        name = self.fresh()
        message = f" message {self.message()}" if self.chance(0.6) else ""
        if kind == "predicate":
            self.defines.append((name, "string"))
            message = message and message[:-1] + self.pick([" <{value}>", " <{value}> {count}", ""]) + '"'
            self.head.append(Piece(f"define {name} = {self.text_test()} {self.pick(['&&', 'and'])} {self.text_test()}{message}\n"))
        elif kind == "limited":
            self.defines.append((name + "(1, 30)", "int"))
            message = message and message[:-1] + self.pick([" {min}-{max}", " {low} {high} <{value}>", ""]) + '"'
            self.head.append(Piece(f"define {name}(low, high) = range(low...high){message}\n"))
        elif kind == "compared":
            test = self.pick(["value in low...high", "value >= low and value < high", "not (value < low or value > high)"])
            self.defines.append((name + "(0.5, 20)", "int"))
            self.defines.append((name + "(-3, 2 * 8)", "int"))
            message = message and message[:-1] + self.pick([" {min}-{max}", " {low} {high} <{value}>", ""]) + '"'
            self.head.append(Piece(f"define {name}(low, high) = {test}{message}\n"))
        elif kind == "working":
            self.defines.append((f"(value {self.pick(['in', 'not in'])} {name})", "int"))
            self.defines.append((f"range({name})", "int"))
            self.head.append(Piece(f"define {name} = {self.pick(['1...30', '7...', '0..<12', '-1...0.25'])}\n"))
        elif kind == "starts":
            text = self.pick(['"a"', '"A-"', '"é"', '"1"'])
            self.defines.append((f"{name}({text})", "string"))
            self.head.append(Piece(f"define {name}(x) = {self.pick(['startsWith(x) or endsWith(x)', 'contains(x)', 'value != x and not startsWith(x)'])}{message}\n"))
        elif kind == "either":
            a, b = self.text_test(), self.text_test()
            self.defines.append((f"{name}({a}, {b})", "value"))         # what is given is about `value` where it is given
            self.head.append(Piece(f"define {name}(a, b) = {self.pick(['a or b', 'a and not b', 'not (a and b)'])}{message}\n"))
        elif kind == "limit":
            self.defines.append((f"(value < {name})", "int"))
            self.head.append(Piece(f"define {name} = {self.pick(['12', '2 * 8', '40 - 1', '7 / 3'])}\n"))
        elif kind == "given":                                           # without --set, the default
            type, value = self.pick([("int", "12"), ("number", "7.5"), ("int optional", None), ("number", "50 %")])
            self.defines.append((f"(value {self.pick(['<', '>=', '=='])} {name})", "int"))
            self.head.append(Piece(f"needs {name}: {type}{f' default {value}' if value else ''}\n"))
        elif kind == "choices":
            self.choices_of(name)
        elif kind == "table":
            self.table_of(name)
        elif kind == "words":
            self.own_words()
        else:
            self.type_of(name)

    def choices_of(self, name):
        values = ["r", "g", "b", "é"]
        roll = self.r.random()
        if roll < 0.2:
            self.files[f"{name}.csv"] = "value;label;also\nr;Red;rot|RR\n;none;\ng;;\n\"b\";Blue;\né;;E|EE\n"
            columns = self.pick(["", "", ' column "value" label "LABEL" also "also"', ' also "also" column "value"', ' also "also"'])
            self.head.append(Piece(f'choices {name} from "{name}.csv"{columns}\n', fixed=True))
            values = values + ["rot", "E"]
        elif roll < 0.4 and self.choices:
            other, more = self.pick(self.choices)
            self.head.append(Piece(f'choices {name} = {other}, "{name}1" "One", "{name}2" also("{name}3")\n', fixed=True))
            values = more + [name + "1", name + "3"]
        else:
            also = self.pick(["", ' also("rot", "RR")'])
            self.head.append(Piece(f'choices {name} = "r" "Red"{also}, "g", "b" "Blue" ja "青", "é"\n', fixed=True))
            values = values + (["rot", "RR"] if also else [])
        self.choices.append((name, values))

    KEYS = {"string": [('"a"', '"b" or "abc"', '"x-1"', '"12"'), ('"A-1" or "É"', '"a b"')],
            "choice": [('"red"', '"JP"'), ('"dark blue" or "red"',)],
            "int": [("1", "2...12", "13... "), ("-99...0", "7 or 12...30 or ...-100"), ("0..<7", "30"), ("...0", "..<30")],
            "date": [("2026-11-20", "2000-01-01...2008-12-31"), ("2000-01-01... ",)]}

    def table_of(self, name):
        """A table with one or two keys; its results are texts, numbers, or ranges and lists of numbers."""
        kinds = [self.pick(list(self.KEYS)) for _ in range(self.pick([1, 1, 2]))]
        result = self.pick(["number", "number", "string", "many"])
        columns = [self.pick(self.KEYS[k]) for k in kinds]
        results = {"number": ["1", "12", "30.5", "-1"], "string": ['"a"', '"abc"', '"x-1"'], "many": ["1...12", "(0, 7, 10...13)", "30", "13...", "...9", "..<12"]}[result]
        rows = [f"  {', '.join(self.pick(c).strip() for c in columns)} -> {self.pick(results)}\n" for _ in range(self.r.randint(1, 4))]
        if self.chance(0.3):
            rows.append(f"  else -> {self.pick(results)}\n")
        params = ", ".join("pq"[:len(kinds)])
        self.tables.append((name, kinds, result))
        self.head.append(Piece(f"table {name}({params}) <\n{rows[0]}", [Piece(row) for row in rows[1:]], ">\n", fixed=True))

    def from_table(self, kinds, known, subject=None):
        """A call of a table whose result is one of these kinds, for the fields that are known."""
        tables = [t for t in self.tables if t[2] in kinds]
        self.r.shuffle(tables)
        for name, keys, result in tables:
            args = []
            for kind in keys:
                fitting = [k.name for k in known if k.kind == kind or kind == "int" and k.kind == "number"]
                if not fitting:
                    break
                args.append(self.pick(fitting))
            else:
                return f"{name}({', '.join(args)})"
        return None

    def own_words(self):
        codes = self.r.sample(["required", "type", "choice", "blank", "unknown", "calculation"], self.r.randint(1, 3))
        codes = [c for c in codes if c not in self.worded]
        self.worded += codes
        if codes:
            self.head.append(Piece("words " + ", ".join(f'{c} "w{n} {c}{self.pick(["", " {label}"])}"' for n, c in enumerate(codes)) + "\n"))

    def type_of(self, name):
        """A named type, perhaps one of another named type."""
        kind = self.pick(["string", "string", "int", "number", "date", "bool", "choice", "list", "record"])
        base = self.pick([t for t in self.types if t.kind != "record"] or [None]) if self.chance(0.3) else None
        info = Info(name, kind, [], type_name=name)
        if base:
            info = replace(base, name=name, type_name=name)
            type = Piece(base.type_name, fixed=True)
        elif kind == "record":
            self.in_list += 1                                # a list may have the type
            type = self.record(info, [], 2, True)
            self.in_list -= 1
        else:
            type = getattr(self, kind)(info, [], 2, True)
        info.named, parts = True, []
        if info.kind in ("string", "choice") or info.kind == "list" and info.item.kind == "string":
            parts += [Piece(" " + c) for c in self.pick([["trimmed"], ["halfwidth"], [], [], ["lowercased"], ['without(" ")']])]
            if self.chance(0.1):
                info.anycase = True
                parts.append(Piece(" anyCase", fixed=True))
        if self.chance(0.2):
            parts.append(Piece(" optional"))
        elif self.chance(0.2):
            parts.append(Piece(f" required message {self.message()}", fixed=True))
        if self.chance(0.2) and not base:
            parts.insert(0, Piece(f" message {self.message()}", fixed=True))
        # A list may have the type, so nothing about all records stands in it.
        parts += [c for c in self.rules(info, [], 2) if " rule unique" not in c.before and " rule same" not in c.before]
        self.types.append(info)
        self.head.append(Piece(f"define {name}: ", [type, *parts], "\n", fixed=True))

    def fresh(self): return self.names.pop()

    def block(self, size, depth, around, flat):
        """-> (infos, pieces) of the declarations of one block; `around` are the outer fields."""
        infos, parts = [], []
        while size > 0 and len(self.names) > 4:
            roll = self.r.random()
            if roll < 0.14 and infos and depth < 3:
                inner, piece = self.when(infos, depth, around, flat, min(size, 3))
                infos += inner
                parts.append(piece)
                size -= len(inner)
            elif roll < 0.24 and infos:
                parts.append(self.check(infos, around))
            elif roll < 0.27:
                parts.append(Piece(f"fields {self.pick(['trimmed', 'optional', 'halfwidth', 'required', 'anyCase', 'lowercased'])}\n"))
            elif roll < 0.29:
                parts.append(Piece(f'intro {self.pick(self.headings)}\n'))
            else:
                info, piece = self.field(depth, around + infos, flat)
                if infos and self.chance(0.2):
                    self.look_ahead(infos[-1], parts, info)
                if infos and self.chance(0.15):
                    self.ask_later(infos[-1], parts, info, piece)
                infos.append(info)
                parts.append(piece)
                size -= 1
        return infos, parts

    def look_ahead(self, info, parts, later):
        """A rule that names a field declared after its own."""
        if info.kind == later.kind and info.kind in ("string", "int", "number", "date", "time", "choice"):
            if field := self.piece_of(info, parts):
                field.parts.append(Piece(f" rule value != {later.name} message {self.message(info)}"))

    @staticmethod
    def piece_of(info, parts):
        """The piece of a field among the parts of its block; None for one of an inner block."""
        return next((p for p in parts if p.before.startswith((f"field {info.name}:", f'field {info.name} "'))), None)

    def ask_later(self, info, parts, later, piece):
        """`required if` with a field declared later, perhaps in a circle."""
        field = self.piece_of(info, parts)
        if field and later.kind not in ("record", "any") and not any(p.before.startswith((" optional", " required", " default")) for p in field.parts):
            field.parts.append(Piece(f" required if {self.test(later.name, later, [])[0]} message {self.message()}"))

    headings = ['"A page"', '"A text" ja "文"', '"\\{b\\} < \\"c\\" >"']

    def title(self): return f" title {self.pick(self.headings)} " if self.chance(0.15) else ""

    def paged(self, parts):
        """The parts of a block of the form's own level, some of them in pages."""
        paged, start = [], 0
        while start < len(parts):
            end = start + self.r.randint(1, 4)
            run = parts[start:end]
            if self.chance(0.6) and not any("page " in part.text() for part in run):
                run = [Piece(f"page {self.pick(self.headings)} <\n", run, ">\n")]
            paged += run
            start = end
        return paged

    def when(self, infos, depth, around, flat, size):
        known = infos + around
        inner, parts = self.block(self.r.randint(1, size), depth + 1, known, flat)
        group = f" as {self.fresh()}" if self.chance(0.3) else ""
        title = self.title()
        if self.pages_in_whens and not depth:
            parts = self.paged(parts)
        pieces = [Piece(f"when {self.condition(known)}{group}{title} <\n", parts, ">", fixed=True)]
        roll = self.r.random()
        if roll < 0.2:
            message = f" message {self.message()}" if self.chance(0.7) else ""
            pieces.append(Piece(f" else blank{message}"))
        elif roll < 0.6 and self.names:
            more, other = self.block(self.r.randint(1, 2), depth + 1, known, flat)
            if self.chance(0.4):
                more = self.share_name(inner, more, other)
            condition = f"when {self.condition(known)} " if self.chance(0.3) else ""
            pieces.append(Piece(f" else {condition}{self.title()}<\n", other, ">"))
            inner = inner + more
        return inner, Piece("", pieces, "\n")

    def share_name(self, first, more, parts):
        """A field of the first branch and one of another get one name; outside of the branches nothing names them."""
        def is_alike(one, other):
            """Two records share their columns, and so do two lists in numbered columns. An item has a column for each field."""
            structures = {i.kind for i in (one, other)} & {"record", "list"}
            return not structures or not self.items_of_table and one.kind == other.kind and bool(one.numbered) == bool(other.numbered) and bool(one.by) == bool(other.by)
        plain = [i for i in first if not i.keys]
        for info in more:
            piece = self.piece_of(info, parts)
            fitting = [i for i in plain if is_alike(i, info)]
            if fitting and piece and not info.keys:
                shared = self.pick(fitting)
                for other in parts + self.head:              # what names it here is named anew, too
                    rename(other, info.name, shared.name)
                numbered = info.numbered and info.numbered.replace(info.name, shared.name)
                if info.numbered and self.chance(0.5):       # but not its columns
                    numbered = info.numbered
                    for source in piece.parts:
                        if source.before.startswith(" from "):
                            rename(source, shared.name, info.name)
                shared.hidden = True
                return [replace(i, name=shared.name, hidden=True, numbered=numbered) if i is info else i for i in more]
        return more

    def check(self, infos, around):
        at = self.pick([i for i in infos if not i.hidden] or infos)
        message = self.pick(["message", "message", "warning"]) + " " + self.message(None, "", infos + around)
        if at.hidden:
            return Piece("")
        where = self.pick([f" at {at.name}"] * 3 + [""])
        condition = self.condition(infos + around)
        while self.other and around and not any(re.search(rf"\b{one.name}\b", condition) for one in infos + around):
            condition = self.condition(infos + around)           # a check of the data stands outside of blocks
        if self.chance(0.15):
            name = self.fresh()
            words = f" message {self.message()}" if self.chance(0.5) else ""
            self.head.append(Piece(f"define {name} = {condition}{words}\n", fixed=True))
            condition = self.pick([name, f"not {name}", f"{name} and {self.condition(infos + around)}"])
            message = self.pick([message, ""]) if words else message
        return Piece(f"check {condition} {message}{where}\n")

    def across(self, infos):
        plain = [i for i in infos if i.kind in ("string", "int", "number", "choice", "date", "time", "any", "bool", "list", "record") and not i.hidden]
        plain = [self.inner(i) for i in plain if i.kind != "record" or any(not f.hidden for f in i.fields)]
        if len(plain) < 2:
            return []
        a, b = self.r.sample(plain, 2)
        self.any_across |= "any" in (a.kind, b.kind)
        more = self.pick(["", "", f" and {b.name} is filled"])
        return [Piece(f"check unique({a.name}, {b.name}) message {self.message(None, self.pick(['{first}', '{first} {record} {line}']))} at {a.name}\n"),
                Piece(f"check same({b.name}) message {self.message(None, self.pick(['{first}', '{first} {record} {line}']))} at {b.name}\n"),
                Piece(f"check unique({b.name}){more} message {self.message()} at {b.name}\n")][self.r.randint(0, 1):self.r.randint(1, 3)]

    def inner(self, info):
        """A field of a record, named by its path; any other field as it is."""
        if info.kind != "record":
            return info
        field = self.pick([f for f in info.fields if not f.hidden])
        return replace(field, name=f"{info.name}.{field.name}")

    # ---- fields
    def field(self, depth, known, flat):
        kinds = [word for word, kind in KINDS.items() for _ in range(kind.weight)] + ["choice", "choice", "list", "either", "either", "either"]
        if self.items_of_table:
            kinds.remove("list")
            if depth < 3 and not self.named_items:
                kinds += ["record"] * 2
        elif not flat and depth < 3:
            kinds += ["record", "listed", "list", "list"]
        elif flat and depth < 2:
            kinds += ["record"] + (["listed"] if not depth and not self.headerless else [])
        kind = self.pick(kinds)
        info = Info(self.fresh(), kind, [])
        label = ""
        if self.chance(0.25):
            info.has_label, label = True, f' "L{info.name}"' + self.pick(["", ' ja "ラベル"'])
        if self.items_of_table and kind == "record":
            type = self.record_of_items(info, known, depth, flat)
        else:
            type = self.named_type(info, flat) or getattr(self, kind, self.plain)(info, known, depth, flat)
        clauses = self.clauses(info, known, depth)
        info.optional |= any(c.before == " optional" for c in clauses)
        if self.items_of_table and (kind == "record" and self.record_prefix == info.name or kind != "record" and not self.record_prefix):
            info.numbered = f"{info.name} {self.mark}"
            clauses.append(Piece(f" from {quoted(info.numbered)}", fixed=True))
            self.record_prefix = None if kind == "record" else self.record_prefix
        elif self.items_of_table:
            pass
        elif info.numbered and (info.item.kind != "record" or self.chance(0.2)):
            clauses.append(Piece(f" from {quoted(info.numbered)}", fixed=True))
        elif self.chance(0.12) and kind not in ("record", "listed") and not (flat and depth):
            info.keys = [info.name + " col", *([info.name + " alt"] if self.chance(0.4) else [])]
            clauses.append(Piece(f" from {', '.join(map(quoted, info.keys))}", fixed=True))
        own = [c for c in clauses if c.before.startswith(" message")]
        rest = [c for c in clauses if c not in own]
        self.r.shuffle(rest)
        clauses = own + rest
        return info, Piece(f"field {info.name}{label}: ", [type, *clauses], "\n")

    def named_type(self, info, flat):
        """A named type of this kind, if there is one and it can stand here."""
        fitting = [t for t in self.types if t.kind == info.kind and not (t.kind == "record" and self.items_of_table)]
        if not fitting or not self.chance(0.3 if info.kind == "string" else 0.4):
            return None
        base = self.pick(fitting)
        info.values, info.wrong, info.fields, info.item = base.values, base.wrong, base.fields, base.item
        info.by = base.by
        info.separator, info.anycase, info.named, info.type_name = base.separator, base.anycase, True, base.type_name
        return Piece(base.type_name, fixed=True)

    def string(self, info, known, depth, flat):
        info.values, info.wrong = ASCII + (WORLD if self.chance(0.6) else []), [12, True, ["a"], {}]
        roll = self.r.random()
        if roll < 0.15:
            info.values = predicates.SAMPLES
        elif roll < 0.25:
            info.values = CASES + ASCII[:5]
        elif roll < 0.32:
            info.values = SENTENCES + ASCII[:5]
        elif roll < 0.42:
            info.codes = self.pick(list(predicates.CODES))
            info.values = [c for code in predicates.CODES[info.codes] for c in (code, self.mistyped(code), self.mistyped(code))]
        return Piece("string", fixed=True)

    def mistyped(self, code):
        """A code with another character, in another case, or without one."""
        at = self.r.randrange(len(code))
        return self.pick([code[:at] + self.pick("0123456789XA-") + code[at + 1:]] * 6
                         + [code.lower(), code[:at] + code[at + 1:], code.replace("-", ""), code + self.pick(" 0X")])

    def int(self, info, known, depth, flat):
        info.values = [0, 1, -1, 7, 12, 13, 30, 31, 100, "34", "+5", "007", " 8 ", Decimal("34.0"), "-12", 9223372036854775807]
        info.wrong = ["34.5", Decimal("34.5"), "0x10", "nan", "1e3", "x", True, [], {}, 9223372036854775808, "１２", "1 2"]
        if self.chance(0.12):
            group = self.pick([",", " ", "'", "_", ".", "\u00a0"])
            info.values = [7, 12, "1234", f"1{group}234", f"-12{group}345{group}678", f"1{group}23", f"01{group}234", f"1234{group}567", "1’000", "1\u202f000", "+5"]
            info.default = f"12{group}345"
            return Piece(f"int(group {quoted(group)})", fixed=True)
        return Piece("int", fixed=True)

    def number(self, info, known, depth, flat):
        info.values = [0, 1, -1, Decimal("0.1"), Decimal("0.25"), Decimal("1.005"), 100, Decimal("1e2"), Decimal("99.99"), 12345678901234567890,
                       Decimal("0.33333333333333333333333333333333333333"), 10**38 - 1]
        info.wrong = ["x", True, [1], {}, "1.2.3", "--1", "１", 10**38, Decimal("0." + "3" * 39)]
        if self.chance(0.25):
            decimal, group = self.pick(MARKS)
            point, g = decimal or ".", group or ""
            info.values += [f"1{point}5", f"1{g}000{point}25", f"-0{point}1", f"{point}5", "1000", f"12{g}345{g}678", f"1{g}00", f"0{g}001", "1.5", "1,5"]
            info.default = f"-1{g}000{point}5"
            marks = ([f"decimal {quoted(decimal)}"] if decimal else []) + ([f"group {quoted(group)}"] if group else [])
            return Piece(f"number({', '.join(marks)})", fixed=True)
        info.values += ["12.5", ".5", "+3", "-0.1", " 7 "]
        info.wrong += ["1,5", "1 000"]
        return Piece("number", fixed=True)

    def bool(self, info, known, depth, flat):
        info.wrong = ["maybe", "2", {}, ["yes"]]
        if self.chance(0.25):
            info.values = ["ja", "nein", "JA", "Nein", True]
            info.wrong += ["yes", "1"]
            return Piece('bool("ja", "nein")', fixed=True)
        info.values = [True, False, "yes", "NO", "on", "Off", "0", "1", " true ", 1, 0]
        return Piece("bool", fixed=True)

    def date(self, info, known, depth, flat):
        iso = self.pick(DAYS), self.pick(DAYS), "2026-11-19", "2000-02-29", "2008-02-28", \
            "1900-01-31", "2100-12-31", self.pick(["2025-02-28", "2024-03-29"]), self.pick(["2024-03-31", "2023-02-28"])
        info.wrong = ["2023-02-29", "1900-02-29", "2026-13-01", "2026-04-31", "x", 20261120, True, "2026-11-20T00:00", []]
        if self.chance(0.25):
            formats = self.pick([["dd/MM/yyyy"], ["d.M.yyyy"], ["yyyy年M月d日"], ["dd/MM/yyyy", "d.M.yyyy"], ["MM/dd/yyyy", "dd/MM/yyyy"], ["d 'de' M 'de' yyyy"],
                                 ["yyyyMMdd"], ["yyyy-MM-dd", "d/M/yyyy"]])
            info.wrong += ["29/02/2023", "2026-11-20", "20261120", "0001-01-01"]
            return self.formatted(info, formats, [datetime.date.fromisoformat(d) for d in iso], "2000-02-29",
                                  ["1.2.2026", "01.02.2026", "12/11/2026", "31/12/1999"])
        if self.chance(0.25):
            formats = self.pick(PARTIAL)
            info.wrong += ["2026", "2026-11", "11.2026", "2026-13", "2026-02-30", "0000", "00.2026", "2026-1"]
            return self.formatted(info, formats, [datetime.date.fromisoformat(d) for d in iso], "2000-02-29",
                                  ["2026-11", "2008", "2026-11-20", " 2024-02 ", 2026, "20.11.2026", "02.2008"])
        if self.chance(0.15):
            info.wrong += ["29.02.49", "1/2/6", "20.11.2026", "2026-11-20"]
            return self.formatted(info, self.pick([["dd.MM.yy"], ["d/M/yy", "yyyy-MM-dd"], ["yy年M月d日", "dd.MM.yy"]]),
                                  [datetime.date.fromisoformat(d) for d in iso], "2000-02-29", ["29.02.00", "01.01.50", "31.12.49", "1/2/01", "1/2/00"])
        info.values = list(iso) + [" 2026-11-20 "]
        return Piece("date", fixed=True)

    def plain(self, info, known, depth, flat):
        info.values, info.wrong = KINDS[info.kind].values, KINDS[info.kind].wrong
        if info.kind in FORMATS and self.chance(0.4):
            return self.moment(info)
        return Piece(info.kind, fixed=True)

    def moment(self, info):
        """A time, datetime or instant in formats."""
        days = [datetime.date.fromisoformat(d) for d in (*DAYS, "2000-02-29", "1950-01-01", "2049-12-31")]
        clocks = [datetime.time(*parts) for parts in CLOCKS]
        moments = [datetime.datetime.combine(self.pick(days), clock) for clock in clocks]
        values = {"time": clocks, "datetime": moments, "instant": [Instant(m.replace(microsecond=0), m.microsecond * 1000) for m in moments]}[info.kind]
        default = {"time": "13:05", "datetime": "2000-02-29T00:05", "instant": "2000-02-29T00:05Z"}[info.kind]   # of all the centuries
        iso = [v for v in KINDS[info.kind].values if "." not in v]
        info.wrong = [*KINDS[info.kind].wrong, *BROKEN, *self.r.sample(iso, 2)]
        return self.formatted(info, self.pick(FORMATS[info.kind]), values, default, [])

    def formatted(self, info, texts, values, default, others):
        """A type of dates or times with formats. `default` is a literal of a value that all formats have."""
        chosen = [formats.Format.of(text, self.pick([1950, 1930, 1999, 2000, 1901]) if "yy" in text.replace("yyyy", "") else None) for text in texts]
        written = [self.as_people_write(formats.write(value, self.pick(chosen))) for value in values]
        info.values, info.default = written + others, formats.write(literal_value(info.kind, default), chosen[-1])
        return Piece(f"{info.kind}({', '.join(map(format_of_type, chosen))})", fixed=True)

    def as_people_write(self, text):
        """The same moment, perhaps with another offset, or with AM in lower case."""
        if text.endswith("Z") and self.chance(0.6):
            text = text[:-1] + self.pick(["z", "+09", "+0900", "-09:30", "+00:00", "-0100"])
        return text.replace("AM", "am").replace("PM", "Pm") if self.chance(0.2) else text

    def choice(self, info, known, depth, flat):
        if self.choices and self.chance(0.5):
            name, info.values = self.pick(self.choices)
            info.values = info.values + ["e\u0301"]
            info.wrong = ["R", "x", ["r"]][:2]
            return Piece(f"choice of {name}", fixed=True)
        info.values, info.wrong = ["red", "dark blue", "JP", " red "], ["blue", "RED ", "jp2"]
        if self.chance(0.25):
            info.values += ["rot", "rouge", "jp"]
            info.wrong += ["Rot", "Jp", "Red"]
            return Piece('choice("red" also("rot", "rouge"), "dark blue" "Navy" ja "紺", "JP" "Japan" also("jp"))', fixed=True)
        return Piece('choice("red", "dark blue" "Navy" ja "紺", "JP")', fixed=True)

    #: The alternatives of an either type, of which it has one of each family. One that takes every text comes last, so
    #: that none of them is out of reach.
    ALTERNATIVES = [["int", "number"], ["bool"], ["date"], ["time"], ["datetime"], ["instant"], ["choice", "string"]]

    def either(self, info, known, depth, flat):
        kinds = [self.pick(family) for family in self.r.sample(self.ALTERNATIVES[:-1], self.pick([1, 1, 1, 2, 3]))]
        if len(kinds) == 1 or self.chance(0.6):
            kinds.insert(self.r.randint(0, len(kinds)), self.pick(["choice", "string"]))
        if "string" in kinds:
            kinds.append(kinds.pop(kinds.index("string")))
        info.parts, texts = [], []
        for kind in kinds:
            part = Info(info.name, kind, [])
            texts.append(getattr(self, kind, self.plain)(part, known, depth, flat).text())
            info.parts.append(part)
        info.values = [v for part in info.parts for v in self.r.sample(part.values, min(len(part.values), 8))]
        info.wrong = [v for part in info.parts for v in part.wrong] + [{}, [1]]
        return Piece(" or ".join(texts), fixed=True)

    def either_test(self, subject, info, known):
        """About one of the alternatives, or which one it is, or several of them."""
        roll, part = self.r.random(), self.pick(info.parts)
        if roll < 0.25:
            return f"{subject} is {self.pick(['', '', 'not '])}{part.kind}", ""
        others = [k for k in known if k.kind == "either" and k.name != info.name and {kind_of(p) for p in k.parts} & {kind_of(p) for p in info.parts}]
        if roll < 0.4 and others:
            other = self.pick(others)
            ordered = [p for p in info.parts for q in other.parts if kind_of(p) == kind_of(q) and kind_of(p) not in ("text", "bool")]
            return f"{subject} {self.pick(['==', '!=', '<', '>=', '>'] if ordered else ['==', '!='])} {other.name}", ""
        literals = {"int": ["7", "12", "0...13"], "number": ["0.25", "7...30", "-1"], "date": ["2026-11-20", "2000-01-01...2024-02-29"], "time": ["09:30", "09:00...17:30"],
                    "choice": ['"red"', '"JP"'], "string": ['"abc"', '"12"', '"a"'], "datetime": ["2026-11-20T09:30"], "instant": ["2026-11-20T00:30Z"]}
        listed = [self.pick(literals[p.kind]) for p in info.parts if p.kind in literals]
        if roll < 0.55 and listed:
            some = ", ".join(self.r.sample(listed, self.r.randint(1, len(listed))) + [self.pick(listed)])
            return self.pick([f"{subject} in ({some})", f"{subject} not in ({some})", self.as_subject(subject, f"oneOf({some})")]), ""
        if roll < 0.62 and not {"bool", "instant"} & {p.kind for p in info.parts}:
            return f'joined({subject}, "-") != "12-"', ""
        if roll < 0.7:
            return f"{subject} is {self.pick(['', 'not '])}{self.pick(['filled', 'blank'])}", ""
        if sum(p.kind in MOMENTS for p in info.parts) > 1 and part.kind in MOMENTS:      # a calculation would be about several
            literal = self.pick(literals[part.kind][:1] or ["2026-11-20T00:30Z"])
            return self.pick([f"{subject} <= {literal}", f"{subject} == {literal}", self.as_subject(subject, f"after({literal})")]), ""
        defines, self.defines = self.defines, []
        while True:
            found = self.test(subject, replace(part, name=info.name), known)
            asks_type = re.fullmatch(rf"({re.escape(subject)} is )?(date|time|datetime|instant)", found[0])
            in_table = any(re.search(rf" in {name}\(", found[0]) for name, _, _ in self.tables)
            if not (asks_type or in_table or "joined(" in found[0] and "bool" in [p.kind for p in info.parts]):
                break
        self.defines = defines
        return found

    def any(self, info, known, depth, flat):
        info.values = ["x", 1, Decimal("1.50"), True, {"k": 1}, [1, "a", None], " y "]
        return Piece("any", fixed=True)

    def list(self, info, known, depth, flat):
        item = Info(info.name, self.pick(["string", "int", "date", "choice", "number", "time", "either"]), [])
        inner = getattr(self, item.kind, self.plain)(item, known, depth, flat)
        if item.kind == "either":
            inner = Piece(f"({inner.text()})", fixed=True)
        if not flat and self.chance(0.1):                        # a list of lists
            item = Info(info.name, "list", [], item=item, wrong=[{}, 5])
            inner = Piece(f"list of {inner.text()}")
        info.item, info.kind = item, "list"
        item.values = [v for v in item.values if not isinstance(v, str) or "|" not in v]
        if (flat and depth < 2 and not self.headerless or not flat) and len(self.names) > 4 and self.chance(0.2):
            info.by, info.numbered = self.fresh(), flat and f"{self.pick(['', info.name + ' '])}{{*}}" or None
            info.wrong = [[], [1], 5, True, "x"]
            return Piece(f"list by {info.by} of {inner.text()}", fixed=True)
        if flat and depth < 2 and not self.headerless and self.chance(0.3):
            info.numbered = f"{info.name} [#]"
        elif flat and self.chance(0.9) or not flat and self.chance(0.3):
            info.separator = "|"
            item.values = [v for v in item.values if not isinstance(v, str) or v == v.strip(" \u3000")]
        info.wrong = [{}, 5, True] + ([] if info.separator else ["x"])
        return Piece(f'list{"(" + quoted("|") + ")" if info.separator else ""} of {inner.text()}', fixed=True)

    def record(self, info, known, depth, flat):
        info.fields, parts = self.block(self.r.randint(1, 4), depth + 1, known, flat)
        info.wrong = ["x", [], 5, True]
        if self.chance(0.2):
            parts.insert(0, Piece("closed\n"))
        return Piece("<\n", parts, ">", fixed=True)

    def record_of_items(self, info, known, depth, flat):
        """A record within the items of numbered columns: its fields have numbers, or it has one itself."""
        self.named_items, self.record_prefix = True, info.name if self.chance(0.5) else None
        type = self.record(info, known, depth, flat)
        info.prefixed = self.record_prefix is not None
        self.named_items = False
        return type

    def listed(self, info, known, depth, flat):
        info.kind = "list"
        info.item = Info(info.name, "record", [])
        self.in_list += 1
        self.items_of_table = flat
        if len(self.names) > 8 and self.chance(0.4):
            info.by = self.fresh()
        self.mark = "*" if info.by else "#"
        inner = self.record(info.item, known, depth, flat)
        if not flat and self.chance(0.15) and len(self.names) > 4:      # it may ask how many there are
            more = Info(self.fresh(), "int", [1, 7, 12, "x"])
            info.item.fields.append(more)
            test = self.pick([f"count({info.name}) > 1", f"{info.name} is count(...2)", f"count({info.name}) in 2...3"])
            inner.parts.append(Piece(f"when {test} <\nfield {more.name}: int\n> else blank\n"))
        self.items_of_table = False
        self.in_list -= 1
        if not flat and self.chance(0.3):
            self.hide_outer(info.item.fields, inner.parts, known)
        info.numbered = flat and "#"
        info.wrong = ["x", {}, 5]
        if info.by:
            info.wrong = ["x", [], [{}], 5]
        return Piece(f"list by {info.by} of <\n" if info.by else "list of <\n", inner.parts, ">", fixed=True)

    def hide_outer(self, fields, parts, around):
        """A field of the items gets the name of one around the list, which it hides in them."""
        pairs = [(one, other) for one in fields for other in around if one.kind == other.kind and one.kind in ("int", "number", "string", "date")
                 and not (one.keys or other.keys or one.hidden or other.hidden or "." in other.name) and other.name not in {f.name for f in fields}]
        if pairs and not any("when " in part.text() for part in parts):    # which names what comes before
            one, other = self.pick(pairs)
            for part in parts:
                rename(part, one.name, other.name)
            one.name = other.name

    # ---- clauses
    def clauses(self, info, known, depth):
        parts = []
        roll = self.r.random()
        if roll < 0.45:
            parts.append(Piece(" optional"))
        elif roll < 0.55 and known and info.kind not in ("record",):
            message = f" message {self.message()}" if self.chance(0.5) else ""
            parts.append(Piece(f" required if {self.condition(known)}{message}"))
        elif roll < 0.65 and info.kind in ("string", "int", "number", "choice", "date", *FORMATS) and not info.named:
            default = {"string": '"abc"', "int": "12", "number": "-0.25", "date": "2024-02-29", "time": "13:05", "datetime": "2024-02-29T00:05",
                       "instant": "2024-02-29T00:05Z"}.get(info.kind)
            if info.default and self.chance(0.7):            # written as the data would have it
                return [Piece(f" default {quoted(info.default)}")]
            default = default or quoted(info.values[0])
            return [Piece(f" default {default}"), *self.rules_that_hold(info.kind)]
        elif roll > 0.95:
            parts.append(Piece(f" required message {self.message()}"))
        if info.kind in ("string", "choice") or info.kind == "list" and (info.by or info.item.kind == "string"):
            for clean, odds in (("trimmed", 0.15), ("halfwidth", 0.08), ('without("-", " ")', 0.08),
                                ("lowercased", 0.07), ("uppercased", 0.05)):
                if self.chance(odds) and not (clean == "uppercased" and any("lowercased" in p.before for p in parts)):
                    parts.append(Piece(" " + clean))
        if (info.kind in ("string", "choice") or info.kind == "list" and (info.by or info.item.kind in ("string", "choice"))) and self.chance(0.08):
            info.anycase = True
            parts.append(Piece(" anyCase", fixed=True))
        if info.kind == "either" and {"string", "choice"} & {p.kind for p in info.parts}:
            parts += [Piece(f" {word}", fixed=word == "anyCase") for word in ("anyCase", "trimmed", "halfwidth", 'without(" ")') if self.chance(0.1)]
        if info.kind == "either" and self.chance(0.1) and not any("required" in p.before or "optional" in p.before for p in parts):
            default = {"int": "12", "number": "-0.25", "date": "2024-02-29", "time": "13:05", "choice": '"JP"', "string": '"abc"'}.get(self.pick(info.parts).kind)
            if default and not self.choices:
                return [*parts, Piece(f" default {default}", fixed=True)]
        if info.kind == "string" and self.chance(0.06):
            parts.append(Piece(" secret"))
        if self.chance(0.2) and not any("required if" in p.before for p in parts):
            # right after the type, where it cannot be taken for a rule's
            parts.insert(0, Piece(f" message {self.message(info, '', [] if info.kind == 'list' else known)}", fixed=True))
        return parts + self.rules(info, known, 3)

    def rules_that_hold(self, kind):
        """For a field with a default, which must not break them."""
        tests = {"string": ["count(1...6)", "alphanumeric", 'contains("a")'], "int": ["range(1...30)", "positive"],
                 "number": ["range(-2...40)", "negative"], "date": ["past", "value <= 2026-12-31"]}.get(kind)
        return [Piece(f" rule {self.pick(tests)} message {self.message()}")] if tests and self.chance(0.7) else []

    def rules(self, info, known, most):
        if info.kind == "record":
            return self.record_rules(info)
        if info.kind == "any":
            return []
        parts = []
        for _ in range(self.r.randint(0, most)):
            test, measured = self.test("value", info, known)
            if self.chance(0.25):
                other, more = self.test("value", info, known)
                if re.search("[<>]", other) and not more:
                    measured = ""                     # its limit is not plain
                test = f"{test} {self.pick(['&&', 'and'])} {other}"
            elif self.chance(0.15):
                other, _ = self.test("value", info, known)
                test, measured = f"{test} {self.pick(['||', 'or'])} {other}", ""
            elif self.chance(0.1):
                test, measured = f"{self.pick(['not ', '!'])}({test})", ""
            words = ""
            if self.chance(0.3 if any(d[0] == test for d in self.defines) else 0.65):
                words = self.pick([" message ", " message ", " message ", " warning "]) + self.message(info, measured, known)
                if self.chance(0.1):
                    words += ' ja "訳"'
            parts.append(Piece(f" rule {test}{words}"))
        if info.kind in ("string", "int", "choice") and not self.in_list and self.chance(0.06):
            parts.append(Piece(f" rule {self.pick(['unique', 'unique', 'same', 'unique and filled'])} message {self.message(info, self.pick(['{first}', '{first} {record} {line}']))}"))
        if info.by and info.item.kind != "list" and self.chance(0.4):
            test = self.test(info.by, self.key(info), known)[0]
            if '""' not in test:                              # no key is empty, which the checker knows
                parts.append(Piece(f" each rule {test} message {self.message(None, '', [self.key(info)])}"))
        if info.kind == "list" and info.item.kind == "record" and self.chance(0.3):
            inner = [f for f in info.item.fields or () if f.kind not in ("record", "any") and not f.hidden]
            if inner:
                field = self.pick(inner)
                parts.append(Piece(f" each rule {self.test(field.name, field, known + inner)[0]} message {self.message(None, '', known + inner)}"))
        if info.kind == "list" and info.item.kind != "record" and self.chance(0.4):
            test, _ = self.test("value", info.item, known)
            parts.append(Piece(f" each rule {test} message {self.message(info.item, '', known)}"))
        return parts

    @staticmethod
    def key(info): return Info(info.by, "string", KEYS_OF_ITEMS, anycase=info.anycase)

    def record_rules(self, info):
        """A rule of a record about two of its fields."""
        pairs = [(a, b) for a in info.fields for b in info.fields if a is not b and a.kind == b.kind and not a.hidden and not b.hidden
                 and a.kind in ("string", "int", "number", "date", "choice")]
        if not pairs or self.chance(0.4):
            return []
        a, b = self.pick(pairs)
        return [Piece(f" rule value.{a.name} != value.{b.name} message {self.message()}")]

    def range_text(self, low, high):
        a, b = sorted((self.r.randint(low, high), self.r.randint(low, high)))
        shape = self.pick(["both", "both", "both", "from", "to", "without"])
        if shape == "both":
            return f"{a}{self.pick(['...', '...', '…'])}{b}", "{min}-{max}"
        if shape == "from":
            return f"{a}...", "{min}"
        return (f"...{b}", "{max}") if shape == "to" else (f"{a}..<{b + 1}", "{min}-{max}")

    # ---- conditions
    def test(self, subject, info, known):
        """-> (a condition about one value, the limits that its message may name)"""
        kind = info.kind
        known = [k for k in known if not k.hidden]
        if self.chance(0.2):
            same = [k for k in known if k.kind == kind and k.name not in (info.name, subject) and kind in
                    {"choice", *KINDS} - {"bool", "any"}]
            if same:
                op = self.pick(["==", "!="] if kind in ("string", "choice") else ["==", "!=", "<", "<=", ">", ">="])
                return f"{subject} {op} {self.pick(same).name}", ""
        if kind == "either":
            return self.either_test(subject, info, known)
        if kind == "string":
            return self.string_test(subject, info, known)
        if kind in KINDS and KINDS[kind].family == "number":
            return self.number_test(subject, kind, known)
        if kind == "date":
            return self.date_test(subject, known)
        if kind == "bool":
            return self.pick([subject, subject, f"not {subject}"]), ""
        if kind == "choice":
            values = [quoted(v.strip()) for v in info.values[:3]]
            if self.chance(0.2) and (found := self.from_table(("string",), known)):
                return f"joined({subject}) != {found}", ""
            return self.pick([f"{subject} == {values[0]}", f"{subject} != {values[1]}", f"{subject} in ({values[0]}, {values[2]})",
                              f"{subject} is startsWith({values[0][:2]}\")", f"{subject} is count(...3)", f"{subject} is contains(\"e\")", f"{subject} is endsWith(\"d\")",
                              f"{subject} is oneOf({values[1]}, {values[2]})", f"{subject} is not oneOf({values[0]})"]), ""
        if kind == "time":
            return self.pick([f"{subject} < 12:00", f"{subject} in 09:00..<17:30", f"{subject} >= 09:30:15", f"{subject} <= 09:30:15.25", f"hour({subject}) < 12",
                              f"mod(minute({subject}), 15) == 0", f"second({subject}) == 0", f"{subject} + 8 hours <= 18:00", f"{subject} - 09:30 < 2 hours", f"{subject} - 30 minutes >= 09:00",
                              self.as_subject(subject, "range(09:00...17:30)"), self.as_subject(subject, "before(12:00)")]), ""
        if kind == "datetime":
            return self.pick([f"{subject} < 2026-11-20T09:30", f"{subject} >= 2024-02-29T00:00", f"{subject} + 1 month > 2026-11-20T09:30:15", f"hour({subject}) == 9",
                              f"{subject} - 2024-02-29T00:00 <= 1000 days", self.as_subject(subject, "past"), self.as_subject(subject, "future"), f"weekday({subject}) == 5",
                              self.as_subject(subject, "after(2008-11-20T00:00)")]), ""
        if kind == "instant":
            return self.pick([f"{subject} <= 2026-11-20T00:30Z", f"{subject} > 2026-11-20T09:30+09:00", f"day({subject}) == 20", f"minute({subject}) == 30",
                              f"{subject} + 1 month > 2026-12-20T00:30Z", f"{subject} - 2026-11-20T00:30Z < 1 hour", f"{subject} - 30 minutes < 2026-11-20T00:00Z",
                              f"hour({subject}) in 0...12", f"{subject} + 1 year - 1 month >= 2027-10-20T00:30Z", f"{subject} < now", self.as_subject(subject, "past")]), ""
        if kind == "list":
            return self.list_test(subject, info)
        return f"{subject} is {self.pick(['', 'not '])}{self.pick(['filled', 'blank'])}", ""

    def as_subject(self, subject, predicate):
        return predicate if subject == "value" and self.chance(0.8) else f"{subject} is {predicate}"

    def text_test(self):
        return self.pick(["count(1...6)", "count(...4)", "letters(any)", "contains(digit)", 'contains("a")', 'startsWith("a")', 'endsWith("1")',
                          'like("@@-##")', 'only(digit, "abc-")', "matches(/[a-z]+\\d*/)", "int(1...99)",
                          "alphanumeric(any)", 'contains(2..., digit)', "matches(/(a|b)?.{1,3}/i)",
                          "contains(uppercase)", "only(lowercase, digits)", "contains(symbol)", "contains(...1, space)", 'contains(1..<3, "a")',
                          "only(letters, symbols, spaces)", 'like("\\@?#")', "number(0...1)", "number(...99.5)", "date", "time", "datetime", "instant",
                          'date("dd/MM/yyyy", "d.M.yyyy")', 'date("dd.MM.yy" 1950...2049)', 'date("yyyy-MM", "yyyy")', 'time("h:mm a", "HHmm")', 'datetime("dd.MM.yy HH:mm" 1930...2029)',
                          'instant("yyyy-MM-dd HH:mm X")', "uuid(4)", "matches(/[^\\d]+/)", "matches(/\\p{Lu}\\w*|[[:digit:]]{2,}/)", "matches(/[a-z-[aeiou]]+/i)",
                          "matches(/(?i)ΣΊΣΥΦΟΣ|STRASSE|STRAßE/)", "matches(/(?:x|a)\\b.*$/)", "count(3)", 'contains("\\u{0}")', 'like("a\\b")', 'like("\\x@")', 'endsWith("\\n")', *WHOLE_TEXT])

    def string_test(self, subject, info, known):
        if info.codes and self.chance(0.6):
            return self.as_subject(subject, info.codes), ""
        roll = self.r.random()
        if roll < 0.25:
            text, measured = self.range_text(0, 8)
            return self.as_subject(subject, f"count({text})"), measured
        if roll < (0.55 if info.values[0] == SENTENCES[0] else 0.28):
            text, measured = self.range_text(0, 4)
            return self.as_subject(subject, f"words({text})"), measured
        if roll < 0.7:
            return self.as_subject(subject, self.text_test()), ""
        defines = [d[0] for d in self.defines if d[1] == "string" or d[1] == subject == "value"]
        if roll < 0.88 and defines:
            return self.as_subject(subject, self.pick(defines)), ""
        if roll < 0.92:
            ints = [k for k in known if k.kind in ("int", "string", "date") and k.name != info.name]
            if ints:
                return f'{subject} != "{{{self.pick(ints).name}}}"', ""
        values = [quoted(v) for v in self.r.sample(info.values, 2)]
        texts = [k.name for k in known if k.kind == "string" and k.name != info.name]
        numbers = [k.name for k in known if k.kind in ("int", "number")]
        if roll < 0.94 and texts:
            other = self.pick(texts)
            return self.pick([f"{subject} {verb}({other})" for verb in ("startsWith", "endsWith", "contains", "oneOf")]
                             + [f"{subject} in ({other}, {values[0]})", f'{subject} == joined({other}, "-", {self.pick(texts)})',
                                f"{subject} != part({other}, 2...)", f"part({subject}, 1...2) == part({other}, ...2)", f"{subject} is not contains(1..., {other})"]), ""
        if roll < 0.96:
            if found := self.from_table(("string",), known):
                return self.pick([f"{subject} == {found}", f"{subject} in {found}", f"{subject} not in {found}", f"{subject} is startsWith({found})"]), ""
            if self.choices:
                return f"{subject} {self.pick(['in', 'not in'])} {self.pick(self.choices)[0]}", ""
        return self.pick([f"{subject} == {values[0]}", f"{subject} != {values[0]}", f"{subject} in ({values[0]}, {values[1]})",
                          f"{subject} not in ({values[0]}, {values[1]})", f"{subject} is oneOf({values[0]}, {values[1]})",
                          f"mod(weighted({subject}, 1, 3), 10) == 0", f"weighted({subject}, 7, 3, 1) < 40", f"number(part({subject}, 1...2)) > 9",
                          f"number({subject}) <= 12", f"count({subject}) + 1 != 4", f"words({subject}) {self.pick(['<=', '==', '!=', '>'])} {self.r.randint(0, 4)}",
                          f"words({subject}) in 1...3", f"count({subject}) > 2 * words({subject})", f"mod(11 - mod(weighted({subject}, 2, 3, 4), 11), 11) == 5",
                          f'part({subject}, 1) in ("a", "A", "1")', f"count(part({subject}, 2...4)) == 3", f"weighted({subject}, 1, 0.5) != 3",
                          *([f"count({subject}) <= {self.pick(numbers)}", f"words({subject}) < {self.pick(numbers)}", f"part({subject}, {self.pick(numbers)}) != \"a\"",
                             f'joined({subject}, {self.pick(numbers)}) != "a12"'] if numbers else [])]), ""

    def number_test(self, subject, kind, known):
        roll = self.r.random()
        if roll < 0.3:
            text, measured = self.range_text(-2, 40)
            return self.as_subject(subject, f"range({text})"), measured
        if roll < 0.45:
            tests = ["positive", "negative", "multipleOf(3)"] + (["decimals(0...2)", "multipleOf(0.05)"] if kind == "number" else [])
            return self.as_subject(subject, self.pick(tests)), ""
        numbers = [k.name for k in known if k.kind in ("int", "number")]
        if roll < 0.5:
            if found := self.from_table(("number",), known):
                return self.pick([f"{subject} == {found}", f"{subject} < {found}", f"{subject} in {found}", f"{subject} >= {found} * 2", f"round({subject} / 3) != {found}".replace(" / 3)", " / 3, 0)")]), ""
            if found := self.from_table(("many",), known):
                return f"{subject} {self.pick(['in', 'in', 'not in'])} {found}", ""
        if roll < 0.65 and numbers:
            other = self.pick(numbers)
            return self.pick([f"{subject} + {other} <= 50", f"{subject} * 2 != {other} + 1", f"{subject} - {other} > -20",
                              f"round({subject} / {other}, 2) < 3.14", f"{subject} / 3 != {other}", f"{subject} * 0.3 != {other}", f"{subject} * {other} >= 0", f"-{subject} <= {other}",
                              *[f"{name}({subject}, {other}) < 5" for name in OF_NUMBERS], f"{subject} / {other} > 1", f"round({subject}, {other}) == {subject}", f"round({subject} / 3, 1, even) != {other}",
                              f"min({subject}, {other}, 7) < 7", f"max({subject}, {other}) <= 30", f"{subject} in {other}...30", f"{subject} in 0...{other}",
                              f"({subject} + {other}) / ({subject} - {other}) < 3", f"{subject} not in ({other}, 7...12)", f"{subject} is oneOf(1, 7...13, {other})",
                              f"mod({subject}, -{other}) <= 0", f"{subject} - {other} * 2 in -5...5"]), ""
        if roll < 0.75 and kind == "int" and [d for d in self.defines if d[1] == "int"]:
            define = self.pick([d[0] for d in self.defines if d[1] == "int"])
            if define.startswith("("):
                return define.replace("value", subject), ""
            return self.as_subject(subject, define), ""
        op, n = self.pick(["<", "<=", ">", ">=", "==", "!=", "="]), self.pick(["0", "7", "12", "30", "0.25", "-1"])
        limit = {"<": "{max}", ">": "{min}"}.get(op[0], "")
        return self.pick([(f"{subject} {op} {n}", limit), (f"{subject} {op} {n}", limit), (f"{subject} in 1...30", "{min}-{max}"),
                          (f"{subject} not in 7...13", ""), (f"{subject} in (0, 7, 10...13)", "")])

    def date_test(self, subject, known):
        dates = [k.name for k in known if k.kind == "date"]
        if dates and self.chance(0.3):
            other = self.pick(dates)
            return self.pick([f"{subject} <= {other} + 1 year", f"{subject} > {other} - 3 months", f"{subject} != {other} + 2 weeks",
                              f"{subject} >= {other} - 30 days", f"{subject} != {other} + 1 month",
                              f"{subject} != {other} - 1 year", f"{subject} == {other} - 1 month"]), ""
        numbers = [k.name for k in known if k.kind == "int"]
        if numbers and self.chance(0.1):
            other = self.pick(numbers)
            return self.pick([f"day({subject}) >= {other}", f"year({subject}) / {other} > 60", f"{subject} is age({other}...)", f"mod(month({subject}), {other}) == 0",
                              f"{subject} is age(...{other})"]), ""
        return self.pick([f"{subject} != 2024-01-31 + 1 month", f"{subject} != today + 1 month", f"{subject} == 2020-02-29 + 4 years",
                          f"{subject} <= today - 18 years", f"{subject} > today", self.as_subject(subject, "age(18...)"),
                          self.as_subject(subject, "past"), self.as_subject(subject, "future"), self.as_subject(subject, "before(2026-11-20)"),
                          self.as_subject(subject, "after(2008-02-28)"), self.as_subject(subject, "range(2000-01-01...2026-12-31)"),
                          f"weekday({subject}) in 1...5", f"month({subject}) != 11", f"year({subject}) + day({subject}) > 2020", f"{subject} - 2020-02-29 > 1826 days",
                          f"{subject} + 8000 years > today", f"{subject} in (2026-11-20, 2000-01-01...2008-12-31)", f"today - {subject} in 0 days...7000 days",
                          f"{subject} < today + 1 month", self.as_subject(subject, "age(0...64)")]), ""

    def list_test(self, subject, info):
        if self.chance(0.35):
            text, measured = self.range_text(0, 4)
            return self.as_subject(subject, f"count({text})"), measured
        path, item = "value" if subject == "value" else subject, info.item
        if info.by and item.kind != "list" and self.chance(0.3):
            test, text = self.test(info.by, self.key(info), [])[0], quoted(self.pick(KEYS_OF_ITEMS[:9]))
            tests = [f"any({path}, {test})", f"all({path}, {test})", f"count({path}, {info.by} != {text}) <= 2", self.as_subject(subject, f"distinct(by: {info.by})")]
            if item.kind == "record":
                tests += [f"{text} in {path}.{info.by}", f"count(distinct({path}.{info.by})) > 1", f"all({path}.{info.by}, value != {text})"]
            if item.kind in ("int", "number"):
                tests += [f"sum({path}, value, {test}) < 40", f"any({path}, {info.by} == {text} and value > 7)"]
            return self.pick(tests), ""
        if item.kind == "record":
            if self.chance(0.08):                            # whole records are compared
                tests = [self.as_subject(subject, "distinct"), f"not ({self.as_subject(subject, 'distinct')})",
                         f"count(distinct({path})) > 1", f"count(distinct({path})) == count({path})"]
                for field in [f for f in item.fields if not f.hidden and f.kind in ("int", "number")]:
                    tests += [f"sum(distinct({path}), {field.name} * 2) < 40", f"any(distinct({path}), {field.name} > 7)",
                              f"count(distinct({path}), {field.name} is filled) != 2"]
                return self.pick(tests), ""
            seen = [f for f in item.fields if not f.hidden]
            inner = [f for f in seen if f.kind in ("int", "number")]
            texts = [f for f in seen if f.kind in ("string", "choice", "date")]
            lists = [f for f in seen if f.kind == "list" and f.item.kind in ("int", "number")]
            deep = [(f, g) for f in seen if f.kind == "list" and f.item.kind == "record" for g in f.item.fields
                    if g.kind in ("int", "number", "string") and not g.hidden]
            if deep and self.chance(0.5):
                field, last = self.pick(deep)
                whole = f"{path}.{field.name}"
                return self.pick([f"count({whole}) <= 3", f"count({whole}.{last.name}) != 1", f"any({whole}, {self.test(last.name, last, [])[0]})",
                                  f"all({path}, count({field.name}) < 3)", f"count({path}, any({field.name}, {last.name} is filled)) <= 1"]), ""
            if lists and self.chance(0.5):
                name = self.pick(lists).name
                return self.pick([f"count({path}.{name}) <= 3", f"sum({path}.{name}) < 40", f"any({path}.{name}, value > 12)", f"7 not in {path}.{name}"]), ""
            if texts and self.chance(0.4):
                field = self.pick(texts)
                test = self.test(field.name, field, item.fields)[0]
                return self.pick([self.as_subject(subject, f"distinct(by: {field.name})"),
                                  self.as_subject(subject, f'distinct(by: "{{{field.name}}}/{{{self.pick(inner or texts).name}}}")'), f"any({path}, {test})", f"all({path}, {test})", f"count({path}, {test}) <= 1",
                                  f"not any({path}, {field.name} is blank)", f"count({path}.{field.name}) >= 1"]
                                 + ([f'"a" in {path}.{field.name}', f'"abc" not in {path}.{field.name}'] if field.kind == "string" else [])), ""
            if inner:
                name = self.pick(inner).name
                other = self.pick(inner).name
                test = self.test(other, self.pick(inner), item.fields)[0]
                if self.chance(0.4):
                    return self.pick([f"sum({path}, {name} * {other}) < 40", f"sum({path}, {name}, {other} > 3) != 7", f"mean({path}.{name}) in 0...20",
                                      f"mean({path}, {name} - 1, {test}) < 12", f"min({path}, {name} / {other}) < 1", f"max({path}, {name}, {test}) > 5",
                                      f"share({path}, {test}) <= {self.percentage()}", f"share({path}, {name} is filled) > 33.3 %",
                                      f"any({path}.{name}, value > 12)", f"all({path}.{name}, value < 20)",
                                      f"count(distinct({path}.{name})) > 1", f"sum(distinct({path}.{name})) < 30", f"7 in distinct({path}.{name})",
                                      f"sum({path}, {name} * 1 day) < 2 weeks", f"count({path}.{name}, value > 3) <= 1"]), ""
                return self.pick([f"sum({path}.{name}) < 40", f"count({path}.{name}) != 2", f"max({path}.{name}) <= 30", f"min({path}.{name}) > 0",
                                  f"(any({path}, {name} > 12) or {self.as_subject(subject, 'count(...1)')})",
                                  f"not (all({path}, {name} < 12))", f"count({path}, {name} / 7 > 1) < 2", f"7 in {path}.{name}",
                                  f"sum({path}.{name}) / count({path}.{name}) < 10"]), ""
            return self.as_subject(subject, "count(...3)"), ""
        if item.kind in ("int", "number") and self.chance(0.6):
            return self.pick([f"sum({path}) < 40", f"min({path}) >= 0", f"max({path}) in 7...30", f"any({path}, value > 12)", f"all({path}, value < 30)",
                              f"count({path}, value >= 7) <= 1", f"12 not in {path}",
                              f"share({path}, value > 7) < 50 %", f"mean({path}) > 3", f"sum({path}, value * 2) < 40", f"count(distinct({path})) > 1", f"sum(distinct({path})) < 40", f"mod(sum({path}), 3) == 0"]), ""
        if item.kind == "either" and self.chance(0.7):
            test = self.either_test("value", replace(item, name=info.name), [])[0]
            tests = [f"any({path}, {test})", f"not all({path}, {test})", f"count({path}, {test}) <= 1", f"share({path}, {test}) < 50 %", f"count(distinct({path})) > 1"]
            if {"int", "number"} & {p.kind for p in item.parts}:
                tests += [f"sum({path}, value) < 40", f"sum({path}, value, {test}) != 7", f"mean({path}, value * 2) > 3"]
            return self.pick(tests), ""
        if item.kind in ("string", "choice") and self.chance(0.5):
            text = self.pick([quoted(v) for v in item.values if isinstance(v, str) and v.strip()])
            return self.pick([f"{text} in {path}", f"{text} not in {path}"] + [f"any({path}, value == {text})", f"all({path}, value != {text} and count(value) < 9)"]), ""
        return self.as_subject(subject, "distinct") if item.kind != "list" else self.as_subject(subject, "count(1...)"), ""

    def condition(self, known):
        """A condition about the known fields, for `when`, `check` and `required if`."""
        usable = [k for k in known if k.kind not in ("record", "any") and not k.hidden]
        for record in [k for k in known if k.kind == "record" and not k.hidden and k.fields]:
            if self.chance(0.4):
                inner = self.pick(record.fields)
                if inner.kind not in ("record", "any") and not inner.hidden:
                    usable.append(replace(inner, name=f"{record.name}.{inner.name}"))
        if not usable:
            return "today > 2000-01-01"

        def one():
            if self.chance(0.03):
                return self.about_columns(usable)[0]
            info = self.pick(usable)
            roll = self.r.random()
            texts = [k for k in usable if k.kind == "string"]
            if self.other and texts and roll > 0.7:
                return self.about_other(texts, [k for k in usable if k.kind in ("int", "number")])
            if roll < 0.15:
                return f"{info.name} is {self.pick(['', 'not '])}{self.pick(['filled', 'blank'])}"
            text = self.test(info.name, info, usable)[0]
            return f"{self.pick(['not ', '!'])}({text})" if roll < 0.25 else text

        text = one()
        if self.chance(0.35):
            text += f" {self.pick(['and', 'or', '&&', '||'])} {one()}"
        return text

    # ---- records
    def raw(self, info, flat):
        roll = self.r.random()
        if roll < 0.05 and info.wrong:
            return self.pick(info.wrong)
        if roll < 0.15:
            return self.pick([None, ""])
        if self.blanks and roll < 0.18 and info.kind not in ("record", "list"):
            return self.pick(self.blanks + [" " + self.blanks[0]])
        if info.kind == "record":
            return self.record_of(info.fields, flat)
        if info.by:
            return {self.pick(KEYS_OF_COLUMNS if flat else KEYS_OF_ITEMS): self.raw(info.item, flat) for _ in range(self.pick([0, 1, 1, 2, 2, 3, 4]))}
        if info.kind == "list":
            items = [self.raw(info.item, flat) for _ in range(self.pick([0, 1, 1, 2, 2, 3, 4]))]
            if self.shows_lists:
                items = ["" if item is None else item for item in items]
            if flat and not info.separator and not info.numbered and not (info.item.numbered or info.item.kind == "record"):
                return self.pick(["", None, "a", "[1]"])
            if info.separator and (flat or self.chance(0.8)):
                return info.separator.join(plain(i) for i in items)
            return items
        return self.pick(info.values)

    def record_of(self, infos, flat):
        found = {}
        for info in infos:
            keys = info.keys or [info.name]
            if info.keys and not flat and self.chance(0.2):
                found[info.name] = self.raw(info, flat)          # not its name any more
            for key in keys:
                if (flat or self.r.random() > 0.12) and (key == keys[0] or self.chance(0.5)):
                    found[key] = self.raw(info, flat)
        if not flat and self.chance(0.06):
            found[self.pick(["stray", "formwork_problems"])] = 1
        if not flat and self.chance(0.2):
            pairs = list(found.items())
            self.r.shuffle(pairs)
            found = dict(pairs)
        return found

    def mended(self, record, infos, flat, faults):
        """The record with new values where `faults` (record -> top-level names) finds some."""
        for _ in range(8):
            names = faults(record)
            if not names:
                break
            for info in infos:
                if info.name in names or self.chance(0.05):
                    value = self.raw(info, flat) if self.chance(0.85) else None
                    record[(info.keys or [info.name])[0]] = value
        return record

    def records(self, infos, count, flat, faults):
        for _ in range(count):
            record = self.record_of(infos, flat)
            yield self.mended(record, infos, flat, faults) if self.chance(0.6) else record

    def data(self, infos, count, faults):
        """-> (the lines, records or rows of a file; how many of them come before the records)"""
        return {"json": self.json, "ndjson": self.ndjson, "xlsx": self.workbook}.get(self.ext, self.table)(infos, count, faults)

    BROKEN = [b"[1]", b'{"a":1,"a":2}', b"nul", b'{"a":"\xff"}', b'{"a":"\\ud800"}', b'{"a":01}', b'{"a":"\x01"}', b'{"a":1,}',
              b"{'a':1}", b'"x"', '{"é":1,"e\u0301":2}'.encode(), b'{"a":' + b"[" * 300 + b"]" * 300 + b"}"]

    def json_texts(self, infos, count, faults, broken):
        for record in self.records(infos, count, False, faults):
            if self.chance(0.04):
                yield self.pick(broken if self.encoding in (None, "UTF-8") else [one for one in broken if one.isascii()])
            else:
                yield to_json(record, ascii=self.chance(0.3) and not self.any_across, wide=self.chance(0.1) and not (self.any_across or self.shows_lists)).encode(self.encoding or "utf-8", "replace")

    def ndjson(self, infos, count, faults):
        lines = []
        for line in self.json_texts(infos, count, faults, self.BROKEN + [b'{"a":1', b"{} x", b"\xef\xbb\xbf{}"]):
            line = line.replace(b"\n", b" ")
            lines.append(self.pick([b"", b" "]) + line + (b"\r" if self.chance(0.05) else b""))
            if lines == [lines[0]] and lines[0].startswith(b"\xef"):
                lines = [b"[1]"]                                 # a mark before the first line is none of it
            if self.chance(0.03):
                lines.append(self.pick([b"", b"  ", b"\r"]))
        return lines, 0

    def json(self, infos, count, faults):
        # Line feeds in texts, which JSON forbids: the records after them are read.
        lines = [b'{"a":"x\ny"}', b'{"a":"},\n{\\\\","b":[1]}', b'{"a":{"b":"\n"}\n}']
        return list(self.json_texts(infos, count, faults, self.BROKEN + lines)), 0

    # ---- tables
    def columns(self, infos, path=(), prefix=""):
        """-> (name, path of keys in a record) of each column that the fields have."""
        for info in infos:
            if info.kind == "record":
                yield from self.columns(info.fields, (*path, info.name), prefix + info.name + ".")
            elif info.numbered and info.kind == "list" and info.item.kind == "record":
                for n in self.places(info):
                    for field in info.item.fields:
                        yield from self.columns_of_item(field, n, (*path, info.name, n, field.name))
            elif info.numbered:
                for n in self.places(info):
                    yield prefix + placed(info.numbered, n), (*path, info.name, n)
            else:
                for key in info.keys or [info.name]:
                    yield prefix + key, (*path, key)

    def places(self, info): return KEYS_OF_COLUMNS[:self.most + 5 if self.most > 2 else self.most] if info.by else range(self.most)

    def columns_of_item(self, field, n, path):
        """Of a record in an item: those of its fields, which begin with its own name if that has a number."""
        name = field.numbered and placed(field.numbered, n)
        if field.kind != "record":
            yield name, path
            return
        for inner in field.fields:
            if field.prefixed:
                yield f"{name}.{inner.name}", (*path, inner.name)
            else:
                yield placed(inner.numbered, n), (*path, inner.name)

    def header(self, infos):
        """-> columns as they stand in the file: some in another order, without some that may be missing, with others."""
        self.most = self.r.randint(1, 3)
        columns = list(dict(self.columns(infos)).items())
        if self.how.get("header") == "none":
            columns = [(name, path) for name, path in columns if not any(isinstance(step, int) for step in path)]
            shared = {}
            for name, path in columns:                           # branches share a column, and so do the names of a field
                shared.setdefault(self.owner(infos, path), (name, path))
            return list(shared.values())
        may_lack = {i.name for i in infos if i.optional and not i.numbered and i.kind != "record"}
        if "columns" not in self.how and self.chance(0.15):
            columns = [(name, path) for i, (name, path) in enumerate(columns)
                       if not (i and (path[0] in may_lack or path[0] != self.all_keys(infos, path)[0]) and self.chance(0.3))]
        if self.how.get("columns") == "exact":
            return columns
        if self.chance(0.2):
            self.r.shuffle(columns)
        alike = collections.Counter(name.lower() for name, _ in columns)       # of two keys `a` and `A`, each is as it is
        columns = [(self.spelled(name) if self.chance(0.08) and alike[name.lower()] == 1 else name, path) for name, path in columns]
        if not self.closed and self.chance(0.1):
            columns.insert(self.r.randint(0, len(columns)), ("stray", None))
        if self.chance(0.05):
            columns.insert(self.r.randint(0, len(columns)), ("formwork_problems", None))
        if not self.closed and self.chance(0.05) and len(columns) > 1:
            columns.insert(self.r.randint(0, len(columns)), ("", None))
        return columns

    @staticmethod
    def all_keys(infos, path):
        return next((i.keys or [i.name] for i in infos if path[0] in (i.keys or [i.name])), [path[0]])

    def owner(self, infos, path):
        return (self.all_keys(infos, path)[0], *path[1:])

    def spelled(self, name):
        """A name that is the same without regard to case and to white space around it."""
        return self.pick(["", " "]) + "".join(c.swapcase() if c.isascii() else c for c in name) + self.pick(["", " "])

    def rows(self, infos, columns, count, faults):
        for record in self.records(infos, count, True, lambda r: faults(as_texts(r))):
            row, seen = [], set()
            for _, path in columns:
                # What another branch has in a column of its own may be anything.
                is_other = not path or path in seen and self.chance(0.6)
                row.append(self.pick([None, "x", 1]) if is_other else at_path(record, path))
                seen.add(path)
            yield row

    def table(self, infos, count, faults):
        columns = self.header(infos)
        delimiter = self.how.get("delimiter") or DELIMITERS.get(self.ext, ",")
        lines = []
        if self.ext == "csv" and self.how.get("header") != 1 and self.chance(0.08):
            delimiter = self.pick([";", "|", "\t", ","])
            lines.append(f"sep={delimiter}")

        def cell(text):
            special = any(c in text for c in delimiter + '"\n\r') or not text.strip() and text
            return '"' + text.replace('"', '""') + '"' if special or self.chance(0.08) else text

        if isinstance(self.how.get("header"), int):
            while len(lines) < self.how["header"] - 1:
                lines.append(self.pick(["", "Report", f"a{delimiter}b", 'say "hi"', delimiter * 3]))
            del lines[self.how["header"] - 1:]
        if self.how.get("header") != "none":
            lines.append(delimiter.join(cell(name) for name, _ in columns))
        head = len(lines)
        for row in self.rows(infos, columns, count, faults):
            cells = [cell(plain(value)) for value in row]
            line = delimiter.join(cells)
            if self.chance(0.05):
                line = self.broken_row(cells, delimiter)
            lines.append(line if line.strip(" \t") else '""' if len(cells) == 1 else line)
            if self.chance(0.05):
                blank = [self.pick(["", " ", "\u3000" if self.encoding is None else ""]) for _ in cells]
                lines.append(self.pick(["", "  ", delimiter.join(blank), delimiter * 2, '""' + delimiter * (len(cells) - 1)]))
        if self.chance(0.03):
            lines.append('"never closed' + delimiter * (len(columns) - 1))
            lines.append(delimiter.join(["y"] * len(columns)))
        ending = "\r" if self.chance(0.1) else ""
        coded = [self.coded(line + ending) for line in lines]
        if self.encoding in NO_TEXT and head < len(coded) and self.chance(0.05):
            coded[-1] = NO_TEXT[self.encoding] + coded[-1]
        return coded, head

    def broken_row(self, cells, delimiter):
        return self.pick([
            delimiter.join([*cells, "x"]), delimiter.join(cells[:-1]) or "x" + delimiter + "y", delimiter.join(['"a"b', *cells[1:]]),
            delimiter.join(['a"b', *cells[1:]]), delimiter.join(["a\0b", *cells[1:]]), delimiter.join(['"a\n"b', *cells[1:]])])

    def coded(self, line):
        if not self.encoding:
            return line.encode()
        return line.encode(self.encoding, "replace")

    def workbook(self, infos, count, faults):
        columns, rows = self.header(infos), []
        for _ in range(self.how["header"] - 1 if isinstance(self.how.get("header"), int) else 0):
            rows.append(self.pick([[], ["Report"], [None, "x", 5]]))
        if self.how.get("header") != "none":
            rows.append([name for name, _ in columns])
        head = len(rows)
        for row in self.rows(infos, columns, count, faults):
            rows.append([self.of_sheet(value) for value in row])
            if self.chance(0.05):
                rows[-1].append("right of the header")
            if self.chance(0.05):
                rows.append(self.pick([[], [None, " "], [""]]))
        return rows, head

    def of_sheet(self, value):
        """A value as a cell of a workbook: what is a number, a day or a time there may be one, or a text."""
        if isinstance(value, (list, dict)) or value is None:
            return None
        if isinstance(value, bool):
            return value
        if isinstance(value, (int, Decimal)):
            digits = Decimal(value).normalize().as_tuple()
            return value if len(digits.digits) <= 15 and -12 < digits.exponent < 12 else plain(value)
        if self.chance(0.5):
            for kind in (datetime.date, datetime.datetime, datetime.time):
                try:
                    found = kind.fromisoformat(value)
                except ValueError:
                    continue
                if getattr(found, "tzinfo", None) is None and not getattr(found, "microsecond", 0) and not (kind is datetime.date and len(value) != 10) and (kind is datetime.time or found.year > 1900):
                    return found
        return "".join(c for c in value if c >= " " or c in "\t\n")


def placed(name, n):
    """The name of a column of an item with this number or key."""
    return name.replace("*", n) if isinstance(n, str) else name.replace("#", str(n + 1))


def rename(piece, old, new):
    pattern = rf"(?<![\w]){re.escape(old)}(?![\w])"
    piece.before, piece.after = re.sub(pattern, new, piece.before), re.sub(pattern, new, piece.after)
    for part in piece.parts:
        rename(part, old, new)


def at_path(record, path):
    for step in path:
        if isinstance(step, int):
            record = record[step] if isinstance(record, list) and step < len(record) else None
        else:
            record = record.get(step) if isinstance(record, dict) else None
    return record


def as_texts(value):
    """A record as a table would have it."""
    if isinstance(value, dict):
        found = {k: as_texts(v) for k, v in value.items()}
        return found if any(v not in (None, "") for v in found.values()) else None
    return [as_texts(v) for v in value] if isinstance(value, list) else plain(value)


def plain(value):
    if value is None or isinstance(value, (list, dict)):
        return ""
    return str(value).lower() if isinstance(value, bool) else format(value, "f") if isinstance(value, Decimal) else str(value)


def to_json(value, ascii=False, wide=False):
    """`wide` puts white space and line breaks between the parts."""
    comma, colon = (" ,\n", " : ") if wide else (",", ":")
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dict):
        pairs = (f"{json.dumps(k, ensure_ascii=ascii)}{colon}{to_json(v, ascii, wide)}" for k, v in value.items())
        return "{" + comma.join(pairs) + "}"
    if isinstance(value, list):
        return "[" + comma.join(to_json(v, ascii, wide) for v in value) + "]"
    return json.dumps(value, ensure_ascii=ascii)


def format_of_type(format):
    return quoted(format) + (f" {format.century[0]}...{format.century[1]}" if format.century else "")

"""Random forms with records for Scripts/answers: the same seed gives the same form and records.

Most forms can be used; some have mistakes, since findings are answers as well. Values are mostly
near the borders of the field's own rules.
"""
import json
import random

SCALARS = ["string", "string", "string", "int", "number", "bool", "date", "time", "datetime", "instant", "choice", "any"]
FORMATS = ["email", "url", "uri", "uuid", "uuid(4)", "hostname", "ipv4", "ipv6", "phone", "creditCard", "iban", "isbn"]
CLASSES = ["digit", "letter", "lowercase", "uppercase", "symbol", "space"]
PATTERNS = [r"/[A-Z]{2}\d+/", r"/(a|b)*c?/i", r"/\p{L}+/", r"/[^\s@]+@x/", r"/\d{3}-?\d{4}/", r"/.{2,5}/", r"/(ab|a)(c|bcd)*/"]
TEXTS = [
    "", "a", "abc", "A-1", "Ann Lee", "東京", "らーめん", "カタカナ", "e\u0301", "é", "👨‍👩‍👧‍👦", " x ", "12", "0", "-1", "1.5", "1e3",
    "123-4567", "a@b.co", "ann@example.org", "https://example.org/a?b", "192.0.2.1", "::1", "+81312345678",
    "4111111111111111", "GB82WEST12345698765432", "978-3-16-148410-0", "f47ac10b-58cc-4372-a567-0e02b2c3d479",
    "true", "yes", "2026-11-20", "2024-02-29", "2026-02-30", "09:30", "24:00", "2026-11-20T09:30", "2026-11-20T09:30Z",
    "20/11/2026", "1.234,50", "x" * 40, "two\nlines", "tab\there", 'quote " inside', "back\\slash", "=1+1", "ＡＢＣ１２",
]
DATES = ["2026-11-20", "2026-11-19", "2026-11-21", "2008-11-20", "2000-02-29", "1999-12-31", "0001-01-01", "9999-12-31"]
NUMBERS = ["0", "1", "-1", "2", "3", "5", "10", "18", "99", "100", "101", "0.5", "1.50", "1.505", "-0.1", "1e2", "12345678901234567890", "0.1", "99999999999999999999999999999999999999"]
NAMES = ["id", "name", "age", "start", "end", "kind", "note", "price", "total", "email", "count", "code", "city", "member", "tags"]


class Form:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.fields = []          # (name, type, optional) of the outermost level
        self.types = {}           # defined types
        self.choices = {}
        self.words = []           # defined rule words on texts
        self.is_mild = self.r.random() < 0.6    # most records are accepted

    def chance(self, share):
        return self.r.random() < share

    def pick(self, *options):
        return self.r.choice(options)

    # Texts of the author.

    def text(self, kind):
        parts = ["Please check", "{label}", "too much", "Bitte", "record {record} on line {line}", "{column}"]
        parts += ["not {value}"] * (kind not in ("list", "record", None))
        parts += ["{count|one|{count} of them}"] * (kind in ("string", "list"))
        if self.chance(0.02):    # perhaps nothing can fill it in, which is a finding
            parts = ["at most {max}", "from {min} to {max}", "{actual} found", "one of {choices}", "{nothing}"]
        return '"' + " ".join(self.r.sample(parts if kind else parts[:4:2] + parts[3:4], self.r.randint(1, 2))) + '"'

    def message(self, kind=None, word="message"):
        text = f" {word} {self.text(kind)}"
        if self.chance(0.2):
            text += ' ja "確認してください {label}"'
        if word == "message" and self.chance(0.1):
            text = ' title "Title"' + text
        return text

    def perhaps_message(self, kind=None):
        if self.chance(0.1):
            return self.message(kind, "warning")
        return self.message(kind) if self.chance(0.8) else ""

    # Rules.

    def span(self, low, high):
        a, b = sorted((self.r.randint(low, high), self.r.randint(low, high)))
        return self.pick(f"{a}...{b}", f"{a}...", f"...{b}", f"{a}..<{b + 1}", f"{b}", f"{a}...{b}")

    def date_span(self):
        a, b = sorted((self.pick(*DATES), self.pick(*DATES)))
        return self.pick(f"{a}...{b}", f"{a}...", f"...{b}", f"{a}...today" if a < "2026" else f"{a}...")

    def literal(self, kind):
        return {
            "string": lambda: json.dumps(self.pick("a", "abc", "A-1", "x", "東京"), ensure_ascii=False),
            "choice": lambda: self.pick('"a"', '"b"', '"c"'),
            "int": lambda: str(self.r.randint(-3, 120)),
            "number": lambda: self.pick("0", "1.5", "100", "0.05", "-2"),
            "bool": lambda: self.pick("true", "false"),
            "date": lambda: self.pick(*DATES, "today"),
            "time": lambda: self.pick("09:30", "00:00", "23:59:59"),
            "datetime": lambda: self.pick("2026-11-20T09:30", "2000-02-29T00:00"),
            "instant": lambda: self.pick("2026-11-20T09:30Z", "now"),
        }.get(kind, lambda: '"a"')()

    def atom(self, kind):
        """A condition about the field's own value."""
        if self.is_mild and self.chance(0.8):
            mild = {"string": ["count(...40)", "oneLine", 'value != "zzz"', "not startsWith(\"zz\")", "count(1...) or digits"],
                    "choice": ['value != "d"', "count(...5)"], "int": ["range(-5...)", "value < 1000000", "value in -9...99999"],
                    "number": ["range(-5...)", "decimals(...3)"], "date": ["value > 0001-01-01", "range(...9999-12-31)"]}
            return self.pick(*mild.get(kind, ["filled"]))
        if kind in ("string", "choice", "any"):
            if kind == "any":
                return self.pick("filled", "value is not blank")
            return self.pick(
                f"count({self.span(0, 12)})", f"count({self.span(1, 5)})", "alphanumeric", "letters", "letters(any)", "digits", "lowercase",
                "uppercase", "ascii", "hiragana", "katakana", "kanji", "fullwidth", "oneLine", f"contains({self.pick(*CLASSES)})",
                f"contains({self.span(1, 3)}, {self.pick(*CLASSES)})", f"only({self.pick(*CLASSES)}, {self.pick(*CLASSES)}, \"-_ \")",
                'startsWith("a")', 'endsWith("c")', f"matches({self.pick(*PATTERNS)})", 'like("@@-####")', 'like("?-#")',
                "int(1...31)", "number(0...1)", self.pick(*FORMATS), self.pick(*FORMATS), 'oneOf("a", "abc", "x")', 'value in ("a", "b", "x")',
                'value != "abc"', *self.words)
        if kind in ("int", "number"):
            return self.pick(f"range({self.span(-5, 120)})", f"value > {self.literal(kind)}", f"value <= {self.literal(kind)}", "positive", "negative",
                             f"multipleOf({self.pick('2', '0.05', '5')})", f"decimals({self.span(0, 2)})", f"oneOf({self.span(0, 9)}, 18, 99)",
                             f"value in {self.span(0, 100)}", f"value not in ({self.span(0, 9)}, 99)", "value * 2 < 100", "round(value, 1) == value")
        if kind in ("date", "datetime"):
            return self.pick("past", "future", f"range({self.date_span()})" if kind == "date" else "past", "age(18...)" if kind == "date" else "past", "value > today - 18 years" if kind == "date" else "future",
                             "before(2026-01-01)" if kind == "date" else "past", "after(2000-01-01)" if kind == "date" else "past",
                             f"value in {self.date_span()}" if kind == "date" else "future")
        if kind == "bool":
            return self.pick("value", "not value", "value == true")
        return f"value {self.pick('<', '<=', '>', '>=', '==', '!=')} {self.literal(kind)}"

    def about_others(self, kind):
        others = [n for n, k, _ in self.fields if k == kind and k not in ("any", "record", "list")]
        if not others:
            return self.atom(kind)
        other = self.pick(*others)
        if kind in ("string", "choice", "bool"):
            return f"value {self.pick('==', '!=')} {other}"
        extra = self.pick("", " + 1", " * 2") if kind in ("int", "number") else self.pick("", " + 3 months", " - 1 day") if kind == "date" else ""
        return f"value {self.pick('<', '<=', '>', '>=', '==')} {other}{extra}"

    def condition(self, kind, depth=0):
        c = self.r.random()
        if depth < 2 and c < 0.12:
            return f"{self.condition(kind, depth + 1)} {self.pick('and', '&&')} {self.condition(kind, depth + 1)}"
        if depth < 2 and c < 0.22:
            return f"({self.condition(kind, depth + 1)} {self.pick('or', '||')} {self.condition(kind, depth + 1)})"
        if depth < 2 and c < 0.27:
            return f"not ({self.condition(kind, depth + 1)})"
        if depth == 0 and c < 0.42:
            return self.about_others(kind)
        return self.atom(kind)

    def free_condition(self):
        """A condition that names fields, for `when`, `check` and `required if`."""
        if not self.fields:
            return "1 < 2"
        name, kind, _ = self.pick(*self.fields)
        if kind == "bool":
            return self.pick(name, f"not {name}", f"{name} == false")
        if kind == "list":
            return self.pick(f"count({name}) {self.pick('<', '>=')} {self.r.randint(0, 3)}", f"{name} is filled")
        if kind in ("record", "any"):
            return f"{name} is {self.pick('', 'not ')}blank"
        simple = self.pick(f"{name} is filled", f"{name} is blank", f"{name} {self.pick('==', '!=')} {self.literal(kind)}",
                           f"{name} in ({self.literal(kind)}, {self.literal(kind)})")
        if kind not in ("string", "choice") and self.chance(0.6):
            simple = f"{name} {self.pick('<', '<=', '>', '>=')} {self.literal(kind)}"
        if self.chance(0.15):
            return f"{simple} {self.pick('and', 'or')} {self.free_condition()}"
        return simple

    # Fields.

    def type(self, kind, depth):
        if kind == "choice":
            if self.choices and self.chance(0.3):
                return "choice of " + self.pick(*self.choices)
            return self.pick('choice("a", "b", "c")', 'choice("a" "Apple" ja "りんご", "b" "Pear", "c")')
        if kind == "date" and self.chance(0.2):
            return self.pick('date("dd/MM/yyyy")', 'date("d.M.yyyy", "yyyy-MM-dd")')
        if kind == "bool" and self.chance(0.2):
            return 'bool("ja", "nein")'
        if kind == "number" and self.chance(0.2):
            return 'number(decimal ",", group ".")'
        if kind == "int" and self.chance(0.1):
            return 'int(group ",")'
        if kind == "record":
            return "<\n" + self.level(depth + 1, self.r.randint(1, 3)) + "  " * depth + ">"
        if kind == "list":
            if self.chance(0.5):
                return "list of <\n" + self.level(depth + 1, self.r.randint(1, 3)) + "  " * depth + ">"
            return self.pick("list of ", 'list("|") of ') + self.pick("string", "int", "number", "date")
        return kind

    def field(self, name, depth):
        kind = self.pick(*SCALARS) if depth > 2 or self.chance(0.85) else self.pick("record", "list")
        defined = [t for t, k in self.types.items() if k == kind]
        written = self.pick(*defined) if defined and self.chance(0.4) else self.type(kind, depth)
        label = f' "{name.title()} label"' if self.chance(0.4) else ""
        line = "  " * depth + f"field {name}{label}: {written}"
        optional = self.chance(0.35)
        if optional:
            line += " optional"
        elif depth == 0 and self.fields and self.chance(0.1):
            line += f" required if {self.free_condition()}"
            line += self.message() if self.chance(0.3) else ""
        if kind == "string":
            for clause, share in [("trimmed", .2), ("halfwidth", .1), ('without(" ", "-")', .1), ("lowercased", .1), ("anyCase", .1)]:
                line += f" {clause}" if self.chance(share) else ""
        if kind not in ("record", "list", "bool") and self.chance(0.05):
            line += " secret"
        if kind in ("string", "int", "bool") and self.chance(0.1) and not optional:
            line += f" default {self.literal(kind)}"
        if self.chance(0.05):
            line += f' from "{name.upper()}"'
        if self.chance(0.2):
            line += self.message(kind)
        inside = "\n" + "  " * (depth + 1)
        if kind == "list":
            if self.chance(0.5):
                line += f"{inside}rule count({self.span(0, 4)})" + self.perhaps_message(kind)
            if self.chance(0.3) and written.endswith(("string", "int", "number", "date")):
                line += f"{inside}rule distinct" + self.perhaps_message()
            if written.endswith("of string") and self.chance(0.4):
                line += f"{inside}each rule {self.atom('string')}" + self.perhaps_message()
            if written.endswith(("of int", "of number")) and self.chance(0.4):
                line += f"{inside}rule sum(value) < 20" + self.perhaps_message()
        elif kind != "record":
            for _ in range(self.pick(0, 1, 1, 2)):
                line += f"{inside}rule {self.condition(kind)}" + self.perhaps_message(kind)
            if depth == 0 and kind in ("string", "int") and self.chance(0.05):
                line += f"{inside}rule unique" + self.perhaps_message()
        if depth == 0:
            self.fields.append((name, kind, optional))
        return line + "\n"

    def level(self, depth, count):
        names = self.r.sample(NAMES, count)
        return "".join(self.field(f"{name}{depth or ''}", depth) for name in names)

    def make(self):
        out = ""
        if self.chance(0.3):
            out += 'form thing "A thing" ja "もの"\n'
        if self.chance(0.15):
            out += f"language {self.pick('en', 'ja', 'de')}\n"
        if self.chance(0.15):
            out += "closed\n"
        if self.chance(0.2):
            self.choices["fruit"] = None
            out += 'choices fruit = "a" "Apple", "b" "Pear", "c"\n'
        if self.chance(0.25):
            kind = self.pick("string", "int", "number", "date")
            self.types["own"] = kind
            out += f"define own: {self.type(kind, 3)} rule {self.atom(kind)}{self.perhaps_message()}\n"
        if self.chance(0.2):
            self.words.append("ownWord")
            out += f"define ownWord = {self.pick('count(1...4) and alphanumeric', 'startsWith(' + chr(34) + 'a' + chr(34) + ')', 'not digits')}{self.perhaps_message()}\n"
        if self.chance(0.15):
            out += f"fields {self.pick('trimmed', 'optional', 'trimmed optional', 'lowercased')}\n"
        names = self.r.sample(NAMES, self.r.randint(2, 9))
        rest = []
        for name in names:
            if rest and self.chance(0.5):
                out += rest.pop()
            c = self.r.random()
            if c < 0.15 and self.fields:
                out += f"when {self.free_condition()}{self.pick('', '', ' as block' + name)} <\n  " + self.field(name + "A", 1)
                self.fields = [f for f in self.fields if f[0] != name + "A"]
                if self.chance(0.4):
                    out += f"> else when {self.free_condition()} <\n  " + self.field(name + "B", 1)
                out += self.pick(">\n", "> else blank message \"Not here\"\n", "> else <\n  " + f"field {name}C: string optional\n>\n")
            else:
                out += self.field(name, 0)
        for _ in range(self.pick(0, 0, 1, 2)):
            place = f" at {self.pick(*self.fields)[0]}" if self.fields and self.chance(0.6) else ""
            out += f"check {self.free_condition()} or {self.free_condition()}{self.perhaps_message()}{place}\n"
        texts = [n for n, k, _ in self.fields if k in ("string", "int")]
        if len(texts) > 1 and self.chance(0.1):
            out += f"check unique({', '.join(self.r.sample(texts, 2))}) message \"Again {{first}}\"\n"
        if self.chance(0.05):
            out += f"check records in {self.span(1, 6)} message \"{{actual}} records\"\n"
        if self.chance(0.04):    # a form with a mistake
            place = self.r.randrange(len(out))
            out = out[:place] + self.pick("", "<", '"', "rule", "}", "is ", "field", " and ", "...") + out[place + self.r.randint(0, 3):]
        return out


def value(r, kind_text):
    """A value that a field of the type may get in JSON: mostly right, sometimes of another type."""
    c = r.random()
    if c < 0.03:
        return None
    if c < 0.06:
        return r.choice([*TEXTS, 5, True, [], {}, [1], {"a": 1}])
    if kind_text.startswith(("int", "number")):
        number = r.choice(NUMBERS[:11] if kind_text.startswith("int") and r.random() < 0.9 else NUMBERS)
        return Raw(number) if r.random() < 0.9 else number
    if kind_text.startswith("bool"):
        return r.choice([True, False]) if r.random() < 0.9 else r.choice(["true", "ja", "nein"])
    if kind_text.startswith("date("):
        return r.choice(["20/11/2026", "01/02/2000", "31/02/2020"] if "/" in kind_text.split(")")[0] else ["1.2.2000", "2026-11-20"])
    if kind_text.startswith("datetime"):
        return r.choice(["2026-11-20T09:30", "2000-02-29T00:00:00.5"])
    if kind_text.startswith("date"):
        return r.choice(DATES)
    if kind_text.startswith("time"):
        return r.choice(["09:30", "23:59:59", "09:30", "9:30"])
    if kind_text.startswith("instant"):
        return r.choice(["2026-11-20T09:30Z", "2026-11-20T09:30+09:00"])
    if kind_text.startswith("choice"):
        return r.choice(["a", "b", "c", "a", "b", "d"])
    if kind_text.startswith("list of <"):
        return [{} for _ in range(r.randint(0, 3))]
    if kind_text.startswith("list"):
        items = [r.choice(["a", "b", "1", 2, "2026-11-20"]) for _ in range(r.randint(0, 4))]
        return items if r.random() < 0.7 else "|".join(map(str, items))
    return r.choice(TEXTS)


class Raw:
    """A number that is written as it is."""
    def __init__(self, text):
        self.text = text


def spelled(r, value):
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, dict):
        gap = r.choice(["", "", "", " "])
        return "{" + ("," + gap).join(f"{spelled(r, k)}:{gap}{spelled(r, v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(spelled(r, v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=r.random() < 0.15)


def records(r, form):
    """Records for the fields that the form's text declares, with the nesting of its blocks."""
    declared = []
    own = ""
    for line in form.splitlines():
        words = line.split()
        if line.startswith("define own: "):
            own = line.removeprefix("define own: ")
        if len(words) > 2 and words[0] == "field":
            name = words[1].rstrip(":")
            key = line.split(' from "')[1].split('"')[0] if ' from "' in line else name
            kind = line.split(": ", 1)[1] if ": " in line else "string"
            kind = own if kind.startswith("own") else kind
            declared.append(((len(line) - len(line.lstrip())) // 2, key, kind))

    def fill(index, depth):
        record = {}
        while index < len(declared):
            level, name, kind = declared[index]
            if level < depth:
                break
            index += 1
            if level > depth and kind.startswith(("<", "list of <")):
                continue
            here = value(r, kind)
            if kind.startswith("<") or kind.startswith("list of <"):
                inner, index = fill(index, level + 1)
                again = [inner] + [fill_again(inner) for _ in range(r.randint(0, 2))]
                here = inner if kind.startswith("<") else again
                if r.random() < 0.1:
                    here = r.choice([None, [], {}, "x"])
            if r.random() > 0.08:
                record[name] = here
        if r.random() < 0.05:
            record["extra"] = r.choice([1, "x", None, {"a": [1, 2]}])
        if r.random() < 0.1:
            record = dict(r.sample(list(record.items()), len(record)))
        return record, index

    def fill_again(record):
        return {k: (value(r, "string") if r.random() < 0.2 else v) for k, v in record.items()}

    made = []
    for _ in range(r.randint(1, 6)):
        made.append(fill(0, 0)[0])
        if r.random() < 0.2:
            made.append(made[-1])
    return made


def make(seed):
    """A form's text, and its data by the names of files."""
    form = Form(seed)
    text = form.make()
    r = random.Random(f"{seed} data")
    rows = records(r, text)
    lines = [spelled(r, row) for row in rows]
    if r.random() < 0.05:
        place = r.randrange(len(lines))
        lines[place] = lines[place][: r.randrange(len(lines[place]) + 1)] + r.choice(["", "}", '"', "\\", "\x00"])
    data = {"data.ndjson": "\n".join(lines) + r.choice(["\n", ""])}
    if r.random() < 0.3:
        data["data.json"] = "[" + ",\n ".join(lines) + "]"
    if r.random() < 0.5:
        data["data.csv"] = table(r, rows)
    return text, data


def table(r, rows):
    columns = {}
    for row in rows:
        for name, cell in row.items():
            for path in ([f"{name}.{k}" for k in cell] if isinstance(cell, dict) else [name]):
                columns[path] = None
    header = list(columns)
    if r.random() < 0.3:
        r.shuffle(header)

    def cell(row, column):
        found = row
        for part in column.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        if found is None:
            return ""
        text = found.text if isinstance(found, Raw) else found if isinstance(found, str) else json.dumps(found, default=lambda o: o.text)
        quoted = any(c in text for c in ',"\n\r') or r.random() < 0.1
        return '"' + text.replace('"', '""') + '"' if quoted else text

    lines = [",".join(header)] + [",".join(cell(row, c) for c in header) for row in rows]
    return r.choice(["\n", "\r\n"]).join(lines) + r.choice(["\n", ""])

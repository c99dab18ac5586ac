"""Messages: choosing the language, filling placeholders, showing values, the built-in texts."""
import datetime
import json
from decimal import Decimal
from fractions import Fraction

import regex

from instants import Instant, Lapse, Partial
from kinds import KINDS
from predicates import characters, fits, plain_decimal, strip
import formats
from syntax import BRACE, AsWritten, Percent

SECRET = "•••"
FAMILIES = {**{word: kind.family for word, kind in KINDS.items()}, "choice": "text"}


def family(value):
    """Of what family of types a value is, by itself."""
    for name, types in (("bool", bool), ("number", Decimal), ("text", str)):
        if isinstance(value, types):
            return name
    return "date" if isinstance(value, Partial) else type(value).__name__.lower()


def alternative(type, value):
    """The one of several types that a value has; any other type as it is."""
    if type and type.kind == "either":
        return next((one for one in type.alternatives if FAMILIES[one.kind] == family(value)), None)
    return type


def in_language(words, language):
    """The text of the asked language, of its main language (pt for pt-BR), else the unmarked one."""
    if words is None:
        return None
    for code in (language, language.split("-")[0]):
        if code in words:
            return words[code]
    return words[""]


def show(value, type=None):
    """A value as this type writes it, or the items of such lists, or else as the product has it; a number of the form as it stands there."""
    while type and type.kind == "list" and not isinstance(value, list):
        type = type.item.type
    type = alternative(type, value)
    if isinstance(value, bool):
        return (type and type.kind == "bool" and type.formats or ["true", "false"])[not value]
    if isinstance(value, Percent):
        has_marks = type and (type.decimal or type.group)
        return marked(plain(Decimal(value.shown)) if has_marks else value.shown, type) + " %"
    if isinstance(value, Decimal):
        text = format(value, "f") if isinstance(value, AsWritten) and not (type and (type.decimal or type.group)) else plain(value)
        return marked(text, type)
    if own := type and own_format(value, type):
        return formats.write(value, own)
    if isinstance(value, (datetime.date, datetime.time, Instant, Partial)):
        return iso(value)
    if isinstance(value, (str, int)):
        return str(value)
    if isinstance(value, Lapse):
        return lapse(value)
    if isinstance(value, list):
        return ", ".join(show(v, type and type.item and type.item.type) for v in value)
    return ""


def own_format(value, type):
    """The format of the type in which a date or time is shown, or None."""
    names = {"Instant": "instant", "Partial": "date"}
    is_own = type.formats and names.get(value.__class__.__name__, value.__class__.__name__) == type.kind
    return formats.fitting(value, type.kind, type.formats) if is_own else None


def lapse(value):
    """In the largest units, such as 2 days 3 hours."""
    months, seconds = abs(value.months), abs(value.seconds)
    parts = [(months // 12, "year"), (months % 12, "month"), (seconds // 86400, "day"), (seconds % 86400 // 3600, "hour"),
             (seconds % 3600 // 60, "minute"), (seconds // 1 % 60, "second"), (seconds % 1 * 10**9, "nanosecond")]
    text = " ".join(f"{n} {unit}{'s' * (n != 1)}" for n, unit in parts if n) or "0 days"
    return "-" * (value.months < 0 or value.seconds < 0) + text


def label_of_choice(value, type, language):
    """The label of a choice, if it has one; all other texts are themselves."""
    type = alternative(type, value)
    if type and type.kind == "choice":
        for one, label, _ in type.choices:
            if one == value and label:
                return in_language(label, language).replace(BRACE, "{")
    return show(value, type)


def as_given(raw, value, type, language="en"):
    """A value of the data: as it stands there if its type says how it is written, else as `show` has it."""
    if hasattr(value, "raws"):                                # a list
        if type.item.type.kind in ("list", "record"):
            return ""
        return ", ".join(as_it_came(r) if hasattr(v, "unusable") and not v.empty else as_given(r, v, type.item.type, language)
                         for r, v in zip(value.raws, value))
    if hasattr(value, "unusable"):                             # nothing is known
        return ""
    type = alternative(type, value)
    if type and type.kind == "any":
        return str(raw) if isinstance(raw, Decimal) else as_it_came(raw)
    own = type and (type.formats or type.decimal or type.group or type.kind in ("time", "datetime"))
    return str(raw) if own and raw.__class__ is str else label_of_choice(value, type, language)


def as_it_came(raw):
    """What is of no type."""
    if isinstance(raw, str):
        return raw
    if isinstance(raw, Decimal):
        return str(raw)
    if isinstance(raw, list):
        return "[" + ",".join(map(of_json, raw)) + "]"
    if isinstance(raw, dict):
        return "{" + ",".join(f"{of_json(k)}:{of_json(v)}" for k, v in raw.items()) + "}"
    return "" if raw is None else json.dumps(raw)


def of_json(raw): return json.dumps(raw, ensure_ascii=False) if raw is None or isinstance(raw, str) else as_it_came(raw)


def marked(text, type):
    """A number with the marks of its type, or of a list's items, if it has some, all of its group marks included."""
    while type and type.kind == "list":
        type = type.item.type
    type = alternative(type, Decimal(0))
    if not type or not (type.decimal or type.group):
        return text
    sign, whole, fraction = regex.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]+))?", text).groups()
    whole = regex.sub(r"(?<=[0-9])(?=(?:[0-9]{3})+$)", type.group or "", whole)
    return sign + whole + (f"{type.decimal or (',' if type.group == '.' else '.')}{fraction}" if fraction else "")


def in_percent(value, type, *limits):
    """A part shown beside limits with %: two digits, or as many as tell it from them; None if there are too many digits."""
    hundredfold = Fraction(value) * 100
    _, digits, exponent = Decimal(value).as_tuple()
    if not fits(Decimal((0, digits, exponent + 2))):        # beyond all numbers
        return None
    for places in range(2, 39):
        text = plain(plain_decimal(round_half_up(hundredfold * 10 ** places), -places))
        if all((text == plain(Decimal(limit.shown))) == (value == limit) for limit in limits):
            break
    return marked(text, type) + " %"


def round_half_up(fraction):
    return int(abs(fraction) + Fraction(1, 2)) * (1 if fraction >= 0 else -1)


def plain(number):
    """A decimal written out, without needless zeros."""
    if number.is_zero():
        return "0"
    if abs(number.adjusted()) > 1000:
        return str(number)
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def iso(value):
    """As the product has it: no zeros behind a fraction of a second."""
    if isinstance(value, (Instant, Partial)):
        return value.iso()
    text = value.isoformat()
    return text.rstrip("0") if "." in text else text


def split_placeholders(text):
    """The pieces of a text: strings, and lists [name] or [name, one, many] for placeholders."""
    pieces, start, i = [], 0, 0
    while i < len(text):
        if text[i] != "{":
            i += 1
            continue
        pieces.append(text[start:i])
        depth, end = 1, i + 1
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        pieces.append([part.strip() if n == 0 else part
                       for n, part in enumerate(text[i + 1:end - 1].split("|", 2))])
        start = i = end
    return pieces + [text[start:]]


def path_of(name):
    """The names in a placeholder: address.zip, `first name`, `min`."""
    return [part.strip("`") for part in regex.findall("`[^`]*`|[^.`]+", name)]


def placeholder_names(text):
    for piece in split_placeholders(text):
        if isinstance(piece, list):
            yield piece[0]
            for part in piece[1:]:
                yield from placeholder_names(part)


def fill(text, value_of):
    out = []
    for piece in split_placeholders(text):
        if isinstance(piece, str):
            out.append(piece.replace(BRACE, "{"))
        elif len(piece) == 3:
            out.append(fill(piece[1] if value_of(piece[0]) == "1" else piece[2], value_of))
        else:
            out.append(value_of(piece[0]))
    return "".join(out)


def label_of(shape, language, of_data=False):
    if shape is None or not shape.name:
        return ("The data" if of_data else "The record") if language.startswith("en") else ""
    if shape.label:
        return in_language(shape.label, language).replace(BRACE, "{")
    words = regex.sub(r"(?<=\p{Ll})\p{Lu}", lambda m: " " + m[0].lower(), shape.name.replace("_", " "))
    return words[:1].upper() + words[1:]


def size_of(value):
    if isinstance(value, str):
        return len(characters(value))
    return len(value) if isinstance(value, list) else 0


BUILT_IN = {
    "en": {"required": "{label} is required", "choice": "{label} must be one of {choices}",
           "type": "{label} must be {sample}", "unknown": "{label} is not a field of this form",
           "blank": "{label} must be left blank", "malformed": "This record cannot be read",
           "calculation": "What {label} is checked against cannot be calculated",
           "": "{label} does not satisfy: {code}"},
    "ja": {"required": "{label}を入力してください", "choice": "{label}は{choices}から選んでください",
           "type": "{label}は{sample}の形で入力してください", "unknown": "{label}という項目はありません",
           "blank": "{label}は空欄にしてください", "malformed": "この行は読み取れません",
           "calculation": "{label}を確かめる計算ができません",
           "": "{label}が条件を満たしていません({code})"},
}
SAMPLES = {"list": "a list", "record": "a group of fields", "choice": "one of the choices", "either": "one of several",
           **{word: kind.sample for word, kind in KINDS.items()}}


def built_in(code, language):
    texts = BUILT_IN.get(language.split("-")[0], BUILT_IN["en"])
    return texts.get(code, texts[""])

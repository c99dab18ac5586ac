"""Classes for the products of a form, with the types that its fields give them.

    python -m formwork.models signup.form --kind pydantic > signup.py

The module has the classes of `Form.model`, for mypy, editors and programs that pickle instances.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import keyword
import pathlib
import re
import sys
import unicodedata
import weakref
from typing import Any, Iterable, Literal, Optional

from ._form import Form, FormError

Kind = Literal["dataclass", "typed_dict", "pydantic"]

#: The package that the classes of a kind need beside Python.
_PACKAGES = {"dataclass": None, "typed_dict": "typing_extensions", "pydantic": "pydantic"}

_made: weakref.WeakKeyDictionary[Form, dict[str, type[Any]]] = weakref.WeakKeyDictionary()


def model(form: Form, kind: Kind = "dataclass") -> type[Any]:
    """Returns the class that `source` writes, made once for each form and kind."""
    made = _made.setdefault(form, {})
    if kind not in made:
        module = _Module(form, kind)
        names: dict[str, Any] = {"__name__": f"{__name__}.made"}
        exec(compile(module.text, f"<{kind} of {form!r}>", "exec", dont_inherit=True), names)
        made[kind] = names[module.name]
    return made[kind]


def source(form: Form, kind: Kind = "dataclass") -> str:
    """Returns a Python module with the class of a form's products and those of their records.

    kind: "dataclass", "typed_dict" or "pydantic".
    Raises ImportError without the package that the kind needs, ValueError for another kind.
    """
    return _Module(form, kind).text


# ---- the types of products

#: A pattern for literals of texts.
_QUOTED = r'"(?:[^"\\]|\\.)*"'


@dataclasses.dataclass
class _Type:
    """The type of a value in TypeScript. Values of one name in several branches have one type."""

    #: Words such as `string`, and the names of lists of choices, as keys in their order.
    words: dict[str, None] = dataclasses.field(default_factory=dict)
    choices: dict[str, None] = dataclasses.field(default_factory=dict)
    items: Optional[_Type] = None
    #: The type of the items of a list by name.
    named: Optional[_Type] = None
    members: Optional[dict[str, _Member]] = None

    def add(self, other: _Type) -> None:
        """Adds the alternatives of another type.

        Two records become one, in which every member that one of them lacks is optional.
        """
        self.words.update(other.words)
        self.choices.update(other.choices)
        if self.items and other.items:
            self.items.add(other.items)
        else:
            self.items = self.items or other.items
        if self.named and other.named:
            self.named.add(other.named)
        else:
            self.named = self.named or other.named
        if self.members is None or other.members is None:
            self.members = other.members if self.members is None else self.members
            return
        for name, member in other.members.items():
            own = self.members.setdefault(name, member)
            if own is member:
                own.is_optional = True
            else:
                own.type.add(member.type)
                own.is_optional |= member.is_optional
        for name in self.members.keys() - other.members.keys():
            self.members[name].is_optional = True


@dataclasses.dataclass
class _Member:
    type: _Type
    #: Whether a product may lack it.
    is_optional: bool


class _TypeScript:
    """The types of a form's products, from what `Form.export("typescript")` writes.

    Only the exports know both the blocks of products and which values a product may lack. Of
    these, TypeScript has the keys of the products as they are.
    """

    _TOKEN = re.compile(rf"/\*.*?\*/|{_QUOTED}|\w+|[^\s\w]", re.DOTALL)

    def __init__(self, text: str) -> None:
        tokens: list[str] = self._TOKEN.findall(text)
        self._tokens = (token for token in tokens if not token.startswith("/*"))
        self._next = next(self._tokens)
        self._take("export")
        self._take("interface")
        #: The name of the form.
        self.name = self._take().removesuffix("Product")
        self.product = self._type()
        #: The choices of each named list.
        self.lists: dict[str, dict[str, None]] = {}
        self._take("export")
        while self._next == "type":
            self._take("type")
            name = self._take()
            self._take("=")
            self.lists[name] = self._type().choices
            self._take(";")
            self._take("export")

    def _take(self, expected: Optional[str] = None) -> str:
        """Takes a token, which is `expected` if that is given."""
        token, self._next = self._next, next(self._tokens, "")
        if expected is not None and token != expected:
            raise RuntimeError(
                f"The library wrote {token!r} in TypeScript instead of {expected!r}."
            )
        return token

    def _type(self) -> _Type:
        found = self._alternative()
        while self._next == "|":
            self._take("|")
            found.add(self._alternative())
        return found

    def _alternative(self) -> _Type:
        if self._next == "(":
            self._take("(")
            found = self._type()
            self._take(")")
        elif self._next == "{":
            found = _Type(members=self._members())
        elif self._next == "Record":
            for expected in ("Record", "<", "string", ","):
                self._take(expected)
            found = _Type(named=self._type())
            self._take(">")
        else:
            token = self._take()
            is_choice = token.startswith('"')
            found = _Type(choices={json.loads(token): None}) if is_choice else _Type({token: None})
        while self._next == "[":
            self._take("[")
            self._take("]")
            found = _Type(items=found)
        return found

    def _members(self) -> dict[str, _Member]:
        members: dict[str, _Member] = {}
        self._take("{")
        while self._next != "}":
            key = self._take()
            key = json.loads(key) if key.startswith('"') else key
            is_optional = self._next == "?"
            if is_optional:
                self._take("?")
            self._take(":")
            members[key] = _Member(self._type(), is_optional)
            self._take(";")
        self._take("}")
        return members


# ---- their classes

#: The types of texts that are converted.
_MOMENTS = {
    "date": "datetime.date",
    "time": "datetime.time",
    "datetime": "datetime.datetime",
    "instant": "datetime.datetime",
}

_Fields = dict[str, list[dict[str, Any]]]


@dataclasses.dataclass
class _Attribute:
    """A member of a class."""

    key: str
    annotation: str
    #: The value as an expression, with `{}` for that of the product. None if they are the same.
    made: Optional[str]
    is_optional: bool
    name: str = ""

    @property
    def is_renamed(self) -> bool:
        """Whether the key can't be its name."""
        return self.name != self.key


class _Module:
    """A module with the classes of a form, those of inner records first."""

    def __init__(self, form: Form, kind: Kind) -> None:
        if kind not in _PACKAGES:
            raise ValueError(
                f"A model is of the kind {', '.join(map(repr, _PACKAGES))}, not {kind!r}."
            )
        package = _PACKAGES[kind]
        if package:
            try:
                importlib.import_module(package)
            except ImportError as error:
                raise ImportError(
                    f"Models of the kind {kind!r} need {package}: pip install {package}"
                ) from error
        self._kind = kind
        self._reserved = _reserved(kind)
        self._names: set[str] = set()
        types = _TypeScript(form.export("typescript").data.decode("utf-8"))
        described = form.describe()
        #: The name of the class of products.
        self.name = self._new_name(types.name)
        self._lists = {name: self._new_name(name) for name in types.lists}
        lists = [f"{self._lists[name]} = {_literal(found)}" for name, found in types.lists.items()]
        self._parts = ["\n".join(lists)] if lists else []
        self._title = described.get("title")
        self._add(self.name, types.product.members or {}, _by_name(described["fields"]))
        body = "\n\n\n".join(self._parts)
        imports = ""
        for name in ("dataclasses", "datetime", "decimal", "typing"):
            if re.search(rf"\b{name}\.", body):
                imports += f"import {name}\n"
        if package:
            imports += ("\n" if imports else "") + f"import {package}\n"
        #: The module's text.
        self.text = f"{imports}\n\n{body}\n"

    def _new_name(self, wanted: str) -> str:
        """Returns a new name of a class, made of the words in a text."""
        words = re.split(r"[\W_]+", unicodedata.normalize("NFKC", wanted))
        name = _identifier("".join(word[:1].upper() + word[1:] for word in words), "Record")
        return _unused(name, self._names)

    def _add(self, name: str, members: dict[str, _Member], fields: _Fields) -> None:
        """Adds a class."""
        attributes = []
        for key, member in members.items():
            value = self._value(member.type, fields.get(key, []), fields, f"{name} {key}")
            attributes.append(_Attribute(key, *value, member.is_optional))
        self._name(name, attributes)
        write = {
            "dataclass": self._dataclass,
            "typed_dict": self._typed_dict,
            "pydantic": self._pydantic,
        }[self._kind]
        self._parts.append(write(name, attributes))

    def _name(self, owner: str, attributes: list[_Attribute]) -> None:
        """Gives the attributes of a class their names: the keys if these can be names."""
        # An attribute would hide what an annotation after it means.
        annotations = " ".join(attribute.annotation for attribute in attributes)
        words = re.findall(r"\w+", re.sub(_QUOTED, "", annotations))
        avoided = {owner, *self._reserved, *words}
        for attribute in attributes:
            name = _identifier(attribute.key, "field")
            attribute.name = name + "_" if name in avoided else name
        # Those that keep their keys are first.
        taken: set[str] = set()
        for attribute in sorted(attributes, key=lambda attribute: attribute.is_renamed):
            attribute.name = _unused(attribute.name, taken)

    def _value(
        self, type: _Type, alike: list[dict[str, Any]], fields: _Fields, path: str, depth: int = 0
    ) -> tuple[str, Optional[str]]:
        """Returns the annotation of a value and how it is made of that of a product.

        alike: the fields that have the value's name. A block has none.
        fields: those of its level.
        """
        kinds = {field["type"] for field in alike}
        if type.items and not type.named and type.members is None and kinds == {"list"}:
            items = [field["items"] for field in alike]
            annotation, made = self._value(type.items, items, {}, path, depth + 1)
            item = f"item{depth or ''}"
            made = made and f"[{made.replace('{}', item)} for {item} in {{}}]"
            return f"list[{annotation}]", made
        if type.named and not type.items and type.members is None and kinds == {"list"}:
            items = [field["items"] for field in alike]
            annotation, made = self._value(type.named, items, {}, path, depth + 1)
            item = f"item{depth or ''}"
            pairs = f"key: {made.replace('{}', item)} for key, {item} in {{}}.items()" if made else None
            return f"dict[str, {annotation}]", pairs and f"{{{pairs}}}"
        if type.members is not None and (kinds == {"record"} or not alike):
            name = self._new_name(path)
            if alike:
                fields = _by_name(inner for field in alike for inner in field["fields"])
            self._add(name, type.members, fields)
            return name, name + ".from_product({})" if self._kind == "dataclass" else None
        return self._alternatives(type, alike, kinds), None

    def _alternatives(self, type: _Type, alike: list[dict[str, Any]], kinds: set[str]) -> str:
        """Returns the annotation of a value that a product has as it is.

        It is as in JSON if the fields of its name have several types.
        """
        kind = next(iter(kinds)) if len(kinds) == 1 else "any"
        found: list[str] = []
        for word in type.words:
            if word == "string":
                found.append(_MOMENTS.get(kind, "str"))
                if kind == "date" and any(map(_allows_partial_dates, alike)):
                    found.append("str")
            elif word == "number":
                types = {one for field in alike for one in field.get("types", kinds)}
                # JSON has whole numbers, too, where a number is not converted.
                found += ["int"] if kind != "number" else []
                found += ["decimal.Decimal"] if "number" in types or not alike else []
            elif word == "boolean":
                found.append("bool")
            else:
                found.append(self._lists.get(word, "typing.Any"))
        if type.choices:
            found.append(_literal(type.choices))
        if type.items:
            found.append("list[typing.Any]")
        if type.members is not None or type.named:
            found.append("dict[str, typing.Any]")
        if "typing.Any" in found:
            return "typing.Any"
        return found[0] if len(found) == 1 else f"typing.Union[{', '.join(dict.fromkeys(found))}]"

    # ---- the kinds

    def _head(self, name: str) -> list[str]:
        return [f"    {_text(self._title)}", ""] if self._title and name == self.name else []

    def _dataclass(self, name: str, attributes: list[_Attribute]) -> str:
        lines = ["@dataclasses.dataclass", f"class {name}:", *self._head(name)]
        # Those with a default come last.
        for attribute in sorted(attributes, key=lambda attribute: attribute.is_optional):
            lines.append("    " + _declaration(attribute, "None"))
        is_root = name == self.name
        given = "typing.Mapping[str, typing.Any]"
        given = f"typing.Optional[{given}]" if is_root else given
        lines += [
            "",
            "    @classmethod",
            f'    def from_product(cls, product: {given}) -> "{name}":',
        ]
        if is_root:
            lines += [
                '        """Converts the product of a result. Raises ValueError if it is None."""',
                "        if product is None:",
                '            raise ValueError("The record was rejected, so it has no product.")',
            ]
        changed = [attribute for attribute in attributes if attribute.made or attribute.is_renamed]
        if not changed:
            return "\n".join([*lines, "        return cls(**product)"])
        lines.append("        values = dict(product)")
        for attribute in changed:
            value = (attribute.made or "{}").replace("{}", f"values.pop({_text(attribute.key)})")
            lines.append(f"        if {_text(attribute.key)} in values:")
            lines.append(f"            values[{_text(attribute.name)}] = {value}")
        return "\n".join([*lines, "        return cls(**values)"])

    def _pydantic(self, name: str, attributes: list[_Attribute]) -> str:
        options = 'extra="forbid", strict=True'
        if any(attribute.name.startswith("model_") for attribute in attributes):
            options += ", protected_namespaces=()"
        lines = [f"class {name}(pydantic.BaseModel):", *self._head(name)]
        lines += [f"    model_config = pydantic.ConfigDict({options})", ""]
        for attribute in attributes:
            if attribute.is_renamed:
                options = "default=None, " if attribute.is_optional else ""
                field = f"pydantic.Field({options}alias={_text(attribute.key)})"
                lines.append("    " + _declaration(attribute, field, with_value=True))
            else:
                lines.append("    " + _declaration(attribute, "None"))
        return "\n".join(lines)

    def _typed_dict(self, name: str, attributes: list[_Attribute]) -> str:
        members = {}
        for attribute in attributes:
            annotation = attribute.annotation
            if attribute.is_optional:
                annotation = f"typing_extensions.NotRequired[{annotation}]"
            members[attribute.key] = annotation
        if not members or any(attribute.is_renamed for attribute in attributes):
            lines = [f"        {_text(key)}: {annotation}," for key, annotation in members.items()]
            lines = [f"    {_text(name)},", "    {", *lines, "    },", ")"]
            return "\n".join([f"{name} = typing_extensions.TypedDict(", *lines])
        lines = [f"class {name}(typing_extensions.TypedDict):", *self._head(name)]
        return "\n".join([*lines, *(f"    {key}: {value}" for key, value in members.items())])


def _by_name(fields: Iterable[dict[str, Any]]) -> _Fields:
    """Groups described fields by their names, which fields of several branches share."""
    named: _Fields = {}
    for field in fields:
        named.setdefault(field["name"], []).append(field)
    return named


def _allows_partial_dates(field: dict[str, Any]) -> bool:
    """Whether one of a field's formats lacks the day.

    Each format has two examples: of 20 November and of 5 January 2026. The sum of a day's digits is
    greater by 3 in the second, that of a month's digits less by 1.
    """
    written: list[str] = field.get("written", [])
    sums = [sum(int(digit) for digit in text if digit in "0123456789") for text in written]
    return any(later - earlier <= 0 for earlier, later in zip(sums[::2], sums[1::2]))


def _declaration(attribute: _Attribute, default: str, with_value: bool = False) -> str:
    annotation = attribute.annotation
    if attribute.is_optional and annotation != "typing.Any":
        annotation = f"typing.Optional[{annotation}]"
    value = f" = {default}" if attribute.is_optional or with_value else ""
    return f"{attribute.name}: {annotation}{value}"


def _literal(choices: Iterable[str]) -> str:
    return f"typing.Literal[{', '.join(map(_text, choices))}]"


def _text(text: str) -> str:
    """Returns a literal of a text. Those of JSON mean the same in Python."""
    return json.dumps(text, ensure_ascii=False)


def _identifier(text: str, instead: str) -> str:
    """Returns a text as a name without an underscore at its beginning.

    instead: the beginning of the name if the text has none.
    """
    # Python reads the names in a module so.
    known = unicodedata.normalize("NFKC", text)
    name = "".join(one if f"_{one}".isidentifier() else "_" for one in known).lstrip("_")
    if not name.isidentifier():
        name = f"{instead}_{name}" if name else instead
    return name + "_" if keyword.iskeyword(name) else name


def _unused(wanted: str, names: set[str]) -> str:
    """Adds the first of `wanted`, `wanted2`, … that is not among the names, and returns it."""
    name, number = wanted, 2
    while name in names:
        name, number = f"{wanted}{number}", number + 1
    names.add(name)
    return name


def _reserved(kind: Kind) -> set[str]:
    """Returns the names that attributes must not have, because their class has or uses them."""
    if kind == "pydantic":
        import pydantic

        return {"pydantic", *dir(pydantic.BaseModel)}
    if kind == "dataclass":
        return {"classmethod", "from_product", "str", "typing"}
    return {"typing_extensions"}


def main(arguments: Optional[list[str]] = None) -> int:
    """Prints the module of a form's classes."""
    parser = argparse.ArgumentParser(
        prog="python -m formwork.models", description="Writes classes for the products of a form."
    )
    parser.add_argument("form", help="the path of the form")
    parser.add_argument(
        "--kind", choices=list(_PACKAGES), default="dataclass", help="dataclass if it is not given"
    )
    given = parser.parse_args(arguments)
    try:
        text = source(Form.load(given.form), given.kind)
    except (OSError, FormError, ImportError) as error:
        print(error, file=sys.stderr)
        return 2
    name = pathlib.Path(given.form).name
    sys.stdout.write(f"# Written by python -m formwork.models from {name}.\n{text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

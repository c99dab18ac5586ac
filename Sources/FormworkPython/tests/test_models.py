"""Classes for products, beside the products themselves, mypy and pydantic."""

import dataclasses
import datetime
import decimal
import importlib.util
import pathlib
import re
import sys
import types
import typing
from typing import Any, Iterator

import formwork
import formwork.models
import pydantic
import pytest
import typing_extensions
from mypy import api

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples"
NOW = "2026-11-20"
KINDS: tuple[formwork.models.Kind, ...] = ("dataclass", "typed_dict", "pydantic")

FORM = """form trip "A trip"
choices place = "north", "south \\"b\\""
field start: date
field price: number optional
field at: time optional
field seen: instant optional
field planned: datetime optional
field month: date("yyyy-MM-dd", "yyyyMM") optional
field days: list of date("dd/MM/yyyy", "yyyy") optional
field born: list("|") of date("d.M.yy" 1930...2029) optional
field where: choice of place
field result: number or choice("n.d.") optional
field count: int or bool optional
field extra: any
field by: choice("car", "train")
when by == "car" as ride < field seats: int when seats > 2 < field names: list of string > >
else as ride < field seats: bool field seat: string optional >
when by == "car" < field stop: < field at: time > >
else < field stop: < field at: time field on: date > >
when by == "car" < field end: date > else < field end: number >
field stays: list of < field town: string field nights: list of list("|") of int optional >
field total: number = price * 2
"""

TRIP: dict[str, Any] = {
    "start": "2026-11-22",
    "price": decimal.Decimal("12.50"),
    "at": "09:30",
    "seen": "2026-11-22T09:30:00Z",
    "planned": "2026-11-22T09:30:00",
    "month": "202611",
    "days": ["2026", "22/11/2026"],
    "born": "1.2.30|5.11.29",
    "where": 'south "b"',
    "result": "n.d.",
    "count": True,
    "extra": {"free": [1]},
    "by": "car",
    "seats": 3,
    "names": ["Ann"],
    "stop": {"at": "10:00"},
    "end": "2026-11-23",
    "stays": [{"town": "Delft", "nights": ["1|2", "3"]}],
}


@pytest.fixture(scope="session")
def mypy_cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("mypy"))


def bare(value: Any) -> Any:
    """A dataclass as a product: without what it lacks."""
    if dataclasses.is_dataclass(value):
        values = {
            field.name: bare(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
        return {name: inner for name, inner in values.items() if inner is not None}
    if isinstance(value, dict):
        return {key: bare(item) for key, item in value.items()}
    return [bare(item) for item in value] if isinstance(value, list) else value


def assert_fits(form: formwork.Form, product: dict[str, Any]) -> None:
    typed_dict = pydantic.TypeAdapter(form.model("typed_dict"))
    assert typed_dict.validate_python(product, strict=True) == product
    model = form.model("pydantic").model_validate(product)
    assert model.model_dump(exclude_unset=True, by_alias=True) == product
    made = form.model().from_product(product)
    names = {field.name for field in dataclasses.fields(made)}
    # Names that Python does not have are changed.
    assert not product.keys() <= names or bare(made) == product


def accepted(form: formwork.Form, data: pathlib.Path) -> list[dict[str, Any]]:
    try:
        return [
            result.product
            for result in form.check_file(data, now=NOW)
            if result.product is not None
        ]
    except formwork.StreamError:
        return []


def examples() -> Iterator[tuple[formwork.Form, str, list[dict[str, Any]]]]:
    """The forms with examples of data, their names, and the products of these data."""
    for path in sorted(EXAMPLES.glob("*/*.form")):
        form = formwork.Form.load(path)
        files = [
            file for file in path.parent.iterdir() if file.suffix in (".csv", ".json", ".ndjson")
        ]
        products = [
            product
            for file in files
            if "expected" not in file.name
            for product in accepted(form, file)
        ]
        if path.stem != "common":
            assert products, path
            yield form, path.stem.replace("-", "_"), products


@pytest.mark.skipif(not EXAMPLES.exists(), reason="only in the project")
def test_the_products_of_the_examples_fit() -> None:
    count = 0
    for form, _, products in examples():
        for product in products:
            assert_fits(form, product)
            count += 1
    assert count > 20


def test_the_products_of_every_case_fit(
    cases: list[tuple[str, str, dict[str, str], tuple[str, str]]],
) -> None:
    count = 0
    for name, text, files, (data, kind) in cases:
        try:
            form = formwork.Form(
                text, "a.form", lambda path: files[path].encode() if path in files else None
            )
            results = list(form.check_lines(data.encode(), format=kind, now=NOW))
        except (formwork.FormError, formwork.StreamError):
            continue
        for product in [result.product for result in results if result.product]:
            # Python has no times with nanoseconds, which stay texts.
            if not re.search(r":\d\d\.\d{7,}", str(product)):
                assert_fits(form, product)
                count += 1
    assert count > 500


@pytest.mark.skipif(not EXAMPLES.exists(), reason="only in the project")
def test_mypy_accepts_the_modules_and_the_products(tmp_path: pathlib.Path, mypy_cache: str) -> None:
    for form, name, products in examples():
        for kind in KINDS:
            (tmp_path / f"{name}_{kind}.py").write_text(
                formwork.models.source(form, kind), encoding="utf-8"
            )
        of = form.model().__name__
        uses = [
            "import datetime",
            "from decimal import Decimal",
            f"import {name}_dataclass, {name}_typed_dict, {name}_pydantic",
        ]
        a, b, c = (f"{name}_{kind}.{of}" for kind in KINDS)
        for number, product in enumerate(products):
            uses.append(f"a{number}: {a} = {a}.from_product({product!r})")
            uses.append(f"b{number}: {b} = {product!r}")
            uses.append(f"c{number}: {c} = {c}.model_validate({product!r})")
        (tmp_path / f"use_{name}.py").write_text("\n".join(uses), encoding="utf-8")
    wrong = """import datetime, tour_typed_dict, tour_dataclass
one: tour_typed_dict.Register = {"id": "a"}
fruit: tour_dataclass.FavoriteFruit
two = tour_dataclass.RegisterProfile(nickName="a", age="b")
three: datetime.date = tour_dataclass.Register.from_product({}).birthday
four = tour_dataclass.Register.from_product({}).favoriteFruit == "fig"
"""
    (tmp_path / "wrong.py").write_text(wrong)
    files = [str(path) for path in sorted(tmp_path.glob("*.py"))]
    out, err, _ = api.run(["--strict", "--no-error-summary", "--cache-dir", mypy_cache, *files])
    found = [
        line.split(": error: ")[0].rpartition("/")[2]
        for line in out.splitlines()
        if ": error: " in line
    ]
    assert (found, err) == ([f"wrong.py:{line}" for line in (2, 3, 4, 5, 6)], ""), out


def test_the_types_are_those_of_the_fields() -> None:
    form = formwork.Form(FORM)
    result = form.check(TRIP, now=NOW)
    assert result.product is not None, result.problems
    assert_fits(form, result.product)
    trip = form.model("typed_dict")
    hints = typing_extensions.get_type_hints(trip)
    assert trip.__doc__ == "A trip"
    assert trip.__required_keys__ == {"start", "where", "extra", "by", "stays"}
    ride, stop, stays = hints.pop("ride"), hints.pop("stop"), hints.pop("stays")
    place = typing.Literal["north", 'south "b"']
    assert hints == {
        "start": datetime.date,
        "price": decimal.Decimal,
        "at": datetime.time,
        "seen": datetime.datetime,
        "planned": datetime.datetime,
        "month": typing.Union[datetime.date, str],
        "days": list[typing.Union[datetime.date, str]],
        "born": list[datetime.date],
        "where": place,
        "result": typing.Union[int, decimal.Decimal, typing.Literal["n.d."]],
        "count": typing.Union[int, bool],
        "extra": Any,
        "by": typing.Literal["car", "train"],
        "end": typing.Union[str, int, decimal.Decimal],
        "total": decimal.Decimal,
    }
    assert ride.__name__ == "TripRide" and ride.__required_keys__ == {"seats"}
    assert typing_extensions.get_type_hints(ride)["seats"] == typing.Union[int, bool]
    assert stop.__required_keys__ == {"at"} and stop.__optional_keys__ == {"on"}
    (stay,) = typing.get_args(stays)
    assert typing_extensions.get_type_hints(stay) == {"town": str, "nights": list[list[int]]}


def test_a_dataclass_is_made_of_a_product() -> None:
    form = formwork.Form(FORM)
    trip_type = form.model()
    assert trip_type is form.model("dataclass")
    trip = trip_type.from_product(form.check(TRIP, now=NOW).product)
    assert (
        trip.ride.names == ["Ann"]
        and trip.stays[0].nights == [[1, 2], [3]]
        and trip.end == "2026-11-23"
    )
    assert type(trip.stop).__name__ == "TripStop" and trip.stop.on is None
    with pytest.raises(ValueError, match="was rejected"):
        trip_type.from_product(form.check({}).product)
    with pytest.raises(TypeError, match="other"):
        trip_type.from_product({"other": 1})


def test_a_pydantic_model_takes_nothing_else() -> None:
    form = formwork.Form(FORM)
    product = form.check(TRIP, now=NOW).product
    assert product is not None
    model = form.model("pydantic")
    assert (
        model.model_validate_json(model.model_validate(product).model_dump_json()).stays[0].town
        == "Delft"
    )
    for other in (
        {"where": "west"},
        {"at": "09:30:00.123456789"},
        {"other": 1},
        {"start": "2026-11-22"},
    ):
        with pytest.raises(pydantic.ValidationError, match=next(iter(other))):
            model.model_validate({**product, **other})


def test_every_name_becomes_one_of_python(tmp_path: pathlib.Path, mypy_cache: str) -> None:
    names = [
        "class",
        "class_",
        "first name",
        "first_name",
        "_x",
        "2nd",
        "½",
        "é",
        "ﬁ",
        "datetime",
        "typing",
        "str",
    ]
    names += [
        "json",
        "model_dump",
        "model_name",
        "from_product",
        "classmethod",
        "self",
        "None",
        "copy",
        "pydantic",
    ]
    names += ["Word", "WordInner", "WordWord"]
    fields = "\n".join(f"field `{name}`: date" for name in names)
    inner = "field Inner: < field class: int > field list: list of < field Word: string > optional"
    form = formwork.Form(f"form word {inner} {fields}")
    record: dict[str, Any] = {name: "2026-11-22" for name in names}
    result = form.check({**record, "Inner": {"class": 1}, "list": [{"Word": "a"}]})
    assert (product := result.product) is not None, result.problems
    assert_fits(form, product)
    made = form.model().from_product(product)
    values = [getattr(made, field.name) for field in dataclasses.fields(made)]
    assert values.count(datetime.date(2026, 11, 22)) == len(names) and made.Inner.class_ == 1
    for kind in KINDS:
        (tmp_path / f"word_{kind}.py").write_text(
            formwork.models.source(form, kind), encoding="utf-8"
        )
    out, _, code = api.run(
        ["--strict", "--cache-dir", mypy_cache, *map(str, tmp_path.glob("*.py"))]
    )
    assert code == 0, out


def test_a_module_is_written(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "trip.form").write_text(FORM)
    for kind in KINDS:
        assert formwork.models.main([str(tmp_path / "trip.form"), "--kind", kind]) == 0
        text = capsys.readouterr().out
        assert text.startswith("# Written by python -m formwork.models from trip.form.\n")
        file = tmp_path / f"trip_{kind}.py"
        file.write_text(text)
        module = imported(file)
        assert (
            module.Trip.__name__ == "Trip" and module.Place == typing.Literal["north", 'south "b"']
        )
    assert formwork.models.main([str(tmp_path / "no.form")]) == 2
    assert "no.form" in capsys.readouterr().err
    (tmp_path / "bad.form").write_text("field")
    assert formwork.models.main([str(tmp_path / "bad.form")]) == 2
    assert "error" in capsys.readouterr().err


def imported(path: pathlib.Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "kind, package", [("pydantic", "pydantic"), ("typed_dict", "typing_extensions")]
)
def test_a_missing_package_is_named(
    monkeypatch: pytest.MonkeyPatch, kind: formwork.models.Kind, package: str
) -> None:
    form = formwork.Form("field id: string")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=f"pip install {package}"):
        form.model(kind)


def test_other_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="'dataclass', 'typed_dict', 'pydantic', not 'attrs'"):
        formwork.Form("field id: string").model("attrs")  # type: ignore[arg-type]


def test_readme(capsys: pytest.CaptureFixture[str]) -> None:
    text = (pathlib.Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
    blocks = text.split("```")
    form = next(block for block in blocks if block.startswith("form\n"))
    code = next(block for block in blocks if "form.model()" in block)
    exec(code.removeprefix("python\n"), {"form": formwork.Form(form[5:])})
    wanted = [line.split("  # ")[1] for line in code.splitlines() if "print(" in line]
    assert capsys.readouterr().out.splitlines() == wanted

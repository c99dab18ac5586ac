"""The plugin of pytest, in a run of its own."""

import pathlib

import pytest

pytest_plugins = ["pytester"]

TESTS = """
import pyarrow as pa
import pytest

@pytest.fixture
def orders():
    return pa.table({"id": ["a", "b"], "n": [1, 7]})

@pytest.fixture
def countries():
    return [{"code": "NL"}]

@pytest.mark.form("good.form")
def test_good(orders):
    assert orders.num_rows == 2

@pytest.mark.form("strict.form")
def test_strict(orders):
    assert False, "the form is asked first"

@pytest.mark.form("listed.form", records="orders", lists={"countries": "countries"}, language="de")
def test_listed(countries, orders):
    pass

@pytest.mark.form("good.form", records="nothing")
def test_wrong(orders):
    pass

def test_other(orders):
    pass
"""


def test_a_fixture_is_checked_by_a_form(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    for name, text in {
        "good": "field id: string field n: int",
        "strict": 'field id: string field n: int rule value < 5 message "{value} is too much" check records > 2 message "Few"',
        "listed": 'list countries < field code: string >\nfield id: string rule value in countries.code '
        'message "no {value}" de "kein {value}"',
    }.items():
        (pytester.path / f"{name}.form").write_text(text)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=2, failed=3)
    result.stdout.fnmatch_lines(
        [
            "strict.form rejects orders: 2 problems in 1 rows",
            "  row 2, n: 7 is too much (compare)",
            "  all rows: Few (records)",
            "listed.form rejects orders: 2 problems in 2 rows",
            "  row 1, id: kein a (compare)",
        ]
    )
    result.stdout.fnmatch_lines(["*The mark form takes the path of a form*"])


def test_a_library_that_cannot_be_loaded_fails_only_the_tests_with_the_mark(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, without_library: pathlib.Path
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(without_library))
    pytester.makepyfile(TESTS)
    (pytester.path / "good.form").write_text("field id: string field n: int")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-k", "good or other")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*ImportError: There is no library here."])

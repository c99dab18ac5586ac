"""A plugin of pytest: `@pytest.mark.form("orders.form")` checks a fixture with records before the test runs.

    @pytest.mark.form("orders.form")
    def test_orders(orders): ...

The form is beside the test's file. Its records are those of the test's first fixture, or of the one that `records=` names: a
table, a data frame, the path of a Parquet file, or rows. `lists=` has the names of fixtures by the names of lists. Any other
option is one of `Form.problems`. The test fails with the form's own messages.
"""

from __future__ import annotations

from typing import Any

import pytest

#: The most problems that are shown.
SHOWN = 20


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "form(path, records=None, lists=None): checks a fixture with records by a form")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """Checks the records of each mark. Only then the library is loaded, which may fail."""
    for mark in pyfuncitem.iter_markers("form"):
        options = dict(mark.kwargs)
        names = pyfuncitem._fixtureinfo.argnames
        fixtures: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in names}
        name = options.pop("records", None) or next(iter(fixtures), None)
        if len(mark.args) != 1 or name not in fixtures:
            raise pytest.UsageError("The mark form takes the path of a form, and the test a fixture with the records.")
        lists = {key: fixtures[fixture] for key, fixture in (options.pop("lists", None) or {}).items()}
        from . import Form

        form = Form.load(pyfuncitem.path.parent / mark.args[0], lists=lists)
        if text := report(form.problems(fixtures[name], **options).to_pylist(), mark.args[0], name):
            pytest.fail(text, pytrace=False)


def report(problems: list[dict[str, Any]], form: str, name: str) -> str:
    """What is wrong with records, a problem on each line; empty if nothing is an error."""
    errors = [problem for problem in problems if problem["severity"] == "error"]
    if not errors:
        return ""
    rows = {problem["row"] for problem in errors} - {None}
    lines = [f"{form} rejects {name}: {len(errors)} problems in {len(rows)} rows"]
    for problem in errors[:SHOWN]:
        place = "all rows" if problem["row"] is None else f"row {problem['row']}"
        field = f", {problem['field']}" if problem["field"] else ""
        lines.append(f"  {place}{field}: {problem['message']} ({problem['code']})")
    if len(errors) > SHOWN:
        lines.append(f"  and {len(errors) - SHOWN} more")
    return "\n".join(lines)

"""The pages in docs, whose code is run as it is there.

The pages about Dagster, Airflow and dbt have the mark `tool`: Scripts/python_tools runs them where
these are installed. On the page about dbt, Spark is not tried.
"""

import pathlib
import re
import shutil
from typing import Any

import pytest

DOCS = pathlib.Path(__file__).resolve().parents[1] / "docs"


@pytest.fixture
def data(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A folder with the form and the orders of the pages."""
    folder = tmp_path / "data"
    folder.mkdir()
    for name in ("orders.form", "orders.csv"):
        shutil.copy(DOCS / name, folder)
    monkeypatch.chdir(folder)
    return folder


def blocks(page: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(r"^```(?:python|sql)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def run(page: str) -> dict[str, Any]:
    """Runs the code of a page, and returns its names."""
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks(page):
        exec(compile(block, page, "exec", dont_inherit=True), names)
    return names


@pytest.mark.parametrize("page", ["pandas.md", "polars.md", "duckdb.md"])
def test_frames(page: str, data: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(page)
    wanted = re.findall(r"^print\(.*\)  # (.*)$", "\n".join(blocks(page)), re.MULTILINE)
    assert wanted and capsys.readouterr().out.splitlines() == wanted


@pytest.mark.tool
def test_dagster(data: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import dagster

    monkeypatch.chdir(data.parent)
    names = run("dagster.md")
    assets = [names["orders"], names["totals"], names["orders_form"]]
    with dagster.DagsterInstance.ephemeral() as instance:
        made = dagster.materialize(assets, instance=instance, raise_on_error=False)
        assert not made.success and not made.asset_materializations_for_node("totals")
        (check,) = made.get_asset_check_evaluations()
        assert not check.passed and check.metadata["rows"].value == 3
        first = "row 3: Country must be one of DE, FR or NL\nrow 4: A001 is there twice\n"
        assert check.metadata["first"].value.startswith(first)
        sorted_ = dagster.materialize([names["orders"], names["sorted_orders"]], instance=instance)
        assert list(sorted_.output_for_node("sorted_orders", "good_orders")["id"]) == [
            "A001",
            "A002",
        ]
        assert len(sorted_.output_for_node("sorted_orders", "order_problems")) == 3
        lines = (data / "orders.csv").read_text().splitlines()
        (data / "orders.csv").write_text("\n".join(lines[:3]))
        good = dagster.materialize(assets, instance=instance)
        assert good.success and list(good.output_for_node("totals")["amount"]) == [12.5, 80.0]
    assert names["defs"].resolve_asset_graph()


@pytest.mark.tool
def test_dbt(data: pathlib.Path) -> None:
    import duckdb
    from dbt.cli.main import dbtRunner

    files = {
        "dbt_project.yml": "{name: shop, version: 1.0.0, profile: shop}",
        "profiles.yml": "shop: {target: dev, outputs: {dev: {type: duckdb, path: shop.duckdb}}}",
        "seeds/orders.csv": (data / "orders.csv").read_text(),
    }
    for block in blocks("dbt.md"):
        if head := re.match(r"(?:#|--) (\S+/\S+)\n", block):
            files[head[1]] = block
    for name, text in files.items():
        (data / name).parent.mkdir(exist_ok=True)
        (data / name).write_text(text)
    found = dbtRunner().invoke(["build", "--profiles-dir", ".", "--no-send-anonymous-usage-stats"])
    statuses = {one.node.name: str(one.status) for one in found.result}
    assert statuses == {
        "orders": "success",
        "good_orders": "success",
        "order_problems": "success",
        "orders_are_accepted": "fail",
    }
    with duckdb.connect("shop.duckdb") as shop:
        assert shop.sql("SELECT id FROM good_orders ORDER BY id").fetchall() == [
            ("A001",),
            ("A002",),
        ]
        messages = shop.sql("SELECT row, message FROM order_problems ORDER BY row").fetchall()
        assert messages[1] == (4, "A001 is there twice") and len(messages) == 3


@pytest.mark.tool
def test_airflow(
    data: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The task is called in this process: no scheduler, database or worker of Airflow runs.
    monkeypatch.setenv("AIRFLOW_HOME", str(data.parent / "airflow"))
    from airflow.exceptions import AirflowFailException
    from pyarrow import parquet

    monkeypatch.chdir(data.parent)
    names = run("airflow.md")
    assert names["orders"]().task_ids == ["check_orders"]
    check_orders = names["check_orders"].function
    with pytest.raises(AirflowFailException, match="3 orders were rejected"):
        check_orders("data/orders.csv")
    assert "A001: A001 is there twice\n" in capsys.readouterr().out
    assert parquet.read_table("data/rejected.parquet").num_rows == 3
    lines = (data / "orders.csv").read_text().splitlines()
    (data / "orders.csv").write_text("\n".join(lines[:3]))
    good = parquet.read_table(check_orders("data/orders.csv"))
    assert good["id"].to_pylist() == ["A001", "A002"]

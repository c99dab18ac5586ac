"""What several tests use."""

import importlib.util
import pathlib

import pytest

CASES = pathlib.Path(__file__).resolve().parents[3] / "Tests" / "Page" / "cases.py"


@pytest.fixture
def without_library(tmp_path: pathlib.Path) -> pathlib.Path:
    """Returns a folder for `PYTHONPATH` with which the library can't be loaded."""
    (tmp_path / "cffi.py").write_text('raise ImportError("There is no library here.")')
    return tmp_path


@pytest.fixture(scope="session")
def cases() -> list[tuple[str, str, dict[str, str], tuple[str, str]]]:
    """The cases that every host answers alike.

    Each has a name, a form, the files that the form uses, and records with their format.
    """
    if not CASES.exists():
        pytest.skip("only in the project")
    spec = importlib.util.spec_from_file_location("cases", CASES)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [*module.chunks(), *module.examples()]

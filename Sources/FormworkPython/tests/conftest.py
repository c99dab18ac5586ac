import pathlib

import pytest


@pytest.fixture
def without_library(tmp_path: pathlib.Path) -> pathlib.Path:
    """Returns a folder for `PYTHONPATH` with which the library can't be loaded."""
    (tmp_path / "cffi.py").write_text('raise ImportError("There is no library here.")')
    return tmp_path

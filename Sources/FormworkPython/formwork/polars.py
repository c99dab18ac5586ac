"""Data frames of polars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from ._form import Form
from .typing import Path, Table

if TYPE_CHECKING:
    import polars


def check(frame: Table, form: Union[Form, Path], **options: Any) -> polars.DataFrame:
    """The results of a data frame: one with `accepted`, `problems` and perhaps `product`, a row for each of its rows.

    options: as for `Form.check_arrow`.
    """
    import polars

    opened = form if isinstance(form, Form) else Form.load(form)
    return polars.DataFrame(opened.check_arrow(frame, **options))


def filter(
    frame: Table, form: Union[Form, Path], **options: Any
) -> tuple[polars.DataFrame, polars.DataFrame]:
    """The accepted rows of a data frame, and the rejected ones with `formwork_problems` beside them.

    options: as for `Form.filter`.
    """
    import polars

    opened = form if isinstance(form, Form) else Form.load(form)
    good, bad = opened.filter(frame, **options)
    return polars.DataFrame(good), polars.DataFrame(bad)

"""Data frames of polars."""

from __future__ import annotations

from typing import Any, Union

from ._form import Form, Path


def check(frame: Any, form: Union[Form, Path], **options: Any) -> Any:
    """The results of a data frame: one with `accepted`, `problems` and perhaps `product`, a row for each of its rows.

    options: as for `Form.check_arrow`.
    """
    import polars

    opened = form if isinstance(form, Form) else Form.load(form)
    return polars.from_arrow(opened.check_arrow(frame, **options))


def filter(frame: Any, form: Union[Form, Path], **options: Any) -> tuple[Any, Any]:
    """The accepted rows of a data frame, and the rejected ones with `formwork_problems` beside them.

    options: as for `Form.filter`.
    """
    import polars

    opened = form if isinstance(form, Form) else Form.load(form)
    good, bad = opened.filter(frame, **options)
    return polars.from_arrow(good), polars.from_arrow(bad)

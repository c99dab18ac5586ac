"""Relations of DuckDB."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from . import _arrow
from ._form import Form
from .typing import ArrowStream, Path

if TYPE_CHECKING:
    import pyarrow


def check(relation: ArrowStream, form: Union[Form, Path], **options: Any) -> pyarrow.Table:
    """The columns of a relation with `accepted`, `problems` and perhaps `product`, as a table of Arrow, which DuckDB queries
    by its name.

    options: as for `Form.check_arrow`.
    Raises ValueError if the relation has columns of these names itself.
    """
    opened = form if isinstance(form, Form) else Form.load(form)
    table = _arrow.table(relation)
    results = opened.check_arrow(table, **options)
    _arrow.beside(table.column_names, results.column_names)
    for name in results.column_names:
        table = table.append_column(name, results[name])
    return table


def filter(
    relation: ArrowStream, form: Union[Form, Path], **options: Any
) -> tuple[pyarrow.Table, pyarrow.Table]:
    """The accepted rows of a relation, and the rejected ones with `formwork_problems` beside them, as tables of Arrow.

    options: as for `Form.filter`.
    """
    opened = form if isinstance(form, Form) else Form.load(form)
    return opened.filter(relation, **options)

"""Data frames of pandas, whose results have the labels of the frame's index."""

from __future__ import annotations

import json
from typing import Any, Union

from ._form import Form
from .typing import Path


def check(frame: Any, form: Union[Form, Path], **options: Any) -> Any:
    """Returns a frame with `accepted`, `problems` and perhaps `product`, with the index of `frame`.

    options: as for `Form.check_arrow`.
    """
    import pandas

    results = _opened(form).check_arrow(frame, **options)
    return _with_notes(pandas.DataFrame(results.to_pydict(), index=frame.index), results)


def filter(frame: Any, form: Union[Form, Path], **options: Any) -> tuple[Any, Any]:
    """Returns the accepted rows of a frame, and the rejected ones with `formwork_problems`.

    Both have the index and the types of `frame`.
    options: as for `Form.check_arrow`.
    """
    import pandas

    results = _opened(form).check_arrow(frame, **options)
    accepted = results["accepted"].to_numpy()
    bad = frame[~accepted].drop(columns="formwork_problems", errors="ignore")
    problems = results.filter(~accepted)["problems"].to_pylist()
    bad["formwork_problems"] = pandas.Series(problems, bad.index, dtype=object)
    return frame[accepted], _with_notes(bad, results)


def problems(frame: Any, form: Union[Form, Path], **options: Any) -> Any:
    """Returns a frame with a row for each problem, as `Form.problems` does.

    Its index has the label of the row in `frame`, which is missing for the data as a whole.
    options: as for `Form.problems`.
    """
    import pandas

    found = _opened(form).problems(frame, **options)
    rows = [row for row in found["row"].to_pylist() if row is not None]
    labels = frame.index.take([row - 1 for row in rows])
    # Problems of the data as a whole come last.
    if count := found.num_rows - len(rows):
        whole = frame.index.nlevels
        none = [(None,) * whole] * count if whole > 1 else [None] * count
        labels = labels.append(pandas.Index(none, dtype=object)).set_names(frame.index.names)
    result = found.to_pandas(types_mapper={found.schema.field("row").type: pandas.Int64Dtype()}.get)
    result.index = labels
    return result


def _opened(form: Union[Form, Path]) -> Form:
    return form if isinstance(form, Form) else Form.load(form)


def _with_notes(frame: Any, results: Any) -> Any:
    """Adds what is wrong with the data as a whole, and warnings, to the attributes of a frame."""
    for name in "formwork_problems", "formwork_warnings":
        frame.attrs[name] = json.loads(results.schema.metadata[name.encode()] or b"[]")
    return frame

"""Checks records by `.form` files.

The rules, the answers and the words are those of the command line, because the same engine gives them.
"""

from ._arrow import ColumnError
from ._form import Exchanged, Finding, Form, FormError, Problem, Result, StreamError, import_form, version

__version__ = version()

__all__ = [
    "ColumnError", "Exchanged", "Finding", "Form", "FormError", "Problem", "Result", "StreamError", "import_form", "version",
]

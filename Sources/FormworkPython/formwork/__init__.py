"""Checks records by `.form` files.

The rules, the answers and the words are those of the command line, because the same engine gives them.
"""

from ._arrow import ColumnError
from ._form import Finding, Form, FormError, Problem, Result, StreamError, version

__version__ = version()

__all__ = ["ColumnError", "Finding", "Form", "FormError", "Problem", "Result", "StreamError", "version"]

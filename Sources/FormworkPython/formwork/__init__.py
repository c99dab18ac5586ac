"""Checks records by `.form` files.

The rules, the answers and the words are those of the command line, because the same engine gives
them. The first use of a name loads the library, so `python -m formwork` and the plugin of pytest
start without it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._arrow import ColumnError
    from ._form import Exchanged, Finding, Form, FormError, Problem, Result, StreamError
    from ._form import import_form, version

    __version__: str

__all__ = [
    "ColumnError", "Exchanged", "Finding", "Form", "FormError", "Problem", "Result", "StreamError",
    "import_form", "version",
]

if not TYPE_CHECKING:

    def __getattr__(name):
        """Loads the library and returns the class, function or version with this name."""
        if name == "__version__":
            value = __getattr__("version")()
        elif name in __all__:
            from . import _arrow, _form

            value = getattr(_arrow if name == "ColumnError" else _form, name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *__all__, "__version__"})

"""The shared library and its functions, as `formwork.h` declares them."""

import pathlib
import sys
from typing import Any

import cffi

_FOLDER = pathlib.Path(__file__).resolve().parent


def _declarations() -> str:
    """The header without what only a C compiler reads."""
    header = (_FOLDER / "formwork.h").read_text(encoding="utf-8")
    lines = [line for line in header.splitlines() if not line.startswith("#")]
    return "\n".join(lines).replace('extern "C" {', "").replace("\n}\n", "\n")


ffi: Any = cffi.FFI()
ffi.cdef(_declarations())
lib: Any = ffi.dlopen(str(_FOLDER / ("libformwork-c.dylib" if sys.platform == "darwin" else "libformwork-c.so")))

OK, REJECTED, FAILED, MISUSED = (
    lib.FORMWORK_OK,
    lib.FORMWORK_REJECTED,
    lib.FORMWORK_FAILED,
    lib.FORMWORK_MISUSED,
)


def raise_fault(code: int, sentence: bytes, error: "type[Exception]") -> None:
    """Raises `error` with the sentence of a call that failed."""
    if code == FAILED:
        raise error(sentence.decode("utf-8"))
    if code == MISUSED:
        raise RuntimeError("The library was called with a wrong argument.")


def taken(block: Any) -> bytes:
    """The bytes that were handed out, which are given back."""
    if not block.length:
        return b""
    try:
        return bytes(ffi.buffer(block.data, block.length))
    finally:
        lib.formwork_bytes_free(block)

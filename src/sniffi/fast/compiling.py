"""Numba, kept in one place: how functions are compiled, and the machine's bit instructions.

``inner`` functions are called by compiled code alone and become a part of it. ``entry`` functions
are called from Python: each has one signature, lets other threads run meanwhile (no GIL), and is
kept on the disk (``sniffi.fast.cache``). Importing a module compiles nothing: ``compile_all`` does,
or else the first call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import intrinsic

from sniffi.fast import cache

F = TypeVar("F", bound=Callable[..., Any])

Ints = npt.NDArray[np.int64]
"""Whole numbers in one row; every array is C-contiguous."""
Generator = npt.NDArray[np.uint64]
"""The two words of a generator of random numbers (``chance.seeded``)."""

INTS = "int64[::1]"
GENERATOR = "uint64[::1]"

# The error model "numpy" means that no division is checked for zero: nothing divides by it.
_entries: list[tuple[str, Any, str]] = []


def inner(function: F) -> F:
    """Compile for calls from compiled code alone; the function may call itself."""
    return cast(F, numba.njit(error_model="numpy")(function))


def inlined(function: F) -> F:
    """As ``inner``, into the code of every caller.

    Left to itself, the compiler makes calls of what is done at each ply, and rounds take a third
    longer. Elsewhere copies would only be more to compile.
    """
    return cast(F, numba.njit(error_model="numpy", forceinline=True)(function))


def entry(signature: str) -> Callable[[F], F]:
    """Compile for calls from Python, with arguments of these types only."""

    def decorated(function: F) -> F:
        with _kept_in(cache.folder()) as kept:
            compiled = numba.njit(error_model="numpy", nogil=True, cache=kept)(function)
        _entries.append((function.__name__, compiled, signature))
        return cast(F, compiled)

    return decorated


def compile_all(report: Callable[[str, int, int], None]) -> bool:
    """Compile every entry of the modules that are imported, or load it from the disk.

    Args:
        report: told the name of each entry before its turn, which one it is from 1, of how many.

    Returns:
        Whether all that was compiled could be kept, where anything is kept at all.

    Raises:
        Exception: what is on the disk is damaged; of what kind depends on where.
    """
    kept = True
    for number, (name, compiled, signature) in enumerate(_entries, 1):
        report(name, number, len(_entries))
        if not compiled.signatures:
            try:
                compiled.compile(signature)
            except OSError:
                # The disk may be full. What was compiled works all the same.
                if not compiled.signatures:
                    raise
                kept = False
            # Other types would mean seconds of compiling at some call: a TypeError is better.
            compiled.disable_compile()
    return kept


@contextmanager
def _kept_in(folder: Path | None) -> Iterator[bool]:
    """Have Numba keep what is decorated meanwhile in this folder, others' code where it was."""
    settings = vars(numba.config)
    before = settings["CACHE_DIR"]
    settings["CACHE_DIR"] = str(folder or before)
    try:
        yield folder is not None
    finally:
        settings["CACHE_DIR"] = before


def _bits_set(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _lowest_bit(_typing: Any, _word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


bits_set = cast(Callable[[int], int], intrinsic(_bits_set))
"""How many bits of a word are 1; for compiled code."""
lowest_bit = cast(Callable[[int], int], intrinsic(_lowest_bit))
"""Place of the lowest 1 of a word that is not 0; for compiled code."""

"""The way to arrays: compiled code reads and writes them without checks that it does not need.

With the JIT off (`NUMBA_DISABLE_JIT=1`) everything here is plain Python that refuses whatever
lies outside an array, so that one run of the tests shows that no program reaches there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core import config as settings
from numba.core.cgutils import raw_memcpy
from numba.extending import intrinsic

from ruleengine.kernel.cache import cache_folder, compile_at_own_level

Numbers: TypeAlias = Any
"""An array: of 32-bit numbers, or of the 64-bit states of random streams."""
Bits: TypeAlias = Any
"""64 random bits without a sign."""

config: Any = settings

Function = TypeVar("Function", bound=Callable[..., Any])

MOST = 2**31 - 1
"""The largest number in a row."""

_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
"""No function here makes an array. Without a runtime none counts references to them either: each
call would count up and down, atomically, in a place that all threads share."""


def compiled(function: Function) -> Function:
    """Compile a function; what it calls is compiled with it, and the result is kept on disk."""
    # Numba asks for the folder when a function is decorated; other people's functions keep theirs.
    compile_at_own_level()
    before, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder())
    try:
        made = numba.njit(nogil=True, cache=True, **_OPTIONS)(function)
    finally:
        config.CACHE_DIR = before
    return cast("Function", made)


def inlined(function: Function) -> Function:
    """Compile a function into those that call it."""
    return cast("Function", numba.njit(inline="always", **_OPTIONS)(function))


@inlined
def whole(value: Any) -> int:  # noqa: ANN401 - a truth, or bits
    """Return a truth or unsigned bits as a number with a sign."""
    return np.int64(value)  # type: ignore[return-value]


@inlined
def held(number: int) -> int:
    """Return the number nearest to a sum or product that has room in an array.

    The lowest that would have room is left out: it stands for no number at all.
    """
    return max(-MOST, min(number, MOST))


if config.DISABLE_JIT:

    def get(array: Numbers, index: int) -> int:
        """Return one number of an array."""
        if not 0 <= index < len(array):
            raise IndexError(index)
        return int(array[index])

    def put(array: Numbers, index: int, value: int) -> None:
        """Set one number of an array."""
        if not 0 <= index < len(array):
            raise IndexError(index)
        array[index] = value

    def copy(target: Numbers, to: int, source: Numbers, start: int, count: int) -> None:
        """Copy numbers from one array into another."""
        if min(to, start, count) < 0 or to + count > len(target) or start + count > len(source):
            raise IndexError(to, start, count)
        target[to : to + count] = source[start : start + count]

    def fetch(array: Numbers, index: int, count: int) -> None:
        """Ask for some numbers of an array, which will be needed soon."""
        if count < 0 or not 0 <= index <= len(array) - count:
            raise IndexError(index, count)

else:

    @intrinsic
    def _fetch_line(_typing: Any, array: Any, _index: Any) -> Any:  # noqa: ANN401
        """Ask for the line of memory in which a number is."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
            made = context.make_array(signature.args[0])(context, builder, args[0])
            place = builder.gep(made.data, [args[1]], inbounds=True)
            bytes_, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [bytes_, flag, flag, flag])
            ask = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
                builder.module, kind, "llvm.prefetch.p0i8"
            )
            # For writing, to the nearest cache, as data.
            builder.call(ask, [builder.bitcast(place, bytes_), flag(1), flag(3), flag(1)])
            return context.get_dummy_value()

        return types.void(array, types.int64), code

    @inlined
    def fetch(array: Numbers, index: int, count: int) -> None:
        """Ask for some numbers of an array, which will be needed soon."""
        for line in range(index, index + count, 16):
            _fetch_line(array, line)  # type: ignore[call-arg] # Numba gives the first

    @intrinsic
    def get(_typing: Any, array: Any, _index: Any) -> Any:  # noqa: ANN401 - Numba's own types
        """Return one number of an array."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
            made = context.make_array(signature.args[0])(context, builder, args[0])
            pointer = builder.gep(made.data, [args[1]], inbounds=True)
            return builder.sext(builder.load(pointer), ir.IntType(64))

        return types.int64(array, types.int64), code

    @intrinsic
    def put(_typing: Any, array: Any, _index: Any, _value: Any) -> Any:  # noqa: ANN401
        """Set one number of an array."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
            made = context.make_array(signature.args[0])(context, builder, args[0])
            pointer = builder.gep(made.data, [args[1]], inbounds=True)
            builder.store(builder.trunc(args[2], ir.IntType(32)), pointer)
            return context.get_dummy_value()

        return types.void(array, types.int64, types.int64), code

    @intrinsic
    def copy(
        _typing: Any,  # noqa: ANN401
        target: Any,  # noqa: ANN401
        _to: Any,  # noqa: ANN401
        source: Any,  # noqa: ANN401
        _start: Any,  # noqa: ANN401
        _count: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        """Copy numbers from one array into another."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
            into = context.make_array(signature.args[0])(context, builder, args[0])
            out_of = context.make_array(signature.args[2])(context, builder, args[2])
            raw_memcpy(  # type: ignore[no-untyped-call]
                builder,
                builder.gep(into.data, [args[1]], inbounds=True),
                builder.gep(out_of.data, [args[3]], inbounds=True),
                args[4],
                4,
            )
            return context.get_dummy_value()

        number = types.int64
        return types.void(target, number, source, number, number), code

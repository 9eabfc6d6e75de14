"""The way to the machine for other compiled code: by its address.

Numba would put a copy of what a function calls into every function that calls it, and to compile
the machine takes longer than everything else. So it is compiled once, and called where it is.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ruleengine.kernel.access import Numbers, config
from ruleengine.kernel.machine import run

_ROW = types.Array(types.int32, 1, "C")
_BITS = types.Array(types.uint64, 1, "C")
_NUMBER = types.int64
_TAKES = (_ROW, _NUMBER, _ROW, _ROW, _ROW, _BITS, _NUMBER, _NUMBER, _NUMBER)

if config.DISABLE_JIT:

    def machine_address() -> int:
        """Return nothing: without the JIT the machine is called by its name."""
        return 0

    def run_at(
        _address: int,
        mem: Numbers,
        base: int,
        code: Numbers,
        data: Numbers,
        out: Numbers,
        rng: Numbers,
        mode: int,
        fuel: int,
        max_ply: int,
    ) -> int:
        """Run the machine."""
        return run(mem, base, code, data, out, rng, mode, fuel, max_ply)

else:

    @cache
    def machine_address() -> int:
        """Return where the compiled machine is in memory; it is compiled first if need be."""
        machine: Any = run
        machine.compile(_TAKES)
        made = machine.overloads[_TAKES]
        return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))

    @intrinsic
    def run_at(
        _typing: Any,  # noqa: ANN401 - Numba's own types
        _address: Any,  # noqa: ANN401
        _mem: Any,  # noqa: ANN401
        _base: Any,  # noqa: ANN401
        _code: Any,  # noqa: ANN401
        _data: Any,  # noqa: ANN401
        _out: Any,  # noqa: ANN401
        _rng: Any,  # noqa: ANN401
        _mode: Any,  # noqa: ANN401
        _fuel: Any,  # noqa: ANN401
        _max_ply: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        """Run the machine at an address."""

        def write(context: Any, builder: Any, _signature: Any, args: Any) -> Any:  # noqa: ANN401
            kind = context.call_conv.get_function_type(_NUMBER, _TAKES)
            callee = builder.inttoptr(args[0], kind.as_pointer())
            status, result = context.call_conv.call_function(
                builder, callee, _NUMBER, _TAKES, args[1:]
            )
            with cgutils.if_unlikely(builder, status.is_error):  # type: ignore[no-untyped-call]
                context.call_conv.return_status_propagate(builder, status)
            return result

        return _NUMBER(_NUMBER, *_TAKES), write

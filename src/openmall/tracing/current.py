"""Which call is being answered, wherever the program is at: for whoever logs."""

from collections.abc import Callable
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Final, TypeVar

R = TypeVar("R")

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""The id of the request that is being answered; empty: none is."""
TRACE: Final[ContextVar[str]] = ContextVar("trace", default="")
"""The id of its trace, 32 hexadecimal digits; empty: it leaves none."""


def fields() -> dict[str, str]:
    """Return what a line logged now is to bear."""
    request, trace = REQUEST.get(), TRACE.get()
    if not request:
        return {}
    return {"request_id": request, "trace_id": trace} if trace else {"request_id": request}


def taken_along(work: Callable[[], R]) -> Callable[[], R]:
    """Return `work` to be done in a thread, where its lines belong to the same request."""
    return partial(copy_context().run, work)

"""Which call is being answered, wherever the program is at: for whoever logs, or passes it on."""

from collections.abc import Callable
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Final, TypeVar

R = TypeVar("R")

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""The id of the request that is being answered; empty: none is."""
TRACEPARENT: Final[ContextVar[str]] = ContextVar("traceparent", default="")
"""The span that is under way, as W3C has it: `00-<trace>-<span>-<flags>`; empty: none is."""


def fields() -> dict[str, str]:
    """Return what a line logged now is to bear."""
    request, parent = REQUEST.get(), TRACEPARENT.get()
    found = {"request_id": request} if request else {}
    return {**found, "trace_id": parent[3:35]} if parent else found


def taken_along(work: Callable[[], R]) -> Callable[[], R]:
    """Return `work` to be done in a thread, where its lines belong to the same request."""
    return partial(copy_context().run, work)

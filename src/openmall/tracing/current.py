"""Context variables of the current request: its id and its trace context."""

from collections.abc import Callable
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Final, TypeVar

R = TypeVar("R")

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""The id of the current request; empty outside of requests."""
TRACEPARENT: Final[ContextVar[str]] = ContextVar("traceparent", default="")
"""W3C trace context of the current span, `00-<trace>-<span>-<flags>`; empty without one."""


def fields() -> dict[str, str]:
    """Return the fields of the current request for a log record."""
    request, parent = REQUEST.get(), TRACEPARENT.get()
    found = {"request_id": request} if request else {}
    return {**found, "trace_id": parent[3:35]} if parent else found


def with_current_context(work: Callable[[], R]) -> Callable[[], R]:
    """Bind `work` to the current context, to run it in a thread as a part of the same request."""
    return partial(copy_context().run, work)

"""What coverage follows: the threads in which the application runs."""

import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from coverage import Coverage


@contextmanager
def the_application_alone() -> Iterator[None]:
    """Let coverage not follow this thread, in which a test and its client run meanwhile.

    A stage's application runs in a thread of its own. To follow the other as well, with all that
    draws and sends, would take longer than all that is measured.
    """
    tracer = sys.gettrace()
    if not type(tracer).__module__.startswith("coverage"):  # a debugger goes on
        yield
        return
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


@contextmanager
def nothing_at_all(run: Callable[[Coroutine[Any, Any, Any]], Any]) -> Iterator[None]:
    """Let coverage not follow the application either, whose thread `run` reaches.

    What is drawn at random reaches lines by chance, and what runs on both stores reaches the same
    twice; that each is reached is for other tests.
    """
    if Coverage.current() is None:
        yield
        return

    async def stop() -> Any:
        tracer = sys.gettrace()
        if type(tracer).__module__.startswith("coverage"):
            sys.settrace(None)
        return tracer

    async def go_on(tracer: Any) -> None:
        sys.settrace(tracer)

    tracer = run(stop())
    try:
        yield
    finally:
        run(go_on(tracer))

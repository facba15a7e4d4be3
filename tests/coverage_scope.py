"""What coverage follows: the threads in which the application runs."""

import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Final

import jinja2
import pytest
from coverage import Coverage

_RENDERINGS: Final = 10
"""How often coverage follows what a template calls, in each process of a run."""


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


@contextmanager
def few_renderings() -> Iterator[None]:
    """Let coverage follow the first renderings of each template alone.

    A template is a chain of generators that are no part of what is measured, and a page takes
    several times as long while they are followed. What it calls of the application is the same each
    time.
    """
    if Coverage.current() is None:
        yield
        return
    compiled, rendered = jinja2.Environment.compile, jinja2.Template.render
    followed = Counter[str | None]()

    def compile_(environment: jinja2.Environment, *source: Any, **options: Any) -> Any:
        with the_application_alone():
            return compiled(environment, *source, **options)

    def render(template: jinja2.Template, *values: Any, **named: Any) -> str:
        followed[template.filename] += 1
        if followed[template.filename] <= _RENDERINGS:
            return rendered(template, *values, **named)
        with the_application_alone():
            return rendered(template, *values, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jinja2.Environment, "compile", compile_)
        patch.setattr(jinja2.Template, "render", render)
        yield

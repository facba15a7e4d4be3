"""What coverage follows: the threads in which the application runs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


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

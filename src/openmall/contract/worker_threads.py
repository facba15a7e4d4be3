"""Threads for work that would hold up the event loop, a few for each kind.

What people upload takes as long as they want it to: were it done in the threads that also compare
passwords, nobody could sign in meanwhile. Threads inherit the context, so that what they log
belongs to the request.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class WorkerThreads:
    """Threads of one kind of work; more work waits for them."""

    def __init__(self, name: str, most: int) -> None:
        self._executor = ThreadPoolExecutor(most, name)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `work` in one of the threads, and return its result."""
        context = contextvars.copy_context()
        called = partial(context.run, work, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._executor, called)


PASSWORDS: Final = WorkerThreads("passwords", 2)
"""Hashing passwords of staff, developers and operators."""
UPLOADS: Final = WorkerThreads("uploads", 2)
"""Reading files that managers upload."""
DOCUMENTS: Final = WorkerThreads("documents", 1)
"""Drawing slips, labels and other files of what customers wrote."""
PICTURES: Final = WorkerThreads("pictures", 2)
"""Reading, making and storing sizes of pictures."""

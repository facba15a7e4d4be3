"""Files that many callers fetch, such as feeds: made once, kept on disk for a while.

A file that is being made is sent to everybody who asks meanwhile. One that is too old is still sent
while the next is made. They are made one after another, in a thread with an event loop of its own.
What is kept, and what waits to be made, is bounded in number and bytes.
"""

import asyncio
import calendar
import contextlib
import hashlib
import os
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from starlette.responses import Response, StreamingResponse

from openmall.contract.errors import Unavailable
from openmall.http.request import Request
from openmall.pages.sampleshop.refusals import OTHER_FILES_ARE_MADE, SERVER_STOPPING

MOST: Final = 64
"""Files a worker keeps."""
MOST_WAITING: Final = 64
"""Files that wait to be made; a caller of another one is asked to come again."""
RETRY_SECONDS: Final = 5
MOST_BYTES: Final = 512 * 1024 * 1024
"""Bytes a worker keeps; a single file may exceed them."""
_CHUNK: Final = 64 * 1024

Make = Callable[[], AsyncIterator[str]]


class _File:
    """A file without a name, which grows until it is complete.

    It is written in another thread than the one that sends it.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 # closed when nobody reads it
        self._hash = hashlib.sha256()
        self._grown = asyncio.Event()
        self.size = 0
        self.is_complete = False
        self.error: Exception | None = None
        self.etag = ""
        self.changed_at = 0.0
        """Seconds of UTC at which this content was there first."""
        self.checked_at = 0.0
        """time.monotonic() seconds at which it was complete."""

    async def write(self, content: AsyncIterator[str], stopping: threading.Event) -> None:
        """Write what `content` yields, until `stopping` is set. Raises what broke it."""
        try:
            async for text in content:
                if stopping.is_set():
                    raise _stopped()
                data = text.encode()
                self._file.write(data)
                self._file.flush()
                self._hash.update(data)
                self.size += len(data)
                self._wake_readers()
        except Exception as error:
            self.error = error
            raise
        else:
            self.etag = f'"{self._hash.hexdigest()[:32]}"'
            self.is_complete = True
            self.checked_at = time.monotonic()
        finally:
            self._wake_readers()

    def _wake_readers(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody reads any more
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self._grown.set()
        self._grown = asyncio.Event()

    async def content(self) -> AsyncIterator[bytes]:
        """Yield the content, also of what is still to come. Raises what broke its making."""
        at = 0
        while True:
            grown = self._grown
            if at < self.size:
                data = os.pread(self._file.fileno(), _CHUNK, at)
                at += len(data)
                yield data
            elif self.is_complete:
                return
            elif self.error is not None:
                raise self.error
            else:
                await grown.wait()


class KeptFiles:
    """Files by mall, shop and name."""

    def __init__(self) -> None:
        self._files: dict[tuple[str, int, str], _File] = {}
        self._tasks: dict[tuple[str, int, str], asyncio.Task[None]] = {}
        self._making = ThreadPoolExecutor(1, "files")
        self._stopping = threading.Event()

    async def answer(
        self,
        request: Request,
        key: tuple[str, int, str],
        make: Make,
        *,
        seconds: float,
        now: float,
        media_type: str,
    ) -> Response:
        """Answer a file, or 304. `seconds`: its age at which it is made anew; `now`: of UTC.

        Raises Unavailable (503) while too many others wait to be made.
        """
        file = self._find(key, make, seconds, now)
        headers = {
            "Cache-Control": f"public, max-age={int(seconds)}",
            "X-Content-Type-Options": "nosniff",
        }
        if file.is_complete:
            headers["ETag"] = file.etag
            headers["Last-Modified"] = time.strftime(
                "%a, %d %b %Y %H:%M:%S GMT", time.gmtime(file.changed_at)
            )
            if _is_current(request, file):
                return Response(status_code=304, headers=headers)
            headers["Content-Length"] = str(file.size)
        if request.method == "HEAD":
            return Response(headers=headers, media_type=media_type)
        return StreamingResponse(file.content(), headers=headers, media_type=media_type)

    def _find(self, key: tuple[str, int, str], make: Make, seconds: float, now: float) -> _File:
        known = self._files.pop(key, None)
        if known is not None and known.error is not None:
            known = None
        if known is None:
            if len(self._tasks) >= MOST_WAITING:
                raise Unavailable(OTHER_FILES_ARE_MADE, retry_after=RETRY_SECONDS)
            self._make_room()
            known = _File()
            known.changed_at = now
            self._tasks[key] = asyncio.create_task(self._write(key, known, make))
        elif (
            known.is_complete
            and time.monotonic() - known.checked_at >= seconds
            and key not in self._tasks
            and len(self._tasks) < MOST_WAITING
        ):
            self._tasks[key] = asyncio.create_task(self._renew(key, known, make, now))
        # the newest last: what nobody asks for goes first
        self._files[key] = known
        return known

    async def _write(self, key: tuple[str, int, str], file: _File, make: Make) -> None:
        try:
            with contextlib.suppress(Exception):  # who reads it gets the error
                loop = asyncio.get_running_loop()
                await loop.run_in_executor(self._making, self._write_in_thread, file, make)
        finally:
            self._tasks.pop(key, None)

    def _write_in_thread(self, file: _File, make: Make) -> None:
        asyncio.run(file.write(make(), self._stopping))

    def stop(self) -> None:
        """Make nothing any more; what is being made breaks off."""
        self._stopping.set()
        self._making.shutdown(wait=False, cancel_futures=True)

    async def _renew(
        self, key: tuple[str, int, str], before: _File, make: Make, now: float
    ) -> None:
        file = _File()
        await self._write(key, file, make)
        if not file.is_complete:
            before.checked_at = time.monotonic()
            return
        file.changed_at = before.changed_at if file.etag == before.etag else now
        if self._files.get(key) is before:
            self._files[key] = file

    def _make_room(self) -> None:
        def kept() -> int:
            return sum(file.size for file in self._files.values())

        for key in list(self._files):
            if len(self._files) < MOST and kept() < MOST_BYTES:
                return
            if self._files[key].is_complete:
                del self._files[key]


def _stopped() -> Unavailable:
    return Unavailable(SERVER_STOPPING, retry_after=RETRY_SECONDS)


def _is_current(request: Request, file: _File) -> bool:
    """Return whether the client's copy is this one (RFC 9110, 13.1)."""
    if (tags := request.headers.get(b"if-none-match")) is not None:
        known = [each.strip().removeprefix("W/") for each in tags.decode("latin-1").split(",")]
        return "*" in known or file.etag in known
    since = request.headers.get(b"if-modified-since", b"").decode("latin-1")
    try:
        at = time.strptime(since, "%a, %d %b %Y %H:%M:%S GMT")
    except ValueError:
        return False
    return int(file.changed_at) <= _seconds(at)


def _seconds(at: time.struct_time) -> int:
    return calendar.timegm(at)

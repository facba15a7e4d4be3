"""Addresses at which exported files, and rejected rows of imports, are fetched, whole or in ranges.

`GET /exports/{number}/{until}/{signature}/{name}`: the address is the credential; it is signed,
valid for ten minutes, and given by the operation that retrieves the export.
"""

import base64
import re
from collections.abc import AsyncIterator, MutableMapping
from typing import Any, Final

from msgspec import Struct
from starlette.responses import StreamingResponse

from openmall.access import mall_endpoint
from openmall.access.oauth.directory import Directory
from openmall.configuration import Configuration
from openmall.contract.call import Mall
from openmall.contract.errors import NotFound
from openmall.contract.moments import Clock
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.database.seal import Seal
from openmall.database.session import Database, Session
from openmall.events.file_transfers import download, file_store, sealed_files
from openmall.events.file_transfers import store as transfer_store
from openmall.events.file_transfers.sealed_files import PART_BYTES
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Answer, Request, Send
from openmall.pages.refusals import FILE_ADDRESS_EXPIRED

_FILE: Final = re.compile(
    rb"/exports/([1-9][0-9]{0,9})/([0-9]{1,12})/([0-9a-f]{64})/([a-z]{1,20})-[0-9]{1,10}\.(csv|jsonl)"
)
_RANGE: Final = re.compile(rb"bytes=([0-9]{0,15})-([0-9]{0,15})")
_TYPES: Final = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson"}


class ExportFiles:
    """The ASGI part of exported files; its requests are no calls of an API."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        directory: Directory,
        clock: Clock,
        seal: Seal,
    ) -> None:
        self._default_mall = configuration.default_mall
        self._database = database
        self._directory = directory
        self._clock = clock
        self._seal = seal

    def serves(self, request: Request, address: Address) -> bool:
        """Say whether a request is for an exported file."""
        return address.site in ("mall", "bare") and _FILE.fullmatch(request.raw_path) is not None

    async def answer(self, exchange: Exchange) -> None:
        """Answer the file, a range of it, or an error."""
        request, send = exchange.request, exchange.send
        found: list[StreamingResponse] = []

        async def look_up() -> Answer:
            answer = await self._answer(request, exchange.address)
            if isinstance(answer, Answer):
                return answer
            found.append(answer)
            return Answer(answer.status_code, b"", [])

        if request.method not in ("GET", "HEAD"):
            await mall_endpoint.answer(send, request, _refuse(), [])
            return
        held = _Held()
        await mall_endpoint.answer(held.send, request, look_up(), [])
        if found:
            found[0].headers["x-request-id"] = request.id
            await found[0](exchange.scope, exchange.receive, send)
        else:
            await held.release(send)

    async def _answer(self, request: Request, address: Address) -> Answer | StreamingResponse:
        mall = await mall_endpoint.mall(address, self._directory, self._default_mall)
        matched = _FILE.fullmatch(request.raw_path)
        assert matched is not None
        number, until, signature = int(matched[1]), int(matched[2]), matched[3].decode()
        now = int(mall.clock(self._clock).now())
        if not download.is_valid(
            self._seal, mall.mall_id, number, until=until, signature=signature, now=now
        ):
            raise NotFound(FILE_ADDRESS_EXPIRED)
        async with self._database.reading(mall.mall_id) as db:
            found = await _find(db, number, is_rejected=matched[4] == download.REJECTED.encode())
        span = _span(request.headers.get(b"range"), found.size)
        if span is None:
            size = (b"content-range", b"bytes */%d" % found.size)
            return Answer(416, b"", [size, (b"content-length", b"0")])
        first, last = span
        name = request.raw_path.decode().rpartition("/")[2]
        headers = {
            "Accept-Ranges": "bytes",
            "Cache-Control": "private, no-store",
            "Content-Disposition": f'attachment; filename="{name}"',
            "Content-Length": str(last - first + 1),
            "Content-Type": _TYPES[matched[5].decode()],
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
        is_part = (first, last) != (0, found.size - 1)
        if is_part:
            headers["Content-Range"] = f"bytes {first}-{last}/{found.size}"
        body = self._content(mall, found, first, last) if request.method == "GET" else _nothing()
        return StreamingResponse(body, 206 if is_part else 200, headers)

    async def _content(
        self, mall: Mall, found: "_File", first: int, last: int
    ) -> AsyncIterator[bytes]:
        """Yield the bytes from `first` to `last`, a part of the file in memory at a time."""
        for at in range(first // PART_BYTES, last // PART_BYTES + 1):
            async with self._database.reading(mall.mall_id) as db:
                part_no = found.first_part + at
                sealed = await file_store.part(db, found.transfer_no, part_no)
            if sealed is None:
                return  # it was deleted meanwhile; the client sees that bytes are missing
            about = sealed_files.about(mall.mall_id, found.transfer_no, part_no)
            content = base64.b64decode(self._seal.open(sealed, about=about))
            begin = at * PART_BYTES
            yield content[max(first - begin, 0) : last - begin + 1]


class _File(Struct, frozen=True):
    """A file in sealed parts."""

    transfer_no: int
    size: int
    first_part: int


async def _find(db: Session, number: int, *, is_rejected: bool) -> _File:
    """Return the file of an export, or of the rejected rows of an import. Raises NotFound (404)."""
    transfer = await transfer_store.find(db, number)
    if transfer is not None and is_rejected and transfer.direction == "import":
        size = await file_store.rejected_size(db, number)
        if transfer.finished_at and size:
            return _File(number, size, file_store.REJECTED_PART)
    elif (
        transfer is not None
        and transfer.direction == "export"
        and not is_rejected
        and transfer.state == "succeeded"
        and transfer.size
    ):
        return _File(number, transfer.size, 1)
    raise NotFound(NO_SUCH, resource=Phrase("file"))


class _Held:
    """Messages of an answer that is only sent when there is no file."""

    def __init__(self) -> None:
        self._messages: list[MutableMapping[str, Any]] = []

    async def send(self, message: MutableMapping[str, Any]) -> None:
        self._messages.append(message)

    async def release(self, send: Send) -> None:
        for message in self._messages:
            await send(message)


async def _nothing() -> AsyncIterator[bytes]:
    yield b""


async def _refuse() -> Answer:
    raise mall_endpoint.OtherMethod(allowed="GET")


def _span(header: bytes | None, size: int) -> tuple[int, int] | None:
    """Return the first and last byte that are asked for; None: there is nothing there.

    A header that is no single range of bytes is ignored.
    """
    matched = _RANGE.fullmatch(header or b"")
    if matched is None or not (matched[1] or matched[2]):
        return 0, size - 1
    if not matched[1]:
        length = min(int(matched[2]), size)
        return (size - length, size - 1) if length else None
    first = int(matched[1])
    last = min(int(matched[2]), size - 1) if matched[2] else size - 1
    if first >= size:
        return None
    return (first, last) if first <= last else (0, size - 1)

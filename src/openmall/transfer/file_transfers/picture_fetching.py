"""Fetches the pictures that a file of products names, and stores them in the sizes of the shop.

Addresses are the choice of the author of the file, so they are asked over the guarded connections
of webhooks: no network of this machine, HTTPS, few redirects, a time and a size at most. What comes
is decoded and encoded again as a picture that is uploaded.
"""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final

import msgspec

from openmall.commerce.product.images import framed
from openmall.commerce.store.images_setting import ImagesSetting
from openmall.contract.call import Call, Mall, Services
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid
from openmall.contract.outgoing import NoReply
from openmall.contract.pictures import Size
from openmall.contract.worker_threads import PICTURES
from openmall.database.session import Database, Session
from openmall.events.file_transfers import picture_store
from openmall.events.file_transfers.picture_store import ImportedPicture
from openmall.transfer.imports.columns import IMAGES, Plan, Reader
from openmall.transfer.imports.fetched_pictures import FetchedPictures
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.records import BrokenFile

MAX_BYTES: Final = 10 * 1024 * 1024
"""Of one picture, as of one that is uploaded."""
MOST: Final = 100_000
"""Pictures of one file that are fetched; further ones keep their address."""
_AT_ONCE: Final = 4
_BATCH: Final = 16
"""Pictures whose outcome is written in one transaction."""
_LONGEST_REASON: Final = 200
_SIZES: Final = {
    "detail_image": "detail",
    "list_image": "list",
    "tiny_image": "tiny",
    "small_image": "small",
    "big": "zoom",
}
"""Picture that is stored -> the image size of the shop it is made in."""
_SCHEMES: Final = ("https://", "http://")
# a picture takes up to a hundred megabytes while it is rendered
_RENDERING: Final = asyncio.Semaphore(1)


def addresses(source: Source, plan: Plan) -> list[str]:
    """Return the addresses of pictures that a file names, each once, in their order."""
    reader, found = Reader(plan), dict[str, None]()
    try:
        for record in source.records():
            if record.error or not reader.wants(record.values):
                continue
            for address in _named(reader.fields(record.values)):
                found[address] = None
            if len(found) >= MOST:
                break
    except BrokenFile:
        pass  # the import says so
    return list(found)[:MOST]


def _named(fields: dict[str, Any]) -> Iterable[str]:
    values = [fields.get(name) for name in ("image", *IMAGES)]
    others = fields.get("additional_image")
    if isinstance(others, str):
        try:
            others = msgspec.json.decode(others)
        except msgspec.DecodeError:
            others = None
    values += others if isinstance(others, list) else []
    return (v for v in values if isinstance(v, str) and v.lower().startswith(_SCHEMES))


class PictureFetcher:
    """Fetches the pictures of one import."""

    def __init__(
        self, database: Database, services: Services, mall: Mall, transfer_no: int, shop_no: int
    ) -> None:
        self._database, self._services, self._mall = database, services, mall
        self._transfer_no, self._shop_no = transfer_no, shop_no

    async def fetch(
        self, named: Sequence[str], go_on: Callable[[], Awaitable[None]]
    ) -> FetchedPictures:
        """Fetch what was not fetched before; return all that are stored.

        `go_on` is called between two batches, and ends it by raising.
        """
        async with self._database.reading(self._mall.mall_id) as db:
            known = {
                each.address: each for each in await picture_store.fetched(db, self._transfer_no)
            }
            sizes = await self._frames(db)
        missing = [(at, each) for at, each in enumerate(named, 1) if each not in known]
        turns = asyncio.Semaphore(_AT_ONCE)
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            done = await asyncio.gather(
                *(self._one(at, address, sizes, turns) for at, address in batch)
            )
            await go_on()
            async with self._database.writing(self._mall.mall_id) as db:
                await picture_store.put(db, self._transfer_no, done)
            known |= {each.address: each for each in done}
        stored = {address: each.paths for address, each in known.items() if each.paths}
        return FetchedPictures({a: msgspec.json.decode(paths) for a, paths in stored.items()})

    async def _frames(self, db: Session) -> list[Size | None]:
        call = Call(self._mall.clock(self._services.clock), db, self._mall, self._shop_no)
        sizes = (await current(call, ImagesSetting)).product_image_size
        return [framed(sizes, name) for name in _SIZES.values()]

    async def _one(
        self, at: int, address: str, sizes: Sequence[Size | None], turns: asyncio.Semaphore
    ) -> ImportedPicture:
        try:
            async with turns:
                content = await self._services.outgoing.download(address, max_bytes=MAX_BYTES)
            sent = base64.b64encode(content).decode()
            async with _RENDERING:
                made = await PICTURES.run(
                    self._services.pictures.make,
                    self._mall.mall_id,
                    sent,
                    sizes,
                    parameter="image",
                )
        except NoReply as error:
            return ImportedPicture(at, address, "", (str(error) or "no answer")[:_LONGEST_REASON])
        except Invalid as error:
            return ImportedPicture(at, address, "", error.message[:_LONGEST_REASON])
        paths = dict(zip(_SIZES, made, strict=True))
        return ImportedPicture(at, address, msgspec.json.encode(paths).decode(), "")

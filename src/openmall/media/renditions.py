"""Renditions of stored pictures: WebP, as wide as a page shows them.

`/files/sized/320-jpg/ab/<digest>.webp` is `/files/made/ab/<digest>.jpg` at 320 pixels, rendered
from its original where that is kept. The first who asks has it rendered; it is stored beside the
picture and swept with it, as it has its digest.
"""

import asyncio
import re
from typing import Final

from openmall.contract.pictures import RENDITION_WIDTHS, Size
from openmall.contract.worker_threads import PICTURES
from openmall.media import workshop
from openmall.media.store import Store, made_of

_ENDING: Final = "webp"
_NAME: Final = re.compile(
    rf"sized/({'|'.join(map(str, RENDITION_WIDTHS))})-(jpg|png|webp)"
    r"/([0-9a-f]{2})/([0-9a-f]{38}(?:-\d{1,5}x\d{1,5}){0,2})\.webp"
)
# a picture takes up to a hundred megabytes while it is rendered
_TURN: Final = asyncio.Semaphore(1)


def original(path: str) -> str | None:
    """Return the name of the picture whose rendition it is; None for any other path."""
    named = _NAME.fullmatch(path)
    return f"made/{named[3]}/{named[4]}.{named[2]}" if named else None


async def render(store: Store, mall_id: str, path: str) -> bool:
    """Store a rendition; return False where its picture is missing or damaged.

    Raises PicturesAway.
    """
    named = _NAME.fullmatch(path)
    source = original(path)
    if named is None or source is None:
        return False
    width = int(named[1])
    async with _TURN:
        if await PICTURES.run(store.written_at, mall_id, path) is not None:
            return True
        return await PICTURES.run(_render, store, mall_id, source, path, width)


def _render(store: Store, mall_id: str, source: str, path: str, width: int) -> bool:
    named = made_of(source)
    larger = named.original if named is not None else ""
    content = (store.read(mall_id, larger) if larger else None) or store.read(mall_id, source)
    if content is None:
        return False
    # high pictures are shown as wide as others
    size = Size(width, 4 * width)
    try:
        picture = workshop.decode_pixels(workshop.open_picture(content), [size])
    except workshop.InvalidPicture:
        return False
    store.write(mall_id, path, workshop.encode(picture, size, _ENDING))
    return True

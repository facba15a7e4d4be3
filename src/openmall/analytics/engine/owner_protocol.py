"""The protocol between workers and the owner of the file: frames of MessagePack on a socket.

A frame is four bytes of length, the most significant first, and a request or its answer. Answers
carry the number of their request, as a quick question does not wait for a slow one.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from openmall.analytics.engine.engine import Batch, Cell, Values

LONGEST: Final = 256 * 1024 * 1024
"""Bytes of a frame; a longer one is not of this protocol."""


class Keep(Struct, frozen=True, kw_only=True, tag=True):
    batches: Sequence[Batch]


class Ask(Struct, frozen=True, kw_only=True, tag=True):
    question: str
    values: Values


class Tidy(Struct, frozen=True, kw_only=True, tag=True):
    pass


class Forget(Struct, frozen=True, kw_only=True, tag=True):
    mall_id: str


class TakeBack(Struct, frozen=True, kw_only=True, tag=True):
    mall_id: str
    first: int
    last: int


What = Keep | Ask | Tidy | Forget | TakeBack


class Request(Struct, frozen=True, array_like=True):
    number: int
    what: What


class Answer(Struct, frozen=True, array_like=True):
    number: int
    rows: list[tuple[Cell, ...]] = []
    error: str = ""
    """What is wrong with the request; empty: nothing is."""
    too_long: bool = False
    """It is that it took longer than it may."""


REQUEST: Final = msgspec.msgpack.Decoder(Request)
ANSWER: Final = msgspec.msgpack.Decoder(Answer)
_ENCODER: Final = msgspec.msgpack.Encoder(decimal_format="number")
_LENGTH: Final = 4


def socket_of(folder: Path) -> Path:
    """Return where the owner of a data directory listens."""
    return folder / "analytics.sock"


async def read(reader: asyncio.StreamReader) -> bytes:
    """Return the next frame. Raises EOFError when there is none any more."""
    try:
        length = int.from_bytes(await reader.readexactly(_LENGTH), "big")
        if length > LONGEST:
            raise EOFError("a frame is too long")
        return await reader.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError) as error:
        raise EOFError("the other side is gone") from error


def framed(what: Request | Answer) -> bytes:
    """Return a request or an answer as a frame."""
    content = _ENCODER.encode(what)
    return len(content).to_bytes(_LENGTH, "big") + content

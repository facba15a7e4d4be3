"""A proxy before a PostgreSQL server that counts round trips: how often the server became ready."""

import asyncio
from typing import Final

from tests.network import Link

_READY: Final = ord("Z")
_HEAD: Final = 5
"""Bytes of a message's type and length."""


class CountingLink(Link):
    """A port that forwards to the port of a server, without TLS, and counts its answers."""

    def __init__(self, far: int) -> None:
        self.round_trips = 0
        super().__init__(far)

    async def _forward(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        if target.get_extra_info("peername")[1] == self._far:  # what the client sends
            await super()._forward(source, target)
            return
        waiting, to_skip = b"", 0
        while data := await source.read(65_536):
            target.write(data)
            await target.drain()
            waiting += data[to_skip:]
            to_skip = max(to_skip - len(data), 0)
            while len(waiting) >= _HEAD:
                self.round_trips += waiting[0] == _READY
                length = 1 + int.from_bytes(waiting[1:_HEAD])
                to_skip = max(length - len(waiting), 0)
                waiting = waiting[length:]
        raise ConnectionResetError

"""What answers requests: the APIs, the pages, and everything else that `app.py` lists in order."""

from typing import Protocol

from msgspec import Struct

from openmall.http.addressing import Address
from openmall.http.request import Receive, Request, Scope, Send


class Exchange(Struct, frozen=True, eq=False):
    """A request, and how it is answered."""

    request: Request
    address: Address
    scope: Scope
    """For responses of Starlette, as `receive` and `send`."""
    receive: Receive
    send: Send


class Endpoint(Protocol):
    """Answers the requests that it serves, and no endpoint before it."""

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for it, by address, path and method alone."""
        ...

    async def answer(self, exchange: Exchange) -> None:
        """Answer a request that it serves. Never raises."""
        ...

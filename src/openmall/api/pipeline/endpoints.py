"""The APIs as endpoints of the application: first by their prefixes, and last for all the rest."""

from collections.abc import Awaitable, Callable, Sequence
from typing import get_args

from openmall.api.pipeline.api_definitions import ApiDefinitions
from openmall.http.addressing import Address, Site
from openmall.http.endpoint import Endpoint, Exchange
from openmall.http.request import Answer, Request

Handle = Callable[[Request, Address], Awaitable[Answer]]


class ApiCalls:
    """Paths below the prefix of an API. Most requests are for one of these."""

    def __init__(
        self, handle: Handle, definitions: ApiDefinitions, *, among: Sequence[Endpoint]
    ) -> None:
        """`among`: endpoints with paths below such a prefix, which they keep."""
        self._handle = handle
        self._among = among
        self._prefixes: dict[Site, tuple[bytes, ...]] = {
            site: tuple(
                f"/{'/'.join(each.prefix)}/".encode()
                for each in definitions.all
                if each.prefix and site in each.sites
            )
            for site in get_args(Site)
        }

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a path is below the prefix of an API, and no other endpoint's."""
        return request.raw_path.startswith(self._prefixes[address.site]) and not any(
            each.serves(request, address) for each in self._among
        )

    async def answer(self, exchange: Exchange) -> None:
        """Run the request pipeline. Never raises."""
        answer = await self._handle(exchange.request, exchange.address)
        await answer.send(exchange.send)


class OtherPaths:
    """What no other endpoint serves: APIs without a prefix, and URLs that are unknown (404)."""

    def __init__(self, handle: Handle) -> None:
        self._handle = handle

    def serves(self, request: Request, address: Address) -> bool:
        """Return True."""
        return True

    async def answer(self, exchange: Exchange) -> None:
        """Run the request pipeline. Never raises."""
        answer = await self._handle(exchange.request, exchange.address)
        await answer.send(exchange.send)

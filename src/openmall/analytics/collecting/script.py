"""Serves the script of shops' pages, at `/analytics.js?shop_no=1` on every mall's host.

`openmall.min.js` is `openmall.js` made small (`make script`). The number of the shop and what it
lets browsers keep are put into it, so that a page needs no more than to name it.
"""

from importlib import resources
from typing import Final

from openmall.access import mall_endpoint
from openmall.access.oauth.directory import Directory
from openmall.analytics.collecting.setting import Settings
from openmall.configuration import Configuration
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Answer, Request

PATH: Final = b"/analytics.js"
CACHE: Final = "public, max-age=3600"
"""A changed setting is in every browser an hour later."""
_SHIPPED: Final = (
    resources.files("openmall.analytics.collecting").joinpath("openmall.min.js").read_bytes()
)


class Script:
    """The part of the application that serves the script."""

    def __init__(
        self, configuration: Configuration, directory: Directory, settings: Settings
    ) -> None:
        self._default_mall = configuration.default_mall
        self._directory = directory
        self._settings = settings

    def serves(self, request: Request, address: Address) -> bool:
        """Say whether a request is for the script."""
        return mall_endpoint.serves(PATH, request, address)

    async def answer(self, exchange: Exchange) -> None:
        """Answer with the script, 304 where the browser has it, or an error."""
        request, finding = exchange.request, self._find(exchange.request, exchange.address)
        await mall_endpoint.answer(exchange.send, request, finding, [])

    async def _find(self, request: Request, address: Address) -> Answer:
        if request.method not in ("GET", "HEAD"):
            raise mall_endpoint.OtherMethod(allowed="GET, HEAD")
        mall = await mall_endpoint.mall(address, self._directory, self._default_mall)
        shop_no = mall_endpoint.requested_shop(request, mall)
        setting = await self._settings.of(mall.mall_id, shop_no)
        script = filled(shop_no, respect=setting.respect_do_not_track == "T")
        return mall_endpoint.javascript(request, script, cache=CACHE)


def filled(shop_no: int, *, respect: bool) -> bytes:
    """Return the script of a shop."""
    script = _SHIPPED.replace(b"SHOP", b"%d" % shop_no)
    return script.replace(b"RESPECT", b"1" if respect else b"0")

"""Serves the scripts of apps to pages of other shops, at `/scripttags.js` on every mall's host.

`/scripttags.js?shop_no=1&display_location=PRODUCT_DETAIL` is a script that adds the scripts of that
display location to the page that includes it, in their order, unless they exclude its path.
`skin_no` names the design of the page; without it, a page has no script that is only for some. It
adds none on an origin that serves staff pages as well (`access/staff_site.py`).
"""

from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qs

import msgspec

from openmall.access import mall_endpoint, staff_site
from openmall.access.oauth.directory import Directory
from openmall.commerce.application.scripttags import placement
from openmall.commerce.application.scripttags.placement import ScriptTags
from openmall.configuration import Configuration
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Answer, Request

PATH: Final = b"/scripttags.js"
CACHE: Final = "public, max-age=60"
"""A script that is removed is gone from every page a minute later."""
_SCRIPT: Final = b"""(function (tags) {
  tags.forEach(function (tag) {
    if (tag.exclude_path.indexOf(location.pathname) !== -1) return;
    var script = document.createElement("script");
    script.async = false;
    if (tag.integrity) {
      script.integrity = tag.integrity;
      script.crossOrigin = "anonymous";
    }
    script.src = tag.src;
    document.head.appendChild(script);
  });
})(TAGS);
"""


class ScriptTagEndpoint:
    """The part of the application that serves the script."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        directory: Directory,
        clock: Clock,
        cache_epoch: Callable[[], int],
    ) -> None:
        """`cache_epoch`: as of `Directory`."""
        self.tags = ScriptTags(database, clock, cache_epoch)
        """The tags of every mall, as this worker remembers them."""
        self._default_mall = configuration.default_mall
        self._directory = directory

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for the script."""
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
        query = parse_qs(request.query_string.decode("latin-1"))
        skin = query.get("skin_no", [""])[0]
        runs = staff_site.runs_scripts_of_others(request, address)
        tags = placement.at_location(
            await self.tags.of(mall.mall_id, shop_no) if runs else (),
            query.get("display_location", [""])[0],
            int(skin) if skin.isascii() and skin.isdigit() and len(skin) < 16 else None,
        )
        listed = [
            {
                "src": tag.src,
                "integrity": tag.integrity,
                "exclude_path": tag.exclude_path or [],
            }
            for tag in tags
        ]
        script = _SCRIPT.replace(b"TAGS", msgspec.json.encode(listed))
        return mall_endpoint.javascript(request, script, cache=CACHE)

"""Files of a shop that are made once for all callers: feeds and sitemaps.

They are made in a thread, with an event loop and a connection to the store of its own: a feed of
many products takes seconds, in which the worker answers other requests. What they say does not
depend on who asks first: nobody is signed in, and addresses are the configured ones.
"""

from collections.abc import AsyncIterator, Callable
from copy import copy

from msgspec.structs import replace
from starlette.responses import Response

from openmall.database.factory import open_database
from openmall.database.session import Database
from openmall.http.addressing import Address
from openmall.pages.sampleshop.page_context import PageContext

Make = Callable[[PageContext], AsyncIterator[str]]
"""Yields the text of a file in parts."""


def origin(context: PageContext) -> str:
    """Return the configured `https://host[:port]` of the mall, for what many are given."""
    return context.client.links.of_shop(context.mall.mall_id)


async def answer(
    context: PageContext, name: str, make: Make, *, seconds: float, media_type: str
) -> Response:
    """Answer a file of a shop that is made once for all callers. Raises Unavailable (503)."""

    async def text() -> AsyncIterator[str]:
        configuration = context.client.configuration
        database = open_database(configuration)
        try:
            async for part in make(_for_everybody(context, database)):
                yield part
        finally:
            await database.close()

    key = (context.mall.mall_id, context.shop.shop_no, name)
    return await context.files.answer(
        context.visit.request, key, text, seconds=seconds, now=context.now, media_type=media_type
    )


def _for_everybody(context: PageContext, database: Database) -> PageContext:
    mall_id = context.mall.mall_id
    other = copy(context)
    other.visit = replace(
        context.visit, address=Address(site="mall", mall_id=mall_id, origin=origin(context))
    )
    other.shopper = None
    other.database, other.client = database, context.client.on(database)
    return other

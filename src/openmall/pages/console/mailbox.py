"""The mailbox of a test mall: what its customers would have received."""

import re
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.contract.json_values import Encodable
from openmall.events.messages import sealed_texts
from openmall.events.messages import store as message_store
from openmall.events.messages.store import Listed
from openmall.http.web.languages import marked
from openmall.pages.console import mall_clock
from openmall.pages.console.page_context import PageContext, PageError, time

PAGE_SIZE: Final = 25
CHANNELS: Final = {
    "email": marked("E-mail"),
    "sms": marked("Text message"),
    "push": marked("Push message"),
    "chatapp": marked("Chat message"),
}
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/malls/{mall_id}/messages`: list messages, the newest first."""
    if await mall_clock.read_clock(context) is None:
        # an old test mall is none, and its messages may be delivered
        raise PageError(
            marked("Page not found"), marked("This test mall is not a sandbox."), status=404
        )
    recipient = context.query.text("recipient").strip()
    before = context.query.text("before")
    filters: dict[str, Encodable] = {"recipient": recipient} if recipient else {}
    kept = dict(filters)
    if _NUMBER.fullmatch(before):
        filters["before"] = int(before)
    async with context.database.reading(context.mall.mall_id) as db:
        found = await message_store.listed(db, limit=PAGE_SIZE + 1, **filters)
    seal, mall_id = context.services.webhooks.context.seal, context.mall.mall_id
    shown = [sealed_texts.opened(seal, mall_id, each, each.sealed) for each in found[:PAGE_SIZE]]
    older = {**kept, "before": shown[-1].message_no} if len(found) > PAGE_SIZE else {}
    page = f"{context.mall_home}/messages"
    return context.show(
        "mailbox.html",
        mall=context.mall,
        recipient=recipient,
        lines=[
            (each, _about(context, each), context.translate(CHANNELS[each.channel]),
             time(each.created_at))
            for each in shown
        ],
        older=f"{page}?{urlencode(older)}" if older else "",
    )  # fmt: skip


def _about(context: PageContext, message: Listed) -> str:
    """Return the occasion of a message; of one to many its subject."""
    occasion = CATALOGUE.occasions.get(message.occasion)
    return occasion.name.translate(context.language) if occasion else message.subject

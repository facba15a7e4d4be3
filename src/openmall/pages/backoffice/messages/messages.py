"""The mailbox of a mall: messages to customers, what became of them, and sending one again."""

import re
from typing import Final, get_args
from urllib.parse import urlencode

from starlette.responses import Response

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.notification.automails import OF_CUSTOMERS_ALONE
from openmall.commerce.notification.subscribers import confirmation_mail
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.journal import record
from openmall.contract.json_values import Encodable
from openmall.events.messages import store as message_store
from openmall.events.messages.store import Listed
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.accounts.staff_links import Occasion
from openmall.pages.backoffice.page_context import PageContext, PageError, time

PAGE_SIZE: Final = 50
CHANNELS: Final = {
    "email": marked("E-mail"),
    "sms": marked("Text message"),
    "push": marked("Push message"),
    "chatapp": marked("Chat message"),
}
STATES: Final = {
    "queued": marked("Waiting"),
    "sending": marked("Being sent"),
    "handed_over": marked("Being sent"),
    "sent": marked("Sent"),
    "failed": marked("Failed"),
    "unknown": marked("Unknown"),
    "mailbox": marked("Kept here"),
}
BADGES: Final = {"sent": "", "failed": "bad", "unknown": "bad"}
AGAIN: Final = frozenset({"failed", "unknown"})
"""States in which a message can be sent again."""
_OF_RECIPIENTS_ALONE: Final = OF_CUSTOMERS_ALONE | {confirmation_mail.OCCASION}
STAFF_OCCASIONS: Final = frozenset(get_args(Occasion))
"""Messages with a link that sets the password of a manager."""
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")
_DONE: Final = {
    "again": marked("The message is sent again in a moment."),
    "not": marked("The message cannot be sent again."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/messages`: list the messages that match the filters, newest first."""
    query = context.visit.query
    typed = {name: query.text(name).strip() for name in ("recipient", "state", "before")}
    filters: dict[str, Encodable] = {}
    if typed["recipient"]:
        filters["recipient"] = typed["recipient"]
    if typed["state"] == "undelivered":
        filters["undelivered"] = True
    if _NUMBER.fullmatch(typed["before"]):
        filters["before"] = int(typed["before"])
    async with context.database.reading(context.mall_id) as db:
        found = await message_store.listed(db, limit=PAGE_SIZE + 1, **filters)
    kept = {name: typed[name] for name in ("recipient", "state") if typed[name]}
    shown = found[:PAGE_SIZE]
    older = {**kept, "before": shown[-1].message_no} if len(found) > PAGE_SIZE else {}
    return context.show(
        "messages.html",
        typed=typed,
        filtered=bool(kept),
        lines=[(each, _name(context, each), time(each.created_at)) for each in shown],
        channels=CHANNELS,
        states=STATES,
        badges=BADGES,
        older=f"{menu_pages.MESSAGES.path}?{urlencode(older)}" if older else "",
        newest=f"{menu_pages.MESSAGES.path}?{urlencode(kept)}" if typed["before"] else "",
    )


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/messages/<number>`: show a message and the attempts to deliver it."""
    message = await _find(context)
    done = _DONE.get(context.visit.query.text("done"), "")
    async with context.database.reading(context.mall_id) as db:
        attempts = await message_store.attempts(db, message.message_no)
    return context.show(
        "message.html",
        message=message,
        about=_name(context, message),
        at=time(message.created_at),
        attempts=[(number, time(at), outcome, answer) for number, at, outcome, answer in attempts],
        channels=CHANNELS,
        states=STATES,
        badges=BADGES,
        may_resend=message.state in AGAIN and bool(message.recipient),
        # the link in it sets a password
        hidden=message.occasion in STAFF_OCCASIONS
        or (message.occasion in _OF_RECIPIENTS_ALONE and context.visit.mall.sandbox is None),
        done=context.translate(done) if done else "",
    )


async def resend(context: PageContext) -> Response:
    """Handle `POST /admin/messages/<number>`: send a message again that failed, or may have."""
    context.require_no_approval()
    await context.form()
    message = await _find(context)
    async with context.database.writing(context.mall_id) as db:
        queued = await message_store.resend(db, message.message_no)
        if queued:
            await record.write_browser_action(
                db,
                context.clock,
                context.user,
                action="message resend",
                shop_no=message.shop_no,
                subject=f"message {message.message_no}",
                changes={"state": (message.state, "queued")},
            )
    done = "again" if queued else "not"
    return redirect(f"{menu_pages.MESSAGES.path}/{message.message_no}?done={done}")


async def _find(context: PageContext) -> Listed:
    if _NUMBER.fullmatch(context.subpath):
        async with context.database.reading(context.mall_id) as db:
            found = await message_store.listed(db, limit=1, message_no=int(context.subpath))
        if found:
            return found[0]
    raise PageError(
        marked("Page not found"), marked("There is no such message, or not any more."), status=404
    )


def _name(context: PageContext, message: Listed) -> str:
    """Return what a message is about: its occasion, else its subject."""
    occasion = CATALOGUE.occasions.get(message.occasion)
    return occasion.name.translate(context.language) if occasion else message.subject

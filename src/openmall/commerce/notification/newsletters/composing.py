"""Makes the mail of a newsletter: text, HTML, and the address to unsubscribe."""

import re
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup, escape

from openmall.commerce.notification.batches.store import Batch
from openmall.commerce.notification.intake import composing
from openmall.commerce.notification.intake.message_settings import (
    NEWSLETTER,
    Settings,
    settings_of,
)
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.newsletters.plain_text import plain_text
from openmall.commerce.notification.recipientgroups.search import Member
from openmall.commerce.notification.templates.rendering import Texts
from openmall.contract.call import Call
from openmall.events.messages.outbox import Draft

NAME: Final = "[NAME]"
_LINK: Final = re.compile(r"https?://[^\s<>\"]{1,2000}")
_OWN_ADDRESS: Final = re.compile(r'\b(src|href)="/(?![/\\])')
_TRAILING: Final = ".,;:!?)"


def text_and_html(body: str, name: str) -> tuple[str, str]:
    """Return the text of a newsletter to a customer, and its HTML with links and paragraphs."""
    text = body.replace("\r\n", "\n").replace(NAME, name).strip()
    paragraphs = [each for each in re.split(r"\n{2,}", text) if each]
    return text, "".join(f"<p>{_linked(each)}</p>" for each in paragraphs)


def of_html(body: str, name: str, origin: str) -> tuple[str, str]:
    """Return the text of a newsletter that is cleaned HTML, to a customer, and its HTML.

    Addresses on the shop's own host become whole ones, below `origin`; pictures are not wider than
    the mail. There is no picture that counts whether the mail is opened.
    """
    html = body.replace(NAME, escape(name))
    html = _OWN_ADDRESS.sub(rf'\1="{origin}/', html)
    html = html.replace("<img ", '<img style="max-width:100%;height:auto" ')
    return plain_text(html), html


def _linked(paragraph: str) -> str:
    parts, end = [], 0
    for match in _LINK.finditer(paragraph):
        address = match[0].rstrip(_TRAILING)
        parts.append(escape(paragraph[end : match.start()]))
        parts.append(Markup('<a href="{0}">{0}</a>').format(address))
        end = match.start() + len(address)
    parts.append(escape(paragraph[end:]))
    return str(Markup("").join(parts)).replace("\n", "<br>")


async def drafts_of(call: Call, batch: Batch, receivers: Sequence[Member]) -> list[Draft]:
    """Return the mails of a newsletter to customers who agreed to it, one to each address."""
    settings = await settings_of(call)
    drafts = []
    for each in receivers:
        notice = _notice(call.shop_no, each)
        mail = mail_of(
            batch.content.title,
            batch.content_os_a,
            notice,
            settings,
            unsubscribe=composing.unsubscribe_address(call, notice),
            batch=batch.code,
            origin=call.links.of_shop(call.mall.mall_id) if batch.content.is_html else "",
        )
        drafts.append(mail)
    return drafts


def mail_of(
    subject: str,
    body: str,
    notice: Notice,
    settings: Settings,
    *,
    unsubscribe: str,
    batch: str = "",
    origin: str = "",
) -> Draft:
    """Return the mail of a newsletter to a customer, or to a manager who tests it.

    `origin`: that of the mall's host, where the body is HTML; empty: it is plain text.
    """
    if origin:
        text, html = of_html(body, notice.name, origin)
    else:
        text, html = text_and_html(body, notice.name)
    texts = Texts(subject=subject.replace(NAME, notice.name), text=text, html=html, short="")
    return composing.mail_of(
        notice,
        settings,
        texts,
        recipient=notice.email,
        member_id=notice.member_id,
        unsubscribe=unsubscribe,
        batch=batch,
    )


def _notice(shop_no: int, member: Member) -> Notice:
    return Notice(
        occasion=NEWSLETTER,
        shop_no=shop_no,
        member_id=member.member_id,
        name=member.name,
        email=member.email,
        cellphone="",
        news_mail="T",
    )

"""Makes messages of notices, as the settings of the shop have it: mail, and one other channel."""

from typing import Final
from urllib.parse import quote

from markupsafe import escape

from openmall.access import signed_links
from openmall.access.signed_links import Link
from openmall.commerce.notification.intake import store as intake_store
from openmall.commerce.notification.intake.message_settings import (
    MARKETING,
    Settings,
    settings_of,
)
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.intake.short_messages import short_messages, text_messages
from openmall.commerce.notification.templates import store as template_store
from openmall.commerce.notification.templates.rendering import Texts, texts_of
from openmall.commerce.store.profile import StoreProfile
from openmall.contract.call import Call
from openmall.events.messages.outbox import Draft
from openmall.translations.catalogues import Message

__all__ = ["MARKETING", "Settings", "drafts_of", "mail_of", "settings_of", "text_messages"]

UNSUBSCRIBE_PATH: Final = "/unsubscribe"
"""Page at every mall's host that withdraws the consent to mail that advertises."""
_UNSUBSCRIBE: Final = Message("Unsubscribe from mail like this: [ADDRESS]")
_ADVERTISES: Final = Message("(Advertisement)")
_HTML: Final = (
    '<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{subject}</title>'
    "</head><body>{body}{foot}</body></html>"
)


async def drafts_of(call: Call, notice: Notice, settings: Settings) -> list[Draft]:
    """Return the messages that tell of a notice; none where the shop sends nothing.

    Text messages are charged; one that nothing is left for is left out.
    """
    texts = await texts_for(call, notice, settings)
    link = notice.decline_address
    if notice.occasion in MARKETING:
        link = unsubscribe_address(call, notice)
    drafts = [
        mail_of(
            notice,
            settings,
            texts,
            recipient=address,
            member_id=member_id,
            unsubscribe=link if address == notice.email else "",
        )
        for address, member_id in await _mail_addresses(call, notice, settings)
    ]
    if not notice.by_short_message:
        return drafts
    return drafts + await short_messages(call, notice, settings, texts.short)


async def texts_for(call: Call, notice: Notice, settings: Settings) -> Texts:
    """Return the texts of a notice: those of the shop's template where it can be rendered."""
    texts, failure = texts_of(
        notice.occasion,
        settings.language,
        values_of(notice, settings),
        settings.templates.get(notice.occasion),
    )
    if failure is not None:
        await template_store.record_failure(
            call.db,
            (notice.shop_no, notice.occasion, settings.language),
            failure=failure,
            now=int(call.clock.now()),
        )
    return texts


def values_of(notice: Notice, settings: Settings) -> dict[str, str]:
    """Return the values of the variables in the text of a notice."""
    profile: StoreProfile = settings.profile
    return {
        **notice.values,
        "NAME": notice.name,
        "SHOP_NAME": settings.name,
        # how to reach the shop: its address where it has no phone
        "SHOP_PHONE": profile.customer_service_phone
        or profile.phone
        or profile.customer_service_email
        or profile.email,
    }


def unsubscribe_address(call: Call, notice: Notice) -> str:
    """Return the address at which a customer withdraws the consent to mail that advertises.

    A notice without a customer is to a mail address alone, which the link holds sealed.
    """
    mall_id, sealed = call.mall.mall_id, ""
    if not notice.member_id and notice.email:
        sealed = call.seal.close(notice.email, about=sealed_address(mall_id))
    link = Link(mall_id=mall_id, shop_no=notice.shop_no, member_id=notice.member_id, address=sealed)
    token = signed_links.issue(call.seal, "unsubscribe", link)
    return f"{call.links.of_shop(call.mall.mall_id)}{UNSUBSCRIBE_PATH}?token={quote(token)}"


def sealed_address(mall_id: str) -> str:
    """Return what the mail addresses in links of a mall are sealed about."""
    return f"newsletter address of {mall_id}"


def mail_of(
    notice: Notice,
    settings: Settings,
    texts: Texts,
    *,
    recipient: str,
    member_id: str,
    unsubscribe: str = "",
    batch: str = "",
) -> Draft:
    """Return the mail that tells of a notice; `unsubscribe`: where its customer declines more.

    `batch`: the newsletter that it belongs to.
    """
    language = settings.language
    subject, foot, before, after = texts.subject, "", "", ""
    if notice.occasion in MARKETING and unsubscribe:
        subject = f"{_ADVERTISES.translate(language)} {subject}"
    if unsubscribe:
        before, _, after = _UNSUBSCRIBE.translate(language).partition("[ADDRESS]")
        foot = f"{before}{unsubscribe}{after}"
    html = _HTML.format(
        lang=settings.language.partition("_")[0],
        subject=escape(subject),
        body=texts.html,
        foot=f'<p>{escape(before)}<a href="{escape(unsubscribe)}">{escape(unsubscribe)}</a>'
        f"{escape(after)}</p>"
        if unsubscribe
        else "",
    )
    return Draft(
        shop_no=notice.shop_no,
        channel="email",
        occasion=notice.occasion,
        recipient=recipient,
        sender=settings.name,
        reply_to=settings.profile.customer_service_email or settings.profile.email,
        language=settings.language,
        subject=subject,
        body=f"{texts.text}\n\n{foot}" if foot else texts.text,
        html=html,
        member_id=member_id,
        extra={"unsubscribe": unsubscribe} if unsubscribe else {},
        batch=batch,
    )


async def _mail_addresses(call: Call, notice: Notice, settings: Settings) -> list[tuple[str, str]]:
    """Return to whom mail goes: address, and the customer that it belongs to."""
    audience = settings.automails.audience(notice.occasion)
    found: list[tuple[str, str]] = []
    welcome = notice.occasion not in MARKETING or notice.news_mail == "T"
    by_mail = notice.by_mail and audience.use_customer == "T"
    if by_mail and notice.email and welcome:
        found.append((notice.email, notice.member_id))
    own = settings.profile.notification_only_email or settings.profile.email
    if audience.use_admin == "T" and own:
        found.append((own, notice.member_id))
    if audience.use_supplier == "T":
        addresses = await intake_store.supplier_emails(call.db, notice.supplier_codes)
        found += [(address, notice.member_id) for address in addresses]
    return found

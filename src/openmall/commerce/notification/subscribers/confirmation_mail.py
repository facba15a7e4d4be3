"""The mail with the link by which an address without an account confirms its subscription."""

from typing import Final

from markupsafe import Markup

from openmall.commerce.notification.intake import composing
from openmall.commerce.notification.intake.message_settings import Settings
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.templates.rendering import Texts
from openmall.contract.labels import Label
from openmall.events.messages.outbox import Draft
from openmall.translations import catalogues

OCCASION: Final = "newsletter_confirmation"
_SUBJECT: Final = Label("Confirm your newsletter subscription")
_BEFORE: Final = Label(
    "Please open this page and press its button to confirm that you would like our newsletter:"
)
_AFTER: Final = Label(
    "The link is valid for a day. If you did not ask for the newsletter, you need not do anything:"
    " your address is deleted then."
)
_HTML: Final = Markup(
    '<h1>{name}</h1><p>{before}</p><p><a href="{address}">{address}</a></p><p>{after}</p>'
)


def mail_to(email: str, address: str, settings: Settings, *, shop_no: int) -> Draft:
    """Return the mail to `email`; `address`: that of the page that confirms."""
    language = catalogues.language_of(settings.language)
    subject, before, after = (
        catalogues.translate(language, "commerce", each.text)
        for each in (_SUBJECT, _BEFORE, _AFTER)
    )
    html = _HTML.format(name=settings.name, before=before, address=address, after=after)
    texts = Texts(
        subject=f"[{settings.name}] {subject}",
        text=f"{settings.name}\n\n{before}\n{address}\n\n{after}",
        html=str(html),
        short="",
    )
    notice = Notice(
        occasion=OCCASION, shop_no=shop_no, member_id="", name="", email=email, cellphone=""
    )
    return composing.mail_of(notice, settings, texts, recipient=email, member_id="")

"""The page of a mall on which a buyer gives a card to the script of a payment gateway."""

from typing import Final

from openmall.commerce.order.billing.gateways.gateway import CardForm
from openmall.contract.money import smallest_unit
from openmall.http.request import Answer
from openmall.http.web import languages, pages
from openmall.http.web.pages import Templates

_TEMPLATES: Final = Templates("web")


def page(form: CardForm, shop_language: str) -> Answer:
    """Return the page; `shop_language` is that of the shop, such as `ko_KR`."""
    shown = pages.answer(
        _TEMPLATES.render(
            "payment_form.html",
            languages.of_shop(shop_language, "web") or "en",
            form=form,
            amount=f"{form.amount.quantize(smallest_unit(form.currency)):,} {form.currency}",
        ),
        scripts=True,
        scripts_beyond=form.scripts,
        connections_beyond=form.connections,
        frames=" ".join(form.frames),
    )
    return Answer(shown.status_code, bytes(shown.body), list(shown.raw_headers))

"""The carriers a parcel can be sent with: those of the shop, and built-in ones of its country.

A built-in carrier that is chosen becomes one of the shop, so that shoppers see its name and follow
their parcel. Other codes are refused: nothing is known of them.
"""

from collections.abc import Sequence
from contextlib import suppress

from openmall.commerce.shipping import carriers
from openmall.commerce.shipping.builtin_carriers import CARRIERS, OWN
from openmall.commerce.shipping.carriers import Carrier
from openmall.contract.errors import Forbidden, Invalid
from openmall.http.web.languages import marked
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import CARRIER_UNKNOWN

OTHER = marked("Another carrier")


async def choices(context: PageContext, known: Sequence[Carrier]) -> list[tuple[str, str]]:
    """Return code and name of what is offered, those of the shop (`known`) first."""
    found = {each.shipping_carrier_code: each.shipping_carrier for each in known}
    country = context.visit.mall.country
    for code, carrier in CARRIERS.items():
        if not carrier.countries or country in carrier.countries.split():
            found.setdefault(code, carrier.name)
    found.setdefault(OWN, context.translate(OTHER))
    return list(found.items())


async def require(context: PageContext, code: str) -> None:
    """Make a built-in carrier one of the shop. Raises Invalid (422) for an unknown code."""
    known = (await context.call(carriers.list_carriers, shop_parameters(context))).content
    if code == OWN or code in {each.shipping_carrier_code for each in known}:
        return
    if code not in CARRIERS:
        names = ", ".join(name for _, name in await choices(context, known))
        raise Invalid(CARRIER_UNKNOWN, parameter="shipping_company_code", code=code, names=names)
    new = {"shipping_carrier_code": code, "contact": "", "email": ""}
    # who may ship but not change shipping settings ships all the same
    with suppress(Forbidden):
        await context.call(carriers.create, {**new, **shop_parameters(context)})

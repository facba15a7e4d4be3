"""The carriers a parcel can be sent with: those of the shop, and built-in ones of its country.

Managers and suppliers who may ship choose among all of them, and shipping changes no settings:
shoppers see name and link of a built-in carrier without it being one of the shop. Other codes are
refused: nothing is known of them.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from openmall.commerce.shipping import builtin_carriers, carriers, parcel_carriers
from openmall.commerce.shipping.builtin_carriers import CARRIERS, OWN, BuiltinCarrier
from openmall.commerce.shipping.carrier_shape import Carrier
from openmall.commerce.shipping.parcel_carriers import ParcelCarrier
from openmall.contract.errors import Invalid
from openmall.http.web.languages import marked
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import CARRIER_UNKNOWN

OTHER = marked("Another carrier")
_OTHER_WITH_CODE = marked("Another carrier (%(code)s)")


class CarrierChoices(Struct, frozen=True):
    """What is offered to who ships."""

    known: Sequence[Carrier]
    """Those of the shop."""
    names: dict[str, str]
    """Value of a choice -> name of the carrier, those of the shop first."""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Value and name of each choice."""
        return list(self.names.items())

    def value_of(self, code: str, carrier_id: int) -> str:
        """Return the value of a parcel's carrier; its code where it is not offered."""
        numbered = f"{code}.{carrier_id}"
        return numbered if numbered in self.names else code

    def parameters(self, value: str) -> dict[str, Any]:
        """Return a choice as parameters of an operation on shipments.

        Raises Invalid (422) for what is not offered.
        """
        if value not in self.names:
            names = ", ".join(self.names.values())
            raise Invalid(
                CARRIER_UNKNOWN, parameter="shipping_company_code", code=value, names=names
            )
        code, _, number = value.partition(".")
        carrier_id = int(number or parcel_carriers.chosen(self.known, code).carrier_id)
        parameters: dict[str, Any] = {"shipping_company_code": code}
        return {**parameters, "carrier_id": carrier_id} if carrier_id else parameters


async def offered(context: PageContext) -> CarrierChoices:
    """Return the choices of the page's shop."""
    known = (await context.call(carriers.list_carriers, shop_parameters(context))).content
    return choices(context, known)


def choices(context: PageContext, known: Sequence[Carrier]) -> CarrierChoices:
    """Return the choices of a shop that has the carriers `known`.

    A code chooses the carrier that it names; others with the same code are chosen by number.
    """
    names: dict[str, str] = {}
    for each in known:
        code = each.shipping_carrier_code
        named = parcel_carriers.chosen(known, code).carrier_id == each.carrier_id
        names[code if named else f"{code}.{each.carrier_id}"] = builtin_carriers.in_language(
            each.shipping_carrier, context.language
        )
    for builtin in of_country(context):
        names.setdefault(builtin.code, builtin.called.translate(context.language))
    names.setdefault(OWN, context.translate(OTHER))
    return CarrierChoices(known, names)


def of_country(context: PageContext) -> list[BuiltinCarrier]:
    """Return the built-in carriers of the mall's country."""
    country = context.visit.mall.country
    return [
        each
        for each in CARRIERS.values()
        if not each.countries or country in each.countries.split()
    ]


def shown_name(context: PageContext, carrier: ParcelCarrier, code: str) -> str:
    """Return what a manager reads of a parcel's carrier."""
    if carrier.name:
        return builtin_carriers.in_language(carrier.name, context.language)
    if code in ("", OWN):
        return context.translate(OTHER)
    return context.translate(_OTHER_WITH_CODE).replace("%(code)s", code)

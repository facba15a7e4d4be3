"""Where a shop delivers to, and at what terms at home, for its pages."""

from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.commerce.shipping import shop_terms
from openmall.contract.call import Call
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource
from openmall.contract.shipping import COLLECTED, FeeType, Prepaid
from openmall.translations import countries


class Destinations(Struct, frozen=True, kw_only=True):
    """The countries that a shop delivers to."""

    home: str
    """The country of the mall, delivered to or not."""
    countries: list[str]
    """Codes of two letters (ISO 3166-1); that of the mall is the first where it is among them."""


class HomeDelivery(Struct, frozen=True, kw_only=True):
    """At what terms a shop delivers in its own country products without a fee of their own."""

    is_delivered: bool
    """False: customers collect what they buy, or the shop delivers abroad alone."""
    prepaid: Prepaid
    fee_type: FeeType
    fee: Decimal | None
    """Of the types R and M; null where it depends on the order."""
    free_from: Decimal | None
    """Of the type M: the amount of an order from which delivery is free."""
    least_days: int
    most_days: int


async def delivered_to(call: Call, params: ShopParams) -> Destinations:
    """Retrieve the countries that the shop delivers to."""
    (setting, _), home = await shop_terms.in_force(call), call.mall.country
    abroad: list[str] = []
    if setting.shipping_type != "A":
        listed = {each.country_code for each in setting.oversea_shipping_country_list}
        abroad = sorted(
            listed if setting.oversea_shipping_country == "T" else countries.names("en")
        )
    inland = [] if setting.shipping_type == "C" else [home]
    return Destinations(home=home, countries=[*inland, *(each for each in abroad if each != home)])


async def delivered_at_home(call: Call, params: ShopParams) -> HomeDelivery:
    """Retrieve the terms of deliveries within the country of the shop."""
    setting, _ = await shop_terms.in_force(call)
    kind = setting.shipping_fee_type
    return HomeDelivery(
        is_delivered=setting.shipping_type != "C" and setting.shipping_method not in COLLECTED,
        prepaid=setting.prepaid_shipping_fee,
        fee_type=kind,
        fee=setting.shipping_fee if kind in ("R", "M") else None,
        free_from=setting.free_shipping_price if kind == "M" else None,
        least_days=setting.shipping_period.minimum,
        most_days=setting.shipping_period.maximum,
    )


_DESTINATIONS: Final = Resource(Destinations, area="shipping", key="destinations")

OPERATIONS = [
    _DESTINATIONS.get("shipping/destinations", delivered_to, takes=ShopParams),
    _DESTINATIONS.giving(HomeDelivery).get("shipping/home", delivered_at_home, takes=ShopParams),
]

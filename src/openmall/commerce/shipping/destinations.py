"""The countries that a shop delivers to."""

from typing import Final

from msgspec import Struct

from openmall.commerce.shipping import shop_terms
from openmall.contract.call import Call
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource
from openmall.translations import countries


class Destinations(Struct, frozen=True, kw_only=True):
    """The countries that a shop delivers to."""

    home: str
    """The country of the mall, delivered to or not."""
    countries: list[str]
    """Codes of two letters (ISO 3166-1); that of the mall is the first where it is among them."""


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


_DESTINATIONS: Final = Resource(Destinations, area="shipping", key="destinations")

OPERATIONS = [_DESTINATIONS.get("shipping/destinations", delivered_to, takes=ShopParams)]

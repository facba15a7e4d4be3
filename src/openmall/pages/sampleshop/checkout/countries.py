"""The country of an address at the checkout, where a shop delivers to more than its own."""

from typing import Final, NamedTuple

from openmall.commerce.order.orders.shape import Receiver
from openmall.commerce.shipping import destinations
from openmall.pages.sampleshop.page_context import PageContext
from openmall.translations import countries

_WITHOUT_CITIES: Final = frozenset({"KR"})
"""Countries whose addresses have no city and state of their own: the first line says both."""


class Countries(NamedTuple):
    """What a form asks for beside the lines of an address."""

    home: str
    choices: list[dict[str, str]]
    """Code and name; one: the shop delivers to no other."""

    @property
    def asks_for_city(self) -> bool:
        """Whether addresses may have a city and a state."""
        return len(self.choices) > 1 or any(
            each["code"] not in _WITHOUT_CITIES for each in self.choices
        )


def named(context: PageContext, receiver: Receiver) -> str:
    """Return the country of an address in the reader's language; empty: that of the mall."""
    if not receiver.country_name:
        return ""
    return countries.names(context.language).get(receiver.country_code, receiver.country_name)


async def of_shop(context: PageContext) -> Countries:
    """Return the countries that the shop delivers to: its own, and others by their names."""
    found = await context.content(destinations.delivered_to)
    names = countries.names(context.language)
    abroad = sorted(
        (each for each in found.countries if each != found.home),
        key=lambda code: names.get(code, code),
    )
    inland = [each for each in found.countries if each == found.home]
    choices = [{"code": each, "name": names.get(each, each)} for each in (*inland, *abroad)]
    return Countries(found.home, choices)

"""Names that a shop has from its first day, in the manager's language.

Operations return them in the language of the shop: a default brand, the boards, the general group
of customers, states of orders. Pages show those in the language of the reader, and names that the
shop chose as they are. Fields keep what is stored: it is what buyers read.
"""

from functools import lru_cache
from typing import Final

from openmall.commerce.collection.brands import BRANDS
from openmall.commerce.collection.classifications import CLASSIFICATIONS
from openmall.commerce.collection.manufacturers import MANUFACTURERS
from openmall.commerce.collection.trends import TRENDS
from openmall.commerce.community.boards import builtin
from openmall.commerce.customer.customergroups.rules import GENERAL_NAME
from openmall.commerce.order.orders.shape import Receiver
from openmall.commerce.store import privacy
from openmall.commerce.store.orders_status.names import STATUSES
from openmall.commerce.supply.tables import OWN_NAME
from openmall.pages.backoffice.page_context import PageContext
from openmall.translations import countries
from openmall.translations.catalogues import LANGUAGES, Message

_GIVEN: Final = (
    BRANDS.default_name,
    CLASSIFICATIONS.default_name,
    MANUFACTURERS.default_name,
    TRENDS.default_name,
    OWN_NAME,
    GENERAL_NAME,
    *builtin.names(),
    *privacy.AGREEMENTS,
    *(each.basic_name for each in STATUSES.values()),
)


def shown(context: PageContext, name: str) -> str:
    """Return a name as the reader of a page knows it."""
    message = _messages().get(name)
    return name if message is None else message.translate(context.language)


def country(context: PageContext, receiver: Receiver) -> str:
    """Return the country of an address as the reader knows it; empty: that of the mall."""
    if not receiver.country_name:
        return ""
    return countries.names(context.language).get(receiver.country_code, receiver.country_name)


@lru_cache(maxsize=1)
def _messages() -> dict[str, Message]:
    """Return the name in each language -> its message; the first one of equal names."""
    return {
        message.translate(language): message
        for message in reversed(_GIVEN)
        for language in LANGUAGES
    }

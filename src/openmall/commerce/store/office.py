"""The operation of the back office's page on the exchange rate of a shop. No API has it."""

from openmall.commerce.store import currency
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

OPERATIONS = [
    # that of the admin API takes no shop: it answers for the basic one
    Resource(currency.Currency, area="store", key="currency").get(
        "currency", currency.retrieve, takes=ShopParams
    ),
]

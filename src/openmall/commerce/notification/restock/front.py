"""The operations of the sample shop's pages on restock notices. No API has them."""

from typing import Final

from openmall.commerce.notification.restock import rules as restock_rules
from openmall.commerce.notification.restock.takes import (
    Asked,
    Declined,
    Offer,
    RestockDraft,
    RestockPath,
    RestockUnsubscription,
)
from openmall.contract.resource import Resource

_RESTOCK: Final = Resource(Asked, area="personal", key="restock")

OPERATIONS = [
    _RESTOCK.giving(Offer).get("restock/{product_no}", restock_rules.offer, takes=RestockPath),
    _RESTOCK.post("restock/{product_no}", restock_rules.ask, takes=RestockDraft),
    _RESTOCK.delete("restock/{product_no}", restock_rules.withdraw, takes=RestockPath),
    _RESTOCK.giving(Declined).post(
        "restock/unsubscriptions", restock_rules.decline, takes=RestockUnsubscription
    ),
]

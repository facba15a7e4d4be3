"""The admin API's operations on the automatic expiration of points."""

from typing import Final

from openmall.commerce.mileage.autoexpiration import rules as autoexpiration_rules
from openmall.commerce.mileage.autoexpiration.shape import (
    Autoexpiration,
    AutoexpirationDraft,
    DeletedAutoexpiration,
)
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_AUTOEXPIRATION: Final = Resource(Autoexpiration, area="mileage", key="autoexpiration")

OPERATIONS = [
    _AUTOEXPIRATION.get("points/autoexpiration", autoexpiration_rules.retrieve, takes=ShopParams),
    _AUTOEXPIRATION.post(
        "points/autoexpiration", autoexpiration_rules.create, takes=AutoexpirationDraft
    ),
    _AUTOEXPIRATION.giving(DeletedAutoexpiration).delete(
        "points/autoexpiration", autoexpiration_rules.delete, takes=ShopParams
    ),
]

"""The admin API's operations on the automatic expiration of points."""

from openmall.areas.mileage.autoexpiration import rules
from openmall.areas.mileage.autoexpiration.shape import Autoexpiration, AutoexpirationDraft, OfShop
from openmall.contract.operation import delete, get, post
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_MILEAGE, WRITE_MILEAGE

OPERATIONS = [
    get(
        "points/autoexpiration",
        rules.retrieve,
        takes=ShopParams,
        gives=Autoexpiration,
        key="autoexpiration",
        scope=READ_MILEAGE,
    ),
    post(
        "points/autoexpiration",
        rules.create,
        takes=AutoexpirationDraft,
        gives=Autoexpiration,
        key="autoexpiration",
        scope=WRITE_MILEAGE,
    ),
    delete(
        "points/autoexpiration",
        rules.delete,
        takes=ShopParams,
        gives=OfShop,
        key="autoexpiration",
        scope=WRITE_MILEAGE,
    ),
]

"""The operations of the back office's pages on subscribers. No API has them."""

from typing import Final

from openmall.commerce.notification.subscribers import rules as subscriber_rules
from openmall.commerce.notification.subscribers.takes import (
    Subscriber,
    SubscriberKey,
    SubscriberPath,
    SubscriberQuery,
)
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_SUBSCRIBERS: Final = Resource(Subscriber, area="privacy", key="subscriber", listed="subscribers")

OPERATIONS = [
    _SUBSCRIBERS.listing("subscribers", subscriber_rules.listing, takes=SubscriberQuery),
    _SUBSCRIBERS.count(
        "subscribers/count",
        subscriber_rules.count,
        takes=ShopParams,
        scope="mall.read_notification",
    ),
    _SUBSCRIBERS.giving(SubscriberKey).delete(
        "subscribers/{email}", subscriber_rules.delete, takes=SubscriberPath
    ),
]

"""The operations of the sample shop's pages on newsletters. No API has them."""

from typing import Final

from openmall.commerce.notification.subscribers import rules as subscriber_rules
from openmall.commerce.notification.subscribers.takes import (
    Confirmation,
    SubscriptionAsked,
    SubscriptionDraft,
)
from openmall.contract.resource import Resource

_NEWSLETTER: Final = Resource(SubscriptionAsked, area="personal", key="newsletter")

OPERATIONS = [
    _NEWSLETTER.post("newsletter", subscriber_rules.subscribe, takes=SubscriptionDraft),
    _NEWSLETTER.post("newsletter/confirmations", subscriber_rules.confirm, takes=Confirmation),
]

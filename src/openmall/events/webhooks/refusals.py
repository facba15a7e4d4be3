"""The refusals of webhooks: addresses that may not be requested, and deliveries that are not made.

Their messages are clauses, since other refusals name them as their cause.
"""

from typing import Final

from openmall.contract.refusal import Refusal

ADDRESS_TOO_LONG: Final = Refusal(
    "address_too_long",
    "the address has more than {most} characters",
    remedy="Send a shorter address.",
)
ADDRESS_WITH_INVISIBLE_CHARACTERS: Final = Refusal(
    "address_with_invisible_characters",
    "the address has spaces or invisible characters",
    remedy="Encode them, or leave them out.",
)
NOT_AN_ADDRESS: Final = Refusal(
    "not_an_address",
    "this is not an address",
    remedy="Send an address such as https://app.example.com/webhooks.",
)
ADDRESS_WITHOUT_HTTPS: Final = Refusal(
    "address_without_https",
    "the address does not begin with https://",
    remedy="Send an https address.",
)
ADDRESS_WITH_PASSWORD: Final = Refusal(
    "address_with_password",
    "the address contains a name or password",
    remedy="Leave them out; deliveries are signed.",
)
ADDRESS_WITH_FRAGMENT: Final = Refusal(
    "address_with_fragment",
    "the address has a fragment (#), which is never sent",
    remedy="Leave the fragment out.",
)
ADDRESS_WITHOUT_HOST: Final = Refusal(
    "address_without_host",
    "the address has no host",
    remedy="Send an address such as https://app.example.com/webhooks.",
)
HOST_OUTSIDE_THE_INTERNET: Final = Refusal(
    "host_outside_the_internet",
    "{host} is not on the internet",
    remedy="Send a public address; an operator can permit networks (`webhook_networks`).",
)
NO_DELIVERY_ADDRESS: Final = Refusal(
    "no_delivery_address",
    "the app has no address to deliver to",
    remedy="Set the address of the app's webhooks first.",
)
NO_SUCH_WEBHOOK_EVENT: Final = Refusal(
    "no_such_webhook_event",
    "there is no event {event_no}",
    remedy="Choose an event of the catalogue.",
)
EVENT_NOT_KEPT: Final = Refusal(
    "event_not_kept",
    "{mall_id} keeps no event {sequence} that the app may get",
    remedy="Redeliver an event that is still kept, of a scope that the app has.",
)
APP_NOT_IN_MALL: Final = Refusal(
    "app_not_in_mall",
    "the app is not in {mall_id}",
    remedy="Install the app in the mall.",
)

"""The refusals of subscriptions to newsletters."""

from typing import Final

from openmall.contract.refusal import Refusal

NEWSLETTER_WITHOUT_ADDRESS: Final = Refusal(
    "newsletter_without_address",
    "`email` is required of a guest who asks for newsletters.",
    remedy="Send the mail address that is to get the newsletters as `email`.",
)

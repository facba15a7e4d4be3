"""The refusals of the developer console."""

from typing import Final

from openmall.contract.refusal import Refusal

APP_WITHOUT_SECRET: Final = Refusal(
    "app_without_secret",
    "Requests are signed: create the keys on the page Webhooks first.",
    remedy="Create the keys, then add the action.",
)

"""The refusals of script tags."""

from typing import Final

from openmall.contract.refusal import Refusal

TOO_MANY_SCRIPT_TAGS: Final = Refusal(
    "too_many_script_tags",
    "An app has {most} script tags in a shop at most.",
    remedy="Delete a script tag of the app that is no longer needed.",
)

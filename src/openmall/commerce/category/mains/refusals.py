"""The refusals of main display groups."""

from typing import Final

from openmall.contract.refusal import Refusal

TOO_MANY_MAIN_GROUPS: Final = Refusal(
    "too_many_main_groups",
    "A shop has at most {most} groups.",
    remedy="Delete a group first.",
)

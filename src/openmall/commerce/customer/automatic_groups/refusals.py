"""The refusals of groups that customers move into by rule."""

from typing import Final

from openmall.contract.refusal import Refusal

GENERAL_GROUP_STAYS: Final = Refusal(
    "general_group_stays",
    "The general group cannot be deleted.",
    remedy="Delete another group: the general one is where new members are.",
)

"""The refusals of paths of category names."""

from typing import Final

from openmall.contract.refusal import Refusal

CATEGORY_LEVEL_WITHOUT_NAME: Final = Refusal(
    "category_level_without_name",
    "A category needs a name on every level.",
    remedy="Write a path of non-empty category names.",
)
CATEGORY_NAME_TOO_LONG: Final = Refusal(
    "category_name_too_long",
    "A category name has at most {most} characters: {name}",
    remedy="Shorten the name.",
)

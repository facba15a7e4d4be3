"""The refusals of boards."""

from typing import Final

from openmall.contract.refusal import Refusal

TOO_MANY_BOARD_CATEGORIES: Final = Refusal(
    "too_many_board_categories",
    "A board has at most {most} categories.",
    remedy="Leave out categories that the board no longer needs.",
)
BOARD_CATEGORY_REPEATED: Final = Refusal(
    "board_category_repeated",
    "Two categories have the same number.",
    remedy="Give each category of the board a number of its own.",
)

"""The refusals of searches by the words of a name."""

from typing import Final

from openmall.contract.refusal import Refusal

NAME_WITHOUT_WORDS: Final = Refusal(
    "name_without_words",
    "A name has letters or digits.",
    remedy="Send names with letters or digits.",
)
NAME_OF_TOO_MANY_WORDS: Final = Refusal(
    "name_of_too_many_words",
    "A name has at most {most} words.",
    remedy="Search for fewer words.",
)

"""The refusals of values that a newer version of the API takes."""

from typing import Final

from openmall.contract.refusal import Refusal

TOO_MANY_TAGS: Final = Refusal(
    "too_many_tags_for_version",
    "At most 50 tags are allowed.",
    remedy="Send fewer tags, or call a newer version.",
)
STATUS_OF_NEWER_VERSION: Final = Refusal(
    "status_of_newer_version",
    "One of: canceled, canceling.",
    remedy="Send one of the listed values, or call a newer version.",
)
ONE_OF_VERSION: Final = Refusal(
    "not_a_choice_of_version",
    "Expected one of {choices}.",
    remedy="Send one of the listed values, or call a newer version.",
)

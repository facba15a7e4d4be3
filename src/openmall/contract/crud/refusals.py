"""The refusals of the ready-made handlers; `resource` is what a table or settings are called."""

from typing import Final

from openmall.contract.refusal import Refusal

NAME_TAKEN: Final = Refusal(
    "name_taken",
    "There is a {resource} of this name.",
    remedy="Choose another name.",
)
ALREADY_EXISTS: Final = Refusal(
    "already_exists",
    "There is a {resource} like this.",
    remedy="Send a value that no other has, or update the one that has it.",
)
NOT_CREATED: Final = Refusal(
    "not_created",
    "The shop has no {resource}.",
    remedy="Create the settings before you read or change them.",
)
CREATED_ALREADY: Final = Refusal(
    "created_already",
    "The shop has {resource} already.",
    remedy="Update the settings instead.",
)

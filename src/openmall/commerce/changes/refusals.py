"""The refusals of the change feed."""

from typing import Final

from openmall.contract.refusal import Refusal

CHANGES_NOT_KEPT: Final = Refusal(
    "changes_not_kept",
    "Changes are kept from {expired} to {head}: begin with a new snapshot.",
    remedy="Read a new snapshot, and continue from its sequence.",
)
FEED_JUST_ENDED: Final = Refusal(
    "feed_just_ended",
    "The change feed was just ended. Try again.",
    remedy="Repeat the call after a second.",
)
CHANGES_NEED_SCOPE: Final = Refusal(
    "changes_need_scope",
    "The changes of {resource} need the scope {scope}.",
    remedy="Ask for the scope, or leave the resource out.",
)
LONG_WRITE_IN_PROGRESS: Final = Refusal(
    "long_write_in_progress",
    "A long write is in progress. Try again.",
    remedy="Repeat the call after some seconds.",
)
ID_OF_OTHER_RESOURCE: Final = Refusal(
    "id_of_other_resource",
    "The id is not one of the resource.",
    remedy="Send an id that a page of the same resource ended with.",
)

"""What an undo of writes is refused for."""

from typing import Final

from openmall.contract.refusal import Refusal

ROW_IS_IN_USE: Final = Refusal(
    "row_is_in_use",
    "{table} {named} cannot become what it was: {why}. Keep it.",
    remedy="Decide to keep the object, and undo the write again.",
)
NOTHING_TO_UNDO: Final = Refusal(
    "nothing_to_undo",
    "Nothing of the range can be undone.",
    remedy="Choose a longer range, or other writes.",
)
RANGE_OF_NOTHING: Final = Refusal(
    "range_of_nothing",
    "A range needs an app or a manager.",
    remedy="Send `client_id` or `user_id`.",
)
RANGE_ENDS_EARLY: Final = Refusal(
    "range_ends_early",
    "The range ends before it begins.",
    remedy="Send an end that is not before the start.",
)
NOT_OWN_WRITES: Final = Refusal(
    "not_own_writes",
    "A supplier undoes own writes only.",
    remedy="Send the user id of the supplier.",
)
APP_OF_ROW_GONE: Final = Refusal(
    "app_of_row_gone",
    "The app is gone from the mall.",
    remedy="Install the app in the mall again, or decide to keep the object.",
)
NAME_OF_ROW_TAKEN: Final = Refusal(
    "name_of_row_taken",
    "{table} {named} cannot become what it was: another one has its name.",
    remedy="Rename the object that has the name now, and undo the write again.",
)
PARENT_OF_ROW_GONE: Final = Refusal(
    "parent_of_row_gone",
    "{table} {named} belongs to {parent} that is gone.",
    remedy="Undo the deletion of the object to which the row belongs first.",
)
MOVEMENT_CANNOT_BE_REVERTED: Final = Refusal(
    "movement_cannot_be_reverted",
    "{resource} {named} cannot be reverted: it is gone, or less would be left than nothing.",
    remedy="Decide to keep it.",
)
NOT_CHANGED_BY_WRITE: Final = Refusal(
    "not_changed_by_write",
    "The write did not change {resource} {named}.",
    remedy="Decide on objects that the conflicts of the write name.",
)
ROW_GONE: Final = Refusal(
    "row_gone",
    "{table} {named} is gone, and cannot be reverted.",
    remedy="Decide to keep it.",
)
WRITE_UNDONE: Final = Refusal(
    "write_undone",
    "The write was undone.",
    remedy="None is needed: the write was undone before.",
)
WRITE_CANNOT_BE_UNDONE: Final = Refusal(
    "write_cannot_be_undone",
    "The write cannot be undone: {why}.",
    remedy="Change the objects by calls of their own.",
)
THEME_OF_ROW_GONE: Final = Refusal(
    "theme_of_row_gone",
    "{table} {skin_no} belongs to a theme that is gone.",
    remedy="Decide to keep what the write did.",
)
STATE_DOES_NOT_COME_BACK: Final = Refusal(
    "state_does_not_come_back",
    "{table} {named} cannot become what it was: an item in state {now} is not {then} again."
    " Keep it.",
    remedy="Decide to keep the object, and undo the write again.",
)
CHANGED_SINCE_WRITE: Final = Refusal(
    "changed_since_write",
    "What the write changed is another since: {named}. Decide on each: keep or revert.",
    remedy="Send `decisions` on the objects that `conflicts` names: keep or revert.",
)

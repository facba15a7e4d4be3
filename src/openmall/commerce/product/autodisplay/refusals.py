"""The refusals of rules by which products are displayed."""

from typing import Final

from openmall.contract.refusal import Refusal

DISPLAY_HAS_RULE: Final = Refusal(
    "display_has_rule",
    "There is a rule for this display already.",
    remedy="Update the rule that the display has.",
)
RULE_START_MISSING: Final = Refusal(
    "rule_start_missing",
    "A rule with a reservation needs the date from which it takes effect.",
    remedy="Send `start_date`, or `use_reservation` F.",
)
RULE_TAGS_MISSING: Final = Refusal(
    "rule_tags_missing",
    "A rule by tags needs at least one tag.",
    remedy="Send `hash_tags`, or `use_hashtag` F.",
)

"""The admin API's operations on recipient groups."""

from typing import Final

from openmall.commerce.notification.recipientgroups import rules as recipientgroup_rules
from openmall.commerce.notification.recipientgroups.shape import (
    DeletedGroup,
    GroupChange,
    GroupDraft,
    GroupPath,
    GroupQuery,
    RecipientGroup,
)
from openmall.contract.resource import Resource

_GROUPS: Final = Resource(
    RecipientGroup, area="notification", key="recipientgroup", listed="recipientgroups"
)
_ONE: Final = "recipientgroups/{group_no}"

OPERATIONS = [
    _GROUPS.listing("recipientgroups", recipientgroup_rules.listing, takes=GroupQuery, links=True),
    _GROUPS.get(_ONE, recipientgroup_rules.retrieve, takes=GroupPath),
    _GROUPS.post("recipientgroups", recipientgroup_rules.create, takes=GroupDraft, limit=30),
    _GROUPS.put(_ONE, recipientgroup_rules.update, takes=GroupChange, limit=30),
    _GROUPS.giving(DeletedGroup).delete(
        _ONE, recipientgroup_rules.delete, takes=GroupPath, limit=30
    ),
]

"""The admin API's operations on push messages."""

from typing import Final

from openmall.commerce.notification.push import rules as push_rules
from openmall.commerce.notification.push.shape import (
    DeletedPush,
    Push,
    PushChange,
    PushDraft,
    PushPath,
    PushQuery,
)
from openmall.contract.resource import Resource

_LISTED: Final = tuple(name for name in Push.__struct_fields__ if name != "member_id")
_ONE: Final = tuple(
    name
    for name in Push.__struct_fields__
    if name
    not in (
        "repetition_no", "send_date", "reserve_date", "send_status", "response_count_os_a",
        "response_count_os_b",
    )
)  # fmt: skip
_PUSH: Final = Resource(Push, area="notification", key="push")

OPERATIONS = [
    _PUSH.listing("push", push_rules.listing, takes=PushQuery, links=True, shows=_LISTED),
    _PUSH.post("push", push_rules.create, takes=PushDraft, shows=_ONE),
    _PUSH.put("push/{push_code}", push_rules.update, takes=PushChange, shows=_ONE),
    _PUSH.giving(DeletedPush).delete("push/{push_code}", push_rules.delete, takes=PushPath),
]

"""The admin API's operation on invitations."""

from typing import Final

from openmall.commerce.notification.password_links import rules
from openmall.commerce.notification.password_links.takes import Invitation, InvitationDraft
from openmall.contract.resource import Resource

_INVITATIONS: Final = Resource(Invitation, area="notification", key="invitation")

OPERATIONS = [
    _INVITATIONS.post("customers/{member_id}/invitation", rules.invite, takes=InvitationDraft)
]

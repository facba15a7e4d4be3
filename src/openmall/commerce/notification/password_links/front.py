"""The storefront's operations on forgotten passwords. All of them are ours."""

from typing import Final

from openmall.commerce.notification.password_links import rules
from openmall.commerce.notification.password_links.takes import (
    Forgotten,
    LinkAsked,
    PasswordDraft,
    PasswordSet,
)
from openmall.contract.resource import Resource

_LINKS: Final = Resource(LinkAsked, area="personal", key="passwordlink")
_PASSWORDS: Final = Resource(PasswordSet, area="personal", key="password")

OPERATIONS = [
    _LINKS.post(
        "customers/passwordlinks", rules.forgotten, takes=Forgotten, prepare=rules.count_asking
    ),
    _PASSWORDS.post(
        "customers/password", rules.set_password, takes=PasswordDraft, prepare=rules.hash_password
    ),
]

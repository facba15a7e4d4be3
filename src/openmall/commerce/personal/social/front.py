"""The storefront's operations of sign-in with accounts of other services. All of them are ours."""

from typing import Final

from openmall.commerce.personal.accounts.shape import SignedIn
from openmall.commerce.personal.social import rules as social_rules
from openmall.commerce.personal.social.shape import (
    Attempt,
    LinkedAccount,
    SignInService,
    SocialSession,
    Unlinked,
)
from openmall.commerce.personal.social.takes import (
    AttemptDraft,
    Completion,
    ServicePath,
    SocialJoining,
    SocialLinking,
)
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_SERVICES: Final = Resource(SignInService, area="personal", key="socials")
_ATTEMPT: Final = Resource(Attempt, area="personal", key="attempt")
_COMPLETED: Final = Resource(SocialSession, area="personal", key="session")
_SESSION: Final = Resource(SignedIn, area="personal", key="session")
_LINKED: Final = Resource(LinkedAccount, area="personal", key="social")
_UNLINKED: Final = Resource(Unlinked, area="personal", key="social")

OPERATIONS = [
    _SERVICES.listing("socials", social_rules.list_services, takes=ShopParams),
    _ATTEMPT.post(
        "socials/{social_name}/attempts",
        social_rules.begin,
        takes=AttemptDraft,
        prepare=social_rules.ask_service,
    ),
    _COMPLETED.post(
        "socials/sessions",
        social_rules.complete,
        takes=Completion,
        prepare=social_rules.ask_account,
    ),
    _SESSION.post(
        "socials/customers",
        social_rules.join,
        takes=SocialJoining,
        prepare=social_rules.hash_password,
    ),
    _SESSION.post(
        "socials/links", social_rules.link, takes=SocialLinking, prepare=social_rules.prove
    ),
    _LINKED.listing("customers/me/social", social_rules.list_linked, takes=ShopParams),
    _UNLINKED.delete("customers/me/social/{social_name}", social_rules.unlink, takes=ServicePath),
]

"""The operations of sign-in with accounts of other services.

A first sign-in never finds a customer by their mail address: a customer who is there already proves
their password before an account is linked to them.
"""

import base64
import hashlib
import hmac
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final
from urllib.parse import urlencode

from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.commerce.customer import social
from openmall.commerce.customer.customers import address_store, credentials
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.personal.accounts.rules import become_customer, start_session
from openmall.commerce.personal.accounts.shape import SignedIn
from openmall.commerce.personal.social import services, sign_in_tokens
from openmall.commerce.personal.social.providers import PROVIDERS, Account
from openmall.commerce.personal.social.refusals import (
    ANOTHER_SESSION_BEGAN,
    ONLY_WAY_TO_SIGN_IN,
    REDIRECT_ADDRESS_REFUSED,
)
from openmall.commerce.personal.social.services import Service
from openmall.commerce.personal.social.shape import (
    Attempt,
    LinkedAccount,
    Outcome,
    SignInService,
    SocialSession,
    Unlinked,
)
from openmall.commerce.personal.social.sign_in_tokens import OpenAttempt, VerifiedAccount
from openmall.commerce.personal.social.takes import (
    AttemptDraft,
    Completion,
    ServicePath,
    SocialJoining,
    SocialLinking,
)
from openmall.commerce.store import posting_limits
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, Unauthorized
from openmall.contract.moments import moment
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

RETURN_PATH: Final = "/sign-in/return"
"""Page of the sample shop to which services send browsers back."""
_SECONDS: Final = 5.0
"""To write that a sign-in was used."""


class _BegunAttempt(AttemptDraft, frozen=True, kw_only=True):
    """An attempt whose service is known."""

    service: Service
    authorization_endpoint: str


class _CompletedSignIn(Completion, frozen=True, kw_only=True):
    """A sign-in whose account the service has confirmed."""

    attempt: OpenAttempt
    service: Service
    account: Account


async def list_services(call: Call, params: ShopParams) -> Sequence[SignInService]:
    """Retrieve the services whose accounts the shop accepts, in the order of their buttons."""
    return [
        SignInService(
            shop_no=call.shop_no, social_name=each.social_name, service_name=each.service_name
        )
        for each in (await services.offered(call)).values()
    ]


async def ask_service(call: Call, params: AttemptDraft) -> Callable[[], Awaitable[AttemptDraft]]:
    """Return the work that reads the endpoints of the service.

    Raises NotFound (404), and Forbidden (403) for a link without a recent sign-in: who finds a
    browser that is signed in must not give themselves another way to sign in.
    """
    service = await services.require(call, params.social_name)
    if params.link == "T":
        await credentials.require(call)
        credentials.require_recent(call)
    if params.redirect_uri and (refusal := call.outgoing.refusal(params.redirect_uri)):
        raise Invalid(REDIRECT_ADDRESS_REFUSED, parameter="redirect_uri", problem=refusal)

    async def work() -> AttemptDraft:
        now = call.machine_clock.now()
        metadata = await PROVIDERS.metadata(call.outgoing, service, now=now)
        return _BegunAttempt(
            **asdict(params),
            service=service,
            authorization_endpoint=metadata.authorization_endpoint,
        )

    return work


async def begin(call: Call, params: AttemptDraft) -> Attempt:
    """Begin a sign-in with an account of another service, or begin to link one.

    The browser opens `authorization_url`. Raises NotFound (404) for a service that the shop does
    not offer, Unavailable (503) for one that does not respond.
    """
    assert isinstance(params, _BegunAttempt)
    service, shopper = params.service, call.shopper
    is_link = params.link == "T" and shopper is not None
    attempt = sign_in_tokens.open_attempt(
        service,
        shop_no=call.shop_no,
        redirect_uri=params.redirect_uri or return_address(call),
        now=call.clock.now(),
        member_id=shopper.member_id if is_link and shopper else "",
        session_id=shopper.session_id if is_link and shopper else "",
    )
    return Attempt(
        shop_no=call.shop_no,
        social_name=service.social_name,
        service_name=service.service_name,
        authorization_url=authorization_url(params.authorization_endpoint, service, attempt),
        attempt_token=sign_in_tokens.issue(call, attempt),
        expires_date=moment(attempt.expires_at),
    )


def return_address(call: Call) -> str:
    """Return the address of the sample shop's page to which services send browsers back."""
    shop = "" if call.shop_no == min(call.mall.shops) else f"/shop{call.shop_no}"
    return f"{call.origin}{shop}{RETURN_PATH}"


def authorization_url(endpoint: str, service: Service, attempt: OpenAttempt) -> str:
    """Return the address at the service that a browser opens to sign in."""
    query = {
        "response_type": "code",
        "client_id": service.client_id,
        "redirect_uri": attempt.redirect_uri,
        "state": attempt.state,
    }
    if service.is_openid:
        digest = hashlib.sha256(attempt.verifier.encode()).digest()
        query |= {
            "scope": service.scope,
            "nonce": attempt.nonce,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
    if service.is_form_posted:
        query["response_mode"] = "form_post"
    return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(query)}"


async def ask_account(call: Call, params: Completion) -> Callable[[], Awaitable[Completion]]:
    """Return the work that asks the service whose account the code is for.

    Raises Invalid (422) for an attempt that was begun elsewhere or is not valid any more, and for
    the answer of another service.
    """
    attempt = sign_in_tokens.read(
        call, OpenAttempt, params.attempt_token, parameter="attempt_token"
    )
    if not hmac.compare_digest(params.state.encode(), attempt.state.encode()):
        raise sign_in_tokens.expired("state")
    if params.iss and params.iss.rstrip("/") != attempt.issuer.rstrip("/"):
        raise sign_in_tokens.expired("iss")
    service = await services.require(call, attempt.social_name)
    if service.issuer != attempt.issuer:
        raise sign_in_tokens.expired("attempt_token")

    async def work() -> Completion:
        # in a transaction of its own, before the service is asked: a repeated call ends here
        async with call.database.writing(
            call.mall.mall_id, deadline=time.monotonic() + _SECONDS
        ) as db:
            await sign_in_tokens.spend(
                call, db, params.attempt_token, attempt.expires_at, parameter="attempt_token"
            )
        account = await PROVIDERS.account(
            call.outgoing,
            service,
            attempt,
            params.authorization_code,
            now=call.machine_clock.now(),
        )
        return _CompletedSignIn(**asdict(params), attempt=attempt, service=service, account=account)

    return work


async def complete(call: Call, params: Completion) -> SocialSession:
    """Complete a sign-in with what the service sent back.

    A customer with the account is signed in. Without one the response has a token, by which
    a customer joins, or links the account to one whose password is known.
    Raises Invalid (422) for a response that is not the service's, comes twice or too late,
    Unavailable (503) when the service does not respond.
    """
    assert isinstance(params, _CompletedSignIn)
    service, account, attempt = params.service, params.account, params.attempt
    if attempt.member_id:
        return await _link_to_shopper(call, service, account, attempt)
    member_id = await social.member_of(
        call,
        social_name=service.social_name,
        issuer=service.issuer,
        social_member_code=account.subject,
    )
    if member_id is None:
        return await _unknown(call, service, account)
    session_no = await credentials.admit(call, member_id, mobile=params.mobile == "T")
    signed_in = await start_session(call, member_id, session_no)
    session = _session(call, service, "signed_in", member_id)
    return replace(session, cart_reduced=signed_in.cart_reduced)


async def _link_to_shopper(
    call: Call, service: Service, account: Account, attempt: OpenAttempt
) -> SocialSession:
    """Link an account to the customer who began it, in the same session."""
    member_id, shopper = await credentials.require(call), call.shopper
    assert shopper is not None
    if (member_id, shopper.session_id) != (attempt.member_id, attempt.session_id):
        raise Unauthorized(ANOTHER_SESSION_BEGAN)
    await _link(
        call, member_id, service.social_name, issuer=service.issuer, subject=account.subject
    )
    return _session(call, service, "linked", member_id)


async def _link(call: Call, member_id: str, social_name: str, *, issuer: str, subject: str) -> None:
    await social.link(
        call, member_id, social_name=social_name, issuer=issuer, social_member_code=subject
    )
    call.journal(f"customer {member_id}", {f"social.{social_name}": (False, True)})


async def _unknown(call: Call, service: Service, account: Account) -> SocialSession:
    verified = VerifiedAccount(
        shop_no=call.shop_no,
        social_name=service.social_name,
        service_name=service.service_name,
        issuer=service.issuer,
        subject=account.subject,
        email=account.email,
        name=account.name,
        expires_at=int(call.clock.now()) + sign_in_tokens.ACCOUNT_SECONDS,
    )
    known = await address_store.with_email(call, account.email) if account.email else []
    return replace(
        _session(call, service, "unknown", ""),
        account_token=sign_in_tokens.issue(call, verified),
        email=account.email,
        name=account.name,
        is_known_email="T" if known else "F",
    )


def _session(call: Call, service: Service, outcome: Outcome, member_id: str) -> SocialSession:
    return SocialSession(
        shop_no=call.shop_no,
        social_name=service.social_name,
        service_name=service.service_name,
        outcome=outcome,
        member_id=member_id,
        account_token="",
        email="",
        name="",
        is_known_email="F",
    )


def read_account(call: Call, token: str) -> VerifiedAccount:
    """Return the account of a token. Raises Invalid (422)."""
    return sign_in_tokens.read(call, VerifiedAccount, token, parameter="account_token")


async def hash_password(call: Call, params: SocialJoining) -> Callable[[], SocialJoining]:
    """Return the work that replaces the password of a sign-up, if there is one, by its hash.

    Raises TooManyCalls (429) after too many sign-ups from the same address.
    """
    read_account(call, params.account_token)
    await posting_limits.count(call, "sign-up")
    password = params.password
    if password is UNSET:
        return lambda: params
    return lambda: replace(params, password=credentials.hash_new(password))


async def join(call: Call, params: SocialJoining) -> SignedIn:
    """Become a customer who signs in with the account; the guest's cart becomes theirs.

    Raises Invalid (422) for a token that is not valid any more, an account that was linked
    meanwhile, and as a sign-up does.
    """
    account = read_account(call, params.account_token)
    await _spend(call, params.account_token, account)
    password_hash = None if params.password is UNSET else params.password
    await become_customer(call, params, password_hash=password_hash)
    await _link(
        call,
        params.member_id,
        account.social_name,
        issuer=account.issuer,
        subject=account.subject,
    )
    return await start_session(call, params.member_id)


async def prove(call: Call, params: SocialLinking) -> Callable[[], SocialLinking]:
    """Return the work that checks the password."""
    read_account(call, params.account_token)
    look = await credentials.check_credentials(call, params.member_id, params.password)

    def work() -> SocialLinking:
        look()
        return params

    return work


async def link(call: Call, params: SocialLinking) -> SignedIn:
    """Link an account to the customer whose password was sent, who is signed in.

    Raises Invalid (422) for a token that is not valid any more, and for an account that was linked
    meanwhile.
    """
    account = read_account(call, params.account_token)
    await _spend(call, params.account_token, account)
    session_no = await credentials.admit(call, params.member_id, mobile=params.mobile == "T")
    await _link(
        call,
        params.member_id,
        account.social_name,
        issuer=account.issuer,
        subject=account.subject,
    )
    return await start_session(call, params.member_id, session_no)


async def _spend(call: Call, token: str, account: VerifiedAccount) -> None:
    await sign_in_tokens.spend(call, call.db, token, account.expires_at, parameter="account_token")


async def list_linked(call: Call, params: ShopParams) -> Sequence[LinkedAccount]:
    """Retrieve the accounts of other services that are linked to the customer who asks."""
    member_id = await credentials.require(call)
    offered = await services.offered(call)
    return [
        LinkedAccount(
            shop_no=call.shop_no,
            social_name=each.social_name,
            service_name=services.name_of(offered.get(each.social_name), each.social_name),
            linked_date=each.linked_date,
        )
        for each in await social.links_of(call, member_id)
    ]


async def unlink(call: Call, params: ServicePath) -> Unlinked:
    """Unlink an account of another service from the customer who asks.

    Raises NotFound (404) without such an account, Invalid (422) for the last one of a customer
    without a password, who could not sign in any more.
    """
    member_id = await credentials.require(call)
    await customer_store.require(call, member_id, to_change=True)
    linked = [each.social_name for each in await social.links_of(call, member_id)]
    if params.social_name not in linked:
        raise NotFound(DOES_NOT_EXIST, parameter="social_name", resource=Phrase("linked account"))
    if len(linked) == 1 and not await credentials.has_password(call, member_id):
        raise Invalid(ONLY_WAY_TO_SIGN_IN, parameter="social_name")
    await social.unlink(call, member_id, params.social_name)
    call.journal(f"customer {member_id}", {f"social.{params.social_name}": (True, False)})
    return Unlinked(shop_no=call.shop_no, social_name=params.social_name)

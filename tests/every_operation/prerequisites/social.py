"""A provider of OpenID Connect, and what it has confirmed: for the sweeps."""

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from openmall.commerce.customer import social
from openmall.commerce.personal.social import sign_in_tokens
from openmall.commerce.personal.social.sign_in_tokens import VerifiedAccount
from tests.commerce.customer.customer_setup import call_of, do
from tests.commerce.personal.social.sign_in_client import AGREED, Browser
from tests.every_operation.prerequisites import shopping
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.of_malls import OfMalls
from tests.openid_provider import CLIENT_ID, CLIENT_SECRET, Provider, reach
from tests.storefront.shopper_client import PASSWORD
from tests.world import Stage, World

_CONFIGURED: OfMalls[bool] = OfMalls()
"""Malls whose shop accepts the provider."""


@cache
def _provider() -> Provider:
    return Provider(Path(tempfile.mkdtemp()))


_REACHING: set[Stage] = set()
"""Applications that can reach the provider."""


def _configured(world: World, above: Values | None = None) -> str:
    """Let the shop accept the provider."""
    if world.stage not in _REACHING:
        _REACHING.add(world.stage)
        reach(_provider(), world.stage)
    _provider().now = world.stage.clock.now
    if world not in _CONFIGURED:
        _CONFIGURED[world] = True
        world.put(
            "socials/openid",
            use_openid_login="T",
            openid_name="Example ID",
            openid_issuer=_provider().issuer,
            openid_client_id=CLIENT_ID,
            openid_client_secret=CLIENT_SECRET,
        )
    return "openid"


def _offered(world: World) -> None:
    _configured(world)


def _completion(world: World) -> Values:
    """Return what a browser comes back with from the provider."""
    _configured(world)
    browser = Browser(world, _provider())
    return browser.returned(browser.begin())


def _account_token(world: World) -> str:
    """Return the proof of an account that nobody has used before."""
    call = call_of(world)
    account = VerifiedAccount(
        shop_no=1,
        social_name=_configured(world),
        service_name="Example ID",
        issuer=_provider().issuer,
        subject=f"account-{next(FRESH)}",
        email="kim@example.com",
        name="Kim",
        expires_at=int(call.clock.now()) + sign_in_tokens.ACCOUNT_SECONDS,
    )
    return sign_in_tokens.issue(call, account)


def _joining(world: World) -> Values:
    name = f"new{next(FRESH)}"
    return {
        "account_token": _account_token(world),
        "member_id": name,
        "email": f"{name}@example.com",
    }


def _linking(world: World) -> Values:
    return {"account_token": _account_token(world)}


def _linked(world: World, above: Values | None = None) -> str:
    """Link an account to the member who shops."""
    shopping.member(world)
    subject = f"account-{next(FRESH)}"
    do(
        world,
        lambda call: social.link(
            call,
            shopping.MEMBER,
            social_name="openid",
            social_member_code=subject,
            issuer="https://provider.test",
        ),
    )
    return "openid"


def _linked_account(world: World) -> None:
    _linked(world)


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "socials/{social_name}": _configured,
    "customers/me/social/{social_name}": _linked,
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET socials": _offered,
    "GET customers/me/social": _linked_account,
}
UNKNOWN_VALUES: dict[str, Any] = {"social_name": "nobody"}
NAMED_BY_KIND: dict[str, str] = {
    "socials/{social_name}/attempts": "services have the same names in every mall",
    "customers/me/social/{social_name}": "services have the same names in every mall",
}
EXTRA_VALUES: dict[str, Values] = {
    "POST socials/customers": {"name": "Kim", **AGREED},
    "POST socials/links": {"member_id": shopping.MEMBER, "password": PASSWORD},
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    "POST socials/sessions": _completion,
    "POST socials/customers": _joining,
    "POST socials/links": _linking,
}

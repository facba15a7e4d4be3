"""Managers sign in with an account of an identity provider (OpenID Connect)."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest
from msgspec.structs import replace

from openmall.pages.backoffice.accounts import staff_openid
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden
from tests.commerce.personal.social.conftest import _one_provider
from tests.openid_provider import (
    CLIENT_ID,
    CLIENT_SECRET,
    Provider,
    reachable,
    signed_with_public_key,
    unsigned,
)
from tests.pages.backoffice.test_invitations import INVITED, choose, link
from tests.pages.backoffice.test_staff import send
from tests.pages.backoffice.test_two_step import set_up
from tests.pages.sampleshop.shop_browser import said
from tests.world import PASSWORD

__all__ = ["_one_provider"]

PAGE = "/admin/staff-sign-in"
BEGIN = f"/admin{staff_openid.BEGIN}"
RETURN = f"/admin{staff_openid.RETURN}"
ACCOUNTS = f"/admin{staff_openid.ACCOUNTS}"
COOKIE = staff_openid.COOKIE.rstrip("-")
UNKNOWN = "No manager of this shop has this account."
EXPIRED = "This sign-in has expired. Please begin again."
REFUSED = "The service did not confirm the sign-in."


@pytest.fixture
def provider(_one_provider: Provider, owner: Browser) -> Iterator[Provider]:
    """A provider that does nothing wrong, and that the head admin has entered."""
    _one_provider.behave()
    with reachable(_one_provider, owner.world.stage):
        assert save(owner, _one_provider) == (303, f"{PAGE}?done=saved")
        yield _one_provider


def save(owner: Browser, provider: Provider, **changed: str) -> tuple[int, str]:
    """Send the form of the provider; return the status, and where it leads or what is wrong."""
    values = {
        "provider_name": "Example ID",
        "issuer": provider.issuer,
        "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET,
        "act": "save",
        **changed,
    }
    answer = owner.submit(PAGE, {**hidden(owner.open(PAGE)), **values})
    problem = re.search(r'class="problem"[^>]*>(.*?)</p>', answer.text)
    return answer.status_code, answer.headers.get("location") or (problem[1] if problem else "")


def come_back(browser: Browser, provider: Provider, address: str, **changed: str) -> httpx.Response:
    """Sign in at the provider; return the answer to what the browser comes back with."""
    [redirect_uri] = parse_qs(urlsplit(address).query)["redirect_uri"]
    assert redirect_uri == (
        f"https://admin.openmall.localhost/{browser.world.mall_id}{staff_openid.RETURN}"
    )
    return browser.open(f"{RETURN}?{urlencode(provider.authorize(address, **changed))}")


def begun(browser: Browser, query: str = "") -> str:
    """Begin to sign in; return the address of the provider."""
    answer = browser.open(BEGIN + query)
    assert answer.status_code == 303, said(answer.text)
    return str(answer.headers["location"])


def linked(browser: Browser, provider: Provider) -> httpx.Response:
    """Link the account of the provider to whoever is signed in; return the answer."""
    form = {**hidden(browser.open(ACCOUNTS)), "act": "link", "current": PASSWORD}
    page = browser.submit(ACCOUNTS, form)
    found = re.search(r'class="button primary" href="([^"]+)"', page.text)
    assert found is not None, said(page.text)
    return come_back(browser, provider, unescape(found[1]))


def test_a_manager_links_an_account_and_signs_in_with_it(
    owner: Browser, provider: Provider
) -> None:
    world = owner.world
    stranger = Browser(world)
    before = come_back(stranger, provider, begun(stranger))
    done = linked(owner, provider)
    page = said(owner.open(ACCOUNTS).text)
    other = Browser(world)
    button = other.open(f"{SIGN_IN}?next=/admin/orders").text

    answer = come_back(other, provider, begun(other, "?next=/admin/orders"))

    assert before.status_code == 422
    assert done.headers["location"] == f"{ACCOUNTS}?done=linked"
    assert f"{provider.issuer} account-1" in page
    assert f'href="{BEGIN}?next=%2Fadmin/orders"' in button
    assert "Sign in with Example ID" in button
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin/orders")
    assert other.open("/admin").status_code == 200
    assert provider.exchanged[-1]["code_verifier"]
    assert "Last used" in other.open(ACCOUNTS).text


def test_an_account_nobody_has_linked_gives_no_rights(owner: Browser, provider: Provider) -> None:
    # the head admin has this very address and a password
    stranger = Browser(owner.world)
    provider.account["email"] = "owner@example.com"
    answer = come_back(stranger, provider, begun(stranger))
    assert answer.status_code == 422
    assert UNKNOWN in said(answer.text)
    assert stranger.open("/admin").status_code == 303


@pytest.mark.parametrize("verified", [True, False])
def test_an_invited_manager_accepts_with_a_verified_address(
    owner: Browser, provider: Provider, verified: bool
) -> None:
    world = owner.world
    send(owner, **INVITED)
    invitation = link(world)
    provider.account["email_verified"] = verified
    hana = Browser(world)

    answer = come_back(hana, provider, begun(hana))

    if verified:
        assert answer.status_code == 303
        assert "(hana)" in said(hana.open("/admin/account").text)
        assert choose(Browser(world), invitation)[0] == 422, "the link is used up"
        assert '<span class="badge warn">invited</span>' not in owner.open("/admin/managers").text
        again = Browser(world)
        provider.account["email"] = "changed@example.com"
        assert come_back(again, provider, begun(again)).status_code == 303, "by the subject"
    else:
        assert UNKNOWN in said(answer.text)
        assert choose(Browser(world), invitation)[0] == 200


def test_an_invitation_ends_for_the_provider_when_its_link_does(
    owner: Browser, provider: Provider
) -> None:
    send(owner, **INVITED)
    owner.world.stage.clock.pass_(7 * 86_400)
    hana = Browser(owner.world)
    assert UNKNOWN in said(come_back(hana, provider, begun(hana)).text)


def test_an_address_of_two_invited_managers_accepts_nothing(
    owner: Browser, provider: Provider
) -> None:
    send(owner, **INVITED)
    send(owner, **{**INVITED, "user_id": "hana2"})
    hana = Browser(owner.world)

    assert UNKNOWN in said(come_back(hana, provider, begun(hana)).text)


def test_who_accepted_with_a_password_is_not_found_by_the_address(
    owner: Browser, provider: Provider
) -> None:
    send(owner, **INVITED)
    choose(Browser(owner.world), link(owner.world))
    hana = Browser(owner.world)

    assert UNKNOWN in said(come_back(hana, provider, begun(hana)).text)


def test_an_answer_counts_once_and_only_in_the_browser_that_began(
    owner: Browser, provider: Provider
) -> None:
    linked(owner, provider)
    world, hana = owner.world, Browser(owner.world)
    address = begun(hana)
    query = urlencode(provider.authorize(address))
    foreign = Browser(world).open(f"{RETURN}?{query}")
    begun(other := Browser(world))
    swapped = other.open(f"{RETURN}?{query}")
    first = hana.open(f"{RETURN}?{query}")
    cookie = dict(other.cookies)
    hana.cookies.update({COOKIE: cookie.get(COOKIE, "")})
    again = hana.open(f"{RETURN}?{query}")

    for each in (foreign, swapped, again):
        assert each.status_code == 422
        assert EXPIRED in said(each.text)
    assert first.status_code == 303


def test_a_repeated_answer_is_refused(owner: Browser, provider: Provider) -> None:
    linked(owner, provider)
    hana = Browser(owner.world)
    address = begun(hana)
    kept = hana.cookies[COOKIE]
    assert come_back(hana, provider, address).status_code == 303
    hana.cookies[COOKIE] = kept

    again = come_back(hana, provider, address)

    assert EXPIRED in said(again.text)


def test_a_sign_in_expires_after_ten_minutes(owner: Browser, provider: Provider) -> None:
    linked(owner, provider)
    hana = Browser(owner.world)
    address = begun(hana)
    owner.world.stage.clock.pass_(600)

    assert EXPIRED in said(come_back(hana, provider, address).text)


def _other_nonce(provider: Provider) -> None:
    provider.claims["nonce"] = "another"


def _other_audience(provider: Provider) -> None:
    provider.claims["aud"] = "another"


def _other_issuer(provider: Provider) -> None:
    provider.claims["iss"] = "https://evil.example"


def _too_old(provider: Provider) -> None:
    provider.claims["exp"] = 1


def _not_signed(provider: Provider) -> None:
    provider.sign = unsigned


def _signed_with_public_key(provider: Provider) -> None:
    provider.sign = signed_with_public_key(provider)


@pytest.mark.parametrize(
    "wrong",
    [_other_nonce, _other_audience, _other_issuer, _too_old, _not_signed, _signed_with_public_key],
)
def test_a_token_that_proves_nothing_signs_nobody_in(
    owner: Browser, provider: Provider, wrong: Any
) -> None:
    linked(owner, provider)
    hana = Browser(owner.world)
    address = begun(hana)
    wrong(provider)

    answer = come_back(hana, provider, address)

    assert REFUSED in said(answer.text)
    assert hana.open("/admin").status_code == 303


def test_a_cancelled_sign_in_and_a_silent_provider_say_so(
    owner: Browser, provider: Provider
) -> None:
    hana = Browser(owner.world)
    sent = provider.authorize(begun(hana))
    cancelled = hana.open(
        f"{RETURN}?{urlencode({'error': 'access_denied', 'state': sent['state']})}"
    )
    address = begun(hana)
    provider.answer = lambda path: (503, {}) if path == "/token" else None
    silent = come_back(hana, provider, address)
    wrong = come_back(hana, provider, begun(hana), iss="https://evil.example")

    assert "The sign-in was cancelled." in said(cancelled.text)
    assert (silent.status_code, silent.headers["retry-after"]) == (503, "30")
    assert EXPIRED in said(wrong.text)


def test_a_second_step_is_asked_for_after_the_provider(owner: Browser, provider: Provider) -> None:
    linked(owner, provider)
    set_up(owner)
    hana = Browser(owner.world)

    answer = come_back(hana, provider, begun(hana))

    assert answer.headers["location"] == "/api/v2/oauth/second-step"
    assert hana.open("/admin").status_code == 303


def test_an_account_belongs_to_one_manager_who_may_remove_it(
    owner: Browser, provider: Provider
) -> None:
    world = owner.world
    linked(owner, provider)
    send(owner, **{**INVITED, "password": PASSWORD, "again": PASSWORD})
    hana = Browser(world)
    assert hana.sign_in(SIGN_IN, PASSWORD, user="hana").status_code == 200
    taken = linked(hana, provider)
    form = {"act": "unlink", "account": f"{provider.issuer} account-1"}
    foreign = hana.submit(
        ACCOUNTS, {**hidden(hana.open(ACCOUNTS)), **form, "current_removing": PASSWORD}
    )
    wrong = owner.submit(
        ACCOUNTS, {**hidden(owner.open(ACCOUNTS)), **form, "current_removing": "wrong"}
    )
    removed = owner.submit(
        ACCOUNTS, {**hidden(owner.open(ACCOUNTS)), **form, "current_removing": PASSWORD}
    )

    assert "The account is connected already." in said(taken.text)
    assert "There is no such account." in said(foreign.text)
    assert wrong.status_code == 422
    assert removed.headers["location"] == f"{ACCOUNTS}?done=unlinked"
    later = Browser(world)
    assert UNKNOWN in said(come_back(later, provider, begun(later)).text)


def test_accounts_go_with_their_manager(owner: Browser, provider: Provider) -> None:
    send(owner, **INVITED)
    hana = Browser(owner.world)
    come_back(hana, provider, begun(hana))
    page = owner.open("/admin/managers/hana")
    removed = owner.submit("/admin/managers/hana", {**hidden(page), "act": "remove"})
    again = Browser(owner.world)

    answer = come_back(again, provider, begun(again))

    assert removed.status_code == 303
    assert UNKNOWN in said(answer.text)


def test_a_wrong_provider_is_refused_beside_its_field(owner: Browser, provider: Provider) -> None:
    assert save(owner, provider, issuer="http://provider.test") == (
        422,
        "Enter the address of the provider, which begins with https://.",
    )
    assert save(owner, provider, issuer="https://provider.test:1/x")[0] == 422
    assert save(owner, provider, issuer=f"{provider.issuer}/other") == (
        422,
        "The provider does not answer at this address as OpenID Connect does.",
    )
    assert save(owner, provider, client_id="") == (422, "Please fill this in.")
    assert save(owner, provider, provider_name="x" * 51) == (422, "This is too long.")
    page = owner.open(PAGE).text
    assert f'value="{provider.issuer}"' in page
    assert CLIENT_SECRET not in page


def test_an_empty_secret_keeps_the_stored_one(owner: Browser, provider: Provider) -> None:
    linked(owner, provider)
    assert save(owner, provider, client_secret="", provider_name="Renamed")[0] == 303
    hana = Browser(owner.world)

    assert come_back(hana, provider, begun(hana)).status_code == 303
    assert save(owner, provider, act="remove") == (303, f"{PAGE}?done=removed")
    assert BEGIN not in Browser(owner.world).open(SIGN_IN).text
    assert Browser(owner.world).open(BEGIN).status_code == 422


def test_the_operators_provider_serves_malls_without_their_own(
    owner: Browser, provider: Provider
) -> None:
    linked(owner, provider)
    save(owner, provider, act="remove")
    office = owner.world.stage.app._back_office
    openid = office._signed_out._openid
    before = openid._configuration
    openid._configuration = replace(
        before,
        staff_issuer=provider.issuer,
        staff_client_id=CLIENT_ID,
        staff_client_secret=CLIENT_SECRET,
    )
    try:
        hana = Browser(owner.world)
        answer = come_back(hana, provider, begun(hana))
    finally:
        openid._configuration = before

    assert answer.status_code == 303


def test_beginnings_from_one_address_are_limited(owner: Browser, provider: Provider) -> None:
    statuses = [Browser(owner.world).open(BEGIN).status_code for _ in range(25)]

    assert statuses[0] == 303
    assert statuses[-1] == 429


@pytest.mark.parametrize("text", ["", "x", "sealed:1:x", "c2VhbGVkOjE6eA=="])
def test_a_cookie_that_is_none_is_an_expired_sign_in(
    owner: Browser, provider: Provider, text: str
) -> None:
    hana = Browser(owner.world)
    hana.cookies[COOKIE] = text

    assert EXPIRED in said(hana.open(f"{RETURN}?state=1&code=1").text)

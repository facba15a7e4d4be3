"""Operators sign in with an account of the installation's identity provider (OpenID Connect)."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest

from openmall.pages.operator import menu, openid
from tests.commerce.personal.social.conftest import _one_provider
from tests.openid_provider import CLIENT_ID, CLIENT_SECRET, Provider, reachable
from tests.pages.operator.operator_browser import OperatorBrowser, add_operator, signed_in
from tests.pages.sampleshop.shop_browser import said
from tests.world import PASSWORD, World, open_stage

__all__ = ["_one_provider"]

UNKNOWN = "No operator has this account."
EXPIRED = "This sign-in has expired. Please begin again."


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, _one_provider: Provider) -> Iterator[World]:
    """A mall of an installation that has a provider for people who run malls."""
    _one_provider.behave()
    with open_stage(
        tmp_path_factory.mktemp("openid"),
        staff_provider_name="Example ID",
        staff_issuer=_one_provider.issuer,
        staff_client_id=CLIENT_ID,
        staff_client_secret=CLIENT_SECRET,
    ) as stage:
        yield stage.new_world()


@pytest.fixture
def provider(_one_provider: Provider, world: World) -> Iterator[Provider]:
    """The provider, which the installation can reach."""
    with reachable(_one_provider, world.stage):
        yield _one_provider


def come_back(
    browser: OperatorBrowser, provider: Provider, address: str, **changed: str
) -> httpx.Response:
    """Sign in at the provider; return the answer to what the browser comes back with."""
    [redirect_uri] = parse_qs(urlsplit(address).query)["redirect_uri"]
    assert redirect_uri == f"https://{browser.host}{menu.RETURN}"
    return browser.open(f"{menu.RETURN}?{urlencode(provider.authorize(address, **changed))}")


def begun(browser: OperatorBrowser) -> str:
    """Begin to sign in; return the address of the provider."""
    answer = browser.open(menu.SIGN_IN_WITH)
    assert answer.status_code == 303, said(answer.text)
    return str(answer.headers["location"])


def linking(kim: OperatorBrowser) -> str:
    """Begin to link an account; return the address of the provider."""
    page = kim.send(menu.ACCOUNTS, {"act": "link", "current": PASSWORD})
    found = re.search(r'class="button primary" href="([^"]+)"', page.text)
    assert found is not None, said(page.text)
    return unescape(found[1])


def test_an_operator_links_an_account_and_signs_in_with_it(
    world: World, provider: Provider
) -> None:
    provider.account["sub"] = "kim"
    kim, stranger = signed_in(world), OperatorBrowser(world)
    before = come_back(stranger, provider, begun(stranger))
    linked = come_back(kim, provider, linking(kim))
    page = said(kim.open(menu.ACCOUNTS).text)
    other = OperatorBrowser(world)
    button = other.open(menu.SIGN_IN).text

    answer = come_back(other, provider, begun(other))

    assert before.status_code == 422
    assert UNKNOWN in said(before.text)
    assert stranger.open(menu.HOME).headers["location"] == menu.SIGN_IN
    assert linked.headers["location"] == f"{menu.ACCOUNTS}?done=linked"
    assert f"{provider.issuer} kim" in page
    assert "Sign in with Example ID" in button
    assert (answer.status_code, answer.headers["location"]) == (303, menu.HOME)
    assert other.open(menu.HOME).status_code == 200
    assert "Last used" in other.open(menu.ACCOUNTS).text
    assert any("account link" in row for row in kim.rows("/operator/audit"))


def test_the_second_step_is_asked_for_all_the_same(world: World, provider: Provider) -> None:
    provider.account["sub"] = "careful"
    kim = signed_in(world)
    kim.set_up_two_step()
    come_back(kim, provider, linking(kim))
    other = OperatorBrowser(world)

    answer = come_back(other, provider, begun(other))

    assert answer.headers["location"] == menu.SECOND_STEP
    assert other.open(menu.HOME).headers["location"] == menu.SIGN_IN


def test_an_account_is_linked_once_and_only_in_the_session_that_began(
    world: World, provider: Provider
) -> None:
    provider.account["sub"] = "twice"
    kim, lee = signed_in(world), signed_in(world)
    address = linking(kim)
    returned = f"{menu.RETURN}?{urlencode(provider.authorize(address))}"
    lee.cookies[openid.COOKIE] = kim.cookies[openid.COOKIE]

    foreign = lee.open(returned)
    again = kim.open(returned)
    first = come_back(kim, provider, linking(kim))
    second = come_back(lee, provider, linking(lee))

    assert (foreign.status_code, again.status_code) == (422, 422)
    assert EXPIRED in said(foreign.text)
    assert EXPIRED in said(again.text)
    assert first.status_code == 303
    assert second.status_code == 422
    assert "The account is connected already." in said(second.text)


def test_a_removed_account_signs_nobody_in(world: World, provider: Provider) -> None:
    provider.account["sub"] = "left"
    kim = signed_in(world)
    come_back(kim, provider, linking(kim))
    form = {"act": "unlink", "account": f"{provider.issuer} left", "current_removing": PASSWORD}
    wrong = kim.send(menu.ACCOUNTS, {**form, "current_removing": "wrong password"})
    removed = kim.send(menu.ACCOUNTS, form)
    other = OperatorBrowser(world)

    answer = come_back(other, provider, begun(other))

    assert (wrong.status_code, removed.status_code) == (422, 303)
    assert "This is not your password." in wrong.text
    assert answer.status_code == 422
    assert kim.send(menu.ACCOUNTS, form).status_code == 404
    assert kim.send(menu.ACCOUNTS, {**form, "act": "x"}).status_code == 400


def test_a_wrong_password_links_nothing_and_is_counted(world: World, provider: Provider) -> None:
    kim = signed_in(world)
    form = {"act": "link", "current": "wrong password"}

    statuses = [kim.send(menu.ACCOUNTS, form).status_code for _ in range(6)]

    # other tests have typed wrong passwords at the same address
    assert (statuses[0], statuses[-1]) == (422, 429)


@pytest.mark.parametrize("query", ["", "?state=x&code=y", "?error=access_denied"])
def test_a_return_that_nobody_began_is_refused(
    world: World, provider: Provider, query: str
) -> None:
    add_operator(world.stage)
    answer = OperatorBrowser(world).open(menu.RETURN + query)

    assert answer.status_code == 422
    assert EXPIRED in said(answer.text)


def test_a_sign_in_that_was_cancelled_says_so(world: World, provider: Provider) -> None:
    add_operator(world.stage)
    browser = OperatorBrowser(world)
    [state] = parse_qs(urlsplit(begun(browser)).query)["state"]

    answer = browser.open(f"{menu.RETURN}?{urlencode({'state': state, 'error': 'denied'})}")

    assert "The sign-in was cancelled." in said(answer.text)


def test_beginnings_from_one_address_are_limited(world: World, provider: Provider) -> None:
    add_operator(world.stage)
    answers = [OperatorBrowser(world).open(menu.SIGN_IN_WITH) for _ in range(25)]

    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1


def test_without_a_provider_there_is_neither_button_nor_sign_in(tmp_path: Path) -> None:
    with open_stage(tmp_path) as stage:
        kim = signed_in(stage.new_world())
        page = OperatorBrowser(kim.world).open(menu.SIGN_IN).text
        answer = kim.open(menu.SIGN_IN_WITH)
        accounts = kim.open(menu.ACCOUNTS).text
        linked = kim.send(menu.ACCOUNTS, {"act": "link", "current": PASSWORD}, page=menu.ACCOUNT)

    assert menu.SIGN_IN_WITH not in page
    assert answer.status_code == 422
    assert "This installation has no sign-in with another account." in accounts
    assert linked.status_code == 422

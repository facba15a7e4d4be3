"""Members of the shop sign in with the account of another service."""

import re
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest

from openmall.pages.refusals import SIGN_IN_CANCELLED
from openmall.pages.sampleshop.refusals import SHOPPER_SIGN_IN_EXPIRED
from tests.openid_provider import Provider
from tests.pages.sampleshop.shop_browser import AGREED, Guest, said
from tests.storefront.shopper_client import PASSWORD
from tests.world import World

BEGIN = "/sign-in/with/openid"
FIRST = "/sign-in/first"
NAMES = {"name": "Hana Kim", "email": "hana@example.com"}
AWAY = "The sign-in service is not available. Please try again later, or sign in another way."
REFUSED = "The service did not confirm the sign-in. Please try again."


def led_away(guest: Guest, at: str = "/sign-in", /, **form: str) -> str:
    """Press the button of the service; return the address the browser is led to."""
    page = guest.send(BEGIN, at, **form)
    assert page.status_code == 200, said(page.text)
    link = re.search(r'class="button primary" href="([^"]+)"', page.text)
    assert link is not None
    address = unescape(link[1])
    assert page.headers["refresh"] == f"0; url={address}"
    return address


def come_back(guest: Guest, address: str, provider: Provider, **changed: str) -> httpx.Response:
    """Sign in at the service; return the answer to what the browser comes back with."""
    redirect = urlsplit(parse_qs(urlsplit(address).query)["redirect_uri"][0])
    return guest.open(f"{redirect.path}?{urlencode(provider.authorize(address, **changed))}")


def sign_in(guest: Guest, provider: Provider, at: str = "/sign-in", **form: str) -> str:
    """Sign in with the service; return where the browser is led."""
    answer = come_back(guest, led_away(guest, at, **form), provider)
    assert answer.status_code == 303, said(answer.text)
    return answer.headers["location"]


def join(guest: Guest, provider: Provider, member_id: str = "hana", **form: str) -> str:
    assert sign_in(guest, provider, **form).startswith(FIRST)
    return guest.done(FIRST, act="join", member_id=member_id, **NAMES, **AGREED)


def test_pages_without_services_have_no_buttons(guest: Guest) -> None:
    for path in ("/sign-in", "/join"):
        assert "/sign-in/with/" not in guest.see(path)


def test_somebody_joins_with_an_account_and_signs_in_with_it(
    guest: Guest, provider: Provider, world: World
) -> None:
    for path in ("/sign-in", "/join"):
        assert "Continue with Example ID" in said(guest.see(path))
    first = sign_in(guest, provider, next="/points")
    assert first == FIRST
    page = guest.see(FIRST)
    assert "Your first sign-in with Example ID" in page
    assert 'value="Hana Kim"' in page
    assert 'value="hana@example.com"' in page
    joined = guest.done(FIRST, act="join", member_id="hana", **NAMES, **AGREED, news_mail="T")
    assert joined == "/points?done=joined"
    account = said(guest.see("/account"))
    assert "Disconnect Example ID" in account
    assert "Set a password" in account

    later = Guest(world)
    assert sign_in(later, provider, next="/points") == "/points?done=signed-in"
    assert "Hello, Hana Kim" in said(later.see("/account"))


def test_who_joins_wrongly_is_told_beside_the_field(guest: Guest, provider: Provider) -> None:
    sign_in(guest, provider)
    typed = {"member_id": "HANA!", **NAMES, "name": "Typed"}
    status, _ = guest.refused(FIRST, act="join", **typed, **AGREED)
    assert status == 422
    answer = guest.send(FIRST, act="join", **typed, **AGREED)
    assert re.search(r'id="f-member_id"[^>]*aria-invalid', answer.text)
    assert not re.search(r'id="f-known_member_id"[^>]*aria-invalid', answer.text)
    assert 'value="Typed"' in answer.text
    assert guest.refused(FIRST, act="join", member_id="hana", **NAMES)[0] == 422


def test_a_member_who_is_there_already_proves_the_password(
    guest: Guest, provider: Provider, world: World
) -> None:
    guest.join()
    other = Guest(world)
    assert sign_in(other, provider) == f"{FIRST}?known=T"
    page = other.see(f"{FIRST}?known=T")
    assert "You already have an account here with this e-mail address." in page
    assert 'value="hana"' not in page
    wrong = {"known_member_id": "hana", "known_password": "not hers at all"}
    assert other.refused(FIRST, act="link", **wrong) == (
        401,
        "The member ID or the password is wrong.",
    )
    right = {"known_member_id": "hana", "known_password": PASSWORD}
    assert other.done(FIRST, act="link", **right) == "/?done=linked"
    assert "Disconnect Example ID" in said(other.see("/account"))


def test_a_member_connects_and_disconnects_an_account(guest: Guest, provider: Provider) -> None:
    guest.join()
    assert sign_in(guest, provider, "/account", act="link") == "/account?done=linked"
    assert "The account was connected." in said(guest.see("/account?done=linked"))
    assert guest.done("/account/unlink", "/account", social_name="openid") == (
        "/account?done=unlinked"
    )
    assert "Connect Example ID" in said(guest.see("/account"))


def test_a_member_without_a_password_sets_one(guest: Guest, provider: Provider) -> None:
    join(guest, provider)
    assert (
        "Set a password first."
        in guest.refused("/account/unlink", "/account", social_name="openid")[1]
    )
    saved = guest.done("/account", act="password", password=PASSWORD)
    assert saved == "/account?done=saved"
    assert "Change password" in said(guest.see("/account"))
    assert guest.refused("/account", act="password", password="one more password")[0] == 422
    assert guest.done("/account/unlink", "/account", social_name="openid")


def test_a_member_without_a_password_leaves(guest: Guest, provider: Provider, world: World) -> None:
    join(guest, provider)
    world.stage.clock.pass_(601)
    assert guest.refused("/account/leave") == (
        403,
        "Please sign out, sign in again, and repeat this within ten minutes.",
    )
    sign_in(guest, provider)
    assert guest.done("/account/leave") == "/?done=left"


def test_who_cancels_stays_a_guest(guest: Guest, provider: Provider) -> None:
    address = led_away(guest, next="/points")
    answer = come_back(guest, address, provider, error="access_denied")
    assert (answer.status_code, SIGN_IN_CANCELLED.message in answer.text) == (422, True)
    assert 'name="next" value="/points"' in answer.text


def test_an_answer_to_somebody_else_signs_nobody_in(
    guest: Guest, provider: Provider, world: World
) -> None:
    join(guest, provider)
    address = led_away(Guest(world))
    victim = Guest(world)
    answer = come_back(victim, address, provider)
    assert (answer.status_code, SHOPPER_SIGN_IN_EXPIRED.message in answer.text) == (422, True)
    # with an attempt of their own it is not theirs either
    led_away(victim)
    answer = come_back(victim, address, provider)
    assert (answer.status_code, SHOPPER_SIGN_IN_EXPIRED.message in answer.text) == (422, True)
    assert victim.open("/account").status_code == 303


def test_an_answer_is_taken_once(guest: Guest, provider: Provider) -> None:
    address = led_away(guest)
    cookies = dict(guest.cookies)
    assert come_back(guest, address, provider).status_code == 303
    # the same browser, as it was before
    guest.cookies = cookies
    again = come_back(guest, address, provider)
    assert (again.status_code, SHOPPER_SIGN_IN_EXPIRED.message in again.text) == (422, True)


def test_a_service_that_is_down(guest: Guest, provider: Provider, world: World) -> None:
    address = led_away(guest)
    provider.answer = lambda path: (500, {})
    answer = come_back(guest, address, provider)
    assert (answer.status_code, AWAY in answer.text) == (503, True)
    assert 'name="password"' in answer.text
    provider.behave()
    world.put("socials/openid", openid_issuer=provider.issuer)
    provider.answer = lambda path: (500, {})
    assert guest.refused(BEGIN, "/sign-in") == (503, AWAY)
    guest.join()
    # who is signed in stays, and is told on their account's page
    assert guest.refused(BEGIN, "/account", act="link") == (503, AWAY)
    assert "Hello, Hana Kim" in said(guest.see("/account"))


def test_a_wrong_token_is_refused(guest: Guest, provider: Provider) -> None:
    provider.claims = {"aud": "somebody else"}
    answer = come_back(guest, led_away(guest), provider)
    assert (answer.status_code, REFUSED in answer.text) == (422, True)


def test_what_a_service_posts_is_read_with_get(guest: Guest, provider: Provider) -> None:
    sent = provider.authorize(led_away(guest))
    # a form of another site comes without cookies
    cookies, guest.cookies = guest.cookies, {}
    answer = guest.submit("/sign-in/return", {**sent, "user": '{"name": {}}'})
    assert answer.status_code == 303
    guest.cookies = cookies
    location = answer.headers["location"]
    assert location.startswith("/sign-in/return?code=")
    assert guest.open(location).headers["location"] == FIRST


def test_the_way_back_stays_in_the_shop(guest: Guest, provider: Provider, world: World) -> None:
    join(guest, provider)
    other = Guest(world)
    assert sign_in(other, provider, next="//elsewhere.test") == "/?done=signed-in"
    assert other.submit(BEGIN, {"next": "/"}).status_code == 403


def test_the_second_shop_has_services_of_its_own(guest: Guest, provider: Provider) -> None:
    assert "/sign-in/with/" not in guest.see("/shop2/sign-in")
    assert guest.send("/shop2" + BEGIN, "/shop2/sign-in").status_code == 404


@pytest.mark.parametrize("path", [FIRST, "/sign-in/return", "/sign-in/return?code=x&state=y"])
def test_pages_of_no_sign_in_offer_the_usual_one(guest: Guest, path: str) -> None:
    answer = guest.open(path)
    assert (answer.status_code, SHOPPER_SIGN_IN_EXPIRED.message in answer.text) == (422, True)
    assert 'name="password"' in answer.text


def test_pages_speak_korean(guest: Guest, provider: Provider) -> None:
    guest.cookies["openmall-language"] = "ko"
    assert "Example ID" in said(guest.see("/sign-in"))
    assert "Continue with" not in guest.see("/sign-in")
    sign_in(guest, provider)
    assert "first sign-in" not in guest.see(FIRST)


def test_the_first_sign_in_asks_for_what_the_shop_requires(
    guest: Guest, provider: Provider, world: World
) -> None:
    asked = [
        {"key": "birthday", "use": "T", "required": "T"},
        {"key": "cellphone", "use": "F"},
    ]
    world.put("customers/properties", type="join", properties=asked)
    assert sign_in(guest, provider) == FIRST
    page = guest.see(FIRST)
    assert re.search(r'<input id="f-birthday" name="birthday" type="date"[^>]* required', page)
    assert 'name="cellphone"' not in page

    answer = guest.send(FIRST, act="join", member_id="hana", **NAMES, **AGREED)
    assert answer.status_code == 422
    assert 'id="f-birthday-problem">Please fill this in.' in answer.text
    form = {"member_id": "hana", **NAMES, **AGREED, "birthday": "1990-12-31"}

    assert guest.done(FIRST, act="join", **form) == "/?done=joined"
    kept = world.get("customersprivacy", member_id="hana")["customersprivacy"][0]
    assert kept["birthday"].startswith("1990-12-31")

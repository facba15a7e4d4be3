"""Several developers work on an app: invited by an owner, with a role, until they are removed."""

import re

import httpx
import pytest

from openmall.access.oauth import app_members
from tests.pages.console.developer_browser import (
    APP,
    Developer,
    Registered,
    copied,
    signed_up,
    without_keys,
)
from tests.world import World

NOT_OPEN = "This invitation is not open"


@pytest.fixture
def app(kim: Developer) -> Registered:
    return kim.app()


def invited(
    kim: Developer, app: Registered, email: str, role: str = "developer", status: int = 200
) -> str:
    """Invite somebody; return the path of the link."""
    page = kim.send(f"{app.home}/team", {"deed": "invite", "email": email, "role": role})
    assert page.status_code == status, page.text
    return copied(page)[0].removeprefix("https://developers.openmall.localhost")


def join(
    kim: Developer, app: Registered, lee: Developer, role: str = "developer"
) -> httpx.Response:
    return accept(lee, invited(kim, app, lee.email, role))


def accept(lee: Developer, link: str) -> httpx.Response:
    """Press the button of the page that a link leads to."""
    token = link.partition("invitation=")[2]
    return lee.send("/developers/join", {"invitation": token}, page="/developers")


def member(kim: Developer, app: Registered) -> str:
    """Return the number of the first member that can be changed."""
    found = re.search(r'name="member" value="(\d+)"', kim.open(f"{app.home}/team").text)
    assert found is not None
    return found[1]


def test_an_invited_developer_works_on_the_app(
    kim: Developer, lee: Developer, app: Registered
) -> None:
    link = invited(kim, app, lee.email.upper())

    shown = lee.open(link)
    assert "Stock keeper" in shown.text
    assert lee.open(app.home).status_code == 404
    answer = accept(lee, link)

    assert answer.headers["location"] == app.home
    assert "Stock keeper" in lee.open("/developers/apps").text
    for page in ("", "/calls", "/webhooks", "/team", "/credentials", "/settings", "/install"):
        assert lee.open(app.home + page).status_code == 200, page
    assert lee.email in kim.open(f"{app.home}/team").text
    # what they make with it works
    assert lee.mall(app).token


@pytest.mark.parametrize("page", ["settings", "credentials"])
def test_a_developer_does_not_change_what_owners_do(
    kim: Developer, lee: Developer, app: Registered, page: str
) -> None:
    join(kim, app, lee)
    before = without_keys(kim.open(f"{app.home}/settings").text)

    answer = lee.send(
        f"{app.home}/{page}", {**APP, "name": "Mine", "mall.read_product": "T", "which": "secret",
                               "hours": "0"}
    )  # fmt: skip

    assert answer.status_code == 403
    assert "Only owners may change this" in answer.text
    assert without_keys(kim.open(f"{app.home}/settings").text) == before


@pytest.mark.parametrize("deed", ["invite", "withdraw", "role", "remove"])
def test_a_developer_does_not_change_the_team(
    kim: Developer, lee: Developer, app: Registered, deed: str
) -> None:
    join(kim, app, lee)
    form = {"deed": deed, "email": "x@example.com", "role": "owner", "member": member(kim, app)}

    assert lee.send(f"{app.home}/team", form).status_code == 403
    page = kim.open(f"{app.home}/team").text
    assert "x@example.com" not in page
    assert lee.email in page


def test_an_owner_does_all(kim: Developer, lee: Developer, app: Registered) -> None:
    join(kim, app, lee, "owner")

    form = {"deed": "renew", "which": "secret", "hours": "0"}
    renewed = lee.send(f"{app.home}/credentials", form)

    assert renewed.status_code == 200
    assert invited(lee, app, "other@example.com")


def test_a_removed_member_has_no_access(kim: Developer, lee: Developer, app: Registered) -> None:
    join(kim, app, lee)

    answer = kim.send(f"{app.home}/team", {"deed": "remove", "member": member(kim, app)})

    assert answer.status_code == 303
    assert lee.open(app.home).status_code == 404
    assert "Stock keeper" not in lee.open("/developers/apps").text


def test_a_role_is_changed_at_once(kim: Developer, lee: Developer, app: Registered) -> None:
    join(kim, app, lee, "owner")
    form = {"deed": "role", "member": member(kim, app), "role": "developer"}

    assert kim.send(f"{app.home}/team", form).status_code == 303

    assert lee.send(f"{app.home}/team", {"deed": "invite"}).status_code == 403
    refused = kim.send(f"{app.home}/team", {**form, "role": "king"})
    assert refused.status_code == 422


def test_a_member_leaves_and_the_first_owner_stays(
    kim: Developer, lee: Developer, app: Registered
) -> None:
    join(kim, app, lee)

    left = lee.send(f"{app.home}/team", {"deed": "leave"})
    kim.send(f"{app.home}/team", {"deed": "leave"})

    assert left.headers["location"] == "/developers/apps"
    assert lee.open(app.home).status_code == 404
    assert kim.open(app.home).status_code == 200


def test_an_invitation_is_of_one_account_and_works_once(
    world: World, kim: Developer, lee: Developer, app: Registered
) -> None:
    other = signed_up(world, "Park")
    link = invited(kim, app, lee.email)

    stranger = other.open(link)
    accept(lee, link)
    again = lee.open(link)

    assert (stranger.status_code, again.status_code) == (404, 404)
    assert NOT_OPEN in stranger.text
    assert NOT_OPEN in again.text
    assert other.open(app.home).status_code == 404


def test_whoever_is_not_signed_in_comes_back_to_the_invitation(
    world: World, kim: Developer, lee: Developer, app: Registered
) -> None:
    link = invited(kim, app, lee.email)
    stranger = Developer(world)

    shown = stranger.open(link)
    sent = stranger.submit(
        "/developers/join",
        {"form_token": stranger.token("/developers/sign-in"), "invitation": link},
    )

    assert shown.status_code == 303
    assert "next=%2Fdevelopers%2Fjoin%3Finvitation" in shown.headers["location"]
    assert (sent.status_code, sent.headers["location"]) == (303, "/developers/sign-in")
    assert lee.open(link).status_code == 200


def test_a_withdrawn_or_old_invitation_is_closed(
    kim: Developer, lee: Developer, app: Registered, world: World
) -> None:
    withdrawn, old = invited(kim, app, lee.email), invited(kim, app, lee.email)
    page = kim.open(f"{app.home}/team").text
    hashes = re.findall(r'name="invitation" value="([^"]+)"', page)
    assert len(hashes) == 2

    for each in hashes:
        if lee.open(withdrawn).status_code == 200:
            kim.send(f"{app.home}/team", {"deed": "withdraw", "invitation": each})
    assert lee.open(withdrawn).status_code == 404
    again = invited(kim, app, lee.email)
    world.stage.clock.pass_(app_members.VALID + 1)
    # the session ended as well
    lee.send("/developers/sign-in", {"email": lee.email, "password": "a long password"})
    assert lee.open(again).status_code in (303, 404)
    assert lee.open(old).status_code in (303, 404)
    assert lee.open(app.home).status_code in (303, 404)


@pytest.mark.parametrize("deed", ["remove", "role", "leave"])
def test_an_invitation_ends_with_the_owner_who_may_have_made_it(
    world: World, kim: Developer, lee: Developer, app: Registered, deed: str
) -> None:
    join(kim, app, lee, "owner")
    second = signed_up(world, "Lee again")
    link = invited(lee, app, second.email, "owner")

    form = {"deed": deed, "member": member(kim, app), "role": "developer"}
    (lee if deed == "leave" else kim).send(f"{app.home}/team", form)

    assert second.open(link).status_code == 404
    assert second.open(app.home).status_code == 404


@pytest.mark.parametrize(
    "email", ["", "nobody", "a b@example.com", "@", f"{'x' * 300}@example.com"]
)
def test_a_wrong_address_is_refused_beside_its_field(
    kim: Developer, app: Registered, email: str
) -> None:
    page = kim.send(f"{app.home}/team", {"deed": "invite", "email": email, "role": "developer"})

    assert page.status_code == 422
    assert "Enter the e-mail address of their account." in page.text
    assert "Open invitations" not in page.text


def test_a_team_has_a_limit(
    kim: Developer, app: Registered, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_members, "MOST", 1)
    invited(kim, app, "one@example.com")

    page = kim.send(
        f"{app.home}/team", {"deed": "invite", "email": "two@example.com", "role": "owner"}
    )

    assert page.status_code == 409
    assert "The team is full" in page.text


def test_an_invited_owner_of_the_app_stays_what_they_are(kim: Developer, app: Registered) -> None:
    link = invited(kim, app, kim.email)

    assert accept(kim, link).status_code == 303
    assert kim.open(f"{app.home}/team").text.count(kim.email) == 2  # in the frame and in the list

"""Passkeys: added and removed in one's account, to sign in with, and as the second step."""

import re
from html import unescape

import httpx
import pytest

from openmall.access.malls import passkeys, second_factors
from openmall.database.session import Session
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden, manager
from tests.authenticator import Authenticator, asked
from tests.pages.backoffice.test_activity import kept
from tests.pages.backoffice.test_staff import send
from tests.pages.backoffice.test_two_step import (
    MANAGERS,
    STEP,
    code,
    password_step,
    second_step,
    set_up,
)
from tests.world import PASSWORD, World

PAGE = "/admin/account/passkeys"
PASSKEY = "/api/v2/oauth/passkey"
REFUSED = "This passkey was not accepted. Try again, or sign in another way."
NOT_ADDED = "The passkey was not added. Please begin again."


@pytest.fixture
def key(owner: Browser) -> Authenticator:
    """A passkey that nobody has registered."""
    return authenticator(owner)


def authenticator(browser: Browser) -> Authenticator:
    return Authenticator("https://admin.openmall.localhost")


def submit(browser: Browser, **form: str) -> httpx.Response:
    return browser.submit(PAGE, {**hidden(browser.open(PAGE)), **form})


def start(browser: Browser, name: str = "Laptop") -> httpx.Response:
    return submit(browser, act="start", name=name, current=PASSWORD)


def add(browser: Browser, key: Authenticator, name: str = "Laptop") -> httpx.Response:
    """Register a passkey."""
    options, token = asked(start(browser, name).text)
    return submit(browser, act="add", challenge=token, credential=key.create(options))


def sign_in(browser: Browser, key: Authenticator) -> tuple[int, str]:
    """Sign in with a passkey; return the status, and where it leads or what is wrong."""
    at = "?next=%2Fadmin%2Forders"
    page = browser.open(SIGN_IN + at)
    options, token = asked(page.text)
    return given(browser, PASSKEY + at, page, token, key.get(options))


def given(
    browser: Browser, at: str, page: httpx.Response, token: str, credential: str
) -> tuple[int, str]:
    form = {**hidden(page), "challenge": token, "credential": credential}
    answer = browser.submit(at, form)
    found = re.search(r'role="alert" id="problem">(.*?)</p>', answer.text)
    return answer.status_code, answer.headers.get("location") or (found[1] if found else "")


def names(browser: Browser) -> list[str]:
    listed = re.search(r'<ul class="rows">(.*?)</ul>', browser.open(PAGE).text, re.DOTALL)
    return re.findall(r'class="grow">(.*?)<br>', listed[1]) if listed else []


def stored(world: World, key: Authenticator) -> passkeys.Passkey:
    async def find(db: Session) -> passkeys.Passkey | None:
        return await passkeys.find(db, key.id)

    found = world.in_transaction(find)
    assert found is not None
    return found


def test_somebody_adds_a_passkey_signs_in_with_it_and_removes_it(
    owner: Browser, key: Authenticator
) -> None:
    world = owner.world
    added = add(owner, key)
    codes = re.findall(r"\b[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}\b", added.text.partition("<pre")[2])
    before = unescape(owner.open(PAGE).text)
    world.stage.clock.pass_(60)
    browser = Browser(world)

    done = sign_in(browser, key)

    assert len(set(codes)) == second_factors.RECOVERY_CODES
    assert "Not used yet" in before
    assert done == (303, "/admin/orders")
    assert browser.open("/admin/orders").status_code == 200
    assert "Last used" in owner.open(PAGE).text
    assert stored(world, key).sign_count == 1
    removed = submit(owner, act="remove", passkey=key.id, current_removing=PASSWORD)
    assert removed.headers["location"] == f"{PAGE}?done=removed"
    assert names(owner) == []
    assert sign_in(Browser(world), key) == (400, REFUSED)
    # the last one takes the second step with it
    assert Browser(world).sign_in(f"{SIGN_IN}?next=%2Fadmin%2Forders").status_code == 200
    changes = [line["content"] for line in kept(world) if line["action"] == "two-step change"]
    assert sorted(changes) == [
        "manager owner: passkey Laptop -> null",
        "manager owner: passkey null -> Laptop",
    ]


def test_several_passkeys_of_one_person(owner: Browser, key: Authenticator) -> None:
    second = authenticator(owner)
    add(owner, key)
    owner.world.stage.clock.pass_(1)
    again = add(owner, second, "Security key")

    # there are recovery codes already
    assert again.headers["location"] == f"{PAGE}?done=added"
    assert names(owner) == ["Laptop", "Security key"]
    assert sign_in(Browser(owner.world), second)[0] == 303
    submit(owner, act="remove", passkey=second.id, current_removing=PASSWORD)
    assert names(owner) == ["Laptop"]
    assert sign_in(Browser(owner.world), key)[0] == 303
    assert password_step(owner.world)


def test_a_passkey_is_the_second_step(owner: Browser, key: Authenticator) -> None:
    add(owner, key)
    browser = password_step(owner.world)
    at = f"{STEP}?next=%2Fadmin%2Forders"
    page = browser.open(at)
    options, token = asked(page.text)
    # who has given the password need not be verified by the authenticator again
    key.verifies = False

    done = given(browser, at, page, token, key.get(options))

    assert [each["id"] for each in options["allowCredentials"]] == [key.id]
    assert done == (303, "/admin/orders")
    assert browser.open("/admin/orders").status_code == 200


def test_a_recovery_code_replaces_a_lost_passkey(owner: Browser, key: Authenticator) -> None:
    added = add(owner, key)
    codes = re.findall(r"\b[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}\b", added.text.partition("<pre")[2])

    assert second_step(password_step(owner.world), codes[0])[0] == 303
    assert second_step(password_step(owner.world), codes[0])[0] == 400


def test_the_second_step_of_somebody_is_not_anothers_passkey(
    owner: Browser, key: Authenticator
) -> None:
    world = owner.world
    add(owner, key)
    manager(world, "helper", "A")
    helper = Browser(world)
    helper.sign_in(SIGN_IN, user="helper")
    other = authenticator(owner)
    add(helper, other)
    browser = password_step(world)
    page = browser.open(STEP)
    options, token = asked(page.text)

    assert given(browser, STEP, page, token, other.get(options)) == (400, REFUSED)


def test_a_mall_that_requires_a_second_step_accepts_a_passkey(
    owner: Browser, key: Authenticator
) -> None:
    send(owner, MANAGERS, act="policy", second_factor="T")
    closed = owner.open("/admin/orders").headers["location"]
    asked_for = "A passkey counts as well." in owner.open(PAGE).text
    add(owner, key)
    open_ = owner.open("/admin/orders").status_code

    submit(owner, act="remove", passkey=key.id, current_removing=PASSWORD)

    assert (closed, asked_for, open_) == ("/admin/account/two-step", True, 200)
    assert owner.open("/admin/orders").status_code == 303


def test_an_app_and_passkeys_come_and_go(owner: Browser, key: Authenticator) -> None:
    world = owner.world
    add(owner, key)
    secret, _ = set_up(owner)
    world.stage.clock.pass_(60)
    assert second_step(password_step(world), code(world, secret))[0] == 303
    off = owner.submit(
        "/admin/account/two-step",
        {**hidden(owner.open(PAGE)), "act": "off", "current": PASSWORD},
    )
    assert off.status_code == 303
    # the passkey is left, and still asked for
    world.stage.clock.pass_(60)
    assert second_step(password_step(world), code(world, secret))[0] == 400
    set_up(owner)
    submit(owner, act="remove", passkey=key.id, current_removing=PASSWORD)
    # the app is left
    assert password_step(world)


def test_a_secret_that_was_not_confirmed_proves_nothing(owner: Browser, key: Authenticator) -> None:
    world = owner.world
    add(owner, key)
    at = "/admin/account/two-step"
    owner.submit(at, {**hidden(owner.open(PAGE)), "act": "start", "current": PASSWORD})
    found = re.search(r'<code tabindex="0">([A-Z2-7]{32})</code>', owner.open(at).text)
    assert found

    assert second_step(password_step(world), code(world, found[1]))[0] == 400


@pytest.mark.parametrize("act", ["start", "remove"])
def test_the_password_is_asked_for(owner: Browser, key: Authenticator, act: str) -> None:
    add(owner, key)
    wrong = {"current": "not mine at all", "current_removing": "not mine at all"}

    answer = submit(owner, act=act, name="Another", passkey=key.id, **wrong)

    assert answer.status_code == 422
    assert "This is not your password." in answer.text
    assert names(owner) == ["Laptop"]


@pytest.mark.parametrize("name", ["", "x" * 61, "a\nb"])
def test_a_name_is_short_and_readable(owner: Browser, name: str) -> None:
    answer = start(owner, name)
    assert (answer.status_code, "The name must have 1 to 60 characters." in answer.text) == (
        422,
        True,
    )


def test_nobody_has_more_than_twenty(
    owner: Browser, key: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, token = asked(start(owner).text)
    monkeypatch.setattr(passkeys, "MOST", 0)

    assert start(owner).status_code == 422
    late = submit(owner, act="add", challenge=token, credential=key.create(options))
    assert (late.status_code, names(owner)) == (422, [])

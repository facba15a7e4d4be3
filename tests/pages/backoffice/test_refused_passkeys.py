"""Passkeys that prove nothing: copies, other sites, used challenges, nonsense."""

import pytest

from openmall.access.malls import passkey_ceremonies
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden, manager
from tests.authenticator import Authenticator, asked
from tests.pages.backoffice.test_passkeys import (
    NOT_ADDED,
    PAGE,
    PASSKEY,
    REFUSED,
    add,
    given,
    key,
    names,
    sign_in,
    start,
    stored,
    submit,
)
from tests.pages.backoffice.test_staff import send
from tests.pages.backoffice.test_two_step import MANAGERS, STEP, password_step
from tests.world import PASSWORD

__all__ = ["key"]


def test_a_copy_of_a_passkey_is_refused(owner: Browser, key: Authenticator) -> None:
    add(owner, key)
    copied_at = key.sign_count
    assert sign_in(Browser(owner.world), key)[0] == 303
    assert sign_in(Browser(owner.world), key)[0] == 303
    key.sign_count = copied_at

    assert sign_in(Browser(owner.world), key) == (400, REFUSED)
    assert stored(owner.world, key).sign_count == 2


def test_a_passkey_without_a_person_does_not_sign_in(owner: Browser, key: Authenticator) -> None:
    add(owner, key)
    key.verifies = False

    assert sign_in(Browser(owner.world), key) == (400, REFUSED)


def test_a_passkey_without_a_person_is_not_registered(owner: Browser, key: Authenticator) -> None:
    key.verifies = False

    assert add(owner, key).status_code == 422
    assert names(owner) == []


@pytest.mark.parametrize("at", ["registration", "sign-in"])
@pytest.mark.parametrize("wrong", ["origin", "rp_id"])
def test_another_site_gets_nothing(owner: Browser, key: Authenticator, wrong: str, at: str) -> None:
    if at == "sign-in":
        add(owner, key)
    setattr(key, wrong, {"origin": "https://elsewhere.test", "rp_id": "elsewhere.test"}[wrong])

    if at == "sign-in":
        assert sign_in(Browser(owner.world), key) == (400, REFUSED)
    else:
        assert NOT_ADDED in add(owner, key).text
        assert names(owner) == []


def test_a_sign_in_is_used_once_and_by_one_browser(owner: Browser, key: Authenticator) -> None:
    world = owner.world
    add(owner, key)
    browser = Browser(world)
    page = browser.open(SIGN_IN)
    cookies = dict(browser.cookies)
    options, token = asked(page.text)
    credential = key.get(options)
    other = Browser(world)
    others_page = other.open(SIGN_IN)
    stolen = given(other, PASSKEY, others_page, token, credential)
    first = given(browser, PASSKEY, page, token, credential)
    again = Browser(world)
    again.cookies = cookies

    assert stolen == (400, REFUSED)
    assert first == (303, SIGN_IN)
    # even by an authenticator that does not count
    key.sign_count += 1
    assert given(again, PASSKEY, page, token, key.get(options)) == (400, REFUSED)


def test_a_sign_in_is_not_valid_for_ever(owner: Browser, key: Authenticator) -> None:
    add(owner, key)
    browser = Browser(owner.world)
    page = browser.open(SIGN_IN)
    options, token = asked(page.text)
    owner.world.stage.clock.pass_(passkey_ceremonies.SECONDS)

    assert given(browser, PASSKEY, page, token, key.get(options)) == (400, REFUSED)


def test_a_challenge_is_for_one_purpose(owner: Browser, key: Authenticator) -> None:
    add(owner, key)
    browser = password_step(owner.world)
    page = browser.open(STEP)
    options, token = asked(page.text)
    # the session's cookie as that of the visit
    browser.cookies["__Host-openmall-staff-visit"] = browser.cookies[
        "__Host-openmall-staff-session"
    ]

    assert given(browser, PASSKEY, page, token, key.get(options)) == (400, REFUSED)


def test_a_registration_is_used_once(owner: Browser, key: Authenticator) -> None:
    options, token = asked(start(owner).text)
    credential = key.create(options)
    submit(owner, act="add", challenge=token, credential=credential)
    submit(owner, act="remove", passkey=key.id, current_removing=PASSWORD)

    again = submit(owner, act="add", challenge=token, credential=credential)

    assert (again.status_code, names(owner)) == (422, [])


def test_nobody_registers_anothers_passkey(owner: Browser, key: Authenticator) -> None:
    world = owner.world
    add(owner, key)
    manager(world, "helper", "A")
    helper = Browser(world)
    helper.sign_in(SIGN_IN, user="helper")

    assert add(helper, key).status_code == 422
    assert (
        submit(helper, act="remove", passkey=key.id, current_removing=PASSWORD).status_code == 422
    )
    assert (names(helper), names(owner)) == ([], ["Laptop"])


@pytest.mark.parametrize(
    "credential",
    ["", "nonsense", "[]", "{}", '{"id": 1}', '{"id": "%s"}', "[" * 9_000, "x" * 20_000],
    ids=lambda text: text[:10] or "empty",
)
def test_nonsense_is_refused(owner: Browser, key: Authenticator, credential: str) -> None:
    add(owner, key)
    browser = Browser(owner.world)
    page = browser.open(SIGN_IN)
    _, token = asked(page.text)
    text = credential.replace("%s", key.id)

    assert given(browser, PASSKEY, page, token, text) == (400, REFUSED)
    _, token = asked(start(owner).text)
    assert submit(owner, act="add", challenge=token, credential=text).status_code == 422


def test_forms_of_other_sites_are_refused(owner: Browser, key: Authenticator) -> None:
    add(owner, key)
    browser = Browser(owner.world)
    page = browser.open(SIGN_IN)
    options, token = asked(page.text)
    form = {"challenge": token, "credential": key.get(options), "form_token": "another"}

    assert browser.submit(PASSKEY, form).status_code == 403
    assert browser.submit(PAGE, form).status_code in (303, 403)


def test_sign_ins_of_one_address_are_limited(owner: Browser, key: Authenticator) -> None:
    add(owner, key)
    browser = Browser(owner.world)
    page = browser.open(SIGN_IN)
    form = {**hidden(page), "challenge": "x", "credential": "x"}

    statuses = [browser.submit(PASSKEY, form) for _ in range(21)]

    assert [each.status_code for each in statuses] == [400] * 20 + [429]
    assert int(statuses[-1].headers["Retry-After"]) > 0


def test_a_head_admin_switches_lost_passkeys_off(owner: Browser, key: Authenticator) -> None:
    world = owner.world
    manager(world, "helper", "A")
    helper = Browser(world)
    helper.sign_in(SIGN_IN, user="helper")
    add(helper, key)

    send(owner, f"{MANAGERS}/helper", act="second-factor")

    assert names(helper) == []
    assert sign_in(Browser(world), key) == (400, REFUSED)


def test_a_manager_who_was_removed_signs_in_no_more(owner: Browser, key: Authenticator) -> None:
    world = owner.world
    manager(world, "helper", "A")
    helper = Browser(world)
    helper.sign_in(SIGN_IN, user="helper")
    add(helper, key)

    send(owner, f"{MANAGERS}/helper", act="remove")

    assert sign_in(Browser(world), key) == (400, REFUSED)


def test_another_mall_does_not_know_the_passkey(owner: Browser, key: Authenticator) -> None:
    add(owner, key)
    other = owner.world.stage.new_world()

    assert sign_in(Browser(other), key) == (400, REFUSED)


def test_pages_of_an_address_have_no_passkeys(owner: Browser) -> None:
    page = owner.world.stage.client.get(
        f"https://127.0.0.1{SIGN_IN}", headers={"Host": "127.0.0.1"}
    )
    assert "data-passkey" not in page.text

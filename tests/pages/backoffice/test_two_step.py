"""Two-step sign-in: codes of an authenticator app, recovery codes, and malls that require it."""

import re

import httpx
import pyotp
import pytest

from openmall.access.malls import second_factors
from openmall.database.session import Session
from tests.access.oauth.authorization_requests import (
    AUTHORIZE,
    SIGN_IN,
    Browser,
    authorize_path,
    hidden,
    manager,
)
from tests.every_operation.operation_calls import rows
from tests.pages.backoffice.test_activity import kept
from tests.pages.backoffice.test_staff import send
from tests.world import PASSWORD, World

PAGE = "/admin/account/two-step"
STEP = "/api/v2/oauth/second-step"
MANAGERS = "/admin/managers"


def submit(browser: Browser, at: str = PAGE, **form: str) -> httpx.Response:
    """Send a form of a page, with the token of one's own account."""
    return browser.submit(at, {**hidden(browser.open(PAGE)), **form})


def code(world: World, secret: str, seconds: int = 0) -> str:
    """Return what an authenticator app shows `seconds` from now."""
    return pyotp.TOTP(secret).at(int(world.stage.clock.now()) + seconds)


def wrong(world: World, secret: str) -> str:
    """Return a code that the app shows at no time near now."""
    near = {code(world, secret, 30 * step) for step in range(-2, 3)}
    return next(text for number in range(9) if (text := f"{number:06d}") not in near)


def set_up(browser: Browser) -> tuple[str, list[str]]:
    """Switch two-step sign-in on; return the secret and the recovery codes."""
    submit(browser, act="start", current=PASSWORD)
    found = re.search(r'<code tabindex="0">([A-Z2-7]{32})</code>', browser.open(PAGE).text)
    assert found
    done = submit(browser, act="confirm", code=code(browser.world, found[1]))
    shown, copied = done.text.partition("<pre")[2].split("</pre>")
    codes = re.findall(r"\b[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}\b", shown)
    # listed once; the button copies what the page shows
    assert not re.search(rf">[^<]*{codes[0]}", copied)
    assert f'data-copy="{chr(10).join(codes)}"' in copied
    return found[1], codes


def password_step(world: World, user: str = "owner") -> Browser:
    """Return a browser that has given the password and is asked for the second step."""
    browser = Browser(world)
    page = browser.sign_in(f"{SIGN_IN}?next=%2Fadmin%2Forders", user=user)
    assert "Two-step sign-in" in page.text
    return browser


def second_step(browser: Browser, text: str) -> tuple[int, str]:
    """Give a code; return the status, and where it leads or what is wrong."""
    at = f"{STEP}?next=%2Fadmin%2Forders"
    answer = browser.submit(at, {**hidden(browser.open(at)), "code": text})
    found = re.search(r'role="alert"[^>]*>(.*?)</p>', answer.text)
    return answer.status_code, answer.headers.get("location") or (found[1] if found else "")


def test_a_code_of_the_app_completes_the_sign_in(owner: Browser) -> None:
    world = owner.world
    secret, codes = set_up(owner)
    world.stage.clock.pass_(60)
    browser = password_step(world)
    before = (
        browser.open("/admin").status_code,
        browser.open(authorize_path(world.full)).text.count('name="password"'),
    )
    cookie = browser.cookies["__Host-openmall-staff-session"]

    done = second_step(browser, code(world, secret))

    assert len(set(codes)) == second_factors.RECOVERY_CODES
    assert before == (303, 1)
    assert done == (303, "/admin/orders")
    assert browser.cookies["__Host-openmall-staff-session"] != cookie
    assert browser.open("/admin/orders").status_code == 200
    assert [line["content"] for line in kept(world) if line["action"] == "two-step change"] == [
        "manager owner: second_factor F -> T"
    ]


def test_a_code_is_accepted_once(owner: Browser) -> None:
    world = owner.world
    secret, _ = set_up(owner)
    world.stage.clock.pass_(60)
    first, second = password_step(world), password_step(world)
    text = code(world, secret)

    answers = [second_step(first, text), second_step(second, text)]
    world.stage.clock.pass_(30)
    later = second_step(second, code(world, secret))

    assert answers[0][0] == 303
    assert answers[1] == (400, "This code is wrong, too old, or was used already.")
    assert later[0] == 303


def test_the_code_that_switched_it_on_is_used_up(owner: Browser) -> None:
    secret, _ = set_up(owner)

    assert second_step(password_step(owner.world), code(owner.world, secret))[0] == 400


@pytest.mark.parametrize(("seconds", "status"), [(-60, 400), (-30, 303), (30, 303), (60, 400)])
def test_the_clock_of_a_phone_may_differ_by_a_step(
    owner: Browser, seconds: int, status: int
) -> None:
    secret, _ = set_up(owner)
    owner.world.stage.clock.pass_(600)

    answer = second_step(password_step(owner.world), code(owner.world, secret, seconds))

    assert answer[0] == status


def test_a_recovery_code_works_once_and_new_ones_replace_it(owner: Browser) -> None:
    world = owner.world
    _, codes = set_up(owner)

    first = second_step(password_step(world), codes[0].upper().replace("-", " "))
    again = second_step(password_step(world), codes[0])
    left = owner.open(PAGE).text
    renewed = submit(owner, act="codes", current=PASSWORD).text
    old = second_step(password_step(world), codes[1])
    new = re.findall(r"\b[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}\b", renewed.partition("<pre")[2])

    assert (first[0], again[0], old[0]) == (303, 400, 400)
    assert "Recovery codes left: 9" in left
    assert second_step(password_step(world), new[0])[0] == 303


def test_guesses_are_limited_also_with_new_sign_ins(owner: Browser) -> None:
    world = owner.world
    secret, _ = set_up(owner)
    world.stage.clock.pass_(60)
    guesses = [second_step(password_step(world), wrong(world, secret))[0] for _ in range(6)]
    right = second_step(password_step(world), code(world, secret))

    assert guesses[:5] == [400] * 5
    assert right[0] == 429
    assert right[1].startswith("Too many attempts.")


def test_the_second_step_waits_ten_minutes_and_needs_the_password_first(owner: Browser) -> None:
    world = owner.world
    secret, _ = set_up(owner)
    browser = password_step(world)
    world.stage.clock.pass_(600)

    late = browser.submit(STEP, {"code": code(world, secret)})
    without = Browser(world).submit(STEP, {"code": code(world, secret)})
    signed_in = owner.open(STEP)

    assert [late.status_code, without.status_code, signed_in.status_code] == [303, 303, 303]
    assert late.headers["location"] == without.headers["location"] == SIGN_IN


def test_a_form_from_elsewhere_completes_nothing(owner: Browser) -> None:
    secret, _ = set_up(owner)
    owner.world.stage.clock.pass_(60)
    browser = password_step(owner.world)

    answer = browser.submit(STEP, {"code": code(owner.world, secret), "form_token": "guessed"})

    assert answer.status_code == 403
    assert browser.open("/admin").status_code == 303


def test_nothing_is_switched_without_the_password_or_a_right_code(owner: Browser) -> None:
    before = rows(owner.world)
    refused = [
        submit(owner, act=act, current="guessed").status_code for act in ("start", "codes", "off")
    ]
    early = submit(owner, act="confirm", code="123456").status_code
    same = rows(owner.world) == before
    submit(owner, act="start", current=PASSWORD)
    found = re.search(r'<code tabindex="0">([A-Z2-7]{32})</code>', owner.open(PAGE).text)
    assert found
    mistyped = submit(owner, act="confirm", code=wrong(owner.world, found[1]))

    assert (refused, early, same) == ([422, 422, 422], 422, True)
    assert mistyped.status_code == 422
    assert "This code is wrong" in mistyped.text
    assert Browser(owner.world).sign_in("/api/v2/oauth/sign-in?next=%2Fadmin").status_code == 200


def test_it_is_switched_off_with_the_password(owner: Browser) -> None:
    set_up(owner)

    done = submit(owner, act="off", current=PASSWORD)
    browser = Browser(owner.world)

    assert done.headers["location"] == f"{PAGE}?done=off"
    assert browser.sign_in(f"{SIGN_IN}?next=%2Fadmin").url.path == "/admin"


def test_the_secret_is_stored_sealed_and_codes_as_digests(owner: Browser) -> None:
    secret, codes = set_up(owner)

    [row] = rows(owner.world)["staff_second_factor"]

    assert secret not in str(row)
    assert not any(each in str(row) or each.replace("-", "") in str(row) for each in codes)


def test_a_mall_that_requires_it_lets_nobody_work_without(owner: Browser) -> None:
    world = owner.world
    manager(world, "helper", "A")
    helper = Browser(world)
    helper.sign_in(SIGN_IN, user="helper")

    done = send(owner, MANAGERS, act="policy", second_factor="T")
    before = [helper.open("/admin"), helper.open("/admin/orders")]
    consent = helper.open(authorize_path(world.full))
    set_up(helper)
    after = helper.open("/admin").status_code, helper.open("/admin/orders").status_code

    assert done == (303, f"{MANAGERS}?done=policy")
    assert [each.headers["location"] for each in before] == [PAGE, PAGE]
    assert consent.headers["location"] == PAGE
    assert after == (200, 200)
    assert owner.open("/admin/managers").headers["location"] == PAGE


def test_consent_waits_for_the_second_factor_of_a_mall_that_requires_it(owner: Browser) -> None:
    world = owner.world
    app = world.install(["mall.read_product", "mall.write_product"], in_mall=False)
    page = owner.open(authorize_path(app))
    send(owner, MANAGERS, act="policy", second_factor="T")

    answer = owner.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})

    assert "error=access_denied" in answer.headers["location"]


def test_only_a_head_admin_requires_it_or_switches_that_of_others_off(owner: Browser) -> None:
    world = owner.world
    manager(world, "helper", "A")
    manager(world, "third", "A")
    helper, third = Browser(world), Browser(world)
    helper.sign_in(SIGN_IN, user="helper")
    third.sign_in(SIGN_IN, user="third")
    set_up(third)
    before = rows(world)
    token = hidden(helper.open("/admin/account"))
    refused = [
        helper.submit(MANAGERS, {**token, "act": "policy", "second_factor": "T"}).status_code,
        helper.submit(f"{MANAGERS}/third", {**token, "act": "second-factor"}).status_code,
    ]
    same = rows(world) == before

    done = send(owner, f"{MANAGERS}/third", act="second-factor")

    assert (refused, same) == ([403, 403], True)
    assert done == (303, f"{MANAGERS}/third?done=factor")
    browser = Browser(world)
    assert browser.sign_in(f"{SIGN_IN}?next=%2Fadmin", user="third").url.path == "/admin"


def test_a_manager_of_the_same_name_does_not_inherit_it(owner: Browser) -> None:
    world = owner.world
    manager(world, "helper", "A")
    helper = Browser(world)
    helper.sign_in(SIGN_IN, user="helper")
    set_up(helper)

    send(owner, f"{MANAGERS}/helper", act="remove")

    async def is_on(db: Session) -> bool:
        return await second_factors.is_on(db, "helper")

    assert not world.in_transaction(is_on)


def test_the_picture_holds_the_key(owner: Browser) -> None:
    submit(owner, act="start", current=PASSWORD)

    page = owner.open(PAGE)

    assert re.search(r'<div class="qr-code"[^>]*><svg [^>]*class="segno">', page.text)
    assert "style=" not in page.text
    assert owner.open("/admin/account/three-step").status_code == 404

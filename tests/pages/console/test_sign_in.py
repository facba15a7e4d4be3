"""Sign-up, sign-in and sign-out of developers."""

from pathlib import Path

import pytest

from openmall.access import passwords
from openmall.database.session import Session
from openmall.pages.console import store as console_store
from tests.pages.console.developer_browser import HOST, Developer, signed_up
from tests.world import PASSWORD, World, open_stage

HOME, SIGN_IN, SIGN_UP = "/developers", "/developers/sign-in", "/developers/sign-up"
APPS = f"{HOME}/apps"
SESSION, VISIT = "__Host-openmall-developer", "__Host-openmall-developer-visit"
TWELVE_HOURS = 12 * 3600


def sign_in(browser: Developer, email: str, password: str = PASSWORD) -> int:
    """Sign in and return the status."""
    return browser.send(SIGN_IN, {"email": email, "password": password}).status_code


class TestWhere:
    def test_the_host_leads_to_the_start_page_and_the_console_to_sign_in(
        self, world: World
    ) -> None:
        browser = Developer(world)

        root, home, apps = browser.open("/"), browser.open(HOME), browser.open(f"{HOME}/apps")

        assert (root.status_code, root.headers["location"]) == (303, HOME)
        assert home.status_code == 200
        assert (apps.status_code, apps.headers["location"]) == (
            303,
            f"{SIGN_IN}?next=%2Fdevelopers%2Fapps",
        )

    def test_the_bare_address_has_it_and_a_mall_does_not(self, world: World) -> None:
        bare = Developer(world, "openmall.localhost")
        mall = Developer(world, f"{world.mall_id}.openmall.localhost")

        assert bare.open(SIGN_UP).status_code == 200
        assert mall.open(SIGN_UP).status_code == 404

    def test_no_page_may_be_kept_framed_or_run_the_scripts_of_others(self, kim: Developer) -> None:
        headers = kim.open(HOME).headers

        assert headers["cache-control"] == "no-store"
        assert headers["x-frame-options"] == "DENY"
        assert "script-src 'self'; " in headers["content-security-policy"]
        assert headers["x-request-id"]


class TestSignUp:
    def test_whoever_signs_up_may_sign_in_and_is_told_that_no_mail_is_sent(
        self, world: World
    ) -> None:
        browser = Developer(world)
        asked = browser.open(SIGN_UP).text

        form = {"email": f" {browser.email.upper()} ", "name": "Kim", "password": PASSWORD}
        answer = browser.send(SIGN_UP, form)

        assert "No mail is sent to it" in asked
        assert (answer.status_code, SESSION in browser.cookies) == (200, False)
        assert f'value="{browser.email}"' in answer.text
        assert sign_in(browser, browser.email) == 303
        assert "Welcome, Kim" in browser.open(HOME).text

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            ({"email": "kim"}, "This is not an e-mail address."),
            ({"email": "kim@mall"}, "This is not an e-mail address."),
            ({"name": "  "}, "Enter your name"),
            ({"password": "1234567"}, "The password must have 8 to 1000 characters."),
        ],
    )
    def test_what_is_wrong_is_said_beside_the_field(
        self, world: World, wrong: dict[str, str], said: str
    ) -> None:
        browser = Developer(world)
        form = {"email": browser.email, "name": "Kim", "password": PASSWORD, **wrong}

        answer = browser.send(SIGN_UP, form)

        [name] = wrong
        assert answer.status_code == 422
        assert f'id="f-{name}-problem">{said}' in answer.text
        assert PASSWORD not in answer.text
        assert SESSION not in browser.cookies

    def test_an_address_has_one_account_and_nobody_is_told_that_it_has(
        self, kim: Developer
    ) -> None:
        pages, set_cookies = [], []
        for email in (kim.email, f"new.{kim.email}"):
            other = Developer(kim.world)
            token = other.token(SIGN_UP)
            form = {"email": email.title(), "name": "Other", "password": "another password"}
            answer = other.submit(SIGN_UP, {"form_token": token, **form})
            assert answer.status_code == 200
            pages.append(answer.text.replace(email, "E-MAIL").replace(token, "TOKEN"))
            set_cookies.append(sorted(other.cookies))

        assert pages[0] == pages[1]
        assert set_cookies[0] == set_cookies[1]
        assert "If this e-mail address had no account, it has one now." in pages[0]
        assert sign_in(Developer(kim.world), kim.email) == 303

    def test_many_accounts_from_one_address_have_to_wait(self, world: World) -> None:
        for _ in range(5):
            signed_up(world)
        browser = Developer(world)
        form = {"email": browser.email, "name": "Kim", "password": PASSWORD}

        answer = browser.send(SIGN_UP, form)
        world.stage.clock.pass_(1)
        later = browser.send(SIGN_UP, form)

        assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
        assert later.status_code == 200

    def test_closed_sign_up_makes_no_account(self, tmp_path: Path) -> None:
        with open_stage(tmp_path, developer_sign_up="closed") as stage:
            world = stage.new_world("closed")
            browser = Developer(world)
            shown = browser.open(SIGN_UP)
            token = browser.token(SIGN_IN)
            form = {"email": browser.email, "name": "Kim", "password": PASSWORD}

            answer = browser.submit(SIGN_UP, {"form_token": token, **form})

            assert (shown.status_code, answer.status_code) == (403, 403)
            assert '<form method="post" action="/developers' not in shown.text
            assert "operator of this installation creates accounts" in answer.text
            assert sign_in(browser, browser.email) == 400


class TestSignIn:
    def test_a_wrong_password_and_a_stranger_are_told_the_same(self, kim: Developer) -> None:
        browser = Developer(kim.world)
        pages = []
        for email, password in ((kim.email, "wrong password"), ("none@example.com", PASSWORD)):
            answer = browser.send(SIGN_IN, {"email": email, "password": password})
            pages.append(answer.text.replace(email, ""))
            assert answer.status_code == 400

        assert pages[0] == pages[1]
        assert "The e-mail address or the password is wrong." in pages[0]

    def test_whoever_guesses_waits(self, kim: Developer) -> None:
        browser = Developer(kim.world)
        found = [sign_in(browser, kim.email, "wrong password") for _ in range(6)]

        right = sign_in(browser, kim.email)
        kim.world.stage.clock.pass_(1)

        assert found == [400] * 5 + [429]
        assert right == 429
        assert sign_in(browser, kim.email) == 303

    def test_the_session_is_new_and_the_one_before_ends(self, kim: Developer) -> None:
        known = kim.cookies[SESSION]
        browser = Developer(kim.world)
        browser.cookies[SESSION] = "chosen-by-somebody-else"
        sign_in(browser, kim.email)
        first = browser.cookies[SESSION]

        again = Developer(kim.world)
        token = again.token(SIGN_IN)
        again.cookies[SESSION] = "x" + first
        form = {"form_token": token, "email": kim.email, "password": PASSWORD}
        assert again.submit(SIGN_IN, form).status_code == 303

        assert len({known, first, again.cookies[SESSION], "chosen-by-somebody-else"}) == 4
        assert VISIT not in again.cookies
        assert kim.open(HOME).status_code == 200

    def test_what_was_come_for_is_opened_then(self, kim: Developer) -> None:
        browser = Developer(kim.world)
        wanted = "/developers/apps?x=1"
        there = browser.open(wanted).headers["location"]
        shown = browser.open(there)
        form = {"email": kim.email, "password": PASSWORD}

        answer = browser.send(there, form)

        assert f'action="{there}"'.replace("&", "&amp;") in shown.text
        assert answer.headers["location"] == wanted

    @pytest.mark.parametrize(
        "wanted", ["//evil.example", "https://evil.example", "/admin", "/developers/../x", "/x"]
    )
    def test_nobody_is_led_elsewhere(self, kim: Developer, wanted: str) -> None:
        browser = Developer(kim.world)

        answer = browser.send(
            f"{SIGN_IN}?next={wanted}", {"email": kim.email, "password": PASSWORD}
        )

        assert answer.headers["location"] == HOME

    def test_cookies_are_for_this_host_alone(self, world: World) -> None:
        browser = Developer(world)
        visit = browser.open(SIGN_UP).headers.get_list("set-cookie")
        form = {"email": browser.email, "name": "Kim", "password": PASSWORD}
        browser.send(SIGN_UP, form)
        entered = browser.send(SIGN_IN, form).headers.get_list("set-cookie")

        for cookie, name in ((visit[0], VISIT), (entered[0], SESSION)):
            assert cookie.startswith(f"{name}=")
            for word in ("HttpOnly", "Path=/", "SameSite=lax", "Secure"):
                assert word in cookie
            assert "Domain" not in cookie

    def test_whoever_is_signed_in_is_not_asked_again(self, kim: Developer) -> None:
        for path in (SIGN_IN, SIGN_UP):
            answer = kim.open(path)
            assert (answer.status_code, answer.headers["location"]) == (303, HOME)


class TestEnd:
    def test_signing_out_ends_the_session(self, kim: Developer) -> None:
        session = kim.cookies[SESSION]

        answer = kim.send("/developers/sign-out", {}, HOME)

        assert (answer.status_code, answer.headers["location"]) == (303, SIGN_IN)
        assert SESSION not in kim.cookies
        kim.cookies[SESSION] = session
        assert kim.open(APPS).status_code == 303

    def test_a_session_lasts_twelve_hours(self, kim: Developer) -> None:
        kim.world.stage.clock.pass_(TWELVE_HOURS - 1)
        before = kim.open(APPS).status_code
        kim.world.stage.clock.pass_(1)

        assert (before, kim.open(APPS).status_code) == (200, 303)

    def test_a_new_password_signs_every_browser_out(self, kim: Developer) -> None:
        async def change(db: Session) -> bool:
            return await console_store.set_password(
                db, kim.email, passwords.hash_password("a new password")
            )

        assert kim.world.in_transaction(change)

        assert kim.open(APPS).status_code == 303
        assert sign_in(Developer(kim.world), kim.email) == 400
        assert sign_in(Developer(kim.world), kim.email, "a new password") == 303

    def test_a_manager_is_no_developer(self, world: World) -> None:
        browser = Developer(world, HOST)
        browser.cookies["__Host-openmall-session"] = "anything"
        browser.cookies[SESSION] = "\x7f"

        assert browser.open(APPS).status_code == 303

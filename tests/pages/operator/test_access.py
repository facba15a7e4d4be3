"""Who reaches the operator console: off state, sign-in, second factor, sessions, forms."""

from pathlib import Path

import pytest

from openmall.pages.operator import menu
from openmall.pages.operator.pages import PAGES, Page
from tests.access.oauth.authorization_requests import Browser
from tests.pages.console.developer_browser import signed_up
from tests.pages.operator.operator_browser import (
    OperatorBrowser,
    add_operator,
    signed_in,
)
from tests.world import PASSWORD, World, open_stage

SESSION = "__Host-openmall-operator"
TWELVE_HOURS = 12 * 3600
OTHER = "another password"


def name(page: Page) -> str:
    return page.path


def filled(page: Page, world: World) -> str:
    return page.path.replace("{mall_id}", world.mall_id)


class TestWhere:
    def test_it_is_off_until_there_is_an_operator(self, tmp_path: Path) -> None:
        with open_stage(tmp_path) as stage:
            browser = OperatorBrowser(stage.new_world("off"))
            before = [browser.open(page.path).status_code for page in PAGES]
            sent = browser.submit(menu.SIGN_IN, {"operator_id": "kim", "password": PASSWORD})
            add_operator(stage, "kim")
            after = browser.open(menu.SIGN_IN).status_code

        assert set(before) == {404}
        assert sent.status_code == 404
        assert after == 200

    @pytest.mark.parametrize("host", ["{mall}.openmall.localhost", "openmall.localhost"])
    def test_hosts_where_themes_of_malls_run_do_not_serve_it(
        self, world: World, kim: OperatorBrowser, host: str
    ) -> None:
        kim.host = host.format(mall=world.mall_id)

        assert kim.open("/operator").status_code == 404
        assert kim.open("/operator/sign-in").status_code == 404

    @pytest.mark.parametrize("page", [each for each in PAGES if not each.public], ids=name)
    def test_nobody_else_sees_anything(self, world: World, page: Page) -> None:
        add_operator(world.stage)
        developer, manager = signed_up(world), Browser(world)
        stranger = OperatorBrowser(world)

        for method in page.methods:
            for browser in (developer, stranger):
                answer = browser._sent(method, filled(page, world))
                assert answer.status_code == 303
                assert answer.headers["location"] == menu.SIGN_IN
            assert manager._sent(method, filled(page, world)).status_code == 404

    def test_pages_run_no_foreign_script_and_are_not_stored(self, kim: OperatorBrowser) -> None:
        page = kim.open("/operator")

        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self';")
        assert "frame-ancestors 'none'" in policy
        assert page.headers["cache-control"] == "no-store"

    @pytest.mark.parametrize("page", PAGES, ids=name)
    def test_only_known_methods_are_answered(
        self, world: World, kim: OperatorBrowser, page: Page
    ) -> None:
        answer = kim._sent("DELETE", filled(page, world))

        assert answer.status_code == 405
        assert answer.headers["allow"] == ", ".join(page.methods)

    @pytest.mark.parametrize("page", [each for each in PAGES if "POST" in each.methods], ids=name)
    def test_a_form_of_another_site_or_session_changes_nothing(
        self, world: World, kim: OperatorBrowser, page: Page
    ) -> None:
        others = signed_in(world).token("/operator/malls")

        answers = [
            kim.submit(filled(page, world), form)
            for form in ({"x": "1"}, {"form_token": others}, {"form_token": ""})
        ]

        assert [answer.status_code for answer in answers] == [403] * 3
        assert "This page has expired" in answers[0].text
        assert kim.open("/operator").status_code == 200

    def test_an_unknown_page_is_not_found(self, kim: OperatorBrowser) -> None:
        for path in ("/operator/none", "/operator/malls/none", "/operator/malls/x/y"):
            assert kim.open(path).status_code == 404


class TestSignIn:
    def test_a_wrong_password_and_a_stranger_are_answered_alike(self, world: World) -> None:
        known, stranger = (
            OperatorBrowser(world, add_operator(world.stage)),
            OperatorBrowser(world, "nobody"),
        )

        answers = [known.sign_in("wrong password"), stranger.sign_in()]

        assert [each.status_code for each in answers] == [400, 400]
        assert all("The name or the password is wrong." in each.text for each in answers)
        assert known.open("/operator").status_code == 303

    def test_guessing_is_slowed_down_and_a_right_password_waits_too(self, world: World) -> None:
        browser = OperatorBrowser(world, add_operator(world.stage))

        answers = [browser.sign_in("wrong password").status_code for _ in range(6)]
        waiting = browser.sign_in()
        world.stage.clock.pass_(3600)

        assert answers[:5] == [400] * 5
        assert answers[5] == 429
        assert waiting.status_code == 429
        assert int(waiting.headers["retry-after"]) >= 1
        assert browser.sign_in().status_code == 303

    def test_a_session_ends_after_twelve_hours_and_by_sign_out(self, world: World) -> None:
        early, late = signed_in(world), signed_in(world)

        assert early.send("/operator/sign-out", {}, "/operator").status_code == 303
        assert early.open("/operator").status_code == 303
        assert late.open("/operator").status_code == 200
        world.stage.clock.pass_(TWELVE_HOURS)
        assert late.open("/operator").status_code == 303

    def test_the_cookie_is_for_this_host_over_https_and_no_script(self, world: World) -> None:
        browser = OperatorBrowser(world, add_operator(world.stage))

        cookie = browser.sign_in().headers["set-cookie"]

        assert cookie.startswith(f"{SESSION}=")
        assert "HttpOnly" in cookie
        assert "Secure" in cookie

    def test_a_new_password_ends_other_sessions_and_needs_the_old_one(
        self, world: World, kim: OperatorBrowser
    ) -> None:
        other = OperatorBrowser(world, kim.operator_id)
        other.sign_in()
        form = {"act": "password", "current": "wrong password", "password": OTHER}
        wrong = kim.send("/operator/account", form)
        short = kim.send("/operator/account", {**form, "current": PASSWORD, "password": "short"})
        still = other.open("/operator").status_code

        changed = kim.send("/operator/account", {**form, "current": PASSWORD})

        assert (wrong.status_code, short.status_code, still) == (422, 422, 200)
        assert changed.status_code == 303
        assert kim.open("/operator").status_code == 200
        assert other.open("/operator").status_code == 303
        assert other.sign_in().status_code == 400
        assert other.sign_in(OTHER).status_code == 303

    def test_a_session_is_revoked_from_another_browser_by_its_owner_alone(
        self, world: World, kim: OperatorBrowser
    ) -> None:
        phone = OperatorBrowser(world, kim.operator_id)
        phone.sign_in()
        page = kim.open("/operator/account").text
        session = page.partition('name="session" value="')[2].partition('"')[0]

        form = {"act": "revoke", "session": session}
        signed_in(world).send("/operator/account", form)
        after_a_stranger = phone.open("/operator").status_code
        kim.send("/operator/account", form)

        assert after_a_stranger == 200
        assert phone.open("/operator").status_code == 303
        assert kim.open("/operator").status_code == 200


class TestSecondFactor:
    def test_the_password_alone_reaches_nothing_and_a_code_counts_once(
        self, world: World, kim: OperatorBrowser
    ) -> None:
        totp, codes = kim.set_up_two_step()
        world.stage.clock.pass_(60)
        browser, again = (OperatorBrowser(world, kim.operator_id) for _ in range(2))
        code = totp.at(int(world.stage.clock.now()))

        asked = browser.sign_in()
        before = browser.open("/operator/malls")
        wrong = browser.send("/operator/second-step", {"code": "000000"})
        right = browser.send("/operator/second-step", {"code": code})
        again.sign_in()
        twice = again.send("/operator/second-step", {"code": code})
        recovered = again.send("/operator/second-step", {"code": codes[0]})

        assert asked.headers["location"] == "/operator/second-step"
        assert (before.status_code, before.headers["location"]) == (303, "/operator/sign-in")
        assert (wrong.status_code, right.status_code) == (400, 303)
        assert browser.open("/operator").status_code == 200
        assert (twice.status_code, recovered.status_code) == (400, 303)
        assert again.open("/operator").status_code == 200
        assert "Recovery codes left: 9" in again.open("/operator/account").text

    def test_it_is_switched_off_with_the_password(self, world: World, kim: OperatorBrowser) -> None:
        kim.set_up_two_step()

        kim.send("/operator/account", {"act": "off", "current_two_step": "wrong password"})
        kept = "Two-step sign-in is on" in kim.open("/operator/account").text
        kim.send("/operator/account", {"act": "off", "current_two_step": PASSWORD})

        assert kept
        assert OperatorBrowser(world, kim.operator_id).sign_in().headers["location"] == "/operator"

"""Sign-in and consent as a manager's browser meets them."""

from urllib.parse import parse_qs, urlsplit

import pytest

from openmall.access.oauth.backoff import FREE_ATTEMPTS
from tests.access.oauth.authorization_requests import (
    AUTHORIZE,
    SCOPES,
    SIGN_IN,
    Browser,
    authorize_path,
    error,
    exchange,
    hidden,
    manager,
    reads,
)
from tests.world import CALLBACK, World


@pytest.fixture
def browser(world: World) -> Browser:
    """The owner's browser; the owner may sign in."""
    manager(world)
    return Browser(world)


def decide(browser: Browser, path: str, decision: str = "allow") -> str:
    page = browser.sign_in(path)
    assert page.status_code == 200, page.text
    answer = browser.submit(AUTHORIZE, {**hidden(page), "decision": decision})
    assert answer.status_code == 302, answer.text
    location: str = answer.headers["location"]
    return location


def answered(location: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}


class TestConsent:
    def test_an_allowed_app_gets_a_code_that_becomes_tokens(self, browser: Browser) -> None:
        world = browser.world
        app = world.install(SCOPES, in_mall=False)

        location = decide(browser, authorize_path(app))
        given = exchange(world, answered(location)["code"], app).json()

        assert location.startswith(f"{CALLBACK}?code=")
        assert answered(location)["state"] == "xyz"
        assert (given["user_id"], given["scopes"]) == ("owner", SCOPES)
        assert reads(world, given["access_token"]) == 200

    def test_the_page_says_who_asks_for_what(self, browser: Browser) -> None:
        page = browser.sign_in(authorize_path(browser.world.full, scope="mall.read_store"))

        assert "Test app asks for access" in page.text
        assert browser.world.full.credentials.client_id in page.text
        assert "See store settings, menus and payment methods" in page.text
        assert "includes restricted operations" in page.text

    def test_the_page_says_what_scripts_of_the_app_may_see(self, browser: Browser) -> None:
        said = "Scripts of Test app can run on pages of the shop."
        other = browser.sign_in(authorize_path(browser.world.full, scope="mall.read_store"))
        page = browser.open(authorize_path(browser.world.full, scope="mall.write_application"))

        assert (page.status_code, said in page.text, said in other.text) == (200, True, False)
        assert "They do not run on account, order, checkout and sign-in pages." in page.text

    @pytest.mark.parametrize("scope", ["mall.analytics", "mall.read_analytics"])
    def test_either_name_of_the_analytics_scope_is_taken(
        self, browser: Browser, scope: str
    ) -> None:
        location = decide(browser, authorize_path(browser.world.full, scope=scope))

        given = exchange(browser.world, answered(location)["code"]).json()
        assert given["scopes"] == list(dict.fromkeys([scope, "mall.analytics"]))

    def test_scopes_with_one_description_are_one_line(self, browser: Browser) -> None:
        both = "mall.analytics mall.read_analytics"
        page = browser.sign_in(authorize_path(browser.world.full, scope=both)).text

        assert page.count("See visits, page views and sales by path") == 1
        assert "<code>mall.analytics, mall.read_analytics</code>" in page

    @pytest.mark.parametrize("delimiter", [" ", ",", ", "])
    def test_comma_and_space_part_scopes(self, browser: Browser, delimiter: str) -> None:
        path = authorize_path(browser.world.full, scope=delimiter.join(SCOPES))

        given = exchange(browser.world, answered(decide(browser, path))["code"]).json()

        assert given["scopes"] == SCOPES

    @pytest.mark.parametrize("state", ["a b+c%20&=", "한글", "x" * 500])
    def test_the_state_comes_back_unchanged(self, browser: Browser, state: str) -> None:
        location = decide(browser, authorize_path(browser.world.full, state=state))

        assert answered(location)["state"] == state

    def test_a_denied_app_gets_no_code(self, browser: Browser) -> None:
        location = decide(browser, authorize_path(browser.world.full), "deny")

        assert answered(location) == {
            "error": "access_denied",
            "error_description": "the manager denied access",
            "state": "xyz",
            "iss": browser.world.base_url,
        }

    def test_an_answer_counts_once(self, browser: Browser) -> None:
        page = browser.sign_in(authorize_path(browser.world.full))
        form = {**hidden(page), "decision": "allow"}

        first, second = browser.submit(AUTHORIZE, form), browser.submit(AUTHORIZE, form)

        assert (first.status_code, second.status_code) == (302, 403)

    def test_a_supplier_cannot_let_an_app_in(self, browser: Browser) -> None:
        manager(browser.world, "seller", "S")
        page = browser.sign_in(authorize_path(browser.world.full), user="seller")
        answer = browser.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})

        assert page.status_code == 403
        assert answered(answer.headers["location"])["error"] == "access_denied"


class TestAskingWrongly:
    @pytest.mark.parametrize(
        "query",
        [
            {"client_id": "unknown"},
            {"client_id": None},
            {"redirect_uri": "https://evil.example.com/"},
            {"redirect_uri": CALLBACK + "/"},
            {"redirect_uri": CALLBACK.upper()},
            {"redirect_uri": None},
        ],
    )
    def test_nobody_is_sent_to_an_address_that_is_not_certain(
        self, browser: Browser, query: dict[str, str | None]
    ) -> None:
        answer = browser.open(authorize_path(browser.world.full, **query))

        assert error(answer)[0] == 400
        assert "location" not in answer.headers

    @pytest.mark.parametrize(
        ("query", "code"),
        [
            ({"response_type": "token"}, "unsupported_response_type"),
            ({"response_type": None}, "invalid_request"),
            ({"scope": "mall.read_everything"}, "invalid_scope"),
            ({"scope": "mall.read_product+mall.write_product"}, "invalid_scope"),
            ({"code_challenge": "x" * 43, "code_challenge_method": "plain"}, "invalid_request"),
            ({"code_challenge": "short", "code_challenge_method": "S256"}, "invalid_request"),
        ],
    )
    def test_every_other_error_goes_back_to_the_app(
        self, browser: Browser, query: dict[str, str | None], code: str
    ) -> None:
        answer = browser.open(authorize_path(browser.world.full, **query))

        told = answered(answer.headers["location"])
        assert answer.status_code == 302
        assert (told["error"], told["state"]) == (code, "xyz")
        assert "error_description" in told

    def test_an_app_cannot_ask_for_more_than_it_is_registered_for(self, browser: Browser) -> None:
        app = browser.world.install(["mall.read_product"])

        answer = browser.open(authorize_path(app, scope="mall.write_product"))

        assert answered(answer.headers["location"])["error"] == "invalid_scope"


class TestSigningIn:
    def test_cookies_and_headers_are_hardened(self, browser: Browser) -> None:
        page = browser.open(authorize_path(browser.world.full))
        cookie = page.headers["set-cookie"]
        policy = page.headers["content-security-policy"]

        assert cookie.startswith("__Host-")
        assert all(word in cookie.lower() for word in ("secure", "httponly", "samesite=lax"))
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert page.headers["referrer-policy"] == "same-origin"
        assert page.headers["cache-control"] == "no-store"
        assert page.headers["x-content-type-options"] == "nosniff"

    def test_a_new_session_begins_with_the_sign_in(self, browser: Browser) -> None:
        browser.cookies["__Host-openmall-staff-session"] = "chosen-by-somebody-else"

        browser.sign_in(authorize_path(browser.world.full))

        assert browser.cookies["__Host-openmall-staff-session"] != "chosen-by-somebody-else"

    def test_a_wrong_password_and_an_unknown_user_look_alike(self, browser: Browser) -> None:
        path = authorize_path(browser.world.full)

        wrong = browser.sign_in(path, "wrong")
        unknown = browser.sign_in(path, "wrong", user="nobody")

        assert (wrong.status_code, unknown.status_code) == (400, 400)
        assert "The user ID or the password is wrong." in wrong.text
        assert "The user ID or the password is wrong." in unknown.text

    def test_guessing_is_slowed_down_and_waiting_helps(self, browser: Browser) -> None:
        path = authorize_path(browser.world.full)
        clock = browser.world.stage.clock

        answers = [browser.sign_in(path, "wrong").status_code for _ in range(FREE_ATTEMPTS)]
        held = browser.sign_in(path)
        clock.pass_(int(held.headers["retry-after"]))
        after = browser.sign_in(path)

        assert answers == [400] * FREE_ATTEMPTS
        assert held.status_code == 429
        assert "Too many attempts." in held.text
        assert "asks for access" in after.text

    @pytest.mark.parametrize("form_token", ["", "guessed"])
    def test_a_form_from_elsewhere_is_refused(self, browser: Browser, form_token: str) -> None:
        browser.open(SIGN_IN)
        form = {"user_id": "owner", "password": "x", "form_token": form_token}
        signed_in = browser.submit(SIGN_IN, form)
        page = browser.sign_in(authorize_path(browser.world.full))
        fields = {**hidden(page), "form_token": form_token, "decision": "allow"}
        decided = browser.submit(AUTHORIZE, fields)

        assert (signed_in.status_code, decided.status_code) == (403, 403)

    def test_the_answer_to_one_browser_is_not_taken_from_another(self, browser: Browser) -> None:
        page = browser.sign_in(authorize_path(browser.world.full))
        other = Browser(browser.world)
        own = other.sign_in(authorize_path(browser.world.full))
        form = {**hidden(own), "request_name": hidden(page)["request_name"]}

        assert other.submit(AUTHORIZE, {**form, "decision": "allow"}).status_code == 403

    def test_signing_out_ends_the_session(self, browser: Browser) -> None:
        path = authorize_path(browser.world.full)
        browser.sign_in(path)
        page = browser.open(SIGN_IN)
        kept = dict(browser.cookies)

        browser.submit("/api/v2/oauth/sign-out", hidden(page))
        browser.cookies = kept

        assert "You are signed in" in page.text
        assert "asks for access" not in browser.open(path).text

    def test_a_session_ends_after_twelve_hours(self, browser: Browser) -> None:
        path = authorize_path(browser.world.full)
        browser.sign_in(path)

        browser.world.stage.clock.pass_(12 * 3600)

        assert "asks for access" not in browser.open(path).text

    def test_a_session_is_of_one_mall(self, browser: Browser) -> None:
        browser.sign_in(authorize_path(browser.world.full))
        elsewhere = browser.world.stage.new_world(f"{browser.world.mall_id}-b")
        stranger = Browser(elsewhere)
        stranger.cookies = dict(browser.cookies)

        assert "asks for access" not in stranger.open(authorize_path(elsewhere.full)).text

"""What the endpoints and pages make of requests that are odd, incomplete or sent by others."""

import base64
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from openmall.access.oauth import sessions
from openmall.access.oauth.pages import form_token
from tests.access.oauth.authorization_requests import (
    AUTHORIZE,
    SIGN_IN,
    Browser,
    authorize_path,
    error,
    exchange,
    give_code,
    hidden,
    manager,
)
from tests.world import CALLBACK, EVERY_SCOPE, PASSWORD, World

TOKEN = "/api/v2/oauth/token"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SESSION = "__Host-openmall-staff-session"


@pytest.fixture
def browser(world: World) -> Browser:
    """The owner's browser; the owner may sign in."""
    manager(world)
    return Browser(world)


class TestForms:
    @pytest.mark.parametrize(
        ("body", "what"),
        [
            ("grant_type=refresh_token&grant_type=refresh_token", "grant_type"),
            ("grant_type=refresh_token&refresh_token=%FF", "refresh_token"),
            ("grant_type=refresh_token&refresh_token=a%00b", "refresh_token"),
            ("grant_type=refresh_token&refresh_token=", "refresh_token"),
            ("", "grant_type"),
        ],
    )
    def test_what_is_wrong_is_named(self, world: World, body: str, what: str) -> None:
        mine = world.full.credentials

        answer = world.request(
            "POST", TOKEN, content=body, headers=FORM, auth=(mine.client_id, mine.client_secret)
        )

        assert error(answer) == (400, "invalid_request")
        assert what in answer.json()["error_description"]

    def test_too_many_fields(self, world: World) -> None:
        body = "&".join(f"f{n}=x" for n in range(200))

        assert error(world.request("POST", TOKEN, content=body, headers=FORM)) == (
            400,
            "invalid_request",
        )

    def test_the_documented_form_with_mall_id_and_domain_is_taken(self, world: World) -> None:
        mine = world.full.credentials
        form = {
            "grant_type": "authorization_code",
            "mall_id": world.mall_id,
            "domain": world.base_url,
            "client_id": mine.client_id,
            "client_secret": mine.client_secret,
            "code": give_code(world),
            "redirect_uri": CALLBACK,
        }

        assert world.request("POST", TOKEN, data=form).status_code == 200

    @pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
    def test_other_methods(self, world: World, method: str) -> None:
        answer = world.request(method, TOKEN)

        assert error(answer) == (405, "invalid_request")
        assert answer.headers["Allow"] == "POST"

    def test_an_unknown_address(self, world: World) -> None:
        assert error(world.request("POST", "/api/v2/oauth/unknown")) == (404, "invalid_request")

    def test_the_analytics_host_hands_out_no_tokens(self, world: World) -> None:
        url = f"https://analytics.openmall.localhost{TOKEN}"

        assert error(world.stage.client.post(url)) == (404, "invalid_request")


class TestClientCredentials:
    @pytest.mark.parametrize(
        "header",
        [
            "Basic",
            "Basic !!!",
            "Basic " + base64.b64encode(b"no colon").decode(),
            "Basic " + base64.b64encode(b"\xff\xfe:x").decode(),
            "Basic " + base64.b64encode(b"a\0b:x").decode(),
            "Bearer abc",
            "Basic " + base64.b64encode(b"nobody:x").decode(),
        ],
    )
    def test_what_is_no_client(self, world: World, header: str) -> None:
        answer = world.request(
            "POST", TOKEN, data={"grant_type": "x"}, headers={"Authorization": header}
        )

        assert error(answer) == (401, "invalid_client")
        assert answer.headers["WWW-Authenticate"] == 'Basic realm="openmall"'

    def test_basic_credentials_are_percent_decoded(self, world: World) -> None:
        mine = world.full.credentials
        encoded = ":".join(
            "".join(f"%{byte:02X}" for byte in part.encode())
            for part in (mine.client_id, mine.client_secret)
        )
        header = "Basic " + base64.b64encode(encoded.encode()).decode()
        form = {
            "grant_type": "authorization_code",
            "code": give_code(world),
            "redirect_uri": CALLBACK,
        }

        answer = world.request("POST", TOKEN, data=form, headers={"Authorization": header})

        assert answer.status_code == 200

    def test_the_client_id_beside_basic_must_be_the_same(self, world: World) -> None:
        same = exchange(world, give_code(world), client_id=world.full.credentials.client_id)
        other = exchange(world, give_code(world), client_id="other")

        assert same.status_code == 200
        assert error(other) == (400, "invalid_request")

    def test_no_credentials_at_all(self, world: World) -> None:
        answer = world.request("POST", TOKEN, data={"grant_type": "authorization_code"})

        assert error(answer) == (401, "invalid_client")


class TestAsking:
    def test_without_scope_the_app_gets_all_it_is_registered_for(self, browser: Browser) -> None:
        code = _allowed(browser, authorize_path(browser.world.full, scope=None))["code"]

        assert exchange(browser.world, code).json()["scopes"] == EVERY_SCOPE

    def test_without_state_none_comes_back(self, browser: Browser) -> None:
        answer = _allowed(browser, authorize_path(browser.world.full, state=None))

        assert list(answer) == ["code", "iss"]

    def test_octets_that_are_no_text_come_back_in_the_state(self, browser: Browser) -> None:
        path = authorize_path(browser.world.full, state=None) + "&state=%FF%00%26"
        page = browser.sign_in(path)

        answer = browser.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})

        assert answer.headers["location"].partition("&iss=")[0].endswith("&state=%FF%00%26")

    @pytest.mark.parametrize("name", ["client_id", "redirect_uri"])
    def test_twice_the_address_is_no_address(self, browser: Browser, name: str) -> None:
        path = authorize_path(browser.world.full)

        answer = browser.open(f"{path}&{name}=again")

        assert error(answer) == (400, "invalid_request")
        assert "location" not in answer.headers

    @pytest.mark.parametrize("name", ["scope", "response_type", "state"])
    def test_anything_else_twice_is_told_to_the_app(self, browser: Browser, name: str) -> None:
        answer = browser.open(f"{authorize_path(browser.world.full)}&{name}=again")

        told = parse_qs(urlsplit(answer.headers["location"]).query)
        assert told["error"] == ["invalid_request"]

    @pytest.mark.parametrize("wrong", ["scope", "response_type", "state", "code_challenge"])
    @pytest.mark.parametrize("signed_in", [False, True])
    def test_an_app_that_no_shop_has_installed_leads_nowhere(
        self, browser: Browser, wrong: str, signed_in: bool
    ) -> None:
        stranger = browser.world.install(in_mall=False)
        path = f"{authorize_path(stranger)}&{wrong}=again&code_challenge_method=plain"
        if signed_in:
            browser.sign_in(SIGN_IN)

        answer = browser.open(path)

        assert error(answer) == (400, "invalid_request")
        assert "location" not in answer.headers

    def test_a_program_of_the_same_machine_is_told_before_it_is_installed(
        self, browser: Browser
    ) -> None:
        there = "http://127.0.0.1/callback"
        program = browser.world.install(in_mall=False, redirect_uris=[there])
        here = there.replace("127.0.0.1", "127.0.0.1:7777")

        answer = browser.open(authorize_path(program, redirect_uri=here, scope="no.such"))

        assert answer.headers["location"].startswith(f"{here}?error=invalid_scope&")

    def test_a_hostile_scope_cannot_write_into_the_address(self, browser: Browser) -> None:
        scope = quote('"\r\nSet-Cookie:x=y', safe="")
        path = authorize_path(browser.world.full, scope=None) + f"&scope={scope}"

        location = browser.open(path).headers["location"]

        assert location.startswith(f"{CALLBACK}?error=invalid_scope&error_description=")
        assert "\r" not in location
        assert "%0D" not in location

    def test_a_hostile_name_is_shown_as_text(self, browser: Browser) -> None:
        browser.submit(SIGN_IN, {})
        page = browser.open(SIGN_IN)
        form = {**hidden(page), "user_id": '"><script>alert(1)</script>', "password": "x"}

        answer = browser.submit(SIGN_IN, form)

        assert answer.status_code == 400
        assert "<script>" not in answer.text
        assert "&lt;script&gt;" in answer.text


class TestSessions:
    def test_the_session_cookie_is_for_this_host_and_https_alone(self, browser: Browser) -> None:
        page = browser.open(SIGN_IN)
        form = {**hidden(page), "user_id": "owner", "password": PASSWORD}

        given = browser.submit(SIGN_IN, form).headers.get_list("set-cookie")

        (cookie,) = [each for each in given if each.startswith(SESSION)]
        flags = {word.strip().lower() for word in cookie.split(";")[1:]}
        assert flags >= {"httponly", "secure", "samesite=lax", "path=/", "max-age=43200"}
        assert not any(flag.startswith("domain") for flag in flags)

    def test_signing_in_again_ends_the_session_before(self, browser: Browser) -> None:
        browser.sign_in(SIGN_IN)
        before = browser.cookies[SESSION]
        page = browser.open(authorize_path(browser.world.full))
        assert "asks for access" in page.text
        browser.cookies["__Host-openmall-staff-visit"] = "v"
        form = {"form_token": form_token("v"), "user_id": "owner", "password": PASSWORD}
        browser.submit(SIGN_IN, form)
        after = browser.cookies[SESSION]

        browser.cookies[SESSION] = before
        assert before != after
        assert "You are signed in" not in browser.open(SIGN_IN).text

    def test_a_new_password_ends_every_session(self, browser: Browser) -> None:
        browser.sign_in(SIGN_IN)

        manager(browser.world)

        assert "You are signed in" not in browser.open(SIGN_IN).text

    def test_what_was_shown_can_be_answered_for_ten_minutes(self, browser: Browser) -> None:
        page = browser.sign_in(authorize_path(browser.world.full))

        browser.world.stage.clock.pass_(sessions.REQUEST_SECONDS)
        answer = browser.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})

        assert answer.status_code == 403
        assert "This page has expired" in answer.text

    def test_whoever_signed_out_answers_nothing(self, browser: Browser) -> None:
        page = browser.sign_in(authorize_path(browser.world.full))
        kept = dict(browser.cookies)
        browser.submit("/api/v2/oauth/sign-out", hidden(page))
        browser.cookies = kept

        answer = browser.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})

        assert answer.status_code == 403

    def test_signing_out_from_elsewhere_is_refused(self, browser: Browser) -> None:
        browser.sign_in(SIGN_IN)

        answer = browser.submit("/api/v2/oauth/sign-out", {"form_token": "guessed"})

        assert answer.status_code == 403
        assert "You are signed in" in browser.open(SIGN_IN).text

    def test_a_denial_cannot_be_turned_into_consent_afterwards(self, browser: Browser) -> None:
        page = browser.sign_in(authorize_path(browser.world.full))
        browser.submit(AUTHORIZE, {**hidden(page), "decision": "deny"})

        answer = browser.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})

        assert answer.status_code == 403

    def test_no_decision_is_a_denial(self, browser: Browser) -> None:
        page = browser.sign_in(authorize_path(browser.world.full))

        answer = browser.submit(AUTHORIZE, hidden(page))

        assert "error=access_denied" in answer.headers["location"]

    def test_pages_are_not_kept(self, browser: Browser) -> None:
        assert browser.open(SIGN_IN).headers["cache-control"] == "no-store"


def _allowed(browser: Browser, path: str) -> dict[str, str]:
    page = browser.sign_in(path)
    answer = browser.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})
    query = parse_qs(urlsplit(answer.headers["location"]).query, keep_blank_values=True)
    return {name: values[0] for name, values in query.items()}

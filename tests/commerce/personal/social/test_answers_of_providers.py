"""What a provider sends back is believed only where it proves something."""

from collections.abc import Callable

import pytest

from openmall.commerce.personal.social.providers import KEYS_AGAIN
from openmall.events.webhooks.addresses import Networks
from openmall.events.webhooks.lazy_connections import LazyConnections
from tests.commerce.personal.social.sign_in_client import Browser
from tests.openid_provider import (
    CLIENT_ID,
    CLIENT_SECRET,
    Answer,
    Provider,
    signed_with_public_key,
    signed_with_secret,
    unsigned,
)
from tests.world import World

REFUSED = (422, "The service did not confirm the sign-in. (parameter.authorization_code)")
AWAY = (503, "The sign-in service does not answer. Try again later.")
SPENT = "This sign-in is not valid any more."


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"},
        {"nonce": None},
        {"aud": "another-client"},
        {"aud": ["another-client"]},
        {"aud": None},
        {"aud": [CLIENT_ID, "another-client"]},
        {"aud": [CLIENT_ID, "another-client"], "azp": "another-client"},
        {"azp": "another-client"},
        {"iss": "https://another.test"},
        {"iss": None},
        {"exp": 1},
        {"exp": None},
        {"exp": "tomorrow"},
        {"iat": None},
        {"iat": 9_999_999_999},
        {"nbf": 9_999_999_999},
        {"sub": None},
        {"sub": ""},
        {"sub": 17},
        {"sub": "x" * 256},
    ],
    ids=str,
)
def test_a_token_for_something_else(
    browser: Browser, provider: Provider, claims: dict[str, object]
) -> None:
    provider.claims = claims
    assert browser.refused_sign_in() == REFUSED


def test_expiry_is_that_of_the_clock(browser: Browser, provider: Provider, world: World) -> None:
    now = int(world.stage.clock.now())
    provider.claims = {"exp": now - 30}
    assert browser.sign_in()["outcome"] == "unknown"
    provider.claims = {"exp": now - 90}
    assert browser.refused_sign_in() == REFUSED


def test_a_token_for_several_audiences(browser: Browser, provider: Provider) -> None:
    provider.claims = {"aud": [CLIENT_ID, "another-client"], "azp": CLIENT_ID}
    assert browser.sign_in()["outcome"] == "unknown"


def test_a_token_without_a_signature(browser: Browser, provider: Provider) -> None:
    provider.sign = unsigned
    assert browser.refused_sign_in() == REFUSED


def test_a_token_signed_with_what_everybody_knows(browser: Browser, provider: Provider) -> None:
    provider.sign = signed_with_public_key(provider)
    assert browser.refused_sign_in() == REFUSED


def test_a_token_signed_with_the_client_secret(browser: Browser, provider: Provider) -> None:
    provider.sign = signed_with_secret
    assert browser.refused_sign_in() == REFUSED


@pytest.mark.parametrize("change", [lambda t: t[:-6] + "AAAAAA", lambda t: "a.b.c", lambda t: ""])
def test_a_token_that_was_changed(
    browser: Browser, provider: Provider, change: Callable[[str], str]
) -> None:
    right = provider.sign
    provider.sign = lambda header, claims: change(right(header, claims))
    assert browser.refused_sign_in() == REFUSED


def test_an_unknown_key(browser: Browser, provider: Provider) -> None:
    provider.header = {"kid": "nobody's"}
    assert browser.refused_sign_in() == REFUSED


def test_keys_are_read_again_when_a_provider_changes_them(
    browser: Browser, provider: Provider, world: World
) -> None:
    browser.sign_in()
    browser.sign_in()
    assert provider.asked.count("/jwks") == 1
    provider.rotate()
    world.stage.clock.pass_(KEYS_AGAIN)
    assert browser.sign_in()["outcome"] == "unknown"
    assert provider.asked.count("/jwks") == 2
    # somebody who sends tokens with unknown keys does not make us ask each time
    provider.header = {"kid": "nobody's"}
    for _ in range(3):
        assert browser.refused_sign_in() == REFUSED
    assert provider.asked.count("/jwks") == 2


def test_keys_without_names(browser: Browser, provider: Provider, world: World) -> None:
    provider.header = {"kid": None}
    assert browser.sign_in()["outcome"] == "unknown"
    provider.rotate()
    world.stage.clock.pass_(KEYS_AGAIN)
    assert browser.sign_in()["outcome"] == "unknown"


def test_an_attempt_is_completed_once(browser: Browser, provider: Provider) -> None:
    request = browser.returned(browser.begin())
    browser.send("POST", "socials/sessions", **request)
    asked = len(provider.exchanged)
    status, message = browser.refused("POST", "socials/sessions", **request)
    assert (status, message) == (422, f"{SPENT} (parameter.attempt_token)")
    # nor with a new code
    again = {**request, "authorization_code": "another"}
    assert browser.refused("POST", "socials/sessions", **again)[0] == 422
    assert len(provider.exchanged) == asked


def test_an_attempt_is_not_valid_for_ever(browser: Browser, world: World) -> None:
    request = browser.returned(browser.begin())
    world.stage.clock.pass_(600)
    status, message = browser.refused("POST", "socials/sessions", **request)
    assert (status, message) == (422, f"{SPENT} (parameter.attempt_token)")


@pytest.mark.parametrize(
    ("changed", "parameter"),
    [
        ({"state": "another"}, "state"),
        ({"attempt_token": "another"}, "attempt_token"),
        ({"attempt_token": "ä"}, "attempt_token"),
        ({"iss": "https://another.test"}, "iss"),
    ],
)
def test_an_answer_to_another_attempt(
    browser: Browser, provider: Provider, changed: dict[str, str], parameter: str
) -> None:
    other = browser.begin()
    assert browser.refused_sign_in(**changed) == (422, f"{SPENT} (parameter.{parameter})")
    assert browser.refused_sign_in(attempt_token=other["attempt_token"])[0] == 422
    assert provider.exchanged == []


def test_a_code_of_another_attempt_is_refused_by_its_verifier(browser: Browser) -> None:
    stolen = browser.returned(browser.begin())
    assert browser.refused_sign_in(authorization_code=stolen["authorization_code"]) == REFUSED


def test_an_account_token_is_of_one_shop_and_used_once(browser: Browser) -> None:
    token = browser.sign_in()["account_token"]
    other_shop = {"account_token": token, "member_id": "hana", "password": "of somebody"}
    assert (
        browser.ask("POST", "socials/links", json={"shop_no": 2, "request": other_shop}).json()[
            "error"
        ]["message"]
        == f"{SPENT} (parameter.account_token)"
    )
    browser.join("hana")
    token = browser.sign_in()
    assert token["account_token"] == ""


@pytest.mark.parametrize(
    "answer",
    [
        (404, {}),
        (500, {}),
        (200, b"<html>"),
        (200, {"issuer": "https://provider.test"}),
        (200, b"x" * 300_000),
        (302, {"location": "/elsewhere"}),
    ],
    ids=lambda answer: f"{answer[0]} {str(answer[1])[:30]}",
)
def test_a_provider_that_answers_nonsense_at_the_beginning(
    browser: Browser, provider: Provider, answer: Answer
) -> None:
    provider.answer = lambda asked: answer if asked.startswith("/.well-known") else None
    assert browser.refused("POST", "socials/openid/attempts") == AWAY


@pytest.mark.parametrize(
    ("path", "answer", "outcome"),
    [
        ("/token", (500, {}), AWAY),
        ("/token", (400, {"error": "invalid_grant"}), REFUSED),
        ("/token", (200, {"error": "invalid_grant"}), REFUSED),
        ("/token", (200, []), REFUSED),
        ("/jwks", (503, {}), AWAY),
        ("/jwks", (200, {"keys": []}), REFUSED),
        ("/jwks", (200, {"keys": [{"kty": "RSA", "n": "?", "e": 3}]}), REFUSED),
        ("/jwks", (200, {"keys": "none"}), AWAY),
        ("/jwks", (404, {}), AWAY),
    ],
)
def test_a_provider_that_answers_nonsense_at_the_end(
    browser: Browser,
    provider: Provider,
    world: World,
    path: str,
    answer: Answer,
    outcome: tuple[int, str],
) -> None:
    provider.answer = lambda asked: answer if asked == path else None
    assert browser.refused_sign_in() == outcome
    assert world.get("social")["social"] == []


@pytest.mark.parametrize(
    "metadata",
    [
        {"issuer": "https://another.test"},
        {"token_endpoint": "http://provider.test/token"},
        {"jwks_uri": "https://10.0.0.1/jwks"},
        {"authorization_endpoint": "javascript:alert(1)"},
    ],
    ids=str,
)
def test_a_provider_that_says_something_else_of_itself(
    browser: Browser, provider: Provider, metadata: dict[str, str]
) -> None:
    provider.metadata = metadata
    assert browser.refused("POST", "socials/openid/attempts") == AWAY


def test_a_provider_that_is_down(browser: Browser, provider: Provider, world: World) -> None:
    world.put("socials/openid", openid_issuer=f"https://provider.test:1/{provider.port}")
    assert browser.refused("POST", "socials/openid/attempts") == AWAY


def test_a_network_that_is_not_allowed_is_not_asked(browser: Browser, provider: Provider) -> None:
    outgoing = browser.world.stage.app.periodic_tasks.webhooks.outgoing
    outgoing._connections = LazyConnections(
        Networks(), authority=provider.authority, seconds=1.0, lookup=None
    )
    assert browser.refused("POST", "socials/openid/attempts") == AWAY
    assert provider.asked == []


def test_the_secret_goes_as_the_provider_wants_it(browser: Browser, provider: Provider) -> None:
    browser.sign_in()
    assert "client_secret" not in provider.exchanged[0]
    provider.behave()
    provider.metadata = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    browser.world.put("socials/openid", openid_issuer=provider.issuer)
    browser.sign_in()
    assert provider.exchanged[0]["client_secret"] == CLIENT_SECRET

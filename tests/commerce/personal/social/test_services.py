"""Services that a shop is registered with differ in how they are asked, and in what they sign."""

from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc import jwt

from openmall.commerce.personal.social import providers, services
from tests.commerce.personal.social.sign_in_client import Browser
from tests.commerce.personal.social.test_answers_of_providers import AWAY, REFUSED
from tests.openid_provider import (
    CLIENT_ID,
    CLIENT_SECRET,
    Provider,
    new_ec_key,
    signed_with_secret,
    unsigned,
)
from tests.world import World


@pytest.fixture
def osaccount(provider: Provider, world: World, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """A shop that is registered with the service that wants signed client secrets."""
    monkeypatch.setitem(services.ISSUERS, "osaccount", provider.issuer)
    provider.metadata = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    key = new_ec_key()

    def is_secret(sent: str) -> bool:
        token = jwt.decode(sent, key, algorithms=["ES256"])
        now = int(world.stage.clock.now())
        return token.header == {"alg": "ES256", "typ": "JWT", "kid": "KEY1234567"} and (
            token.claims
            == {
                "iss": "TEAM123456",
                "iat": now,
                "exp": now + 300,
                "aud": provider.issuer,
                "sub": CLIENT_ID,
            }
        )

    monkeypatch.setattr(provider, "_is_secret", is_secret)
    pem = key.as_pem(private=True).decode()
    assert len(pem) <= 300
    world.put(
        "socials/osaccount",
        use_osaccount_login="T",
        client_id=CLIENT_ID,
        team_id="TEAM123456",
        key_id="KEY1234567",
        auth_key_file_name="AuthKey.p8",
        auth_key_file_contents=pem,
    )
    browser = Browser(world, provider, "osaccount")
    browser.key = pem
    return browser


def test_the_client_secret_is_signed_with_the_shops_key(osaccount: Browser) -> None:
    attempt = osaccount.begin()
    query = parse_qs(urlsplit(attempt["authorization_url"]).query)
    assert query["response_mode"] == ["form_post"]
    assert query["scope"] == ["openid email"]
    signed_in = osaccount.send("POST", "socials/sessions", **osaccount.returned(attempt))
    assert (signed_in["outcome"], signed_in["service_name"]) == ("unknown", "Apple")


def test_the_key_may_come_from_a_form_of_one_line(osaccount: Browser, world: World) -> None:
    # browsers take line breaks out of the field of a secret
    setting = "socials/osaccount"
    pem = osaccount.key
    world.put(setting, auth_key_file_contents=pem.replace("\n", ""))
    assert osaccount.sign_in()["outcome"] == "unknown"
    world.put(setting, auth_key_file_contents=pem.replace("\n", " "))
    assert osaccount.sign_in()["outcome"] == "unknown"


def test_a_key_that_is_none(osaccount: Browser, world: World) -> None:
    world.put("socials/osaccount", auth_key_file_contents="not a key")
    assert osaccount.refused_sign_in() == AWAY


def test_id_tokens_signed_with_the_channel_secret(
    provider: Provider, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(services.ISSUERS, "messenger", provider.issuer)
    world.put(
        "socials/openid",
        use_messenger_login="T",
        messenger_client_id=CLIENT_ID,
        messenger_client_secret=CLIENT_SECRET,
    )
    browser = Browser(world, provider, "messenger")
    provider.sign = signed_with_secret
    assert browser.sign_in()["service_name"] == "LINE"
    provider.claims = {"nonce": "another"}
    assert browser.refused_sign_in() == REFUSED
    provider.claims, provider.sign = {}, unsigned
    assert browser.refused_sign_in() == REFUSED


def test_the_portal_answers_a_profile_without_an_id_token(
    provider: Provider, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        providers,
        "PORTAL",
        providers.Metadata(
            issuer="https://nid.naver.com",
            authorization_endpoint=f"{provider.issuer}/authorize",
            token_endpoint=f"{provider.issuer}/token",
            jwks_uri="",
            userinfo_endpoint=f"{provider.issuer}/userinfo",
            token_endpoint_auth_methods_supported=("client_secret_post",),
        ),
    )
    profile = {"id": "32742776", "email": "hana@example.com", "name": "김하나"}
    provider.answer = {
        "/token": (200, {"access_token": "access", "token_type": "bearer", "expires_in": "3600"}),
        "/userinfo": (200, {"resultcode": "00", "message": "success", "response": profile}),
    }.get
    world.put(
        "socials/portallogin",
        use_portallogin="T",
        client_id="portal-client",
        client_secret="portal-secret",
    )
    browser = Browser(world, provider, "portal")
    attempt = browser.begin()
    query = parse_qs(urlsplit(attempt["authorization_url"]).query)
    assert sorted(query) == ["client_id", "redirect_uri", "response_type", "state"]
    request = {
        "attempt_token": attempt["attempt_token"],
        "state": query["state"][0],
        "authorization_code": "code",
    }
    signed_in = browser.send("POST", "socials/sessions", **request)
    # the portal does not say whether it has verified the address
    assert (signed_in["service_name"], signed_in["name"]) == ("Naver", "김하나")
    assert (signed_in["email"], signed_in["is_known_email"]) == ("", "F")
    joined = {"account_token": signed_in["account_token"], "member_id": "hana", "name": "김하나"}
    agreed = {"agree_terms": "T", "agree_privacy": "T", "email": "hana@example.com"}
    browser.send("POST", "socials/customers", **joined, **agreed)
    link = world.get("customers/hana/social")["social"]
    assert (link["social_name"], link["social_member_code"]) == ("portal", "32742776")


@pytest.mark.parametrize(
    ("social_name", "setting", "keys", "scope"),
    [
        (
            "websearch",
            "openid",
            {
                "use_websearch_login": "T",
                "websearch_client_id": CLIENT_ID,
                "websearch_client_secret": CLIENT_SECRET,
            },
            "openid email profile",
        ),
        (
            "chatapp",
            "chatappsync",
            {"rest_api_key": "restkey", "javascript_key": "scriptkey"},
            "openid",
        ),
    ],
)
def test_the_usual_flow_with_the_keys_of_the_setting(
    provider: Provider,
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    social_name: str,
    setting: str,
    keys: dict[str, str],
    scope: str,
) -> None:
    monkeypatch.setitem(services.ISSUERS, social_name, provider.issuer)
    world.put(f"socials/{setting}", **keys)
    if social_name == "chatapp":
        world.put("socials/openid", chatapp_client_secret=CLIENT_SECRET)
    browser = Browser(world, provider, social_name)
    attempt = browser.begin()
    query = parse_qs(urlsplit(attempt["authorization_url"]).query)
    assert query["scope"] == [scope]
    assert query["client_id"] == [keys.get("websearch_client_id", "restkey")]
    returned = browser.returned(attempt)
    assert browser.send("POST", "socials/sessions", **returned)["outcome"] == "unknown"

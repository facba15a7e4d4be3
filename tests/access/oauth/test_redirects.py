"""Where a browser may be sent, and how the answer is written into the address."""

import pytest

from openmall.access.oauth import redirects


@pytest.mark.parametrize(
    "uri",
    [
        "https://app.example.com/callback",
        "https://app.example.com/callback?tenant=1",
        "http://127.0.0.1:3000/callback",
        "com.example.app:/callback",
    ],
)
def test_addresses_an_app_may_register(uri: str) -> None:
    redirects.check(uri)


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "/callback",
        "//app.example.com/callback",
        "https:///callback",
        "https://app.example.com/#part",
        "https://app.example.com/#",
        "https://app.example.com/call back",
        "https://app.example.com/한글",
        "https://app.example.com/\r\nSet-Cookie: a=b",
        "javascript:alert(1)",
        "data:text/html,hello",
    ],
)
def test_addresses_an_app_may_not_register(uri: str) -> None:
    with pytest.raises(ValueError, match="redirect URI"):
        redirects.check(uri)


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("https://a.example/cb", "https://a.example/cb?code=x%26y&state=s&iss=https%3A%2F%2Fm"),
        ("https://a.example/cb?", "https://a.example/cb?code=x%26y&state=s&iss=https%3A%2F%2Fm"),
        (
            "https://a.example/cb?t=1",
            "https://a.example/cb?t=1&code=x%26y&state=s&iss=https%3A%2F%2Fm",
        ),
        (
            "https://a.example/cb?t=1&",
            "https://a.example/cb?t=1&code=x%26y&state=s&iss=https%3A%2F%2Fm",
        ),
    ],
)
def test_the_answer_follows_the_query_the_address_has(uri: str, expected: str) -> None:
    assert redirects.response_uri(uri, {"code": "x&y"}, "s", issuer="https://m") == expected


def test_without_state_none_is_sent_back_and_an_empty_one_is() -> None:
    without = redirects.response_uri("https://a.example/", {"code": "x"}, None, issuer="m")
    empty = redirects.response_uri("https://a.example/", {"code": "x"}, "", issuer="m")

    assert without.endswith("?code=x&iss=m")
    assert empty.endswith("?code=x&state=&iss=m")

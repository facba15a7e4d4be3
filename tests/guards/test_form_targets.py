"""What `tests/form_targets.py` takes for blocked, a browser blocks."""

import httpx2
import pytest

from tests.form_targets import FormTargets, is_allowed

PAGE = "https://developers.openmall.localhost/developers/install/x?language=en"
FORM = '<form method="get" action="/developers/install/x" class="panel"><input name="mall">'


def _page(policy: str) -> httpx2.Response:
    headers = {
        "Content-Type": "text/html",
        "Content-Security-Policy": f"img-src *; form-action {policy}",
    }
    return httpx2.Response(200, headers=headers, text=FORM)


def _redirect(target: str) -> httpx2.Response:
    return httpx2.Response(303, headers={"Location": target})


@pytest.mark.parametrize(
    ("policy", "is_blocked"), [("'self'", True), ("'self' https: com.app:", False)]
)
def test_redirects_that_follow_a_form_are_held_against_its_page(
    policy: str, is_blocked: bool
) -> None:
    forms = FormTargets()
    forms.look_at(httpx2.Request("GET", PAGE), _page(policy))
    forms.look_at(httpx2.Request("GET", f"{PAGE}&mall=demo"), _redirect("/developers/onward"))
    second = httpx2.Request("GET", "https://developers.openmall.localhost/developers/onward")

    try:
        forms.look_at(second, _redirect("https://demo.openmall.localhost/"))
        found = ""
    except AssertionError as error:
        found = str(error)

    assert ("Chromium blocks it" in found) == is_blocked


def test_links_may_lead_anywhere() -> None:
    forms = FormTargets()
    forms.look_at(httpx2.Request("GET", PAGE), _page("'self'"))

    forms.look_at(
        httpx2.Request("GET", "https://developers.openmall.localhost/x"),
        _redirect("https://demo.openmall.localhost/"),
    )


@pytest.mark.parametrize(
    ("target", "sources", "allowed"),
    [
        ("https://a.example.com/x", ("'self'",), True),
        ("https://a.example.com:8443/x", ("'self'",), False),
        ("http://a.example.com/x", ("'self'",), False),
        ("https://b.example.com/x", ("'self'", "https:"), True),
        ("com.app:/x", ("'self'", "https:"), False),
        ("https://b.example.com/x", ("https://*.example.com",), True),
        ("https://b.example.org/x", ("https://*.example.com",), False),
        ("https://a.example.com/x", ("'none'",), False),
    ],
)
def test_sources_of_form_action(target: str, sources: tuple[str, ...], allowed: bool) -> None:
    assert is_allowed(target, "https://a.example.com/page", sources) == allowed

"""Who may come in, and where a manager is after signing in."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from openmall.database.session import DatabaseAway, DeadlinePassed, Session
from openmall.pages.backoffice.history import search
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden, manager
from tests.world import PASSWORD, World


def come_in(browser: Browser, address: str, user: str = "owner") -> str:
    """Sign in at the page that `address` leads to; return where the browser is sent then."""
    page = browser.open(address)
    form = {**hidden(page), "user_id": user, "password": PASSWORD}
    location: str = browser.submit(address, form).headers["location"]
    return location


@pytest.mark.parametrize("page", ["/admin", "/admin/apps", "/admin/activity?app=x&from=2026-11-21"])
def test_whoever_is_not_signed_in_comes_back_to_the_page_after_it(
    browser: Browser, page: str
) -> None:
    refused = browser.open(page)
    sign_in = refused.headers["location"]

    assert refused.status_code == 303
    assert urlsplit(sign_in).path == SIGN_IN
    assert parse_qs(urlsplit(sign_in).query) == {"next": [page]}
    assert come_in(browser, sign_in) == page
    assert browser.open(page).status_code == 200
    assert browser.open(sign_in).headers["location"] == page


def test_the_overview_is_also_found_with_a_slash(owner: Browser) -> None:
    assert owner.open("/admin/").status_code == 200


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example.com/",
        "//evil.example.com/admin",
        "/admin//evil.example.com",
        "/admin/../api/v2/oauth/sign-in",
        "/admin\\evil",
        "/administrator",
        "/api/v2/oauth/authorize",
        "/admin\nSet-Cookie:x",
    ],
)
def test_nobody_is_sent_anywhere_else_after_signing_in(owner: Browser, elsewhere: str) -> None:
    query = {"next": elsewhere}
    answer = owner.world.request("GET", SIGN_IN, params=query, headers=_cookies(owner))

    assert (answer.status_code, answer.history) == (200, [])
    assert "You are signed in" in answer.text


def _cookies(browser: Browser) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())}


def test_an_apps_own_parameter_of_that_name_changes_nothing(browser: Browser) -> None:
    path = "/api/v2/oauth/authorize?response_type=code&next=%2Fadmin&client_id="
    path += browser.world.full.credentials.client_id
    path += "&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback"

    page = browser.sign_in(path)

    assert "Test app asks for access" in page.text


def test_signing_out_leads_to_the_sign_in_that_leads_back(owner: Browser) -> None:
    page = owner.open("/admin/activity")
    left = owner.submit("/api/v2/oauth/sign-out?next=%2Fadmin%2Factivity", hidden(page))

    assert left.headers["location"] == f"{SIGN_IN}?next=%2Fadmin%2Factivity"
    assert owner.open("/admin/activity").status_code == 303


def test_pages_are_hardened_like_those_of_the_sign_in(owner: Browser) -> None:
    headers = owner.open("/admin").headers

    assert headers["content-security-policy"] == (
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
        f"img-src 'self' data: {owner.world.base_url}; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )
    assert headers["cache-control"] == "no-store"
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["content-type"] == "text/html; charset=utf-8"


def test_what_is_no_page_and_no_method(owner: Browser) -> None:
    missing, refused = owner.open("/admin/nothing"), owner.submit("/admin/reports", {})

    assert (missing.status_code, "Page not found" in missing.text) == (404, True)
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET")
    assert owner.open("/administrator").headers["content-type"].startswith("application/json")


def test_the_back_office_is_at_the_bare_address_and_at_no_other_host(world: World) -> None:
    client = world.stage.client

    bare = client.get("https://openmall.localhost/admin", follow_redirects=False)
    nowhere = client.get("https://nobody.openmall.localhost/admin")
    collection = client.get("https://collection.openmall.localhost/admin")

    assert (bare.status_code, bare.headers["location"]) == (303, "/admin/sign-in?next=%2Fadmin")
    assert nowhere.status_code == 404
    assert collection.headers["content-type"].startswith("application/json")


def test_a_session_of_another_mall_opens_nothing(owner: Browser) -> None:
    elsewhere = owner.world.stage.new_world(f"{owner.world.mall_id}-b")
    stranger = Browser(elsewhere)
    stranger.cookies = dict(owner.cookies)

    assert stranger.open("/admin").status_code == 303


def test_a_supplier_sees_no_apps(browser: Browser) -> None:
    manager(browser.world, "seller", "S")
    browser.sign_in(SIGN_IN, user="seller")

    overview, apps = browser.open("/admin"), browser.open("/admin/apps")

    assert overview.status_code == 200
    assert "/admin/apps" not in overview.text
    assert apps.status_code == 403
    assert "signed in as a supplier" in apps.text
    assert browser.world.full.credentials.client_id not in apps.text


def test_a_form_that_is_none_is_told_so_on_a_page(owner: Browser) -> None:
    owner.world.stage.client.cookies.clear()
    headers = _cookies(owner)

    answer = owner.world.request("POST", "/admin/apps", headers=headers, json={"client_id": "x"})
    twice = owner.open("/admin/apps?remove=a&remove=b")

    assert (answer.status_code, twice.status_code) == (400, 400)
    assert "What was sent could not be read. Nothing was changed." in answer.text
    assert "What was sent could not be read. Nothing was changed." in twice.text
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("fault", "status", "message", "wait"),
    [
        (DatabaseAway("gone"), 503, "The service is unavailable for a moment, try again.", "1"),
        (DeadlinePassed(), 504, "The call took longer than its time budget.", None),
        (RuntimeError("bug"), 500, "Internal error. Quote ", None),
    ],
)
def test_a_fault_is_told_on_a_page(
    owner: Browser,
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
    status: int,
    message: str,
    wait: str | None,
) -> None:
    async def fail(db: Session, filters: dict[str, Any]) -> search.ActivityPage:
        raise fault

    monkeypatch.setattr(search, "lines", fail)

    answer = owner.open("/admin/activity")

    assert (answer.status_code, answer.headers.get("retry-after")) == (status, wait)
    assert message in answer.text
    assert "bug" not in answer.text
    assert answer.headers["x-request-id"]


@pytest.mark.parametrize("page", [f"{SIGN_IN}?next=%2Fadmin%2Forders", "/admin/forgotten-password"])
def test_the_language_is_chosen_before_signing_in(browser: Browser, page: str) -> None:
    text = browser.open(page).text
    choice = text.partition('<form class="languages"')[2]
    back = choice.partition('name="back" value="')[2].partition('"')[0]
    same_site = {"Sec-Fetch-Site": "same-origin"}
    answer = browser.submit("/language", {"back": back, "language": "ko"}, **same_site)

    assert answer.headers["location"] == page
    assert '<html lang="ko">' in browser.open(page).text


@pytest.mark.parametrize(
    "query", ["next=https%3A%2F%2Fevil.example%2F", "next=", "next=//e.example"]
)
def test_a_foreign_return_address_is_ignored(world: World, query: str) -> None:
    page = world.stage.client.get(
        f"https://admin.openmall.localhost/{world.mall_id}/sign-in?{query}", follow_redirects=False
    )

    assert page.status_code == 200, page.text
    assert page.headers["content-type"].startswith("text/html")
    assert 'name="user_id"' in page.text

"""The host of staff: its addresses, what else it serves, and what a shop's host no longer does.

Here requests go to the hosts that they name (`tests/staff_host.py: real_addresses`).
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.http.addressing import RESERVED
from openmall.pages.sampleshop.routes import PAGES as SHOP_PAGES
from tests.access.oauth.authorization_requests import authorize_path, hidden, manager
from tests.staff_host import real_addresses
from tests.world import CALLBACK, PASSWORD, World

STAFF = "https://admin.openmall.localhost"
_LINK = re.compile(r"""\s(?:href|action|formaction|src)="([^"]*)\"""")


@pytest.fixture(autouse=True)
def _real_addresses() -> Iterator[None]:
    with real_addresses():
        yield


class Visitor:
    """A browser without scripts that keeps the cookies of each host apart."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.cookies: dict[str, dict[str, str]] = {}

    def send(self, method: str, url: str, **rest: Any) -> httpx.Response:
        client = self.world.stage.client
        client.cookies.clear()
        kept = self.cookies.setdefault(httpx.URL(url).host, {})
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in kept.items()), **rest.pop("more", {})}
        answer = client.request(method, url, headers=headers, follow_redirects=False, **rest)
        for cookie in answer.headers.get_list("set-cookie"):
            assert cookie.startswith("__Host-")
            assert "domain=" not in cookie.lower()
            name, _, value = cookie.partition(";")[0].partition("=")
            kept.pop(name, None)
            if "Max-Age=0" not in cookie:
                kept[name] = value
        client.cookies.clear()
        return answer

    def sign_in(self, staff: str, query: str = "") -> httpx.Response:
        """Sign in as the owner at the staff pages of a mall."""
        address = f"{staff}/sign-in{query}"
        page = self.send("GET", address)
        assert page.status_code == 200, page.text
        form = {**hidden(page), "user_id": "owner", "password": PASSWORD}
        return self.send("POST", address, data=form)


@pytest.fixture
def visitor(world: World) -> Visitor:
    """The head admin's browser, which is not signed in."""
    manager(world)
    return Visitor(world)


@pytest.fixture
def signed_in(visitor: Visitor) -> Visitor:
    """The head admin's browser, signed in."""
    assert visitor.sign_in(visitor.world.staff_address).status_code == 303
    return visitor


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("port", ["", ":8443"])
@pytest.mark.parametrize(
    "path", ["", "/", "/products", "/products/7?shop_no=2&x=%2F", "/password?token=a.b"]
)
def test_an_earlier_address_leads_to_the_host_of_staff(
    world: World, path: str, port: str, method: str
) -> None:
    answer = Visitor(world).send(method, f"{world.base_url}{port}/admin{path}")

    assert answer.status_code == 303
    assert answer.headers["location"] == f"{STAFF}{port}/{world.mall_id}{path.rstrip('/')}"
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers


def test_a_shops_host_takes_no_form_and_no_cookie_of_staff(signed_in: Visitor) -> None:
    world = signed_in.world
    managers = signed_in.send("GET", f"{world.staff_address}/managers")
    form = {**hidden(managers), "user_id": "intruder", "password": PASSWORD, "act": "add"}
    signed_in.cookies[f"{world.mall_id}.openmall.localhost"] = dict(
        signed_in.cookies["admin.openmall.localhost"]
    )

    statuses = {
        path: signed_in.send("POST", world.base_url + path, data=form).status_code
        for path in (
            "/admin", "/admin/managers", "/admin/sign-in", "/admin/authorize", "/admin/password",
            "/api/v2/oauth/sign-in", "/api/v2/oauth/authorize", "/api/v2/oauth/second-step",
            "/api/v2/oauth/passkey", "/api/v2/oauth/sign-out",
        )
    }  # fmt: skip
    listed = signed_in.send("GET", f"{world.staff_address}/managers").text

    assert set(statuses.values()) <= {404, 405}, statuses
    assert "intruder" not in listed
    assert signed_in.send("GET", f"{world.base_url}/admin/managers").status_code == 303
    assert not any("admin" in (page.pattern.pattern) for page in SHOP_PAGES)


def test_every_link_of_staff_pages_is_below_their_address(signed_in: Visitor) -> None:
    world = signed_in.world
    number = world.product()["product_no"]
    pages = [page.at for page in menu_pages.PAGES]
    pages += [
        f"/products/{number}",
        "/account/two-step",
        "/account/passkeys",
        "/sign-in",
        "/nothing",
    ]
    pages += ["/forgotten-password", "/password?token=x", "/managers/owner", "/settings/shipping"]

    for page in pages:
        answer = signed_in.send("GET", world.staff_address + page)
        assert answer.status_code in (200, 404, 422), page
        links = _LINK.findall(answer.text)
        assert links, page
        for link in links:
            path = re.split("[?#]", link)[0]
            below = path == f"/{world.mall_id}" or path.startswith(f"/{world.mall_id}/")
            ours = below or path.startswith("/assets/") or path in ("", "/language")
            assert ours or path.startswith("https://"), (page, link)
        assert not re.search(r'="/(?:admin|api)\b', answer.text), page


def test_staff_pages_run_our_own_scripts_alone(signed_in: Visitor) -> None:
    world = signed_in.world
    world.post("scripttags", src="https://app.example.com/x.js", display_location=["all"])

    page = signed_in.send("GET", world.staff_address)

    policy = page.headers["content-security-policy"]
    assert "script-src 'self'; connect-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "app.example.com/x.js" not in page.text
    for path in ("/scripttags.js", "/collect.js", "/web/upload/x.js"):
        assert signed_in.send("GET", STAFF + path).status_code == 404


def test_managers_of_several_malls_are_signed_in_beside_each_other(signed_in: Visitor) -> None:
    world = signed_in.world
    other = world.stage.new_world()
    manager(other)

    assert signed_in.send("GET", other.staff_address).status_code == 303
    assert signed_in.sign_in(other.staff_address).status_code == 303
    both = [signed_in.send("GET", each.staff_address).status_code for each in (world, other)]
    form = hidden(signed_in.send("GET", f"{other.staff_address}/account"))
    left = signed_in.send("POST", f"{other.staff_address}/sign-out", data=form)

    assert both == [200, 200]
    assert left.status_code == 303
    assert signed_in.send("GET", world.staff_address).status_code == 200
    assert signed_in.send("GET", other.staff_address).status_code == 303
    names = set(signed_in.cookies["admin.openmall.localhost"])
    assert f"__Host-openmall-staff-session-{world.mall_id}" in names
    assert not any(name.endswith(f"session-{other.mall_id}") for name in names)


def test_a_session_of_one_mall_opens_no_page_of_another(signed_in: Visitor) -> None:
    world = signed_in.world
    other = world.stage.new_world()
    kept = signed_in.cookies["admin.openmall.localhost"]
    session = kept[f"__Host-openmall-staff-session-{world.mall_id}"]
    kept[f"__Host-openmall-staff-session-{other.mall_id}"] = session

    assert signed_in.send("GET", f"{other.staff_address}/products").status_code == 303


def test_authorize_stays_at_the_shop_and_leads_to_consent(signed_in: Visitor) -> None:
    world = signed_in.world
    asked = authorize_path(world.full, state="s/1")

    led = signed_in.send("GET", f"{world.base_url}:8443{asked}")
    page = signed_in.send("GET", led.headers["location"].replace(":8443", ""))
    form = {**hidden(page), "decision": "allow"}
    decided = signed_in.send("POST", f"{world.staff_address}/authorize", data=form)

    query = asked.partition("?")[2]
    assert (led.status_code, "set-cookie" in led.headers) == (303, False)
    assert led.headers["location"] == (f"{STAFF}:8443/{world.mall_id}/authorize?{query}")
    assert page.status_code == 200
    assert f'action="/{world.mall_id}/authorize"' in page.text
    assert decided.status_code == 302
    location = httpx.URL(decided.headers["location"])
    assert str(location).startswith(CALLBACK)
    assert (location.params["state"], location.params["iss"]) == ("s/1", world.base_url)
    token = world.request(
        "POST",
        "/api/v2/oauth/token",
        data={
            "grant_type": "authorization_code",
            "code": location.params["code"],
            "redirect_uri": CALLBACK,
        },
        auth=(world.full.credentials.client_id, world.full.credentials.client_secret),
    )
    assert token.status_code == 200


def test_what_cannot_be_authorized_is_refused_where_the_app_asked(visitor: Visitor) -> None:
    world = visitor.world
    address = f"{world.base_url}/api/v2/oauth/authorize"
    known = {"client_id": world.full.credentials.client_id, "redirect_uri": CALLBACK}

    unknown = visitor.send("GET", f"{address}?{urlencode({**known, 'client_id': 'x'})}")
    foreign = visitor.send(
        "GET", f"{address}?{urlencode({**known, 'redirect_uri': 'https://e.test'})}"
    )
    wrong = visitor.send("GET", f"{address}?{urlencode({**known, 'response_type': 'token'})}")

    assert (unknown.status_code, unknown.json()["error"]) == (400, "invalid_client")
    assert (foreign.status_code, foreign.json()["error"]) == (400, "invalid_request")
    assert wrong.status_code == 302
    assert wrong.headers["location"].startswith(f"{CALLBACK}?error=unsupported_response_type")


@pytest.mark.parametrize("site", ["same-site", "cross-site"])
@pytest.mark.parametrize(
    "page", ["/managers", "/authorize", "/sign-in", "/sign-out", "/forgotten-password"]
)
def test_a_form_of_another_origin_is_refused(signed_in: Visitor, page: str, site: str) -> None:
    world = signed_in.world
    form = hidden(signed_in.send("GET", f"{world.staff_address}/managers"))
    form |= {
        "user_id": "intruder",
        "name": "Intruder",
        "password": PASSWORD,
        "manager_type": "P",
        "act": "add",
    }

    answer = signed_in.send(
        "POST", world.staff_address + page, data=form, more={"Sec-Fetch-Site": site}
    )

    assert answer.status_code == 403
    assert "Another website sent this form. Nothing was changed." in answer.text
    assert "intruder" not in signed_in.send("GET", f"{world.staff_address}/managers").text


def test_the_host_of_staff_serves_nothing_else(signed_in: Visitor) -> None:
    world = signed_in.world
    paths = ["/robots.txt", "/collect", "/api/v2/admin/products", "/api/v2/oauth/token"]
    paths += ["/developers", "/operator", "/api/mcp", "/cart", f"/{world.mall_id}-b", "/ab"]
    paths += ["/.well-known/oauth-authorization-server", f"/@{world.mall_id}/admin", "/a%00b/x"]

    for path in paths:
        for method in ("GET", "POST"):
            assert signed_in.send(method, STAFF + path).status_code == 404, (method, path)
    assert "admin" in RESERVED
    language = signed_in.send("POST", f"{STAFF}/language", data={"language": "ko", "back": "/x"})
    assert language.status_code == 303


def test_a_path_of_this_machine_serves_staff_below_it(visitor: Visitor) -> None:
    world = visitor.world
    staff = f"https://127.0.0.1:8443/@{world.mall_id}/admin"

    came = visitor.sign_in(staff, f"?{urlencode({'next': f'/@{world.mall_id}/admin/products'})}")
    page = visitor.send("GET", f"{staff}/products")
    asked = authorize_path(world.full)
    led = visitor.send("GET", f"https://127.0.0.1:8443/@{world.mall_id}{asked}")
    consent = visitor.send("GET", f"https://127.0.0.1:8443{led.headers['location']}")

    assert came.headers["location"] == f"/@{world.mall_id}/admin/products"
    assert page.status_code == 200
    assert f'href="/@{world.mall_id}/admin/orders"' in page.text
    assert 'href="/admin' not in page.text
    assert led.headers["location"].startswith(f"/@{world.mall_id}/admin/authorize?")
    assert consent.status_code == 200
    assert f'action="/@{world.mall_id}/admin/authorize"' in consent.text

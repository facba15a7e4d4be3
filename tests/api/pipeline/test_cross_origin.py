"""Pages of other origins read the storefront: who may, what they see, and what it costs."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import origins
from tests.world import Installed, World, open_stage

PAGE = "https://spa.example.com"
OTHER = "https://other.example.com"
EXPOSED = {
    "ETag",
    "X-Api-Call-Limit",
    "X-Platform-Api-Version",
    "X-Platform-Call-Usage",
    "X-Platform-Time-Usage",
    "Retry-After",
    "X-Openmall-Session",
}


def installed(world: World, *allowed: str, **more: Any) -> Installed:
    """Return an app in the mall whose pages have these origins."""
    app = world.install(browser_origins=allowed, **more)
    world.stage.run(world.stage.app.counters.invalidate_caches)
    return app


def ask(
    world: World, app: Installed | None, origin: str = PAGE, path: str = "products", **rest: Any
) -> httpx.Response:
    """Call the storefront from a page."""
    headers = {"Origin": origin, **rest.pop("headers", {})}
    auth = None if app is None else app.basic
    return world.request(
        rest.pop("method", "GET"), f"/api/v2/{path}", auth=auth, headers=headers, **rest
    )


def preflight(world: World, origin: str = PAGE, path: str = "carts", **more: str) -> httpx.Response:
    """Ask for permission, as a browser does: without credentials."""
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
        **more,
    }
    return world.request("OPTIONS", f"/api/v2/{path}", headers=asked)


def exposed(answer: httpx.Response) -> set[str]:
    return {each.strip() for each in answer.headers["access-control-expose-headers"].split(",")}


def readable(answer: httpx.Response) -> str | None:
    """Return the origin that may read an answer; no answer ever permits cookies."""
    assert "access-control-allow-credentials" not in answer.headers
    assert "origin" in answer.headers["vary"].lower()
    found: str | None = answer.headers.get("access-control-allow-origin")
    return found


def test_a_page_of_an_allowed_origin_reads_responses_and_their_headers(world: World) -> None:
    app = installed(world, PAGE)

    answer = ask(world, app)

    assert (answer.status_code, readable(answer)) == (200, PAGE)
    assert exposed(answer) >= EXPOSED
    assert "etag" in answer.headers


def test_a_page_reads_that_nothing_changed(world: World) -> None:
    app = installed(world, PAGE)
    tag = ask(world, app).headers["etag"]

    answer = ask(world, app, headers={"If-None-Match": tag})

    assert (answer.status_code, readable(answer)) == (304, PAGE)


@pytest.mark.parametrize(
    "origin", [OTHER, "null", f"{PAGE}:8443", "http://spa.example.com", "https://example.com"]
)
def test_pages_of_other_origins_read_nothing(world: World, origin: str) -> None:
    app = installed(world, PAGE)

    assert readable(ask(world, app, origin)) is None
    assert readable(preflight(world, origin)) is None


def test_an_origin_belongs_to_its_own_app(world: World) -> None:
    installed(world, PAGE)
    other = installed(world, OTHER)

    assert readable(ask(world, other)) is None
    assert readable(ask(world, other, OTHER)) == OTHER


def test_errors_carry_the_headers(world: World) -> None:
    app = installed(world, PAGE)

    unknown = ask(world, None)
    wrong = ask(world, None, headers={"X-Platform-Client-Id": "nobody"})
    invalid = ask(world, app, params={"limit": "0"})
    missing = ask(world, app, path="products/999999")
    no_url = ask(world, app, path="nothing")

    answers = [unknown, wrong, invalid, missing, no_url]
    assert [each.status_code for each in answers] == [401, 401, 422, 404, 404]
    assert {readable(each) for each in answers} == {PAGE}


def test_a_page_without_an_app_reads_errors_only_where_its_origin_is_known(world: World) -> None:
    installed(world, PAGE)

    assert readable(ask(world, None, OTHER)) is None


def test_a_deleted_app_has_no_origins(world: World) -> None:
    app = installed(world, PAGE)

    async def delete() -> None:
        stage = world.stage.app
        await registered_apps.uninstall(
            stage.database,
            stage.counters,
            world.stage.clock,
            mall_id=world.mall_id,
            client_id=app.credentials.client_id,
        )

    world.stage.run(delete)

    assert readable(preflight(world)) is None
    assert readable(ask(world, app)) is None


def test_origins_are_those_of_one_mall(world: World) -> None:
    installed(world, PAGE)
    elsewhere = world.stage.new_world()

    assert readable(preflight(elsewhere)) is None


def test_a_preflight_request_needs_no_credentials(world: World) -> None:
    installed(world, PAGE)

    answer = preflight(world)

    assert (answer.status_code, answer.content, readable(answer)) == (204, b"", PAGE)
    assert "POST" in answer.headers["access-control-allow-methods"]
    allowed = answer.headers["access-control-allow-headers"]
    assert {"authorization", "content-type", "x-openmall-session"} <= set(allowed.split(", "))
    assert int(answer.headers["access-control-max-age"]) > 0


def test_a_preflight_request_costs_no_call(world: World) -> None:
    app = installed(world, PAGE)

    before = ask(world, app).headers["x-api-call-limit"]
    for _ in range(20):
        assert "x-api-call-limit" not in preflight(world).headers
    after = ask(world, app).headers["x-api-call-limit"]

    assert (before, after) == ("1/40", "2/40")


def test_an_options_request_of_a_program_is_a_call(world: World) -> None:
    answer = world.request("OPTIONS", "/api/v2/products", auth=world.full.basic)

    assert (answer.status_code, answer.headers["allow"]) == (404, "GET")


def test_the_admin_api_is_not_for_browsers(world: World) -> None:
    installed(world, PAGE)
    asked = {"Origin": PAGE, "Access-Control-Request-Method": "GET"}

    answer = world.request("OPTIONS", "/api/v2/admin/products", headers=asked)

    assert answer.status_code == 401
    assert "access-control-allow-origin" not in answer.headers


def test_a_private_network_is_opened_to_allowed_origins_alone(world: World) -> None:
    installed(world, PAGE)
    asked = {"Access-Control-Request-Private-Network": "true"}
    header = "access-control-allow-private-network"

    assert preflight(world, **asked).headers[header] == "true"
    assert header not in preflight(world).headers
    assert header not in preflight(world, OTHER, **asked).headers


def test_a_kept_response_is_given_to_each_origin_with_its_own_headers(world: World) -> None:
    app = installed(world, PAGE, OTHER)
    third = "https://third.example.com"

    first = ask(world, app)
    answers = {origin: ask(world, app, origin) for origin in (OTHER, third, PAGE)}
    without = world.request("GET", "/api/v2/products", auth=app.basic)

    assert {origin: readable(each) for origin, each in answers.items()} == {
        OTHER: OTHER,
        third: None,
        PAGE: PAGE,
    }
    assert readable(without) is None
    assert {each.headers["etag"] for each in answers.values()} == {first.headers["etag"]}
    names = [name for name, _ in answers[PAGE].headers.multi_items()]
    assert names.count("access-control-allow-origin") == 1


def test_a_refused_call_of_a_crowd_can_be_read(tmp_path: Path) -> None:
    with open_stage(tmp_path, limits="enforce") as stage:
        world = stage.new_world()
        app = installed(world, PAGE)
        named = {"X-Platform-Client-Id": app.credentials.client_id}

        refused = [ask(world, None, headers=named) for _ in range(12)][-1]

        assert (refused.status_code, readable(refused)) == (429, PAGE)
        assert "retry-after" in refused.headers


def test_a_page_costs_no_statement_more_than_a_program(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = installed(world, PAGE)
    read: list[str] = []
    stage_type = type(world.stage.app.database)
    reading = stage_type.reading

    def count(self: Any, mall_id: str, *rest: Any, **more: Any) -> Any:
        read.append(mall_id)
        return reading(self, mall_id, *rest, **more)

    def transactions(origin: str) -> int:
        """Return how many a call takes, once malls, apps and origins are cached."""
        headers = {"Origin": origin} if origin else {}
        read.clear()
        path = f"/api/v2/products?limit={next(limits)}"
        assert world.request("GET", path, auth=app.basic, headers=headers).status_code == 200
        return len(read)

    limits = iter(range(1, 10))
    monkeypatch.setattr(stage_type, "reading", count)
    transactions(PAGE)

    assert transactions(PAGE) == transactions("") == transactions(OTHER)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://SHOP.example.com", "https://shop.example.com"),
        ("https://shop.example.com/", "https://shop.example.com"),
        ("https://shop.example.com:443", "https://shop.example.com"),
        ("https://shop.example.com:8443", "https://shop.example.com:8443"),
        ("http://localhost:5173", "http://localhost:5173"),
        ("http://127.0.0.1:5173", "http://127.0.0.1:5173"),
        ("http://[::1]:5173", "http://[::1]:5173"),
        ("https://xn--hq1bm8jm9l.example.com", "https://xn--hq1bm8jm9l.example.com"),
    ],
)
def test_an_origin_is_written_as_browsers_send_it(text: str, origin: str) -> None:
    assert origins.read(text) == origin


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*",
        "null",
        "https://*.example.com",
        "https://shop.example.com/path",
        "https://shop.example.com?x",
        "https://user@shop.example.com",
        "http://shop.example.com",
        "http://127.0.0.1.example.com",
        "https://shop.example.com:0",
        "https://shop.example.com:70000",
        "https://상점.example.com",
        "ftp://shop.example.com",
        "https://a https://b",
        "https://" + "a" * 300,
        "https://[::1",
    ],
)
def test_anything_else_is_no_origin(text: str) -> None:
    with pytest.raises(ValueError, match=r"origin|https|port"):
        origins.read(text)


def test_an_app_sets_its_origins_in_a_mall(world: World) -> None:
    app = installed(world, OTHER)
    token = app.headers
    sent = {"request": {"allowed_origins": [f"{PAGE}/", PAGE]}}
    assert readable(ask(world, app)) is None

    changed = world.request("PUT", "/api/v2/admin/apps/origins", json=sent, headers=token)
    again = world.request("PUT", "/api/v2/admin/apps/origins", json=sent, headers=token)
    read = world.request("GET", "/api/v2/admin/apps/origins", headers=token)

    expected = {"allowed_origins": [PAGE], "app_origins": [OTHER]}
    assert (changed.status_code, changed.json()) == (200, {"origins": expected})
    assert (again.status_code, read.json()) == (409, {"origins": expected})
    assert (readable(ask(world, app)), readable(ask(world, app, OTHER))) == (PAGE, OTHER)
    elsewhere = world.stage.new_world()
    assert readable(preflight(elsewhere)) is None


@pytest.mark.parametrize("bad", ["*", "http://shop.example.com", "https://a.example.com/x"])
def test_a_wrong_origin_is_refused_by_name(world: World, bad: str) -> None:
    app = installed(world)
    token = app.headers

    answer = world.request(
        "PUT",
        "/api/v2/admin/apps/origins",
        json={"request": {"allowed_origins": [PAGE, bad]}},
        headers=token,
    )

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "allowed_origins"
    assert readable(ask(world, app)) is None

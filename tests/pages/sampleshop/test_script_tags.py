"""Scripts of apps on the pages of the sample shop, and in the script for other shops."""

import json
import re
from typing import Any

import httpx

from openmall.access.oauth import apps as registered_apps
from openmall.pages.sampleshop.routes import PAGES
from tests.pages.sampleshop.shop_browser import Guest
from tests.world import World

HOST = "https://app.example.com"


def tag(world: World, name: str, *locations: str, **values: Any) -> str:
    """Create a script tag and return its number."""
    values = {"src": f"{HOST}/{name}.js", "display_location": list(locations), **values}
    number: str = world.post("scripttags", **values)["scripttag"]["script_no"]
    return number


def scripts(page: httpx.Response) -> list[str]:
    """Return the names of the apps' scripts on a page, in their order."""
    return re.findall(rf'<script src="{HOST}/(\w+)\.js[^"]*"', page.text)


def policy(page: httpx.Response) -> dict[str, str]:
    """Return the directives of a page's content security policy."""
    parts = page.headers["content-security-policy"].split(";")
    return {part.split()[0]: " ".join(part.split()[1:]) for part in parts}


def test_a_script_is_on_the_next_page_of_its_location_only(world: World, guest: Guest) -> None:
    product = f"/products/{world.product()['product_no']}"
    before = guest.open(product)
    tag(world, "widget", "PRODUCT_DETAIL", "ORDER_BASKET")

    page, cart, home = guest.open(product), guest.open("/cart"), guest.open("/")

    assert (scripts(before), scripts(page), scripts(cart), scripts(home)) == (
        [], ["widget"], ["widget"], [],
    )  # fmt: skip
    assert '<script src="https://app.example.com/widget.js" defer></script>' in page.text
    assert policy(page)["script-src"] == "'self' https://app.example.com/widget.js"
    assert policy(page)["connect-src"] == "'self' https://app.example.com"
    assert policy(home)["script-src"] == policy(home)["connect-src"] == "'self'"


def test_scripts_stand_in_the_order_of_their_numbers(world: World, guest: Guest) -> None:
    tag(world, "zebra", "all")
    tag(world, "ant", "MAIN")
    world.put("scripttags/1", display_location=["MAIN"])

    assert scripts(guest.open("/")) == ["zebra", "ant"]


def test_a_page_is_excluded_by_its_path_or_by_the_path_apps_know_it_by(
    world: World, guest: Guest
) -> None:
    one, other = (f"/products/{world.product()['product_no']}" for _ in range(2))
    tag(world, "first", "all", exclude_path=[one])
    tag(world, "second", "all", exclude_path=["/product/detail.html", "/cart"])

    assert scripts(guest.open(one)) == []
    assert scripts(guest.open(other)) == ["first"]
    assert scripts(guest.open(f"{other}?x=1")) == ["first"]
    assert scripts(guest.open(f"/shop2{other}")) == [], "the tags of the first shop"
    assert scripts(guest.open("/cart")) == ["first"]
    assert scripts(guest.open("/search")) == ["first", "second"]


def test_a_script_for_other_designs_is_not_in_the_sample_shop(world: World, guest: Guest) -> None:
    tag(world, "other", "all", skin_no=[2])
    tag(world, "ours", "all", skin_no=[2, 1])

    assert scripts(guest.open("/")) == ["ours"]


def test_a_script_with_digests_is_fetched_with_cors(world: World, guest: Guest) -> None:
    tag(world, "widget", "all", integrity="sha384-abc= sha256-def=")

    assert (
        '<script src="https://app.example.com/widget.js" integrity="sha384-abc= sha256-def="'
        ' crossorigin="anonymous" defer></script>'
    ) in guest.open("/").text


def test_the_policy_allows_exactly_the_addresses_of_the_scripts(world: World, guest: Guest) -> None:
    tag(world, "widget", "all", src=f"{HOST}:8443/a;b,c.js?v=1&w=%22")
    tag(world, "again", "all", src=f"{HOST}:8443/a;b,c.js?v=2")

    page = guest.open("/")

    assert '<script src="https://app.example.com:8443/a;b,c.js?v=1&amp;w=%22" defer>' in page.text
    assert policy(page)["script-src"] == "'self' https://app.example.com:8443/a%3Bb%2Cc.js"
    assert policy(page)["connect-src"] == "'self' https://app.example.com:8443"


def test_a_changed_or_deleted_script_is_so_on_the_next_page(world: World, guest: Guest) -> None:
    number = tag(world, "widget", "all")
    assert scripts(guest.open("/")) == ["widget"]

    world.put(f"scripttags/{number}", src=f"{HOST}/newer.js")
    assert scripts(guest.open("/")) == ["newer"]
    assert world.call("DELETE", f"scripttags/{number}").is_success
    page = guest.open("/")

    assert scripts(page) == []
    assert policy(page)["script-src"] == "'self'"


def test_the_scripts_of_an_app_go_with_it(world: World, guest: Guest) -> None:
    app, stage = world.install(), world.stage
    values = {"src": f"{HOST}/widget.js", "display_location": ["all"]}
    created = world.call("POST", "scripttags", app=app, json={"request": values})
    assert created.status_code == 201
    assert scripts(guest.open("/")) == ["widget"]

    async def remove() -> bool:
        return await registered_apps.uninstall(
            stage.app.database,
            stage.app.counters,
            stage.clock,
            mall_id=world.mall_id,
            client_id=app.credentials.client_id,
        )

    assert stage.run(remove)

    assert scripts(guest.open("/")) == []


MAY_HAVE_SCRIPTS = {
    "/", "/categories/([1-9][0-9]{0,17})", "/search", r"((?:/[A-Za-z0-9_-]{1,200}){1,8}\.html)",
    "/products/([1-9][0-9]{0,17})", "/information", "/cart", "/boards",
    "/boards/([1-9][0-9]{0,17})", "/boards/([1-9][0-9]{0,17})/articles/([1-9][0-9]{0,17})",
}  # fmt: skip
"""Patterns of the pages on which scripts of apps may run: nothing there is about a person, except
what the shopper has put into the cart."""
PLAIN = {
    "/newsletter", "/terms", "/privacy", "/page/([a-z0-9-]{1,60})", r"/look\.css", r"/prices\.css",
    r"/products\.txt", r"/feed\.xml", r"/feed\.csv", r"/sitemap\.xml",
    r"/sitemap-([0-9]{1,6})\.xml", r"/robots\.txt", r"/llms\.txt",
}  # fmt: skip
"""Patterns of pages and files that are the same for everybody, and run no script of an app."""


def test_every_page_that_may_have_scripts_is_named_here_and_all_others_are_private() -> None:
    kinds = {page.pattern.pattern: page.kind for page in PAGES}

    assert {pattern for pattern, kind in kinds.items() if kind == "scripts"} == MAY_HAVE_SCRIPTS
    assert {pattern for pattern, kind in kinds.items() if kind == "plain"} == PLAIN
    assert {page.kind for page in PAGES} == {"scripts", "plain", "private"}
    assert all(page.location for page in PAGES if page.kind == "scripts")
    assert not any(page.location for page in PAGES if page.kind != "scripts")


def test_no_script_of_an_app_is_on_a_private_page_and_none_can_read_it(
    world: World, guest: Guest
) -> None:
    tag(world, "widget", "all")
    guest.put(world.product()["product_no"])
    order = guest.order()
    guest.put(world.product()["product_no"])
    guest.join()

    found = {}
    for page in PAGES:
        if page.kind != "private" or page.show is None:
            continue
        path = _example(page.pattern.pattern, order)
        opened = guest.open(path)
        if opened.status_code < 300:
            assert scripts(opened) == [], path
            assert policy(opened)["script-src"] == "'self'", path
            assert policy(opened)["frame-ancestors"] == "'none'", path
            assert opened.headers["cross-origin-opener-policy"] == "same-origin", path
        for purpose in ("empty", "iframe", "object", "embed", "image", "script", "style"):
            read = _asked_by_script(guest, path, purpose)
            assert read.status_code == 403, (path, purpose)
            assert "form_token" not in read.text
        found[path] = opened.status_code
    assert len(found) > 20
    assert found["/account"] == found["/orders"] == found["/checkout"] == 200


def test_the_form_token_of_a_page_with_scripts_sends_no_form_of_a_private_one(
    world: World, guest: Guest
) -> None:
    guest.join()
    product = f"/products/{world.product()['product_no']}"
    before = world.get("customers", member_id="hana")

    for page in PAGES:
        if page.kind != "private" or page.submit is None or page.signed:
            continue
        path = _example(page.pattern.pattern, "20261121-0000001")
        refused = guest.send(path, product, act="change", decision="allow")
        assert refused.status_code == 403, path
        assert guest.open("/account").status_code == 200
    assert world.get("customers", member_id="hana") == before
    assert guest.send("/account", "/account", act="unknown").status_code != 403


def test_no_script_of_an_app_is_on_an_origin_that_serves_staff(world: World) -> None:
    tag(world, "widget", "all")
    client = world.stage.client
    of_path = f"https://127.0.0.1:8443/@{world.mall_id}"

    page, loader = client.get(f"{of_path}/"), client.get(f"{of_path}/scripttags.js")

    assert world.request("GET", "/").text.count("widget.js") == 1
    assert scripts(page) == []
    assert policy(page)["script-src"] == "'self'"
    assert loader.text.endswith("})([]);\n")
    for host in ("127.0.0.1", "localhost", "openmall.localhost"):
        bare = client.get(f"https://{host}/")
        assert bare.status_code == 200
        assert policy(bare)["script-src"] == policy(bare)["connect-src"] == "'self'"


def _example(pattern: str, order: str) -> str:
    """Return a path that a pattern matches."""
    path = pattern.replace("([0-9]{8}-[0-9]{7,12})", order).replace("([1-9][0-9]{0,17})", "1")
    path = path.replace("([0-9a-f]{32})", "0" * 32).replace("([a-z]{1,20})", "kakao")
    assert re.fullmatch(pattern, path), pattern
    return path


def _asked_by_script(guest: Guest, path: str, purpose: str) -> httpx.Response:
    """Ask for a page as a browser does for a script, a frame or a file of another page."""
    headers = {"Sec-Fetch-Dest": purpose, "Sec-Fetch-Site": "same-origin"}
    return guest._sent("GET", path, more=headers)


def test_every_location_and_known_path_is_of_one_page(world: World) -> None:
    placed = [page for page in PAGES if page.location]
    assert len({page.location for page in placed}) == len(placed)
    assert len({page.known_as for page in placed}) == len(placed)


def test_the_script_for_other_shops_adds_the_scripts_of_a_location(world: World) -> None:
    tag(world, "one", "MAIN", exclude_path=["/cart"], integrity="sha256-abc=")
    tag(world, "two", "all", skin_no=[7])
    tag(world, "three", "PRODUCT_DETAIL")
    tag(world, "four", "all")

    def listed(query: str) -> list[dict[str, Any]]:
        answer = world.request("GET", f"/scripttags.js?{query}")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["cache-control"] == "public, max-age=60"
        found: list[dict[str, Any]] = json.loads(answer.text.rpartition("})(")[2][:-3])
        return found

    first = {"src": f"{HOST}/one.js", "integrity": "sha256-abc=", "exclude_path": ["/cart"]}
    last = {"src": f"{HOST}/four.js", "integrity": "", "exclude_path": []}
    assert listed("shop_no=1&display_location=MAIN") == [first, last]
    assert listed("") == [last]
    assert [each["src"] for each in listed("display_location=PRODUCT_DETAIL&skin_no=7")] == [
        f"{HOST}/two.js", f"{HOST}/three.js", f"{HOST}/four.js",
    ]  # fmt: skip
    assert listed("shop_no=2") == []


def test_the_script_for_other_shops_is_validated_by_its_tag(world: World) -> None:
    path = "/scripttags.js?display_location=MAIN"
    etag = world.request("GET", path).headers["etag"]

    assert world.request("GET", path, headers={"If-None-Match": etag}).status_code == 304
    tag(world, "one", "MAIN")
    assert world.request("GET", path, headers={"If-None-Match": etag}).status_code == 200
    assert world.request("HEAD", path).text == ""
    assert world.request("POST", path).status_code == 405
    assert world.request("GET", f"{path}&shop_no=9").status_code == 404
    assert world.request("GET", f"{path}&shop_no=x").status_code == 404

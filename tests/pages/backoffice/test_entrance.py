"""The root of the host of staff asks for a shop; what it does not have is a page for a person."""

import pytest

from tests.every_operation.operation_calls import rows
from tests.pages.backoffice.test_staff_host import STAFF, Visitor
from tests.staff_host import real_addresses
from tests.world import World

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def visitor(world: World) -> Visitor:
    """A browser that nobody has signed in with."""
    return Visitor(world)


def opened(visitor: Visitor, path: str, **more: str) -> tuple[int, str, str]:
    """Return status, address that the browser is led to, and the page."""
    with real_addresses():
        answer = visitor.send("GET", STAFF + path, more={**BROWSER, **more})
    return answer.status_code, answer.headers.get("location", ""), answer.text


def test_the_root_asks_for_a_shop_and_leads_to_its_sign_in(visitor: Visitor) -> None:
    world = visitor.world
    status, _, page = opened(visitor, "/")
    led = opened(visitor, f"/?mall_id={world.mall_id}")
    there = opened(visitor, led[1])

    assert (status, "<h1>Sign in to your shop</h1>" in page) == (200, True)
    assert '<form method="get" action="/">' in page
    assert "<script" not in page
    assert led[:2] == (303, f"/{world.mall_id}")
    assert there[:2] == (303, f"/{world.mall_id}/sign-in?next=%2F{world.mall_id}")


@pytest.mark.parametrize(
    "typed",
    [
        "{mall}",
        " {MALL} ",
        "{mall}.openmall.localhost",
        "https://{mall}.openmall.localhost/products/7?x=1",
        "https://{mall}.openmall.localhost:8443/",
        "admin.openmall.localhost/{mall}/products",
        "https://admin.openmall.localhost/{mall}",
    ],
)
def test_an_address_stands_for_the_shop(visitor: Visitor, typed: str) -> None:
    mall_id = visitor.world.mall_id
    text = typed.format(mall=mall_id, MALL=mall_id.upper())
    with real_addresses():
        answer = visitor.world.stage.client.get(
            f"{STAFF}/", params={"mall_id": text}, headers=BROWSER, follow_redirects=False
        )

    assert (answer.status_code, answer.headers["location"]) == (303, f"/{mall_id}")


@pytest.mark.parametrize(
    "typed", ["ab", "a b c", "-abc", "x" * 3_000, "%3Cb%3E", "//evil", "..%2F"]
)
def test_what_is_no_id_is_said_beside_the_field(visitor: Visitor, typed: str) -> None:
    status, led, page = opened(visitor, f"/?mall_id={typed}")

    assert (status, led) == (422, "")
    assert "This is no shop ID." in page
    assert 'aria-describedby="problem"' in page
    assert "<b>" not in page
    assert len(page) < 5_000


def test_the_page_looks_no_shop_up_and_tells_of_none(visitor: Visitor) -> None:
    world = visitor.world
    before = rows(world)
    known, unknown = (
        opened(visitor, f"/?mall_id={each}") for each in (world.mall_id, "no-such-shop")
    )

    assert (known[0], known[2]) == (unknown[0], unknown[2]) == (303, "")
    assert world.mall_id not in opened(visitor, "/")[2]
    assert rows(world) == before


@pytest.mark.parametrize(
    "path", ["/no-such-shop", "/no-such-shop/sign-in", "/ab", "/robots.txt", "/a%00b/x", "/x/y/z"]
)
def test_what_is_not_there_is_a_page_for_a_person_and_json_for_a_program(
    visitor: Visitor, path: str
) -> None:
    status, _, page = opened(visitor, path)
    with real_addresses():
        program = visitor.send("GET", STAFF + path, more={"Accept": "application/json"})

    assert (status, "<h1>Page not found</h1>" in page) == (404, True)
    assert 'name="mall_id"' in page
    assert program.status_code == 404
    assert program.headers["content-type"].startswith("application/json")


def test_the_page_is_hardened_and_in_both_languages(visitor: Visitor) -> None:
    with real_addresses():
        answer = visitor.send("GET", f"{STAFF}/", more=BROWSER)
        refused = visitor.send("POST", f"{STAFF}/", more=BROWSER, data={"mall_id": "x"})
        head = visitor.send("HEAD", f"{STAFF}/", more=BROWSER)
    korean = opened(visitor, "/", **{"Accept-Language": "ko"})[2]

    assert answer.headers["content-security-policy"] == (
        "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none';"
        " form-action 'self'; frame-ancestors 'none'"
    )
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")
    assert (head.status_code, head.text) == (200, "")
    assert "쇼핑몰 ID" in korean


def test_a_closed_shop_says_so_to_a_person(visitor: Visitor) -> None:
    from openmall.access.malls import rules as mall_rules

    world = visitor.world

    async def close() -> None:
        stage = world.stage
        notice = "Closed for the move."
        await mall_rules.close(stage.app.database, stage.clock, world.mall_id, notice=notice)
        stage.app.counters.advance_cache_epoch()

    world.stage.run(close)
    status, _, page = opened(visitor, f"/{world.mall_id}")

    assert (status, "Closed for the move." in page) == (503, True)
    assert "<h1>Page not found</h1>" not in page

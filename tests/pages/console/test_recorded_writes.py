"""A developer looks at what an app has changed, and at whether that can be undone."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests.commerce.customer.customer_setup import join
from tests.pages.console.developer_browser import Developer, copied, give_scopes
from tests.pages.console.plan_calls import (
    WRITES,
    InMall,
    in_merchants_mall,
    in_test_mall,
    shown,
)
from tests.world import World


@pytest.fixture
def recorded(world: World) -> Iterator[None]:
    """Record writes for two days, as an installation does with `undo_days`."""
    app = world.stage.app
    before = app._console._services
    configuration = replace(before.configuration, undo_days=2)
    app._console._services = replace(before, configuration=configuration)
    app.undo.days = 2
    yield
    app.undo.days = None
    app._console._services = before


@pytest.fixture
def writer(kim: Developer, recorded: None) -> InMall:
    """An app that may write products in a test mall of Kim's."""
    return in_test_mall(kim, *WRITES)


def put(its: InMall, product_no: int, **values: str) -> int:
    """Change a product; return the number of the recorded write."""
    answer = its.call("PUT", f"products/{product_no}", json={"request": values})
    assert answer.status_code == 200, answer.text
    found: int = its.call("GET", "writes?limit=1").json()["writes"][0]["write_no"]
    return found


def test_where_nothing_is_recorded_the_page_says_how_it_is_turned_on(kim: Developer) -> None:
    its = in_test_mall(kim, *WRITES)

    page = its.page("writes")

    assert "Writes are not recorded in this mall" in shown(page)
    assert copied(page) == ["openmall serve --undo-days 30"]
    assert "There are no recorded writes" not in page.text


def test_a_write_is_listed_with_its_call_and_its_fields(writer: InMall) -> None:
    empty = shown(writer.page("writes"))
    number = writer.product()["product_no"]
    write = put(writer, number, price="4321.00")

    listed = writer.page("writes")
    page = writer.page(f"writes/{writer.mall_id}/{write}")

    assert "There are no recorded writes of the app in this mall" in empty
    assert f"Can be undone PUT products/{{product_no}} , {write}" in shown(listed)
    assert "Writes are kept for 2 days." in shown(listed)
    text = shown(page)
    assert "None: this was not changed since." in text
    assert f"product 1,{number}" in text
    assert "price" in text
    assert "4321" not in text
    assert f"{writer.home}/calls/" in page.text
    assert [each.splitlines()[-1].strip() for each in copied(page)] == [
        '-H "Authorization: Bearer $TOKEN"',
        "-H 'Prefer: handling=rehearse'",
        '--data-raw "{\\"request\\": {}}"',
    ]
    assert "No matching writes" in writer.page("writes?state=undone").text


def test_a_conflict_is_named(writer: InMall) -> None:
    number = writer.product()["product_no"]
    write = put(writer, number, price="4321.00")
    put(writer, number, price="99.00")

    text = shown(writer.page(f"writes/{writer.mall_id}/{write}"))

    assert "1 record was changed again since." in text
    assert "Changed since: listed , price" in text
    assert "conflict" in text


def test_what_was_undone_names_who_did_it(writer: InMall) -> None:
    number = writer.product()["product_no"]
    first, second = (put(writer, number, price=each) for each in ("4321.00", "99.00"))
    undone = writer.call("POST", f"writes/{second}/undo", json={"request": {}})
    assert undone.status_code == 201, undone.text
    span = {
        "client_id": writer.app.client_id,
        "start_date": "2026-01-01T00:00:00+09:00",
        "end_date": "2027-12-31T00:00:00+09:00",
    }
    assert writer.call("POST", "writes/undo", json={"request": span}).status_code == 201

    listed = shown(writer.page("writes?state=undone"))
    pages = [shown(writer.page(f"writes/{writer.mall_id}/{each}")) for each in (first, second)]

    assert listed.count("Undone by the app, with write") == 2
    for page in pages:
        assert "Undone by the app, with write" in page
        assert "Conflicts" not in page


def test_in_a_merchants_mall_no_person_is_named(
    kim: Developer, world: World, recorded: None
) -> None:
    scopes = (*WRITES, "mall.read_privacy", "mall.write_privacy")
    app = kim.app(*WRITES)
    give_scopes(world, app, "mall.read_privacy", "mall.write_privacy")
    its = in_merchants_mall(kim, world, app, *scopes)
    join(world, city="Seongsu")
    answer = its.call("PUT", "customersprivacy/haneul", json={"request": {"city": "Bada"}})
    assert answer.status_code == 200, answer.text
    write = its.call("GET", "writes?limit=1").json()["writes"][0]["write_no"]

    page = its.page(f"writes/{world.mall_id}/{write}")
    by_shop = world.call("POST", f"writes/{write}/undo", json={"request": {}})
    after = shown(its.page("writes"))

    assert "customer_person *** changed" in shown(page)
    assert not any(each in page.text for each in ("haneul", "Seongsu", "Bada"))
    assert "/admin/history/" not in page.text
    assert by_shop.status_code == 201
    assert "Undone by another app, with write" in after


def test_writes_of_others_are_not_there(kim: Developer, writer: InMall) -> None:
    write = put(writer, writer.product()["product_no"], price="4321.00")
    other = kim.app()

    pages = [
        kim.open(f"{other.home}/writes/{writer.mall_id}/{write}"),
        kim.open(f"{writer.home}/writes/{writer.mall_id}/{write + 9}"),
        kim.open(f"{writer.home}/writes?mall=none"),
    ]

    assert [page.status_code for page in pages] == [404] * 3
    assert "The app is not installed in any mall" in kim.open(f"{other.home}/writes").text

"""Prices of many products are changed in one call, each on its own condition."""

from typing import Any

import httpx

from tests.commerce.partner import programme_setup
from tests.commerce.product import bundle_setup as bundles
from tests.world import World

REHEARSE = {"Prefer": "respond-async, handling=rehearse"}


def send(world: World, *rows: dict[str, Any], **rest: Any) -> httpx.Response:
    answer: httpx.Response = world.call("PUT", "prices", json={"requests": list(rows)}, **rest)
    return answer


def priced(world: World, *prices: str) -> list[int]:
    return [world.product(price=each)["product_no"] for each in prices]


def price(world: World, number: int, shop_no: int = 1) -> str:
    found: str = world.get(f"products/{number}", shop_no=shop_no)["product"]["price"]
    return found


def test_prices_of_several_products_are_changed_as_by_single_updates(world: World) -> None:
    one, other = priced(world, "11000", "12000")
    alone = world.product(price="11000")["product_no"]
    world.stage.clock.pass_(60)
    single = world.put(f"products/{alone}", price="9900", retail_price="15000")["product"]

    answer = send(
        world,
        {"product_no": one, "price": "9900", "retail_price": "15000", "if_price": "11000"},
        {"product_no": other, "supply_price": "4000"},
    )

    assert (answer.status_code, answer.json()["prices"]) == (
        200,
        [
            {
                "shop_no": 1,
                "product_no": one,
                "price": "9900.00",
                "price_excluding_tax": "9000.00",
                "retail_price": "15000.00",
                "supply_price": "5000.00",
            },
            {
                "shop_no": 1,
                "product_no": other,
                "price": "12000.00",
                "price_excluding_tax": "10909.09",
                "retail_price": "0.00",
                "supply_price": "4000.00",
            },
        ],
    )
    own = {"product_no", "product_code", "created_date"}
    several = world.get(f"products/{one}")["product"]
    assert {n: several[n] for n in single.keys() - own} == {
        n: single[n] for n in single.keys() - own
    }
    events = world.get("webhooks/events", limit=100)["events"][-3:]
    assert [each["event_no"] for each in events] == [90002] * 3
    first, second = events[0]["resource"], events[1]["resource"]
    assert {n: first[n] for n in first.keys() - own} == {n: second[n] for n in second.keys() - own}


def test_each_row_has_an_outcome_and_only_good_ones_are_written(world: World) -> None:
    one, other = priced(world, "11000", "12000")

    answer = send(
        world,
        {"product_no": one, "price": "9900"},
        {"product_no": other, "price": "9900", "if_price": "9999"},
        {"product_no": other, "price": "12000"},
        {"product_no": 9_999, "price": "1"},
        {"product_no": other, "price": "-1"},
        {"product_no": other},
    )

    rows = answer.json()["prices"]
    assert answer.status_code == 207
    assert [each["status"] for each in rows] == [200, 412, 409, 404, 422, 409]
    assert rows[1]["message"] == "The price is 12000.00 KRW."
    assert (rows[1]["product_no"], rows[3]["product_no"]) == (other, 9_999)
    assert (price(world, one), price(world, other)) == ("9900.00", "12000.00")


def test_rows_of_one_product_are_applied_in_order_and_announced_once(world: World) -> None:
    [number] = priced(world, "11000")
    before = len(world.get("webhooks/events", limit=100)["events"])

    answer = send(
        world,
        {"product_no": number, "price": "10000", "if_price": "11000"},
        {"product_no": number, "price": "9000", "if_price": "10000"},
        {"product_no": number, "price": "8000", "if_price": "10000"},
    )

    assert [each["status"] for each in answer.json()["prices"]] == [200, 200, 412]
    assert price(world, number) == "9000.00"
    events = world.get("webhooks/events", limit=100)["events"][before:]
    assert [each["resource"]["price"] for each in events] == ["9000.00"]


def test_a_price_is_that_of_the_shop_of_the_call(world: World) -> None:
    [number] = priced(world, "11000")

    body = {"shop_no": 2, "requests": [{"product_no": number, "price": "900"}]}
    answer = world.call("PUT", "prices", json=body)

    assert answer.json()["prices"][0]["shop_no"] == 2
    assert (price(world, number), price(world, number, 2)) == ("11000.00", "900.00")
    unknown = world.call("PUT", "prices", json=body | {"shop_no": 9})
    assert unknown.status_code == 404


def test_a_bundle_follows_its_parts_and_has_no_price_of_its_own(world: World) -> None:
    parts = priced(world, "10000", "5000")
    sales = {"discount_value": "0", "discount_type": "P"}
    bundled = ((parts[0], 1), (parts[1], 1))
    bundle = bundles.bundle(world, *bundled, bundle_product_sales=sales)["product_no"]

    refused = send(world, {"product_no": bundle, "price": "1"})
    send(world, {"product_no": parts[0], "price": "8000"})

    assert refused.status_code == 422
    assert refused.json()["error"]["more_info"]["parameter"] == "price"
    assert price(world, bundle) == "13000.00"


def test_partners_see_the_new_price(world: World) -> None:
    programme_setup.enrol(world)
    [number] = priced(world, "11000")

    send(world, {"product_no": number, "price": "9900"})

    listed = programme_setup.read(world, "products")
    assert [each["price"] for each in listed] == ["9900.00"]


def test_more_rows_than_the_bound_are_rehearsed_and_applied_as_one_plan(world: World) -> None:
    numbers = priced(world, *["11000"] * 3)
    rows = [
        {"product_no": number, "price": str(9_000 + at)} for at in range(200) for number in numbers
    ]

    refused = send(world, *rows)
    rehearsed = send(world, *rows, headers=REHEARSE)

    assert (refused.status_code, rehearsed.status_code) == (400, 200)
    assert len(rehearsed.json()["prices"]) == 600
    assert price(world, numbers[0]) == "11000.00"
    plan_no = int(rehearsed.headers["Link"].partition(">")[0].rpartition("/")[2])
    token = rehearsed.headers["X-Platform-Plan-Token"]
    applied = world.post(f"plans/{plan_no}/apply", token=token)["plan"]
    assert applied["outcome"] == {"status": 200, "body": rehearsed.json()}
    assert [price(world, each) for each in numbers] == ["9199.00"] * 3

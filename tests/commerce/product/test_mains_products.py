"""Which products the first page shows and in which order, through the admin API."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.commerce.product.test_categories_products import refused, sold_out
from tests.world import World


def products(world: World, how_many: int) -> list[int]:
    return [world.product(product_name=f"Cup {at}")["product_no"] for at in range(how_many)]


def order(world: World, group: int = 3, **query: Any) -> list[int]:
    found = world.get(f"mains/{group}/products", **query)["products"]
    count = world.get(f"mains/{group}/products/count", **query)
    assert count == {"count": len(found)}
    return [each["product_no"] for each in found]


def test_products_are_shown_in_the_order_they_are_put_in(world: World) -> None:
    a, b, c = products(world, 3)

    answer = world.post("mains/3/products", product_no=[b, a, b])

    assert answer == {"product": {"shop_no": 1, "product_no": [b, a]}}
    world.post("mains/3/products", product_no=[a, c])
    here = {"shop_no": 1, "fixed_sort": False}
    assert world.get("mains/3/products") == {
        "products": [
            {**here, "product_no": b, "product_name": "Cup 1"},
            {**here, "product_no": a, "product_name": "Cup 0"},
            {**here, "product_no": c, "product_name": "Cup 2"},
        ]
    }
    assert order(world, 2) == []
    assert order(world, 3, shop_no=2) == []


def test_the_product_and_the_group_say_the_same(world: World) -> None:
    [a, b] = products(world, 2)
    world.post("mains/3/products", product_no=[a])
    world.post("mains/2/products", product_no=[b, a])
    assert world.get(f"products/{a}")["product"]["main"] == [2, 3]
    assert world.get(f"products/{a}", shop_no=2)["product"]["main"] == []
    assert [each["main"] for each in world.get("products")["products"]] == [[2], [2, 3]]

    world.put(f"products/{b}", main=[3, 3])
    world.put(f"products/{a}", main=[2])

    assert (order(world, 2), order(world, 3)) == ([a], [b])
    c = world.product(main=[2])["product_no"]
    assert order(world, 2) == [a, c]
    world.call("DELETE", f"products/{a}")
    assert order(world, 2) == [c]


def test_a_product_is_not_shown_in_a_group_there_is_not(world: World) -> None:
    [a] = products(world, 1)
    world.post("mains/3/products", product_no=[a])

    answer = refused(world, "PUT", f"products/{a}", json={"request": {"main": [2, 4]}})

    assert answer == (422, "There is no such main display group. (parameter.main)")
    assert world.get(f"products/{a}")["product"]["main"] == [3]


def test_those_named_come_first_and_one_of_them_is_fixed(world: World) -> None:
    a, b, c, d = products(world, 4)
    world.post("mains/3/products", product_no=[a, b, c, d])

    answer = world.put("mains/3/products", product_no=[c, b], fix_product_no=b)

    assert answer == {"product": {"shop_no": 1, "product_no": [c, b]}}
    found = world.get("mains/3/products")["products"]
    assert [(each["product_no"], each["fixed_sort"]) for each in found] == [
        (c, False),
        (b, True),
        (a, False),
        (d, False),
    ]
    world.put("mains/3/products", product_no=[d])
    assert [each["fixed_sort"] for each in world.get("mains/3/products")["products"]] == [
        False,
        False,
        True,
        False,
    ]
    world.put("mains/3/products", product_no=[b], fix_product_no=None)
    found = world.get("mains/3/products")["products"]
    assert [(each["product_no"], each["fixed_sort"]) for each in found] == [
        (b, False),
        (d, False),
        (c, False),
        (a, False),
    ]


def test_sold_out_products_are_last_where_the_group_says_so_but_for_fixed_ones(
    world: World,
) -> None:
    a, b, c = products(world, 3)
    sold_out(world, a)
    sold_out(world, b)
    for group in (2, 3):
        world.post(f"mains/{group}/products", product_no=[a, b, c])
    assert (order(world, 2), order(world, 3)) == ([c, a, b], [a, b, c])

    world.put("mains/2/products", product_no=[a], fix_product_no=a)

    assert order(world, 2) == [a, c, b]


def test_a_product_is_taken_out(world: World) -> None:
    a, b = products(world, 2)
    world.post("mains/3/products", product_no=[a, b])

    answer = world.call("DELETE", f"mains/3/products/{a}")

    assert answer.json() == {"product": {"shop_no": 1, "product_no": a}}
    assert order(world) == [b]
    assert world.get(f"products/{a}")["product"]["main"] == []
    gone = refused(world, "DELETE", f"mains/3/products/{a}")
    assert gone == (404, "The product does not exist. (parameter.product_no)")


@pytest.mark.parametrize(
    ("method", "request_", "said"),
    [
        (
            "POST",
            {"product_no": [2, 99]},
            (422, "There is no such product. (parameter.product_no)"),
        ),
        (
            "PUT",
            {"product_no": [1, 2]},
            (422, "There is no such product in the group. (parameter.product_no)"),
        ),
        (
            "PUT",
            {"product_no": [1], "fix_product_no": 2},
            (422, "There is no such product among those named. (parameter.fix_product_no)"),
        ),
        (
            "PUT",
            {"product_no": [1], "fix_product_no": None},
            (409, "The content is identical to what is stored, nothing was changed."),
        ),
    ],
)
def test_what_is_refused_changes_nothing(
    world: World, method: str, request_: dict[str, Any], said: tuple[int, str]
) -> None:
    products(world, 2)
    world.post("mains/3/products", product_no=[1])

    assert refused(world, method, "mains/3/products", json={"request": request_}) == said
    assert order(world) == [1]


@pytest.mark.both_stores
def test_two_who_order_a_group_at_once_leave_one_of_the_two_orders(world: World) -> None:
    numbers = products(world, 12)
    world.post("mains/3/products", product_no=numbers)
    orders = [numbers, numbers[::-1]]

    def arrange(wanted: list[int]) -> int:
        body = {"request": {"product_no": wanted}}
        return int(world.call("PUT", "mains/3/products", json=body).status_code)

    with ThreadPoolExecutor(4) as people:
        for _ in range(5):
            said = list(people.map(arrange, orders * 2))
            assert set(said) <= {200, 409}
            assert order(world) in orders


@pytest.mark.both_stores
def test_two_who_add_at_once_add_all(world: World) -> None:
    numbers = products(world, 8)

    with ThreadPoolExecutor(4) as people:
        add = [
            people.submit(world.post, "mains/3/products", None, product_no=[number])
            for number in numbers
        ]
    assert [each.exception() for each in add] == [None] * 8
    assert sorted(order(world)) == numbers


@pytest.mark.both_stores
def test_products_and_groups_changed_at_once_end_up_saying_the_same(world: World) -> None:
    numbers = products(world, 6)
    world.post("mains/2/products", product_no=numbers)

    def from_the_group(at: int) -> int:
        body = {"request": {"product_no": numbers[at % 6 :]}}
        return int(world.call("POST", f"mains/{2 + at % 2}/products", json=body).status_code)

    def from_the_product(at: int) -> int:
        body = {"request": {"main": [[], [2], [3], [2, 3]][at % 4], "model_name": f"M{at}"}}
        return int(world.call("PUT", f"products/{numbers[at % 6]}", json=body).status_code)

    with ThreadPoolExecutor(4) as people:
        said = [
            person
            for at in range(12)
            for person in (people.submit(from_the_group, at), people.submit(from_the_product, at))
        ]

    assert {each.result() for each in said} == {200, 201}
    shown = {group: order(world, group) for group in (2, 3)}
    assert [len(set(each)) for each in shown.values()] == [len(each) for each in shown.values()]
    for number in numbers:
        main = world.get(f"products/{number}")["product"]["main"]
        assert main == [group for group in (2, 3) if number in shown[group]]

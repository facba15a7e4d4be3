"""What remains when several people arrange the same category at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.commerce.product.test_categories_products import category, filed, order
from tests.world import World


@pytest.mark.both_stores
def test_two_who_order_a_category_at_once_leave_one_of_the_two_orders(world: World) -> None:
    number = category(world)
    numbers = filed(world, number, 12)
    orders = [numbers, numbers[::-1]]
    path = f"categories/{number}/products"

    def arrange(wanted: list[int]) -> int:
        request = {"display_group": 1, "product_no": wanted, "sequence": 1}
        return int(world.call("PUT", path, json={"request": request}).status_code)

    with ThreadPoolExecutor(4) as people:
        for _ in range(5):
            said = list(people.map(arrange, orders * 2))
            assert set(said) <= {200, 409}
            assert order(world, number) in orders


@pytest.mark.both_stores
def test_who_files_products_in_a_category_that_is_being_deleted_leaves_nothing_behind(
    world: World,
) -> None:
    product = world.product()["product_no"]
    for _ in range(5):
        number = category(world)
        body = {"request": {"product_no": [product], "display_group": 2}}
        with ThreadPoolExecutor(2) as people:
            path = f"categories/{number}/products"
            filing = people.submit(world.call, "POST", path, json=body)
            deleting = people.submit(world.call, "DELETE", f"categories/{number}")

        assert deleting.result().status_code == 200
        assert filing.result().status_code in (201, 404)
        found = world.get(f"products/{product}")["product"]
        assert found["category"] == []

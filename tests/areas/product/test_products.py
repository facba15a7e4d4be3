"""Products through the admin API."""

from tests.world import World


def test_a_created_product_is_read_back(world: World) -> None:
    made = world.product(product_name="Linen apron", price="11000")
    read = world.get(f"products/{made['product_no']}")["product"]
    assert made["product_no"] == 1
    assert read["product_code"] == "P000000A"
    assert read["product_name"] == "Linen apron"
    assert read["price"] == "11000.00"
    assert read["price_excluding_tax"] == "10000.00"

"""Prices of bundles in currencies with and without decimals."""

import pytest

from tests.commerce.product.bundle_setup import parts
from tests.commerce.product.test_bundles import costs
from tests.world import Stage


@pytest.mark.parametrize(
    ("currency", "price"), [("KRW", "23674.00"), ("JPY", "23674.00"), ("USD", "23673.78")]
)
def test_a_bundle_costs_what_can_be_paid_in_its_currency(
    rested: Stage, currency: str, price: str
) -> None:
    """A price that is calculated has no more decimals than one that is typed."""
    world = rested.new_world(currencies=(currency, currency))
    its_parts = parts(
        *((world.product(price=each)["product_no"], 1) for each in ("22000", "3333", "10001"))
    )

    made = world.post(
        "bundleproducts",
        product_name="Kitchen set",
        bundle_product_components=its_parts,
        bundle_product_sales={"discount_value": "33.00", "discount_type": "P"},
    )["bundleproduct"]

    assert costs(world, made["product_no"]) == price
    # and when a part is repriced
    world.put(f"products/{its_parts[0]['product_no']}", price="22001.00")
    dearer = {"USD": "23674.45"}.get(currency, "23674.00")
    assert costs(world, made["product_no"]) == dearer

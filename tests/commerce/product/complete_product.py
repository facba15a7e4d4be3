"""A product that says something of itself in every field that a shop's pages show."""

from typing import Any

from openmall.commerce.collection.trends import TRENDS, TrendDraft
from tests.commerce.collection.collection_setup import add
from tests.world import World


def coloured(world: World) -> dict[str, Any]:
    """Make such a product, of three variants with ten units in all."""
    brand = world.post("brands", brand_name="Kite")["brand"]["brand_code"]
    maker = world.post("manufacturers", manufacturer_name="Kite Works", president_name="Kim")
    trend = add(world, TRENDS, TrendDraft(trend_name="Summer")).trend_code
    product = world.product(
        brand_code=brand,
        manufacturer_code=maker["manufacturer"]["manufacturer_code"],
        trend_code=trend,
        eng_product_name="Apron",
        custom_product_code="A-1",
        model_name="M1",
        retail_price="12000.00",
        simple_description="Simple",
        summary_description="Summary",
        made_date="2026-07-11",
        expiration_date={"start_date": "2026-07-08", "end_date": "2026-09-14"},
        product_material="Linen",
        additional_information=[{"key": "custom_option1", "name": "Gift", "value": "Yes"}],
        points_by_product="T",
        points_amount=[
            {"payment_method": "card", "points_rate": "10", "points_unit_by_payment": "P"},
            {"payment_method": "mileage", "points_rate": "100", "points_unit_by_payment": "W"},
            {"payment_method": "cash", "points_rate": "many", "points_unit_by_payment": "P"},
        ],
        shipping_scope="B",
        shipping_method="08",
        shipping_fee_by_product="T",
        shipping_fee_type="R",
        shipping_rates=[
            {"shipping_rates_min": "0", "shipping_rates_max": "0", "shipping_fee": "2500.00"}
        ],
    )
    path = f"products/{product['product_no']}"
    ink = {"option_text": "Ink", "option_color": "#000000"}
    sand = {"option_text": "Sand", "option_color": "#C20F0A"}
    plain = {"option_text": "Plain"}
    world.post(
        f"{path}/options",
        has_option="T",
        options=[{"option_name": "Colour", "option_value": [ink, sand, plain]}],
    )
    for each, quantity in zip(world.get(f"{path}/variants")["variants"], (7, 2, 1), strict=True):
        stock = {"use_inventory": "T", "quantity": quantity}
        world.put(f"{path}/variants/{each['variant_code']}/inventories", **stock)
    return product

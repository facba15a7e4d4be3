"""What an app states of a subscribed item beside its variant has to be so."""

from typing import Any

import pytest

from tests.commerce.customer import customer_setup
from tests.commerce.order.placement.test_subscriptions import item, refused, subscribe
from tests.world import World


@pytest.mark.parametrize(
    ("stated", "status", "parameter"),
    [
        ({"options": [{"name": "Colour", "value": "Ink"}]}, 201, ""),
        ({"options": [{"option_code": "O000000A", "value_no": 2}, {"value": "L"}]}, 201, ""),
        ({"options": []}, 201, ""),
        ({"options": [{"name": "Colour", "value": "Sand"}]}, 422, "items.options"),
        ({"options": [{"name": "Size", "value": "Ink"}]}, 422, "items.options"),
        ({"options": [{"value_no": 0}]}, 422, "items.options.value_no"),
        ({"category_no": "leaf"}, 201, ""),
        ({"category_no": "root"}, 201, ""),
        ({"category_no": "other"}, 422, "items.category_no"),
        ({"category_no": 99}, 422, "items.category_no"),
    ],
)
def test_options_and_category_are_those_of_the_variant(
    world: World, stated: dict[str, Any], status: int, parameter: str
) -> None:
    customer_setup.join(world, "hana")
    categories = {
        name: world.post("categories", category_name=name)["category"]["category_no"]
        for name in ("root", "other")
    }
    leaf = world.post("categories", category_name="leaf", parent_category_no=categories["root"])
    categories["leaf"] = leaf["category"]["category_no"]
    options = [{"name": "Colour", "value": "Sand,Ink"}, {"name": "Size", "value": "S,L"}]
    product = world.product(
        has_option="T", options=options, add_category_no=[{"category_no": categories["leaf"]}]
    )["product_no"]
    variants = world.get(f"products/{product}/variants")["variants"]
    [ink] = [
        each["variant_code"]
        for each in variants
        if [option["value"] for option in each["options"]] == ["Ink", "L"]
    ]
    sent = {
        name: categories.get(value, value) if name == "category_no" else value
        for name, value in stated.items()
    }

    answer = subscribe(world, item(product, ink, **sent))

    assert answer.status_code == status, answer.text
    if parameter:
        assert f"(parameter.{parameter})" in refused(answer)[1]

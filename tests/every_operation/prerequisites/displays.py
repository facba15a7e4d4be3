"""Bundles and automatic displays, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites.catalogue import category, first_product, main
from tests.every_operation.prerequisites.kinds import Values
from tests.world import World

BUNDLE: Values = {
    "product_name": "Set",
    "bundle_product_components": [{"product_no": 1, "purchase_quantity": 2}],
    "bundle_product_sales": {"discount_value": "10.00", "discount_type": "P"},
    "product_tag": ["gift"],
    "buy_group_list": [8],
    "buy_member_id_list": ["owner"],
    "points_amount": [{"payment_method": "cash", "points_rate": "10.00%"}],
    "icon": ["icon_01_01"],
    "shipping_rates": [
        {"shipping_rates_min": "1.00", "shipping_rates_max": "2.00", "shipping_fee": "3.00"}
    ],
    "clearance_category_code": "ACAB0000",
    "price_content": "On request",
    "relational_product": [{"product_no": 1, "interrelated": "T"}],
    "english_product_material": "Linen",
    "cloth_fabric": "knit",
    "additional_image": [{"big": "https://a/1.png"}],
    "additional_information": [{"key": "size", "name": "Size", "value": "S"}],
    "exposure_limit_type": "M",
    "exposure_group_list": [8],
}
"""A bundle of two of product 1, of which nothing that is answered is empty."""


def _bundle(world: World, above: Values) -> int:
    """Make a bundle of product 1, which is made first where there is none."""
    first_product(world)
    filed = {"add_category_no": {"category_no": category(world, {})}, "main": [main(world, {})]}
    made = world.post("bundleproducts", **BUNDLE, **filed)
    number: int = made["bundleproduct"]["product_no"]
    term = ("2026-11-01", "2026-11-30")
    named = {f"icon_exposure_{end}_datetime": term[at] for at, end in enumerate(("begin", "end"))}
    world.put(f"bundleproducts/{number}", use_icon_exposure_term="T", **named)
    return number


def _any_bundle(world: World) -> None:
    _bundle(world, {})


def _rule(world: World, above: Values) -> int:
    """Make a group of the first page, and a rule that fills it."""
    made = world.post(
        "autodisplay",
        use_main="T",
        category_no=1,
        display_group=main(world, {}),
        display_count=12,
        use_reservation="F",
        start_date="2026-01-01",
        use_hashtag="F",
        hash_tags=["winter"],
        timetable=[12, 20],
        except_categories=[category(world, {})],
    )
    number: int = made["autodisplay"]["display_no"]
    return number


def _any_category(world: World) -> None:
    category(world, {})


def _any_rule(world: World) -> None:
    _rule(world, {})


def _no_rules(world: World) -> None:
    for rule in world.get("autodisplay")["autodisplay"]:
        assert world.call("DELETE", f"autodisplay/{rule['display_no']}").status_code == 200


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "bundleproducts/{product_no}": _bundle,
    "autodisplay/{display_no}": _rule,
}


EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET bundleproducts": _any_bundle,
    "POST bundleproducts": first_product,
    "GET autodisplay": _any_rule,
    "POST autodisplay": _any_category,
}


REMOVED_FIRST: dict[str, Callable[[World], None]] = {
    "POST autodisplay": _no_rules,
}


EXTRA_VALUES: dict[str, Values] = {
    "POST autodisplay": {
        "category_no": 2,
        "display_group": 2,
        "start_date": "2026-01-01",
        "hash_tags": ["winter"],
        "except_categories": [2],
    },
}

"""The storefront filters by nothing but what it shows, and shows nothing that is not shoppers'."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct, inspect

from openmall.contract.fields import fields_of
from openmall.contract.operation import Operation
from tests.commerce.product.stock_setup import stocked
from tests.every_operation.prerequisites import Row
from tests.every_operation.registry_rows import every_row
from tests.storefront.shopper_client import Shopper
from tests.world import World

NO_FILTERS = {"shop_no", "limit", "offset", "sort", "order", "mobile", "display_group", "page"}
"""Parameters that select no rows by what is in them."""
BY = {
    "price_min": "price",
    "price_max": "price",
    "retail_price_min": "retail_price",
    "retail_price_max": "retail_price",
    "stock_quantity_min": "quantity",
    "stock_quantity_max": "quantity",
    "stock_safety_min": "safety_inventory",
    "stock_safety_max": "safety_inventory",
    "since_product_no": "product_no",
    "product_bundle": "set_product_type",
    "sold_out_variant": "display_soldout",
    "additional_information_key": "additional_information",
    "additional_information_value": "additional_information",
    "category_unapplied": "category",
    "include_sub_category": "category",
    "start_date": "issue_date",
    "end_date": "issue_date",
    "points_category": "case",
}
"""Filter -> the field that it selects by, where they are called differently."""
NOT_SHOWN = {
    ("products", "created_start_date"): "the specification lists it for both APIs",
    ("products", "created_end_date"): "the specification lists it for both APIs",
    ("products", "updated_start_date"): "the specification lists it for both APIs",
    ("products", "updated_end_date"): "the specification lists it for both APIs",
    ("categories", "use_main"): "which categories are on the start page, everybody sees there",
}
"""Path and filter -> why shoppers may use it although no answer has the field."""
MERCHANTS = {
    "supply_price", "supply_product_name", "internal_product_name", "supplier_code",
    "classification_code", "margin_rate", "hscode", "buy_member_id_list", "author_id", "memo",
    "client_ip", "password", "password_hash", "member_ids", "blacklist_type", "use_blacklist",
}  # fmt: skip
"""Fields that are the merchant's, or of customers whose own they are not."""
OTHERS = {"member_id", "email", "cellphone", "phone", "birthday"}
"""Fields that only a shopper's own account, orders and sessions have."""
OWN = ("customers", "sessions", "orders", "socials/")
MEMBERS_ONLY = "zq-chosen-member"


def _structs(kind: object) -> Iterator[type[Struct]]:
    """Yield the structs that a type consists of."""
    if isinstance(kind, inspect.Metadata):
        yield from _structs(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _structs(each)
    elif isinstance(kind, inspect.StructType):
        yield kind.cls
    elif isinstance(kind, inspect.DictType):
        yield from _structs(kind.value_type)
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType):
        yield from _structs(kind.item_type)


def _names(struct: type[Struct], only: tuple[str, ...] = ()) -> set[str]:
    """Return the names of a struct's fields, and of those within them."""
    found: set[str] = set()
    for name, field in fields_of(struct).items():
        if not only or name in only:
            found |= {name}.union(*map(_names, _structs(field.type)))
    return found


def _storefront() -> list[Row]:
    return [row for row in every_row() if row[0].name == "storefront"]


def _shown(path: str) -> set[str]:
    """Return the fields that the operations read at a path, or below it, show."""
    found: set[str] = set()
    for _, operation in _storefront():
        below = operation.path.removeprefix(path)
        single = below == "" or (below.startswith("/{") and "/" not in below[1:])
        if operation.method == "GET" and single and operation.gives is not None:
            found |= _names(operation.gives, operation.shows)
    return found


def _filters(operation: Operation) -> set[str]:
    return operation.fields.keys() - NO_FILTERS - set(operation.placeholders)


def test_the_storefront_filters_by_what_it_shows() -> None:
    hidden, tried = set(), 0
    for _, operation in _storefront():
        if operation.method != "GET" or operation.answers not in ("many", "count"):
            continue
        path = operation.path.removesuffix("/count")
        shown = _shown(path)
        for name in _filters(operation):
            tried += 1
            if BY.get(name, name) not in shown:
                hidden.add((path, name))
    assert hidden == set(NOT_SHOWN)
    assert tried > 60


def _keys(answer: Any) -> set[str]:
    if isinstance(answer, dict):
        return set(answer).union(*map(_keys, answer.values()))
    if isinstance(answer, list):
        return set().union(*map(_keys, answer))
    return set()


def test_no_answer_of_the_storefront_has_what_is_not_shoppers() -> None:
    found = {}
    for _, operation in _storefront():
        if operation.gives is None:
            continue
        forbidden = MERCHANTS if operation.path.startswith(OWN) else MERCHANTS | OTHERS
        # variants embedded in products are answered without it, which the next test tries
        named = _names(operation.gives, operation.shows) - {"supply_price"}
        if named & forbidden:
            found[operation.name] = named & forbidden
    assert found == {}


def test_a_product_says_to_nobody_what_it_costs_the_shop_or_whom_it_is_for(world: World) -> None:
    number, code = stocked(world, 5)
    limit = {"buy_limit_by_product": "T", "buy_limit_type": "O"}
    world.put(f"products/{number}", **limit, buy_member_id_list=[MEMBERS_ONLY])
    options = [{"name": "Size", "value": "S,L"}]
    other = world.product(has_option="T", options=options)["product_no"]
    small, large = world.get(f"products/{other}/variants")["variants"]
    world.put(f"products/{other}/variants/{large['variant_code']}", display="F")
    shopper = Shopper(world)

    for path in ("products", f"products/{number}", f"products/{other}"):
        answer = shopper.ask("GET", path, params={"embed": "variants,options"})
        assert answer.status_code == 200
        assert _keys(answer.json()) & MERCHANTS == set()
        assert MEMBERS_ONLY not in answer.text
        assert large["variant_code"] not in answer.text, "it is not on display"
    assert small["variant_code"] in answer.text
    assert code in shopper.ask("GET", f"products/{number}?embed=variants").text


@pytest.mark.parametrize(
    "filters",
    [
        {"supply_price_min": "999999"},
        {"supply_price_max": "1"},
        {"supplier_code": "S000000A"},
        {"supply_product_name": "Zq"},
        {"internal_product_name": "Zq"},
        {"classification_code": "C000000B"},
    ],
    ids=lambda each: next(iter(each)),
)
def test_a_filter_by_what_is_the_merchants_is_refused_to_visitors(
    world: World, filters: dict[str, str]
) -> None:
    number, _ = stocked(world, 5)
    shopper = Shopper(world)

    answer = shopper.ask("GET", "products/count", params={"product_no": number, **filters})

    assert answer.status_code == 422
    refused = {"parameter": next(iter(filters)), "reason": "parameter_without_effect"}
    assert answer.json()["error"]["more_info"] == refused
    admin = world.call("GET", "products/count", params={"product_no": number, **filters})
    assert admin.json() == {"count": 0}

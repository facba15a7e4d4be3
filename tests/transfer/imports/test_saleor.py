"""Products of a Saleor fixture become rows of a product file."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from openmall.transfer.imports import saleor
from openmall.transfer.imports.records import CannotRead


def fixture(*objects: tuple[str, int | str, dict[str, Any]]) -> bytes:
    return json.dumps(
        [{"model": model, "pk": number, "fields": fields} for model, number, fields in objects]
    ).encode()


NOW = datetime(2026, 11, 21, tzinfo=UTC).timestamp()
SHOP = (
    ("channel.channel", 2, {"currency_code": "EUR"}),
    ("channel.channel", 1, {"currency_code": "USD"}),
    ("product.category", 5, {"name": "Kitchen", "parent": None}),
    ("product.category", 6, {"name": "Bowls", "parent": 5}),
    (
        "product.product",
        10,
        {"slug": "bowl", "name": "Bowl", "description_plaintext": "Round.", "category": 6},
    ),
    ("product.product", 11, {"slug": "spoon", "name": "Spoon", "category": None}),
    (
        "product.productchannellisting",
        1,
        {
            "product": 10,
            "channel": 1,
            "is_published": True,
            "available_for_purchase_at": "2026-01-01T00:00:00Z",
        },
    ),
    (
        "product.productchannellisting",
        2,
        {"product": 10, "channel": 2, "is_published": False, "available_for_purchase_at": None},
    ),
    ("product.productmedia", 1, {"product": 10, "sort_order": 2, "image": "second.png"}),
    ("product.productmedia", 2, {"product": 10, "sort_order": 1, "image": "first.png"}),
    ("product.productvariant", 20, {"product": 10, "sku": "B-S", "track_inventory": True}),
    ("product.productvariant", 21, {"product": 10, "sku": None, "track_inventory": False}),
    (
        "product.productvariantchannellisting",
        1,
        {"variant": 20, "channel": 1, "currency": "USD", "price_amount": "12.00"},
    ),
    (
        "product.productvariantchannellisting",
        2,
        {"variant": 20, "channel": 2, "currency": "EUR", "price_amount": "11.00"},
    ),
    ("warehouse.stock", 1, {"product_variant": 20, "quantity": 3}),
    ("warehouse.stock", 2, {"product_variant": 20, "quantity": 4}),
    ("warehouse.stock", 3, {"product_variant": 21, "quantity": 9}),
    ("attribute.attribute", 1, {"name": "Size"}),
    ("attribute.attributevalue", 7, {"attribute": 1, "name": "S"}),
    ("attribute.assignedvariantattribute", 3, {"variant": 20}),
    ("attribute.assignedvariantattributevalue", 4, {"assignment": 3, "value": 7}),
)


def test_each_variant_is_a_row_of_its_product() -> None:
    small, large = saleor.records(fixture(*SHOP), now=NOW)

    assert small.values == {
        "custom_product_code": "bowl",
        "product_name": "Bowl",
        "description": "Round.",
        "category": "Kitchen > Bowls",
        "display": "T",
        "selling": "T",
        "image": "first.png",
        "custom_variant_code": "B-S",
        "price": "12.00",
        "price_USD": "12.00",
        "price_EUR": "11.00",
        "quantity": 7,
        "option1_name": "Size",
        "option1_value": "S",
    }
    # stock that is not tracked is not taken; a product without variants has no row
    assert "quantity" not in large.values
    assert large.values["custom_variant_code"] == ""
    assert (small.line, large.line) == (11, 12)


def test_categories_that_lead_in_a_circle_end() -> None:
    circle = (
        ("product.category", 1, {"name": "A", "parent": 2}),
        ("product.category", 2, {"name": "B", "parent": 1}),
        ("product.product", 10, {"slug": "x", "name": "X", "category": 1}),
        ("product.productvariant", 20, {"product": 10, "sku": "X"}),
    )

    [row] = saleor.records(fixture(*circle), now=NOW)

    assert row.values["category"].count(" > ") == 19


@pytest.mark.parametrize(
    ("listing", "shown"),
    [
        ({"is_published": True, "available_for_purchase_at": "2026-11-20T23:59:59Z"}, "TT"),
        ({"is_published": True, "available_for_purchase_at": "2026-11-21T00:00:01Z"}, "TF"),
        ({"is_published": True, "available_for_purchase_at": None}, "TF"),
        ({"is_published": True, "available_for_purchase_at": "soon"}, "TF"),
        ({"is_published": False, "available_for_purchase_at": "2026-01-01T00:00:00Z"}, "FF"),
        (
            {
                "is_published": True,
                "published_at": "2026-12-01T00:00:00Z",
                "available_for_purchase_at": "2026-01-01T00:00:00Z",
            },
            "FF",
        ),
        (
            {
                "is_published": True,
                "published_at": "2026-11-01T00:00:00Z",
                "visible_in_listings": False,
                "available_for_purchase_at": "2026-01-01T00:00:00Z",
            },
            "FT",
        ),
        (
            {
                "is_published": True,
                "publication_date": "2026-12-01",
                "available_for_purchase": "2026-01-01",
            },
            "FF",
        ),
    ],
)
def test_nothing_that_was_not_for_sale_there_yet_is_for_sale_here(
    listing: dict[str, Any], shown: str
) -> None:
    other = [each for each in SHOP if each[0] != "product.productchannellisting"]
    own = ("product.productchannellisting", 1, {"product": 10, "channel": 1, **listing})

    rows = [each.values for each in saleor.records(fixture(*other, own), now=NOW)]

    assert {f"{row['display']}{row['selling']}" for row in rows} == {shown}


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b"[{}]", b'[{"model": "x"}]', b'[{"model": [], "pk": 1}]']
)
def test_anything_else_is_no_fixture(content: bytes) -> None:
    with pytest.raises(CannotRead, match="Saleor"):
        list(saleor.records(content, now=NOW))


def test_a_promotion_is_a_sale_price_with_its_period() -> None:
    promoted = (
        ("product.variantchannellistingpromotionrule", 1,
         {"variant_channel_listing": 1, "promotion_rule": "r", "discount_amount": "2.00"}),
        ("discount.promotionrule", "r", {"promotion": "p"}),
        ("discount.promotion", "p",
         {"start_date": "2026-11-01T00:00:00Z", "end_date": "2026-12-24T23:59:59Z"}),
    )  # fmt: skip
    shop = [
        (model, number, {**fields, "discounted_price_amount": "10.00"})
        if (model, number) == ("product.productvariantchannellisting", 1)
        else (model, number, fields)
        for model, number, fields in SHOP
    ]

    rows = [each.values for each in saleor.records(fixture(*shop, *promoted), now=NOW)]

    assert {name: value for name, value in rows[0].items() if name.startswith("sale")} == {
        "sale_price_USD": "10.00",
        "sale_start_date_USD": "2026-11-01T00:00:00Z",
        "sale_end_date_USD": "2026-12-24T23:59:59Z",
    }
    assert not any(name.startswith("sale") for row in rows[1:] for name in row)

"""Public names are stable, short, and say nothing of the source."""

import re

import pytest
from msgspec import Struct

from openmall.contract.declaration_error import DeclarationError
from openmall.pages.reference.catalog import catalog_of
from openmall.pages.reference.openapi import names
from tests.pages.openapi import public_names

MAIN = (
    "Product",
    "ListedProduct",
    "Order",
    "Customer",
    "Category",
    "Coupon",
    "Variant",
    "Shipment",
)
"""Resources that keep the names everybody expects."""


def test_no_public_name_is_gone_and_new_ones_are_kept() -> None:
    assert public_names.current() == public_names.kept(), public_names.RENEW


def test_main_resources_have_their_plain_names() -> None:
    schemas = public_names.current()["admin"]["schemas"]

    assert set(MAIN) - set(schemas) == set()


def test_names_are_those_of_one_language_construct() -> None:
    for kinds in public_names.current().values():
        for name in kinds["schemas"]:
            assert re.fullmatch(r"[A-Z][A-Za-z0-9]*", name), name
            assert len(name) <= 80, name
        for line in kinds["operations"]:
            assert re.fullmatch(r"[a-z][a-z0-9_]*", line.split()[0]), line


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ("GET products", "list_products"),
        ("GET products/count", "count_products"),
        ("GET products/{product_no}", "get_product"),
        ("POST products", "create_product"),
        ("PUT products/{product_no}/memos/{memo_no}", "update_product_memo"),
        ("GET categories/{category_no}/products", "list_category_products"),
        (
            "DELETE customers/{member_id}/paymentinformation",
            "delete_customer_all_paymentinformation",
        ),
    ],
)
def test_an_operation_id_says_what_is_done_to_what(operation: str, expected: str) -> None:
    entries = {
        entry.operation.name: entry.operation for entry in catalog_of("admin", "2026-03-01").entries
    }

    assert names.operation_id(entries[operation]) == expected


def test_structs_of_one_name_are_told_apart_by_their_paths() -> None:
    first = type("Memo", (Struct,), {"__annotations__": {"memo_no": int}})
    second = type("Memo", (Struct,), {"__annotations__": {"memo_no": int}})
    alone = type("Page", (Struct,), {"__annotations__": {"url": str}})

    assert names.struct_names(
        {first: ["products/{product_no}/memos"], second: ["orders/{order_id}/memos"], alone: ["x"]}
    ) == {first: "ProductMemo", second: "OrderMemo", alone: "Page"}
    with pytest.raises(DeclarationError, match="one public name"):
        names.struct_names({first: ["products"], second: ["products"]})


def test_an_object_with_a_field_of_its_own_name_is_named_otherwise() -> None:
    # generated Python gives both the same variable
    options = type("Options", (Struct,), {"__annotations__": {"options": list[str]}})

    assert names.struct_names({options: ["products/{product_no}/options"]}) == {
        options: "ProductOptions"
    }

"""Forms that write several things check every field before the first of them is written."""

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import forms, problem, send


@pytest.mark.parametrize("stock", ["1.5", "1,5", "1e2", "-3", "9999999999", "٣"])
def test_a_product_is_not_created_without_the_stock_that_was_typed(
    owner: Browser, stock: str
) -> None:
    [form] = [
        each
        for each in forms(owner.open("/admin/products/new").text)
        if "product_name" in each.values
    ]
    typed = {
        "product_name": "Bowl", "price": "1000", "supply_price": "500",
        "display": "T", "selling": "T", "quantity": stock,
    }  # fmt: skip

    page = owner.submit(form.action, {**form.values, **typed})

    [again] = [each for each in forms(page.text) if "product_name" in each.values]
    assert page.status_code == 422
    assert problem(page, "quantity")
    assert {name: again.values[name] for name in typed} == typed
    assert owner.world.get("products")["products"] == []


def test_no_variant_is_saved_where_one_is_refused(owner: Browser) -> None:
    world = owner.world
    options = [{"name": "Size", "value": ["S", "M"]}]
    number = world.product(has_option="T", options=options)["product_no"]
    rows = {"use_inventory__0": "T", "quantity__0": "5", "additional_amount__1": "1e3"}

    page = send(owner, f"/admin/products/{number}", "stock", **rows)

    variants = world.get(f"products/{number}/variants")["variants"]
    assert page.status_code == 422
    assert [each["use_inventory"] for each in variants] == ["F", "F"]

"""Two tabs on one record: what the second one would set back without knowing is refused."""

from typing import Any

import httpx
import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import Form, form_of

NAMES = {
    "details": ("price", "summary_description", "product_tag"),
    "stock": ("custom_variant_code-0", "additional_amount-0"),
    "description": ("description",),
}


def submit(owner: Browser, form: Form, **typed: Any) -> httpx.Response:
    """Send a form that was opened before."""
    return owner.submit(form.action, {**form.values, **typed})


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_price_saved_meanwhile_is_not_set_back(owner: Browser, language: str) -> None:
    number = owner.world.product(price=4_500)["product_no"]
    address = f"/admin/products/{number}"
    owner.submit("/language", {"language": language, "back": address})
    first = form_of(owner.open(address).text, "details")
    submit(owner, form_of(owner.open(address).text, "details"), price="6000")

    refused = submit(owner, first, price="5000", summary_description="Stone washed")

    product = owner.world.get(f"products/{number}")["product"]
    again = form_of(refused.text, "details")
    assert refused.status_code == 412
    assert "4500" in refused.text
    assert "6000" in refused.text
    assert (again.values["price"], again.values["was-price"]) == ("5000", "6000")
    assert again.values["summary_description"] == "Stone washed"
    assert float(product["price"]) == 6000

    assert submit(owner, again).status_code == 303
    product = owner.world.get(f"products/{number}")["product"]
    assert (float(product["price"]), product["summary_description"]) == (5000, "Stone washed")


@pytest.mark.parametrize(
    ("panel", "field"), [(panel, name) for panel, names in NAMES.items() for name in names]
)
def test_every_field_of_a_product_is_compared(owner: Browser, panel: str, field: str) -> None:
    number = owner.world.product(price=4_500)["product_no"]
    address = f"/admin/products/{number}"
    first, second = (form_of(owner.open(address).text, "details") for _ in range(2))
    assert submit(owner, second, **{field: "700"}).status_code == 303

    refused = submit(owner, first, **{field: "800"})

    assert refused.status_code == 412, panel
    assert form_of(refused.text, "details").values[field] == "800"


def test_what_nobody_touched_here_stays_as_it_was_saved_meanwhile(owner: Browser) -> None:
    number = owner.world.product(price=4_500)["product_no"]
    address = f"/admin/products/{number}"
    first = form_of(owner.open(address).text, "details")
    submit(owner, form_of(owner.open(address).text, "details"), price="6000")

    assert submit(owner, first, summary_description="Stone washed").status_code == 303

    product = owner.world.get(f"products/{number}")["product"]
    assert (float(product["price"]), product["summary_description"]) == (6000, "Stone washed")


def test_names_of_categories_and_brands_are_compared(owner: Browser) -> None:
    owner.world.post("categories", category_name="Kitchen")
    brand = owner.world.post("brands", brand_name="Loom")["brand"]["brand_code"]
    for address, field in (
        ("/admin/categories", "category_name"),
        (f"/admin/collections/{brand}", "brand_name"),
    ):
        first, second = (
            next(each for each in _forms(owner.open(address).text) if f"was-{field}" in each.values)
            for _ in range(2)
        )
        assert submit(owner, second, **{field: "One"}).status_code == 303

        refused = submit(owner, first, **{field: "Two"})

        assert refused.status_code == 412, address
        assert "One" in refused.text
        assert 'value="Two"' in refused.text


def _forms(page: str) -> list[Form]:
    from tests.pages.backoffice.page_forms import forms

    return forms(page)

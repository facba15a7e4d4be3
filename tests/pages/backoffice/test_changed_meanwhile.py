"""Two tabs on one record: what the second one would set back without knowing is refused."""

import re
from base64 import b64encode
from io import BytesIO
from typing import Any

import httpx
import pytest
from PIL import Image

from openmall.pages.backoffice.product import product_saving
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


_TYPED: tuple[tuple[str, str], ...] = (
    (r"display-type-\d+", "B"),
    (r"color-.*", "#112233"),
    (r"tax_rate|quantity-\d+|price|retail_price|supply_price|additional_amount-\d+", "7"),
    (r"display|selling|use_inventory-\d+|(display|selling)-\d+", "F"),
    (r"alt-\d+|meta_alt|\w*custom_\w+(-\d+)?|product_name|product_tag", "Linen"),
    (r"description|summary_description|t-\w+-(product_name|summary_description)", "Linen"),
)
"""Name of a field -> what is entered in it, which is not what the product has."""


def _entered(name: str) -> str:
    return next((text for known, text in _TYPED if re.fullmatch(known, name)), "")


def _dressed(owner: Browser) -> int:
    """Make a product with something in every panel; return its number."""
    world = owner.world
    options = [{"name": "Colour", "value": "Red,Blue"}, {"name": "Size", "value": "S,L"}]
    number: int = world.product(price=4_500, has_option="T", options=options)["product_no"]
    buffer = BytesIO()
    Image.new("RGB", (8, 8), "teal").save(buffer, "PNG")
    picture = b64encode(buffer.getvalue()).decode()
    world.post(f"products/{number}/images", image_upload_type="A", detail_image=picture)
    world.post(f"products/{number}/additionalimages", additional_image=[picture])
    return number


def test_no_field_that_was_not_touched_is_set_back(owner: Browser) -> None:
    """In each panel one field is changed here, after all others were changed elsewhere."""
    address = f"/admin/products/{_dressed(owner)}"
    set_back = {}
    tried = 0
    for panel, pattern in product_saving.PANELS.items():
        first, second = (form_of(owner.open(address).text, "details") for _ in range(2))
        names = [
            name
            for name in first.values
            if re.fullmatch(pattern, name) and f"was-{name}" in first.values and _entered(name)
        ]
        if len(names) < 2:
            continue
        *others, own = names
        elsewhere = {name: _entered(name) for name in others}
        assert submit(owner, second, **elsewhere).status_code == 303, panel
        answer = submit(owner, first, **{own: _entered(own)})
        assert answer.status_code == 303, (panel, own)
        after = form_of(owner.open(address).text, "details").values
        assert after.get(own, "F").startswith(_entered(own)), (panel, own)
        set_back |= {
            name: after[name]
            for name in others
            if not after.get(name, "F").startswith(_entered(name))
        }
        tried += len(others)

    assert set_back == {}
    assert tried > 20


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

"""The shipping fee of one product is set in the back office, with the fields of its type."""

from typing import Any

import httpx
import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import form_of, problem, said
from tests.storefront.shopper_client import RECEIVER, Shopper
from tests.world import World

NAMES = ("shipping_fee_by_product", "shipping_fee_type", "prepaid_shipping_fee")


@pytest.fixture
def product(world: World) -> int:
    """A product in a shop that sends for 2,500, and uses fees of products as a new shop does."""
    world.put("shipping", shipping_fee_type="R", shipping_fee="2500", shipping_etc=None)
    number: int = world.product()["product_no"]
    return number


def press(browser: Browser, page: httpx.Response, deed: str, **typed: str) -> httpx.Response:
    form = form_of(page.text, deed)
    sent = {**form.values, **{name.replace("__", "-"): text for name, text in typed.items()}}
    answer = browser.submit(form.action, {**sent, "deed": deed})
    return browser.open(answer.headers["location"]) if answer.status_code == 303 else answer


def chosen(browser: Browser, product: int, kind: str) -> httpx.Response:
    """Choose a type on the page that the product links to, and return the page with its fields."""
    path = f"/admin/products/{product}"
    assert f'href="{path}?shipping=1"' in browser.open(path).text
    own = press(
        browser,
        browser.open(f"{path}?shipping=1"),
        "shipping-fields",
        shipping_fee_by_product="T",
    )
    return press(browser, own, "shipping-fields", shipping_fee_type=kind)


def stored(world: World, product: int) -> tuple[list[str], list[tuple[str, ...]]]:
    found = world.get(f"products/{product}")["product"]
    rates = [tuple(each.values()) for each in found["shipping_rates"]]
    return [found[name] for name in NAMES], rates


def fee(world: World, product: int, units: int = 1) -> str:
    """Return what a guest pays for shipping."""
    [variant] = world.get(f"products/{product}/variants")["variants"]
    answer: dict[str, Any] = Shopper(world).send(
        "POST",
        "orders/estimate",
        variants=[{"variants_code": variant["variant_code"], "quantity": units}],
        payment_method="card",
        receiver=RECEIVER,
    )
    shipping: str = answer["order_amount"]["shipping_fee"]
    return shipping


FIELDS = {
    "T": set[str](),
    "R": {"fee"},
    "N": {"fee"},
    "M": {"fee", "free_from"},
    "D": {"shipping_rates_min-0", "shipping_rates_max-2", "shipping_fee-0"},
}


@pytest.mark.parametrize("kind", FIELDS)
def test_a_type_has_its_fields_and_no_others(owner: Browser, product: int, kind: str) -> None:
    page = chosen(owner, product, kind)

    names = form_of(page.text, "shipping-save").values.keys()
    assert {name for some in FIELDS.values() for name in some if name in names} == FIELDS[kind]
    assert stored(owner.world, product)[0][0] == "F"


def test_a_fixed_fee_is_charged_until_the_shops_own_is_used_again(
    owner: Browser, product: int
) -> None:
    before = fee(owner.world, product)

    saved = press(owner, chosen(owner, product, "R"), "shipping-save", fee="4,500")
    own = fee(owner.world, product)
    page = owner.open(f"/admin/products/{product}?shipping=1")
    press(owner, page, "shipping-save", shipping_fee_by_product="F")

    assert said(saved) == "The shipping fee was saved."
    assert 'name="fee" type="text" value="4500"' in page.text
    assert own == "4500.00"
    assert fee(owner.world, product) == before


def test_free_from_an_amount_and_for_each_unit(owner: Browser, product: int) -> None:
    page = chosen(owner, product, "M")
    press(owner, page, "shipping-save", fee="3000", free_from="20000", prepaid_shipping_fee="B")
    assert stored(owner.world, product)[0] == ["T", "M", "B"]
    assert [fee(owner.world, product), fee(owner.world, product, 2)] == ["3000.00", "0.00"]

    press(owner, chosen(owner, product, "N"), "shipping-save", fee="700")
    assert fee(owner.world, product, 3) == "2100.00"


def test_tiers_are_rows_and_an_empty_row_is_removed(owner: Browser, product: int) -> None:
    page = chosen(owner, product, "C")
    rows = {
        "shipping_rates_min-0": "0", "shipping_rates_max-0": "3", "shipping_fee-0": "2500",
        "shipping_rates_min-1": "3", "shipping_rates_max-1": "99", "shipping_fee-1": "4000",
    }  # fmt: skip
    press(owner, page, "shipping-save", **rows)
    assert [fee(owner.world, product), fee(owner.world, product, 3)] == ["2500.00", "4000.00"]

    again = owner.open(f"/admin/products/{product}?shipping=1")
    gone = {name: "" for name in rows if name.endswith("-0")}
    press(owner, again, "shipping-save", **gone)

    assert 'name="shipping_fee-3"' in again.text
    assert stored(owner.world, product)[1] == [("3.00", "99.00", "4000.00")]


@pytest.mark.parametrize(
    ("kind", "typed", "field", "message"),
    [
        ("R", {"fee": ""}, "fee", "This field is required."),
        ("R", {"fee": "much"}, "fee", "This is not a number."),
        ("R", {"fee": "9" * 12}, "fee", "Enter a value from 0 to 2147483647."),
        ("M", {"fee": "1", "free_from": ""}, "free_from", "This field is required."),
        ("D", {}, "", "This field is required."),
        ("D", {"shipping_rates_min-0": "1"}, "", "This field is required."),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(
    owner: Browser, product: int, kind: str, typed: dict[str, str], field: str, message: str
) -> None:
    before = stored(owner.world, product)

    page = press(owner, chosen(owner, product, kind), "shipping-save", **typed)

    assert page.status_code == 422
    assert message in (problem(page, field) if field else page.text)
    assert stored(owner.world, product) == before


def test_nothing_to_save_and_a_shop_that_ignores_fees_of_products(
    owner: Browser, product: int
) -> None:
    owner.world.put("shipping", individual_shipping_fee="F")
    page = chosen(owner, product, "R")
    press(owner, page, "shipping-save", fee="1000")

    same = press(
        owner, owner.open(f"/admin/products/{product}?shipping=1"), "shipping-save", fee="1000"
    )

    assert "The settings of the shop do not use fees of products yet." in page.text
    assert "No changes to save." in same.text
    assert owner.open("/admin/products/999999?shipping=1").status_code == 404


@pytest.mark.parametrize("typed", [{"shipping_fee_type": "X"}, {"shipping_fee_by_product": "Y"}])
def test_a_choice_that_the_form_does_not_offer_makes_nothing_free(
    owner: Browser, product: int, typed: dict[str, str]
) -> None:
    path = f"/admin/products/{product}?shipping=1"
    page = chosen(owner, product, "R")
    press(owner, page, "shipping-save", shipping_fee_by_product="T", fee="4000")
    before = stored(owner.world, product)

    answer = press(owner, owner.open(path), "shipping-save", **typed)

    assert answer.status_code == 400
    assert before[0][:2] == ["T", "R"]
    assert stored(owner.world, product) == before

"""A user of a supplier adds and edits own products, and the shop approves them."""

from typing import Any

import pytest

from openmall.contract.errors import Forbidden
from openmall.pages.backoffice.supplier.own_products import OwnProducts
from openmall.pages.backoffice.supplier.refusals import SUPPLIER_CHANGES_NO_PRODUCTS
from tests.access.oauth.authorization_requests import Browser, hidden
from tests.pages.backoffice.page_forms import deeds, problem, said
from tests.pages.backoffice.page_forms import send as fill
from tests.pages.backoffice.test_supplier_pages import PRODUCTS, Farms, seller
from tests.world import World

NEW = f"{PRODUCTS}/new"
JAM = {"product_name": "Jam", "price": "7,000", "supply_price": "3000"}


@pytest.fixture
def farms(world: World) -> Farms:
    return Farms(world)


def product(farms: Farms, number: int) -> dict[str, Any]:
    found: dict[str, Any] = farms.world.get(f"products/{number}")["product"]
    return found


def added(farms: Farms, kite: Browser, **typed: str) -> int:
    """Add a product as a supplier; return its number."""
    page = fill(kite, NEW, "make", **{**JAM, **typed})
    assert page.status_code == 200, page.text
    listed = farms.world.get("products", product_name="Jam")["products"]
    number: int = listed[0]["product_no"]
    return number


def test_a_new_product_is_hidden_until_the_shop_approves_it(farms: Farms, owner: Browser) -> None:
    kite = seller(farms)
    category = farms.world.post("categories", category_name="Jams")["category"]["category_no"]

    page = fill(kite, NEW, "make", **JAM, quantity="12", category=str(category))
    number = farms.world.get("products", product_name="Jam")["products"][0]["product_no"]
    made = product(farms, number)
    early = kite.submit(
        f"{PRODUCTS}/{number}",
        {**_token(kite, number), "deed": "details", "display": "T"},
    )
    listed = owner.open("/admin/products?approve_status=N").text
    approved = fill(owner, f"/admin/products/{number}", "approval-C")
    shown = fill(kite, f"{PRODUCTS}/{number}", "details", display="T", selling="T")

    assert said(page) == "The product was created. The shop approves it before it is displayed."
    assert "Waits for the approval of the shop" in page.text
    assert (made["supplier_code"], made["display"], made["selling"]) == (farms.codes[0], "F", "F")
    assert (made["approve_status"], made["price"]) == ("N", "7000.00")
    assert [each["category_no"] for each in made["category"]] == [category]
    [variant] = farms.world.get(f"products/{number}/variants")["variants"]
    assert variant["quantity"] == 12
    assert early.status_code == 403
    assert "The shop has not approved this product yet." in early.text
    assert (">Jam</a>" in listed, "Honey" in listed) == (True, False)
    assert said(approved) == "The decision was saved."
    assert said(shown) == "The product was saved."
    after = product(farms, number)
    assert (after["display"], after["selling"], after["approve_status"]) == ("T", "T", "C")


def _token(browser: Browser, number: int) -> dict[str, str]:
    return hidden(browser.open(f"{PRODUCTS}/{number}"))


def test_a_change_of_an_approved_product_asks_again(farms: Farms, owner: Browser) -> None:
    kite = seller(farms)
    number = added(farms, kite)
    fill(owner, f"/admin/products/{number}", "approval-C")

    page = fill(kite, f"{PRODUCTS}/{number}", "details", price="8000")
    rejected = fill(owner, f"/admin/products/{number}", "approval-R")
    again = fill(kite, f"{PRODUCTS}/{number}", "details", price="7500")
    same = fill(kite, f"{PRODUCTS}/{number}", "details")

    assert "Changed; waits for the approval of the shop" in page.text
    assert "You have rejected this product of a supplier." in rejected.text
    assert "Waits for the approval of the shop" in again.text
    assert (product(farms, number)["approve_status"], product(farms, number)["price"]) == (
        "N", "7500.00",
    )  # fmt: skip
    assert said(same) == "No changes to save."


def test_a_product_that_the_shop_made_needs_no_approval(farms: Farms) -> None:
    kite, number = seller(farms), farms.products[0]

    page = fill(kite, f"{PRODUCTS}/{number}", "details", product_name="Honey, dark", selling="F")

    assert said(page) == "The product was saved."
    after = product(farms, number)
    assert (after["product_name"], after["selling"], after["approve_status"]) == (
        "Honey, dark", "F", "",
    )  # fmt: skip


def test_what_is_wrong_is_said_beside_its_field(farms: Farms) -> None:
    kite = seller(farms)

    unnamed = fill(kite, NEW, "make", **{**JAM, "price": "dear"})
    uncounted = fill(kite, NEW, "make", **{**JAM, "quantity": "1.5"})
    assert farms.world.get("products", product_name="Jam")["products"] == []
    number = added(farms, kite)
    changed = fill(kite, f"{PRODUCTS}/{number}", "details", price="dear")

    assert (unnamed.status_code, problem(unnamed, "price")) == (422, "This is not a number.")
    assert (uncounted.status_code, problem(uncounted, "quantity")) == (422, "Enter a whole number.")
    assert (changed.status_code, problem(changed, "price")) == (422, "This is not a number.")
    assert product(farms, number)["price"] == "7000.00"


@pytest.mark.parametrize(
    ("permission", "refused"),
    [
        ("permission_product_display", {"deed": "details", "display": "F"}),
        ("permission_product_selling", {"deed": "details", "selling": "F"}),
        ("permission_product_delete", {"deed": "delete"}),
    ],
)
def test_what_the_shop_does_not_permit_is_neither_offered_nor_done(
    farms: Farms, permission: str, refused: dict[str, str]
) -> None:
    number = farms.products[0]
    farms.world.put("suppliers/users/kite1", **{permission: "F"})
    kite = seller(farms)
    page = kite.open(f"{PRODUCTS}/{number}").text

    answer = kite.submit(f"{PRODUCTS}/{number}", {**_token(kite, number), **refused})

    assert answer.status_code == 403
    assert ("delete" in deeds(page)) is (permission != "permission_product_delete")
    assert ('name="display"' in page) is (permission != "permission_product_display")
    assert ('name="selling"' in page) is (permission != "permission_product_selling")
    after = product(farms, number)
    assert (after["display"], after["selling"]) == ("T", "T")


def test_who_may_not_change_products_adds_none(farms: Farms) -> None:
    farms.world.put("suppliers/users/kite1", permission_product_modify="F")
    kite = seller(farms)

    assert NEW not in kite.open(PRODUCTS).text
    assert kite.open(NEW).status_code == 403
    answer = kite.submit(NEW, {**_token(kite, farms.products[0]), "deed": "make", **JAM})
    assert answer.status_code == 403
    assert farms.world.get("products", product_name="Jam")["products"] == []


def test_only_permitted_categories_are_offered_and_taken(farms: Farms) -> None:
    jams, teas = (
        farms.world.post("categories", category_name=name)["category"]["category_no"]
        for name in ("Jams", "Teas")
    )
    farms.world.put("suppliers/users/kite1", permitted_category_list=[jams])
    kite = seller(farms)

    page = kite.open(NEW).text
    other = fill(kite, NEW, "make", **JAM, category=str(teas))

    assert f'<option value="{jams}"' in page
    assert f'<option value="{teas}"' not in page
    assert other.status_code == 403
    farms.world.put("suppliers/users/kite1", permission_category_select="F")
    assert 'name="category"' not in seller(farms).open(NEW).text


def test_products_of_others_are_neither_changed_nor_deleted(farms: Farms) -> None:
    kite, other = seller(farms), farms.products[1]
    token = _token(kite, farms.products[0])

    statuses = [
        kite.submit(f"{PRODUCTS}/{other}", {**token, "deed": deed, "product_name": "Mine"})
        for deed in ("details", "delete")
    ]

    assert [each.status_code for each in statuses] == [404, 404]
    assert product(farms, other)["product_name"] == "Honey of lark"


def test_an_own_product_is_deleted(farms: Farms) -> None:
    kite, number = seller(farms), farms.products[0]

    page = fill(kite, f"{PRODUCTS}/{number}", "delete")

    assert said(page) == "The product was deleted."
    assert farms.world.call("GET", f"products/{number}").status_code == 404


def test_a_sale_price_stays_when_the_supplier_changes_the_usual_price(farms: Farms) -> None:
    kite, number = seller(farms), farms.products[0]
    price = int(float(product(farms, number)["price"]))
    sale = {"product_list": [number], "discount_value": "1000", "discount_value_unit": "W"}
    made = farms.world.post(
        "benefits", benefit_name="Honey", benefit_division="D", benefit_type="DP",
        use_benefit="T", use_benefit_period="T", benefit_start_date="2020-01-01",
        benefit_end_date="2099-12-31", platform_types=["P", "M", "A"], use_group_binding="A",
        product_binding_type="P", available_coupon="T", period_sale=sale,
    )["benefit"]  # fmt: skip

    page = fill(kite, f"{PRODUCTS}/{number}", "details", price=str(price + 500))
    below = fill(kite, f"{PRODUCTS}/{number}", "details", price=str(price - 1000))

    kept = farms.world.get(f"benefits/{made['benefit_no']}")["benefit"]["period_sale"]
    assert (said(page), kept["discount_value"]) == ("The product was saved.", "1500.00")
    assert problem(below, "price") == "Enter a sale price below the usual price."
    assert product(farms, number)["price"] == f"{price + 500}.00"


def test_a_fault_between_the_calls_of_a_form_adds_and_changes_nothing(
    farms: Farms, owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    kite = seller(farms)
    number = added(farms, kite)
    fill(owner, f"/admin/products/{number}", "approval-R")
    before = product(farms, number)

    async def refuse(*_: object) -> None:
        raise Forbidden(SUPPLIER_CHANGES_NO_PRODUCTS)

    monkeypatch.setattr(OwnProducts, "_ask", refuse)
    made = fill(kite, NEW, "make", **JAM | {"product_name": "Syrup"})

    changed = fill(kite, f"{PRODUCTS}/{number}", "details", product_name="Marmalade")

    assert (made.status_code, changed.status_code) == (403, 403)
    assert farms.world.get("products", product_name="Syrup")["products"] == []
    assert product(farms, number) == before

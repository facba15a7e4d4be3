"""Prices and quantities that are edited in the rows of the list of products."""

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.product.stock_setup import sell, stocked
from tests.pages.backoffice.page_forms import Form, form_of, said

LIST = "/admin/products"
EDITED = f"{LIST}?edit=rows"


def opened(owner: Browser, address: str = EDITED) -> Form:
    return form_of(owner.open(address).text, "rows")


def row_of(form: Form, number: int) -> str:
    """Return the number of the row of a product in the form."""
    return next(
        name.removeprefix("product-")
        for name, value in form.values.items()
        if name.startswith("product-") and value == str(number)
    )


def stored(owner: Browser, number: int) -> tuple[str, list[int]]:
    """Return the price of a product and the quantities of its variants."""
    price = owner.world.get(f"products/{number}")["product"]["price"]
    variants = owner.world.get(f"products/{number}/variants")["variants"]
    return price, [each["quantity"] for each in variants]


def test_prices_and_quantities_of_several_products_are_saved_at_once(owner: Browser) -> None:
    products = [stocked(owner.world, 5) for _ in range(3)]
    form = opened(owner, f"{EDITED}&sort=name")
    sent = dict(form.values)
    for at, (number, _) in enumerate(products[:2]):
        row = row_of(form, number)
        sent |= {f"price-{row}": f"{at + 1},200", f"quantity-{row}": f"{at}"}

    answer = owner.submit(form.action, sent)

    # back in the list, without fields
    assert answer.headers["location"] == f"{LIST}?sort=name&done=rows"
    assert said(owner.open(answer.headers["location"])) == "The prices and quantities were saved."
    assert [stored(owner, number) for number, _ in products] == [
        ("1200.00", [0]),
        ("2200.00", [1]),
        ("11000.00", [5]),
    ]


def test_nothing_is_saved_of_a_form_as_it_was_shown(owner: Browser) -> None:
    number, _ = stocked(owner.world, 5)
    form = opened(owner)
    owner.world.put(f"products/{number}", price="7000")

    answer = owner.submit(form.action, form.values)

    assert answer.headers["location"] == f"{LIST}?done=same"
    assert stored(owner, number) == ("7000.00", [5])


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("price", "12,50", "Write the number like 1250.50 or 1,250.50: a comma only separates"),
        ("price", "few", "This is not a number."),
        ("price", "", "This is not a number."),
        ("price", "-1", "Enter a value from 0 to 2147483647."),
        ("price", "12.5", "Enter a whole amount: KRW has no decimals."),
        ("quantity", "-1", "Enter 0 or more."),
        ("quantity", "few", "Enter a whole number."),
    ],
)
def test_a_refused_field_is_named_and_the_others_are_saved(
    owner: Browser, field: str, typed: str, says: str
) -> None:
    (wrong, _), (other, _) = stocked(owner.world, 5), stocked(owner.world, 5)
    form = opened(owner)
    at, row = row_of(form, wrong), row_of(form, other)

    page = owner.submit(
        form.action, {**form.values, f"{field}-{at}": typed, f"price-{row}": "9000"}
    )

    name = {"price": "Price", "quantity": "Stock"}[field]
    assert page.status_code == 422
    assert f"Product {wrong} · {name}: {says}" in page.text
    assert stored(owner, wrong) == ("11000.00", [5])
    assert stored(owner, other) == ("9000.00", [5])
    again = form_of(page.text, "rows")
    assert again.values[f"{field}-{row_of(again, wrong)}"] == typed
    assert page.text.count('aria-invalid="true"') == 1


def test_a_value_that_changed_meanwhile_is_not_overwritten(owner: Browser) -> None:
    number, code = stocked(owner.world, 5)
    form = opened(owner)
    owner.world.put(f"products/{number}", price="7000")
    sell(owner.world, code, 2, "x")

    page = owner.submit(form.action, {**form.values, "price-0": "9000", "quantity-0": "9"})

    assert page.status_code == 422
    assert f"Product {number} · Price: " in page.text
    assert f"Product {number} · Stock: It changed meanwhile and is 3 now." in page.text
    assert stored(owner, number) == ("7000.00", [3])
    # having been told what is stored, the manager may replace it
    again = form_of(page.text, "rows")
    owner.submit(again.action, again.values)
    assert stored(owner, number) == ("9000.00", [9])


@pytest.mark.parametrize("address", [EDITED, "/admin/stock"])
def test_a_refusal_does_not_set_back_what_changed_in_other_rows(
    owner: Browser, address: str
) -> None:
    """A row that is not edited shows what is stored, wherever it stands meanwhile."""
    (wrong, first), (other, second) = stocked(owner.world, 5), stocked(owner.world, 5)
    deed = "rows" if address == EDITED else "count"
    form = form_of(owner.open(address).text, deed)
    at = next(name[-1] for name, value in form.values.items() if value == first)
    sell(owner.world, second, 2, "x")
    stocked(owner.world, 50)  # a new row moves the others down

    refused = owner.submit(form.action, {**form.values, f"quantity-{at}": "some"})
    again = form_of(refused.text, deed)
    at = next(name[-1] for name, value in again.values.items() if value == first)
    assert again.values[f"quantity-{at}"] == "some"
    owner.submit(again.action, {**again.values, f"quantity-{at}": "8"})

    assert [stored(owner, number)[1] for number in (wrong, other)] == [[8], [3]]
    assert stored(owner, other + 1)[1] == [50]


def test_a_product_of_several_variants_leads_to_their_stock(owner: Browser) -> None:
    number = owner.world.product()["product_no"]
    owner.world.post(
        f"products/{number}/options",
        options=[{"option_name": "Size", "option_value": [{"option_text": t} for t in "SM"]}],
    )
    for each in owner.world.get(f"products/{number}/variants")["variants"]:
        path = f"products/{number}/variants/{each['variant_code']}/inventories"
        owner.world.put(path, use_inventory="T", quantity=4)
    code = owner.world.get(f"products/{number}")["product"]["product_code"]

    page = owner.open(EDITED).text

    assert "quantity-0" not in form_of(page, "rows").values
    assert f'<a href="/admin/stock?field=product_code&amp;keyword={code}">8<' in page


def test_a_sale_price_stays(owner: Browser) -> None:
    number, _ = stocked(owner.world, 5)
    sale = form_of(owner.open(f"{LIST}/{number}").text, "save")
    days = {"sale_from": "2026-01-01", "sale_to": "2099-01-01"}
    owner.submit(sale.action, {**sale.values, "sale_price": "8000", **days})
    form = opened(owner)

    owner.submit(form.action, {**form.values, "price-0": "10000"})

    price = owner.world.get(f"products/{number}/discountprice")["discountprice"]
    assert stored(owner, number)[0] == "10000.00"
    assert price["pc_discount_price"] == "8000.00"
    above = opened(owner)
    page = owner.submit(above.action, {**above.values, "price-0": "8000"})
    assert page.status_code == 422
    assert stored(owner, number)[0] == "10000.00"

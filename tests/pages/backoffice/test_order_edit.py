"""Orders are edited in the back office: a preview of the amounts, then the edit as previewed."""

import re
from typing import Any

import httpx
import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.claim_setup import check_books
from tests.commerce.order.order_setup import order, paid, pay, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import form_of, said
from tests.world import World

LIST = "/admin/orders"


@pytest.fixture
def code(owner: Browser) -> str:
    """A variant of a linen apron with forty on the shelf."""
    return stocked(owner.world, 40)[1]


def press(browser: Browser, page: httpx.Response, deed: str, **typed: Any) -> httpx.Response:
    """Press a button of the form, and return the page that follows."""
    form = form_of(page.text, deed)
    sent = {**form.values, **typed, "deed": deed}
    answer = browser.submit(form.action, sent)
    if answer.status_code == 303:
        return browser.open(answer.headers["location"])
    return answer


def opened(browser: Browser, number: str) -> httpx.Response:
    """Follow the link of the order's page."""
    found = re.search(r'href="([^"]*edit=1)"', browser.open(f"{LIST}/{number}").text)
    assert found
    return browser.open(found[1])


def totals(page: httpx.Response) -> list[str]:
    """Return the totals that a preview shows: now, and after the change."""
    found = re.findall(
        r"<dt><strong>.*?</dt><dd class=\"figure\"><strong>(.*?)</strong>", page.text
    )
    return [str(each) for each in found]


def due(world: World, number: str) -> str:
    amount = world.get(f"orders/{number}")["order"]["actual_order_amount"]
    due_: str = amount["total_amount_due"]
    return due_


def test_units_are_changed_as_previewed(owner: Browser, code: str) -> None:
    number = order(owner.world, wanted(code, 3))

    previewed = press(
        owner, opened(owner, number), "edit-preview", **{f"quantity-{number}-01": "2"}
    )
    between = due(owner.world, number)
    after = press(owner, previewed, "edit-save")

    assert totals(previewed) == ["33,000 KRW", "22,000 KRW"]
    assert (between, due(owner.world, number)) == ("33000.00", "22000.00")
    assert said(after) == "The order was changed."
    pay(owner.world, number)
    check_books(owner.world, number)


def test_a_product_is_found_added_and_removed_again(owner: Browser, code: str) -> None:
    number = order(owner.world, wanted(code))
    page = opened(owner, number)

    found = press(owner, page, "edit-find", find="Linen")
    added = press(owner, found, f"edit-add:{code}")
    removed = press(owner, added, f"edit-drop:{code}")
    previewed = press(owner, added, "edit-preview", **{f"added-{code}": "2"})
    after = press(owner, previewed, "edit-save")

    assert f'name="added-{code}" value="1"' in added.text
    assert f'name="added-{code}"' not in removed.text
    assert totals(previewed) == ["11,000 KRW", "33,000 KRW"]
    assert said(after) == "The order was changed."
    assert due(owner.world, number) == "33000.00"
    assert "No matching products." in press(owner, page, "edit-find", find="Nothing").text


def test_a_paid_order_shows_what_is_still_to_be_paid(owner: Browser, code: str) -> None:
    number = paid(owner.world, wanted(code))
    page = opened(owner, number)
    assert "Items that stay as they are" in page.text
    added = press(owner, press(owner, page, "edit-find", find="apron"), f"edit-add:{code}")

    previewed = press(owner, added, "edit-preview")
    press(owner, previewed, "edit-save")

    assert totals(previewed)[1] == "22,000 KRW"
    assert "What is added is to be paid" in previewed.text
    assert states(owner.world, number) == ["N10", "N00"]
    assert due(owner.world, number) == "11000.00"


def test_what_was_not_previewed_is_not_saved(owner: Browser, code: str) -> None:
    number = order(owner.world, wanted(code, 3))
    field = f"quantity-{number}-01"
    previewed = press(owner, opened(owner, number), "edit-preview", **{field: "2"})

    other = press(owner, previewed, "edit-save", **{field: "1"})
    without = press(owner, opened(owner, number), "edit-preview")

    assert other.status_code == 409
    assert "The result has changed meanwhile." in other.text
    assert totals(other)[1] == "11,000 KRW"
    assert due(owner.world, number) == "33000.00"
    assert "No changes to save." in without.text


def test_a_form_that_is_sent_twice_is_executed_once(owner: Browser, code: str) -> None:
    number = order(owner.world, wanted(code))
    found = press(owner, opened(owner, number), "edit-find", find="Linen")
    previewed = press(owner, press(owner, found, f"edit-add:{code}"), "edit-preview")

    answers = [press(owner, previewed, "edit-save") for _ in range(2)]

    assert [said(each) for each in answers] == ["The order was changed."] * 2
    assert due(owner.world, number) == "22000.00"
    assert states(owner.world, number) == ["N00", "N00"]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("many", "This is not a number."),
        ("1.5", "This is not a number."),
        ("1,5", "a comma only separates thousands"),
        ("99999", "Enter 9999 or less."),
        ("-1", "Enter 0 or more."),
        ("41", "stock"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(
    owner: Browser, code: str, typed: str, message: str
) -> None:
    number = order(owner.world, wanted(code))

    page = press(owner, opened(owner, number), "edit-preview", **{f"quantity-{number}-01": typed})

    assert page.status_code == 422
    assert message in page.text
    assert f'value="{typed}"' in page.text
    assert due(owner.world, number) == "11000.00"


def test_an_order_that_does_not_exist_has_no_form(owner: Browser) -> None:
    assert owner.open(f"{LIST}/20261121-0009999?edit=1").status_code == 404


def test_the_price_of_a_unit_has_its_surcharge(owner: Browser) -> None:
    number, variant = stocked(owner.world, 5)
    owner.world.put(f"products/{number}/variants/{variant}", additional_amount="333")
    placed = order(owner.world, wanted(variant, 2))

    page = owner.open(f"{LIST}/{placed}").text

    assert "11,333 KRW × 2<br>" in page
    assert "with a surcharge of 333 KRW" in page
    assert "22,666 KRW" in page
    assert "11,333 KRW" in opened(owner, placed).text
    assert "Times are at +09:00." in page

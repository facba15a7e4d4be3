"""The page of an order: its items once, in the groups in which the shop handles them."""

import re

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.order_setup import order, paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.page_content import main_content
from tests.pages.backoffice.page_forms import form_of, send

LIST = "/admin/orders"
_GROUP = re.compile(r'<h2 id="group-\d">([^<]*)</h2>(.*?)</section>', re.DOTALL)


@pytest.fixture
def codes(owner: Browser) -> list[str]:
    """Variants of two products."""
    return [stocked(owner.world, 10)[1] for _ in range(2)]


def groups(owner: Browser, number: str) -> list[tuple[str, list[str]]]:
    """Return the title of each group, and the variants of its items."""
    page = main_content(owner.open(f"{LIST}/{number}").text)
    return [
        (title, re.findall(r"<code>(\w+)</code>", group)) for title, group in _GROUP.findall(page)
    ]


def test_items_stand_once_in_the_group_that_says_what_is_to_be_done(
    owner: Browser, codes: list[str]
) -> None:
    first, second = codes
    number = order(owner.world, wanted(first), wanted(second))
    unpaid = groups(owner, number)
    send(owner, f"{LIST}/{number}", "pay")
    to_send = groups(owner, number)
    send(
        owner, f"{LIST}/{number}", "ship",
        item__1=None, tracking_no="4711", shipping_company_code="0001",
    )  # fmt: skip

    partly = groups(owner, number)

    assert unpaid == [("Awaiting payment", [first, second])]
    assert to_send == [("To fulfil", [first, second])]
    assert partly == [("To fulfil", [second]), ("Shipment 4711", [first])]


def test_what_was_cancelled_stands_last(owner: Browser, codes: list[str]) -> None:
    first, second = codes
    number = paid(owner.world, wanted(first), wanted(second))
    items = [{"order_item_code": f"{number}-01", "quantity": 1}]
    owner.world.post(f"orders/{number}/cancellation", status="canceled", items=items)

    assert groups(owner, number) == [
        ("To fulfil", [second]),
        ("Cancelled, returned or exchanged", [first]),
    ]


def test_an_action_on_one_item_needs_no_choice(owner: Browser, codes: list[str]) -> None:
    one = paid(owner.world, wanted(codes[0]))
    two = paid(owner.world, wanted(codes[0]), wanted(codes[1]))

    at_once = form_of(owner.open(f"{LIST}/{one}").text, "hold").values
    chosen = form_of(owner.open(f"{LIST}/{two}").text, "hold").values

    assert at_once["item-0"] == f"{one}-01"
    assert {chosen["item-0"], chosen["item-1"]} == {f"{two}-01", f"{two}-02"}
    assert 'href="#dialog-hold"' not in owner.open(f"{LIST}/{one}").text
    assert 'href="#dialog-hold"' in owner.open(f"{LIST}/{two}").text


def test_a_refused_dialog_is_shown_without_its_script(owner: Browser, codes: list[str]) -> None:
    number = paid(owner.world, wanted(codes[0]))
    form = form_of(owner.open(f"{LIST}/{number}").text, "ship")
    sent = {name: text for name, text in form.values.items() if name != "item-0"}

    refused = owner.submit(form.action, {**sent, "tracking_no": "4711"})

    assert refused.status_code == 422
    dialogs = re.findall(r'<dialog class="dialog again" id="([\w-]+)"', refused.text)
    assert dialogs == ["dialog-ship"]
    assert 'value="4711"' in refused.text


def test_items_of_a_claim_are_not_to_be_fulfilled(owner: Browser, codes: list[str]) -> None:
    number = paid(owner.world, wanted(codes[0]))
    owner.world.post(f"orders/{number}/cancellation", status="accepted")

    assert groups(owner, number) == [("Claim under way", [codes[0]])]

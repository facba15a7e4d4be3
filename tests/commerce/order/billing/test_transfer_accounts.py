"""Nothing awaits a bank transfer without an account that the buyer can transfer to."""

from typing import Any

from openmall.commerce.order.billing.refusals import NO_TRANSFER_ACCOUNT
from openmall.commerce.store.accounts import Accounts
from tests.commerce.order.order_setup import order, paid, wanted
from tests.commerce.order.placement.test_drafts import draft, item
from tests.commerce.order.test_added_items import add, terms
from tests.commerce.product.stock_setup import quantity, stocked
from tests.storefront.shopper_client import Shopper, set_setting
from tests.world import World

REFUSED = f"{NO_TRANSFER_ACCOUNT.message} (parameter.payment_method)"


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["message"]


def test_a_draft_by_transfer_needs_an_account(world: World) -> None:
    product, code = stocked(world, 5)
    wants = item(product, code)
    set_setting(world, Accounts())

    assert refusal(draft(world, wants)) == (422, REFUSED)

    assert quantity(world, product, code) == 5
    own = draft(world, wants, bank_account_no="110", bank_account_owner_name="Linen and Co")
    assert own.status_code == 201
    # a gateway takes it elsewhere
    assert draft(world, wants, payment_method="card").status_code == 201


def test_an_unpaid_order_is_not_changed_to_a_transfer_without_an_account(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code), methods=["card"], gateway="test")
    set_setting(world, Accounts())

    answer = terms(world, number, change_payment_method="T", payment_method="cash")

    assert refusal(answer) == (422, REFUSED)
    assert world.get(f"orders/{number}")["order"]["payment_method"] == ["card"]


def test_accounts_are_shown_for_added_items_only_where_transfers_are_offered(world: World) -> None:
    _, code = stocked(world, 5)
    hana = Shopper(world)
    hana.sign_up()
    number = paid(world, wanted(code), methods=["card"], gateway="test")
    add(world, number, code)
    assert hana.get(f"orders/{number}")["transfer_accounts"] != []

    world.put("paymentmethods/cash/paymentproviders/bank", display="F")

    assert hana.get(f"orders/{number}")["transfer_accounts"] == []


def test_the_account_that_an_order_names_is_shown(world: World) -> None:
    product, code = stocked(world, 5)
    hana = Shopper(world)
    hana.sign_up()
    named = {"bank_account_no": "110", "bank_account_owner_name": "Linen and Co"}
    made = draft(world, item(product, code), member_id="hana", **named).json()["draftorders"][0]

    [account] = hana.get(f"orders/{made['order_id']}")["transfer_accounts"]

    assert account["bank_account_no"] == "110"
    assert account["bank_account_holder"] == "Linen and Co"

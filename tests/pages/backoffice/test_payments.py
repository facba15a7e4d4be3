"""The page on which a merchant says how buyers pay: accounts, gateways, the test gateway."""

from typing import Any

from tests.access.oauth.authorization_requests import Browser, hidden, manager
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import forms, said
from tests.pages.backoffice.test_activity import kept as log_of
from tests.storefront.shopper_client import BUYER, Shopper
from tests.world import World

PAGE = "/admin/payments"
ACCOUNT = {
    "bank_name": "Hana <b>",
    "bank_account_no": "110-222-333333",
    "bank_account_holder": "Kim Haneul",
}


def _owner(world: World) -> Browser:
    """Return the head admin of a new mall, which nobody can pay yet."""
    shop = world.stage.new_world(accounts=False)
    manager(shop)
    browser = Browser(shop)
    assert browser.sign_in("/api/v2/oauth/sign-in").status_code == 200
    return browser


def _do(owner: Browser, deed: str, **fields: str) -> Any:
    token = {"form_token": hidden(owner.open(PAGE))["form_token"]}
    return owner.submit(f"{PAGE}?shop_no=1", {**token, "deed": deed, **fields})


def _accounts(world: World, shop_no: int = 1) -> list[tuple[int, str, str]]:
    return [
        (each["bank_account_id"], each["bank_account_no"], each["use_account"])
        for each in world.get("store/accounts", shop_no=shop_no)["accounts"]
    ]


def _methods(world: World, shop_no: int = 1) -> list[str]:
    found = world.get("paymentmethods", shop_no=shop_no)["paymentmethods"]
    return [each["code"] for each in found]


def test_an_account_is_added_and_the_buyer_of_an_order_is_told_it(world: World) -> None:
    owner = _owner(world)
    shop = owner.world
    _, code = stocked(shop, 5)
    wanted = [{"variants_code": code, "quantity": 1}]
    before = owner.open(PAGE).text

    done = _do(owner, "add", **ACCOUNT)
    after = owner.open(PAGE).text
    shopper = Shopper(shop)
    placed = shopper.order("cash", variants=wanted, buyer=BUYER)
    order = shopper.get(f"orders/{placed['order_id']}")
    shop.put("payments", order_id=placed["order_id"], status="paid")

    assert "Buyers cannot pay this shop yet" in before
    assert done.headers["location"] == f"{PAGE}?shop_no=1&done=added"
    assert "Buyers can pay by: Bank transfer" in after
    assert "Hana &lt;b&gt; 110-222-333333" in after
    assert order["transfer_accounts"] == [ACCOUNT]
    assert shopper.get(f"orders/{placed['order_id']}")["transfer_accounts"] == []
    assert _methods(shop, 2) == [], "each shop has its own"


def test_accounts_are_changed_put_first_removed_and_used_again(world: World) -> None:
    owner = _owner(world)
    shop = owner.world
    for number in ("1-1", "2-2"):
        _do(owner, "add", **{**ACCOUNT, "bank_account_no": number})

    assert said(_follow(owner, _do(owner, "default", account="2"))).startswith("Buyers see")
    first = [each.values.get("account") for each in forms(owner.open(PAGE).text)]
    _do(owner, "change", account="1", **{**ACCOUNT, "bank_account_no": "9-9"})
    same = _do(owner, "change", account="1", **{**ACCOUNT, "bank_account_no": "9-9"})
    _do(owner, "remove", account="2")
    removed = _accounts(shop)
    _do(owner, "remove", account="1")
    none = _methods(shop)
    _do(owner, "reopen", account="2")

    assert [each for each in first if each][:2] == ["2", "1"]
    assert same.headers["location"].endswith("done=same")
    assert removed == [(1, "9-9", "T"), (2, "2-2", "F")]
    assert none == []
    assert _accounts(shop) == [(1, "9-9", "F"), (2, "2-2", "T")]
    assert _methods(shop) == ["cash"]
    log = str(log_of(shop))
    assert "bank account 1" in log
    assert "9-9" not in log, "the log has no numbers of accounts"


def _follow(owner: Browser, answer: Any) -> Any:
    assert answer.status_code == 303, answer.text
    return owner.open(answer.headers["location"])


def test_what_is_wrong_is_said_beside_its_field_and_changes_nothing(world: World) -> None:
    owner = _owner(world)
    _do(owner, "add", **ACCOUNT)
    before = _accounts(owner.world)

    missing = _do(owner, "add", **{**ACCOUNT, "bank_account_no": "  "})
    long = _do(owner, "change", account="1", **{**ACCOUNT, "bank_name": "x" * 51})
    text = _do(owner, "change", account="1", **{**ACCOUNT, "bank_account_no": "call us"})
    statuses = [
        _do(owner, deed, account=number).status_code
        for deed, number in (
            ("remove", "2"), ("remove", "x"), ("default", "-1"), ("reopen", "9" * 30), ("x", "1"),
        )
    ]  # fmt: skip
    forged = owner.submit(f"{PAGE}?shop_no=1", {"deed": "remove", "account": "1"})

    assert missing.status_code == 422
    assert "This field is required." in missing.text
    assert "Kim Haneul" in missing.text, "what was typed is kept"
    assert (long.status_code, "Enter at most 50 characters." in long.text) == (422, True)
    assert (text.status_code, "Enter the number as the bank prints it" in text.text) == (422, True)
    assert statuses == [404, 404, 404, 404, 400]
    assert forged.status_code == 403
    assert _accounts(owner.world) == before


def test_a_shop_has_at_most_twenty_accounts(world: World) -> None:
    owner = _owner(world)
    for number in range(20):
        _do(owner, "add", **{**ACCOUNT, "bank_account_no": str(number)})

    refused = _do(owner, "add", **ACCOUNT)

    assert (refused.status_code, "uses at most 20 accounts" in refused.text) == (422, True)
    assert len(_accounts(owner.world)) == 20


def test_the_test_gateway_is_a_switch_and_marked_as_a_test(world: World) -> None:
    owner = _owner(world)

    on = _follow(owner, _do(owner, "test-gateway", use="T"))
    methods = _methods(owner.world)
    overview = owner.open("/admin").text
    _do(owner, "test-gateway", use="F")

    assert "bring no money" in said(on)
    assert methods == ["card", "tcash"]
    assert _methods(owner.world) == []
    step = overview.partition("Take payments")[2].partition("</li>")[0]
    assert "To do" in step, "a test is no way to be paid"


def test_a_next_step_leads_to_the_page_until_the_shop_can_be_paid(world: World) -> None:
    owner = _owner(world)
    before = owner.open("/admin").text
    _do(owner, "add", **ACCOUNT)
    after = owner.open("/admin").text

    assert '<a href="/admin/payments">Take payments</a>' in before
    assert "To do" in before.partition("Take payments")[2].partition("</li>")[0]
    assert "Done" in after.partition("Take payments")[2].partition("</li>")[0]

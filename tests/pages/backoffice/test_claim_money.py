"""The preview of a refund beside what is refunded: coupons, points, credits and sending."""

import re
from decimal import Decimal

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.mileage.balance_setup import balance
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.commerce.order.claim_setup import refund
from tests.commerce.order.gift_setup import GiftShop
from tests.commerce.order.order_setup import pay, states
from tests.pages.backoffice.page_forms import form_of, forms


@pytest.mark.parametrize("everything", [False, True])
def test_what_is_seen_is_what_is_refunded(owner: Browser, *, everything: bool) -> None:
    world = owner.world
    shop = Checkout(world)
    coupons = [{"issue_no": shop.coupon()}]
    placed = shop.order(2, 1, coupons=coupons, use_points="3000", use_credits="1000")
    number = placed["order_id"]
    pay(world, number)
    address = f"/admin/orders/{number}"
    spent = balance(world, HANA)
    form = form_of(owner.open(address).text, "cancel")
    typed = {
        "item-0": f"{number}-01", "quantity-0": "2" if everything else "1",
        "claim_reason_type": "H",
        "claim_status": "canceled",
    }  # fmt: skip
    if everything:
        typed["item-1"] = f"{number}-02"

    page = owner.submit(form.action, {**form.values, **typed})
    before = (states(world, number), balance(world, HANA))
    [confirmation] = [each for each in forms(page.text) if "seen" in each.values]
    done = owner.submit(confirmation.action, confirmation.values)

    [claim] = world.get(f"orders/{number}", embed="cancellation")["order"]["cancellation"]
    made = refund(world, claim["claim_code"])
    found = dict(re.findall(r"<dt>([^<]*)</dt><dd class=\"figure\">(\S+) KRW</dd>", page.text))
    seen = {name: Decimal(amount.replace(",", "")) for name, amount in found.items()}
    total = Decimal(made["refund_amount"])
    back = (Decimal(made["refund_point"]), Decimal(made["refund_credit"]))
    shown = (seen.pop("Points returned", 0), seen.pop("Credits returned", 0))
    after = balance(world, HANA)
    assert before == (["N10", "N10"], spent)
    assert done.status_code == 303
    assert f"<strong>{total:,.0f} KRW</strong>" in page.text
    assert sum(seen.values()) == total
    assert seen["Products"] == Decimal(made["product_price"])
    assert seen.get("Coupons and codes", 0) == Decimal(made["coupon_discount_amount"])
    assert shown == back
    assert back == ((3000, 1000) if everything else (923, 307))
    assert ("Shipping" in seen) is everything
    assert (after.points - spent.points, after.credits - spent.credits) == tuple(
        int(each * 100) for each in back
    )
    shop.check_books()


def test_the_free_unit_that_goes_along_is_named(owner: Browser) -> None:
    shop = GiftShop(owner.world)
    shop.one_plus(1)
    number = shop.order(2)["order_id"]
    pay(owner.world, number)
    form = form_of(owner.open(f"/admin/orders/{number}").text, "cancel")

    def preview(item: int) -> str:
        typed = {
            "item-0": f"{number}-0{item}", "quantity-0": "1", "claim_reason_type": "H",
            "claim_status": "canceled",
        }  # fmt: skip
        return owner.submit(form.action, {**form.values, **typed}).text

    of_paid, of_free = preview(1), preview(2)

    assert "These go too" in of_paid
    along = of_paid.partition("These go too")[2].partition("</ul>")[0]
    assert "Linen apron × 1" in along
    assert "1+1" in along
    assert "These go too" not in of_free

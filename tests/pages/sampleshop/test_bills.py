"""The lines of an order add up to its total, in the shop and in the back office alike."""

import html
import re
from collections.abc import Callable
from decimal import Decimal

import pytest

from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.commerce.order.claim_setup import claim, sent, settings
from tests.commerce.order.order_setup import pay
from tests.pages.sampleshop.shop_browser import RECEIVER, Guest
from tests.pages.sampleshop.shop_browser import said as text_of
from tests.storefront.shopper_client import PASSWORD
from tests.world import World

Lines = dict[str, Decimal]
Wishes = dict[str, str]
Made = Callable[[Checkout], Wishes]

_LINE = re.compile(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", re.S)


def read(part: str) -> Lines:
    """Return the names and amounts of a list on a page, in their order."""
    lines = {}
    for name, amount in _LINE.findall(part):
        figure = re.sub(r"[^0-9.−]", "", html.unescape(text_of(amount))).replace("−", "-")
        lines[text_of(name)] = Decimal(figure)
    return lines


def shop_bill(page: str) -> tuple[Lines, tuple[str, Decimal], Lines]:
    """Return the lines of a page of the shop, their total, and how it was settled."""
    [first, *more] = re.findall(r'<dl class="bill">(.*?)</dl>', page, re.S)
    lines = read(first)
    total = lines.popitem()
    return lines, total, read(more[0]) if more else {}


def office_bill(page: str) -> tuple[Lines, tuple[str, Decimal], Lines]:
    """Return the same of a page of the back office."""
    part = page.partition('id="payment"')[2].partition("</dl>")[0]
    before, _, after = part.partition('<div class="summary-total">')
    total, _, settled = after.partition("</dd>")
    return read(before), read(f"{total}</dd>").popitem(), read(settled)


class Shop(Checkout):
    """A shop, hana in front of its pages, and a manager at the back office."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.hana = Guest(world)
        self.hana.done("/sign-in", member_id=HANA, password=PASSWORD)
        manager(world)
        self.office = Browser(world)
        self.office.sign_in("/api/v2/oauth/sign-in")

    def buys(self, **wishes: str) -> str:
        """Let hana buy three aprons and two cups; return the number of the order."""
        self.hana.put(self.apron, quantity="3")
        self.hana.put(self.cup, quantity="2")
        return self.hana.order(payment_method="cash", **wishes)

    def bills(self, order_id: str) -> tuple[Lines, tuple[str, Decimal], Lines]:
        """Return what both pages of an order show, which is the same and adds up."""
        shown = shop_bill(self.hana.see(f"/orders/{order_id}"))
        in_office = office_bill(self.office.open(f"/admin/orders/{order_id}").text)
        lines, (name, total), settled = shown
        assert in_office == shown
        assert list(in_office[0]) == list(lines)
        assert sum(lines.values()) == total
        if settled:
            assert settled["Paid"] + settled.get("To pay", 0) - settled.get(
                "To be refunded", 0
            ) == (total)
        assert total == self.worth(order_id), name
        listed = text_of(self.hana.see("/orders"))
        assert f"₩{total:,.0f}" in listed
        for page in ("/admin/orders", "/admin"):
            part = self.office.open(page).text.partition(order_id)[2].partition(" KRW")[0]
            assert part.endswith(f">{total:,.0f}"), page
        return shown

    def worth(self, order_id: str) -> Decimal:
        """Return what an order costs in money, as the records of payments and refunds have it."""
        order = self.world.get(f"orders/{order_id}", embed="refunds")["order"]
        rows = self.world.get(f"orders/{order_id}/paymenttimeline")["paymenttimeline"]
        paid = sum((Decimal(row["paid_amount"]) for row in rows), Decimal(0))
        back = sum(
            Decimal(each["refund_amount"]) for each in order["refunds"] if each["status"] != "T"
        )
        return paid + Decimal(order["actual_order_amount"]["total_amount_due"]) - back


def plain(shop: Shop) -> Wishes:
    return {}


def with_coupon(shop: Shop) -> Wishes:
    return {"coupon": shop.coupon()}


def with_benefit(shop: Shop) -> Wishes:
    shop.benefit("DP", "period_sale", product_list=[shop.apron], discount_value="333.00")
    return {}


def with_group(shop: Shop) -> Wishes:
    shop.gold("7.00")
    return {}


def with_free_shipping(shop: Shop) -> Wishes:
    shop.benefit("DV", "shipping_fee_sale", product_list=[shop.apron, shop.cup])
    return {}


def with_shipping_coupon(shop: Shop) -> Wishes:
    return {"coupon": shop.coupon(benefit_type="J")}


def with_points_and_credits(shop: Shop) -> Wishes:
    return {"use_points": "1,700", "use_credits": "2,300"}


def with_everything(shop: Shop) -> Wishes:
    return {
        **with_benefit(shop),
        **with_group(shop),
        **with_coupon(shop),
        **with_points_and_credits(shop),
    }


def paid_by_points(shop: Shop) -> Wishes:
    return {"use_points": "20,000", "use_credits": "30,000", **with_group(shop)}


KINDS = (
    plain, with_coupon, with_benefit, with_group, with_free_shipping, with_shipping_coupon,
    with_points_and_credits, with_everything,
)  # fmt: skip


@pytest.fixture
def shop(world: World) -> Shop:
    return Shop(world)


@pytest.mark.parametrize(
    ("kind", "benefit"),
    [*((kind, "F") for kind in KINDS), (with_everything, "T"), (with_everything, "U")],
)
def test_every_amount_is_a_line_whatever_becomes_of_the_order(
    shop: Shop, kind: Callable[[Shop], Wishes], benefit: str
) -> None:
    world = shop.world
    settings(
        world,
        refund_processing_setting="D",
        refund_benefit_setting=benefit,
        return_shipping_fee="3000.00",
    )
    order_id = shop.buys(**kind(shop))
    bills = {"placed": shop.bills(order_id)}
    claim(world, order_id, "cancellation", "canceled", (1, 1), claim_reason_type="A")
    bills["cancelled before payment"] = shop.bills(order_id)
    pay(world, order_id)
    bills["paid"] = shop.bills(order_id)
    claim(world, order_id, "cancellation", "canceling", (2, 1), claim_reason_type="A")
    bills["cancelled in part"] = shop.bills(order_id)
    sent(world, order_id, "shipped")
    claim(world, order_id, "return", "returned", (1, 1), claim_reason_type="A")
    bills["returned in part"] = shop.bills(order_id)
    for each in world.get(f"orders/{order_id}", embed="refunds")["order"]["refunds"]:
        if each["status"] != "T":
            world.put(f"orders/{order_id}/refunds/{each['refund_code']}", status="complete")
    bills["refunded"] = shop.bills(order_id)

    for state, (lines, _, _) in bills.items():
        assert "Adjustment" not in lines, state
        assert "Shipping" in lines, state
    assert bills["placed"][1][0] == "To pay"
    assert bills["paid"][1][0] == "Paid"
    assert bills["returned in part"][1][0] == "Total"
    assert bills["returned in part"][0]["Return shipping"] == 3_000
    assert bills["refunded"][2] == {}
    page = text_of(shop.hana.see(f"/orders/{order_id}"))
    for each in world.get(f"orders/{order_id}", embed="refunds")["order"]["refunds"]:
        if Decimal(each["refund_amount"]):
            assert f"Refunded ₩{Decimal(each['refund_amount']):,.0f} " in page
    shop.check_books()


def test_each_discount_has_its_line(shop: Shop) -> None:
    order_id = shop.buys(**with_everything(shop))

    lines, total, settled = shop.bills(order_id)

    assert lines == {
        "Products": 55_000,
        "Shipping": 2_500,
        "Product discounts": -999,
        "Member discount": -3_850,
        "Coupons and codes": -3_000,
        "Points": -1_700,
        "Credits": -2_300,
    }
    assert (total, settled) == (("To pay", Decimal(45_651)), {})


def test_an_order_that_points_and_credits_pay(shop: Shop) -> None:
    shop.hana.put(shop.apron)
    order_id = shop.hana.order(payment_method="cash", use_points="13,500")

    lines, total, _ = shop.bills(order_id)

    assert lines == {"Products": 11_000, "Shipping": 2_500, "Points": -13_500}
    assert total[1] == 0


def test_a_cancelled_order_costs_nothing(shop: Shop) -> None:
    order_id = shop.buys(**with_everything(shop))
    pay(shop.world, order_id)
    claim(shop.world, order_id, "cancellation", "canceled", (1, 3), (2, 2), claim_reason_type="A")

    lines, total, _ = shop.bills(order_id)

    assert set(lines.values()) == {Decimal(0)}
    assert total == ("Paid", Decimal(0))


def test_what_a_manager_puts_on_top_is_a_line(shop: Shop) -> None:
    order_id = shop.buys()
    shop.world.put(
        f"orders/{order_id}/payments",
        change_payment_amount="T",
        change_payment_method="F",
        admin_additional_amount="1000.00",
        commission=200,
    )

    lines, total, _ = shop.bills(order_id)

    assert lines == {"Products": 55_000, "Shipping": 2_500, "Adjustment": 1_200}
    assert total == ("To pay", Decimal(58_700))


@pytest.mark.parametrize(
    ("kind", "paymethod"),
    [*((kind, "A") for kind in KINDS[:6]), (plain, "B"), (plain, "C"), (with_benefit, "B")],
)
def test_the_cart_of_a_member_comes_to_what_the_checkout_comes_to(
    shop: Shop, kind: Callable[[Shop], Wishes], paymethod: str
) -> None:
    kind(shop)
    if kind is not with_group:
        shop.gold("10.00", benefits_paymethod=paymethod)
    shop.world.put(
        "regionalsurcharges",
        use_regional_surcharge="T",
        region_setting_type="N",
        regional_surcharge_list=[{"region_name": "Sejong", "regional_surcharge_amount": "3000.00"}],
    )
    address = {name: RECEIVER[f"receiver_{name}"] for name in ("zipcode", "address1")}
    shop.shopper.send("PUT", "customers/me", **address)
    shop.hana.put(shop.apron, quantity="3")
    shop.hana.put(shop.cup, quantity="2")

    cart, checkout = (shop_bill(shop.hana.see(path)) for path in ("/cart", "/checkout"))

    assert cart == checkout
    assert list(cart[0]) == list(checkout[0])
    assert sum(cart[0].values()) == cart[1][1]


def test_the_lines_are_called_the_same_in_korean(shop: Shop) -> None:
    order_id = shop.buys(**with_everything(shop))
    for browser in (shop.hana, shop.office):
        browser.cookies["openmall-language"] = "ko"

    shown = shop_bill(shop.hana.see(f"/orders/{order_id}"))

    assert office_bill(shop.office.open(f"/admin/orders/{order_id}").text) == shown
    assert [*shown[0], shown[1][0]] == [
        "상품 금액", "배송비", "상품 할인", "회원 할인", "쿠폰·할인 코드", "적립금", "예치금",
        "결제할 금액",
    ]  # fmt: skip

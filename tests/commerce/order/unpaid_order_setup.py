"""A shop with a dear and a cheap product, and orders of both that lose items before payment."""

from decimal import Decimal

from tests.commerce.mileage.balance_setup import balance
from tests.commerce.order.checkout_setup import HANA, Checkout, amounts
from tests.commerce.order.claim_setup import check_books, claim
from tests.world import World

DEAR, CHEAP = "118000.00", "6000.00"
OF_BIG_ORDERS = {
    "available_price_type": "O",
    "available_order_price_type": "U",
    "available_min_price": "100000.00",
    "discount_amount": {"benefit_price": "10000.00"},
}
BY = ("buyer", "shop", "shortage")


def dear_and_cheap(world: World) -> Checkout:
    """Return a shop whose apron costs 118,000 and whose cup 6,000, sent free from 50,000 on."""
    shop = Checkout(world)
    world.put("shipping", shipping_fee_type="M", shipping_fee="2500", free_shipping_price="50000")
    world.put(f"products/{shop.apron}", price=DEAR)
    world.put(f"products/{shop.cup}", price=CHEAP)
    return shop


def call_off(shop: Checkout, number: str, who: str, *items: tuple[int, int]) -> None:
    """Let the buyer or the shop call items off, each as (number of the item, quantity)."""
    if who != "buyer":
        kind = "cancellation" if who == "shop" else "shortagecancellation"
        more = {} if who == "shop" else {"keep_auto_calculation": "T"}
        claim(shop.world, number, kind, "canceled", *items, **more)
        return
    shop.shopper.send(
        "POST",
        f"orders/{number}/cancellationrequests",
        items=[{"order_item_code": f"{number}-{at:02d}", "quantity": units} for at, units in items],
        reason_type="A",
        reason="No longer",
    )


def actual(shop: Checkout, number: str) -> dict[str, int]:
    """Return the sums of an order that are not nothing; shop and buyer see the same."""
    seen = amounts(shop.world.get(f"orders/{number}")["order"])
    assert amounts(shop.shopper.get(f"orders/{number}")) == seen
    return seen


def has(shop: Checkout) -> tuple[list[str], int, int]:
    """Return what hana has left: coupons, points, credits."""
    left = shop.world.get(f"customers/{HANA}/coupons", limit=100)["coupons"]
    found = balance(shop.world, HANA)
    return sorted(each["issue_no"] for each in left), found.points // 100, found.credits // 100


def paid_with_the_rest(shop: Checkout, number: str, due: int) -> None:
    """Let hana pay what is due by card; the books are right before and afterwards."""
    shop.check_books()
    answer = shop.shopper.send("POST", f"orders/{number}/payments", payment_method="card")
    assert int(Decimal(answer["amount"])) == due
    if due:
        shop.shopper.carry(shop.shopper.pay(answer["payment_id"]))
    order = shop.world.get(f"orders/{number}")["order"]
    assert (order["paid"], int(Decimal(order["payment_amount"]))) == ("T", due)
    check_books(shop.world, number)
    shop.check_books()

"""What an order brings its buyer: points for its items, what its coupons bring, new coupons.

What the items bring is worked out once, when the order is placed, and kept with each of them. It is
given when the order is paid: credits at once; points wait until all that is still bought has
arrived, or was confirmed, and as many days more as the shop's points settings say. What is
claimed takes along what it brought. A guest is brought nothing.
"""

from collections.abc import Sequence
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.areas.category.categories import places
from openmall.areas.customer.customergroups import benefits
from openmall.areas.customer.customergroups.shape import Group
from openmall.areas.customer.customers import store as customers
from openmall.areas.mileage.credits import ledger as deposit
from openmall.areas.mileage.points import ledger as points
from openmall.areas.mileage.points.ledger import Pending
from openmall.areas.order import applied
from openmall.areas.order.amounts import Share
from openmall.areas.order.orders.shape import Method, Place
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.placing.pricing import Priced
from openmall.areas.order.refunds import money
from openmall.areas.order.states import Status, bought
from openmall.areas.product.products.shape import Product
from openmall.areas.promotion.coupons.shape import Site
from openmall.areas.promotion.issues import automatic
from openmall.areas.promotion.issues.automatic import Bought, OrderOccasion, Purchase
from openmall.areas.store.points_setting import PointsSetting, RoundType, Standard
from openmall.contract.call import Call
from openmall.contract.moments import seconds
from openmall.contract.money import ZERO, rounded
from openmall.standard.settings import current

_A_DAY: Final = 86_400
_ROUNDINGS: Final[dict[RoundType, str]] = {"A": ROUND_DOWN, "B": ROUND_HALF_UP, "C": ROUND_UP}
_COME: Final[dict[Standard, frozenset[Status]]] = {
    "C": frozenset(("N40", "N50")),
    "P": frozenset(("N50",)),
}
"""From which states of its items on an order's points ripen."""
_SITES: Final[dict[Place, Site]] = {"mobile": "M", "mobile_d": "P"}
_OF_PRODUCTS: Final[dict[Method, str]] = {"credit": "deposit", "point": "mileage"}
"""Ways to pay that a product's points call otherwise than an order."""


class Terms(Struct, frozen=True, kw_only=True):
    """On what terms a buyer earns points: the shop's settings, and how they buy."""

    setting: PointsSetting
    group: Group | None
    """Whose benefits hold for this way to pay; None: none do."""
    method: Method
    mobile: bool

    def of(self, each: Priced, share: Share) -> Decimal:
        """Return the points that an item brings; `share`: what it bears of the whole order.

        What is paid with points or credits brings none.
        """
        paid = each.costs.payment_amount - share.discount - share.points - share.credits
        if paid <= 0:
            return ZERO
        brought = self._of_product(each.product, each.costs.quantity, paid)
        if self.group is not None and each.product.except_member_points != "T":
            brought += benefits.points(self.group, paid, mobile=self.mobile)
        return self._rounded(brought)

    def _of_product(self, product: Product, quantity: int, paid: Decimal) -> Decimal:
        rates = product.points_amount if product.points_by_product == "T" else []
        if product.points_setting_by_payment == "C":
            method = _OF_PRODUCTS.get(self.method, self.method)
            rates = [each for each in rates if each.payment_method == method]
        if not rates or not rates[0].points_rate:
            return ZERO
        rate = Decimal(rates[0].points_rate)
        return rate * quantity if rates[0].points_unit_by_payment == "W" else paid * rate / 100

    def _rounded(self, brought: Decimal) -> Decimal:
        if self.setting.round_unit == "F":
            return rounded(brought)
        unit = Decimal(self.setting.round_unit)
        rounding = _ROUNDINGS[self.setting.round_type]
        return rounded((brought / unit).to_integral_value(rounding) * unit)


async def terms(call: Call, group: Group | None, *, method: Method, mobile: bool) -> Terms | None:
    """Return on what terms a member of a group earns points; None: a guest earns none."""
    if group is None:
        return None
    return Terms(
        setting=await current(call, PointsSetting),
        group=group if benefits.hold(group, method) else None,
        method=method,
        mobile=mobile,
    )


async def give(call: Call, whole: Whole) -> None:
    """Give a buyer what their order brings, once it is paid; nothing to who is not there."""
    order = whole.order
    waiting = _earned([line for line in whole.lines if bought(line.item.order_status)])
    of_coupons, credits_ = await applied.brings(call, order.order_id)
    if not await customers.is_there(call, order.member_id):
        return
    first: tuple[OrderOccasion, ...] = ("F",) if order.first_order == "T" else ()
    await _issue(call, whole, "O", "Q", *first)
    placed = None if order.order_date is None else seconds(order.order_date)
    found: tuple[tuple[Decimal, Pending], ...] = ((waiting, "order"), (of_coupons, "coupon"))
    for amount, pending in found:
        if amount:
            await points.earn(
                call, order.member_id, amount, order.order_id, pending=pending, order_date=placed
            )
    if credits_:
        await deposit.add(call, order.member_id, credits_, case="G", order_id=order.order_id)


async def follow(call: Call, whole: Whole, changed: Sequence[Line]) -> None:
    """Let points ripen from when all that is still bought has come; not while something has not.

    `changed`: the items that have moved, in their new states.
    """
    order = whole.order
    if not order.member_id or not changed:
        return
    before = [line.was or line.item.order_status for line in whole.lines]
    now = [line.item.order_status for line in whole.lines]
    if all(_have_come(before, by) == _have_come(now, by) for by in _COME):
        return
    arrived = _have_come(now, "C") and not _have_come(before, "C")
    if arrived and await customers.is_there(call, order.member_id):
        await _issue(call, whole, "D")
    setting = await current(call, PointsSetting)
    by, come = setting.point_issuance_standard, _have_come(now, setting.point_issuance_standard)
    if setting.unusable_points_change_type == "M" or _have_come(before, by) == come:
        return
    at = int(call.clock.now()) + setting.payment_period * _A_DAY if come else None
    await points.ripen(call, order.member_id, order.order_id, at=at)


async def _issue(call: Call, whole: Whole, *occasions: OrderOccasion) -> None:
    """Give a buyer, who is there, the coupons that the shop issues for such an order."""
    order = whole.order

    async def purchase() -> Purchase:
        lines = [line for line in whole.lines if bought(line.item.order_status)]
        numbers = sorted({line.item.product_no for line in lines})
        categories = await places.around(call.db, numbers)
        return Purchase(
            lines=[
                Bought(
                    product_no=line.item.product_no,
                    category_nos=categories[line.item.product_no],
                    quantity=line.item.quantity,
                    amount=money.price(line.item),
                    paid=money.cost(line),
                )
                for line in lines
            ],
            site=_SITES.get(order.order_place_id, "W"),
        )

    await automatic.issued_on_order(call, order.member_id, purchase, *occasions)


async def wait_again(call: Call, whole: Whole) -> None:
    """Let points of an order wait again that may be spent, as its confirmation was withdrawn."""
    if whole.order.member_id:
        await points.wait_again(call, whole.order.member_id, whole.order.order_id)


async def take_back(call: Call, whole: Whole) -> None:
    """Take back all that a paid order has brought, as it is to be paid again."""
    of_coupons, credits_ = await applied.brings(call, whole.order.order_id)
    await _take(call, whole, _earned(whole.lines) + of_coupons, credits_)


async def take_back_of(call: Call, whole: Whole, claimed: Sequence[Line]) -> None:
    """Take back what claimed items of a paid order brought; with the last, what coupons did."""
    earned, credits_ = _earned(claimed), ZERO
    for line in claimed:
        line.share = replace(line.share, earned=ZERO)
    if not any(bought(line.item.order_status) for line in whole.lines):
        of_coupons, credits_ = await applied.brings(call, whole.order.order_id)
        await applied.bring_nothing(call, whole.order.order_id)
        earned += of_coupons
    await _take(call, whole, earned, credits_)


async def _take(call: Call, whole: Whole, earned: Decimal, credits_: Decimal) -> None:
    order = whole.order
    if not order.member_id:
        return
    if earned:
        await points.take_back(call, order.member_id, earned, order.order_id)
    if credits_:
        await deposit.take_back(call, order.member_id, credits_, order.order_id)


def _earned(lines: Sequence[Line]) -> Decimal:
    return sum((line.share.earned for line in lines), ZERO)


def _have_come(states: Sequence[Status], by: Standard) -> bool:
    still = [status for status in states if bought(status)]
    return bool(still) and _COME[by].issuperset(still)

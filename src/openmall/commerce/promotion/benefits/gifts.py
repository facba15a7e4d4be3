"""Gifts of benefits: which an order earns, and which of them may be chosen together.

Pure arithmetic. A gift has points (`gift_point`), an amount of currency: the gifts of a benefit
that an order gets together have at most as many points as the order has of the amount that counts.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.commerce.promotion.benefits.discounts import BenefitLine, covers
from openmall.commerce.promotion.benefits.shape import Benefit
from openmall.commerce.store.benefits_setting import (
    Amount,
    BenefitsSetting,
    Payments,
    Scope,
    ShippingFee,
)
from openmall.contract.money import ZERO
from openmall.contract.params import Flag

_BANK_DEPOSIT: Final = "cash"


class CountedItem(Struct, frozen=True, kw_only=True):
    """An item as its order's amount counts it; amounts are of the whole quantity."""

    item_no: int
    price: Decimal
    """Before any discount; zero for units that come without price."""
    paid: Decimal
    """After all discounts, by whatever payment method."""
    points: Decimal
    """Part of `paid` that points pay."""


class CountedShipping(Struct, frozen=True, kw_only=True):
    """The shipping fee of an order after its discounts, and the part that points pay."""

    paid: Decimal = ZERO
    points: Decimal = ZERO


class EarnedGift(Struct, frozen=True, kw_only=True):
    """A gift with the terms on which its order earns it; stored with the order's quote."""

    item_no: int = 0
    """The item of the order that is the gift, counted from 1."""
    benefit_no: int
    benefit_name: str
    item_nos: list[int]
    """The items that the benefit covers."""
    start_price: Decimal
    point: Decimal
    """Of one unit."""
    scope: Scope
    amount: Amount
    points: Flag
    shipping: ShippingFee
    payments: Payments


class GiftTerms(Struct, frozen=True, kw_only=True):
    """A benefit whose gifts an order earns."""

    benefit: Benefit
    item_nos: list[int]
    """The items that the benefit covers."""
    amount: Decimal
    """The amount that counts, from which the points of gifts are taken."""

    def earned(self, setting: BenefitsSetting, *, point: Decimal) -> EarnedGift:
        """Return a gift of the benefit as it is stored with the order."""
        assert self.benefit.gift is not None
        return EarnedGift(
            benefit_no=self.benefit.benefit_no,
            benefit_name=self.benefit.benefit_name,
            item_nos=self.item_nos,
            start_price=self.benefit.gift.purchase_start_price,
            point=point,
            scope=setting.gift_calculation_scope,
            amount=setting.gift_calculation_type,
            points=setting.include_point_usage,
            shipping=setting.include_shipping_fee,
            payments=setting.available_payment_methods,
        )


def allows_method(payments: Payments, method: str | None) -> bool:
    """Return whether orders paid by a method get gifts; None: none is chosen yet."""
    if payments == "all" or method is None:
        return True
    return (method == _BANK_DEPOSIT) == (payments == "bank_only")


def counted_amount(
    items: Sequence[CountedItem],
    shipping: CountedShipping,
    item_nos: Sequence[int],
    *,
    scope: Scope,
    amount: Amount,
    points: Flag,
    fee: ShippingFee,
) -> Decimal:
    """Return the amount of an order that counts towards a gift.

    `item_nos`: the items that the benefit covers. `points`: T, what points pay counts as paid.
    """
    those = [each for each in items if scope == "all" or each.item_no in item_nos]
    if amount == "total_order":
        total = sum((each.price for each in those), ZERO)
        return total + (shipping.paid if fee == "I" else ZERO)
    total = sum((each.paid for each in those), ZERO)
    by_points = sum((each.points for each in those), ZERO)
    if fee == "I":
        total, by_points = total + shipping.paid, by_points + shipping.points
    return total if points == "T" else total - by_points


def earning_benefits(
    benefits: Sequence[Benefit],
    setting: BenefitsSetting,
    lines: Sequence[BenefitLine],
    items: Sequence[CountedItem],
    shipping: CountedShipping,
) -> list[GiftTerms]:
    """Return the benefits of those in force whose gifts an order earns, the dearest first.

    `lines`: the items as benefits see them, in the order of `items`.
    """
    found = []
    for benefit in benefits:
        gift = benefit.gift
        if gift is None or not gift.gift_product_list:
            continue
        item_nos = [
            item.item_no for item, line in zip(items, lines, strict=True) if covers(benefit, line)
        ]
        if not item_nos:
            continue
        amount = counted_amount(
            items,
            shipping,
            item_nos,
            scope=setting.gift_calculation_scope,
            amount=setting.gift_calculation_type,
            points=setting.include_point_usage,
            fee=setting.include_shipping_fee,
        )
        most = ZERO if gift.use_unlimited_price == "T" else gift.purchase_limit_price
        above = bool(most) and amount > most
        if amount >= gift.purchase_start_price and not above:
            found.append(GiftTerms(benefit=benefit, item_nos=item_nos, amount=amount))
    return sorted(found, key=_dearest)


def _dearest(terms: GiftTerms) -> tuple[Decimal, int]:
    assert terms.benefit.gift is not None
    return -terms.benefit.gift.purchase_start_price, terms.benefit.benefit_no


def unearned_gifts(
    gifts: Sequence[tuple[EarnedGift, int]],
    items: Sequence[CountedItem],
    shipping: CountedShipping,
) -> list[int]:
    """Return the numbers of the gifts that the rest of an order does not earn any more.

    `gifts`: each with its quantity. `items`: what is still bought, without gifts.
    """
    found: list[int] = []
    used: dict[int, Decimal] = {}
    left = {each.item_no for each in items}
    for gift, quantity in gifts:
        amount = counted_amount(
            items,
            shipping,
            gift.item_nos,
            scope=gift.scope,
            amount=gift.amount,
            points=gift.points,
            fee=gift.shipping,
        )
        needs = used.get(gift.benefit_no, ZERO) + gift.point * quantity
        if left.isdisjoint(gift.item_nos) or amount < max(gift.start_price, needs):
            found.append(gift.item_no)
        else:
            used[gift.benefit_no] = needs
    return found

"""Units of an order that come without price by a one-plus-N benefit, as items of their own."""

from collections.abc import Sequence
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.product.shopper_prices import LineReduction, PriceTerms
from openmall.commerce.promotion.benefits import one_plus_n
from openmall.commerce.promotion.benefits.discounts import BenefitLine, LineDiscount
from openmall.commerce.promotion.benefits.one_plus_n import FreeOfLine, FreeUnits
from openmall.contract.money import ZERO, rounded, share_out


class SplitItems(Struct, frozen=True, kw_only=True):
    """Requested items, of which free units are items of their own."""

    items: list[Priced]
    """The requested items in their order, then the free units that were split off."""
    sources: list[int]
    """The requested item of each."""
    free: list[FreeUnits | None]
    """None: an item that is paid."""


def split_items(items: list[Priced], lines: Sequence[BenefitLine], terms: PriceTerms) -> SplitItems:
    """Return requested items with the free units split off.

    `lines`: the items as benefits see them. An item all of whose units are free keeps its place.
    """
    whole = SplitItems(items=items, sources=list(range(len(items))), free=[None] * len(items))
    if not any(each.gift_product_bundle is not None for each in terms.benefits):
        return whole
    codes = [each.variant.variant_code for each in items]
    pairs = list(zip(lines, codes, strict=True))
    found = one_plus_n.free_units(terms.benefits, pairs, terms.visitor, now=terms.now)
    giving = {each.group for each in found if each is not None and each.units}
    if not giving:
        return whole
    parts: list[tuple[Priced, int, FreeOfLine | None]] = []
    split_off: list[tuple[Priced, int, FreeOfLine | None]] = []
    paid_by: dict[tuple[int, int, str], list[int]] = {}
    for at, (item, own) in enumerate(zip(items, found, strict=True)):
        if own is None or own.group not in giving:
            parts.append((item, at, None))
            continue
        named = one_plus_n.event_name(own.count)
        item = replace(item, item=replace(item.item, one_plus_n_event=named))
        if own.units == item.costs.quantity:
            parts.append((item, at, own))
            continue
        paid_by.setdefault(own.group, []).append(at + 1)
        paid, given = _split(item, own.units)
        parts.append((paid, at, None))
        if given is not None:
            split_off.append((given, at, own))
    parts += split_off
    return SplitItems(
        items=[item for item, _, _ in parts],
        sources=[at for _, at, _ in parts],
        free=[
            None
            if own is None
            else FreeUnits(
                item_no=number,
                benefit_no=own.benefit.benefit_no,
                benefit_name=own.benefit.benefit_name,
                count=own.count,
                paid_by=paid_by[own.group],
            )
            for number, (_, _, own) in enumerate(parts, start=1)
        ],
    )


def _split(item: Priced, units: int) -> tuple[Priced, Priced | None]:
    """Return the paid units of an item, and its free ones, which have no discount of an app."""
    if not units:
        return item, None
    paid = item.costs.quantity - units
    off = item.costs.app_discount
    of_paid = share_out(off, [Decimal(paid), Decimal(units)])[0]
    return _of_quantity(item, paid, rounded(of_paid)), _of_quantity(item, units, ZERO)


def _of_quantity(item: Priced, quantity: int, app_discount: Decimal) -> Priced:
    costs = replace(item.costs, quantity=quantity, app_discount=app_discount)
    shown = replace(
        item.item,
        quantity=quantity,
        app_item_discount_amount=app_discount,
        payment_amount=costs.payment_amount,
    )
    return replace(item, costs=costs, item=shown)


def reduction(item: Priced, free: FreeUnits) -> LineReduction:
    """Return the reduction of free units: all of their price, by the benefit alone."""
    price = item.costs.price
    own = LineDiscount(
        amount=price, benefit_nos=[free.benefit_no], parts=[price], takes_coupons=False
    )
    return LineReduction(benefits=own, group=ZERO)

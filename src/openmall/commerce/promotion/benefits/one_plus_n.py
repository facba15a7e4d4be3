"""One plus N: of each 1 + N units of a product, or of an item, N come without price.

Pure arithmetic. The cheapest units are free; those of an order's last lines where prices are equal.
"""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from openmall.commerce.promotion.benefits.discounts import BenefitLine, Visitor, covers, holds
from openmall.commerce.promotion.benefits.shape import Benefit, GiftProductBundle


class FreeUnits(Struct, frozen=True, kw_only=True):
    """An item of an order that consists of free units; stored with the order's quote."""

    item_no: int = 0
    """The item, counted from 1."""
    benefit_no: int
    benefit_name: str
    count: int
    """Free units of each paid one."""
    paid_by: list[int] = []
    """The items with the paid units that these belong to."""

    @property
    def benefit(self) -> Benefit:
        """Return the benefit as an order has it, which the shop may have deleted meanwhile."""
        bundle = GiftProductBundle(product_bundle_type="P", product_bundle_count=self.count)
        return Benefit(
            benefit_no=self.benefit_no,
            benefit_name=self.benefit_name,
            benefit_division="P",
            benefit_type="PB",
            gift_product_bundle=bundle,
        )


class FreeOfLine(Struct, frozen=True, kw_only=True):
    """The units of a line that a benefit makes free."""

    benefit: Benefit
    count: int
    units: int
    group: tuple[int, int, str]
    """Lines of the same group are counted together: benefit, product, and item or nothing."""


def event_name(count: int) -> str:
    """Return what orders call a benefit of `count` free units: `1+1`."""
    return f"1+{count}"


def free_units(
    benefits: Sequence[Benefit],
    lines: Sequence[tuple[BenefitLine, str]],
    visitor: Visitor,
    *,
    now: datetime,
) -> list[FreeOfLine | None]:
    """Return the free units of each line, which comes with its variant code; None: no benefit.

    Where several benefits cover a line, the one with the most free units counts.
    """
    giving = [
        (each, each.gift_product_bundle)
        for each in benefits
        if each.gift_product_bundle is not None
        and each.gift_product_bundle.product_bundle_count
        and holds(each, visitor, now=now)
    ]
    found: list[FreeOfLine | None] = [None] * len(lines)
    groups: dict[tuple[int, int, str], list[int]] = {}
    for at, (line, code) in enumerate(lines):
        own = [each for each in giving if covers(each[0], line)]
        if not own:
            continue
        benefit, bundle = max(own, key=lambda each: each[1].product_bundle_count)
        key = (benefit.benefit_no, line.product_no, _item(bundle, code))
        found[at] = FreeOfLine(
            benefit=benefit, count=bundle.product_bundle_count, units=0, group=key
        )
        groups.setdefault(key, []).append(at)
    for ats in groups.values():
        first = found[ats[0]]
        assert first is not None
        total = sum(lines[at][0].quantity for at in ats)
        left = total // (1 + first.count) * first.count
        for at in sorted(ats, key=lambda at: (lines[at][0].price, -at)):
            units = min(left, lines[at][0].quantity)
            left -= units
            found[at] = FreeOfLine(
                benefit=first.benefit, count=first.count, units=units, group=first.group
            )
    return found


def _item(bundle: GiftProductBundle, variant_code: str) -> str:
    return variant_code if bundle.product_bundle_type == "I" else ""


def unearned_units(free: int, paid: int, count: int) -> int:
    """Return how many of `free` units `paid` ones do not earn any more."""
    return max(0, free - paid * count)

"""Whether a product can be bought: the one rule that carts, orders, pages, feeds and lists ask.

A variant can be bought when it is on offer, costs nothing or more, and when its stock is not
tracked or enough of it is left for the smallest quantity that may be bought. Left is the quantity
less the safety stock and the reserved units. A product whose days have passed cannot be bought,
nor one that shows a text instead of its price, that awaits its first approval or was rejected. A
bundle can be bought when every part can: it has no stock of its own (`suffices_for`).
`display_soldout` has no part in it: it decides whether the sold-out mark is displayed. The column
`sold_out` of a product has the outcome for lists (`stock/propagation.py` writes it,
`stock/ended_days.py` when a day has ended); that of bundles is read with that of their parts
(`bundle_tables.py`).
"""

from collections.abc import Iterable, Mapping, Set
from datetime import date
from decimal import Decimal
from typing import Final, Protocol

from msgspec import Struct

from openmall.commerce.product.refusals import NO_QUANTITY_PERMITTED, OUT_OF_STOCK
from openmall.contract.errors import Invalid


class Counted(Protocol):
    """The stock of a variant."""

    @property
    def use_inventory(self) -> str: ...

    @property
    def quantity(self) -> int: ...

    @property
    def safety_inventory(self) -> int: ...


class Offered(Counted, Protocol):
    """A variant: whether it is on offer, and its stock."""

    @property
    def variant_code(self) -> str: ...

    @property
    def display(self) -> str: ...

    @property
    def selling(self) -> str: ...

    @property
    def additional_amount(self) -> Decimal: ...


class Costing(Protocol):
    """A product: its price in a shop."""

    @property
    def price(self) -> Decimal: ...


class Limited(Protocol):
    """The limits of a product: quantities that may be bought together."""

    @property
    def buy_unit_type(self) -> str: ...

    @property
    def buy_unit(self) -> int: ...

    @property
    def order_quantity_limit_type(self) -> str: ...

    @property
    def minimum_quantity(self) -> int: ...

    @property
    def maximum_quantity(self) -> int: ...


LIMITS = frozenset(
    {
        "buy_unit_type", "buy_unit", "order_quantity_limit_type", "minimum_quantity",
        "maximum_quantity", "expiration_date", "price_content", "approve_status",
    }
)  # fmt: skip
"""Fields of a product on which it depends whether it is sold out."""
APPROVED: Final = frozenset(("", "C", "E"))
"""States of approval in which a product is sold: approved, or changed since, or never asked for."""


_QUANTITIES = (
    "maximum_quantity", "minimum_quantity", "buy_unit", "buy_unit_type",
    "order_quantity_limit_type",
)  # fmt: skip
"""Limits of quantities, in the order in which a refusal names one."""


class Smallest(Struct, frozen=True):
    """The smallest quantities of a product that may be bought."""

    of_variant: int
    of_product: int
    """Of all its variants together."""
    limited: int
    """Of what `maximum_quantity` limits: a variant or the product."""
    possible: bool
    """False: the limits contradict each other, so that no quantity may be bought."""


def smallest(product: Limited) -> Smallest:
    """Return the smallest quantities that the limits of a product permit."""
    by_product = product.buy_unit_type == "P"
    unit_of_variant, unit_of_product = (
        (1, max(1, product.buy_unit)) if by_product else (max(1, product.buy_unit), 1)
    )
    least = max(1, product.minimum_quantity)
    limits_product = product.order_quantity_limit_type == "P"
    of_variant = _whole(1 if limits_product else least, unit_of_variant)
    of_product = _whole(max(of_variant, least if limits_product else 1), unit_of_product)
    most = product.maximum_quantity
    bounded = of_product if limits_product else of_variant
    return Smallest(of_variant, of_product, bounded, not most or bounded <= most)


def require_limits(product: Limited, sent: Set[str]) -> None:
    """Raise Invalid (422) where sent limits permit no quantity.

    `product`: with what was sent; `sent`: names of its fields. A product whose limits contradict
    each other since earlier can be changed in other fields.
    """
    least = smallest(product)
    if least.possible or sent.isdisjoint(_QUANTITIES):
        return
    named = next(name for name in _QUANTITIES if name in sent)
    raise Invalid(
        NO_QUANTITY_PERMITTED,
        parameter=named,
        least=least.limited,
        most=product.maximum_quantity,
    )


def _whole(least: int, unit: int) -> int:
    """Return the smallest multiple of `unit` that is at least `least`."""
    return -(-least // unit) * unit


def left(stock: Counted, reserved: int) -> int | None:
    """Return how many units of a variant can be bought; None: any number.

    Negative where more are reserved than there are.
    """
    if stock.use_inventory != "T":
        return None
    return stock.quantity - stock.safety_inventory - reserved


def on_offer(variant: Offered) -> bool:
    """Return whether a variant is displayed and sold, in stock or not."""
    return variant.display == "T" and variant.selling == "T"


def costs_less_than_nothing(product: Costing, variant: Offered) -> bool:
    """Return whether the surcharge of a variant takes more than the price of its product."""
    return product.price + variant.additional_amount < 0


class LimitedOffer(Limited, Costing, Protocol):
    """A product with its limits and its price."""


def buyable(
    product: LimitedOffer, variants: Iterable[Offered], reserved: Mapping[str, int]
) -> frozenset[str]:
    """Return the codes of those of a product's variants that can be bought.

    `variants`: all of the product; `reserved`: units of each that are reserved.
    """
    least = smallest(product)
    if not least.possible:
        return frozenset()
    total, unlimited = 0, False
    found = set()
    for each in variants:
        if not on_offer(each) or costs_less_than_nothing(product, each):
            continue
        units = left(each, reserved.get(each.variant_code, 0))
        if units is not None and units < least.of_variant:
            continue
        found.add(each.variant_code)
        unlimited = unlimited or units is None
        total += units or 0
    return frozenset(found) if unlimited or total >= least.of_product else frozenset()


def used_up(product: Limited, variant: Offered, reserved: int) -> bool:
    """Return whether a variant on offer cannot be bought for lack of its own stock."""
    units = left(variant, reserved)
    return units is not None and units < smallest(product).of_variant


class Dated(Protocol):
    """A product that may be of use for some days only."""

    @property
    def end_date(self) -> date: ...


def is_over(days: Dated | None, today: date) -> bool:
    """Return whether the days on which a product can be used have passed."""
    return days is not None and days.end_date < today


class Decided(Protocol):
    """A product: what keeps it from being sold, whatever its stock is."""

    @property
    def expiration_date(self) -> Dated | None: ...

    @property
    def price_content(self) -> str | None: ...

    @property
    def approve_status(self) -> str: ...


def is_withheld(product: Decided, today: date) -> bool:
    """Return whether shoppers cannot buy a product at all, though it may be displayed and sold.

    Its days have passed, a text replaces its price, it awaits its first approval or was rejected.
    """
    return (
        bool(product.price_content)
        or product.approve_status not in APPROVED
        or is_over(product.expiration_date, today)
    )


class ForSale(Decided, Costing, Protocol):
    """A product: whether it is displayed and sold, and what keeps it from being sold."""

    @property
    def display(self) -> str: ...

    @property
    def selling(self) -> str: ...


class Restricted(Protocol):
    """A product: to whom it is sold."""

    @property
    def buy_limit_by_product(self) -> str: ...

    @property
    def buy_limit_type(self) -> str: ...

    @property
    def adult_certification(self) -> str: ...

    @property
    def repurchase_restriction(self) -> str: ...


def is_for_everyone(product: Restricted) -> bool:
    """Return whether guests can buy a product.

    Not what is sold to members, to adults, or once to each member.
    """
    limited = product.buy_limit_by_product == "T" and product.buy_limit_type != "F"
    return not limited and "T" not in (product.adult_certification, product.repurchase_restriction)


def is_for_sale(product: ForSale, today: date) -> bool:
    """Return whether shoppers can buy a product, in stock or not: it is displayed and sold."""
    return product.display == product.selling == "T" and not is_withheld(product, today)


class Part(LimitedOffer, ForSale, Protocol):
    """A product as part of a bundle."""


def suffices_for(
    product: Part,
    variants: Iterable[Offered],
    reserved: Mapping[str, int],
    *,
    quantity: int,
    today: date,
) -> dict[str, int | None]:
    """Return for how many bundles each variant of a part suffices, at least one; None: any number.

    Withheld variants, and those with too few units for one bundle, are left out. The part need not
    be displayed: a shop may sell it in bundles only. `quantity`: units in one bundle.
    """
    if product.selling != "T" or is_withheld(product, today):
        return {}
    own = list(variants)
    can_be_bought = buyable(product, own, reserved)
    found: dict[str, int | None] = {}
    for each in own:
        if each.variant_code not in can_be_bought:
            continue
        units = left(each, reserved.get(each.variant_code, 0))
        if units is None or units >= quantity:
            found[each.variant_code] = None if units is None else units // quantity
    return found


def is_offered(product: ForSale, variant: Offered, today: date) -> bool:
    """Return whether shoppers can buy a variant, in stock or not."""
    return (
        is_for_sale(product, today)
        and on_offer(variant)
        and not costs_less_than_nothing(product, variant)
    )


def is_sold(product: ForSale, variant: Offered, today: date) -> bool:
    """Return whether the shop sells a variant, displayed or not, in stock or not.

    Also what shows a text instead of its price: the shop itself takes orders of it.
    """
    return (
        product.selling == variant.selling == "T"
        and product.approve_status in APPROVED
        and not is_over(product.expiration_date, today)
        and not costs_less_than_nothing(product, variant)
    )


def require_left(wanted: Mapping[str, int], units_left: Mapping[str, int], parameter: str) -> None:
    """Raise Invalid (422) for more units than are left.

    `units_left`: of the variants whose stock is tracked.
    """
    for code, units in wanted.items():
        if code in units_left and units > units_left[code]:
            raise Invalid(OUT_OF_STOCK, parameter=parameter)

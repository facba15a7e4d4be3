"""By what an order is sent: all that a shop and its suppliers say of fees, and what is ordered.

`shop_terms.py` reads the terms from the settings; `fees.py` works out what they come to.
"""

from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.contract.money import ZERO
from openmall.contract.shipping import FeeType, Prepaid, RegionSetting, Scope

Counted = Literal["before", "after"]
"""Whether the price of goods counts before or after discounts."""
Rounding = Literal["L", "U", "C"]
"""L down, U to the nearest, C up."""


class Tier(Struct, frozen=True):
    """`fee` from `begins` on, below `ends`: an amount, kilograms or pieces."""

    begins: Decimal
    ends: Decimal
    fee: Decimal


class Policy(Struct, frozen=True, kw_only=True):
    """By what a parcel is charged."""

    fee_type: FeeType = "T"
    fee: Decimal = ZERO
    """Of the whole parcel (R, M) or of each piece (N)."""
    free_from: Decimal | None = None
    """Amount from which M is free; None: never."""
    tiers: tuple[Tier, ...] = ()
    """Of D, W and C, in their order."""
    counted: Counted = "before"
    prepaid: Prepaid = "P"
    delivered: bool = True
    """False where customers come for it, or there is nothing to send: nothing is charged."""


class Line(Struct, frozen=True, kw_only=True):
    """One item of an order."""

    item: str
    """Whatever the order calls it."""
    product_no: int
    quantity: int
    price: Decimal
    """Of one piece."""
    discount: Decimal = ZERO
    """Taken off all its pieces together."""
    weight: Decimal = ZERO
    """Kilograms of one piece; 0: what its sender says of products that do not."""
    supplier: str = ""
    """Who sends it, as in `Terms.suppliers`."""
    own: Policy | None = None
    """The product's own fee."""


class Region(Struct, frozen=True, kw_only=True):
    """Part of the country that costs more: by name, or by a range of zip codes."""

    amount: Decimal
    names: tuple[str, ...] = ()
    start: str = ""
    end: str = ""


class Surcharges(Struct, frozen=True, kw_only=True):
    """Where one sender's parcels cost more."""

    by: RegionSetting = "A"
    jeju: Decimal = ZERO
    remote: Decimal = ZERO
    regions: tuple[Region, ...] = ()


class CountryFee(Struct, frozen=True, kw_only=True):
    """What parcels to a country cost, by pieces, kilograms or price."""

    country: str
    by: Literal["quantity", "weight", "price"]
    tier: Tier


class Handling(Struct, frozen=True, kw_only=True):
    """What goods of a value cost more to send to a country."""

    country: str
    name: str
    begins: Decimal
    ends: Decimal
    fee: Decimal
    percent: bool = False
    unit: Decimal | None = None
    """Rounded to it; None: to the currency's smallest unit."""
    rounding: Rounding = "U"


class Sender(Struct, frozen=True, kw_only=True):
    """Who sends parcels, and by what terms."""

    policy: Policy = Policy()
    surcharges: Surcharges | None = None
    """None: no surcharge."""
    weight: Decimal = ZERO
    """Kilograms of a product that does not say its own."""
    own_fees: bool = True
    """Products may have fees of their own."""


class Terms(Struct, frozen=True, kw_only=True):
    """All that a shop says of shipping; `shop_terms.py` reads it from the settings."""

    currency: str
    country: str
    """Where the shop is, such as `KR`."""
    scope: Scope = "A"
    shop: Sender = Sender()
    suppliers: dict[str, Sender] = {}
    """Senders beside the shop."""
    individually: Literal["P", "I"] = "P"
    """A fee of a product's own is charged: P once for the product, I for each line."""
    countries: frozenset[str] | None = None
    """Delivered to abroad; None: everywhere."""
    country_fees: tuple[CountryFee, ...] | None = None
    """None: what is charged at home is charged abroad."""
    handling: tuple[Handling, ...] = ()


class Destination(Struct, frozen=True, kw_only=True):
    """Where an order goes."""

    country: str
    zipcode: str = ""
    address: str = ""
    """Region and street, in which names of regions are looked for."""

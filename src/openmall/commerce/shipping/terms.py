"""Shipping terms of a shop and its suppliers, and the lines of an order they apply to.

`shop_terms.py` reads the terms from the settings; `fees.py` calculates the fees.
"""

from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.contract.money import ZERO
from openmall.contract.shipping import FeeType, Prepaid, RegionSetting, Scope

Counted = Literal["before", "after"]
"""Base of amount conditions: the price of goods before or after discounts."""
Rounding = Literal["L", "U", "C"]
"""L down, U to the nearest, C up."""


class Tier(Struct, frozen=True):
    """`fee` from `begins` on, below `ends`: an amount, kilograms or pieces."""

    begins: Decimal
    ends: Decimal
    fee: Decimal


class Policy(Struct, frozen=True, kw_only=True):
    """The policy by which a parcel is charged."""

    fee_type: FeeType = "T"
    fee: Decimal = ZERO
    """Fee of the whole parcel (R, M) or of each piece (N)."""
    free_from: Decimal | None = None
    """Amount from which M is free; None: never."""
    tiers: tuple[Tier, ...] = ()
    """Tiers of D, W and C, ascending."""
    prepaid: Prepaid = "P"
    delivered: bool = True
    """False for store pickup, or where nothing is sent: no charge."""


class ShippingLine(Struct, frozen=True, kw_only=True):
    """One item of an order."""

    item: str
    """The order's identifier of the line."""
    product_no: int
    quantity: int
    price: Decimal
    """Price of one piece; 0 for one that comes without price."""
    discount: Decimal = ZERO
    """Taken off all its pieces together."""
    weight: Decimal = ZERO
    """Kilograms of one piece; 0: the sender's default weight."""
    supplier: str = ""
    """Sender of the line, a key of `Terms.suppliers`."""
    own: Policy | None = None
    """The product's own fee."""


class Region(Struct, frozen=True, kw_only=True):
    """Part of the country that costs more: by name, or by a range of zip codes."""

    amount: Decimal
    names: tuple[str, ...] = ()
    start: str = ""
    end: str = ""


class Surcharges(Struct, frozen=True, kw_only=True):
    """The surcharges of one sender."""

    by: RegionSetting = "A"
    jeju: Decimal = ZERO
    remote: Decimal = ZERO
    regions: tuple[Region, ...] = ()


class CountryFee(Struct, frozen=True, kw_only=True):
    """The fee of parcels to a country, by pieces, kilograms or price."""

    country: str
    by: Literal["quantity", "weight", "price"]
    tier: Tier


class Handling(Struct, frozen=True, kw_only=True):
    """A handling fee of parcels to a country, by the goods' value."""

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
    """A sender of parcels, and its terms."""

    policy: Policy = Policy()
    surcharges: Surcharges | None = None
    """None: no surcharge."""
    weight: Decimal = ZERO
    """Kilograms of a product without a weight of its own."""
    own_fees: bool = True
    """Products may have fees of their own."""


class Terms(Struct, frozen=True, kw_only=True):
    """The shipping terms of a shop; `shop_terms.py` reads them from the settings."""

    currency: str
    country: str
    """Country of the shop, such as `KR`."""
    scope: Scope = "A"
    counted: Counted = "before"
    """Amount of the goods that every condition by amount and every percentage of them counts."""
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
    additional: Decimal = ZERO
    """Charged once for an order with a parcel from the shop, not only from suppliers."""
    most_abroad: int | None = None
    """Most units of an order abroad; None: any number."""


class Destination(Struct, frozen=True, kw_only=True):
    """The destination of an order."""

    country: str
    zipcode: str = ""
    address: str = ""
    """Region and street, in which names of regions are looked for."""

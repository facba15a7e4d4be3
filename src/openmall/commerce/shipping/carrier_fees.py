"""Fees of a carrier's own: what an order costs to send while that carrier takes the parcels.

They stand in for the fees of the shop (`setting.py`), field by field, so that `fees.py` charges
both by the same rules. Surcharges of regions, fees of products and of suppliers stay as they are.
"""

from decimal import Decimal
from typing import Annotated, Final, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict, replace

from openmall.commerce.shipping.delivery_terms import (
    require_countries,
    require_country_tiers,
    require_period,
)
from openmall.commerce.shipping.refusals import CARRIER_FEE_MISSING, CARRIER_FEES_UNUSED
from openmall.commerce.shipping.setting import (
    CountedAs,
    Country,
    CountryTier,
    HandlingFee,
    InCountry,
    Period,
    Price,
    Shipping,
    Tier,
)
from openmall.contract.change import merged
from openmall.contract.errors import Invalid
from openmall.contract.operation import NoEffect
from openmall.contract.params import Flag, amount_bounds
from openmall.contract.shipping import LARGEST_FEE, Fee, FeeType, Place, Scope, require_tiers

T = TypeVar("T", bound=Struct)

DETAIL: Final = "shipping_fee_setting_detail"
DOMESTIC: Final = f"{DETAIL}.shipping_fee_setting_domestic"
OVERSEA: Final = f"{DETAIL}.shipping_fee_setting_oversea"
_TIERED: Final = frozenset({"D", "W", "C"})
_OF_FEE: Final = frozenset({"R", "M", "N"})
_ABROAD: Final = (
    "oversea_shipping_country", "oversea_shipping_country_list", "country_shipping_fee",
    "country_shipping_fee_list", "oversea_additional_fee", "oversea_additional_fee_list",
    "maximum_quantity",
)  # fmt: skip
"""Fields that tell of parcels to other countries."""


class OwnFees(Struct, frozen=True, kw_only=True):
    """Fees of a carrier as they are stored: fields of the shop's settings, by the same names."""

    shipping_type: Scope = "B"
    shipping_place: str = ""
    shipping_period: Period = Period()
    shipping_etc: str | None = None
    """What buyers are to know of the carrier, in words."""
    shipping_fee_type: FeeType = "T"
    shipping_fee: Decimal | None = None
    shipping_fee_by_quantity: Decimal | None = None
    free_shipping_price: Decimal | None = None
    shipping_rates: list[Tier] = []
    shipping_fee_criteria: CountedAs = "D"
    oversea_shipping_country: Flag = "F"
    oversea_shipping_country_list: list[InCountry] = []
    country_shipping_fee: Flag = "F"
    country_shipping_fee_list: list[CountryTier] = []
    oversea_additional_fee: Flag = "F"
    oversea_additional_fee_list: list[HandlingFee] = []
    maximum_quantity: int | None = None
    """Most units of an order abroad; null: any number."""


class DomesticDraft(Struct, frozen=True, kw_only=True):
    """Fees within the country."""

    shipping_fee_type: FeeType | UnsetType = UNSET
    """T free, R fixed, M free from an amount, D, W, C tiers by amount, weight, quantity, N for each
    unit."""
    shipping_fee: Fee | None = None
    """The fee of R and M, or for each unit of N."""
    min_price: Price | None = None
    """Amount from which M is free; null: never."""
    shipping_fee_criteria: CountedAs | UnsetType = UNSET
    """Amounts count: D before discounts, A after them."""
    domestic_shipping_fee_list: list[Tier] = []
    """Tiers of D, W and C."""


class HandlingFeeDraft(Struct, frozen=True, kw_only=True):
    """Surcharge for sending goods of a value to a country."""

    country_code: Country
    text: Annotated[str, Meta(max_length=255)]
    min_value: Decimal
    max_value: Decimal
    additional_handling_fee: Annotated[
        Decimal,
        Meta(extra=amount_bounds(0, LARGEST_FEE, percentage_if=("unit", "P"), above_whole=True)),
    ]
    unit: Literal["W", "P"] = "W"
    """W an amount, P percent of the goods' value."""
    rounding_unit: Literal["F", "0", "1", "2", "3"] | None = None
    """Rounded to: F or null the currency's smallest unit, 0 one, 1 ten, 2 a hundred, 3 a
    thousand."""
    rounding_rule: Literal["L", "U", "C"] | None = None
    """L down, U or null to the nearest, C up."""


class OverseaDraft(Struct, frozen=True, kw_only=True):
    """Fees abroad."""

    shipping_country_list: list[InCountry] = []
    """Countries that are delivered to; empty: all."""
    country_shipping_fee_list: list[CountryTier] = []
    """Empty: abroad costs what it costs at home."""
    additional_handling_fee: Flag = "F"
    additional_handling_fee_list: Annotated[list[HandlingFeeDraft], Meta(max_length=500)] = []
    maximum_quantity: Annotated[int, Meta(ge=1, le=2_147_483_647)] | None = None
    """Most units of one order; null: any number."""


Domestic = Annotated[list[DomesticDraft], Meta(max_length=1)]
Oversea = Annotated[list[OverseaDraft], Meta(max_length=1)]


class FeesDraft(Struct, frozen=True, kw_only=True):
    """Where, how fast and for what fees a carrier takes parcels."""

    shipping_type: Scope = "B"
    available_shipping_zone: Place = ""
    min_shipping_period: int | UnsetType = UNSET
    max_shipping_period: int | UnsetType = UNSET
    shipping_information: Annotated[str, Meta(max_length=255)] = ""
    shipping_fee_setting_domestic: DomesticDraft | Domestic | UnsetType = UNSET
    """At most one; taken as an object as well, as it is returned."""
    shipping_fee_setting_oversea: OverseaDraft | Oversea | UnsetType = UNSET
    """At most one; taken as an object as well, as it is returned."""


_CATEGORIES: Final = NoEffect("The fees hold for products of all categories", harmless="A")
_UNSPECIFIED: Final = NoEffect("The meaning of its codes is not specified")
REFUSED: Final = {
    f"{DOMESTIC}.use_product_category": _CATEGORIES,
    f"{DOMESTIC}.product_category_list": _CATEGORIES,
    **{
        f"{DOMESTIC}.{name}": _UNSPECIFIED
        for name in (
            "available_shipping_zone",
            "available_shipping_zone_list",
            "available_order_time",
            "start_time",
            "end_time",
        )
    },
    f"{OVERSEA}.shipping_fee_criteria": NoEffect(
        "No express service is connected, whose table of fees it would be", harmless="B"
    ),
    f"{OVERSEA}.product_category_limit": _UNSPECIFIED,
    f"{OVERSEA}.product_category_limit_list": _UNSPECIFIED,
}
"""Parameters of the fees of a carrier that are refused."""


def own_fees(used: Flag, draft: FeesDraft | UnsetType) -> OwnFees | None:
    """Return the fees of a carrier as they are stored; None: those of the shop hold for it.

    Raises Invalid (422) for fees that are not to be used, for a missing fee or tier, and for gaps
    between tiers.
    """
    if used == "F":
        if draft is not UNSET:
            raise Invalid(CARRIER_FEES_UNUSED, parameter=DETAIL)
        return None
    sent = FeesDraft() if draft is UNSET else draft
    domestic = _one(sent.shipping_fee_setting_domestic)
    oversea = _one(sent.shipping_fee_setting_oversea) or OverseaDraft()
    at_home = sent.shipping_type != "C" or not oversea.country_shipping_fee_list
    if at_home and (domestic is None or domestic.shipping_fee_type is UNSET):
        raise Invalid(CARRIER_FEE_MISSING, parameter=f"{DOMESTIC}.shipping_fee_type")
    fees = merged(
        OwnFees(
            shipping_type=sent.shipping_type,
            shipping_place=sent.available_shipping_zone,
            shipping_period=_period(sent),
            shipping_etc=sent.shipping_information or None,
        ),
        {**_domestic(domestic or DomesticDraft()), **_oversea(oversea)},
    )
    _require_valid(fees)
    return fees


def changed_fees(
    before: OwnFees | UnsetType, used: Flag, draft: FeesDraft | UnsetType
) -> OwnFees | UnsetType:
    """Return the fees of a carrier after a change; UNSET: those of the shop hold for it.

    Fees abroad that are not sent stay as they are. Raises Invalid (422) as `own_fees` does.
    """
    after = own_fees(used, draft)
    if after is None:
        return UNSET
    if before is UNSET or draft is UNSET or draft.shipping_fee_setting_oversea is not UNSET:
        return after
    return replace(after, **{name: getattr(before, name) for name in _ABROAD})


def _require_valid(fees: OwnFees) -> None:
    """Raise Invalid (422), which names a parameter of `POST carriers`, for fees with gaps."""
    require_period(fees.shipping_period, parameter=f"{DETAIL}.min_shipping_period")
    kind = fees.shipping_fee_type
    fee = fees.shipping_fee_by_quantity if kind == "N" else fees.shipping_fee
    if kind in _OF_FEE and fee is None:
        raise Invalid(CARRIER_FEE_MISSING, parameter=f"{DOMESTIC}.shipping_fee")
    tiers = f"{DOMESTIC}.domestic_shipping_fee_list"
    if kind in _TIERED and not fees.shipping_rates:
        raise Invalid(CARRIER_FEE_MISSING, parameter=tiers)
    require_tiers([(each.min_value, each.max_value) for each in fees.shipping_rates],
                  parameter=tiers)  # fmt: skip
    abroad = {
        "shipping_country_list": [x.country_code for x in fees.oversea_shipping_country_list],
        "country_shipping_fee_list": [x.country_code for x in fees.country_shipping_fee_list],
        "additional_handling_fee_list": [x.country_code for x in fees.oversea_additional_fee_list],
    }
    for name, codes in abroad.items():
        require_countries(codes, parameter=f"{OVERSEA}.{name}.country_code")
    require_country_tiers(
        fees.country_shipping_fee_list, parameter=f"{OVERSEA}.country_shipping_fee_list"
    )


def in_place_of(setting: Shipping, own: OwnFees | UnsetType | None) -> Shipping:
    """Return the settings of a shop while a carrier with fees of its `own` takes the parcels.

    The additional fee of the shop belongs to the fees that they stand in for.
    """
    if own is None or own is UNSET:
        return setting
    fields = asdict(own)
    del fields["maximum_quantity"]
    return replace(setting, additional_shipping_fee=None, **fields)


def _one(sent: T | list[T] | UnsetType) -> T | None:
    if isinstance(sent, list):
        return sent[0] if sent else None
    return None if sent is UNSET else sent


def _period(sent: FeesDraft) -> Period:
    usual = Period()
    least, most = sent.min_shipping_period, sent.max_shipping_period
    # one end alone moves the other along
    if least is UNSET:
        least = usual.minimum if most is UNSET else min(usual.minimum, most)
    return Period(minimum=least, maximum=max(usual.maximum, least) if most is UNSET else most)


def _domestic(sent: DomesticDraft) -> dict[str, object]:
    by_unit = sent.shipping_fee_type == "N"
    fields: dict[str, object] = {
        "shipping_fee_by_quantity" if by_unit else "shipping_fee": sent.shipping_fee,
        "free_shipping_price": sent.min_price,
        "shipping_rates": sent.domestic_shipping_fee_list,
    }
    for name in ("shipping_fee_type", "shipping_fee_criteria"):
        if (value := getattr(sent, name)) is not UNSET:
            fields[name] = value
    return fields


def _oversea(sent: OverseaDraft) -> dict[str, object]:
    return {
        "oversea_shipping_country": "T" if sent.shipping_country_list else "F",
        "oversea_shipping_country_list": sent.shipping_country_list,
        "country_shipping_fee": "T" if sent.country_shipping_fee_list else "F",
        "country_shipping_fee_list": sent.country_shipping_fee_list,
        "oversea_additional_fee": sent.additional_handling_fee,
        "oversea_additional_fee_list": [
            HandlingFee(
                country_code=each.country_code,
                fee_name=each.text,
                min_value=each.min_value,
                max_value=each.max_value,
                additional_fee=each.additional_handling_fee,
                unit=each.unit,
                rounding_unit=each.rounding_unit or "F",
                rounding_rule=each.rounding_rule or "U",
            )
            for each in sent.additional_handling_fee_list
        ],
        "maximum_quantity": sent.maximum_quantity,
    }

"""Changes of a shop's shipping settings; what contradicts itself is refused.

Tiers have no gaps, suppliers are known, and the carrier that takes the parcels is one of the shop.
"""

from typing import Final

from msgspec import UNSET, Struct, UnsetType, defstruct

from openmall.commerce.shipping import carriers
from openmall.commerce.shipping.carrier_shape import CarrierChange
from openmall.commerce.shipping.delivery_terms import (
    require_countries,
    require_country_tiers,
    require_period,
)
from openmall.commerce.shipping.setting import Shipping
from openmall.commerce.supply.users import store as supplier_user_store
from openmall.contract.call import Call
from openmall.contract.change import differences, merged, sent_fields
from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import current, read_setting, write_setting
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.operation import NoEffect
from openmall.contract.params import EntityNo, Flag, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.contract.resource import Resource
from openmall.contract.shipping import require_tiers

_OF_COUNTRIES: Final = frozenset(
    ("oversea_shipping_country_list", "country_shipping_fee_list", "oversea_additional_fee_list")
)
"""Lists of the settings with a country in each row."""
_CHOICE: Final = "shipping_company_type"


class CarrierChoice(Struct, frozen=True, kw_only=True):
    """The carrier that takes the parcels of the shop, which is its default carrier."""

    carrier_id: EntityNo
    is_selected: Flag = "T"
    """T: it takes them from now on; F: no longer, the oldest other carrier does."""


def _parameters() -> type[ShopParams]:
    """Return the parameters of an update: fields of the settings, and the choice of a carrier."""
    fields = changes_of(
        Shipping,
        after={
            "prepaid_shipping_fee": ("product_weight",),
            "individual_fee_calculation_type": ("hs_code", "country_hs_code"),
        },
    )
    found = defstruct(
        fields.__name__,
        [(_CHOICE, CarrierChoice | UnsetType, UNSET)],
        bases=(fields,),
        module=__name__,
        frozen=True,
        kw_only=True,
    )
    assert issubclass(found, ShopParams)
    return found


ShippingChange: Final = _parameters()


async def change(call: Call, params: ShopParams) -> Shipping:
    """Update store shipping/return settings.

    Absent fields are left alone, objects merged, lists replaced; identical content is 409.
    """
    sent = sent_fields(params)
    before = await current(call, Shipping, to_change=True)
    after = merged(before, sent)
    await _require(call, after)
    for name in _OF_COUNTRIES & sent.keys():
        known = {each.country_code for each in getattr(before, name)}
        # a shop that stored two other capitals before they were checked may send them back
        new = {each.country_code for each in getattr(after, name)} - known
        require_countries(sorted(new), parameter=f"{name}.country_code")
    chosen = _CHOICE in sent and await _choose(call, sent[_CHOICE])
    if after == before:
        if not chosen:
            raise NotModified()
        return after
    await write_setting(call.db, call.seal, after)
    call.journal("shipping", differences(before, after))
    return after


async def _choose(call: Call, choice: CarrierChoice) -> bool:
    """Make a carrier the default, or no longer; return whether that changed something.

    Raises Invalid (422) for a carrier that the shop does not have, and for its only one.
    """
    change = CarrierChange(
        shop_no=call.shop_no,
        carrier_id=choice.carrier_id,
        default_shipping_carrier=choice.is_selected,
    )
    try:
        await carriers.change(call, change)
    except NotModified:
        return False
    except NotFound:
        raise Invalid(
            NO_SUCH, parameter=f"{_CHOICE}.carrier_id", resource=Phrase("carrier")
        ) from None
    except Invalid as refusal:
        raise Invalid(refusal.reason, parameter=f"{_CHOICE}.is_selected") from None
    return True


async def _require(call: Call, after: Shipping) -> None:
    """Raise Invalid (422) for contradictions and unknown suppliers."""
    require_period(after.shipping_period, parameter="shipping_period")
    tiers = [(each.min_value, each.max_value) for each in after.shipping_rates]
    require_tiers(tiers, parameter="shipping_rates")
    require_country_tiers(after.country_shipping_fee_list, parameter="country_shipping_fee_list")
    for ref in after.applicable_suppliers:
        try:
            code = await supplier_user_store.supplier_of(call, ref.supplier_id)
        except NotFound:
            code = ""
        if code != ref.supplier_code:
            raise Invalid(
                NO_SUCH, parameter="applicable_suppliers.supplier_id", resource=Phrase("supplier")
            )


_PUT_SHOWS = (
    "shop_no", "shipping_method", "shipping_etc", "shipping_period", "shipping_fee_type",
    "shipping_rates", "shipping_fee_criteria", "prepaid_shipping_fee", "product_weight",
    "oversea_shipping_country", "oversea_shipping_country_list", "country_shipping_fee",
    "country_shipping_fee_list", "international_shipping_insurance", "return_address",
    "package_volume",
)  # fmt: skip

_SHIPPING: Final = Resource(Shipping, area="shipping", key="shipping")

retrieve: Final = read_setting(Shipping)

OPERATIONS = [
    _SHIPPING.get("shipping", retrieve, takes=ShopParams),
    _SHIPPING.put(
        "shipping",
        change,
        takes=ShippingChange,
        shows=_PUT_SHOWS,
        refuses={
            "international_shipping_fee_criteria": NoEffect(
                "No express service is connected, whose table of fees it would be", harmless="B"
            ),
        },
    ),
]

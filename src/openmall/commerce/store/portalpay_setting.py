"""Portal-pay settings: the contract with a portal's payment centre, created once in each shop.

Specification: "Portalpay setting"; "Create portal-pay settings"; "Update portal-pay settings".
"""

from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from openmall.contract import patterns
from openmall.contract.crud.settings import Setting, change_setting, create_setting, read_setting
from openmall.contract.labels import Label
from openmall.contract.params import SECRET, Flag, Secret, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.resource import Resource

AuthenticationKey = Annotated[str, Meta(max_length=50, pattern=patterns.NAME, extra=SECRET)]
Text = Annotated[str, Meta(min_length=1, max_length=100)]
Key = Annotated[str, Meta(min_length=1, max_length=200, extra=SECRET)]
OrderPage = Annotated[str, Meta(pattern=patterns.pattern(r"^[TFYN]\Z", "T, F, Y or N"))]
"""N, as the payment centre writes its no here; T, F and Y are taken too."""
Design = Annotated[
    str,
    Meta(
        pattern=patterns.pattern(
            r"^[A-Z]{1,3}\|[0-9]{1,2}\|[0-9]{1,2}\Z", "a button design, as in A|1|2"
        )
    ),
]
"""A button's kind, colour and number: `A|1|2`."""


class PortalpaySetting(Setting, frozen=True, kw_only=True):
    """A shop's portal-pay settings."""

    called: ClassVar[Phrase] = Phrase("portalpay setting")

    authentication_key: Secret | None = None
    portalpay_version: str = "2.1"
    shop_id: str
    is_button_show: Flag = "T"
    is_used_order: Flag = "T"
    is_used_review: Flag = "T"
    is_show_review: Flag = "T"
    is_order_page: str = "N"
    certi_key: Secret
    image_key: Secret
    portal_button_pc_product: str = "A|1|2"
    portal_button_pc_basket: str = "A|1|1"
    portal_button_mobile_product: str = "MA|1|2"
    portal_button_mobile_basket: str = "MA|1|1"


class ShownPortalpay(PortalpaySetting, frozen=True, kw_only=True):
    """The settings as responses show them: the payment centre's clients expect the shop number as
    text.
    """

    shop_no: str  # type: ignore[assignment] # the one operation that answers it as text


class PortalpayDraft(ShopParams, frozen=True, kw_only=True):
    """The parameters for creating portal-pay settings."""

    authentication_key: AuthenticationKey | None = None
    portalpay_version: Text = "2.1"
    shop_id: Text
    is_button_show: Flag = "T"
    is_used_order: Flag = "T"
    is_used_review: Flag = "T"
    is_show_review: Flag = "T"
    is_order_page: OrderPage = "N"
    certi_key: Key
    image_key: Key
    portal_button_pc_product: Design = "A|1|2"
    portal_button_pc_basket: Design = "A|1|1"
    portal_button_mobile_product: Design = "MA|1|2"
    portal_button_mobile_basket: Design = "MA|1|1"


class PortalpayChange(ShopParams, frozen=True, kw_only=True):
    """The changes to portal-pay settings; null removes the key."""

    authentication_key: (
        Annotated[AuthenticationKey | None, Label("Key of the payment centre")] | UnsetType
    ) = UNSET


def _shown(setting: PortalpaySetting) -> ShownPortalpay:
    values = msgspec.structs.asdict(setting)
    return ShownPortalpay(**{**values, "shop_no": str(setting.shop_no)})


_PORTALPAY: Final = Resource(PortalpaySetting, area="store", key="portalpay", restricted=True)

OPERATIONS = [
    _PORTALPAY.giving(ShownPortalpay).get(
        "portalpay/setting", read_setting(PortalpaySetting, _shown), takes=ShopParams
    ),
    _PORTALPAY.post(
        "portalpay/setting",
        create_setting(PortalpaySetting, PortalpayDraft),
        takes=PortalpayDraft,
    ),
    _PORTALPAY.put(
        "portalpay/setting",
        change_setting(PortalpaySetting, PortalpayChange),
        takes=PortalpayChange,
        shows=("shop_no", "authentication_key"),
    ),
]

"""Automatic mails of a shop: on which occasions customers, managers and suppliers get one.

Operations of a later version; `type` is the code of an occasion in `commerce/messages`.
"""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.notification.refusals import NO_SUCH_AUTOMAIL, SUPPLIER_MAIL_ONLY_OF_ORDERS
from openmall.contract.call import Call
from openmall.contract.change import differences
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.labels import Hint, Label
from openmall.contract.params import Flag, ShopParams
from openmall.contract.refusals import IDENTICAL
from openmall.contract.resource import Resource

OF_ORDERS: Final = frozenset({"order_received", "payment_confirmed", "order_cancelled"})
"""Occasions that suppliers of the ordered products can be told of."""
OF_CUSTOMERS_ALONE: Final = frozenset({"password_reset", "invitation"})
"""Occasions whose mail holds a secret for its customer: always sent, and to nobody else."""
_ALWAYS: Final = OF_CUSTOMERS_ALONE | {"contact_changed"}
"""Occasions of the security of an account, which no shop switches off."""


class Audience(Struct, frozen=True, kw_only=True):
    """Who gets a mail on an occasion."""

    use_customer: Flag = "T"
    use_admin: Flag = "F"
    use_supplier: Flag = "F"


class AutomailsSetting(Setting, frozen=True, kw_only=True):
    """The automatic mails of a shop, as stored: by occasion, those that differ from a new shop."""

    audiences: dict[str, Audience] = {}

    def audience(self, occasion: str) -> Audience:
        """Return who gets a mail on an occasion."""
        return self.audiences.get(occasion, Audience())


class Automail(Struct, frozen=True, kw_only=True):
    """An automatic mail of a shop."""

    shop_no: int
    type: str
    """The occasion: `order_received`, `shipment_started` and so on."""
    use_customer: Flag
    """It is sent to the customer."""
    use_admin: Flag
    """It is sent to the shop's own address for notifications."""
    use_supplier: Flag
    """It is sent to the suppliers of the ordered products."""


class AutomailChange(ShopParams, frozen=True, kw_only=True):
    type: str
    use_customer: Annotated[Flag, Label("To the customer")] | UnsetType = UNSET
    use_admin: Annotated[Flag, Label("To the shop's own address")] | UnsetType = UNSET
    use_supplier: (
        Annotated[
            Flag,
            Label("To suppliers of the ordered products"),
            Hint("On occasions of orders only."),
        ]
        | UnsetType
    ) = UNSET


def types() -> list[str]:
    """Return the occasions whose mails a shop may switch, in the order of the catalogue."""
    return [code for code in CATALOGUE.occasions if code not in _ALWAYS]


async def retrieve(call: Call, params: ShopParams) -> Sequence[Automail]:
    """Retrieve automated email settings."""
    setting = await current(call, AutomailsSetting)
    return [_shown(call.shop_no, code, setting.audience(code)) for code in types()]


async def update(call: Call, change: AutomailChange) -> Automail:
    """Update automated email settings.

    Raises Invalid (422) for an unknown type, and for suppliers on an occasion that is about no
    order; NotModified (409) when nothing changes.
    """
    if change.type not in types():
        raise Invalid(NO_SUCH_AUTOMAIL, parameter="type")
    if change.use_supplier == "T" and change.type not in OF_ORDERS:
        raise Invalid(SUPPLIER_MAIL_ONLY_OF_ORDERS, parameter="use_supplier")
    before = await current(call, AutomailsSetting, to_change=True)
    was = before.audience(change.type)
    sent = {
        name: value
        for name in ("use_customer", "use_admin", "use_supplier")
        if (value := getattr(change, name)) is not UNSET
    }
    becomes = replace(was, **sent)
    if becomes == was:
        raise NotModified(IDENTICAL)
    await write_setting(
        call.db, call.seal, replace(before, audiences={**before.audiences, change.type: becomes})
    )
    call.journal(f"automatic mail {change.type}", differences(was, becomes))
    return _shown(call.shop_no, change.type, becomes)


def _shown(shop_no: int, code: str, audience: Audience) -> Automail:
    return Automail(
        shop_no=shop_no,
        type=code,
        use_customer=audience.use_customer,
        use_admin=audience.use_admin,
        use_supplier=audience.use_supplier,
    )


_AUTOMAILS: Final = Resource(Automail, area="notification", key="automails")

OPERATIONS = [
    _AUTOMAILS.listing("automails", retrieve, takes=ShopParams),
    _AUTOMAILS.put("automails", update, takes=AutomailChange, objects=100),
]

"""The key that the mall's generated codes are computed with; it is sealed and never answered."""

from openmall.commerce.promotion.serialcoupons import derivation
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.params import Secret

_MALL: int = 0
"""Shop number of settings of the whole mall."""


class SerialCodeKey(Setting, frozen=True, kw_only=True):
    """The key of the mall's generated codes; None before the first are generated."""

    key: Secret | None = None


async def find(call: Call) -> str | None:
    """Return the mall's key; None: no codes were generated."""
    with call.in_shop(_MALL):
        return (await current(call, SerialCodeKey)).key


async def ensure(call: Call) -> str:
    """Return the mall's key, which is made the first time."""
    with call.in_shop(_MALL):
        found = (await current(call, SerialCodeKey)).key
        if found is None:
            # the row is locked: of calls that come at once, one makes the key
            found = (await current(call, SerialCodeKey, to_change=True)).key
    if found is None:
        found = derivation.new_key()
        setting = SerialCodeKey(shop_no=_MALL, key=found)
        await write_setting(call.db, call.seal, setting)
    return found

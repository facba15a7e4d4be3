"""The key that the mall's generated codes are computed with; it is sealed and never answered."""

import copy

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
    return (await current(_of_mall(call), SerialCodeKey)).key


async def ensure(call: Call) -> str:
    """Return the mall's key, which is made the first time."""
    of_mall = _of_mall(call)
    found = (await current(of_mall, SerialCodeKey)).key
    if found is None:
        # the row is locked: of calls that come at once, one makes the key
        found = (await current(of_mall, SerialCodeKey, to_change=True)).key
    if found is None:
        found = derivation.new_key()
        setting = SerialCodeKey(shop_no=_MALL, key=found)
        await write_setting(call.db, call.seal, setting)
    return found


def _of_mall(call: Call) -> Call:
    of_mall = copy.copy(call)
    of_mall.shop_no = _MALL
    return of_mall

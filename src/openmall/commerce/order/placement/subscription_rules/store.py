"""SQL of rules of subscriptions."""

from typing import Final

import msgspec
from msgspec import UNSET, UnsetType
from sqlalchemy import bindparam, delete, func, insert, select, update

from openmall.commerce.order.placement.subscription_rules.shape import Rule
from openmall.commerce.order.placement.subscription_rules.tables import RULE
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database.statements import Statement

MOST: Final = 100
"""Rules of a shop: all of them are read where a product is looked for."""
_R: Final = RULE.c
_RULE: Final = msgspec.json.Decoder(Rule)
_HERE: Final = (_R.mall_id == bindparam("mall_id"), _R.shop_no == bindparam("shop_no"))
_ONE: Final = (*_HERE, _R.subscription_no == bindparam("number"))
_ALL: Final = Statement(
    select(_R.content).where(*_HERE).order_by(_R.subscription_no.desc()).limit(bindparam("most"))
)
_GET: Final = Statement(select(_R.content).where(*_ONE))
_LOCK: Final = Statement(select(_R.content).where(*_ONE).with_for_update())
_COUNT: Final = Statement(select(func.count()).select_from(RULE).where(*_HERE))
_ADD: Final = Statement(insert(RULE).values({c.name: bindparam(c.name) for c in _R}))
_UPDATE: Final = Statement(update(RULE).where(*_ONE).values(content=bindparam("text")))
_REMOVE: Final = Statement(delete(RULE).where(*_ONE))


async def every(call: Call) -> list[Rule]:
    """Return the rules of the call's shop, the newest first."""
    rows = await call.db.all(_ALL, shop_no=call.shop_no, most=MOST)
    return [_RULE.decode(content) for (content,) in rows]


async def page(call: Call, number: int | UnsetType) -> list[Rule]:
    """Return the rules of the call's shop, or the one with the number."""
    if number is UNSET:
        return await every(call)
    row = await call.db.one(_GET, shop_no=call.shop_no, number=number)
    return [] if row is None else [_RULE.decode(row[0])]


async def lock(call: Call, number: int) -> Rule:
    """Return a rule of the call's shop, locked until this transaction ends. Raises NotFound."""
    row = await call.db.one(_LOCK, shop_no=call.shop_no, number=number)
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="subscription_no", resource=Phrase("rule"))
    return _RULE.decode(row[0])


async def count(call: Call) -> int:
    """Return the number of rules of the call's shop."""
    row = await call.db.one(_COUNT, shop_no=call.shop_no)
    return int(row[0]) if row else 0


async def add(call: Call, rule: Rule) -> None:
    """Add a rule."""
    number, text = rule.subscription_no, _text(rule)
    await call.db.run(_ADD, shop_no=rule.shop_no, subscription_no=number, content=text)


async def change(call: Call, rule: Rule) -> None:
    """Update a rule."""
    await call.db.run(_UPDATE, shop_no=rule.shop_no, number=rule.subscription_no, text=_text(rule))


async def remove(call: Call, rule: Rule) -> None:
    """Delete a rule."""
    await call.db.run(_REMOVE, shop_no=rule.shop_no, number=rule.subscription_no)


def _text(rule: Rule) -> str:
    return msgspec.json.encode(rule).decode()

"""SQL of claims."""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import bindparam, insert, select, update

from openmall.commerce.order.claims.shape import Claim
from openmall.commerce.order.claims.tables import CLAIM
from openmall.contract.call import Call
from openmall.contract.moments import moment, seconds
from openmall.database import sequences
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue

_C: Final = CLAIM.c
_CLAIM: Final = msgspec.json.Decoder(Claim)
_HERE: Final = _C.mall_id == bindparam("mall_id")
_ONE: Final = (_HERE, _C.claim_code == bindparam("key"))
_GET: Final = Statement(select(_C.content).where(*_ONE, _C.shop_no == bindparam("shop_no")))
_OF_ORDERS: Final = Statement(
    select(_C.content).where(_HERE, InList(_C.order_id, "order_ids")).order_by(_C.claim_code)
)
_COLLECTED: Final = Statement(
    select(_C.content).where(
        _HERE, _C.request_no == bindparam("request_no"), _C.shop_no == bindparam("shop_no")
    )
)
_ADD: Final = Statement(insert(CLAIM).values({c.name: bindparam(c.name) for c in CLAIM.c}))
_CHANGING: Final = ("requested_date", "accepted_date", "completed_date", "request_no", "content")
_SET: Final = Statement(
    update(CLAIM).where(*_ONE).values({name: bindparam(name) for name in _CHANGING})
)


async def new_code(call: Call, letter: str) -> str:
    """Return the code of a new claim: `C20260301-0000007`, its day and its number of that day."""
    day = moment(call.clock.now()).strftime("%Y%m%d")
    return f"{letter}{day}-{await sequences.allocate(call.db, f'claim {letter}{day}'):07d}"


async def find(call: Call, claim_code: str) -> Claim | None:
    """Return a claim of the call's shop."""
    row = await call.db.one(_GET, key=claim_code, shop_no=call.shop_no)
    return None if row is None else _CLAIM.decode(row[0])


async def of_collection(call: Call, request_no: int) -> Claim | None:
    """Return the claim with the number of a collection."""
    row = await call.db.one(_COLLECTED, request_no=request_no, shop_no=call.shop_no)
    return None if row is None else _CLAIM.decode(row[0])


async def of_orders(call: Call, order_ids: Sequence[str]) -> list[Claim]:
    """Return the claims of orders in the order of their codes, in one statement."""
    rows = await call.db.all(_OF_ORDERS, order_ids=list(order_ids))
    return [_CLAIM.decode(content) for (content,) in rows]


async def add(call: Call, claim: Claim) -> None:
    """Add a claim."""
    await call.db.run(
        _ADD,
        claim_code=claim.claim_code,
        shop_no=claim.shop_no,
        order_id=claim.order_id,
        kind=claim.kind,
        **_changing(claim),
    )


async def change(call: Call, claim: Claim) -> None:
    """Update a claim."""
    await call.db.run(_SET, key=claim.claim_code, **_changing(claim))


def _changing(claim: Claim) -> dict[str, BoundValue]:
    dates = {
        name: None if (at := getattr(claim, name)) is None else seconds(at)
        for name in ("requested_date", "accepted_date", "completed_date")
    }
    return {
        **dates,
        "request_no": claim.request_no or None,
        "content": msgspec.json.encode(claim).decode(),
    }

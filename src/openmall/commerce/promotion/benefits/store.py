"""SQL of benefits."""

from typing import Any, Final

from msgspec import UNSET
from sqlalchemy import (
    ColumnElement,
    Index,
    Select,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from openmall.commerce.partner_projection import due_prices
from openmall.commerce.promotion.benefits.shape import Benefit
from openmall.commerce.promotion.benefits.takes import BenefitFilters, BenefitQuery
from openmall.contract.call import Call
from openmall.contract.crud.json_row import Documents
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Contains, Statement, StatementCache
from openmall.database.text_search.word_search import HasWords
from openmall.database.undo_policies import REVERTED
from openmall.database.values import BoundValue, StoredRow

BENEFIT: Final = shop_table(
    "benefit",
    number("benefit_no"),
    number("shop_no"),
    flag("use_benefit"),
    text("benefit_name"),
    text("benefit_type"),
    number("benefit_start_date", null=True),
    number("benefit_end_date", null=True),
    number("created_date"),
    text("platforms"),
    text("detail"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("benefit_no",),
    wide=True,
)
"""`platforms`: codes in one text, to be searched."""
Index("ix_benefit_listed", BENEFIT.c.mall_id, BENEFIT.c.shop_no, BENEFIT.c.benefit_no)

_MOMENTS: Final = ("benefit_start_date", "benefit_end_date", "created_date")
BENEFITS: Final = Documents(Benefit, BENEFIT, moments=_MOMENTS)
_B: Final = BENEFIT.c
_HERE: Final = (_B.mall_id == bindparam("mall_id"), _B.shop_no == bindparam("shop_no"))
_ONE: Final = (*_HERE, _B.benefit_no == bindparam("number"))
_GET: Final = Statement(select(*BENEFITS.select).where(*_ONE))
_LOCK: Final = Statement(select(*BENEFITS.select).where(*_ONE).with_for_update())
_ADD: Final = Statement(insert(BENEFIT).values({c.name: bindparam(c.name) for c in _B}))
_UPDATE: Final = Statement(
    update(BENEFIT)
    .where(*_ONE)
    .values(
        {
            c.name: bindparam(c.name)
            for c in _B
            if c.name not in ("mall_id", "benefit_no", "shop_no", "created_date")
        }
    )
)
_REMOVE: Final = Statement(delete(BENEFIT).where(*_ONE))
_IN_FORCE: Final = Statement(
    select(*BENEFITS.select).where(*_HERE, _B.use_benefit == "T").order_by(_B.benefit_no)
)
_DATED: Final = {"R": _B.created_date, "S": _B.benefit_start_date, "E": _B.benefit_end_date}
Shape = tuple[tuple[str, Any], ...]


def _conditions(shape: Shape) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [*_HERE]
    for name, how in shape:
        if name == "benefit_name":
            found.append(HasWords(_B.benefit_name, name))
        elif name == "platform_types":
            found.append(or_(*(Contains(_B.platforms, f"platform_{at}") for at in range(how))))
        elif name == "benefit_start_date":
            found.append(_DATED[how] >= bindparam(name))
        elif name == "benefit_end_date":
            found.append(_DATED[how] <= bindparam(name))
        else:
            found.append(_B[name] == bindparam(name))
    return found


def _list(shape: Shape) -> Select[*StoredRow]:
    return (
        select(*BENEFITS.select)
        .where(*_conditions(shape))
        .order_by(_B.benefit_no.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)
_COUNTS: Final = StatementCache(
    lambda shape: select(func.count()).select_from(BENEFIT).where(*_conditions(shape))
)


def _bound(filters: BenefitFilters) -> tuple[Shape, dict[str, BoundValue]]:
    shape: list[tuple[str, Any]] = []
    values: dict[str, BoundValue] = {"shop_no": filters.shop_no}
    for name in ("use_benefit", "benefit_name", "benefit_type"):
        if getattr(filters, name) is not UNSET:
            shape.append((name, True))
            values[name] = getattr(filters, name)
    for name in ("benefit_start_date", "benefit_end_date"):
        if getattr(filters, name) is not UNSET:
            shape.append((name, filters.period_type))
            values[name] = getattr(filters, name)
    if filters.platform_types is not UNSET:
        shape.append(("platform_types", len(filters.platform_types)))
        values |= {f"platform_{at}": each for at, each in enumerate(filters.platform_types)}
    return tuple(shape), values


async def page(call: Call, query: BenefitQuery) -> list[Benefit]:
    """Return a page of benefits, the newest first."""
    shape, values = _bound(query)
    rows = await call.db.all(_LISTS.of(shape), limit=query.limit, offset=query.offset, **values)
    return [BENEFITS.read(row) for row in rows]


async def count(call: Call, filters: BenefitFilters) -> int:
    """Return how many benefits there are."""
    shape, values = _bound(filters)
    row = await call.db.one(_COUNTS.of(shape), **values)
    assert row is not None
    total: int = row[0]
    return total


async def get(call: Call, benefit_no: int, *, to_change: bool = False) -> Benefit:
    """Return a benefit of the call's shop; `to_change` locks it. Raises NotFound (404)."""
    statement = _LOCK if to_change else _GET
    row = await call.db.one(statement, shop_no=call.shop_no, number=benefit_no)
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="benefit_no", resource=Phrase("benefit"))
    return BENEFITS.read(row)


async def in_use(db: Session, shop_no: int) -> list[Benefit]:
    """Return the benefits of a shop that are switched on, by number."""
    return [BENEFITS.read(row) for row in await db.all(_IN_FORCE, shop_no=shop_no)]


async def add(call: Call, benefit: Benefit) -> None:
    """Write a new benefit."""
    await call.db.run(_ADD, **_row(benefit))
    await due_prices.mark(call.db, benefit.shop_no)


async def keep(call: Call, benefit: Benefit) -> None:
    """Write a benefit that was locked."""
    await call.db.run(_UPDATE, number=benefit.benefit_no, **_row(benefit))
    await due_prices.mark(call.db, benefit.shop_no)


def _row(benefit: Benefit) -> dict[str, BoundValue]:
    return {**BENEFITS.row(benefit), "platforms": "".join(benefit.platform_types)}


async def remove(call: Call, benefit_no: int) -> None:
    """Delete a benefit that was locked."""
    await call.db.run(_REMOVE, shop_no=call.shop_no, number=benefit_no)
    await due_prices.mark(call.db, call.shop_no)

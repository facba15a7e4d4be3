"""Own codes that were stored before calls trimmed them: the migration of them, and what it left.

A code with blanks at its ends or invisible characters cannot be named by a call, a form or a file,
which trim what they are sent. Decision 90.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    TableClause,
    Text,
    and_,
    bindparam,
    column,
    not_,
    select,
    table,
    update,
)
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.types import Boolean

from openmall.database.session import Session
from openmall.database.statements import Composed, Process, StatementCache, sql_of
from openmall.database.text_search import trimming
from openmall.database.values import StoredRow


class OwnCode(Struct, frozen=True, kw_only=True):
    """A column of codes that people or apps choose."""

    rows: TableClause
    column: str
    object: tuple[str, ...]
    """Columns that identify the object with the code in a mall; its rows share the code."""
    within: tuple[str, ...] = ()
    """Columns within whose values a code is looked for, besides the mall."""
    capitals: str = ""
    """The column that has the code in capitals, by which it is found; empty: none."""
    names_one: bool = True
    """Whether the code names one object; False: objects may share it (parcels in one box)."""


def _rows(name: str, texts: Sequence[str], numbers: Sequence[str] = ()) -> TableClause:
    typed = [column(each, Text()) for each in ("mall_id", *texts)]
    return table(name, *typed, *(column(each, BigInteger()) for each in numbers))


OWN_CODES: Final = (
    OwnCode(
        rows=_rows("product", ["custom_product_code"], ["product_no"]),
        column="custom_product_code",
        object=("product_no",),
    ),
    OwnCode(
        rows=_rows("variant", ["variant_code", "custom_variant_code"], ["product_no"]),
        column="custom_variant_code",
        object=("product_no", "variant_code"),
    ),
    OwnCode(
        rows=_rows("discount_code", ["discount_code", "code_key"], ["shop_no", "discount_code_no"]),
        column="discount_code",
        object=("discount_code_no",),
        within=("shop_no",),
        capitals="code_key",
    ),
    OwnCode(
        rows=_rows("serial_code", ["serial_code"]),
        column="serial_code",
        object=("serial_code",),
    ),
    OwnCode(
        rows=_rows("payment_gateway_method", ["client_id", "payment_method_code"]),
        column="payment_method_code",
        object=("client_id", "payment_method_code"),
        within=("client_id",),
    ),
    OwnCode(
        rows=_rows("order_parcel", ["order_id", "shipping_code", "tracking_no"]),
        column="tracking_no",
        object=("order_id", "shipping_code"),
        names_one=False,
    ),
)
"""Columns of codes that were stored as sent. A guard asks for every other column of codes."""


class _MayHaveBlanks(Composed[bool]):
    """`column` begins or ends with a blank, or has characters beyond ASCII."""

    inherit_cache = False
    _is_implicitly_boolean = True
    type = Boolean()

    def __init__(self, column: ColumnElement[str]) -> None:
        self.column = column

    def parts(self) -> list[ClauseElement]:
        return [self.column]


@sql_of(_MayHaveBlanks, "sqlite")
def _sqlite_may_have_blanks(element: _MayHaveBlanks, process: Process) -> str:
    return f"{process(element.column)} GLOB '*[^!-~]*'"


@sql_of(_MayHaveBlanks, "postgresql")
def _postgresql_may_have_blanks(element: _MayHaveBlanks, process: Process) -> str:
    name = process(element.column)
    return f"({name} ~ '[[:space:][:cntrl:]]' OR octet_length({name}) <> char_length({name}))"


class KeptCode(Struct, frozen=True, kw_only=True):
    """A stored code that no call can name."""

    mall_id: str
    column: str
    """Table and column."""
    object: str
    """Its product, variant, discount code, ...: the values of its key."""
    code: str
    trimmed: str
    """The code as calls name it; empty: nothing is left of it."""
    taken_by: str
    """The object that has this code; empty: none."""


def trim(connection: Connection) -> int:
    """Trim the codes of every mall, in a migration; return the number of changed rows.

    Kept are those that would be the code of another object, or empty.
    """
    changed = 0
    for own in OWN_CODES:
        in_order = [own.rows.c[name] for name in ("mall_id", *own.object)]
        found = select(*_named(own), own.rows.c.mall_id).where(_may_have_blanks(own))
        for *key, code, mall_id in connection.execute(found.order_by(*in_order)).all():
            trimmed = trimming.code(code)
            if trimmed in ("", code):
                continue
            values = {"mall_id": mall_id, **_values(own, key, trimmed)}
            if own.names_one and connection.execute(_holder(own), values).first() is not None:
                continue
            new = {own.column: trimmed}
            if own.capitals:
                new[own.capitals] = trimmed.upper()
            its = {"mall_id": mall_id, own.column: code, **dict(zip(own.object, key, strict=False))}
            connection.execute(
                update(own.rows)
                .where(*(own.rows.c[name] == value for name, value in its.items()))
                .values(new)
            )
            changed += 1
    return changed


async def kept(db: Session) -> list[KeptCode]:
    """Return the codes of the session's mall that are stored with what calls leave out."""
    found = []
    for at, own in enumerate(OWN_CODES):
        for *key, code in await db.all(_FOUND.of(at)):
            trimmed = trimming.code(code)
            if trimmed == code:
                continue
            holder = None
            if own.names_one and trimmed:
                holder = await db.one(_HOLDERS.of(at), **_values(own, key, trimmed))
            found.append(
                KeptCode(
                    mall_id=db.mall_id,
                    column=f"{own.rows.name}.{own.column}",
                    object=" ".join(map(str, key[: len(own.object)])),
                    code=code,
                    trimmed=trimmed,
                    taken_by="" if holder is None else " ".join(map(str, holder)),
                )
            )
    return found


def _in_mall(own: OwnCode) -> ColumnElement[bool]:
    return own.rows.c.mall_id == bindparam("mall_id", type_=Text())


def _named(own: OwnCode) -> list[ColumnElement[Any]]:
    """Return the columns of an object, those within which it has its code, and the code."""
    return [own.rows.c[name] for name in (*own.object, *own.within, own.column)]


def _may_have_blanks(own: OwnCode) -> ColumnElement[bool]:
    return _MayHaveBlanks(own.rows.c[own.column])


def _bound(own: OwnCode, name: str) -> ColumnElement[bool]:
    its = own.rows.c[name]
    equal: ColumnElement[bool] = its == bindparam(f"key_{name}", type_=its.type)
    return equal


def _is_object(own: OwnCode) -> list[ColumnElement[bool]]:
    return [_bound(own, name) for name in own.object]


def _values(own: OwnCode, key: Sequence[Any], trimmed: str) -> dict[str, Any]:
    names = dict.fromkeys(own.object + own.within)
    found = dict(zip((*own.object, *own.within), key, strict=True))
    wanted = trimmed.upper() if own.capitals else trimmed
    return {f"key_{name}": found[name] for name in names} | {"wanted": wanted}


def _holder(own: OwnCode) -> Select[*StoredRow]:
    """Return the query of another object that has a code already."""
    columns = [own.rows.c[name] for name in own.object]
    code = own.rows.c[own.capitals or own.column]
    return (
        select(*columns)
        .where(
            _in_mall(own),
            *(_bound(own, name) for name in own.within),
            code == bindparam("wanted", type_=Text()),
            not_(and_(*_is_object(own))),
        )
        .limit(1)
    )


_FOUND: Final = StatementCache(
    lambda at: (
        select(*_named(OWN_CODES[at]))
        .distinct()
        .where(_in_mall(OWN_CODES[at]), _may_have_blanks(OWN_CODES[at]))
        .order_by(*(OWN_CODES[at].rows.c[name] for name in OWN_CODES[at].object))
    )
)
_HOLDERS: Final = StatementCache(lambda at: _holder(OWN_CODES[at]))

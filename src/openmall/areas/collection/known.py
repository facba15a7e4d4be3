"""Which codes of brands, manufacturers, classifications and trends a mall has."""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import bindparam, select

from openmall.areas.collection.tables import DEFAULTS, TABLES
from openmall.contract.call import Call
from openmall.database.statements import InList, Statement

_KNOWN: Final = {
    name: Statement(
        # shared locks: who deletes a brand waits until the product that names it is there
        select(table.c[name])
        .where(table.c.mall_id == bindparam("mall_id"), InList(table.c[name], "codes"))
        .with_for_update(read=True)
    )
    for name, table in TABLES.items()
}


async def unknown(call: Call, wanted: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return those of the `wanted` codes that the mall does not have.

    `wanted`: parameter, such as `brand_code` -> codes. They are locked until the transaction ends.
    """
    missing: dict[str, set[str]] = {}
    for name, statement in _KNOWN.items():
        codes = wanted.get(name, set()) - {DEFAULTS[name]}
        if codes:
            rows = await call.db.all(statement, codes=sorted(codes))
            missing[name] = codes - {row[0] for row in rows}
    return {name: codes for name, codes in missing.items() if codes}

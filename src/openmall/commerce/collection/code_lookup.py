"""Looks up the codes that products refer to."""

from collections.abc import Mapping

from sqlalchemy import Table, bindparam, select

from openmall.contract.call import Call
from openmall.database.statements import InList, Statement


class CodeLookup:
    """The codes stored in `tables`, and those of `defaults`, which every mall has without a row.

    Both are keyed by the product's field, such as `brand_code`.
    """

    def __init__(self, tables: Mapping[str, Table], defaults: Mapping[str, str]) -> None:
        self._defaults = defaults
        self._locked = {
            name: Statement(
                # shared locks: who deletes a brand waits until the product that names it is there
                select(table.c[name])
                .where(table.c.mall_id == bindparam("mall_id"), InList(table.c[name], "codes"))
                .with_for_update(read=True)
            )
            for name, table in tables.items()
        }

    async def unknown(self, call: Call, named: Mapping[str, set[str]]) -> dict[str, set[str]]:
        """Return the `named` codes that the mall does not have.

        `named`: field, such as `brand_code` -> codes. The rows found are locked until the
        transaction ends.
        """
        missing: dict[str, set[str]] = {}
        for name, statement in self._locked.items():
            codes = named.get(name, set()) - {self._defaults[name]}
            if codes:
                rows = await call.db.all(statement, codes=sorted(codes))
                missing[name] = codes - {row[0] for row in rows}
        return {name: codes for name, codes in missing.items() if codes}

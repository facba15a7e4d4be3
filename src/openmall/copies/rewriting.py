"""What changes in the rows of a mall that is read back: its id, and what is sealed.

The column `mall_id` is not among it: the session that writes a row binds it.
"""

from collections.abc import AsyncIterator
from typing import Any, Final

from msgspec import Struct

from openmall.copies import facts, tables
from openmall.copies.making import NotPossible
from openmall.copies.sources import Pages, Source
from openmall.database.seal import Seal, SealBroken
from openmall.standard import settings
from openmall.webhooks import sealing

Values = dict[str, Any]
_KEYS: Final = ("api_key", "secret", "old_secret")
_AHEAD: Final = 1_000_000


class Rewriting(Struct, frozen=True, kw_only=True):
    """How the rows of a mall become those of another, or of one in another installation."""

    was: str
    becomes: str
    """Ids of the mall."""
    old: Seal
    new: Seal
    """What opens its secrets, and what seals them from now on."""
    ahead: bool
    """The engine may remember the numbers of facts of this id that the copy does not know."""

    @property
    def renamed(self) -> bool:
        return self.was != self.becomes

    def of(self, table: str, values: Values) -> Values:
        """Return a row as it is written. Raises SealBroken."""
        match table:
            case "setting":
                values["content"] = settings.resealed(
                    values["content"],
                    name=values["name"],
                    shop_no=values["shop_no"],
                    was=(self.was, self.old),
                    becomes=(self.becomes, self.new),
                )
            case "webhook_subscription":
                for key in _KEYS:
                    values[key] = sealing.resealed(
                        values["client_id"], values[key], was=self.old, becomes=self.new
                    )
            case "fact_batch":
                values["content"] = facts.renamed(values["content"], self.becomes)
            case "sessionised" if self.ahead:
                values["batch_no"] += _AHEAD
        return values


class NumbersAhead:
    """A source of which the facts of every mall go on under numbers that nobody has used."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.columns = source.columns

    async def rows(self, table: str) -> Pages:
        at = self.columns[table].index("batch_no") if table == "sessionised" else None
        async for page in self._source.rows(table):
            if at is None:
                yield page
            else:
                yield [[*row[:at], row[at] + _AHEAD, *row[at + 1 :]] for row in page]


async def require_open(source: Source, rewriting: Rewriting, clients: frozenset[str]) -> None:
    """Raise NotPossible unless every secret of a mall can be opened, before anything is written."""
    try:
        for table in ("setting", "webhook_subscription"):
            async for values in rows_of(source, table, rewriting.was, clients):
                rewriting.of(table, values)
    except SealBroken as error:
        raise NotPossible(
            f"{error}: name the key file of the installation the copy was made in"
        ) from None


async def rows_of(
    source: Source, table: str, mall_id: str, clients: frozenset[str]
) -> AsyncIterator[Values]:
    """Go through the rows of a table that are of a mall, or of the apps in it."""
    columns = source.columns.get(table)
    if columns is None:
        return
    if table in tables.OF_APPS:
        at, wanted = columns.index("client_id"), clients
    else:
        at, wanted = columns.index(tables.column_of(table)), frozenset({mall_id})
    async for page in source.rows(table):
        for row in page:
            if row[at] in wanted:
                yield dict(zip(columns, row, strict=True))


def _sealed(table: str, values: Values) -> list[tuple[str, str]]:
    if table == "webhook_subscription":
        return [(sealing.about(values["client_id"]), values[key]) for key in _KEYS if values[key]]
    if table == "setting":
        return settings.sealed(
            values["content"],
            mall_id=values["mall_id"],
            name=values["name"],
            shop_no=values["shop_no"],
        )
    return []


async def unopened(source: Source, seal: Seal) -> int:
    """Return how many secrets of a source a seal does not open."""
    broken = 0
    for table in ("setting", "webhook_subscription"):
        columns = source.columns.get(table, [])
        if not columns:
            continue
        async for page in source.rows(table):
            for row in page:
                for about, text in _sealed(table, dict(zip(columns, row, strict=True))):
                    try:
                        seal.open(text, about=about)
                    except SealBroken:
                        broken += 1
    return broken

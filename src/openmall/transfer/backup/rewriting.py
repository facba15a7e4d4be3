"""Rewrites the rows of a restored mall for its new id and the installation's seal.

The column `mall_id` is left alone: the session that writes a row binds it.
"""

from collections.abc import AsyncIterator
from typing import Any, Final

from msgspec import Struct

from openmall.contract.crud import settings
from openmall.database.seal import Seal, SealBroken
from openmall.events.webhooks import sealed_keys
from openmall.transfer.backup import facts, tables
from openmall.transfer.backup.creation import NotPossible
from openmall.transfer.backup.sources import Pages, Source

Values = dict[str, Any]
_KEYS: Final = ("api_key", "secret", "old_secret")
_BATCH_NUMBER_OFFSET: Final = 1_000_000


class Rewriting(Struct, frozen=True, kw_only=True):
    """Ids and seals of a mall in the backup and in this installation."""

    was: str
    becomes: str
    """Ids of the mall."""
    old: Seal
    new: Seal
    """The seals that open its secrets, and that close them here."""
    ahead: bool
    """Raise batch numbers of facts: the engine may know later batches than the backup."""

    @property
    def renamed(self) -> bool:
        return self.was != self.becomes

    def of(self, table: str, values: Values) -> Values:
        """Return the row of a table as it is stored here. Raises SealBroken."""
        match table:
            case "setting":
                values["content"] = settings.reseal(
                    values["content"],
                    name=values["name"],
                    shop_no=values["shop_no"],
                    before=(self.was, self.old),
                    after=(self.becomes, self.new),
                )
            case "webhook_subscription":
                for key in _KEYS:
                    values[key] = sealed_keys.resealed(
                        values["client_id"], values[key], was=self.old, becomes=self.new
                    )
            case "fact_batch":
                values["content"] = facts.renamed(values["content"], self.becomes)
            case "sessionised" if self.ahead:
                values["batch_no"] += _BATCH_NUMBER_OFFSET
        return values


class WithNewBatchNumbers:
    """A source whose malls continue with batch numbers of facts that were never used."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.columns = source.columns

    async def rows(self, table: str) -> Pages:
        at = self.columns[table].index("batch_no") if table == "sessionised" else None
        async for page in self._source.rows(table):
            if at is None:
                yield page
            else:
                yield [[*row[:at], row[at] + _BATCH_NUMBER_OFFSET, *row[at + 1 :]] for row in page]


async def require_secrets_open(
    source: Source, rewriting: Rewriting, clients: frozenset[str]
) -> None:
    """Raise NotPossible unless every secret of a mall can be opened. Call it before writing."""
    try:
        for table in ("setting", "webhook_subscription"):
            async for values in rows_of(source, table, rewriting.was, clients):
                rewriting.of(table, values)
    except SealBroken as error:
        raise NotPossible(
            f"{error}: name the key file of the installation the copy was made in"
        ) from None


async def require_known_settings(source: Source) -> None:
    """Raise UnknownSetting unless this program has all settings of a copy."""
    columns = source.columns.get("setting")
    if columns is not None:
        at = columns.index("name")
        async for page in source.rows("setting"):
            for row in page:
                settings.kind_of(row[at])


async def rows_of(
    source: Source, table: str, mall_id: str, clients: frozenset[str]
) -> AsyncIterator[Values]:
    """Iterate over the rows of a table that belong to a mall, or to one of its apps."""
    columns = source.columns.get(table)
    if columns is None:
        return
    if tables.holds_apps(table):
        at, selected_values = columns.index("client_id"), clients
    else:
        at, selected_values = columns.index(tables.mall_column(table)), frozenset({mall_id})
    async for page in source.rows(table):
        for row in page:
            if row[at] in selected_values:
                yield dict(zip(columns, row, strict=True))

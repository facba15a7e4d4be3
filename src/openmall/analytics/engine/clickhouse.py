"""ClickHouse: facts on a server of their own, for more than one machine.

An insert is whole only within a month: a batch is inserted month by month, each under a token that
identifies it, so that a repeated insert adds nothing.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, Protocol
from urllib.parse import urlsplit

import httpx
import msgspec
from sqlalchemy import SelectBase

from openmall.analytics.engine import layout
from openmall.analytics.engine.engine import Batch, Cell, EngineAway, TooLong, Values
from openmall.analytics.engine.sql_compiler import compile_question
from openmall.analytics.facts.tables import SALE_WITHDRAWAL, WITHDRAWN
from openmall.analytics.facts.values import Fact

SCHEMES: Final = {"clickhouse": ("http", 8123), "clickhouses": ("https", 8443)}
"""Scheme of the setting -> that of the server's HTTP interface, and its port."""

_AS_STANDARD: Final = (
    # sums of nothing and what an outer join does not find are null, as in every other engine
    "aggregate_functions_null_for_empty = 1, join_use_nulls = 1, union_default_mode = 'DISTINCT',"
    " prefer_column_name_to_alias = 1, output_format_json_quote_64bit_integers = 0"
)
_ESCAPED: Final = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\0": "\\0"})


_WITHDRAWN_AT_ONCE: Final = 100
"""Withdrawn sales of one statement."""


class _Rows(msgspec.Struct, frozen=True):
    data: list[tuple[Cell, ...]]


_ROWS: Final = msgspec.json.Decoder(_Rows)


class Server(Protocol):
    """Carries out statements of ClickHouse: over HTTP, or, in tests, in this very process."""

    async def carry_out(
        self, statement: str, values: Mapping[str, str], content: bytes = b""
    ) -> bytes:
        """Return what a statement answers. `content`: what it adds.

        Raises EngineAway, TooLong.
        """
        ...

    async def close(self) -> None: ...


class OverHttp:
    """A server that is asked over HTTP."""

    def __init__(self, url: str, *, seconds: float) -> None:
        """Take `clickhouse://user:password@host:port/database`. Raises ValueError."""
        parts = urlsplit(url)
        if parts.scheme not in SCHEMES or not parts.hostname:
            raise ValueError("analytics_engine: expected clickhouse://user:password@host/database")
        scheme, port = SCHEMES[parts.scheme]
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        headers = {"X-ClickHouse-User": parts.username or "default"}
        if parts.password:
            headers["X-ClickHouse-Key"] = parts.password
        self._database = parts.path.strip("/") or "default"
        self._client = httpx.AsyncClient(
            base_url=f"{scheme}://{host}:{parts.port or port}", headers=headers, timeout=seconds
        )

    async def carry_out(
        self, statement: str, values: Mapping[str, str], content: bytes = b""
    ) -> bytes:
        params = {"database": self._database, "query": statement}
        params |= {f"param_{name}": value for name, value in values.items()}
        try:
            answer = await self._client.post("/", params=params, content=content)
        except httpx.ReadTimeout as error:
            raise TooLong("the server took too long") from error
        except httpx.HTTPError as error:
            raise EngineAway(f"{type(error).__name__}: {error}") from error
        if answer.status_code != 200:
            if "TIMEOUT_EXCEEDED" in answer.text:
                raise TooLong("a question took longer than questions may")
            raise EngineAway(answer.text[:500])
        return answer.content

    async def close(self) -> None:
        await self._client.aclose()


class ClickHouse:
    """The engine on a server; its tables are made at first need."""

    def __init__(self, server: Server, *, seconds: float = 10.0) -> None:
        """`seconds`: longest a question may take."""
        self._server = server
        self._ending = f" SETTINGS {_AS_STANDARD}, max_execution_time = {max(1, int(seconds))}"
        self._is_laid_out = False

    async def keep(self, batches: Sequence[Batch]) -> None:
        await self._lay_out()
        for batch in sorted(batches, key=lambda each: each.number):
            for name in sorted(batch.rows):
                await self._add(batch, name)
            withdrawals = batch.rows.get(SALE_WITHDRAWAL.name, ())
            for at in range(0, len(withdrawals), _WITHDRAWN_AT_ONCE):
                await self._withdraw(withdrawals[at : at + _WITHDRAWN_AT_ONCE])

    async def _withdraw(self, rows: Sequence[Sequence[Fact]]) -> None:
        """Remove the facts of withdrawn sales; idempotent, as later facts have other moments."""
        names = list(SALE_WITHDRAWAL.c.keys())
        conditions = [
            f'"mall_id" = {_text(str(row["mall_id"]))} AND "shop_no" = {int(row["shop_no"])}'
            f' AND "order_id" = {_text(str(row["order_id"]))}'
            f' AND "day" BETWEEN {int(row["first_day"])} AND {int(row["last_day"])}'
            f' AND "at" % 1000 = {int(row["millisecond"])}'
            for row in (dict(zip(names, each, strict=True)) for each in rows)
        ]
        where = " OR ".join(f"({each})" for each in conditions)
        for table in WITHDRAWN:
            await self._server.carry_out(
                f'ALTER TABLE "{table.name}" DELETE WHERE {where} SETTINGS mutations_sync = 1', {}
            )

    async def _add(self, batch: Batch, name: str) -> None:
        day = list(layout.TABLES[name].c.keys()).index("day")
        months: dict[int, list[bytes]] = defaultdict(list)
        for row in batch.rows[name]:
            months[layout.month_of(int(row[day]))].append(msgspec.json.encode(row))
        for month, rows in sorted(months.items()):
            token = _text(f"{batch.source}/{batch.number}/{name}/{month}")
            await self._server.carry_out(
                f'INSERT INTO "{name}" SETTINGS insert_deduplicate = 1,'
                f" insert_deduplication_token = {token} FORMAT JSONCompactEachRow",
                {},
                b"\n".join(rows),
            )

    async def ask(self, question: SelectBase, values: Values) -> list[tuple[Cell, ...]]:
        await self._lay_out()
        text, bound = compile_question(question, values, "clickhouse", _placeholder)
        answer = await self._server.carry_out(
            f"{text}{self._ending} FORMAT JSONCompact",
            {name: _escaped(value) for name, value in bound.items()},
        )
        return _ROWS.decode(answer).data

    async def tidy(self) -> None:
        # the server merges added parts automatically
        await self._lay_out()

    async def forget(self, mall_id: str) -> None:
        await self._lay_out()
        for name in layout.TABLES:
            await self._server.carry_out(
                f'ALTER TABLE "{name}" DELETE WHERE "mall_id" = {{mall_id:String}}'
                " SETTINGS mutations_sync = 1",
                {"mall_id": _escaped(mall_id)},
            )

    async def take_back(self, mall_id: str, first: int, last: int) -> None:
        await self._lay_out()
        values: dict[str, Cell] = {"mall_id": mall_id, "first": first, "last": last}
        for name in layout.OF_BROWSERS:
            await self._server.carry_out(
                f'ALTER TABLE "{name}" DELETE WHERE "mall_id" = {{mall_id:String}}'
                ' AND "browser" BETWEEN {first:Int64} AND {last:Int64}'
                " SETTINGS mutations_sync = 1",
                {key: _escaped(value) for key, value in values.items()},
            )

    async def close(self) -> None:
        await self._server.close()

    async def _lay_out(self) -> None:
        if not self._is_laid_out:
            for table in layout.TABLES.values():
                await self._server.carry_out(layout.clickhouse_table(table), {})
            self._is_laid_out = True


def _placeholder(name: str, value: Cell) -> str:
    return f"{{{name}:{_kind(value)}}}"


def _kind(value: Cell) -> str:
    if value is None:
        return "Nullable(String)"
    if isinstance(value, bool):
        return "Bool"
    if isinstance(value, int):
        return "Int64"
    return "Float64" if isinstance(value, float) else "String"


def _escaped(value: Cell) -> str:
    """Return a value as ClickHouse reads those that come beside a statement."""
    return "\\N" if value is None else str(value).translate(_ESCAPED)


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"

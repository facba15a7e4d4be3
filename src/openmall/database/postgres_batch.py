"""Deferred writes of a PostgreSQL transaction, which are sent together as one statement.

Every write is a common table expression of that statement. All of them see the tables as they were
before it, so no two of them write the same table.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from openmall.database import tenancy
from openmall.database.statements import Compiled
from openmall.database.values import BoundValue

_PARAMETER: Final = re.compile(r"\$(\d+)::(\w+)")
_NUMBER: Final = re.compile(r"\$(\d+)")


class UnsupportedWrite(ValueError):
    """A statement has no form that takes several rows."""


class BatchedWrite:
    """A write as a part of a batch: its SQL, and its arguments by parameter number."""

    __slots__ = ("arguments", "compiled", "of_rows")

    def __init__(self, compiled: Compiled, rows: list[list[BoundValue]]) -> None:
        """`rows`: the arguments of each row, in the order of `compiled.names`."""
        self.compiled = compiled
        self.of_rows = len(rows) > 1
        self.arguments = rows[0]
        if self.of_rows:
            same = _same_for_all_rows(compiled)
            columns = zip(*rows, strict=True)
            self.arguments = [
                column[0] if name in same else list(column)
                for name, column in zip(compiled.names, columns, strict=True)
            ]


def batch(writes: list[BatchedWrite]) -> tuple[str, list[BoundValue]]:
    """Return the statement that executes all writes, and its arguments."""
    sql = _joined(tuple((each.compiled, each.of_rows) for each in writes))
    return sql, [argument for each in writes for argument in each.arguments]


@lru_cache(maxsize=1_024)
def _joined(parts: tuple[tuple[Compiled, bool], ...]) -> str:
    *others, last = _renumbered(parts)
    if not others:
        return last
    return f"WITH {', '.join(f'w{at} AS ({sql})' for at, sql in enumerate(others))} {last}"


def _renumbered(parts: tuple[tuple[Compiled, bool], ...]) -> Iterator[str]:
    before = 0
    for compiled, of_rows in parts:
        sql = _for_rows(compiled) if of_rows else compiled.sql
        yield _NUMBER.sub(lambda found, before=before: f"${int(found[1]) + before}", sql)  # type: ignore[misc] # bound at once
        before += len(compiled.names)


def _same_for_all_rows(compiled: Compiled) -> set[str]:
    return {tenancy.MALL, *compiled.fixed}


def _for_rows(compiled: Compiled) -> str:
    """Return the SQL of a write for any number of rows, with an array for each parameter.

    Raises UnsupportedWrite.
    """
    same = _same_for_all_rows(compiled)
    types = dict(_PARAMETER.findall(compiled.sql))
    arrays = [
        (str(at), types[str(at)]) for at, name in enumerate(compiled.names, 1) if name not in same
    ]
    unnested = ", ".join(f"${at}::{type_}[]" for at, type_ in arrays)
    columns = ", ".join(f"p{at}" for at, _ in arrays)
    rows = f"unnest({unnested}) AS item ({columns})"
    numbers = {at for at, _ in arrays}

    def of_row(sql: str) -> str:
        return _PARAMETER.sub(
            lambda found: f"item.p{found[1]}" if found[1] in numbers else found[0], sql
        )

    kind = compiled.sql.split(None, 1)[0]
    if kind == "INSERT" and " VALUES (" not in compiled.sql:
        head, from_, tables = compiled.sql.rpartition("\nFROM ")
        return f"{of_row(head)}{from_}{rows}, {of_row(tables)}"
    if kind == "INSERT":
        head, values, rest = _insert_parts(compiled.sql)
        if of_row(rest) != rest:
            raise UnsupportedWrite("ON CONFLICT names a parameter instead of an excluded column")
        return f"{head} SELECT {of_row(values)} FROM {rows}{rest}"  # noqa: S608 # of a statement
    head, where, condition = compiled.sql.partition(" WHERE ")
    if not where or " WHERE " in condition:
        raise UnsupportedWrite("only rows that are found by their own columns")
    joined = "FROM" if kind == "UPDATE" else "USING"
    return f"{of_row(head)} {joined} {rows} WHERE {of_row(condition)}"


def _insert_parts(sql: str) -> tuple[str, str, str]:
    """Return what stands before VALUES, between its parentheses, and after them."""
    head, _, tail = sql.partition(" VALUES (")
    open_, at = 1, 0
    while open_:
        open_ += {"(": 1, ")": -1}.get(tail[at], 0)
        at += 1
    return head, tail[: at - 1], tail[at:]

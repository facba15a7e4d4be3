"""Candidate rows of a list, found by its most selective filters.

A page of a million rows is found by a walk in list order when many rows pass the filters, and by an
index when few do. The planner cannot tell from the statement, so indexes are asked first, each for
a bounded number of rows. The answer is a hint only, a superset of the rows that pass: the statement
that finds the page holds every condition.
"""

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from sqlalchemy import Column, ColumnElement, Table, bindparam, select

from openmall.database.session import Session
from openmall.database.statements import Statement, by_index
from openmall.database.values import BoundValue

K = TypeVar("K", int, str)


def leading(
    key: Column[K], *conditions: ColumnElement[bool], shop: bool = False, index: str = ""
) -> Statement:
    """Return the statement of the keys of at most `most` (bound) rows that meet `conditions`.

    `shop`: only of the shop that is bound. `index`: the one to use, see `by_index`.
    """
    table = key.table
    assert isinstance(table, Table)
    statement = select(key).where(table.c.mall_id == bindparam("mall_id"), *conditions)
    if shop:
        statement = statement.where(table.c.shop_no == bindparam("shop_no"))
    if index:
        statement = statement.with_hint(table, *by_index(index))
    return Statement(statement.limit(bindparam("most")))


class Candidates(Generic[K]):
    """The keys of the rows that can pass all filters asked so far.

    `most`: rows that may pass a filter for its index to be of use. `few`: with at most so many
    candidates no further index is worth asking.
    """

    def __init__(self, *, most: int, few: int) -> None:
        self._most = most
        self._few = few
        self._found: set[K] | None = None

    @property
    def are_few(self) -> bool:
        """Whether no further index is worth asking."""
        return self._found is not None and len(self._found) <= self._few

    def narrow(self, passing: Iterable[K] | None) -> None:
        """Keep only the candidates in `passing`; None: too many pass."""
        if passing is not None:
            self._found = set(passing) if self._found is None else self._found & set(passing)

    async def ask(
        self, db: Session, paths: Iterable[Statement], values: Mapping[str, BoundValue]
    ) -> None:
        """Narrow by each of `paths`, statements of `leading`, until the candidates are few."""
        for path in paths:
            if self.are_few:
                return
            rows = await db.all(path, most=self._most + 1, **values)
            if len(rows) <= self._most:
                self.narrow(row[0] for row in rows)

    def in_order(self) -> list[K] | None:
        """Return the candidates in the order of their keys; None: no filter has few enough."""
        return None if self._found is None else sorted(self._found)

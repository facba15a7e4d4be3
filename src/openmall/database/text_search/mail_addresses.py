"""The rule by which e-mail addresses are compared, in Python and in statements.

Addresses are stored and answered as they were typed. They are compared in lower case, of letters of
ASCII alone: what other capitals become differs between Python and the databases.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Text
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.sql.selectable import FromClause

from openmall.database.statements import Composed, Process, sql_of
from openmall.database.text_search import trimming

_LOWER: Final = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def comparable(address: str) -> str:
    """Return an address as it is compared: trimmed as entrances trim it, in lower case."""
    return trimming.code(address).translate(_LOWER)


def same(one: str, other: str) -> bool:
    """Return whether two texts are the same address; no address is the same as none."""
    key = comparable(one)
    return key != "" and key == comparable(other)


class Comparable(Composed[str]):
    """A column of addresses as it is compared with what `comparable` returns.

    An index of it is used by conditions on it, and not by conditions on the column.
    """

    type = Text()

    def __init__(self, column: ColumnElement[str]) -> None:
        self.column = column

    def parts(self) -> Sequence[ClauseElement]:
        return [self.column]

    @property
    def _from_objects(self) -> list[FromClause]:
        return list(self.column._from_objects)


@sql_of(Comparable, "sqlite")
def _sqlite_comparable(element: Comparable, process: Process) -> str:
    return f"lower({process(element.column)})"


@sql_of(Comparable, "postgresql")
def _postgresql_comparable(element: Comparable, process: Process) -> str:
    return f'lower({process(element.column)} COLLATE "C")'

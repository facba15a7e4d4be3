"""The constructors of tables and columns; each table is declared in the package that uses it.

The primary key of every shop table begins with `mall_id`: tenants are isolated by it, and tables
are distributed by it when one server is no longer enough.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    literal_column,
)
from sqlalchemy.schema import SchemaItem

from openmall import declarations
from openmall.database.feed_policies import FeedPolicy
from openmall.database.policies import Backup, Parent, PersonalData, Policies, attach
from openmall.database.undo_policies import UndoPolicy
from openmall.database.values import StoredValue

NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""Names of indexes and constraints, in declarations and migrations."""
_METADATA: Final = MetaData(naming_convention=NAMING)


def metadata() -> MetaData:
    """Return the tables of every module; imports the modules that declare them."""
    declarations.load()
    return _METADATA


TRUE: Final = literal_column("'T'", String(1))
FALSE: Final = literal_column("'F'", String(1))
"""Flags as literals in a statement's text: a bound value does not match a partial index."""
EMPTY: Final = literal_column("''", Text())
"""The empty text as a literal, for the same reason."""
NOTHING: Final = literal_column("0", BigInteger())
"""Zero as a literal, for the same reason."""


def fixed(value: int) -> ColumnElement[int]:
    """Return a whole number as a literal in a statement's text.

    PostgreSQL does not recognise two bound values in GROUP BY as equal, and a bound value does not
    match a partial index.
    """
    return literal_column(str(int(value)), BigInteger())


def fixed_text(value: str) -> ColumnElement[str]:
    """Return words of this program as a literal in a statement's text, as `fixed` does.

    Raises ValueError for anything but letters and blanks.
    """
    if value.strip(" abcdefghijklmnopqrstuvwxyz"):
        raise ValueError(f"{value!r} is more than words")
    return literal_column(f"'{value}'", Text())


def fixed_code(value: str) -> ColumnElement[str]:
    """Return a code of this program as a literal in a statement's text, as `fixed` does.

    Raises ValueError for anything but letters and digits.
    """
    if not (value.isascii() and value.isalnum()):
        raise ValueError(f"{value!r} is more than a code")
    return literal_column(f"'{value}'", Text())


def text(name: str, *, null: bool = False, index: bool = False, later: bool = False) -> Column[str]:
    """Return a column of text of any length.

    `later`: added to an existing table, whose older rows have an empty text.
    """
    return Column(
        name,
        Text(),
        nullable=null,
        index=index,
        server_default=literal_column("''") if later else None,
    )


def flag(name: str, *, later: bool = False) -> Column[str]:
    """Return a column that holds `T` or `F`.

    `later`: added to an existing table, whose older rows have `F`.
    """
    return Column(name, String(1), nullable=False, server_default=FALSE if later else None)


def number(name: str, *, null: bool = False, later: bool = False) -> Column[int]:
    """Return a column of whole numbers: ids, counts, hundredths of money, UTC seconds.

    `later`: added to an existing table, whose older rows have 0.
    """
    return Column(name, BigInteger(), nullable=null, server_default="0" if later else None)


def partial_index(
    name: str,
    *columns: ColumnElement[StoredValue],
    where: ColumnElement[bool],
    unique: bool = False,
) -> Index:
    """Declare an index of only the rows that meet `where`, on both stores.

    `where` must be text without bound values: both planners compare it with a statement's.
    """
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


def shop_table(
    name: str,
    *columns: SchemaItem,
    backup: Backup,
    personal_data: PersonalData,
    undo: UndoPolicy,
    feed: FeedPolicy | None = None,
    deleted_with: tuple[Parent, ...] = (),
    key: tuple[str, ...],
    wide: bool = False,
) -> Table:
    """Return a table whose rows belong to a mall: `mall_id`, `columns`, primary key mall + `key`.

    `backup`, `personal_data`, `deleted_with`: what becomes of its rows (`database/policies.py`).
    `undo`: what an undo does with changed rows (`database/undo_policies.py`).
    `feed`: what the change feed records of them (`database/feed_policies.py`); None: nothing.
    On SQLite it is clustered by that key (WITHOUT ROWID), so that a keyed read is one descent,
    unless its rows are `wide` (hundreds of bytes): a page would hold too few of their keys.
    Raises PolicyError for policies that contradict its columns.
    """
    table = Table(
        name,
        _METADATA,
        Column("mall_id", String(50), nullable=False),
        *columns,
        PrimaryKeyConstraint("mall_id", *key),
        sqlite_with_rowid=wide,
    )
    policies = Policies(
        backup=backup,
        personal_data=personal_data,
        undo=undo,
        feed=feed,
        deleted_with=deleted_with,
    )
    attach(table, policies)
    return table


def installation_table(
    name: str,
    *columns: SchemaItem,
    backup: Backup,
    personal_data: PersonalData,
    key: tuple[str, ...],
    wide: bool = False,
) -> Table:
    """Return a table of the whole installation, which belongs to no single mall.

    `backup`, `personal_data`, `wide`: as of `shop_table`. Raises PolicyError.
    """
    table = Table(name, _METADATA, *columns, PrimaryKeyConstraint(*key), sqlite_with_rowid=wide)
    attach(table, Policies(backup=backup, personal_data=personal_data))
    return table

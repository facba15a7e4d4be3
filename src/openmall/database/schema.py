"""The words every table is written with; the tables themselves lie in the rooms that use them.

Every table of a shop leads its primary key with `mall_id`: that is the tenancy, and the key by
which tables are distributed when one server is no longer enough.
"""

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    literal_column,
)

from openmall import declarations

NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""How indexes and constraints are called, in declarations and in migrations."""
_METADATA: Final = MetaData(naming_convention=NAMING)


def metadata() -> MetaData:
    """Return the tables of every module, whichever of them were imported before."""
    declarations.load()
    return _METADATA


TRUE: Final = literal_column("'T'", String(1))
FALSE: Final = literal_column("'F'", String(1))
"""The flags as part of a statement's text: an index that holds only the rows with a flag is not
found by a value that is bound."""
EMPTY: Final = literal_column("''", Text())
"""The empty text as part of a statement's text, for the same reason."""
NOTHING: Final = literal_column("0", BigInteger())
"""Zero, likewise."""


def fixed(value: int) -> ColumnElement[int]:
    """Return a whole number as part of a statement's text, where a bound one would not do.

    In what rows are grouped by PostgreSQL does not see that two bound values are one, and an
    index of some rows is not found by them.
    """
    return literal_column(str(int(value)), BigInteger())


def fixed_words(value: str) -> ColumnElement[str]:
    """Return words of this program's own as part of a statement's text, as of `fixed`.

    Raises ValueError for anything but letters and blanks.
    """
    if value.strip(" abcdefghijklmnopqrstuvwxyz"):
        raise ValueError(f"{value!r} is more than words")
    return literal_column(f"'{value}'", Text())


def text(name: str, *, null: bool = False, index: bool = False) -> Column[str]:
    """Return a column of text of any length."""
    return Column(name, Text(), nullable=null, index=index)


def flag(name: str) -> Column[str]:
    """Return a column that holds `T` or `F`."""
    return Column(name, String(1), nullable=False)


def number(name: str, *, null: bool = False, later: bool = False) -> Column[int]:
    """Return a column of whole numbers: ids, counts, hundredths of money, UTC seconds.

    `later`: its table was there before it; rows of that time have 0.
    """
    return Column(name, BigInteger(), nullable=null, server_default="0" if later else None)


def shop_table(name: str, *columns: Any, key: tuple[str, ...], wide: bool = False) -> Table:
    """Return a table whose rows belong to a mall: `mall_id`, `columns`, primary key mall + `key`.

    On SQLite it is clustered by that key (WITHOUT ROWID), so that a keyed read is one descent;
    not so when its rows are `wide` (hundreds of bytes), of which a page of keys holds too few.
    """
    return Table(
        name,
        _METADATA,
        Column("mall_id", String(50), nullable=False),
        *columns,
        PrimaryKeyConstraint("mall_id", *key),
        sqlite_with_rowid=wide,
    )


def installation_table(name: str, *columns: Any, key: tuple[str, ...], wide: bool = False) -> Table:
    """Return a table of the whole installation, which belongs to no single mall.

    `wide`: as of `shop_table`.
    """
    return Table(name, _METADATA, *columns, PrimaryKeyConstraint(*key), sqlite_with_rowid=wide)

"""What SQLite is told of our tables, so that its plans are the same from one day to the next."""

from typing import Final

from sqlalchemy import Connection

_ROWS: Final = 1_000_000
_MALLS: Final = 10
_SHOPS: Final = 2
_WORDS: Final = 10_000
"""What SQLite is to think of a table: rows in all, malls, shops of a mall, values of a column."""
_EXCEPTIONAL: Final = 10_000
"""And of an index that holds only some rows of a table: how many."""


def teach_planner(connection: Connection) -> None:
    """Tell SQLite how the keys of our tables divide them.

    Left to itself it takes a `mall_id` to name about ten rows, and then walks through a whole mall
    rather than use the index that has a second column. Counting (ANALYZE) would tell it the truth
    of the day, and change plans from one day to the next.
    """
    connection.exec_driver_sql("ANALYZE")
    connection.exec_driver_sql("DELETE FROM sqlite_stat1")
    for (table,) in connection.exec_driver_sql(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    ).fetchall():
        for _, name, unique, _, partial in connection.exec_driver_sql(
            f"PRAGMA index_list('{table}')"
        ).fetchall():
            columns = connection.exec_driver_sql(f"PRAGMA index_info('{name}')").fetchall()
            rows = _EXCEPTIONAL if partial else _ROWS
            same = _same_values([column for _, _, column in columns], rows, unique=bool(unique))
            connection.exec_driver_sql(
                "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)",
                (table, name, " ".join(map(str, [rows, *same]))),
            )


def _same_values(columns: list[str], rows: int, *, unique: bool) -> list[int]:
    """Return how many of an index's `rows` share its first, its first two, ... columns."""
    same = []
    for column in columns:
        rows //= {"mall_id": _MALLS, "shop_no": _SHOPS}.get(column, _WORDS)
        same.append(max(rows, 2))
    if unique:
        same[-1] = 1
    return same

"""Fixed table statistics for SQLite's query planner, so that its plans are stable."""

from typing import Final

from sqlalchemy import Connection

_ROWS: Final = 1_000_000
_MALLS: Final = 10
_SHOPS: Final = 2
_WORDS: Final = 10_000
"""Assumed sizes of a table: rows in all, malls, shops of a mall, distinct values of a column."""
_EXCEPTIONAL: Final = 10_000
"""Assumed rows of a partial index."""


def teach_planner(connection: Connection) -> None:
    """Set the selectivity of all indexes in SQLite's statistics.

    By default SQLite assumes about ten rows for a `mall_id`, and scans a whole mall instead of
    using an index with a second column. Real statistics (ANALYZE) would change plans over time.
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
    """Return how many of an index's `rows` have equal first, first two, ... columns."""
    same = []
    for column in columns:
        rows //= {"mall_id": _MALLS, "shop_no": _SHOPS}.get(column, _WORDS)
        same.append(max(rows, 2))
    if unique:
        same[-1] = 1
    return same

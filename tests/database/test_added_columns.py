"""A column that is declared `later` has a value in rows of before, and of older programs."""

import pytest
from sqlalchemy import Column, MetaData, Table, create_engine, insert, select
from sqlalchemy import text as sql
from sqlalchemy.schema import CreateColumn

from openmall.database.schema import flag, number, text


@pytest.mark.parametrize(
    ("column", "value"),
    [
        (text("added", later=True), ""),
        (number("added", later=True), 0),
        (flag("added", later=True), "F"),
    ],
    ids=["text", "number", "flag"],
)
def test_rows_of_before_have_a_value_in_an_added_column(
    column: Column[str] | Column[int], value: str | int
) -> None:
    # given a table with a row, and the program that does not know the column
    before = Table("page", MetaData(), number("page_no"))
    after = Table("page", MetaData(), number("page_no"), column)
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        before.create(connection)
        connection.execute(insert(before).values(page_no=1))

        # when the column is added, and the older program goes on writing
        added = CreateColumn(after.c.added).compile(dialect=engine.dialect)
        connection.execute(sql(f"ALTER TABLE page ADD COLUMN {added}"))
        connection.execute(insert(before).values(page_no=2))

        # then both rows have the value
        rows = connection.execute(select(after).order_by(after.c.page_no)).all()
    engine.dispose()
    assert [tuple(row) for row in rows] == [(1, value), (2, value)]
    assert not column.nullable

"""Of every table it is decided what becomes of its rows when a mall is copied.

Whoever adds one names it in `copies/tables.py`. That no other column holds the id of a mall is
looked for in `tests/copies/test_one_mall.py`, in a mall in which every operation was called.
"""

from openmall.copies import tables
from openmall.database.schema import metadata
from tests.guards.sources import import_all, statements

LISTS = (
    tables.COPIED,
    tables.UNDER_ITS_OWN_ID.keys(),
    tables.STAYING.keys(),
    set(tables.OF_APPS),
    tables.OF_THE_INSTALLATION.keys(),
)
NAMES_A_MALL = ("mall", "store_id")
"""What a column is called, or a part of it, that may name a mall."""
OTHER_NAMES = {"api_call.mall": "in the log of an app, which goes with no mall"}
NOT_WORK = {
    "the bare domain serves the mall created first",
    "the operator's list of malls",
    "a developer's list of their own test malls",
    "an app that begins to be told something is in several malls",
    "an operator watches how much work waits in the installation",
}
"""Reasons to read across malls of which nothing follows for a mall that is not there yet."""
BESIDE = {"counter", "mall_closed", *tables.STAYING}
"""Read beside a table that is watched, or not written when a mall is read back."""


def test_every_table_is_in_one_list() -> None:
    import_all()
    named = [name for each in LISTS for name in each]
    assert sorted(named) == sorted(set(named))
    assert set(metadata().tables) - set(named) == set(), "name it in copies/tables.py"
    assert set(named) - set(metadata().tables) == set(), "a table that is gone"


def test_every_column_that_names_a_mall_is_known() -> None:
    import_all()
    found = {
        f"{table.name}.{column.name}"
        for table in metadata().tables.values()
        for column in table.c
        if any(part in column.name for part in NAMES_A_MALL)
        and column.name != tables.column_of(table.name)
    }
    assert found == set(OTHER_NAMES), "say in copies/tables.py what becomes of it"
    of_malls = {name for each in LISTS[:3] for name in each}
    assert {
        name for name in of_malls if tables.column_of(name) not in metadata().tables[name].c
    } == set()


def test_what_workers_look_into_across_malls_is_written_with_the_mall_itself() -> None:
    read = {
        table
        for each in statements()
        if each.across_malls and each.across_malls not in NOT_WORK
        for name, table in metadata().tables.items()
        if f" {name} " in f"{each.on('sqlite').sql} ".replace("\n", " ").replace(",", " ")
    }
    assert {table.name for table in read} - tables.WATCHED - BESIDE == set(), (
        "add it to WATCHED in copies/tables.py"
    )

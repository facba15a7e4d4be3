"""Every table declares what a backup of one mall does with its rows.

`backup=` is a required argument of each declaration, and `undo=` of those of a mall's tables.
That no other column holds the id of a mall is looked for in
`tests/transfer/backup/test_one_mall.py`, in a mall in which every operation was called.
"""

from typing import Any, get_args

import pytest
from sqlalchemy import MetaData, Table

from openmall.database.policies import (
    OF_APP,
    WITH_MALL,
    Backup,
    Policies,
    PolicyError,
    Scope,
    attach,
    mentions,
    no_personal_data,
    of_installation,
    policies_of,
    with_same_mall,
)
from openmall.database.schema import metadata, shop_table, text
from openmall.database.undo_policies import REVERTED, Reverted
from openmall.transfer.backup import tables
from tests.guards.sources import import_all, statements

NAMES_A_MALL = ("mall", "store_id")
"""What a column is called, or a part of it, that may name a mall."""
OF_MALLS = ("mall", "same_mall", "left_behind")
OTHER_NAMES = {"api_call.mall": "in the log of an app, which goes with no mall"}
NOT_WORK = {
    "the bare domain serves the mall created first",
    "the operator's list of malls",
    "a developer's list of their own test malls",
    "an app that changes its subscription is in several malls",
    "an operator watches how much work waits in the installation",
    "an operator's page counts across malls when it is opened",
    # it begins with the mall's own row, which is written last
    "a sweep looks for the malls in which it has something to do",
}
"""Reasons to read across malls of which nothing follows for a mall that is not there yet."""
BESIDE = {"counter", "mall_closed"}
"""Read beside a table that is watched, or not written when a mall is read back."""


def _policies() -> dict[str, Backup]:
    import_all()
    return {name: policies_of(table).backup for name, table in metadata().tables.items()}


def test_every_table_is_in_one_scope() -> None:
    import_all()
    named = [name for scope in get_args(Scope) for name in tables.of_scope(scope)]
    assert sorted(named) == sorted(metadata().tables)
    # the lists are not empty, whatever they are made of
    assert {"mall", "product", "shop_order", "customer"} <= set(tables.of_scope("mall"))
    assert {"event", "token", "installation"} <= set(tables.of_scope("same_mall"))
    assert {"job", "manager_session"} <= set(tables.of_scope("left_behind"))
    assert tables.of_scope("app") == ("app", "webhook_subscription")
    assert {"developer", "schema_note"} <= set(tables.of_scope("installation"))


def test_rows_that_do_not_go_with_a_mall_have_a_reason() -> None:
    silent = {
        name
        for name, each in _policies().items()
        if each.scope in ("same_mall", "left_behind", "installation") and len(each.reason) < 10
    }
    assert silent == set()


def test_every_column_that_names_a_mall_is_known() -> None:
    import_all()
    found = {
        f"{table.name}.{column.name}"
        for table in metadata().tables.values()
        for column in table.c
        if any(part in column.name for part in NAMES_A_MALL)
        and column.name != tables.mall_column(table.name)
    }
    assert found == set(OTHER_NAMES), "declare it as `mall_column` of the table's backup policy"
    of_malls = {name for name, each in _policies().items() if each.scope in OF_MALLS}
    assert {
        name for name in of_malls if tables.mall_column(name) not in metadata().tables[name].c
    } == set()


@pytest.mark.parametrize(
    "policy",
    [
        WITH_MALL,
        with_same_mall("made up", mall_column="store_id"),
        of_installation("made up", mall_column="store_id"),
        OF_APP,
    ],
)
def test_a_table_without_the_column_its_policy_needs_is_refused(policy: Backup) -> None:
    table = Table("made_up", MetaData(), text("name"))
    with pytest.raises(PolicyError, match=r"made_up: .*(mall_id|store_id|client_id)"):
        attach(table, Policies(backup=policy, personal_data=no_personal_data("made up")))


def test_a_table_of_a_mall_without_an_undo_policy_is_refused_by_the_name_of_the_argument() -> None:
    declare: Any = shop_table
    with pytest.raises(TypeError, match=r"missing 1 required keyword-only argument: 'undo'"):
        declare(
            "made_up", backup=WITH_MALL, personal_data=no_personal_data("made up"), key=("number",)
        )
    assert "made_up" not in metadata().tables


def test_an_undo_policy_that_the_columns_contradict_is_refused() -> None:
    table = Table("made_up", MetaData(), text("mall_id"), text("name"))
    declared = Policies(
        backup=WITH_MALL, personal_data=no_personal_data("made up"), undo=Reverted(fixed=("code",))
    )
    with pytest.raises(PolicyError, match="made_up: its policies need code"):
        attach(table, declared)
    with pytest.raises(PolicyError, match="undo=REVERTED needs the rows of one customer"):
        attach(
            table,
            Policies(backup=WITH_MALL, personal_data=mentions("name"), undo=REVERTED),
        )


def test_what_workers_look_into_across_malls_is_written_with_the_mall_itself() -> None:
    read = {
        table
        for each in statements()
        if each.across_malls and each.across_malls not in NOT_WORK
        for name, table in metadata().tables.items()
        if f" {name} " in f"{each.on('sqlite').sql} ".replace("\n", " ").replace(",", " ")
    }
    unwatched = {table.name for table in read if not tables.is_watched(table.name)}
    assert unwatched - BESIDE - set(tables.of_scope("left_behind")) == set(), (
        "declare its backup policy with watched=True"
    )
    assert {"mall", "autodisplay", "installation"} <= {table.name for table in read}

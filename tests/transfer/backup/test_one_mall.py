"""One mall comes back into an installation that is served: under its own id, or as a copy."""

import itertools
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import bindparam, select

from openmall.analytics.facts.tables import PAGEVIEW
from openmall.cli import key_check
from openmall.cli.sealed_secrets import SEALED_SECRETS
from openmall.contract.crud import settings
from openmall.database.reencryption import ReencryptionCounts
from openmall.database.seal import Seal, configured_seal
from openmall.media.store_factory import open_store
from openmall.transfer.backup import mall, sources, tables
from openmall.transfer.backup.creation import NotPossible
from openmall.transfer.backup.mall import MallRestored
from openmall.transfer.backup.reading import Copy
from openmall.transfer.backup.rewriting import Rewriting
from tests.transfer.backup.full_installation import PICTURE, PIXELS, Full, contents, fill_the_empty
from tests.world import Stage, open_stage

_NUMBERS = itertools.count(1)
NAMED_AFTER_IT = {("mall", "name"), ("shop", "name")}
"""Columns in which tests call something by the id of its mall."""


def restore(
    stage: Stage,
    copy: Copy,
    was: str,
    becomes: str,
    *,
    old: Seal | None = None,
    ahead: bool = False,
) -> MallRestored:
    seal = configured_seal(stage.app.configuration)

    async def work() -> MallRestored:
        async with sources.open_source(copy, scratch=None) as source:
            return await mall.restore(
                copy,
                source,
                Rewriting(was=was, becomes=becomes, old=old or seal, new=seal, ahead=ahead),
                database=stage.app.database,
                pictures=open_store(stage.app.configuration),
                engine=stage.engine,
                source_of_facts=f"{becomes} restored {next(_NUMBERS)}",
                announce=stage.app.counters.invalidate_caches,
                report_progress=lambda share: None,
                reseal=lambda: key_check.resealed(stage.app.database, [seal, old or seal], becomes),
            )

    return stage.run(work)


def secrets(stage: Stage, mall_id: str) -> list[str]:
    """Return what is sealed in the settings of a mall, opened."""
    found = stage.run(lambda: contents(stage.app.configuration))["setting"]
    seal = configured_seal(stage.app.configuration)
    return [
        seal.open(text, about=about)
        for row in found
        if row["mall_id"] == mall_id
        for about, text in settings.sealed(
            row["content"], mall_id=mall_id, name=row["name"], shop_no=row["shop_no"]
        )
    ]


def without(rows: list[dict[str, Any]], columns: frozenset[str] | None) -> list[dict[str, Any]]:
    """Return rows without some columns."""
    left_out = columns or frozenset()
    return [{name: row[name] for name in row if name not in left_out} for row in rows]


def remove(stage: Stage, mall_id: str) -> None:
    stage.run(
        lambda: mall.remove(
            stage.app.database,
            mall_id,
            pictures=open_store(stage.app.configuration),
            engine=stage.engine,
            announce=stage.app.counters.invalidate_caches,
            report_progress=lambda share: None,
        )
    )


def rows_of(found: dict[str, list[dict[str, Any]]], mall_id: str) -> dict[str, list[Any]]:
    """Return table -> the rows of a mall, without its id."""
    return {
        name: [
            {key: value for key, value in row.items() if key != tables.mall_column(name)}
            for row in rows
            if row.get(tables.mall_column(name)) == mall_id
        ]
        for name, rows in found.items()
    }


@pytest.fixture
def there(full: Full, tmp_path: Path) -> Any:
    """Another installation, which is empty, on the same kind of store."""
    from tests import postgres

    database = postgres.server().new_database() if full.configuration.database else ""
    folder = tmp_path / "there"
    folder.mkdir()
    with open_stage(folder, database=database) as stage:
        yield stage


def test_a_copy_under_another_id_has_all_but_what_acts_for_the_first(
    full: Full, tmp_path: Path
) -> None:
    fill_the_empty(full)
    copy = full.copy(tmp_path / "mall.tar", full.mall_id)
    new_id = f"copy-{next(_NUMBERS)}"

    restored = restore(full.stage, copy, full.mall_id, new_id)

    found = full.stage.run(lambda: contents(full.configuration))
    before, after = rows_of(found, full.mall_id), rows_of(found, new_id)
    for name in set(tables.of_scope("mall")) - {"setting", "fact_batch", "mall"}:
        assert after[name] == before[name], name
        assert after[name] != [], name
    for name in (*tables.of_scope("same_mall"), *tables.of_scope("left_behind")):
        assert after[name] == [], name
    # wherever its old id stood, it is gone
    named = {
        (name, column)
        for name, rows in after.items()
        for row in rows
        for column, value in row.items()
        if isinstance(value, str) and full.mall_id in value
    }
    assert named <= NAMED_AFTER_IT
    assert (restored.apps, restored.new_apps) == ([], [])
    assert secrets(full.stage, new_id) == secrets(full.stage, full.mall_id)
    assert secrets(full.stage, new_id) != []
    assert open_store(full.configuration).read(new_id, PICTURE) == PIXELS
    facts = full.stage.run(
        lambda: full.stage.engine.ask(
            select(PAGEVIEW).where(PAGEVIEW.c.mall_id == bindparam("mall")), {"mall": new_id}
        )
    )
    assert [row[0] for row in facts] == [new_id] * len(facts)
    assert len(facts) >= 1


def test_a_token_of_a_mall_opens_no_copy_of_it(full: Full, tmp_path: Path) -> None:
    copy = full.copy(tmp_path / "mall.tar", full.mall_id)
    new_id = f"copy-{next(_NUMBERS)}"
    restore(full.stage, copy, full.mall_id, new_id)

    def status(mall_id: str) -> int:
        url = f"https://{mall_id}.openmall.localhost/api/v2/admin/products/count"
        answer = full.stage.client.request("GET", url, headers=full.world.full.headers)
        return int(answer.status_code)

    assert (status(full.mall_id), status(new_id)) == (200, 401)


def test_a_mall_moves_to_another_installation_with_its_apps_and_secrets(
    full: Full, there: Stage, tmp_path: Path
) -> None:
    fill_the_empty(full)
    copy = full.copy(tmp_path / "mall.tar", full.mall_id)
    here = full.stage.run(lambda: contents(full.configuration))

    with pytest.raises(NotPossible, match="name the key file of the installation"):
        restore(there, copy, full.mall_id, full.mall_id)
    assert rows_of(there.run(lambda: contents(there.app.configuration)), full.mall_id)["mall"] == []
    old = configured_seal(full.configuration)
    restored = restore(there, copy, full.mall_id, full.mall_id, old=old)

    found = there.run(lambda: contents(there.app.configuration))
    before, after = rows_of(here, full.mall_id), rows_of(found, full.mall_id)
    going = {name for name in before if tables.is_restored(name, renamed=False)}
    sealed = {each.table: each.columns for each in SEALED_SECRETS}
    for name in going - {"setting", "fact_batch", "mall"}:
        assert without(after[name], sealed.get(name)) == without(before[name], sealed.get(name)), (
            name
        )
    counts = ReencryptionCounts(write=False)
    seal = configured_seal(there.app.configuration)
    there.run(lambda: key_check.renew(there.app.database, seal, counts, only=full.mall_id))
    assert {name for name in going if name in sealed and after[name]} > {"setting"}
    assert (counts.broken, counts.outdated, restored.sealed) == ([], 0, 0)
    assert sorted(secrets(there, full.mall_id)) == sorted(secrets(full.stage, full.mall_id))
    client_id = full.world.full.credentials.client_id
    assert client_id in restored.new_apps
    [app] = [each for each in found["app"] if each["client_id"] == client_id]
    assert app["developer_no"] == 0
    for path in ("products", "customersinfo", "paymentgateway"):
        url = f"https://{full.mall_id}.openmall.localhost/api/v2/admin/{path}/count"
        one, other = (
            stage.client.request("GET", url, headers=full.world.full.headers)
            for stage in (full.stage, there)
        )
        assert (other.status_code, other.content) == (one.status_code, one.content)
    with pytest.raises(NotPossible, match=f"there is a mall '{full.mall_id}' already"):
        restore(there, copy, full.mall_id, full.mall_id, old=old)


def test_a_mall_that_is_removed_leaves_nothing_and_can_come_back(
    full: Full, tmp_path: Path
) -> None:
    fill_the_empty(full)
    copy = full.copy(tmp_path / "mall.tar", full.mall_id)
    new_id = f"copy-{next(_NUMBERS)}"
    restore(full.stage, copy, full.mall_id, new_id)
    others = rows_of(full.stage.run(lambda: contents(full.configuration)), "other-mall")

    remove(full.stage, new_id)

    found = full.stage.run(lambda: contents(full.configuration))
    assert {name for name, rows in rows_of(found, new_id).items() if rows} == set()
    assert list(open_store(full.configuration).every(new_id)) == []
    assert rows_of(found, "other-mall") == others
    assert restore(full.stage, copy, full.mall_id, new_id).mall_id == new_id


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ("nobodys", "free-id", "there is no mall 'nobodys' in"),
        (None, "other-mall", "there is a mall 'other-mall' already"),
        (None, "Not an id", "'Not an id' is no mall id"),
        (None, "api", "'api' is no mall id"),
    ],
)
def test_what_cannot_be_restored_is_said(
    full: Full, tmp_path: Path, was: str | None, becomes: str, said: str
) -> None:
    copy = full.copy(tmp_path / "mall.tar", full.mall_id)
    with pytest.raises(NotPossible, match=said):
        restore(full.stage, copy, was or full.mall_id, becomes)


def test_facts_go_on_under_numbers_that_an_engine_has_not_heard(full: Full, tmp_path: Path) -> None:
    fill_the_empty(full)
    copy = full.copy(tmp_path / "mall.tar", full.mall_id, facts=False)
    new_id = f"copy-{next(_NUMBERS)}"
    restore(full.stage, copy, full.mall_id, new_id, ahead=True)
    found = full.stage.run(lambda: contents(full.configuration))
    before, after = rows_of(found, full.mall_id), rows_of(found, new_id)
    [was], [becomes] = before["sessionised"], after["sessionised"]
    assert becomes == {**was, "batch_no": was["batch_no"] + 1_000_000}
    # what waits for the engine is of the mall under its new id
    [waiting] = after["fact_batch"]
    assert full.mall_id not in waiting["content"]
    assert new_id in waiting["content"]

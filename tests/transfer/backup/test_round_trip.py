"""What is copied comes back: every table, on either store, and the same again from there."""

import asyncio
from pathlib import Path

import pytest

from openmall.analytics.engine.opening import engine_for_command
from openmall.cli import key_check
from openmall.configuration import Configuration
from openmall.database.seal import configured_seal
from openmall.database.snapshot import open_snapshot
from openmall.media.store_factory import open_store
from openmall.transfer.backup.creation import BackupOptions, write_backup
from openmall.transfer.backup.reading import examine
from openmall.transfer.backup.restoring import restore
from tests import postgres
from tests.random_cases import combinations
from tests.transfer.backup.full_installation import PICTURE, PIXELS, Full, contents, fill_the_empty

STORES = ("sqlite", "postgresql")


@pytest.mark.parametrize(
    ("full", "into"),
    combinations(
        [(of, into) for of in STORES for into in STORES],
        usual=[("sqlite", "postgresql")],
    ),
    indirect=["full"],
    scope="session",
)
def test_every_row_comes_back_and_the_copy_of_that_is_the_same(
    full: Full, into: str, tmp_path: Path
) -> None:
    fill_the_empty(full)
    copy = full.copy(tmp_path / "one.tar", key=True)
    database = postgres.server().new_database() if into == "postgresql" else ""
    there = Configuration(data_dir=tmp_path / "there", database=database)
    pictures = open_store(there)

    restored = asyncio.run(
        restore(
            copy,
            there,
            pictures,
            scratch=None,
            report_progress=lambda share: None,
            unopened=key_check.unopened,
        )
    )

    assert {full.mall_id, "other-mall"} <= set(restored.malls)
    seal = configured_seal(full.configuration)
    unopened, _ = asyncio.run(key_check.unopened(full.configuration, seal))
    # texts that the fixture wrote where a secret would be
    assert restored.sealed == unopened
    assert restored.pictures >= 2
    assert pictures.read(full.mall_id, PICTURE) == PIXELS
    found = asyncio.run(contents(there))
    assert [name for name, rows in found.items() if not rows] == ["fact_batch"]

    async def again() -> None:
        engine = engine_for_command(there)
        await write_backup(
            tmp_path / "two.tar",
            BackupOptions(),
            configuration=there,
            snapshot=open_snapshot(there),
            store=pictures,
            engine=engine,
            now=lambda: 0.0,
            program="0.1.0",
            report_progress=lambda share: None,
        )
        await engine.close()

    asyncio.run(again())
    second = examine(tmp_path / "two.tar").copy
    assert second is not None
    first_sums = {(p.name, p.rows, p.sum) for p in copy.manifest.parts if p.columns}
    assert {(p.name, p.rows, p.sum) for p in second.manifest.parts if p.columns} == first_sums

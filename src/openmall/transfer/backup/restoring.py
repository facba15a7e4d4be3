"""Restores a whole installation into an empty one, completely or not at all.

Files of the data folder are written into a folder within it, and moved to their places in the end,
the store last. A restore that was stopped starts over when it is called again.
"""

import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

import msgspec
from msgspec import Struct

from openmall.analytics.engine.engine import Batch
from openmall.analytics.engine.opening import engine_for_command
from openmall.configuration import Configuration
from openmall.database.bulk_load import mark_finished
from openmall.database.keys import KEY_BYTES
from openmall.database.seal import Seal, configured_seal
from openmall.http.addressing import MALL_ID
from openmall.media.store import Store
from openmall.transfer.backup import facts, shape, sources
from openmall.transfer.backup.creation import NotPossible
from openmall.transfer.backup.reading import Copy
from openmall.transfer.backup.rewriting import WithNewBatchNumbers, count_unopened_secrets
from openmall.transfer.backup.targets import fill_empty, require_empty

WORK_FOLDER: Final = ".restoring"
"""The folder within the data folder in which its files are written."""
_DUCKDB: Final = "analytics.duckdb"
_KEY_FILE: Final = "secret.key"


class Restored(Struct, frozen=True, kw_only=True):
    """The result of a restore."""

    malls: list[str]
    rows: int
    facts: int
    pictures: int
    sealed: int
    """Secrets that no key of this installation opens."""


async def restore(
    copy: Copy,
    configuration: Configuration,
    store: Store,
    *,
    scratch: Path | None,
    report_progress: Callable[[float], None],
) -> Restored:
    """Restore a whole installation where there is none.

    `scratch`: folder for the temporary store of an older backup. Raises NotPossible, DatabaseAway,
    PicturesAway, EngineAway, OSError.
    """
    sources.require_known(copy)
    if copy.about.mall_id:
        raise NotPossible(f"{copy.path} is a copy of the mall {copy.about.mall_id} alone: --mall")
    await require_empty(configuration)
    making = configuration.data_dir / WORK_FOLDER
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    beside = msgspec.structs.replace(configuration, data_dir=making)
    _restore_key(copy, configuration.data_dir / _KEY_FILE)
    async with sources.open_source(copy, scratch=scratch) as source:
        # the engine may know batches that are later than the backup
        needs_outbox = not copy.about.facts or configuration.analytics_engine
        rows = await fill_empty(
            beside,
            WithNewBatchNumbers(source) if needs_outbox else source,
            report_progress=lambda share: report_progress(share * 0.6),
        )
        sealed = await count_unopened_secrets(source, _seal(configuration))
    restored = await _restore_facts(copy, beside)
    report_progress(0.8)
    pictures = 0
    malls = [each.mall_id for each in copy.manifest.malls]
    for mall_id, path, content in copy.pictures():
        if mall_id not in malls or not MALL_ID.fullmatch(mall_id):
            raise NotPossible(
                f"there are pictures of {mall_id!r} in the copy, which is no mall in it"
            )
        store.write(mall_id, path, content)
        pictures += 1
    for name in (_DUCKDB, beside.database_path.name):
        with suppress(FileNotFoundError):
            (making / name).replace(configuration.data_dir / name)
    if configuration.database:
        await mark_finished(configuration.database)
    shutil.rmtree(making)
    return Restored(
        malls=malls,
        rows=rows,
        facts=restored,
        pictures=pictures,
        sealed=sealed,
    )


def _seal(configuration: Configuration) -> Seal:
    """Return the installation's seal; without a key yet, one that opens nothing."""
    if configuration.secret_keys or (configuration.data_dir / _KEY_FILE).exists():
        return configured_seal(configuration)
    return Seal(lambda: [secrets.token_bytes(KEY_BYTES)])


def _restore_key(copy: Copy, path: Path) -> None:
    """Write the key of a backup into the data folder; never over another."""
    key = copy.key()
    if not key:
        return
    if path.exists() and path.read_text().split() != key.split():
        raise NotPossible(f"{path} is there already, and is not the key of the copy")
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(key)


async def _restore_facts(copy: Copy, configuration: Configuration) -> int:
    """Store all facts of a backup in the engine; return the number of rows."""
    if not copy.about.facts:
        return 0
    for name, part in copy.parts(shape.FACTS).items():
        facts.require_known(name, part.columns)
    engine = engine_for_command(configuration)
    restored_rows = number = 0
    source = f"{uuid4().hex} restored"
    try:
        if configuration.analytics_engine:
            for mall in copy.manifest.malls:
                await engine.forget(mall.mall_id)
        for name in facts.columns():
            async for page in copy.rows(shape.FACTS, name):
                number += 1
                await engine.keep([Batch(source=source, number=number, rows={name: page})])
                restored_rows += len(page)
    finally:
        await engine.close()
    return restored_rows

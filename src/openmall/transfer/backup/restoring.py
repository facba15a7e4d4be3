"""Restores a whole installation into an empty one, completely or not at all.

Files of the data folder are written into a folder within it, and moved to their places in the end,
the store last. A restore that was stopped starts over when it is called again.
"""

import shutil
from collections.abc import Awaitable, Callable
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
from openmall.database.keys import KeyFile
from openmall.database.seal import Seal, configured_seal, seal_with, without_key
from openmall.http.addressing import MALL_ID
from openmall.media.store import Store
from openmall.transfer.backup import facts, shape, sources
from openmall.transfer.backup.creation import NotPossible
from openmall.transfer.backup.reading import Copy
from openmall.transfer.backup.rewriting import WithNewBatchNumbers, require_known_settings
from openmall.transfer.backup.targets import fill_empty, require_empty

WORK_FOLDER: Final = ".restoring"
"""The folder within the data folder in which its files are written."""
_DUCKDB: Final = "analytics.duckdb"
Unopened = Callable[[Configuration, Seal], Awaitable[tuple[int, int]]]
"""Counts the secrets in a store that a seal does not open, and those that it opens."""


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
    unopened: Unopened,
    key: str = "",
) -> Restored:
    """Restore a whole installation where there is none.

    `scratch`: folder for the temporary store of an older backup. `key`: the key file of the
    installation that was backed up, which becomes this one's. Raises NotPossible, also where the
    key opens nothing of what is sealed, DatabaseAway, PicturesAway, EngineAway, OSError.
    """
    sources.require_known(copy)
    if copy.about.mall_id:
        raise NotPossible(f"{copy.path} is a copy of the mall {copy.about.mall_id} alone: --mall")
    await require_empty(configuration)
    key, seal = _key(copy, configuration, key)
    making = configuration.data_dir / WORK_FOLDER
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    beside = msgspec.structs.replace(configuration, data_dir=making)
    async with sources.open_source(copy, scratch=scratch) as source:
        await require_known_settings(source)
        # the engine may know batches that are later than the backup
        needs_outbox = not copy.about.facts or configuration.analytics_engine
        rows = await fill_empty(
            beside,
            WithNewBatchNumbers(source) if needs_outbox else source,
            report_progress=lambda share: report_progress(share * 0.6),
        )
    sealed, opened = await unopened(beside, seal or without_key())
    if seal is not None and sealed and not opened:
        shutil.rmtree(making)
        raise NotPossible(
            f"the key opens none of {sealed} secrets that are sealed in {copy.path}: name the key"
            " file of the installation the copy was made in"
        )
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
    if key:
        _write_key(KeyFile(configuration.data_dir).path, key)
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


def _key(copy: Copy, configuration: Configuration, given: str) -> tuple[str, Seal | None]:
    """Return the content of the key file to write, empty: none; and the seal of the keys.

    None: there is no key yet, neither in the copy nor here. Raises NotPossible, ValueError.
    """
    path = KeyFile(configuration.data_dir).path
    key = given or copy.key()
    if given and copy.key() and given.split() != copy.key().split():
        raise NotPossible(f"the key of {copy.path} is in it, and is another than that of the file")
    if configuration.secret_keys:
        if missing := set(key.split()) - set(configuration.secret_keys):
            raise NotPossible(
                f"{len(missing)} keys of the copy are not in OPENMALL_SECRET_KEYS, which this"
                " installation uses: add them there"
            )
        return "", configured_seal(configuration)
    if path.exists():
        if key and path.read_text().split() != key.split():
            raise NotPossible(f"{path} is there already, and is not the key of the copy")
        return "", configured_seal(configuration)
    return key, seal_with(key, where="the key of the copy") if key else None


def _write_key(path: Path, key: str) -> None:
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

"""Checks that the keys of an installation open what is sealed in its store.

A key file that is missing would be made anew, and another one would seal new secrets beside those
that it does not open: both are noticed before a program serves or writes.
"""

import itertools
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import click

from openmall.access.malls import rules as mall_rules
from openmall.cli.setting_options import print_notice
from openmall.configuration import Configuration
from openmall.database import key_note, migrate, phases
from openmall.database.factory import open_database, work_on_database
from openmall.database.keys import KeyFile
from openmall.database.reencryption import ReencryptionCounts
from openmall.database.seal import Seal, configured_seal, without_key
from openmall.database.session import Database

_REMEDY: Final = (
    "put the key there that sealed them, or remove what cannot be opened any more"
    ' (docs/backup.md, "The key")'
)
_MALLS: Final = 200
"""Malls that are asked for what is sealed, the first ones; a wrong key opens nothing in any."""


async def renew(
    database: Database, seal: Seal, counts: ReencryptionCounts, *, only: str = ""
) -> None:
    """Count what is sealed, of everything or of `only` one mall.

    With `counts.write` what an earlier key sealed is sealed with the first one.
    """
    from openmall.cli.sealed_secrets import SEALED_SECRETS

    malls = [only] if only else [each.mall_id for each in await mall_rules.every(database)]
    for place in SEALED_SECRETS:
        of_installation = [] if only else [""]
        # such as the answers to forms of the consoles, in a table of malls
        for mall_id in [*of_installation, *(malls if place.of_malls else ())]:
            last: Sequence[str] | None = ()
            while last is not None:
                async with database.writing(mall_id) as db:
                    last = await place.renew(db, seal, counts, last)


async def resealed(database: Database, seals: Sequence[Seal], mall_id: str) -> int:
    """Seal with the first of `seals` what any of them opens of a mall; return what none opens."""
    counts = ReencryptionCounts(write=True)
    keys = list(itertools.chain.from_iterable(map(Seal.keys, seals)))
    await renew(database, Seal(lambda: keys), counts, only=mall_id)
    return len(counts.broken)


async def unopened(configuration: Configuration, seal: Seal) -> tuple[int, int]:
    """Count the secrets in a store that a seal does not open, and those that it opens."""
    counts = ReencryptionCounts(write=False)
    database = open_database(configuration, long_limits=True)
    try:
        await renew(database, seal, counts)
    finally:
        await database.close()
    return len(counts.broken), counts.sealed - len(counts.broken)


async def probe(database: Database, seal: Seal) -> ReencryptionCounts:
    """Count some of what is sealed: a page of each table, of up to `_MALLS` malls."""
    from openmall.cli.sealed_secrets import SEALED_SECRETS
    from openmall.contract.crud.settings import UnknownSetting

    counts = ReencryptionCounts(write=False)
    malls = [each.mall_id for each in await mall_rules.every(database)][:_MALLS]
    for mall_id in ["", *malls]:
        for place in SEALED_SECRETS:
            if place.of_malls or not mall_id:
                # the settings of a gateway's distribution stay when it is uninstalled
                with suppress(UnknownSetting):
                    async with database.reading(mall_id) as db:
                        await place.renew(db, seal, counts, ())
    return counts


def probed(configuration: Configuration, seal: Seal) -> ReencryptionCounts:
    """Return the counts of `probe` for an installation's store; none for one that cannot be used.

    Raises DatabaseAway.
    """
    if not phases.usable(migrate.state(configuration)):
        return ReencryptionCounts(write=False)
    return work_on_database(configuration, lambda database: probe(database, seal))


def require_key(configuration: Configuration) -> None:
    """Raise ClickException where the keys open nothing of what is sealed, or are missing."""
    require_key_file(configuration)
    seal = configured_seal(configuration)
    try:
        counts = work_on_database(configuration, lambda database: _recognise(database, seal))
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    _refuse(configuration, counts)
    if counts.broken:
        print_notice(f"{len(counts.broken)} secrets open with no key: see `openmall secrets check`")


def refuse_other_key(configuration: Configuration) -> None:
    """Raise ClickException where the keys are missing, or open nothing of what is sealed.

    As `require_key`, for commands: it writes nothing and prints nothing.
    """
    require_key_file(configuration)
    seal = configured_seal(configuration)

    async def look(database: Database) -> ReencryptionCounts:
        async with database.reading("") as db:
            if await key_note.is_opened(db, seal):
                return ReencryptionCounts(write=False)
        return await probe(database, seal)

    try:
        counts = work_on_database(configuration, look)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    _refuse(configuration, counts)


def _refuse(configuration: Configuration, counts: ReencryptionCounts) -> None:
    if opens_nothing(counts):
        raise click.ClickException(
            f"{_place(configuration)} opens none of {counts.sealed} secrets that are sealed in the"
            f" store: {_REMEDY}"
        )


def require_key_file(configuration: Configuration) -> None:
    """Make the key of a store that has none. Raises ClickException when something is sealed."""
    if configuration.secret_keys or KeyFile(configuration.data_dir).path.exists():
        return
    seal = without_key()
    counts = work_on_database(configuration, lambda database: probe(database, seal))
    if counts.sealed:
        raise click.ClickException(
            f"secrets are sealed in the store, and {_place(configuration)} is not there: {_REMEDY}"
        )
    configured_seal(configuration).keys()


def opens_nothing(counts: ReencryptionCounts) -> bool:
    """Return whether something is sealed, and nothing of it opens."""
    return 0 < counts.sealed == len(counts.broken)


async def _recognise(database: Database, seal: Seal) -> ReencryptionCounts:
    """Return the counts of `probe`, empty ones where the keys are known already."""
    async with database.reading("") as db:
        if await key_note.is_opened(db, seal):
            return ReencryptionCounts(write=False)
    counts = await probe(database, seal)
    if not opens_nothing(counts):
        async with database.writing("") as db:
            await key_note.write(db, seal)
    return counts


def _place(configuration: Configuration) -> str:
    if configuration.secret_keys:
        return "OPENMALL_SECRET_KEYS"
    return str(KeyFile(configuration.data_dir).path)

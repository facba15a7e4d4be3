"""Backups of an installation or of one mall: made online, checked, restored."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeVar
from uuid import uuid4

import click

from openmall.cli import output, secret_input
from openmall.cli.command import command, command_with
from openmall.cli.operating.manifest_facts import manifest_facts
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.analytics.engine.engine import Engine
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.configuration import Configuration
    from openmall.transfer.backup.creation import BackupOptions
    from openmall.transfer.backup.mall import MallRestored
    from openmall.transfer.backup.reading import Copy
    from openmall.transfer.backup.restoring import Restored
    from openmall.transfer.backup.shape import Manifest

T = TypeVar("T")
_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
_FOLDER: Final = click.Path(exists=True, file_okay=False, path_type=Path)


@click.group()
def backup() -> None:
    """Back up malls while they are served, check backups, and restore them.

    \b
    Examples:
      openmall backup create /backup
      openmall backup verify /backup/openmall-20261121T200000Z.tar
      openmall backup restore /backup/openmall-20261121T200000Z.tar --data-dir /srv/openmall
      openmall backup restore myshop.tar --mall myshop --as myshop-2
    """


@backup.command()
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else everything.")
@click.option("--without-pictures", is_flag=True, help="Leave the pictures out.")
@click.option("--without-facts", is_flag=True, help="Leave out what visitors did.")
@click.option(
    "--with-key",
    is_flag=True,
    help="Put the key of sealed secrets in: it lets any reader of the file read them.",
)
@command
def create(
    configuration: "Configuration",
    target: Path,
    mall_id: str | None,
    without_pictures: bool,
    without_facts: bool,
    with_key: bool,
    as_json: bool,
) -> Output:
    """Copy everything, or one mall, into the file TARGET, or one in the folder TARGET.

    Malls are served meanwhile. What was acknowledged before the copy began is in it, and nothing
    of later. The file is there when it is whole, and only its owner may read it.

    \b
    Examples:
      openmall backup create /backup
      openmall backup create myshop.tar --mall myshop
    """
    from openmall.transfer.backup.creation import BackupOptions

    if mall_id and with_key:
        raise click.UsageError("the key opens the secrets of all malls: not with --mall")
    if target.is_dir():
        moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        target = target / f"{mall_id or 'openmall'}-{moment}.tar"
    elif not target.absolute().parent.is_dir():
        raise click.ClickException(f"there is no folder {target.absolute().parent}")
    backup_options = BackupOptions(
        mall_id=mall_id or "",
        pictures=not without_pictures,
        facts=not without_facts,
        key=with_key,
    )
    with output.progress("Copying", as_json=as_json) as report_progress:
        manifest = _run(
            lambda: _create(configuration, target.absolute(), backup_options, report_progress)
        )
    _record(configuration, "created", target, manifest)
    facts: dict[str, Fact] = {"file": str(target), "bytes": target.stat().st_size}
    return output.of_facts({**facts, **manifest_facts(manifest)})


async def _create(
    configuration: "Configuration",
    target: Path,
    backup_options: "BackupOptions",
    report_progress: Callable[[float], None],
) -> "Manifest":
    import openmall
    from openmall.database.snapshot import open_snapshot
    from openmall.media.store_factory import open_store
    from openmall.transfer.backup.creation import write_backup

    engine = _engine(configuration) if backup_options.facts else None
    try:
        return await write_backup(
            target,
            backup_options,
            configuration=configuration,
            snapshot=open_snapshot(configuration),
            store=open_store(configuration),
            engine=engine,
            now=time.time,
            program=openmall.__version__,
            report_progress=report_progress,
        )
    finally:
        if engine is not None:
            await engine.close()


def _engine(configuration: "Configuration") -> "Engine | None":
    """Return the analytics engine; None where there are no facts yet."""
    from openmall.analytics.engine.opening import engine_for_command

    if not configuration.analytics_engine and not (configuration.data_dir / DUCKDB).exists():
        return None
    return engine_for_command(configuration)


DUCKDB: Final = "analytics.duckdb"


@backup.command()
@click.argument("file", type=_FILE)
@click.option("--quick", is_flag=True, help="Check the file alone; restore it nowhere.")
@click.option("--scratch", type=_FOLDER, help="Where to restore it for a moment; else TMPDIR.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@command_with("data_dir")
def verify(
    configuration: "Configuration", file: Path, quick: bool, scratch: Path | None, as_json: bool
) -> Output:
    """Say whether the copy FILE is sound; exit with 1 when it is not.

    Every byte, every count and every row is checked. Then it is restored into a store of its own:
    every table, column, setting, fact and picture must be one that this program can restore, and
    stock, orders, coupons and points are recomputed. --quick looks at the file alone.

    \b
    Example:
      openmall backup verify /backup/openmall-20261121T200000Z.tar
    """
    from openmall.transfer.backup.reading import examine

    with output.progress("Reading", as_json=as_json) as report_progress:
        examined = _run(
            lambda: _in_coroutine(lambda: examine(file, report_progress=report_progress))
        )
    problems = list(examined.problems)
    if examined.copy is not None and not problems and not quick:
        problems += _recompute(examined.copy, scratch, as_json)
    manifest = None if examined.copy is None else examined.copy.manifest
    _record(configuration, "verified", file, manifest, sound=not problems, quick=quick)
    about = {} if manifest is None else manifest_facts(manifest)
    facts = {"file": str(file), "sound": not problems, **about, "problems": problems}
    text = output.facts({key: each for key, each in facts.items() if key != "problems"})
    return Output(facts, "\n".join([text, *problems]), status=1 if problems else 0)


def _recompute(copy: "Copy", scratch: Path | None, as_json: bool) -> list[str]:
    """Restore a copy into a scratch store, and verify it as `openmall verify` does."""
    from openmall.cli import installation
    from openmall.cli.operating.verify import recompute
    from openmall.configuration import Configuration
    from openmall.database.seal import configured_seal
    from openmall.transfer.backup import sources

    sources.require_known(copy)
    problems: list[str] = []
    with tempfile.TemporaryDirectory(prefix="openmall-", dir=scratch) as folder:
        configuration = Configuration(data_dir=Path(folder))
        with output.progress("Restoring", as_json=as_json) as report_progress:
            _run(lambda: sources.as_store(copy, configuration, report_progress=report_progress))
            # commands refuse a store without its key
            configured_seal(configuration).keys()
            problems += _run(lambda: _not_restorable(copy, configuration))
        if problems:
            return problems
        mall_id = copy.about.mall_id or None
        results = installation.run(
            configuration,
            lambda opened: recompute(opened, mall_id, as_json=as_json),
            # the copy's own key is not in it, and nothing that it seals is read
            any_key=True,
        )
        problems += [f"{name} differ: {each.text}" for name, each in results.items() if each.status]
    return problems


async def _not_restorable(copy: "Copy", configuration: "Configuration") -> list[str]:
    """Return problems that would prevent restoring a copy, whose rows are in a scratch store."""
    from openmall.database.snapshot import open_snapshot
    from openmall.transfer.backup import checking
    from openmall.transfer.backup.sources import FromStore

    async with open_snapshot(configuration) as snapshot:
        return await checking.problems(copy, FromStore(snapshot, await snapshot.tables()))


@backup.command()
@click.argument("file", type=_FILE)
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall of the copy.")
@click.option("--as", "new_id", metavar="NEW_ID", help="What the mall is to be called here.")
@click.option(
    "--key-file",
    type=_FILE,
    help="secret.key of the installation the copy was made in, when it is another.",
)
@click.option("--scratch", type=_FOLDER, help="Where an older copy becomes a store; else TMPDIR.")
@command
def restore(
    configuration: "Configuration",
    file: Path,
    mall_id: str | None,
    new_id: str | None,
    key_file: Path | None,
    scratch: Path | None,
    as_json: bool,
) -> Output:
    """Read the copy FILE back: everything where nothing is yet, or one mall beside others.

    A mall comes back under its own id when that is free, with its apps and their tokens. Under
    another id it is a copy: without apps, tokens, announced events and contracts for payment. Other
    malls are served meanwhile. What was stopped is called again.

    --key-file becomes the key of a whole installation; one mall is sealed with the key that is
    here. One that opens nothing of what is sealed is refused.

    \b
    Examples:
      openmall backup restore all.tar --data-dir /srv/openmall
      openmall backup restore all.tar --database postgresql://openmall@db/openmall
      openmall backup restore all.tar --mall myshop --as myshop-2
    """
    from openmall.transfer.backup.reading import examine

    if new_id and not mall_id:
        raise click.UsageError("--as is for one mall: name it with --mall")
    with output.progress("Checking", as_json=as_json) as report_progress:
        examined = _run(
            lambda: _in_coroutine(lambda: examine(file, report_progress=report_progress))
        )
    copy = examined.copy
    if copy is None or examined.problems:
        raise click.ClickException(f"{file} is damaged: {'; '.join(examined.problems)}")
    with output.progress("Restoring", as_json=as_json) as report_progress:
        if mall_id is not None:
            names = (mall_id, new_id or mall_id)
            mall = _restore_mall(copy, configuration, names, key_file, scratch, report_progress)
            return output.of_struct(mall)
        key = secret_input.read_file(key_file) if key_file else ""
        restored = _run(lambda: _restore(copy, configuration, key, scratch, report_progress))
    notice = (
        f"{restored.sealed} secrets are sealed with another key: put the secret.key of the"
        " installation the copy was made in into the data folder"
    )
    return output.of_struct(restored)._replace(notice=notice if restored.sealed else "")


async def _restore(
    copy: "Copy",
    configuration: "Configuration",
    key: str,
    scratch: Path | None,
    report_progress: Callable[[float], None],
) -> "Restored":
    from openmall.cli import key_check
    from openmall.media.store_factory import open_store
    from openmall.transfer.backup.refused_restores import leaving_nothing
    from openmall.transfer.backup.restoring import restore

    with leaving_nothing(configuration.data_dir):
        (store := open_store(configuration)).check()
        return await restore(
            copy, configuration, store,
            scratch=scratch, report_progress=report_progress, unopened=key_check.unopened, key=key,
        )  # fmt: skip


def _restore_mall(
    copy: "Copy",
    configuration: "Configuration",
    names: tuple[str, str],
    key_file: Path | None,
    scratch: Path | None,
    report_progress: Callable[[float], None],
) -> "MallRestored":
    """Restore a mall; `names`: its id in the copy, and its id here."""
    from openmall.analytics.engine.opening import engine_for_command
    from openmall.cli import installation, key_check
    from openmall.database.seal import configured_seal, seal_with
    from openmall.media.store_factory import open_store
    from openmall.transfer.backup import mall, sources
    from openmall.transfer.backup.rewriting import Rewriting

    new = configured_seal(configuration)
    old = seal_with(secret_input.read_file(key_file), where=str(key_file)) if key_file else new

    async def work(opened: "Installation") -> "MallRestored":
        rewriting = Rewriting(
            was=names[0],
            becomes=names[1],
            old=old,
            new=new,
            ahead=not copy.about.facts or bool(configuration.analytics_engine),
        )
        engine = engine_for_command(configuration)
        try:
            async with sources.open_source(copy, scratch=scratch) as source:
                return await mall.restore(
                    copy,
                    source,
                    rewriting,
                    database=opened.database,
                    pictures=open_store(configuration),
                    engine=engine,
                    source_of_facts=f"{names[1]} restored {uuid4().hex}",
                    announce=opened.counters.invalidate_caches,
                    report_progress=report_progress,
                    reseal=lambda: key_check.resealed(opened.database, [new, old], names[1]),
                )
        finally:
            await engine.close()

    return _errors_for_click(lambda: installation.run(configuration, work))


def _record(
    configuration: "Configuration",
    action: Literal["created", "verified"],
    file: Path,
    manifest: "Manifest | None",
    *,
    sound: bool = True,
    quick: bool = False,
) -> None:
    """Write what was done into the data folder, for the operator console."""
    from openmall.database.backup_log import BackupEntry, record

    about = None if manifest is None else manifest.about
    entry = BackupEntry(
        action=action,
        at=int(time.time()),
        file=str(file.absolute()),
        size=file.stat().st_size,
        taken_at=0 if about is None else int(about.taken_at),
        mall_id="" if about is None else about.mall_id,
        sound=sound,
        quick=quick,
    )
    record(configuration.data_dir, entry)


async def _in_coroutine(work: Callable[[], T]) -> T:
    return work()


def _run(work: Callable[[], Coroutine[None, None, T]]) -> T:
    return _errors_for_click(lambda: asyncio.run(work()))


def _errors_for_click(work: Callable[[], T]) -> T:
    """Run `work` and return its result. Raises ClickException with the reason of a failure."""
    from openmall.analytics.engine.engine import EngineAway, TooLong
    from openmall.contract.pictures import PicturesAway
    from openmall.database.session import DatabaseAway
    from openmall.transfer.backup.creation import NotPossible

    try:
        return work()
    except (EngineAway, TooLong) as error:
        raise click.ClickException(f"facts cannot be reached: {error}") from None
    except (NotPossible, DatabaseAway, PicturesAway, ValueError, OSError) as error:
        raise click.ClickException(str(error)) from None

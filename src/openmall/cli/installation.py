"""An installation, opened for one command."""

import asyncio
import importlib
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import TypeVar

import click

from openmall.access.limits.common_counters import CommonCounters
from openmall.access.limits.factory import open_limiter
from openmall.access.limits.limiter import LocalLimiter
from openmall.access.limits.local_counters import LocalCounters
from openmall.access.limits.shared_counters import SharedCounters
from openmall.access.malls import rules as mall_rules
from openmall.access.oauth.directory import Directory
from openmall.access.sandbox import clock as sandbox_clock
from openmall.analytics.engine.opening import open_engine
from openmall.cli import key_check
from openmall.configuration import Configuration
from openmall.contract.call import Mall
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock, Clocks, SystemClock
from openmall.database import migrate, phases
from openmall.database.cache_epoch import CacheEpoch
from openmall.database.factory import open_database
from openmall.database.seal import configured_seal
from openmall.database.session import Database, DatabaseAway
from openmall.tracing import factory

T = TypeVar("T")


class Installation:
    """The store, the counters all processes share, and the time."""

    def __init__(self, configuration: Configuration, counters: SharedCounters) -> None:
        self.configuration = configuration
        self.database: Database = open_database(configuration, long_limits=True, recorder=counters)
        self.counters: Counters = counters
        if configuration.beside_others:
            cache_epoch = CacheEpoch(self.database)
            self.counters = CommonCounters(
                counters,
                LocalLimiter(counters),
                invalidate_caches=cache_epoch.invalidate_caches,
                cache_epoch=cache_epoch.cache_epoch,
            )
        self.clock: Clock = SystemClock()
        """The machine's; what is done in a mall goes by `clock_of`."""

    async def require_mall(self, mall_id: str) -> mall_rules.MallLine:
        """Return a mall. Raises ClickException when there is none of that name."""
        for mall in await mall_rules.every(self.database):
            if mall.mall_id == mall_id:
                return mall
        raise click.ClickException(f"there is no mall {mall_id!r}")

    def directory(self) -> Directory:
        """Return the malls, apps and tokens as they are now."""
        return Directory(self.database, self.clock, lambda: 0)

    async def mall(self, mall_id: str) -> Mall:
        """Return a mall with its shops. Raises ClickException when there is none of that name."""
        mall = await self.directory().mall(mall_id)
        if mall is None:
            raise click.ClickException(f"there is no mall {mall_id!r}")
        return mall

    async def clock_of(self, mall_id: str) -> Clock:
        """Return the clock of a mall."""
        return (await self.clocks()).of(mall_id)

    async def clocks(self) -> Clocks:
        """Return the clocks of all malls."""
        return await sandbox_clock.every(self.database, self.clock)

    async def mall_ids(self, only: str | None) -> list[str]:
        """Return the malls of the installation, or `only` one, which must be there."""
        if only is not None:
            return [(await self.require_mall(only)).mall_id]
        return [each.mall_id for each in await mall_rules.every(self.database)]


def prepare(configuration: Configuration, *, any_key: bool = False) -> None:
    """Set up an empty store. Raises ClickException for another version, or no store.

    A store with something in it is only changed by the command that says so. Raises ClickException
    as well for a key beside a SQLite file that opens nothing of what is sealed, unless the command
    is for `any_key`: what it seals would be opened by no other one.
    """
    try:
        store = migrate.state(configuration)
        if store.schema is None:
            migrate.migrate(configuration)
            configuration.make_data_dir()
            configured_seal(configuration).keys()
        elif phases.usable(store):
            # elsewhere than beside a SQLite file a command may do without the key
            if not configuration.database:
                check = key_check.require_key_file if any_key else key_check.refuse_other_key
                check(configuration)
        else:
            refuse_newer(store.schema)
            if reason := phases.too_old(store.schema):
                raise click.ClickException(f"the store cannot be used: {reason}")
            raise click.ClickException(
                f"the store has schema {store.schema}, this program needs {phases.needed()}: "
                "make a backup, then run `openmall db migrate`; `openmall db status` says how it "
                "is done while others serve"
            )
    except (DatabaseAway, OSError) as error:
        raise click.ClickException(f"cannot use the store: {error}") from None


def require_store(configuration: Configuration) -> None:
    """Raise ClickException where there is no store, as in a folder that is misspelled."""
    try:
        schema = migrate.current(configuration)
    except (DatabaseAway, OSError) as error:
        raise click.ClickException(f"cannot use the store: {error}") from None
    in_the_way = configuration.data_dir.exists() and not configuration.data_dir.is_dir()
    if schema is None and (configuration.database or not in_the_way):
        place = "the database" if configuration.database else configuration.data_dir
        raise click.ClickException(
            f"there is no store in {place}: --data-dir or OPENMALL_DATA_DIR names that of an "
            "installation; openmall mall create begins one"
        )


def refuse_newer(schema: str | None) -> None:
    """Raise ClickException for a store that a newer program has upgraded."""
    if schema is not None and schema > migrate.newest():
        raise click.ClickException(
            f"the store has schema {schema}, this program knows {migrate.newest()} at most: run "
            "the program that upgraded it, or restore the backup from before"
        )


def require_files(configuration: Configuration) -> None:
    """Raise ClickException with the reason when pictures cannot be stored as configured."""
    if not configuration.files and not configuration.files_public_url:
        # in the folder where the certificates were written a moment ago
        return
    from openmall.media.store_factory import open_store

    try:
        open_store(configuration).check()
    except (ValueError, OSError) as error:
        raise click.ClickException(f"cannot use the store of pictures: {error}") from None


def require_engine(configuration: Configuration) -> None:
    """Raise ClickException with the reason when facts cannot be stored as configured."""
    if not configuration.analytics_engine:
        return
    try:
        open_engine(configuration)
    except ImportError:
        raise click.ClickException(
            "ClickHouse is asked with httpx: install openmall[clickhouse]"
        ) from None
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def require_limits(configuration: Configuration) -> None:
    """Raise ClickException with the reason when limits cannot be counted as configured."""
    if configuration.machines == "several" and not configuration.database:
        raise click.UsageError("--machines several needs --database: PostgreSQL that they share")
    try:
        open_limiter(
            LocalCounters(),
            configuration.limits_store,
            seconds=1.0,
            wall=SystemClock().now,
            refusal=None,
        )
    except ImportError:
        raise click.ClickException(
            "limits of several machines are counted with redis: install openmall[redis]"
        ) from None
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def require_traces(configuration: Configuration) -> None:
    """Raise ClickException with the reason when traces cannot be sent as configured."""
    try:
        if factory.is_enabled(configuration):
            importlib.import_module("openmall.tracing.otel")
    except ImportError:
        raise click.ClickException(
            "traces are sent with opentelemetry: install openmall[traces]"
        ) from None


def run(
    configuration: Configuration,
    work: Callable[[Installation], Awaitable[T]],
    *,
    any_key: bool = False,
) -> T:
    """Run `work` in the installation, which is set up when empty; return its result.

    `any_key`: also where the key opens nothing of what is sealed, to look at it and repair it.
    Raises ClickException with the reason in one line.
    """
    prepare(configuration, any_key=any_key)
    try:
        configuration.make_data_dir()
        with closing(SharedCounters(configuration.data_dir / "counters")) as counters:
            return asyncio.run(_run(configuration, counters, work))
    except BrokenPipeError:
        # the reader of our output has closed it: the root of the commands ends quietly
        raise
    except (DatabaseAway, ValueError, OSError) as error:
        raise click.ClickException(str(error)) from None


async def _run(
    configuration: Configuration,
    counters: SharedCounters,
    work: Callable[[Installation], Awaitable[T]],
) -> T:
    installation = Installation(configuration, counters)
    try:
        return await work(installation)
    finally:
        await installation.database.close()

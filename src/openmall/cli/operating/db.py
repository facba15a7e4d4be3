"""Commands for the store: upgrade it, check it, move it to another database."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from openmall.cli import output, setting_options
from openmall.cli.command import command
from openmall.cli.output import Output
from openmall.configuration import Configuration

if TYPE_CHECKING:
    from openmall.cli.output import Fact


@click.group()
def db() -> None:
    """Upgrade, check and move the store.

    \b
    Examples:
      openmall db check --data-dir /srv/openmall
      openmall db migrate --database postgresql://openmall@db/openmall
      openmall db migrate --expand
      openmall db move --to postgresql://openmall@db/openmall
    """


@db.command()
@click.option("--expand", "phase", flag_value="expand", help="Only add, while programs serve.")
@click.option("--contract", "phase", flag_value="contract", help="Take away, while new ones serve.")
@command
def migrate(configuration: Configuration, phase: str | None) -> Output:
    """Bring the store to the schema of this program. Make a backup before: nothing leads back.

    Without --expand and --contract all is done at once, and it is refused while a program serves
    the store. What fails or is stopped can be repeated. A store of a newer program is refused.

    \b
    Examples:
      openmall db migrate               # the server is stopped
      openmall db migrate --expand      # while the release of before serves
      openmall db migrate --contract    # when only the new one does
    """
    from openmall.cli import installation
    from openmall.database import migrate

    with _refusals_as_errors():
        before = migrate.current(configuration)
        installation.refuse_newer(before)
        if phase is None:
            changed = migrate.migrate(configuration)
        else:
            step = migrate.expand if phase == "expand" else migrate.contract
            changed = bool(step(configuration))
        now = migrate.current(configuration)
    facts = {"before": before, "schema": now, "changed": changed}
    text = f"The store has schema {now}" + (" now." if changed else " already.")
    return Output(facts, text)


@db.command()
@click.option("--batch", type=click.IntRange(1), default=500, help="Rows in one transaction. [500]")
@click.option("--pace", type=click.IntRange(0), default=5000,
              help="Rows a second at most; 0: as fast as it goes. [5000]")  # fmt: skip
@command
def backfill(configuration: Configuration, as_json: bool, batch: int, pace: int) -> Output:
    """Fill what `migrate --expand` added, in small batches, while programs serve.

    Stopped, or killed, it goes on where it was. Begin when every program that serves is new.

    \b
    Example:
      openmall db backfill --pace 2000
    """
    from openmall.database import migrate

    with _refusals_as_errors(), output.progress("Filling", as_json=as_json) as bar:
        filled_migrations = migrate.fill(
            configuration,
            batch=batch,
            pace=pace,
            on_progress=lambda _, so_far: bar(so_far.rows / max(so_far.total, so_far.rows, 1)),
        )
    facts: list[Fact] = [
        {"migration": number, "rows": each.rows} for number, each in filled_migrations.items()
    ]
    text = "\n".join(
        f"{number}: {each.rows} rows were filled." for number, each in filled_migrations.items()
    )
    return Output(facts, text or "There is nothing to fill.")


@db.command()
@command
def status(configuration: Configuration) -> Output:
    """Say between which schemas the store is, and what comes next.

    \b
    Example:
      openmall db status --json
    """
    from openmall.database import migrate, phases

    with _refusals_as_errors():
        store = migrate.state(configuration)
        filled = migrate.filled(configuration)
    facts: dict[str, Fact] = {
        "schema": store.schema,
        "newest": migrate.newest(),
        "needed": phases.needed(),
        "usable": phases.usable(store),
        "backfills": [
            {"migration": number, "rows": each.rows, "total": each.total, "ended": each.ended}
            for number, each in filled.items()
        ],
        "next": phases.next_step(store, filled=all(each.ended for each in filled.values())),
    }
    shares = ", ".join(
        f"{number}: {'all' if each.ended else f'{each.rows} of {each.total}'}"
        for number, each in filled.items()
    )
    return Output(facts, output.facts({**facts, "backfills": shares}))


@db.command()
@click.option("--plan", "only_plan", is_flag=True, help="Only print it, also where Citus is.")
@command
def distribute(configuration: Configuration, only_plan: bool) -> Output:
    """Spread the malls over several PostgreSQL servers, where the extension Citus is.

    Where it is not, print what would be done: each mall's rows on one server, what belongs to the
    installation on all. Nothing may serve meanwhile. Done again, it places tables that are new.

    \b
    Example:
      openmall db distribute --plan --database postgresql://openmall@db/openmall
    """
    from openmall.database import distribution
    from openmall.database.store_users import require_unused

    if not configuration.database:
        raise click.ClickException("only PostgreSQL is distributed: --database postgresql://...")
    with _refusals_as_errors():
        if obstacles := distribution.obstacles():
            raise click.ClickException("; ".join(obstacles))
        if not only_plan:
            require_unused(configuration, instead="")
        statements, distributed = asyncio.run(
            distribution.distribute(configuration.database, only_plan=only_plan)
        )
    facts: dict[str, Fact] = {"done": distributed, "sql": [each.sql for each in statements]}
    text = "\n".join(f"{each.sql};" for each in statements)
    if not distributed and not only_plan:
        setting_options.print_notice("Citus is not in this database: this is what would be done.")
    return Output(facts, text or "Every table is in its place.")


@contextmanager
def _refusals_as_errors() -> Iterator[None]:
    """Raise ClickException for an error that keeps the store from being changed."""
    from openmall.database.backfill import StillWritten
    from openmall.database.phases import NotNow
    from openmall.database.session import DatabaseAway
    from openmall.database.store_users import StoreInUse

    try:
        yield
    except (NotNow, StillWritten, StoreInUse) as error:
        raise click.ClickException(str(error)) from None
    except (DatabaseAway, OSError) as error:
        raise click.ClickException(f"cannot use the store: {error}") from None


@db.command()
@command
def check(configuration: Configuration) -> Output:
    """Say whether the store can be reached, has this program's schema, and is sound.

    Exits with 0 when all is well and with 1 when not, so that a monitor can call it.

    \b
    Example:
      openmall db check
    """
    state = _examine(configuration)
    return output.of_struct(state)._replace(status=1 if state.problem else 0)


@db.command()
@click.option(
    "--to", "target", required=True, metavar="URL", help="postgresql://..., or the word sqlite."
)
@command
def move(configuration: Configuration, target: str, as_json: bool) -> Output:
    """Copy the store into an empty one, compare the two, and leave the first.

    Between SQLite and PostgreSQL, or into another PostgreSQL database, such as one that Citus
    distributes. The server must be stopped. Pictures, facts and keys stay where they are. A SQLite
    file is called openmall.sqlite.moved afterwards. What was stopped is called again.

    \b
    Examples:
      openmall db move --data-dir /srv/openmall --to postgresql://openmall@db/openmall
      openmall db move --database postgresql://openmall@db/openmall --to sqlite
    """
    import msgspec

    from openmall.database.session import DatabaseAway
    from openmall.transfer.backup import moving
    from openmall.transfer.backup.creation import NotPossible

    to_postgresql = target.startswith(("postgresql://", "postgres://"))
    if not to_postgresql and target != "sqlite":
        raise click.UsageError("--to is postgresql://user:password@host/name, or sqlite")
    if target == (configuration.database or "sqlite"):
        raise click.UsageError("the store is there already: --to names another")
    to = msgspec.structs.replace(configuration, database=target if to_postgresql else "")
    try:
        with output.progress("Moving", as_json=as_json) as report_progress:
            result = asyncio.run(moving.move(configuration, to, report_progress=report_progress))
    except (NotPossible, DatabaseAway, OSError) as error:
        raise click.ClickException(str(error)) from None
    return output.of_struct(result)._replace(
        notice=f"Serve it from now on with OPENMALL_DATABASE={'<the URL>' if to_postgresql else ''}"
    )


class _State(Struct):
    """The state of a store."""

    store: str
    reachable: bool
    schema: str | None
    newest: str
    problem: str


def _examine(configuration: Configuration) -> _State:
    from openmall.database import migrate, phases
    from openmall.database.session import DatabaseAway

    state = _State(
        store="postgresql" if configuration.database else str(configuration.database_path),
        reachable=False,
        schema=None,
        newest=migrate.newest(),
        problem="",
    )
    try:
        store = migrate.state(configuration)
        state.schema = store.schema
        if state.schema is None and not configuration.database:
            state.problem = "there is no store yet"
            state.reachable = configuration.database_path.exists()
            return state
        state.reachable = True
        if not phases.usable(store):
            state.problem = (
                phases.too_old(store.schema)
                or "this program cannot use that schema: see openmall db status"
            )
        else:
            state.problem = _damage(configuration)
    except (DatabaseAway, OSError) as error:
        state.problem = str(error) or type(error).__name__
    return state


def _damage(configuration: Configuration) -> str:
    if configuration.database:
        return asyncio.run(_missing_tables(configuration.database))
    import apsw

    try:
        connection = apsw.Connection(
            str(configuration.database_path), flags=apsw.SQLITE_OPEN_READWRITE
        )
        connection.set_busy_timeout(10_000)
        try:
            problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(1)")]
        finally:
            connection.close()
    except apsw.Error as error:
        return str(error)
    return "" if problems == ["ok"] else "; ".join(problems)


async def _missing_tables(url: str) -> str:
    # PostgreSQL looks after its own pages; what an operator can lose is a table
    import asyncpg

    from openmall.database.schema import metadata

    connection = await asyncpg.connect(url, timeout=10, statement_cache_size=0)
    try:
        rows = await connection.fetch(
            "SELECT table_name FROM information_schema.tables"
            " WHERE table_schema = ANY (current_schemas(false))"
        )
    finally:
        await connection.close()
    missing = sorted(metadata().tables.keys() - {row[0] for row in rows})
    return f"tables are missing: {', '.join(missing)}" if missing else ""

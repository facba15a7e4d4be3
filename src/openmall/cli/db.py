"""The store: bring it up to date, see whether everything is sound, move it to another kind."""

import asyncio
import sys
from typing import Any

import click

from openmall.cli import output, settings
from openmall.configuration import Configuration


@click.group()
def db() -> None:
    """Look after the store.

    \b
    Examples:
      openmall db check --data-dir /srv/openmall
      openmall db migrate --database postgresql://openmall@db/openmall
      openmall db move --to postgresql://openmall@db/openmall
    """


@db.command()
@settings.where
def migrate(as_json: bool, **given: Any) -> None:
    """Bring the store to the schema of this program. Make a backup before."""
    from openmall.database import migrate
    from openmall.database.session import DatabaseAway

    configuration = settings.configured(**given)
    try:
        before = migrate.current(configuration)
        changed = migrate.migrate(configuration)
    except (DatabaseAway, OSError) as error:
        raise click.ClickException(f"cannot use the store: {error}") from None
    facts = {"before": before, "schema": migrate.newest(), "changed": changed}
    text = f"The store has schema {migrate.newest()}" + (" now." if changed else " already.")
    output.show(facts, as_json=as_json, text=text)


@db.command()
@settings.where
def check(as_json: bool, **given: Any) -> None:
    """Say whether the store can be reached, has this program's schema, and is sound.

    Exits with 0 when all is well and with 1 when not, so that a monitor can call it.
    """
    configuration = settings.configured(**given)
    facts = _examine(configuration)
    output.show(facts, as_json=as_json, text=output.facts(facts))
    if facts["problem"]:
        sys.exit(1)


@db.command()
@click.option(
    "--to", "target", required=True, metavar="URL", help="postgresql://..., or the word sqlite."
)
@settings.where
def move(target: str, as_json: bool, **given: Any) -> None:
    """Copy the store into an empty one of the other kind, compare the two, and leave the first.

    The server must be stopped. Pictures, facts and keys stay where they are. A SQLite file is
    called openmall.sqlite.moved afterwards. What was stopped is called again.

    \b
    Examples:
      openmall db move --data-dir /srv/openmall --to postgresql://openmall@db/openmall
      openmall db move --database postgresql://openmall@db/openmall --to sqlite
    """
    import msgspec

    from openmall.copies import moving
    from openmall.copies.making import NotPossible
    from openmall.database.session import DatabaseAway

    configuration = settings.configured(**given)
    to_postgresql = target.startswith(("postgresql://", "postgres://"))
    if not to_postgresql and target != "sqlite":
        raise click.UsageError("--to is postgresql://user:password@host/name, or sqlite")
    if to_postgresql == bool(configuration.database):
        raise click.UsageError("a store is moved to one of the other kind")
    to = msgspec.structs.replace(configuration, database=target if to_postgresql else "")
    try:
        with output.progress("Moving", as_json=as_json) as watch:
            moved = asyncio.run(moving.move(configuration, to, watch=watch))
    except (NotPossible, DatabaseAway, OSError) as error:
        raise click.ClickException(str(error)) from None
    output.show(moved, as_json=as_json, text=output.facts(msgspec.structs.asdict(moved)))
    settings.tell(
        f"Serve it from now on with OPENMALL_DATABASE={'<the URL>' if to_postgresql else ''}"
    )


def _examine(configuration: Configuration) -> dict[str, Any]:
    from openmall.database import migrate
    from openmall.database.session import DatabaseAway

    facts: dict[str, Any] = {
        "store": "postgresql" if configuration.database else str(configuration.database_path),
        "reachable": False,
        "schema": None,
        "newest": migrate.newest(),
        "problem": "",
    }
    try:
        facts["schema"] = migrate.current(configuration)
        if facts["schema"] is None and not configuration.database:
            facts["problem"] = "there is no store yet"
            facts["reachable"] = configuration.database_path.exists()
            return facts
        facts["reachable"] = True
        if facts["schema"] != facts["newest"]:
            facts["problem"] = "the schema is another one than this program's: openmall db migrate"
        else:
            facts["problem"] = _damage(configuration)
    except (DatabaseAway, OSError) as error:
        facts["problem"] = str(error) or type(error).__name__
    return facts


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
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(1)")]
        finally:
            connection.close()
    except apsw.Error as error:
        return str(error)
    return "" if found == ["ok"] else "; ".join(found)


async def _missing_tables(url: str) -> str:
    # PostgreSQL looks after its own pages; what an operator can lose is a table
    import asyncpg

    from openmall.apis import registry
    from openmall.database.schema import metadata

    registry.doors()
    connection = await asyncpg.connect(url, timeout=10)
    try:
        rows = await connection.fetch(
            "SELECT table_name FROM information_schema.tables"
            " WHERE table_schema = ANY (current_schemas(false))"
        )
    finally:
        await connection.close()
    missing = sorted(metadata.tables.keys() - {row[0] for row in rows})
    return f"tables are missing: {', '.join(missing)}" if missing else ""

"""Spreading the tables with Citus: the plan, and that every table is named right.

Citus itself is not here: functions of its names stand for it, and look at what they are told.
"""

from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner

from openmall.cli.main import openmall
from openmall.configuration import Configuration
from openmall.database.migrate import migrate
from openmall.database.schema import metadata
from tests import postgres
from tests.database.postgresql.server_queries import ask
from tests.guards.sources import import_all

STANDING_FOR_CITUS = (
    "CREATE TABLE pg_dist_partition"
    " (logicalrelid regclass PRIMARY KEY, at serial, partkey text, with_ regclass)",
    "CREATE FUNCTION truncate_local_data_after_distributing_table(named regclass) RETURNS void"
    " LANGUAGE sql AS ''",
    """CREATE FUNCTION create_reference_table(named regclass) RETURNS void LANGUAGE sql AS
    'INSERT INTO pg_dist_partition (logicalrelid) VALUES (named)'""",
    """CREATE FUNCTION create_distributed_table(
        named regclass, by text, colocate_with text DEFAULT 'default'
    ) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE beside regclass := CASE colocate_with WHEN 'default' THEN NULL
                               ELSE colocate_with::regclass END;
    BEGIN
        IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = named AND attname = by) THEN
            RAISE 'there is no column % in %', by, named;
        END IF;
        IF EXISTS (SELECT FROM pg_index WHERE indrelid = named AND indisunique AND NOT
                   (SELECT attnum FROM pg_attribute WHERE attrelid = named AND attname = by)
                   = ANY (indkey)) THEN
            RAISE 'something of % is unique across servers', named;
        END IF;
        IF beside IS NOT NULL AND NOT EXISTS
                (SELECT FROM pg_dist_partition WHERE logicalrelid = beside) THEN
            RAISE '% is not there yet', beside;
        END IF;
        INSERT INTO pg_dist_partition (logicalrelid, partkey, with_) VALUES (named, by, beside);
    END $$""",
)


def run(url: str, *words: str) -> Any:
    done = CliRunner().invoke(
        openmall, ["db", "distribute", "--database", url, "--json", *words], prog_name="openmall"
    )
    assert done.exit_code == 0, done.stderr
    return msgspec.json.decode(done.stdout)


def test_the_plan_is_printed_without_citus_and_carried_out_with_it(tmp_path: Path) -> None:
    import_all()
    url = postgres.server().new_database()
    migrate(Configuration(data_dir=tmp_path, database=url))

    printed = run(url)
    for each in STANDING_FOR_CITUS:
        ask(url, each)
    planned = run(url, "--plan")
    untouched = ask(url, "SELECT * FROM pg_dist_partition")
    done = run(url)
    again = run(url)
    placed = ask(url, "SELECT logicalrelid::text, partkey, with_::text FROM pg_dist_partition"
                 " ORDER BY at")  # fmt: skip

    assert printed == planned
    assert (printed["done"], done["done"], untouched) == (False, True, [])
    assert (done["sql"], again) == (printed["sql"], {"done": True, "sql": []})
    kept = {name.strip('"'): (by, beside) for name, by, beside in placed}
    divided = {name for name, table in metadata().tables.items() if "mall_id" in table.c}
    assert kept == {
        name: (None, None) if name not in divided
        else ("mall_id", None if name == "mall" else "mall")
        for name in [*metadata().tables, "alembic_version"]
    }  # fmt: skip
    assert printed["sql"][0] == "SELECT create_reference_table('alembic_version')"


def test_a_table_that_is_new_is_placed_later(tmp_path: Path) -> None:
    url = postgres.server().new_database()
    migrate(Configuration(data_dir=tmp_path, database=url))
    for each in STANDING_FOR_CITUS:
        ask(url, each)
    run(url)
    ask(url, "DELETE FROM pg_dist_partition WHERE logicalrelid = 'redirect'::regclass")

    assert run(url) == {
        "done": True,
        "sql": ["SELECT create_distributed_table('redirect', 'mall_id', colocate_with => 'mall')"],
    }


def test_sqlite_is_not_distributed(tmp_path: Path) -> None:
    done = CliRunner(env={"OPENMALL_DATA_DIR": str(tmp_path)}).invoke(
        openmall, ["db", "distribute"], prog_name="openmall"
    )
    assert (done.exit_code, done.stderr) == (
        1, "error: only PostgreSQL is distributed: --database postgresql://...\n",
    )  # fmt: skip

"""A store with something in it is brought to the newest schema, and keeps what it has."""

from pathlib import Path

import apsw
import pytest
from alembic import command
from sqlalchemy import create_engine

from openmall.configuration import Configuration
from openmall.database.migrate import alembic_config, migrate

APP = (
    "INSERT INTO app (client_id, name, secret_hash, front_key_hash, redirect_uris, scopes,"
    " restricted, strict, version, created_at) VALUES (?, 'App', 's', 'f', '[]', '', 'F', 'F',"
    " '2024-03-01', ?)"
)


@pytest.mark.parametrize("apps", [[], [("second", 20), ("first", 10), ("third", 20)]])
def test_apps_of_before_get_numbers_in_the_order_they_came(
    tmp_path: Path, apps: list[tuple[str, int]]
) -> None:
    configuration = Configuration(data_dir=tmp_path)
    engine = create_engine(f"sqlite:///{configuration.database_path}")
    with engine.connect() as connection:
        command.upgrade(alembic_config(connection), "0001")
        connection.commit()
    engine.dispose()
    store = apsw.Connection(str(configuration.database_path))
    store.executemany(APP, apps)
    store.close()

    migrate(configuration)

    store = apsw.Connection(str(configuration.database_path))
    kept = list(store.execute("SELECT client_id, app_no, launch_url FROM app ORDER BY app_no"))
    counter = list(store.execute("SELECT mall_id, name, value FROM counter"))
    [(made,)] = store.execute("SELECT sql FROM sqlite_master WHERE name = 'app'")
    store.close()
    names = [name for name, _ in sorted(apps, key=lambda app: (app[1], app[0]))]
    assert kept == [(name, number, "") for number, name in enumerate(names, 1)]
    assert counter == ([("", "app", 3)] if apps else [])
    assert "WITHOUT ROWID" in made

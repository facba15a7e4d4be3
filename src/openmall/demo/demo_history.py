"""Writes a history of some weeks into the demo mall, so that every report has rows."""

from datetime import timedelta
from typing import Final

from openmall.contract.call import Mall
from openmall.contract.moments import Clock, moment
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo.simulated_history.world_writer import Options, fill

SEED: Final = 1
DAYS: Final = 21
VISITS: Final = 16
"""Visits of a shop on a usual day; they add about a second to a start."""


async def write(database: Database, clock: Clock, seal: Seal, mall: Mall) -> None:
    """Write the weeks up to yesterday. Raises ValueError for a mall that has a past."""
    until = moment(clock.now()).date() - timedelta(days=1)
    options = Options(seed=SEED, until=until, days=DAYS, daily=VISITS)
    await fill(database, seal, mall, options, lambda share: None)

"""Everything that is sealed in the store, as one list: what a new key has to be brought to."""

from typing import Final

from openmall.database.resealing import Place
from openmall.jobs import sealing as jobs
from openmall.pipeline.repeating import rules as repeating
from openmall.standard import settings
from openmall.webhooks import sealing

PLACES: Final[tuple[Place, ...]] = (
    settings.SEALED,
    sealing.SEALED,
    repeating.SEALED,
    jobs.SEALED,
)

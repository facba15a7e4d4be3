"""The list of everything that is sealed in the store, for the rotation of keys."""

from typing import Final

from openmall.api.pipeline.repeating import rules as repeating_rules
from openmall.contract.crud import settings
from openmall.database.resealing import Place
from openmall.events.jobs import sealed_parts
from openmall.events.webhooks import sealed_keys

SEALED_SECRETS: Final[tuple[Place, ...]] = (
    settings.SEALED,
    sealed_keys.SEALED,
    repeating_rules.SEALED,
    sealed_parts.SEALED,
)

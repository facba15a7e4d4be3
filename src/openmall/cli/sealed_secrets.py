"""The list of everything that is sealed in the store, for the rotation of keys."""

from typing import Final

from openmall.access.malls import sealed_second_factors
from openmall.api.pipeline.idempotency import rules as idempotency_rules
from openmall.commerce.order.billing.stored_methods import store as stored_method_store
from openmall.commerce.store.paymentgateway.endpoints import store as endpoint_store
from openmall.commerce.undo import sealed_writes
from openmall.contract.crud import settings
from openmall.database.reencryption import EncryptedTable
from openmall.events.file_transfers import sealed_files
from openmall.events.jobs import sealed_parts
from openmall.events.messages import sealed_texts
from openmall.events.plans import sealed_plans
from openmall.events.webhooks import sealed_keys

SEALED_SECRETS: Final[tuple[EncryptedTable, ...]] = (
    settings.SEALED,
    sealed_keys.SEALED,
    stored_method_store.SEALED,
    endpoint_store.SEALED,
    idempotency_rules.SEALED,
    sealed_parts.SEALED,
    sealed_plans.SEALED,
    sealed_plans.SEALED_CHANGES,
    sealed_writes.SEALED,
    sealed_writes.SEALED_PERSONAL,
    sealed_files.SEALED,
    sealed_second_factors.SEALED,
    sealed_texts.SEALED,
)

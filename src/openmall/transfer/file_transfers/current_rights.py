"""Whether those who asked for an import or export still may when it is carried out.

It waits for its turn, and a dry run for a person, while roles change and apps are removed.
"""

from typing import Final

from openmall.access.malls import staff_roles
from openmall.access.oauth import apps as registered_apps
from openmall.contract import scopes as scope_names
from openmall.database.session import Database
from openmall.events.file_transfers.rules import SCOPES
from openmall.events.file_transfers.store import Transfer

_IMPORT: Final = "import"


async def permit(database: Database, mall_id: str, transfer: Transfer) -> bool:
    """Return whether the app, or the manager, still has the right to such data.

    A command has neither: the operator who runs it has every right.
    """
    scope = SCOPES[transfer.direction, transfer.kind]
    async with database.reading(mall_id) as db:
        if transfer.client_id:
            allowed = await registered_apps.allowed(db, transfer.client_id)
            return allowed is not None and scope_names.permits(frozenset(allowed), scope)
        if not transfer.user_id:
            return True
        rights = await staff_roles.rights_of(db, transfer.user_id)
    return rights.permits_scope(scope, writes=transfer.direction == _IMPORT)

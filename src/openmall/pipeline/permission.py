"""Whether the caller may do this: scope and restricted operations.

Specification: "Authentication" step 6; "Errors" 403; the `Restricted` column.
"""

from openmall.contract import scopes
from openmall.contract.call import Identity
from openmall.contract.errors import Forbidden, Unauthorized
from openmall.contract.operation import Operation


def require_partner(operation: Operation, identity: Identity) -> None:
    """Raise Unauthorized (401) when a partner's client is not permitted; that API has no 403."""
    if not scopes.permits(identity.scopes, operation.scope):
        raise Unauthorized(f"The client is not permitted {operation.scope}. (insufficient_scope)")


def require(operation: Operation, identity: Identity) -> None:
    """Raise Forbidden (403) when a scope is missing or the operation is restricted."""
    if not scopes.permits(identity.scopes, operation.scope):
        lacking = f"The token lacks the scope {operation.scope}. (insufficient_scope)"
        # client programs of the analytics API look for these words
        said = "INVALID SCOPE. " if operation.scope in scopes.ANALYTICS_NAMES else ""
        raise Forbidden(said + lacking)
    if operation.restricted and not identity.app.restricted:
        raise Forbidden("This operation is open to certain clients by arrangement only.")

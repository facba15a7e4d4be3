"""Authorizes calls: scopes and restricted operations.

Specification: "Authentication" step 6; "Errors" 403; the `Restricted` column.
"""

from openmall.contract import scopes as scope_names
from openmall.contract.call import Identity
from openmall.contract.errors import Forbidden, Unauthorized
from openmall.contract.operation import Operation


def require_partner(operation: Operation, identity: Identity) -> None:
    """Raise Unauthorized (401) when a partner's client lacks the scope; that API has no 403."""
    if not scope_names.permits(identity.scopes, operation.scope):
        raise Unauthorized(f"The client is not permitted {operation.scope}. (insufficient_scope)")


def require(operation: Operation, identity: Identity) -> None:
    """Raise Forbidden (403) when a scope is missing or the operation is restricted."""
    if not scope_names.permits(identity.scopes, operation.scope):
        lacking = f"The token lacks the scope {operation.scope}. (insufficient_scope)"
        # client programs of the analytics API parse this prefix
        prefix = "INVALID SCOPE. " if operation.scope in scope_names.ANALYTICS_NAMES else ""
        raise Forbidden(prefix + lacking)
    if operation.restricted and not identity.app.restricted:
        raise Forbidden("This operation is open to certain clients by arrangement only.")

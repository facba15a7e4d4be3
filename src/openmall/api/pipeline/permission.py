"""Authorizes calls: scopes and restricted operations.

Specification: "Authentication" step 6; "Errors" 403; the `Restricted` column.
"""

from openmall.api.pipeline.api_definitions import Credential
from openmall.contract import scopes as scope_names
from openmall.contract.call import Identity
from openmall.contract.errors import Forbidden, Unauthorized
from openmall.contract.operation import Operation


def require_partner(operation: Operation, identity: Identity) -> None:
    """Raise Unauthorized (401) when a partner's client lacks the scope; that API has no 403."""
    if not scope_names.permits(identity.scopes, operation.scope):
        raise Unauthorized(f"The client is not permitted {operation.scope}. (insufficient_scope)")


def require(operation: Operation, identity: Identity, credential: Credential) -> None:
    """Raise Forbidden (403) when a scope is missing or the operation is restricted."""
    if not scope_names.permits(identity.scopes, operation.scope):
        # a storefront call has no token: all scopes that the mall granted to the app count
        holder = "app" if credential == "storefront" else "token"
        lacking = f"The {holder} lacks the scope {operation.scope}. (insufficient_scope)"
        # client programs of the analytics API parse this prefix
        prefix = "INVALID SCOPE. " if operation.scope in scope_names.ANALYTICS_NAMES else ""
        raise Forbidden(prefix + lacking)
    if operation.restricted and not identity.app.restricted:
        raise Forbidden("This operation is open to certain clients by arrangement only.")

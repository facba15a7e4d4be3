"""Authorizes calls: scopes and restricted operations.

Specification: "Authentication" step 6; "Errors" 403; the `Restricted` column.
"""

from openmall.api.pipeline import rehearsal
from openmall.api.pipeline.refusals import (
    ANALYTICS_SCOPE_MISSING,
    OPERATION_RESTRICTED,
    PARTNER_LACKS_SCOPE,
    SCOPE_ALLOWS_PROPOSALS_ONLY,
    SCOPE_MISSING,
)
from openmall.api.pipeline.request_context import RequestContext
from openmall.contract import scopes as scope_names
from openmall.contract.call import Identity
from openmall.contract.errors import Forbidden, Unauthorized
from openmall.contract.operation import Operation
from openmall.contract.refusal import Phrase


def require_partner(operation: Operation, identity: Identity) -> None:
    """Raise Unauthorized (401) when a partner's client lacks the scope; that API has no 403."""
    if not scope_names.permits(identity.scopes, operation.scope):
        raise Unauthorized(PARTNER_LACKS_SCOPE, scope=operation.scope)


def require(context: RequestContext, operation: Operation) -> None:
    """Raise Forbidden (403) when a scope is missing or the operation is restricted.

    A write whose scope the token has as a proposal only is marked as one.
    """
    identity, credential = context.caller, context.api.credential
    if operation.writes and scope_names.proposes(identity.scopes, operation.scope):
        if not rehearsal.accepts(context.api.name, operation):
            raise Forbidden(SCOPE_ALLOWS_PROPOSALS_ONLY, scope=operation.scope)
        context.proposes = "scope"
    elif not scope_names.permits(identity.scopes, operation.scope):
        # a storefront call has no token: all scopes that the mall granted to the app count
        holder = Phrase("app") if credential == "storefront" else Phrase("token")
        analytics = operation.scope in scope_names.ANALYTICS_NAMES
        refusal = ANALYTICS_SCOPE_MISSING if analytics else SCOPE_MISSING
        raise Forbidden(refusal, holder=holder, scope=operation.scope)
    if operation.restricted and not identity.app.restricted:
        raise Forbidden(OPERATION_RESTRICTED)

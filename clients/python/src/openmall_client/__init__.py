"""Client of openmall's admin, storefront, partner and analytics APIs."""

from openmall_client import events
from openmall_client.errors import (
    ApiError,
    Conflict,
    ConnectionFailed,
    Forbidden,
    InvalidArgument,
    InvalidRequest,
    InvalidResponse,
    InvalidSignature,
    NotFound,
    OpenmallError,
    PageLimitReached,
    PreconditionFailed,
    RateLimited,
    SignInRequired,
    Unauthorized,
    Unavailable,
)
from openmall_client.event import Event
from openmall_client.malls import (
    Admin,
    Analytics,
    AsyncAdmin,
    AsyncAnalytics,
    AsyncPartner,
    AsyncStorefront,
    Partner,
    Storefront,
)
from openmall_client.tokens import FileTokenStore, MemoryTokenStore, OAuth, Tokens, TokenStore
from openmall_client.transport import Attempt, Call, Retries
from openmall_client.version import __version__
from openmall_client.webhooks import verify

__all__ = [
    "Admin",
    "Analytics",
    "ApiError",
    "AsyncAdmin",
    "AsyncAnalytics",
    "AsyncPartner",
    "AsyncStorefront",
    "Attempt",
    "Call",
    "Conflict",
    "ConnectionFailed",
    "Event",
    "FileTokenStore",
    "Forbidden",
    "InvalidArgument",
    "InvalidRequest",
    "InvalidResponse",
    "InvalidSignature",
    "MemoryTokenStore",
    "NotFound",
    "OAuth",
    "OpenmallError",
    "PageLimitReached",
    "Partner",
    "PreconditionFailed",
    "RateLimited",
    "Retries",
    "SignInRequired",
    "Storefront",
    "TokenStore",
    "Tokens",
    "Unauthorized",
    "Unavailable",
    "__version__",
    "events",
    "verify",
]

"""Client of openmall's admin, storefront, partner and analytics APIs."""

from openmall_client.errors import (
    ApiError,
    Conflict,
    ConnectionFailed,
    Forbidden,
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
from openmall_client.transport import Call, Retries
from openmall_client.webhooks import Event, verify

__version__ = "0.1.0"

__all__ = [
    "Admin",
    "Analytics",
    "ApiError",
    "AsyncAdmin",
    "AsyncAnalytics",
    "AsyncPartner",
    "AsyncStorefront",
    "Call",
    "Conflict",
    "ConnectionFailed",
    "Event",
    "FileTokenStore",
    "Forbidden",
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
    "verify",
]

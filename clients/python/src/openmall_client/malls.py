"""The four APIs, as a program begins: `Admin`, `Storefront`, `Partner`, `Analytics`.

Each is there as `Async...` as well.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

from openmall_client.errors import OpenmallError
from openmall_client.generated.admin import VERSION, AdminApi, AsyncAdminApi
from openmall_client.generated.analytics import AnalyticsApi, AsyncAnalyticsApi
from openmall_client.generated.partner import AsyncPartnerApi, PartnerApi
from openmall_client.generated.storefront import AsyncStorefrontApi, StorefrontApi
from openmall_client.pacing import DRAIN, Pacer
from openmall_client.tokens import FixedToken, TokenSource
from openmall_client.transport import (
    SESSION,
    AsyncTransport,
    Attempt,
    Connection,
    Retries,
    Timeout,
    Transport,
    Verify,
)

_DEFAULT_RETRIES: Final = Retries()
_MALL_PATH: Final = re.compile(r"(/@[a-z0-9-]+)?", re.ASCII)
"""Path of a mall's address: none, or the mall's id at the address of this machine."""


def _admin(
    mall_url: str, tokens: TokenSource | str, version: str, retries: Retries, drain: float
) -> Connection:
    return Connection(
        f"{_root(mall_url)}/api/v2/admin",
        version,
        tokens=_source(tokens),
        retries=retries,
        pacer=Pacer(drain),
    )


def _partner(
    collection_url: str, client_id: str, client_secret: str, version: str, retries: Retries
) -> Connection:
    return Connection(
        f"{_root(collection_url)}/api",
        version,
        credentials=(client_id, client_secret),
        retries=retries,
    )


def _analytics(
    analytics_url: str, tokens: TokenSource | str, version: str, retries: Retries
) -> Connection:
    return Connection(_root(analytics_url), version, tokens=_source(tokens), retries=retries)


def _watched(connection: Connection, on_attempt: Callable[[Attempt], None] | None) -> Connection:
    return connection if on_attempt is None else replace(connection, on_attempt=on_attempt)


def _source(tokens: TokenSource | str) -> TokenSource:
    return FixedToken(tokens) if isinstance(tokens, str) else tokens


def _storefront(
    mall_url: str,
    client_id: str,
    front_key: str,
    session: str,
    version: str,
    retries: Retries,
    drain: float,
) -> Connection:
    headers = {SESSION: session} if session else {}
    if not front_key:
        headers["X-Platform-Client-Id"] = client_id
    return Connection(
        f"{_root(mall_url)}/api/v2",
        version,
        credentials=(client_id, front_key) if front_key else None,
        headers=headers,
        retries=retries,
        pacer=Pacer(drain),
    )


def _root(url: str) -> str:
    """Return the address of a mall without a slash at its end.

    One on this machine may be named by a path: `https://127.0.0.1:8443/@trial`.
    """
    parts = urlsplit(url)
    path = parts.path.rstrip("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not _MALL_PATH.fullmatch(path):
        raise OpenmallError(f"the address of a mall is like https://shop.example.com, not {url!r}")
    return f"{parts.scheme}://{parts.netloc}{path}"


class _Closing:
    transport: Transport

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self.transport.close()


class _AsyncClosing:
    transport: AsyncTransport

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self.transport.close()


class Admin(_Closing, AdminApi):
    """The admin API of a mall, for an app that is installed there."""

    def __init__(
        self,
        mall_url: str,
        tokens: TokenSource | str,
        *,
        version: str = VERSION,
        retries: Retries = _DEFAULT_RETRIES,
        drain: float = DRAIN,
        verify: Verify = True,
        timeout: Timeout = 30.0,
        on_attempt: Callable[[Attempt], None] | None = None,
    ) -> None:
        """Connect on the first call.

        Args:
            mall_url: address of the mall, as https://myshop.example.com.
            tokens: an access token, or an `OAuth` that keeps and refreshes tokens.
            version: of the API; types are those of the newest one.
            retries: how often a call is sent again.
            drain: calls a second the installation serves for long.
            verify: as of httpx: a certificate authority's file, or an ssl.SSLContext.
            timeout: seconds for each step of an attempt, or `httpx.Timeout(30, connect=3)`.
            on_attempt: called after each request, for logs and metrics.
        """
        connection = _admin(mall_url, tokens, version, retries, drain)
        self.transport = Transport(_watched(connection, on_attempt), verify=verify, timeout=timeout)


class AsyncAdmin(_AsyncClosing, AsyncAdminApi):
    """The admin API of a mall, for asynchronous programs."""

    def __init__(
        self,
        mall_url: str,
        tokens: TokenSource | str,
        *,
        version: str = VERSION,
        retries: Retries = _DEFAULT_RETRIES,
        drain: float = DRAIN,
        verify: Verify = True,
        timeout: Timeout = 30.0,
        on_attempt: Callable[[Attempt], None] | None = None,
    ) -> None:
        """Connect on the first call. The arguments are those of `Admin`."""
        connection = _admin(mall_url, tokens, version, retries, drain)
        self.transport = AsyncTransport(
            _watched(connection, on_attempt), verify=verify, timeout=timeout
        )


class Storefront(_Closing, StorefrontApi):
    """The storefront API of a mall, for one shopper."""

    def __init__(
        self,
        mall_url: str,
        client_id: str,
        front_key: str = "",
        *,
        session: str = "",
        version: str = VERSION,
        retries: Retries = _DEFAULT_RETRIES,
        drain: float = DRAIN,
        verify: Verify = True,
        timeout: Timeout = 30.0,
        on_attempt: Callable[[Attempt], None] | None = None,
    ) -> None:
        """Connect on the first call.

        Args:
            mall_url: address of the mall.
            client_id: of the app.
            front_key: its front API key; without it a smaller limit holds.
            session: the shopper's, from the header X-Openmall-Session of a response; it is kept
                as calls begin one.
            version: of the API.
            retries: how often a call is sent again.
            drain: calls a second the installation serves for long.
            verify: as of httpx.
            timeout: seconds for each step of an attempt, or `httpx.Timeout(30, connect=3)`.
            on_attempt: called after each request, for logs and metrics.
        """
        connection = _storefront(mall_url, client_id, front_key, session, version, retries, drain)
        self.transport = Transport(_watched(connection, on_attempt), verify=verify, timeout=timeout)


class AsyncStorefront(_AsyncClosing, AsyncStorefrontApi):
    """The storefront API of a mall, for asynchronous programs."""

    def __init__(
        self,
        mall_url: str,
        client_id: str,
        front_key: str = "",
        *,
        session: str = "",
        version: str = VERSION,
        retries: Retries = _DEFAULT_RETRIES,
        drain: float = DRAIN,
        verify: Verify = True,
        timeout: Timeout = 30.0,
        on_attempt: Callable[[Attempt], None] | None = None,
    ) -> None:
        """Connect on the first call. The arguments are those of `Storefront`."""
        connection = _storefront(mall_url, client_id, front_key, session, version, retries, drain)
        self.transport = AsyncTransport(
            _watched(connection, on_attempt), verify=verify, timeout=timeout
        )


class Partner(_Closing, PartnerApi):
    """The partner-collection API of an installation."""

    def __init__(
        self,
        collection_url: str,
        client_id: str,
        client_secret: str,
        *,
        version: str = VERSION,
        retries: Retries = _DEFAULT_RETRIES,
        verify: Verify = True,
        timeout: Timeout = 30.0,
        on_attempt: Callable[[Attempt], None] | None = None,
    ) -> None:
        """Connect on the first call. `collection_url`: as https://collection.example.com."""
        connection = _partner(collection_url, client_id, client_secret, version, retries)
        self.transport = Transport(_watched(connection, on_attempt), verify=verify, timeout=timeout)


class AsyncPartner(_AsyncClosing, AsyncPartnerApi):
    """The partner-collection API, for asynchronous programs."""

    def __init__(
        self,
        collection_url: str,
        client_id: str,
        client_secret: str,
        *,
        version: str = VERSION,
        retries: Retries = _DEFAULT_RETRIES,
        verify: Verify = True,
        timeout: Timeout = 30.0,
        on_attempt: Callable[[Attempt], None] | None = None,
    ) -> None:
        """Connect on the first call. The arguments are those of `Partner`."""
        connection = _partner(collection_url, client_id, client_secret, version, retries)
        self.transport = AsyncTransport(
            _watched(connection, on_attempt), verify=verify, timeout=timeout
        )


class Analytics(_Closing, AnalyticsApi):
    """The analytics API of an installation."""

    def __init__(
        self,
        analytics_url: str,
        tokens: TokenSource | str,
        *,
        version: str = VERSION,
        retries: Retries = _DEFAULT_RETRIES,
        verify: Verify = True,
        timeout: Timeout = 30.0,
        on_attempt: Callable[[Attempt], None] | None = None,
    ) -> None:
        """Connect on the first call. `analytics_url`: as https://analytics.example.com."""
        connection = _analytics(analytics_url, tokens, version, retries)
        self.transport = Transport(_watched(connection, on_attempt), verify=verify, timeout=timeout)


class AsyncAnalytics(_AsyncClosing, AsyncAnalyticsApi):
    """The analytics API, for asynchronous programs."""

    def __init__(
        self,
        analytics_url: str,
        tokens: TokenSource | str,
        *,
        version: str = VERSION,
        retries: Retries = _DEFAULT_RETRIES,
        verify: Verify = True,
        timeout: Timeout = 30.0,
        on_attempt: Callable[[Attempt], None] | None = None,
    ) -> None:
        """Connect on the first call. The arguments are those of `Analytics`."""
        connection = _analytics(analytics_url, tokens, version, retries)
        self.transport = AsyncTransport(
            _watched(connection, on_attempt), verify=verify, timeout=timeout
        )

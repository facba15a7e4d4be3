"""OAuth 2.0: authorising an app, keeping its tokens, refreshing them once for all processes."""

import base64
import contextlib
import hashlib
import json
import os
import secrets
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlencode

import anyio.to_thread
import filelock
import httpx

from openmall_client.errors import (
    InvalidResponse,
    OpenmallError,
    SignInRequired,
    body_of,
    certificate_error,
    connection_failed,
    error_of,
)
from openmall_client.hosts import target
from openmall_client.version import USER_AGENT

EARLY: Final = 60.0
"""Seconds before its end at which an access token is refreshed."""


@dataclass(frozen=True)
class Tokens:
    """The tokens of an app in a mall. Times are seconds since 1970 by this machine's clock."""

    access_token: str
    refresh_token: str
    expires_at: float
    refresh_expires_at: float
    scopes: tuple[str, ...] = ()
    mall_id: str = ""

    @classmethod
    def of_response(cls, body: dict[str, Any], now: float) -> "Tokens":
        """Return the tokens of a token endpoint's response, received at `now`.

        Its times have no zone; so lifetimes are counted from `issued_at`, and added to `now`.
        """
        issued = datetime.fromisoformat(body["issued_at"])

        def end(name: str) -> float:
            return now + (datetime.fromisoformat(body[name]) - issued).total_seconds()

        return cls(
            access_token=body["access_token"],
            refresh_token=body["refresh_token"],
            expires_at=end("expires_at"),
            refresh_expires_at=end("refresh_token_expires_at"),
            scopes=tuple(body.get("scopes", ())),
            mall_id=body.get("mall_id", ""),
        )


class TokenStore(Protocol):
    """Where an app's tokens are kept. Processes that share them share a store."""

    def load(self) -> Tokens | None:
        """Return the tokens; None when there are none."""
        ...

    def save(self, tokens: Tokens) -> None:
        """Keep the tokens: when it returns, they survive the end of the process."""
        ...

    def clear(self) -> None:
        """Forget the tokens, which are not valid any more."""
        ...

    def locked(self) -> AbstractContextManager[None]:
        """Keep every other user of the store from refreshing meanwhile."""
        ...


class MemoryTokenStore:
    """Tokens of this process alone."""

    def __init__(self, tokens: Tokens | None = None) -> None:
        self._tokens = tokens
        self._lock = threading.Lock()

    def load(self) -> Tokens | None:
        """Return the tokens."""
        return self._tokens

    def save(self, tokens: Tokens) -> None:
        """Keep the tokens until the process ends."""
        self._tokens = tokens

    def clear(self) -> None:
        """Forget the tokens."""
        self._tokens = None

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other threads from refreshing meanwhile."""
        with self._lock:
            yield


class FileTokenStore:
    """Tokens in a file that only its owner reads, shared by the processes of a machine."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._lock = filelock.FileLock(f"{self._path}.lock", mode=0o600, thread_local=False)
        self._threads = threading.Lock()

    def load(self) -> Tokens | None:
        """Return the tokens. Raises OpenmallError when the file is something else."""
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            return Tokens(**{**found, "scopes": tuple(found["scopes"])})
        except FileNotFoundError:
            return None
        except (ValueError, TypeError, KeyError) as error:
            raise OpenmallError(f"{self._path} is no file of tokens: {error}") from error

    def save(self, tokens: Tokens) -> None:
        """Replace the file as a whole; the disk has it when this returns."""
        new = self._path.with_name(f"{self._path.name}.{secrets.token_hex(4)}")
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(tokens), file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self._path)

    def clear(self) -> None:
        """Remove the file."""
        self._path.unlink(missing_ok=True)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other threads and processes from refreshing meanwhile."""
        with self._threads, self._lock:
            yield


class TokenSource(Protocol):
    """Gives the access token of a call."""

    def access_token(self, refused: str = "") -> str:
        """Return a token; another one than `refused`, which the server has refused.

        Raises SignInRequired when there is none.
        """
        ...


class FixedToken:
    """An access token kept elsewhere."""

    def __init__(self, token: str) -> None:
        self._token = token

    def access_token(self, refused: str = "") -> str:
        """Return the token. Raises SignInRequired once it was refused."""
        if refused == self._token:
            raise SignInRequired("the access token is not valid any more")
        return self._token


class OAuth:
    """An app in one mall: its authorisation and its tokens."""

    def __init__(
        self,
        mall_url: str,
        client_id: str,
        client_secret: str,
        store: TokenStore | None = None,
        *,
        verify: ssl.SSLContext | str | bool = True,
        overlapping: bool = False,
        timeout: float | httpx.Timeout = 30.0,
    ) -> None:
        """Take the app's credentials.

        Args:
            mall_url: address of the mall, as https://myshop.example.com.
            client_id: of the app.
            client_secret: of the app.
            store: where tokens are kept; in memory by default.
            verify: as of httpx: a certificate authority's file, or an ssl.SSLContext.
            overlapping: the app has chosen that the previous refresh token stays valid until the
                new one is used: then a refresh whose response was lost is sent again. Without that
                a repeated refresh would be taken for theft.
            timeout: seconds for each step, or `httpx.Timeout(30, connect=3)`.
        """
        self._client_id = client_id
        self._client_secret = client_secret
        self._store = MemoryTokenStore() if store is None else store
        self._overlapping = overlapping
        self._mall_url = mall_url.rstrip("/")
        self._target = target(mall_url)
        self._http = httpx.Client(verify=verify, timeout=timeout)

    def authorization_url(
        self, redirect_uri: str, scopes: list[str], *, state: str
    ) -> tuple[str, str]:
        """Return the address to send the merchant to, and the verifier to keep until they return.

        The verifier (PKCE, RFC 7636) belongs into the session of the merchant's browser, like
        `state`, which has to be compared when they return.
        """
        verifier = secrets.token_urlsafe(48)
        digest = hashlib.sha256(verifier.encode()).digest()
        query = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": redirect_uri,
            "scope": ",".join(scopes),
            "state": state,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        return f"{self._mall_url}/api/v2/oauth/authorize?{urlencode(query)}", verifier

    def exchange(self, code: str, redirect_uri: str, verifier: str) -> Tokens:
        """Exchange the code a merchant came back with, within a minute, and keep the tokens.

        Raises ApiError when the code is not valid, ConnectionFailed when no response came.
        """
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_uri,
            "code_verifier": verifier,
        }
        with self._store.locked():
            try:
                return self._receive(form)
            except httpx.TransportError as error:
                raise connection_failed(
                    error, None, "the code was not exchanged, or the response was lost"
                ) from error

    async def exchange_async(self, code: str, redirect_uri: str, verifier: str) -> Tokens:
        """As `exchange`, for asyncio and trio: waiting takes a thread.

        A task that is cancelled meanwhile ends when the exchange has, as a code is valid once.
        """
        return await anyio.to_thread.run_sync(self.exchange, code, redirect_uri, verifier)

    def access_token(self, refused: str = "") -> str:
        """Return an access token, refreshed when it is about to end or was `refused`.

        Of many threads and processes that share a store, one refreshes; the others take what it
        got. Raises SignInRequired when the app is not authorised, or not any more.
        """
        tokens = self._store.load()
        if tokens is not None and self._usable(tokens, refused):
            return tokens.access_token
        with self._store.locked():
            tokens = self._store.load()
            if tokens is None:
                raise SignInRequired("the app has no tokens yet")
            if self._usable(tokens, refused):
                return tokens.access_token
            if tokens.refresh_expires_at <= time.time():
                raise SignInRequired("the refresh token has expired")
            return self._refresh(tokens.refresh_token).access_token

    def revoke(self) -> None:
        """Give the tokens back: the app has no access any more, and the store no tokens.

        Raises ApiError when the server refuses, ConnectionFailed when no response came: then the
        tokens stay in the store, and are possibly valid. It can be called again.
        """
        with self._store.locked():
            tokens = self._store.load()
            if tokens is None:
                return
            try:
                response = self._post("revoke", {"token": tokens.refresh_token})
            except httpx.TransportError as error:
                raise connection_failed(error, None, "the tokens may be valid") from error
            if response.is_error:
                raise error_of(response)
            if not response.is_success:
                raise InvalidResponse(response, "it is no answer to a revocation")
            self._store.clear()

    async def revoke_async(self) -> None:
        """As `revoke`, for asyncio and trio: waiting takes a thread."""
        await anyio.to_thread.run_sync(self.revoke)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    @staticmethod
    def _usable(tokens: Tokens, refused: str) -> bool:
        return tokens.access_token != refused and tokens.expires_at - EARLY > time.time()

    def _refresh(self, refresh_token: str) -> Tokens:
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        for left in (2, 1, 0):
            try:
                return self._receive(form)
            except httpx.TransportError as error:
                unsent = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
                trusted = certificate_error(error) is None
                if left and trusted and (unsent or self._overlapping):
                    time.sleep(0.5)
                    continue
                raise connection_failed(
                    error, None, "the tokens were not refreshed, or the response was lost"
                ) from error
        raise AssertionError  # the last round returns or raises

    def _receive(self, form: dict[str, str]) -> Tokens:
        response = self._post("token", form)
        if response.is_error:
            error = error_of(response)
            if error.code == "invalid_grant" and form["grant_type"] == "refresh_token":
                raise SignInRequired(error.message) from error
            raise error
        try:
            tokens = Tokens.of_response(body_of(response), time.time())
        except (ValueError, TypeError, KeyError):
            raise InvalidResponse(response, "it has no tokens") from None
        self._store.save(tokens)
        return tokens

    def _post(self, endpoint: str, form: dict[str, str]) -> httpx.Response:
        return self._http.post(
            f"{self._target.url}/api/v2/oauth/{endpoint}",
            data=form,
            auth=(self._client_id, self._client_secret),
            headers={"User-Agent": USER_AGENT, **self._target.headers},
            extensions=self._target.extensions,
        )

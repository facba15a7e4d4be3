"""The connection to a server, and the options that name it."""

import contextlib
import ipaddress
import os
import ssl
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest

CALL_SECONDS: Final = 60.0
"""Longest a call to `/_test` may take: an advance delivers webhooks before it returns."""


@dataclass(frozen=True)
class Options:
    """The options of the run; empty: not given."""

    url: str
    token: str
    ca: str
    receiver: str
    receiver_port: str
    command: str

    @classmethod
    def of(cls, config: pytest.Config) -> "Options":
        """Read the options, or else the environment variables of their names."""
        values = {}
        for name in cls.__dataclass_fields__:
            given = config.getoption(f"openmall_{name}", None)
            values[name] = given or os.environ.get(f"OPENMALL_TEST_{name.upper()}", "")
        return cls(**values)


class OpenmallTestError(Exception):
    """The server refused a call to `/_test`; the message is its own."""


class Connection:
    """The connection to a running server, by which it is told what to do."""

    def __init__(self, url: str, options: Options, ca: str) -> None:
        """`url`: `https://host:port`. `ca`: PEM file; empty: authorities of the system."""
        self.url = url.rstrip("/")
        self.options = options
        self.verify: ssl.SSLContext = ssl.create_default_context(cafile=ca or None)
        """Trusts the server's certificate; for clients of the test's own."""
        headers = {"Authorization": f"Bearer {options.token}"} if options.token else {}
        self._http = httpx.Client(
            base_url=f"{self.url}/_test", verify=self.verify, headers=headers, timeout=CALL_SECONDS
        )

    @property
    def is_local(self) -> bool:
        """Whether it runs on this machine."""
        host = urlsplit(self.url).hostname or ""
        with contextlib.suppress(ValueError):
            return ipaddress.ip_address(host).is_loopback
        return host == "localhost"

    def call(self, method: str, path: str, draft: dict[str, Any] | None = None) -> dict[str, Any]:
        """Make a call below `/_test`. Raises OpenmallTestError with the server's message."""
        response = self._http.request(method, path, json=draft or None)
        content: dict[str, Any] = response.json()
        if response.is_error:
            raise OpenmallTestError(f"{method} /_test{path}: {content['error']['message']}")
        return content

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

"""Malls on this machine: names below `.localhost`, which not every resolver knows (RFC 6761)."""

from typing import Any, NamedTuple

import httpx


class Target(NamedTuple):
    """Where to connect for an address, and what to say there."""

    url: httpx.URL
    headers: dict[str, str]
    extensions: dict[str, Any]


def target(address: str) -> Target:
    """Return where the base `address` of an API is reached.

    A host below `.localhost` is reached at 127.0.0.1, with its own name in `Host` and in TLS.
    Raises ValueError for what is not an http or https address.
    """
    url = httpx.URL(address.rstrip("/"))
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError(f"an address like https://shop.example.com is wanted, not {address!r}")
    if not url.host.endswith(".localhost"):
        return Target(url, {}, {})
    name = url.netloc.decode("ascii")
    return Target(url.copy_with(host="127.0.0.1"), {"Host": name}, {"sni_hostname": url.host})

"""Only those open connections who must: a new one has to say who decides where they lead."""

import ast

from tests.guards.sources import sources

_NETWORK = ("aiohttp", "httpx", "http.client", "urllib.request", "ftplib", "smtplib", "aiosmtplib",
            "requests", "urllib3", "telnetlib", "asyncssh", "httpcore", "obstore")  # fmt: skip
OUTWARD = {
    "events/webhooks/connections": "an app's address: `addresses.py` checks every connection",
    "events/messages/provider": "the operator's provider of text messages",
    "events/messages/smtp": "the operator's mail server",
    "media/bucket": "the operator's S3 service",
    "analytics/engine/clickhouse": "the operator's ClickHouse",
    "cli/operating/health": "the server of this machine",
    "cli/mirror/feed_client": "the mall that whoever runs the command names",
    "cli/apps/remote_events": "a program of this machine, and the mall that the caller names",
}
"""Module -> who decides where its connections lead. Nothing else may fetch what a caller names."""


def test_only_those_who_must_connect_outward() -> None:
    found = set()
    for source in sources():
        for node in source.nodes:
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            if any(
                name == each or name.startswith(f"{each}.") for name in names for each in _NETWORK
            ):
                found.add("/".join(source.parts))
    assert found == set(OUTWARD)

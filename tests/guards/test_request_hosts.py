"""A request's host leads nobody else anywhere: messages have configured addresses alone."""

import ast

from tests.guards import request_hosts
from tests.guards.sources import Source, imported, sources

MAKERS = {"app.py"}
"""Modules that may say what the configured addresses are."""


def test_each_use_of_a_request_s_host_is_listed_with_its_reason() -> None:
    said = {name: number for name, (number, _) in request_hosts.documented().items()}

    # a new one: say in docs/hosts.md why it is safe (python -m tests.guards.request_hosts)
    assert said == request_hosts.places()


def test_code_of_messages_reads_no_host_of_a_request() -> None:
    found = [
        source.at(node)
        for source in sources()
        if _writes_messages(source)
        for node in source.nodes
        if isinstance(node, ast.Attribute)
        and node.attr in ("origin", "host")
        and not isinstance(node.ctx, ast.Store)
    ]

    assert found == []


def test_what_the_configured_addresses_are_is_said_in_one_place() -> None:
    found = [
        source.at(node)
        for source in sources()
        if source.path.name not in MAKERS
        for node in source.nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "Links"
    ]

    assert found == []


def _writes_messages(source: Source) -> bool:
    if source.parts[:2] in (("commerce", "notification"), ("events", "messages")):
        return True
    return any(name.startswith("openmall.events.messages.outbox") for name, _ in imported(source))

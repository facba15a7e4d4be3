"""The fixtures and options. What they need is imported when a test asks for them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pytest_openmall.malls import Mall
    from pytest_openmall.receiver import WebhookReceiver
    from pytest_openmall.server import Server

MARKER = "openmall"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that name a server which runs already."""
    group = parser.getgroup("openmall")
    for name, variable, meaning in (
        ("url", "OPENMALL_TEST_URL", "address of a server that runs already; else one is started"),
        ("token", "OPENMALL_TEST_TOKEN", "its test_malls_token; not needed on the same machine"),
        ("ca", "OPENMALL_TEST_CA", "PEM file of the authority of its certificate"),
        (
            "receiver",
            "OPENMALL_TEST_RECEIVER",
            "https address under which it reaches the webhook receiver of the tests,"
            " if it runs on another machine; without it webhooks are fetched",
        ),
        ("receiver-port", "OPENMALL_TEST_RECEIVER_PORT", "port that the receiver listens on then"),
        ("command", "OPENMALL_TEST_COMMAND", "command that is `openmall`, to start a server"),
    ):
        group.addoption(
            f"--openmall-{name}",
            dest=f"openmall_{name.replace('-', '_')}",
            help=f"{meaning} (or {variable})",
        )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers",
        f"{MARKER}(**draft): how the test's mall is created: mall_id, name, contents, app, ...",
    )


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop a server that a worker has left, as one that was killed does."""
    folder = getattr(config, "_openmall_folder", None)
    if folder is not None:
        from pytest_openmall.server import stop_left

        stop_left(folder)


@pytest.fixture(scope="session")
def openmall_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator["Server"]:
    """A running server; with pytest-xdist one for all workers."""
    from pytest_openmall import connection, server

    base = tmp_path_factory.getbasetemp()
    # of workers the folder of the run is one above
    folder = base.parent if hasattr(request.config, "workerinput") else base
    request.config._openmall_folder = folder  # type: ignore[attr-defined] # for `unconfigure`
    with server.shared(connection.Options.of(request.config), folder) as running:
        yield running


@pytest.fixture
def mall(request: pytest.FixtureRequest, openmall_server: "Server") -> Iterator["Mall"]:
    """A mall of this test alone, with products, customers, orders, an app and a token.

    `@pytest.mark.openmall(contents="empty")` says how it is created. If the test has a
    `webhook_receiver` as well, the app's events go there.
    """
    draft: dict[str, Any] = {}
    for mark in reversed(list(request.node.iter_markers(MARKER))):
        draft |= mark.kwargs
    receiver: WebhookReceiver | None = None
    if "webhook_receiver" in request.fixturenames:
        receiver = request.getfixturevalue("webhook_receiver")
        address = {"address": receiver.address} if receiver.address else {}
        draft["webhooks"] = {**address, **draft.get("webhooks", {})}
    with openmall_server.mall(**draft) as created:
        if receiver is not None:
            receiver.secret = created.app["webhook_secret"]
            if not receiver.address:
                created.fetch_webhooks_by(receiver)
        yield created
        if receiver is not None:
            receiver.fetch_from(None)


@pytest.fixture
def webhook_receiver(openmall_server: "Server") -> Iterator["WebhookReceiver"]:
    """Receives the webhooks of the test's mall, and verifies each."""
    from pytest_openmall import receiver

    with receiver.listening(openmall_server) as found:
        yield found

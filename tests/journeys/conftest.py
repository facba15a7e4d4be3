"""Demo malls that journeys share, and the stores they run on."""

import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet
from selenium import webdriver

from tests import postgres, random_cases
from tests.events.webhooks.receiver import Receiver
from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.filled_malls import FilledMalls
from tests.stores import STORES, on_both, only

T = TypeVar("T")


def database_options(store: str) -> list[str]:
    """Return the options that put a mall on a fresh database of a store."""
    if store == "sqlite":
        return []
    return ["--database", postgres.server().new_database(), "--workers", "2"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose the stores of a test that asks for `store` or `mall`, and the widths of windows."""
    name = metafunc.definition.nodeid
    if "store" in metafunc.fixturenames:
        marks = {mark.name for mark in metafunc.definition.iter_markers()}
        usual = STORES if on_both("journeys", marks) else (only(name, marks),)
        stores = usual if "one_store" in marks else STORES
        wanted = metafunc.config.getoption("--store")
        metafunc.parametrize(
            "store", _tiered([each for each in stores if wanted in (None, each)], usual)
        )
    if "width" in metafunc.fixturenames:
        # by the name alone, as with stores: a test has the same width in every run
        one = chromium.WIDTHS[zlib.crc32(name.encode()) % len(chromium.WIDTHS)]
        metafunc.parametrize("width", _tiered(chromium.WIDTHS, [one]))


def _tiered(every: Sequence[T], usual: Sequence[T]) -> list[ParameterSet]:
    """Return the parameters of this run; those that a commit does not run with are marked."""
    return [
        pytest.param(each, marks=[] if each in usual else [pytest.mark.nightly])
        for each in every
        if each in usual or random_cases.THOROUGH
    ]


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> FilledMalls:
    """Filled demo malls to copy."""
    own = tmp_path_factory.getbasetemp()
    # processes of pytest-xdist have folders of their own in the folder of the run
    shared = own.parent if own.name.startswith("popen-") else own
    return FilledMalls(shared, own)


@pytest.fixture(scope="package")
def receiver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    """A receiver to which the shared malls may send webhooks."""
    started = Receiver(tmp_path_factory.mktemp("receiver"))
    yield started
    started.stop()


@pytest.fixture(scope="package")
def shared_mall(filled: FilledMalls, receiver: Receiver) -> Iterator[Callable[[str], DemoServer]]:
    """A function that returns the shared demo mall on a store, started at its first call."""
    running: dict[str, DemoServer] = {}
    with ExitStack() as stack:

        def start(store: str) -> DemoServer:
            if store not in running:
                data_dir = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
                running[store] = DemoServer(
                    data_dir,
                    *filled.copy(data_dir, store),
                    "--no-limits",
                    OPENMALL_ANALYTICS_LATENESS="2",
                    OPENMALL_BODY_SECONDS="5",
                    OPENMALL_WEBHOOK_NETWORKS="127.0.0.0/8",
                    OPENMALL_WEBHOOK_CA=str(receiver.authority),
                )
                stack.callback(running[store].stop)
            return running[store]

        yield start


@pytest.fixture
def mall(store: str, shared_mall: Callable[[str], DemoServer]) -> DemoServer:
    """A running demo mall that tests share; they change only what no other test looks at.

    Limits are counted but not enforced. Analytics waits two seconds for late hits, the server five
    seconds for the body of a call, and webhooks may go to this machine.
    """
    return shared_mall(store)


@pytest.fixture
def browser(width: int) -> Iterator[webdriver.Chrome]:
    """A browser that nobody has used, with a window of the test's width."""
    with chromium.opened(width=width) as opened:
        yield opened

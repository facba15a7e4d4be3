"""What every test may ask for: an application on a store, a mall of its own."""

import functools
import gc
import os
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest
from argon2 import PasswordHasher

from openmall.access import passwords
from tests import cluster_plans, postgres, random_cases, server_logs
from tests.coverage_scope import few_renderings, nothing_at_all, the_application_alone
from tests.fresh_stages import fresh_stage
from tests.guards import sources
from tests.run_options import pytest_addoption, thorough
from tests.s3 import Server
from tests.stores import STORES, on_both
from tests.tiers import Found, draws, nightly_only, part_of
from tests.world import NOVEMBER_2026, Stage, World

_TESTS = Path(__file__).parent
_JOURNEYS = frozenset({"cluster", "commands", "faults", "journeys", "running", "shipping"})
"""Directories of tests that start the program, or a browser, as its users do."""
_SWEEPS = frozenset({"budgets", "every_operation", "hostile"})
"""Directories of tests that try one property on every operation or page."""
_BESIDE = _SWEEPS | {"guards"}
"""Directories whose tests reach nothing in their own thread that coverage has to know of."""
_CALLED_DIRECTLY = frozenset({"cli", "transfer"})
"""Directories of tests that call the program in their own thread, beside the application."""
__all__ = ["pytest_addoption"]
_NAMED = pytest.StashKey[set[Path]]()
_CASE = pytest.StashKey[int]()
"""Which case of its function a test is, from 1."""
_FOLLOWED = 4
"""How many cases of a function coverage follows."""
# an import in the tests' own process would slow down all that come after it
os.environ["OPENMALL_NICE"] = "0"
# some hundred processes are started: each would compile the whole source again
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_configure(config: pytest.Config) -> None:
    """Tell those that draw at random how much they draw; let reports show logs of servers."""
    config.pluginmanager.register(server_logs)
    config.pluginmanager.register(_Early())
    random_cases.THOROUGH = thorough(config)
    postgres.CLUSTERED = config.getoption("--cluster")
    if config.getoption("--pooler"):
        # for commands, which tests give the store's address alone
        os.environ["OPENMALL_PREPARED_STATEMENTS"] = "0"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Collect without looking for garbage: what is made now lives as long as the run.

    All workers import the same modules: it is enough that coverage follows one of them.
    """
    gc.disable()
    with ExitStack() as followed:
        if os.environ.get("PYTEST_XDIST_WORKER", "gw0") != "gw0":
            followed.enter_context(the_application_alone())
        try:
            return (yield)
        finally:
            gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no module without a test of this run."""
    path = collection_path
    if not path.is_relative_to(_TESTS) or path == _TESTS:
        return None
    deselected = config.option.markexpr == "not journey" and path.parent == _TESTS
    if deselected and path.name in _JOURNEYS:
        return True
    named = thorough(config) or path in _named(config)
    if not named and nightly_only(_module(path), set()):
        return True
    if not path.name.startswith("test_") or path.suffix != ".py":
        return None
    part, parts = config.getoption("--part")
    without = (
        config.option.markexpr == "journey"
        and _directory(path) not in _JOURNEYS
        and "mark.journey" not in path.read_text(encoding="utf-8")
    )
    return without or part_of(_module(path), parts) != part or None


@functools.cache
def _module(path: Path) -> str:
    """Return the path of a module below `tests`."""
    return path.relative_to(_TESTS).as_posix()


@functools.cache
def _directory(path: Path) -> str:
    """Return the name of the directory below `tests` that a module is in."""
    return path.relative_to(_TESTS).parts[0]


def _marks(node: pytest.Item) -> set[str]:
    return {mark.name for mark in node.iter_markers()}


def _on_both(config: pytest.Config, path: Path, marks: set[str]) -> bool:
    if thorough(config) and not marks & {"one_store", "by_chance"}:
        return True
    return on_both(_directory(path), marks)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Prepare tests for both stores; `pytest_collection_modifyitems` chooses among them."""
    if "stage" in metafunc.fixturenames:
        before = _marks(metafunc.definition) & {"one_store", "by_chance"}
        stores = STORES[:1] if before else STORES
        metafunc.parametrize("stage", stores, indirect=True, scope="session")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """Let coverage follow the import of a module, and not how tests are made of it."""
    if not isinstance(collector, pytest.Module):
        return (yield)
    try:
        _ = collector.obj
    except (Exception, pytest.skip.Exception) as error:
        # a second import would find the part that was imported, report nothing and have no tests
        collector._getobj = partial(_fail, error)  # type: ignore[method-assign] # no other way in
    with the_application_alone():
        return (yield)


def _fail(error: BaseException) -> NoReturn:
    raise error


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep each test in its tier and on the stores it is for, and mark the journeys."""
    with the_application_alone():
        _choose(config, items)
        _gather(items)


def _gather(items: list[pytest.Item]) -> None:
    """Put the tests together that borrow the mall of one operation.

    A worker runs neighbours: otherwise most workers would make the mall of every operation.
    """
    borrowing = [
        at
        for at, item in enumerate(items)
        if isinstance(item, pytest.Function) and "shared_malls" in item.fixturenames
    ]
    gathered = sorted((items[at] for at in borrowing), key=_operation)
    for at, item in zip(borrowing, gathered, strict=True):
        items[at] = item


def _operation(item: pytest.Item) -> str:
    """Return the name of the operation that a test is about."""
    parameters = item.name.partition("[")[2].rstrip("]").split("-")
    return next((each for each in parameters if each not in STORES), "")


def _choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if _directory(item.path) in _JOURNEYS:
            item.add_marker("journey")
    items[:] = [
        item
        for item in items
        if _chosen(config, item.path, item.nodeid, _marks(item), _store(item))
    ]
    seen = Counter[str]()
    for item in items:
        function = item.nodeid.partition("[")[0]
        seen[function] += 1
        item.stash[_CASE] = seen[function]


class _Early:
    """Makes no test that `_choose` would deselect."""

    @pytest.hookimpl(wrapper=True)
    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> Generator[None, Any, Any]:
        done = yield
        test, config = metafunc.definition, metafunc.config
        marks = _marks(test)
        chosen = [
            call
            for call in metafunc._calls
            if _chosen(
                config,
                test.path,
                f"{test.nodeid}[{call.id}]",
                marks | {mark.name for mark in call.marks},
                call.params.get("stage"),
            )
        ]
        # one without parameters would be made where there is none
        metafunc._calls = chosen or metafunc._calls[:1]
        return done


def _chosen(
    config: pytest.Config, path: Path, test: str, marks: set[str], store: str | None
) -> bool:
    """Say whether a test runs.

    `test`: its id. `store`: the one it would run on; None: it asks for none of the stages.
    """
    part, parts = config.getoption("--part")
    if part_of(_module(path), parts) != part:
        return False
    on_any = test.replace(store, "") if store else test
    found = Found(path, _module(path), on_any, frozenset(marks), store)
    if config.getoption("--nightly") and found.is_of_each_commit() and not draws(path):
        return False
    if found.is_for_the_night() and not _runs_whole(path, config):
        return False
    wanted = config.getoption("--store")
    if store is None or wanted is not None:
        return store is None or bool(store == wanted)
    return _on_both(config, path, marks) or found.is_on_its_store()


def _runs_whole(path: Path, config: pytest.Config) -> bool:
    """Say whether all tests of a module run, whatever their tier.

    They do in the nightly tier, and where the command line names their module.
    """
    if thorough(config):
        return True
    return not config.getoption("--commit-tier") and path in _named(config)


def _named(config: pytest.Config) -> set[Path]:
    """Return what the command line names."""
    named = config.stash.get(_NAMED, None)
    if named is None:
        named = {Path(argument.partition("::")[0]).resolve() for argument in config.args}
        config.stash[_NAMED] = named
    return named


def _store(item: pytest.Item) -> str | None:
    """Return the store a test runs on; None: it asks for none of the stages."""
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
        return None
    return item.callspec.params.get("stage")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Take what lives as long as the run out of what is looked through for garbage.

    Guards look at the declared statements: they are remembered before tests make others.
    """
    if any(_directory(item.path) == "guards" for item in session.items):
        sources.statements()  # which collects garbage
    else:
        gc.collect()
    gc.freeze()
    # as often as usual it took a twentieth of the time of tests
    gc.set_threshold(20_000, 10, 10)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Let coverage not follow the thread of a test that looks at the program from beside.

    Nor that of a test whose first cases it has followed.
    """
    if _directory(item.path) not in _BESIDE and item.stash[_CASE] <= _FOLLOWED:
        return (yield)
    with the_application_alone():
        return (yield)


@pytest.fixture(scope="session", autouse=True)
def _few_renderings() -> Iterator[None]:
    with few_renderings():
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Let passwords cost nothing: the worlds of tests are full of people who have one."""
    with pytest.MonkeyPatch.context() as patch:
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr(passwords, "_HASHER", quick)
        yield


@pytest.fixture(scope="session", autouse=True)
def _recorded_statements() -> Iterator[None]:
    """Remember on a cluster what is sent of each mall, for `rested` to look at its plans."""
    with pytest.MonkeyPatch.context() as patch:
        if postgres.CLUSTERED:
            cluster_plans.record(patch)
        yield


@pytest.fixture(scope="session")
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """An application on a fresh store; tests share it, and keep apart by their malls."""
    with fresh_stage(request.param, request.config) as made:
        yield made


def _measured(node: pytest.Function) -> bool:
    """Say whether coverage follows the application in a test: that costs half as much again.

    One run of what runs on both stores is enough, and so are the first cases of what has many;
    sweeps reach what other tests reach too.
    """
    swept = _directory(node.path) in _SWEEPS
    repeated = _store(node) == "postgresql" and _on_both(node.config, node.path, _marks(node))
    further = node.stash[_CASE] > _FOLLOWED
    return not (swept or repeated or further or "by_chance" in _marks(node))


@pytest.fixture
def rested(request: pytest.FixtureRequest, stage: Stage) -> Iterator[Stage]:
    """The stage as a test expects it: at the usual time, nothing counted, nobody signed in."""
    stage.clock.at = NOVEMBER_2026
    stage.forget_counts()
    # a thousand calls of tests that write no log fill it, and then those of this test are lost
    stage.app.request_log_writer.buffer.take()
    stage.client.cookies.clear()
    with ExitStack() as followed:
        followed.callback(stage.after_test.close)
        if _directory(request.node.path) not in _CALLED_DIRECTLY:
            followed.enter_context(the_application_alone())
        if not _measured(request.node):
            followed.enter_context(nothing_at_all(stage.client.run))
        yield stage
    if postgres.CLUSTERED:
        assert cluster_plans.spread(stage) == [], "each statement of a mall is for one server"


@pytest.fixture
def world(rested: Stage) -> World:
    """A mall nobody else uses, with an app that may do everything and its token."""
    return rested.new_world()


@pytest.fixture(scope="session")
def s3() -> Iterator[Server]:
    """An S3-compatible server that tests share."""
    server = Server()
    yield server
    server.stop()

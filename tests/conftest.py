"""What every test may ask for: an application on a store, a mall of its own."""

import gc
import itertools
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from openmall.oauth import passwords
from tests import postgres
from tests.measuring import nothing_at_all, the_application_alone
from tests.s3 import Server
from tests.world import NOVEMBER_2026, Stage, World, open_stage

_NUMBERS = itertools.count(1)
# an import in the tests' own process would slow down all that come after it
os.environ["OPENMALL_NICE"] = "0"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests on both stores, but those on one that are about what is decided before it."""
    if "stage" in metafunc.fixturenames:
        one = metafunc.definition.get_closest_marker("one_store") is not None
        stores = ["sqlite"] if one else ["sqlite", "postgresql"]
        metafunc.parametrize("stage", stores, indirect=True, scope="session")


def pytest_collection_finish() -> None:
    """Take what lives as long as the run out of what is looked through for garbage."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Let passwords cost nothing: the worlds of tests are full of people who have one."""
    with pytest.MonkeyPatch.context() as patch:
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr(passwords, "_HASHER", quick)
        yield


@pytest.fixture(scope="session")
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """An application on a fresh store; tests share it, and keep apart by their malls."""
    database = postgres.server().new_database() if request.param == "postgresql" else ""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=database) as made,
    ):
        yield made


@pytest.fixture
def world(request: pytest.FixtureRequest, stage: Stage) -> Iterator[World]:
    """A mall nobody else uses, with an app that may do everything and its token."""
    stage.clock.at = NOVEMBER_2026
    stage.forget_counts()
    with ExitStack() as followed:
        followed.enter_context(the_application_alone())
        by_chance = request.node.get_closest_marker("by_chance") is not None
        if by_chance or request.node.callspec.params["stage"] == "postgresql":
            # of what runs on both stores it is enough to follow one: to be followed takes as long
            # again as half of what is done
            followed.enter_context(nothing_at_all(stage.client.run))
        yield stage.new_world(f"m{os.getpid()}-{next(_NUMBERS)}")


@pytest.fixture(scope="session")
def s3() -> Iterator[Server]:
    """An S3-compatible server that tests share."""
    server = Server()
    yield server
    server.stop()

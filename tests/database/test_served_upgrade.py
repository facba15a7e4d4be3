"""A store is upgraded while clients read and write: nothing that was acknowledged is lost.

The operator does what `openmall db status` of the newer program says, until it says nothing more.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from openmall.configuration import Configuration
from tests.database import release_store, releases
from tests.database.release_load import Load, Server
from tests.database.release_store import LAST, OLDEST, KeptStore, ReleaseStore
from tests.database.releases import Program
from tests.database.test_release_upgrade import STORES, installation

pytestmark = pytest.mark.journey

ONLINE: Final = "dfec2625"
"""The last commit of schema 0240, the first one that is upgraded while programs serve."""
STANDSTILL: Final = "can only be done while nothing serves"


class Origin(NamedTuple):
    """Where an upgrade begins."""

    kept: KeptStore
    programs: Callable[[Configuration, Path], tuple[Program, Program]]
    """Function that brings the store to where it begins; returns the old program and the new."""


def settings(store: Configuration) -> dict[str, str]:
    """Return the variables of the programs of a store."""
    return {
        "OPENMALL_DATA_DIR": str(store.data_dir),
        "OPENMALL_DATABASE": store.database,
        "OPENMALL_SECRET_KEYS": release_store.KEY,
        "OPENMALL_LIMITS": "count",
        "OPENMALL_JOBS": "workers",
        "OPENMALL_WORKERS": "1",
        "OPENMALL_MACHINES": "several" if store.database else "one",
    }


def _maker(kept: KeptStore) -> Origin:
    """Begin with the program that made a store; the new one is today's."""
    commit = kept.described().commit
    return Origin(
        kept, lambda store, folder: (releases.of_commit(commit, folder), releases.today())
    )


def first_online(store: Configuration, folder: Path) -> tuple[Program, Program]:
    """Let the first program that is replaced while it serves upgrade the store; and today's."""
    program = releases.of_commit(ONLINE, folder)
    program.text("db", "migrate", settings=settings(store))
    return program, releases.today()


def this_release(store: Configuration, folder: Path) -> tuple[Program, Program]:
    """Let today's program upgrade the store; and a next release that changes tables in use."""
    releases.today().text("db", "migrate", settings=settings(store))
    return releases.today(), releases.next_release(folder)


class Operator:
    """Upgrades a store from an old program to a new one, while clients go on."""

    def __init__(
        self, store: Configuration, old: Program, new: Program, release: ReleaseStore
    ) -> None:
        self.steps: list[str] = []
        """The commands that were given."""
        self.contract_beside_old = ""
        """Why nothing was taken away while the old program served; empty: nothing was to be."""
        self._store = store
        self._settings = settings(store)
        self._new = new
        words = ["token", "issue", "--mall", release_store.MALL, "--app", release.client_id]
        token = json.loads(old.text(*words, "--json", settings=self._settings))["access_token"]
        self.load = Load(release, token)
        self._server: Server | None = None
        self._start(old)
        self._old_serves = True

    def upgrade(self) -> None:
        """Do what the new program says comes next."""
        self.load.goes_on()
        if self.status()["next"]:
            refused = self._new.refused("db", "migrate", settings=self._settings)
            assert "the store is in use by" in refused
            assert ("openmall worker" in refused) == bool(self._store.database)
        while step := self.status()["next"]:
            if STANDSTILL in step:
                assert STANDSTILL in self._new.refused(
                    "db", "migrate", "--expand", settings=self._settings
                )
                self._stop()
                self._run("openmall db migrate")
                self._start(self._new)
                self._old_serves = False
            else:
                command, _, condition = step.partition(", ")
                if condition and self._old_serves:
                    self._replace()
                self._run(command)
            self.load.goes_on()
        if self._old_serves:
            self._replace()

    def status(self) -> Any:
        return json.loads(self._new.text("db", "status", "--json", settings=self._settings))

    def stop(self) -> None:
        """Stop what serves."""
        self.load.end()
        self._stop()

    def check(self) -> None:
        """Fail where the store is not upgraded, or its figures do not agree."""
        assert self.status()["usable"]
        found = json.loads(self._new.text("verify", "--json", settings=self._settings))
        assert {name: each["differences"] for name, each in found.items()} == {
            name: [] for name in ("stock", "orders", "coupons", "points", "codes")
        }
        looked = json.loads(self._new.run("doctor", "--json", settings=self._settings).out)
        states = {each["check"]: each["state"] for each in looked}
        assert (states["store"], states["connections"]) == ("well", "well"), looked

    def _run(self, command: str) -> None:
        self.steps.append(command)
        self._new.text(*command.split()[1:], settings=self._settings)

    def _replace(self) -> None:
        """Replace the old program: on PostgreSQL the new one serves beside it first."""
        # what the new one would take away, the old one may still need
        done = self._new.run("db", "migrate", "--contract", settings=self._settings)
        self.contract_beside_old = done.err
        old = self._server
        if self._store.database:
            self._start(self._new)
            self.load.goes_on()
            assert old is not None
            self._take_away(old)
        else:
            self._stop()
            self._start(self._new)
        self._old_serves = False
        self.load.goes_on()

    def _start(self, program: Program) -> None:
        # a machine of its own where the store is not in its folder
        folder = self._store.data_dir
        if self._store.database and self._server is not None:
            folder = folder / "other"
        self._server = Server(program, folder, self._settings)
        self.load.urls.append(self._server.url)

    def _stop(self) -> None:
        assert self._server is not None
        self._take_away(self._server)

    def _take_away(self, server: Server) -> None:
        assert server.stop() == 0
        self.load.urls.remove(server.url)


ORIGINS: Final = {
    "oldest": _maker(OLDEST),
    "first_online": Origin(OLDEST, first_online),
    "last_release": _maker(LAST),
    "this_release": Origin(OLDEST, this_release),
}
NIGHTLY: Final = pytest.mark.nightly
EACH_COMMIT: Final = ("this_release", "postgresql")
"""Today's program stays beside the next one through every phase; it needs no history."""


@pytest.fixture
def operated(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[[Origin, str], Operator]]:
    """A function that returns the operator of a store, whose clients have begun."""
    with ExitStack() as stack:

        def begin(origin: Origin, store: str) -> Operator:
            made = installation(tmp_path, store, origin.kept)
            old, new = origin.programs(made, tmp_path / "programs")
            operator = Operator(made, old, new, origin.kept.described())
            stack.callback(operator.stop)
            operator.load.begin()
            return operator

        yield begin


@pytest.mark.parametrize(
    ("origin", "store"),
    [
        pytest.param(origin, store, marks=() if (origin, store) == EACH_COMMIT else NIGHTLY)
        for origin in ORIGINS
        for store in STORES
    ],
)
def test_a_store_is_upgraded_under_load(
    operated: Callable[[Origin, str], Operator], origin: str, store: str
) -> None:
    operator = operated(ORIGINS[origin], store)
    load = operator.load

    operator.upgrade()
    load.end()
    operator.check()

    print(operator.steps, dict(load.rounds), dict(load.unanswered), dict(load.busy))
    assert load.faults == []
    assert load.lost() == []
    if origin == "this_release":
        commands = ("migrate --expand", "backfill", "migrate --contract")
        assert operator.steps == [f"openmall db {each}" for each in commands]
        wanted = (
            "replace every program that does not know" if store == "postgresql" else "is not filled"
        )
        assert wanted in operator.contract_beside_old

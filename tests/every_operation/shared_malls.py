"""Malls that tests share because they change nothing in them: for refused calls, and for reads."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from openmall.contract.operation import Operation
from tests.every_operation.operation_calls import least, rows, things
from tests.every_operation.prerequisites import CREATORS, Row, Values
from tests.every_operation.registry_rows import named
from tests.world import Stage, World


class Prepared(NamedTuple):
    """A mall in which an operation has something to act on."""

    world: World
    path: Values
    """Parameters of the operation's path."""
    values: Values
    """The fewest other parameters it needs to do something."""
    also: Any = None
    """What a test asked to be made there besides."""


Also = Callable[[World], Any]
"""Makes something more in a mall."""


class Lend(Protocol):
    """What the fixture `unchanged` is."""

    def __call__(self, row: Row, also: Also | None = None) -> Prepared:
        """Return the mall of an operation, with what `also` returned that was called once."""


Ready = Callable[[Row], Prepared]
"""What the fixture `ready` is."""


def prepare(world: World, row: Row) -> Prepared:
    """Make what an operation needs."""
    _, operation = row
    path = things(world, operation)
    if not path and not operation.writes:
        _fill(world, operation)
    return Prepared(world, path, least(world, operation, path))


def _fill(world: World, operation: Operation) -> None:
    """Let a list have something to list, and others some of what they may count."""
    world.product()
    world.put("coupons/setting", use_coupon="F")
    listed = operation.path.removesuffix("/count")
    for made, make in CREATORS.items():
        if made.rpartition("/{")[0] == listed:
            make(world, {})


class _Lent:
    """The mall of an operation, with the rows it must keep."""

    def __init__(self, world: World, row: Row) -> None:
        self.prepared = prepare(world, row)
        self.also: dict[Also, Any] = {}
        self.rows = rows(world)

    def with_(self, also: Also | None) -> Prepared:
        """Return the mall, with what `also` made in it when it was first asked for."""
        if also is None:
            return self.prepared
        if also not in self.also:
            self.also[also] = also(self.prepared.world)
            self.rows = rows(self.prepared.world)
        return self.prepared._replace(also=self.also[also])


class SharedMalls:
    """One mall for each operation, made when it is first asked for."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._malls: dict[str, _Lent] = {}

    @contextmanager
    def unchanged(self, row: Row, also: Also | None = None) -> Iterator[Prepared]:
        """Lend the mall of an operation, and assert that every row in it stays as it is."""
        key = named(row)
        if key not in self._malls:
            self._malls[key] = _Lent(self._stage.new_world(), row)
        lent = self._malls[key]
        prepared = lent.with_(also)
        yield prepared
        after = rows(prepared.world)
        if after != lent.rows:
            del self._malls[key]
        assert after == lent.rows

"""What tests remember of a mall: a store of another stage may have one of the same name."""

from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from tests.world import Stage, World

T = TypeVar("T")


class OfMalls(Generic[T]):
    """A value for each mall of each stage, as long as the stage lives."""

    def __init__(self) -> None:
        self._values: WeakKeyDictionary[Stage, dict[str, T]] = WeakKeyDictionary()

    def __getitem__(self, world: World) -> T:
        return self._values[world.stage][world.mall_id]

    def __setitem__(self, world: World, value: T) -> None:
        self._values.setdefault(world.stage, {})[world.mall_id] = value

    def get(self, world: World, default: T) -> T:
        """Return the value of a world's mall, `default` where it has none."""
        return self._values.get(world.stage, {}).get(world.mall_id, default)

    def __contains__(self, world: World) -> bool:
        return world.mall_id in self._values.get(world.stage, ())

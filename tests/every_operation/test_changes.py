"""After every write the change feed has led its readers to exactly what the shop has."""

from tests.commerce.changes.reader import Reader, whole
from tests.every_operation.operation_calls import least, succeed, things
from tests.every_operation.prerequisites import Row
from tests.world import World

CAUSED = {"POST plans/{plan_no}/apply": "POST products"}
"""Operation that executes another one -> that one."""


def test_a_copy_that_follows_the_changes_equals_the_shop(world: World, writing: Row) -> None:
    if writing[0].name not in ("admin", "storefront"):
        return  # no other API writes anything of a shop
    # opened before what the operation needs is made: its operations are followed, too
    reader = Reader(world)
    path = things(world, writing[1])
    values = least(world, writing[1], path)
    reader.follow()
    prepared = whole(world)
    assert reader.copy == prepared

    succeed(world, writing, values, path)

    entries = reader.follow()
    assert reader.copy == whole(world)
    if reader.copy != prepared and writing[0].name == "admin":
        assert {each["cause"] and each["cause"]["operation"] for each in entries} == {
            CAUSED.get(writing[1].name, writing[1].name)
        }

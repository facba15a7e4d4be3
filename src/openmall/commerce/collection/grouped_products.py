"""The products of a brand, supplier or the like: how many there are, and moving them to another.

Products are in an area above this one, which registers the functions.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal, TypeVar, get_args

from msgspec import Struct

from openmall.contract.call import Call
from openmall.contract.hooks import Hook

Group = Literal[
    "brand_code", "manufacturer_code", "supplier_code", "trend_code", "classification_code"
]
"""A grouping that can be deleted; its products then move to another."""
GROUPS: Final[tuple[Group, ...]] = get_args(Group)

COUNT: Final = Hook[[Call, Group, Sequence[str]], Awaitable[dict[str, int]]](
    "count the products of each of some groups, in the call's language"
)
CHANGE: Final = Hook[[Call, Group, str, str], Awaitable[int]](
    "move every product of a group to another, and return their number"
)
HAS_MANY: Final = Hook[[Call, Group, str], Awaitable[bool]](
    "say whether a group has more products than one transaction moves"
)
MOVE_AHEAD: Final = Hook[[Call, Group, str, str], Awaitable[None]](
    "move the products of a group to another, in transactions of their own"
)

P = TypeVar("P", bound=Struct)


def moving_ahead(
    group: Group, instead: str, find: Callable[[Call, P], Awaitable[str]]
) -> Callable[[Call, P], Awaitable[Callable[[], Awaitable[P]]]]:
    """Return the `prepare` of an operation that deletes a brand or supplier.

    `find`: returns its code, or raises when there is none.
    """

    async def prepare(call: Call, params: P) -> Callable[[], Awaitable[P]]:
        code = await find(call, params)
        has_many = await HAS_MANY(call, group, code) and code != instead and not call.dry_run

        async def work() -> P:
            if has_many:
                await MOVE_AHEAD(call, group, code, instead)
            return params

        return work

    return prepare

"""What a shop settles about itself and who manages it, for the sweeps."""

from collections.abc import Callable
from typing import Any

from openmall.access.malls import rules as mall_rules
from openmall.commerce.store import accounts
from openmall.database.session import Session
from tests.commerce.product.stock_setup import as_call
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World


def _shop(world: World, above: Values) -> int:
    return 1


def _manager(world: World, above: Values | None = None) -> str:
    user_id = f"manager{next(FRESH)}"

    async def keep(db: Session) -> None:
        manager = mall_rules.Manager(user_id, "Kim Haneul", "A", "no password has this hash")
        await mall_rules.admit(db, world.stage.clock, manager)
        await mall_rules.signed_in(db, world.stage.clock, user_id)

    world.in_transaction(keep)
    return user_id


def _account(world: World) -> None:
    said = {
        "bank_name": "Hana",
        "bank_code": "bank_81",
        "bank_account_no": "100-200-300",
        "bank_account_holder": "Kim Haneul",
    }
    as_call(world, lambda call: accounts.add(call, said))


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "shops/{shop_no}": _shop,
    "users/{user_id}": _manager,
}

EXISTING_FIRST: dict[str, Callable[[World], Any]] = {
    "GET users": _manager,
    "GET store/accounts": _account,
}

SAMPLE_VALUES: dict[str, Any] = {
    "use_escrow": "T",
    "name_input_style": "SEPARATE",
}

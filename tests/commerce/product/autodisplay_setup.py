"""Rules of automatic display, and what they put on the shelves."""

from typing import Any

from openmall.commerce.category.autodisplay import store as autodisplay_store
from openmall.commerce.product.autodisplay import renewal
from openmall.contract.moments import Clocks
from tests.world import World


def rule(world: World, shop_no: int | None = None, **wish: Any) -> dict[str, Any]:
    """Create a rule that shows four products in group 2 of the first page, unless told so."""
    wanted = {
        "use_main": "T",
        "category_no": 1,
        "display_group": 2,
        "display_count": 4,
        "use_reservation": "F",
        "use_hashtag": "F",
        **wish,
    }
    made: dict[str, Any] = world.post("autodisplay", shop_no, **wanted)["autodisplay"]
    return made


def refused(world: World, method: str, path: str, **request: Any) -> tuple[int, str]:
    """Return status and message of a write that is refused."""
    answer = world.call(method, path, json={"request": request})
    return answer.status_code, answer.json()["error"]["message"]


def on_main(world: World, group: int = 2, **query: Any) -> list[int]:
    """Return the products of a group of the first page in their order."""
    found = world.get(f"mains/{group}/products", **query)["products"]
    return [each["product_no"] for each in found]


def in_section(world: World, category: int, section: int = 2, **query: Any) -> list[int]:
    """Return the products of a section of a category in their order."""
    path = f"categories/{category}/products"
    found = world.get(path, display_group=section, **query)["products"]
    return [each["product_no"] for each in found]


def renew(world: World) -> int:
    """Look for what is due, as a worker does; return how many rules of this mall were renewed."""
    app = world.stage.app
    before = world.in_transaction(autodisplay_store.of_mall)
    while world.stage.run(renewal.renew_due, app.database, Clocks(app.clock)):
        pass  # there are more than one look renews: the malls of other tests have rules too
    pairs = zip(before, world.in_transaction(autodisplay_store.of_mall), strict=True)
    return sum(old.due_at != new.due_at for old, new in pairs)


def wait(world: World, *, until: float) -> None:
    """Let time pass, and the app get a token that is not too old by then."""
    world.stage.clock.at = until
    world.full = world.install(restricted=True)


def products(world: World, *wishes: dict[str, Any]) -> list[int]:
    """Create products a second apart, and return their numbers."""
    made = []
    for wish in wishes:
        made.append(world.product(**wish)["product_no"])
        world.stage.clock.pass_(1)
    return made


def category(world: World, *filed: int, **request: Any) -> int:
    """Create a category in which products are filed."""
    number: int = world.post("categories", category_name="Aprons", **request)["category"][
        "category_no"
    ]
    if filed:
        world.post(f"categories/{number}/products", product_no=list(filed))
    return number

"""Things of apps in a shop, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.commerce.application import charges
from tests.every_operation.prerequisites import webhooks
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World

PERIOD: Values = {"start_date": "2026-11-01", "end_date": "2026-11-30"}
DIGEST = "sha384-" + "A" * 64
TAG = {
    "src": "https://app.example.com/widget.js",
    "display_location": ["PRODUCT_DETAIL"],
    "exclude_path": ["/product/list.html"],
    "skin_no": [1],
    "integrity": DIGEST,
}


def _script_tag(world: World, above: Values) -> str:
    values = {**TAG, "src": f"https://app.example.com/widget{next(FRESH)}.js"}
    number: str = world.post("scripttags", **values)["scripttag"]["script_no"]
    return number


def _changed_versions(world: World) -> None:
    """Give the app a previous version."""
    if world.get("apps")["app"]["previous_version"] is None:
        world.put("apps", version="2024-03-01")
        world.put("apps", version="2026-03-01")


def _recipe(world: World, above: Values) -> str:
    code = f"90001-{next(FRESH)}"
    answer = world.call("POST", "recipes", json={"requests": [{"recipe_code": code}]})
    assert answer.status_code == 201, answer.text
    return code


SAMPLE_VALUES: dict[str, Any] = {"extension_type": "embedded"}


def _charge(world: World, above: Values) -> str:
    number: str = charges.create(world)["order_id"]
    return number


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "appstore/orders/{order_id}": _charge,
    "recipes/{recipe_code}": _recipe,
    "scripttags/{script_no}": _script_tag,
}
EXTRA_VALUES: dict[str, Values] = {
    "PUT apps": {"extension_type": "embedded"},
    "PUT apps/origins": {"allowed_origins": ["https://shop.example.com"]},
    "GET appstore/payments": PERIOD,
    "GET appstore/payments/count": PERIOD,
    "PUT webhooks/subscription": {"events": [90002]},
    "POST recipes": {"recipe_code": "90001-99"},
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET apps": _changed_versions,
    "GET appstore/payments": lambda world: charges.paid(world, automatic_payment="T"),
    "GET appstore/payments/count": lambda world: charges.paid(world, automatic_payment="T"),
    "GET databridge/logs": webhooks.attempted,
    "GET recipes": lambda world: _recipe(world, {}),
    "GET scripttags": lambda world: world.post("scripttags", **TAG),
    "GET scripttags/count": lambda world: world.post("scripttags", **TAG),
}

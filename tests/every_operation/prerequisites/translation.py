"""What is translated, and its texts in another language, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites import catalogue, design
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World


def _in_english(**texts: Any) -> Values:
    return {"translations": [{"language_code": "en_US", **texts}]}


def _any_category(world: World) -> None:
    number = catalogue.category(world, {})
    world.put(f"translations/categories/{number}", **_in_english(category_name="Linen"))
    catalogue.category(world, {})


def _any_product(world: World) -> None:
    catalogue.product(world, {})
    number = catalogue.product(world, {})
    texts = _in_english(product_name="Apron of linen", product_tag="linen")
    world.put(f"translations/products/{number}", **texts)


def _store(world: World) -> None:
    world.put("translations/store", **_in_english(company_name=f"Kite {next(FRESH)}"))


def _theme(world: World) -> None:
    texts = {"language_code": "en_US", "source": f'{{"Search": "Find {next(FRESH)}"}}'}
    world.put("translations/themes/1", skin_translation=texts)


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "translations/categories/{category_no}": catalogue.category,
    "translations/products/{product_no}": catalogue.product,
    "translations/themes/{skin_no}": design.theme,
}

EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET translations/categories": _any_category,
    "GET translations/products": _any_product,
    "GET translations/store": _store,
    "GET translations/themes": _theme,
    "GET translations/themes/{skin_no}": _theme,
}

EXTRA_VALUES: dict[str, Values] = {
    "PUT translations/categories/{category_no}": _in_english(category_name="Linen"),
    "PUT translations/products/{product_no}": _in_english(product_name="Apron of linen"),
    "PUT translations/store": _in_english(company_name="Kite"),
    "GET translations/themes/{skin_no}": {"language_code": "en_US"},
    "PUT translations/themes/{skin_no}": {
        "skin_translation": {"language_code": "en_US", "source": '{"Search": "Find"}'}
    },
}

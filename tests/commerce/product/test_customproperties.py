"""Properties a merchant makes up, and the values products have of them."""

from typing import Any

import pytest

from tests.world import World

PATH = "products/customproperties"
MISSING = "The custom property does not exist. (parameter.property_no)"
TAKEN = "There is a custom property of this name."


def made(world: World, *names: str) -> Any:
    return world.post(PATH, custom_properties=[{"property_name": name} for name in names])


def refused(world: World, method: str, path: str, **request: Any) -> tuple[int, str]:
    body: dict[str, Any] = {"json": {"request": request}} if method in ("POST", "PUT") else {}
    answer = world.call(method, path, **body)
    return answer.status_code, answer.json()["error"]["message"]


def properties(*found: tuple[int, str]) -> dict[str, Any]:
    return {
        "custom_properties": [
            {"property_no": number, "property_name": name} for number, name in found
        ]
    }


def of_product(*found: tuple[int, str, str], shop_no: int = 1) -> dict[str, Any]:
    names = ("property_no", "property_name", "property_value")
    rows = [dict(zip(names, each, strict=True)) for each in found]
    return {"shop_no": shop_no, "custom_properties": rows}


def test_properties_live(world: World) -> None:
    created = made(world, "Colour", "Size")
    changed = world.put(f"{PATH}/2", property_name="Volume")
    listed = world.get(PATH)
    gone = world.call("DELETE", f"{PATH}/1")

    assert created == {"product": properties((1, "Colour"), (2, "Size"))}
    assert changed == {"product": properties((2, "Volume"))}
    assert listed == {"products": properties((1, "Colour"), (2, "Volume"))}
    assert gone.json() == {"product": properties((1, "Colour"))}
    assert world.get(PATH) == {"products": properties((2, "Volume"))}


def test_a_name_is_given_once(world: World) -> None:
    made(world, "Colour", "Size")
    drafts = [{"property_name": "Weight"}, {"property_name": "Colour"}]

    again = refused(world, "POST", PATH, custom_properties=drafts)
    twice = refused(world, "POST", PATH, custom_properties=drafts[:1] * 2)
    renamed = refused(world, "PUT", f"{PATH}/2", property_name="Colour")

    assert again == twice == (422, f"{TAKEN} (parameter.custom_properties.property_name)")
    assert renamed == (422, f"{TAKEN} (parameter.property_name)")
    assert world.get(PATH) == {"products": properties((1, "Colour"), (2, "Size"))}


def test_another_mall_may_use_the_name_and_sees_none_of_them(world: World) -> None:
    made(world, "Colour")
    other = world.stage.new_world(f"{world.mall_id}-other")

    assert other.get(PATH) == {"products": {"custom_properties": []}}
    assert refused(other, "PUT", f"{PATH}/1", property_name="Size") == (404, MISSING)
    assert made(other, "Colour") == {"product": properties((1, "Colour"))}


def test_no_property_at_all_is_refused(world: World) -> None:
    said = refused(world, "POST", PATH, custom_properties=[])

    assert said == (422, "At least one property is required. (parameter.custom_properties)")


def test_a_product_has_a_value_in_each_language(world: World) -> None:
    made(world, "Colour", "Size")
    path = f"products/{world.product()['product_no']}/customproperties"

    empty = world.get(path)
    set_ = world.put(f"{path}/1", property_value="파랑")
    world.put(f"{path}/1", 2, property_value="Blue")
    world.put(f"{path}/1", 2, property_value="Navy")

    assert empty == {"products": of_product((1, "Colour", ""), (2, "Size", ""))}
    assert set_ == {"product": of_product((1, "Colour", "파랑"))}
    assert world.get(path) == {"products": of_product((1, "Colour", "파랑"), (2, "Size", ""))}
    assert world.get(path, shop_no=2) == {
        "products": of_product((1, "Colour", "Navy"), (2, "Size", ""), shop_no=2)
    }


def test_a_deleted_value_is_empty_and_then_not_there(world: World) -> None:
    made(world, "Colour")
    path = f"products/{world.product()['product_no']}/customproperties"
    world.put(f"{path}/1", property_value="Blue")

    gone = world.call("DELETE", f"{path}/1")

    assert gone.json() == {"product": of_product((1, "Colour", ""))}
    assert world.get(path) == {"products": of_product((1, "Colour", ""))}
    assert refused(world, "DELETE", f"{path}/1") == (404, MISSING)
    assert refused(world, "PUT", f"{path}/1", property_value="")[0] == 409


def test_with_a_property_its_values_go(world: World) -> None:
    made(world, "Colour")
    path = f"products/{world.product()['product_no']}/customproperties"
    world.put(f"{path}/1", property_value="Blue")

    world.call("DELETE", f"{PATH}/1")

    assert world.get(path) == {"products": of_product()}
    assert made(world, "Colour") == {"product": properties((2, "Colour"))}
    assert world.get(path) == {"products": of_product((2, "Colour", ""))}


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_property_there_is_not_has_no_value(world: World, method: str) -> None:
    number = world.product()["product_no"]

    said = refused(world, method, f"products/{number}/customproperties/7", property_value="Blue")

    assert said == (404, MISSING)

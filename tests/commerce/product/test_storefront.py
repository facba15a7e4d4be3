"""Products and categories as shoppers' programs see them."""

from typing import Any

from tests.world import World


def front(world: World, path: str, **params: Any) -> Any:
    return world.request("GET", f"/api/v2/{path}", params=params, auth=world.full.basic)


def test_only_what_is_displayed_and_sold_is_shown(world: World) -> None:
    shown = world.product(product_name="Shown")["product_no"]
    hidden = world.product(product_name="Hidden", display="F")["product_no"]
    unsold = world.product(product_name="Unsold", selling="F")["product_no"]

    listed = front(world, "products").json()["products"]

    assert [product["product_no"] for product in listed] == [shown]
    assert front(world, "products/count").json() == {"count": 1}
    assert front(world, "products", display="F").json() == {"products": []}
    assert front(world, f"products/{shown}").status_code == 200
    for number in (hidden, unsold):
        assert front(world, f"products/{number}").status_code == 404


def test_what_only_merchants_know_is_not_answered(world: World) -> None:
    number = world.product(internal_product_name="Secret", supply_price="1")["product_no"]

    detail = front(world, f"products/{number}").json()["product"]
    listed = front(world, "products").json()["products"][0]
    asked = front(world, f"products/{number}", fields="supply_price,price").json()["product"]

    for answer in (detail, listed):
        assert {"supply_price", "internal_product_name", "margin_rate"}.isdisjoint(answer)
    assert asked == {"price": "11000.00"}


def test_only_displayed_categories_are_shown(world: World) -> None:
    shown = world.post("categories", category_name="Shown")["category"]["category_no"]
    hidden = world.post("categories", category_name="Hidden", use_display="F")["category"]

    listed = front(world, "categories").json()["categories"]

    assert [category["category_no"] for category in listed] == [shown]
    assert front(world, f"categories/{hidden['category_no']}").status_code == 404
    assert "access_authority" not in listed[0]


def test_the_client_id_alone_is_let_in(world: World) -> None:
    world.product()
    headers = {"X-Platform-Client-Id": world.full.credentials.client_id}

    answer = world.request("GET", "/api/v2/products", headers=headers)

    assert answer.status_code == 200
    assert answer.headers["X-Api-Call-Limit"] == "1/10"


def test_nobody_at_all_is_not(world: World) -> None:
    answer = world.request("GET", "/api/v2/products")

    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "401"


def test_variants_on_display_are_shown_without_what_is_the_merchants(world: World) -> None:
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    number = world.product(has_option="T", options=options)["product_no"]
    path = f"products/{number}/variants"
    [sand, ink] = world.get(path)["variants"]
    hide = {"request": {"display": "F"}}
    assert world.call("PUT", f"{path}/{ink['variant_code']}", json=hide).status_code == 200

    expected = {
        "shop_no": 1,
        "variant_code": sand["variant_code"],
        "options": [{"name": "Colour", "value": "Sand"}],
        "display": "T",
        "selling": "T",
        "additional_amount": "0.00",
        "quantity": 0,
        "safety_inventory": 0,
        "image": "",
        "sold_out": "F",
    }
    assert front(world, path).json() == {"variants": [expected]}
    assert front(world, f"{path}/{sand['variant_code']}").json() == {"variant": expected}
    assert front(world, f"{path}/{ink['variant_code']}").status_code == 404
    world.put(f"products/{number}", selling="F")
    assert front(world, path).status_code == 404
    assert front(world, f"{path}/{sand['variant_code']}").status_code == 404


def test_what_belongs_to_a_product_is_shown_while_the_product_is(world: World) -> None:
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    number = world.product(has_option="T", options=options)["product_no"]
    path = f"products/{number}"
    [sand, _] = world.get(f"{path}/variants")["variants"]
    world.post(f"{path}/icons", image_list=[{"code": "icon_gift"}])
    stock = f"{path}/variants/{sand['variant_code']}/inventories"
    below = {
        f"{path}/options": "options",
        stock: "inventory",
        f"{path}/icons": "icons",
        f"{path}/decorationimages": "decorationimage",
        f"{path}/discountprice": "discountprice",
        f"{path}/hits/count": "count",
    }

    found = {each: front(world, each).json()[key] for each, key in below.items()}

    assert [each["option_name"] for each in found[f"{path}/options"]["options"]] == ["Colour"]
    assert found[stock] == {
        "shop_no": 1,
        "variant_code": sand["variant_code"],
        "quantity": 0,
        "safety_inventory": 0,
        "origin_code": "",
    }
    assert [each["code"] for each in found[f"{path}/icons"]["image_list"]] == ["icon_gift"]
    assert found[f"{path}/decorationimages"]["image_list"] == []
    assert found[f"{path}/discountprice"]["pc_discount_price"] == "11000.00"
    assert found[f"{path}/hits/count"] == 0
    world.put(path, display="F")
    assert {front(world, each).status_code for each in below} == {404}


def test_only_looking_at_a_product_counts_as_a_hit(world: World) -> None:
    path = f"products/{world.product()['product_no']}"
    for below in ("", "/options", "/variants", "/icons", "/hits/count"):
        assert front(world, path + below).status_code == 200

    world.stage.run(world.stage.app.tally_writer.write)

    assert front(world, f"{path}/hits/count").json() == {"count": 1}

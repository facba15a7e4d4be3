"""Options through the admin API: variants follow them, and what stays keeps what it has."""

from typing import Any

from tests.commerce.product.stock_setup import ledger, stocked
from tests.world import World

A, B, C, D = (f"P000000A000{letter}" for letter in "ABCD")


def option(name: str, *texts: str, **rest: Any) -> dict[str, Any]:
    return {"option_name": name, "option_value": [{"option_text": t} for t in texts], **rest}


def stock(world: World, number: int, shop_no: int = 1) -> dict[str, tuple[str, int]]:
    """Return values -> code and quantity of each variant."""
    found = world.get(f"products/{number}/variants", shop_no=shop_no)["variants"]
    return {
        "/".join(each["value"] for each in variant["options"]): (
            variant["variant_code"],
            variant["quantity"],
        )
        for variant in found
    }


def coloured(world: World, *texts: str) -> int:
    """Make a product with colours of which there are 1, 2, 3 and so on."""
    number: int = world.product(has_option="T", options=[{"name": "Colour", "value": list(texts)}])[
        "product_no"
    ]
    for units, (code, _) in enumerate(stock(world, number).values(), 1):
        world.put(f"products/{number}/variants/{code}", quantity=units)
    return number


def test_the_first_options_of_a_product_make_its_variants(world: World) -> None:
    number = world.product()["product_no"]
    path = f"products/{number}/options"
    additional = {"additional_option_name": "Name", "additional_option_text_length": 20}
    wanted = {
        "has_option": "T",
        "option_type": "E",
        "option_list_type": "C",
        "options": [
            {
                "option_name": "Colour",
                "option_value": [
                    {"option_text": "Sand", "option_color": "#eeddcc"},
                    {"option_text": "Ink", "option_image_file": "/ink.png"},
                ],
                "option_display_type": "P",
            },
            option("Size", "S"),
        ],
        "select_one_by_option": "T",
        "option_preset_code": "S000000A",
        "option_preset_name": "Colours",
        "use_additional_option": "T",
        "additional_options": [additional],
        "use_attached_file_option": "T",
        "attached_file_option": {"option_name": "Drawing", "required": "T", "size_limit": 3},
    }

    made = world.post(path, **wanted)

    def value(text: str, **look: str) -> dict[str, Any]:
        return {
            "option_image_file": "",
            "option_link_image": "",
            "option_color": "",
            "option_text": text,
            "value_no": None,
            "additional_amount": None,
            **look,
        }

    options = [
        {
            "option_code": "",
            "option_name": "Colour",
            "option_value": [
                value("Sand", option_color="#eeddcc"),
                value("Ink", option_image_file="/ink.png"),
            ],
            "required_option": "T",
            "option_display_type": "P",
        },
        {
            "option_code": "",
            "option_name": "Size",
            "option_value": [value("S")],
            "required_option": "T",
            "option_display_type": "S",
        },
    ]
    asked = {
        **wanted,
        "shop_no": 1,
        "product_no": number,
        "options": options,
        "additional_options": [{**additional, "required_additional_option": "T"}],
    }
    assert made == {"option": asked}
    assert world.get(path) == made
    assert world.get(path, shop_no=2) == {"option": {**asked, "shop_no": 2, **_OF_ONE_SHOP}}
    product = world.get(f"products/{number}", embed="options")["product"]
    assert (product["has_option"], product["option_type"]) == ("T", "E")
    assert product["options"] == {
        name: told for name, told in asked.items() if name not in ("shop_no", "product_no")
    }
    assert stock(world, number) == {"Sand/S": (A, 0), "Ink/S": (B, 0)}


_OF_ONE_SHOP = {"select_one_by_option": "F"}


def test_a_product_that_has_options_gets_no_first_ones(world: World) -> None:
    number = coloured(world, "Sand")
    body = {"request": {"options": [option("Size", "S")]}}

    assert world.call("POST", f"products/{number}/options", json=body).status_code == 422
    assert stock(world, number) == {"Sand": (A, 1)}


def test_a_value_more_and_a_value_less_leave_the_others_alone(world: World) -> None:
    number = coloured(world, "Sand", "Ink")
    path = f"products/{number}/options"

    world.put(path, options=[option("Colour", "Rust", "Sand", "Ink")])
    assert stock(world, number) == {"Sand": (A, 1), "Ink": (B, 2), "Rust": (C, 0)}

    world.put(path, options=[option("Colour", "Rust", "Ink")])
    assert stock(world, number) == {"Ink": (B, 2), "Rust": (C, 0)}

    world.put(path, options=[option("Colour", "Rust", "Ink", "Sand")])
    assert stock(world, number) == {"Ink": (B, 2), "Rust": (C, 0), "Sand": (D, 0)}
    app = world.full.credentials.client_id
    assert ledger(world) == [
        (A, 1, 0, 1, "set", app),
        (A, 2, 1, 0, "removed", ""),
        (B, 1, 0, 2, "set", app),
    ]


def test_a_renamed_value_keeps_its_variant_and_its_look(world: World) -> None:
    number = coloured(world, "Sand", "Ink")
    path = f"products/{number}/options"
    looking = option("Colour", "Sand", "Ink")
    looking["option_value"][0]["option_color"] = "#eeddcc"
    world.put(path, options=[looking])

    answer = world.put(
        path,
        original_options=[option("Colour", "Sand", "Ink")],
        options=[option("Shade", "Ink", "Sand", "Rust")],
    )

    assert stock(world, number) == {"Ink": (A, 1), "Sand": (B, 2), "Rust": (C, 0)}
    [told] = answer["option"]["options"]
    assert told["option_name"] == "Shade"
    assert [value["option_color"] for value in told["option_value"]] == ["#eeddcc", "", ""]


def test_options_in_another_order_are_the_same_variants(world: World) -> None:
    number: int = world.product(
        has_option="T",
        options=[{"name": "Colour", "value": "Sand,Ink"}, {"name": "Size", "value": "S"}],
    )["product_no"]

    world.put(f"products/{number}/options", options=[option("Size", "S"), option("Colour", "Ink")])

    assert stock(world, number) == {"S/Ink": (B, 0)}


def test_another_language_keeps_its_own_words(world: World) -> None:
    number = coloured(world, "Sand", "Ink")
    path = f"products/{number}/options"
    world.put(
        path,
        2,
        original_options=[option("Colour", "Sand")],
        options=[option("Farbe", "Sandfarben", "Ink")],
    )
    assert stock(world, number) == {"Sand": (A, 1), "Ink": (B, 2)}
    assert stock(world, number, 2) == {"Sandfarben": (A, 1), "Ink": (B, 2)}

    world.put(path, options=[option("Colour", "Ink", "Rust", "Sand")])
    assert stock(world, number, 2) == {"Sandfarben": (A, 1), "Ink": (B, 2), "Rust": (C, 0)}

    # which other languages would call as something else is called already
    world.put(path, options=[option("Colour", "Ink", "Rust")])
    world.put(
        path,
        2,
        original_options=[option("Farbe", "Ink")],
        options=[option("Farbe", "Teal", "Rust")],
    )
    body = {"request": {"options": [option("Colour", "Ink", "Rust", "Teal")]}}
    assert world.call("PUT", path, json=body).status_code == 422
    assert stock(world, number) == {"Ink": (B, 2), "Rust": (C, 0)}


def test_variants_stay_as_those_with_the_first_value_of_an_added_option(world: World) -> None:
    number, code = stocked(world, 10, safety_inventory=2)
    path = f"products/{number}/options"
    world.put(f"products/{number}/variants/{code}", custom_variant_code="TEE")

    world.post(path, has_option="T", options=[option("Colour", "Sand", "Ink")])
    first = stock(world, number)
    world.put(f"products/{number}/variants/{B}", quantity=4)
    world.put(path, options=[option("Size", "S", "M"), option("Colour", "Sand", "Ink")])

    assert first == {"Sand": (A, 10), "Ink": (B, 0)}
    assert stock(world, number) == {
        "S/Sand": (A, 10), "S/Ink": (B, 4), "M/Sand": (C, 0), "M/Ink": (D, 0),
    }  # fmt: skip
    found = world.get(f"products/{number}/variants")["variants"]
    assert [(each["use_inventory"], each["safety_inventory"]) for each in found] == [("T", 2)] * 4
    assert found[0]["custom_variant_code"] == "TEE"


def test_variants_that_are_alone_without_a_removed_option_stay(world: World) -> None:
    number, code = stocked(world, 10)
    path = f"products/{number}/options"
    world.post(path, options=[option("Colour", "Sand", "Ink"), option("Size", "S")])
    world.put(f"products/{number}/variants/{B}", quantity=4, additional_amount="500")

    world.put(path, options=[option("Colour", "Sand", "Ink")])
    without_size = stock(world, number)
    world.put(path, options=[option("Colour", "Ink")])
    world.call("DELETE", path).raise_for_status()

    assert without_size == {"Sand": (code, 10), "Ink": (B, 4)}
    assert stock(world, number) == {"": (B, 4)}
    [variant] = world.get(f"products/{number}/variants")["variants"]
    assert variant["additional_amount"] == "500.00"


def test_a_variant_that_stands_for_several_has_what_all_of_them_had(world: World) -> None:
    number, _ = stocked(world, 10, safety_inventory=2)
    path = f"products/{number}/options"
    colour, size = option("Colour", "Sand", "Ink"), option("Size", "S", "M", "L")
    world.post(path, options=[colour, size])
    found = world.get(f"products/{number}/variants")["variants"]
    for each in found:
        if each["options"][1]["value"] == "L":
            each_path = f"products/{number}/variants/{each['variant_code']}"
            world.put(each_path, additional_amount="2000", quantity=3)
        elif each["options"][1]["value"] == "M" and each["options"][0]["value"] == "Ink":
            hidden = {"additional_amount": "700", "selling": "F"}
            world.put(f"products/{number}/variants/{each['variant_code']}", **hidden)

    world.put(path, options=[size])

    after = world.get(f"products/{number}/variants")["variants"]
    assert [
        (
            each["options"][0]["value"], each["additional_amount"], each["selling"],
            each["quantity"], each["use_inventory"], each["safety_inventory"],
        )
        for each in after
    ] == [
        ("S", "0.00", "T", 0, "T", 2), ("M", "0.00", "T", 0, "T", 2),
        ("L", "2000.00", "T", 0, "T", 2),
    ]  # fmt: skip
    assert not {each["variant_code"] for each in after} & {each["variant_code"] for each in found}


def test_an_option_that_is_taken_away_ends_its_variants(world: World) -> None:
    number = coloured(world, "Sand", "Ink")

    gone = world.call("DELETE", f"products/{number}/options")

    assert gone.json() == {"option": {"product_no": number}}
    assert stock(world, number) == {"": (C, 0)}
    product = world.get(f"products/{number}")["product"]
    assert (product["has_option"], product["option_type"]) == ("F", "F")
    assert world.call("DELETE", f"products/{number}/options").status_code == 404


def test_what_cannot_be_is_refused_names_the_parameter_and_changes_nothing(world: World) -> None:
    number = coloured(world, "Sand", "Ink")
    path = f"products/{number}/options"
    before = world.get(path), stock(world, number)
    many = [option(f"O{at}", *(f"v{n}" for n in range(11))) for at in range(3)]
    refused: list[tuple[dict[str, Any], str]] = [
        ({"options": [option("Colour", "Sand", "Sand")]}, "options.option_value"),
        ({"options": [option("Colour")]}, "options.option_value"),
        ({"options": [option("A", "x"), option("A", "y")]}, "options.option_name"),
        ({"options": many}, "options"),
        ({"options": []}, "options"),
        ({"original_options": [option("Colour", "Sand")]}, "original_options"),
        (
            {"original_options": [option("Size", "S")], "options": [option("Size", "S")]},
            "original_options",
        ),
        (
            {
                "original_options": [option("Colour", "Sand", "Sand")],
                "options": [option("Colour", "Sand", "Ink")],
            },
            "original_options",
        ),
    ]

    for request, parameter in refused:
        answer = world.call("PUT", path, json={"request": request})
        assert answer.status_code == 422, request
        assert answer.json()["error"]["message"].endswith(f"(parameter.{parameter})")
    same = world.call("PUT", path, json={"request": {"options": [option("Colour", "Sand", "Ink")]}})

    assert same.status_code == 409
    assert (world.get(path), stock(world, number)) == before


def test_new_variants_of_tracked_stock_are_tracked_and_sold_out_until_counted(
    world: World,
) -> None:
    number, _ = stocked(world, 10, display_soldout="F", inventory_control_type="A")
    path = f"products/{number}/options"

    world.post(path, options=[option("Size", "S", "L")])
    first = tracking(world, number)
    sold_out = world.get(f"products/{number}", fields="sold_out")["product"]["sold_out"]
    [small, _] = world.get(f"products/{number}/variants")["variants"]
    world.put(f"products/{number}/variants/{small['variant_code']}", quantity=3)
    world.put(path, options=[option("Size", "S", "L", "XL")])
    grown = tracking(world, number)
    world.call("DELETE", path).raise_for_status()

    assert first == [("T", "A", 10), ("T", "A", 0)]
    assert sold_out == "F"
    assert grown == [("T", "A", 3), ("T", "A", 0), ("T", "A", 0)]
    assert tracking(world, number) == [("T", "A", 0)]


def test_new_variants_of_stock_that_is_not_tracked_are_not_tracked(world: World) -> None:
    number, _ = stocked(world, 10, use_inventory="F")

    world.post(f"products/{number}/options", options=[option("Size", "S", "L")])

    assert tracking(world, number) == [("F", "B", 10), ("F", "B", 0)]


def tracking(world: World, number: int) -> list[tuple[str, str, int]]:
    """Return how the stock of each variant is tracked, and its quantity."""
    return [
        (each["use_inventory"], each["inventory_control_type"], each["quantity"])
        for each in world.get(f"products/{number}/variants")["variants"]
    ]


def test_texts_of_options_are_stored_without_the_blanks_around_them(world: World) -> None:
    drafts = [{"name": "  Size ", "value": [" S", "M\t"]}]
    number = world.product(has_option="T", options=drafts)["product_no"]
    path = f"products/{number}/options"
    codes = stock(world, number)

    made = world.get(path)["option"]["options"]
    kept = world.put(path, options=[option("\tSize", "S ", " M", " L")])
    renamed = world.put(
        path,
        options=[option(" Fit", "S", "M", "L")],
        original_options=[option("Size", "S", "M", "L")],
    )
    unnamed = world.call("PUT", path, json={"request": {"options": [option("  ", "S")]}})

    assert [each["option_name"] for each in made] == ["Size"]
    assert [each["option_text"] for each in made[0]["option_value"]] == ["S", "M"]
    assert kept["option"]["options"][0]["option_name"] == "Size"
    assert renamed["option"]["options"][0]["option_name"] == "Fit"
    now = stock(world, number)
    assert {text: now[text] for text in codes} == codes
    assert unnamed.status_code == 422

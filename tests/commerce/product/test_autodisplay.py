"""Automatic displays: what a rule chooses, where it puts it, and what it leaves alone."""

from typing import Any

import pytest

from tests.commerce.product.autodisplay_setup import (
    category,
    in_section,
    on_main,
    products,
    refused,
    rule,
    wait,
)
from tests.every_operation.operation_calls import rows
from tests.world import NOVEMBER_2026, World

HOUR = 3_600


def test_a_rule_is_created_as_it_is_answered(world: World) -> None:
    other = category(world)

    answer = rule(
        world,
        2,
        display_count=12,
        use_reservation="T",
        start_date="2026-12-01T10:00:00+09:00",
        use_hashtag="T",
        hash_tags=["new", "winter"],
        display_sort="AVD",
        timetable=[20, 12, 20],
        period=7,
        except_categories_scope="C",
        except_categories=[other],
    )

    whole = {
        "shop_no": 2,
        "display_no": 1,
        "use_main": "T",
        "category_no": 1,
        "display_group": 2,
        "display_count": 12,
        "use_reservation": "T",
        "start_date": "2026-12-01T10:00:00+09:00",
        "use_hashtag": "T",
        "hash_tags": ["new", "winter"],
        "display_sort": "AVD",
        "timetable": [12, 20],
        "period": 7,
        "except_categories_scope": "C",
        "except_categories": [other],
    }
    assert answer == whole
    assert world.get("autodisplay", shop_no=2) == {"autodisplay": [whole]}
    assert world.get("autodisplay") == {"autodisplay": []}


def test_what_is_left_out_is_the_newest_products_at_midnight(world: World) -> None:
    made = rule(world)

    named = ("start_date", "hash_tags", "display_sort", "timetable", "period")
    assert [made[name] for name in named] == [None, None, "RD", [0], 1]
    assert (made["except_categories_scope"], made["except_categories"]) == ("A", [])


def test_rules_are_listed_by_number(world: World) -> None:
    first, second = rule(world), rule(world, display_group=3)

    assert world.get("autodisplay") == {"autodisplay": [first, second]}
    assert world.get("autodisplay", display_no=2) == {"autodisplay": [second]}
    assert world.get("autodisplay", display_no=9) == {"autodisplay": []}


def test_a_rule_fills_its_group_at_once_with_as_many_as_it_shows(world: World) -> None:
    numbers = products(world, {}, {}, {}, {}, {})

    rule(world)

    assert on_main(world) == numbers[:0:-1]
    assert on_main(world, 3) == []
    assert on_main(world, shop_no=2) == []


def test_what_shoppers_cannot_buy_is_not_chosen(world: World) -> None:
    products(world, {"display": "F"}, {"selling": "F"})
    [bought] = products(world, {})

    rule(world)

    assert on_main(world) == [bought]


def test_what_somebody_put_there_makes_way_unless_it_is_fixed(world: World) -> None:
    old = products(world, *[{"main": [2], "selling": "F"}] * 4)
    new = products(world, *[{}] * 4)
    world.put("mains/2/products", product_no=old, fix_product_no=old[2])
    before = on_main(world)

    rule(world)

    assert before == old
    assert on_main(world) == [new[3], new[2], old[2], new[1]]
    [fixed] = [each for each in world.get("mains/2/products")["products"] if each["fixed_sort"]]
    assert fixed["product_no"] == old[2]


def test_a_fixed_product_that_the_rule_would_choose_is_there_once(world: World) -> None:
    numbers = products(world, *[{"main": [2]}] * 3)
    world.put("mains/2/products", product_no=numbers, fix_product_no=numbers[1])

    rule(world, display_count=2)

    assert on_main(world) == [numbers[2], numbers[1]]


@pytest.mark.parametrize(
    ("code", "order"),
    [
        ("RD", [3, 2, 1, 0]), ("RA", [0, 1, 2, 3]),
        ("UD", [0, 3, 2, 1]), ("UA", [1, 2, 3, 0]),
        ("ND", [1, 0, 3, 2]), ("NA", [2, 3, 0, 1]), ("AND", [1, 0, 3, 2]),
        ("PD", [3, 1, 0, 2]), ("PA", [2, 1, 0, 3]),
        ("APD", [3, 1, 0, 2]), ("APA", [2, 1, 0, 3]),
        *((code, [3, 2, 1, 0]) for code in (
            "AOD", "AOA", "ARD", "ARA", "ACD", "SD", "SA", "LD", "LA", "CD", "AVA",
        )),
    ],
)  # fmt: skip
def test_products_are_sorted_by_what_the_code_says(
    world: World, code: str, order: list[int]
) -> None:
    named = (("Cup", "20.00"), ("Dish", "20.00"), ("Apron", "10.00"), ("Bowl", "30.00"))
    numbers = products(world, *({"product_name": name, "price": price} for name, price in named))
    world.put(f"products/{numbers[0]}", model_name="C-1")

    rule(world, display_sort=code)

    assert on_main(world) == [numbers[at] for at in order]


def look(world: World, *numbers: int) -> None:
    for number in numbers:
        answer = world.request("GET", f"/api/v2/products/{number}", auth=world.full.basic)
        assert answer.status_code == 200
    world.stage.run(world.stage.app.tally_writer.write)


def test_views_count_all_the_time_or_within_the_period(world: World) -> None:
    first, second, third = products(world, {}, {}, {})
    look(world, first, first, first)
    wait(world, until=NOVEMBER_2026 + 5 * 24 * HOUR)
    look(world, second, second, third)

    for code, period in (("CD", 1), ("CA", 1), ("AVD", 1), ("AVD", 7), ("AVA", 3)):
        made = rule(world, display_sort=code, period=period)
        shown = on_main(world)
        world.call("DELETE", f"autodisplay/{made['display_no']}")
        assert shown == {
            ("CD", 1): [first, second, third],
            ("CA", 1): [third, second, first],
            ("AVD", 1): [second, third, first],
            ("AVD", 7): [first, second, third],
            ("AVA", 3): [first, third, second],
        }[code, period]  # fmt: skip


def test_views_of_days_long_past_are_not_kept(world: World) -> None:
    [number] = products(world, {})
    look(world, number)
    wait(world, until=NOVEMBER_2026 + 31 * 24 * HOUR)

    look(world, number)

    assert len(rows(world)["product_hit_day"]) == 1
    assert world.get(f"products/{number}/hits/count") == {"count": 2}
    world.call("DELETE", f"products/{number}")
    assert rows(world)["product_hit_day"] == []


def test_only_products_with_one_of_the_tags_are_chosen(world: World) -> None:
    wishes: list[dict[str, Any]] = [{"product_tag": each} for each in (["wool"], ["ice"], [])]
    wool, ice, _ = products(world, *wishes)

    rule(world, use_hashtag="T", hash_tags=["wool", "ice", "sun"])

    assert on_main(world) == [ice, wool]


def test_products_of_excepted_categories_are_not_chosen(world: World) -> None:
    plain, above, below = products(world, {}, {}, {})
    parent = category(world, above)
    category(world, below, parent_category_no=parent)

    everywhere = rule(world, except_categories=[parent])
    assert on_main(world) == [plain]

    world.put(f"autodisplay/{everywhere['display_no']}", except_categories_scope="C")
    assert on_main(world) == [below, plain]


@pytest.mark.parametrize("section", [2, 3])
def test_a_rule_fills_a_section_with_products_of_the_category(world: World, section: int) -> None:
    numbers = products(world, *[{}] * 4)
    number = category(world, *numbers[:3])
    world.post(f"categories/{number}/products", display_group=section, product_no=[numbers[0]])

    rule(
        world, use_main="F", category_no=number, display_group=section,
        display_count=2, display_sort="RD",
    )  # fmt: skip

    assert in_section(world, number, section) == [numbers[2], numbers[1]]
    assert in_section(world, number, 5 - section) == []
    assert sorted(in_section(world, number, 1)) == numbers[:3]
    icon = {2: "recommend_icon", 3: "new_icon"}[section]
    icons = [world.get(f"products/{each}")["product"]["list_icon"][icon] for each in numbers[:3]]
    assert icons == [False, True, True]


def test_what_is_fixed_in_a_section_stays_where_it_is(world: World) -> None:
    numbers = products(world, *[{}] * 5)
    number = category(world, *numbers)
    path = f"categories/{number}/products"
    world.post(path, display_group=2, product_no=[numbers[0], numbers[1]])
    world.put(path, display_group=2, product_no=[numbers[0]], sequence=2, fixed_sort="T")
    world.put(path, 2, display_group=2, product_no=[numbers[1]], sequence=1, fixed_sort="T")

    rule(world, use_main="F", category_no=number, display_count=3)

    shown = in_section(world, number)
    assert shown[:3] == [numbers[4], numbers[0], numbers[3]]
    assert shown[3:] == [numbers[1]], "fixed in the other language, it stays in the section"
    assert in_section(world, number, shop_no=2)[0] == numbers[1]


def test_the_normal_section_shows_what_the_rule_chose_first(world: World) -> None:
    cheap, dear, middle = products(world, {"price": "1"}, {"price": "3"}, {"price": "2"})
    number = category(world, cheap, dear, middle)
    before = in_section(world, number, 1)

    rule(
        world, use_main="F", category_no=number, display_group=1, display_count=1,
        display_sort="PA",
    )  # fmt: skip

    assert before == [middle, dear, cheap]
    assert in_section(world, number, 1) == [cheap, middle, dear]


def test_a_change_fills_the_place_anew(world: World) -> None:
    old, new = products(world, {}, {})
    made = rule(world, display_count=1)
    before = on_main(world)

    answer = world.put("autodisplay/1", display_sort="RA", hash_tags=["wool"])

    assert answer == {"autodisplay": {**made, "display_sort": "RA", "hash_tags": ["wool"]}}
    assert (before, on_main(world)) == ([new], [old])


def test_a_deleted_rule_leaves_what_it_showed(world: World) -> None:
    [number] = products(world, {})
    rule(world)

    answer = world.call("DELETE", "autodisplay/1")

    assert answer.json() == {"autodisplay": {"display_no": 1}}
    assert world.get("autodisplay") == {"autodisplay": []}
    assert on_main(world) == [number]


def test_a_place_has_one_rule(world: World) -> None:
    number = category(world)
    rule(world)
    rule(world, 2)
    rule(world, use_main="F", category_no=number)
    before = rows(world)

    again = {
        "use_main": "T", "category_no": 9, "display_group": 2, "display_count": 1,
        "use_reservation": "F", "use_hashtag": "F",
    }  # fmt: skip
    on_first_page = refused(world, "POST", "autodisplay", **again)
    wish = {**again, "use_main": "F", "category_no": number}
    in_category = world.call("POST", "autodisplay", json={"shop_no": 2, "request": wish})

    said = "There is a rule for this display already. (parameter.display_group)"
    assert on_first_page == (422, said)
    # the products of a section are the same in every language
    assert (in_category.status_code, in_category.json()["error"]["message"]) == (422, said)
    assert rows(world) == before


@pytest.mark.parametrize(
    ("wish", "status", "said"),
    [
        ({"display_group": 9}, 404, "The main does not exist. (parameter.display_group)"),
        (
            {"use_main": "F", "category_no": 99},
            404,
            "The category does not exist. (parameter.category_no)",
        ),
        (
            {"use_main": "F", "category_no": 2, "display_group": 4},
            404,
            "The section does not exist. (parameter.display_group)",
        ),
        ({"use_hashtag": "T"}, 422, "A rule by tags needs at least one tag. (parameter.hash_tags)"),
        (
            {"use_reservation": "T"},
            422,
            "A rule with a reservation needs the date from which it takes effect."
            " (parameter.start_date)",
        ),
        (
            {"except_categories": [2, 99]},
            422,
            "There is no such category. (parameter.except_categories)",
        ),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(
    world: World, wish: dict[str, Any], status: int, said: str
) -> None:
    assert category(world) == 2
    before = rows(world)

    wanted = {
        "use_main": "T", "category_no": 1, "display_group": 2, "display_count": 1,
        "use_reservation": "F", "use_hashtag": "F",
    }  # fmt: skip
    answer = refused(world, "POST", "autodisplay", **{**wanted, **wish})

    assert answer == (status, said)
    assert rows(world) == before


def test_a_change_that_leaves_a_rule_without_its_tags_is_refused(world: World) -> None:
    rule(world, use_hashtag="T", hash_tags=["wool"])

    answer = refused(world, "PUT", "autodisplay/1", hash_tags=[])

    assert answer == (422, "A rule by tags needs at least one tag. (parameter.hash_tags)")


def test_a_rule_goes_with_its_group_and_with_its_category(world: World) -> None:
    parent = category(world)
    below = category(world, parent_category_no=parent)
    rule(world)
    rule(world, 2)
    rule(world, use_main="F", category_no=below, display_group=3)

    world.call("DELETE", "mains/2")
    world.call("DELETE", f"categories/{parent}")

    assert world.get("autodisplay") == {"autodisplay": []}
    assert len(world.get("autodisplay", shop_no=2)["autodisplay"]) == 1
    assert len(rows(world)["autodisplay"]) == 1


def test_a_group_says_whether_a_rule_fills_it(world: World) -> None:
    rule(world)

    answers = [
        world.put("mains/2", group_name="Winter")["main"]["use_autodisplay"],
        world.put("mains/3", group_name="Snow")["main"]["use_autodisplay"],
        world.put("mains/2", 2, group_name="Winter")["main"]["use_autodisplay"],
    ]

    assert answers == ["T", "F", "F"]

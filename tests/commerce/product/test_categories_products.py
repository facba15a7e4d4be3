"""Which products a category shows and in which order, through the admin API."""

import itertools
from typing import Any

import pytest

from tests.world import World


def category(world: World, **request: Any) -> int:
    return int(
        world.post("categories", category_name="Kitchen", **request)["category"]["category_no"]
    )


def filed(world: World, number: int, how_many: int, **request: Any) -> list[int]:
    made = [world.product(**request)["product_no"] for _ in range(how_many)]
    world.post(f"categories/{number}/products", product_no=made)
    return made


def order(world: World, number: int, section: int = 1, **query: Any) -> list[int]:
    found = world.get(f"categories/{number}/products", display_group=section, **query)["products"]
    assert [each["sequence_no"] for each in found] == list(range(1, len(found) + 1))
    return [each["product_no"] for each in found]


def place(world: World, number: int, product_no: int | list[int], **request: Any) -> Any:
    numbers = product_no if isinstance(product_no, list) else [product_no]
    request = {"display_group": 1, "product_no": numbers, **request}
    return world.put(f"categories/{number}/products", **request)["product"]


def sold_out(world: World, product_no: int) -> None:
    path = f"products/{product_no}/variants"
    [variant] = world.get(path)["variants"]
    stock = {"use_inventory": "T", "display_soldout": "T", "quantity": 0}
    world.put(f"{path}/{variant['variant_code']}", **stock)


def refused(world: World, method: str, path: str, **rest: Any) -> tuple[int, str]:
    answer = world.call(method, path, **rest)
    return answer.status_code, answer.json()["error"]["message"]


def test_filed_products_are_listed_newest_first_and_are_in_the_product_too(world: World) -> None:
    number = category(world)
    first = world.product()["product_no"]
    second = world.product(selling="F")["product_no"]

    answer = world.post(f"categories/{number}/products", product_no=[first, second, first])

    assert answer == {"product": {"display_group": 1, "product_no": [first, second]}}
    here = {"shop_no": 1, "auto_sort": True, "sold_out": False, "fixed_sort": False}
    assert world.get(f"categories/{number}/products", display_group=1) == {
        "products": [
            {**here, "product_no": second, "sequence_no": 1, "not_for_sale": True},
            {**here, "product_no": first, "sequence_no": 2, "not_for_sale": False},
        ]
    }
    assert world.get(f"products/{first}")["product"]["category"] == [
        {"category_no": number, "recommend": "F", "new": "F"}
    ]


def test_what_the_product_says_of_its_categories_is_listed_here(world: World) -> None:
    number = category(world)
    both = {"category_no": number, "recommend": "T", "new": "T"}
    product = world.product(add_category_no=both)["product_no"]

    sections = [order(world, number, section) for section in (1, 2, 3)]

    assert sections == [[product], [product], [product]]
    world.put(f"products/{product}", add_category_no={**both, "recommend": "F"})
    assert [order(world, number, section) for section in (1, 2, 3)] == [[product], [], [product]]
    world.put(f"products/{product}", delete_category_no=number)
    assert order(world, number) == []


def test_a_product_filed_as_recommended_is_in_the_normal_section_and_has_its_icon(
    world: World,
) -> None:
    number = category(world)
    product = world.product()["product_no"]

    world.post(f"categories/{number}/products", product_no=[product], display_group=2)
    world.post(f"categories/{number}/products", product_no=[product], display_group=3)

    assert [order(world, number, section) for section in (1, 2, 3)] == [[product]] * 3
    for shop_no in (1, 2):
        found = world.get(f"products/{product}", shop_no=shop_no)["product"]
        assert found["category"] == [{"category_no": number, "recommend": "T", "new": "T"}]
        assert found["list_icon"] == {
            "soldout_icon": False,
            "recommend_icon": True,
            "new_icon": True,
        }


def test_deleting_from_a_section_leaves_the_others_and_from_the_normal_one_none(
    world: World,
) -> None:
    number = category(world)
    [product] = filed(world, number, 1)
    world.post(f"categories/{number}/products", product_no=[product], display_group=2)
    path = f"categories/{number}/products/{product}"

    answer = world.call("DELETE", path, params={"display_group": 2})

    assert answer.json() == {"product": {"display_group": 2, "product_no": product}}
    assert [order(world, number, section) for section in (1, 2)] == [[product], []]
    assert not world.get(f"products/{product}")["product"]["list_icon"]["recommend_icon"]
    gone = refused(world, "DELETE", path, params={"display_group": 2})
    assert gone == (404, "The product does not exist. (parameter.product_no)")
    assert world.call("DELETE", path).json() == {
        "product": {"display_group": 1, "product_no": product}
    }
    assert world.get(f"products/{product}")["product"]["category"] == []


def test_a_count_is_the_length_of_the_list(world: World) -> None:
    number = category(world)
    numbers = filed(world, number, 3)
    world.post(f"categories/{number}/products", product_no=numbers[:2], display_group=3)

    for section, expected in ((1, 3), (2, 0), (3, 2)):
        counted = world.get(f"categories/{number}/products/count", display_group=section)
        assert counted == {"count": expected}
        assert len(order(world, number, section)) == expected
    assert order(world, number, limit=2) == numbers[:0:-1]


def test_a_place_by_hand_moves_who_has_it_and_nobody_else(world: World) -> None:
    number = category(world)
    a, b, c, d = filed(world, number, 4)
    assert order(world, number) == [d, c, b, a]

    answer = place(world, number, a, sequence=2)

    assert answer == {
        "shop_no": 1,
        "product_no": a,
        "sequence": 2,
        "auto_sort": "F",
        "fixed_sort": "F",
    }
    assert order(world, number) == [d, a, c, b]
    place(world, number, b, sequence=2)
    assert order(world, number) == [d, b, a, c]
    answer = place(world, number, [c, d], sequence=1)
    assert (answer["product_no"], answer["sequence"]) == ([c, d], 1)
    assert order(world, number) == [c, d, b, a]


def test_a_place_behind_the_end_is_the_end_also_for_those_who_come_later(world: World) -> None:
    number = category(world)
    a, b = filed(world, number, 2)

    place(world, number, b, sequence=999_999)

    assert order(world, number) == [a, b]
    [c] = filed(world, number, 1)
    assert order(world, number) == [c, a, b]


def test_a_product_sorted_automatically_again_leaves_its_place(world: World) -> None:
    number = category(world)
    a, b, c = filed(world, number, 3)
    place(world, number, a, sequence=1)
    assert order(world, number) == [a, c, b]

    answer = place(world, number, a, auto_sort="T")

    assert (answer["sequence"], answer["auto_sort"]) == (1, "T")
    assert order(world, number) == [c, b, a]
    place(world, number, a, auto_sort="F")
    assert order(world, number) == [a, c, b]


def test_a_fixed_product_keeps_the_place_it_has_and_others_go_around_it(world: World) -> None:
    number = category(world)
    a, b, c = filed(world, number, 3)

    answer = place(world, number, b, fixed_sort="T")

    assert answer == {
        "shop_no": 1,
        "product_no": b,
        "sequence": 2,
        "auto_sort": "T",
        "fixed_sort": "T",
    }
    [d] = filed(world, number, 1)
    assert order(world, number) == [d, b, c, a]
    assert place(world, number, a, sequence=2)["sequence"] == 3
    assert order(world, number) == [d, b, a, c]
    place(world, number, c, sequence=2, fixed_sort="T")
    assert order(world, number) == [d, c, b, a]


def test_sold_out_products_are_last_where_the_category_says_so_but_for_fixed_ones(
    world: World,
) -> None:
    number = category(world, soldout_product_display="B")
    a, b, c, d = filed(world, number, 4)
    sold_out(world, d)
    sold_out(world, b)
    assert order(world, number) == [c, a, d, b]

    place(world, number, d, sequence=1)
    assert order(world, number) == [c, a, d, b]
    place(world, number, d, sequence=1, fixed_sort="T")

    assert order(world, number) == [d, c, a, b]
    marked = world.get(f"categories/{number}/products", display_group=1)["products"]
    assert [each["sold_out"] for each in marked] == [True, False, False, True]
    world.put(f"categories/{number}", soldout_product_display="N")
    assert order(world, number) == [d, c, b, a]


def test_a_category_is_sorted_by_its_key(world: World) -> None:
    number = category(world)
    names = ["Bowl", "Apron", "Cup"]
    prices = ["300", "100", "200"]
    bowl, apron, cup = (
        world.product(product_name=name, price=price)["product_no"]
        for name, price in zip(names, prices, strict=True)
    )
    world.post(f"categories/{number}/products", product_no=[bowl, apron, cup])
    world.stage.clock.pass_(5)
    world.put(f"products/{apron}", model_name="A")

    found = {}
    for key, direction in itertools.product("ARUNPSCL", "DA"):
        sort = {"product_display_key": key, "product_display_sort": direction}
        world.call("PUT", f"categories/{number}", json={"request": sort})
        found[key + direction] = order(world, number)

    newest = [cup, apron, bowl]
    assert found == {
        "ND": [cup, bowl, apron],
        "NA": [apron, bowl, cup],
        "PD": [bowl, cup, apron],
        "PA": [apron, cup, bowl],
        "UD": [apron, cup, bowl],
        "UA": [bowl, cup, apron],
        **{f"{key}D": newest for key in "ARSCL"},
        **{f"{key}A": newest[::-1] for key in "ARSCL"},
    }
    world.put(f"categories/{number}", product_display_type="U", product_display_key="P")
    assert order(world, number) == newest


def test_each_section_may_have_an_order_of_its_own(world: World) -> None:
    own = {"product_display_scope": "G", "recommend_product_display_type": "A"}
    key = {"recommend_product_display_key": "P", "recommend_product_display_sort": "A"}
    number = category(world, **own, **key)
    dear = world.product(price="900")["product_no"]
    cheap = world.product(price="100")["product_no"]
    middle = world.product(price="500")["product_no"]

    for section in (2, 3):
        request = {"product_no": [dear, cheap, middle], "display_group": section}
        world.post(f"categories/{number}/products", **request)
    world.put(f"categories/{number}/products", display_group=3, product_no=[dear], sequence=1)

    assert order(world, number, 1) == [middle, cheap, dear]
    assert order(world, number, 2) == [cheap, middle, dear]
    assert order(world, number, 3) == [dear, middle, cheap]


def test_a_category_shows_what_is_below_it_and_what_has_its_tags_if_it_says_so(
    world: World,
) -> None:
    top = category(world)
    below = category(world, parent_category_no=top)
    [inside], [deep] = filed(world, top, 1), filed(world, below, 1)
    tagged = world.product(product_tag=["linen"])["product_no"]
    assert order(world, top) == [inside]

    world.put(f"categories/{top}", sub_category_product_display="T")
    assert order(world, top) == [deep, inside]
    world.put(f"categories/{top}", hashtag_product_display="T", hash_tags=["linen", "flax"])

    assert order(world, top) == [tagged, deep, inside]
    assert world.get(f"categories/{top}/products/count", display_group=1) == {"count": 3}
    assert order(world, top, 2) == []
    request = {"display_group": 1, "product_no": [deep], "sequence": 1}
    answer = refused(world, "PUT", f"categories/{top}/products", json={"request": request})
    assert answer == (422, "There is no such product in the category. (parameter.product_no)")


def test_each_language_has_an_order_of_its_own(world: World) -> None:
    number = category(world)
    a, b, c = filed(world, number, 3)
    body = {"shop_no": 2, "request": {"display_group": 1, "product_no": [a], "sequence": 1}}

    answer = world.call("PUT", f"categories/{number}/products", json=body)

    assert answer.json()["product"]["shop_no"] == 2
    assert order(world, number, shop_no=2) == [a, c, b]
    assert order(world, number) == [c, b, a]


def test_a_refiled_product_has_forgotten_its_place(world: World) -> None:
    number = category(world)
    a, b = filed(world, number, 2)
    place(world, number, a, sequence=1, fixed_sort="T")

    world.call("DELETE", f"categories/{number}/products/{a}")
    world.post(f"categories/{number}/products", product_no=[a])
    assert order(world, number) == [b, a]

    place(world, number, a, sequence=1, fixed_sort="T")
    world.put(f"products/{a}", delete_category_no=number)
    world.put(f"products/{a}", add_category_no={"category_no": number})
    assert order(world, number) == [b, a]

    place(world, number, a, sequence=1, fixed_sort="T")
    world.call("DELETE", f"products/{a}")
    assert order(world, number) == [b]


@pytest.mark.parametrize(
    ("method", "request_", "said"),
    [
        (
            "POST",
            {"product_no": [1, 99]},
            (422, "There is no such product. (parameter.product_no)"),
        ),
        (
            "PUT",
            {"display_group": 1, "product_no": [1, 2], "sequence": 1},
            (422, "There is no such product in the category. (parameter.product_no)"),
        ),
        (
            "PUT",
            {"display_group": 2, "product_no": [1], "sequence": 1},
            (422, "There is no such product in the category. (parameter.product_no)"),
        ),
        (
            "PUT",
            {"display_group": 1, "product_no": [1]},
            (409, "The content is identical to what is stored, nothing was changed."),
        ),
        (
            "PUT",
            {"display_group": 1, "product_no": [1], "auto_sort": "T"},
            (409, "The content is identical to what is stored, nothing was changed."),
        ),
    ],
)
def test_what_is_refused_changes_nothing(
    world: World, method: str, request_: dict[str, Any], said: tuple[int, str]
) -> None:
    number = category(world)
    filed(world, number, 1)
    world.product()

    answer = refused(world, method, f"categories/{number}/products", json={"request": request_})

    assert answer == said
    assert order(world, number) == [1]

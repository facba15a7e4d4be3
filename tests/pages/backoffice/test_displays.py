"""Displays in the back office: what the home page and the categories of the shop show first."""

from typing import Any

import httpx
import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.product.autodisplay_setup import in_section, on_main, products
from tests.pages.backoffice.page_forms import deeds, form_of, problem, said, send

PAGE = "/admin/displays"
HOME = f"{PAGE}/main-2"


def move(owner: Browser, path: str, **sent: str) -> httpx.Response:
    form = form_of(owner.open(path).text, "move")
    return owner.submit(form.action, {**form.values, **sent})


def filed(owner: Browser, *numbers: int) -> int:
    """Create a category with products, and return its number."""
    made = owner.world.post("categories", category_name="Cups")["category"]["category_no"]
    owner.world.post(f"categories/{made}/products", product_no=list(numbers))
    number: int = made
    return number


def test_the_groups_of_the_home_page_are_listed(owner: Browser) -> None:
    [number] = products(owner.world, {})
    owner.world.post("mains/2/products", product_no=[number])

    page = owner.open(PAGE).text

    assert 'Recommended products</a></th><td class="figure">1</td>' in page
    assert 'New arrivals</a></th><td class="figure">0</td>' in page


def test_a_group_is_made_renamed_and_deleted(owner: Browser) -> None:
    made = send(owner, PAGE, "create", group_name=" Gifts ")
    path = f"{PAGE}/main-4"
    saved = send(owner, path, "group", group_name="For you", sold_out_last="B")
    group = owner.world.get("mains")["mains"][2]
    question = owner.open(f"{path}?delete=1")
    gone = send(owner, f"{path}?delete=1", "delete")

    assert said(made) == "The display was created."
    assert said(saved) == "Saved."
    assert (group["group_name"], group["soldout_sort_type"]) == ("For you", "B")
    assert "Delete For you?" in question.text
    assert said(gone) == "The display was deleted. Its products stay."
    assert owner.open(path).status_code == 404


def test_a_group_without_a_name_is_refused(owner: Browser) -> None:
    page = send(owner, PAGE, "create", group_name="")

    assert page.status_code == 422
    assert problem(page, "group_name") == "This field is required."
    empty = send(owner, HOME, "group", group_name="")
    assert (empty.status_code, problem(empty, "group_name")) == (422, "This field is required.")


def test_products_are_found_added_and_removed(owner: Browser) -> None:
    cup, bowl = products(owner.world, {"product_name": "Cup"}, {"product_name": "Bowl"})

    found = owner.open(f"{HOME}?find=cup").text
    added = send(owner, f"{HOME}?find=cup", "add", add=[str(cup)])

    assert f'name="add" value="{cup}"' in found
    assert f'name="add" value="{bowl}"' not in found
    assert said(added) == "The products were added."
    assert on_main(owner.world) == [cup]
    assert f'name="add" value="{cup}"' not in owner.open(f"{HOME}?find=cup").text
    assert "No matching products." in owner.open(f"{HOME}?find=nothing").text
    nothing = send(owner, f"{HOME}?find=bowl", "add")
    assert said(nothing) == "No changes to save."
    move(owner, HOME, move=f"remove-{cup}")
    assert on_main(owner.world) == []


def test_buttons_and_drops_order_the_home_page(owner: Browser) -> None:
    first, second, third = products(owner.world, {}, {}, {})
    owner.world.post("mains/2/products", product_no=[first, second, third])

    answer = move(owner, HOME, move=f"up-{third}")
    assert answer.headers["location"] == f"{HOME}?done=move"
    assert on_main(owner.world) == [first, third, second]
    move(owner, HOME, move=f"down-{first}")
    assert on_main(owner.world) == [third, first, second]
    move(owner, HOME, move=f"first-{second}")
    assert on_main(owner.world) == [second, third, first]
    move(owner, HOME, moved=str(first), order=f"{first},{second},{third}")
    assert on_main(owner.world) == [first, second, third]
    move(owner, HOME, moved=str(first), order=f"{second},{first},{third}")
    assert on_main(owner.world) == [second, first, third]


def test_a_product_is_pinned_and_unpinned(owner: Browser) -> None:
    first, second = products(owner.world, {}, {})
    owner.world.post("mains/2/products", product_no=[first, second])
    number = filed(owner, first, second)
    section = f"{PAGE}/category-{number}-1"

    for path, read in ((HOME, "mains/2/products"), (section, f"categories/{number}/products")):
        query: dict[str, Any] = {} if path == HOME else {"display_group": 1}

        def pinned(read: str = read, query: dict[str, Any] = query) -> list[int]:
            found = owner.world.get(read, **query)["products"]
            return [each["product_no"] for each in found if each["fixed_sort"]]

        move(owner, path, move=f"pin-{second}")
        assert pinned() == [second]
        assert "Pinned" in owner.open(path).text
        move(owner, path, move=f"free-{second}")
        assert pinned() == []


@pytest.mark.parametrize(
    "sent",
    [
        {"move": "up-{first}"},
        {"move": "down-{second}"},
        {"move": "up-999"},
        {"move": "up-"},
        {"move": "sideways-{first}"},
        {"moved": "{first}", "order": "nonsense"},
        {"moved": "{first}", "order": "999,{first}"},
        {},
    ],
)
def test_moves_that_are_none_change_nothing(owner: Browser, sent: dict[str, str]) -> None:
    first, second = products(owner.world, {}, {})
    owner.world.post("mains/2/products", product_no=[first, second])
    values = {name: text.format(first=first, second=second) for name, text in sent.items()}

    answer = move(owner, HOME, **values)

    assert answer.headers["location"] == f"{HOME}?done=same"
    assert on_main(owner.world) == [first, second]


def test_products_of_a_category_are_placed_by_hand(owner: Browser) -> None:
    first, second, third = products(owner.world, {}, {}, {})
    number = filed(owner, first, second, third)
    path = f"{PAGE}/category-{number}-1"
    before = in_section(owner.world, number, 1)

    move(owner, path, move=f"first-{before[2]}")

    assert in_section(owner.world, number, 1) == [before[2], before[0], before[1]]
    assert "By hand" in owner.open(path).text
    move(owner, path, move=f"auto-{before[2]}")
    assert in_section(owner.world, number, 1) == before
    assert "Sort automatically" not in owner.open(path).text


def test_sections_of_a_category_take_products_of_their_own(owner: Browser) -> None:
    first, second = products(owner.world, {"product_name": "Cup"}, {"product_name": "Bowl"})
    number = filed(owner, first)
    path = f"{PAGE}/category-{number}-2"
    opened = send(owner, PAGE, "open", category=str(number), section="2")
    assert "Cups: Recommended" in opened.text

    send(owner, f"{path}?find=bowl", "add", add=[str(second)])

    assert in_section(owner.world, number, 2) == [second]
    assert sorted(in_section(owner.world, number, 1)) == [first, second]
    move(owner, path, move=f"remove-{second}")
    assert in_section(owner.world, number, 2) == []


def test_a_category_is_sorted_by_a_key(owner: Browser) -> None:
    cheap, dear = products(owner.world, {"price": "1000"}, {"price": "9000"})
    number = filed(owner, cheap, dear)
    path = f"{PAGE}/category-{number}-1"

    send(owner, path, "group", category_sort="P-A", sold_out_last="B")

    category = owner.world.get(f"categories/{number}")["category"]
    names = ("product_display_key", "product_display_sort", "soldout_product_display")
    assert [category[name] for name in names] == ["P", "A", "B"]
    assert in_section(owner.world, number, 1) == [cheap, dear]
    wrong = send(owner, path, "group", category_sort="Z-A")
    assert wrong.status_code == 422
    owner.world.put(f"categories/{number}", product_display_key="U", product_display_sort="A")
    assert '<option value="U-A" selected>U-A</option>' in owner.open(path).text


def test_a_display_fills_itself_until_it_is_stopped(owner: Browser) -> None:
    cheap, _, dear = products(owner.world, {"price": "1"}, {"price": "5"}, {"price": "9"})
    number = filed(owner, cheap)
    rule = {"display_count": "2", "display_sort": "PD", "timetable": "0, 12", "period": "7"}

    saved = send(owner, HOME, "rule", **rule, except_categories=[])

    assert said(saved) == "The display fills itself from now on."
    assert on_main(owner.world)[0] == dear
    assert len(on_main(owner.world)) == 2
    assert "Automatically" in owner.open(PAGE).text
    [stored] = owner.world.get("autodisplay")["autodisplay"]
    assert (stored["timetable"], stored["period"]) == ([0, 12], 7)
    changed = {**rule, "display_sort": "PA", "except_categories": [str(number)]}
    send(owner, HOME, "rule", **changed)
    assert cheap not in on_main(owner.world)
    page = owner.open(HOME).text
    assert f'<option value="{number}" selected>' in page
    stopped = send(owner, HOME, "no-rule")
    assert said(stopped) == "The display is filled by hand again. What it shows stays."
    assert owner.world.get("autodisplay")["autodisplay"] == []
    assert "no-rule" not in deeds(owner.open(HOME).text)
    assert len(on_main(owner.world)) == 2


def test_a_section_of_a_category_fills_itself(owner: Browser) -> None:
    linen, wool = products(owner.world, {"product_tag": ["linen"]}, {"product_tag": ["wool"]})
    number = filed(owner, linen, wool)
    path = f"{PAGE}/category-{number}-3"

    send(owner, path, "rule", display_count="4", hash_tags="linen", except_categories=[])

    assert in_section(owner.world, number, 3) == [linen]
    [stored] = owner.world.get("autodisplay")["autodisplay"]
    assert (stored["use_main"], stored["category_no"], stored["hash_tags"]) == (
        "F",
        number,
        ["linen"],
    )
    # the home page has a rule of its own
    assert "no-rule" not in deeds(owner.open(HOME).text)
    send(owner, path, "rule", display_count="4", hash_tags="", except_categories=[])
    assert sorted(in_section(owner.world, number, 3)) == [linen, wool]


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("display_count", "0", "Enter a value from 1 to 200."),
        ("display_count", "many", "This is not a number."),
        ("timetable", "24", "Enter a value from 0 to 23."),
    ],
)
def test_a_rule_that_is_wrong_is_refused_at_its_field(
    owner: Browser, field: str, typed: str, message: str
) -> None:
    page = send(owner, HOME, "rule", **{field: typed})

    assert page.status_code == 422
    assert problem(page, field) == message
    assert owner.world.get("autodisplay")["autodisplay"] == []


def test_each_shop_has_its_own_displays(owner: Browser) -> None:
    [number] = products(owner.world, {"product_name": "Cup"})

    send(owner, f"{HOME}?shop_no=2&find=cup", "add", add=[str(number)])

    assert on_main(owner.world) == []
    assert on_main(owner.world, shop_no=2) == [number]


@pytest.mark.parametrize("path", ["main-9", "main-0", "category-9-1", "category-1-4", "x"])
def test_one_there_is_not(owner: Browser, path: str) -> None:
    token = form_of(owner.open(PAGE).text, "create").values["form_token"]
    sent = {"form_token": token, "deed": "move", "move": "up-1"}

    assert owner.open(f"{PAGE}/{path}").status_code == 404
    assert owner.open(f"{PAGE}/{path}?delete=1").status_code == 404
    assert owner.submit(f"{PAGE}/{path}", sent).status_code == 404
    assert owner.submit(f"{PAGE}/{path}", {**sent, "deed": "no-rule"}).status_code == 404


def test_an_open_without_a_category_stays_on_the_page(owner: Browser) -> None:
    token = form_of(owner.open(PAGE).text, "create").values["form_token"]

    answer = owner.submit(PAGE, {"form_token": token, "deed": "open", "category": "x"})

    assert answer.headers["location"] == PAGE

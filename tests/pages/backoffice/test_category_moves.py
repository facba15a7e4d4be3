"""Categories are moved and put in order in the back office, by buttons and by dropping them."""

import re

import httpx
import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.history_pages import changes
from tests.pages.backoffice.page_forms import form_of, said
from tests.pages.backoffice.test_category_tree import PAGE, category, make, shown


def move(owner: Browser, **sent: str) -> httpx.Response:
    form = form_of(owner.open(PAGE).text, "move")
    return owner.submit(form.action, {**form.values, **sent})


def buttons(owner: Browser) -> dict[str, list[str]]:
    """Return the ways in which each category can be moved, by its number."""
    found: dict[str, list[str]] = {}
    for way, number in re.findall(r'name="move" value="(\w+)-(\d+)"', owner.open(PAGE).text):
        found.setdefault(number, []).append(way)
    return found


def test_buttons_move_a_category_among_its_neighbours(owner: Browser) -> None:
    first, second, third = (make(owner, name) for name in ("A", "B", "C"))

    answer = move(owner, move=f"up-{third}")

    assert answer.headers["location"] == f"{PAGE}?done=moved#category-{third}"
    assert said(owner.open(f"{PAGE}?done=moved")) == "The category was moved."
    assert shown(owner) == [("1", "A"), ("1", "C"), ("1", "B")]
    move(owner, move=f"down-{first}")
    assert shown(owner) == [("1", "C"), ("1", "A"), ("1", "B")]
    assert buttons(owner) == {
        str(third): ["down"],
        str(first): ["up", "down", "into"],
        str(second): ["up", "into"],
    }


def test_buttons_move_a_branch_below_another_category_and_back(owner: Browser) -> None:
    home, kitchen = make(owner, "Home"), make(owner, "Kitchen")
    make(owner, "Beds", home)
    cups = make(owner, "Cups", kitchen)

    move(owner, move=f"into-{kitchen}")

    assert shown(owner) == [("1", "Home"), ("2", "Beds"), ("2", "Kitchen"), ("3", "Cups")]
    for shop_no in (1, 2):  # the tree is the same in every language
        below = category(owner, cups, shop_no)
        assert below["full_category_no"] == {"1": home, "2": kitchen, "3": cups, "4": None}
        assert (below["category_depth"], below["root_category_no"]) == (3, home)
    move(owner, move=f"out-{kitchen}")
    assert shown(owner) == [("1", "Home"), ("2", "Beds"), ("1", "Kitchen"), ("2", "Cups")]
    assert category(owner, cups)["root_category_no"] == kitchen


def test_one_is_dropped_where_the_rows_stand_now(owner: Browser) -> None:
    home, kitchen = make(owner, "Home"), make(owner, "Kitchen")
    beds, sofas = make(owner, "Beds", home), make(owner, "Sofas", home)
    order = f"{home}:1,{beds}:2,{kitchen}:2,{sofas}:2"

    answer = move(owner, moved=str(kitchen), order=order)

    assert answer.headers["location"] == f"{PAGE}?done=moved#category-{kitchen}"
    assert shown(owner) == [("1", "Home"), ("2", "Beds"), ("2", "Kitchen"), ("2", "Sofas")]
    same = move(owner, moved=str(kitchen), order=order)
    assert "done=same" in same.headers["location"]


def test_shoppers_see_the_order(owner: Browser) -> None:
    first, second = make(owner, "A"), make(owner, "B")

    move(owner, move=f"up-{second}")

    # lists of apps stay in the order of numbers
    assert [each["category_no"] for each in owner.world.get("categories")["categories"]] == [
        first,
        second,
    ]
    front = owner.world.request("GET", "/api/v2/categories", auth=owner.world.full.basic)
    assert [each["category_no"] for each in front.json()["categories"]] == [second, first]
    assert category(owner, second)["display_order"] == 1


def test_a_moved_category_is_in_the_activity_log_and_announced(owner: Browser) -> None:
    first, second = make(owner, "A"), make(owner, "B")

    move(owner, move=f"into-{second}")

    changed = category(owner, second)
    assert changed["parent_category_no"] == first
    log = owner.open("/admin/activity").text
    assert [row[2] for row in changes(log) if row[0].endswith("Parent category")][:1] == ["A"]


@pytest.mark.parametrize("levels", [3, 4])
def test_a_tree_is_at_most_four_levels_deep(owner: Browser, levels: int) -> None:
    numbers = [1]
    for level in range(levels):
        numbers.append(make(owner, f"L{level}", numbers[-1]))
    top = make(owner, "Top")
    make(owner, "Below", top)
    before = shown(owner)
    order = ",".join(f"{each}:{at}" for at, each in enumerate([*numbers[1:4], top], 1))

    answer = move(owner, moved=str(top), order=order)

    assert answer.status_code == 422
    assert "Categories are at most 4 levels deep." in answer.text
    assert shown(owner) == before


def test_a_category_does_not_come_below_itself(owner: Browser) -> None:
    top = make(owner, "Top")
    below = make(owner, "Below", top)

    inside = move(owner, moved=str(top), order=f"{below}:1,{top}:2")

    assert inside.status_code == 422
    assert "A category cannot be below itself." in inside.text
    assert shown(owner) == [("1", "Top"), ("2", "Below")]


def test_places_that_are_none_change_nothing(owner: Browser) -> None:
    first, second = make(owner, "A"), make(owner, "B")
    below = make(owner, "C", first)

    gone = move(owner, moved=str(second), order=f"{below + 50}:1,{second}:2")
    other = move(owner, moved=str(second), order=f"{below}:1,{second}:1")
    without = move(owner, moved=str(second), order="nothing")
    nowhere = move(owner, moved=str(second), order=f"{first}:2,{second}:3")
    unknown = move(owner, move="up-999")
    not_there = move(owner, move=f"sideways-{first}")

    assert [each.status_code for each in (gone, other, without, nowhere)] == [422] * 4
    assert "Another manager changed the categories." in other.text
    assert unknown.status_code == 404
    assert "done=same" in not_there.headers["location"]
    assert shown(owner) == [("1", "A"), ("2", "C"), ("1", "B")]

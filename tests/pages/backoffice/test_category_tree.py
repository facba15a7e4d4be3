"""The tree of categories in the back office: made, renamed, hidden, deleted."""

import re
from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import Form, form_of, forms, problem, said, send

PAGE = "/admin/categories"


def make(owner: Browser, name: str, parent: int = 1) -> int:
    made = owner.world.post("categories", category_name=name, parent_category_no=parent)
    number: int = made["category"]["category_no"]
    return number


def row(owner: Browser, number: int, query: str = "") -> Form:
    """Return the form of a category."""
    [found] = [
        each
        for each in forms(owner.open(f"{PAGE}{query}").text)
        if each.values.get("category_no") == str(number)
    ]
    return found


def category(owner: Browser, number: int, shop_no: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = owner.world.get(f"categories/{number}", shop_no=shop_no)["category"]
    return found


def shown(owner: Browser) -> list[tuple[str, str]]:
    """Return level and name of the rows."""
    page = owner.open(PAGE).text
    return re.findall(r'<li class="level-(\d)".*?name="category_name" value="([^"]*)"', page, re.S)


def test_they_are_made_below_each_other_and_shown_as_a_tree(owner: Browser) -> None:
    kitchen = make(owner, "Kitchen")
    make(owner, "Home")

    page = send(owner, PAGE, "create", category_name=" Cups ", parent_category_no=str(kitchen))

    assert said(page) == "The category was created."
    assert shown(owner) == [("1", "Kitchen"), ("2", "Cups"), ("1", "Home")]


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "This field is required."), ("x" * 51, "Enter at most 50 characters.")],
)
def test_a_name_that_is_none_is_said_at_its_field(owner: Browser, name: str, message: str) -> None:
    page = send(owner, PAGE, "create", category_name=name)

    assert page.status_code == 422
    assert problem(page, "category_name") == message
    assert shown(owner) == []


def test_one_is_renamed_and_hidden(owner: Browser) -> None:
    number = make(owner, "Kitchen")
    form = row(owner, number)
    del form.values["use_display"]

    answer = owner.submit(form.action, {**form.values, "category_name": "Cooking"})
    again = row(owner, number)
    same = owner.submit(again.action, again.values)

    assert answer.headers["location"] == f"{PAGE}?done=saved"
    assert same.headers["location"] == f"{PAGE}?done=same"
    after = category(owner, number)
    assert (after["category_name"], after["use_display"]) == ("Cooking", "F")


def test_a_wrong_name_is_said_in_its_own_row(owner: Browser) -> None:
    number, other = make(owner, "Kitchen"), make(owner, "Home")
    form = row(owner, number)

    page = owner.submit(form.action, {**form.values, "category_name": ""})

    assert page.status_code == 422
    assert problem(page, f"save-{number}") == "This field is required."
    assert problem(page, f"save-{other}") == ""
    assert category(owner, number)["category_name"] == "Kitchen"


def test_each_shop_has_its_own_names(owner: Browser) -> None:
    number = make(owner, "Kitchen")
    form = row(owner, number, "?shop_no=2")

    owner.submit(form.action, {**form.values, "category_name": "Küche"})

    assert category(owner, number, shop_no=2)["category_name"] == "Küche"
    assert category(owner, number)["category_name"] == "Kitchen"


def test_deletion_asks_first_and_takes_those_below_along(owner: Browser) -> None:
    kitchen = make(owner, "Kitchen")
    make(owner, "Cups", kitchen)
    product = owner.world.product(add_category_no=[{"category_no": kitchen}])["product_no"]

    question = owner.open(f"{PAGE}?delete={kitchen}")
    page = send(owner, f"{PAGE}?delete={kitchen}", "delete")

    assert "Delete Kitchen?" in question.text
    assert "1 category below it is deleted too." in question.text
    assert said(page) == "The category was deleted. Its products stay."
    assert shown(owner) == []
    assert owner.world.get(f"products/{product}")["product"]["category"] == []


@pytest.mark.parametrize("number", ["999", "x", "0"])
def test_one_there_is_not(owner: Browser, number: str) -> None:
    token = form_of(owner.open(PAGE).text, "create").values["form_token"]
    sent = {"form_token": token, "deed": "save", "category_no": number, "category_name": "X"}

    assert owner.open(f"{PAGE}?delete={number}").status_code == 404
    assert owner.submit(PAGE, sent).status_code == 404


def test_a_form_of_another_site_changes_nothing(owner: Browser) -> None:
    number = make(owner, "Kitchen")
    sent = {"deed": "delete", "category_no": str(number)}

    assert owner.submit(PAGE, sent).status_code == 403
    assert category(owner, number)["category_name"] == "Kitchen"

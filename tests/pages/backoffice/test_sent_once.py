"""Forms of the back office that a double click sends twice: they take effect once."""

from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.commerce.order.order_setup import order, paid, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import form_of, forms, said
from tests.pages.backoffice.test_boards import FREE, place, write


def double_click(browser: Browser, address: str, deed: str, **typed: Any) -> list[str]:
    """Send a form twice as it stands on one page; return where both answers lead."""
    page = browser.open(address).text
    form = (
        form_of(page, deed)
        if deed
        else next(f for f in forms(page) if typed.keys() <= f.values.keys())
    )
    sent = {**form.values, **typed}
    answers = [browser.submit(form.action, sent) for _ in range(2)]
    assert [each.status_code for each in answers] == [303, 303], answers[1].text
    return [each.headers["location"] for each in answers]


@pytest.mark.parametrize("kind", ["points", "credits"])
def test_points_and_credits_are_given_once(owner: Browser, kind: str) -> None:
    world = owner.world
    join(world, "hana")
    given = {"type": "increase", "amount": "500", "reason": "Sorry"}

    first, second = double_click(owner, "/admin/customers/hana", kind, **given)
    double_click(owner, "/admin/customers/hana", kind, **given)

    [customer] = world.get("customers", member_id="hana")["customers"]
    assert first == second
    # two pages, four requests
    assert customer[f"available_{kind}"] == "1000.00"


def test_another_amount_from_the_same_page_is_refused_and_kept(owner: Browser) -> None:
    world = owner.world
    join(world, "hana")
    form = form_of(owner.open("/admin/customers/hana").text, "points")
    given = {**form.values, "type": "increase", "amount": "500", "reason": "Sorry"}
    owner.submit(form.action, given)

    refused = owner.submit(form.action, {**given, "amount": "700"})
    again = form_of(refused.text, "points")
    taken = owner.submit(again.action, {**again.values, "amount": "700"})

    [customer] = world.get("customers", member_id="hana")["customers"]
    assert refused.status_code == 422
    assert "This form was saved before. Open a new one for something else." in refused.text
    assert again.values["amount"] == "700"
    assert taken.status_code == 303
    assert customer["available_points"] == "1200.00"


def test_notes_are_written_once(owner: Browser) -> None:
    world = owner.world
    join(world, "hana")
    order_id = paid(world, wanted(stocked(world, 5)[1]))

    double_click(owner, "/admin/customers/hana", "memo", note="Called")
    double_click(owner, f"/admin/orders/{order_id}", "memo", content="Call back")

    assert len(world.get("customers/hana/memos")["memos"]) == 1
    assert len(world.get(f"orders/{order_id}/memos")["memos"]) == 1


def test_a_product_is_created_once(owner: Browser) -> None:
    typed = {"product_name": "Bowl", "price": "1000", "supply_price": "500", "quantity": "3"}

    first, second = double_click(owner, "/admin/products/new", "", **typed)

    made = owner.world.get("products")["products"]
    assert first == second == f"/admin/products/{made[0]['product_no']}?done=made"
    assert [each["product_name"] for each in made] == ["Bowl"]


def test_categories_displays_and_origins_are_created_once(owner: Browser) -> None:
    world = owner.world
    origin = {
        "origin_name": "Busan", "country_code": "KR", "zipcode": "48943",
        "address1": "1 Jungang-daero", "address2": "-", "contact": "051-000-0000",
    }  # fmt: skip

    double_click(owner, "/admin/categories", "create", category_name="Lamps")
    groups = double_click(owner, "/admin/displays", "create", group_name="Seasonal")
    double_click(owner, "/admin/shipping-origins/new", "save", **origin)

    names = [each["category_name"] for each in world.get("categories")["categories"]]
    origins = [each["origin_name"] for each in world.get("shippingorigins")["shippingorigins"]]
    assert names.count("Lamps") == 1
    assert groups[0] == groups[1]
    assert origins.count("Busan") == 1


def test_stock_is_added_once(owner: Browser) -> None:
    number, code = stocked(owner.world, 5)

    double_click(owner, f"/admin/stock/{code}", "adjust", units="3")

    [variant] = owner.world.get(f"products/{number}/variants")["variants"]
    assert variant["quantity"] == 8
    assert said(owner.open(f"/admin/stock/{code}?done=adjusted")) == "The stock was changed."


def test_a_product_is_copied_once(owner: Browser) -> None:
    number = owner.world.product(product_name="Bowl")["product_no"]

    first, second = double_click(owner, f"/admin/products/{number}", "duplicate")
    again = double_click(owner, f"/admin/products/{number}", "duplicate")

    made = [each["product_no"] for each in owner.world.get("products")["products"]]
    assert first == second
    assert len(made) == 3
    assert again[0] != first


def test_comments_and_answers_of_a_post_are_written_once(owner: Browser) -> None:
    world = owner.world
    post = write(world, FREE, title="Size?")
    address, path = place(post), f"boards/{FREE}/articles"

    double_click(owner, address, "comment", said="90 cm")
    double_click(owner, address, "comment", said="90 cm")
    double_click(owner, address, "answer", content="It is 90 cm long.")

    comments = world.get(f"{path}/{post['article_no']}/comments")["comments"]
    titles = [each["title"] for each in world.get(path)["articles"]]
    # two pages, four requests
    assert [each["content"] for each in comments] == ["90 cm", "90 cm"]
    assert sorted(titles) == ["Re: Size?", "Size?"]


def test_an_order_moves_on_once_and_the_page_says_so_twice(owner: Browser) -> None:
    world = owner.world
    number = order(world, wanted(stocked(world, 5)[1]), methods=["cash"])
    address = f"/admin/orders/{number}"
    item = {"item-0": f"{number}-01"}
    sent = {"tracking_no": "4711", "shipping_company_code": "0001"}

    for deed, typed in (
        ("pay", {}),
        ("prepare", item),
        ("ship", {**item, **sent}),
        ("deliver", {}),
    ):
        answers = double_click(owner, address, deed, **typed)
        assert answers == [f"{address}?done={deed}"] * 2

    assert states(world, number) == ["N40"]
    timeline = world.get(f"orders/{number}/paymenttimeline")["paymenttimeline"]
    assert len(timeline) == 1


def test_a_page_that_was_used_moves_other_items(owner: Browser) -> None:
    world = owner.world
    code = stocked(world, 5)[1]
    number = paid(world, wanted(code), wanted(code))
    form = form_of(owner.open(f"/admin/orders/{number}").text, "hold")
    first, second = ({"item-0": f"{number}-0{at}"} for at in (1, 2))
    kept = {name: value for name, value in form.values.items() if not name.startswith("item-")}

    for items in (first, second):
        answer = owner.submit(form.action, {**kept, **items})
        assert answer.headers["location"].endswith("?done=hold")

    assert states(world, number) == ["N22", "N22"]


@pytest.mark.parametrize("address", ["/admin/orders", "/admin/dispatch"])
def test_the_orders_of_a_list_are_prepared_once(owner: Browser, address: str) -> None:
    world = owner.world
    number = paid(world, wanted(stocked(world, 5)[1]))
    page = owner.open(address).text
    form = next(
        each
        for each in forms(page)
        if "once" in each.values
        and "deed" not in each.values
        and each.action.partition("?")[0].endswith(address.removeprefix("/admin"))
    )
    sent = {**form.values, "deed": "prepare", "row-0": number}

    answers = [owner.submit(form.action, sent) for _ in range(2)]

    assert [each.status_code for each in answers] == [303, 303], answers[1].text
    assert states(world, number) == ["N20"]

"""Brands, manufacturers, suppliers, trends and classifications in the back office."""

from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import form_of, problem, said, send, send_only

PAGE = "/admin/collections"
KINDS = {
    "brands": ("brand", {"brand_name": "Bora"}),
    "manufacturers": ("manufacturer", {"manufacturer_name": "Bora", "president_name": "Kim"}),
    "suppliers": ("supplier", {"supplier_name": "Bora"}),
    "trends": ("trend", {"trend_name": "Bora"}),
    "classifications": ("classification", {"classification_name": "Bora"}),
}


def make(owner: Browser, kind: str, **typed: Any) -> str:
    """Create one by its form, and return its code."""
    _noun, sent = KINDS[kind]
    address = f"{PAGE}/new?kind={kind}"
    answer = send_only(owner, address, "save", **{**sent, **typed})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2].partition("?")[0]


def listed(owner: Browser, kind: str, shop_no: int = 1) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = owner.world.get(kind, shop_no=shop_no, limit=100)[kind]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_one_is_made_renamed_and_deleted(owner: Browser, kind: str) -> None:
    noun, _ = KINDS[kind]

    code = make(owner, kind)
    saved = send(owner, f"{PAGE}/{code}", "save", **{f"{noun}_name": "Sora", f"use_{noun}": None})

    assert said(saved) == "Saved."
    [row] = [each for each in listed(owner, kind) if each[f"{noun}_code"] == code]
    assert (row[f"{noun}_name"], row[f"use_{noun}"]) == ("Sora", "F")
    assert "No changes to save." in send(owner, f"{PAGE}/{code}", "save").text
    question = owner.open(f"{PAGE}/{code}?delete=1")
    assert "Delete Sora?" in question.text
    gone = send(owner, f"{PAGE}/{code}?delete=1", "delete")
    assert said(gone) == "Deleted. Its products stay."
    assert code not in [each[f"{noun}_code"] for each in listed(owner, kind)]
    assert owner.open(f"{PAGE}/{code}").status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_products_of_a_deleted_one_belong_to_the_default(owner: Browser, kind: str) -> None:
    field = f"{KINDS[kind][0]}_code"
    code = make(owner, kind)
    product = owner.world.product()
    number, default = product["product_no"], product[field]
    page = send(owner, f"/admin/products/{number}", "collections", **{field: code})
    assert said(page) == "Brand and supplier were saved."
    assert owner.world.get(f"products/{number}")["product"][field] == code

    send(owner, f"{PAGE}/{code}?delete=1", "delete")

    assert owner.world.get(f"products/{number}")["product"][field] == default


def test_many_products_move_ahead_of_a_deleted_trend(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openmall.commerce.product.group_moves.BATCH", 2)
    code = make(owner, "trends")
    numbers = [owner.world.product(trend_code=code)["product_no"] for _ in range(5)]

    send(owner, f"{PAGE}/{code}?delete=1", "delete")

    assert {owner.world.get(f"products/{each}")["product"]["trend_code"] for each in numbers} == {
        "T0000000"
    }


def test_lists_are_searched_and_lead_to_products(owner: Browser) -> None:
    sora, bora = make(owner, "brands", brand_name="Sora"), make(owner, "brands")
    with_brand = owner.world.product(product_name="Cup", brand_code=sora)["product_no"]
    owner.world.product(product_name="Bowl")

    page = owner.open(f"{PAGE}?kind=brands&name=sor").text
    products = owner.open(f"/admin/products?brand_code={sora}").text

    assert sora in page
    assert bora not in page
    assert f"/admin/products?brand_code={sora}" in page
    assert "Brand: Sora<" in products
    assert f"/admin/products/{with_brand}" in products
    assert "Bowl" not in products
    assert "No results" in owner.open(f"{PAGE}?kind=brands&name=none").text
    unknown = owner.open("/admin/products?brand_code=B00000ZZ").text
    assert "Brand: B00000ZZ<" in unknown


def test_a_list_shows_those_in_use_or_not(owner: Browser) -> None:
    used = make(owner, "trends")
    unused = make(owner, "trends", use_trend=None)

    assert unused not in owner.open(f"{PAGE}?kind=trends&use=T").text
    page = owner.open(f"{PAGE}?kind=trends&use=F").text
    assert unused in page
    assert used not in page


def test_an_unknown_kind_is_the_first_one(owner: Browser) -> None:
    assert "New brand" in owner.open(f"{PAGE}?kind=nothing").text
    assert "New brand" in owner.open(f"{PAGE}/new?kind=nothing").text


@pytest.mark.parametrize(
    ("kind", "field", "typed", "message"),
    [
        ("brands", "brand_name", "", "This field is required."),
        ("brands", "brand_name", "x" * 51, "Enter at most 50 characters."),
        ("trends", "trend_name", "x" * 51, "Enter at most 50 characters."),
        ("suppliers", "commission", "101", "Enter a value from 0 to 100."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    owner: Browser, kind: str, field: str, typed: str, message: str
) -> None:
    before = listed(owner, kind)
    sent = {**KINDS[kind][1], field: typed}

    page = send(owner, f"{PAGE}/new?kind={kind}", "save", **sent)

    assert page.status_code == 422
    assert problem(page, field) == message
    assert listed(owner, kind) == before


def test_each_shop_has_its_own_names(owner: Browser) -> None:
    code = make(owner, "suppliers")

    send(owner, f"{PAGE}/{code}?shop_no=2", "save", supplier_name="Violet")

    names = [
        [
            each["supplier_name"]
            for each in listed(owner, "suppliers", shop)
            if each["supplier_code"] == code
        ]
        for shop in (1, 2)
    ]
    assert names == [["Bora"], ["Violet"]]


@pytest.mark.parametrize(
    "code", ["B0000000", "T0000000", "Z000000B", "B00000ZZ", "M00000ZZ", "x", "b000000b"]
)
def test_one_there_is_not(owner: Browser, code: str) -> None:
    token = form_of(owner.open(f"{PAGE}/new?kind=brands").text, "save").values["form_token"]
    sent = {"form_token": token, "deed": "save", "brand_name": "X", "trend_name": "X"}

    assert owner.open(f"{PAGE}/{code}").status_code == 404
    assert owner.open(f"{PAGE}/{code}?delete=1").status_code == 404
    assert owner.submit(f"{PAGE}/{code}", sent).status_code == 404


def test_a_product_keeps_what_it_belongs_to_though_it_is_out_of_use(owner: Browser) -> None:
    code = make(owner, "brands", use_brand=None)
    number = owner.world.product(brand_code=code)["product_no"]

    form = form_of(owner.open(f"/admin/products/{number}").text, "collections")

    assert form.values["brand_code"] == code
    other = owner.world.product()["product_no"]
    assert f'value="{code}"' not in owner.open(f"/admin/products/{other}").text

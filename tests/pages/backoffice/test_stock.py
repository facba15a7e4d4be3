"""Stock in the back office: quantities, the ledger behind them, adjustments with a reason."""

import re
from typing import Any

import httpx
import pytest

from openmall.commerce.product.stock import rules as stock_rules
from openmall.pages.backoffice.product import stock
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.product.stock_setup import ledger, sell, stocked
from tests.pages.backoffice.page_forms import COMMA, form_of, problem, said, send

PAGE = "/admin/stock"


def adjust(owner: Browser, code: str, **typed: str) -> httpx.Response:
    return send(owner, f"{PAGE}/{code}", "adjust", **typed)


def rows(owner: Browser, code: str, query: str = "") -> list[list[str]]:
    """Return change, quantity after, reason, by and note of the ledger of a page."""
    page = owner.open(f"{PAGE}/{code}{query}").text.rpartition("<h2>Ledger</h2>")[2]
    table = page.partition("<tbody>")[2].partition("</tbody>")[0]
    return [
        [re.sub("<[^>]*>", "", cell).strip() for cell in re.findall("<td.*?</td>", row, re.S)]
        for row in table.split("</tr>")[:-1]
    ]


def quantity(owner: Browser, code: str) -> int:
    number = stock_rules.codes.product_no(code)
    found: int = owner.world.get(f"products/{number}/variants/{code}")["variant"]["quantity"]
    return found


def test_the_ledger_says_what_changed_a_quantity(owner: Browser) -> None:
    _, code = stocked(owner.world, 5)
    client_id = owner.world.full.credentials.client_id
    sell(owner.world, code, 2, "20261101-0000001-01")

    page = adjust(owner, code, units="10", reason="received", note="Autumn delivery")

    assert said(page) == "The stock was changed."
    assert rows(owner, code) == [
        ["+10", "13", "Delivery received", "owner", "Autumn delivery"],
        ["-2", "3", "Sold", "20261101-0000001", ""],
        ["+5", "5", "Set", client_id, ""],
    ]
    assert 'href="/admin/orders/20261101-0000001"' in owner.open(f"{PAGE}/{code}").text
    assert quantity(owner, code) == 13
    assert [entry[1:] for entry in ledger(owner.world)][-1] == (3, 3, 13, "received", "")


def test_units_are_taken_or_the_counted_quantity_is_set(owner: Browser) -> None:
    _, code = stocked(owner.world, 5)

    adjust(owner, code, units="-2", reason="damaged")
    assert quantity(owner, code) == 3
    adjust(owner, code, units="7", action="count", reason="counted")
    assert quantity(owner, code) == 7
    same = adjust(owner, code, units="7", action="count")
    assert said(same) == "No changes to save."
    assert [row[:3] for row in rows(owner, code)[:2]] == [
        ["+4", "7", "Counted"],
        ["-2", "3", "Damaged"],
    ]


@pytest.mark.parametrize(
    ("typed", "field", "message"),
    [
        ({"units": ""}, "units", "This is not a number."),
        ({"units": "some"}, "units", "This is not a number."),
        ({"units": "1,5"}, "units", COMMA),
        ({"units": "-5", "action": "count"}, "units", "Enter 0 or more."),
        ({"units": "2147483647"}, "units", "The quantity would be 2147483652, which is too much."),
        ({"units": "1", "note": "x" * 201}, "note", "Enter at most 200 characters."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    owner: Browser, typed: dict[str, str], field: str, message: str
) -> None:
    _, code = stocked(owner.world, 5)

    page = adjust(owner, code, **typed)

    assert page.status_code == 422
    assert problem(page, field) == message
    assert quantity(owner, code) == 5


def test_an_unknown_reason_is_refused(owner: Browser) -> None:
    _, code = stocked(owner.world, 5)

    assert adjust(owner, code, units="1", reason="sale").status_code == 422
    assert quantity(owner, code) == 5


def test_counts_of_several_variants_are_saved_at_once(owner: Browser) -> None:
    (_, one), (_, other) = stocked(owner.world, 5), stocked(owner.world, 6)
    form = form_of(owner.open(PAGE).text, "count")
    row = next(name[5:] for name, value in form.values.items() if value == one)

    sent = {**form.values, f"quantity-{row}": "4", "reason": "lost", "note": "June"}
    answer = owner.submit(form.action, sent)

    assert answer.headers["location"] == f"{PAGE}?done=counted"
    assert said(owner.open(answer.headers["location"])) == "The counts were saved."
    assert (quantity(owner, one), quantity(owner, other)) == (4, 6)
    assert rows(owner, one)[0] == ["-1", "4", "Lost or stolen", "owner", "June"]
    again = form_of(owner.open(PAGE).text, "count")
    nothing = owner.submit(again.action, again.values)
    assert nothing.headers["location"] == f"{PAGE}?done=same"


def test_a_count_does_not_overwrite_a_sale_made_meanwhile(owner: Browser) -> None:
    _, code = stocked(owner.world, 5)
    form = form_of(owner.open(PAGE).text, "count")
    sell(owner.world, code, 2, "x")

    page = owner.submit(form.action, {**form.values, "quantity-0": "9"})

    assert page.status_code == 422
    assert "It changed meanwhile and is 3 now. Nothing was changed." in page.text
    assert 'value="9"' in page.text
    assert quantity(owner, code) == 3


@pytest.mark.parametrize(
    ("quantity_", "says"),
    [
        ("12,50", "Write the number like 1250.50 or 1,250.50: a comma only separates thousands."),
        ("few", "Enter a whole number."),
        ("-1", "Enter 0 or more."),
    ],
)
def test_a_wrong_count_is_told_as_by_the_form_of_one_variant(
    owner: Browser, quantity_: str, says: str
) -> None:
    stocked(owner.world, 5)
    form = form_of(owner.open(PAGE).text, "count")

    page = owner.submit(form.action, {**form.values, "quantity-0": quantity_})

    assert page.status_code == 422
    assert says in page.text
    assert f'value="{quantity_}"' in page.text


def test_the_list_is_searched(owner: Browser) -> None:
    low_number, low = stocked(owner.world, 1)
    _, high = stocked(owner.world, 50)
    world = owner.world
    world.put(f"products/{low_number}", product_name="Teapot")
    world.put(f"products/{low_number}/variants/{low}", custom_variant_code="TP-1")

    def found(query: str) -> list[bool]:
        page = owner.open(f"{PAGE}?{query}").text
        return [code in page for code in (low, high)]

    assert found("") == [True, True]
    assert found("keyword=teapot") == [True, False]
    assert found("field=custom_variant_code&keyword=TP-1") == [True, False]
    assert found("most=10") == [True, False]
    assert "No matching products." in owner.open(f"{PAGE}?keyword=none").text
    wrong = owner.open(f"{PAGE}?most=few")
    assert (wrong.status_code, problem(wrong, "most")) == (422, "This is not a number.")
    world.put(f"products/{low_number}/variants/{low}/inventories", quantity=0)
    assert found("stock=sold-out") == [True, False]


def test_a_product_of_many_variants_leads_to_its_page(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stock, "MOST_VARIANTS", 2)
    options: list[dict[str, Any]] = [{"name": "Size", "value": ["S", "M", "L"]}]
    number = owner.world.product(options=options, has_option="T", option_type="T")["product_no"]
    variants = owner.world.get(f"products/{number}/variants")["variants"]

    page = owner.open(PAGE).text

    assert "Size: M" in owner.open(f"{PAGE}/{variants[1]['variant_code']}").text
    assert "Its other variants are on the product's page." in page
    assert page.count('name="quantity-') == 2


def test_the_ledger_has_pages(owner: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    _, code = stocked(owner.world, 1)
    for units in range(33):
        adjust(owner, code, units="1", note=f"no {units}")

    assert len(rows(owner, code)) == 30
    assert [row[4] for row in rows(owner, code, "?page=2")] == ["no 2", "no 1", "no 0", ""]


def test_stock_that_is_not_tracked_is_said(owner: Browser) -> None:
    number = owner.world.product()["product_no"]
    [variant] = owner.world.get(f"products/{number}/variants")["variants"]

    page = owner.open(f"{PAGE}/{variant['variant_code']}").text

    assert "The stock of this variant is not tracked" in page
    assert "The stock has not changed yet." in page


@pytest.mark.parametrize("code", ["P00000ZZ000A", "x", "P000"])
def test_one_there_is_not(owner: Browser, code: str) -> None:
    _, known = stocked(owner.world, 1)
    form = form_of(owner.open(f"{PAGE}/{known}").text, "adjust")

    assert owner.open(f"{PAGE}/{code}").status_code == 404
    sent = {**form.values, "units": "1"}
    assert owner.submit(f"{PAGE}/{code}", sent).status_code == 404
    assert quantity(owner, known) == 1

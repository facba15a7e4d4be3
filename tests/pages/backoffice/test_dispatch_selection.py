"""The packing page: typed values, the selection of orders, and orders that cannot be shipped."""

import re
from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.claim_setup import claim, sent
from tests.commerce.order.order_setup import order, paid, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import form_of, forms, said
from tests.pages.backoffice.test_dispatch import PAGE, alert


@pytest.fixture
def code(owner: Browser) -> str:
    """A variant with forty on the shelf."""
    return stocked(owner.world, 40)[1]


def pressed(owner: Browser, address: str, deed: str, **typed: str) -> Any:
    form = form_of(owner.open(address).text, deed)
    return owner.submit(form.action, {**form.values, "deed": deed, **typed})


def table(page: Any) -> dict[str, str]:
    return form_of(page.text, "ship-typed").values


def unsent(page: str) -> dict[str, list[str]]:
    """Return why selected orders cannot be shipped -> their numbers."""
    found = re.findall(r"<li>([^<(]+) \(\d+\): (<a .*?)</li>", page)
    return {why: re.findall(r">([^<]+)</a>", links) for why, links in found}


class TestTyped:
    @pytest.mark.parametrize("deed", ["prepare", "slips", "labels"])
    def test_numbers_stay_where_no_order_is_selected(
        self, owner: Browser, code: str, deed: str
    ) -> None:
        first, second = (paid(owner.world, wanted(code)) for _ in range(2))
        field = f"tracking-{first}"

        page = pressed(owner, f"{PAGE}?orders={first}&state=paid", deed, **{field: "4711"})

        assert alert(page) == "No orders selected."
        assert page.status_code == 422
        assert table(page)[field] == "4711"
        assert second not in page.text
        assert f"orders={first}" in form_of(page.text, deed).action
        assert "state=paid" in form_of(page.text, deed).action

    def test_numbers_stay_where_orders_are_prepared(self, owner: Browser, code: str) -> None:
        first, second = (paid(owner.world, wanted(code)) for _ in range(2))
        typed = {f"tracking-{first}": "4711", "row-0": first, "carrier_beside": "0001"}

        page = pressed(owner, f"{PAGE}?orders={first}", "prepare", **typed)

        assert said(page) == "The selected orders are being prepared."
        assert table(page)[f"tracking-{first}"] == "4711"
        assert table(page)["carrier_beside"] == "0001"
        assert table(page)["row-0"] == first
        assert second not in page.text
        assert states(owner.world, first) == ["N20"]

    def test_the_number_of_an_order_that_leaves_the_list_stands_in_the_rows(
        self, owner: Browser, code: str
    ) -> None:
        first = paid(owner.world, wanted(code))
        typed = {f"tracking-{first}": "4711", "row-0": first}

        page = pressed(owner, f"{PAGE}?state=paid", "prepare", **typed)

        assert form_of(page.text, "ship").values["rows"] == f"{first}\t4711"

    def test_orders_and_filters_stay_in_the_address(self, owner: Browser, code: str) -> None:
        first = paid(owner.world, wanted(code))

        answer = pressed(owner, f"{PAGE}?orders={first}", "prepare", **{"row-0": first})

        assert f"orders={first}" in answer.headers["location"]

    def test_ticks_stay_where_no_number_was_typed(self, owner: Browser, code: str) -> None:
        first, second = (paid(owner.world, wanted(code)) for _ in range(2))

        page = pressed(owner, f"{PAGE}?orders={first}", "ship-typed", **{"row-0": first})

        assert alert(page) == "No tracking number was entered."
        assert table(page)["row-0"] == first
        assert second not in page.text

    def test_a_document_of_nothing_keeps_the_page(self, owner: Browser, code: str) -> None:
        first = paid(owner.world, wanted(code))
        form = form_of(owner.open(PAGE).text, "slips")
        claim(owner.world, first, "cancellation", "canceled", (1, 1), claim_reason_type="A")

        page = owner.submit(
            form.action, {**form.values, "row-0": first, f"tracking-{first}": "4711"}
        )

        assert (page.status_code, alert(page)) == (422, "There is nothing to send.")
        assert form_of(page.text, "ship").values["rows"] == f"{first}\t4711"


class TestSelection:
    def test_what_cannot_be_shipped_is_counted_with_its_reason(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        ready, held, gone = (paid(world, wanted(code)) for _ in range(3))
        unpaid = order(world, wanted(code))
        world.put(f"orders/{held}", process_status="prepare")
        world.put(f"orders/{held}", process_status="hold")
        sent(world, gone)
        unknown = "20990101-0000001"

        page = owner.open(f"{PAGE}?orders={ready},{held},{gone},{unpaid},{unknown}").text

        assert "5 selected orders" in page
        assert "Selected orders that cannot be shipped: 4 of 5" in page
        assert unsent(page) == {
            "On hold": [held],
            "Already shipped": [gone],
            "Not paid": [unpaid],
            "No such order": [unknown],
        }
        fields = form_of(page, "ship-typed").values
        assert f"tracking-{ready}" in fields
        assert f"tracking-{held}" not in fields
        assert "On hold: release the order first." in page

    def test_unpaid_orders_alone_are_told_as_such(self, owner: Browser, code: str) -> None:
        unpaid = order(owner.world, wanted(code))

        page = owner.open(f"{PAGE}?orders={unpaid}").text

        assert unsent(page) == {"Not paid": [unpaid]}
        assert "Nothing to ship." not in page

    @pytest.mark.parametrize("orders", ["garbage", "20990101-0000001", "x,<b>"])
    def test_what_does_not_exist_lists_nothing(
        self, owner: Browser, code: str, orders: str
    ) -> None:
        number = paid(owner.world, wanted(code))

        page = owner.open(f"{PAGE}?orders={orders}").text

        assert "None of the selected orders exists." in page
        assert number not in page
        assert not [each for each in forms(page) if ("deed", "ship-typed") in each.buttons]

    def test_what_the_filter_leaves_out_is_told(self, owner: Browser, code: str) -> None:
        number = paid(owner.world, wanted(code))

        page = owner.open(f"{PAGE}?orders={number}&state=held").text

        assert unsent(page) == {"In another state than the one that is listed": [number]}

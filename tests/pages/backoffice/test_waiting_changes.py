"""A form whose changes wait for approval leads back to its page, which names the proposals."""

import re
from urllib.parse import quote

import httpx
import pytest

from openmall.access.malls import staff_roles
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.events.plans.people import add_rule
from tests.page_content import main_content
from tests.pages.backoffice.page_forms import send
from tests.pages.backoffice.test_approvals import LIST, lines
from tests.pages.backoffice.test_roles import sub_admin

ORDERS = "/admin/orders"


@pytest.fixture
def helper(owner: Browser) -> Browser:
    """The browser of a sub-admin all of whose changes wait."""
    browser = sub_admin(owner.world, "helper", {"orders": "edit", "products": "edit"})
    [role] = owner.world.in_transaction(staff_roles.roles)
    add_rule(owner.world, role_no=role.role_no)
    return browser


def notice(page: httpx.Response) -> str:
    """Return the notice about what waits, without its markup."""
    [found] = re.findall(r'<p class="notice" role="status">(.*?)</p>', page.text)
    return re.sub(r"<[^>]*>", "", found)


def waiting(owner: Browser) -> list[str]:
    """Return the numbers of the proposals that wait."""
    return sorted(set(re.findall(rf'href="{LIST}/(\d+)"', owner.open(LIST).text)))


def test_orders_that_wait_lead_back_to_their_list(owner: Browser, helper: Browser) -> None:
    _, code = stocked(owner.world, 20)
    first, second = (paid(owner.world, wanted(code)) for _ in range(2))

    page = send(helper, ORDERS, "prepare", row__0=first, row__1=second)

    [number] = waiting(owner)
    assert page.status_code == 200
    assert first in page.text
    assert notice(page) == f"2 changes wait for approval. Proposal {number}"
    assert f'<a href="{LIST}/{number}">' in page.text


def test_the_same_changes_are_not_proposed_twice(owner: Browser, helper: Browser) -> None:
    _, code = stocked(owner.world, 20)
    first, second = (paid(owner.world, wanted(code)) for _ in range(2))
    send(helper, ORDERS, "prepare", row__0=first, row__1=second)
    before = waiting(owner)

    again = send(helper, ORDERS, "prepare", row__0=first, row__1=second)

    assert waiting(owner) == before
    assert notice(again) == f"The same changes wait for approval already. Proposal {before[0]}"


def test_a_part_says_that_it_is_decided_on_with_others(owner: Browser, helper: Browser) -> None:
    _, code = stocked(owner.world, 20)
    first, second = (paid(owner.world, wanted(code)) for _ in range(2))
    send(helper, ORDERS, "prepare", row__0=first, row__1=second)
    [number] = waiting(owner)

    part = owner.open(f"{LIST}/{int(number) - 1}").text

    assert "It is decided on together with other changes of the same form." in part
    assert "has changed meanwhile" not in part


def test_one_save_of_a_product_is_one_proposal(owner: Browser, helper: Browser) -> None:
    product_no, _ = stocked(owner.world, 5)

    page = send(
        helper, f"/admin/products/{product_no}", "details",
        price="9000", meta_title="A title", quantity__0="9",
    )  # fmt: skip

    [number] = waiting(owner)
    assert lines(owner.open(LIST))[0].startswith("Several changes together")
    assert notice(page).endswith(f"changes wait for approval. Proposal {number}")


@pytest.mark.parametrize(
    "numbers", ["99999999999999999999999", "1", "0", "²", "x,,-1", ",".join(["7"] * 900)]
)
def test_an_address_with_numbers_of_no_proposals_shows_none(owner: Browser, numbers: str) -> None:
    page = owner.open(f"{ORDERS}?proposals={quote(numbers)}&known=T")

    assert page.status_code == 200
    assert "for approval" not in main_content(page.text)

"""Parts of a page that are named by what people called things have names of their own.

Those who listen to a page go from part to part by name; two themes may be called alike.
"""

import re
from collections import Counter
from html import unescape

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.page_content import main_content
from tests.pages.backoffice.page_forms import send
from tests.pages.sampleshop.test_design import copy

_LABELLED = re.compile(r'<(?:section|nav|aside|form)\b[^>]*\baria-labelledby="([^"]+)"')
_LABEL = re.compile(r'<(?:section|nav|aside|form)\b[^>]*\baria-label="([^"]+)"')
_TAG = re.compile(r"<[^>]*>")


def landmarks(page: str) -> list[str]:
    """Return the names of the parts of the main content."""
    content = main_content(page)
    names = [unescape(each) for each in _LABEL.findall(content)]
    for ids in _LABELLED.findall(content):
        said = []
        for each in ids.split():
            found = re.search(rf'<(\w+)\b[^>]*\bid="{each}"[^>]*>(.*?)</\1>', content, re.DOTALL)
            assert found, each
            said.append(_TAG.sub("", found[2]))
        names.append(" ".join(" ".join(said).split()))
    return names


def repeated(page: str) -> list[str]:
    return [name for name, number in Counter(landmarks(page)).items() if number > 1]


def test_themes_of_one_name_are_told_apart(owner: Browser) -> None:
    copy(owner, "Winter")
    copy(owner, "Winter")

    page = owner.open("/admin/design").text

    assert len([each for each in landmarks(page) if each.startswith("Winter")]) == 2
    assert repeated(page) == []


def test_parcels_of_one_tracking_number_and_claims_are_told_apart(owner: Browser) -> None:
    world = owner.world
    codes = [stocked(world, 9)[1] for _ in range(4)]
    number = paid(world, *(wanted(each) for each in codes))
    address = f"/admin/orders/{number}"
    chosen = {"tracking_no": "4711", "shipping_company_code": "0001"}
    send(owner, address, "ship", item__1=None, item__2=None, item__3=None, **chosen)
    send(owner, address, "ship", item__1=None, item__2=None, **chosen)
    for each in ("03", "04"):
        items = [{"order_item_code": f"{number}-{each}", "quantity": 1}]
        world.post(f"orders/{number}/cancellation", status="accepted", items=items)

    page = owner.open(address).text

    parts = landmarks(page)
    assert len([each for each in parts if each.startswith("Shipment 4711")]) == 2
    assert len([each for each in parts if each.startswith("A cancellation is waiting")]) == 2
    assert repeated(page) == []

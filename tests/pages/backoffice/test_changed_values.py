"""Values before and after a change stand side by side: texts, amounts, pictures and long texts."""

import re
from typing import Any

import pytest

from openmall.contract import scopes as scope_names
from openmall.pages.backoffice.history.changed_values import SHORT
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.history_pages import HISTORY, changes, heads, lines, newest
from tests.pages.backoffice.page_forms import send
from tests.pages.backoffice.test_approvals import LIST, propose
from tests.world import World

LOG = "/admin/activity"
LONG = "<p>Washed linen, woven in Asan.</p>" * 20
pytestmark = pytest.mark.usefixtures("recorded")


def with_pictures(world: World, number: int, *names: str) -> dict[str, str]:
    """Give a product pictures of the shop's own files."""
    pictures = {name: f"{world.base_url}/files/{name}.jpg" for name in names}
    world.put(f"products/{number}", image_upload_type="B", **pictures)
    return pictures


def plain(rows: list[tuple[str, ...]]) -> list[tuple[Any, ...]]:
    """Return rows with the names of their pictures' files."""
    return [tuple(re.sub(r"https://\S+/files/", "", each) for each in row) for row in rows]


@pytest.fixture
def product(owner: Browser) -> int:
    number: int = owner.world.product(price="12000", product_name="Apron")["product_no"]
    return number


class TestHistory:
    def test_text_money_and_picture_side_by_side(self, owner: Browser, product: int) -> None:
        world = owner.world
        with_pictures(world, product, "detail_image")
        world.put(
            f"products/{product}",
            product_name="Linen apron",
            price="9900",
            detail_image=f"{world.base_url}/files/other.jpg",
        )

        page = owner.open(f"{HISTORY}/{newest(world)}").text

        rows = plain(changes(page))
        assert heads(page) == ["Field", "Before", "After"]
        assert ("Name", "Apron", "Linen apron") in rows
        assert ("Price", "12,000 KRW", "9,900 KRW") in rows
        assert ("Picture", "detail_image.jpg", "other.jpg") in rows
        assert f'src="{world.base_url}/files/other.jpg" alt="Picture, After"' in page

    def test_the_list_has_the_first_old_and_new_values(self, owner: Browser, product: int) -> None:
        fields = {"price": "9900", "display": "F", "selling": "F", "model_name": "A1"}
        owner.world.put(f"products/{product}", product_name="Linen apron", **fields)

        page = owner.open(HISTORY)

        first = page.text.split('<p class="what">')[1]
        short = first.partition('<ul class="change-fields">')[2].partition("</ul>")[0]
        assert lines(page)[0] == "Product changed: Linen apron"
        assert re.findall(r'<span class="quiet">(.*?)</span>', short) == [
            "Name",
            "Model",
            "Price",
        ]
        assert "12,000 KRW</span>" in short
        assert "9,900 KRW</span>" in short
        assert re.search(r"and \d more fields?", short)

    def test_a_long_text_is_shortened_with_the_whole_behind_it(
        self, owner: Browser, product: int
    ) -> None:
        owner.world.put(f"products/{product}", description=LONG)

        page = owner.open(f"{HISTORY}/{newest(owner.world)}").text

        [(_, shortened, whole)] = re.findall(
            r'<details class="(whole)"><summary>(.*?) <span.*?</summary><p>(.*?)</p></details>',
            page,
            re.S,
        )
        assert len(shortened) <= SHORT
        assert shortened.endswith("…")
        assert whole.split("\n") == ["Washed linen, woven in Asan."] * 20

    def test_texts_that_differ_in_their_markup_alone_are_shown_with_it(
        self, owner: Browser, product: int
    ) -> None:
        owner.world.put(f"products/{product}", description="<p>Linen</p>")
        owner.world.put(f"products/{product}", description="<p><em>Linen</em></p>")

        page = owner.open(f"{HISTORY}/{newest(owner.world)}").text

        # no tag of a description is one of the page
        assert "<em>" not in page
        assert "&lt;p&gt;Linen&lt;/p&gt;" in page
        assert "&lt;p&gt;&lt;em&gt;Linen&lt;/em&gt;&lt;/p&gt;" in page

    def test_a_picture_of_another_site_is_its_address(self, owner: Browser, product: int) -> None:
        address = "https://elsewhere.example/files/apron.jpg"
        owner.world.put(f"products/{product}", image_upload_type="B", detail_image=address)

        page = owner.open(f"{HISTORY}/{newest(owner.world)}").text

        assert ("Picture", "–", address) in changes(page)
        assert f'src="{address}"' not in page

    def test_what_one_button_changed_is_one_line_that_unfolds(self, owner: Browser) -> None:
        numbers = [
            owner.world.product(price="12000", product_name=name)["product_no"]
            for name in ("Apron", "Bowl", "Cup")
        ]
        rows = {f"row-{at}": str(number) for at, number in enumerate(numbers)}
        send(owner, "/admin/products", "bulk", **{**rows, "bulk-price": "+50%"})

        page = owner.open(HISTORY)

        group = page.text.partition('<ol class="lines">')[2].partition("</details>")[0]
        assert " ".join(re.findall(r'<p class="what">([^<]*)</p>', group)) == (
            "Products changed: Cup and 2 more"
        )
        assert re.findall(r"<summary>(.*?)<span", group) == ["3 changes"]
        assert group.count("12,000 KRW</span>") == group.count("18,000 KRW</span>") == 3
        assert lines(page)[:3] == [
            "Product changed: Cup",
            "Product changed: Bowl",
            "Product changed: Apron",
        ]

    def test_chosen_filters_are_named_and_removed_one_by_one(self, owner: Browser) -> None:
        page = owner.open(f"{HISTORY}?manager=owner&state=refused&from=2026-11-21").text

        chosen = page.partition('<ul class="chosen"')[2].partition("</ul>")[0]
        found = re.findall(r'<a href="([^"]*)"><span[^>]*>[^<]*</span>([^<]*)<', chosen)
        assert [(name, address.count("&amp;")) for address, name in found] == [
            ("Kim Owner", 1),
            ("Cannot be undone", 1),
            ("From 2026-11-21", 1),
        ]
        assert f'<a class="chosen-clear" href="{HISTORY}">' in chosen


class TestProposal:
    def test_text_money_and_picture_side_by_side(self, owner: Browser, product: int) -> None:
        world = owner.world
        proposer = world.install([scope_names.READ_PRODUCT, "mall.write_product.propose"])
        with_pictures(world, product, "detail_image")
        wanted = {
            "product_name": "Linen apron",
            "price": "9900",
            "detail_image": f"{world.base_url}/files/other.jpg",
        }

        plan = propose(world, proposer, "PUT", f"products/{product}", request=wanted)
        page = owner.open(f"{LIST}/{plan}").text

        assert "<h1>Product to change: Apron</h1>" in page
        assert sorted(plain(changes(page))) == [
            ("Name", "Apron", "Linen apron"),
            ("Picture", "detail_image.jpg", "other.jpg"),
            ("Price", "12,000 KRW", "9,900 KRW"),
        ]
        assert '<h2 id="totals">Effects</h2>' in page
        assert "What would follow" not in page

    def test_the_list_names_the_object_and_the_author(self, owner: Browser, product: int) -> None:
        world = owner.world
        proposer = world.install([scope_names.READ_PRODUCT, "mall.write_product.propose"])
        propose(world, proposer, "PUT", f"products/{product}", request={"price": "9900"})

        page = owner.open(LIST)

        assert lines(page) == ["Product to change: Apron"]
        assert "12,000 KRW</span>" in page.text
        assert "9,900 KRW</span>" in page.text
        assert "<span>Test app (App)</span>" in page.text

    def test_a_proposed_picture_of_another_site_is_not_loaded(
        self, owner: Browser, product: int
    ) -> None:
        world = owner.world
        proposer = world.install([scope_names.READ_PRODUCT, "mall.write_product.propose"])
        beacon = "https://beacon.example/p.png?<seen>"
        wanted = {"detail_image": beacon}

        plan = propose(world, proposer, "PUT", f"products/{product}", request=wanted)
        pages = [owner.open(each).text for each in (LIST, f"{LIST}/{plan}")]

        assert all("https://beacon.example/p.png?&lt;seen&gt;" in page for page in pages)
        assert not any('src="https://beacon' in page or "<seen>" in page for page in pages)


def test_the_log_has_amounts_and_pictures(owner: Browser, product: int) -> None:
    world = owner.world
    with_pictures(world, product, "detail_image")
    world.put(f"products/{product}", price="9900", detail_image=f"{world.base_url}/files/other.jpg")

    page = owner.open(LOG).text

    assert plain(changes(page))[:2] == [
        ("Price", "12,000 KRW", "9,900 KRW"),
        ("Picture", "detail_image.jpg", "other.jpg"),
    ]


def test_objects_within_a_field_are_shown_as_their_fields(owner: Browser) -> None:
    world = owner.world
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    app = world.install(
        [scope_names.READ_ORDER, scope_names.READ_APPLICATION, "mall.write_order.propose"]
    )
    receiver = world.get(f"orders/{number}/receivers")["receivers"][0]
    changed = {
        "shipping_code": receiver["shipping_code"],
        "name": "Hana Lee",
        "shipping_message": "At the door",
    }
    plan = propose(world, app, "PUT", f"orders/{number}/receivers", requests=[changed])

    page = owner.open(f"{LIST}/{plan}").text

    assert "Hana Lee" in page
    assert not re.search(r"\[\{|\{&#34;|\{\"[a-z_]+\":", page.partition("<main")[2])
    assert not re.search(r">\d{4}-\d\d-\d\dT", page)

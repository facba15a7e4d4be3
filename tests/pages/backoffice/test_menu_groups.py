"""The menu beside a page: its groups, what a manager sees of them, and the header."""

import re
from collections import Counter
from html.parser import HTMLParser

import pytest

from checks import icons
from openmall.access.malls import staff_rights
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.pages.backoffice import menu_groups
from openmall.pages.backoffice.search import actions, commands
from openmall.pages.console.menu import ENTRIES as OF_CONSOLE
from openmall.pages.operator.menu import ENTRIES as OF_OPERATORS
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.commerce.order.order_setup import order, paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.test_roles import sub_admin
from tests.staff_pages import path_of
from tests.world import World

EVERY = (*menu_pages.PAGES, *menu_pages.SUPPLIER_PAGES)


class Menu(HTMLParser):
    """The menu of a page: groups in their order, with the addresses of their pages."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.groups: dict[str, list[str]] = {}
        self.unfolded: list[bool] = []
        self.here: list[str] = []
        self._is_inside = self._has_pages = False
        self.feed(page.partition('<nav class="side"')[2].partition("</nav>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "details":
            self._has_pages = True
            self.unfolded.append("open" in given)
        if tag == "a" and given.get("class") != "side-count":
            address = given["href"] or ""
            if not self._has_pages:
                self.groups[address] = []
            else:
                self.groups[list(self.groups)[-1]].append(address)
            if given.get("aria-current"):
                self.here.append(address)

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self._has_pages = False


def test_every_page_is_in_one_place_of_at_most_ten_groups() -> None:
    placed = Counter(
        [page for group in menu_groups.GROUPS for page in group.pages]
        + [*menu_groups.OF_PROFILE, *menu_groups.IN_HEADER]
    )

    assert {page.at: placed[page] for page in EVERY} == dict.fromkeys(
        (page.at for page in EVERY), 1
    )
    assert set(placed) == set(EVERY)
    assert len(menu_groups.GROUPS) <= 10
    assert [group.name for group in menu_groups.GROUPS if group.at_foot] == ["Settings"]


def test_icons_of_menus_are_in_the_sprite() -> None:
    named = {
        *(group.icon for group in menu_groups.GROUPS),
        *menu_groups.OF_PROFILE.values(),
        *(action.icon for action in actions.ACTIONS),
        *commands._ICONS.values(),
        *(entry.icon for entry in OF_CONSOLE),
        *(icon for _, _, icon in OF_OPERATORS),
    }

    assert named - set(icons.names()) == set()


def test_a_head_admin_has_every_page_and_only_the_group_of_the_page_is_unfolded(
    owner: Browser,
) -> None:
    for page in (menu_pages.OVERVIEW, menu_pages.DISPATCH, menu_pages.ORDERS, menu_pages.CARRIERS):
        menu = Menu(owner.open(path_of(page)).text)
        group = menu_groups.GROUP_OF[page]

        addresses = [each for head, pages in menu.groups.items() for each in (head, *pages)]
        assert len(menu.groups) == len(menu_groups.GROUPS)
        assert set(addresses) == {
            path_of(each)
            for each in menu_pages.PAGES
            if each in menu_groups.GROUP_OF and each.area != menu_pages.OF_SUPPLIERS
        }
        assert menu.here == [path_of(page)]
        unfolding = [each for each in menu_groups.GROUPS if len(each.pages) > 1]
        assert menu.unfolded == [each == group for each in unfolding]


def test_pages_of_the_profile_unfold_no_group(owner: Browser) -> None:
    page = owner.open("/admin/account").text

    assert not any(Menu(page).unfolded)
    profile = page.partition('id="frame-profile"')[2].partition("</div>")[0]
    assert re.findall(r'<a href="(/[^"]*)"( aria-current="page")?', profile) == [
        ("/admin/account", ' aria-current="page"'),
        ("/admin/saved-views", ""),
    ]


@pytest.mark.parametrize("area", staff_rights.OFFERED)
def test_a_role_sees_groups_with_pages_it_opens_and_their_first_one(
    world: World, area: str
) -> None:
    helper = sub_admin(world, "helper", {area: "view"})

    menu = Menu(helper.open("/admin").text)

    allowed = [page for page in menu_pages.PAGES if page.area in ("", area)]
    expected = [
        path_of(pages[0])
        for group in menu_groups.GROUPS
        if (pages := [page for page in group.pages if page in allowed])
    ]
    assert list(menu.groups) == expected
    assert {each for head, pages in menu.groups.items() for each in (head, *pages)} == {
        path_of(page) for page in allowed if page in menu_groups.GROUP_OF
    }


def test_users_of_a_supplier_have_a_short_menu_and_no_search(world: World) -> None:
    manager(world, "supplier", "S")
    browser = Browser(world)
    assert browser.sign_in(SIGN_IN, user="supplier").status_code == 200

    page = browser.open("/admin").text

    assert Menu(page).groups == {
        "/admin": ["/admin/activity"],
        "/admin/supplier-orders": [],
        "/admin/supplier-products": [],
    }
    assert 'href="/admin/account"' in page
    assert "palette" not in page
    assert "bar-search" not in page


def counts(page: str) -> list[tuple[str, str, str]]:
    """Return address, number and meaning of each count in the menu."""
    return re.findall(
        r'<a class="side-count" href="([^"]*)"><span aria-hidden="true">([^<]*)</span>'
        r'<span class="unseen">([^<]*)</span>',
        page,
    )


def test_the_number_of_orders_to_ship_leads_to_them(world: World, owner: Browser) -> None:
    code = stocked(world, 9)[1]
    order(world, wanted(code))
    before = counts(owner.open("/admin").text)
    paid(world, wanted(code))
    paid(world, wanted(code))

    after = counts(owner.open("/admin/products").text)
    listed = owner.open("/admin/dispatch").text
    of_goods = counts(sub_admin(world, "goods", {"products": "view"}).open("/admin").text)

    assert before == []
    assert after == [("/admin/dispatch", "2", "Orders to ship: 2")]
    assert listed.count('name="row-') == 2
    assert of_goods == []


def test_the_header_leads_to_the_shop_and_to_the_page_in_other_shops(owner: Browser) -> None:
    first, second = owner.open("/admin/orders").text, owner.open("/admin/orders?shop_no=2").text

    chosen = second.partition('id="frame-shops"')[2].partition("</div>")[0]
    shops = re.findall(r'<li><a href="([^"]*)"( aria-current="true")?>', chosen)
    viewed = [
        re.findall(r'class="bar-button bar-view" href="https://[^/]*([^"]*)" target="_blank"', page)
        for page in (first, second)
    ]

    assert shops == [
        ("/admin/orders?shop_no=1", ""),
        ("/admin/orders?shop_no=2", ' aria-current="true"'),
    ]
    assert viewed == [["/"], ["/shop2"]]

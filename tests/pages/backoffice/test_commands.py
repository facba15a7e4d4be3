"""What the search finds beside records: pages, settings, reports and actions, by their words."""

import re
from typing import Any

import pytest

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.http.web import languages
from openmall.pages.backoffice.reports import report_labels
from openmall.pages.backoffice.search import actions, commands, matching, synonyms
from openmall.pages.backoffice.search.commands import Command
from openmall.pages.backoffice.settings import asked_fields
from openmall.pages.backoffice.settings.resources import RESOURCES
from openmall.translations import catalogues
from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.test_roles import sub_admin
from tests.world import World


def index(world: World) -> tuple[Command, ...]:
    client: Any = world.stage.app._back_office._client
    return commands._index(client)


def found(world: World, typed: str) -> list[str]:
    """Return the ids of what a text finds, in their order, with the rights of a head admin."""
    return [each.id for each in commands.best(index(world), typed)]


@pytest.mark.one_store
def test_every_page_and_every_form_of_settings_is_found_by_its_title_in_every_language(
    world: World,
) -> None:
    titles = {f"page:{page.at or '/'}": page.name.translate for page in menu_pages.PAGES}
    settings = {each.slug: each.title for each in RESOURCES.values()}
    settings[asked_fields.SLUG] = asked_fields.TITLE
    reports = {slug: title for slug, (title, _) in report_labels.TITLES.items()}
    marked = {
        **{f"setting:{slug}": title for slug, title in settings.items()},
        **{f"report:{slug}": title for slug, title in reports.items()},
        **{f"action:{each.at}": each.name for each in actions.ACTIONS},
    }
    missing = []
    for language in languages.OFFERED["backoffice"]:
        shown = {
            **{each: name(language) for each, name in titles.items()},
            **{
                each: catalogues.translate(language, "backoffice", title)
                for each, title in marked.items()
            },
        }
        missing += [
            (title, each) for each, title in shown.items() if each not in found(world, title)[:4]
        ]

    assert missing == []


@pytest.mark.one_store
def test_every_field_of_every_form_is_found_by_its_label(world: World) -> None:
    """Alike labels of several forms stand beside each other: one of them is the first."""
    fields = [each for each in index(world) if each.kind == "field"]
    missing = []
    for each in fields:
        for shown in each.shown.values():
            query = matching.read_query(shown.name)
            if matching.compare(query, each.words) != matching.EXACT and not query.is_too_short:
                missing.append((shown.name, each.id))

    assert len(fields) > 300
    assert missing == []


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("tax", "setting:prices-on-product-pages"),
        ("taxes", "setting:prices-on-product-pages"),
        ("세금", "setting:prices-on-product-pages"),
        ("carrier", "page:/carriers"),
        ("택배", "page:/carriers"),
        ("redirect", "setting:seo"),
        ("리다이렉트", "setting:seo"),
        ("free shipping", "setting:shipping"),
        ("무료배송", "setting:shipping"),
        ("무료 배송", "setting:shipping"),
        ("new product", "action:/products/new"),
        ("상품 등록", "action:/products/new"),
        ("export orders", "action:/transfers?kind=orders"),
        ("bank account", "page:/payments"),
        ("password", "page:/account"),
        ("staff", "page:/managers"),
        ("VAT", "setting:prices-on-product-pages"),
        ("undo", "page:/history"),
    ],
)
def test_words_of_merchants_lead_there(world: World, typed: str, first: str) -> None:
    assert first in found(world, typed), found(world, typed)


@pytest.mark.one_store
def test_every_address_opens(owner: Browser) -> None:
    addresses = {each.at.partition("#")[0] for each in index(owner.world) if each.kind != "report"}
    statuses = {each: owner.open(f"/admin{each}").status_code for each in addresses}

    assert {each: status for each, status in statuses.items() if status != 200} == {}


@pytest.mark.one_store
def test_an_address_with_a_place_leads_to_the_field(owner: Browser) -> None:
    leading = {each.id: each.at for each in index(owner.world) if "#" in each.at}
    page = owner.open("/admin/settings/seo").text

    ids = set(re.findall(r'id="(f-[^"]*)"', page))
    places = {at.partition("#")[2] for at in leading.values() if at.startswith("/settings/seo#")}
    assert len(places) > 10
    assert places <= ids


def test_words_are_of_what_there_is() -> None:
    assert set(synonyms.OF_SETTINGS) <= {*RESOURCES, asked_fields.SLUG}
    assert set(synonyms.OF_PAGES) == set(menu_pages.PAGES) - {menu_pages.SEARCH}


@pytest.mark.one_store
def test_ids_are_of_one_command_each(world: World) -> None:
    ids = [each.id for each in index(world)]

    assert len(set(ids)) == len(ids)
    assert max(map(len, ids)) <= 110, "the script and the address take no longer ones"


@pytest.mark.parametrize(
    ("typed", "rank"),
    [
        ("Free shipping from", matching.EXACT),
        ("FREE  shipping-from", matching.EXACT),
        ("free ship", matching.BEGINNING),
        ("from shipping", matching.WORDS),
        ("hipping", matching.INSIDE),
        ("hip", None),
        ("postage", matching.MENTIONED),
        ("free postage", matching.MENTIONED),
        ("ostage", None),
        ("무료배송기준", matching.MENTIONED_INSIDE),
        ("무료 배송", matching.MENTIONED),
        ("f", None),
        ("", None),
        ("free shipping from Mars", None),
        ("shippings", matching.WORDS),
    ],
)
def test_how_well_words_match(typed: str, rank: int | None) -> None:
    words = matching.words_of(["Free shipping from"], ["Postage, freight", "무료 배송 기준"])

    assert matching.compare(matching.read_query(typed), words) == rank


def test_a_long_query_is_cut_and_few_words_are_compared() -> None:
    query = matching.read_query("word " * 1000)

    assert len(query.terms) == 8
    assert len(query.phrase) <= matching.MAX_QUERY


def test_a_role_is_led_to_what_it_opens_alone(world: World) -> None:
    helper = sub_admin(world, "helper", {"products": "view", "orders": "edit"})
    editor = sub_admin(world, "editor", {"products": "edit", "transfers": "edit"})

    def addresses(browser: Browser, typed: str) -> list[str]:
        main = browser.open(f"/admin/search?q={typed}").text.partition("<main")[2]
        return re.findall(r'<span class="grow"><a href="([^"]*)"', main)

    assert addresses(helper, "new+product") == []
    assert addresses(editor, "new+product") == ["/admin/products/new"]
    assert addresses(helper, "carriers") == []
    assert addresses(helper, "free+shipping") == []
    assert addresses(helper, "packing+and+shipping") == ["/admin/dispatch"]
    assert addresses(editor, "export+orders") == [], "it does not see orders"
    assert addresses(editor, "import+or+export+products") == ["/admin/transfers?kind=products"]

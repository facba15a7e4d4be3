"""The shop editor: a merchant designs the shop in drafts, without code."""

import re
from pathlib import Path
from typing import get_args

import httpx
import msgspec
import pytest

from openmall.commerce.design.themes import theme_look
from openmall.commerce.design.themes.theme_look import Block, Look, Preset
from openmall.pages.sampleshop import look_styles
from tests.access.oauth.authorization_requests import Browser, hidden
from tests.media.images import picture
from tests.pages.backoffice.page_forms import problem
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World

PAGE = "/admin/storefront"
PRESETS = Path(look_styles.__file__).parent / "presets"
PICTURE = picture(40, 20, "PNG")
_FIELD = re.compile(r'<(?:input|textarea|select)[^>]* name="([^"]+)"')


def draft(owner: Browser) -> str:
    """Start a draft of what shoppers see; return the address of its editor."""
    token = hidden(owner.open(PAGE))
    answer = owner.submit(PAGE, {**token, "act": "draft", "skin_no": "1"})
    return answer.headers["location"].partition("?")[0]


def typed(page: str) -> dict[str, str]:
    """Return what a browser sends of the form of the editor as it stands."""
    form = page.partition('class="shop-editor"')[2].partition("</form>")[0]
    values = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r' name="([^"]*)"', tag)
        if name and ('type="checkbox"' not in tag or " checked" in tag):
            value = re.search(r' value="([^"]*)"', tag)
            values[name[1]] = httpx.QueryParams(f"v={value[1]}")["v"] if value else ""
    for name, text in re.findall(r'<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)<', form):
        values[name] = text
    for name, options in re.findall(r'<select[^>]* name="([^"]*)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        first = re.search(r'value="([^"]*)"', options)
        assert first is not None
        values[name] = (chosen or first)[1]
    return values


def send(owner: Browser, editor: str, act: str = "save", page: str = "", **values: str) -> str:
    """Send the form of the editor with changes that must be taken; return the page after it."""
    shown = owner.open(f"{editor}?page={page}").text
    answer = owner.submit(editor, {**typed(shown), "act": act, **values})
    assert answer.status_code == 303, said(answer.text)
    return owner.open(answer.headers["location"]).text


def publish(owner: Browser, editor: str) -> None:
    number = editor.rpartition("/")[2]
    answer = owner.submit(
        PAGE, {**hidden(owner.open(PAGE)), "act": "publish", "skin_no": number, "shop-1": "T"}
    )
    assert answer.headers["location"].endswith("done=publish")


def test_a_draft_is_previewed_published_and_rolled_back(
    world: World, owner: Browser, guest: Guest
) -> None:
    editor = draft(owner)
    before = guest.see("/")

    send(owner, editor, "add-text")
    send(owner, editor, **{"b2-title": "Linen week", "b2-text": "Until Sunday.", "use_accent": "T",
                           "accent": "#0a7d33", "font": "serif"})  # fmt: skip
    preview = guest.see(f"/skin-skin{editor.rpartition('/')[2]}/")
    still = guest.see("/")
    publish(owner, editor)
    after = guest.see("/")
    sheet = re.search(r'href="(/look\.css[^"]*)"', after)
    assert sheet is not None
    rules = guest.open(sheet[1])
    token = hidden(owner.open(PAGE))
    owner.submit(PAGE, {**token, "act": "back", "shop_no": "1", "type": "pc"})
    back = guest.see("/")

    assert "Linen week" in preview
    assert "Until Sunday." in preview
    # of a design that is published as well
    assert "Draft 20" not in owner.open("/admin/design").text
    assert "Design 20" in owner.open("/admin/design").text
    assert ["Linen week" in each for each in (before, still, after, back)] == [
        False, False, True, False,
    ]  # fmt: skip
    assert rules.headers["content-type"].startswith("text/css")
    assert "--accent: #0a7d33" in rules.text
    assert "Noto Serif" in rules.text
    of_chinese = [each for each in rules.text.splitlines() if each.startswith(":lang(zh)")]
    assert len(of_chinese) == 1
    assert "Noto Serif SC" in of_chinese[0]
    assert re.search(r"\b(KR|JP|Batang|Mincho)\b", of_chinese[0]) is None
    assert "look.css" not in before


def test_links_of_menus_are_chosen_from_a_list(world: World, owner: Browser) -> None:
    number = world.post("categories", category_name="Linen")["category"]["category_no"]

    page = owner.open(draft(owner)).text

    places = page.partition('<datalist id="places">')[2].partition("</datalist>")[0]
    offered = dict(re.findall(r'<option value="([^"]*)" label="([^"]*)">', places))
    assert offered[f"/categories/{number}"] == "Linen"
    assert offered["/terms"] == "Terms of use"
    assert 'name="menu-0-address"' in page
    assert page.count('list="places"') >= 2


def test_blocks_are_added_moved_and_removed(world: World, owner: Browser) -> None:
    editor = draft(owner)

    def kinds(page: str) -> list[str]:
        return re.findall(r'name="b\d+-kind" value="(\w+)"', page)

    added = kinds(send(owner, editor, "add-hero"))
    raised = kinds(send(owner, editor, "up-2"))
    lowered = kinds(send(owner, editor, "down-0"))
    dragged = kinds(send(owner, editor, order="2,0,1"))
    removed = kinds(send(owner, editor, "remove-0"))
    undone = kinds(send(owner, editor, "undo"))

    assert added == ["products", "products", "hero"]
    assert raised == ["products", "hero", "products"]
    assert lowered == ["hero", "products", "products"]
    assert dragged == ["products", "hero", "products"]
    assert removed == ["hero", "products"]
    assert undone == dragged


def test_questions_unfold_and_a_picture_stands_beside_a_text(owner: Browser, guest: Guest) -> None:
    editor = draft(owner)
    send(owner, editor, "add-questions")
    send(owner, editor, "add-split")
    text = (
        "How long does it take?\r\nTwo days.\r\nThree to islands.\r\n \r\n<b>Returns?</b>\r\nYes."
    )
    page = send(owner, editor, **{"b2-text": text, "b2-title": "Good to know", "b3-title": "Linen"})
    publish(owner, editor)

    home = guest.see("/")

    assert "an empty line before the next one" in page
    questions = home.partition("block-questions")[2].partition("</section>")[0]
    assert re.findall(r"<summary>(.*?)</summary>(.*?)</details>", questions) == [
        (
            "How long does it take?",
            '<p class="told">Two days.</p><p class="told">Three to islands.</p>',
        ),
        ("&lt;b&gt;Returns?&lt;/b&gt;", '<p class="told">Yes.</p>'),
    ]
    assert "<h2>Linen</h2>" in home.partition("block-split")[2]


def test_what_is_saved_of_the_published_design_goes_into_a_draft(
    owner: Browser, guest: Guest
) -> None:
    shown = owner.open(f"{PAGE}/1").text
    answer = owner.submit(f"{PAGE}/1", {**typed(shown), "act": "add-banner"})

    where = answer.headers["location"]
    assert re.match(rf"{PAGE}/[2-9]\?", where), where
    assert "block-banner" not in guest.see("/")
    assert "Shoppers see this design." in shown
    assert "Shoppers see this design." not in owner.open(where).text


def test_products_of_displays_and_categories_are_shown(
    world: World, owner: Browser, guest: Guest
) -> None:
    category = world.post("categories", category_name="Cups")["category"]["category_no"]
    cup = world.product(product_name="Blue cup", add_category_no=[{"category_no": category}])
    spoon = world.product(product_name="Spoon")
    world.post("mains/2/products", product_no=[spoon["product_no"]])
    editor = draft(owner)
    send(owner, editor, "add-category")
    send(owner, editor, "remove-1")
    send(owner, editor, **{"b1-category_no": str(category), "b1-title": "All cups"})

    page = guest.see(f"/skin-skin{editor.rpartition('/')[2]}/")

    assert said(page).count("Spoon") == 1
    assert said(page).count("Blue cup") == 1
    assert f'/categories/{category}">Show all' in page
    assert cup["product_no"] != spoon["product_no"]


def test_lists_without_products_are_not_shown(owner: Browser, guest: Guest) -> None:
    editor = draft(owner)
    send(owner, editor, "add-category", **{"b0-title": "Nothing here"})

    page = guest.see(f"/skin-skin{editor.rpartition('/')[2]}/")

    assert "Nothing here" not in page
    assert "block-" not in page


def test_menus_pages_and_pictures(world: World, owner: Browser, guest: Guest) -> None:
    editor = draft(owner)
    shown = owner.open(editor).text
    token = typed(shown)
    sent = {name: token[name] for name in ("form_token", "seen", "page")}
    uploaded = owner._sent(
        "POST",
        editor,
        data={**sent, "act": "picture", "name": "Mark"},
        files={"picture": ("mark.png", PICTURE, "image/png")},
    )
    assert uploaded.status_code == 303, said(uploaded.text)
    address = re.search(r'<option value="(/files/[^"]+)">Mark', owner.open(editor).text)
    assert address is not None
    send(owner, editor, "new-page", title="About us", slug="about-us")
    send(owner, editor, page="about-us", **{"b0-title": "Since 1990", "b0-text": "Two looms."})
    send(
        owner, editor, logo=address[1],
        **{
            "menu-0-label": "About us", "menu-0-address": "/page/about-us",
            "menu-1-label": "Cups", "menu-1-address": "/search?q=컵&sort=low",
            "footer_menu-0-label": "Help", "footer_menu-0-address": "https://help.example.com/a",
        },
    )  # fmt: skip
    publish(owner, editor)

    home, about = guest.see("/"), guest.see("/page/about-us")

    assert f'<img class="logo" src="{address[1]}"' in home
    assert '<a href="/page/about-us">About us</a>' in home
    assert '<a href="https://help.example.com/a">Help</a>' in home
    assert '<a href="/search?q=%EC%BB%B5&amp;sort=low">Cups</a>' in home
    assert "Since 1990" in about
    assert "Two looms." in about
    assert "noindex" not in about
    assert guest.open("/page/nowhere").status_code == 404
    assert guest.open("/design/look.html").status_code == 404
    assert guest.open(address[1]).status_code == 200


def test_a_look_that_an_app_broke_is_the_default_one(
    world: World, owner: Browser, guest: Guest
) -> None:
    world.post("themes/1/pages", path=theme_look.PATH, source='{"blocks": 7}')

    assert "New in the shop" in guest.see("/")
    assert owner.open(f"{PAGE}/1").status_code == 200


def test_texts_with_tags_of_templates_are_texts(owner: Browser, guest: Guest) -> None:
    text = "{{ shop_name }} {% break %} {{{% <b>"
    look = Look(blocks=(Block(kind="text", title=text),))

    source = theme_look.encode(look)

    assert theme_look.decode(source) == look
    assert "{{" not in source
    assert "{%" not in source
    assert msgspec.json.decode(source)["blocks"][0]["title"] == text


@pytest.mark.parametrize("accent", ["#ffee00", "#000000", "#ffffff", "#ff0000", "#7f7f7f"])
def test_any_accent_is_legible_on_light_and_dark_cards(accent: str) -> None:
    rules = look_styles.rules_of(Look(accent=accent))

    found = re.findall(r"--accent: (#\w{6});.*?--on-accent: (#\w{6})", rules)
    assert len(found) == 2
    for (shown, text), card in zip(found, ("#ffffff", "#1e1d1a"), strict=True):
        assert _contrast(shown, card) >= 4.5
        assert _contrast(shown, text) >= 4.5


def _contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_a_block_is_shown_on_phones_or_wide_screens_alone(owner: Browser, guest: Guest) -> None:
    editor = draft(owner)
    send(owner, editor, "add-text")
    send(owner, editor, "add-text", **{"b2-title": "Everywhere"})
    send(owner, editor, "add-text", **{"b3-title": "Wide", "b3-screens": "pc"})
    send(owner, editor, **{"b4-title": "Narrow", "b4-screens": "mobile"})

    page = guest.see(f"/skin-skin{editor.rpartition('/')[2]}/")

    classes = dict(
        re.findall(r'<section [^>]*class="([^"]*)">\s*<div class="block-text">\s*<h2>(\w+)', page)
    )
    assert {title: names for names, title in classes.items()} == {
        "Everywhere": "row block block-text",
        "Wide": "row block block-text on-desktops",
        "Narrow": "row block block-text phones-only",
    }
    wrong = owner.submit(
        editor, {**typed(owner.open(editor).text), "act": "save", "b4-screens": "tv"}
    )
    assert wrong.status_code == 422


def test_a_slideshow_collections_and_logos_show_their_items(
    world: World, owner: Browser, guest: Guest
) -> None:
    number = world.post("categories", category_name="Linen")["category"]["category_no"]
    world.product(product_name="Apron", add_category_no=[{"category_no": number}])
    editor = draft(owner)

    for kind in ("slideshow", "collections", "logos"):
        send(owner, editor, f"add-{kind}")
    added = guest.see(f"/skin-skin{editor.rpartition('/')[2]}/")
    send(owner, editor, **{
        "b2-item1-title": "Sale", "b2-item1-link": "/search?q=sale",
        "b3-title": "By kind", "b3-item0-title": "All of linen",
        "b4-title": "Makers", "b4-item0-title": "Kim and daughters",
        "b4-item0-picture": "https://cdn.example/kim.png",
    })  # fmt: skip
    shown = guest.see(f"/skin-skin{editor.rpartition('/')[2]}/")
    # the fields of an item that is emptied
    send(owner, editor, **{"b2-item1-title": "", "b2-item1-link": ""})
    emptied = guest.see(f"/skin-skin{editor.rpartition('/')[2]}/")

    # a new block shows what the shop has; one without anything is not there
    assert [f"block-{kind}" in added for kind in ("slideshow", "collections", "logos")] == [
        True, True, False,
    ]  # fmt: skip
    assert re.search(r'<h2>Apron</h2>.*/products/\d+"', added)
    assert f'/categories/{number}"><' in added
    assert (added.count('class="slide"'), shown.count('class="slide"')) == (1, 2)
    assert '/search?q=sale">See more<span class="unseen">: Sale</span>' in shown
    assert "By kind" in shown
    assert '<span class="collection-name">All of linen</span>' in shown
    assert 'alt="Kim and daughters"' in shown
    assert emptied.count('class="slide"') == 1


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("b2-item0-link", "javascript:alert(1)", "Enter a page of the shop such as"),
        (
            "b2-item0-picture",
            "//elsewhere.example/a.png",
            "Choose one of the pictures of this design.",
        ),
        ("b2-item0-title", "x" * 201, "Enter at most 200 characters."),
        ("preset", "none", "Choose"),
    ],
)
def test_a_wrong_item_is_named_and_keeps_what_was_typed(
    owner: Browser, field: str, value: str, says: str
) -> None:
    editor = draft(owner)
    send(owner, editor, "add-slideshow")

    form = typed(owner.open(editor).text)
    page = owner.submit(editor, {**form, "act": "save", "b2-item1-title": "Second", field: value})

    assert page.status_code == 422
    assert problem(page, field).startswith(says)
    assert 'value="Second"' in page.text


@pytest.mark.parametrize("preset", ["gallery", "market"])
def test_a_preset_changes_the_whole_shop(owner: Browser, guest: Guest, preset: str) -> None:
    editor = draft(owner)

    send(owner, editor, preset=preset)
    publish(owner, editor)

    sheet = re.search(r'href="(/look\.css[^"]*)"', guest.see("/cart"))
    assert sheet is not None
    assert f"/* {preset.capitalize()}: " in guest.open(sheet[1]).text


def test_presets_have_no_colours_of_their_own() -> None:
    sheets = [each.read_text("utf-8") for each in PRESETS.glob("*.css")]
    assert len(sheets) == len(get_args(Preset)) - 1
    assert [re.findall(r"#[0-9a-f]{3,8}\b|rgb|url\(|@import", each) for each in sheets] == [[], []]

"""What the shop editor refuses: fields with their reasons, and drafts saved in two tabs."""

import re

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import Form, form_with, problem
from tests.pages.sampleshop.shop_browser import Guest
from tests.pages.sampleshop.test_editor import draft, publish, send, typed

ADDRESS = "Enter a page of the shop such as /categories/1"
ELSEWHERE = "saved in another tab or by another user"


def shown(page: str) -> Form:
    return form_with(page, "order")


def blocks(page: str) -> list[tuple[str, str]]:
    """Return kind and heading of the blocks of the editor, as their fields show them."""
    values = shown(page).values
    places = [each for each in values["order"].split(",") if each]
    return [(values[f"b{at}-kind"], values[f"b{at}-title"]) for at in places]


def three_texts(owner: Browser) -> str:
    """Start a draft whose home page has the texts One, Two and Three; return its editor."""
    editor = draft(owner)
    for act in ("remove-0", "remove-0", "add-text", "add-text", "add-text"):
        send(owner, editor, act)
    # an empty home page shows the default blocks: what is added comes after them
    while len(found := blocks(owner.open(editor).text)) > 3:
        send(owner, editor, "remove-0")
        assert len(blocks(owner.open(editor).text)) < len(found)
    send(owner, editor, **{f"b{at}-title": name for at, name in enumerate(("One", "Two", "Three"))})
    return editor


class TestTwoTabs:
    def test_the_stale_tab_is_shown_whole_and_nothing_is_mixed(self, owner: Browser) -> None:
        editor = three_texts(owner)
        stale = {**typed(owner.open(editor).text), "b1-title": "Mine"}
        send(owner, editor, "remove-0")

        answer = owner.submit(editor, {**stale, "act": "save"})

        mine = [("text", "One"), ("text", "Mine"), ("text", "Three")]
        assert answer.status_code == 409
        assert ELSEWHERE in answer.text
        assert blocks(answer.text) == mine
        assert blocks(owner.open(editor).text) == [("text", "Two"), ("text", "Three")]
        assert ("act", "publish") not in shown(answer.text).buttons

        kept = owner.submit(editor, {**shown(answer.text).values, "act": "save"})

        assert kept.status_code == 303
        assert blocks(owner.open(editor).text) == mine

    def test_the_saved_version_is_taken_by_a_link(self, owner: Browser) -> None:
        editor = three_texts(owner)
        stale = typed(owner.open(editor).text)
        send(owner, editor, "up-2")
        saved = blocks(owner.open(editor).text)

        answer = owner.submit(editor, {**stale, "act": "remove-1"})
        link = re.search(r'href="([^"]+)">Take the saved version', answer.text)

        assert link is not None
        assert blocks(answer.text) == [("text", "One"), ("text", "Two"), ("text", "Three")]
        assert blocks(owner.open(link[1].replace("&amp;", "&")).text) == saved

    def test_entries_of_menus_are_those_of_the_stale_tab(self, owner: Browser) -> None:
        editor = draft(owner)
        stale = typed(owner.open(editor).text)
        for rows in (range(3), range(3, 6)):
            labels = {f"menu-{at}-label": f"Entry {at}" for at in rows}
            addresses = {f"menu-{at}-address": "/cart" for at in rows}
            send(owner, editor, **labels, **addresses)
        stale |= {"menu-0-label": "Mine", "menu-0-address": "/"}

        answer = owner.submit(editor, {**stale, "act": "save"})

        values = shown(answer.text).values
        assert [values[f"menu-{at}-label"] for at in range(4)] == ["Mine", "", "", ""]

    def test_a_page_that_was_removed_is_added_again_by_the_tab_that_keeps_it(
        self, owner: Browser
    ) -> None:
        editor = draft(owner)
        send(owner, editor, "new-page", title="About", slug="about")
        stale = {**typed(owner.open(f"{editor}?page=about").text), "b0-title": "Since 1990"}
        send(owner, editor, "remove-page", page="about")

        answer = owner.submit(editor, {**stale, "act": "save"})

        assert "This page was removed in another tab or by another user." in answer.text
        assert blocks(answer.text) == [("text", "Since 1990")]
        owner.submit(editor, {**shown(answer.text).values, "act": "save"})
        assert blocks(owner.open(f"{editor}?page=about").text) == [("text", "Since 1990")]


def test_a_button_is_about_its_block_also_after_blocks_were_dragged(owner: Browser) -> None:
    editor = three_texts(owner)

    send(owner, editor, "remove-2", order="2,0,1")

    assert blocks(owner.open(editor).text) == [("text", "One"), ("text", "Two")]


@pytest.mark.parametrize(
    ("values", "field", "reason"),
    [
        (
            {"menu-0-label": "Bad", "menu-0-address": "javascript:alert(1)"},
            "menu-0-address",
            ADDRESS,
        ),
        (
            {"menu-0-label": "Bad", "menu-0-address": "//evil.example.com"},
            "menu-0-address",
            ADDRESS,
        ),
        ({"menu-0-label": "No address"}, "menu-0-address", "This field is required."),
        ({"b0-count": "25"}, "b0-count", "Enter 24 or less."),
        ({"b0-count": "many"}, "b0-count", "This is not a number."),
        ({"b0-title": "x" * 201}, "b0-title", "Enter at most 200 characters."),
        ({"b2-text": "x" * 5001}, "b2-text", "Enter at most 5000 characters."),
        ({"b2-text": "Returns?\n\nHow?\nSo."}, "b2-text", "Each question needs an answer"),
        ({"b3-link": "no link"}, "b3-link", ADDRESS),
        ({"b3-screens": "tv"}, "b3-screens", "Choose one of the values."),
        ({"font": "comic"}, "font", "Choose one of the values."),
        *(
            ({"use_accent": "T", "accent": colour}, "accent", "Enter a colour such as #1A2B3C.")
            for colour in ("red", "#12345", "#12345g", "url(x)")
        ),
        ({"act": "new-page", "title": "Us", "slug": "über"}, "slug", "Enter small letters"),
        ({"act": "new-page", "title": "Us"}, "slug", "This field is required."),
        ({"act": "new-page", "slug": "us"}, "title", "This field is required."),
        ({"act": "picture"}, "picture", "Choose a picture"),
    ],
)
def test_wrong_fields_are_refused_with_their_reason(
    owner: Browser, values: dict[str, str], field: str, reason: str
) -> None:
    editor = draft(owner)
    send(owner, editor, "add-questions")
    before = send(owner, editor, "add-hero")

    answer = owner.submit(editor, {**typed(before), "act": "save", **values})

    assert answer.status_code == 422
    assert problem(answer, field).startswith(reason)
    assert "Bad" not in owner.open(editor).text


def test_the_title_of_a_page_and_a_taken_address_are_refused(owner: Browser) -> None:
    editor = draft(owner)
    page = send(owner, editor, "new-page", title="About", slug="about")

    long = owner.submit(editor, {**typed(page), "act": "save", "page_title": "x" * 201})
    twice = owner.submit(
        editor, {**typed(page), "act": "new-page", "title": "About", "slug": "about"}
    )

    assert problem(long, "page_title") == "Enter at most 200 characters."
    assert problem(twice, "slug") == "Another page of this design has this address."


def test_blocks_with_nothing_to_show_are_told_and_left_out(owner: Browser, guest: Guest) -> None:
    editor = draft(owner)
    for at, kind in enumerate(("banner", "hero", "questions"), 2):
        send(owner, editor, f"add-{kind}")
        texts = ("title", "text", "link", "link_label")
        page = send(owner, editor, **{f"b{at}-{name}": "" for name in texts})
    told = page.count("No picture is chosen: shoppers do not see this block.")
    titled = send(owner, editor, **{"b3-title": "Linen"})
    publish(owner, editor)

    home = guest.see("/")

    assert told == 2
    assert "No picture is chosen: shoppers see the texts only." in titled
    assert "block-banner" not in home
    assert "block-questions" not in home
    assert "<h2>Linen</h2>" in home.partition("block-hero")[2]

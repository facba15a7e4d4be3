"""Drafts that the script of the shop editor saves while one types, and their undo and redo."""

from typing import Any

import httpx

from openmall.commerce.design.themes.store import KEPT_VERSIONS
from openmall.pages.backoffice.history.joined_lines import PAUSE
from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import form_with
from tests.pages.sampleshop.shop_browser import Guest
from tests.pages.sampleshop.test_editor import PAGE, draft, publish, send, typed
from tests.pages.sampleshop.test_refused_editor import blocks, three_texts
from tests.world import World


def pause(owner: Browser, editor: str, form: dict[str, str], **values: str) -> httpx.Response:
    """Send what the script sends in a pause of typing."""
    sent = {name: text for name, text in form.items() if name != "once"}
    return owner.submit(editor, {**sent, "act": "save", "live": "T", **values})


def seen(page: str) -> dict[str, bool]:
    """Return which of the two buttons can be pressed."""
    return {
        act: f'value="{act}" formnovalidate>' in page
        for act in ("undo", "redo")
    }  # fmt: skip


class TestPauses:
    def test_a_draft_is_saved_and_the_next_pause_has_its_version(self, owner: Browser) -> None:
        editor = three_texts(owner)
        form = typed(owner.open(editor).text)

        first = pause(owner, editor, form, **{"b0-title": "Lin"})
        second = pause(owner, editor, form, **{"b0-title": "Linen", "seen": first.json()["seen"]})

        assert (first.status_code, second.status_code) == (200, 200)
        told: dict[str, Any] = second.json()
        assert told["state"] == "saved"
        assert int(told["seen"]) == int(first.json()["seen"]) + 1
        assert (told["undo"], told.get("redo", False)) == (True, False)
        assert blocks(owner.open(editor).text)[0] == ("text", "Linen")

    def test_an_unchanged_form_makes_no_version(self, owner: Browser) -> None:
        editor = draft(owner)
        form = typed(owner.open(editor).text)

        told = pause(owner, editor, form).json()

        assert told["seen"] == form["seen"] == "0"

    def test_a_draft_that_was_saved_in_another_tab_stays(self, owner: Browser) -> None:
        editor = three_texts(owner)
        form = typed(owner.open(editor).text)
        send(owner, editor, "remove-0")

        answer = pause(owner, editor, form, **{"b0-title": "Mine"})

        assert answer.status_code == 409
        assert answer.json()["state"] == "conflict"
        assert "in another tab" in answer.json()["text"]
        assert blocks(owner.open(editor).text) == [("text", "Two"), ("text", "Three")]

    def test_a_field_that_is_not_finished_is_named(self, owner: Browser) -> None:
        editor = draft(owner)
        form = typed(owner.open(editor).text)

        answer = pause(owner, editor, form, **{"menu-0-label": "About us"})

        assert answer.status_code == 422
        assert answer.json() == {
            "state": "wrong",
            "field": "menu-0-address",
            "text": "This field is required.",
        }

    def test_what_shoppers_see_becomes_no_draft_by_itself(
        self, owner: Browser, guest: Guest
    ) -> None:
        editor = three_texts(owner)
        form = typed(owner.open(editor).text)
        publish(owner, editor)

        answer = pause(owner, editor, form, **{"b0-title": "Mine"})

        assert answer.json()["state"] == "by-hand"
        assert "Mine" not in guest.see("/")
        assert "There is no draft" in owner.open(PAGE).text
        assert "data-draft" not in owner.open(editor).text

    def test_a_draft_that_is_gone_is_told(self, owner: Browser) -> None:
        editor = draft(owner)
        form = typed(owner.open(editor).text)

        answer = pause(owner, f"{PAGE}/999", form)

        assert answer.status_code == 422
        assert answer.json()["state"] == "wrong"


class TestUndo:
    def test_changes_are_undone_and_made_again_in_their_order(self, owner: Browser) -> None:
        editor = three_texts(owner)
        for name in ("A", "B", "C"):
            send(owner, editor, **{"b0-title": name})

        def title() -> str:
            return blocks(owner.open(editor).text)[0][1]

        undone = [(send(owner, editor, "undo"), title())[1] for _ in range(3)]
        again = [(send(owner, editor, "redo"), title())[1] for _ in range(3)]

        assert undone == ["B", "A", "One"]
        assert again == ["A", "B", "C"]
        assert seen(owner.open(editor).text) == {"undo": True, "redo": False}

    def test_the_first_change_of_a_draft_is_undone(self, owner: Browser) -> None:
        editor = draft(owner)
        before = blocks(owner.open(editor).text)
        assert seen(owner.open(editor).text) == {"undo": False, "redo": False}

        send(owner, editor, "add-text")
        send(owner, editor, "undo")

        assert blocks(owner.open(editor).text) == before
        assert seen(owner.open(editor).text) == {"undo": False, "redo": True}

    def test_a_change_cuts_off_what_was_undone(self, owner: Browser) -> None:
        editor = three_texts(owner)
        send(owner, editor, **{"b0-title": "A"})
        send(owner, editor, "undo")
        assert seen(owner.open(editor).text)["redo"]

        told = pause(owner, editor, typed(owner.open(editor).text), **{"b0-title": "B"}).json()
        after = send(owner, editor, "redo")

        assert not told.get("redo", False)
        assert blocks(after)[0] == ("text", "B")

    def test_what_is_on_the_screen_is_saved_before_it_is_undone(self, owner: Browser) -> None:
        editor = three_texts(owner)

        send(owner, editor, "undo", **{"b0-title": "Typed"})
        undone = blocks(owner.open(editor).text)[0]
        send(owner, editor, "redo")

        assert undone == ("text", "One")
        assert blocks(owner.open(editor).text)[0] == ("text", "Typed")

    def test_a_write_of_an_app_cuts_off_what_was_undone(self, world: World, owner: Browser) -> None:
        editor = three_texts(owner)
        send(owner, editor, **{"b0-title": "A"})
        send(owner, editor, "undo")
        number = editor.rpartition("/")[2]

        answer = world.call(
            "PUT",
            f"themes/{number}/pages",
            json={"request": {"path": "/design/look.html", "source": "{}"}},
        )

        assert answer.status_code == 200
        assert seen(owner.open(editor).text) == {"undo": True, "redo": False}

    def test_thirty_versions_are_kept_whatever_was_undone_before(self, owner: Browser) -> None:
        editor = three_texts(owner)
        form = typed(owner.open(editor).text)
        for _ in range(2):
            send(owner, editor, "undo")
            send(owner, editor, "redo")
        version = typed(owner.open(editor).text)["seen"]
        for at in range(KEPT_VERSIONS + 5):
            answer = pause(owner, editor, form, **{"b0-title": f"T{at}", "seen": version})
            version = answer.json()["seen"]

        steps = 0
        while seen(page := owner.open(editor).text)["undo"]:
            owner.submit(editor, {**typed(page), "act": "undo"})
            steps += 1

        assert steps == KEPT_VERSIONS == 30
        assert blocks(page)[0] == ("text", "T4")


class TestNewBlocks:
    def test_a_block_that_was_added_can_be_published_as_it_is(
        self, world: World, owner: Browser, guest: Guest
    ) -> None:
        number = world.post("categories", category_name="Cups")["category"]["category_no"]
        world.product(product_name="Blue cup", add_category_no=[{"category_no": number}])
        editor = draft(owner)
        kinds = ("hero", "split", "category", "text", "questions", "banner")
        for kind in kinds:
            send(owner, editor, f"add-{kind}")
        publish(owner, editor)

        home = guest.see("/")

        for at, kind in enumerate(kinds, 2):
            assert f'<section id="block-{at}" class="row block block-{kind}"' in home
        assert '<a class="button primary" href="/search">모든 상품 보기</a>' in home
        assert home.count("Blue cup") >= 2

    def test_a_block_is_added_behind_the_edited_one_else_last(self, owner: Browser) -> None:
        editor = three_texts(owner)

        send(owner, editor, "add-banner", after="0")
        send(owner, editor, "add-questions", after="")
        page = send(owner, editor, "add-split", after="77")

        assert [kind for kind, _ in blocks(page)] == [
            "text", "banner", "text", "text", "questions", "split",
        ]  # fmt: skip

    def test_texts_are_in_the_language_of_the_shop(self, owner: Browser) -> None:
        editor = draft(owner)

        # of the manager, not of the shop
        owner.cookies["openmall-language"] = "en"
        page = send(owner, editor, "add-split")

        values = form_with(page, "order").values
        assert '<html lang="en">' in page
        assert [values[f"b{at}-title"] for at in range(3)] == [
            "추천 상품",
            "새로 들어온 상품",
            "소개",
        ]
        assert values["b2-link"] == "/search"


class TestLines:
    """What the lists of changes show of pauses."""

    def test_pauses_of_one_editing_are_one_line_of_the_activity(
        self, world: World, owner: Browser
    ) -> None:
        editor = three_texts(owner)
        world.stage.clock.pass_(PAUSE.total_seconds() + 1)
        form = typed(owner.open(editor).text)
        for title in ("L", "Li", "Linen"):
            form["seen"] = pause(owner, editor, form, **{"b0-title": title}).json()["seen"]
            world.stage.clock.pass_(60)
        send(owner, editor, "undo")

        page = owner.open("/admin/activity").text
        newest = page.partition('<li id="line-')[2].partition("</li>")[0]

        assert "(4 changes)" in newest
        assert page.count("(4 changes)") == 1
        # from before the first pause to after the undo
        assert "One" in newest
        assert ">Li</td>" in newest
        assert "Linen" not in newest

    def test_lines_of_two_drafts_stay_two(self, owner: Browser) -> None:
        one, other = draft(owner), draft(owner)
        for editor in (one, other):
            send(owner, editor, "add-text")
            send(owner, editor, "add-text")

        page = owner.open("/admin/activity").text

        # of each draft: its first look, and two blocks
        assert page.count("(3 changes)") == 2

"""All changes of an app or a manager in a time are undone together by one page."""

import re
from html import unescape

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.page_content import form_token
from tests.pages.backoffice.history_pages import (
    HISTORY,
    changes,
    heads,
    lines,
    made_for_good,
    newest,
    press,
    price,
    repriced,
)
from tests.pages.backoffice.page_forms import said
from tests.pages.backoffice.test_roles import sub_admin

pytestmark = pytest.mark.usefixtures("recorded")


class TestRange:
    def test_all_changes_of_an_app_in_a_time(self, owner: Browser) -> None:
        world = owner.world
        first, second = (world.product(price="12000")["product_no"] for _ in range(2))
        world.stage.clock.pass_(60)
        for number in (first, second):
            world.put(f"products/{number}", price="9900")
        last = newest(world)
        made_for_good(world)
        client = world.full.credentials.client_id
        listed = owner.open(f"{HISTORY}?app={client}&from=2026-11-21&to=2026-11-21")
        [path] = re.findall(r'<a class="button" href="([^"]*/range[^"]*)"', listed.text)

        page = owner.open(unescape(path))
        preview = press(owner, page, "preview", start="2026-11-21T09:00:30")

        assert 'value="2026-11-21T00:00:00"' in page.text
        assert "2 changes would be undone. 2 records would become what they were." in preview.text
        assert "What stays, because it cannot be undone" in preview.text
        assert "it created something that others may use" in preview.text
        assert [price(world, number) for number in (first, second)] == ["9900.00", "9900.00"]
        done = press(owner, preview, "undo")
        assert said(done) == "The changes were undone."
        assert [price(world, number) for number in (first, second)] == ["12000.00", "12000.00"]
        assert lines(done)[0] == "Undid a period: Test app"
        assert "This was undone." in owner.open(f"{HISTORY}/{last}").text

    def test_conflicts_of_a_range_are_decided(self, owner: Browser) -> None:
        world = owner.world
        number = world.product(price="12000")["product_no"]
        world.stage.clock.pass_(60)
        world.put(f"products/{number}", price="9900")
        client = world.full.credentials.client_id
        times = {"start": "2026-11-21T09:00:30", "end": "2026-11-21T09:01:30"}
        world.stage.clock.pass_(60)
        world.put(f"products/{number}", price="8000")
        page = owner.open(f"{HISTORY}/range?app={client}&from=2026-11-21")

        conflict = press(owner, page, "preview", **times)
        field = f"decision product 1,{number}"
        preview = press(owner, conflict, "preview", **{field: "revert"})

        assert conflict.status_code == 409
        assert heads(conflict.text) == ["Field", "Now", "After the undo"]
        assert ("Price", "8,000 KRW", "12,000 KRW") in changes(conflict.text)
        assert "1 change would be undone." in preview.text
        assert said(press(owner, preview, "undo")) == "The changes were undone."
        assert price(world, number) == "12000.00"

    def test_a_range_of_nobody_or_that_is_no_range(self, owner: Browser) -> None:
        repriced(owner.world)
        page = owner.open(f"{HISTORY}/range")
        times = {"start": "2026-11-21T00:00", "end": "2026-11-21T23:59:59"}

        nobody = press(owner, page, "preview", **times)
        nothing = press(owner, page, "preview", **times, manager="owner")
        turned = press(
            owner, page, "preview", manager="owner", start=times["end"], end=times["start"]
        )

        assert (nobody.status_code, nothing.status_code, turned.status_code) == (422, 409, 422)
        assert "Choose an app or a manager." in nobody.text
        assert "Nothing of this time can be undone." in nothing.text
        assert "The end date is before the start date." in turned.text

    def test_who_views_settings_undoes_none_although_their_scope_is_one_that_reads(
        self, owner: Browser
    ) -> None:
        world = owner.world
        world.put("carts/setting", icon_display="T")
        client = world.full.credentials.client_id
        address = f"{HISTORY}/range?app={client}&from=2026-11-21&to=2026-11-21"
        viewer = sub_admin(world, "viewer", {"activity": "edit", "settings": "view"})
        editor = sub_admin(world, "editor", {"activity": "edit", "settings": "edit"})

        page = viewer.open(address)
        refused = press(viewer, page, "preview")
        forged = viewer.submit(
            f"{HISTORY}/range",
            {
                "form_token": form_token(page.text),
                "deed": "undo",
                "app": client,
                "start": "2026-11-21T00:00:00",
                "end": "2026-11-21T23:59:59",
            },
        )

        assert (refused.status_code, forged.status_code) == (409, 409)
        assert "Nothing of this time can be undone." in forged.text
        assert world.get("carts/setting")["cart"]["icon_display"] == "T"
        preview = press(editor, editor.open(address), "preview")
        assert said(press(editor, preview, "undo")) == "The changes were undone."
        assert world.get("carts/setting")["cart"]["icon_display"] == "F"

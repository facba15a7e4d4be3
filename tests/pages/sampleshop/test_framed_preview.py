"""The preview in the frame of the shop editor: who may show it, and what runs on it."""

import re

import pytest

from openmall.commerce.design.themes import framed_previews
from tests.access.oauth.authorization_requests import Browser
from tests.pages.sampleshop.shop_browser import Guest
from tests.pages.sampleshop.test_editor import draft, send
from tests.world import World

STAFF = "frame-ancestors https://admin.openmall.localhost"
POLICY = "content-security-policy"


def framed(owner: Browser, editor: str) -> str:
    """Return the path of the preview that the editor frames."""
    source = re.search(r'<iframe src="https://[^/"]+([^"]+)"', owner.open(editor).text)
    assert source is not None
    return source[1]


def test_only_the_back_office_frames_the_signed_preview(owner: Browser, guest: Guest) -> None:
    editor = draft(owner)
    form = owner.open(editor)
    path = framed(owner, editor)
    shown = guest.open(path)
    plain, shop = guest.open(f"/skin-skin{editor.rpartition('/')[2]}/"), guest.open("/")

    assert f"frame-src {owner.world.base_url};" in form.headers[POLICY]
    assert "frame-ancestors 'none'" in form.headers[POLICY]
    assert shown.status_code == 200
    assert shown.headers[POLICY].endswith(STAFF)
    assert "x-frame-options" not in shown.headers
    for each in (plain, shop):
        assert each.status_code == 200
        assert each.headers[POLICY].endswith("frame-ancestors 'none'")
        assert each.headers["x-frame-options"] == "DENY"


def test_links_of_the_preview_stay_in_it(owner: Browser, guest: Guest) -> None:
    editor = draft(owner)
    path = framed(owner, editor)
    send(owner, editor, "add-banner")

    page = guest.see(path)

    assert page.count(f'href="{path}search"') >= 1
    assert 'href="/search"' not in page
    assert guest.open(f"{path}search").headers[POLICY].endswith(STAFF)


def test_no_script_but_the_shops_own_runs_and_no_visit_is_counted(
    world: World, owner: Browser, guest: Guest
) -> None:
    tag = {"src": "https://app.example.com/a.js", "display_location": ["MAIN"]}
    world.post("scripttags", **tag)
    path = framed(owner, draft(owner))

    page, shop = guest.open(path), guest.open("/")

    assert "app.example.com" in shop.text
    assert "/analytics.js" in shop.text
    assert "app.example.com" not in page.text + page.headers[POLICY]
    assert "/analytics.js" not in page.text
    assert "preview" in page.text
    assert "script-src 'self';" in page.headers[POLICY]


@pytest.mark.parametrize("change", ["signature", "theme", "cut", "empty", "public"])
def test_an_address_that_was_not_signed_for_the_theme_is_not_found(
    owner: Browser, guest: Guest, change: str
) -> None:
    draft(owner)
    path = framed(owner, draft(owner))
    head, signed = path.rstrip("/").split(".", 1)
    forged = {
        "signature": f"{head}.{signed[:-1]}{'A' if signed[-1] != 'A' else 'B'}/",
        "theme": f"/skin-skin2.{signed}/",
        "cut": f"{head}.{signed.partition('.')[0]}/",
        "empty": f"{head}./",
        "public": f"/skin-skin1.{signed}/",
    }[change]
    assert head == "/skin-skin3"

    answer = guest.open(forged)

    assert answer.status_code == 404
    assert "frame-ancestors 'none'" in answer.headers[POLICY]


def test_an_address_ends_after_half_a_day(world: World, owner: Browser, guest: Guest) -> None:
    path = framed(owner, draft(owner))
    assert guest.open(path).status_code == 200

    world.stage.clock.pass_(framed_previews.SECONDS)

    assert guest.open(path).status_code == 404


def test_private_pages_open_in_the_signed_preview_alone(owner: Browser, guest: Guest) -> None:
    editor = draft(owner)
    path = framed(owner, editor)
    number = editor.rpartition("/")[2]
    frame = {"Sec-Fetch-Dest": "iframe"}

    opened = guest.open(f"{path}cards", **frame)

    assert guest.open("/cards", **frame).status_code == 403
    assert guest.open(f"/skin-skin{number}/cards", **frame).status_code == 403
    # to the page where one signs in
    assert opened.status_code == 303
    assert opened.headers["location"].startswith(path)

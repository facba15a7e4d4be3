"""Design in the back office: themes copied, published, previewed; pages edited and brought back."""

import re
from typing import Any

import httpx
import pytest

from tests.access.oauth.authorization_requests import Browser, manager
from tests.page_content import form_token
from tests.world import World

DESIGN = "/admin/design"
PHONE = "Mozilla/5.0 (iPhone) AppleWebKit Mobile/15E148"
FAILING = "<p>\n{% render '/nowhere.html' %}"


@pytest.fixture
def owner(world: World) -> Browser:
    """The browser of the head admin, signed in."""
    manager(world)
    browser = Browser(world)
    assert browser.sign_in("/api/v2/oauth/sign-in").status_code == 200
    return browser


def send(owner: Browser, place: str = DESIGN, /, **values: str) -> httpx.Response:
    """Send a form of a page, as it stands there but for `values`."""
    return owner.submit(place, {"form_token": form_token(owner.open(place).text), **values})


def copy(owner: Browser, name: str = "Winter", screen: str = "pc", of: int = 1) -> int:
    answer = send(owner, act="copy", skin_no=str(of), name=name, type=screen)
    assert answer.status_code == 303, answer.text
    [new, *_] = owner.world.get("themes", type=screen)["themes"]
    assert new["skin_name"] == name
    number: int = new["skin_no"]
    return number


def publish(owner: Browser, skin_no: int, *shops: int) -> httpx.Response:
    chosen = {f"shop-{each}": "T" for each in shops}
    return send(owner, act="publish", skin_no=str(skin_no), **chosen)


def write(world: World, skin_no: int, source: str, path: str = "/index.html") -> None:
    request = {"path": path, "source": source}
    answer = world.call("PUT", f"themes/{skin_no}/pages", json={"request": request})
    assert answer.status_code == 200, answer.text


def page(world: World, path: str = "/", agent: str = "") -> str:
    answer = world.request("GET", path, headers={"User-Agent": agent})
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def theme(world: World, skin_no: int) -> dict[str, Any]:
    found: dict[str, Any] = world.get(f"themes/{skin_no}")["theme"]
    return found


def test_a_copy_has_the_pages_and_texts_of_its_theme_and_is_not_published(owner: Browser) -> None:
    world = owner.world
    write(world, 1, "<p>First</p>")
    texts = {"language_code": "en_US", "source": '{"Search": "Find"}'}
    world.put("translations/themes/1", skin_translation=texts)

    number = copy(owner)
    write(world, 1, "<p>Changed</p>")

    copied = world.get(f"themes/{number}/pages", path="/index.html")["page"]
    assert (copied["source"], copied["skin_code"]) == ("<p>First</p>", f"skin{number}")
    shown = theme(world, number)
    assert (shown["usage_type"], shown["parent_skin_no"]) == ("C", 1)
    assert shown["published_in"] == "unpublished"
    translated = world.get(f"translations/themes/{number}", language_code="en_US")["theme"]
    assert translated["skin_translation"]["source"] == texts["source"]
    assert world.get("themes/count") == {"count": 2}


def test_a_theme_is_seen_in_its_preview_before_it_is_published(owner: Browser) -> None:
    world = owner.world
    number = copy(owner)
    write(world, number, "<p>Winter {{ '/cart' | link }}</p>")

    preview = page(world, f"/skin-skin{number}")

    assert f"<p>Winter /skin-skin{number}/cart</p>" in preview
    assert "This is a preview" in preview or "미리보기" in preview
    assert "Winter" not in page(world)
    assert "Winter" in page(world, f"/shop2/skin-skin{number}")
    assert world.request("GET", f"/skin-skin{number}/cart").status_code == 200
    assert world.request("GET", "/skin-skin99").status_code == 404


def test_a_theme_is_published_in_one_shop_and_rolled_back(owner: Browser) -> None:
    world = owner.world
    number = copy(owner)
    write(world, number, "<p>Winter</p>")

    answer = publish(owner, number, 2)

    assert answer.headers["Location"].endswith("done=publish")
    assert "Winter" in page(world, "/shop2")
    assert "Winter" not in page(world)
    assert theme(world, number)["published_in"] == "2"
    assert theme(world, 1)["published_in"] == "1"
    again = publish(owner, number, 2)
    assert again.headers["Location"].endswith("done=same")
    send(owner, act="back", shop_no="2", type="pc")
    assert "Winter" not in page(world, "/shop2")
    send(owner, act="back", shop_no="2", type="pc")
    assert "Winter" in page(world, "/shop2")


def test_phones_see_a_theme_for_phones_where_one_is_published(owner: Browser) -> None:
    world = owner.world
    number = copy(owner, screen="mobile")
    write(world, number, "<p>Small</p>")

    publish(owner, number, 1)

    assert "Small" in page(world, agent=PHONE)
    assert "Small" not in page(world)
    assert "Small" not in page(world, "/shop2", agent=PHONE)
    send(owner, act="back", shop_no="1", type="mobile")
    assert "Small" not in page(world, agent=PHONE)


def test_a_published_theme_is_not_deleted_and_a_deleted_one_is_gone(owner: Browser) -> None:
    world = owner.world
    number = copy(owner)
    publish(owner, number, 1)

    refused = send(owner, act="remove", skin_no=str(number))
    default = send(owner, act="remove", skin_no="1")
    send(owner, act="back", shop_no="1", type="pc")
    removed = send(owner, act="remove", skin_no=str(number))

    assert (refused.status_code, default.status_code, removed.status_code) == (422, 422, 303)
    assert "A shop shows this design." in refused.text
    assert world.call("GET", f"themes/{number}").status_code == 404
    assert send(owner, act="back", shop_no="1", type="pc").status_code == 422
    assert world.request("GET", f"/skin-skin{number}").status_code == 404


def test_a_mall_has_at_most_a_hundred_themes(owner: Browser) -> None:
    # the default theme has no row until it is changed, but counts
    write(owner.world, 1, "<p>First</p>")
    for at in range(99):
        copy(owner, name=f"Theme {at}")

    answer = send(owner, act="copy", skin_no="1", name="One more", type="pc")

    assert answer.status_code == 422
    assert owner.world.get("themes/count") == {"count": 100}


def test_an_error_is_shown_with_its_line_and_the_typed_source_stays(owner: Browser) -> None:
    place = f"{DESIGN}/1"
    typed = "<p>\r\n{% if member %}"

    answer = send(owner, place, act="save", path="/index.html", source=typed)

    assert answer.status_code == 422
    assert "line 2, column 16" in answer.text
    assert "{% if member %}</textarea>" in answer.text
    assert "{% if member %}\n" in answer.text.partition("<pre")[2]


def test_a_page_is_saved_reset_and_restored(owner: Browser) -> None:
    world, place = owner.world, f"{DESIGN}/1"
    for source in ("<p>One</p>", "<p>Two</p>"):
        answer = send(owner, place, act="save", path="/index.html", source=source)
        assert answer.headers["Location"].endswith("done=saved")
    assert "Two" in page(world)

    send(owner, place, act="reset", path="/index.html")
    after_reset = page(world)
    send(owner, place, act="restore", path="/index.html", version="1")

    assert "Two" not in after_reset
    assert "<p>One</p>" in page(world)
    history = owner.open(f"{place}?path=/index.html").text
    assert "Version 1" in history
    assert "Version 2" in history
    gone = send(owner, place, act="restore", path="/index.html", version="77")
    assert gone.status_code == 404


def test_the_history_of_a_page_is_bounded(owner: Browser) -> None:
    for at in range(35):
        write(owner.world, 1, f"<p>{at}</p>")

    history = owner.open(f"{DESIGN}/1?path=/index.html").text

    assert [int(each) for each in re.findall(r"Version (\d+)", history)] == list(range(34, 4, -1))


def test_visitors_keep_the_version_that_works_and_the_merchant_sees_the_failure(
    owner: Browser,
) -> None:
    world = owner.world
    write(world, 1, "<p>Works</p>")
    write(world, 1, FAILING)

    visits = [page(world) for _ in range(3)]

    assert all("<p>Works</p>" in each for each in visits)
    listed = owner.open(f"{DESIGN}/1").text
    assert "Pages with errors" in listed
    assert "Line 2, column 11: it includes a page that does not exist" in listed
    assert "This page failed" in owner.open(f"{DESIGN}/1?path=/index.html").text
    write(world, 1, "<p>Better</p>")
    assert "<p>Better</p>" in page(world)
    assert "Pages with errors" not in owner.open(f"{DESIGN}/1").text


def test_a_part_that_fails_is_replaced_on_every_page(owner: Browser) -> None:
    world = owner.world
    world.product()
    write(world, 1, "<p>Shelf</p>", "/snippet/shelf.html")
    write(world, 1, "<p>\n{{ 1 | divided_by: 0 }}", "/snippet/shelf.html")

    home, search = page(world), page(world, "/search?q=a")

    assert "<p>Shelf</p>" in home
    assert "<h1" in search
    listed = owner.open(f"{DESIGN}/1").text
    assert "/snippet/shelf.html" in listed.partition("Pages with errors")[2].partition("</ul>")[0]


def test_a_frame_that_fails_leaves_the_shipped_one(owner: Browser) -> None:
    world = owner.world

    write(world, 1, FAILING, "/layout/frame.html")

    assert '<header class="top slim">' in page(world)


def test_the_newest_version_is_tried_again_after_a_while(owner: Browser) -> None:
    world = owner.world
    write(world, 1, "<p>Works</p>")
    write(world, 1, "{% if newest.size > 0 %}<p>New</p>{% else %}{% render '/x.html' %}{% endif %}")
    empty = page(world)
    world.product()
    soon = page(world)

    world.stage.clock.pass_(61)

    assert "Works" in empty
    assert "Works" in soon
    assert "<p>New</p>" in page(world)


def test_what_managers_do_is_in_the_activity_log(owner: Browser) -> None:
    number = copy(owner)
    publish(owner, number, 1)

    activity = owner.open("/admin/activity").text

    assert re.findall(r'<p class="what">(Theme [^<]*)</p>', activity) == [
        "Theme published: Winter",
        "Theme added: Winter",
    ]
    assert f"skin{number}" not in activity


def test_forms_of_another_session_change_nothing(owner: Browser) -> None:
    answer = owner.submit(DESIGN, {"act": "copy", "skin_no": "1", "name": "X", "type": "pc"})

    assert answer.status_code == 403
    assert owner.world.get("themes/count") == {"count": 1}

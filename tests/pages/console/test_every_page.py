"""What holds on every page of the console: whose it is, and from where its forms come."""

import re

import pytest

from openmall.pages.console.pages import PAGES, Page, find
from tests.pages.console.developer_browser import Developer, without_keys
from tests.world import World

OWN = [page for page in PAGES if "{" in page.path]
FORMS = [page for page in PAGES if "POST" in page.methods]
_STRANGE = re.compile(r"\{(?!client_id|mall_id)\w+\}")


def name(page: Page) -> str:
    return page.path


def filled(page: Page, client_id: str, mall_id: str) -> str:
    """Return a page's address about an app and a mall; other placeholders say something."""
    path = page.path.replace("{client_id}", client_id).replace("{mall_id}", mall_id)
    return _STRANGE.sub("1", path)


@pytest.fixture
def places(kim: Developer) -> tuple[str, str]:
    """The client id of Kim's app, and the id of their test mall."""
    app = kim.app()
    return app.client_id, kim.mall(app).mall_id


@pytest.mark.parametrize("page", OWN, ids=name)
def test_what_is_anothers_is_not_there(
    kim: Developer, lee: Developer, places: tuple[str, str], page: Page
) -> None:
    path = filled(page, *places)
    token = lee.token("/developers")

    seen = {method: lee._sent(method, path).status_code for method in page.methods}
    sent = lee.submit(path, {"form_token": token}) if "POST" in page.methods else None
    missing = lee.open(filled(page, "none", "none"))

    assert set(seen.values()) == {404}
    assert sent is None or sent.status_code == 404
    found = lee.open(path).text.replace(path, filled(page, "none", "none"))
    assert without_keys(missing.text) == without_keys(found)
    if "GET" in page.methods and not _STRANGE.search(page.path):
        own = kim.open(path)
        assert own.status_code == 200
        assert "Times are at +09:00." in own.text


@pytest.mark.parametrize("page", [each for each in PAGES if not each.public], ids=name)
def test_nobody_sees_anything_before_signing_in(
    world: World, places: tuple[str, str], page: Page
) -> None:
    stranger = Developer(world)
    path = filled(page, *places)

    for method in page.methods:
        answer = stranger._sent(method, path)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/developers/sign-in?next=%2Fdevelopers")


@pytest.mark.parametrize("page", FORMS, ids=name)
def test_a_form_of_another_site_or_sign_in_changes_nothing(
    kim: Developer, lee: Developer, places: tuple[str, str], page: Page
) -> None:
    path = filled(page, *places)
    others = lee.token("/developers")

    forms = ({"x": "1"}, {"form_token": others}, {"form_token": ""})
    answers = [kim.submit(path, form) for form in forms]

    assert [answer.status_code for answer in answers] == [403] * 3
    assert "This page has expired" in answers[0].text
    assert kim.open("/developers").status_code == 200


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_only_known_methods_are_answered(
    kim: Developer, places: tuple[str, str], page: Page
) -> None:
    answer = kim._sent("DELETE", filled(page, *places))

    assert (answer.status_code, answer.headers["allow"]) == (405, ", ".join(page.methods))


@pytest.mark.parametrize(
    "page",
    [each for each in PAGES if not each.public and "GET" in each.methods],
    ids=name,
)
def test_every_page_is_spoken_in_korean(
    kim: Developer, places: tuple[str, str], page: Page
) -> None:
    kim.cookies["openmall-language"] = "ko"
    if _STRANGE.search(page.path):
        pytest.skip("what it is about is not made here")

    shown = kim.open(filled(page, *places))

    assert shown.status_code == 200
    assert '<html lang="ko">' in shown.text
    assert re.search(r"<h1>[^<]*[가-힣]", shown.text) or "{" in page.path
    assert "Project-Id-Version" not in shown.text
    assert len(shown.content) < 200_000


def test_a_page_that_takes_a_form_can_be_read_there() -> None:
    # choosing a language leads back to it
    assert [each.path for each in FORMS if "GET" not in each.methods] == ["/developers/sign-out"]


def test_written_words_win_over_placeholders() -> None:
    found = find("/developers/apps/new")
    assert found is not None
    assert (found[0].path, found[1]) == ("/developers/apps/new", {})
    assert find("/developers/apps/") is None
    assert find("/developers/none") is None


def test_a_page_that_is_not_there_is_said_in_the_frame(kim: Developer, world: World) -> None:
    inside, outside = kim.open("/developers/none"), Developer(world).open("/developers/none")

    assert (inside.status_code, outside.status_code) == (404, 404)
    assert "Page not found" in inside.text
    assert '<nav class="side"' in inside.text
    assert '<nav class="side"' not in outside.text


def test_a_query_of_too_many_words_is_refused(kim: Developer) -> None:
    answer = kim.open("/developers/apps?" + "&".join(["x"] * 101))

    assert answer.status_code == 400
    assert "The request is too long." in answer.text
    assert '<nav class="side"' in answer.text

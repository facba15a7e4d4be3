"""Boards in the back office: posts found, questions answered, reviews hidden and deleted."""

import re
from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.community.board_setup import FREE, QUESTIONS, REVIEWS, reply, write
from tests.pages.backoffice.page_forms import problem, said, send
from tests.world import World

LIST = "/admin/boards"


def shown(browser: Browser, board_no: int = FREE, query: str = "") -> list[str]:
    """Return the titles a board's page shows."""
    page = browser.open(f"{LIST}/{board_no}?{query}")
    assert page.status_code == 200, page.text
    rows = page.text.partition("<tbody>")[2]
    return re.findall(r'<a href="/admin/boards/\d+-\d+[^"]*">([^<]*)</a>', rows)


def place(post: dict[str, Any]) -> str:
    """Return the address of a post's page."""
    return f"{LIST}/{post['board_no']}-{post['article_no']}"


def stored(world: World, post: dict[str, Any]) -> dict[str, Any]:
    """Return a post as the API answers it."""
    listed = world.get(f"boards/{post['board_no']}/articles", limit=100)["articles"]
    [found] = [each for each in listed if each["article_no"] == post["article_no"]]
    kept: dict[str, Any] = found
    return kept


def test_every_board_is_listed(owner: Browser) -> None:
    page = owner.open(LIST).text
    boards = owner.world.get("boards")["boards"]

    for board in boards:
        assert f'<a href="/admin/boards/{board["board_no"]}">' in page
    assert len(boards) == 9


class TestList:
    def test_search(self, owner: Browser) -> None:
        world = owner.world
        product = world.product()["product_no"]
        first = write(world, QUESTIONS, title="Wash", content="How?", product_no=product)
        reply(world, first, title="Re: Wash", content="Warm", product_no=product)
        second = write(world, QUESTIONS, title="Size", writer="Lee", content="How wide?")
        world.put(f"boards/{QUESTIONS}/articles/{second['article_no']}", display="F")

        found = {
            query: shown(owner, QUESTIONS, query)
            for query in (
                "",
                "search=subject&keyword=Size",
                "search=content&keyword=Warm",
                "search=writer_name&keyword=Lee",
                "reply_status=N",
                "reply_status=C",
                "is_display=F",
                "from=2026-11-22",
            )
        }

        assert list(found.values()) == [
            ["Size", "Wash", "Re: Wash"],
            ["Size"],
            ["Re: Wash"],
            ["Size"],
            ["Size"],
            ["Wash"],
            ["Size"],
            [],
        ]
        assert "No matching posts." in owner.open(f"{LIST}/{QUESTIONS}?from=2026-11-22").text

    def test_an_empty_board(self, owner: Browser) -> None:
        assert "There are no posts yet." in owner.open(f"{LIST}/{FREE}").text

    def test_a_date_that_is_none(self, owner: Browser) -> None:
        page = owner.open(f"{LIST}/{FREE}?from=soon")

        assert page.status_code == 422
        assert problem(page, "from") == "This is not a date."

    @pytest.mark.parametrize("below", ["77", "x", f"{FREE}-1", f"{FREE}-1-2", "77-1"])
    def test_what_is_not_there_is_told_in_the_frame(self, owner: Browser, below: str) -> None:
        page = owner.open(f"{LIST}/{below}")

        assert page.status_code == 404
        assert "Not found" in page.text


class TestPost:
    def test_a_question_is_answered(self, owner: Browser) -> None:
        world = owner.world
        product = world.product()["product_no"]
        question = write(world, QUESTIONS, title="Wash", secret="T", product_no=product)

        page = send(owner, place(question), "answer", content="Warm, <b>not</b> hot.")

        answer = world.get(f"boards/{QUESTIONS}/articles", limit=10)["articles"][1]
        assert said(page) == "The answer was sent."
        assert "Warm," in page.text.partition('id="replies"')[2]
        assert "<b>not" not in page.text
        assert stored(world, question)["reply_status"] == "C"
        assert {
            name: answer[name]
            for name in ("parent_article_no", "title", "content", "writer", "secret", "product_no")
        } == {
            "parent_article_no": question["article_no"],
            "title": "Re: Wash",
            "content": "Warm, <b>not</b> hot.",
            "writer": "Kim Owner",
            "secret": "T",
            "product_no": product,
        }

    def test_an_answer_about_no_product_is_found_below_its_question(self, owner: Browser) -> None:
        question = write(owner.world, FREE, title="Parking")
        write(owner.world, FREE, title="Parking at night")

        page = send(owner, place(question), "answer", content="Behind the house.")

        below = page.text.partition('id="replies"')[2]
        assert "Behind the house." in below
        assert "Parking at night" not in below

    def test_an_empty_answer(self, owner: Browser) -> None:
        question = write(owner.world, QUESTIONS)

        page = send(owner, place(question), "answer", content=" ")

        assert page.status_code == 422
        assert problem(page, "content") == "This field is required."
        assert stored(owner.world, question)["reply_status"] == "N"

    def test_a_review_is_hidden_and_shown_again(self, owner: Browser) -> None:
        world = owner.world
        product = world.product()["product_no"]
        review = write(world, REVIEWS, rating=2, product_no=product)

        hidden = send(owner, place(review), "hide")
        away = stored(world, review)["display"]
        again = send(owner, place(review), "show")

        assert "★★<" in hidden.text
        assert said(hidden) == "The post is hidden."
        assert away == "F"
        assert said(again) == "The post is shown."
        assert stored(world, review)["display"] == "T"

    def test_comments(self, owner: Browser) -> None:
        world = owner.world
        post = write(world, FREE)
        path = f"boards/{FREE}/articles/{post['article_no']}/comments"

        page = send(owner, place(post), "comment", said="Thank <b>you</b>")
        [comment] = world.get(path)["comments"]
        gone = send(owner, place(post), "uncomment")

        assert said(page) == "The comment was saved."
        assert "Thank you<br>" in page.text
        assert (comment["content"], comment["writer"]) == ("Thank <b>you</b>", "Kim Owner")
        assert said(gone) == "The comment was deleted."
        assert world.get(path) == {"comments": []}

    def test_delete_asks_first(self, owner: Browser) -> None:
        post = write(owner.world, FREE)

        question = owner.open(f"{place(post)}?delete=1")
        page = send(owner, f"{place(post)}?delete=1", "delete")

        assert "Delete the post?" in question.text
        assert said(page) == "The post was deleted."
        assert owner.open(place(post)).status_code == 404

    def test_a_form_of_another_site_changes_nothing(self, owner: Browser) -> None:
        post = write(owner.world, FREE)

        assert owner.submit(place(post), {"deed": "hide"}).status_code == 403
        assert stored(owner.world, post)["display"] == "T"

    def test_titles_are_escaped(self, owner: Browser) -> None:
        post = write(owner.world, FREE, title="<script>x</script>", content="<img src=x>")

        for address in (f"{LIST}/{FREE}", place(post), f"{place(post)}?delete=1"):
            page = owner.open(address).text
            assert "<script>x" not in page
            assert "<img src=x>" not in page

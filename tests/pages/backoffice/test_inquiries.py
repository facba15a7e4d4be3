"""The shop's own posts, and the queue of what customers wait for an answer to."""

import re
from typing import Any

import pytest

from openmall.commerce.community import urgentinquiry
from openmall.commerce.community.articles import office as article_office
from openmall.pages.backoffice import list_queries
from openmall.pages.backoffice.boards import inquiries
from tests.access.oauth.authorization_requests import SIGN_IN, Browser
from tests.commerce.community.board_setup import FREE, QUESTIONS, REVIEWS, reply, write
from tests.commerce.customer.customer_setup import do, join
from tests.pages.backoffice.page_forms import forms, problem, said, send
from tests.world import World

QUEUE, INQUIRIES, NOTICES = "/admin/inquiries", 9, 1
BOARD = "/admin/boards"


def titles(owner: Browser, tab: str) -> list[str]:
    page = owner.open(f"{QUEUE}?tab={tab}").text
    return re.findall(r'<h2 id="post-\d+">(?:<a [^>]*>)?([^<]*)<', page)


def counts(owner: Browser) -> list[str]:
    page = owner.open(QUEUE).text
    return re.findall(r'<span class="number">(\d+)</span></a></li>', page)


def urgent(world: World, title: str) -> int:
    draft = urgentinquiry.InquiryDraft(title=title, content="Soon", writer="Kim")
    found = do(world, lambda call: urgentinquiry.receive(call, draft))
    return found.article_no


def act(owner: Browser, tab: str, deed: str, post: Any, **typed: str) -> Any:
    """Send the form of a post in the queue and return the page that follows."""
    address = f"{QUEUE}?tab={tab}"
    [form] = [
        each
        for each in forms(owner.open(address).text)
        if (each.values.get("deed"), each.values.get("number")) == (deed, str(post))
    ]
    answer = owner.submit(form.action, {**form.values, **typed})
    return owner.open(answer.headers["location"]) if answer.status_code == 303 else answer


def test_what_waits_is_listed_the_oldest_first_and_counted(world: World, owner: Browser) -> None:
    first = write(world, QUESTIONS, title="First")
    write(world, QUESTIONS, title="Second")
    done = write(world, QUESTIONS, title="Answered")
    reply(world, done, title="Re")
    write(world, INQUIRIES, title="Mine")
    urgent(world, "Now")
    write(world, REVIEWS, title="Good", rating=5)

    assert titles(owner, "questions") == ["First", "Second"]
    assert titles(owner, "inquiries") == ["Mine"]
    assert titles(owner, "urgent") == ["Now"]
    assert titles(owner, "reviews") == ["Good"]
    assert counts(owner) == ["2", "1", "1", "1"]
    listed = owner.open(f"{BOARD}/{QUESTIONS}?reply_status=N").text
    assert len(re.findall(rf'href="{BOARD}/{QUESTIONS}-\d+"', listed)) == 2
    assert first["article_no"]


def test_the_queue_of_reviews_goes_on_beyond_the_newest_posts(
    world: World, owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_queries, "ROWS", 2)
    monkeypatch.setattr(inquiries, "ROWS", 2)
    posts = [write(world, REVIEWS, title=f"Good {at}", rating=5) for at in range(5)]
    reply(world, posts[1], title="Thanks")

    first = titles(owner, "reviews")
    second = titles(owner, "reviews&page=2")
    page = owner.open(f"{QUEUE}?tab=reviews").text
    monkeypatch.setattr(article_office, "MOST_COUNTED", 4)

    assert (first, second) == (["Good 0", "Good 2"], ["Good 3", "Good 4"])
    assert "page=2" in page
    assert "page=3" not in owner.open(f"{QUEUE}?tab=reviews&page=2").text
    assert counts(owner)[:3] == ["0", "0", "0"]
    assert '<span class="number">4+</span>' in owner.open(QUEUE).text


def test_a_post_of_long_ago_is_no_longer_waited_for(world: World, owner: Browser) -> None:
    write(world, REVIEWS, title="Old", rating=5)
    world.stage.clock.pass_(article_office.SECONDS + 60)
    owner = Browser(world)
    owner.sign_in(SIGN_IN)

    assert titles(owner, "reviews") == []


def test_a_question_is_answered_in_the_queue(world: World, owner: Browser) -> None:
    post = write(world, QUESTIONS, title="How?")

    empty = act(owner, "questions", "answer", post["article_no"], content=" ")
    page = act(owner, "questions", "answer", post["article_no"], content="Like this")

    assert "This field is required." in empty.text
    assert said(page) == "The answer was sent."
    assert titles(owner, "questions") == []
    articles = world.get(f"boards/{QUESTIONS}/articles", limit=10)["articles"]
    assert [(each["title"], each["content"]) for each in articles][1] == ("Re: How?", "Like this")


def test_an_urgent_inquiry_is_answered_in_the_queue(world: World, owner: Browser) -> None:
    number = urgent(world, "Now")

    page = act(owner, "urgent", "answer", number, content="At once")

    assert said(page) == "The answer was sent."
    assert titles(owner, "urgent") == []
    assert world.get(f"urgentinquiry/{number}/reply")["reply"]["content"] == "At once"


def test_a_review_is_hidden(world: World, owner: Browser) -> None:
    post = write(world, REVIEWS, title="Spam", rating=1)

    page = act(owner, "reviews", "hide", post["article_no"])

    assert said(page) == "The post is hidden."
    assert titles(owner, "reviews") == []


def test_a_review_is_rewarded_once(world: World, owner: Browser) -> None:
    join(world, "ann")
    post = write(world, REVIEWS, title="Good", rating=5, member_id="ann")
    number = post["article_no"]

    first = act(owner, "reviews", "points", number, amount="1,000")
    again = act(owner, "reviews", "points", number, amount="1,000")
    there = send(owner, f"{BOARD}/{REVIEWS}-{number}", "points", amount="500")

    assert said(first) == "The points were given."
    assert "Points were given for this post already." in again.text
    assert problem(there, "amount") == "Points were given for this post already."
    entries = world.get("points", member_id="ann", start_date="2026-11-01", end_date="2026-11-30")[
        "points"
    ]
    assert [each["available_points_increase"] for each in entries] == ["1000.00"]


def test_the_shop_writes_a_notice_of_its_own(world: World, owner: Browser) -> None:
    page = send(
        owner, f"{BOARD}/{NOTICES}-new", "write", title="Holidays", content="Closed\nuntil May",
        notice="T",
    )  # fmt: skip

    [post] = world.get(f"boards/{NOTICES}/articles", limit=10)["articles"]
    assert said(page) == "The post was written."
    assert (post["title"], post["notice"], post["content"]) == (
        "Holidays",
        "T",
        "Closed\nuntil May",
    )


def test_a_form_that_is_sent_twice_writes_one_post(world: World, owner: Browser) -> None:
    address = f"{BOARD}/{NOTICES}-new"
    [form] = [each for each in forms(owner.open(address).text) if "key" in each.values]
    values = {**form.values, "title": "Once", "content": "Text"}

    first, second = owner.submit(address, values), owner.submit(address, values)

    assert first.headers["location"] == second.headers["location"]
    assert len(world.get(f"boards/{NOTICES}/articles", limit=10)["articles"]) == 1


def test_what_lacks_stands_beside_its_field(world: World, owner: Browser) -> None:
    page = send(owner, f"{BOARD}/{NOTICES}-new", "write", title="", content="Text")

    assert problem(page, "title") == "This field is required."
    assert "Text</textarea>" in page.text
    assert world.get(f"boards/{NOTICES}/articles", limit=10)["articles"] == []
    assert owner.open(f"{BOARD}/99-new").status_code == 404


def test_a_post_of_the_shop_is_edited_pinned_and_unpinned(world: World, owner: Browser) -> None:
    post = write(world, FREE, title="Old", content="Old text")
    address = f"{BOARD}/{FREE}-{post['article_no']}"

    edited = send(owner, address, "edit", title="New", new_content="New text", notice="T")
    pinned = send(owner, address, "pin")
    [stored] = world.get(f"boards/{FREE}/articles")["articles"]
    unpinned = send(owner, address, "unpin")

    assert said(edited) == "The post was changed."
    assert (stored["title"], stored["content"]) == ("New", "New text")
    assert (stored["notice"], stored["fixed"]) == ("T", "T")
    assert (said(pinned), said(unpinned)) == (
        "The post is pinned to the top.", "The post is no longer pinned.",
    )  # fmt: skip
    assert world.get(f"boards/{FREE}/articles")["articles"][0]["fixed"] == "F"


def test_what_customers_wrote_is_not_edited(world: World, owner: Browser) -> None:
    join(world, "ann")
    post = write(world, FREE, title="Mine", member_id="ann")

    page = owner.open(f"{BOARD}/{FREE}-{post['article_no']}").text

    assert 'value="edit"' not in page

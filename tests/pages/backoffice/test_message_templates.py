"""The texts of messages are changed, previewed and reset in the back office."""

import httpx

from tests.access.oauth.authorization_requests import Browser, hidden
from tests.commerce.notification.outbox_reading import written
from tests.commerce.notification.test_automatic_messages import order
from tests.world import World

LIST = "/admin/message-templates"
ONE = f"{LIST}/order_received"


def send(owner: Browser, act: str, at: str = ONE, **parts: str) -> httpx.Response:
    token = hidden(owner.open(at))
    return owner.submit(f"{at}?shop_no=1", {**token, "act": act, **parts})


def test_every_occasion_is_listed_and_a_changed_one_marked(world: World, owner: Browser) -> None:
    before = owner.open(LIST).text

    answer = send(owner, "save", subject="Ours {{ NAME }}")

    assert answer.status_code == 303
    assert "Order received" in before
    assert ("Your own" in before, "Your own" in owner.open(LIST).text) == (False, True)


def test_a_saved_text_is_sent_shown_and_logged(world: World, owner: Browser) -> None:
    send(owner, "save", subject="Ours", text="Order {{ ORDER_ID }}")

    number = order(world)
    page = owner.open(ONE).text

    mail = written(world)[0]
    assert (mail.subject, mail.body) == ("Ours", f"Order {number}")
    assert "Order {{ ORDER_ID }}" in page
    assert "Message text changed: Order received" in owner.open("/admin/activity").text


def test_a_preview_shows_samples_and_saves_nothing(world: World, owner: Browser) -> None:
    page = send(owner, "preview", text="Order of {{ NAME }}: {{ AMOUNT }}").text

    order(world)

    assert "Order of " in page
    assert "This is not saved yet." in page
    assert not written(world)[0].body.startswith("Order of")


def test_a_broken_text_is_refused_with_line_and_column_and_stays_in_the_form(
    world: World, owner: Browser
) -> None:
    answer = send(owner, "save", text="Hello\n  {{ NOBODY }}")

    assert answer.status_code == 422
    assert "Line 2, column 6" in answer.text
    assert "NOBODY }}" in answer.text
    assert "Your own" not in owner.open(LIST).text


def test_a_reset_brings_the_original_texts_back(world: World, owner: Browser) -> None:
    send(owner, "save", subject="Ours")

    done = owner.open(send(owner, "reset").headers["location"]).text

    assert "The original texts are sent again." in done
    assert "Your own" not in owner.open(LIST).text


def test_nothing_is_stored_of_texts_that_are_the_original_ones(
    world: World, owner: Browser
) -> None:
    page = owner.open(ONE).text
    subject = page.partition('name="subject"')[2].partition('value="')[2].partition('"')[0]

    location = send(owner, "save", subject=subject).headers["location"]

    assert location.endswith("done=same")
    assert "Your own" not in owner.open(LIST).text


def test_an_occasion_that_there_is_not_is_not_found(owner: Browser) -> None:
    assert owner.open(f"{LIST}/nothing").status_code == 404


def test_the_html_of_a_preview_runs_no_script(owner: Browser) -> None:
    page = send(owner, "preview", html="<script>alert(1)</script>Hello {{ NAME }}").text

    assert "<script>alert(1)</script>" not in page
    assert 'class="mail" sandbox srcdoc=' in page

"""What visitors read and write on the shop's boards."""

import hashlib
import itertools
import re

from tests.commerce.order.order_detail_setup import ship
from tests.commerce.order.order_setup import pay
from tests.commerce.product.stock_setup import stocked
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World

FREE = "/boards/5"
WHO = {"writer": "Guest", "password": "sesame"}


def test_a_guest_writes_and_is_read(world: World, guest: Guest) -> None:
    onward = guest.done(f"{FREE}/write", title="Hello", content="One\n\nTwo <3", **WHO)

    assert onward == f"{FREE}?done=written"
    board = guest.see(FREE)
    [number] = re.findall(rf"{FREE}/articles/(\d+)", board)
    page = guest.see(f"{FREE}/articles/{number}")
    assert re.findall(r'class="told">([^<]*)</p>', page) == ["One", "Two &lt;3"]
    comment = guest.done(f"{FREE}/articles/{number}", act="comment", content="Yes", **WHO)
    assert comment == f"{FREE}/articles/{number}?done=written"
    assert "Yes" in said(Guest(world).see(f"{FREE}/articles/{number}"))


def test_what_is_missing_is_said(guest: Guest) -> None:
    answer = guest.send(f"{FREE}/write", title="", content="Kept", **WHO)

    assert answer.status_code == 422
    assert 'id="f-title-problem">Please fill this in.' in answer.text
    assert ">Kept</textarea>" in answer.text
    assert "sesame" not in answer.text
    nameless = guest.send(f"{FREE}/write", title="Hello", content="All")
    assert nameless.status_code == 422


def test_what_is_secret_is_opened_with_its_password(world: World, guest: Guest) -> None:
    guest.done(f"{FREE}/write", title="Mine", content="Hidden words", secret="T", **WHO)
    stranger = Guest(world)
    board = stranger.see(FREE)
    [path] = re.findall(rf'href="({FREE}/articles/\d+\?secret=T)"', board)
    assert "Mine" not in board

    asked = stranger.see(path)
    wrong = stranger.send(path.partition("?")[0], path, act="open", password="guess")
    world.stage.clock.pass_(60)
    opened = stranger.send(path.partition("?")[0], path, act="open", password="sesame")

    assert "Enter the password to read this post." in asked
    assert wrong.status_code in (401, 404, 422)
    assert "Hidden words" not in wrong.text
    assert (opened.status_code, "Hidden words" in opened.text) == (200, True)
    stranger.see(path.partition("?")[0], 404)


def test_a_question_about_a_product_is_shown_beside_it(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    product = f"/products/{number}"
    [write] = re.findall(rf'href="(/boards/6/write\?product_no={number})"', guest.see(product))

    before = guest.see(product)
    page = guest.see(write)
    onward = guest.done(
        "/boards/6/write", write, title="Is it warm?", content="Well?", product_no=number, **WHO
    )

    assert "Ask a question" in before
    assert "No questions yet" in before
    assert "No reviews yet" in before
    assert "<h1>Ask a question</h1>" in page
    assert "<title>Ask a question ·" in page
    assert "Linen apron" in page
    assert 'name="rating"' not in page
    assert onward == f"{product}?done=written"
    assert "Is it warm?" in guest.see(product)
    assert "Is it warm?" in guest.see("/boards/6")
    guest.join()
    assert 'name="rating"' in guest.see(f"/boards/4/write?product_no={number}")


def test_a_board_that_asks_for_proof(world: World, guest: Guest) -> None:
    world.put("boards/5", spam_auto_prevention={"member_scope": "A", "apply_scope": "post_actions"})
    page = guest.see(f"{FREE}/write")
    [challenge] = re.findall(r'name="challenge" value="([^"]*)"', page)
    [bits] = re.findall(r'data-bits="(\d+)"', page)
    form = {"title": "Hello", "content": "All", **WHO}

    unproven = guest.refused(f"{FREE}/write", **form, challenge=challenge, answer="")
    answer = next(
        str(at) for at in itertools.count()
        if int.from_bytes(hashlib.sha256(f"{challenge}{at}".encode()).digest())
        >> (256 - int(bits)) == 0
    )  # fmt: skip

    assert unproven[0] == 422
    proven = guest.done(f"{FREE}/write", **form, challenge=challenge, answer=answer)
    assert proven == f"{FREE}?done=written"


def test_a_member_deletes_what_they_wrote(guest: Guest) -> None:
    guest.join()
    guest.done(f"{FREE}/write", title="Hello", content="All")
    [number] = re.findall(rf"{FREE}/articles/(\d+)", guest.see(FREE))

    assert guest.done(f"{FREE}/articles/{number}", act="delete") == f"{FREE}?done=deleted"
    assert "No posts yet" in guest.see(FREE)


def test_boards_that_are_not_there_or_not_for_writing(world: World, guest: Guest) -> None:
    guest.see("/boards/999", 404)
    guest.see("/boards/999/write", 404)
    guest.see(f"{FREE}/articles/999", 404)
    world.put("boards/5", write_permission="N")

    assert "Write a post" not in guest.see(FREE)
    page = guest.see(f"{FREE}/write")
    assert "You cannot write on this board." in page
    assert 'name="content"' not in page
    sent = guest.refused(f"{FREE}/write", "/sign-in", title="Hello", content="All", **WHO)
    assert sent == (
        403,
        "You cannot write on this board.",
    )


def test_writing_is_offered_beside_a_product_to_those_who_may(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)

    def offered() -> bool:
        return f'href="/boards/4/write?product_no={number}"' in guest.see(f"/products/{number}")

    guest.join()
    to_members = offered()
    buyers = {"is_member_buy": "T", "member_write_after": "shipbegin_date"}
    world.put("boards/4", write_permission="V", write_permission_extra=buyers)
    without_order = offered()
    guest.put(number)
    order = guest.order()
    pay(world, order)
    before_shipping = offered()
    ship(world, order)

    assert (to_members, without_order, before_shipping, offered()) == (True, False, False, True)


def test_the_page_for_a_post_says_what_a_shopper_needs_first(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    page = f"/boards/4/write?product_no={number}"

    stranger = guest.see(page)
    guest.join()
    member = guest.see(page)
    world.put("boards/4", write_permission="I")
    unverified = guest.see(page)
    buyers = {"is_member_buy": "T", "member_write_after": "shipbegin_date"}
    world.put("boards/4", write_permission="V", write_permission_extra=buyers)
    without_order = guest.see(page)
    guest.put(number)
    order = guest.order()
    pay(world, order)
    ship(world, order)
    buyer = guest.see(page)

    assert f"/sign-in?next=/boards/4/write%3Fproduct_no%3D{number}" in stranger
    assert "Sign in to write on this board." in stranger
    assert "Only members with a verified identity can write on this board." in unverified
    assert "Only customers who bought this product can write about it." in without_order
    shown = [each for each in (stranger, unverified, without_order) if 'name="content"' in each]
    assert shown == []
    assert 'name="content"' in member
    assert 'name="content"' in buyer

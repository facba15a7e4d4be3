"""Somebody who forgot their password asks for a link, and sets a new one by it."""

import re

from tests.commerce.notification.outbox_reading import outbox
from tests.pages.sampleshop.shop_browser import Guest
from tests.world import World

NEW = "a new password"


def test_who_forgot_their_password_gets_a_link_and_signs_in_with_a_new_one(
    world: World, guest: Guest
) -> None:
    guest.join()
    visitor = Guest(world)
    assert 'href="/password"' in visitor.see("/sign-in")

    asked = visitor.done("/password", member_id="hana", email="hana@example.com")
    [mail] = outbox(world)
    [path] = re.findall(r"https://[^/ ]+(/password\?token=[^ ]+)", mail.body)
    opened = visitor.see(path)
    [token] = re.findall('name="reset_token" value="([^"]+)"', opened)
    saved = visitor.done("/password", reset_token=token, password=NEW)

    assert asked == "/sign-in?done=link-sent"
    assert "we have sent you an email with a link" in visitor.see(asked)
    assert saved == "/sign-in?done=password"
    assert visitor.done("/sign-in", member_id="hana", password=NEW, next="/") == "/?done=signed-in"


def test_a_link_that_was_used_is_replaced_by_the_form_to_ask_for_another(
    world: World, guest: Guest
) -> None:
    answer = guest.send("/password", reset_token="made.up", password=NEW)

    assert answer.status_code == 422
    assert "This link is not valid any more." in answer.text
    assert 'name="member_id"' in answer.text

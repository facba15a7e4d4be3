"""Links by which customers set a password: invitations, and forgotten passwords."""

import re
from typing import Any
from urllib.parse import unquote

from openmall.commerce.customer.customers import credentials
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from openmall.events.messages.store import Listed
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.notification.outbox_reading import may_send, outbox
from tests.world import World

MEMBER = "haneul"
ADDRESS = "haneul@example.com"
OLD, NEW = "the old password", "a new password"
_TOKEN = re.compile(r"https://[^ ?]+/password\?token=([^ ]+)")


def member(world: World, **said: Any) -> None:
    said = {"email": ADDRESS, "cellphone": "010-1111-2222", "name": "Kim Haneul"} | said
    join(world, MEMBER, password_hash=credentials.hash_new(OLD), **said)


def front(world: World, method: str, path: str, **values: Any) -> Any:
    return world.request(method, f"/api/v2/{path}", auth=world.full.basic, json={"request": values})


def forgotten(world: World, member_id: str = MEMBER, email: str = ADDRESS) -> Any:
    return front(world, "POST", "customers/passwordlinks", member_id=member_id, email=email)


def token(message: Listed) -> str:
    found = _TOKEN.search(message.body)
    assert found is not None
    return unquote(found[1])


def set_password(world: World, by: str, password: str = NEW) -> Any:
    return front(world, "POST", "customers/password", token=by, password=password)


def may_sign_in(world: World, password: str) -> bool:
    answer = front(world, "POST", "sessions", member_id=MEMBER, password=password)
    return bool(answer.status_code == 201)


def invite(world: World, by: str = "email", member_id: str = MEMBER) -> Any:
    path = f"customers/{member_id}/invitation"
    return world.call("POST", path, json={"request": {"invitation_type": by}})


def test_an_invited_customer_sets_a_password_and_signs_in(world: World) -> None:
    join(world, MEMBER, name="Kim Haneul", email=ADDRESS)

    answer = invite(world)
    [mail] = outbox(world)
    done = set_password(world, token(mail))

    assert answer.json() == {"invitation": {"shop_no": 1, "member_id": MEMBER}}
    assert (mail.channel, mail.occasion, mail.recipient) == ("email", "invitation", ADDRESS)
    assert done.json() == {"password": {"shop_no": 1, "member_id": MEMBER}}
    assert may_sign_in(world, NEW)


def test_an_invitation_goes_by_text_message_where_it_says_so(world: World) -> None:
    join(world, MEMBER, name="Kim Haneul", cellphone="010-1111-2222")
    may_send(world)

    assert invite(world, "sms").status_code == 201

    assert {(each.channel, each.recipient) for each in outbox(world)} == {("sms", "010-1111-2222")}


def test_nobody_is_invited_who_cannot_be_reached_or_may_not_sign_in(world: World) -> None:
    join(world, "unreachable")
    join(world, MEMBER, email=ADDRESS, cellphone="010-1111-2222")
    without_texts = invite(world, "sms")
    do(world, lambda call: customer_rules.block(call, MEMBER, "L"))

    assert without_texts.json()["error"]["message"].startswith(
        "The shop cannot send text messages."
    )
    assert [
        invite(world, member_id="nobody").status_code,
        invite(world, member_id="unreachable").status_code,
        invite(world).status_code,
    ] == [404, 422, 422]
    assert outbox(world) == []


def test_who_forgot_their_password_sets_a_new_one_once(world: World) -> None:
    member(world)

    answer = forgotten(world)
    [mail] = outbox(world)
    first = set_password(world, token(mail))
    second = set_password(world, token(mail), "another password")

    assert answer.status_code == 201
    assert (mail.occasion, mail.recipient) == ("password_reset", ADDRESS)
    assert (first.status_code, second.status_code) == (201, 422)
    assert (may_sign_in(world, OLD), may_sign_in(world, NEW)) == (False, True)


def test_who_forgot_the_member_id_is_told_it_by_mail(world: World) -> None:
    member(world)
    for name, email in (("second", ADDRESS.upper()), ("stranger", "stranger@example.com")):
        join(world, name, email=email)

    answer = front(world, "POST", "customers/passwordlinks", email=ADDRESS)
    mails = outbox(world)

    assert (answer.status_code, answer.text) == (201, '{"passwordlink":{"shop_no":1}}')
    assert sorted(mail.member_id for mail in mails) == [MEMBER, "second"]
    assert all(mail.member_id in mail.body for mail in mails)


def test_an_address_of_many_accounts_is_sent_few_links(world: World) -> None:
    for number in range(7):
        join(world, f"shared{number}", email=ADDRESS)
    front(world, "POST", "customers/passwordlinks", email=ADDRESS)
    front(world, "POST", "customers/passwordlinks", email="")

    assert len(outbox(world)) == 5


def test_the_answer_does_not_tell_whether_there_is_an_account(world: World) -> None:
    member(world)

    answers = [
        forgotten(world),
        forgotten(world, member_id="stranger"),
        forgotten(world, email="somebody@example.com"),
    ]

    assert {(each.status_code, each.text) for each in answers} == {
        (201, '{"passwordlink":{"shop_no":1}}')
    }
    assert len(outbox(world)) == 1


def test_a_link_expires_and_none_is_valid_for_another_purpose_or_changed(world: World) -> None:
    member(world)
    forgotten(world)
    [mail] = outbox(world)
    good = token(mail)

    changed = set_password(world, good[:-2] + ("aa" if good[-2:] != "aa" else "bb"))
    world.stage.clock.pass_(3_601)
    late = set_password(world, good)

    gone = (422, "This link is not valid any more. (parameter.token)")
    assert [(each.status_code, each.json()["error"]["message"]) for each in (changed, late)] == [
        gone,
        gone,
    ]
    assert may_sign_in(world, OLD)


def test_few_links_are_sent_to_one_customer(world: World) -> None:
    member(world)

    answers = {forgotten(world).status_code for _ in range(6)}

    assert answers == {201}
    assert len(outbox(world)) == 3


def test_a_link_of_an_erased_customer_sets_nothing(world: World) -> None:
    member(world)
    forgotten(world)
    by = token(outbox(world)[0])

    do(world, lambda call: data_subject_rules.erase(call, MEMBER))

    assert set_password(world, by).status_code == 422

"""A push or chat message that fails is sent another way, as the settings of the shop have it."""

from typing import Any

import pytest

from openmall.commerce.customer import plusapp
from openmall.commerce.notification.fallbacks import rules as fallback_rules
from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from openmall.contract.call import Mall
from openmall.database.seal import configured_seal
from openmall.events.messages import store as message_store
from openmall.events.messages.channels import HandOver, Outcome, Outgoing
from openmall.events.messages.delivery import RETRIES_BEFORE_FALLBACK, Delivery
from openmall.events.messages.store import Listed
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.notification.outbox_reading import PHONE, may_send, outbox, written
from tests.world import World

pytestmark = pytest.mark.both_stores

HANA = "hana"
MOBILE = "010-1111-2222"


class Scripted:
    """A channel that answers each message with what the test wants."""

    def __init__(self, result: Any) -> None:
        self.result = result
        self.sent: list[Outgoing] = []

    async def send(self, message: Outgoing, hand_over: HandOver) -> Outcome:
        self.sent.append(message)
        return Outcome(self.result, "scripted")

    async def close(self) -> None:
        """Do nothing."""


def customer_with_phone_and_app(world: World) -> None:
    """Let a customer be there whom push, chat and text messages reach, in a shop that sends all."""
    may_send(world)
    world.put("automessages/setting", send_method="K", send_method_push="T")
    world.put("chatappalimtalk/setting", use_chatappalimtalk="T")
    join(world, HANA, name="Hana Kim", email="hana@example.com", cellphone=MOBILE, sms="T")
    do(
        world,
        lambda call: plusapp.installed(
            call, HANA, device_id="phone", os_type="os_a", auto_login=True, push=True
        ),
    )
    written(world)


def deliver(world: World, **results: str) -> dict[str, Scripted]:
    """Deliver what is due, then write what follows what failed; return the channels by name."""

    async def mall(mall_id: str) -> Mall | None:
        found = await world.stage.app.directory.mall(mall_id)
        return found if mall_id == world.mall_id else None

    channels = {name: Scripted(result) for name, result in results.items()}
    database, clock = world.stage.app.database, world.stage.clock
    seal = configured_seal(world.stage.app.configuration)
    world.stage.run(Delivery(database, clock, channels, mall, seal).work)
    world.stage.run(lambda: fallback_rules.send_due(database, clock))
    return channels


def short(world: World) -> list[Listed]:
    """Return the messages of points that are no mail, the oldest first."""
    told = [each for each in outbox(world) if each.occasion == "points_given"]
    return [each for each in told if each.channel != "email"]


def points(world: World) -> None:
    world.post("points", member_id=HANA, amount="500", type="increase", reason="Thanks")
    written(world)


def test_a_refused_push_message_is_followed_by_chat_and_a_text_message(world: World) -> None:
    customer_with_phone_and_app(world)
    points(world)
    first = [each.channel for each in short(world)]

    for _ in range(4):
        deliver(world, push="refused", chatapp="refused", sms="accepted")

    assert first == ["push"]
    found = short(world)
    assert [(each.channel, each.state) for each in found] == [
        ("push", "failed"), ("chatapp", "failed"), ("sms", "sent"),
    ]  # fmt: skip
    assert [each.recipient for each in found] == [HANA, MOBILE, MOBILE]
    assert found[2].sender == PHONE
    assert {each.occasion for each in found} == {"points_given"}
    assert "500" in found[2].body


def test_a_text_message_that_follows_is_charged_when_it_is_sent(world: World) -> None:
    customer_with_phone_and_app(world)
    before = world.get("sms/balance")["sms"]["balance"]
    points(world)

    written_only = world.get("sms/balance")["sms"]["balance"]
    for _ in range(3):
        deliver(world, push="refused", chatapp="refused")

    assert written_only == before
    assert float(world.get("sms/balance")["sms"]["balance"]) < float(before)


def test_a_push_message_that_was_accepted_or_may_have_been_is_not_followed(world: World) -> None:
    customer_with_phone_and_app(world)
    for result in ("accepted", "unknown"):
        points(world)
        deliver(world, push=result)

    deliver(world, push="refused")

    assert [each.state for each in short(world)] == ["sent", "unknown"]


def test_a_provider_that_is_away_costs_minutes_until_another_way_is_taken(world: World) -> None:
    customer_with_phone_and_app(world)
    points(world)

    for seconds in (*RETRIES_BEFORE_FALLBACK, 0):
        deliver(world, push="retry", chatapp="accepted")
        world.stage.clock.pass_(seconds)
    deliver(world, push="retry", chatapp="accepted")

    assert [(each.channel, each.state) for each in short(world)] == [
        ("push", "failed"), ("chatapp", "sent"),
    ]  # fmt: skip


def test_a_push_message_in_a_shop_without_other_ways_just_fails(world: World) -> None:
    customer_with_phone_and_app(world)
    world.put("automessages/setting", send_method="S", send_method_push="T")
    world.put("sms/setting", use_sms="F")
    points(world)

    deliver(world, push="refused")

    assert [(each.channel, each.state) for each in short(world)] == [("push", "failed")]


def test_an_erased_customer_is_reached_by_no_other_way(world: World) -> None:
    customer_with_phone_and_app(world)
    points(world)
    do(world, lambda call: data_subject_rules.erase(call, HANA))

    for _ in range(2):
        deliver(world, push="accepted", chatapp="accepted")

    assert [(each.channel, each.state) for each in short(world)] == [("push", "failed")]


def test_a_message_sent_again_by_hand_is_not_followed_twice(world: World) -> None:
    customer_with_phone_and_app(world)
    points(world)
    for _ in range(2):
        deliver(world, push="refused", chatapp="accepted")
    [push, _] = short(world)

    assert world.in_transaction(lambda db: message_store.resend(db, push.message_no))
    for _ in range(2):
        deliver(world, push="refused", chatapp="accepted")

    assert [each.channel for each in short(world)] == ["push", "chatapp"]

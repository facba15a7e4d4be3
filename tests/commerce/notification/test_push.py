"""Push messages go to the devices of those who agreed, now or at their time, once."""

from openmall.commerce.customer import plusapp
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.notification.outbox_reading import written
from tests.world import World

TIME = {"reserve_day": "2026-11-21", "reserve_hour": 9, "reserve_minuate": 30}


def with_device(world: World, member_id: str, os_type: str = "os_a", *, push: bool = True) -> None:
    join(world, member_id, gender="F" if os_type == "os_a" else "M")
    do(
        world,
        lambda call: plusapp.installed(
            call, member_id, device_id=f"{member_id}-1", os_type=os_type, auto_login=True, push=push
        ),
    )


def push(world: World, **request: object) -> dict[str, object]:
    found: dict[str, object] = world.post("push", **request)["push"]
    return found


def test_a_push_message_goes_to_every_device_that_takes_it(world: World) -> None:
    with_device(world, "ann")
    with_device(world, "ben", "os_b")
    with_device(world, "cho", push=False)

    code = push(world, send_type="immediately", content_os_a="Hi", title="Sale")["push_code"]
    messages = written(world)

    [one] = world.get("push", search_status="sending")["push"]
    assert [(each.recipient, each.subject, each.body) for each in messages] == [
        ("ann", "Sale", "Hi"),
        ("ben", "Sale", "Hi"),
    ]
    assert (one["push_code"], one["send_status"]) == (code, "T")
    assert (one["send_count_os_a"], one["send_count_os_b"]) == (1, 1)


def test_a_customer_in_two_groups_gets_one_message(world: World) -> None:
    with_device(world, "ann")
    with_device(world, "ben", "os_b")
    women = world.post("recipientgroups", group_name="Women", gender="F")["recipientgroup"]
    everybody = world.post("recipientgroups", group_name="All")["recipientgroup"]
    groups = [women["group_no"], everybody["group_no"]]

    push(world, send_type="immediately", receiver_type="group", group_no=groups, content_os_a="Hi")

    assert [each.recipient for each in written(world)] == ["ann", "ben"]


def test_a_reserved_message_waits_and_can_be_changed_until_then(world: World) -> None:
    with_device(world, "ann")
    made = push(world, send_type="reservation", content_os_a="Hi", **TIME)
    path = f"push/{made['push_code']}"
    early = written(world)

    world.put(path, content_os_a="Hello")
    [waiting] = world.get("push", search_status="reservation")["push"]
    world.stage.clock.pass_(1_800)
    messages = written(world)
    late = world.call("PUT", path, json={"request": {"content_os_a": "Too late"}})

    assert (early, waiting["send_status"]) == ([], "F")
    assert waiting["reserve_date"] == "2026-11-21T09:30:00+09:00"
    assert [each.body for each in messages] == ["Hello"]
    assert late.status_code == 422


def test_a_deleted_message_is_not_sent(world: World) -> None:
    with_device(world, "ann")
    code = push(world, send_type="reservation", content_os_a="Hi", **TIME)["push_code"]

    world.call("DELETE", f"push/{code}")
    world.stage.clock.pass_(3_600)

    assert written(world) == []
    assert world.get("push", search_status="reservation")["push"] == []


def test_only_the_chosen_system_and_customer_get_it(world: World) -> None:
    with_device(world, "ann")
    with_device(world, "ben", "os_b")

    push(world, send_type="immediately", os_type="os_b", content_os_b="For b")
    push(
        world, send_type="immediately", receiver_type="id", member_id="ann", content_os_a="For ann"
    )

    found = {(each.recipient, each.body) for each in written(world)}
    assert found == {("ben", "For b"), ("ann", "For ann")}

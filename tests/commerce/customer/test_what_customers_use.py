"""What a customer uses: the shop's app, accounts of other services, remembered ways to pay."""

from typing import Any

import pytest

from openmall.commerce.customer import paymentinformation, plusapp, social
from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting
from openmall.contract.crud.settings import write_setting
from openmall.contract.errors import NotFound
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.customer.test_grouping import events
from tests.error_bodies import error
from tests.world import World


def install(world: World, device_id: str, os_type: str, *, push: bool, shop_no: int = 1) -> None:
    async def work(call: Any) -> None:
        await plusapp.installed(
            call, "haneul", device_id=device_id, os_type=os_type, auto_login=True, push=push
        )

    do(world, work, shop_no)


def remember(world: World, method: str) -> paymentinformation.PaymentInformation:
    async def work(call: Any) -> paymentinformation.PaymentInformation:
        return await paymentinformation.remember(
            call, "haneul", payment_method=method, payment_gateway="gateway_a"
        )

    return do(world, work)


def link(world: World, name: str, code: str) -> None:
    def work(call: Any) -> Any:
        return social.link(call, "haneul", social_name=name, social_member_code=code)

    do(world, work)


def test_the_app_is_on_as_many_devices_as_it_was_installed_on(world: World) -> None:
    join(world)
    install(world, "phone", "os_a", push=True)
    world.stage.clock.pass_(60)
    install(world, "tablet", "os_b", push=True)
    install(world, "phone", "os_a", push=False)

    device = {"shop_no": 1, "auto_login_flag": "T"}
    assert world.get("customers/haneul/plusapp") == {
        "plusapp": [
            {
                **device,
                "os_type": "os_a",
                "install_date": "2026-11-21T09:00:00+09:00",
                "use_push_flag": "F",
            },
            {
                **device,
                "os_type": "os_b",
                "install_date": "2026-11-21T09:01:00+09:00",
                "use_push_flag": "T",
            },
        ]
    }
    assert world.get("customers", member_id="haneul")["customers"][0]["use_mobile_app"] == "T"


def test_the_app_of_one_shop_is_not_that_of_another(world: World) -> None:
    join(world)
    install(world, "phone", "os_a", push=True, shop_no=2)

    assert world.get("customers/haneul/plusapp") == {"plusapp": []}
    assert world.get("customers", member_id="haneul")["customers"][0]["use_mobile_app"] == "F"


def test_the_account_that_was_linked_last_is_answered(world: World) -> None:
    join(world)
    link(world, "portal", "1")
    world.stage.clock.pass_(60)
    link(world, "chatapp", "2")

    assert world.get("customers/haneul/social") == {
        "social": {
            "shop_no": 1,
            "member_id": "haneul",
            "social_name": "chatapp",
            "social_member_code": "2",
            "linked_date": "2026-11-21T09:01:00+09:00",
        }
    }
    told = {"mall_id": world.mall_id, "event_shop_no": "1", "member_id": "haneul"}
    assert events(world, 90063) == [
        {**told, "social_name": "portal", "social_member_code": "1"},
        {**told, "social_name": "chatapp", "social_member_code": "2"},
    ]


def test_linked_accounts_are_listed_by_service_and_date_the_last_first(world: World) -> None:
    join(world)
    link(world, "portal", "1")
    world.stage.clock.pass_(60)
    link(world, "chatapp", "2")

    def codes(**filters: str) -> list[str]:
        return [each["social_member_code"] for each in world.get("social", **filters)["social"]]

    assert world.get("social", limit="1")["social"] == [
        {
            "shop_no": 1,
            "member_id": "haneul",
            "social_name": "chatapp",
            "social_member_code": "2",
            "linked_date": "2026-11-21T09:01:00+09:00",
        }
    ]
    assert codes() == ["2", "1"]
    assert codes(social_name="portal") == ["1"]
    assert codes(linked_start_date="2026-11-21T09:01:00+09:00") == ["2"]
    assert codes(linked_end_date="2026-11-21T09:00:59+09:00") == ["1"]
    refused = world.call("GET", "social?linked_start_date=2026-11-22&linked_end_date=2026-11-21")
    assert refused.status_code == 422


def test_who_linked_nothing_has_no_account(world: World) -> None:
    join(world)

    answer = world.call("GET", "customers/haneul/social")

    said = "The social account does not exist. (parameter.member_id)"
    assert (answer.status_code, answer.json()) == (404, error(404, said, parameter="member_id"))


def test_ways_to_pay_are_remembered_in_their_order_and_forgotten(world: World) -> None:
    join(world)
    card, cash = remember(world, "card"), remember(world, "tcash")
    listed = [
        {
            "shop_no": 1,
            "member_id": "haneul",
            "payment_method": method,
            "payment_gateway": "gateway_a",
            "created_date": "2026-11-21T09:00:00+09:00",
            "payment_proiority": place,
            "payment_method_id": f"20261121-{place:07d}",
        }
        for place, method in ((1, "card"), (2, "tcash"))
    ]
    path = "customers/haneul/paymentinformation"
    assert world.get(path) == {"paymentinformation": listed}

    one = world.call("DELETE", f"{path}/{card.payment_method_id}")

    key = {"shop_no": 1, "member_id": "haneul"}
    gone = {"paymentinformation": {**key, "payment_method_id": card.payment_method_id}}
    assert (one.status_code, one.json()) == (200, gone)
    assert world.get(path) == {"paymentinformation": listed[1:]}
    rest = world.call("DELETE", path)
    assert (rest.status_code, rest.json()) == (200, {"paymentinformation": key})
    assert world.get(path) == {"paymentinformation": []}
    again = world.call("DELETE", path)
    said = "The paymentinformation does not exist. (parameter.member_id)"
    assert (again.status_code, again.json()) == (404, error(404, said, parameter="member_id"))
    assert cash.payment_method_id == "20261121-0000002"


def test_nobody_uses_anything(world: World) -> None:
    for use in (
        lambda: install(world, "phone", "os_a", push=True),
        lambda: remember(world, "card"),
        lambda: link(world, "chatapp", "1"),
    ):
        with pytest.raises(NotFound):
            use()


def moving(world: World, **said: Any) -> None:
    """Let the shop move customers by itself into a group from 300 on."""
    world.post(
        "customergroups",
        group_name="Silver",
        group_description="",
        auto_change_information={"min_purchase_amount": "300.00", "min_purchase_count": 3},
    )
    setting = CustomergroupsSetting(use_auto_update="T", **said)
    do(world, lambda call: write_setting(call.db, call.seal, setting))


NOWHERE: dict[str, Any] = {
    "shop_no": 1,
    "member_id": "haneul",
    "next_grade": "",
    "total_purchase_amount": 0,
    "total_purchase_count": 0,
    "required_purchase_amount": 0,
    "required_purchase_count": 0,
}


@pytest.mark.parametrize(
    ("criteria", "amount", "count"),
    [("purchase_amount", 300, 0), ("purchase_count", 0, 3), ("purchase_amount_and_count", 300, 3)],
)
def test_what_somebody_lacks_for_the_next_group(
    world: World, criteria: str, amount: int, count: int
) -> None:
    join(world)
    moving(world, customer_tier_criteria=criteria)

    assert world.get("customers/haneul/autoupdate") == {
        "autoupdate": {
            **NOWHERE,
            "next_grade": "Silver",
            "required_purchase_amount": amount,
            "required_purchase_count": count,
        }
    }
    assert world.get("customergroups/setting")["customergroup"]["auto_update"] == "T"


def test_who_is_fixed_goes_nowhere(world: World) -> None:
    join(world, fixed_group="T")
    moving(world)

    assert world.get("customers/haneul/autoupdate") == {"autoupdate": NOWHERE}


def test_nobody_goes_anywhere_in_a_shop_that_moves_nobody(world: World) -> None:
    join(world)

    assert world.get("customers/haneul/autoupdate") == {"autoupdate": NOWHERE}

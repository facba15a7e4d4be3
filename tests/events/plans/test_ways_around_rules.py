"""Changes that a rule would let wait do not get past it by another way."""

from typing import Any

import httpx
import pytest

from openmall.contract.approval import WaitsForApproval
from tests.commerce.customer import customer_setup
from tests.commerce.order.order_setup import order, wanted
from tests.commerce.undo.undo_calls import newest, undo
from tests.events.jobs.job_calls import LATER, carry_on, job
from tests.events.plans.people import Person, add_rule
from tests.events.plans.test_combined_plans import apply, combine
from tests.events.plans.test_plans import rehearse
from tests.every_operation.prerequisites.writes import recording
from tests.world import World

_SINCE = {"start_date": "2026-01-01", "end_date": "2028-12-31"}


def price(world: World, number: int) -> str:
    found: str = world.get(f"products/{number}")["product"]["price"]
    return found


def repriced(world: World) -> int:
    """Return a product whose price was raised from 6,000 to 60,000 by a recorded write."""
    number: int = world.product(price="6000")["product_no"]
    with recording(world):
        world.put(f"products/{number}", price="60000")
    return number


def by_page(person: Person, path: str, api: str, sent: dict[str, Any]) -> None:
    """Call an operation as a page does for somebody."""

    async def work() -> None:
        await person.execute("POST", path, sent, api=api, permits=None)

    person._world.stage.run(work)


def undo_all(world: World) -> httpx.Response:
    body = {"client_id": world.full.credentials.client_id, **_SINCE}
    answer: httpx.Response = world.call("POST", "writes/undo", json={"request": body})
    return answer


def waits(answer: httpx.Response) -> bool:
    return answer.status_code == 202 and answer.json()["plan"]["reason"] == "rule"


class TestUndo:
    def test_of_one_write_and_of_a_range_wait_for_what_they_do(self, world: World) -> None:
        number = repriced(world)
        write_no = newest(world)["write_no"]
        add_rule(world, price_percent=20)

        assert waits(undo(world, write_no))
        assert waits(undo_all(world))
        assert price(world, number) == "60000.00"

    def test_within_the_bound_is_done(self, world: World) -> None:
        number: int = world.product(price="10000")["product_no"]
        with recording(world):
            world.put(f"products/{number}", price="10500")
        add_rule(world, price_percent=20)

        assert undo(world, newest(world)["write_no"]).status_code == 201
        assert price(world, number) == "10000.00"

    def test_redo_waits_as_well(self, world: World) -> None:
        number = repriced(world)
        with recording(world):
            assert undo(world, newest(world)["write_no"]).status_code == 201
        add_rule(world, price_percent=20)

        assert waits(undo(world, newest(world)["write_no"]))
        assert price(world, number) == "6000.00"

    def test_of_customers_data_and_of_points_waits_by_the_rule_of_those(self, world: World) -> None:
        member_id = customer_setup.join(world, "minji").member_id
        with recording(world):
            world.post(f"customers/{member_id}/memos", memo="VIP", author_id="a")
            memo_no = newest(world)["write_no"]
            world.post("points", member_id=member_id, amount="500", type="increase")
        points_no = newest(world)["write_no"]
        add_rule(world, customers=True)
        add_rule(world, money=10_000)

        assert waits(undo(world, memo_no))
        assert waits(undo(world, points_no))
        assert waits(undo_all(world))

    def test_of_many_objects_waits(self, world: World) -> None:
        with recording(world):
            for number in range(3):
                world.post("brands", brand_name=f"Brand {number}")
        add_rule(world, objects=2)
        assert waits(undo_all(world))

    def test_by_a_sub_admin_in_the_back_office_waits(self, world: World) -> None:
        number = repriced(world)
        write_no = newest(world)["write_no"]
        clerk = Person(world, "clerk", "A", "products:edit")
        add_rule(world, role_no=clerk.role_no, price_percent=20)
        client_id = world.full.credentials.client_id

        for path, sent, api in (
            ("writes/undo", {"client_id": client_id, **_SINCE}, "admin"),
            (f"writes/{write_no}/undo", {}, "admin"),
            (f"writes/{write_no}/undo", {}, "office pages"),
        ):
            with pytest.raises(WaitsForApproval):
                by_page(clerk, path, api, sent)

        assert price(world, number) == "60000.00"


class TestPrices:
    def test_options_that_are_removed_do_not_change_them(self, world: World) -> None:
        options = [{"name": "Colour", "value": "Sand,Ink"}]
        number = world.product(has_option="T", options=options)["product_no"]
        [first, _] = world.get(f"products/{number}/variants")["variants"]
        world.put(f"products/{number}/variants/{first['variant_code']}", additional_amount="500")
        add_rule(world, price_percent=20)

        assert waits(world.call("DELETE", f"products/{number}/options"))
        assert len(world.get(f"products/{number}/variants")["variants"]) == 2

    def test_benefits_are_compared_by_their_discount(self, world: World) -> None:
        product_no = world.product()["product_no"]
        add_rule(world, price_percent=20)

        def discount(value: str, unit: str) -> httpx.Response:
            benefit = {
                "use_benefit": "T",
                "benefit_name": "Spring",
                "benefit_division": "D",
                "benefit_type": "DP",
                "platform_types": ["P"],
                "benefit_start_date": "2026-11-01T00:00:00+09:00",
                "benefit_end_date": "2027-11-01T00:00:00+09:00",
                "period_sale": {
                    "product_list": [product_no],
                    "discount_value": value,
                    "discount_value_unit": unit,
                },
            }
            answer: httpx.Response = world.call("POST", "benefits", json={"request": benefit})
            return answer

        assert discount("15", "P").status_code == 201
        assert waits(discount("25", "P"))
        assert waits(discount("100", "W"))

    @pytest.mark.parametrize(
        ("method", "path", "sent"),
        [
            ("POST", "categories/{below}/products", {"product_no": ["{new}"], "display_group": 1}),
            (
                "PUT",
                "products/{new}",
                {"add_category_no": [{"category_no": "{below}", "recommend": "F", "new": "F"}]},
            ),
            ("DELETE", "categories/{below}/products/{filed}", {"display_group": 1}),
            ("PUT", "categories/{beside}/place", {"parent_category_no": "{top}"}),
        ],
    )
    def test_of_a_category_are_compared_when_products_enter_or_leave_it(
        self, world: World, method: str, path: str, sent: dict[str, Any]
    ) -> None:
        made = {"new": world.product()["product_no"], "filed": world.product()["product_no"]}
        for name, above in (("top", "1"), ("below", "{top}"), ("beside", "1")):
            parent = int(above.format(**made))
            answer = world.post("categories", category_name=name, parent_category_no=parent)
            made[name] = answer["category"]["category_no"]
        for place in ("below", "beside"):
            filed = {"product_no": [made["filed"]], "display_group": 1}
            world.post(f"categories/{made[place]}/products", **filed)
        sale = {"add_category_list": [made["top"]], "discount_value_unit": "P"}
        benefit_no = world.post(
            "benefits",
            use_benefit="T",
            benefit_name="Sale",
            benefit_division="D",
            benefit_type="DP",
            platform_types=["P"],
            benefit_start_date="2026-11-01T00:00:00+09:00",
            benefit_end_date="2027-11-01T00:00:00+09:00",
            product_binding_type="C",
            period_sale={**sale, "discount_value": "90"},
        )["benefit"]["benefit_no"]
        clerk = Person(world, "clerk", "A", "products:edit")
        add_rule(world, role_no=clerk.role_no, price_percent=20)
        api = "office pages" if path.endswith("place") else "admin"
        request = _filled(sent, made)

        def write() -> None:
            clerk.call(method, path.format(**made), api=api, permits=None, **request)

        with pytest.raises(WaitsForApproval):
            write()

        small = {"period_sale": {**sale, "discount_value": "15"}}
        Person(world, "owner").call(
            "PUT", f"benefits/{benefit_no}", api="admin", permits=None, **small
        )
        write()


def _filled(sent: Any, made: dict[str, int]) -> Any:
    """Return what is sent with the numbers that are made."""
    if isinstance(sent, dict):
        return {name: _filled(value, made) for name, value in sent.items()}
    if isinstance(sent, list):
        return [_filled(each, made) for each in sent]
    return int(sent.format(**made)) if isinstance(sent, str) and "{" in sent else sent


class TestOrders:
    def test_what_a_merchant_adds_to_one_waits(self, world: World) -> None:
        number = world.product(price="50000")["product_no"]
        [variant] = world.get(f"products/{number}/variants")["variants"]
        order_id = order(world, wanted(variant["variant_code"]))
        clerk = Person(world, "clerk", "A", "orders:edit")
        add_rule(world, money=1_000_000)
        added = {"variant_code": variant["variant_code"], "quantity": 1}

        answer = world.call("POST", f"orders/{order_id}/items", json={"requests": [added]})
        with pytest.raises(WaitsForApproval):
            clerk.call("PUT", f"orders/{order_id}/items", permits=None, added=[added])

        assert waits(answer)


class TestSeveralCalls:
    def test_plans_of_few_objects_do_not_become_many_by_being_combined(self, world: World) -> None:
        plans = [rehearse(world, "POST", "brands", brand_name=f"B{n}") for n in range(3)]
        assert plans
        add_rule(world, objects=2)

        combined = combine(world, 1, 2, 3)
        applied = apply(world, combined)

        assert applied.status_code == 409
        assert "waits for approval" in applied.json()["error"]["message"]

    def test_a_job_ends_at_a_rule_that_came_after_it(self, world: World) -> None:
        number = world.product(price="10000")["product_no"]
        body = {"request": {"price": "5000"}}
        assert world.call("PUT", f"products/{number}", json=body, headers=LATER).status_code == 202
        add_rule(world, price_percent=20)

        carry_on(world)

        assert job(world)["state"] == "failed"
        assert "wants to approve" in job(world)["outcome"]["body"]["error"]["message"]
        assert price(world, number) == "10000.00"


def test_head_admins_undo_without_an_approval(world: World) -> None:
    number = repriced(world)
    owner: Any = Person(world, "owner")
    add_rule(world, price_percent=20)
    path = f"writes/{newest(world)['write_no']}/undo"
    owner.call("POST", path, api="admin", permits=None)
    assert price(world, number) == "6000.00"

"""Pages call operations by their handlers, and get what the handlers return."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import pytest
from msgspec import Struct

from openmall.commerce.community.article_service import rules as article_rules
from openmall.commerce.community.articles.shape import CreatedArticle
from openmall.commerce.order import order_service
from openmall.commerce.shipping import origins
from openmall.commerce.shipping.origins import ShippingOrigin
from openmall.commerce.store import policy, redirects
from openmall.contract.approval import WaitsForApproval
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid, NotFound
from openmall.contract.operation import Operation
from tests.commerce.product.stock_setup import stocked
from tests.events.plans.people import Person, add_rule
from tests.world import World

P = TypeVar("P", bound=Struct)
A = TypeVar("A")
APIS = ("admin", "office pages")
HALL = {"origin_name": "Hall", "country_code": "KR", "address1": "Main 1", "address2": "2F"}


def call(
    person: Person,
    handler: Callable[[Call, P], Awaitable[A]],
    parameters: Mapping[str, Any] | None = None,
    *,
    permits: Callable[[Operation], bool] | None = None,
    key: str = "",
) -> A:
    async def work() -> A:
        caller = await person.caller(permits)
        answer = await person.client.call(caller, APIS, handler, parameters, key=key)
        return answer.content

    return person._world.stage.run(work)


def test_structs_are_returned(world: World) -> None:
    manager = Person(world, "head")
    made = call(manager, origins.create, HALL)
    found = call(manager, origins.retrieve, {"origin_code": made.origin_code})
    listed = call(manager, origins.list_origins)

    assert isinstance(made, ShippingOrigin)
    assert (made.origin_name, made.address1, made.default) == ("Hall", "Main 1", "T")
    assert found.origin_code == made.origin_code
    assert list(listed) == [found]
    assert world.get("shippingorigins")["shippingorigins"][0]["origin_code"] == made.origin_code


def test_the_bounds_of_the_api_hold_for_texts(world: World) -> None:
    manager = Person(world, "head")
    for parameters in (HALL | {"origin_name": ""}, {"origin_name": "", "country_code": "KR"}):
        with pytest.raises(Invalid) as refused:
            call(manager, origins.create, parameters)
        assert refused.value.parameter in ("origin_name", "address1")
    assert call(manager, origins.list_origins, {"limit": "3"}) == []


def test_a_call_with_a_key_is_done_once_and_answered_twice(world: World) -> None:
    manager = Person(world, "head")
    first = call(manager, origins.create, HALL, key="a-form")
    assert call(manager, origins.create, HALL, key="a-form") == first
    assert len(call(manager, origins.list_origins)) == 1


def test_a_stored_answer_has_fields_that_the_operation_does_not_show(world: World) -> None:
    manager = Person(world, "head")
    draft = {
        "board_no": 1,
        "writer": "Kim",
        "title": "Hello",
        "content": "Open",
        "client_ip": "::1",
    }
    first = call(manager, article_rules.create, draft, key="a-form")
    assert isinstance(first, CreatedArticle)
    assert call(manager, article_rules.create, draft, key="a-form") == first


@pytest.mark.parametrize("path", ["products", "boards", "store", "products/1/variants"])
def test_a_call_by_its_path_answers_what_a_client_decodes(world: World, path: str) -> None:
    stocked(world, 40)
    answer = Person(world, "head").call("GET", path, api="admin", permits=None)
    assert answer == world.get(path)[path.rpartition("/")[2]]


def test_what_a_role_does_not_permit_is_forbidden(world: World) -> None:
    with pytest.raises(Forbidden):
        call(Person(world, "clerk"), origins.create, HALL, permits=lambda operation: False)


def test_a_write_by_a_handler_waits_for_approval_as_by_a_path(world: World) -> None:
    clerk = Person(world, "clerk", "A", "settings:edit")
    add_rule(world, role_no=clerk.role_no)
    with pytest.raises(WaitsForApproval):
        call(clerk, origins.create, HALL)
    assert call(Person(world, "head"), origins.list_origins) == []


def test_handlers_of_ready_made_operations_are_called_by_name(world: World) -> None:
    manager = Person(world, "head")
    made = call(manager, redirects.OPERATIONS.create, {"path": "/old", "target": "/new"})
    assert made.target == "/new"
    assert list(call(manager, redirects.OPERATIONS.listing)) == [made]
    policy_text = call(manager, policy.OPERATIONS.retrieve, {"shop_no": 1})
    assert policy_text.shop_no == 1


def test_a_handler_must_name_one_operation(world: World) -> None:
    manager = Person(world, "head")
    with pytest.raises(LookupError, match="has 0 operations"):
        call(manager, redirects.ROWS.listing(redirects.RedirectFilters))
    # of the operations of a handler for one order and for several, it is the one for one
    with pytest.raises(NotFound):
        call(manager, order_service.process, {"order_id": "20261121-0000001"})
    with pytest.raises(NotFound):
        call(manager, origins.retrieve, {"origin_code": "O0000001/../x"})

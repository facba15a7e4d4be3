"""Links that open an account end with any change of what they were mailed for.

Each kind of link is obtained as its owner gets it, the account is changed in every way it can be,
and the link is used: a mailbox that is no longer the account's opens nothing.
"""

from collections.abc import Callable
from typing import get_args

import pytest

from openmall.access.signed_links import Purpose
from openmall.commerce.customer.customers import rules as customer_rules
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.commerce.customer.customer_setup import do
from tests.commerce.notification.outbox_reading import outbox
from tests.commerce.notification.test_password_links import (
    ADDRESS,
    MEMBER,
    OLD,
    forgotten,
    front,
    invite,
    member,
    set_password,
    token,
)
from tests.pages.backoffice.test_invitations import ask, choose, link
from tests.pages.backoffice.test_staff import NEW, PAGE, send
from tests.storefront.shopper_client import Shopper
from tests.world import World

OTHER = "other@example.com"


@pytest.fixture
def owner(world: World) -> Browser:
    """The browser of the head admin, signed in."""
    manager(world)
    browser = Browser(world)
    assert browser.sign_in(SIGN_IN).status_code == 200
    return browser


def test_every_purpose_of_links_is_tried_or_only_ends_mail() -> None:
    tried, ends_mail = {"password", "staff password"}, {"unsubscribe", "restock"}
    # tried by tests/pages/sampleshop/test_newsletters.py
    tried |= {"newsletter"}
    assert set(get_args(Purpose)) == tried | ends_mail


class TestShoppers:
    def _own_address(self, world: World) -> None:
        shopper = Shopper(world)
        shopper.send("POST", "sessions", member_id=MEMBER, password=OLD)
        shopper.send("PUT", "customers/me", email=OTHER, current_password=OLD)

    def _own_password(self, world: World) -> None:
        shopper = Shopper(world)
        shopper.send("POST", "sessions", member_id=MEMBER, password=OLD)
        shopper.send("PUT", "customers/me", password="another one", current_password=OLD)

    def _address_by_the_shop(self, world: World) -> None:
        changed = {"request": {"email": OTHER}}
        assert world.call("PUT", f"customersprivacy/{MEMBER}", json=changed).status_code == 200

    def _phone_by_the_shop(self, world: World) -> None:
        changed = {"request": {"cellphone": "010-9999-9999"}}
        assert world.call("PUT", f"customersprivacy/{MEMBER}", json=changed).status_code == 200

    def _suspended(self, world: World) -> None:
        do(world, lambda call: customer_rules.block(call, MEMBER, "L"))

    def _suspended_for_a_while(self, world: World) -> None:
        self._suspended(world)
        do(world, lambda call: customer_rules.block(call, MEMBER, ""))

    def _may_not_buy(self, world: World) -> None:
        do(world, lambda call: customer_rules.block(call, MEMBER, "P"))

    @pytest.mark.parametrize("asked", [forgotten, invite], ids=["reset", "invitation"])
    @pytest.mark.parametrize(
        "change",
        [
            _own_address,
            _own_password,
            _address_by_the_shop,
            _phone_by_the_shop,
            _suspended,
            _suspended_for_a_while,
            _may_not_buy,
        ],
    )
    def test_a_link_ends_with_a_change_of_the_account(
        self,
        world: World,
        change: Callable[["TestShoppers", World], None],
        asked: Callable[[World], object],
    ) -> None:
        member(world)
        asked(world)
        mailed = token(max(outbox(world), key=lambda each: each.message_no))

        change(self, world)

        assert set_password(world, mailed).status_code == 422

    def test_a_link_from_after_the_change_works(self, world: World) -> None:
        member(world)
        self._address_by_the_shop(world)
        forgotten(world, email=OTHER)
        mailed = token(max(outbox(world), key=lambda each: each.message_no))

        assert set_password(world, mailed).status_code == 201

    def test_a_change_of_something_else_leaves_the_link(self, world: World) -> None:
        member(world)
        forgotten(world)
        mailed = token(max(outbox(world), key=lambda each: each.message_no))
        changed = {"request": {"city": "Seoul"}}
        assert world.call("PUT", f"customersprivacy/{MEMBER}", json=changed).status_code == 200

        assert set_password(world, mailed).status_code == 201

    def test_sessions_from_before_a_suspension_end(self, world: World) -> None:
        member(world)
        shopper = Shopper(world)
        shopper.send("POST", "sessions", member_id=MEMBER, password=OLD)
        self._suspended_for_a_while(world)
        world.stage.clock.pass_(6)  # for which a worker remembers a valid session

        assert shopper.refused("GET", "customers/me")[0] == 401
        again = front(world, "POST", "sessions", member_id=MEMBER, password=OLD)
        assert (again.status_code, ADDRESS in again.text) == (201, False)


class TestStaff:
    def _manager(self, owner: Browser, occasion: str, **more: str) -> str:
        """Add a manager and let them be mailed a link; return its address."""
        if occasion == "invitation":
            send(owner, **{**NEW, "password": "", "again": "", **more})
            return link(owner.world)
        send(owner, **{**NEW, **more})
        ask(Browser(owner.world), "hana", NEW["email"])
        return link(owner.world)

    @pytest.mark.parametrize("occasion", ["invitation", "reset"])
    @pytest.mark.parametrize(
        "change",
        [{"email": OTHER}, {"manager_type": "P"}, {"password": "new words", "again": "new words"}],
        ids=["address", "role", "password"],
    )
    def test_a_link_ends_with_a_change_of_the_account(
        self, owner: Browser, occasion: str, change: dict[str, str]
    ) -> None:
        address = self._manager(owner, occasion)

        done = send(owner, f"{PAGE}/hana", **{**NEW, "password": "", "again": "", **change})

        # an invitation goes to a person, whom the head admin may give another role until then
        stays = occasion == "invitation" and "manager_type" in change
        assert done == (303, f"{PAGE}/hana?done=changed")
        assert choose(Browser(owner.world), address)[0] == (200 if stays else 422)

    def test_a_link_ends_with_a_change_of_what_the_role_may_do(self, owner: Browser) -> None:
        added = send(owner, "/admin/roles", name="Helper", area_orders="view")
        address = self._manager(owner, "reset", manager_type="A:1")
        before = choose(Browser(owner.world), address, again="another one")[0]

        changed = send(owner, "/admin/roles/1", act="change", name="Helper", area_orders="edit")

        assert (added[0], before, changed[0]) == (303, 422, 303)
        assert Browser(owner.world).open(address).status_code == 422
        assert choose(Browser(owner.world), address)[0] == 422

    def test_a_link_ends_when_the_manager_is_removed_and_another_comes(
        self, owner: Browser
    ) -> None:
        address = self._manager(owner, "reset")
        send(owner, f"{PAGE}/hana", act="remove")
        gone = choose(Browser(owner.world), address)[0]
        manager(owner.world, "hana", "A")

        assert (gone, choose(Browser(owner.world), address)[0]) == (422, 422)

    @pytest.mark.parametrize("occasion", ["invitation", "reset"])
    def test_a_change_of_something_else_leaves_the_link(
        self, owner: Browser, occasion: str
    ) -> None:
        address = self._manager(owner, occasion)
        changed = {**NEW, "password": "", "again": "", "phone": "010-7777-7777"}
        assert send(owner, f"{PAGE}/hana", **changed)[0] == 303

        assert choose(Browser(owner.world), address)[0] == 200

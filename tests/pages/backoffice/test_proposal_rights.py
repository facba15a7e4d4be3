"""Who sees a proposal: those whose areas are about what it would change."""

from openmall.access.malls.staff_rights import OFFERED
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.pages.backoffice.test_approvals import LIST, lines, propose
from tests.pages.backoffice.test_roles import sub_admin


def test_a_proposal_about_customers_needs_their_area(owner: Browser) -> None:
    world = owner.world
    app = world.install(["mall.write_mileage.propose"])
    join(world, "haneul")
    number = propose(
        world, app, "POST", "points",
        request={"member_id": "haneul", "amount": "1000", "type": "increase"},
    )  # fmt: skip
    others = {area: "edit" for area in OFFERED if area != "customers"}
    stranger = sub_admin(world, "stranger", others)
    clerk = sub_admin(world, "clerk", {"customers": "edit"})

    assert stranger.open(f"{LIST}/{number}").status_code == 404
    assert lines(stranger.open(LIST)) == []
    assert clerk.open(f"{LIST}/{number}").status_code == 200
    assert len(lines(clerk.open(LIST))) == 1

"""What a manager has asked for is not done later when the right to it was taken away meanwhile."""

import pytest

from openmall.access.malls import staff_rights, staff_roles
from openmall.access.oauth import apps as registered_apps
from openmall.commerce.store import saved_reports
from openmall.database.session import Session
from tests.access.oauth.authorization_requests import Browser
from tests.events.file_transfers.file_calls import carry_on, names, uploaded
from tests.pages.backoffice.page_forms import form_of, forms
from tests.pages.backoffice.test_roles import sub_admin
from tests.pages.backoffice.test_saved_reports import DAY, SALES, mails, save, with_address
from tests.pages.backoffice.test_transfers import GOODS, PAGE, upload
from tests.world import World

EVERYTHING = dict.fromkeys(staff_rights.OFFERED, "edit")


def give_other_rights(world: World, levels: dict[str, str]) -> None:
    """Change the one role of the mall."""

    async def change(db: Session) -> None:
        [role] = await staff_roles.roles(db)
        await staff_roles.change(db, role.role_no, role.name, staff_rights.of_levels(levels))

    world.in_transaction(change)


@pytest.fixture
def helper(world: World, owner: Browser) -> Browser:
    """The browser of a sub-admin whose role has every area."""
    return sub_admin(world, "helper", EVERYTHING)


def with_mail(owner: Browser) -> None:
    with_address(owner, "helper@example.com", "/admin/managers/helper")


def test_a_report_is_not_mailed_without_the_right_and_is_switched_off(
    world: World, owner: Browser, helper: Browser
) -> None:
    with_mail(owner)
    save(helper, SALES, name="Mine", weekly="T")
    world.stage.clock.pass_(2 * DAY)
    [first] = mails(world)
    assert first.recipient == "helper@example.com"

    give_other_rights(world, {"boards": "view"})
    world.stage.clock.pass_(8 * DAY)

    assert mails(world) == [first]
    [report] = world.in_transaction(saved_reports.listing)
    assert report.next_at is None
    give_other_rights(world, EVERYTHING)
    world.stage.clock.pass_(8 * DAY)
    assert mails(world) == [first]


@pytest.mark.parametrize("taken_before", ["the plan", "the import"])
def test_an_import_of_a_manager_without_the_right_writes_nothing(
    world: World, owner: Browser, helper: Browser, taken_before: str
) -> None:
    address = upload(helper, GOODS, kind="products").headers["location"]
    if taken_before == "the import":
        carry_on(world)
        form = form_of(helper.open(address).text, "confirm")
        assert helper.submit(address, {**form.values, "deed": "confirm"}).status_code == 303

    give_other_rights(world, {"products": "view", "transfers": "view"})
    carry_on(world)

    assert names(world) == set()
    assert "The right to do this was taken away." in owner.open(address).text


def test_an_export_of_a_manager_without_the_right_has_no_file(
    world: World, owner: Browser, helper: Browser
) -> None:
    [form] = [form for form in forms(helper.open(PAGE).text) if "reason" in form.values]
    values = {**form.values, "kind": "products"}
    address = helper.submit(PAGE, values).headers["location"]

    give_other_rights(world, {"transfers": "view"})
    carry_on(world)

    page = owner.open(address).text
    assert "The right to do this was taken away." in page
    assert "/files/" not in page


def test_an_import_of_an_app_that_was_removed_writes_nothing(world: World) -> None:
    uploaded(world, GOODS)
    client_id = world.full.credentials.client_id

    async def narrow(db: Session) -> None:
        await registered_apps.install(db, world.stage.clock, client_id, ["mall.read_product"])

    world.in_transaction(narrow)
    carry_on(world)

    assert names(world) == set()

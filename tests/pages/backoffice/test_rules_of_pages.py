"""Pages of the back office go no way around the rules of approval."""

import ast
from pathlib import Path

import pytest

from openmall import pages
from openmall.access.malls import staff_rights
from tests.access.oauth.authorization_requests import Browser, hidden
from tests.events.plans.people import add_rule
from tests.pages.backoffice.page_forms import forms, send
from tests.pages.backoffice.test_roles import sub_admin
from tests.world import World

_FOLDER = Path(pages.__file__).parent / "backoffice"
WITHOUT_RULES = {
    "account": "the manager's own account",
    "account_passkeys": "the manager's own account",
    "account_providers": "the manager's own account",
    "two_step": "the manager's own account",
    "list_views": "the manager's own views",
    "saved_report_pages": "the manager's own reports",
    "report_mails": "a worker's, of a manager's own reports",
    "app_actions": "a signed request to an app, whose own writes the rules are about",
    "signed_out": "before somebody has signed in",
    "staff_openid": "before somebody has signed in",
    "staff": "only head admins, whose changes no rule without a role is about",
    "roles": "only head admins",
    "staff_provider": "only head admins",
    "approval_rules": "only head admins",
    "form_transaction": "operations; made one by one where a rule is about the manager",
}
"""Module that writes by no operation -> why no rule of approval is asked."""


def _writes_itself(source: str) -> bool:
    return any(
        (isinstance(node.func, ast.Attribute) and node.func.attr == "writing")
        or (isinstance(node.func, ast.Name) and node.func.id == "invalidating_transaction")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
    )


def test_a_page_that_writes_by_no_operation_asks_for_the_rules() -> None:
    asking, without = set(), set()
    for path in _FOLDER.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if _writes_itself(source):
            (asking if ".require_no_approval()" in source else without).add(path.stem)
    assert without == WITHOUT_RULES.keys()
    assert asking >= {"company", "design", "stripe", "payment_apps", "storefront_drafts"}


@pytest.mark.parametrize(
    "path", ["/admin/company", "/admin/restock", "/admin/design", "/admin/payments"]
)
def test_where_every_change_waits_a_page_that_cannot_propose_refuses(
    world: World, path: str
) -> None:
    clerk = sub_admin(world, "clerk", dict.fromkeys(staff_rights.OFFERED, "edit"))
    add_rule(world, role_no=1)

    refused = clerk.submit(path, {})

    assert refused.status_code == 403
    assert "Your changes need an approval" in refused.text


def test_the_editor_publishes_nothing_where_every_change_waits(
    world: World, owner: Browser
) -> None:
    drafts = "/admin/storefront"
    started = owner.submit(drafts, {**hidden(owner.open(drafts)), "act": "draft"})
    address = started.headers["location"].partition("?")[0]
    assert owner.submit(address, {**_editor(owner, address), "act": "save"}).status_code == 303
    clerk = sub_admin(world, "clerk", dict.fromkeys(staff_rights.OFFERED, "edit"))
    add_rule(world, role_no=1)

    refused = clerk.submit(address, {**_editor(clerk, address), "act": "publish"})

    assert refused.status_code == 403
    assert "Your changes need an approval" in refused.text
    assert "There is no draft" not in owner.open(drafts).text


def test_a_pause_of_typing_proposes_nothing_where_every_change_waits(
    world: World, owner: Browser
) -> None:
    drafts = "/admin/storefront"
    started = owner.submit(drafts, {**hidden(owner.open(drafts)), "act": "draft"})
    address = started.headers["location"].partition("?")[0]
    clerk = sub_admin(world, "clerk", dict.fromkeys(staff_rights.OFFERED, "edit"))
    add_rule(world, role_no=1)
    stored = _editor(owner, address)
    page = clerk.open(address).text
    typed = {name: text for name, text in _editor(clerk, address).items() if name != "once"}

    told = clerk.submit(address, {**typed, "act": "save", "live": "T", "menu-0-label": "Typed"})

    assert told.status_code == 409
    assert told.json()["state"] == "by-hand"
    # the script saves by itself only what has this attribute
    assert "data-draft" not in page
    assert "data-draft" in owner.open(address).text
    assert "Nothing waits for approval." in owner.open("/admin/approvals").text
    assert _editor(owner, address)["seen"] == stored["seen"]


def _editor(browser: Browser, address: str) -> dict[str, str]:
    """Return what the form of the editor would send as it stands."""
    page = browser.open(address).text
    return next(each for each in forms(page) if "seen" in each.values).values


def test_several_rows_of_a_page_are_one_change_of_many_objects(world: World) -> None:
    clerk = sub_admin(world, "clerk", {"products": "edit"})
    numbers = [world.product()["product_no"] for _ in range(3)]
    add_rule(world, role_no=1, objects=2)

    send(clerk, "/admin/products", "display-F", row__0=str(numbers[0]), row__1=str(numbers[1]))
    chosen = {f"row__{at}": str(number) for at, number in enumerate(numbers)}
    send(clerk, "/admin/products", "selling-F", **chosen)

    shown = [world.get(f"products/{number}")["product"] for number in numbers]
    assert [each["display"] for each in shown] == ["F", "F", "T"]
    assert [each["selling"] for each in shown] == ["T", "T", "T"]

"""A sub-admin with every right takes no account of a head admin, and becomes none.

Password, second step, passkeys, mail address, linked accounts, sessions and role: by every form of
the back office, every operation that names a user, and an agent with every scope.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest

from openmall.access.malls import staff_rights
from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.scopes import AGENT_WRITES
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.every_operation.operation_calls import least, rows, send, things
from tests.every_operation.prerequisites import Row
from tests.every_operation.registry_rows import every_row
from tests.page_content import form_token
from tests.pages.backoffice.test_roles import sub_admin
from tests.pages.mcp.agent import admin
from tests.staff_pages import HANDLERS, path_of
from tests.world import EVERY_SCOPE, PASSWORD, World

pytestmark = pytest.mark.one_store

HEAD, CLERK = "owner", "clerk"
THEIRS = "clerk@evil.example"
_NEW = "a password of the clerk's"
_TABLES = (
    "manager",
    "staff_role",
    "staff_policy",
    "staff_second_factor",
    "staff_passkey",
    "staff_identity",
    "approval_rules",
)
_ACTS = (
    "",
    "add",
    "change",
    "codes",
    "email",
    "invite",
    "others",
    "password",
    "policy",
    "remove",
    "save",
    "second-factor",
    "start",
    "unlink",
)
_FORM = {
    "user_id": HEAD,
    "manager": HEAD,
    "name": "Kim Owner",
    "email": THEIRS,
    "phone": "",
    "manager_type": "P",
    "role_no": "0",
    "role": "0",
    "whom": "",
    "password": _NEW,
    "again": _NEW,
    "current": _NEW,
    "second_factor": "F",
    "issuer": "https://evil.example",
    "client_id": "evil",
    "client_secret": "evil",
    "account": "https://evil.example evil",
    "passkey": "evil",
    "staff": "edit",
    "level-staff": "edit",
}
"""What the forms of accounts send, with what a clerk would want."""
_OF_ACCOUNTS = tuple(
    path_of(page)
    for page in (
        menu_pages.ACCOUNT,
        menu_pages.APPROVAL_RULES,
        menu_pages.APPS,
        menu_pages.MANAGERS,
        menu_pages.ROLES,
        menu_pages.STAFF_PROVIDER,
    )
)
_OF_USERS = ("user_id", "sub_admin_id", "reply_user_id", "request_admin_id", "author_id")


def _accounts(world: World) -> dict[str, list[str]]:
    """Return what the mall knows of its staff, without when they were here."""
    found = rows(world)
    return {name: found[name] for name in _TABLES}


def _mails(world: World) -> list[str]:
    return [each for each in rows(world)["message"] if THEIRS in each]


def _still_signs_in(world: World) -> bool:
    return Browser(world).sign_in(SIGN_IN).status_code == 200


def _deeds(handler: Callable[..., Any]) -> list[str]:
    """Return what the page's buttons ask for."""
    declared = vars(sys.modules[handler.__module__]).values()
    names = {name for each in declared if isinstance(each, Deeds) for name in each.names}
    return [name.replace("*", "1") for name in names]


def test_no_form_of_the_back_office_gives_it(world: World) -> None:
    manager(world)
    clerk = sub_admin(world, CLERK, dict.fromkeys(staff_rights.OFFERED, "edit"))
    token = form_token(clerk.open("/admin/account").text)
    before, sent = _accounts(world), 0
    broken: set[tuple[str, str]] = set()

    for (path, below), methods in HANDLERS.items():
        if "POST" not in methods:
            continue
        more = _ACTS if path.startswith(_OF_ACCOUNTS) else _ACTS[:2]
        for act in sorted({*more, *_deeds(methods["POST"])}):
            form = {**_FORM, "form_token": token, "act": act}
            answer = clerk.submit(f"{path}/{HEAD}" if below else path, form)
            if answer.status_code >= 500:
                broken.add((path, act))
            sent += 1

    assert broken == set()
    assert sent > 200
    assert _accounts(world) == before
    assert _mails(world) == []
    assert _still_signs_in(world)


def test_the_pages_of_accounts_are_refused(world: World) -> None:
    manager(world)
    clerk = sub_admin(world, CLERK, dict.fromkeys(staff_rights.OFFERED, "edit"))
    for path in ("/admin/managers", f"/admin/managers/{HEAD}", "/admin/roles"):
        assert clerk.open(path).status_code == 403
        assert clerk.submit(path, _FORM).status_code == 403


def _naming_users() -> list[Row]:
    return [row for row in every_row() if row[1].writes and {*_OF_USERS} & row[1].fields.keys()]


def test_no_operation_gives_it(world: World) -> None:
    manager(world)
    sub_admin(world, CLERK, dict.fromkeys(staff_rights.OFFERED, "edit"))
    agent = admin(world, world.install([*EVERY_SCOPE, AGENT_WRITES], restricted=True))
    trials = []
    for row in _naming_users():
        path = things(world, row[1])
        trials.append((row, path, least(world, row[1], path)))
    before = _accounts(world)
    assert len(trials) > 10

    for row, path, values in trials:
        operation = row[1]
        for user_id in (HEAD, HEAD.upper(), f"{HEAD} "):
            world.stage.forget_counts()
            named = {name: user_id for name in _OF_USERS if name in operation.fields}
            wanted = {**values, **{name: v for name, v in named.items() if name not in path}}
            if "password" in operation.fields:
                wanted |= {"password": _NEW}
            where = {**path, **{name: v for name, v in named.items() if name in path}}
            send(world, row, wanted, where)
            body = {"request": wanted} if operation.objects == 1 else {"requests": [wanted]}
            call: dict[str, Any] = {"operation": operation.name, "path": where, "body": body}
            result = agent.ask("tools/call", name="call_operation", arguments=call)
            confirmation = (result.get("structuredContent") or {}).get("confirmation")
            if confirmation:
                more = {**call, "confirmation": confirmation}
                agent.ask("tools/call", name="confirm_operation", arguments=more)

    # suppliers' own users may be others by now; those of staff are not
    after = _accounts(world)
    assert _staff(after) == _staff(before)
    assert not [each for each in after["manager"] if HEAD.upper() in each]
    assert {name: after[name] for name in _TABLES[1:]} == {
        name: before[name] for name in _TABLES[1:]
    }
    assert Browser(world).sign_in(SIGN_IN, password=_NEW).status_code != 200
    assert _still_signs_in(world)


def _staff(accounts: dict[str, list[str]]) -> list[Any]:
    found = [json.loads(each) for each in accounts["manager"]]
    return [each for each in found if HEAD in each or CLERK in each]


def test_a_supplier_of_the_name_of_a_manager_is_refused_in_any_case(world: World) -> None:
    manager(world)
    code = world.post("suppliers", supplier_name="Mill")["supplier"]["supplier_code"]
    for user_id in (HEAD, "Owner", "OWNER"):
        answer = world.call(
            "POST",
            "suppliers/users",
            json={"request": {"user_id": user_id, "password": PASSWORD, "supplier_code": code}},
        )
        assert answer.status_code == 422, answer.text
    assert _still_signs_in(world)

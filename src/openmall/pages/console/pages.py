"""Every page of the console: its path and its handlers."""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.pages.console import (
    account,
    agent_tools,
    app_actions,
    apps,
    authority,
    calls,
    credentials,
    deliveries,
    errors,
    fault_rules,
    install_links,
    limits,
    mailbox,
    menu,
    payment_endpoints,
    plan_decision,
    plans,
    recorded_writes,
    sandbox_malls,
    sign_in,
    start,
    team,
    timeline,
    versions,
    webhooks,
)
from openmall.pages.console.page_context import PageContext

Handler = Callable[[PageContext], Awaitable[Response]]

_APP: Final = f"{menu.APPS}/{{client_id}}"


class Page(Struct, frozen=True):
    """A page: its path, and its handlers by method.

    `{client_id}` in the path is an app of the developer who is signed in, and `{mall_id}` a test
    mall of theirs; those of others are 404 before the handler is called. `{where}` is a mall in
    which the app is installed, which the page looks up itself. A page with a form can be read with
    GET at the same address, to which choosing a language leads back.
    """

    path: str
    methods: dict[str, Handler]
    public: bool = False
    """Also for those who are not signed in."""
    by_owner: bool = False
    """Its form is of owners of the app alone; every member reads the page."""


PAGES: Final = (
    Page(menu.HOME, {"GET": start.show}, public=True),
    Page(menu.SIGN_IN, {"GET": sign_in.sign_in_page, "POST": sign_in.sign_in}, public=True),
    Page(menu.SIGN_UP, {"GET": sign_in.sign_up_page, "POST": sign_in.sign_up}, public=True),
    Page(menu.SIGN_OUT, {"POST": sign_in.sign_out}),
    Page(menu.ACCOUNT, {"GET": account.show, "POST": account.change}),
    Page(f"{menu.HOME}/authority", {"GET": authority.download}, public=True),
    Page(menu.APPS, {"GET": apps.show_list}),
    Page(f"{menu.APPS}/new", {"GET": apps.show_new, "POST": apps.register}),
    Page(_APP, {"GET": apps.show}),
    Page(f"{_APP}/settings", {"GET": apps.settings, "POST": apps.change}, by_owner=True),
    Page(
        f"{_APP}/credentials",
        {"GET": credentials.show, "POST": credentials.change},
        by_owner=True,
    ),
    Page(f"{_APP}/team", {"GET": team.show, "POST": team.change}),
    Page(f"{_APP}/install", {"GET": install_links.show}),
    Page(f"{_APP}/timeline", {"GET": timeline.show}),
    Page(f"{_APP}/calls", {"GET": calls.show_list}),
    Page(f"{_APP}/calls/{{number}}", {"GET": calls.show}),
    Page(f"{_APP}/errors", {"GET": errors.show}),
    Page(f"{_APP}/limits", {"GET": limits.show}),
    Page(f"{_APP}/version", {"GET": versions.show, "POST": versions.choose}),
    Page(f"{_APP}/mcp", {"GET": agent_tools.show}),
    Page(f"{_APP}/webhooks", {"GET": webhooks.show, "POST": webhooks.change}),
    Page(f"{_APP}/deliveries", {"GET": deliveries.show_list}),
    Page(
        f"{_APP}/deliveries/{{where}}/{{log_no}}",
        {"GET": deliveries.show, "POST": deliveries.resend},
    ),
    Page(f"{_APP}/plans", {"GET": plans.show_list}),
    Page(
        f"{_APP}/plans/{{where}}/{{plan_no}}",
        {"GET": plan_decision.show, "POST": plan_decision.decide},
    ),
    Page(f"{_APP}/writes", {"GET": recorded_writes.show_list}),
    Page(f"{_APP}/writes/{{where}}/{{write_no}}", {"GET": recorded_writes.show}),
    Page(f"{_APP}/payments", {"GET": payment_endpoints.show, "POST": payment_endpoints.change}),
    Page(f"{_APP}/actions", {"GET": app_actions.show, "POST": app_actions.change}),
    Page(
        f"{menu.HOME}/install/{{installed}}",
        {"GET": install_links.show_public},
        public=True,
    ),
    Page(
        f"{menu.HOME}/join",
        {"GET": team.show_invitation, "POST": team.accept},
        public=True,
    ),
    Page(menu.MALLS, {"GET": sandbox_malls.show_list, "POST": sandbox_malls.create}),
    Page(f"{menu.MALLS}/{{mall_id}}", {"GET": sandbox_malls.show, "POST": sandbox_malls.change}),
    Page(f"{menu.MALLS}/{{mall_id}}/messages", {"GET": mailbox.show}),
    Page(f"{menu.MALLS}/{{mall_id}}/faults", {"GET": fault_rules.show, "POST": fault_rules.change}),
)


def find(path: str) -> tuple[Page, dict[str, str]] | None:
    """Return the page at a path, and its placeholder values; literal segments take precedence."""
    segments = path.split("/")
    best: tuple[Page, dict[str, str]] | None = None
    for page in PAGES:
        values = _values(page.path.split("/"), segments)
        if values is not None and (best is None or len(values) < len(best[1])):
            best = page, values
    return best


def _values(pattern: list[str], segments: list[str]) -> dict[str, str] | None:
    if len(pattern) != len(segments):
        return None
    values = {}
    for expected, actual in zip(pattern, segments, strict=True):
        if expected.startswith("{") and actual:
            values[expected[1:-1]] = actual
        elif expected != actual:
            return None
    return values

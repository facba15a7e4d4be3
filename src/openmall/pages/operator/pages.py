"""Every page of the operator console: its path and its handlers."""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.pages.operator import (
    account,
    apps,
    audit,
    backups,
    health,
    jobs,
    malls,
    menu,
    messages,
    openid,
    sign_in,
    webhooks,
)
from openmall.pages.operator.page_context import PageContext

Handler = Callable[[PageContext], Awaitable[Response]]


class Page(Struct, frozen=True):
    """A page: its path, and its handlers by method.

    A path may end with a placeholder, such as `{mall_id}`, which the page looks up itself.
    """

    path: str
    methods: dict[str, Handler]
    public: bool = False
    """Also for those who are not signed in."""


PAGES: Final = (
    Page(menu.HOME, {"GET": health.show}),
    Page(menu.SIGN_IN, {"GET": sign_in.sign_in_page, "POST": sign_in.sign_in}, public=True),
    Page(menu.SIGN_IN_WITH, {"GET": openid.begin}, public=True),
    Page(menu.RETURN, {"GET": openid.complete}, public=True),
    Page(
        menu.SECOND_STEP,
        {"GET": sign_in.second_step_page, "POST": sign_in.second_step},
        public=True,
    ),
    Page(menu.SIGN_OUT, {"POST": sign_in.sign_out}),
    Page(menu.ACCOUNT, {"GET": account.show, "POST": account.change}),
    Page(menu.ACCOUNTS, {"GET": openid.show, "POST": openid.change}),
    Page(menu.MALLS, {"GET": malls.show_list, "POST": malls.create}),
    Page(f"{menu.MALLS}/{{mall_id}}", {"GET": malls.show, "POST": malls.change}),
    Page(menu.APPS, {"GET": apps.show, "POST": apps.change}),
    Page(menu.JOBS, {"GET": jobs.show, "POST": jobs.cancel}),
    Page(menu.WEBHOOKS, {"GET": webhooks.show, "POST": webhooks.retry}),
    Page(menu.MESSAGES, {"GET": messages.show, "POST": messages.resend}),
    Page(menu.BACKUPS, {"GET": backups.show, "POST": backups.change}),
    Page(menu.AUDIT, {"GET": audit.show}),
)


def find(path: str) -> tuple[Page, str] | None:
    """Return the page at a path, and the value of its placeholder; None: there is no page."""
    parent, _, last = path.rpartition("/")
    for page in PAGES:
        if page.path == path:
            return page, ""
        prefix, brace, _ = page.path.partition("/{")
        if brace and prefix == parent and last:
            return page, last
    return None

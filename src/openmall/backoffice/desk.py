"""A manager at a page of the back office, and how pages are shown to them."""

from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from openmall.contract.moments import Clock, moment
from openmall.database.session import Database
from openmall.limits.counters import Counters
from openmall.menu import pages as menu
from openmall.oauth import pages, secrets
from openmall.oauth.fields import Fields, received
from openmall.oauth.sessions import SignedIn
from openmall.oauth.visit import Visit

STYLE_PATH: Final = "/admin/style.css"
ROLES: Final = {"P": "Head admin", "A": "Sub-admin", "S": "Supplier"}
"""What a manager type is called."""

_FOLDER: Final = Path(__file__).parent / "templates"
STYLE: Final = (_FOLDER / "style_office.css").read_bytes()
_STYLE_ADDRESS: Final = f"{STYLE_PATH}?v={secrets.digest(STYLE.decode())[:12]}"
_TEMPLATES: Final = pages.templates(_FOLDER)


class Failed(Exception):
    """What was asked for cannot be shown or done; the manager is told why."""

    def __init__(self, title: str, message: str, *, status: int) -> None:
        super().__init__(title)
        self.title = title
        self.message = message
        self.status = status


class Desk(Struct, frozen=True, kw_only=True):
    """Who is at which page of which mall, and what the page needs to do its work."""

    visit: Visit
    page: menu.Page
    user: SignedIn
    session: str
    database: Database
    counters: Counters
    clock: Clock
    body_seconds: float

    @property
    def mall_id(self) -> str:
        return self.visit.mall.mall_id

    def may_open(self, page: menu.Page) -> bool:
        """Say whether this manager may open a page."""
        return page.suppliers or self.user.manager_type != "S"

    def opens(self) -> list[menu.Page]:
        """Return the pages this manager may open."""
        return [page for page in menu.PAGES if self.may_open(page)]

    async def form(self) -> Fields:
        """Return the form that was sent. Raises Failed (403) when it is not from our page."""
        form = await received(self.visit.request, self.body_seconds)
        if not pages.genuine(form, self.session):
            raise Failed(
                "This page has expired",
                "Nothing was changed by this. The page belongs to another sign-in.",
                status=403,
            )
        return form

    def show(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Return a page of the back office, with the menu around it."""
        return pages.page(
            template,
            self.visit,
            status=status,
            among=_TEMPLATES,
            office_style=_STYLE_ADDRESS,
            user=self.user,
            role=ROLES.get(self.user.manager_type, ""),
            form_token=pages.form_token(self.session),
            here=self.page,
            opens=self.opens(),
            **values,
        )


def failed_page(visit: Visit, failed: Failed) -> Response:
    """Return a page that says what went wrong; whoever asks need not be signed in to see it."""
    return pages.page(
        "failed.html",
        visit,
        status=failed.status,
        among=_TEMPLATES,
        title=failed.title,
        message=failed.message,
    )


class Time(Struct, frozen=True):
    """A moment as people and as programs read it."""

    text: str
    iso: str


def time(seconds: int) -> Time:
    """Return UTC epoch seconds as a time at +09:00."""
    at = moment(seconds)
    return Time(at.strftime("%Y-%m-%d %H:%M:%S"), at.isoformat())

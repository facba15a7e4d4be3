"""Which developer sits at a browser, by the cookie of the console."""

from openmall.access.oauth.pages import cookies_of
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.http.request import Request
from openmall.pages.console import store as console_store
from openmall.pages.console.desk import SESSION_COOKIE, VISIT_COOKIE
from openmall.pages.console.store import Developer


async def recognised(
    request: Request, database: Database, clock: Clock
) -> tuple[Developer | None, str]:
    """Return who is signed in, and the cookie that ties forms to the browser; empty: it has none.

    The second is the session's, or of somebody who is nobody yet that of the visit.
    """
    cookies = cookies_of(request)
    session = cookies.get(SESSION_COOKIE, "")
    if session:
        async with database.reading("") as db:
            who = await console_store.signed_in(db, clock, session)
        if who is not None:
            return who, session
    return None, cookies.get(VISIT_COOKIE, "")

"""Authentication of developers by the console's cookie."""

from openmall.access.oauth.pages import cookies_of
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.http.request import Request
from openmall.pages.console import store as console_store
from openmall.pages.console.page_context import SESSION_COOKIE, VISIT_COOKIE
from openmall.pages.console.store import Developer


async def authenticate(
    request: Request, database: Database, clock: Clock
) -> tuple[Developer | None, str]:
    """Return the signed-in developer, and the cookie value that forms are bound to.

    The second is that of the session, or of an anonymous visit; empty without a cookie.
    """
    cookies = cookies_of(request)
    session = cookies.get(SESSION_COOKIE, "")
    if session:
        async with database.reading("") as db:
            developer = await console_store.find_signed_in(db, clock, session)
        if developer is not None:
            return developer, session
    return None, cookies.get(VISIT_COOKIE, "")

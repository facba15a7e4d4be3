"""The developer console as one part of the application: everything at and below `/developers`."""

from typing import Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import return_addresses, secrets
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields
from openmall.http import error_responses
from openmall.http.addressing import Address
from openmall.http.request import Receive, Request, Scope, Send
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import menu, pages
from openmall.pages.console import store as console_store
from openmall.pages.console.desk import Desk, Failed, Means
from openmall.pages.console.recognising import recognised
from openmall.pages.console.store import TestMall

PREFIX: Final = b"/developers"


class Console:
    """The console, at `developers.<domain>` and at the bare address."""

    def __init__(self, means: Means) -> None:
        self._means = means

    def serves(self, request: Request, address: Address) -> bool:
        """Say whether a request is for the console."""
        path = request.raw_path
        if address.site == "developers" and path == b"/":
            return True
        return (path == PREFIX or path.startswith(PREFIX + b"/")) and (
            address.site in ("developers", "bare")
        )

    async def __call__(
        self, scope: Scope, receive: Receive, send: Send, request: Request, address: Address
    ) -> None:
        """Answer a request. Never raises."""
        response = await self._answered(request, address)
        response.headers["X-Request-Id"] = request.id
        await response(scope, receive, send)

    async def _answered(self, request: Request, address: Address) -> Response:
        desk = Desk(
            request=request,
            address=address,
            query=Fields(b""),
            path={},
            pattern="",
            who=None,
            registered=None,
            test_mall=None,
            tie=secrets.generate(),
            means=self._means,
        )
        try:
            desk = await self._entered(desk)
            return await self._answer(replace(desk, query=Fields(request.query_string)))
        except Failed as failed:
            return _failed(desk, failed)
        except OAuthError as refused:
            said = refused.description[:1].upper() + refused.description[1:]
            return _failed(desk, Failed(_TITLE, f"{said}.", status=refused.status))
        except Exception as error:
            told = error_responses.as_api_error(error, request.id)
            response = _failed(desk, Failed(_TITLE, told.message, status=told.status))
            if told.retry_after:
                response.headers["Retry-After"] = str(told.retry_after)
            return response

    async def _entered(self, desk: Desk) -> Desk:
        """Return the desk with who is signed in, if anybody is."""
        database, clock = self._means.database, self._means.clock
        who, tie = await recognised(desk.request, database, clock)
        return replace(desk, who=who, tie=tie or desk.tie)

    async def _answer(self, desk: Desk) -> Response:
        request = desk.request
        path = request.raw_path.decode("latin-1").rstrip("/")
        if not path:
            return redirect(menu.HOME)
        found = pages.find(path)
        if found is None:
            raise _missing()
        page, values = found
        handler = page.methods.get(request.method)
        if handler is None:
            failed = Failed(_TITLE, marked("The method is not allowed."), status=405)
            response = _failed(desk, failed)
            response.headers["Allow"] = ", ".join(page.methods)
            return response
        if desk.who is None and not page.public:
            wanted = desk.here if request.method == "GET" else menu.HOME
            return redirect(return_addresses.after_sign_in(menu.SIGN_IN, wanted, "developers"))
        desk = replace(desk, pattern=page.path, path=values)
        if "client_id" in values:
            desk = replace(desk, registered=await self._own_app(desk, values["client_id"]))
        if "mall_id" in values:
            desk = replace(desk, test_mall=await self._own_mall(desk, values["mall_id"]))
        return await handler(desk)

    async def _own_app(self, desk: Desk, client_id: str) -> RegisteredApp:
        async with self._means.database.reading("") as db:
            app = await registered_apps.find(db, client_id)
        if app is None or app.developer_no != desk.developer.number:
            raise _missing()
        return app

    async def _own_mall(self, desk: Desk, mall_id: str) -> TestMall:
        async with self._means.database.reading("") as db:
            for mall in await console_store.malls(db, desk.developer):
                if mall.mall_id == mall_id:
                    return mall
        raise _missing()


_TITLE: Final = marked("Something went wrong")


def _missing() -> Failed:
    return Failed(marked("Page not found"), marked("There is no page at this address."), status=404)


def _failed(desk: Desk, failed: Failed) -> Response:
    return desk.show(
        "failed.html" if desk.who else "failed_outside.html",
        status=failed.status,
        title=desk.said(failed.title),
        message=desk.said(failed.message),
    )

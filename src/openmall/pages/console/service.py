"""The developer console as a component of the application: all paths below `/developers`."""

from typing import Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth import app_members, form_deeds, return_addresses, secrets
from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.form_fields import Fields
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Request
from openmall.http.web import form_origins
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.http.web.wordings import shown
from openmall.pages.console import menu, pages
from openmall.pages.console import store as console_store
from openmall.pages.console.authentication import authenticate
from openmall.pages.console.page_context import (
    ConsoleServices,
    PageContext,
    PageError,
    as_page_error,
    owners_only,
)
from openmall.pages.console.store import TestMall
from openmall.pages.sent_forms import SentForm

PREFIX: Final = b"/developers"


class Console:
    """The console, at `developers.<domain>` and at the bare address."""

    def __init__(self, services: ConsoleServices) -> None:
        self._services = services

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for the console."""
        path = request.raw_path
        if address.site == "developers" and path == b"/":
            return True
        return (path == PREFIX or path.startswith(PREFIX + b"/")) and (
            address.site in ("developers", "bare")
        )

    async def answer(self, exchange: Exchange) -> None:
        """Answer a request. Never raises."""
        response = await self._answer_or_error(exchange.request, exchange.address)
        response.headers["X-Request-Id"] = exchange.request.id
        await response(exchange.scope, exchange.receive, exchange.send)

    async def _answer_or_error(self, request: Request, address: Address) -> Response:
        context = PageContext(
            request=request,
            address=address,
            query=Fields(b""),
            path_values={},
            pattern="",
            current_developer=None,
            current_app=None,
            role="",
            current_mall=None,
            form_key=secrets.generate(),
            services=self._services,
            sent_form=SentForm(
                database=self._services.database,
                seal=self._services.client.seal,
                clock=self._services.clock,
                tenant="",
                owner="",
                kept_status=200,
            ),
        )
        try:
            context = await self._authenticated(context)
            return await self._answer(replace(context, query=Fields(request.query_string)))
        except Exception as error:
            return _error_page(context, as_page_error(error, request.id, title=_TITLE))

    async def _authenticated(self, context: PageContext) -> PageContext:
        """Return the context with the signed-in developer, if any."""
        database, clock = self._services.database, self._services.clock
        developer, form_key = await authenticate(context.request, database, clock)
        if developer is not None:
            context.sent_form.owner = f"developer {developer.number}"
        return replace(context, current_developer=developer, form_key=form_key or context.form_key)

    async def _answer(self, context: PageContext) -> Response:
        request = context.request
        if form_origins.is_foreign(request, context.address, self._services.configuration):
            raise PageError(_TITLE, _FOREIGN, status=403)
        path = request.raw_path.decode("latin-1").rstrip("/")
        if not path:
            return redirect(menu.HOME)
        match = pages.find(path)
        if match is None:
            raise _not_found()
        page, values = match
        handler = page.methods.get(request.method)
        if handler is None:
            error = PageError(_TITLE, marked("The method is not allowed."), status=405)
            response = _error_page(context, error)
            response.headers["Allow"] = ", ".join(page.methods)
            return response
        if context.current_developer is None and not page.public:
            destination = context.request.address_to_read if request.method == "GET" else menu.HOME
            return redirect(return_addresses.after_sign_in(menu.SIGN_IN, destination, "developers"))
        context = replace(context, pattern=page.path, path_values=values)
        if "client_id" in values:
            app, role = await self._own_app(context, values["client_id"])
            context = replace(context, current_app=app, role=role)
            if page.by_owner and request.method == "POST" and role != "owner":
                return await context.sent_form.answer(_refuse_member(context))
        if "mall_id" in values:
            context = replace(
                context, current_mall=await self._own_mall(context, values["mall_id"])
            )
        return await context.sent_form.answer(handler(context))

    async def _own_app(self, context: PageContext, client_id: str) -> tuple[RegisteredApp, str]:
        """Return an app and the developer's role in it. Raises PageError (404)."""
        number = context.developer.number
        async with self._services.database.reading("") as db:
            app = await registered_apps.find(db, client_id)
            if app is not None and app.developer_no == number:
                return app, "owner"
            role = await app_members.role_of(db, client_id, number) if app is not None else ""
        if app is None or not role:
            raise _not_found()
        return app, role

    async def _own_mall(self, context: PageContext, mall_id: str) -> TestMall:
        async with self._services.database.reading("") as db:
            for mall in await console_store.test_malls_of(db, context.developer):
                if mall.mall_id == mall_id:
                    return mall
        raise _not_found()


_TITLE: Final = marked("Something went wrong")
_FOREIGN: Final = marked("Another website sent this form. Nothing was changed.")


async def _refuse_member(context: PageContext) -> Response:
    """Raise PageError (403) for a form of owners that another member of the team sent.

    It is read all the same: one of another site is told so first.
    """
    await context.form(deeds=form_deeds.ANY)
    raise owners_only()


def _not_found() -> PageError:
    return PageError(
        marked("Page not found"), marked("There is no page at this address."), status=404
    )


def _error_page(context: PageContext, error: PageError) -> Response:
    response = context.show(
        "failed.html" if context.current_developer else "failed_outside.html",
        status=error.status,
        title=context.translate(error.title),
        message=shown(error.message, context.translate),
    )
    if error.retry_after:
        response.headers["Retry-After"] = str(error.retry_after)
    return response

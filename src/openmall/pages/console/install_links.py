"""Install links: addresses at which merchants install an app, in a language and with scopes.

A link leads to a page of this installation that says what the app may do and asks for the mall;
from there to the consent page of that mall, as if the app had sent the merchant.
"""

import re
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import redirects
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.pages import lines
from openmall.contract import scopes as scope_names
from openmall.http.web import languages
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect_beyond
from openmall.pages.console import menu
from openmall.pages.console.page_context import PageContext, PageError

STATE: Final = "install-link"
"""`state` of links that name none: nobody may take it for a visit that the app began."""
_MALL: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?")
_MAX_STATE: Final = 500


async def show(context: PageContext) -> Response:
    """Handle `GET .../install`: make a link of language, scopes and redirect address."""
    app, query = context.app, context.query
    language = _language(context)
    asked = [scope for scope in app.scopes if query.text(scope)]
    scopes = asked or app.scopes
    redirect_uri = query.text("redirect_uri")
    if redirect_uri not in app.redirect_uris:
        redirect_uri = next(iter(app.redirect_uris), "")
    given = {"language": language, "redirect_uri": redirect_uri}
    if asked and set(asked) != set(app.scopes):
        given["scope"] = ",".join(scopes)
    return context.show(
        "install.html",
        link=f"{context.address.origin}{menu.HOME}/install/{app.client_id}?{urlencode(given)}",
        language_chosen=language,
        language_names=list(languages.OFFERED["console"].items()),
        redirect_uri=redirect_uri,
        redirect_uris=[(uri, uri) for uri in app.redirect_uris],
        scope_lines=lines(app.scopes, frozenset(), context.language),
        chosen=frozenset(scopes),
        shown=lines(scopes, frozenset(), language),
        state=STATE,
    )


async def show_public(context: PageContext) -> Response:
    """Handle `GET /developers/install/{client_id}`: show the app and ask for the mall.

    With `mall`, lead on to its consent page.
    """
    async with context.database.reading("") as db:
        app = await registered_apps.find(db, context.path_values["installed"])
    if app is None or not app.redirect_uris:
        raise PageError(
            marked("Page not found"), marked("There is no page at this address."), status=404
        )
    query = context.query
    scopes = _scopes(query.text("scope"), app)
    redirect_uri = query.text("redirect_uri") or app.redirect_uris[0]
    if redirect_uri not in app.redirect_uris:
        raise _malformed()
    state = query.text("state") or STATE
    if len(state) > _MAX_STATE:
        raise _malformed()
    typed = query.text("mall").strip().lower()
    problem = ""
    if typed:
        # the address of a shop is understood as well
        mall_id = typed.removeprefix("https://").partition("/")[0].partition(".")[0]
        known = _MALL.fullmatch(mall_id) and await context.services.directory.mall(mall_id)
        if known:
            return redirect_beyond(_authorize(context, mall_id, app, redirect_uri, scopes, state))
        problem = marked("There is no shop of this id here.")
    language = _language(context)
    return context.in_language(language).show(
        "install_app.html",
        status=422 if problem else 200,
        # the form leads to the mall, which leads on to its consent page or back to the app
        form_target=redirects.scheme(redirect_uri),
        installed_app=app,
        shown=lines(scopes, frozenset(), language),
        hidden={
            "language": language,
            "redirect_uri": redirect_uri,
            "scope": ",".join(scopes),
            "state": state,
        },
        typed=typed,
        problem=context.in_language(language).translate(problem) if problem else "",
    )


def _authorize(
    context: PageContext,
    mall_id: str,
    app: RegisteredApp,
    redirect_uri: str,
    scopes: list[str],
    state: str,
) -> str:
    asked = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": redirect_uri,
        "scope": ",".join(scopes),
        "state": state,
    }
    return f"{context.mall_origin(mall_id)}/api/v2/oauth/authorize?{urlencode(asked)}"


def _language(context: PageContext) -> str:
    asked = context.query.text("language")
    return asked if asked in languages.OFFERED["console"] else context.language


def _scopes(text: str, app: RegisteredApp) -> list[str]:
    """Return the scopes that a link asks for. Raises PageError (400) for others than the app's."""
    asked = scope_names.split(text)
    registered = frozenset(app.scopes)
    if not all(scope_names.asked(registered, scope) for scope in asked):
        raise _malformed()
    return asked or app.scopes


def _malformed() -> PageError:
    return PageError(
        marked("This link is not valid"),
        marked("It asks for something that the app has not registered."),
        status=400,
    )

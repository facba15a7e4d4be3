"""The form of an app, and its validation."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.access.oauth import origins, redirects
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.form_fields import Fields
from openmall.contract.scopes import BY_ARRANGEMENT, ON_REQUEST, SENTENCES
from openmall.http.web.languages import marked

SELECTABLE_SCOPES: Final = tuple(
    scope for scope in (*SENTENCES, *ON_REQUEST) if scope not in BY_ARRANGEMENT
)
"""Permissions that developers may select; merchants are asked to grant them."""
MAX_NAME_LENGTH: Final = 100
MAX_ADDRESSES: Final = 20
MAX_ADDRESS_LENGTH: Final = 2000


class Draft(Struct, frozen=True, kw_only=True):
    """The values of an app's form."""

    name: str = ""
    redirect_uris: list[str] = []
    scopes: list[str] = []
    launch_url: str = ""
    strict: bool = False
    browser_origins: list[str] = []
    refresh_overlap: bool = False

    def apply_to(self, app: RegisteredApp) -> RegisteredApp:
        """Return the app with these values; permissions granted by the operator stay."""
        arranged = [scope for scope in app.scopes if scope in BY_ARRANGEMENT]
        return replace(
            app,
            name=self.name,
            redirect_uris=self.redirect_uris,
            scopes=self.scopes + arranged,
            launch_url=self.launch_url,
            strict=self.strict,
            browser_origins=self.browser_origins,
            refresh_overlap=self.refresh_overlap,
        )


def from_app(app: RegisteredApp) -> Draft:
    """Return the form values of an app."""
    return Draft(
        name=app.name,
        redirect_uris=app.redirect_uris,
        scopes=[scope for scope in app.scopes if scope not in BY_ARRANGEMENT],
        launch_url=app.launch_url,
        strict=app.strict,
        browser_origins=app.browser_origins,
        refresh_overlap=app.refresh_overlap,
    )


def read_form(form: Fields) -> Draft:
    """Return the values of a submitted form: one address per line, one box per scope."""
    return Draft(
        name=form.text("name").strip(),
        redirect_uris=_lines(form, "redirect_uris"),
        scopes=[scope for scope in SELECTABLE_SCOPES if form.text(scope)],
        launch_url=form.text("launch_url").strip(),
        strict=bool(form.text("strict")),
        browser_origins=_lines(form, "browser_origins"),
        refresh_overlap=bool(form.text("refresh_overlap")),
    )


def _lines(form: Fields, name: str) -> list[str]:
    lines = [line.strip() for line in form.text(name).splitlines()]
    return list(dict.fromkeys(line for line in lines if line))


def problems(draft: Draft) -> dict[str, str]:
    """Validate the form; return field -> error, an English text marked for translation."""
    problems_by_field = {}
    if not 1 <= len(draft.name) <= MAX_NAME_LENGTH:
        problems_by_field["name"] = marked("The name must have 1 to 100 characters.")
    if len(draft.redirect_uris) > MAX_ADDRESSES:
        problems_by_field["redirect_uris"] = marked("An app has at most 20 redirect addresses.")
    elif not all(_is_redirect_uri(uri) for uri in draft.redirect_uris):
        problems_by_field["redirect_uris"] = marked(
            "Enter absolute addresses such as https://app.example.com/callback, in visible ASCII, "
            "without a fragment (#), at most 2000 characters long."
        )
    if draft.launch_url and not _is_launch_url(draft.launch_url):
        problems_by_field["launch_url"] = marked("Enter an address with https:// and a host.")
    if len(draft.browser_origins) > origins.MOST:
        problems_by_field["browser_origins"] = marked("An app has at most 20 browser origins.")
    elif not all(_is_origin(origin) for origin in draft.browser_origins):
        problems_by_field["browser_origins"] = marked(
            "Enter origins such as https://shop.example.com, without a path; http:// only for "
            "pages of your own machine, such as http://localhost:5173."
        )
    if not draft.scopes:
        problems_by_field["scopes"] = marked("Choose at least one permission.")
    return problems_by_field


def _is_redirect_uri(uri: str) -> bool:
    try:
        redirects.check(uri)
    except ValueError:
        return False
    return len(uri) <= MAX_ADDRESS_LENGTH


def _is_origin(text: str) -> bool:
    try:
        origins.read(text)
    except ValueError:
        return False
    return True


def _is_launch_url(url: str) -> bool:
    try:
        redirects.check_launch(url)
    except ValueError:
        return False
    return len(url) <= MAX_ADDRESS_LENGTH

"""What a developer says of an app in a form, and what is wrong with it."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.access.oauth import redirects
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.form_fields import Fields
from openmall.contract.scopes import BY_ARRANGEMENT, SENTENCES
from openmall.http.web.languages import marked

OPEN: Final = tuple(scope for scope in SENTENCES if scope not in BY_ARRANGEMENT)
"""The permissions a developer may choose: merchants are asked for them."""
LONGEST_NAME: Final = 100
MOST_ADDRESSES: Final = 20
LONGEST_ADDRESS: Final = 2000


class Draft(Struct, frozen=True, kw_only=True):
    """An app as its form says it is."""

    name: str = ""
    redirect_uris: list[str] = []
    scopes: list[str] = []
    launch_url: str = ""
    strict: bool = False

    def over(self, app: RegisteredApp) -> RegisteredApp:
        """Return an app as it becomes by this; what the operator gave it stays."""
        given = [scope for scope in app.scopes if scope in BY_ARRANGEMENT]
        return replace(
            app,
            name=self.name,
            redirect_uris=self.redirect_uris,
            scopes=self.scopes + given,
            launch_url=self.launch_url,
            strict=self.strict,
        )


def of(app: RegisteredApp) -> Draft:
    """Return what the form says of an app as it is."""
    return Draft(
        name=app.name,
        redirect_uris=app.redirect_uris,
        scopes=[scope for scope in app.scopes if scope not in BY_ARRANGEMENT],
        launch_url=app.launch_url,
        strict=app.strict,
    )


def read(form: Fields) -> Draft:
    """Return what a form says: an address a line, a scope a box of its name."""
    lines = [line.strip() for line in form.text("redirect_uris").splitlines()]
    return Draft(
        name=form.text("name").strip(),
        redirect_uris=list(dict.fromkeys(line for line in lines if line)),
        scopes=[scope for scope in OPEN if form.text(scope)],
        launch_url=form.text("launch_url").strip(),
        strict=bool(form.text("strict")),
    )


def problems(draft: Draft) -> dict[str, str]:
    """Return what is wrong: field -> an English sentence, marked for translators."""
    found = {}
    if not 1 <= len(draft.name) <= LONGEST_NAME:
        found["name"] = marked("The name must have 1 to 100 characters.")
    if len(draft.redirect_uris) > MOST_ADDRESSES:
        found["redirect_uris"] = marked("An app has at most 20 redirect addresses.")
    elif not all(_may_register(uri) for uri in draft.redirect_uris):
        found["redirect_uris"] = marked(
            "Enter absolute addresses such as https://app.example.com/callback, in visible ASCII, "
            "without a fragment (#), at most 2000 characters long."
        )
    if draft.launch_url and not _may_launch(draft.launch_url):
        found["launch_url"] = marked("Enter an address with https:// and a host.")
    if not draft.scopes:
        found["scopes"] = marked("Choose at least one permission.")
    return found


def _may_register(uri: str) -> bool:
    try:
        redirects.check(uri)
    except ValueError:
        return False
    return len(uri) <= LONGEST_ADDRESS


def _may_launch(url: str) -> bool:
    try:
        redirects.check_launch(url)
    except ValueError:
        return False
    return len(url) <= LONGEST_ADDRESS

"""The menu of the console: its pages, and those of the current app."""

from typing import Final

from msgspec import Struct

from openmall.http.web.languages import marked

HOME: Final = "/developers"
SIGN_IN: Final = "/developers/sign-in"
SIGN_UP: Final = "/developers/sign-up"
SIGN_OUT: Final = "/developers/sign-out"
ACCOUNT: Final = "/developers/account"
APPS: Final = "/developers/apps"
MALLS: Final = "/developers/malls"
DOCUMENTATION: Final = "/developers/docs"
REFERENCE: Final = "/developers/reference"
REFERENCE_SEARCH: Final = f"{REFERENCE}/search"
SUGGESTIONS: Final = f"{REFERENCE_SEARCH}/suggestions"
GUIDES: Final = (
    (f"{DOCUMENTATION}/apps/quickstart", marked("Quickstart")),
    (f"{DOCUMENTATION}/apps/authentication", marked("Authentication")),
    (f"{DOCUMENTATION}/apps/limits", marked("Limits and pacing")),
    (f"{DOCUMENTATION}/apps/paging", marked("Paging")),
    (f"{DOCUMENTATION}/apps/errors", marked("Errors and retries")),
    (f"{DOCUMENTATION}/apps/reasons", marked("Reasons of refusals")),
    (f"{DOCUMENTATION}/apps/webhooks", marked("Webhooks")),
    (f"{DOCUMENTATION}/apps/proposals", marked("Rehearsing and proposing")),
    (f"{DOCUMENTATION}/apps/mirroring", marked("Mirroring a shop")),
    (f"{DOCUMENTATION}/apps/testing", marked("Testing")),
    (f"{DOCUMENTATION}/apps/upgrading", marked("Upgrading")),
)
"""Addresses of the guides in the order of reading, and their titles."""


class Entry(Struct, frozen=True):
    """A menu entry. `path` may contain `{client_id}`: of the current app."""

    path: str
    name: str
    public: bool = False
    """Also without sign-in."""
    icon: str = ""
    """Name of a symbol of `assets/icons.svg`; empty: of a page below another."""


ENTRIES: Final = (
    Entry(HOME, marked("Start"), public=True, icon="house"),
    Entry(APPS, marked("Apps"), icon="blocks"),
    Entry(MALLS, marked("Test malls"), icon="store"),
    Entry(GUIDES[0][0], marked("Guides"), public=True, icon="book-open"),
    Entry(REFERENCE, marked("API reference"), public=True, icon="code"),
)
"""The console's own pages."""

TABS: Final = (
    Entry(f"{APPS}/{{client_id}}", marked("Overview")),
    Entry(f"{APPS}/{{client_id}}/settings", marked("Settings")),
    Entry(f"{APPS}/{{client_id}}/credentials", marked("Credentials")),
    Entry(f"{APPS}/{{client_id}}/install", marked("Install link")),
    Entry(f"{APPS}/{{client_id}}/team", marked("Team")),
    Entry(f"{APPS}/{{client_id}}/version", marked("API version")),
    Entry(f"{APPS}/{{client_id}}/timeline", marked("Timeline")),
    Entry(f"{APPS}/{{client_id}}/calls", marked("Calls")),
    Entry(f"{APPS}/{{client_id}}/errors", marked("Errors")),
    Entry(f"{APPS}/{{client_id}}/limits", marked("Limits")),
    Entry(f"{APPS}/{{client_id}}/webhooks", marked("Webhooks")),
    Entry(f"{APPS}/{{client_id}}/deliveries", marked("Deliveries")),
    Entry(f"{APPS}/{{client_id}}/plans", marked("Plans")),
    Entry(f"{APPS}/{{client_id}}/writes", marked("Recorded writes")),
    Entry(f"{APPS}/{{client_id}}/mcp", marked("MCP")),
    Entry(f"{APPS}/{{client_id}}/payments", marked("Payments")),
    Entry(f"{APPS}/{{client_id}}/actions", marked("Actions")),
)
"""The pages of one app, in their order."""

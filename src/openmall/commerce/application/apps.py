"""The calling app: the API versions it uses, and how it is opened in the back office.

They belong to the app's registration, so that a change holds in every mall. Specification: "Apps"
as catalogued.
"""

from datetime import date, datetime
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from openmall.access.oauth import app_versions
from openmall.access.oauth.app_versions import AppVersions
from openmall.commerce.application.refusals import NO_SUCH_API_VERSION
from openmall.contract import api_versions
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment, read
from openmall.contract.params import Params
from openmall.contract.resource import Resource

ExtensionType = Literal["section", "embedded"]
"""section: the app opens as a page of its own; embedded: within a page of the back office."""


class AppInformation(Struct, frozen=True, kw_only=True):
    """The versions of the app, and how it is opened."""

    version: date
    """The version of calls that name none."""
    version_expiration_date: datetime | None
    """When the version is no longer served; null: it is the newest."""
    initial_version: date
    """The version the app was registered with."""
    previous_version: date | None
    """The version before the present one; null: it never changed."""
    extension_type: ExtensionType


class AppPath(Params, frozen=True, kw_only=True):
    pass


class AppChange(Params, frozen=True, kw_only=True):
    version: date | UnsetType = UNSET
    extension_type: ExtensionType | UnsetType = UNSET


async def retrieve(call: Call, params: AppPath) -> AppInformation:
    """Retrieve the information of the calling app."""
    return _information(await app_versions.find(call.db, call.identity.app.client_id))


async def change(call: Call, params: AppChange) -> AppInformation:
    """Update the version of the calling app, in every mall, or how it is opened.

    A date between two releases selects the earlier one; one that is not served is Invalid (422).
    Identical content is NotModified (409).
    """
    client_id = call.identity.app.client_id
    before = _information(await app_versions.find(call.db, client_id))
    if params.version is not UNSET:
        params = replace(params, version=_release(call, params.version))
    after = patched(before, params)
    await app_versions.change(
        call.db,
        client_id,
        version=after.version.isoformat(),
        extension_type=after.extension_type,
    )
    call.journal(client_id, differences(before, after))
    call.effects.invalidates_caches = True
    return after


def _release(call: Call, wanted: date) -> date:
    """Return the release that is in effect for a date. Raises Invalid (422) when none is."""
    release = date.fromisoformat(api_versions.in_effect(wanted.isoformat(), call.clock.now()))
    if release > wanted:
        raise Invalid(NO_SUCH_API_VERSION, parameter="version")
    return release


def _information(versions: AppVersions) -> AppInformation:
    expires = api_versions.expires(versions.version)
    previous = versions.previous
    return AppInformation(
        version=date.fromisoformat(versions.version),
        version_expiration_date=None if expires is None else moment(read(expires)),
        initial_version=date.fromisoformat(versions.initial),
        previous_version=None if previous is None else date.fromisoformat(previous),
        extension_type="embedded"
        if versions.extension_type == app_versions.EMBEDDED
        else "section",
    )


_APP: Final = Resource(AppInformation, area="application", key="app")

OPERATIONS: Final = [
    _APP.get("apps", retrieve, takes=AppPath),
    _APP.put("apps", change, takes=AppChange, shows=("version", "extension_type")),
]
